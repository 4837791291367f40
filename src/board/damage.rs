//! What a battle has changed on the board: an overlay, so that the map itself stays shared.

use super::Space;

/// One lasting change.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// The space's terrain has become what its kind says it `becomes`.
    Ruined(Space),
    /// The object whose first space (reading order) is this has taken that many hits so far.
    Hit(Space, u8),
    /// The border between two neighbours (lower index first) is gone.
    Removed(Space, Space),
    /// The door between two neighbours (lower index first) has been opened (true) or shut.
    Door(Space, Space, bool),
}

/// The changes so far, sorted and without doubles, so that equal damage is equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Damage {
    changes: Vec<Change>,
}

impl Damage {
    /// Adds a change; a later `Hit` or `Door` of the same place replaces the earlier.
    pub fn add(&mut self, _change: Change) {
        todo!()
    }
    /// Hits an object has taken, named by its first space.
    pub fn hits(&self, _first: Space) -> u8 {
        todo!()
    }
    /// All changes, sorted.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}
