//! The same battles on a turned or flipped map.

use super::{Grid, Venue};
use crate::arena::Cell;
use crate::board::{Motion, Space};
use crate::files;
use crate::play::Setup;
use crate::source::Source;
use crate::store::Failure;

impl Grid {
    /// Adds the battles of a venue with its map turned or flipped. Returns the new venue, or none if
    /// the motion does not fit the grid exactly.
    ///
    /// # Errors
    /// If the map cannot be read.
    pub fn lay(&mut self, venue: usize, motion: Motion) -> Result<Option<usize>, Failure> {
        let from = &self.venues[venue];
        let map = files::map::read(&from.base.map)?;
        let Some(map) = map.moved(motion) else {
            return Ok(None);
        };
        let base = Setup {
            map: Source::new(&from.base.map.name, files::write(&map)),
            ..from.base.clone()
        };
        let board = base.board()?;
        let options = from.options.clone();
        let scenario_title = from.scenario_title.clone();
        let laid = self.venues.len();
        self.venues.push(Venue {
            options,
            base,
            board,
            scenario_title,
        });
        let here = self.cells.iter().filter(|cell| cell.venue == venue);
        let there: Vec<Cell> = here
            .map(|cell| Cell {
                venue: laid,
                ..cell.clone()
            })
            .collect();
        self.cells.extend(there);
        Ok(Some(laid))
    }

    /// The space to which a motion takes each space of a venue's map, in reading order.
    pub fn images(&self, venue: usize, motion: Motion) -> Vec<Option<Space>> {
        let grid = self.venues[venue].board.grid();
        let spaces = (0..grid.len() as u32).map(Space);
        spaces.map(|space| grid.moved(motion, space)).collect()
    }
}
