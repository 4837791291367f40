//! What the map check advises helps: do what is said, and the finding is gone.

use rand::RngExt;
use rand_pcg::Pcg64;
use skirmish::battle::Scale;
use skirmish::board::{Board, BorderKind, Cost, GridKind, Map, Space, TerrainId};
use skirmish::files::{builtin, map};
use skirmish::source::Source;
use skirmish::survey::{Finding, FindingId, Pace, Severity, check, report, scales, too_narrow};

fn read(text: &str) -> Map {
    map::read(&Source::new("test", text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn found(map: &Map) -> Vec<Finding> {
    check(&Board::new(map.clone()), Pace::of(Scale::Mm28))
}

fn has(map: &Map, id: FindingId) -> bool {
    found(map).iter().any(|finding| finding.id == id)
}

fn zone(kind: &str, seat: Option<u8>, spaces: &str) -> String {
    let seat = seat.map_or(String::new(), |seat| format!("seat = {seat}\n"));
    format!("[[zone]]\nkind = \"{kind}\"\n{seat}spaces = [{spaces}]\n")
}

fn homes(first: &str, second: &str) -> String {
    zone("deployment", Some(1), &format!("{first:?}"))
        + &zone("deployment", Some(2), &format!("{second:?}"))
}

/// A map of these rows.
fn drawn(grid: &str, rows: &[String], more: &str) -> Map {
    read(&format!(
        "format = \"skirmish-map/1\"\nname = \"Test\"\ngrid = \"{grid}\"\nterrain = \"\"\"\n{}\"\"\"\n{more}",
        rows.join("\n")
    ))
}

/// Open rows with some scrub, 12 columns wide.
fn field(rows: usize) -> Vec<String> {
    let row = |i: usize| match i % 4 {
        0 => "\"...........".to_owned(),
        2 => "...........\"".to_owned(),
        _ => ".".repeat(12),
    };
    (0..rows).map(row).collect()
}

/// Does what a finding says: makes ground passable, removes borders, opens doors.
fn mended(map: &Map, mend: &str) -> Map {
    let mut map = map.clone();
    let grid = map.grid;
    let plain = map
        .terrains
        .iter()
        .position(|t| t.cost == Cost::Plain && !t.void);
    let plain = TerrainId(plain.expect("open ground") as u8);
    let text = mend
        .split("; or")
        .next()
        .unwrap()
        .split(", or make")
        .next()
        .unwrap();
    let mut verb = "";
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let spaces: Vec<Option<Space>> = word.split([':', '|']).map(|n| grid.named(n)).collect();
        match (spaces.as_slice(), verb) {
            _ if ["make", "remove", "open"].contains(&word) => verb = word,
            ([Some(a)], "make") => map.terrain[a.index()] = plain,
            ([Some(a), Some(b)], "make") => {
                for row in grid.row(*a)..=grid.row(*b) {
                    for column in grid.column(*a)..=grid.column(*b) {
                        let at = grid.at(column.into(), row.into()).unwrap();
                        map.terrain[at.index()] = plain;
                    }
                }
            }
            ([Some(a), Some(b)], _) => {
                let between = (*a.min(b), *a.max(b));
                let before = map.borders.len();
                for border in &mut map.borders {
                    if border.between == between && verb == "open" {
                        assert_eq!(border.kind, BorderKind::Door, "{mend}");
                        *border = builtin::open_door(between);
                    }
                }
                if verb == "remove" {
                    map.borders.retain(|border| border.between != between);
                    assert!(map.borders.len() < before, "{mend}: nothing is at {word}");
                }
            }
            _ => {}
        }
    }
    map
}

/// A board of 14 × 16 with random rock, water, rooms behind walls and shut doors.
fn rooms(kind: GridKind, seed: u64) -> Map {
    let mut rng: Pcg64 = rand::SeedableRng::seed_from_u64(seed);
    let name = skirmish::files::grid_name(kind);
    let mut rows = Vec::new();
    let solid = rng.random_range(5..45);
    for row in 0..16 {
        let sign = |_| match rng.random_range(0..100) {
            n if n < solid && (2..14).contains(&row) => ['#', '#', 'B', ' '][n as usize % 4],
            n if n < solid / 3 => '#',
            _ => '.',
        };
        rows.push((0..14).map(sign).collect::<String>());
    }
    // a row is not to end or begin with nothing only
    rows.iter_mut().for_each(|row| row.replace_range(0..1, "."));
    let zones = homes("A1:N2", "A15:N16") + &zone("objective", None, "\"F8:H9\"");
    let mut map = drawn(name, &rows, &zones);
    let grid = map.grid;
    let share = |a: Space, b: Space| map::share_a_side(&grid, a, b);
    let closed = rng.random_range(10..70);
    let mut sides = std::collections::BTreeMap::new();
    for space in (0..grid.len() as u32).map(Space) {
        for (_, next) in grid.neighbours(space) {
            if space < next && share(space, next) && rng.random_range(0..100) < closed {
                let kind = match rng.random_range(0..10) {
                    0..=5 => BorderKind::Wall,
                    6 => BorderKind::Fence,
                    7 => BorderKind::Window,
                    _ => BorderKind::Door,
                };
                sides.insert((space, next), builtin::border(kind, (space, next)));
            }
        }
    }
    map.borders = sides.into_values().collect();
    map
}

#[test]
#[ignore = "slow"]
fn advice_about_ground_that_is_cut_off_helps() {
    let ids = [
        FindingId::ZoneUnreachable,
        FindingId::ZoneBehindDoors,
        FindingId::ZoneSplit,
        FindingId::GroundLost,
    ];
    let mut tried = [0; 4];
    for kind in [GridKind::Square, GridKind::HexFlat, GridKind::HexPointy] {
        for seed in 0..40 {
            let map = rooms(kind, seed);
            // the first of each kind: there may be dozens
            for (i, id) in ids.into_iter().enumerate() {
                let all = found(&map);
                let Some(finding) = all.iter().find(|finding| finding.id == id) else {
                    continue;
                };
                tried[i] += 1;
                let again = found(&mended(&map, &finding.mend));
                let stays = again
                    .iter()
                    .find(|f| f.id == id && f.place == finding.place);
                assert!(stays.is_none(), "{kind:?} {seed}: {finding:#?} {stays:#?}");
            }
        }
    }
    assert!(tried.iter().all(|n| *n > 10), "{tried:?}");
}

#[test]
fn advice_for_large_figures_helps() {
    let mut tried = 0;
    for kind in [GridKind::Square, GridKind::HexFlat, GridKind::HexPointy] {
        for seed in 0..30 {
            let map = rooms(kind, seed);
            for size in [2, 3] {
                let narrow = |map: &Map| too_narrow(&Board::new(map.clone()), &[1, size]);
                let Some(finding) = narrow(&map).pop() else {
                    continue;
                };
                assert_eq!(finding.id, FindingId::PathNarrow);
                if finding.mend.starts_with("make both") {
                    continue;
                }
                tried += 1;
                let again = narrow(&mended(&map, &finding.mend));
                assert!(
                    again.is_empty(),
                    "{kind:?} {seed} {size}: {finding:#?} {again:#?}"
                );
            }
        }
    }
    assert!(tried > 60, "{tried}");
    assert!(
        too_narrow(
            &Board::new(drawn("square", &field(15), &homes("A1:L3", "A13:L15"))),
            &[1, 2, 3]
        )
        .is_empty()
    );
}

/// The number that follows some words.
fn number(text: &str, before: &str) -> u32 {
    let rest = text.split(before).nth(1).expect(before);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

#[test]
fn zones_that_overlap_or_begin_too_close_are_found() {
    let map = |second: &str| drawn("square", &field(15), &homes("A1:L2", second));
    let overlap = found(&map("A2:L3"));
    let overlap = overlap
        .iter()
        .find(|f| f.id == FindingId::ZonesOverlap)
        .expect("a finding");
    assert!(overlap.what.contains("A2:L2"), "{overlap:?}");
    assert!(!has(&map("A14:L15"), FindingId::ZonesOverlap));
    for row in 4..14 {
        let close = found(&map(&format!("A{row}:L{}", row + 1)));
        let close = close
            .iter()
            .find(|f| f.id == FindingId::ZonesClose)
            .expect("a finding");
        let by = number(&close.mend, "move them ");
        assert!(
            !has(
                &map(&format!("A{}:L{}", row + by, row + by + 1)),
                FindingId::ZonesClose
            ) || row + by + 1 > 15
        );
        assert_eq!(row + by, 14, "{close:?}");
    }
    assert!(!has(&map("A14:L15"), FindingId::ZonesClose));
}

#[test]
fn a_side_on_high_ground_is_found() {
    let map = |level: i8| {
        let mut map = drawn("square", &field(15), &homes("A1:L2", "A14:L15"));
        (0..24).for_each(|i| map.elevation[i] = level);
        map
    };
    for level in [-3, -1, 1, 2] {
        let all = found(&map(level));
        let high = all
            .iter()
            .find(|f| f.id == FindingId::HeightOneSide)
            .expect("a finding");
        let by = number(&high.mend, " by ") as i8;
        assert_eq!(by, level.abs(), "{high:?}");
        assert!(!has(
            &map(level - by * level.signum()),
            FindingId::HeightOneSide
        ));
    }
    assert!(!has(&map(0), FindingId::HeightOneSide));
}

#[test]
fn too_little_cover_is_found_and_borders_give_cover() {
    let bare: Vec<String> = vec![".".repeat(12); 15];
    let map = |more: &str| drawn("square", &bare, &(homes("A1:L2", "A14:L15") + more));
    assert!(has(&map(""), FindingId::CoverLittle));
    for kind in ["window", "fence", "hedge"] {
        let more = format!(
            "[[border]]\nkind = \"{kind}\"\nbetween = [\"C5|D5\", \"F5|G5\", \"C11|D11\", \"F11|G11\"]\n"
        );
        assert!(!has(&map(&more), FindingId::CoverLittle), "{kind}");
    }
    let wall = "[[border]]\nkind = \"wall\"\nbetween = [\"C5|D5\", \"F5|G5\"]\n";
    assert!(has(&map(wall), FindingId::CoverLittle));
    // hedges on one side only
    let sides: Vec<String> = ('A'..='L').map(|c| format!("\"{c}5|{c}6\"")).collect();
    let more = format!(
        "[[border]]\nkind = \"hedge\"\nbetween = [{}]\n",
        sides.join(", ")
    );
    assert!(has(&map(&more), FindingId::CoverOneSide));
}

#[test]
fn large_objectives_and_a_dark_middle_are_found() {
    let goal = |rows: u32| zone("objective", None, &format!("\"A6:L{}\"", 5 + rows));
    let map = |rows| {
        drawn(
            "square",
            &field(15),
            &(homes("A1:L2", "A14:L15") + &goal(rows)),
        )
    };
    let all = found(&map(6));
    let large = all
        .iter()
        .find(|f| f.id == FindingId::ObjectiveLarge)
        .expect("a finding");
    let most = number(&large.mend, "at most ");
    assert!(!has(&map(most / 12), FindingId::ObjectiveLarge));
    assert!(has(&map(most / 12 + 1), FindingId::ObjectiveLarge));

    let dark = |count: usize| {
        let mut rows = field(15);
        let middle = (5..10).flat_map(|row| (4..8).map(move |column| (row, column)));
        for (row, column) in middle.take(count) {
            rows[row].replace_range(column..column + 1, "%");
        }
        drawn("square", &rows, &homes("A1:L2", "A14:L15"))
    };
    let all = found(&dark(20));
    let gloom = all
        .iter()
        .find(|f| f.id == FindingId::DarknessMiddle)
        .expect("a finding");
    let light = number(&gloom.mend, "at least ") as usize;
    assert!(!has(&dark(20 - light), FindingId::DarknessMiddle));
    assert!(has(&dark(20 - light + 1), FindingId::DarknessMiddle));
}

#[test]
fn the_scale_is_compared_with_a_table() {
    let map = drawn("square", &field(15), &homes("A1:L2", "A14:L15"));
    let board = Board::new(map.clone());
    assert_eq!(scales(&board, 5), [Scale::Mm28]);
    // with more rounds slower figures meet in time
    let slow = scales(&board, 12);
    assert!(
        slow.contains(&Scale::Mm54) && slow.contains(&Scale::Mm90),
        "{slow:?}"
    );
    let large = drawn("square", &field(60), &homes("A1:L2", "A14:L15"));
    let at = |scale| {
        let found = check(&Board::new(large.clone()), Pace::of(scale));
        found.iter().any(|f| f.id == FindingId::ScaleLarge)
    };
    assert!(at(Scale::Mm300) && !at(Scale::Mm28));
}

#[test]
fn a_map_accepts_warnings_by_their_ids() {
    for (id, name) in FindingId::ALL {
        assert_eq!(FindingId::named(name), Some(id));
        assert_eq!(id.name(), name);
    }
    let with = |accept: &str| {
        let text = format!(
            "format = \"skirmish-map/1\"\nname = \"Test\"\naccept = [{accept}]\ngrid = \"square\"\nterrain = \"\"\"\n{}\"\"\"\n{}",
            vec![".".repeat(12); 15].join("\n"),
            homes("A1:L2", "A14:L15")
        );
        let map = read(&text);
        // it is written as it was read
        assert_eq!(read(&skirmish::files::write(&map)), map);
        report(&Board::new(map), Pace::of(Scale::Mm28))
    };
    let ids = |all: &[Finding]| all.iter().map(|f| f.id.name()).collect::<Vec<_>>();
    let strict = with("");
    assert_eq!(
        (ids(&strict.findings), strict.accepted.len()),
        (vec!["cover-little"], 0)
    );
    let mild = with("\"cover-little\"");
    assert_eq!(
        (mild.findings.len(), ids(&mild.accepted)),
        (0, vec!["cover-little"])
    );
    let wrong = with("\"cover-litle\"");
    assert_eq!(ids(&wrong.findings), ["cover-little", "accept-unknown"]);
    // errors stay
    let text = "format = \"skirmish-map/1\"\nname = \"Test\"\naccept = [\"zone-missing\"]\ngrid = \"square\"\nterrain = \"\"\"\n....\n....\"\"\"\n";
    let all = found(&read(text));
    assert!(
        all.iter()
            .any(|f| f.severity == Severity::Error && f.id == FindingId::ZoneMissing)
    );
}

#[test]
fn ground_behind_locked_doors_is_found() {
    let cell = |state: &str| {
        let mut rows = field(15);
        (rows[6], rows[7], rows[8]) = (
            "....####....".to_owned(),
            "....#..#....".to_owned(),
            "....##.#....".to_owned(),
        );
        let more = format!(
            "{}[[border]]\nkind = \"door\"\nbetween = [\"G9|G10\"]\nstate = \"{state}\"\n",
            homes("A1:L2", "A14:L15")
        );
        drawn("square", &rows, &more)
    };
    for state in ["open", "shut"] {
        assert!(!has(&cell(state), FindingId::GroundLocked), "{state}");
    }
    let map = cell("locked");
    let all = found(&map);
    let locked = all
        .iter()
        .find(|f| f.id == FindingId::GroundLocked)
        .expect("a finding");
    assert!(locked.mend.contains("G9|G10"), "{locked:?}");
    assert!(!has(&mended(&map, &locked.mend), FindingId::GroundLocked));
}
