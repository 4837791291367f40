//! Moves in a straight line: from the centre of a space to that of another, over nothing but free
//! ground.

use super::Facing;
use super::grid::{Crossing, GridKind, Offset, trace};
use super::shape::Shape;
use std::borrow::Cow;

/// A straight line to somewhere, as vectors from where it begins.
#[derive(Clone, Debug)]
pub(super) struct Hop {
    /// The end.
    pub to: Offset,
    /// Its distance in spaces.
    pub distance: u32,
    /// Every space that the line passes through or between, the end included.
    pub over: Box<[Offset]>,
    /// The sides that the line crosses: a space, and the direction of the one behind the side.
    pub sides: Box<[(Offset, Facing)]>,
    /// A space for each step of the way, each beside the one before; where the line runs between
    /// two, both.
    pub path: Box<[[Offset; 2]]>,
}

impl Hop {
    /// The line to a place.
    fn new(kind: GridKind, to: Offset, length: impl Fn(Offset) -> u32) -> Self {
        let (mut over, mut sides) = (Vec::new(), Vec::new());
        let mut side = |from: Offset, to: Offset| {
            let step = (to.0 - from.0, to.1 - from.1);
            if let Some(direction) = kind.steps().iter().position(|s| *s == step) {
                sides.push((from, Facing(direction as u8)));
            }
        };
        let mut before = [(0, 0); 2];
        for portion in trace(kind, to) {
            let now = match portion.crossing {
                Crossing::Through(at) => [at, at],
                Crossing::Between(a, b) => [a, b],
            };
            // Where two spaces lie beside the line, both must be open from both ends.
            for (from, to) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
                if from <= usize::from(before[0] != before[1])
                    && to <= usize::from(now[0] != now[1])
                {
                    side(before[from], now[to]);
                }
            }
            for at in now {
                if !over.contains(&at) {
                    over.push(at);
                }
            }
            before = now;
        }
        let distance = length(to);
        let beside_line = |at: &Offset| (at.0 * to.1 - at.1 * to.0).unsigned_abs();
        let step = |n: u32| {
            let mut there: Vec<Offset> =
                over.iter().copied().filter(|at| length(*at) == n).collect();
            there.sort_by_key(|at| (beside_line(at), *at));
            let first = there.first().copied().unwrap_or(to);
            let second = there
                .get(1)
                .filter(|at| beside_line(at) == beside_line(&first));
            [first, *second.unwrap_or(&first)]
        };
        Self {
            to,
            distance,
            path: (1..=distance).map(step).collect(),
            over: over.into(),
            sides: sides.into(),
        }
    }
}

impl Shape {
    /// The longest straight lines that are kept, in spaces.
    const HOP: u32 = 16;

    /// All straight lines up to a length.
    pub(super) fn hops(&self, far: u32) -> Cow<'_, [Hop]> {
        if far > Self::HOP {
            return self.find_hops(far).into();
        }
        let all = self.hops.get_or_init(|| self.find_hops(Self::HOP));
        let end = all.partition_point(|hop| hop.distance <= far);
        Cow::Borrowed(&all[..end])
    }
    /// Straight lines to everywhere up to a distance, the shortest first.
    fn find_hops(&self, far: u32) -> Vec<Hop> {
        let span = far as i32;
        let length = |at| self.grid.length(at);
        let mut all: Vec<Hop> = (-span..=span)
            .flat_map(|x| (-span..=span).map(move |y| (x, y)))
            .filter(|to| (1..=far).contains(&length(*to)))
            .map(|to| Hop::new(self.grid.kind, to, length))
            .collect();
        all.sort_by_key(|hop| hop.distance);
        all
    }
}
