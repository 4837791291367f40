//! What several rulesets share about deployment (R7).

pub mod in_zone;

use super::{aims, parts};
use crate::battle::{
    Aim, Answer, Ask, Battle, Deploy, EachAnswer, Event, Fig, Log, Place, Placed, Ruleset, Side,
};
use crate::board::{Facing, Space, Spaces};
use crate::source::Fault;

/// How the figures of a battle are placed.
pub fn way<R: Ruleset>(b: &Battle<R>) -> Deploy {
    b.setup.brief.deploy.unwrap_or_default()
}

/// How many sides on the next placing is after one.
pub fn step<R: Ruleset>(b: &Battle<R>) -> u8 {
    u8::from(way(b) == Deploy::Alternating)
}

/// The next side that has somebody to place, beginning `step` sides on from one.
pub fn next_side<R: Ruleset>(
    b: &Battle<R>,
    now: Side,
    step: u8,
    waits: impl Fn(Side) -> bool,
) -> Option<Side> {
    let sides = b.setup.sides.len() as u8;
    (step..step + sides)
        .map(|i| Side((now.0 + i) % sides))
        .find(|side| waits(*side))
}

/// Lets the `next` side place that has somebody to place, unless it does so already. False:
/// nobody has.
pub fn hand_over<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    now: Side,
    next: Option<Side>,
    log: &mut L,
) -> bool {
    if next.is_some_and(|side| side != now) {
        let (side, step) = (next, STEP);
        b.emit(Event::Step { side, step }, log);
    }
    next.is_some()
}

/// Lets deployment begin: sets figures beforehand, looks whether there is room for the others, and
/// lets the first side place. Where the program places figures, all are placed as the ruleset's
/// preset says.
///
/// # Errors
/// What is wrong with a figure that the scenario places, or a zone that is too small.
pub fn open<R: Ruleset>(
    mut b: Battle<R>,
    set_beforehand: impl FnOnce(&mut Battle<R>) -> Result<(), Fault>,
    check_room: impl FnOnce(&Battle<R>) -> Result<(), Fault>,
    go_on: impl FnOnce(&mut Battle<R>, u8, &mut ()),
) -> Result<Battle<R>, Fault> {
    set_beforehand(&mut b)?;
    check_room(&b)?;
    go_on(&mut b, 0, &mut ());
    while way(&b) == Deploy::Auto && R::decision(&b).ask == Ask::Deploy {
        let answer = R::preset(&b);
        R::resolve(&mut b, &answer, &mut ());
    }
    Ok(b)
}

/// Sets figures of rules without mounts as the scenario says. `called` is what one is called;
/// `check` says what else is wrong with one; `unfit` what is wrong with a space of a name; `mark`
/// changes what is remembered about a figure that is set.
///
/// # Errors
/// What is wrong with one.
pub fn set_plain<R: Ruleset>(
    b: &mut Battle<R>,
    called: &str,
    check: impl Fn(usize, &Placed) -> Option<String>,
    unfit: impl Fn(Space, &str) -> Option<String>,
    mark: impl Fn(&mut R::Mark, &Placed, usize),
) -> Result<(), Fault> {
    let setup = b.setup.clone();
    let mut done = vec![false; setup.roster.len()];
    for placed in &setup.brief.placed {
        let index = named(b, placed, &mut done, called)?;
        if placed.mounted_on.is_some() || placed.aloft {
            let what = format!(
                "{} has no riding or flying; remove mounted_on and aloft",
                R::NAME
            );
            return Err(fault(b, placed, what));
        }
        if let Some(what) = check(index, placed) {
            return Err(fault(b, placed, what));
        }
        set(b, index, placed, &unfit)?;
        mark(&mut b.state.figures[index].mark, placed, index);
    }
    Ok(())
}

/// The word of events for deployment.
pub const STEP: &str = "deploy";

/// Puts a figure on the board, looking towards its middle, perhaps aboard of another.
pub fn place<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    who: Fig,
    to: Space,
    aboard: Option<Fig>,
    log: &mut L,
) {
    let facing = parts::toward_the_middle(&b.board, to);
    place_facing(b, who, (to, facing), aboard, log);
}

/// Puts a figure on the board, looking so, perhaps aboard of another.
pub fn place_facing<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    who: Fig,
    (to, facing): (Space, Facing),
    aboard: Option<Fig>,
    log: &mut L,
) {
    let placed = Event::Placed {
        who,
        to,
        aboard,
        facing,
    };
    b.emit(placed, log);
}

/// The spaces of a side's zone that nobody stands on, as far as the aim of the scenario leaves them.
pub fn room<R: Ruleset>(b: &Battle<R>, side: Side) -> Spaces {
    let mut room = b.setup.sides[side.index()].zone.clone();
    b.on_board().for_each(|f| room.remove(b.figure(f).at));
    aims::allowed(b, side, room)
}

/// Every placement of some figures, each where it has room, until `each` returns false.
pub fn placements(
    waiting: impl Iterator<Item = Fig>,
    room: impl Fn(Fig) -> Spaces,
    each: &mut EachAnswer,
) {
    for who in waiting {
        for to in room(who).iter() {
            if !each(Answer::Place { who, to }) {
                return;
            }
        }
    }
}

/// Where a side's enemies deploy; in an ambush where they stand, once they do.
pub fn enemy_zones<R: Ruleset>(b: &Battle<R>, side: Side) -> Spaces {
    if b.setup.brief.aim == Aim::Ambush {
        let foes = b
            .on_board()
            .filter(|f| b.team(b.figure(*f).side) != b.team(side));
        let there = Spaces::of(b.board.len(), foes.map(|f| b.figure(f).at));
        if !there.is_empty() {
            return there;
        }
    }
    let mut zones = Spaces::new(b.board.len());
    for (index, other) in b.setup.sides.iter().enumerate() {
        if b.team(Side(index as u8)) != b.team(side) {
            zones.add(&other.zone);
        }
    }
    zones
}

/// Where those of a side stand who are placed already.
pub fn placed<R: Ruleset>(b: &Battle<R>, side: Side) -> Vec<Space> {
    b.on_board()
        .filter(|f| b.figure(*f).side == side)
        .map(|f| b.figure(f).at)
        .collect()
}

/// What is wrong with a figure set beforehand, where the scenario says it.
pub fn fault<R: Ruleset>(b: &Battle<R>, placed: &Placed, what: String) -> Fault {
    Fault {
        file: b.setup.brief.scenario.name.clone(),
        at: Some(placed.line).filter(|at| *at != (0, 0)),
        what,
    }
}

/// The index of the figure that is set beforehand: of those not `named` yet, which it then is.
/// `figure` is what one is called.
///
/// # Errors
/// There is no further one of that name.
pub fn named<R: Ruleset>(
    b: &Battle<R>,
    placed: &Placed,
    named: &mut [bool],
    figure: &str,
) -> Result<usize, Fault> {
    let found = b.setup.roster.iter().enumerate().find(|(i, listed)| {
        !named[*i]
            && listed.side == placed.side
            && (listed.name == placed.unit || listed.number.to_string() == placed.unit)
    });
    let Some((index, _)) = found else {
        let what = format!(
            "side {} has no {figure} {:?} left to set",
            placed.side.0 + 1,
            placed.unit
        );
        return Err(fault(b, placed, what));
    };
    named[index] = true;
    Ok(index)
}

/// Sets figures as the scenario says, in the order of the file, but whoever is aboard of a mount
/// after the mount: as soon as it is `ready`.
///
/// # Errors
/// What `set` finds wrong with one; with the first of those whose mount never comes.
pub fn set_in_turn<'a, R: Ruleset>(
    b: &mut Battle<R>,
    mut waiting: Vec<(Fig, &'a Placed)>,
    ready: impl Fn(&Battle<R>, Fig, &Placed) -> bool,
    mut set: impl FnMut(&mut Battle<R>, Fig, &'a Placed) -> Result<(), Fault>,
) -> Result<(), Fault> {
    while !waiting.is_empty() {
        let next = waiting
            .iter()
            .position(|(who, placed)| placed.mounted_on.is_none() || ready(b, *who, placed));
        let (who, placed) = waiting.remove(next.unwrap_or(0));
        set(b, who, placed)?;
    }
    Ok(())
}

/// Places everybody without asking: those that the scenario names where it says, the others in the
/// zones of their sides, nearest to the middle of the board first. `called` is what a figure is
/// called. For rulesets without mounts whose figures take one space.
///
/// # Errors
/// What is wrong with a figure that the scenario places, or a zone that is too small.
pub fn place_everybody<R: Ruleset>(b: &mut Battle<R>, called: &str) -> Result<(), Fault> {
    let setup = b.setup.clone();
    let ground = setup.board.standable();
    let mut done = vec![false; setup.roster.len()];
    for placed in &setup.brief.placed {
        let index = named(b, placed, &mut done, called)?;
        set(b, index, placed, |at, name| {
            (!ground.contains(at)).then(|| format!("{called}s cannot stand on {name}"))
        })?;
    }
    let grid = setup.board.grid();
    let middle = grid.nearest_to_centre(ground);
    for who in b.all().filter(|f| !done[f.index()]) {
        let room = room(b, b.figure(who).side);
        let off = |space: &Space| middle.map_or(0, |m| grid.distance(*space, m));
        let Some(to) = room.iter().min_by_key(|space| (off(space), *space)) else {
            let what = format!("the deployment zone has no room for all {called}s");
            return Err(setup.brief.scenario.fault_under(&["map"], what));
        };
        place(b, who, to, None, &mut ());
    }
    Ok(())
}

/// Puts a figure of one space where the scenario sets it beforehand; `unfit` says what is wrong
/// with a space it cannot stand on, of that name.
///
/// # Errors
/// It stands nowhere, or where it cannot.
pub fn set<R: Ruleset>(
    b: &mut Battle<R>,
    index: usize,
    placed: &Placed,
    unfit: impl Fn(Space, &str) -> Option<String>,
) -> Result<Place, Fault> {
    let place = match (placed.out, placed.reserve, placed.at) {
        (true, ..) => Place::Gone,
        (_, true, _) => Place::Reserve,
        (_, _, None) => {
            let name = &b.setup.roster[index].name;
            return Err(fault(
                b,
                placed,
                format!("{name} needs a place: at = \"C4\", out = true or reserve = true"),
            ));
        }
        (_, _, Some(at)) => {
            let name = b.board.grid().name(at);
            if let Some(what) = unfit(at, &name) {
                return Err(fault(b, placed, what));
            }
            if b.on_board().any(|f| b.figure(f).at == at) {
                let what = format!("another figure already stands on {name}");
                return Err(fault(b, placed, what));
            }
            Place::On
        }
    };
    let facing = placed.at.map(|at| {
        placed
            .facing
            .unwrap_or_else(|| parts::toward_the_middle(&b.board, at))
    });
    let figure = &mut b.state.figures[index];
    figure.place = place;
    if let (Place::On, Some(at), Some(facing)) = (place, placed.at, facing) {
        (figure.at, figure.facing) = (at, facing);
    }
    Ok(place)
}
