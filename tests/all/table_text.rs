//! Battles as the terminal draws them.

use crate::{drawn, staged};
use skirmish::board::GridKind;
use skirmish::cli::table_text::{Picture, draw};
use skirmish::rules::Rules;
use skirmish::source::Source;

/// A board four wide with these borders, somebody in the first row and in the last, as lines.
fn table(kind: GridKind, rows: u32, borders: &[&str], room: Option<(usize, usize)>) -> Vec<String> {
    let board = drawn::board(kind, &"....\n".repeat(rows as usize), borders);
    let force = |n: u8| {
        let text = format!(
            "format = \"skirmish-force/1\"\nruleset = \"violence\"\nname = \"{n}\"\n[[figure]]\nname = \"A\"\nis = \"small\"\n"
        );
        Source::new("f", text)
    };
    let at = |side, space| staged::placed(&board, side, 1, space, 0);
    let placed = vec![at(0, "A1"), at(1, &format!("D{rows}"))];
    let mut brief = staged::brief(board, vec![force(1), force(2)]);
    brief.placed = placed;
    let game = Rules::Violence.begin(brief).unwrap();
    let picture = Picture {
        room,
        ..Picture::default()
    };
    let text = draw(&game, &picture);
    // Without colours.
    let mut plain = String::new();
    let mut code = false;
    for c in text.chars() {
        match c {
            '\u{1b}' => code = true,
            'm' if code => code = false,
            _ if !code => plain.push(c),
            _ => {}
        }
    }
    plain.lines().map(str::to_owned).collect()
}

#[test]
fn slanted_sides_of_flat_hexes_stand_between_their_spaces() {
    let walls = ["B1|C1 wall", "B1|C2 wall", "C2|D2 window"];
    let lines = table(GridKind::HexFlat, 3, &walls, None);
    // B and D stand half a hex lower: C1 is up to the right of B1, C2 down to the right of it.
    assert_eq!(lines[2], "       .  ╲  .", "{lines:#?}");
    assert_eq!(lines[3], "  2 .    ╱.", "{lines:#?}");
    assert_eq!(lines[4], "       .    ┊.", "{lines:#?}");
}

#[test]
fn slanted_sides_of_pointy_hexes_have_a_line_between_the_rows() {
    let walls = ["B1|B2 wall", "C1|B2 fence"];
    let lines = table(GridKind::HexPointy, 3, &walls, None);
    // The second row stands half a hex to the right: B2 is down to the right of B1.
    assert_eq!(lines[2], "         ╱ ╎", "{lines:#?}");
    assert_eq!(lines[3], "  2   .   .   .   .", "{lines:#?}");
    assert_eq!(lines.len(), 5, "{lines:#?}");
}

#[test]
fn lines_between_rows_take_room_from_rows() {
    let names: Vec<String> = (1..8).map(|r| format!("A{r}|A{} wall", r + 1)).collect();
    let walls: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(table(GridKind::Square, 8, &walls, None).len(), 16);
    let small = table(GridKind::Square, 8, &walls, Some((80, 8)));
    assert_eq!(small.len(), 9, "{small:#?}");
    assert!(small[7].starts_with("  4 "), "{small:#?}");
}
