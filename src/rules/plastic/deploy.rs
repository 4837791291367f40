//! Deployment (R7): squad by squad, each around the figure that is placed.

use super::{Plastic, round};
use crate::battle::{Answer, Battle, Deploy, Event, Fig, Log, Place, Refused, Side};
use crate::board::{Gait, Space, Spaces};
use crate::rules::parts;
use crate::source::Fault;
use smallvec::SmallVec;

/// How the figures of this battle are placed.
pub fn way(b: &Battle<Plastic>) -> Deploy {
    b.setup.brief.deploy.unwrap_or_default()
}

/// The figures a side has still to deploy, in roster order.
pub fn waiting(b: &Battle<Plastic>, side: Side) -> impl Iterator<Item = Fig> + '_ {
    b.all().filter(move |f| {
        let figure = b.figure(*f);
        figure.side == side && figure.place == Place::Reserve && figure.mark.waits
    })
}

/// The figures that are placed together with one: its squad, as far as it waits.
fn squad(b: &Battle<Plastic>, who: Fig) -> SmallVec<[Fig; 12]> {
    let squad = b.unit(who).squad;
    let mut all: SmallVec<[Fig; 12]> = SmallVec::from_slice(&[who]);
    if squad.is_some() {
        let mates = waiting(b, b.figure(who).side);
        all.extend(mates.filter(|f| *f != who && b.unit(*f).squad == squad));
    }
    all
}

/// Whether there is room for everybody.
///
/// # Errors
/// When a zone is too small.
pub fn check_room(b: &Battle<Plastic>) -> Result<(), Fault> {
    let mut all = Spaces::new(b.board.len());
    let mut everybody = 0;
    for (index, side) in b.setup.sides.iter().enumerate() {
        let figures = waiting(b, Side(index as u8)).count();
        let free = room(b, Side(index as u8));
        all.add(&free);
        everybody += figures;
        // Zones may overlap; each has to hold its own, all together everybody.
        if free.count() < figures || all.count() < everybody {
            return Err(b.setup.brief.scenario.fault_somewhere(format!(
                "the deployment zone of seat {} has {} spaces for {figures} figures",
                side.seat,
                free.count()
            )));
        }
    }
    Ok(())
}

/// The spaces a side may place on now.
fn room(b: &Battle<Plastic>, side: Side) -> Spaces {
    let mut room = b.setup.sides[side.index()].zone.clone();
    for who in b.on_board() {
        room.remove(b.figure(who).at);
    }
    room
}

/// Every placement.
pub fn legal(b: &Battle<Plastic>, each: &mut dyn FnMut(Answer) -> bool) {
    let side = b.state.table.side;
    let room = room(b, side);
    for who in waiting(b, side) {
        for to in room.iter() {
            if !each(Answer::Place { who, to }) {
                return;
            }
        }
    }
}

/// Whether a placement is legal.
///
/// # Errors
/// Why not.
pub fn check(b: &Battle<Plastic>, answer: &Answer) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let side = b.state.table.side;
    let Answer::Place { who, to } = *answer else {
        return refuse("a figure is to be placed now".into());
    };
    if who.index() >= b.state.figures.len() || !waiting(b, side).any(|f| f == who) {
        return refuse("that figure is not waiting to be placed".into());
    }
    if to.index() >= b.board.len() {
        return refuse("that space is not on the board".into());
    }
    let name = || b.board.grid().name(to);
    if !b.setup.sides[side.index()].zone.contains(to) {
        return refuse(format!("{} is not in the deployment zone", name()));
    }
    if !room(b, side).contains(to) {
        return refuse(format!("somebody stands at {} already", name()));
    }
    Ok(())
}

/// Places a figure and its squad around it, and lets the next side place, or the first turn
/// begin.
pub fn resolve<L: Log>(b: &mut Battle<Plastic>, answer: &Answer, log: &mut L) {
    let Answer::Place { who, to } = *answer else {
        return;
    };
    let mut room = room(b, b.state.table.side);
    let mut around: Vec<Space> = vec![to];
    for who in squad(b, who) {
        let at = beside(b, &room, &around, to);
        room.remove(at);
        around.push(at);
        let facing = parts::toward_the_middle(&b.board, at);
        b.emit(
            Event::Placed {
                who,
                to: at,
                aboard: None,
                facing,
            },
            log,
        );
    }
    let next = u8::from(way(b) == Deploy::Alternating);
    go_on(b, next, log);
}

/// The free space nearest to where a squad is placed, beside somebody of it if there is one.
fn beside(b: &Battle<Plastic>, room: &Spaces, around: &[Space], to: Space) -> Space {
    let grid = b.board.grid();
    if room.contains(to) {
        return to;
    }
    let near = room.iter().min_by_key(|s| {
        let apart = around.iter().map(|a| grid.distance(*a, *s)).min();
        (apart, grid.squared_distance(to, *s), *s)
    });
    near.unwrap_or(to)
}

/// Hands the placing over to the next side that has somebody to place, beginning `next` sides
/// on from the one whose turn it was; the first turn begins when nobody has.
pub fn go_on<L: Log>(b: &mut Battle<Plastic>, next: u8, log: &mut L) {
    let sides = b.setup.sides.len() as u8;
    let now = b.state.table.side;
    let side = (next..next + sides)
        .map(|i| Side((now.0 + i) % sides))
        .find(|side| waiting(b, *side).next().is_some());
    match side {
        None => round::open(b, log),
        Some(side) if side == now => {}
        Some(side) => {
            let (side, step) = (Some(side), "deploy");
            b.emit(Event::Step { side, step }, log);
        }
    }
}

/// The place in the zone from where the way to the enemy is shortest, with some room between
/// squads.
pub fn preset(b: &Battle<Plastic>) -> Answer {
    let side = b.state.table.side;
    let who = waiting(b, side).next().unwrap_or(Fig(0));
    let grid = b.board.grid();
    let mut goals = Spaces::new(b.board.len());
    for (index, other) in b.setup.sides.iter().enumerate() {
        if b.team(Side(index as u8)) != b.team(side) {
            goals.add(&other.zone);
        }
    }
    let ways = b.board.field(&goals, 1, Gait::Walk);
    let middle = grid.nearest_to_centre(b.board.spaces());
    let friends: Vec<Space> = b
        .on_board()
        .filter(|f| b.figure(*f).side == side)
        .map(|f| b.figure(f).at)
        .collect();
    let crowd = squad(b, who).len();
    let want: u32 = if crowd > 3 { 4 } else { 2 };
    let to = room(b, side).iter().min_by_key(|space| {
        let apart = friends.iter().map(|f| grid.distance(*space, *f)).min();
        let short = apart.map_or(0, |a| want.saturating_sub(a));
        let off = middle.map_or(0, |m| grid.distance(*space, m));
        (short, ways[space.index()], off, *space)
    });
    Answer::Place {
        who,
        to: to.unwrap_or(Space(0)),
    }
}
