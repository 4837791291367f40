//! Files somebody wrote by hand: whatever was not changed stays as it was written.

use skirmish::board::{BorderKind, Grid, GridKind, Space, Spaces, Use};
use skirmish::draft::{Barrier, Draft, Op, Plan, kept, kept_plan};
use skirmish::files::{self, map::read};
use skirmish::source::Source;

const MAP: &str = r##"# about it all
format = "skirmish-map/1"   # the kind of file
name = 'By hand'
grid = "square"
stagger = "even"            # not needed here

# the ground, with a # that is none and a "quote"
terrain = """
..#.
.T,.
b..~
...."""                      # so far

[legend] # what is what
# stands for nothing special
"." = "open"      # explicitly
'#' = "wall"      # of brick
# a crate
"b" = { name = "crate", cost = "no", height = 1 } # wooden
"," = { cost = 2, name = "ash" }                  # grey

# the house
[[border]]
between = [
  "B1|A1", # its front
  "A2|B2",
]
kind = "wall"

# the barn
[[border]]
between = ["C3|D3", "C4|D4"] # two sides
kind = "wall"

# its gate
[[border]]
kind = "door" # shut
between = ["A4|B4"]

# those from the north
[[zone]]
seat = 1 # the attackers
kind = "deployment"
spaces = ["A1", "B1"]

# where they want to go
[[zone]]
kind = "objective"
spaces = [
  "D4", # the well
]
# the end
"##;

/// The file after some operations on it, and the comments that were lost.
fn edited(ops: &[Op]) -> (String, Vec<String>) {
    let map = read(&Source::new("map", MAP)).expect("a map");
    let mut draft = Draft::new(map);
    draft.gesture(ops).expect("it can be done");
    let map = draft.sheet().map();
    let (text, lost) = kept(&map, Some(MAP));
    let again =
        read(&Source::new("again", text.as_str())).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(files::write(&again), files::write(&map), "{text}");
    (text, lost)
}

/// Checks which lines go and which come.
fn check(ops: &[Op], gone: &[&str], come: &[&str]) {
    let (text, lost) = edited(ops);
    let only = |a: &str, b: &str| -> Vec<String> {
        let mut left: Vec<&str> = b.lines().collect();
        let mut only = Vec::new();
        for line in a.lines().filter(|line| !line.is_empty()) {
            match left.iter().position(|l| *l == line) {
                Some(at) => drop(left.remove(at)),
                None => only.push(line.to_owned()),
            }
        }
        only
    };
    assert_eq!(only(MAP, &text), gone, "{text}");
    assert_eq!(only(&text, MAP), come, "{text}");
    let commented = |line: &&&str| line.starts_with('#') || line.contains(" # ");
    let taken = gone.iter().filter(commented).count() - come.iter().filter(commented).count();
    assert_eq!(lost.len(), taken, "{lost:?}");
}

fn on(names: &[u32]) -> Spaces {
    Spaces::of(16, names.iter().copied().map(Space))
}

#[test]
fn of_a_file_only_what_was_changed_is_written_anew() {
    let kind = |kind: &str| kind.to_owned();
    let ground = |name: &str, at: u32| Op::Ground {
        kind: kind(name),
        on: on(&[at]),
    };
    check(&[ground("wood", 0)], &["..#."], &["T.#."]);
    check(
        &[ground("rubble", 15)],
        &["....\"\"\"                      # so far"],
        &["...:\"\"\"                      # so far"],
    );
    // a wall more goes to the last of its like
    check(
        &[Op::Side {
            barrier: Some(Barrier::of(BorderKind::Wall, false)),
            on: vec![(6, 7)],
        }],
        &["between = [\"C3|D3\", \"C4|D4\"] # two sides"],
        &["between = [\"C3|D3\", \"C4|D4\", \"C2|D2\"] # two sides"],
    );
    // a wall less leaves the others where they stand
    check(
        &[Op::Side {
            barrier: None,
            on: vec![(4, 5)],
        }],
        &["  \"A2|B2\","],
        &[],
    );
    // a door opens
    check(
        &[Op::Side {
            barrier: None,
            on: vec![(12, 13)],
        }],
        &[
            "# its gate",
            "[[border]]",
            "kind = \"door\" # shut",
            "between = [\"A4|B4\"]",
        ],
        &[],
    );
    check(
        &[Op::Zone {
            zone: 0,
            join: true,
            on: on(&[2]),
        }],
        &["spaces = [\"A1\", \"B1\"]"],
        &["spaces = [\"A1:C1\"]"],
    );
    check(
        &[
            Op::NewZone {
                kind: Use::Deployment,
                seat: Some(2),
            },
            Op::Zone {
                zone: 2,
                join: true,
                on: on(&[12]),
            },
        ],
        &[],
        &[
            "[[zone]]",
            "kind = \"deployment\"",
            "seat = 2",
            "spaces = [\"A4\"]",
        ],
    );
    check(
        &[Op::Raise {
            by: 1,
            on: on(&[5]),
        }],
        &[],
        &["elevation = \"\"\"", "0000", "0100", "0000", "0000\"\"\""],
    );
}

#[test]
fn comments_of_what_is_no_more_are_told() {
    let (text, lost) = edited(&[Op::DropZone { zone: 1 }]);
    assert_eq!(lost, ["# where they want to go", "# the well"], "{text}");
    assert!(text.contains("# those from the north\n[[zone]]\nseat = 1 # the attackers"));
}

#[test]
fn a_border_more_where_there_was_none_like_it_has_a_table_of_its_own() {
    let fence = Op::Side {
        barrier: Some(Barrier::of(BorderKind::Fence, false)),
        on: vec![(6, 7)],
    };
    check(
        &[fence],
        &[],
        &["[[border]]", "between = [\"C2|D2\"]", "kind = \"fence\""],
    );
}

#[test]
fn maps_that_ship_keep_their_text_but_for_one_row() {
    for (name, before) in files::shipped::MAPS {
        let map = read(&Source::new(*name, *before)).expect("a map");
        let grid: Grid = map.grid;
        assert!(GridKind::ALL.contains(&grid.kind));
        let other = match map.terrain[0] == map.terrain[1] {
            true => "rubble",
            false => "scrub",
        };
        let mut draft = Draft::new(map);
        let op = Op::Ground {
            kind: other.to_owned(),
            on: Spaces::of(grid.len(), [Space(0)]),
        };
        draft.gesture(&[op]).expect("painted");
        let (text, lost) = kept(&draft.sheet().map(), Some(before));
        assert_eq!(lost, Vec::<String>::new(), "{name}");
        let changed = before
            .lines()
            .zip(text.lines())
            .filter(|(a, b)| a != b)
            .count();
        // the row, and perhaps the recipe and the quotes of the picture
        assert!(changed <= 4, "{name}: {changed} lines\n{text}");
    }
}

#[test]
fn a_scenario_keeps_what_was_not_changed() {
    let text = "format = \"skirmish-scenario/1\" # one\nname = \"By hand\"\n# long enough\nrounds = 7 # seven\n\n\
        # the first\n[[side]] # here\nseat = 1\nbudget = 20 # points\n\n# the second\n[[side]]\nseat = 2\nbudget = 24.0 # more\n";
    let mut plan = Plan::read(&skirmish::source::Source::new("plan", text)).expect("a scenario");
    assert_eq!(kept_plan(&plan, Some(text)), (text.to_owned(), vec![]));
    plan.name = "Another".to_owned();
    let (now, lost) = kept_plan(&plan, Some(text));
    assert_eq!(now, text.replace("By hand", "Another"));
    assert_eq!(lost, Vec::<String>::new());
    plan.drop_side(0);
    let (now, lost) = kept_plan(&plan, Some(text));
    assert!(now.contains("# the second\n[[side]]"), "{now}");
    assert_eq!(lost, ["# the first", "# here", "# points"], "{now}");
}
