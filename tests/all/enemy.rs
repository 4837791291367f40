//! A battle keeps the last turns of each side, and `search` tells its kind of enemy by them.

use crate::ai::battle;
use skirmish::ai::enemy::{EachKind, Kind, Readings};
use skirmish::ai::{Agent, View, agent};
use skirmish::battle::{Answer, Ask, Side, Who};
use skirmish::dice;
use skirmish::rules::{Game, Rules};

/// Somebody of each kind.
fn players() -> EachKind<Box<dyn Agent>> {
    Kind::ALL.map(|kind| {
        let name = match kind {
            Kind::Like => "utility",
            Kind::Charging => "charge",
            Kind::Greedy => "greedy",
            Kind::Waiting => "cautious",
        };
        agent(name, 1, Side(0)).expect("it is known")
    })
}

/// How many of 15 playouts expect each kind of a side.
fn expected(game: &Game, of: Side, by: Side) -> EachKind<usize> {
    let known = Readings::default().read(game, by, &mut players());
    Kind::ALL.map(|kind| {
        let is = |number: &u64| known.in_playout(*number).kind(of) == kind;
        (0..15).filter(is).count()
    })
}

/// Plays a battle of a ruleset, a kind against `utility`, and looks at it before every answer.
fn look_on(rules: Rules, first: Kind, mut see: impl FnMut(&Game)) {
    let mut first = players().into_iter().nth(first as usize).expect("a kind");
    let mut second = agent("utility", 1, Side(1)).expect("it is known");
    let mut game = battle(rules, "crater", [0, 1], None);
    for number in 1.. {
        see(&game);
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => break,
            (Who::Chance, Ask::Roll { dice, .. }) => Answer::Faces(dice::seeded(7, number, dice)),
            (Who::Side(Side(0)), _) => first.decide(&View::new(&game, Side(0)), number).answer,
            _ => second.decide(&View::new(&game, Side(1)), number).answer,
        };
        game.answer(&answer, &mut ()).expect("it is legal");
    }
}

#[test]
fn the_last_turns_of_each_side_lead_to_where_they_led() {
    for rules in Rules::ALL {
        let (mut digests, mut seen, mut most) = (Vec::new(), 0, 0);
        look_on(rules, Kind::Like, |game| {
            digests.push(game.digest());
            assert_eq!(game.imagine().past_turns().count(), 0);
            let turns: Vec<_> = game.past_turns().collect();
            let of = |side| turns.iter().filter(|turn| turn.side == side).count();
            most = most.max(of(Side(0)).max(of(Side(1))));
            // Those before have been looked at before.
            let Some(turn) = turns.into_iter().next_back() else {
                return;
            };
            assert_eq!(turn.begun.past_turns().count(), 0);
            let mut then = turn.begun.clone();
            for answer in turn.answers.iter() {
                assert_eq!(then.decision().who, Who::Side(turn.side));
                then.answer(answer, &mut ()).expect("it was given");
            }
            assert_ne!(then.decision().who, Who::Side(turn.side));
            assert!(digests.contains(&then.digest()), "{}", rules.name());
            seen += 1;
        });
        assert!(seen > 0 && most <= 12, "{}: {seen}, {most}", rules.name());
    }
}

#[test]
fn whoever_plays_like_a_kind_is_expected_to_go_on_so() {
    for rules in Rules::ALL {
        for kind in Kind::ALL {
            let mut last = None;
            look_on(rules, kind, |game| {
                if game.decision().ask != Ask::Over {
                    last = Some(game.clone());
                }
            });
            let game = last.expect("it begins");
            let [like, charging, greedy, waiting] = expected(&game, Side(0), Side(1));
            let share = match kind {
                Kind::Charging => charging,
                Kind::Greedy => greedy,
                // They differ by how much they fear losses alone.
                Kind::Like | Kind::Waiting => like + waiting,
            };
            assert!(share > 7, "{}, {kind:?}: {share}", rules.name());
            assert_eq!(expected(&game, Side(1), Side(1)), [15, 0, 0, 0]);
        }
    }
}

#[test]
fn of_a_side_that_has_done_nothing_the_usual_is_expected() {
    for rules in Rules::ALL {
        let game = battle(rules, "crater", [0, 1], None);
        let waits = game.lead_counts() && game.shared_actions().is_none();
        let usual = if waits { [1, 0, 0, 14] } else { [12, 1, 1, 1] };
        assert_eq!(expected(&game, Side(0), Side(1)), usual, "{}", rules.name());
    }
}

#[test]
fn a_turn_that_was_undone_is_not_taken_for_the_one_played_instead() {
    let mut at_first = None;
    look_on(Rules::ALL[0], Kind::Like, |game| {
        let decision = game.decision();
        if matches!(
            (decision.who, decision.ask),
            (Who::Side(Side(0)), Ask::Act { .. })
        ) {
            at_first.get_or_insert_with(|| game.clone());
        }
    });
    let begun = at_first.expect("the first side acts");
    let before = begun.past_turns().count();
    let mut shared = Readings::default();
    for mut player in players() {
        let mut game = begun.clone();
        while game.decision().who == Who::Side(Side(0)) {
            let answer = player.decide(&View::new(&game, Side(0)), 1).answer;
            game.answer(&answer, &mut ()).expect("it is legal");
        }
        assert_eq!(game.past_turns().count(), before + 1);
        let known = shared.read(&game, Side(1), &mut players());
        let of = |number: u64| known.in_playout(number).kind(Side(0));
        let shares = Kind::ALL.map(|kind| (0..15).filter(|n| of(*n) == kind).count());
        assert_eq!(shares, expected(&game, Side(0), Side(1)));
    }
}
