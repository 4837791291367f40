//! Ambushes are played to win (C3): whoever hunts catches its prey.

use skirmish::ai::{Agent, DEFAULT, agent};
use skirmish::battle::{Reason, Side};
use skirmish::board::Board;
use skirmish::files::{map, shipped};
use skirmish::play::matches;
use skirmish::rules::Rules;
use skirmish::scenario::{Overrides, SHIPPED, Scenario};
use skirmish::source::Source;
use std::sync::Arc;

/// An ambush of orcs on dwarves on a map, between default opponents: why it ended, and in which round.
fn ambush(map_name: &str, seed: u64) -> (Reason, u16) {
    let (name, text) = shipped::map(map_name).expect("a shipped map");
    let board = Arc::new(Board::new(map::read(&Source::new(name, text)).unwrap()));
    let (name, text) = SHIPPED.iter().find(|s| s.0 == "ambush").unwrap();
    let scenario = Scenario::read(&Source::new(*name, *text)).unwrap();
    let forces = ["orcs", "dwarves"].map(|wanted| {
        let (name, text) = Rules::Vsgmr
            .forces()
            .iter()
            .find(|f| f.0 == wanted)
            .unwrap();
        Source::new(*name, *text)
    });
    let brief = scenario
        .brief(board, &forces, &Overrides::default())
        .unwrap();
    assert_eq!(brief.rounds, Some(None));
    let game = Rules::Vsgmr.begin(brief).unwrap();
    let agents = [Side(0), Side(1)].map(|side| agent(DEFAULT, seed, side).expect("it is known"));
    let mut agents: Vec<Box<dyn Agent>> = agents.into();
    let outcome = matches::run(game, &mut agents, seed).outcome;
    (outcome.reason, outcome.rounds)
}

#[test]
fn c3_changed_default_opponents_fight_an_ambush_out() {
    for (seed, map) in ["duel-ground", "hedgerows", "village", "inlet", "old-walls"]
        .into_iter()
        .enumerate()
    {
        let (reason, rounds) = ambush(map, seed as u64);
        assert_eq!(reason, Reason::LastStanding, "{map}");
        assert!(rounds < 30, "{map}: {rounds} rounds");
    }
}

/// Fewer than 2 % of ambushes run to the longest a battle may last.
#[test]
#[ignore = "plays 310 battles"]
fn c3_changed_ambushes_on_all_maps_are_fought_out() {
    let mut endless = Vec::new();
    for (name, _) in shipped::MAPS {
        for seed in 0..10 {
            let (reason, rounds) = ambush(name, seed);
            if reason == Reason::TooLong {
                endless.push((name, seed, rounds));
            }
        }
    }
    assert!(50 * endless.len() < 10 * shipped::MAPS.len(), "{endless:?}");
}
