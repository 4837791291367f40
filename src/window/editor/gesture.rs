//! Where the mouse and the keys point, and the gesture that is being made.

use crate::board::{Space, Spaces};
use crate::draft::Side;
use std::collections::BTreeSet;

/// A gesture in progress.
pub(super) struct Stroke {
    pub from: Space,
    pub last: Space,
    pub spaces: Spaces,
    pub sides: BTreeSet<Side>,
    pub erase: bool,
}

/// Where the mouse and the keys point, and the gesture that is being made.
#[derive(Default)]
pub(super) struct Gesture {
    pub stroke: Option<Stroke>,
    pub cursor: Option<Space>,
    /// Whether the keys moved the cursor last.
    pub by_key: bool,
    /// The side of the space nearest to the mouse.
    pub side: Option<Side>,
}
