//! Who deploys when and where, and what forces may cost (R7, R8, T16, C1).

use super::{Table, begun, field, played_by};
use crate::drawn::{self, KINDS};
use skirmish::battle::{Answer, Ask, Choice, Event, Place, Purpose, Side};
use skirmish::board::GridKind::{self, Square};
use skirmish::rules::Rules;
use std::sync::Arc;

#[test]
fn r7_the_roll_off_says_who_deploys_first_and_those_level_roll_again() {
    let force = "a: troop; b: troop";
    let mut table = begun(Square, &field(30, 30), "", &[force, force, force]).unwrap();
    let rolling = |ask: Ask| match ask {
        Ask::Roll { purpose, sides, .. } => {
            assert_eq!(purpose, Purpose::Deployment);
            sides.iter().map(|s| s.0 + 1).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(rolling(table.asks()), [1, 2, 3]);
    table.roll(&[2, 5, 2]);
    assert_eq!(rolling(table.asks()), [1, 3]);
    table.roll(&[4, 4]);
    assert_eq!(rolling(table.asks()), [1, 3]);
    table.roll(&[1, 6]);
    let mut order = Vec::new();
    while table.asks() == Ask::Deploy {
        order.push(table.asked());
        let answer = table.game.preset();
        table.answer(answer);
    }
    assert_eq!(order, [2, 2, 3, 3, 1, 1]);
    let initiative = matches!(
        table.asks(),
        Ask::Roll {
            purpose: Purpose::Initiative,
            ..
        }
    );
    assert!(initiative);
}

#[test]
fn r7_alternating_sides_place_one_figure_each_in_turn() {
    let forces = ["a: troop; b: troop; c: troop", "d: troop"];
    let mut table = begun(Square, &field(24, 24), "deploy = \"alternating\"", &forces).unwrap();
    table.roll(&[1, 6]);
    let mut order = Vec::new();
    while table.asks() == Ask::Deploy {
        order.push(table.asked());
        let answer = table.game.preset();
        table.answer(answer);
    }
    assert_eq!(order, [2, 1, 1, 1]);
}

#[test]
fn r7_automatic_deployment_asks_nothing() {
    let forces = [
        "a: troop; b: cavalry; c: troop | mounted_on = \"b\"",
        "d: troop",
    ];
    let table = begun(Square, &field(24, 24), "deploy = \"auto\"", &forces).unwrap();
    assert!(matches!(
        table.asks(),
        Ask::Roll {
            purpose: Purpose::Initiative,
            ..
        }
    ));
    assert!(
        ["a", "b", "c", "d"]
            .iter()
            .all(|f| table.state(f) == Place::On)
    );
    assert_eq!(table.game.aboard(table.fig("c")), Some(table.fig("b")));
}

#[test]
fn r7_a_guy_may_begin_aboard_of_its_own_mount() {
    let forces = ["a: troop; b: cavalry", "d: troop"];
    let mut table = begun(Square, &field(24, 24), "", &forces).unwrap();
    table.roll(&[6, 1]);
    table.answer(table.place("b", "C3"));
    table.answer(table.place("a", "C3"));
    assert_eq!(table.game.aboard(table.fig("a")), Some(table.fig("b")));
    assert!(table.game.facts(table.fig("b")).may_move);
}

#[test]
fn c1_each_force_deploys_along_its_edge_apart_from_the_others() {
    for kind in KINDS {
        let forces = ["a: troop; b: vehicle", "c: troop"];
        let mut table = begun(kind, &field(30, 24), "", &forces).unwrap();
        table.roll(&[6, 1]);
        // A Move Unit deep: rows 1 to 6.
        assert!(table.may(&table.place("a", "A6")) && table.may(&table.place("a", "AD1")));
        assert!(!table.may(&table.place("a", "A7")));
        assert!(!table.may(&table.place("b", "A6")), "it would stick out");
        assert!(!table.may(&table.place("c", "A24")), "not its turn");
        table.deployed();
        let gap = {
            let game = &table.game;
            let grid = *game.board().grid();
            grid.gap(&game.spaces(table.fig("b")), &game.spaces(table.fig("c")))
        };
        assert!(gap >= 12, "{gap}");
    }
}

#[test]
fn c1_a_strip_is_two_rows_at_least_and_deeper_where_a_force_does_not_fit() {
    let table = begun(Square, &field(20, 10), "", &["a: troop", "b: troop"]).unwrap();
    assert_eq!(table.game.sides()[0].zone.count(), 40);
    let many = "a: troop | count = 9";
    let table = begun(Square, &field(4, 30), "", &[many, "b: troop"]).unwrap();
    let zone = &table.game.sides()[0].zone;
    assert_eq!(zone.count(), 60, "two columns of thirty");
    let many = "a: vehicle | count = 9";
    let table = begun(Square, &field(6, 14), "", &[many, "b: troop"]).unwrap();
    assert!(table.game.sides()[0].zone.count() > 28);
    let many = "a: vehicle | count = 60";
    let fault = begun(Square, &field(6, 14), "", &[many, "b: troop"])
        .err()
        .unwrap();
    assert!(fault.to_string().contains("does not fit"), "{fault}");
}

#[test]
fn c1_zones_of_a_scenario_go_before_strips() {
    let scenario = "[[side]]\nzone = [\"D4:E4\"]\n[[side]]\nzone = [\"H4\"]\n";
    let mut table = begun(Square, &field(12, 8), scenario, &["a: troop", "b: troop"]).unwrap();
    table.roll(&[1, 6]);
    assert_eq!(table.places("b"), [table.space("H4")]);
    table.answer(table.place("b", "H4"));
    assert_eq!(table.places("a"), [table.space("D4"), table.space("E4")]);
}

#[test]
fn t16_what_is_supported_is_chosen_before_deployment() {
    let forces = ["a: hero, Support | support = \"armour\"", "b: troop"];
    let mut table = begun(Square, &field(24, 24), "", &forces).unwrap();
    assert!(matches!(table.asks(), Ask::Choose { who: Some(_), .. }));
    assert_eq!(table.game.preset(), Answer::Choose(Choice::Armour));
    table.answer(Answer::Choose(Choice::Skill));
    assert!(matches!(table.asks(), Ask::Roll { .. }));
    let words = table.game.shown(table.fig("a")).words;
    assert!(words.contains("Support (skill)"), "{words}");
}

#[test]
fn r8_a_force_over_its_budget_is_an_error_and_points_at_the_force() {
    let scenario = "[[side]]\nbudget = 2\n[[side]]\nbudget = 40\n";
    let forces = ["a: hero, distance", "b: troop"];
    let fault = begun(Square, &field(24, 24), scenario, &forces)
        .err()
        .unwrap();
    assert_eq!(
        fault.to_string(),
        "side1.toml:2:8: this force costs 3 points; the scenario allows side 1 only 2"
    );
}

#[test]
fn r8_uneven_and_unspent_points_are_a_warning() {
    let warnings = |scenario: &str, forces: &[&str]| -> Vec<String> {
        let table = begun(Square, &field(24, 24), scenario, forces).unwrap();
        table.game.findings().into_iter().map(|f| f.what).collect()
    };
    let six = "a: troop | count = 6";
    let one = "b: troop";
    assert!(warnings("", &[six, one]).is_empty(), "5 apart is even");
    let found = warnings("", &["a: troop | count = 7", one]);
    assert!(found[0].contains("differ by more than 5"), "{found:?}");
    let roles = "[[side]]\nrole = \"attacker\"\n[[side]]\nrole = \"defender\"\nbudget = 3\n";
    let found = warnings(roles, &["a: troop | count = 20", one]);
    assert_eq!(found, ["2 of its points are not spent"]);
}

#[test]
fn r7_deployment_is_refused_outside_and_on_top_of_others() {
    let mut table = begun(
        Square,
        &field(24, 24),
        "",
        &["a: troop; b: troop", "c: troop"],
    )
    .unwrap();
    table.roll(&[6, 1]);
    table.answer(table.place("a", "B2"));
    for (to, why) in [
        ("B2", "no free space"),
        ("B20", "outside the deployment zone"),
    ] {
        let answer = table.place("b", to);
        assert!(!table.may(&answer));
        let refused = table.game.check(&answer).unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
    assert!(table.game.check(&Answer::Done).is_err());
    assert!(table.game.check(&Answer::Side(Side(0))).is_err());
}

/// Two sides whose zones share three spaces, the first one with its mount on the middle one of them.
fn shared(ruleset: Rules, kind: GridKind, deploy: &str, rules: &str) -> Table {
    let sides = "[[side]]\nzone = [\"A1:E1\"]\n[[side]]\nzone = [\"C1:G1\"]\n";
    let scenario = format!("deploy = \"{deploy}\"\n{sides}");
    let forces = [
        "a: hero; horse: cavalry; rider: troop | mounted_on = \"horse\"",
        "b: hero; c: troop",
    ];
    let board = Arc::new(drawn::board(kind, &field(12, 6), &[]));
    let mut table = played_by(ruleset, board, &scenario, &forces, rules).unwrap();
    table.roll(&[6, 1]);
    table.answer(table.place("horse", "D1"));
    table
}

fn is_roll_off(table: &Table) -> bool {
    let ask = table.asks();
    matches!(ask, Ask::Roll { purpose: Purpose::Dispute, sides, .. } if sides == [Side(0), Side(1)])
}

#[test]
fn r7_e5_a_disputed_place_of_a_figure_goes_to_the_higher_die() {
    for (ruleset, rules) in [(Rules::Vsgmr, ""), (Rules::Vsgmr2017, "terrain_die = 0\n")] {
        for kind in KINDS {
            let mut table = shared(ruleset, kind, "alternating", rules);
            assert!(table.may(&table.place("b", "D1")) && table.may(&table.place("b", "E1")));
            table.answer(table.place("b", "D1"));
            assert!(is_roll_off(&table));
            table.roll(&[4, 4]);
            assert!(is_roll_off(&table), "level dice are rolled again");
            // the higher die gets the place; what stood there, with its rider, is placed again
            table.roll(&[2, 5]);
            assert_eq!((table.at("b").as_str(), table.asked()), ("D1", 1));
            for name in ["horse", "rider"] {
                assert_eq!(table.state(name), Place::Reserve, "{name}");
            }
            let back = |e: &Event| matches!(e, Event::TakenBack { .. });
            assert_eq!(table.log.iter().filter(|e| back(e)).count(), 2);
            // what the dice have settled is settled
            assert!(!table.may(&table.place("a", "D1")));
            table.answer(table.place("horse", "C1"));
            assert_eq!(
                table.game.aboard(table.fig("rider")),
                Some(table.fig("horse"))
            );
        }
    }
}

#[test]
fn r7_whoever_loses_the_roll_for_a_place_goes_elsewhere() {
    let mut table = shared(Rules::Vsgmr, Square, "all-at-once", "");
    table.answer(table.place("a", "A1"));
    assert_eq!(table.asked(), 2);
    table.answer(table.place("b", "D1"));
    table.roll(&[6, 3]);
    assert_eq!((table.at("horse").as_str(), table.asked()), ("D1", 2));
    assert_eq!(table.state("b"), Place::Reserve);
    assert!(!table.may(&table.place("c", "D1")), "it was rolled for");
    table.answer(table.place("b", "E1"));
    table.answer(table.place("c", "F1"));
    assert!(!matches!(table.asks(), Ask::Deploy));
}

#[test]
fn r7_places_are_disputed_only_in_zones_that_overlap_and_not_in_strips_or_with_the_toggle_off() {
    let table = shared(
        Rules::Vsgmr,
        Square,
        "alternating",
        "figure_disputes = false\n",
    );
    assert!(!table.may(&table.place("b", "D1")));
    let forces = ["a: troop", "b: troop"];
    for scenario in ["", "aim = \"ambush\"\n"] {
        let mut table = begun(Square, &field(24, 24), scenario, &forces).unwrap();
        if scenario.is_empty() {
            table.roll(&[6, 1]);
        }
        let first = if table.asked() == 1 { "a" } else { "b" };
        let second = if first == "a" { "b" } else { "a" };
        let place = table.game.preset();
        table.answer(place);
        assert!(
            !table.may(&table.place(second, &table.at(first))),
            "{scenario}"
        );
    }
}
