//! What several rulesets share: edges and zones of sides.

use crate::battle::BriefSide;
use crate::board::{Board, Edge, Facing, Space, Spaces, Use};

/// The edge of a seat.
pub fn edge_of(seat: u8) -> Edge {
    match seat % 4 {
        1 => Edge::South,
        2 => Edge::North,
        3 => Edge::West,
        _ => Edge::East,
    }
}

/// Where a side deploys: as the scenario says, else the map, else in a strip along its edge
/// deep enough for all. Only where figures can stand.
pub fn zone_of(board: &Board, side: &BriefSide, edge: Edge, figures: usize) -> Spaces {
    let given = side
        .zone
        .as_ref()
        .or_else(|| board.zone(Use::Deployment, side.seat));
    if let Some(zone) = given {
        let mut zone = zone.clone();
        zone.keep(board.standable());
        return zone;
    }
    let grid = board.grid();
    let depth = match edge {
        Edge::North | Edge::South => grid.rows,
        Edge::East | Edge::West => grid.columns,
    };
    let mut strip = Spaces::new(board.len());
    for n in 3.min(depth)..=depth {
        strip = grid.edge(edge, n);
        strip.keep(board.standable());
        // Others may come from the corners: twice the room leaves enough.
        if strip.count() >= 2 * figures {
            break;
        }
    }
    strip
}

/// The facing toward the middle of the board.
pub fn toward_the_middle(board: &Board, at: Space) -> Facing {
    match board.grid().nearest_to_centre(board.spaces()) {
        Some(middle) if middle != at => board.grid().facing_to(at, middle),
        _ => Facing::default(),
    }
}
