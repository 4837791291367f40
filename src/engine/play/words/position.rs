//! The whole position, and the result, as JSON.

use super::events::ended;
use super::{Object, ask, device, facing, holder, item, object, points, side, space};
use crate::battle::{Fig, Mode, Outcome, Place, Range};
use crate::board::Reach;
use crate::rules::Game;
use serde_json::{Value, json};

/// The whole position as JSON.
pub fn state(game: &Game) -> Object {
    let status = game.status();
    let grid = game.board().grid();
    let sides: Value = game
        .all_sides()
        .map(|s| {
            let setup = &game.sides()[s.index()];
            json!({
                "side": s.0 + 1,
                "name": setup.name,
                "team": setup.team,
                "seat": setup.seat,
                "points": points(game.scores()[s.index()]),
                "force_points": points(setup.points),
            })
        })
        .collect();
    let figures: Value = game.all().map(|f| figure_state(game, f)).collect();
    let items: Value = (0..game.items().len() as u8)
        .map(|i| json!({"item": item(game, i), "holder": holder(game, game.item(i))}))
        .collect();
    let devices: Value = game
        .devices()
        .iter()
        .enumerate()
        .map(|(i, d)| {
            json!({
                "device": device(game, i as u8),
                "at": grid.name(d.at),
                "used": game.device_used(i as u8),
            })
        })
        .collect();
    object([
        ("round", json!(status.round)),
        ("rounds", json!(status.rounds)),
        ("step", json!(status.step)),
        ("turn", status.turn.map_or(Value::Null, side)),
        ("first", status.first.map_or(Value::Null, side)),
        ("sides", sides),
        ("figures", figures),
        ("items", items),
        ("devices", devices),
        (
            "outcome",
            game.outcome()
                .as_ref()
                .map_or(Value::Null, |o| ended(o).into()),
        ),
        ("decision", ask(game, &game.decision()).into()),
        ("digest", json!(digest(game))),
    ])
}

fn figure_state(game: &Game, figure: Fig) -> Value {
    let shown = game.shown(figure);
    let place = match game.place(figure) {
        Place::Reserve => "reserve",
        Place::On => "on",
        Place::Out => "out",
        Place::Gone => "gone",
    };
    let on = game.place(figure) == Place::On;
    let when = |value: Value| if on { value } else { Value::Null };
    let modes = |fresh: bool| -> Value {
        match on {
            true => game.modes(figure, fresh).iter().map(mode).collect(),
            false => json!([]),
        }
    };
    json!({
        "figure": game.label(figure),
        "name": shown.name,
        "side": side(game.side(figure)),
        "place": place,
        "at": when(json!(space(game, game.at(figure)))),
        "facing": when(facing(game, game.facing(figure))),
        "aloft": game.aloft(figure),
        "aboard": game.aboard(figure).map_or(Value::Null, |m| json!(game.label(m))),
        "kind": shown.kind,
        "size": shown.size,
        "words": shown.words,
        "status": shown.status,
        "health": shown.health,
        "points": points(shown.points),
        "move": if on { game.pace(figure, &mut Reach::default()) } else { 0 },
        "may_move": on && game.facts(figure).may_move,
        "can": modes(false),
        "acts": modes(true),
    })
}

/// A way of acting: how, how far (null: touching figures only), whether it needs sight, how often,
/// and whether the figure must not move before.
fn mode(mode: &Mode) -> Value {
    json!({
        "how": mode.how.name(),
        "range": match mode.range {
            Range::Touch => Value::Null,
            Range::Spaces(most) => json!(most),
        },
        "sight": mode.sight,
        "times": mode.times,
        "still": mode.still,
    })
}

/// The digest of a state as records write it.
pub fn digest(game: &Game) -> String {
    format!("{:016x}", game.digest())
}

/// The `result` line of a record.
pub fn result(game: &Game, outcome: &Outcome, seed: u64) -> Object {
    let lost: Vec<usize> = game
        .all_sides()
        .map(|s| {
            game.all()
                .filter(|f| game.first_side(*f) == s && game.place(*f) == Place::Gone)
                .count()
        })
        .collect();
    let scores: Vec<Value> = game.scores().iter().map(|h| points(*h)).collect();
    let mut out = object([("type", json!("result"))]);
    out.extend(ended(outcome));
    out.extend(object([
        ("points", json!(scores)),
        ("lost", json!(lost)),
        ("digest", json!(digest(game))),
        ("seed", json!(seed)),
    ]));
    out
}
