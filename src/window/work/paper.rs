//! What is chosen for a map on paper.

use crate::battle::Scale;
use crate::board::{Board, Map};
use crate::print::{self, Paper, Print, PrintError};
use crate::store::export::{Written, backdrop_of};
use serde::{Deserialize, Serialize};

/// Hundredths of an inch in millimetres: the unit of a scale's spaces.
const UNIT: f64 = 0.254;

/// Paper, size of the spaces, and what else is on it.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct OnPaper {
    /// The paper of pages.
    pub paper: Paper,
    /// The figures whose spaces these are; `None`: the map's own size.
    pub scale: Option<Scale>,
    /// Whether the key of terrain, borders and zones is on it.
    pub key: bool,
    /// Whether the names of the spaces are on it.
    pub coordinates: bool,
}

impl Default for OnPaper {
    fn default() -> Self {
        Self {
            paper: Paper::A4,
            scale: None,
            key: true,
            coordinates: false,
        }
    }
}

impl OnPaper {
    /// How a map is printed.
    pub fn print(self, map: &Map) -> Print {
        let mut how = Print::of(map);
        if let Some(scale) = self.scale {
            how.space = f64::from(scale.space()) * UNIT;
        }
        how.marks = true;
        how.key = self.key;
        how.coordinates = self.coordinates;
        how
    }

    /// The map as an SVG file or as pages.
    ///
    /// # Errors
    /// It is too large for the paper, or cannot be drawn.
    pub fn written(
        self,
        map: &Map,
        picture: Option<&[u8]>,
        pages: bool,
    ) -> Result<Written, PrintError> {
        let mut how = self.print(map);
        how.backdrop = backdrop_of(map, picture);
        let board = Board::new(map.clone());
        let bytes = match pages {
            true => {
                let pages = print::pages(&board, &how, self.paper, &map.name)?;
                print::pdf(&pages)?
            }
            false => print::strips(&board, &how).svg().into_bytes(),
        };
        Ok(Written {
            bytes,
            ..Written::default()
        })
    }
}
