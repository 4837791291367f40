//! The laws every ruleset keeps on every shipped map, with every shipped force and scenario:
//! a battle of random answers ends, what is listed is legal, and playing it again is the same.
//!
//! `SKIRMISH_BATTLES=10000 cargo test --release --test all laws::random -- --nocapture` plays
//! more of them, and says how many of each ruleset on each grid.

use crate::drawn::{Chance, KINDS};
use rayon::prelude::*;
use skirmish::battle::{Aim, Answer, Ask, Deploy, Event, Place, Reaches, Target, Who};
use skirmish::board::{Board, GridKind};
use skirmish::dice::{fit, seeded};
use skirmish::files::{map, shipped::MAPS};
use skirmish::rules::{Game, Rules};
use skirmish::scenario::{Overrides, SHIPPED, Scenario};
use skirmish::source::Source;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// No battle takes more answers than this.
const MOST: u64 = 60_000;

/// Everything shipped, read once.
struct Shipped {
    boards: Vec<(&'static str, Arc<Board>)>,
    scenarios: Vec<Scenario>,
}

impl Shipped {
    fn read() -> Shipped {
        let board = |(name, text): &(&'static str, &'static str)| {
            let read = map::read(&Source::new(*name, *text)).expect("a shipped map is good");
            (*name, Arc::new(Board::new(read)))
        };
        Shipped {
            boards: MAPS.iter().map(board).collect(),
            scenarios: SHIPPED
                .iter()
                .map(|(name, text)| Scenario::read(&Source::new(*name, *text)).expect(name))
                .collect(),
        }
    }

    /// The battle of this number: ruleset and map go round, the rest is drawn. Draws again what
    /// does not go together (a force over a scenario's budget, a scenario a ruleset lacks).
    fn battle(&self, number: u64) -> (String, Game) {
        let mut chance = Chance(number);
        let rules = Rules::ALL[number as usize % Rules::ALL.len()];
        let map = number as usize / Rules::ALL.len() % self.boards.len();
        let (name, board) = &self.boards[map];
        let mut last = String::new();
        for _ in 0..200 {
            let scenario = &self.scenarios[chance.below(self.scenarios.len() as u64) as usize];
            let forces = rules.forces();
            let picked: Vec<_> = (0..2)
                .map(|_| forces[chance.below(forces.len() as u64) as usize])
                .collect();
            let texts: Vec<Source> = picked
                .iter()
                .map(|(stem, text)| Source::new(*stem, *text))
                .collect();
            let what = format!(
                "battle {number}: {} on {name}, {:?}, {} against {}",
                rules.name(),
                scenario.name(),
                picked[0].0,
                picked[1].0
            );
            let begun = scenario
                .brief(board.clone(), &texts, &Overrides::default())
                .and_then(|mut brief| {
                    let ways = [Deploy::Auto, Deploy::AllAtOnce, Deploy::Alternating];
                    brief.deploy = Some(ways[chance.below(3) as usize]);
                    rules.begin(brief)
                });
            match begun {
                Ok(game) => return (what, game),
                Err(fault) => last = format!("{what}: {fault}"),
            }
        }
        panic!("nothing goes together on {name}: {last}");
    }
}

/// A legal answer at random, strikes more often than their number. Some of those listed beside
/// it are checked too.
fn pick(game: &Game, chance: &mut Chance, what: &str) -> Answer {
    let all = game.answers();
    assert!(
        !all.is_empty(),
        "{what}: nothing to answer {:?}",
        game.decision()
    );
    let looks = if chance.once_in(200) { all.len() } else { 1 };
    for i in 0..looks.min(400) {
        let one = match looks {
            1 => &all[chance.below(all.len() as u64) as usize],
            _ => &all[i],
        };
        if let Err(refused) = game.check(one) {
            panic!("{what}: {one:?} is listed and refused: {refused}");
        }
    }
    if chance.once_in(2) {
        let strikes: Vec<&Answer> = all
            .iter()
            .filter(|a| matches!(a, Answer::Strike { at, .. } if *at != Target::Nothing))
            .collect();
        if !strikes.is_empty() {
            return strikes[chance.below(strikes.len() as u64) as usize].clone();
        }
    }
    all[chance.below(all.len() as u64) as usize].clone()
}

/// Plays to the end: all answers and events.
fn play(game: &mut Game, number: u64, what: &str) -> (Vec<Answer>, Vec<Event>) {
    let (mut chance, mut answers, mut log) = (Chance(number ^ 0x5eed), Vec::new(), Vec::new());
    for n in 0..MOST {
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => return (answers, log),
            (Who::Chance, Ask::Roll { dice, .. }) => {
                let faces = seeded(number, n, dice);
                assert!(fit(dice, &faces));
                Answer::Faces(faces)
            }
            (Who::Chance, ask) => panic!("{what}: chance is asked {ask:?}"),
            (Who::Side(_), _) if chance.once_in(20) => game.preset(),
            (Who::Side(_), _) => pick(game, &mut chance, what),
        };
        if let Err(refused) = game.answer(&answer, &mut log) {
            panic!("{what}: {answer:?} to {decision:?} is refused: {refused}");
        }
        answers.push(answer);
        stand_apart(game, what);
    }
    panic!("{what}: endless, round {}", game.status().round);
}

/// No two figures on the board share a space, unless one is aboard of the other.
fn stand_apart(game: &Game, what: &str) {
    let mut taken = BTreeSet::new();
    for who in game.on_board() {
        if game.aboard(who).is_none() {
            for space in game.spaces(who) {
                assert!(
                    taken.insert(space),
                    "{what}: two figures on {}",
                    game.board().grid().name(space)
                );
            }
        }
    }
}

/// How many battles are played.
fn battles() -> u64 {
    std::env::var("SKIRMISH_BATTLES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(300)
}

/// Plays the random battles from one sixth of all numbers to another, and counts them by ruleset and
/// grid.
fn random_battles(sixths: Range<u64>) {
    let shipped = Shipped::read();
    let most = battles();
    let kinds: Vec<(&str, GridKind)> = (most * sixths.start / 6..most * sixths.end / 6)
        .into_par_iter()
        .map(|number| random_battle(&shipped, number))
        .collect();
    for rules in Rules::ALL {
        let on = |kind: GridKind| {
            let these = kinds.iter().filter(|k| **k == (rules.name(), kind));
            format!("{} on {kind:?}", these.count())
        };
        println!("{}: {}", rules.name(), KINDS.map(on).join(", "));
    }
}

#[test]
fn random_battles_end_and_replay_to_the_same_state() {
    random_battles(2..3);
}

#[test]
#[ignore = "slow"]
fn more_random_battles_end_and_replay_to_the_same_state() {
    random_battles(0..2);
    random_battles(3..6);
}

/// Plays a random battle, and again by its answers; its ruleset and grid.
fn random_battle(shipped: &Shipped, number: u64) -> (&'static str, GridKind) {
    let (what, mut game) = shipped.battle(number);
    let mut again = game.clone();
    let (answers, log) = play(&mut game, number, &what);
    assert!(game.outcome().is_some(), "{what}");
    assert!(game.answers().is_empty(), "{what}: it is over");
    let mut events = Vec::new();
    for answer in &answers {
        again.answer(answer, &mut events).expect(&what);
    }
    assert_eq!(game.digest(), again.digest(), "{what}");
    assert!(game.same_state(&again) && log == events, "{what}");
    (game.rules().name(), game.board().grid().kind)
}

#[test]
#[ignore = "slow"]
fn the_moves_of_one_figure_are_those_among_all_answers() {
    let shipped = Shipped::read();
    (0..30u64).into_par_iter().for_each(|number| {
        let (what, mut game) = shipped.battle(number);
        let (mut chance, mut known) = (Chance(number), Reaches::remembering());
        let mut board = game.board().clone();
        for n in 0..400 {
            // What is remembered is of one board alone: a wall that falls makes another.
            if !Arc::ptr_eq(&board, game.board()) {
                (board, known) = (game.board().clone(), Reaches::remembering());
            }
            let decision = game.decision();
            let answer = match &decision.ask {
                Ask::Over => break,
                Ask::Roll { dice, .. } => Answer::Faces(seeded(number, n, dice)),
                ask => {
                    let (all, mut again) = (game.answers(), Vec::new());
                    game.legal(&mut known, &mut |answer| {
                        again.push(answer);
                        true
                    });
                    assert!(all == again, "{what}: {decision:?}");
                    for who in game.all().filter(|_| matches!(ask, Ask::Act { .. })) {
                        let mut moves = Vec::new();
                        game.moves(who, &mut known, &mut |to| {
                            moves.push(Answer::Move { who, to });
                            true
                        });
                        let own =
                            |a: &&Answer| matches!(a, Answer::Move { who: w, .. } if *w == who);
                        assert!(all.iter().filter(own).eq(&moves), "{what}: {who:?}");
                    }
                    pick(&game, &mut chance, &what)
                }
            };
            game.answer(&answer, &mut ()).expect(&what);
        }
    });
}

#[test]
fn presets_alone_bring_a_battle_to_its_end() {
    presets_alone(0..10);
}

#[test]
#[ignore = "slow"]
fn presets_alone_bring_more_battles_to_their_end() {
    presets_alone(10..64);
}

/// Plays the battles of these numbers by presets.
fn presets_alone(numbers: Range<u64>) {
    let shipped = Shipped::read();
    numbers.into_par_iter().for_each(|number| {
        let (what, mut game) = shipped.battle(number);
        for n in 0.. {
            let decision = game.decision();
            let answer = match &decision.ask {
                Ask::Over => break,
                Ask::Roll { dice, .. } => Answer::Faces(seeded(number, n, dice)),
                _ => game.preset(),
            };
            if let Err(refused) = game.answer(&answer, &mut ()) {
                panic!("{what}: the preset {answer:?} is refused: {refused}");
            }
            assert!(n < MOST, "{what}: endless");
        }
    });
}

/// Deploys every force of a ruleset against itself on every map.
fn forces_fit_every_map(rules: Rules) {
    let shipped = Shipped::read();
    let plain = Scenario::plain();
    for (name, board) in &shipped.boards {
        for (stem, text) in rules.forces() {
            let force = Source::new(*stem, *text);
            let mut brief = plain
                .brief(
                    board.clone(),
                    &[force.clone(), force],
                    &Overrides::default(),
                )
                .expect("a plain battle");
            assert_eq!(brief.aim, Aim::Battle);
            brief.deploy = Some(Deploy::Auto);
            let mut game = match rules.begin(brief) {
                Ok(game) => game,
                // Boats have nowhere to go on most maps, and it is said so.
                Err(fault) if fault.to_string().contains("the map has no water") => continue,
                Err(fault) => panic!("{} on {name}: {fault}", rules.name()),
            };
            let there = |game: &Game, f| {
                game.place(f) == Place::On || game.off_board_figures(game.side(f)).contains(&f)
            };
            // Dice may come before anybody stands: how much terrain is laid (E5).
            let mut rolls = 0;
            while !game.all().all(|f| there(&game, f)) {
                let Ask::Roll { dice, .. } = game.decision().ask else {
                    panic!("{} on {name}: not all are placed", rules.name());
                };
                let faces = Answer::Faces(seeded(rolls, 0, &dice));
                game.answer(&faces, &mut ()).expect("dice");
                rolls += 1;
                assert!(rolls < 20, "{name}");
            }
        }
    }
}

mod every_force_fits_every_map {
    for_each_ruleset!(super::forces_fit_every_map:
        vsgmr
        #[ignore = "slow"] vsgmr2017
        violence
        #[ignore = "slow"] plastic
        d8
    );
}

#[test]
fn what_is_known_of_a_figure_holds_for_every_ruleset() {
    let shipped = Shipped::read();
    for number in 0..24 {
        let (what, mut game) = shipped.battle(number);
        let mut chance = Chance(number);
        for n in 0..300 {
            let decision = game.decision();
            let answer = match &decision.ask {
                Ask::Over => break,
                Ask::Roll { dice, .. } => Answer::Faces(seeded(number, n, dice)),
                _ => pick(&game, &mut chance, &what),
            };
            game.answer(&answer, &mut ()).expect(&what);
            for side in game.all_sides() {
                let mut members = Vec::new();
                game.groups(side, &mut |group| members.extend_from_slice(group));
                let unique: BTreeSet<_> = members.iter().collect();
                let on = game.on_board().filter(|f| game.side(*f) == side).count();
                let alone: Vec<_> = game
                    .on_board()
                    .filter(|f| game.side(*f) == side && !unique.contains(f))
                    .map(|f| (game.label(f), game.name(f).to_string(), game.aboard(f)))
                    .collect();
                assert!(
                    alone.is_empty(),
                    "{what}: in no group: {alone:?} {answer:?}"
                );
                assert_eq!((members.len(), unique.len()), (on, on), "{what}");
            }
            for who in game.all() {
                assert!(game.facts(who).worth.0 >= 0, "{what}");
                assert_eq!(game.labelled(&game.label(who)), Some(who));
                if game.aboard(who).is_none() {
                    assert_eq!(game.shown(who).size, game.size(who), "{what}");
                }
            }
        }
    }
}
