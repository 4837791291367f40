//! The key of a board in the terminal: what each sign means, of those only that are on the board.

use super::table_text::strokes;
use crate::battle::Holder;
use crate::board::{BorderKind, Cost, GridKind, Opacity, Space, Terrain};
use crate::rules::Game;

/// The entries of the key, each as `sign meaning`.
pub fn entries(game: &Game) -> Vec<String> {
    let board = game.board();
    let mut entries = Vec::new();
    let mut seen: Vec<&Terrain> = Vec::new();
    let (mut high, mut low) = (false, false);
    for space in (0..board.len() as u32).map(Space) {
        if !board.exists(space) {
            continue;
        }
        high |= board.level(space) > 0;
        low |= board.level(space) < 0;
        let terrain = board.terrain(space);
        if !seen.contains(&terrain) {
            seen.push(terrain);
            entries.push(format!("{} {}", terrain.sign, terrain_words(terrain)));
        }
    }
    let level = board.grid().kind != GridKind::HexFlat;
    let mut borders: Vec<(BorderKind, bool)> = Vec::new();
    for border in board.borders() {
        let one = (border.kind, border.open);
        if !borders.contains(&one) {
            borders.push(one);
        }
    }
    borders.sort_by_key(|(kind, open)| (order(*kind), *open));
    for (kind, open) in borders {
        let (flat, upright) = strokes(kind, open);
        let sign = match (kind, level) {
            (BorderKind::Door, _) => upright.to_string(),
            (BorderKind::Wall, false) => format!("{upright} ╱ ╲"),
            _ => format!("{upright} {flat}"),
        };
        let name = match (kind, open) {
            (BorderKind::Door, true) => "open door",
            (BorderKind::Door, false) => "shut door",
            (BorderKind::Wall, _) => "wall",
            (BorderKind::Window, _) => "window",
            (BorderKind::Fence, _) => "fence",
            (BorderKind::Hedge, _) => "hedge",
        };
        entries.push(format!("{sign} {name}"));
    }
    if high || low {
        let which = if low { "2 -1" } else { "2" };
        entries.push(format!("{which} level of the ground"));
    }
    let has_items = (0..game.items().len()).any(|i| matches!(game.item(i as u8), Holder::Space(_)));
    if has_items {
        entries.push("$ item".to_owned());
    }
    let used = |i: usize| game.device_used(i as u8);
    if (0..game.devices().len()).any(|i| !used(i)) {
        entries.push("& device".to_owned());
    }
    if (0..game.devices().len()).any(used) {
        entries.push("x used device".to_owned());
    }
    entries.push("1.2 figure 2 of side 1".to_owned());
    entries
}

/// The place of a border in the key.
fn order(kind: BorderKind) -> u8 {
    match kind {
        BorderKind::Wall => 0,
        BorderKind::Window => 1,
        BorderKind::Fence => 2,
        BorderKind::Hedge => 3,
        BorderKind::Door => 4,
    }
}

/// A terrain with what it does, in brackets where it does anything.
fn terrain_words(terrain: &Terrain) -> String {
    let does = effects(terrain);
    if does.is_empty() {
        terrain.name.clone()
    } else {
        format!("{} ({})", terrain.name, does.join(", "))
    }
}

/// Effects of a terrain on movement and sight.
pub fn effects(terrain: &Terrain) -> Vec<&'static str> {
    let mut does = Vec::new();
    match terrain.cost {
        Cost::Plain => {}
        Cost::Hard => does.push("costs 2"),
        Cost::No => does.push("no way"),
    }
    match terrain.sight {
        Opacity::Blocking => does.push("blocks sight"),
        _ if terrain.cover => does.push("cover"),
        _ => {}
    }
    does
}

/// The key in lines of at most `wide` characters.
pub fn lines(game: &Game, wide: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in entries(game) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + entry.chars().count() <= wide => {
                line.push_str(" · ");
                line.push_str(&entry);
            }
            _ => lines.push(entry),
        }
    }
    lines
}
