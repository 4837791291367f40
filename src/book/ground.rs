//! What terrain and borders do, in sentences: asked of a battle by the rules in force.

use super::diagram::Figure;
use super::lists::sentence;
use super::stage::Stage;
use crate::board::{Board, Border, BorderKind, Sight, Space, Terrain};
use crate::files::builtin::{self, TERRAINS};
use crate::files::map;
use crate::rules::Rules;
use crate::source::Source;
use std::sync::Arc;

/// A battle on one row of spaces, with a figure on the first and an enemy on another.
fn stage(rules: (Rules, Option<&Source>), row: &str, enemy: u32, border: &str) -> Option<Stage> {
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Ground\"\ngrid = \"square\"\nterrain = '''\n{row}'''\n{border}"
    );
    let read = map::read(&Source::new("ground", text)).ok()?;
    let figure = |letter, at, side| Figure {
        letter,
        at: Space(at),
        what: String::new(),
        side,
    };
    let figures = [figure('A', 0, 0), figure('B', enemy, 1)];
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

/// What something of a height does to a line of sight across it.
fn sight(seen: Option<Sight>, height: u8) -> String {
    match seen {
        Some(Sight::Cover) => format!("a line of sight across it gives cover (height {height})"),
        Some(Sight::Blocked) => format!("it blocks sight (height {height})"),
        Some(Sight::Clear) | None => "it does not hinder sight".to_owned(),
    }
}

/// The built-in terrain, each with what it does.
pub fn terrain(rules: Rules, house: Option<&Source>) -> Vec<(String, String)> {
    let of = (rules, house);
    // rulesets in which terrain falls have a key that says which
    let breaks = rules
        .config(house)
        .is_ok_and(|config| config.get("breakable").is_some());
    let open = stage(of, ".........", 8, "");
    let far = open.map_or(0, |stage| stage.farthest(Space(0)));
    let about = |terrain: &Terrain, becomes: Option<&str>| {
        if terrain.void {
            return "Not part of the board; written as a blank.".to_owned();
        }
        let sign = terrain.sign;
        let walked = stage(of, &format!(".{sign}......."), 8, "");
        let across = stage(of, &format!(".{sign}."), 2, "");
        let across = across.map(|stage| stage.sight((Space(0), Space(2))).0);
        let within = stage(of, &format!("..{sign}"), 2, "");
        let within = within.map(|stage| stage.sight((Space(0), Space(2))).0);
        let mut parts = vec![
            format!("sign {sign}"),
            step(walked.as_ref(), far),
            sight(across, terrain.height),
        ];
        if within == Some(Sight::Cover) {
            parts.push("a figure on it is in cover".to_owned());
        }
        if terrain.water {
            parts.push("boats and swimmers move on it".to_owned());
        }
        if let Some(becomes) = becomes.filter(|_| breaks) {
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
        let walked = stage((rules, house), ".........", 8, &text);
        let seen = stage((rules, house), "...", 2, &text);
        let seen = seen.map(|stage| stage.sight((Space(0), Space(2))).0);
        let way = match walked.and_then(|stage| stage.cost(Space(0), Space(1))) {
            None => "nobody walks through it".to_owned(),
            Some(n) => format!("a step through it costs {n}"),
        };
        let about = format!("{way}; {}", sight(seen, border.height));
        (name.to_owned(), sentence(&about))
    });
    each.collect()
}
