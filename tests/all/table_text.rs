//! Battles as the terminal draws them.

use crate::{drawn, staged};
use skirmish::board::GridKind;
use skirmish::cli::table_text::{Picture, Turn, draw};
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;

/// A board four wide with these borders, somebody in the first row and in the last, as lines.
fn table(kind: GridKind, rows: u32, borders: &[&str], room: Option<(usize, usize)>) -> Vec<String> {
    let picture = Picture {
        room,
        ..Picture::default()
    };
    pictured(kind, rows, borders, &picture)
}

/// The same, as this picture says.
fn pictured(kind: GridKind, rows: u32, borders: &[&str], picture: &Picture) -> Vec<String> {
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
    let text = draw(&game, picture);
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

/// The picture of a board turned by so many quarters.
fn turned(quarters: u8) -> Picture {
    Picture {
        turn: Turn::default().by(quarters),
        ..Picture::default()
    }
}

#[test]
fn a_board_of_squares_is_turned_by_quarters_and_names_stay_true() {
    let walls = ["A1|B1 wall", "B2|B3 wall"];
    let straight = pictured(GridKind::Square, 3, &walls, &turned(0));
    assert_eq!(straight[0], "    A   B   C   D", "{straight:#?}");
    assert_eq!(straight[1], "  1 1.1│.   .   .", "{straight:#?}");
    // A quarter turn clockwise: A is the first row, row 3 the first column.
    let quarter = pictured(GridKind::Square, 3, &walls, &turned(1));
    assert_eq!(quarter[0], "    3   2   1", "{quarter:#?}");
    assert_eq!(quarter[1], "  A .   .   1.1", "{quarter:#?}");
    assert_eq!(quarter[2], "            ───", "{quarter:#?}");
    assert_eq!(quarter[3], "  B .  │.   .", "{quarter:#?}");
    let half = pictured(GridKind::Square, 3, &walls, &turned(2));
    assert_eq!(half[0], "    D   C   B   A", "{half:#?}");
    assert!(half[1].starts_with("  3 2.1"), "{half:#?}");
    assert!(
        half.last().is_some_and(|l| l.ends_with("│1.1")),
        "{half:#?}"
    );
    let back = pictured(GridKind::Square, 3, &walls, &turned(4));
    assert_eq!(back, straight);
}

#[test]
fn boards_of_hexes_are_turned_by_half_turns_only() {
    let wall = ["B1|C1 wall"];
    for kind in [GridKind::HexFlat, GridKind::HexPointy] {
        let quarter = pictured(kind, 3, &wall, &turned(1));
        assert_eq!(quarter, pictured(kind, 3, &wall, &turned(0)));
        let half = pictured(kind, 3, &wall, &turned(2));
        assert!(half[0].starts_with("    D"), "{half:#?}");
        assert!(half[1].contains("2.1"), "{half:#?}");
    }
    // Columns B and D stood half a hex lower; seen from the other side they stand higher.
    let half = pictured(GridKind::HexFlat, 3, &wall, &turned(2));
    assert_eq!(half[1], "  3 2.1   .", "{half:#?}");
}

/// A battle on 30 × 30 squares: one figure of each side for each place.
fn scattered(places: [&[&str]; 2]) -> Game {
    let wide = format!("{}\n", ".".repeat(30)).repeat(30);
    let board = drawn::board(GridKind::Square, &wide, &[]);
    let head = "format = \"skirmish-force/1\"\nruleset = \"violence\"\n";
    let forces = (1..).zip(places).map(|(n, places)| {
        let count = places.len();
        let text = format!(
            "{head}name = \"{n}\"\n[[figure]]\nname = \"A\"\nis = \"small\"\ncount = {count}\n"
        );
        Source::new("f", text)
    });
    let placed = (0..).zip(places).flat_map(|(side, places)| {
        let each = (1..).zip(places);
        each.map(|(n, at)| staged::placed(&board, side, n, at, 0))
            .collect::<Vec<_>>()
    });
    let placed = placed.collect();
    let mut brief = staged::brief(board, forces.collect());
    brief.placed = placed;
    Rules::Violence.begin(brief).unwrap()
}

#[test]
fn a_board_is_cut_to_where_the_action_is() {
    let game = scattered([&["T20"], &["U22"]]);
    let picture = Picture {
        room: Some((20, 6)),
        ..Picture::default()
    };
    let text = draw(&game, &picture);
    assert!(text.contains("1.1") && text.contains("2.1"), "{text}");
    let part = skirmish::cli::table_text::part(&game, &picture);
    assert!(part.is_some_and(|p| p.ends_with("of AD × 30")));
}

#[test]
fn a_board_that_is_cut_around_a_figure_shows_the_nearest_enemy() {
    // Friends stand behind it, and one enemy is too far away to be seen with it.
    let game = scattered([&["O10", "O8", "N7", "P7"], &["Q19", "A30"]]);
    for turn in 0..4 {
        let picture = Picture {
            room: Some((60, 14)),
            focus: game.board().grid().named("O10"),
            turn: Turn::default().by(turn),
            ..Picture::default()
        };
        let text = draw(&game, &picture);
        assert!(text.contains("1.1") && text.contains("2.1"), "{text}");
    }
}

#[test]
fn numbers_of_neighbours_stand_apart() {
    let board = drawn::board(GridKind::Square, "............\n............\n", &[]);
    let head = "format = \"skirmish-force/1\"\nruleset = \"vsgmr\"\nname = \"Many\"\n";
    let figure = "[[figure]]\nname = \"A\"\nis = \"troop\"\n";
    let force = |count: u8| Source::new("f", format!("{head}{figure}count = {count}\n"));
    let mut placed: Vec<_> = (1..=11)
        .map(|n| {
            let at = format!("{}1", char::from(b'A' + n as u8 - 1));
            staged::placed(&board, 0, n, &at, 0)
        })
        .collect();
    placed.push(staged::placed(&board, 1, 1, "L2", 0));
    let mut brief = staged::brief(board, vec![force(11), force(1)]);
    brief.placed = placed;
    let game = Rules::Vsgmr.begin(brief).unwrap();
    for colour in [false, true] {
        let picture = Picture {
            colour,
            room: Some((80, 24)),
            ..Picture::default()
        };
        let text = draw(&game, &picture);
        assert!(text.contains("1.10") && text.contains("1.11"), "{text}");
        let row = text.lines().find(|line| line.contains("1.10"));
        let apart =
            row.is_some_and(|row| !row.contains("1.101") && !row.contains("1.10\u{1b}[0m\u{1b}"));
        assert!(apart, "{text}");
    }
}
