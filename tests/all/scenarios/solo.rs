//! The solo table (O1–O4).

use super::{Table, begun, field, ruled};
use skirmish::battle::{Answer, Ask, Event, How, Place, Purpose, Side, Target};
use skirmish::board::GridKind::Square;
use skirmish::play::tell::Teller;

const SET: &str = "[[figure]]\nside = 1\nunit = \"a\"\nat = \"A2\"\n\
                   [[figure]]\nside = 1\nunit = \"b\"\nat = \"C2\"\n\
                   [[figure]]\nside = 1\nunit = \"m\"\nat = \"E2\"\n\
                   [[figure]]\nside = 1\nunit = \"r\"\nmounted_on = \"m\"\n\
                   [[figure]]\nside = 2\nunit = \"x\"\nat = \"A22\"\n\
                   [[figure]]\nside = 2\nunit = \"y\"\nat = \"C22\"\n";
const FORCES: [&str; 2] = [
    "a: troop, distance; b: hero; m: cavalry; r: troop",
    "x: troop; y: troop",
];

fn table(solo: &str) -> Table {
    let scenario = format!("solo = \"{solo}\"\n{SET}");
    begun(Square, &field(24, 24), &scenario, &FORCES).unwrap()
}

fn rolls(table: &Table) -> Option<(Purpose, Vec<u8>)> {
    match table.asks() {
        Ask::Roll { purpose, sides, .. } => {
            Some((purpose, sides.iter().map(|s| s.0 + 1).collect()))
        }
        _ => None,
    }
}

/// To the next roll, everybody doing nothing.
fn on(table: &mut Table) -> &mut Table {
    table.until(|game| matches!(game.decision().ask, Ask::Roll { .. } | Ask::Return))
}

#[test]
fn o1_one_roll_before_the_first_round_says_who_acts_first_in_all() {
    let mut table = table("both");
    assert_eq!(rolls(&table), Some((Purpose::Initiative, vec![1, 2])));
    table.roll(&[4, 4]);
    assert_eq!(
        rolls(&table),
        Some((Purpose::Initiative, vec![1, 2])),
        "level: again"
    );
    table.roll(&[1, 4]);
    for round in 1..=3 {
        assert_eq!(rolls(&table), Some((Purpose::Solo, vec![1])));
        table.roll(&[5]);
        assert_eq!(rolls(&table), Some((Purpose::Solo, vec![2])));
        table.roll(&[5]);
        assert_eq!(table.game.status().round, round);
        assert_eq!(table.asked(), 2, "the highest acts first, nobody is asked");
        on(&mut table);
    }
}

#[test]
fn o1_the_scenario_may_say_who_acts_first() {
    let scenario = format!("solo = \"both\"\nfirst = 2\n{SET}");
    let mut table = begun(Square, &field(24, 24), &scenario, &FORCES).unwrap();
    assert_eq!(rolls(&table), Some((Purpose::Solo, vec![1])));
    table.roll(&[4]).roll(&[4]);
    assert_eq!((table.asked(), table.game.status().round), (2, 1));
}

#[test]
fn o2_the_die_says_how_many_figures_act() {
    // (die, how many of three groups may act)
    for (die, many) in [(6, 3), (5, 3), (4, 3), (3, 2), (2, 2), (1, 1)] {
        let mut table = table("both");
        table.roll(&[6, 1]).roll(&[die]).roll(&[4]);
        let mut moved = 0;
        for (who, to) in [("b", "C3"), ("m", "F3"), ("a", "A3")] {
            if table.game.facts(table.fig(who)).may_move {
                table.go(who, to);
                moved += 1;
            }
        }
        assert_eq!(moved, many, "on a {die}");
    }
}

#[test]
fn o2_changed_the_log_says_all_figures_half_or_one() {
    let told = |rules: &str, die: u8| {
        let scenario = format!("solo = \"both\"\n{SET}");
        let mut table = ruled(Square, &field(24, 24), &scenario, &FORCES, rules).unwrap();
        table.roll(&[6, 1]).roll(&[die]);
        let allowed = |e: &&Event| matches!(e, Event::Allowed { .. });
        let event = table.log.iter().find(allowed).expect("an allowance");
        Teller::default().tell(&table.game, event).join(" ")
    };
    for (rules, die, words) in [
        ("", 5, "all figures"),
        ("", 2, "half: 2 figures"),
        ("", 1, "one figure"),
        (
            "solo_half = \"points\"\n",
            3,
            "half: figures worth 3.5 points",
        ),
    ] {
        let line = told(rules, die);
        assert!(line.ends_with(&format!("may act with {words}")), "{line}");
    }
}

#[test]
fn o2_half_may_be_half_the_points() {
    // 2 + 2 + 3 points: half is 3½, rounded up to half points.
    let scenario = format!("solo = \"both\"\n{SET}");
    let rules = "solo_half = \"points\"\n";
    let mut table = ruled(Square, &field(24, 24), &scenario, &FORCES, rules).unwrap();
    table.roll(&[6, 1]).roll(&[3]).roll(&[4]);
    table.go("m", "F3");
    assert!(
        !table.game.facts(table.fig("a")).may_move,
        "half a point is left"
    );
    let mut table = ruled(Square, &field(24, 24), &scenario, &FORCES, rules).unwrap();
    table.roll(&[6, 1]).roll(&[1]).roll(&[4]);
    table.go("m", "F3");
    assert!(!table.game.facts(table.fig("b")).may_move, "one is one");
}

#[test]
fn o2_a_six_brings_one_defeated_figure_back_near_where_it_began() {
    let scenario = "solo = \"both\"\n\
        [[side]]\nzone = [\"A1:X2\"]\n[[side]]\nzone = [\"A23:X24\"]\n\
        [[figure]]\nside = 1\nunit = \"a\"\nat = \"A2\"\n\
        [[figure]]\nside = 1\nunit = \"b\"\nout = true\n\
        [[figure]]\nside = 1\nunit = \"m\"\nout = true\n\
        [[figure]]\nside = 1\nunit = \"r\"\nout = true\n\
        [[figure]]\nside = 2\nunit = \"x\"\nat = \"L7\"\n";
    let forces = [
        "a: troop; b: hero; m: cavalry; r: troop | mounted_on = \"m\"",
        "x: troop",
    ];
    let mut table = begun(Square, &field(24, 24), scenario, &forces).unwrap();
    table.roll(&[6, 1]).roll(&[6]).roll(&[6]);
    on(&mut table);
    assert_eq!(
        (table.asks(), table.asked()),
        (Ask::Return, 1),
        "the other has nobody"
    );
    assert!(table.may(&Answer::Done));
    assert!(table.may(&table.place("b", "C8")), "six from the zone");
    assert!(!table.may(&table.place("b", "C9")));
    assert!(!table.may(&table.place("b", "L1")), "six from an enemy");
    assert!(table.may(&table.place("b", "S3")));
    assert!(
        table.may(&table.place("m", "A11")),
        "a mount's own Move Unit"
    );
    table.answer(table.place("m", "V1"));
    assert_eq!(
        table.game.aboard(table.fig("r")),
        Some(table.fig("m")),
        "with a rider"
    );
    assert_eq!(table.state("b"), Place::Gone);
    assert_eq!(
        rolls(&table),
        Some((Purpose::Solo, vec![1])),
        "and the next round begins"
    );
    table.roll(&[4]).roll(&[4]);
    assert!(table.game.facts(table.fig("m")).may_move);
}

#[test]
fn o2_changed_a_six_may_bring_a_mount_back_alone() {
    let scenario = "solo = \"both\"\n\
        [[side]]\nzone = [\"A1:X2\"]\n[[side]]\nzone = [\"A23:X24\"]\n\
        [[figure]]\nside = 1\nunit = \"a\"\nat = \"A2\"\n\
        [[figure]]\nside = 1\nunit = \"m\"\nout = true\n\
        [[figure]]\nside = 2\nunit = \"x\"\nat = \"L7\"\n";
    let forces = ["a: troop; m: cavalry", "x: troop"];
    for (rules, asked) in [("", true), ("lone_mounts_return = false\n", false)] {
        let mut table = ruled(Square, &field(24, 24), scenario, &forces, rules).unwrap();
        table.roll(&[6, 1]).roll(&[6]).roll(&[1]);
        on(&mut table);
        assert_eq!(table.asks() == Ask::Return, asked);
        if asked {
            table.answer(table.place("m", "V1"));
            assert_eq!(table.state("m"), Place::On);
        }
    }
}

#[test]
fn o2_points_scored_for_who_comes_back_stay_scored() {
    let scenario = format!(
        "solo = \"both\"\n{}",
        SET.replace("A22", "A3").replace("C22", "X24")
    );
    let mut table = begun(Square, &field(24, 24), &scenario, &FORCES).unwrap();
    table.roll(&[6, 1]).roll(&[4]).roll(&[6]);
    table.until(|game| game.status().step == "fight");
    let at = Target::Figure(table.fig("x"));
    table.answer(table.strike("a", How::Fight, at)).roll(&[4]);
    assert_eq!(table.game.scores(), crate::halves([2, 0]));
    on(&mut table);
    assert_eq!((table.asks(), table.asked()), (Ask::Return, 2));
    let back = table.game.preset();
    table.answer(back);
    assert_eq!(
        (table.state("x"), table.game.scores()),
        (Place::On, &crate::halves([2, 0])[..])
    );
}

#[test]
fn o3_the_limit_holds_over_all_steps_and_the_same_figure_goes_on() {
    let scenario = format!(
        "solo = \"both\"\n{}",
        SET.replace("A22", "A8").replace("C22", "C3")
    );
    let rules = "facing = false\n";
    let mut table = ruled(Square, &field(24, 24), &scenario, &FORCES, rules).unwrap();
    table.roll(&[6, 1]).roll(&[1]).roll(&[4]);
    table.go("a", "A4");
    table.until(|game| game.status().step == "shoot");
    let at = Target::Figure(table.fig("x"));
    assert!(table.may(&table.strike("a", How::Shoot, at)), "it goes on");
    table.answer(table.strike("a", How::Shoot, at)).roll(&[1]);
    table.until(|game| game.status().step == "fight" && game.status().turn == Some(Side(1)));
    let b = table.fig("b");
    assert!(
        !table
            .game
            .modes(b, false)
            .iter()
            .any(|m| m.how == How::Fight)
    );
}

#[test]
fn o3_a_mount_with_its_load_and_a_guy_who_boards_it_count_as_one() {
    let forces = ["a: troop; m: cavalry; b: troop", "x: troop"];
    let scenario = "solo = \"both\"\n\
        [[figure]]\nside = 1\nunit = \"a\"\nat = \"A2\"\n\
        [[figure]]\nside = 1\nunit = \"m\"\nat = \"B2\"\n\
        [[figure]]\nside = 1\nunit = \"b\"\nat = \"J2\"\n\
        [[figure]]\nside = 2\nunit = \"x\"\nat = \"A22\"\n";
    let mut table = begun(Square, &field(24, 24), scenario, &forces).unwrap();
    table.roll(&[6, 1]).roll(&[1]).roll(&[4]);
    table.go("a", "B2");
    assert_eq!(table.game.aboard(table.fig("a")), Some(table.fig("m")));
    assert!(table.game.facts(table.fig("m")).may_move);
    assert!(!table.game.facts(table.fig("b")).may_move);
    table.go("m", "B8");
    assert_eq!(table.at("a"), "B8");
}

#[test]
fn o3_armour_and_revenge_need_no_activation() {
    let forces = ["a: troop", "x: troop, Revenge; y: troop"];
    let scenario = "solo = \"enemy\"\n\
        [[figure]]\nside = 1\nunit = \"a\"\nat = \"A2\"\n\
        [[figure]]\nside = 2\nunit = \"x\"\nat = \"A3\"\n\
        [[figure]]\nside = 2\nunit = \"y\"\nat = \"J9\"\n";
    let mut table = begun(Square, &field(24, 24), scenario, &forces).unwrap();
    table.roll(&[1, 6]);
    assert_eq!(
        rolls(&table),
        Some((Purpose::Solo, vec![2])),
        "only the computer's side"
    );
    table.roll(&[1]);
    table.go("y", "J10");
    table.until(|game| game.status().step == "fight" && game.status().turn == Some(Side(0)));
    let at = Target::Figure(table.fig("x"));
    table.answer(table.strike("a", How::Fight, at)).roll(&[4]);
    assert!(matches!(table.asks(), Ask::Revenge { .. }));
}

#[test]
fn o4_the_table_is_off_unless_it_is_switched_on() {
    let mut off = table("off");
    off.first(&[6, 1], 1);
    assert_eq!(rolls(&off), None);
    on(&mut off);
    assert_eq!(
        rolls(&off),
        Some((Purpose::Initiative, vec![1, 2])),
        "each round"
    );
    let plain = begun(Square, &field(24, 24), SET, &FORCES).unwrap();
    assert!(plain.game.sides().iter().all(|s| !s.solo));
    let both = table("both");
    assert!(both.game.sides().iter().all(|s| s.solo));
    let enemy: Vec<bool> = table("enemy").game.sides().iter().map(|s| s.solo).collect();
    assert_eq!(enemy, [false, true]);
}
