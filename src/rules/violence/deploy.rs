//! Deployment (R7): who places next, where, and a good place for it.

use super::ground::is_flat;
use super::{Violence, round};
use crate::battle::{Answer, Battle, Deploy, Event, Fig, Log, Place, Refused, Side};
use crate::board::{Gait, Space, Spaces};
use crate::rules::parts;
use crate::source::Fault;

/// How the figures of this battle are placed.
pub fn way(battle: &Battle<Violence>) -> Deploy {
    battle.setup.brief.deploy.unwrap_or_default()
}

/// Whether a figure is to be deployed by its side.
fn waits(battle: &Battle<Violence>, who: Fig) -> bool {
    let figure = battle.figure(who);
    figure.place == Place::Reserve && figure.mark.waits
}

/// The figures a side has still to deploy, in roster order.
pub fn waiting(battle: &Battle<Violence>, side: Side) -> impl Iterator<Item = Fig> + '_ {
    battle
        .all()
        .filter(move |f| battle.figure(*f).side == side && waits(battle, *f))
}

/// Whether there is room for everybody.
///
/// # Errors
/// When a zone is too small.
pub fn check_room(battle: &Battle<Violence>) -> Result<(), Fault> {
    let mut all = Spaces::new(battle.board.len());
    let mut everybody = 0;
    for (index, side) in battle.setup.sides.iter().enumerate() {
        let (fighters, mut free) = (
            waiting(battle, Side(index as u8)).count(),
            side.zone.clone(),
        );
        free.subtract(&taken(battle));
        all.add(&free);
        everybody += fighters;
        // Zones may overlap; each has to hold its own, all together everybody.
        if free.count() < fighters || all.count() < everybody {
            return Err(battle.setup.brief.scenario.fault_somewhere(format!(
                "the deployment zone of seat {} has {} spaces of flat ground for {fighters} fighters",
                side.seat,
                free.count()
            )));
        }
    }
    Ok(())
}

/// The spaces somebody stands on.
pub fn taken(battle: &Battle<Violence>) -> Spaces {
    Spaces::of(
        battle.board.len(),
        battle.on_board().map(|f| battle.figure(f).at),
    )
}

/// The spaces a side may place on now.
fn room(battle: &Battle<Violence>, side: Side) -> Spaces {
    let mut room = battle.setup.sides[side.index()].zone.clone();
    room.subtract(&taken(battle));
    room
}

/// Every placement.
pub fn legal(battle: &Battle<Violence>, each: &mut dyn FnMut(Answer) -> bool) {
    let side = battle.state.table.side;
    let room = room(battle, side);
    for who in waiting(battle, side) {
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
pub fn check(battle: &Battle<Violence>, answer: &Answer) -> Result<(), Refused> {
    let side = battle.state.table.side;
    let Answer::Place { who, to } = *answer else {
        return Err(Refused("a figure is to be placed now".into()));
    };
    if who.index() >= battle.state.figures.len() || !waiting(battle, side).any(|f| f == who) {
        return Err(Refused("that figure is not waiting to be placed".into()));
    }
    let name = || battle.board.grid().name(to);
    if to.index() >= battle.board.len() {
        return Err(Refused("that space is not on the board".into()));
    }
    if !is_flat(&battle.board, to) {
        return Err(Refused(format!("{} is not flat ground", name())));
    }
    if !battle.setup.sides[side.index()].zone.contains(to) {
        return Err(Refused(format!("{} is not in the deployment zone", name())));
    }
    if taken(battle).contains(to) {
        return Err(Refused(format!("somebody stands at {} already", name())));
    }
    Ok(())
}

/// Places a figure, and lets the next side place, or the first turn begin.
pub fn resolve<L: Log>(battle: &mut Battle<Violence>, answer: &Answer, log: &mut L) {
    let Answer::Place { who, to } = *answer else {
        return;
    };
    let facing = parts::toward_the_middle(&battle.board, to);
    battle.emit(
        Event::Placed {
            who,
            to,
            aboard: None,
            facing,
        },
        log,
    );
    let next = match way(battle) {
        Deploy::Alternating => 1,
        _ => 0,
    };
    go_on(battle, next, log);
}

/// Hands the placing over to the next side that has somebody to place, beginning `next` sides
/// on from the one whose turn it was; the first turn begins when nobody has.
pub fn go_on<L: Log>(battle: &mut Battle<Violence>, next: u8, log: &mut L) {
    let sides = battle.setup.sides.len() as u8;
    let now = battle.state.table.side;
    let side = (next..next + sides)
        .map(|i| Side((now.0 + i) % sides))
        .find(|side| waiting(battle, *side).next().is_some());
    match side {
        None => round::open(battle, log),
        Some(side) if side == now => {}
        Some(side) => battle.emit(
            Event::Step {
                side: Some(side),
                step: "deploy",
            },
            log,
        ),
    }
}

/// The place in the zone from where the way to the enemy is shortest, a space apart from
/// friends.
pub fn preset(battle: &Battle<Violence>) -> Answer {
    let side = battle.state.table.side;
    let who = waiting(battle, side).next().unwrap_or(Fig(0));
    let grid = battle.board.grid();
    let mut goals = Spaces::new(battle.board.len());
    for (index, other) in battle.setup.sides.iter().enumerate() {
        if battle.team(Side(index as u8)) != battle.team(side) {
            goals.add(&other.zone);
        }
    }
    let ways = battle.board.field(&goals, 1, Gait::Walk);
    let middle = grid.nearest_to_centre(battle.board.spaces());
    let friends: Vec<Space> = battle
        .on_board()
        .filter(|f| battle.figure(*f).side == side)
        .map(|f| battle.figure(f).at)
        .collect();
    let to = room(battle, side).iter().min_by_key(|space| {
        let apart = friends
            .iter()
            .map(|f| grid.distance(*space, *f))
            .min()
            .unwrap_or(2);
        let off = middle.map_or(0, |m| grid.distance(*space, m));
        (ways[space.index()], apart.abs_diff(2), off, *space)
    });
    Answer::Place {
        who,
        to: to.unwrap_or(Space(0)),
    }
}
