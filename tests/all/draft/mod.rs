//! Maps in the making: laws of editing, on every grid.

mod clips;
mod keep;
mod symmetry;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use skirmish::board::{
    BorderKind, Grid, GridKind, Map, Space, Spaces, Stagger, Symmetry, TerrainId, Use,
};
use skirmish::draft::{
    Anchor, Barrier, Draft, Journal, Op, Plan, Scene, Sheet, Touched, area, cropped, kept, part_of,
    replay, resized, whole_of,
};
use skirmish::files::{self, map::read};
use skirmish::source::Source;
use skirmish::survey::generate::EDITION;
use skirmish::survey::{Recipe, Theme, generate};

const KINDS: [GridKind; 3] = GridKind::ALL;

/// Grids of every kind and stagger, with odd and even sides.
fn grids() -> impl Iterator<Item = Grid> {
    KINDS.into_iter().flat_map(|kind| {
        [Stagger::Even, Stagger::Odd]
            .into_iter()
            .flat_map(move |stagger| {
                (6..=9).flat_map(move |columns| {
                    (6..=9).map(move |rows| Grid {
                        kind,
                        stagger,
                        columns,
                        rows,
                    })
                })
            })
    })
}

fn sheet(grid: Grid) -> Sheet {
    let fresh = Sheet::fresh("A map", grid.kind, grid.columns, grid.rows);
    Sheet { grid, ..fresh }
}

fn some(grid: &Grid, chance: &mut Pcg32) -> Spaces {
    let middle = Space(chance.random_range(0..grid.len() as u32));
    area::around(grid, middle, chance.random_range(1..=3))
}

/// Anything that can be done.
fn any(sheet: &Sheet, chance: &mut Pcg32) -> Op {
    let grid = &sheet.grid;
    let on = some(grid, chance);
    match chance.random_range(0..10) {
        0..=3 => {
            let kinds = ["open", "wood", "wall", "water", "void", "building"];
            let kind = kinds[chance.random_range(0..kinds.len())].to_owned();
            Op::Ground { kind, on }
        }
        4 => Op::Raise {
            by: chance.random_range(-2..=2),
            on,
        },
        5 => Op::Level {
            to: chance.random_range(-9..=9),
            on,
        },
        6 => {
            let kinds = [BorderKind::Wall, BorderKind::Door, BorderKind::Hedge];
            let kind = kinds[chance.random_range(0..kinds.len())];
            let barrier = chance
                .random_bool(0.8)
                .then(|| Barrier::of(kind, chance.random_bool(0.5)));
            let on = area::outline(grid, &on).into_iter().collect();
            Op::Side { barrier, on }
        }
        7 => Op::Zone {
            zone: chance.random_range(0..sheet.zones.len().max(1)),
            join: chance.random_bool(0.7),
            on,
        },
        8 => Op::NewZone {
            kind: [Use::Deployment, Use::Objective, Use::Exit][chance.random_range(0..3)],
            seat: chance.random_bool(0.5).then(|| chance.random_range(1..=8)),
        },
        _ => {
            let anchor = Anchor {
                x: chance.random_range(-1..=1),
                y: chance.random_range(-1..=1),
            };
            let (columns, rows) = (chance.random_range(5..=10), chance.random_range(5..=10));
            resized(grid, columns, rows, anchor)
        }
    }
}

#[test]
fn taking_every_step_back_gives_the_map_before_and_doing_it_again_the_map_after() {
    for (i, grid) in grids().enumerate() {
        let mut chance = Pcg32::seed_from_u64(i as u64);
        let mut draft = Draft::new(sheet(grid).map());
        let mut states = vec![draft.sheet().clone()];
        for _ in 0..25 {
            let ops: Vec<Op> = (0..2).map(|_| any(draft.sheet(), &mut chance)).collect();
            let before = draft.sheet().clone();
            let steps = draft.steps().0;
            if draft.gesture(&ops).is_err() {
                assert_eq!(*draft.sheet(), before, "a refused gesture changes nothing");
            }
            if draft.steps().0 > steps {
                states.push(draft.sheet().clone());
            }
        }
        let steps = states.len() - 1;
        assert_eq!(draft.steps(), (steps, 0));
        for state in states[..steps].iter().rev() {
            draft.undo();
            assert_eq!(draft.sheet(), state);
        }
        assert!(draft.is_saved());
        for state in &states[1..] {
            draft.redo();
            assert_eq!(draft.sheet(), state);
        }
        assert_eq!(draft.steps(), (steps, 0));
    }
}

#[test]
fn a_journal_gives_the_same_map_and_the_same_steps_however_it_is_cut_off() {
    for (i, grid) in grids().enumerate() {
        let mut chance = Pcg32::seed_from_u64(1000 + i as u64);
        let map = sheet(grid).map();
        let mut text = Journal::new(&map, None).line() + "\n";
        let mut draft = Draft::new(map);
        for _ in 0..30 {
            match chance.random_range(0..6) {
                0 => drop(draft.undo()),
                1 => drop(draft.redo()),
                2 => draft.mark_saved(),
                _ => drop(draft.gesture(&[any(draft.sheet(), &mut chance)])),
            }
            for line in draft.take_lines() {
                text += &line;
                text.push('\n');
            }
        }
        let whole = text.len();
        let torn = format!("{text}[{{\"op\":\"ground\",\"ki");
        for text in [text, torn] {
            let told = replay(&text).expect("a journal");
            assert_eq!(told.read, whole);
            let again = told.draft;
            assert_eq!(again.sheet().map(), draft.sheet().map());
            assert_eq!(again.steps(), draft.steps());
            assert_eq!(again.is_saved(), draft.is_saved());
        }
    }
}

#[test]
fn a_journal_says_what_was_saved_and_how_far_it_can_be_read() {
    let map = Sheet::fresh("A map", KINDS[0], 4, 4).map();
    let mut draft = Draft::new(map.clone());
    let mut text = Journal::new(&map, None).line() + "\n";
    let mut paint = |draft: &mut Draft, kind: &str| {
        let ground = Op::Ground {
            kind: kind.into(),
            on: Spaces::of(16, [Space(5)]),
        };
        draft.gesture(&[ground]).expect("painted");
        text += &(draft.take_lines().join("\n") + "\n");
        text.clone()
    };
    let once = paint(&mut draft, "wood");
    assert_eq!(replay(&once).unwrap().saved, map);
    draft.mark_saved();
    let wood = draft.sheet().map();
    let twice = paint(&mut draft, "water");
    let told = replay(&twice).unwrap();
    assert_eq!((&told.saved, told.read), (&wood, twice.len()));
    assert_ne!(told.draft.sheet().map(), wood);
    // a line that makes no sense, or cannot be done, ends it; all before it counts
    let unknown = Op::Ground {
        kind: "nonsense".into(),
        on: Spaces::of(16, [Space(3)]),
    };
    let unknown = serde_json::to_string(&[unknown]).unwrap();
    for bad in ["{\"", "\"sideways\"", &unknown] {
        let damaged = format!("{twice}{bad}\n\"undo\"\n");
        let told = replay(&damaged).unwrap();
        assert_eq!(told.read, twice.len(), "{bad}");
        assert_eq!(told.draft.sheet().map(), draft.sheet().map());
    }
}

#[test]
fn what_a_board_keeps_when_it_grows_and_shrinks_stays_as_it_was() {
    for (i, grid) in grids().enumerate() {
        let mut chance = Pcg32::seed_from_u64(i as u64);
        let mut draft = Draft::new(sheet(grid).map());
        for _ in 0..10 {
            let op = any(draft.sheet(), &mut chance);
            if !matches!(op, Op::Size { .. }) {
                let _ = draft.gesture(&[op]);
            }
        }
        let before = draft.sheet().clone();
        for (x, y) in [(-1, -1), (0, 0), (1, 1), (1, -1)] {
            let anchor = Anchor { x, y };
            draft
                .gesture(&[resized(&grid, 13, 14, anchor)])
                .expect("larger");
            let larger = draft.sheet().grid;
            let Op::Size { left, top, .. } = resized(&grid, 13, 14, anchor) else {
                panic!("a size")
            };
            let at = |s: Space| {
                larger
                    .at(
                        i64::from(grid.column(s)) + left,
                        i64::from(grid.row(s)) + top,
                    )
                    .expect("inside")
            };
            for a in before.spaces() {
                assert_eq!(draft.sheet().kind(at(a)).name, before.kind(a).name);
                for b in before.spaces() {
                    assert_eq!(larger.distance(at(a), at(b)), grid.distance(a, b));
                }
            }
            let kept = Spaces::of(larger.len(), before.spaces().map(at));
            draft
                .gesture(&[cropped(&larger, &kept).expect("a part")])
                .expect("cut down");
            assert_eq!(draft.sheet().map(), before.map());
        }
    }
}

fn saved(map: &Map) -> Map {
    read(&Source::new("map", files::write(map))).unwrap_or_else(|f| panic!("{f}"))
}

#[test]
fn what_is_saved_is_what_is_read_again() {
    for (i, grid) in grids().enumerate() {
        let mut chance = Pcg32::seed_from_u64(77 + i as u64);
        let mut draft = Draft::new(sheet(grid).map());
        for _ in 0..15 {
            let _ = draft.gesture(&[any(draft.sheet(), &mut chance)]);
        }
        let sheet = draft.sheet();
        let again = Sheet::of(saved(&sheet.map()));
        assert_eq!(again.levels, sheet.levels);
        assert_eq!(again.borders, sheet.borders);
        assert_eq!(again.zones, sheet.map().zones);
        for space in sheet.spaces() {
            assert_eq!(again.kind(space).name, sheet.kind(space).name);
        }
        assert_eq!(
            files::write(&again.map()),
            files::write(&saved(&again.map()))
        );
    }
}

#[test]
fn a_file_that_is_edited_keeps_its_comments() {
    let text = "# about it all\nformat = \"skirmish-map/1\"\nname = \"Old\" # its name\n\
                grid = \"square\"\n# the ground\nterrain = \"\"\"\n....\n.TT.\n....\"\"\"\n\n\
                # the south\n[[zone]]\nkind = \"deployment\"\nseat = 1\nspaces = [\"A3:D3\"]\n";
    let map = read(&Source::new("map", text)).expect("a map");
    assert_eq!(kept(&map, Some(text)), (text.to_owned(), Vec::new()));
    let mut draft = Draft::new(map);
    let on = Spaces::of(12, [Space(0)]);
    draft
        .gesture(&[Op::Ground {
            kind: "water".into(),
            on,
        }])
        .expect("painted");
    let (now, lost) = kept(&draft.sheet().map(), Some(text));
    assert_eq!(lost, Vec::<String>::new());
    for comment in [
        "# about it all",
        "# its name",
        "# the ground",
        "# the south",
    ] {
        assert!(now.contains(comment), "{now}");
    }
    assert!(now.contains("~...\n"), "{now}");
}

#[test]
fn every_map_that_ships_can_be_drawn_on_and_is_the_same_when_nothing_was_done() {
    for (name, text) in files::shipped::MAPS {
        let map = read(&Source::new(*name, *text)).expect("a map");
        assert_eq!(Sheet::of(map.clone()).map(), map, "{name}");
    }
}

/// A scenario with everything that has a place.
fn plan() -> Plan {
    let text = r#"
format = "skirmish-scenario/1"
name = "All of it"
map = "castle"
rounds = "none"
[[side]]
budget = 12.5
zone = ["A1:B2", "D4"]
[[side]]
force = "orcs"
[[item]]
name = "chest"
at = "C3"
[[device]]
name = "lever"
at = "D3"
effect = "door C3|C4"
[[device]]
name = "charge"
at = "A1"
effect = "clear D4"
[[figure]]
side = 2
unit = "Warlord"
at = "F6"
facing = "C3"
[[figure]]
side = 2
unit = 3
at = "E5"
facing = "N"
[[figure]]
side = 2
unit = "Warrior"
reserve = true
"#;
    Plan::read(&skirmish::source::Source::new("plan", text)).expect("a scenario")
}

#[test]
fn every_scenario_that_ships_is_the_same_as_plain_data() {
    for (name, text) in skirmish::scenario::SHIPPED {
        let plan = Plan::read(&skirmish::source::Source::new("plan", *text))
            .unwrap_or_else(|what| panic!("{name}: {what}"));
        let again = plan.text();
        let table = |text: &str| toml::from_str::<toml::Table>(text).expect("a table");
        assert_eq!(table(text), table(&again), "{name}");
        skirmish::scenario::Scenario::read(&Source::new(*name, again.clone()))
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let (kept, lost) = skirmish::draft::kept_plan(&plan, Some(text));
        assert_eq!((kept.as_str(), lost.len()), (*text, 0), "{name}");
    }
}

#[test]
fn a_scenario_is_drawn_taken_back_and_written_down_like_the_map() {
    let fresh = Sheet::fresh("A map", GridKind::Square, 8, 8).map();
    let scene = |plan| {
        let scene = Scene { file: None, plan };
        vec![Op::Scene {
            scene: Some(Box::new(scene)),
        }]
    };
    let mut draft = Draft::new(fresh.clone());
    let mut journal = Journal::new(&fresh, None).line();
    assert_eq!(draft.gesture(&scene(plan())), Ok(Touched::Scene));
    let mut other = plan();
    other.drop_side(0);
    assert_eq!(other.figure[0].side, 1);
    draft.gesture(&scene(other)).expect("changed");
    draft.undo();
    let there = |draft: &Draft| draft.sheet().scene.as_ref().map(|s| s.plan.clone());
    assert_eq!(there(&draft), Some(plan()));
    // two columns come on the left, and a row at the top
    let op = Op::Size {
        columns: 10,
        rows: 9,
        left: 2,
        top: 1,
    };
    draft.gesture(&[op]).expect("larger");
    let moved = there(&draft).expect("a scenario");
    assert_eq!(moved.side[0].zone, Some(vec!["C2:D3".into(), "F5".into()]));
    assert_eq!(moved.item[0].at.as_deref(), Some("E4"));
    assert_eq!(moved.device[0].effect, "door E4|E5");
    assert_eq!(moved.device[1].effect, "clear F5");
    assert_eq!(moved.figure[0].at.as_deref(), Some("H7"));
    assert_eq!(moved.figure[0].facing.as_deref(), Some("E4"));
    assert_eq!(moved.figure[1].facing.as_deref(), Some("N"));
    assert_eq!(moved.figure.len(), 3);
    // what lies outside goes
    let op = Op::Size {
        columns: 5,
        rows: 5,
        left: -2,
        top: -1,
    };
    draft.gesture(&[op]).expect("smaller");
    let left = there(&draft).expect("a scenario");
    assert_eq!(left.figure.len(), 2, "{left:?}");
    draft.undo();
    for line in draft.take_lines() {
        journal += "\n";
        journal += &line;
    }
    let again = replay(&journal).expect("a journal").draft;
    assert_eq!(again.sheet(), draft.sheet());
}

#[test]
fn a_map_that_was_drawn_up_can_be_taken_over_whole_or_in_part() {
    for (kind, stagger) in [
        (GridKind::Square, Stagger::Even),
        (GridKind::HexFlat, Stagger::Odd),
        (GridKind::HexPointy, Stagger::Even),
    ] {
        for theme in Theme::ALL {
            let recipe = Recipe {
                theme,
                kind,
                stagger,
                columns: 26,
                rows: 22,
                symmetry: Symmetry::HalfTurn,
                scale: skirmish::battle::Scale::Mm28,
                rounds: 5,
                seed: 3,
                edition: EDITION,
            };
            let made = generate(&recipe).unwrap_or_else(|what| panic!("{recipe:?}: {what}"));
            let mut start = Sheet::fresh("A map", kind, 26, 22);
            start.grid.stagger = stagger;
            start.zones.clear();
            let mut draft = Draft::new(start.map());
            let before = draft.sheet().clone();
            let ops = whole_of(draft.sheet(), &made.map);
            draft.gesture(&ops).expect("taken over");
            let now = draft.sheet().map();
            assert_eq!(named(&now), named(&made.map), "{}", recipe.text());
            assert_eq!(now.borders, made.map.borders);
            assert_eq!(now.zones, made.map.zones);
            assert_eq!(now.elevation, made.map.elevation);
            draft.undo();
            let part = area::around(&before.grid, Space(26 * 11 + 13), 5);
            let ops = part_of(draft.sheet(), &made.map, &part);
            draft.gesture(&ops).expect("taken over");
            let sheet = draft.sheet();
            for space in sheet.spaces() {
                let from = if part.contains(space) {
                    &made.map.terrains[usize::from(made.map.terrain[space.index()].0)].name
                } else {
                    &before.kind(space).name
                };
                assert_eq!(&sheet.kind(space).name, from);
            }
        }
    }
}

/// The names of all grounds.
fn named(map: &Map) -> Vec<&str> {
    let name = |id: &TerrainId| map.terrains[usize::from(id.0)].name.as_str();
    map.terrain.iter().map(name).collect()
}

#[test]
fn a_changed_map_says_that_its_recipe_gives_another() {
    let (_, text) = files::shipped::map("barrows").expect("it ships");
    let mut draft = Draft::new(read(&Source::new("barrows", text)).unwrap());
    let recipe = draft.sheet().head.recipe.clone().expect("a recipe");
    let paint = |draft: &mut Draft, at: u32| {
        let on = Spaces::of(draft.sheet().grid.len(), [Space(at)]);
        let kind = "wood".to_owned();
        draft.gesture(&[Op::Ground { kind, on }]).unwrap();
    };
    paint(&mut draft, 3);
    let changed = format!("{recipe} (changed since)");
    assert_eq!(draft.sheet().head.recipe.as_ref(), Some(&changed));
    paint(&mut draft, 4);
    assert_eq!(draft.sheet().head.recipe.as_ref(), Some(&changed));
    let map = draft.sheet().map();
    assert!(files::write(&map).contains(&changed));
    assert!(kept(&map, Some(text)).0.contains(&changed));
    draft.undo();
    draft.undo();
    assert_eq!(draft.sheet().head.recipe.as_ref(), Some(&recipe));
}
