//! Deployment (R7): who places next, where, and a good place for it.

use super::ground::is_flat;
use super::{Violence, round};
use crate::battle::{Answer, Battle, EachAnswer, Fig, Log, Place, Refused, Side};
use crate::board::{Gait, Space};
use crate::rules::deploying::{self, room};
use crate::source::Fault;

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
    deploying::check_room(
        battle,
        |side| waiting(battle, side).count(),
        |side| room(battle, side),
        ["spaces of flat ground", "fighters"],
    )
}

/// Every placement.
pub fn legal(battle: &Battle<Violence>, each: &mut EachAnswer) {
    let side = battle.state.table.side;
    deploying::placements_in_zone(battle, side, waiting(battle, side), each);
}

/// Whether a placement is legal.
///
/// # Errors
/// Why not.
pub fn check(battle: &Battle<Violence>, answer: &Answer) -> Result<(), Refused> {
    let side = battle.state.table.side;
    let (_, to) = deploying::placement(battle, answer, |who| {
        waiting(battle, side).any(|f| f == who)
    })?;
    if !is_flat(&battle.board, to) {
        let name = battle.board.grid().name(to);
        return Err(Refused(format!("{name} is not flat, open ground")));
    }
    deploying::in_zone(battle, side, to, &room(battle, side))
}

/// Places a figure, and lets the next side place, or the first turn begin.
pub fn resolve<L: Log>(battle: &mut Battle<Violence>, answer: &Answer, log: &mut L) {
    let Answer::Place { who, to } = *answer else {
        return;
    };
    deploying::place(battle, who, to, None, log);
    go_on(battle, deploying::step(battle), log);
}

/// Hands the placing over to the next side that has somebody to place, beginning `next` sides
/// on from the one whose turn it was; the first turn begins when nobody has.
pub fn go_on<L: Log>(battle: &mut Battle<Violence>, next: u8, log: &mut L) {
    let now = battle.state.table.side;
    let waits = |b: &Battle<_>, side| waiting(b, side).next().is_some();
    if !deploying::go_on(battle, (now, next), waits, log) {
        round::open(battle, log);
    }
}

/// The place in the zone from where the way to the enemy is shortest, a space apart from
/// friends.
pub fn preset(battle: &Battle<Violence>) -> Answer {
    let side = battle.state.table.side;
    let who = waiting(battle, side).next().unwrap_or(Fig(0));
    let grid = battle.board.grid();
    let goals = deploying::enemy_zones(battle, side);
    let ways = battle.board.field(&goals, 1, Gait::Walk);
    let middle = grid.nearest_to_centre(battle.board.spaces());
    let friends = deploying::placed(battle, side);
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
