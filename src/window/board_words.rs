//! Boards and spaces in words.

use crate::board::{Board, GridKind, Space, Use};

/// The most sides there can be.
pub const MOST_SIDES: usize = 8;

/// For how many sides a board has deployment zones.
pub fn seats(board: &Board) -> usize {
    (1..=MOST_SIDES as u8)
        .filter(|s| board.zone(Use::Deployment, *s).is_some())
        .count()
}

/// A grid's kind in words.
pub fn grid_words(kind: GridKind) -> &'static str {
    match kind {
        GridKind::Square => "squares",
        GridKind::HexFlat => "hexes, flat tops",
        GridKind::HexPointy => "hexes, pointed tops",
    }
}

/// A map in a line.
pub fn map_words(board: &Board) -> String {
    let grid = board.grid();
    format!(
        "{} - {} x {} {}, {} sides",
        board.map().name,
        grid.columns,
        grid.rows,
        grid_words(grid.kind),
        seats(board)
    )
}

/// A space in words, or the map.
pub fn words(board: &Board, at: Option<Space>) -> String {
    at.map_or_else(|| map_words(board), |space| space_words(board, space))
}

/// A space in words.
pub fn space_words(board: &Board, space: Space) -> String {
    let terrain = board.terrain(space);
    let mut words = format!("{} - {}", board.grid().name(space), terrain.name);
    let level = board.level(space);
    if level != 0 {
        words.push_str(&format!(", level {level:+}"));
    }
    if board.is_hard(space) {
        words.push_str(", difficult");
    }
    if terrain.cover {
        words.push_str(", cover");
    }
    words
}
