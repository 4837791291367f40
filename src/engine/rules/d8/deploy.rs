//! Deployment (R7): who places next, where, and a good place for it.

use super::{Battle8, ground, known, query, round};
use crate::battle::{Aim, Answer, EachAnswer, Event, Fig, Log, Milli, Place, Refused, Side};
use crate::board::{Footprint, Gait, Sight, Space, Spaces, evenly};
use crate::rules::{aims, deploying};
use crate::source::Fault;

/// How far from the nearest possible place a unit may be set that does not fit into its zone.
const NEAR: u32 = 3;
/// How many spaces of way it is worth not to be seen at all, against being seen from everywhere; so
/// many again for each point of the unit.
const SEEN: u32 = 14;
/// How far enemies may come forward before they fire, in spaces.
const FORWARD: u32 = 1;
/// How many fifths of being seen it is to be seen in cover.
const COVERED: u32 = 3;
/// From how many places of the enemy a place is looked at most.
const LOOKS: usize = 48;

/// The units a side has still to deploy, the largest first; those that begin aboard are placed
/// with what carries them.
pub fn waiting(b: &Battle8, side: Side) -> Vec<Fig> {
    let mut all: Vec<Fig> = b
        .all()
        .filter(|f| {
            let figure = b.figure(*f);
            figure.side == side && figure.place == Place::Reserve && figure.mark.waits
        })
        .filter(|f| carrier(b, *f).is_none())
        .collect();
    all.sort_by_key(|f| (std::cmp::Reverse(ground::sort(b, *f).size), *f));
    all
}

/// What a unit begins aboard of, if that is to be placed too.
fn carrier(b: &Battle8, who: Fig) -> Option<Fig> {
    let on = b.setup.roster[who.index()].aboard?;
    (b.figure(on).place == Place::Reserve && b.figure(on).mark.waits).then_some(on)
}

/// Where a unit stands if its anchor is here, if it can.
fn fitting(b: &Battle8, who: Fig, at: Space, taken: &Spaces) -> Option<Footprint> {
    let spaces = b
        .board
        .fits(at, ground::sort(b, who).size, ground::gait(b, who))?;
    spaces.iter().all(|s| !taken.contains(*s)).then_some(spaces)
}

/// The anchors at which a side may place a unit: in its zone; where it does not fit there (a
/// boat, and no water), those nearest to it.
pub fn room(b: &Battle8, who: Fig) -> Spaces {
    let taken = ground::taken(b, None);
    let zone = &b.setup.sides[b.figure(who).side.index()].zone;
    let mut inside = Spaces::new(b.board.len());
    for at in zone.iter() {
        if let Some(spaces) = fitting(b, who, at, &taken)
            && spaces.iter().all(|s| zone.contains(*s))
        {
            inside.insert(at);
        }
    }
    if !inside.is_empty() {
        return aims::allowed(b, b.figure(who).side, inside);
    }
    let grid = b.board.grid();
    let zone: Vec<Space> = zone.iter().collect();
    let near: Vec<(u32, Space)> = b
        .board
        .spaces()
        .iter()
        .filter_map(|at| {
            let spaces = fitting(b, who, at, &taken)?;
            Some((grid.gap(&zone, &spaces), at))
        })
        .collect();
    let least = near.iter().map(|(gap, _)| *gap).min().unwrap_or(0);
    let close = near.into_iter().filter(|(gap, _)| *gap <= least + NEAR);
    Spaces::of(b.board.len(), close.map(|(_, at)| at))
}

/// Whether there is room for everybody: tries it.
///
/// # Errors
/// Who does not fit, and why.
pub fn check_room(b: &Battle8) -> Result<(), Fault> {
    let mut trial = b.clone();
    while let Some(who) = next(&trial) {
        let side = trial.figure(who).side;
        let Some(to) = good_place(&trial, who) else {
            let ground = match ground::gait(&trial, who) {
                Gait::Sail => "water",
                _ => "free ground",
            };
            let seat = trial.setup.sides[side.index()].seat;
            let name = &trial.setup.roster[who.index()].name;
            return Err(trial.setup.brief.scenario.fault_under(&["map"], format!(
                "{name} of seat {seat} cannot be placed: the map has no {ground} that is {} spaces wide",
                ground::sort(&trial, who).size
            )));
        };
        put(&mut trial, who, to, &mut ());
    }
    Ok(())
}

/// Somebody to be placed, of any side.
fn next(b: &Battle8) -> Option<Fig> {
    (0..b.setup.sides.len() as u8).find_map(|s| waiting(b, Side(s)).first().copied())
}

/// Those a side may place now: the largest it has left.
fn placeable(b: &Battle8, side: Side) -> Vec<Fig> {
    let mut all = waiting(b, side);
    let most = all.first().map_or(0, |f| ground::sort(b, *f).size);
    all.retain(|f| ground::sort(b, *f).size == most);
    all
}

/// Every placement.
pub fn legal(b: &Battle8, each: &mut EachAnswer) {
    let all = placeable(b, b.state.table.side);
    deploying::placements(all.into_iter(), |who| room(b, who), each);
}

/// Whether a placement is legal.
///
/// # Errors
/// Why not.
pub fn check(b: &Battle8, answer: &Answer) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let side = b.state.table.side;
    let Answer::Place { who, to } = *answer else {
        return refuse("place a unit first".into());
    };
    if !waiting(b, side).contains(&who) {
        return refuse("that unit cannot be placed now".into());
    }
    if !placeable(b, side).contains(&who) {
        return refuse("place larger units first".into());
    }
    if !known(b, to) {
        return refuse("that space is not on the board".into());
    }
    if room(b, who).contains(to) {
        return Ok(());
    }
    let name = b.board.grid().name(to);
    if let Some(there) = ground::standing(b, to) {
        return refuse(format!("{} stands on {name}", b.label_and_name(there)));
    }
    if fitting(b, who, to, &Spaces::new(b.board.len())).is_none() {
        return refuse(format!(
            "it cannot stand on {name} ({})",
            b.board.terrain(to).name
        ));
    }
    if b.setup.brief.aim == Aim::Ambush {
        return refuse(aims::why_not_there(b, side).into());
    }
    refuse(format!(
        "{name} is outside your deployment zone, or not free"
    ))
}

/// Puts a unit on the board with all that begin aboard of it.
fn put<L: Log>(b: &mut Battle8, who: Fig, to: Space, log: &mut L) {
    let load: Vec<(Fig, Fig)> = b
        .all()
        .filter(|f| b.figure(*f).mark.waits)
        .filter_map(|f| Some((f, carrier(b, f)?)))
        .collect();
    deploying::place(b, who, to, None, log);
    // Boats come with their own load.
    let mut on = vec![who];
    while let Some(vehicle) = on.pop() {
        for (rider, _) in load.iter().filter(|(_, on)| *on == vehicle) {
            deploying::place(b, *rider, to, Some(vehicle), log);
            on.push(*rider);
        }
    }
}

/// Places a unit, and lets the next side place, or the first round begin.
pub fn resolve<L: Log>(b: &mut Battle8, answer: &Answer, log: &mut L) {
    let Answer::Place { who, to } = *answer else {
        return;
    };
    put(b, who, to, log);
    go_on(b, deploying::step(b), log);
}

/// Hands the placing over to the next side that has somebody to place, beginning `next` sides
/// on from the one whose turn it was; the first round begins when nobody has.
pub fn go_on<L: Log>(b: &mut Battle8, next: u8, log: &mut L) {
    let now = b.state.table.side;
    let side = loop {
        let places = |side| !waiting(b, side).is_empty();
        let waits = |side| places(side) && !aims::comes_later(b, side, places);
        let side = deploying::next_side(b, now, next, waits);
        let Some(side) = side else {
            return round::open(b, log);
        };
        let able = placeable(b, side);
        if able.iter().any(|who| !room(b, *who).is_empty()) {
            break side;
        }
        // Others have taken all the water there is.
        for who in able {
            b.emit(Event::Defeated { who, by: None }, log);
        }
    };
    deploying::hand_over(b, now, Some(side), log);
}

/// A good place for the next unit.
pub fn preset(b: &Battle8) -> Answer {
    let best = placeable(b, b.state.table.side)
        .into_iter()
        .find_map(|who| Some((who, good_place(b, who)?)));
    let (who, to) = best.unwrap_or((Fig(0), Space(0)));
    Answer::Place { who, to }
}

/// The place in its room from where the way to the enemy is shortest, out of sight of where enemies
/// may be, all the more if it is dear, and two spaces apart from friends, so that one shell does not
/// hit two.
fn good_place(b: &Battle8, who: Fig) -> Option<Space> {
    let side = b.figure(who).side;
    let grid = b.board.grid();
    let enemies = deploying::enemy_zones(b, side);
    let size = ground::sort(b, who).size;
    let ways = b.board.field(&enemies, size, ground::gait(b, who));
    let goals: Vec<Space> = enemies.iter().collect();
    let mut forward = enemies.clone();
    b.board.grow(&mut forward, FORWARD);
    // Boats look from the water of their zone.
    let looks = |at: &Space| enemies.contains(*at) || b.board.standable().contains(*at);
    let spots = evenly(forward.iter().filter(looks).collect(), LOOKS);
    let room = room(b, who);
    let seen = b.board.exposure(&room, &spots, |sight| match sight {
        Sight::Clear => 5,
        Sight::Cover => COVERED,
        Sight::Blocked => 0,
    });
    let most = 5 * spots.len().max(1) as u32;
    let points = (query::worth(b, who).0 / Milli::ONE.0).clamp(0, 100) as u32;
    let hiding = SEEN * (1 + points);
    // Even one enemy who sees it may fire, so the first count most: the root of the share, in hundredths.
    let seen = |space: Space| hiding * (10_000 * seen[space.index()] / most).isqrt() / 100;
    let middle = grid.nearest_to_centre(b.board.spaces());
    let friends: Vec<Footprint> = b
        .on_board()
        .filter(|f| b.figure(*f).side == side && b.figure(*f).aboard.is_none())
        .map(|f| ground::spaces(b, f))
        .collect();
    room.iter().min_by_key(|space| {
        let own = b.spaces_at(*space, size);
        let apart = friends.iter().map(|f| grid.gap(&own, f)).min().unwrap_or(3);
        let off = middle.map_or(0, |m| grid.distance(*space, m));
        let way = match ways[space.index()] {
            u32::MAX => grid.gap(&own, &goals),
            way => way,
        };
        (
            way + 4 * 3u32.saturating_sub(apart) + seen(*space),
            off,
            *space,
        )
    })
}
