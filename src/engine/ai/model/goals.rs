//! The aims of all sides: where to walk to, and what to keep others from.

use super::cache::Cache;
use super::row::Row;
use super::table::Table;
use crate::battle::{Act, Fig, Goal, Holder, How, Range, Stand, Target};
use crate::board::{Gait, Sight, Space, Spaces};
use std::sync::Arc;

/// Somewhere to be.
struct Pull<'a> {
    /// Path cost to it from everywhere.
    field: Row<'a, u32>,
    /// Cost still to go after that.
    onward: u32,
    /// Points for being there.
    value: f64,
    /// The only figure it is for, if it is one.
    only: Option<Fig>,
    /// How near counts as there, in path cost.
    near: u32,
    /// Factor once a figure is there: nobody else can take it first.
    held: f64,
}

/// Something to be destroyed.
pub struct Object {
    /// Its spaces.
    pub spaces: Vec<Space>,
    /// Points for a hit that is not saved.
    pub value: f64,
}

/// The goals of all sides, as the own side sees them.
#[derive(Default)]
pub struct Goals<'a> {
    pulls: Vec<Pull<'a>>,
    /// What is to be destroyed.
    pub objects: Vec<Object>,
    /// Points a device's use brings, a device each.
    pub devices: Vec<f64>,
    /// Points that defeating a figure brings besides its worth, a figure each.
    pub bounty: Vec<f64>,
    /// Whether walking off the board counts, and what for.
    pub leaving: Option<f64>,
    /// Whether there is anything but fighting.
    pub any: bool,
}

impl<'a> Goals<'a> {
    /// Reads the goals of the own side and of the others.
    pub fn read(table: &Table<'a>, cache: &mut Cache) -> Self {
        let mut goals = Goals {
            bounty: vec![0.0; table.figures.len()],
            devices: vec![0.0; table.game.devices().len()],
            ..Goals::default()
        };
        let on = |list: &[Fig]| -> f64 { list.iter().map(|f| table.figure(*f).worth).sum() };
        // Winning at once is worth most of an army.
        let prize = 0.375 * (on(&table.friends) + on(&table.foes)) + 2.0;
        let team = table.game.team(table.side);
        for goal in table.game.goals(table.side) {
            goals.pursue(table, cache, goal, prize);
        }
        for side in table.game.all_sides() {
            if table.game.team(side) != team {
                for goal in table.game.goals(side) {
                    goals.oppose(table, goal, prize);
                }
            }
        }
        goals
    }

    fn pursue(&mut self, table: &Table<'a>, cache: &mut Cache, goal: Goal, prize: f64) {
        let board = table.board;
        match goal {
            Goal::Reach {
                spaces,
                need,
                leave,
            } => {
                let value = prize / f64::from(need.max(1));
                if leave {
                    self.leaving = Some(value);
                }
                self.pull(board.field(&spaces, 1, Gait::Walk), 0, value, None, 0);
            }
            Goal::Carry { item: _, now, to } => self.carry(table, cache, now, &to, prize),
            Goal::Destroy { object, hits } => {
                self.besiege(table, &object, prize / f64::from(hits.max(1)));
            }
            Goal::Guard { object, hits } => {
                self.guard(table, &object, prize / f64::from(hits.max(1)));
            }
            Goal::Use { device, at } => {
                let value = prize * 0.5;
                if let Some(slot) = self.devices.get_mut(usize::from(device)) {
                    *slot += value;
                }
                let field = cache.field(board, at);
                self.any = true;
                self.pulls.push(Pull {
                    field,
                    onward: 0,
                    value,
                    only: None,
                    near: 1,
                    held: 1.0,
                });
            }
            Goal::Fight => {}
        }
    }

    /// An item is to be brought to some spaces.
    fn carry(
        &mut self,
        table: &Table<'a>,
        cache: &mut Cache,
        now: Holder,
        to: &Spaces,
        prize: f64,
    ) {
        let board = table.board;
        match now {
            Holder::Figure(holder) if table.figure(holder).friend => {
                let home = board.field(to, 1, Gait::Walk);
                let lead = table.figure(holder).lead;
                self.pull(home, 0, prize, Some(lead), 0);
            }
            Holder::Figure(holder) => self.bounty[holder.index()] += prize / 3.0,
            Holder::Space(space) => {
                let home = board.field(to, 1, Gait::Walk);
                let onward = home[space.index()];
                let field = cache.field(board, space);
                self.any = true;
                self.pulls.push(Pull {
                    field,
                    onward: if onward == u32::MAX { 0 } else { onward },
                    value: prize * 0.75,
                    only: None,
                    near: 0,
                    held: 4.0 / 3.0,
                });
            }
        }
    }

    /// An object is to be destroyed; `value`: points for a hit.
    fn besiege(&mut self, table: &Table<'a>, object: &Spaces, value: f64) {
        let board = table.board;
        let mut beside = Spaces::new(board.len());
        for space in object.iter() {
            for (_, next) in table.grid.neighbours(space) {
                if board.standable().contains(next) {
                    beside.insert(next);
                }
            }
        }
        let field = board.field(&beside, 1, Gait::Walk);
        self.pull(field, 0, value * 0.5, None, 6);
        self.objects.push(Object {
            spaces: object.iter().collect(),
            value,
        });
    }

    /// An object is to be kept: whoever can get at it is worth more dead.
    fn guard(&mut self, table: &Table, object: &Spaces, value: f64) {
        for foe in &table.foes {
            let figure = table.figure(*foe);
            let gap = object
                .iter()
                .map(|s| table.grid.distance(figure.at, s))
                .min()
                .unwrap_or(0);
            self.bounty[foe.index()] += value * 0.25 * time_discount(f64::from(gap) / 12.0);
        }
    }

    fn pull(&mut self, field: Vec<u32>, onward: u32, value: f64, only: Option<Fig>, near: u32) {
        self.any = true;
        self.pulls.push(Pull {
            field: Row::Own(Arc::new(field)),
            onward,
            value,
            only,
            near,
            held: 1.0,
        });
    }

    fn oppose(&mut self, table: &Table, goal: Goal, prize: f64) {
        match goal {
            Goal::Reach { spaces, need, .. } => {
                let value = prize / f64::from(need.max(1));
                for foe in &table.foes {
                    let figure = table.figure(*foe);
                    let gap = spaces
                        .iter()
                        .map(|s| table.grid.distance(figure.at, s))
                        .min()
                        .unwrap_or(0);
                    self.bounty[foe.index()] += value * 0.75 * time_discount(f64::from(gap) / 6.0);
                }
            }
            Goal::Carry {
                now: Holder::Figure(holder),
                ..
            } if !table.figure(holder).friend => {
                self.bounty[holder.index()] += prize * 0.5;
            }
            _ => {}
        }
    }

    /// Points for a group to be at a space: each goal as surely and as soon as it gets there.
    pub fn at(&self, table: &Table, lead: Fig, space: Space, pace: u32) -> f64 {
        let pace = f64::from(pace.max(1));
        let mut sum = 0.0;
        for pull in &self.pulls {
            if pull.only.is_some_and(|only| only != lead) {
                continue;
            }
            let cost = pull.field[space.index()];
            if cost == u32::MAX {
                continue;
            }
            let turns = f64::from(cost.saturating_sub(pull.near) + pull.onward) / pace;
            let in_time = if turns <= f64::from(table.rounds_left) {
                1.0
            } else {
                0.3
            };
            let held = if cost == 0 { pull.held } else { 1.0 };
            sum += pull.value * held * in_time * time_discount(turns);
        }
        sum
    }

    /// Points a figure can expect from attacks on the object from these spaces.
    pub fn siege(&self, table: &Table, who: Fig, anchor: Space, from: &[Space]) -> f64 {
        let figure = table.figure(who);
        let mut best = 0.0;
        for object in &self.objects {
            for mode in &figure.modes {
                let near = object.spaces.iter().copied().find(|s| match mode.range {
                    Range::Touch => table.grid.gap(from, &[*s]) <= 1,
                    Range::Spaces(range) => {
                        table.grid.gap(from, &[*s]) <= range
                            && from
                                .iter()
                                .any(|f| table.board.line(*f, *s) != Sight::Blocked)
                    }
                });
                let Some(space) = near else { continue };
                let stand = Stand {
                    at: anchor,
                    facing: None,
                    aloft: figure.aloft && mode.how != How::Fight,
                };
                let odds = table.game.odds(&Act::new(
                    who,
                    stand,
                    mode.how,
                    Target::Space(space),
                    Sight::Clear,
                ));
                let share = |r: crate::battle::Ratio| *r.numer() as f64 / *r.denom() as f64;
                let p = share(odds.defeat) + share(odds.wound);
                if p * object.value > best {
                    best = p * object.value;
                }
            }
        }
        best
    }
}

/// Discount (0–1) of a gain that comes after a number of turns.
pub fn time_discount(turns: f64) -> f64 {
    1.0 / (1.0 + 0.35 * turns)
}
