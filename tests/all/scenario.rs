//! Scenario files: what they say, and what is wrong with them (C7).

use skirmish::battle::{Aim, Effect, HalfPoints, Role, Scale, Side};
use skirmish::board::Board;
use skirmish::files::{map, shipped};
use skirmish::rules::Rules;
use skirmish::scenario::{Overrides, SHIPPED, Scenario};
use skirmish::source::Source;
use std::sync::Arc;

fn board(name: &str) -> Arc<Board> {
    let (name, text) = shipped::map(name).expect("a shipped map");
    Arc::new(Board::new(map::read(&Source::new(name, text)).unwrap()))
}

/// A room with a door, a fence and a wall that can be battered down.
fn room() -> Arc<Board> {
    let text = r##"
format = "skirmish-map/1"
name = "Room"
grid = "square"
terrain = """
......
...#..
......
......"""
[[border]]
between = ["B1|B2"]
kind = "door"
[[border]]
between = ["C1|C2"]
kind = "fence"
[[zone]]
kind = "deployment"
seat = 1
spaces = ["A1:F1"]
[[zone]]
kind = "deployment"
seat = 2
spaces = ["A4:F4"]
"##;
    Arc::new(Board::new(map::read(&Source::new("room", text)).unwrap()))
}

fn forces(n: usize) -> Vec<Source> {
    Rules::Vsgmr
        .forces()
        .iter()
        .take(n)
        .map(|(stem, text)| Source::new(*stem, *text))
        .collect()
}

fn scenario(text: &str) -> Source {
    Source::new(
        "s.toml",
        format!("format = \"skirmish-scenario/1\"\nname = \"S\"\n{text}"),
    )
}

/// What is wrong with a scenario whose lines begin at the third.
fn fault(text: &str) -> String {
    let source = scenario(text);
    match Scenario::read(&source) {
        Err(fault) => fault.to_string(),
        Ok(read) => read
            .brief(room(), &forces(2), &Overrides::default())
            .expect_err(text)
            .to_string(),
    }
}

#[test]
fn c7_the_shipped_scenarios_are_well_written() {
    for (name, text) in SHIPPED {
        let read = Scenario::read(&Source::new(*name, *text)).unwrap();
        let board = match read.map() {
            Some(map) => board(map),
            None => board("village"),
        };
        let sides = read.sides().unwrap_or(2);
        let forces: Vec<Source> = (0..sides)
            .map(|i| match read.force(i) {
                Some(name) => {
                    let all = read.ruleset().unwrap_or(Rules::Vsgmr).forces();
                    let (stem, text) = all.iter().find(|f| f.0 == name).expect("a sample");
                    Source::new(*stem, *text)
                }
                None => forces(sides)[i].clone(),
            })
            .collect();
        let brief = read
            .brief(board, &forces, &Overrides::default())
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(brief.sides.len(), sides);
    }
    assert_eq!(Scenario::plain().aim(), Aim::Battle);
}

#[test]
fn c7_a_scenario_says_who_what_and_where() {
    let source = scenario(
        r#"
scale = "54mm"
rounds = "none"
aim = "fortress"
round = 2
step = "fight"
turn = 2
first = 1
[[side]]
role = "assaulter"
budget = 20.5
[[side]]
role = "defender"
seat = 4
zone = ["A1:B2", "F4"]
[[item]]
name = "box"
points = 3
guard = 2
[[device]]
name = "lock"
at = "B1"
effect = "door B2|B1"
skill = "Locks"
guard = 1
[[device]]
name = "bell"
at = "A4"
effect = "score 1.5"
from_air = true
[[figure]]
side = 2
unit = "Thane"
at = "C4"
facing = "C1"
hits = 1
[[figure]]
side = 2
unit = 3
reserve = true
"#,
    );
    let read = Scenario::read(&source).unwrap();
    let brief = read
        .brief(room(), &forces(2), &Overrides::default())
        .unwrap();
    assert_eq!((brief.scale, brief.rounds), (Scale::Mm54, Some(None)));
    assert_eq!((brief.start.round, brief.start.turn), (2, Some(Side(1))));
    assert_eq!(brief.sides[0].budget, Some(HalfPoints(41)));
    let roles: Vec<_> = brief
        .sides
        .iter()
        .map(|s| (s.role, s.seat, s.team))
        .collect();
    assert_eq!(roles, [(Role::Attacker, 1, 1), (Role::Defender, 4, 2)]);
    assert_eq!(brief.sides[1].zone.as_ref().unwrap().count(), 5);
    assert_eq!(brief.items[0].at, None);
    let item = &brief.items[0];
    assert_eq!(
        (item.points, item.guard),
        (HalfPoints::whole(3), Some(Side(1)))
    );
    assert_eq!(brief.devices[0].guard, Some(Side(0)));
    let grid = *brief.board.grid();
    let at = |name: &str| grid.named(name).unwrap();
    assert_eq!(brief.devices[0].effect, Effect::Door(at("B1"), at("B2")));
    assert_eq!(brief.devices[0].skill.as_deref(), Some("locks"));
    assert!(brief.devices[0].again && !brief.devices[1].again);
    assert_eq!(brief.devices[1].effect, Effect::Score(HalfPoints(3)));
    assert_eq!(grid.facing_name(brief.placed[0].facing.unwrap()), "N");
    assert_eq!(brief.placed[1].unit, "3");
    assert!(brief.placed[1].reserve);
}

#[test]
fn c7_the_maps_zones_hold_for_a_plain_battle() {
    let brief = Scenario::plain()
        .brief(room(), &forces(2), &Overrides::default())
        .unwrap();
    assert_eq!(brief.sides[1].zone.as_ref().unwrap().count(), 6);
    let more = Scenario::plain()
        .brief(room(), &forces(3), &Overrides::default())
        .unwrap();
    assert!(more.sides.iter().all(|s| s.zone.is_none()));
    let (name, text) = SHIPPED[1];
    let brief = Scenario::read(&Source::new(name, text))
        .unwrap()
        .brief(room(), &forces(2), &Overrides::default())
        .unwrap();
    assert!(brief.exits && brief.sides.iter().all(|s| s.zone.is_none()));
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn c7_what_is_wrong_is_pointed_at() {
    let device =
        |effect: &str| format!("[[device]]\nname = \"x\"\nat = \"A1\"\neffect = \"{effect}\"\n");
    let figure = |more: &str| format!("[[figure]]\nside = 1\nunit = \"Soldier\"\n{more}\n");
    for (text, begins) in [
        (
            "colour = 1".to_string(),
            "s.toml:3:1: unknown key \"colour\"",
        ),
        ("scale = \"1mm\"".into(), "s.toml:3:9: unknown scale"),
        ("scale = -28".into(), "s.toml:3:9: "),
        ("rounds = 0".into(), "s.toml:3:10: rounds must be"),
        ("rounds = \"many\"".into(), "s.toml:3:10: rounds must be"),
        ("aim = \"fun\"".into(), "s.toml:3:7: unknown value"),
        ("ruleset = \"chess\"".into(), "s.toml:3:11: unknown ruleset"),
        ("step = \"move\"".into(), "s.toml:3:8: a step needs a round"),
        (
            "[[side]]\n".into(),
            "s.toml:3:1: a scenario must have 2 to 8 [[side]] tables",
        ),
        (
            "[[side]]\nseat = 2\n[[side]]\n".into(),
            "s.toml:5:1: seat 2 is already taken",
        ),
        (
            "[[side]]\nteam = 0\n[[side]]\n".into(),
            "s.toml:4:8: teams are numbered",
        ),
        (
            "[[side]]\nrole = \"cook\"\n[[side]]\n".into(),
            "s.toml:4:8: unknown role",
        ),
        (
            "[[side]]\nbudget = 1.2\n[[side]]\n".into(),
            "s.toml:4:10: a budget",
        ),
        (
            "[[side]]\nteam = 2\n[[side]]\n".into(),
            "s.toml:3:3: all sides",
        ),
        (
            "[[side]]\n[[side]]\n[[side]]\n".into(),
            "s.toml:3:3: the scenario is for 3 sides",
        ),
        (
            "[[side]]\nzone = [\"A9\"]\n[[side]]\n".into(),
            "s.toml:4:9: \"A9\" is not a space",
        ),
        (
            "[[side]]\nzone = []\n[[side]]\n".into(),
            "s.toml:4:8: this zone has no spaces",
        ),
        (
            "[[item]]\nname = \"x\"\nat = \"Z1\"\n".into(),
            "s.toml:5:6: \"Z1\" is not a space",
        ),
        (
            device("door C1|C2"),
            "s.toml:6:10: the border at C1|C2 is not a door",
        ),
        (device("force A1|A2"), "s.toml:6:10: there is no border"),
        (device("force A1"), "s.toml:6:10: \"A1\" is not a border"),
        (device("clear A1"), "s.toml:6:10: the terrain at A1"),
        (
            device("score 0"),
            "s.toml:6:10: \"0\" is not a number of points",
        ),
        (device("dance"), "s.toml:6:10: unknown effect"),
        (
            device("win") + &device("free"),
            "s.toml:8:8: there is already a device \"x\"",
        ),
        (figure("at = \"Q7\""), "s.toml:6:6: \"Q7\" is not a space"),
        (figure(""), "s.toml:3:1: this figure has no place"),
        (
            figure("at = \"A1\"\nout = true"),
            "s.toml:6:6: at cannot be used together with",
        ),
        (
            figure("at = \"A1\"\nfacing = \"NNE\""),
            "s.toml:7:10: \"NNE\" is not a direction",
        ),
        (
            figure("at = \"A1\"").replace("side = 1", "side = 3"),
            "s.toml:4:8: there is no side 3",
        ),
    ] {
        let found = fault(&text);
        assert!(found.starts_with(begins), "{text}\n{found}");
    }
}
