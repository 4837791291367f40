//! Where one enemy can do something, and the classes into which that divides the spaces.
//!
//! On all spaces of a class an enemy can do the same to a figure of one space, if odds do not depend
//! on the place. In class 0 it can do nothing.

use super::figure::{FigureInfo, reach_of, sees};
use super::places::Places;
use crate::battle::Mode;
use crate::board::{Board, Facing, Sight, Space, Spaces};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// The class of a space.
pub type Class = u16;

/// Which of some places lie in a class other than 0, by their number, each with its class.
pub type Classed = Vec<(u32, Class)>;

/// Where a way of attacking can hit after a move.
#[derive(Debug)]
pub struct Zone {
    pub mode: Mode,
    pub spaces: Spaces,
    /// Attacks left after having come there.
    pub times: u8,
}

impl Zone {
    /// Whether any of these spaces lies in it.
    #[inline]
    pub fn meets(&self, spaces: &[Space]) -> bool {
        match spaces {
            [space] => self.spaces.contains(*space),
            all => all.iter().any(|space| self.spaces.contains(*space)),
        }
    }
}

/// Everything that one enemy can attack after a move.
#[derive(Debug, Default)]
pub struct Reached {
    /// One for each way of attacking, and more where it can move farther to attack less often.
    pub zones: Vec<Zone>,
    /// The class of each space, once somebody has asked.
    classes: OnceLock<Vec<Class>>,
}

/// The zones of one enemy, shared with those who remember them.
pub type Zones = Arc<Reached>;

impl Reached {
    pub fn of(zones: Vec<Zone>) -> Zones {
        Arc::new(Self {
            zones,
            classes: OnceLock::new(),
        })
    }

    /// Fills `out` with the classes of some places.
    pub fn classes(&self, board: &Board, foe: &FigureInfo, places: &Places, out: &mut Classed) {
        out.clear();
        let anywhere = |zone: &Zone| zone.times == zone.mode.times;
        if self.zones.iter().all(anywhere) {
            match self.zones.len() {
                0 => return,
                1 => return self.classes_of_few::<1>(board, places, out),
                2 => return self.classes_of_few::<2>(board, places, out),
                3 => return self.classes_of_few::<3>(board, places, out),
                _ => {}
            }
        }
        let classes = self.classes.get_or_init(|| self.classify(board, foe));
        for (i, space) in places.all.iter().enumerate() {
            let class = classes[space.index()];
            if class != 0 {
                out.push((i as u32, class));
            }
        }
    }

    /// The same for exactly `ZONES` zones, each with all attacks left everywhere: only places that
    /// lie in one are looked at.
    fn classes_of_few<const ZONES: usize>(
        &self,
        board: &Board,
        places: &Places,
        out: &mut Classed,
    ) {
        let among = places.set.words();
        let covering = &board.covering().words()[..among.len()];
        let mut zones: [&[u64]; ZONES] = [&[]; ZONES];
        for (i, zone) in zones.iter_mut().enumerate() {
            *zone = &self.zones[i].spaces.words()[..among.len()];
        }
        for (i, among) in among.iter().enumerate() {
            let (mut hit, mut any) = ([0; ZONES], 0);
            for (k, zone) in zones.iter().enumerate() {
                hit[k] = zone[i];
                any |= zone[i];
            }
            let mut left = among & any;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let mut class = 0;
                for word in &hit {
                    class = class << 1 | (word >> bit & 1) as Class;
                }
                class = class << 1 | (covering[i] >> bit & 1) as Class;
                let number = places.number(Space(i as u32 * 64 + bit));
                out.push((number, class));
            }
        }
    }

    fn classify(&self, board: &Board, foe: &FigureInfo) -> Vec<Class> {
        let mut classes = vec![0; board.len()];
        let covering = board.covering().words();
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
pub struct Stood {
    at: Space,
    size: u8,
    arc: Option<Facing>,
    modes: SmallVec<[Mode; 3]>,
    classes: Vec<Class>,
}

impl Stood {
    const UNKNOWN: Class = Class::MAX;

    /// Of an enemy with these ways of attacking.
    pub fn of(board: &Board, foe: &FigureInfo, modes: &[Mode]) -> Self {
        Self {
            at: foe.at,
            size: foe.size,
            arc: foe.arc,
            modes: SmallVec::from_slice(modes),
            classes: vec![Self::UNKNOWN; board.len()],
        }
    }
    /// Whether it is of the same enemy at the same place with the same ways of attacking.
    pub fn holds(&self, foe: &FigureInfo, modes: &[Mode]) -> bool {
        (self.at, self.size, self.arc) == (foe.at, foe.size, foe.arc) && self.modes[..] == *modes
    }
    /// Fills `out` with the classes of some places.
    pub fn classes(&mut self, board: &Board, foe: &FigureInfo, places: &Places, out: &mut Classed) {
        out.clear();
        let farthest = self.modes.iter().map(reach_of).max().unwrap_or(0);
        let near = places.near(board, foe, farthest, false);
        for space in near.as_ref().unwrap_or(&places.set).iter() {
            let mut class = self.classes[space.index()];
            if class == Self::UNKNOWN {
                class = self.class(board, foe, space);
                self.classes[space.index()] = class;
            }
            if class != 0 {
                out.push((places.number(space), class));
            }
        }
    }
    /// What is seen of a space, way by way.
    fn class(&self, board: &Board, foe: &FigureInfo, space: Space) -> Class {
        let gap = u32::from(foe.far[space.index()]);
        let of_mode = |class: Class, mode: &Mode| {
            let sight = if gap > reach_of(mode) {
                None
            } else {
                sees(board, mode, &foe.spaces, &[space], gap, foe.arc)
            };
            class << 2 | sight.map_or(0, |sight| 1 + Class::from(sight == Sight::Clear))
        };
        self.modes.iter().fold(0, of_mode)
    }
}

/// Which of 64 spaces are at most so far from a figure.
fn near(figure: &FigureInfo, reach: u32, word: usize, spaces: u64) -> u64 {
    let (mut near, mut left) = (0, spaces);
    while left != 0 {
        let bit = left.trailing_zeros();
        left &= left - 1;
        let gap = figure.gap(&[Space(word as u32 * 64 + bit)]);
        near |= u64::from(gap <= reach) << bit;
    }
    near
}
