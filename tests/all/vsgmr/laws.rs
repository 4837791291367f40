//! What holds of every battle.

use super::{Play, scene};
use crate::drawn::{Chance, KINDS};
use skirmish::battle::{Answer, Ask, Fig, How, Side, Target, Who};
use skirmish::board::{Facing, GridKind, Space};
use skirmish::dice;
use skirmish::rules::Game;

/// Small forces with something of everything.
fn mixed(kind: GridKind) -> Play {
    scene(
        kind,
        "..#....T..
         .......T..
         ..\"\"......
         ...~....#.
         ......1...
         ..B.......",
    )
    .figure(
        1,
        "a",
        "hero, distance, Inspiration, Area Effect Attack",
        "A1",
    )
    .figure(1, "b", "troop, light armour, Double Strike, Recruit", "B3")
    .figure(1, "c", "cavalry, Cause Fear", "A5")
    .figure(1, "d", "troop, distance, Summon, Revenge", "on c")
    .figure(1, "e", "mook, Flight, distance, Disable", "C4")
    .figure(
        2,
        "p",
        "hero, heavy armour, super-fight major, Cause Fear",
        "I1",
    )
    .figure(2, "q", "vehicle, Flight, distance, automatic fire", "F4")
    .figure(2, "r", "troop, Inspiration", "on q")
    .figure(
        2,
        "s",
        "troop, distance, super-blast superior, Revenge, Tough, light armour",
        "J6",
    )
    .figure(2, "t", "mook, Stealth, Support (hand to hand)", "I6")
    .item("crown", "E3")
    .begin(&[])
}

/// Plays at random until the end or `most` answers, with a look at each question.
fn playout(game: &mut Game, seed: u64, most: usize, look: &mut dyn FnMut(&Game)) -> Vec<Answer> {
    let mut chance = Chance(seed);
    let mut given = vec![];
    for number in 0..most {
        look(game);
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => break,
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number as u64, dice))
            }
            _ => {
                let all = game.answers();
                assert!(!all.is_empty(), "no answer to {decision:?}");
                all[chance.below(all.len() as u64) as usize].clone()
            }
        };
        game.answer(&answer, &mut ())
            .unwrap_or_else(|e| panic!("{answer:?} to {decision:?}: {e}"));
        given.push(answer);
    }
    given
}

/// Every answer that could be thought of.
fn conceivable(game: &Game) -> Vec<Answer> {
    let spaces = || (0..game.board().len() as u32).map(Space);
    let mut all = vec![Answer::Yes, Answer::No, Answer::Done];
    all.extend((0..4).map(|s| Answer::Side(Side(s))));
    all.extend((0..9).map(|f| Answer::Face(Facing(f))));
    for who in game.all().chain([Fig(99)]) {
        all.push(Answer::Leave { who });
        for to in spaces().chain([Space(9999)]) {
            all.push(Answer::Move { who, to });
            all.push(Answer::Place { who, to });
        }
        for how in How::ALL {
            let targets = game
                .all()
                .chain([Fig(99)])
                .map(Target::Figure)
                .chain(spaces().chain([Space(9999)]).map(Target::Space))
                .chain([
                    Target::Nothing,
                    Target::Device(0),
                    Target::Border(Space(0), Space(1)),
                ]);
            all.extend(targets.map(|at| Answer::Strike { who, how, at }));
        }
    }
    all
}

#[test]
fn what_is_listed_is_allowed_and_what_is_allowed_is_listed() {
    for kind in KINDS {
        for seed in 0..3 {
            let mut game = mixed(kind).game;
            let mut n = 0;
            playout(&mut game, seed, 150, &mut |game| {
                n += 1;
                if matches!(game.decision().who, Who::Chance) {
                    return;
                }
                let listed = game.answers();
                for answer in &listed {
                    assert_eq!(game.check(answer), Ok(()), "{answer:?}");
                }
                if n % 5 != 0 && matches!(game.decision().ask, Ask::Act { .. }) {
                    return;
                }
                for answer in conceivable(game) {
                    let allowed = game.check(&answer).is_ok();
                    assert_eq!(
                        allowed,
                        listed.contains(&answer),
                        "{answer:?} to {:?}",
                        game.decision()
                    );
                }
            });
        }
    }
}

#[test]
fn random_battles_end_and_replay_to_the_same_state() {
    for kind in KINDS {
        for seed in 0..15 {
            let start = mixed(kind).game;
            let mut game = start.clone();
            let answers = playout(&mut game, seed, 20_000, &mut |_| {});
            assert!(game.outcome().is_some(), "seed {seed} does not end");
            let mut again = start;
            for answer in &answers {
                again.settle(answer, &mut ());
            }
            assert!(game.same_state(&again));
            assert_eq!(game.digest(), again.digest());
        }
    }
}

#[test]
fn presets_are_legal_and_end_the_battle() {
    for kind in KINDS {
        for seed in 0..5 {
            let mut game = mixed(kind).game;
            for number in 0..5_000 {
                let answer = match game.decision().ask {
                    Ask::Over => break,
                    Ask::Roll { dice, .. } => Answer::Faces(dice::seeded(seed, number, &dice)),
                    ask => {
                        let preset = game.preset();
                        assert!(
                            game.answers().contains(&preset),
                            "{preset:?} to {ask:?} is not legal"
                        );
                        preset
                    }
                };
                game.answer(&answer, &mut ()).expect("a legal answer");
            }
            assert!(game.outcome().is_some());
        }
    }
}

#[test]
fn what_strikes_says_is_what_may_be_done() {
    for kind in KINDS {
        let mut game = mixed(kind).game;
        playout(&mut game, 7, 400, &mut |game| {
            if !matches!(game.decision().ask, Ask::Act { only: None }) {
                return;
            }
            let step = game.status().step;
            for answer in game.answers() {
                let Answer::Strike { who, how, at } = answer else {
                    continue;
                };
                if matches!(at, Target::Space(_) | Target::Border(..)) {
                    continue;
                }
                let mut found = false;
                game.strikes(who, game.stand(who), &mut |h, a, _| {
                    found |= (h, a) == (how, at);
                    true
                });
                assert!(
                    found,
                    "{how:?} at {at:?} in {step} is not among the strikes"
                );
            }
        });
    }
}
