//! Single steps: which are open, and what they cost (B6, B8).

use super::{Board, Cost, Facing, Gait, Space, Spaces};

/// The steps of figures of one size and gait: two bit masks of directions an anchor.
pub(super) struct Steps {
    /// Directions that are open, and those among them that cost 2.
    pub masks: Vec<[u8; 2]>,
    /// Anchors where such a figure may end its move; none: wherever it can step to.
    pub rest: Option<Spaces>,
}

impl Gait {
    /// All gaits.
    pub const ALL: [Gait; 3] = [Gait::Walk, Gait::Swim, Gait::Fly];
}

impl Board {
    /// What entering this space costs.
    fn entry(&self, space: Space, gait: Gait) -> Option<u32> {
        let kind = self.terrain(space);
        match (gait, kind.cost) {
            _ if kind.void => None,
            (Gait::Fly, _) => Some(1),
            (Gait::Swim, _) if kind.water => Some(1),
            (_, Cost::Plain) => Some(1),
            (_, Cost::Hard) => Some(2),
            (_, Cost::No) => None,
        }
    }
    /// What a step of a figure of one space costs: 1 or 2; none: there is no way (B6, B8).
    pub(super) fn step(&self, from: Space, direction: Facing, gait: Gait) -> Option<u32> {
        let to = self.shape.neighbour(from, direction)?;
        let entry = self.entry(to, gait)?;
        if gait == Gait::Fly {
            return Some(entry);
        }
        let climb = if self.level(from) == self.level(to) {
            1
        } else {
            2
        };
        let side = |a: Space, d: Facing| match self.border_towards(a, d.0) {
            Some(border) if border.closed => None,
            Some(border) if border.hard => Some(2),
            _ => Some(1),
        };
        let crossing = match self.corner(from, direction) {
            None => side(from, direction)?,
            Some([left, right]) => {
                // the cheaper of the two ways round
                let n = self.grid().directions();
                let turned = |turn| Facing((direction.0 + turn) % n);
                let way = |space, first, second| {
                    self.entry(space, gait)?;
                    Some(side(from, first)?.max(side(space, second)?))
                };
                let ways = [
                    way(left, turned(n - 1), turned(1)),
                    way(right, turned(1), turned(n - 1)),
                ];
                ways.into_iter().flatten().min()?
            }
        };
        Some(entry.max(climb).max(crossing))
    }
}
