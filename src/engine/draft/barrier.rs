//! A border of a drawn map, and where it stands.

use crate::board::{Border, BorderKind, Opacity, Space};
use crate::files::builtin;
use serde::{Deserialize, Serialize};

/// The two spaces of a side, the lower first.
pub type Side = (u32, u32);

/// What stands on a side, without saying where.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barrier {
    /// Its kind.
    pub kind: BorderKind,
    /// Closed to movement.
    pub closed: bool,
    /// A step over it costs 2.
    pub hard: bool,
    /// What it does to sight.
    pub sight: Opacity,
    /// Its height in levels.
    pub height: u8,
    /// For doors: whether it stands open.
    pub open: bool,
    /// For shut doors: whether it is locked.
    #[serde(default)]
    pub locked: bool,
}

impl Barrier {
    /// The ordinary barrier of a kind; doors shut or open.
    pub fn of(kind: BorderKind, open: bool) -> Self {
        let nowhere = (Space(0), Space(0));
        let border = match open && kind == BorderKind::Door {
            true => builtin::open_door(nowhere),
            false => builtin::border(kind, nowhere),
        };
        Self::from(&border)
    }
    /// The border it makes on a side.
    pub fn between(self, between: (Space, Space)) -> Border {
        Border {
            between,
            kind: self.kind,
            closed: self.closed,
            hard: self.hard,
            sight: self.sight,
            height: self.height,
            open: self.open,
            locked: self.locked,
        }
    }
}

impl From<&Border> for Barrier {
    fn from(b: &Border) -> Self {
        Self {
            kind: b.kind,
            closed: b.closed,
            hard: b.hard,
            sight: b.sight,
            height: b.height,
            open: b.open,
            locked: b.locked,
        }
    }
}
