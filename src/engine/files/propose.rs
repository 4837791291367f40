//! Deployment zones for maps that come without any.

use super::notes::Notes;
use crate::board::{Board, BorderKind, Edge, Map, Spaces, Use, Zone};

/// Where zones are proposed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Zones {
    /// At the two edges that lie opposite across the shorter way, as in a battle on a map without
    /// zones.
    #[default]
    Edges,
    /// At the left and the right edge.
    LeftRight,
    /// In the four corners: seats 1 and 2 lie opposite.
    Corners,
    /// Nowhere.
    None,
}

impl Zones {
    /// All of them.
    pub const ALL: [Zones; 4] = [Zones::Edges, Zones::LeftRight, Zones::Corners, Zones::None];

    /// Its name in options.
    pub fn name(self) -> &'static str {
        match self {
            Zones::Edges => "edges",
            Zones::LeftRight => "left-right",
            Zones::Corners => "corners",
            Zones::None => "none",
        }
    }
}

/// The fewest columns and rows of a map that has room for zones.
const FEWEST: u32 = 3;
/// Rows or columns of a strip along an edge, at least.
const SHALLOW: u32 = 3;
/// A strip is at most this part of the board deep; a corner of two edges may be deeper.
const STRIP: u32 = 3;
const CORNER: u32 = 2;
/// Spaces that figures can stand on, in a zone that is large enough.
const ROOM: usize = 20;

/// The edge at which a seat deploys on a map without zones.
pub fn edge(columns: u32, rows: u32, seat: u8) -> Edge {
    let first = match columns >= rows {
        true => Edge::North,
        false => Edge::West,
    };
    first.turned(2 * usize::from(seat.saturating_sub(1) % 2))
}

/// The name of an edge in sentences.
pub fn edge_name(edge: Edge) -> &'static str {
    match edge {
        Edge::North => "top",
        Edge::East => "right",
        Edge::South => "bottom",
        Edge::West => "left",
    }
}

/// Proposes deployment zones for a map that has none; notes where.
pub fn zones(map: &mut Map, wanted: Zones, notes: &mut Notes) {
    let has = map.zones.iter().any(|zone| zone.kind == Use::Deployment);
    if has || wanted == Zones::None {
        return;
    }
    if map.grid.columns.min(map.grid.rows) < FEWEST {
        return;
    }
    let board = Board::new(map.clone());
    let ground = widest(&board);
    let (columns, rows) = (map.grid.columns, map.grid.rows);
    let seats: Vec<(Vec<Edge>, &str)> = match wanted {
        Zones::Edges | Zones::LeftRight => [1, 2]
            .map(|seat| match wanted {
                Zones::Edges => edge(columns, rows, seat),
                _ => Edge::West.turned(2 * usize::from(seat - 1)),
            })
            .map(|edge| (vec![edge], edge_name(edge)))
            .to_vec(),
        _ => vec![
            (vec![Edge::North, Edge::West], "top left"),
            (vec![Edge::South, Edge::East], "bottom right"),
            (vec![Edge::North, Edge::East], "top right"),
            (vec![Edge::South, Edge::West], "bottom left"),
        ],
    };
    for (seat, (edges, name)) in (1..).zip(seats) {
        let spaces = strip(&board, &ground, &edges);
        if spaces.is_empty() {
            continue;
        }
        map.zones.push(Zone {
            kind: Use::Deployment,
            seat: Some(seat),
            spaces,
        });
        let what = "deployment zones were proposed, as the file has none";
        let place = format!("seat {seat}: {name}");
        notes.guessed(what, 1, place, "--zones left-right, corners or none");
    }
}

/// The ground near one edge, or where two meet, deep enough for a force.
fn strip(board: &Board, ground: &Spaces, edges: &[Edge]) -> Spaces {
    let grid = board.grid();
    let across = |edge: &Edge| match edge {
        Edge::North | Edge::South => grid.rows,
        Edge::East | Edge::West => grid.columns,
    };
    let part = if edges.len() > 1 { CORNER } else { STRIP };
    let most = edges.iter().map(across).min().unwrap_or(0) / part;
    let mut all = Spaces::new(board.len());
    for depth in SHALLOW.min(most.max(1))..=most.max(1) {
        all = ground.clone();
        for edge in edges {
            all.keep(&grid.edge(*edge, depth));
        }
        if all.count() >= ROOM {
            break;
        }
    }
    all
}

/// The largest part of the board whose spaces can be reached from each other; doors are ways.
fn widest(board: &Board) -> Spaces {
    let mut best = Spaces::new(board.len());
    let mut most = 0;
    let mut seen = Spaces::new(board.len());
    for start in board.standable().iter() {
        if !seen.insert(start) {
            continue;
        }
        let mut area = vec![start];
        let mut next = 0;
        while let Some(&here) = area.get(next) {
            next += 1;
            for (facing, there) in board.grid().neighbours(here) {
                let door = || {
                    let border = board.border(here, there);
                    border.is_some_and(|b| b.kind == BorderKind::Door)
                };
                let way =
                    board.standable().contains(there) && (board.steps(here, facing) || door());
                if way && seen.insert(there) {
                    area.push(there);
                }
            }
        }
        if area.len() > most {
            most = area.len();
            best = Spaces::of(board.len(), area);
        }
    }
    best
}
