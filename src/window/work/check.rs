//! The check of a large map.

use crate::board::{Board, Map};
use crate::store::Failure;
use crate::survey::{Finding, Pace, check};
use crate::window::platform::Work;
use serde::{Deserialize, Serialize};

/// Checks a map.
#[derive(Serialize, Deserialize)]
pub struct MapCheck {
    /// The map.
    #[serde(with = "super::as_file")]
    pub map: Map,
    /// How fast figures are, and how long a battle lasts.
    pub pace: Pace,
}

impl Work for MapCheck {
    type Output = Vec<Finding>;
    const NAME: &'static str = "check";

    fn run(self, report: &mut dyn FnMut(Option<Vec<Finding>>) -> bool) -> Result<(), Failure> {
        report(Some(check(&Board::new(self.map), self.pace)));
        Ok(())
    }
}
