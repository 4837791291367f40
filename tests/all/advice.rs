//! What opponents tell about all they weigh, beside what they choose.

use skirmish::ai::{Progress, View, agent};
use skirmish::battle::{Answer, Ask, Milli, Side, Who};
use skirmish::dice;
use skirmish::play::matches::{Match, Seat, Step};
use skirmish::rules::Game;
use skirmish::store::options::BattleOptions;

/// The shipped battle of a map.
fn battle(map: &str, ruleset: Option<&str>) -> Game {
    let options = BattleOptions {
        map: Some(map.into()),
        ruleset: ruleset.map(str::to_owned),
        seed: Some(7),
        ..BattleOptions::default()
    };
    let setup = options.setup("utility").expect("a battle");
    setup.begin().expect("it can begin")
}

/// Calls `look` at every question to a side in the first so many of a battle.
fn questions(mut game: Game, look: &mut dyn FnMut(&Game, u64)) {
    for number in 1..400 {
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => return,
            (Who::Chance, Ask::Roll { dice, .. }) => Answer::Faces(dice::seeded(7, number, dice)),
            (Who::Side(side), _) => {
                look(&game, number);
                let mut agent = agent("utility", 7, side).expect("known");
                agent.decide(&View::new(&game, side), number).answer
            }
            other => panic!("{other:?}"),
        };
        game.settle(&answer, &mut ());
    }
}

#[test]
fn what_is_ranked_is_legal_and_best_first() {
    for (map, rules) in [("duel-ground", None), ("crater", Some("violence"))] {
        let mut several = 0;
        questions(battle(map, rules), &mut |game, number| {
            let Who::Side(side) = game.decision().who else {
                return;
            };
            let view = View::new(game, side);
            let mut agent = agent("utility", 7, side).expect("known");
            let ranked = agent.ranked(&view, number);
            assert!(!ranked.is_empty());
            several += usize::from(ranked.len() > 2);
            let scores: Vec<Milli> = ranked
                .iter()
                .filter_map(|t| t.why.as_ref())
                .map(|why| why.chosen.score())
                .collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
            for (i, thought) in ranked.iter().enumerate() {
                game.check(&thought.answer).expect("legal");
                let before = &ranked[..i];
                assert!(before.iter().all(|t| t.answer != thought.answer));
            }
        });
        assert!(several > 3, "{map}: {several}");
    }
}

#[test]
fn what_is_weighed_alone_weighs_what_it_did_among_others() {
    let mut same = 0;
    questions(battle("duel-ground", None), &mut |game, number| {
        let Who::Side(side) = game.decision().who else {
            return;
        };
        let view = View::new(game, side);
        let mut agent = agent("utility", 7, side).expect("known");
        let thought = agent.decide(&view, number);
        if let (Some(why), Answer::Strike { .. }) = (&thought.why, &thought.answer) {
            let alone = agent.weigh(&view, &thought.answer).expect("weighed");
            assert_eq!(alone, why.chosen);
            same += 1;
        }
        if let (Some(why), Answer::Move { .. }) = (&thought.why, &thought.answer) {
            let alone = agent.weigh(&view, &thought.answer).expect("weighed");
            assert_eq!(alone.action, why.chosen.action);
            same += 1;
        }
    });
    assert!(same > 10, "{same}");
}

#[test]
fn a_thought_that_is_stopped_is_answered_at_once_and_the_battle_goes_on() {
    let seat = |side: u8| Seat::Agent(agent("search", 7, Side(side)).expect("known"));
    let mut battle = Match::new(battle("duel-ground", None), vec![seat(0), seat(1)], Some(7));
    let mut stopped = 0;
    while stopped < 12 {
        match battle.step(1) {
            Step::Thinking { done, of } => {
                // one battle played out, many to go; nothing is left of a thought before
                assert!(done == 1 && of > 20, "{done} of {of}");
                let (number, before) = (battle.number(), battle.game().digest());
                let Who::Side(side) = battle.game().decision().who else {
                    panic!("chance does not think");
                };
                let mut plain = agent("search:4", 7, side).expect("known");
                // that is too little to know better than at first sight
                let opinion = battle.advice(&mut *plain).expect("an opinion");
                let applied = battle.stop(&mut *plain).expect("an answer");
                assert_eq!((applied.number, applied.answer), (number, opinion.answer));
                if let Some(why) = applied.why {
                    let what = why.chosen.action.to_string();
                    let said = format!("(stopped after {done} of {of} playouts)");
                    assert!(what.ends_with(&said), "{what}");
                }
                assert_eq!(battle.number(), number + 1);
                assert_ne!(battle.game().digest(), before);
                stopped += 1;
            }
            Step::Applied(_) => {}
            other => panic!("{other:?} after {stopped}"),
        }
    }
}

/// How a question is answered, and why, when it is stopped after so many plays, or never; and the
/// plays that took.
fn leaving(battle: &Game, number: u64, after: u32) -> (Answer, String, u32) {
    let Who::Side(side) = battle.decision().who else {
        panic!("chance does not think");
    };
    let mut search = agent("search", 7, side).expect("known");
    let (view, mut plays) = (View::new(battle, side), 0);
    let thought = loop {
        match search.think(&view, number, 1) {
            Progress::Decided(thought) => break thought,
            Progress::Thinking { done, .. } => {
                plays = done;
                if done >= after {
                    break search.stopped(&view, number).expect("a thought");
                }
            }
        }
    };
    let why = thought
        .why
        .map_or(String::new(), |why| why.chosen.action.to_string());
    (thought.answer, why, plays)
}

#[test]
#[ignore = "slow"]
fn a_thought_that_is_stopped_late_answers_what_it_has_found_so_far() {
    let (mut found, mut asked) = (0, 0);
    for seed in 7.. {
        let seat = |side: u8| Seat::Agent(agent("search", seed, Side(side)).expect("known"));
        let mut fight = Match::new(
            battle("duel-ground", None),
            vec![seat(0), seat(1)],
            Some(seed),
        );
        while fight.game().outcome().is_none() {
            let (before, number) = (fight.game().clone(), fight.number());
            let thinks = matches!(fight.step(1), Step::Thinking { .. });
            if !thinks {
                continue;
            }
            asked += 1;
            let (plain, ..) = leaving(&before, number, 1);
            let (whole, why, plays) = leaving(&before, number, u32::MAX);
            assert!(!why.contains("stopped"), "{why}");
            // nothing is to be found where the first opinion stays
            if whole != plain {
                // the same however often it is asked
                let late = leaving(&before, number, plays);
                assert_eq!(late, leaving(&before, number, plays));
                if late.0 == whole && late.1.contains("(stopped after ") {
                    assert!(late.1.contains("playouts it gains"), "{}", late.1);
                    found += 1;
                }
            }
            if found == 3 {
                return;
            }
            while matches!(fight.step(u32::MAX), Step::Thinking { .. }) {}
        }
        assert!(
            asked < 60,
            "of {asked} thoughts {found} knew better when stopped"
        );
    }
}
