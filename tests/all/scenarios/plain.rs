//! Escape, ambush and transport in the rulesets whose texts know plain battles only, and why they
//! refuse the rest (C2–C6).

use skirmish::battle::{Aim, Ask, Event, Fig, Goal, Holder, Place, Reaches, Reason, Side, Who};
use skirmish::battle::{Answer, HalfPoints};
use skirmish::board::{Board, Sight};
use skirmish::dice;
use skirmish::files::{map, shipped};
use skirmish::rules::{Game, Rules};
use skirmish::scenario::{Overrides, SHIPPED, Scenario};
use skirmish::source::{Fault, Source};
use std::sync::Arc;

/// Rulesets without scenarios of their own, with two forces that stand on land.
const PLAIN: [(Rules, [usize; 2]); 3] = [
    (Rules::Violence, [0, 1]),
    (Rules::Plastic, [0, 1]),
    (Rules::D8, [0, 1]),
];

fn begin(rules: Rules, scenario: &str, map_name: &str, forces: [usize; 2]) -> Result<Game, Fault> {
    let (name, text) = shipped::map(map_name).expect("a shipped map");
    let board = Arc::new(Board::new(map::read(&Source::new(name, text)).unwrap()));
    let (name, text) = SHIPPED
        .iter()
        .find(|s| s.0 == scenario)
        .expect("a shipped scenario");
    let scenario = Scenario::read(&Source::new(*name, *text)).unwrap();
    let forces = forces.map(|i| {
        let (name, text) = rules.forces()[i];
        Source::new(name, text)
    });
    rules.begin(scenario.brief(board, &forces, &Overrides::default())?)
}

/// Plays with presets and seeded dice until the battle ends, or `done` says so.
fn play(game: &mut Game, seed: u64, log: &mut Vec<Event>, done: impl Fn(&Game) -> bool) {
    for number in 0..20_000 {
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => return,
            _ if done(game) => return,
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number, dice))
            }
            _ => game.preset(),
        };
        assert_eq!(game.check(&answer), Ok(()), "{answer:?}");
        game.answer(&answer, log).unwrap();
    }
    panic!("the battle does not end");
}

fn placed(game: &Game) -> bool {
    !matches!(game.decision().ask, Ask::Deploy)
}

#[test]
fn c2_c3_c4_every_ruleset_plays_escape_ambush_and_transport() {
    for (rules, forces) in PLAIN {
        for scenario in ["escape", "ambush", "transport"] {
            for map in ["crater", "village"] {
                let mut game = begin(rules, scenario, map, forces)
                    .unwrap_or_else(|fault| panic!("{} {scenario} {map}: {fault}", rules.name()));
                play(&mut game, 5, &mut Vec::new(), |_| false);
                assert!(game.outcome().is_some());
            }
        }
    }
}

#[test]
fn c5_c6_what_a_ruleset_cannot_play_is_refused_with_the_reason() {
    for (rules, forces) in PLAIN {
        let name = rules.name();
        let fortress = begin(rules, "fortress", "village", forces)
            .unwrap_err()
            .to_string();
        assert!(
            fortress.contains("no attack destroys a building"),
            "{fortress}"
        );
        assert!(
            fortress.contains(&format!("{name} cannot play the aim")),
            "{fortress}"
        );
        let spawning = begin(rules, "spawning", "village", forces)
            .unwrap_err()
            .to_string();
        let why = match rules {
            Rules::Violence => "a side loses when half of its fighters are lost",
            _ => "no rule for figures that come in after the battle has begun",
        };
        assert!(spawning.contains(why), "{spawning}");
        assert!(
            spawning.contains("it plays battle, escape, ambush, transport"),
            "{spawning}"
        );
    }
}

#[test]
fn c3_ambushers_of_every_ruleset_come_second_and_hide() {
    for (rules, forces) in PLAIN {
        let mut game = begin(rules, "ambush", "village", forces).unwrap();
        let mut log = Vec::new();
        play(&mut game, 2, &mut log, placed);
        let order: Vec<Side> = log
            .iter()
            .filter_map(|event| match event {
                Event::Placed { who, .. } => Some(game.first_side(*who)),
                _ => None,
            })
            .collect();
        let first = order.iter().position(|side| *side == Side(0)).unwrap();
        assert!(
            order[..first].iter().all(|side| *side == Side(1)),
            "{order:?}"
        );
        assert!(
            order[first..].iter().all(|side| *side == Side(0)),
            "{order:?}"
        );
        let board = game.board();
        let on = |side: Side| -> Vec<Fig> {
            let own = |f: &Fig| game.first_side(*f) == side && game.place(*f) == Place::On;
            game.all().filter(own).collect()
        };
        for ambusher in on(Side(0)) {
            for target in on(Side(1)) {
                let [from, to] = [target, ambusher].map(|f| game.at(f));
                assert_ne!(board.sight(from, to), Sight::Clear, "{}", rules.name());
            }
        }
    }
}

#[test]
fn c2_escape_has_the_far_edge_as_its_goal_and_ends_there() {
    for (rules, forces) in PLAIN {
        let mut game = begin(rules, "escape", "village", forces).unwrap();
        play(&mut game, 3, &mut Vec::new(), placed);
        let goals = game.goals(Side(0));
        let Some(Goal::Reach { spaces, need, .. }) =
            goals.iter().find(|goal| matches!(goal, Goal::Reach { .. }))
        else {
            panic!("{}: {goals:?}", rules.name());
        };
        let grid = game.board().grid();
        let own = game
            .all()
            .filter(|f| game.first_side(*f) == Side(0))
            .count();
        assert_eq!(usize::from(*need), own / 2 + 1);
        // seat 1 of the village starts in the north
        assert!(spaces.iter().all(|s| grid.row(s) == grid.rows - 1));
        assert_eq!(game.brief().aim, Aim::Escape);
    }
}

#[test]
fn c4_whoever_stands_on_the_object_carries_it() {
    for (rules, forces) in PLAIN {
        let mut game = begin(rules, "transport", "crater", forces).unwrap();
        assert_eq!(game.brief().items.len(), 1);
        let carried = |game: &Game| matches!(game.item(0), Holder::Figure(_));
        let mut found = false;
        for seed in 0..40 {
            game = begin(rules, "transport", "crater", forces).unwrap();
            let mut log = Vec::new();
            walk(&mut game, seed, &mut log, &carried);
            if let Holder::Figure(who) = game.item(0) {
                assert!(log.iter().any(
                    |e| matches!(e, Event::Item { item: 0, holder: Holder::Figure(f) } if *f == who)
                ));
                found = true;
                break;
            }
        }
        assert!(found, "{}: nobody ever picks it up", rules.name());
    }
}

/// Plays with moves towards the object wherever one is listed.
fn walk(game: &mut Game, seed: u64, log: &mut Vec<Event>, done: &dyn Fn(&Game) -> bool) {
    for number in 0..4_000 {
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => return,
            _ if done(game) => return,
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number, dice))
            }
            (_, Ask::Act { .. }) => nearest(game).unwrap_or_else(|| game.preset()),
            _ => game.preset(),
        };
        game.answer(&answer, log).unwrap();
    }
}

/// The listed move that ends nearest to the object, if it comes nearer.
fn nearest(game: &Game) -> Option<Answer> {
    let Holder::Space(at) = game.item(0) else {
        return None;
    };
    let grid = game.board().grid();
    let mut best: Option<(u32, Answer)> = None;
    game.legal(&mut Reaches::default(), &mut |answer| {
        if let Answer::Move { who, to } = answer {
            let (now, then) = (grid.distance(game.at(who), at), grid.distance(to, at));
            if then < now && best.as_ref().is_none_or(|(least, _)| then < *least) {
                best = Some((then, Answer::Move { who, to }));
            }
        }
        true
    });
    best.map(|(_, answer)| answer)
}

#[test]
fn c7_defenders_of_an_escape_win_by_time_in_every_ruleset() {
    let text = "format = \"skirmish-scenario/1\"\nname = \"S\"\naim = \"escape\"\nrounds = 1\n\
        [[side]]\nrole = \"attacker\"\n[[side]]\nrole = \"defender\"\n";
    let (name, drawing) = shipped::map("village").unwrap();
    let board = Arc::new(Board::new(map::read(&Source::new(name, drawing)).unwrap()));
    for (rules, forces) in PLAIN {
        let scenario = Scenario::read(&Source::new("s.toml", text)).unwrap();
        let forces = forces.map(|i| Source::new(rules.forces()[i].0, rules.forces()[i].1));
        let brief = scenario
            .brief(board.clone(), &forces, &Overrides::default())
            .unwrap();
        let mut game = rules.begin(brief).unwrap();
        play(&mut game, 4, &mut Vec::new(), |_| false);
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.reason, Reason::Stopped, "{}", rules.name());
        assert!(outcome.won(Side(1)));
    }
}

#[test]
fn c3_budgets_count_in_the_ruleset_they_are_points_of() {
    let (name, text) = SHIPPED.iter().find(|s| s.0 == "ambush").unwrap();
    let scenario = Scenario::read(&Source::new(*name, *text)).unwrap();
    assert_eq!(scenario.budget_in(Rules::Vsgmr, 0), Some(HalfPoints(50)));
    assert_eq!(
        scenario.budget_in(Rules::Vsgmr2017, 1),
        Some(HalfPoints(80))
    );
    assert_eq!(scenario.budget_in(Rules::D8, 0), None);
}
