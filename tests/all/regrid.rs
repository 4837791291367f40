//! Maps on another grid: what stays whole, and what is said to be lost.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use skirmish::battle::Scale;
use skirmish::board::{Board, BorderKind, Gait, GridKind, Map, Space, Spaces, Symmetry};
use skirmish::draft::{Barrier, Draft, Journal, Op, Plan, Scene, Sheet, area, regridded, replay};
use skirmish::files::notes::Notes;
use skirmish::files::{self, map::read, shipped};
use skirmish::source::Source;
use skirmish::survey::{Pace, Severity, check, opened};
use std::process::Command;

const KINDS: [GridKind; 3] = GridKind::ALL;

fn map(text: &str) -> Map {
    read(&Source::new("a map", text.to_owned())).unwrap()
}

/// Every shipped map on every other grid.
fn shipped_on_others() -> impl Iterator<Item = (String, Map, Sheet, Notes)> {
    shipped::MAPS.iter().flat_map(|(name, text)| {
        let old = map(text);
        let others = KINDS.into_iter().filter(move |k| *k != old.grid.kind);
        others.map(move |kind| {
            let old = map(text);
            let (now, notes) = regridded(&Sheet::of(old.clone()), kind).unwrap();
            (format!("{name} on {kind:?}"), old, now, notes)
        })
    })
}

/// How often the notes whose words hold these say something.
fn told(notes: &Notes, words: &str) -> usize {
    let all = notes.all().into_iter();
    all.filter(|n| n.what.contains(words))
        .map(|n| n.count)
        .sum()
}

fn real(map: &Map) -> usize {
    let void = |id: &&skirmish::board::TerrainId| !map.terrains[usize::from(id.0)].void;
    map.terrain.iter().filter(void).count()
}

fn count(map: &Map, kind: BorderKind) -> usize {
    map.borders.iter().filter(|b| b.kind == kind).count()
}

#[test]
#[ignore = "slow"]
fn every_shipped_map_passes_the_check_on_every_grid() {
    for (name, old, now, _) in shipped_on_others() {
        let map = now.map();
        assert_eq!(self::map(&files::write(&map)), map, "{name}");
        let again = regridded(&Sheet::of(old), now.grid.kind).unwrap().0;
        assert_eq!(again, now, "{name}");
        let found = check(&Board::new(map), Pace::of(Scale::Mm28));
        let errors: Vec<_> = found
            .iter()
            .filter(|f| f.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
    }
}

#[test]
fn whatever_a_shipped_map_loses_is_told() {
    for (name, old, now, notes) in shipped_on_others() {
        let now = now.map();
        let (lost, more) = (
            told(&notes, "that were dropped"),
            told(&notes, "more than one"),
        );
        assert_eq!(real(&now) + lost, real(&old) + more, "{name}");
        for kind in BorderKind::ALL {
            let word = files::builtin::border_name(kind);
            let differs = count(&old, kind) != count(&now, kind);
            let said = told(&notes, &format!("sides of {word} instead of"));
            assert_eq!(differs, said == 1, "{name}: {word}");
        }
        let gone = told(&notes, "sides of door that") + told(&notes, "sides of door without");
        let doors = (count(&old, BorderKind::Door), count(&now, BorderKind::Door));
        assert_eq!(doors.0, doors.1 + gone, "{name}");
        assert_eq!(old.zones.len(), now.zones.len(), "{name}");
        for (a, b) in old.zones.iter().zip(&now.zones) {
            assert_eq!((a.kind, a.seat), (b.kind, b.seat), "{name}");
        }
        let dropped = old.credit.recipe.is_some() && now.credit.recipe.is_none();
        assert_eq!(dropped, told(&notes, "the recipe") == 1, "{name}");
    }
}

/// A board with rooms of floor on open ground.
fn rooms(kind: GridKind, chance: &mut Pcg32) -> (Sheet, Spaces) {
    let (columns, rows) = (chance.random_range(12..=20), chance.random_range(12..=20));
    let sheet = Sheet::fresh("Rooms", kind, columns, rows);
    let grid = sheet.grid;
    let mut inside = Spaces::new(grid.len());
    for _ in 0..chance.random_range(1..=3) {
        let middle = Space(chance.random_range(0..grid.len() as u32));
        let size = chance.random_range(2..=4);
        inside.add(&match chance.random_range(0..2) {
            0 => area::around(&grid, middle, size),
            _ => {
                let far = Space(chance.random_range(0..grid.len() as u32));
                area::rectangle(&grid, middle, far)
            }
        });
    }
    (sheet, inside)
}

/// Whether somebody who opens no doors gets from floor to open ground.
fn leaks(board: &Board) -> bool {
    let of = |name: &str| {
        let all = (0..board.len() as u32).map(Space);
        Spaces::of(board.len(), all.filter(|s| board.terrain(*s).name == name))
    };
    let (floor, outside) = (of("floor"), of("open"));
    let (mut seen, mut next) = (floor.clone(), floor.iter().collect::<Vec<_>>());
    while let Some(here) = next.pop() {
        for (direction, there) in board.grid().neighbours(here) {
            let open = board.step_cost(here, direction, 1, Gait::Walk).is_some();
            if open && !seen.contains(there) {
                seen.insert(there);
                next.push(there);
            }
        }
    }
    outside.iter().any(|s| seen.contains(s))
}

#[test]
fn a_closed_room_stays_closed_and_its_door_stays_a_door() {
    let chance = &mut Pcg32::seed_from_u64(7);
    let wall = Barrier::of(BorderKind::Wall, false);
    let (mut kept, mut all) = (0, 0);
    for round in 0..240 {
        let kind = KINDS[round % 3];
        let (sheet, inside) = rooms(kind, chance);
        let outline: Vec<(u32, u32)> = area::outline(&sheet.grid, &inside).into_iter().collect();
        let door = outline.get(chance.random_range(0..outline.len().max(1)));
        let mut draft = Draft::new(sheet.map());
        let mut ops = vec![
            Op::Ground {
                kind: "floor".to_owned(),
                on: inside,
            },
            Op::Side {
                barrier: Some(wall),
                on: outline.clone(),
            },
        ];
        ops.extend(door.map(|side| Op::Side {
            barrier: Some(Barrier::of(BorderKind::Door, false)),
            on: vec![*side],
        }));
        draft.gesture(&ops).unwrap();
        for to in KINDS.into_iter().filter(|k| *k != kind) {
            let (now, notes) = regridded(draft.sheet(), to).unwrap();
            let board = Board::new(now.map());
            assert!(!leaks(&board), "{round}: {kind:?} on {to:?}");
            if door.is_none() || told(&notes, "sides of wall without") > 0 {
                continue;
            }
            all += 1;
            let lost = told(&notes, "sides of door");
            assert_eq!(
                count(board.map(), BorderKind::Door) + lost.min(1),
                1,
                "{round}"
            );
            if lost == 0 {
                kept += 1;
                assert!(leaks(&opened(&board)), "{round}: {kind:?} on {to:?}");
            }
        }
    }
    assert!(kept * 100 >= all * 95, "{kept} of {all} doors");
}

#[test]
fn a_room_of_rock_stays_closed() {
    let chance = &mut Pcg32::seed_from_u64(8);
    for round in 0..120 {
        let kind = KINDS[round % 3];
        let (sheet, inside) = rooms(kind, chance);
        let mut ring = Spaces::new(sheet.grid.len());
        for space in inside.iter() {
            ring.add(&area::around(&sheet.grid, space, 2));
        }
        ring.subtract(&inside);
        let mut draft = Draft::new(sheet.map());
        let paint = |kind: &str, on: Spaces| Op::Ground {
            kind: kind.to_owned(),
            on,
        };
        draft
            .gesture(&[paint("floor", inside), paint("wall", ring)])
            .unwrap();
        for to in KINDS.into_iter().filter(|k| *k != kind) {
            let (now, _) = regridded(draft.sheet(), to).unwrap();
            assert!(
                !leaks(&Board::new(now.map())),
                "{round}: {kind:?} on {to:?}"
            );
        }
    }
}

#[test]
fn what_is_the_same_after_half_a_turn_stays_so_where_the_board_allows_it() {
    let chance = &mut Pcg32::seed_from_u64(9);
    for round in 0..60 {
        let kind = KINDS[round % 3];
        let mut draft = Draft::new(Sheet::fresh("Turned", kind, 16, 14).map());
        let grid = draft.sheet().grid;
        for name in ["wood", "rocks", "water"] {
            let some = (0..12).map(|_| Space(chance.random_range(0..grid.len() as u32)));
            let on = Symmetry::HalfTurn.spread(&grid, &Spaces::of(grid.len(), some));
            let kind = name.to_owned();
            draft.gesture(&[Op::Ground { kind, on }]).unwrap();
        }
        for to in KINDS.into_iter().filter(|k| *k != kind) {
            let (_, notes) = regridded(draft.sheet(), to).unwrap();
            assert_eq!(
                told(&notes, "a half-turn"),
                0,
                "{round}: {kind:?} on {to:?}"
            );
        }
    }
}

#[test]
fn laying_a_draft_on_another_grid_is_one_step() {
    let (_, text) = shipped::MAPS
        .iter()
        .find(|(n, _)| *n == "graveyard")
        .unwrap();
    let crypt = include_str!("../../maps/crypt.scenario.toml");
    let scene = Scene {
        file: None,
        plan: Plan::read(&skirmish::source::Source::new("crypt", crypt)).unwrap(),
    };
    let old = map(text);
    let mut draft = Draft::with(old.clone(), Some(scene.clone()));
    let before = draft.sheet().clone();
    let kind = GridKind::HexFlat;
    draft.gesture(&[Op::Grid { kind }]).unwrap();
    let after = draft.sheet().clone();
    assert_eq!(after, regridded(&before, kind).unwrap().0);
    let mut journal = Journal::new(&old, None);
    journal.scene = Some(scene.clone());
    let lines = [vec![journal.line()], draft.take_lines()]
        .concat()
        .join("\n");
    assert_eq!(replay(&lines).unwrap().draft.sheet(), &after);
    draft.undo();
    assert_eq!(draft.sheet(), &before);

    // everything is there still, figures apart from each other
    let (was, is) = (&scene.plan, &after.scene.as_ref().unwrap().plan);
    assert_eq!(was.placed().count(), is.placed().count());
    let stands = |plan: &Plan| {
        let at = plan.figure.iter().filter_map(|f| f.at.clone());
        at.collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!(stands(was), stands(is));
    let door = is.device[0].effect.strip_prefix("door ").unwrap();
    let (a, b) = door.split_once('|').unwrap();
    let side = (after.grid.named(a).unwrap(), after.grid.named(b).unwrap());
    assert_eq!(after.borders[&side].kind, BorderKind::Door);
}

#[test]
fn the_command_lays_a_map_and_its_scenario_on_another_grid() {
    let home = tempfile::TempDir::new().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    let run = |words: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        let output = command.args(words).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap(), text)
    };
    let (toml, scene) = (path("yard.toml"), path("yard.scenario.toml"));
    let words = ["map", "convert", "graveyard", &toml, "--grid", "hex-pointy"];
    let (code, out) = run(&[&words[..], &["--scenario", "crypt"]].concat());
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("Changed:") && out.contains("The map check finds"),
        "{out}"
    );
    assert_eq!(run(&["map", "check", &toml, "--scenario", &scene]).0, 0);
    let (_, out) = run(&[
        "map",
        "convert",
        "ford",
        &path("f.toml"),
        "--grid",
        "square",
        "--json",
    ]);
    let said: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(said["grid"], "square");
    assert!(said["check"].is_array() && !said["findings"].as_array().unwrap().is_empty());
}
