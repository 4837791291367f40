//! The end, odds, deployment, set positions, and the rules file (V8).

use super::*;

#[test]
fn v8_who_first_loses_half_loses() {
    for (force, hits) in [("s", 1), ("s, s", 1), ("s, s, s", 2), ("s, s, s, s, s", 3)] {
        let spots = ["B1", "B2", "B3", "B4", "B5"];
        let enemy: Vec<String> = spots
            .iter()
            .zip(force.split(", "))
            .map(|(at, size)| format!("{size} {at}"))
            .collect();
        let dice = [6, 1].repeat(hits);
        let me = "s A1, s A6, s J6";
        let mut f = fight(GridKind::Square, FIELD, &[me, &enemy.join(", ")], &dice);
        for hit in 1..=hits {
            assert!(f.game.outcome().is_none(), "{force}: {hit}");
            f.play(&format!("1.1 attacks 2.{hit}"));
        }
        let outcome = f.game.outcome().expect("half is lost");
        assert_eq!(
            (outcome.winners.bits(), outcome.reason),
            (0b01, Reason::HalfLost)
        );
        assert_eq!(f.asked().1, Ask::Over);
        assert_eq!(f.game.scores(), crate::halves([4 * hits as i32, 0]));
        f.spent();
    }
}

#[test]
fn v8_of_three_sides_who_is_out_leaves_and_play_goes_on() {
    let sides = ["s A1, s A2", "s B1, m B2", "s A3, s A4"];
    let mut f = fight(GridKind::Square, FIELD, &sides, &[6, 1, 6, 1]);
    f.play("1.1 attacks 2.1");
    assert!(f.game.outcome().is_none());
    assert_eq!(f.game.place(f.fig("2.2")), Place::Out);
    f.play("done");
    assert_eq!(f.asked().0, Who::Side(Side(2)));
    f.play("3.1 attacks 1.1");
    let outcome = f.game.outcome().expect("one is left");
    assert_eq!(
        (outcome.winners.bits(), outcome.reason),
        (0b100, Reason::HalfLost)
    );
    assert_eq!(f.game.scores(), crate::halves([4, 0, 4]));
    f.spent();
}

#[test]
fn v8_allies_win_together() {
    let sides = ["s A1, s A2", "s B1, m B2", "s A3, s A4"];
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[6, 1], |b| {
        b.sides[2].team = 1
    });
    f.play("1.1 attacks 2.1");
    assert_eq!(f.game.outcome().expect("over").winners.bits(), 0b101);
    f.spent();
}

#[test]
fn v8_after_twenty_turns_it_is_a_draw() {
    let sides = ["s A1, s A2", "s J1, s J2"];
    let no_centre = |b: &mut Brief| b.rules = rules("centre = 0");
    let dice = [6, 1].repeat(19);
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &dice, no_centre);
    for turn in 1..=20 {
        assert_eq!(f.number(), turn);
        f.play("done, done");
    }
    let outcome = f.game.outcome().expect("twenty turns");
    assert_eq!(
        (outcome.winners.bits(), outcome.reason, outcome.rounds),
        (0, Reason::TooLong, 20)
    );
    f.spent();
    for (victory, winners, reason) in [
        (None, 0, Reason::TooLong),
        (Some(Victory::Points), 1, Reason::Points),
    ] {
        let sides = ["s A1, s A2, s A3", "s B1, s J2, s J3"];
        let mut f = fight_with(GridKind::Square, FIELD, &sides, &[6, 1], |b| {
            b.rounds = Some(Some(1));
            b.victory = victory;
            no_centre(b);
        });
        f.play("1.1 attacks 2.1, done, done, done");
        let outcome = f.game.outcome().expect("one turn");
        assert_eq!((outcome.winners.bits(), outcome.reason), (winners, reason));
        f.spent();
    }
}

#[test]
fn v8_the_team_with_most_fighters_in_the_centre_scores_at_the_end_of_a_turn() {
    for kind in KINDS {
        // The middle is E3 or beside it; both stand there, then one of them alone.
        let sides = ["s D3, s A1", "s G3, s J1"];
        let rounds = |b: &mut Brief| {
            b.rounds = Some(Some(3));
            b.rules = rules("centre = 2");
        };
        let mut f = fight_with(kind, FIELD, &sides, &[6, 1, 6, 1], rounds);
        f.play("done, done");
        assert_eq!(f.game.scores(), crate::halves([0, 0]), "{kind:?}: one each");
        f.play("done, 2.1 to J3, done");
        assert_eq!(
            f.game.scores(),
            crate::halves([2, 0]),
            "{kind:?}: only the first side"
        );
        f.play("done, done");
        let outcome = f.game.outcome().expect("three turns");
        assert_eq!(
            (outcome.winners.bits(), outcome.reason),
            (1, Reason::Points)
        );
        assert_eq!(f.game.scores(), crate::halves([4, 0]));
        f.spent();
    }
    let goals = |lines: &str| {
        let sides = ["s A1, s A2", "s J1, s J2"];
        let f = fight_with(GridKind::Square, FIELD, &sides, &[], |b| {
            b.rules = rules(lines)
        });
        f.game.goals(Side(0)).len()
    };
    assert_eq!((goals("centre = 3"), goals("centre = 0")), (2, 1));
}

#[test]
fn what_is_listed_is_legal_and_what_is_legal_is_listed() {
    let rows = ".....\n..#..\n.:...\n.....";
    let mut chance = Chance(11);
    for round in 0..12 {
        let mut b = brief(
            drawn::board(KINDS[round % 3], rows, &["A1|B1 hedge"]),
            &["sm", "ls"],
        );
        b.deploy = Some([Deploy::Alternating, Deploy::AllAtOnce][round % 2]);
        b.rules = rules(["sight = true", "bent_moves = true"][round / 6]);
        let mut game = Rules::Violence.begin(b).expect("a good brief");
        for _ in 0..80 {
            let listed = game.answers();
            let figs: Vec<Fig> = (0..game.figures() as u16 + 1).map(Fig).collect();
            let spaces: Vec<Space> = (0..game.board().len() as u32 + 1).map(Space).collect();
            let mut every = vec![Answer::Done, Answer::Yes, Answer::No, Answer::Side(Side(0))];
            for who in figs.iter().copied() {
                every.push(Answer::Leave { who });
                for to in spaces.iter().copied() {
                    every.extend([Answer::Move { who, to }, Answer::Place { who, to }]);
                }
                for how in How::ALL {
                    let targets = figs.iter().map(|f| Target::Figure(*f));
                    for at in targets.chain([Target::Nothing, Target::Space(Space(0))]) {
                        every.push(Answer::Strike { who, how, at });
                    }
                }
            }
            for answer in every {
                let legal = game.check(&answer).is_ok();
                let count = listed.iter().filter(|a| **a == answer).count();
                assert_eq!(
                    count,
                    usize::from(legal),
                    "{answer:?} at {:?}",
                    game.decision()
                );
            }
            if game.decision().who != Who::Chance {
                assert!(listed.contains(&game.preset()), "{:?}", game.preset());
            }
            if !step(&mut game, &mut chance, &mut Vec::new()) {
                break;
            }
        }
    }
}

#[test]
fn random_and_preset_battles_end_and_are_the_same_again() {
    let forces = Rules::Violence.forces();
    for round in 0..90 {
        let play = || {
            let mut chance = Chance(round as u64);
            let map = drawn::board(KINDS[round % 3], &".......\n".repeat(16), &[]);
            let mut b = brief(map, &["s", "s"]);
            b.sides[0].force.text = forces[round % forces.len()].1.into();
            b.sides[1].force.text = forces[round / 3 % forces.len()].1.into();
            let mut game = Rules::Violence.begin(b).expect("a good brief");
            let mut log = Vec::new();
            for n in 0..20_000 {
                let preset = round % 2 == 0 && game.decision().who != Who::Chance;
                if preset {
                    let answer = game.preset();
                    game.answer(&answer, &mut log).expect("the preset is legal");
                } else if !step(&mut game, &mut chance, &mut log) {
                    return (game.digest(), game.outcome(), log, n);
                }
            }
            panic!("endless");
        };
        let (digest, outcome, log, answers) = play();
        assert_eq!(play(), (digest, outcome, log, answers));
        if round % 2 == 0 {
            let outcome = outcome.expect("over");
            assert!(
                outcome.winners.bits() != 0 && outcome.rounds < 15,
                "{outcome:?}"
            );
        }
    }
}

#[test]
fn fast_odds_are_those_of_playing_every_face() {
    for kind in KINDS {
        for (mine, theirs) in ["s", "m", "l"]
            .iter()
            .flat_map(|a| ["s", "m", "l"].map(|b| (a, b)))
        {
            for (guards, toggle) in [(0, "defence"), (1, "defence"), (2, "all"), (3, "all")] {
                for lost in 0..(match theirs {
                    "s" => 1,
                    "m" => 2,
                    _ => 3,
                }) {
                    let sides = [
                        format!("{mine} A1, s A2, s A3"),
                        format!("{theirs} B1-{lost}, s J1, s J2"),
                    ];
                    let sides = [sides[0].as_str(), sides[1].as_str()];
                    let mut f = fight_with(kind, FIELD, &sides, &[], |b| {
                        b.start.first = Some(Side(u8::from(guards & 1 == 1)));
                        b.rules = rules(&format!(
                            "defend_dice = \"{toggle}\"\nactions = {{ small = 3, medium = 2, large = 2 }}"
                        ));
                    });
                    if guards & 1 == 1 {
                        f.play("2.1 defends, done");
                    }
                    if guards & 2 == 2 {
                        f.play("1.1 defends");
                    }
                    let (who, at) = (f.fig("1.1"), Target::Figure(f.fig("2.1")));
                    let stand = f.game.stand(who);
                    let odds = f
                        .game
                        .odds(&Act::new(who, stand, How::Attack, at, Sight::Clear));
                    let outcomes = f.game.outcomes(who, How::Attack, at, Policy::default());
                    let chance = |word: &str| {
                        outcomes
                            .iter()
                            .filter(|(what, _)| what == word)
                            .map(|(_, p)| *p)
                            .sum::<Ratio>()
                    };
                    assert_eq!(chance("defeated"), odds.defeat);
                    assert_eq!(chance("wounded"), odds.wound);
                    assert_eq!(chance("nothing"), Ratio::from_integer(1) - odds.hit);
                    assert_eq!(odds.hit, odds.defeat + odds.wound);
                    if guards == 0 {
                        assert_eq!(odds.hit, Ratio::new(15, 36));
                    }
                    let lines = f
                        .game
                        .lines(&Act::new(who, stand, How::Attack, at, Sight::Clear));
                    assert_eq!(
                        lines.iter().filter(|l| l.name.ends_with("guard")).count() as u32,
                        {
                            let guards: u32 = guards;
                            guards.count_ones()
                        }
                    );
                }
            }
        }
    }
}

#[test]
fn deployment_is_in_turn_or_all_at_once_or_done_by_the_program() {
    let board = || drawn::board(GridKind::HexFlat, FIELD, &[]);
    let order = |deploy| {
        let mut b = brief(board(), &["ss", "sss"]);
        b.deploy = deploy;
        let mut game = Rules::Violence.begin(b).expect("a good brief");
        let mut order = String::new();
        while let Who::Side(side) = game.decision().who {
            if game.decision().ask != Ask::Deploy {
                break;
            }
            order += &(side.0 + 1).to_string();
            let answer = game.preset();
            game.answer(&answer, &mut ()).expect("legal");
        }
        assert_eq!(game.on_board().count(), 5);
        assert_eq!(game.decision().ask.name(), "roll");
        order
    };
    assert_eq!(order(None), "11222");
    assert_eq!(order(Some(Deploy::AllAtOnce)), "11222");
    assert_eq!(order(Some(Deploy::Alternating)), "12122");
    assert_eq!(order(Some(Deploy::Auto)), "");
}

#[test]
fn set_positions_hold_and_begin_in_the_middle() {
    let mut f = fight_with(
        GridKind::Square,
        FIELD,
        &["s A1, m A2-1, l A3", "s J1, s J2, s J3"],
        &[],
        |b| {
            b.placed[2].out = true;
            b.placed[5].reserve = true;
            b.start = Start {
                round: 7,
                step: Some("act".into()),
                turn: Some(Side(1)),
                ..Start::default()
            };
        },
    );
    assert_eq!((f.number(), f.asked().0), (7, Who::Side(Side(1))));
    assert_eq!(f.left("1.2"), 1);
    assert_eq!(f.game.place(f.fig("1.3")), Place::Gone);
    assert_eq!(f.game.place(f.fig("2.3")), Place::Reserve);
    f.play("2.1 to I1, done");
    assert_eq!(f.game.menace(f.fig("2.1"), f.fig("1.1")), Menace::Moving);
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let begin = |change: &dyn Fn(&mut Brief)| -> Fault {
        let mut b = brief(
            drawn::board(GridKind::Square, ".#1.\n....", &[]),
            &["s", "m"],
        );
        change(&mut b);
        Rules::Violence.begin(b).expect_err("refused")
    };
    let place = |at: &str, hits: u8| {
        let board = drawn::board(GridKind::Square, ".#1.\n....", &[]);
        placed(&board, 1, 1, at, hits)
    };
    // A fault of the whole file may name its first line.
    let says = |fault: Fault, text: &str| {
        assert_eq!(fault.to_string().replacen(":1:1:", ":", 1), text);
    };
    says(
        begin(&|b| b.aim = Aim::Fortress),
        "scenario.toml: violence cannot play the aim \"fortress\": by the rules of violence no attack destroys a building, so nobody could win it; it plays battle, escape, ambush, transport",
    );
    says(
        begin(&|b| b.solo = Some(Solo::Both)),
        "scenario.toml: violence has no solo table; use solo = \"off\"",
    );
    says(
        begin(&|b| b.placed.push(place("B1", 0))),
        "scenario.toml:3:1: B1 is not flat, open ground",
    );
    says(
        begin(&|b| b.placed.push(place("C1", 0))),
        "scenario.toml:3:1: C1 is not flat, open ground",
    );
    says(
        begin(&|b| b.placed.push(place("A1", 2))),
        "scenario.toml:3:1: medium has only 2 damage points, but hits is 2; write out = true if it is defeated",
    );
    says(
        begin(&|b| b.placed.extend([place("A1", 0), place("A1", 0)])),
        "scenario.toml:3:1: side 2 has no fighter \"1\" left to set",
    );
    says(
        begin(&|b| b.start.step = Some("fight".into())),
        "scenario.toml: unknown step \"fight\"; the steps are roll, act",
    );
    says(
        begin(&|b| b.sides[1].team = 1),
        "scenario.toml: all sides are in one team; a battle needs at least two teams",
    );
}

#[test]
fn every_number_is_a_key_of_the_rules_file() {
    let all = Rules::Violence.config(None).expect("defaults");
    let text = toml::to_string(&all).expect("plain data");
    let again = Rules::Violence
        .config(Some(&Source::new("r.toml", text)))
        .expect("readable");
    assert_eq!(all, again);
    let read = |lines: &str| Rules::Violence.config(rules(lines).as_ref());
    assert_eq!(read("range = 8").expect("good")["range"], 8);
    for (line, at, what) in [
        ("rage = 8", (3, 1), "unknown key \"rage\""),
        (
            "range = -1",
            (3, 9),
            "expected a whole number from 0 to 255",
        ),
        ("turns = 0", (3, 9), "from 1 to 65535"),
        (
            "actions = { small = 0, medium = 2, large = 1 }",
            (3, 21),
            "from 1 to 255",
        ),
        (
            "cost = { small = 1 }",
            (3, 8),
            "the key \"medium\" is missing",
        ),
        ("loss_percent = 0", (3, 16), "it must be from 1 to 100"),
        ("defend_dice = \"some\"", (3, 15), "expected defence or all"),
    ] {
        let fault = read(line).expect_err(line);
        assert_eq!(fault.at, Some(at), "{fault}");
        assert!(fault.what.contains(what), "{fault}");
    }
    let wrong = Source::new(
        "r.toml",
        "format = \"skirmish-rules/1\"\nruleset = \"vsgmr\"\n",
    );
    assert_eq!(
        Rules::Violence.config(Some(&wrong)).expect_err("wrong").at,
        Some((2, 11))
    );
    let newer = Source::new(
        "r.toml",
        "format = \"skirmish-rules/9\"\nruleset = \"violence\"\n",
    );
    assert!(
        Rules::Violence
            .config(Some(&newer))
            .expect_err("newer")
            .what
            .contains("newer")
    );
}
