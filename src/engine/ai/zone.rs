//! Where one enemy can do something, and the classes into which that divides the spaces.
//!
//! To a figure of one space an enemy can do the same on all spaces of a class, as long as odds do
//! not depend on where it is. Class 0 is where it can do nothing.

use super::memory::Memory;
use super::table::{Man, Table};
use super::threat::{reach_of, times};
use crate::battle::{Fig, Mode, Range};
use crate::board::{Facing, Reach, Sight, Space, Spaces};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// From how many of the spaces an enemy can reach its shots are looked at.
const SAMPLES: usize = 10;

/// The class of a space.
pub(super) type Class = u16;

/// Where a way of attacking can hit after a move.
#[derive(Debug)]
pub(super) struct Zone {
    pub mode: Mode,
    pub spaces: Spaces,
    /// Attacks left after having come there.
    pub times: u8,
}

/// All that one enemy can hit after a move.
#[derive(Debug, Default)]
pub(super) struct Reached {
    /// One for each way of attacking, and more where it can move farther to attack less often.
    pub zones: Vec<Zone>,
    /// The class of each space, once somebody has asked.
    classes: OnceLock<Vec<Class>>,
}

/// The zones of one enemy, shared with those who remember them.
pub(super) type Zones = Arc<Reached>;

impl Reached {
    fn of(zones: Vec<Zone>) -> Zones {
        Arc::new(Self {
            zones,
            classes: OnceLock::new(),
        })
    }

    /// The class of each space.
    pub(super) fn classes(&self, table: &Table, foe: &Man) -> &[Class] {
        self.classes.get_or_init(|| self.classify(table, foe))
    }

    fn classify(&self, table: &Table, foe: &Man) -> Vec<Class> {
        let mut classes = vec![0; table.board.len()];
        let covering = table.board.covering().words();
        let mut known: SmallVec<[u64; 16]> = SmallVec::new();
        for (i, covering) in covering.iter().enumerate() {
            let all = self
                .zones
                .iter()
                .fold(0, |hit, zone| hit | zone.spaces.words()[i]);
            if all == 0 {
                continue;
            }
            // Each halves what is left of a class.
            let mut halves: SmallVec<[u64; 8]> = SmallVec::new();
            halves.push(*covering);
            for zone in &self.zones {
                halves.push(zone.spaces.words()[i]);
                if zone.times != zone.mode.times {
                    halves.push(near(foe, reach_of(&zone.mode), i, all));
                }
            }
            // Each part shares the halves it lies in.
            let mut left = all;
            while left != 0 {
                let first = left.trailing_zeros();
                let (mut sides, mut part) = (0, left);
                for half in &halves {
                    let inside = half >> first & 1;
                    sides = sides << 1 | inside;
                    part &= if inside == 1 { *half } else { !*half };
                }
                left &= !part;
                let at = known.iter().position(|k| *k == sides).unwrap_or_else(|| {
                    known.push(sides);
                    known.len() - 1
                });
                while part != 0 {
                    classes[i * 64 + part.trailing_zeros() as usize] = 1 + at as Class;
                    part &= part - 1;
                }
            }
        }
        classes
    }
}

/// The classes of the spaces for an enemy that attacks from where it stands, as far as they have
/// been asked for, and what they came from.
#[derive(Debug)]
pub(super) struct Stood {
    at: Space,
    size: u8,
    arc: Option<Facing>,
    modes: SmallVec<[Mode; 3]>,
    classes: Vec<Class>,
}

impl Stood {
    const UNKNOWN: Class = Class::MAX;

    /// Of an enemy with these ways of attacking.
    pub(super) fn of(table: &Table, foe: &Man, modes: &[Mode]) -> Self {
        Self {
            at: foe.at,
            size: foe.size,
            arc: foe.arc,
            modes: SmallVec::from_slice(modes),
            classes: vec![Self::UNKNOWN; table.board.len()],
        }
    }
    /// Whether it is of the same enemy at the same place with the same ways of attacking.
    pub(super) fn holds(&self, foe: &Man, modes: &[Mode]) -> bool {
        (self.at, self.size, self.arc) == (foe.at, foe.size, foe.arc) && self.modes[..] == *modes
    }
    /// The class of each space, right for these spaces.
    pub(super) fn classes(&mut self, table: &Table, foe: &Man, spaces: &[Space]) -> &[Class] {
        for space in spaces {
            if self.classes[space.index()] == Self::UNKNOWN {
                self.classes[space.index()] = self.class(table, foe, *space);
            }
        }
        &self.classes
    }
    /// What is seen of a space, way by way.
    fn class(&self, table: &Table, foe: &Man, space: Space) -> Class {
        let gap = u32::from(foe.far[space.index()]);
        let of_mode = |class: Class, mode: &Mode| {
            let sight = if gap > reach_of(mode) {
                None
            } else {
                table.sees(mode, &foe.spaces, &[space], gap, foe.arc)
            };
            class << 2 | sight.map_or(0, |sight| 1 + Class::from(sight == Sight::Clear))
        };
        self.modes.iter().fold(0, of_mode)
    }
}

/// Which of 64 spaces are at most so far from a figure.
fn near(man: &Man, reach: u32, word: usize, spaces: u64) -> u64 {
    let (mut near, mut left) = (0, spaces);
    while left != 0 {
        let bit = left.trailing_zeros();
        left &= left - 1;
        let gap = man.gap(&[Space(word as u32 * 64 + bit)]);
        near |= u64::from(gap <= reach) << bit;
    }
    near
}

/// The zones of an enemy's ways of attacking, after a move to any space of its reach.
pub(super) fn zones(
    table: &Table,
    memory: &mut Memory,
    foe: Fig,
    modes: &[Mode],
    reach: &Reach,
) -> Zones {
    let man = table.man(foe);
    if let Some(known) = memory.zones(foe, man, modes, reach.ends()) {
        return known;
    }
    let mut zones: Vec<Zone> = Vec::with_capacity(modes.len());
    for mode in modes {
        let times = times(mode, !mode.still);
        zones.push(Zone {
            mode: *mode,
            spaces: hit(table, man, mode, reach),
            times,
        });
        // With more actions it comes farther, and attacks less.
        let pace = reach.ends().last().map_or(0, |(_, cost)| *cost);
        for moves in 2..=u32::from(times) {
            if !mode.how.takes_action() || pace == 0 {
                break;
            }
            let field = memory.field(table.board, man.at);
            let near = |space: &Space| field[space.index()] <= moves * pace;
            let ends = table.board.spaces().iter().filter(near);
            let mut spaces = Spaces::of(table.board.len(), ends);
            table.board.grow(&mut spaces, reach_of(mode));
            zones.push(Zone {
                mode: *mode,
                spaces,
                times: times + 1 - moves as u8,
            });
        }
    }
    let zones = Reached::of(zones);
    memory.keep_zones(foe, man, modes, reach.ends(), zones.clone());
    zones
}

/// What is hit from off the board: everything.
pub(super) fn everywhere(table: &Table, modes: &[Mode]) -> Zones {
    let zone = |mode: &Mode| Zone {
        mode: *mode,
        spaces: table.board.spaces().clone(),
        times: mode.times,
    };
    Reached::of(modes.iter().map(zone).collect())
}

/// What one way of attacking can hit after one move.
fn hit(table: &Table, man: &Man, mode: &Mode, reach: &Reach) -> Spaces {
    let mut spaces = Spaces::new(table.board.len());
    match mode.range {
        Range::Touch => {
            for (end, _) in reach.ends() {
                if man.size == 1 {
                    spaces.insert(*end);
                    continue;
                }
                for own in table.spaces_at(man, *end) {
                    spaces.insert(own);
                }
            }
            table.board.grow(&mut spaces, 1);
        }
        Range::Spaces(range) if !mode.sight && man.size == 1 => {
            spaces.insert(man.at);
            for (end, _) in reach.ends() {
                spaces.insert(*end);
            }
            table.board.grow(&mut spaces, range);
        }
        Range::Spaces(range) => {
            // Where it is, and evenly from the far half of where it can go.
            let ends = if mode.still { &[] } else { reach.ends() };
            let far = &ends[ends.len() / 2..];
            let stride = far.len().div_ceil(SAMPLES).max(1);
            let sampled = far.iter().step_by(stride).map(|(end, _)| *end);
            for from in std::iter::once(man.at).chain(sampled) {
                table.board.add_within(from, range, mode.sight, &mut spaces);
            }
        }
    }
    spaces
}
