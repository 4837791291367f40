//! What is measured on a map: cuts between zones, shares of cover and open ground, heat maps.

use assert_cmd::cargo_bin_cmd;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use serde_json::Value;
use skirmish::battle::Scale;
use skirmish::board::{Board, Space, Spaces, Use};
use skirmish::files::map;
use skirmish::source::Source;
use skirmish::survey::{Pace, Severity, check, measures};
use std::collections::BTreeMap;

fn board(grid: &str, terrain: &str, more: &str) -> Board {
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Test\"\ngrid = \"{grid}\"\nterrain = \"\"\"\n{terrain}\"\"\"\n{more}"
    );
    let map = map::read(&Source::new("test", text)).unwrap_or_else(|fault| panic!("{fault}"));
    Board::new(map)
}

fn zones(north: &str, south: &str) -> String {
    format!(
        "[[zone]]\nkind = \"deployment\"\nseat = 1\nspaces = [\"{north}\"]\n\
         [[zone]]\nkind = \"deployment\"\nseat = 2\nspaces = [\"{south}\"]\n"
    )
}

fn pace() -> Pace {
    Pace::of(Scale::Mm28)
}

/// The spaces of names and spans.
fn named(board: &Board, names: &[String]) -> Vec<Space> {
    let grid = board.grid();
    let mut all = Vec::new();
    for name in names {
        let (a, b) = name.split_once(':').unwrap_or((name, name));
        let (a, b) = (grid.named(a).unwrap(), grid.named(b).unwrap());
        let there = (0..grid.len() as u32).map(Space).filter(|s| {
            (grid.column(a)..=grid.column(b)).contains(&grid.column(*s))
                && (grid.row(a)..=grid.row(b)).contains(&grid.row(*s))
        });
        all.extend(there);
    }
    all
}

/// Whether a way leads from one zone to the other around some spaces.
fn joined(board: &Board, without: &[Space]) -> bool {
    let zone = |seat| board.zone(Use::Deployment, seat).unwrap().clone();
    let (from, to) = (zone(1), zone(2));
    let mut seen = Spaces::new(board.len());
    let mut open: Vec<Space> = from
        .iter()
        .filter(|s| board.standable().contains(*s))
        .collect();
    while let Some(space) = open.pop() {
        if to.contains(space) {
            return true;
        }
        for (way, next) in board.grid().neighbours(space) {
            if board.steps(space, way) && !without.contains(&next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

#[test]
fn the_cut_between_two_zones_is_a_least_one() {
    let mut chance = Pcg32::seed_from_u64(11);
    let mut few = [0; 3];
    for grid in ["square", "hex-flat", "hex-pointy"] {
        for _ in 0..120 {
            let row = |chance: &mut Pcg32| -> String {
                (0..6)
                    .map(|_| {
                        if chance.random_range(0..100) < 38 {
                            '#'
                        } else {
                            '.'
                        }
                    })
                    .collect()
            };
            let mut rows = vec!["......".to_owned()];
            rows.extend((0..5).map(|_| row(&mut chance)));
            rows.push("......".to_owned());
            let text = rows.join("\n") + "\n";
            let board = board(grid, &text, &zones("A1:F1", "A7:F7"));
            let zone = |seat| board.zone(Use::Deployment, seat).unwrap().clone();
            let way = &measures(&board, pace()).ways[0];
            assert_eq!(way.cost.is_some(), joined(&board, &[]), "{text}");
            let Some(narrows) = &way.narrows else {
                continue;
            };
            let cut = named(&board, narrows);
            assert!(!joined(&board, &cut), "{grid} {narrows:?}\n{text}");
            assert!(
                cut.iter()
                    .all(|s| !zone(1).contains(*s) && !zone(2).contains(*s))
            );
            few[cut.len().min(2)] += 1;
            let free: Vec<Space> = board
                .standable()
                .iter()
                .filter(|s| !zone(1).contains(*s) && !zone(2).contains(*s))
                .collect();
            if cut.len() > 1 {
                let alone = free.iter().find(|s| !joined(&board, &[**s]));
                assert_eq!(alone, None, "{grid} {narrows:?}\n{text}");
            }
            if cut.len() > 2 {
                for (i, a) in free.iter().enumerate() {
                    let pair = free[i + 1..].iter().find(|b| !joined(&board, &[*a, **b]));
                    assert_eq!(pair, None, "{grid} {narrows:?} {a:?}\n{text}");
                }
            }
        }
    }
    assert!(few[1] > 10 && few[2] > 50, "{few:?}");
}

const GAP: &str = "
............
............
............
............
............
............
............
#####.######
............
............
............
............
............
............
............
";

#[test]
fn a_single_way_is_named_with_its_place() {
    let board = board("square", GAP.trim_start(), &zones("A1:L2", "A14:L15"));
    let way = &measures(&board, pace()).ways[0];
    assert_eq!(way.narrows.as_deref(), Some(&["F8".to_owned()][..]));
    assert_eq!((way.seats, way.distance, way.cost), ([1, 2], 12, Some(12)));
    let found = check(&board, pace());
    let finding = found.iter().find(|f| f.place == "F8").expect("a finding");
    assert_eq!(finding.severity, Severity::Warning);
    assert!(
        finding.what.contains("between seats 1 and 2"),
        "{finding:?}"
    );
    assert!(finding.mend.contains("second path"), "{finding:?}");
}

#[test]
fn cover_and_open_ground_are_shared_out_by_who_gets_there_first() {
    let row = |signs: &str| format!("{signs}\n");
    let mut rows = vec![row("............"); 15];
    let even = board("square", &rows.concat(), &zones("A1:L2", "A14:L15"));
    let [a, b] = &measures(&even, pace()).sides[..] else {
        panic!("two sides")
    };
    assert_eq!((a.seat, b.seat, a.spaces, b.spaces), (1, 2, 84, 84));
    assert_eq!((a.cover, a.open, b.cover, b.open), (0, 100, 0, 100));
    assert!(
        !check(&even, pace())
            .iter()
            .any(|f| f.id == skirmish::survey::FindingId::CoverOneSide)
    );
    // two rows of wood on the half of seat 1, one of scrub on that of seat 2
    rows[3] = row("TTTTTTTTTTTT");
    rows[4] = row("TTTTTTTTTTTT");
    rows[9] = row("\"\"\"\"\"\"\"\"\"\"\"\"");
    let terrain = rows.concat().replace("\"\"\"", "T.T");
    let uneven = board("square", &terrain, &zones("A1:L2", "A14:L15"));
    let [a, b] = &measures(&uneven, pace()).sides[..] else {
        panic!("two sides")
    };
    let wood = |seat: usize| {
        let share = &measures(&uneven, pace()).sides[seat];
        share.cover * share.spaces / 100
    };
    assert!(wood(0) >= 23 && wood(1) >= 7, "{a:?} {b:?}");
    assert!(a.cover > b.cover && a.open < b.open, "{a:?} {b:?}");
    rows[9] = row("............");
    let uneven = board("square", &rows.concat(), &zones("A1:L2", "A14:L15"));
    let found = check(&uneven, pace());
    let finding = found.iter().find(|f| f.what.contains("has cover"));
    let finding = finding.expect("a finding about cover");
    assert_eq!(finding.place, "seats 1 and 2");
    assert!(finding.mend.contains("near seat 2"), "{finding:?}");
}

/// What the program says to these words.
fn run(words: &str) -> String {
    let words = words.split_whitespace();
    let output = cargo_bin_cmd!("skirmish").args(words).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Heat is what the records of the same battles tell.
#[test]
fn heat_maps_count_what_happens_in_the_battles() {
    let check = |jobs: u8| {
        let said = run(&format!(
            "map check duel-ground --battles 2 --seed 7 --agent random --json --jobs {jobs}"
        ));
        serde_json::from_str::<Value>(&said).unwrap()["battles"].clone()
    };
    let told = check(1);
    assert_eq!(told, check(2));
    assert_eq!(told["games"], 2);
    assert_eq!(told["verdict"], "not enough battles yet");
    let sentence = told["sentence"].as_str().unwrap();
    assert!(
        sentence.starts_with("Not enough battles yet: seat 1 wins "),
        "{sentence}"
    );
    let series = run("arena --map duel-ground --games 2 --seed 7 --agent random --json -");
    let mut counts: BTreeMap<&str, BTreeMap<String, u64>> = BTreeMap::new();
    for line in series.lines().take(2) {
        let game: Value = serde_json::from_str(line).unwrap();
        let watch = game["watch"].as_str().unwrap();
        let watch = watch.split_once(' ').unwrap().1;
        let mut at: BTreeMap<String, String> = BTreeMap::new();
        for line in run(&format!("{watch} --json")).lines() {
            let event: Value = serde_json::from_str(line).unwrap();
            let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
            let mut add = |what, space: &str| {
                let all = counts.entry(what).or_default();
                *all.entry(space.to_owned()).or_default() += 1;
            };
            match text("event").as_str() {
                "placed" => drop(at.insert(text("figure"), text("to"))),
                "moved" => {
                    let path = event["path"].as_array().unwrap();
                    let mut names = path.iter().map(|s| s.as_str().unwrap());
                    names.clone().skip(1).for_each(|s| add("walked", s));
                    at.insert(text("figure"), names.next_back().unwrap().to_owned());
                }
                "defeated" => add("died", &at[&text("figure")]),
                _ => {}
            }
        }
    }
    let heat = |what: &str| -> BTreeMap<String, u64> {
        serde_json::from_value(told["heat"][what].clone()).unwrap()
    };
    assert_eq!(heat("walked"), counts["walked"]);
    let sum = |all: &BTreeMap<String, u64>| all.values().sum::<u64>();
    assert_eq!(sum(&heat("died")), counts.get("died").map_or(0, sum));
    assert!(sum(&heat("walked")) > 50);
}
