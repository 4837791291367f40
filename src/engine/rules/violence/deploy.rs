//! Deployment (R7): who places next, where, and a good place for it.

use super::ground::is_flat;
use super::{Mark, Table, Violence, round};
use crate::battle::{Answer, Battle, Fig, Log, Side};
use crate::board::{Board, Gait, Space};
use crate::rules::deploying::in_zone::{self, InZone, waiting};
use crate::rules::deploying::{self, room};

impl InZone for Violence {
    const WORDS: [&'static str; 2] = ["spaces of flat ground", "fighters"];

    fn waits(mark: &Mark) -> bool {
        mark.waits
    }
    fn unfit(board: &Board, at: Space, name: &str) -> Option<String> {
        (!is_flat(board, at)).then(|| format!("{name} is not flat, open ground"))
    }
    fn placing(table: &Table) -> Side {
        table.side
    }
    fn begin_rounds<L: Log>(b: &mut Battle<Self>, log: &mut L) {
        round::open(b, log);
    }
}

/// Places a figure, and lets the next side place, or the first turn begin.
pub fn resolve<L: Log>(battle: &mut Battle<Violence>, answer: &Answer, log: &mut L) {
    let Answer::Place { who, to } = *answer else {
        return;
    };
    deploying::place(battle, who, to, None, log);
    in_zone::go_on_after_one(battle, log);
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
