//! Who sees whom (S1–S8).

use super::{Board, Space, Spaces};

/// What a look along a line finds; ordered from worst to best for the attacker.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// Nothing to be seen.
    Blocked,
    /// Seen, in cover.
    Cover,
    /// Seen in the open.
    Clear,
}

/// What blocks or covers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// A space (terrain, ground or a figure on it).
    Space(Space),
    /// A border between two spaces.
    Border(Space, Space),
}

/// A look from one figure's spaces to another's.
#[derive(Copy, Clone, Debug)]
pub struct Look<'a> {
    /// The attacker's spaces.
    pub from: &'a [Space],
    /// The target's spaces.
    pub to: &'a [Space],
    /// Eye levels above the ground of attacker and target; 1 on the ground (S6).
    pub eyes: (u8, u8),
    /// Spaces of figures one level tall that block this look (opposing, landed). Spaces of
    /// `from` and `to` never block, whatever stands or lies there.
    pub figures: Option<&'a Spaces>,
}

/// The best line found, and the pair of spaces that gives it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What it shows, the target's own cover included (S5).
    pub sight: Sight,
    /// The attacker's space.
    pub from: Space,
    /// The target's space.
    pub to: Space,
}

impl Board {
    /// Terrain alone between two single spaces at eye level 1: symmetric; what the target
    /// stands in is not counted. Answered from a table on boards up to 4,096 spaces.
    pub fn line(&self, _a: Space, _b: Space) -> Sight {
        todo!()
    }
    /// As `line`, with the target's own terrain counted (S5): the sight for tables of rows.
    pub fn sight(&self, _from: Space, _to: Space) -> Sight {
        todo!()
    }
    /// All spaces that `from` sees along `line` (Clear or Cover), as a row of the table.
    pub fn view(&self, _from: Space) -> Spaces {
        todo!()
    }
    /// The best line of a look among the pairs of spaces that `arc` admits (S1, S8); ties go to
    /// the first pair in reading order. None if `arc` admits no pair.
    pub fn look(&self, _look: &Look, _arc: impl FnMut(Space, Space) -> bool) -> Option<Seen> {
        todo!()
    }
    /// Everything that covers or blocks along the line between two spaces, from the attacker
    /// on, without doubles. Empty when clear.
    pub fn causes(&self, _from: Space, _to: Space, _look: &Look) -> Vec<Cause> {
        todo!()
    }
}
