//! What the check of a map finds.

use skirmish::battle::Scale;
use skirmish::board::Board;
use skirmish::files::{map, shipped};
use skirmish::source::Source;
use skirmish::survey::{Finding, Pace, Severity, check};

fn board(name: &str, text: &str) -> Board {
    let map = map::read(&Source::new(name, text)).unwrap_or_else(|fault| panic!("{fault}"));
    Board::new(map)
}

/// The findings on a square map of this terrain.
fn findings(terrain: &str, more: &str) -> Vec<Finding> {
    let head =
        "format = \"skirmish-map/1\"\nname = \"Test\"\ngrid = \"square\"\nterrain = \"\"\"\n";
    check(
        &board("test", &format!("{head}{terrain}\"\"\"\n{more}")),
        Pace::of(Scale::Mm28),
    )
}

/// Exactly one finding, with this severity, place and words.
fn one(found: &[Finding], severity: Severity, place: &str, words: &str) {
    let there = found
        .iter()
        .filter(|f| f.severity == severity && f.place == place && f.what.contains(words));
    assert_eq!(there.count(), 1, "{place}: {words} in {found:#?}");
}

/// A field with a little scrub at its edges.
const OPEN: &str = "
............
............
............
............
\"..........\"
\"..........\"
............
............
............
\"..........\"
\"..........\"
............
............
............
............";

/// Two zones of two rows at the ends of a map twelve columns wide.
fn zones(north: &str, south: &str) -> String {
    format!(
        "[[zone]]\nkind = \"deployment\"\nseat = 1\nspaces = [\"{north}\"]\n\
         [[zone]]\nkind = \"deployment\"\nseat = 2\nspaces = [\"{south}\"]\n"
    )
}

fn open(more: &str) -> Vec<Finding> {
    findings(
        OPEN.trim_start(),
        &format!("{}{more}", zones("A1:L2", "A14:L15")),
    )
}

#[test]
fn shipped_maps_pass() {
    for (name, text) in shipped::MAPS {
        let board = board(name, text);
        let found = check(&board, Pace::of(skirmish::survey::scale_of(board.map())));
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
#[ignore = "slow"]
fn b13_there_is_a_map_for_every_scale() {
    let maps = shipped::MAPS.iter().map(|(name, text)| board(name, text));
    let boards: Vec<Board> = maps.collect();
    for scale in Scale::ALL {
        let fits = |b: &&Board| {
            skirmish::survey::scales(b, 5).contains(&scale)
                && (skirmish::survey::scale_of(b.map()) == scale || scale == Scale::Mm28)
        };
        assert!(boards.iter().any(|b| fits(&b)), "{}", scale.name());
    }
}

#[test]
fn shipped_maps_are_many_and_varied() {
    use skirmish::board::{BorderKind, GridKind, Use};
    let boards: Vec<Board> = shipped::MAPS
        .iter()
        .map(|(name, text)| board(name, text))
        .collect();
    let count = |test: &dyn Fn(&Board) -> bool| boards.iter().filter(|b| test(b)).count();
    assert!(boards.len() >= 14);
    for kind in [GridKind::Square, GridKind::HexFlat, GridKind::HexPointy] {
        assert!(count(&|b| b.grid().kind == kind) >= 4, "{kind:?}");
    }
    for kind in [
        BorderKind::Wall,
        BorderKind::Window,
        BorderKind::Door,
        BorderKind::Hedge,
        BorderKind::Fence,
    ] {
        assert!(
            count(&|b| b.borders().iter().any(|x| x.kind == kind)) >= 3,
            "{kind:?}"
        );
    }
    let has = |name: &str| count(&|b| b.spaces().iter().any(|s| b.terrain(s).name == name));
    for name in ["darkness", "water", "deep", "thicket", "wood", "wall"] {
        assert!(has(name) >= 1, "{name}");
    }
    assert!(
        count(&|b| b.spaces().count() < b.len()) >= 2,
        "irregular outlines"
    );
    assert!(
        count(&|b| b.map().elevation.iter().any(|level| *level != 0)) >= 5,
        "levels"
    );
    assert!(
        count(&|b| b.zone(Use::Deployment, 4).is_some()) >= 4,
        "four seats"
    );
    assert!(count(&|b| b.map().zones.iter().any(|z| z.kind == Use::Objective)) >= 14);
    assert!(
        count(&|b| b.spaces().iter().any(|s| b.terrain(s).hits.is_some())) >= 4,
        "fortresses"
    );
    let usual = |board: &&Board| skirmish::survey::scale_of(board.map()) == Scale::Mm28;
    for board in boards.iter().filter(usual) {
        let grid = board.grid();
        assert!((20..=48).contains(&grid.columns) && (20..=36).contains(&grid.rows));
        let mut zones = [1, 2].map(|seat| board.zone(Use::Deployment, seat).unwrap().clone());
        zones
            .iter_mut()
            .for_each(|zone| zone.keep(board.standable()));
        assert!(zones.iter().all(|zone| zone.count() >= 20));
        let [first, second] = zones.map(|zone| zone.iter().collect::<Vec<_>>());
        assert!(grid.gap(&first, &second) <= 18);
        let ends = |at: &dyn Fn(skirmish::board::Space) -> u32, last: u32| {
            let reach = |zone: &[skirmish::board::Space], end| zone.iter().any(|s| at(*s) == end);
            reach(&first, 0) && reach(&second, last) || reach(&second, 0) && reach(&first, last)
        };
        let north_south = ends(&|s| grid.row(s), grid.rows - 1);
        let west_east = ends(&|s| grid.column(s), grid.columns - 1);
        assert!(north_south || west_east, "{}", board.map().name);
    }
}

#[test]
fn an_open_field_has_no_faults() {
    let found = open("");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn missing_and_small_zones_are_found() {
    let found = findings(OPEN.trim_start(), "");
    one(&found, Severity::Error, "seat 1", "no deployment zone");
    one(&found, Severity::Error, "seat 2", "no deployment zone");
    let found = findings(OPEN.trim_start(), &zones("A1:C1", "A15:I15"));
    one(&found, Severity::Error, "seat 1", "only 3 spaces");
    one(&found, Severity::Warning, "seat 2", "only 9 spaces");
    let third = "[[zone]]\nkind = \"deployment\"\nseat = 4\nspaces = [\"A7:B11\"]\n";
    one(
        &open(third),
        Severity::Error,
        "seat 3",
        "no deployment zone",
    );
}

#[test]
fn zones_on_walls_are_found() {
    let terrain = OPEN
        .trim_start()
        .replacen("............", "###.........", 1);
    let found = findings(&terrain, &zones("A1:L2", "A14:L15"));
    one(
        &found,
        Severity::Warning,
        "A1:C1",
        "3 spaces of zone 1 (the deployment zone of seat 1)",
    );
}

/// The open field with its eighth row replaced.
fn barred(row: &str) -> String {
    let mut rows: Vec<&str> = OPEN.trim_start().split('\n').collect();
    rows[7] = row;
    rows.join("\n")
}

#[test]
fn zones_that_are_cut_off_are_found() {
    let found = findings(&barred("############"), &zones("A1:L2", "A14:L15"));
    one(
        &found,
        Severity::Error,
        "A14:L15",
        "cannot be reached from seat 1",
    );
    assert_eq!(found.len(), 1, "{found:#?}");
    let door = "[[border]]\nbetween = [\"A8|A9\"]\nkind = \"door\"\n";
    let found = findings(
        &barred(".###########"),
        &format!("{}{door}", zones("A1:L2", "A14:L15")),
    );
    one(
        &found,
        Severity::Warning,
        "A14:L15",
        "only through shut doors",
    );
    let open = format!("{}{door}open = true\n", zones("A1:L2", "A14:L15"));
    let found = findings(&barred(".###########"), &open);
    assert!(
        found.iter().all(|f| !f.what.contains("reached")),
        "{found:#?}"
    );
}

#[test]
fn what_is_to_be_opened_is_a_border_that_stands_there() {
    let barred: Vec<String> = ('A'..='L').map(|c| format!("\"{c}7|{c}8\"")).collect();
    for kind in ["wall", "door"] {
        let more = format!(
            "[[border]]\nbetween = [{}]\nkind = \"{kind}\"\n",
            barred.join(", ")
        );
        let found = open(&more);
        let cut = found
            .iter()
            .find(|f| f.what.contains("reached from seat 1"));
        let mend = &cut.expect("a finding").mend;
        let named = barred.iter().any(|b| mend.contains(b.trim_matches('"')));
        assert!(named, "{kind}: {mend}");
    }
}

#[test]
fn lost_rooms_are_found() {
    let mut rows: Vec<&str> = OPEN.trim_start().split('\n').collect();
    (rows[5], rows[6], rows[7]) = ("....####....", "....#..#....", "....####....");
    let found = findings(&rows.join("\n"), &zones("A1:L2", "A14:L15"));
    one(
        &found,
        Severity::Warning,
        "F7:G7",
        "2 walkable spaces that no figure on foot can reach",
    );
}

#[test]
fn parts_of_a_zone_that_are_cut_off_are_found() {
    let mut rows: Vec<&str> = OPEN.trim_start().split('\n').collect();
    (rows[11], rows[12], rows[13]) = ("....###.....", "....#.#.....", "....###.....");
    let found = findings(&rows.join("\n"), &zones("A1:L2", "A13:L15"));
    one(
        &found,
        Severity::Warning,
        "F13",
        "1 space of the deployment zone of seat 2 is cut off from the rest of it",
    );
}

#[test]
fn needless_borders_are_found() {
    let terrain = barred("..##.....##.");
    let border =
        |pair: &str, kind: &str| format!("[[border]]\nbetween = [\"{pair}\"]\nkind = \"{kind}\"\n");
    let more = zones("A1:L2", "A14:L15") + &border("C8|D8", "fence") + &border("B8|C8", "door");
    let found = findings(&terrain, &more);
    one(
        &found,
        Severity::Warning,
        "C8|D8",
        "two spaces that no figure can enter",
    );
    one(
        &found,
        Severity::Warning,
        "B8|C8",
        "a door to a space where no figure can stand",
    );
    let found = findings(
        &barred("... ........"),
        &(zones("A1:L2", "A14:L15") + &border("C8|D8", "wall")),
    );
    one(&found, Severity::Warning, "C8|D8", "edge of the board");
}

#[test]
fn a_door_that_stands_free_opens_nothing() {
    let border =
        |pair: &str, kind: &str| format!("[[border]]\nbetween = [\"{pair}\"]\nkind = \"{kind}\"\n");
    let home = zones("A1:L2", "A14:L15");
    let free = |found: &[Finding]| {
        let said = found.iter().filter(|f| f.what.contains("stands free"));
        said.map(|f| f.place.clone()).collect::<Vec<_>>()
    };
    let terrain = OPEN.trim_start();
    let alone = home.clone() + &border("E7|F7", "door");
    assert_eq!(free(&findings(terrain, &alone)), ["E7|F7"]);
    // held at both ends: by walls, by the edge of the board, by another door
    let walled = alone.clone() + &border("E6|F6", "wall") + &border("E8|F8", "window");
    assert_eq!(free(&findings(terrain, &walled)), [""; 0]);
    let one_end = alone + &border("E6|F6", "wall");
    assert_eq!(free(&findings(terrain, &one_end)), ["E7|F7"]);
    let double =
        home + &border("A7|A8", "door") + &border("B7|B8", "door") + &border("C7|C8", "wall");
    assert_eq!(free(&findings(terrain, &double)), [""; 0]);
    // between two walls that fill their spaces
    let gate = zones("A1:L2", "A14:L15") + &border("F7|F8", "door");
    assert_eq!(free(&findings(&barred("#####.######"), &gate)), [""; 0]);
}

#[test]
fn zones_too_near_see_each_other() {
    let found = findings(OPEN.trim_start(), &zones("A1:L2", "A8:L9"));
    one(
        &found,
        Severity::Warning,
        "seats 1 and 2",
        "see each other within 12 spaces",
    );
    let found = findings(&barred("FFFFFFFFFFFF"), &zones("A1:L2", "A10:L11"));
    assert!(
        found.iter().all(|f| !f.what.contains("see each other")),
        "{found:#?}"
    );
}

#[test]
fn battles_that_come_too_late_are_found() {
    let far = [OPEN.trim_start(), OPEN.trim_start()].join("\n");
    let found = findings(&far, &zones("A1:L2", "A22:L23"));
    one(
        &found,
        Severity::Warning,
        "seats 1 and 2",
        "20 spaces apart, more than 18",
    );
    one(
        &found,
        Severity::Warning,
        "seats 1 and 2",
        "reach the other side only in round 4 of 5",
    );
    let found = findings(&far, &zones("A1:L2", "A20:L21"));
    assert!(found.is_empty(), "{found:#?}");
    // Through water the same way takes twice as long.
    let wet = far.replace(['.', '"'], "~");
    let found = findings(&wet, &zones("A1:L2", "A20:L21"));
    one(
        &found,
        Severity::Warning,
        "seats 1 and 2",
        "in round 6 of 5",
    );
}

#[test]
fn the_scale_changes_the_pace() {
    let text = shipped::map("FORD").unwrap().1;
    let slow = check(&board("ford", text), Pace::of(Scale::Mm54));
    one(&slow, Severity::Warning, "seats 1 and 2", "more than 9");
    let fast = Pace::of(Scale::Mm15);
    assert_eq!((fast.movement, fast.shot, fast.rounds), (12, 20, 5));
    assert_eq!(Pace::of(Scale::Mm28).shot, 12);
}

#[test]
fn unfair_objectives_are_found() {
    let goal = |spaces: &str| format!("[[zone]]\nkind = \"objective\"\nspaces = [\"{spaces}\"]\n");
    one(
        &open(&goal("F5")),
        Severity::Warning,
        "F5",
        "costs 3 for seat 1 and 9 for seat 2",
    );
    assert!(open(&goal("F8")).is_empty());
    assert!(open(&(goal("F5") + &goal("G11"))).is_empty(), "a fair pair");
}

#[test]
#[ignore = "slow"]
fn a_map_that_lies_otherwise_is_the_same_map() {
    use skirmish::board::{Motion, Space};
    let motions = [Motion::HalfTurn, Motion::LeftRight, Motion::TopBottom];
    let mut laid = 0;
    for (name, text) in shipped::MAPS {
        let map = map::read(&Source::new(*name, *text)).expect("a shipped map");
        for motion in motions {
            let Some(moved) = map.moved(motion) else {
                continue;
            };
            laid += 1;
            // as a file too
            let written = skirmish::files::write(&moved);
            let again = map::read(&Source::new(*name, written.as_str())).expect("it reads its own");
            assert_eq!(again.borders, moved.borders, "{name}");
            assert_eq!(again.zones, moved.zones, "{name}");
            let back = moved.moved(motion).expect("the way back");
            assert_eq!(back.borders, map.borders, "{name}");
            assert_eq!(back.zones, map.zones, "{name}");
            let (here, there) = (Board::new(map.clone()), Board::new(moved));
            let image = |s: Space| map.grid.moved(motion, s).filter(|_| here.exists(s));
            let spaces = (0..here.len() as u32).map(Space);
            let spaces: Vec<(Space, Space)> = spaces.filter_map(|s| Some((s, image(s)?))).collect();
            for (space, to) in &spaces {
                assert_eq!(here.terrain(*space).name, there.terrain(*to).name, "{name}");
                assert_eq!(here.level(*space), there.level(*to), "{name}");
            }
            let (from, to) = spaces[spaces.len() / 3];
            for (space, at) in spaces {
                assert_eq!(here.sight(from, space), there.sight(to, at), "{name}");
            }
        }
    }
    assert!(laid > 30, "{laid}");
}
