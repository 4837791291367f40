//! Turns, the end, deployment, odds, and the rules file (L6, L8).

use super::*;
use skirmish::ai::{View, agent};

#[test]
fn l6_the_first_player_is_rolled_for_in_every_turn() {
    let none = |b: &mut Brief| b.start = Start::default();
    let sides = ["s A1", "s L8"];
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[3, 3, 2, 5], none);
    f.spent();
    assert_eq!(f.turn(), ("move", 2), "equal dice roll again");
    f.dice = Script::new([6, 1]);
    f.play("done, done, done, done");
    assert_eq!((f.game.status().round, f.turn()), (2, ("move", 1)));
    f.spent();
}

#[test]
fn l6_unequal_forces_are_a_warning() {
    let f = fight(GridKind::Square, FIELD, &["s A1, s A2", "s L8"], &[]);
    let findings = f.game.findings();
    assert_eq!(
        findings[0].what,
        "the forces have different numbers of figures: 2 and 1"
    );
    let any = |b: &mut Brief| b.rules = rules("equal_figures = false");
    let f = fight_with(GridKind::Square, FIELD, &["s A1, s A2", "s L8"], &[], any);
    assert!(f.game.findings().is_empty());
    let f = fight(GridKind::Square, FIELD, &["s A1", "s L8"], &[]);
    assert!(f.game.findings().is_empty());
}

#[test]
fn l8_the_last_force_standing_wins() {
    let mut f = fight(GridKind::HexPointy, FIELD, &["s A1", "s L8"], &[6]);
    f.play("done, done, 1.1 shoots 2.1");
    let outcome = f.game.outcome().expect("over");
    assert_eq!(
        (outcome.winners.bits(), outcome.reason),
        (1, Reason::LastStanding)
    );
    assert!(f.game.answers().is_empty());
}

#[test]
fn l8_after_eight_turns_who_has_killed_most_wins() {
    let sides = ["1s A1, 1s A2", "1s L1, 1s L2"];
    let last = |b: &mut Brief| b.start.round = 8;
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[6, 1, 1], last);
    f.play("1.1 to B1, done, done, 1.1 shoots 2.1, 1.2 shoots 2.2, 2.2 shoots 1.1");
    let outcome = f.game.outcome().expect("over");
    assert_eq!(
        (outcome.winners.bits(), outcome.reason),
        (1, Reason::Points)
    );
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[], last);
    f.play("done, done, done, done");
    assert_eq!(
        f.game.outcome().map(|o| o.winners.bits()),
        Some(0),
        "equal: a draw"
    );
    let short = |b: &mut Brief| {
        b.rules = rules("turns = 1\nscore = { soldier = 3, heavy = 4, sniper = 5 }")
    };
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[1, 1, 6, 6], short);
    f.play("done, done, 1.1 shoots 2.1, 1.2 shoots 2.1, 2.1 shoots 1.1, 2.2 shoots 1.2");
    assert_eq!(f.game.scores(), crate::halves([0, 12]));
    assert_eq!(f.game.outcome().map(|o| o.winners.bits()), Some(2));
}

#[test]
fn l8_with_points_alone_the_survivor_can_lose() {
    let sides = ["s A1", "s L1"];
    let points = |b: &mut Brief| b.victory = Some(Victory::Points);
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[6], points);
    f.play("done, done, 1.1 shoots 2.1");
    assert_eq!(
        f.game.outcome().map(|o| (o.winners.bits(), o.reason)),
        Some((1, Reason::Points))
    );
}

#[test]
fn l8_with_three_sides_the_others_fight_on() {
    let sides = ["s A1", "s L1", "s A8"];
    let mut f = fight(GridKind::Square, FIELD, &sides, &[6]);
    f.play("done, done, done, 1.1 shoots 2.1");
    assert!(f.game.outcome().is_none());
    assert_eq!(f.turn(), ("attack", 3));
}

#[test]
fn squads_are_deployed_around_the_figure_that_is_placed() {
    for kind in KINDS {
        let board = drawn::board(kind, FIELD, &[]);
        let forces = [vec!["1s", "1s", "1h", "s"], vec!["1s", "1s", "1s", "s"]];
        let mut game = Rules::Plastic.begin(brief(board, &forces)).expect("good");
        let who = game.labelled("1.2").expect("a figure");
        let to = drawn::space(game.board(), "E8");
        game.answer(&Answer::Place { who, to }, &mut ())
            .expect("in its zone");
        let on: Vec<Fig> = game.on_board().collect();
        assert_eq!(on.len(), 3, "{kind:?}: its squad, not the one alone");
        let grid = *game.board().grid();
        for fig in on {
            assert!(grid.distance(game.at(fig), to) <= 1, "{kind:?}");
        }
        assert_eq!(game.at(who), to);
        let again = Answer::Place { who, to };
        assert!(game.check(&again).is_err());
    }
}

#[test]
fn squads_are_deployed_out_of_sight_where_that_is_near() {
    let rows = "............
        ............
        ............
        ............
        ............
        ............
        ..########..
        ............";
    for kind in KINDS {
        let board = drawn::board(kind, rows, &[]);
        let forces = [vec!["s"], vec!["s"]];
        let mut game = Rules::Plastic.begin(brief(board, &forces)).expect("good");
        game.answer(&game.preset(), &mut ()).expect("a place");
        let at = game.at(game.labelled("1.1").expect("a figure"));
        for column in "ABCDEFGHIJKL".chars() {
            let from = drawn::space(game.board(), &format!("{column}1"));
            let name = game.board().grid().name(at);
            let seen = game.board().sight(from, at);
            assert_eq!(seen, Sight::Blocked, "{kind:?}: {name} from {column}1");
        }
    }
}

#[test]
fn groups_are_squads_led_by_who_is_nearest_to_the_enemy() {
    for kind in KINDS {
        let f = fight(kind, FIELD, &["1s A4, 1s B4, s A1, 1s C4", "s L4"], &[]);
        let mut groups: Vec<Vec<Fig>> = Vec::new();
        f.game
            .groups(Side(0), &mut |group| groups.push(group.to_vec()));
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0][0], f.fig("1.4"), "{kind:?}");
        assert_eq!(groups[0].len(), 3);
        let mut seen = Vec::new();
        let to = f.space("E4");
        f.game.formations(groups[0][0], &[to], &mut |at, all| {
            assert_eq!(at, to);
            seen = all.to_vec();
        });
        let mut after = f.game.clone();
        let who = groups[0][0];
        after
            .answer(&Answer::Move { who, to }, &mut ())
            .expect("in reach");
        assert_eq!(seen.len(), 3);
        for (who, at) in seen {
            assert_eq!(after.at(who), at, "{kind:?}: what is said is what happens");
        }
    }
}

#[test]
fn menace_knows_who_may_still_move_and_shoot() {
    let mut f = fight(GridKind::Square, FIELD, &["s A4, n A1", "s L4, n L1"], &[1]);
    let (me, soldier, sniper) = (f.fig("1.1"), f.fig("2.1"), f.fig("2.2"));
    assert_eq!(f.game.menace(soldier, me), Menace::Moving);
    f.play("done, 2.2 to K1, done");
    assert_eq!(f.game.menace(soldier, me), Menace::Standing);
    assert_eq!(f.game.menace(sniper, me), Menace::None, "it has moved");
    assert!(!f.game.facts(me).may_move);
    f.play("done, 2.1 shoots 1.1");
    assert_eq!(f.game.status().round, 2);
    assert_eq!(f.game.menace(soldier, me), Menace::Moving);
}

/// The chance of each number of hits with dice that need this and that.
#[test]
fn quick_odds_are_those_of_every_die() {
    let boards = [
        (FIELD, ["1s A3, 1s A4, 1h A5, 1s A6", "1s L3, 1h L4, 1s L5"]),
        (
            "..o.....\n........\n..#..o..\n.....o..\n1122....",
            [
                "1s A1, 1s A2, 1s A3, 1s A4, 1h A5",
                "1s H1, 1s G2, 1s F3, 1h H5",
            ],
        ),
        ("........\n...F....", ["n A1, s A2", "1s H1, 1s H2, s G2"]),
    ];
    for kind in KINDS {
        for (rows, sides) in boards {
            for (moves, lines) in [
                ("done, done", ""),
                ("1.1 to B2, done, done", ""),
                ("done, done", TOGETHER),
                ("1.1 to B2, done, done", TOGETHER),
            ] {
                let mut f = fight_with(kind, rows, &sides, &[], |b| b.rules = rules(lines));
                if !f.can(moves.split(',').next().unwrap_or("done")) {
                    continue;
                }
                f.play(moves);
                if f.turn() != ("attack", 1) {
                    continue;
                }
                let mut acts = Vec::new();
                f.game.legal(&mut Reaches::default(), &mut |answer| {
                    acts.push(answer);
                    true
                });
                for act in acts {
                    let Answer::Strike { who, how, at } = act else {
                        continue;
                    };
                    let mut sight = Sight::Clear;
                    f.game.strikes(who, f.game.stand(who), &mut |_, aim, seen| {
                        if aim == at {
                            sight = seen;
                        }
                        true
                    });
                    let odds = f.game.odds(&f.game.act(who, how, at, sight).joint());
                    let told = f.game.outcomes(who, how, at, Policy::default());
                    let dead: Ratio = told
                        .iter()
                        .filter(|(what, _)| what.starts_with("defeated"))
                        .map(|(_, p)| *p)
                        .fold(Ratio::from_integer(0), |a, b| a + b);
                    assert_eq!(odds.defeat, dead, "{kind:?} {rows} {act:?}");
                    assert_eq!(
                        odds.defeat + odds.more,
                        kills(&f.game, &act),
                        "{kind:?} {act:?}"
                    );
                }
            }
        }
    }
}

/// Kills on average, by every single combination of dice.
fn kills(game: &Game, act: &Answer) -> Ratio {
    let mut open = vec![(game.clone(), Ratio::from_integer(1))];
    open[0].0.answer(act, &mut ()).expect("legal");
    let mut sum = Ratio::from_integer(0);
    let before: HalfPoints = game.scores().iter().sum();
    while let Some((game, chance)) = open.pop() {
        let volley = match game.decision().ask {
            Ask::Roll {
                purpose: Purpose::Volley,
                dice,
                ..
            } => Some(dice),
            _ => None,
        };
        let Some(dice) = volley else {
            let after: HalfPoints = game.scores().iter().sum();
            sum += chance * Ratio::from_integer((after - before).floor() as u64);
            continue;
        };
        let ways = 6u64.pow(dice.len() as u32);
        // Equal ends are merged, so that the combinations stay countable.
        let mut ends: Vec<(Game, u64)> = Vec::new();
        for n in 0..ways {
            let mut n = n;
            let faces = dice
                .iter()
                .map(|_| {
                    let face = (n % 6) as u8 + 1;
                    n /= 6;
                    face
                })
                .collect();
            let mut next = game.clone();
            next.settle(&Answer::Faces(faces), &mut ());
            match ends.iter_mut().find(|(e, _)| e.same_state(&next)) {
                Some((_, count)) => *count += 1,
                None => ends.push((next, 1)),
            }
        }
        for (next, count) in ends {
            open.push((next, chance * Ratio::new(count, ways)));
        }
    }
    sum
}

#[test]
fn odds_onto_a_space_are_those_of_a_target_that_stands_there() {
    let rows = "0120120\n0000000";
    for shooter in ["s A1", "h B1", "n C1"] {
        let f = fight(GridKind::Square, rows, &[shooter, "s G1"], &[]);
        for space in ["D1", "E1", "F1", "G1", "G2"] {
            let there = format!("s {space}");
            let moved = fight(GridKind::Square, rows, &[shooter, &there], &[]);
            let (who, at) = (f.fig("1.1"), f.fig("2.1"));
            let stand = moved.game.stand(who);
            for sight in [Sight::Clear, Sight::Cover, Sight::Blocked] {
                let target = Target::Figure(at);
                let told = moved
                    .game
                    .odds(&Act::new(who, stand, How::Shoot, target, sight));
                let to = f.space(space);
                let onto = f.game.odds(
                    &f.game
                        .act(who, How::Shoot, Target::Figure(at), sight)
                        .onto(to),
                );
                assert_eq!(onto, told, "{shooter} at {space}");
            }
        }
    }
}

#[test]
fn a_figures_own_odds_count_the_place_it_would_shoot_from() {
    let rows = "2220000\n.......";
    let f = fight(GridKind::Square, rows, &["s A1, n A2", "s G1"], &[]);
    let at = Target::Figure(f.fig("2.1"));
    let from = |who: &str, space: &str| {
        let stand = Stand {
            at: f.space(space),
            facing: None,
            aloft: false,
        };
        let odds = f
            .game
            .odds(&Act::new(f.fig(who), stand, How::Shoot, at, Sight::Clear));
        (*odds.hit.numer(), *odds.hit.denom())
    };
    assert_eq!(from("1.1", "A1"), (5, 6), "still, downhill: 2");
    assert_eq!(from("1.1", "C1"), (2, 3), "downhill: 3");
    assert_eq!(from("1.1", "D1"), (1, 2), "4");
    let mut found = 0;
    let mut count = |who: &str, space: &str| {
        let stand = Stand {
            at: f.space(space),
            facing: None,
            aloft: false,
        };
        found = 0;
        f.game.strikes(f.fig(who), stand, &mut |_, _, _| {
            found += 1;
            true
        });
        found
    };
    assert_eq!(count("1.2", "A2"), 1);
    assert_eq!(count("1.2", "B2"), 0, "a sniper that moves does not shoot");
}

#[test]
fn every_number_of_the_rules_is_a_key() {
    let config = Rules::Plastic.config(None).expect("defaults");
    for key in [
        "moves",
        "cohesion",
        "die",
        "to_kill",
        "never",
        "modifiers",
        "dice",
        "attacks",
        "attack_after_move",
        "in_squad",
        "specials_per_squad",
        "squad_least",
        "range",
        "score",
        "fire",
        "figures_cover",
        "bushes_block",
        "rough_ground",
        "equal_figures",
        "turns",
        "longest",
    ] {
        assert!(config.get(key).is_some(), "{key}");
    }
    let wrong = rules("march = 3").expect("some");
    assert!(Rules::Plastic.config(Some(&wrong)).is_err());
    let mut f = fight_with(GridKind::Square, FIELD, &["s A1", "s L1"], &[], |b| {
        b.rules = rules(
            "die = 8\nto_kill = 6\nmodifiers = { downhill = -1, uphill = 1, special_attacker = -1, \
             special_target = 1, still = -2, cover = 1 }\ndice = { soldier = 2, heavy = 4, sniper = 1 }",
        );
    });
    f.play("done, done, 1.1 shoots 2.1");
    assert_eq!(f.wanted(), (2, 4));
}

/// An enemy falls once, however many of a squad shoot at it.
#[test]
fn what_one_of_a_squad_fells_counts_less_for_the_others() {
    let kill = |squad: &str| {
        let f = fight(GridKind::Square, FIELD, &[squad, "s L2"], &[]);
        let mut utility = agent("utility", 1, Side(0)).expect("it ships");
        let answer = f.parse("1.1 to D2");
        let weighed = utility.weigh(&View::new(&f.game, Side(0)), &answer);
        let terms = weighed.expect("it has terms").terms;
        let kill = terms.iter().find(|term| term.name == "kill");
        // Who moves shoots worse.
        -kill.expect("it shoots").points.0 as f64
    };
    let (one, six) = (
        kill("1s D1"),
        kill("1s D1, 1s C1, 1s C2, 1s B1, 1s B2, 1s C3"),
    );
    assert!(one > 0.0 && six < 3.0 * one, "{one}, {six}");
}
