//! What holds of every battle.

use super::{Play, scene, walled};
use crate::drawn::{Chance, KINDS};
use skirmish::battle::{
    Act, Answer, Ask, Effect, Event, Fig, HalfPoints, How, Ratio, Side, Target, Who,
};
use skirmish::board::{Facing, GridKind, Sight, Space};
use skirmish::dice;
use skirmish::rules::{Game, Policy};

/// Small forces with something of everything.
fn mixed(kind: GridKind) -> Play {
    varied(kind, &[])
}

/// The same with these lines in the rules file.
fn varied(kind: GridKind, rules: &[&str]) -> Play {
    let scene = scene(
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
    .device("C5", Effect::Score(HalfPoints(2)));
    rules
        .iter()
        .fold(scene, |scene, rule| scene.rule(rule))
        .begin(&[])
}

/// Carriers of carriers, large guys, doors and walls, a way out, three sides.
fn crowded(kind: GridKind) -> Play {
    let mut scene = walled(
        kind,
        "..........
         ..1.......
         ..........
         .......~..
         ..........
         ..........",
        &[
            "C1|C2 wall",
            "E3|F3 door",
            "G4|G5 fence",
            "B5|B6 hedge",
            "H2|I2 window",
        ],
    )
    .figure(1, "truck", "vehicle, distance", "A1")
    .with("carries = true")
    .figure(1, "horse", "cavalry", "A3")
    .figure(
        1,
        "a",
        "hero, Flight, distance, super-blast superior, Summon",
        "on truck",
    )
    .figure(1, "giant", "troop, super-fight superior", "A5")
    .with("size = 2")
    .figure(2, "boat", "cavalry, Independent, super-move major", "J1")
    .with("swims = true")
    .figure(2, "b", "troop, distance, Sniper, Ignores Armor", "I3")
    .figure(
        2,
        "c",
        "mook, Recruit, Tough, light armour, Inspiration",
        "J3",
    )
    .figure(3, "d", "hero, Disable, Summon, super-skill minor", "I5")
    .figure(3, "bird", "cavalry, Flight", "J5")
    .figure(3, "e", "troop, Cause Fear, Revenge, distance", "on bird")
    .item("chest", "E4");
    let door = (scene.space("E3"), scene.space("F3"));
    scene = scene.device("E3", Effect::Door(door.0, door.1));
    scene.brief.devices[0].again = true;
    scene.brief.exits = true;
    scene.begin(&[])
}

/// Battles of many kinds.
fn many(kind: GridKind) -> Vec<Play> {
    vec![
        mixed(kind),
        crowded(kind),
        varied(kind, &["everyone_acts = true"]),
        varied(kind, &["facing = false", "traits = false"]),
        varied(kind, &["super_powers = false", "scale = \"54mm\""]),
        varied(kind, &["measure = \"paper\"", "sniper = \"long_range\""]),
    ]
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
        for (seed, play) in many(kind).into_iter().enumerate() {
            let mut game = play.game;
            let mut n = 0;
            playout(&mut game, seed as u64, 200, &mut |game| {
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
        for seed in 0..18 {
            let start = many(kind).swap_remove(seed as usize % 6).game;
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
        for (seed, play) in (0..).zip(many(kind)) {
            let mut game = play.game;
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
        for play in [mixed(kind), crowded(kind)] {
            let mut game = play.game;
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
}

#[test]
fn quick_odds_are_those_of_playing_every_die() {
    let mut compared = 0;
    for kind in KINDS {
        for play in [mixed(kind), crowded(kind)] {
            let mut game = play.game;
            playout(&mut game, 11, 400, &mut |game| {
                if !matches!(game.decision().ask, Ask::Act { only: None }) {
                    return;
                }
                for answer in game.answers() {
                    let Answer::Strike {
                        who,
                        how: how @ (How::Shoot | How::Fight),
                        at: at @ Target::Figure(target),
                    } = answer
                    else {
                        continue;
                    };
                    let mut sight = None;
                    game.strikes(who, game.stand(who), &mut |h, a, seen| {
                        if (h, a) == (how, at) {
                            sight = Some(seen);
                        }
                        sight.is_none()
                    });
                    let odds = game.odds(&Act::new(
                        who,
                        game.stand(who),
                        how,
                        at,
                        sight.expect("a sight"),
                    ));
                    // whoever is pushed may be pushed off the board, which is another end
                    if odds.pushed != Ratio::from_integer(0) {
                        continue;
                    }
                    let ends = game.outcomes(who, how, at, Policy::default());
                    let defeated: Ratio = ends
                        .iter()
                        .filter(|end| {
                            end.0.starts_with("defeated") || end.0.starts_with("recruited")
                        })
                        .map(|end| end.1)
                        .sum();
                    assert_eq!(
                        odds.defeat,
                        defeated,
                        "{} at {}: {ends:?}",
                        game.name(who),
                        game.name(target)
                    );
                    let harmed: Ratio = ends
                        .iter()
                        .filter(|end| end.0.contains("attacker"))
                        .map(|end| end.1)
                        .sum();
                    if odds.again == 0 && odds.flee == Ratio::from_integer(0) {
                        // one last blow may push as well as defeat
                        assert!(odds.lost <= harmed, "{ends:?}");
                    }
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn random_battles_meet_everything_that_can_happen() {
    let mut seen: Vec<String> = vec![];
    let mut log: Vec<Event> = vec![];
    for kind in KINDS {
        for seed in 0..40 {
            let mut game = many(kind).swap_remove(seed % 2).game;
            let mut chance = Chance(seed as u64);
            for number in 0..2_000 {
                let answer = match game.decision().ask {
                    Ask::Over => break,
                    Ask::Roll { dice, .. } => {
                        Answer::Faces(dice::seeded(seed as u64, number, &dice))
                    }
                    // acting is rarely over, so that something happens
                    _ => {
                        let mut all = game.answers();
                        if all.len() > 1 && !chance.once_in(20) {
                            all.retain(|a| *a != Answer::Done);
                        }
                        all.swap_remove(chance.below(all.len() as u64) as usize)
                    }
                };
                game.answer(&answer, &mut log).expect("a legal answer");
            }
            assert!(game.outcome().is_some());
            for event in log.drain(..) {
                let name = format!("{event:?}");
                let name = name
                    .split(|c: char| !c.is_alphanumeric())
                    .next()
                    .unwrap_or_default();
                if !seen.iter().any(|s| s == name) {
                    seen.push(name.to_string());
                }
            }
        }
    }
    for wanted in [
        "Moved",
        "Left",
        "Boarded",
        "Alighted",
        "Faced",
        "Flew",
        "Struck",
        "Hit",
        "Missed",
        "Saved",
        "Defeated",
        "Disabled",
        "Recruited",
        "Summoned",
        "Fled",
        "Pushed",
        "Rerolled",
        "Item",
        "Device",
        "Changed",
        "Scored",
        "Ended",
    ] {
        assert!(seen.iter().any(|s| s == wanted), "{wanted} never happened");
    }
}

#[test]
fn quick_odds_of_terrain_devices_and_disabling_are_those_of_the_dice() {
    let mut compared = [0; 3];
    for kind in KINDS {
        for play in [mixed(kind), crowded(kind)] {
            let mut game = play.game;
            playout(&mut game, 5, 400, &mut |game| {
                if !matches!(game.decision().ask, Ask::Act { only: None }) {
                    return;
                }
                for answer in game.answers() {
                    let Answer::Strike { who, how, at } = answer else {
                        continue;
                    };
                    let class = match (how, at) {
                        (_, Target::Space(_) | Target::Border(..)) => 0,
                        (How::Skill, _) => 1,
                        (How::Disable, _) => 2,
                        _ => continue,
                    };
                    // the crowded board's door opens and shuts: neither uses it up
                    if class == 1 && game.devices()[0].again {
                        continue;
                    }
                    let odds = game.odds(&Act::new(who, game.stand(who), how, at, Sight::Clear));
                    let ends = game.outcomes(who, how, at, Policy::default());
                    let nothing: Ratio = ends
                        .iter()
                        .filter(|end| end.0 == "nothing")
                        .map(|end| end.1)
                        .sum();
                    let already = class == 2
                        && matches!(at, Target::Figure(target)
                            if game.shown(target).status.iter().any(|s| s.contains("next")));
                    if !already {
                        assert_eq!(odds.defeat + nothing, Ratio::from_integer(1), "{ends:?}");
                        compared[class] += 1;
                    }
                }
            });
        }
    }
    assert!(compared.iter().all(|n| *n > 0), "{compared:?}");
}
