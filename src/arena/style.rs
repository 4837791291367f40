//! Playing style of a side in numbers: distance to the enemy, charges, and time spent near an
//! objective.

use crate::battle::{Event, Fig, Goal, Holder, Side};
use crate::board::Space;
use crate::rules::Game;
use serde::{Deserialize, Serialize};

/// Distance in spaces up to which a figure counts as near an objective.
const THERE: u32 = 3;

/// Counts of one side. They are sums, so the counts of several battles can be added.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayingStyle {
    /// Figures on the board at the end of each round except the last, summed over rounds.
    pub turns: u64,
    /// Spaces from each of them to the nearest enemy, summed.
    pub gaps: u64,
    /// Moves.
    pub moves: u64,
    /// Moves that ended next to an enemy and did not begin next to one.
    pub charges: u64,
    /// Those of `turns` that were in battles with an objective.
    pub aimed: u64,
    /// Those of `aimed` within three spaces of the objective.
    pub there: u64,
}

impl PlayingStyle {
    /// Adds the counts of another.
    pub fn merge(&mut self, other: &PlayingStyle) {
        self.turns += other.turns;
        self.gaps += other.gaps;
        self.moves += other.moves;
        self.charges += other.charges;
        self.aimed += other.aimed;
        self.there += other.there;
    }

    /// Counts the events of one answer for a side; `game` is the state after them.
    pub fn add(&mut self, game: &Game, side: Side, events: &[Event]) {
        for event in events {
            match event {
                Event::Moved { who, path, .. } if game.side(*who) == side => {
                    self.moves += 1;
                    let begun = path.first().and_then(|at| gap(game, side, &[*at]));
                    let ended = gap(game, side, &game.spaces(*who));
                    self.charges += u64::from(ended <= Some(1) && begun > Some(1));
                }
                // At the first round all figures stand where they were deployed.
                Event::Round { number } if *number > 1 => self.add_round(game, side),
                _ => {}
            }
        }
    }

    fn add_round(&mut self, game: &Game, side: Side) {
        let aims = aims(game, side);
        let grid = game.board().grid();
        for who in of_side(game, side) {
            let spaces = game.spaces(who);
            let Some(gap) = gap(game, side, &spaces) else {
                continue;
            };
            self.turns += 1;
            self.gaps += u64::from(gap);
            if !aims.is_empty() {
                self.aimed += 1;
                self.there += u64::from(grid.gap(&spaces, &aims) <= THERE);
            }
        }
    }

    /// Average distance to the nearest enemy at the end of a round, in spaces.
    pub fn range(&self) -> f64 {
        self.gaps as f64 / self.turns.max(1) as f64
    }
    /// Charges in 100 moves.
    pub fn charging(&self) -> f64 {
        100.0 * self.charges as f64 / self.moves.max(1) as f64
    }
    /// Percentage of turns near an objective; none in battles without one.
    pub fn aiming(&self) -> Option<f64> {
        (self.aimed > 0).then(|| 100.0 * self.there as f64 / self.aimed as f64)
    }
}

fn of_side(game: &Game, side: Side) -> impl Iterator<Item = Fig> + '_ {
    game.on_board().filter(move |f| game.side(*f) == side)
}

/// Distance in spaces to the nearest enemy of a side; none if there is no enemy.
fn gap(game: &Game, side: Side, spaces: &[Space]) -> Option<u32> {
    let team = game.team(side);
    let foes = game.on_board().filter(|f| game.team(game.side(*f)) != team);
    let grid = game.board().grid();
    foes.map(|f| grid.gap(spaces, &game.spaces(f))).min()
}

/// Spaces of all objectives of a side.
fn aims(game: &Game, side: Side) -> Vec<Space> {
    let mut aims = Vec::new();
    for goal in game.goals(side) {
        match goal {
            Goal::Reach { spaces, .. } => aims.extend(spaces.iter()),
            Goal::Carry { now, to, .. } => {
                aims.extend(to.iter());
                aims.push(match now {
                    Holder::Space(space) => space,
                    Holder::Figure(who) => game.at(who),
                });
            }
            Goal::Destroy { object, .. } | Goal::Guard { object, .. } => aims.extend(object.iter()),
            Goal::Use { at, .. } => aims.push(at),
            Goal::Fight => {}
        }
    }
    aims
}
