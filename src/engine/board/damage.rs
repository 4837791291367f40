//! What a battle has changed on the board: an overlay, so that the map itself stays shared.

use super::{Space, TerrainId};

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
    /// A piece of terrain has been laid over the ground of a space.
    Laid(Space, TerrainId),
    /// The object made of borders, whose first border (lower index first) is this, has taken that
    /// many hits so far.
    Worn(Space, Space, u8),
}

impl Change {
    /// The change without its amount: changes of the same place replace one another.
    fn place(self) -> Change {
        match self {
            Change::Hit(space, _) => Change::Hit(space, 0),
            Change::Worn(a, b, _) => Change::Worn(a, b, 0),
            Change::Door(a, b, _) => Change::Door(a, b, false),
            Change::Laid(space, _) => Change::Laid(space, TerrainId(0)),
            whole => whole,
        }
    }
}

/// The changes so far, sorted and without doubles, so that equal damage is equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Damage {
    changes: Vec<Change>,
}

impl Damage {
    /// Adds a change; a later `Hit`, `Worn`, `Door` or `Laid` of the same place replaces the earlier.
    pub fn add(&mut self, change: Change) {
        let change = match change {
            Change::Removed(a, b) => Change::Removed(a.min(b), a.max(b)),
            Change::Door(a, b, open) => Change::Door(a.min(b), a.max(b), open),
            Change::Worn(a, b, hits) => Change::Worn(a.min(b), a.max(b), hits),
            other => other,
        };
        match self
            .changes
            .binary_search_by_key(&change.place(), |c| c.place())
        {
            Ok(i) => self.changes[i] = change,
            Err(i) => self.changes.insert(i, change),
        }
    }
    /// Takes what was laid on a space off again, and forgets the hits it took.
    pub fn lift(&mut self, space: Space) {
        self.changes.retain(
            |change| !matches!(change, Change::Laid(at, _) | Change::Hit(at, _) if *at == space),
        );
    }
    /// Whether terrain has been laid on a space.
    pub fn is_laid(&self, space: Space) -> bool {
        let laid = Change::Laid(space, TerrainId(0));
        self.changes
            .binary_search_by_key(&laid, |c| c.place())
            .is_ok()
    }
    /// Hits an object has taken, named by its first space.
    pub fn hits(&self, first: Space) -> u8 {
        let found = self
            .changes
            .binary_search_by_key(&Change::Hit(first, 0), |c| c.place());
        match found.map(|i| self.changes[i]) {
            Ok(Change::Hit(_, hits)) => hits,
            _ => 0,
        }
    }
    /// Hits that an object made of borders has taken, named by its first border.
    pub fn worn(&self, (a, b): (Space, Space)) -> u8 {
        let found = self
            .changes
            .binary_search_by_key(&Change::Worn(a, b, 0), |c| c.place());
        match found.map(|i| self.changes[i]) {
            Ok(Change::Worn(_, _, hits)) => hits,
            _ => 0,
        }
    }
    /// Without what the board does not show: hits that have not yet brought anything down.
    pub(super) fn to_ground(&self) -> Damage {
        let shown = |change: &Change| !matches!(change, Change::Hit(..) | Change::Worn(..));
        Damage {
            changes: self.changes.iter().copied().filter(shown).collect(),
        }
    }
    /// All changes, sorted.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}
