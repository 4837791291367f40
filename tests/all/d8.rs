//! d8, played through answers with scripted dice on squares and hexes.

use crate::drawn::{self, KINDS};
use skirmish::battle::{
    Aim, Answer, Ask, Battle, Brief, BriefSide, Deploy, Event, Fig, How, Menace, Place, Placed,
    Purpose, Ratio, Reason, Role, Ruleset, Scale, Side, Stand, Start, Target, Who, enumerate,
};
use skirmish::board::{Board, GridKind, Reach, Sight};
use skirmish::dice::Script;
use skirmish::rules::d8::D8;
use skirmish::rules::d8::config::Config;
use skirmish::rules::{Game, Policy, Rules};
use skirmish::source::Source;
use std::sync::Arc;

/// Open ground.
const FIELD: &str = "
..................................
..................................
..................................
..................................
..................................
..................................
..................................
..................................
..................................
..................................";

/// A force of these units, in words; `name: words > vehicle` begins aboard.
fn force(units: &[&str]) -> Source {
    let mut text = "format = \"skirmish-force/1\"\nruleset = \"d8\"\nname = \"Test\"\n".to_string();
    for (i, unit) in units.iter().enumerate() {
        let (words, on) = match unit.split_once(" > ") {
            Some((words, on)) => (words, format!("mounted_on = \"U{on}\"\n")),
            None => (*unit, String::new()),
        };
        let number = i + 1;
        text += &format!("[[figure]]\nname = \"U{number}\"\nis = \"{words}\"\n{on}");
    }
    Source::new("force.toml", text)
}

/// A rules file with these lines.
fn rules(lines: &str) -> Option<Source> {
    let head = "format = \"skirmish-rules/1\"\nruleset = \"d8\"\n";
    Some(Source::new("rules.toml", format!("{head}{lines}\n")))
}

/// Sides as lists of `words @ C4`; without a place: in or on what it begins aboard of, or off
/// the map. `@ C4-1`: a wound taken.
fn brief(board: Board, sides: &[&[&str]], rules: Option<Source>) -> Brief {
    let mut placed = Vec::new();
    let mut forces = Vec::new();
    for (s, side) in sides.iter().enumerate() {
        let mut words = Vec::new();
        for (i, unit) in side.iter().enumerate() {
            let (word, at) = match unit.split_once(" @ ") {
                Some((word, at)) => (word, Some(at)),
                None => (*unit, None),
            };
            words.push(word);
            let Some(at) = at else { continue };
            let (at, hits) = at.split_once('-').unwrap_or((at, "0"));
            placed.push(Placed {
                side: Side(s as u8),
                unit: (i + 1).to_string(),
                at: Some(drawn::space(&board, at)),
                facing: None,
                mounted_on: None,
                aloft: false,
                out: false,
                reserve: false,
                hits: hits.parse().unwrap(),
                line: (3, 1),
            });
        }
        forces.push(force(&words));
    }
    let side = |(i, force): (usize, Source)| BriefSide {
        force,
        seat: i as u8 + 1,
        team: i as u8 + 1,
        role: Role::Equal,
        budget: None,
        zone: None,
        computer: false,
    };
    Brief {
        board: Arc::new(board),
        sides: forces.into_iter().enumerate().map(side).collect(),
        rules,
        aim: Aim::Battle,
        scenario: Source::new("scenario.toml", ""),
        scale: Scale::Mm28,
        rounds: None,
        victory: None,
        deploy: None,
        solo: None,
        exits: false,
        items: Vec::new(),
        devices: Vec::new(),
        placed,
        start: Start {
            round: 1,
            step: None,
            turn: None,
            first: Some(Side(0)),
        },
    }
}

/// A battle with its dice and its log.
struct Fight {
    game: Game,
    dice: Script,
    log: Vec<Event>,
}

impl Fight {
    fn on(board: Board, sides: &[&[&str]], config: &str, dice: &[u8]) -> Fight {
        let config = (!config.is_empty()).then(|| rules(config)).flatten();
        let game = Rules::D8
            .begin(brief(board, sides, config))
            .expect("a good brief");
        let mut fight = Fight {
            game,
            dice: Script::new(dice),
            log: Vec::new(),
        };
        fight.roll();
        fight
    }
    /// On open ground; the first side has the initiative.
    fn new(kind: GridKind, sides: &[&[&str]], dice: &[u8]) -> Fight {
        Fight::on(drawn::board(kind, FIELD, &[]), sides, "", dice)
    }
    /// Lets chance answer as long as it is asked and dice are left.
    fn roll(&mut self) {
        while let (Who::Chance, Ask::Roll { dice, .. }) = self.asked() {
            if self.dice.left() == 0 {
                return;
            }
            let faces = self.dice.roll(&dice);
            self.game
                .answer(&Answer::Faces(faces), &mut self.log)
                .unwrap();
        }
    }
    fn asked(&self) -> (Who, Ask) {
        let decision = self.game.decision();
        (decision.who, decision.ask)
    }
    fn fig(&self, label: &str) -> Fig {
        self.game.labelled(label).expect("a figure")
    }
    fn target(&self, at: &str) -> Target {
        match self.game.labelled(at) {
            Some(figure) => Target::Figure(figure),
            None => Target::Space(drawn::space(self.game.board(), at)),
        }
    }
    fn strike(&self, who: &str, how: How, at: &str) -> Answer {
        let (who, at) = (self.fig(who), self.target(at));
        Answer::Strike { who, how, at }
    }
    fn step(&self, who: &str, to: &str) -> Answer {
        let (who, to) = (self.fig(who), drawn::space(self.game.board(), to));
        Answer::Move { who, to }
    }
    fn answer(&mut self, answer: &Answer) {
        self.game
            .answer(answer, &mut self.log)
            .unwrap_or_else(|refused| panic!("{answer:?}: {refused}"));
        self.roll();
    }
    fn attack(&mut self, who: &str, how: How, at: &str) {
        self.answer(&self.strike(who, how, at));
    }
    fn go(&mut self, who: &str, to: &str) {
        self.answer(&self.step(who, to));
    }
    fn refused(&self, answer: &Answer) -> String {
        self.game.check(answer).expect_err("refused").to_string()
    }
    fn done(&mut self) {
        self.answer(&Answer::Done);
    }
    fn side(&self) -> Side {
        match self.asked() {
            (Who::Side(side), _) => side,
            other => panic!("{other:?}"),
        }
    }
    fn lives(&self, who: &str) -> bool {
        self.game.place(self.fig(who)) == Place::On
    }
    fn at(&self, who: &str) -> String {
        self.game.board().grid().name(self.game.at(self.fig(who)))
    }
    fn spent(&self) {
        self.dice.assert_spent();
    }
}

#[test]
fn d1_a_player_has_two_actions_in_order_of_initiative() {
    for kind in KINDS {
        let sides: [&[&str]; 3] = [
            &["rifleman @ A1", "rifleman @ A3"],
            &["rifleman @ H8"],
            &["rifleman @ P8"],
        ];
        // Sides 2 and 3 are level at first; side 3 rolls higher then.
        let mut brief = brief(drawn::board(kind, FIELD, &[]), &sides, None);
        brief.start = Start::default();
        let game = Rules::D8.begin(brief).unwrap();
        let mut fight = Fight {
            game,
            dice: Script::new([2, 5, 5, 3, 6]),
            log: Vec::new(),
        };
        fight.roll();
        for side in [2, 1, 0] {
            assert_eq!(fight.side(), Side(side));
            let (who, to) = [("1.1", "A2"), ("2.1", "H9"), ("3.1", "P9")][usize::from(side)];
            fight.go(who, to);
            assert_eq!(fight.side(), Side(side), "two actions");
            fight.answer(&Answer::Done);
        }
        fight.spent();
        assert!(matches!(
            fight.asked().1,
            Ask::Roll {
                purpose: Purpose::Initiative,
                ..
            }
        ));
        assert_eq!(fight.game.status().round, 2);
    }
}

#[test]
fn d1_one_unit_may_use_both_actions_or_two_one_each() {
    let sides: [&[&str]; 2] = [&["rifleman @ A1", "rifleman @ A3"], &["rifleman @ Z1"]];
    let mut fight = Fight::new(GridKind::Square, &sides, &[]);
    fight.go("1.1", "E1");
    fight.go("1.1", "I1");
    assert_eq!(fight.side(), Side(1));
    let mut fight = Fight::new(GridKind::Square, &sides, &[]);
    fight.go("1.1", "E1");
    fight.go("1.2", "E3");
    assert_eq!(fight.side(), Side(1));
}

#[test]
fn d1_actions_may_be_each_units_own() {
    let sides: [&[&str]; 2] = [&["rifleman @ A1", "rifleman @ A3"], &["rifleman @ Z1"]];
    let board = drawn::board(GridKind::Square, FIELD, &[]);
    let mut fight = Fight::on(board, &sides, "actions_per = \"unit\"", &[]);
    for (who, to) in [("1.1", "E1"), ("1.1", "I1")] {
        fight.go(who, to);
    }
    let why = fight.refused(&fight.step("1.1", "J1"));
    assert!(why.contains("no action left"), "{why}");
    fight.go("1.2", "E3");
    fight.go("1.2", "I3");
    assert_eq!(fight.side(), Side(1));
}

#[test]
fn d1_free_actions_get_units_on_and_off_vehicles() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["APC @ C3", "rifleman > 1", "rifleman @ E3"],
            &["rifleman @ AA9"],
        ];
        let mut fight = Fight::new(kind, &sides, &[]);
        assert_eq!(fight.game.aboard(fight.fig("1.2")), Some(fight.fig("1.1")));
        let why = fight.refused(&fight.step("1.2", "C5"));
        assert!(why.contains("free actions"), "{why}");
        fight.done();
        fight.done();
        assert_eq!(fight.game.status().step, "free actions");
        assert_eq!(fight.side(), Side(0));
        fight.go("1.3", "C3");
        assert_eq!(fight.game.aboard(fight.fig("1.3")), Some(fight.fig("1.1")));
        let out = fight.game.answers();
        let exit = out
            .iter()
            .find(|a| matches!(a, Answer::Move { .. }))
            .unwrap();
        fight.answer(&exit.clone());
        assert_eq!(fight.game.aboard(fight.fig("1.2")), None);
        // Each has got on or off, so the round is over.
        assert_eq!(fight.game.status().round, 2);
        assert!(fight.log.iter().any(|e| matches!(e, Event::Boarded { .. })));
        assert!(
            fight
                .log
                .iter()
                .any(|e| matches!(e, Event::Alighted { .. }))
        );
    }
}

#[test]
fn d2_movement_points_are_ten_centimetres_each() {
    let config = Config::default();
    assert_eq!(config.point_of(Scale::Mm28), 4);
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &[
                "rifleman @ A1",
                "hero, agility 2 @ A4",
                "tank @ A8",
                "hero @ A6",
            ],
            &["rifleman @ AH10"],
        ];
        let fight = Fight::new(kind, &sides, &[]);
        for (who, far) in [("1.1", 4), ("1.2", 12), ("1.3", 12), ("1.4", 4)] {
            let mut reach = Reach::default();
            assert!(fight.game.reach(fight.fig(who), &mut reach));
            let most = reach.ends().iter().map(|(_, cost)| *cost).max();
            assert_eq!(most, Some(far), "{who}");
        }
    }
    // Rough ground costs double.
    let board = drawn::board(GridKind::Square, "...:::::..........", &[]);
    let sides: [&[&str]; 2] = [&["rifleman @ C1"], &["rifleman @ R1"]];
    let fight = Fight::on(board, &sides, "", &[]);
    assert!(fight.game.check(&fight.step("1.1", "E1")).is_ok());
    let why = fight.refused(&fight.step("1.1", "F1"));
    assert!(why.contains("no way of 4 spaces"), "{why}");
}

/// Whether a rifleman hits an undefended rifleman so far away with this face.
fn hits(kind: GridKind, at: &str, words: &str, face: u8) -> bool {
    let unit = format!("{words} @ C5");
    let sides: [&[&str]; 2] = [&[&unit], &[&format!("rifleman @ {at}"), "rifleman @ AH1"]];
    let mut fight = Fight::new(kind, &sides, &[face]);
    fight.attack("1.1", How::Attack, "2.1");
    fight.spent();
    fight.log.iter().any(|e| matches!(e, Event::Hit { .. }))
}

#[test]
fn d3_attacks_need_two_four_or_six_by_distance() {
    for kind in KINDS {
        for (at, need) in [("C6", 2), ("C8", 4), ("M5", 4), ("N5", 6), ("AB5", 6)] {
            for face in 1..=8 {
                assert_eq!(
                    hits(kind, at, "rifleman", face),
                    face >= need,
                    "{at} {face}"
                );
            }
        }
        let fight = Fight::new(kind, &[&["rifleman @ A5"], &["rifleman @ AB5"]], &[]);
        let why = fight.refused(&fight.strike("1.1", How::Attack, "2.1"));
        assert!(why.contains("27 spaces away, long range is 25"), "{why}");
    }
}

#[test]
fn d3_accuracy_morale_and_the_boat_change_the_roll() {
    for face in 1..=8 {
        // Accuracy alone: 5+ at long range; with its own morale 4+; a natural 1 never hits.
        let accurate = hits(GridKind::HexFlat, "N5", "hero, accuracy", face);
        assert_eq!(accurate, face >= 5);
        let both = hits(GridKind::HexFlat, "N5", "hero, accuracy, morale", face);
        assert_eq!(both, face >= 4);
        let near = hits(GridKind::HexFlat, "C6", "hero, accuracy, morale", face);
        assert_eq!(near, face >= 2);
    }
    let water = "
wwww..............
wwww..............
..................";
    for face in 1..=8 {
        let board = drawn::board(GridKind::Square, water, &[]);
        let sides: [&[&str]; 2] = [
            &["squad boat @ A1", "rifleman > 1"],
            &["rifleman @ H1", "rifleman @ R3"],
        ];
        let mut fight = Fight::on(board, &sides, "", &[face]);
        fight.attack("1.2", How::Attack, "2.1");
        let hit = fight.log.iter().any(|e| matches!(e, Event::Hit { .. }));
        assert_eq!(hit, face >= 6, "two less from aboard");
    }
}

#[test]
fn d4_eight_defends_less_with_armour_agility_and_cover() {
    let saves = |words: &str, rows: &str, face: u8| {
        let board = drawn::board(GridKind::Square, rows, &[]);
        let target = format!("{words} @ E1");
        let sides: [&[&str]; 2] = [&["rifleman @ B1"], &[&target, "rifleman @ A2"]];
        let mut fight = Fight::on(board, &sides, "", &[4, face]);
        fight.attack("1.1", How::Attack, "2.1");
        fight.spent();
        fight.log.iter().any(|e| matches!(e, Event::Saved { .. }))
    };
    for (words, rows, need) in [
        ("rifleman", ".......\n.......", 8),
        ("rifleman", "....\"..\n.......", 6),
        ("hero, armour 1", ".......\n.......", 7),
        ("hero, armour 2", ".......\n.......", 6),
        ("hero, agility 2", "....\"..\n.......", 4),
        ("hero, morale", ".......\n.......", 7),
    ] {
        for face in 1..=8 {
            assert_eq!(saves(words, rows, face), face >= need, "{words} {face}");
        }
    }
}

#[test]
fn d4_nobody_defends_against_a_critical() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["rifleman @ C5"],
            &["hero, armour 2 @ F5", "tank @ L5", "rifleman @ A1"],
        ];
        let mut fight = Fight::new(kind, &sides, &[8, 8]);
        fight.attack("1.1", How::Attack, "2.1");
        fight.attack("1.1", How::Attack, "2.2");
        fight.spent();
        assert!(!fight.lives("2.1") && !fight.lives("2.2"));
        assert_eq!(fight.game.scores()[0], 2 * (7 + 10));
    }
}

#[test]
fn d5_heroes_are_wounded_first_and_vehicles_shrug_small_arms_off() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["rifleman @ C5", "rifleman @ C6"],
            &["hero @ F5", "tank @ L5"],
        ];
        let mut fight = Fight::new(kind, &sides, &[5, 1, 5, 1]);
        fight.attack("1.1", How::Attack, "2.1");
        assert_eq!(fight.game.shown(fight.fig("2.1")).health, Some((1, 2)));
        assert!(fight.game.worth(fight.fig("2.1")) < 5000);
        fight.attack("1.2", How::Attack, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"));
        // A hit on a vehicle: no defence is even rolled.
        let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["tank @ F5"]];
        let mut fight = Fight::new(kind, &sides, &[7]);
        fight.attack("1.1", How::Attack, "2.1");
        fight.spent();
        assert!(fight.lives("2.1"));
    }
}

#[test]
fn d5_direct_area_hits_defeat_all_and_splash_spares_vehicles() {
    for kind in KINDS {
        // Around the target at P5: a rifleman beside it, a hero beside it, an APC beside it.
        let sides: [&[&str]; 2] = [
            &["support, rocket launcher @ H5"],
            &[
                "hero, armour 2 @ P5",
                "rifleman @ P4",
                "hero @ P6",
                "APC @ Q5",
                "rifleman @ A1",
            ],
        ];
        let mut fight = Fight::new(kind, &sides, &[4, 1, 1, 1]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"), "direct: even a hero falls at once");
        assert!(!fight.lives("2.2"), "splash defeats a normal unit");
        assert!(fight.lives("2.3"), "splash wounds a hero");
        assert_eq!(fight.game.shown(fight.fig("2.3")).health, Some((1, 2)));
        assert!(fight.lives("2.4"), "splash does nothing to a vehicle");
        let sides: [&[&str]; 2] = [&["grenadier @ H5"], &["tank @ P5", "rifleman @ A1"]];
        let mut fight = Fight::new(kind, &sides, &[4, 4]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"), "a direct hit defeats a vehicle");
        let board = drawn::board(kind, FIELD, &[]);
        let config = "anti_infantry_spares_vehicles = true";
        let mut fight = Fight::on(board, &sides, config, &[4]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(fight.lives("2.1"));
    }
}

#[test]
fn d6_a_miss_scatters_in_eight_directions_on_squares_and_six_on_hexes() {
    // d8 × 2 ÷ 5, rounded up.
    let config = Config::default();
    let far: Vec<u32> = (1..=8).map(|f| config.astray(f, Scale::Mm28)).collect();
    assert_eq!(far, [1, 1, 2, 2, 2, 3, 3, 4]);
    for kind in KINDS {
        let directions = if kind.is_square() { 8 } else { 6 };
        let sides: [&[&str]; 2] = [&["grenadier @ A5"], &["rifleman @ K5", "rifleman @ AH10"]];
        let mut seen = std::collections::BTreeSet::new();
        for direction in 1..=directions {
            let mut fight = Fight::new(kind, &sides, &[2, direction, 8]);
            fight.attack("1.1", How::Blast, "2.1");
            fight.spent();
            let landed = fight.log.iter().find_map(|e| match e {
                Event::Landed { at, .. } => *at,
                _ => None,
            });
            let landed = landed.expect("on the board");
            let grid = fight.game.board().grid();
            let aimed = fight.game.at(fight.fig("2.1"));
            assert_eq!(grid.distance(aimed, landed), 4);
            assert!(seen.insert(landed));
        }
        let fight = Fight::new(kind, &sides, &[]);
        let mut trial = fight.game.clone();
        trial
            .answer(&fight.strike("1.1", How::Blast, "2.1"), &mut ())
            .unwrap();
        trial
            .answer(&Answer::Faces([1].into_iter().collect()), &mut ())
            .unwrap();
        let Ask::Roll { purpose, dice, .. } = trial.decision().ask else {
            panic!("a roll")
        };
        assert_eq!(
            (purpose, dice.as_slice()),
            (Purpose::Scatter, &[directions, 8][..])
        );
    }
}

#[test]
fn d6_off_the_map_only_splash_reaches_the_board() {
    for kind in KINDS {
        // Straight north from the first row: the shell lands one beyond it.
        let sides: [&[&str]; 2] = [&["grenadier @ A5"], &["rifleman @ K1", "rifleman @ AH10"]];
        let mut fight = Fight::new(kind, &sides, &[2, 1, 1, 1]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(
            fight
                .log
                .iter()
                .any(|e| matches!(e, Event::Landed { at: None, .. }))
        );
        assert!(!fight.lives("2.1"), "splash from beyond the edge");
        let mut fight = Fight::new(kind, &sides, &[2, 1, 8]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(fight.lives("2.1"));
    }
}

#[test]
fn d6_fire_may_be_aimed_at_a_free_space_and_hurts_friends_too() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["grenadier @ A5", "rifleman @ K4"],
            &["rifleman @ K6", "rifleman @ AH10"],
        ];
        let mut fight = Fight::new(kind, &sides, &[6, 1, 1]);
        fight.attack("1.1", How::Blast, "K5");
        fight.spent();
        assert!(!fight.lives("1.2") && !fight.lives("2.1"));
        assert_eq!(fight.game.scores(), [2, 0], "no points for one's own");
        let why = fight.refused(&fight.strike("1.1", How::Blast, "A5"));
        assert!(why.contains("stands there"), "{why}");
        let mut told = Vec::new();
        let fight = Fight::new(kind, &sides, &[]);
        let who = fight.fig("1.1");
        let stand = fight.game.stand(who);
        fight.game.spread(
            who,
            stand,
            How::Blast,
            fight.target("K5"),
            &mut |f, odds| {
                told.push((f, odds.defeat));
            },
        );
        assert_eq!(told.len(), 2);
        assert!(told[0].1 == told[1].1 && told[0].1 > Ratio::new(1, 2));
    }
}

#[test]
fn d7_costs_and_buffs_are_those_of_the_list() {
    let cost = |words: &str| {
        let force = Rules::D8.force(&force(&[words]), None);
        force.map(|f| f.points).map_err(|fault| fault.to_string())
    };
    for (words, points) in [
        ("rifleman", 1),
        ("grenadier", 3),
        ("sniper", 3),
        ("support", 3),
        ("hero", 5),
        ("hero, armour 2, morale", 10),
        ("hero, agility 1, accuracy", 8),
        ("tank", 10),
        ("APC", 10),
        ("squad boat", 10),
        ("helicopter", 10),
        ("destroyer", 10),
        ("submarine", 10),
    ] {
        assert_eq!(cost(words), Ok(2 * points), "{words}");
    }
    for (words, why) in [
        ("hero, armour 1, agility 1", "do not go together"),
        ("hero, armour 3", "1 to 2 may be bought"),
        ("hero, armour 1, accuracy, morale", "may cost 5"),
        ("hero, agility 1, sniper rifle", "heavy weapons"),
        ("rifleman, armour 1", "only a hero"),
        ("rifleman, rocket launcher", "it may have: semi auto"),
        ("wizard", "known: rifleman"),
    ] {
        let error = cost(words).expect_err(words);
        assert!(error.contains(why), "{words}: {error}");
    }
}

#[test]
fn d7_morale_reaches_ten_centimetres() {
    for (at, reaches) in [("C9", true), ("C10", false)] {
        let hero = format!("hero, morale @ {at}");
        let sides: [&[&str]; 2] = [&["rifleman @ C5", &hero], &["rifleman @ G5", "tank @ W8"]];
        let mut fight = Fight::new(GridKind::Square, &sides, &[3, 7]);
        fight.attack("1.1", How::Attack, "2.1");
        let hit = fight.log.iter().any(|e| matches!(e, Event::Hit { .. }));
        assert_eq!(hit, reaches);
        assert_eq!(fight.game.aura(fight.fig("1.2")), 4);
    }
}

#[test]
fn d8_machine_guns_fire_five_rounds_without_splash() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["support, heavy machine gun @ C5"],
            &["hero @ H5", "rifleman @ H6", "rifleman @ AH10"],
        ];
        // A hit defended, a miss one space off (south) on the rifleman who is defeated, a hit
        // that defeats the hero at once, two that find nobody.
        let south = if kind.is_square() { 5 } else { 4 };
        let south = if kind == GridKind::HexPointy {
            3
        } else {
            south
        };
        let dice = [4, 8, 2, south, 1, 1, 4, 1, 5, 8];
        let mut fight = Fight::new(kind, &sides, &dice);
        fight.attack("1.1", How::Burst, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"));
        let rolls = |purpose| {
            let is = |e: &&Event| matches!(e, Event::Rolled(r) if r.purpose == purpose);
            fight.log.iter().filter(is).count()
        };
        assert_eq!(rolls(Purpose::Attack), 5);
        if kind != GridKind::HexPointy {
            assert!(!fight.lives("2.2"));
        }
    }
}

#[test]
fn d8_small_arms_do_not_reach_as_far_as_rifles() {
    let sides: [&[&str]; 2] = [
        &["rifleman, sub-machine gun @ A5", "rifleman @ A6"],
        &["rifleman @ L5"],
    ];
    let fight = Fight::new(GridKind::Square, &sides, &[]);
    let why = fight.refused(&fight.strike("1.1", How::Attack, "2.1"));
    assert!(why.contains("reaches so far"), "{why}");
    assert!(
        fight
            .game
            .check(&fight.strike("1.2", How::Attack, "2.1"))
            .is_ok()
    );
    let why = fight.refused(&fight.strike("1.2", How::Blast, "2.1"));
    assert!(why.contains("no weapon to blast"), "{why}");
}

#[test]
fn d9_a_lost_vehicle_lets_its_load_out() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["support, rocket launcher @ H5"],
            &["APC @ P5", "rifleman > 1", "rifleman > 1", "rifleman @ A1"],
        ];
        let mut fight = Fight::new(kind, &sides, &[4, 1]);
        let why = fight.refused(&fight.strike("1.1", How::Blast, "2.2"));
        assert!(why.contains("aboard of 2.1"), "{why}");
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1") && fight.lives("2.2") && fight.lives("2.3"));
        assert_eq!(fight.game.aboard(fight.fig("2.2")), None);
        assert_ne!(fight.at("2.2"), fight.at("2.3"));
    }
}

#[test]
fn d9_boats_sail_and_infantry_wades() {
    let rows = "
....wwww..........
....wwww..........
....wwww..........
....~~~~..........
....~~~~..........";
    for kind in KINDS {
        let board = drawn::board(kind, rows, &[]);
        let sides: [&[&str]; 2] = [
            &["squad boat @ E1", "rifleman @ C4", "rifleman > 1"],
            &["rifleman @ R5"],
        ];
        let mut fight = Fight::on(board, &sides, "", &[]);
        assert!(fight.game.check(&fight.step("1.1", "E4")).is_ok());
        let why = fight.refused(&fight.step("1.1", "H1"));
        assert!(why.contains("cannot stand"), "{why}");
        assert!(fight.game.check(&fight.step("1.2", "E4")).is_ok());
        let why = fight.refused(&fight.step("1.2", "E3"));
        assert!(why.contains("cannot stand"), "{why}");
        fight.go("1.1", "G1");
        fight.done();
        fight.done();
        // Only the far bank is beside the boat.
        let exits = fight.game.answers();
        let to = exits.iter().find_map(|a| match a {
            Answer::Move { who, to } if *who == fight.fig("1.3") => Some(*to),
            _ => None,
        });
        let grid = *fight.game.board().grid();
        assert!(grid.column(to.expect("a bank")) == 8);
    }
    // Nobody aboard of anything, and no water.
    let board = drawn::board(GridKind::Square, FIELD, &[]);
    let mut brief = brief(board, &[&["squad boat"], &["rifleman"]], None);
    brief.deploy = Some(Deploy::Auto);
    let fault = Rules::D8.begin(brief).expect_err("no water").to_string();
    assert!(fault.contains("the map has no water"), "{fault}");
}

#[test]
fn d9_those_aboard_of_a_boat_attack_but_not_those_in_an_apc() {
    let water = drawn::board(GridKind::HexFlat, "wwww......\nwwww......\n..........", &[]);
    let sides: [&[&str]; 2] = [&["squad boat @ A1", "rifleman > 1"], &["rifleman @ J1"]];
    let fight = Fight::on(water, &sides, "", &[]);
    assert!(
        fight
            .game
            .check(&fight.strike("1.2", How::Attack, "2.1"))
            .is_ok()
    );
    assert!(
        fight
            .game
            .check(&fight.strike("1.1", How::Burst, "2.1"))
            .is_ok()
    );
    assert!(
        fight
            .game
            .check(&fight.strike("1.1", How::Attack, "2.1"))
            .is_ok()
    );
    let sides: [&[&str]; 2] = [&["APC @ A1", "rifleman > 1"], &["rifleman @ J1"]];
    let fight = Fight::new(GridKind::HexFlat, &sides, &[]);
    let why = fight.refused(&fight.strike("1.2", How::Attack, "2.1"));
    assert!(why.contains("from where nobody attacks"), "{why}");
}

#[test]
fn d9_a_crew_may_be_needed() {
    let sides: [&[&str]; 2] = [&["APC @ C3", "rifleman @ E3"], &["rifleman @ J9"]];
    let board = drawn::board(GridKind::Square, FIELD, &[]);
    let config = "[kind.apc]\ncrew = 1";
    let mut fight = Fight::on(board, &sides, config, &[]);
    let why = fight.refused(&fight.strike("1.1", How::Burst, "2.1"));
    assert!(why.contains("needs 1 aboard"), "{why}");
    let why = fight.refused(&fight.step("1.1", "C4"));
    assert!(why.contains("does not move"), "{why}");
    fight.done();
    fight.done();
    fight.go("1.2", "C3");
    fight.dice = Script::new([5, 4]);
    fight.roll();
    assert!(fight.game.check(&fight.step("1.1", "C4")).is_ok());
}

#[test]
fn d9_planes_and_battleships_fire_from_off_the_map() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["rifleman @ A1", "battleship", "plane"],
            &["rifleman @ P5", "rifleman @ P7", "tank @ AF9"],
        ];
        // A salvo of three: hit (defence fails), then two misses far away.
        let mut fight = Fight::new(kind, &sides, &[6, 1, 1, 1, 8, 1, 1, 8]);
        let (ship, plane) = (fight.fig("1.2"), fight.fig("1.3"));
        assert_eq!(fight.game.away(Side(0)), [ship, plane]);
        assert_eq!(fight.game.place(ship), Place::Reserve);
        let why = fight.refused(&fight.step("1.2", "A2"));
        assert!(why.contains("does not move"), "{why}");
        fight.attack("1.2", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"));
        let why = fight.refused(&fight.strike("1.2", How::Blast, "2.2"));
        assert!(why.contains("back in round 2"), "{why}");
        // Bursts or rockets for a plane; without a carrier it misses a round.
        assert!(
            fight
                .game
                .check(&fight.strike("1.3", How::Burst, "2.2"))
                .is_ok()
        );
        fight.dice = Script::new([8]);
        fight.attack("1.3", How::Blast, "2.3");
        assert!(!fight.lives("2.3"));
        fight.done();
        fight.dice = Script::new([5, 4]);
        fight.roll();
        assert_eq!(fight.game.status().round, 2);
        let why = fight.refused(&fight.strike("1.3", How::Blast, "2.2"));
        assert!(why.contains("back in round 3"), "{why}");
        assert!(
            fight
                .game
                .check(&fight.strike("1.2", How::Blast, "2.2"))
                .is_ok()
        );
    }
}

#[test]
fn d9_a_carrier_has_planes_back_at_once() {
    let sides: [&[&str]; 2] = [
        &["rifleman @ A1", "plane", "carrier"],
        &["rifleman @ P5", "rifleman @ P7"],
    ];
    let mut fight = Fight::new(GridKind::Square, &sides, &[8]);
    fight.attack("1.2", How::Blast, "2.1");
    fight.done();
    fight.done();
    fight.dice = Script::new([5, 4]);
    fight.roll();
    assert!(
        fight
            .game
            .check(&fight.strike("1.2", How::Blast, "2.2"))
            .is_ok()
    );
    assert!(
        fight.game.modes(fight.fig("1.3"), true).is_empty(),
        "unarmed"
    );
}

#[test]
fn d9_submarines_hunt_ships_and_destroyers_hunt_submarines() {
    let sea = "
wwwwwwwwwwww......
wwwwwwwwwwww......
wwwwwwwwwwww......";
    for kind in KINDS {
        let board = drawn::board(kind, sea, &[]);
        let sides: [&[&str]; 2] = [
            &["submarine @ A1", "rifleman @ P3"],
            &["destroyer @ G1", "tank @ M1", "rifleman @ P1"],
        ];
        let mut fight = Fight::on(board, &sides, "", &[4, 1]);
        let why = fight.refused(&fight.strike("1.1", How::Blast, "2.2"));
        assert!(why.contains("no weapon"), "{why}");
        let mut trial = fight.game.clone();
        trial.answer(&Answer::Done, &mut ()).unwrap();
        let at = |how, at: &str| {
            let (who, at) = (fight.fig("2.1"), fight.target(at));
            trial.check(&Answer::Strike { who, how, at })
        };
        assert!(at(How::Blast, "1.1").is_ok(), "depth charges");
        assert!(
            at(How::Burst, "1.1")
                .unwrap_err()
                .to_string()
                .contains("under water")
        );
        assert!(at(How::Blast, "1.2").is_err());
        assert!(at(How::Burst, "1.2").is_ok());
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"));
    }
}

#[test]
fn d10_the_last_force_wins_else_points_after_eight_rounds() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["rifleman @ F5"]];
        let mut fight = Fight::new(kind, &sides, &[8]);
        fight.attack("1.1", How::Attack, "2.1");
        let end = fight.game.outcome().expect("over");
        assert_eq!((end.winners, end.reason), (1, Reason::LastStanding));
        let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["rifleman @ F5", "rifleman @ H5"]];
        let mut fight = Fight::new(kind, &sides, &[8]);
        fight.attack("1.1", How::Attack, "2.1");
        fight.done();
        fight.done();
        for _ in 2..=8 {
            fight.dice = Script::new([5, 4]);
            fight.roll();
            fight.done();
            fight.done();
        }
        let end = fight.game.outcome().expect("over");
        assert_eq!(
            (end.winners, end.reason, end.rounds),
            (1, Reason::Points, 8)
        );
    }
}

#[test]
fn d10_figures_do_not_block_sight() {
    let sides: [&[&str]; 2] = [&["rifleman @ A5"], &["tank @ C5", "rifleman @ H5"]];
    for kind in KINDS {
        let fight = Fight::new(kind, &sides, &[]);
        assert!(
            fight
                .game
                .check(&fight.strike("1.1", How::Attack, "2.2"))
                .is_ok()
        );
        assert!(fight.game.blockers(Side(0)).is_empty());
    }
    let board = drawn::board(GridKind::Square, "...#....\n........", &[]);
    let sides: [&[&str]; 2] = [&["rifleman @ A1"], &["rifleman @ H1"]];
    let fight = Fight::on(board, &sides, "", &[]);
    let why = fight.refused(&fight.strike("1.1", How::Attack, "2.1"));
    assert!(why.contains("cannot be seen"), "{why}");
}

/// Plays an attack out through every die, and compares with the quick odds.
fn compare(kind: GridKind, words: &str, how: How, target: &str, at: &str, rows: &str) {
    let (who, aim) = (format!("{words} @ C3"), format!("{target} @ {at}"));
    let board = drawn::board(kind, rows, &[]);
    let brief = brief(
        board,
        &[&[&who, "rifleman @ A1"], &[&aim, "rifleman @ A5"]],
        None,
    );
    let b: Battle<D8> = D8::begin(brief).unwrap();
    let (who, target) = (Fig(0), Fig(2));
    let stand = Stand {
        at: b.figure(who).at,
        facing: None,
        aloft: false,
    };
    let mut seen = None;
    D8::strikes(&b, who, stand, &mut |way, at, sight: Sight| {
        if way == how && at == Target::Figure(target) {
            seen = Some(sight);
        }
        true
    });
    let what = format!("{words} {how:?} {aim} {kind:?}");
    let sight = seen.expect(&what);
    let at = Target::Figure(target);
    let odds = D8::odds(&b, who, stand, how, at, sight);
    let gap = b.board.grid().gap(
        &[b.figure(who).at],
        &b.spaces_at(b.figure(target).at, D8::size(&b, target)),
    );
    assert_eq!(odds, D8::odds_from(&b, who, how, at, sight, gap), "{what}");
    let mut begun = b.clone();
    begun
        .answer(&Answer::Strike { who, how, at }, &mut ())
        .unwrap();
    let ends = enumerate(begun, &mut |_| Answer::Done, &|b| {
        matches!(b.decision().ask, Ask::Act { .. })
    });
    let sum = |so: &dyn Fn(&Battle<D8>) -> bool| {
        let chosen = ends.iter().filter(|e| so(&e.battle)).map(|e| e.chance);
        chosen.fold(Ratio::from_integer(0), skirmish::battle::either)
    };
    let gone = |e: &Battle<D8>| e.figure(target).place != Place::On;
    let hurt = |e: &Battle<D8>| !gone(e) && e.figure(target).mark.left < b.figure(target).mark.left;
    assert_eq!(
        (odds.defeat, odds.wound),
        (sum(&gone), sum(&hurt)),
        "{what}"
    );
}

#[test]
fn d3_to_d6_fast_odds_are_the_odds_of_the_battle_itself() {
    let open = "
..............................
..............................
..............................
..............................
..............................";
    let covered = open.replacen("..............................\n..............................\n..............................", "..............................\n..............................\n...............\"..............", 1);
    for kind in KINDS {
        for target in [
            "rifleman",
            "hero, armour 1",
            "hero, morale",
            "hero, agility 2 ",
        ] {
            for at in ["D3", "H3", "P3"] {
                for rows in [open, &covered] {
                    compare(kind, "rifleman", How::Attack, target, at, rows);
                    compare(kind, "sniper", How::Attack, target, at, rows);
                    compare(
                        kind,
                        "hero, accuracy, morale",
                        How::Attack,
                        target,
                        at,
                        rows,
                    );
                    compare(kind, "grenadier", How::Blast, target, at, rows);
                    compare(
                        kind,
                        "support, heavy machine gun",
                        How::Burst,
                        target,
                        at,
                        rows,
                    );
                }
            }
        }
        compare(
            kind,
            "support, rocket launcher",
            How::Blast,
            "tank",
            "H3",
            open,
        );
        compare(kind, "support", How::Burst, "APC", "H3", open);
        compare(kind, "rifleman", How::Attack, "tank", "P3", open);
    }
}

#[test]
fn every_number_is_a_key_of_the_rules_file() {
    let shown = Rules::D8.config(None).unwrap();
    let text = toml::to_string(&shown).unwrap();
    let read = Config::read(Some(&Source::new("rules.toml", text))).unwrap();
    assert_eq!(read, Config::default());
    let one = rules("[weapon.sniper-rifle]\nbonus = 3\n[kind.tank]\narmour = 1");
    let read = Config::read(one.as_ref()).unwrap();
    let weapon = skirmish::rules::d8::unit::Weapon::SniperRifle;
    assert_eq!(read.weapon(weapon).bonus, 3);
    assert!(read.weapon(weapon).heavy);
    for wrong in [
        "[weapon.sling]\nbonus = 1",
        "[weapon.artillery]\nrange = 3",
        "[weapon.artillery]\nshots = 0",
        "[kind.tank]\nsize = 4",
        "spin = 1",
    ] {
        assert!(Config::read(rules(wrong).as_ref()).is_err(), "{wrong}");
    }
}

#[test]
fn the_sample_forces_cost_what_they_say() {
    for (stem, text) in Rules::D8.forces() {
        let force = Rules::D8
            .force(&Source::new(*stem, *text), None)
            .expect(stem);
        assert_eq!(force.points, 60, "{stem}");
        assert!(force.findings.is_empty(), "{stem}: {:?}", force.findings);
    }
}

#[test]
fn enemies_threaten_by_whose_turn_is_next() {
    let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["rifleman @ H5"]];
    let mut fight = Fight::new(GridKind::Square, &sides, &[]);
    let menace = |f: &Fight| f.game.menace(f.fig("2.1"), f.fig("1.1"));
    assert_eq!(menace(&fight), Menace::Moving);
    fight.done();
    assert_eq!(
        fight.game.menace(fight.fig("1.1"), fight.fig("2.1")),
        Menace::Standing
    );
    let list = fight.game.outcomes(
        fight.fig("2.1"),
        How::Attack,
        fight.target("1.1"),
        Policy::default(),
    );
    let all: Ratio = list.iter().map(|(_, p)| *p).sum();
    assert_eq!(all, Ratio::from_integer(1));
}
