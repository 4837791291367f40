//! Where the seats of a map that is drawn up deploy.

use crate::board::{Grid, Images, Space, Spaces, Symmetry};

/// The zones of the seats: bands or corners, at most 18 and at least 13 spaces apart where the
/// board has room.
pub fn zones(grid: &Grid, images: &Images) -> Vec<Spaces> {
    let (columns, rows) = (i64::from(grid.columns), i64::from(grid.rows));
    let band = |length: i64| {
        let end = ((length - 14) / 2).max(2);
        (if end > 14 { end - 14 } else { 0 }, end)
    };
    let side = |length: i64| {
        let margin = (length / 8).max(length / 2 - 24);
        (margin, length - margin)
    };
    let (across, down) = match (images.parts(), images.across()) {
        (4, _) => (band(columns), band(rows)),
        (_, true) => (band(columns), side(rows)),
        (_, false) => (side(columns), band(rows)),
    };
    let first: Vec<Space> = (down.0..down.1)
        .flat_map(|row| (across.0..across.1).map(move |column| (column, row)))
        .filter_map(|(column, row)| grid.at(column, row))
        .filter(|space| !images.partnerless().contains(*space))
        .collect();
    let opposite;
    let (turned, parts) = if images.parts() == 1 {
        opposite = Images::new(*grid, Symmetry::HalfTurn);
        (&opposite, 2)
    } else {
        (images, images.parts())
    };
    (0..parts)
        .map(|part| {
            let there = first.iter().filter_map(|s| turned.image(*s, part));
            Spaces::of(grid.len(), there)
        })
        .collect()
}
