//! The spaces a figure stands on.

use super::Space;
use smallvec::SmallVec;

/// The spaces of one figure, in reading order: 1 for most, up to 9 (B10).
pub type Footprint = SmallVec<[Space; 4]>;
