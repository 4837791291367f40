//! What terrain and borders do, in sentences: asked of a battle by the rules in force.

use super::diagram::Figure;
use super::lists::sentence;
use super::stage::Stage;
use crate::board::{Board, Border, BorderKind, Opacity, Space, Terrain};
use crate::files::builtin::{self, TERRAINS};
use crate::files::map;
use crate::rules::Rules;
use crate::source::Source;
use std::sync::Arc;

/// A board of three spaces in a row, the middle one of this terrain, with a figure on the first.
fn stage(rules: (Rules, Option<&Source>), sign: char, border: &str) -> Option<Stage> {
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Ground\"\ngrid = \"square\"\nterrain = '''\n.{sign}.......'''\n{border}"
    );
    let read = map::read(&Source::new("ground", text)).ok()?;
    let figure = |letter, at, side| Figure {
        letter,
        at: Space(at),
        what: String::new(),
        side,
    };
    let figures = [figure('A', 0, 0), figure('B', 8, 1)];
    Stage::new(rules, &Arc::new(Board::new(read)), &figures).ok()
}

/// What a step to the second space does to a move; `far`: how far a move over open ground goes.
fn step(stage: Option<&Stage>, far: u32) -> String {
    let Some(stage) = stage else {
        return "nobody walks here".to_owned();
    };
    let reached = stage.farthest(Space(0));
    match stage.cost(Space(0), Space(1)) {
        None => "nobody walks here".to_owned(),
        Some(1) if reached < far => format!("a move that touches it covers at most {reached}"),
        Some(n) => format!("a step onto it costs {n}"),
    }
}

/// What something does to lines of sight across it.
fn sight(opacity: Opacity, height: u8) -> String {
    match opacity {
        Opacity::Clear => "it does not hinder sight".to_owned(),
        Opacity::Partial => format!("a line of sight across it gives cover (height {height})"),
        Opacity::Blocking => format!("it blocks sight (height {height})"),
    }
}

/// The built-in terrain, each with what it does.
pub fn terrain(rules: Rules, house: Option<&Source>) -> Vec<(String, String)> {
    let open = stage((rules, house), '.', "");
    let far = open.map_or(0, |stage| stage.farthest(Space(0)));
    let about = |terrain: &Terrain, becomes: Option<&str>| {
        if terrain.void {
            return "Not part of the board; written as a blank.".to_owned();
        }
        let stage = stage((rules, house), terrain.sign, "");
        let board = stage.as_ref().map(Stage::board);
        let seen = board.map_or(terrain, |board| board.terrain(Space(1)));
        let mut parts = vec![
            format!("sign {}", terrain.sign),
            step(stage.as_ref(), far),
            sight(seen.sight, seen.height),
        ];
        if seen.cover {
            parts.push("a figure on it is in cover".to_owned());
        }
        if terrain.water {
            parts.push("boats and swimmers move on it".to_owned());
        }
        if let Some(becomes) = becomes {
            parts.push(format!("{becomes} is left if it is destroyed"));
        }
        sentence(&parts.join("; "))
    };
    let each = TERRAINS.iter().map(|one| {
        let terrain = one.terrain(one.sign, None);
        (one.name.to_owned(), about(&terrain, one.becomes))
    });
    each.collect()
}

/// The kinds of border, each with what it does.
pub fn borders(rules: Rules, house: Option<&Source>) -> Vec<(String, String)> {
    let here = (Space(0), Space(1));
    let plain = |kind| builtin::border(kind, here);
    let all: [(&str, &str, Border); 7] = [
        ("wall", "", plain(BorderKind::Wall)),
        ("fence", "", plain(BorderKind::Fence)),
        ("window", "", plain(BorderKind::Window)),
        ("hedge", "", plain(BorderKind::Hedge)),
        ("open door", "state = \"open\"\n", builtin::open_door(here)),
        ("shut door", "state = \"shut\"\n", plain(BorderKind::Door)),
        (
            "locked door",
            "state = \"locked\"\n",
            builtin::locked_door(here),
        ),
    ];
    let each = all.into_iter().map(|(name, state, border)| {
        let kind = builtin::border_name(border.kind);
        let text = format!("[[border]]\nbetween = [\"A1|B1\"]\nkind = \"{kind}\"\n{state}");
        let stage = stage((rules, house), '.', &text);
        let way = match stage.and_then(|stage| stage.cost(Space(0), Space(1))) {
            None => "nobody walks through it".to_owned(),
            Some(n) => format!("a step through it costs {n}"),
        };
        let about = format!("{way}; {}", sight(border.sight, border.height));
        (name.to_owned(), sentence(&about))
    });
    each.collect()
}
