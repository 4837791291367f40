//! Random battles over shipped maps, forces and scenarios.

use skirmish::battle::{Answer, Ask, Deploy, Place, Reaches, Solo, Who};
use skirmish::board::Board;
use skirmish::dice;
use skirmish::files::{map, shipped};
use skirmish::rules::{Game, Rules};
use skirmish::scenario::{Overrides, SHIPPED, Scenario};
use skirmish::source::{Fault, Source};
use std::ops::Range;
use std::sync::Arc;

/// Begins a battle of shipped parts.
fn begin(map_name: &str, scenario: usize, forces: [usize; 2], solo: Solo) -> Result<Game, Fault> {
    let (name, text) = shipped::map(map_name).unwrap();
    let board = Arc::new(Board::new(map::read(&Source::new(name, text)).unwrap()));
    let (name, text) = SHIPPED[scenario];
    let scenario = Scenario::read(&Source::new(name, text)).unwrap();
    let forces: Vec<Source> = forces
        .iter()
        .map(|i| Rules::Vsgmr.forces()[*i])
        .map(|(name, text)| Source::new(name, text))
        .collect();
    let overrides = Overrides {
        solo: Some(solo),
        ..Overrides::default()
    };
    let mut brief = scenario.brief(board, &forces, &overrides)?;
    let ways = [Deploy::Alternating, Deploy::AllAtOnce, Deploy::Auto];
    brief.deploy = Some(ways[map_name.len() % 3]);
    Rules::Vsgmr.begin(brief)
}

/// Plays with presets, and now and then some other answer that is listed.
fn play(game: &mut Game, seed: u64) -> usize {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = move |n: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % n as u64) as usize
    };
    for number in 0..20_000 {
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => return number,
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number as u64, dice))
            }
            _ if below(4) == 0 => {
                let mut some = Vec::new();
                game.legal(&mut Reaches::default(), &mut |answer| {
                    some.push(answer);
                    some.len() < 40
                });
                assert!(!some.is_empty(), "no answer to {decision:?}");
                let chosen = some[below(some.len())].clone();
                assert_eq!(game.check(&chosen), Ok(()), "{chosen:?} to {decision:?}");
                chosen
            }
            _ => game.preset(),
        };
        game.answer(&answer, &mut ())
            .unwrap_or_else(|e| panic!("{answer:?} to {decision:?}: {e}"));
    }
    panic!("the battle does not end");
}

#[test]
fn c7_battles_of_every_scenario_end() {
    let played = every_scenario_ends(0..40);
    assert!(played.iter().all(|n| *n > 0), "{played:?}");
}

#[test]
#[ignore = "slow"]
fn c7_more_battles_of_every_scenario_end() {
    let played = every_scenario_ends(40..120);
    assert!(played.iter().sum::<usize>() > 40, "{played:?}");
}

/// Plays the battles of these numbers: map, scenario and forces go round. How many of each scenario
/// there were.
fn every_scenario_ends(numbers: Range<usize>) -> [usize; 6] {
    let maps = shipped::MAPS;
    let mut played = [0; 6];
    let mut refused = Vec::new();
    for i in numbers {
        let (map, _) = maps[i % maps.len()];
        let scenario = (i / 2 + i / maps.len()) % 6;
        let forces = [i % 14, (i * 5 + 3) % 14];
        let solo = [Solo::Off, Solo::Both, Solo::Enemy][i % 3];
        match begin(map, scenario, forces, solo) {
            Ok(mut game) => {
                play(&mut game, i as u64);
                played[scenario] += 1;
            }
            Err(fault) => refused.push(format!("{map} {}: {fault}", SHIPPED[scenario].0)),
        }
    }
    for fault in &refused {
        assert!(
            fault.contains("the scenario allows") || fault.contains("no building and no wall"),
            "{fault}"
        );
    }
    played
}

#[test]
#[ignore = "slow"]
fn c7_set_pieces_begin_as_they_are_set_and_end() {
    let mut pieces = 0;
    for (name, text) in SHIPPED {
        let scenario = Scenario::read(&Source::new(*name, *text)).unwrap();
        let Some(map_name) = scenario.map() else {
            continue;
        };
        pieces += 1;
        let (map_name, map_text) = shipped::map(map_name).expect("a shipped map");
        let map = map::read(&Source::new(map_name, map_text)).unwrap();
        let board = Arc::new(Board::new(map));
        let forces: Vec<Source> = (0..scenario.sides().unwrap())
            .map(|i| {
                let name = scenario.force(i).expect("a set piece names its forces");
                let all = scenario.ruleset().unwrap_or(Rules::Vsgmr).forces();
                let (stem, text) = all.iter().find(|f| f.0 == name).expect("a sample");
                Source::new(*stem, *text)
            })
            .collect();
        for seed in 0..6 {
            let brief = scenario
                .brief(board.clone(), &forces, &Overrides::default())
                .unwrap_or_else(|fault| panic!("{fault}"));
            let mut game = scenario
                .ruleset()
                .unwrap_or(Rules::Vsgmr)
                .begin(brief)
                .unwrap_or_else(|fault| panic!("{fault}"));
            play(&mut game, seed);
            let lost = game.all().filter(|f| game.place(*f) == Place::Gone).count();
            assert!(lost > 0, "{name}: nobody was hurt");
        }
    }
    assert!(pieces >= 4);
}
