//! The generation of a map.

use crate::board::Map;
use crate::store::Failure;
use crate::survey::generate::{Recipe, generate};
use crate::window::platform::Work;
use serde::{Deserialize, Serialize};

/// Generates a map.
#[derive(Serialize, Deserialize)]
pub struct Generation(pub Recipe);

/// A generated map.
#[derive(Serialize, Deserialize)]
pub struct Generated {
    /// The map.
    #[serde(with = "super::as_file")]
    pub map: Map,
    /// How many candidates were thrown away before it.
    pub thrown_away: u64,
    /// How many spaces are void because they have no mirror image.
    pub trimmed: usize,
}

impl Work for Generation {
    type Output = Generated;
    const NAME: &'static str = "generate";

    fn run(self, report: &mut dyn FnMut(Option<Generated>) -> bool) -> Result<(), Failure> {
        let made = generate(&self.0).map_err(Failure::of)?;
        report(Some(Generated {
            map: made.map,
            thrown_away: made.thrown_away,
            trimmed: made.trimmed.len(),
        }));
        Ok(())
    }
}
