//! The control variate of imagined battles: luck has mean zero and explains part of the variance.

use rayon::prelude::*;
use skirmish::ai::luck::{COUNTS, Luck, Scales};
use skirmish::ai::{View, agent};
use skirmish::battle::{Answer, Ask, Brief, Side, Who};
use skirmish::board::Board;
use skirmish::dice;
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::sync::Arc;

const BATTLES: u64 = 64;

/// A battle between two equal forces.
fn battle(rules: Rules, board: &Arc<Board>) -> Game {
    let (name, text) = rules.forces()[0];
    let force = || Source::new(name, text);
    let brief = Brief::new(board.clone(), [force(), force()]);
    rules.begin(brief).expect("the battle can begin")
}

/// What figures are worth in the end, and how much of that was luck.
fn played(mut game: Game, seed: u64) -> (f64, f64) {
    let scales = Scales::of(&game, Side(0));
    let mut luck = Luck::new(scales);
    let mut agents = [0, 1].map(|side| agent("greedy", seed, Side(side)).expect("it is known"));
    for number in 1.. {
        let decision = game.decision();
        luck.asked(&game, &decision);
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => break,
            (Who::Side(side), _) => {
                let seen = View::new(&game, side);
                agents[side.index()].decide(&seen, number).answer
            }
            (_, Ask::Roll { dice, .. }) => Answer::Faces(dice::seeded(seed, number, dice)),
            other => panic!("{other:?}"),
        };
        luck.answered(&game, &answer);
        game.settle(&answer, &mut ());
    }
    let worth = game.all().map(|who| scales.weigh(&game, who)).sum();
    (worth, luck.total(&game) / COUNTS)
}

fn mean(all: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = all.len() as f64;
    all.sum::<f64>() / count
}

fn variance(all: &[f64]) -> f64 {
    let middle = mean(all.iter().copied());
    mean(all.iter().map(|x| (x - middle) * (x - middle)))
}

/// Plays the battles of a ruleset on a village.
fn told(rules: Rules) {
    let (name, text) = skirmish::files::shipped::map("village").expect("the map is shipped");
    let map = skirmish::files::map::read(&Source::new(name, text)).expect("the map is right");
    let board = Arc::new(Board::new(map));
    let (worth, luck): (Vec<f64>, Vec<f64>) = (0..BATTLES)
        .into_par_iter()
        .map(|seed| played(battle(rules, &board), seed))
        .unzip();
    let (of_luck, error) = (
        mean(luck.iter().copied()),
        (variance(&luck) / BATTLES as f64).sqrt(),
    );
    assert!(
        of_luck.abs() < 3.5 * error,
        "{}: on average there is no luck, and not {of_luck:.3} ± {error:.3}",
        rules.name()
    );
    let without: Vec<f64> = worth.iter().zip(&luck).map(|(w, l)| w - l).collect();
    let (all, left) = (variance(&worth), variance(&without));
    assert!(
        left < 0.95 * all,
        "{}: {left:.2} of {all:.2} are left",
        rules.name()
    );
}

mod without_luck_battles_have_the_same_mean_and_less_variance {
    for_each_ruleset!(super::told:
        vsgmr
        #[ignore = "slow"] vsgmr2017
        #[ignore = "slow"] violence
        #[ignore = "slow"] plastic
        #[ignore = "slow"] d8
    );
}
