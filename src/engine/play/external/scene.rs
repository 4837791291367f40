//! The board as numbers, so that a program needs no reader of map files.

use super::super::words;
use crate::board::{BorderKind, Cost, GridKind, Opacity, Space, Stagger, Use};
use crate::rules::Game;
use serde_json::{Value, json};

fn cost(cost: Cost) -> Value {
    match cost {
        Cost::Plain => json!(1),
        Cost::Hard => json!(2),
        Cost::No => Value::Null,
    }
}

fn sight(sight: Opacity) -> u8 {
    match sight {
        Opacity::Clear => 0,
        Opacity::Partial => 1,
        Opacity::Blocking => 2,
    }
}

fn border_kind(kind: BorderKind) -> &'static str {
    match kind {
        BorderKind::Wall => "wall",
        BorderKind::Fence => "fence",
        BorderKind::Window => "window",
        BorderKind::Door => "door",
        BorderKind::Hedge => "hedge",
    }
}

/// The board as it is now: one list a row, row by row from the top.
pub fn map(game: &Game) -> Value {
    let board = game.board();
    let grid = board.grid();
    let rows = |value: &dyn Fn(Space) -> Value| -> Value {
        (0..grid.rows)
            .map(|row| {
                let spaces = (0..grid.columns).map(|column| Space(row * grid.columns + column));
                spaces.map(value).collect::<Value>()
            })
            .collect()
    };
    let borders: Value = board
        .borders()
        .iter()
        .map(|border| {
            json!({
                "between": words::border(game, border.between.0, border.between.1),
                "kind": border_kind(border.kind),
                "closed": border.closed,
                "cost": if border.closed { Value::Null } else { cost(if border.hard { Cost::Hard } else { Cost::Plain }) },
                "sight": sight(border.sight),
                "height": border.height,
                "open": border.open,
                "locked": border.locked,
            })
        })
        .collect();
    let zones: Value = board
        .map()
        .zones
        .iter()
        .map(|zone| {
            json!({
                "kind": match zone.kind {
                    Use::Deployment => "deployment",
                    Use::Objective => "objective",
                    Use::Exit => "exit",
                },
                "seat": zone.seat,
                "spaces": zone.spaces.iter().map(|s| words::space(game, s)).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "name": board.map().name,
        "grid": match grid.kind {
            GridKind::Square => "square",
            GridKind::HexFlat => "hex-flat",
            GridKind::HexPointy => "hex-pointy",
        },
        "stagger": match grid.stagger {
            Stagger::Even => "even",
            Stagger::Odd => "odd",
        },
        "columns": grid.columns,
        "rows": grid.rows,
        "terrain": rows(&|s| json!(board.terrain(s).name)),
        "cost": rows(&|s| match board.exists(s) {
            true => cost(board.terrain(s).cost),
            false => Value::Null,
        }),
        "sight": rows(&|s| json!(sight(board.terrain(s).sight))),
        "cover": rows(&|s| json!(u8::from(board.terrain(s).cover))),
        "height": rows(&|s| json!(board.terrain(s).height)),
        "level": rows(&|s| json!(board.level(s))),
        "borders": borders,
        "zones": zones,
    })
}
