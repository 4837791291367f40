//! What opponents tell about all they weigh, beside what they choose.

use skirmish::ai::{View, agent};
use skirmish::battle::{Answer, Ask, Who};
use skirmish::cli::options::BattleOptions;
use skirmish::dice;
use skirmish::rules::Game;

/// The shipped battle of a map.
fn battle(map: &str, ruleset: Option<&str>) -> Game {
    let options = BattleOptions {
        map: Some(map.into()),
        ruleset: ruleset.map(str::to_owned),
        seed: Some(7),
        bot_time: 10.0,
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
            let scores: Vec<i64> = ranked
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
            assert_eq!(alone.what, why.chosen.what);
            same += 1;
        }
    });
    assert!(same > 10, "{same}");
}
