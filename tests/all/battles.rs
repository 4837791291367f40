//! Battles between opponents, with the dice of a seed: what each answers, and why.

use skirmish::ai::{Agent, View, Why, agent};
use skirmish::battle::{Answer, Ask, Side, Who};
use skirmish::dice;
use skirmish::rules::Game;

/// The opponents of two sides.
pub type Opponents = [Box<dyn Agent>; 2];

/// Told each answer, where it is given and why; dice have no reasons.
pub type See<'a> = &'a mut dyn FnMut(&Game, &Answer, Option<&Why>);

/// Two opponents by name.
pub fn opponents(names: [&str; 2], seed: u64) -> Opponents {
    [0, 1].map(|i| agent(names[i], seed, Side(i as u8)).expect("it is known"))
}

/// Plays to the end, or until the round after `last` begins.
pub fn play(mut game: Game, mut agents: Opponents, seed: u64, last: u16, see: See) -> Game {
    for number in 1..50_000 {
        let decision = game.decision();
        if game.status().round > last || matches!(decision.ask, Ask::Over) {
            return game;
        }
        let (answer, why) = match (decision.who, &decision.ask) {
            (Who::Chance, Ask::Roll { dice, .. }) => {
                (Answer::Faces(dice::seeded(seed, number, dice)), None)
            }
            (Who::Side(side), _) => {
                let thought = agents[side.index()].decide(&View::new(&game, side), number);
                (thought.answer, thought.why)
            }
            other => panic!("{other:?}"),
        };
        see(&game, &answer, why.as_ref());
        if let Err(refused) = game.answer(&answer, &mut ()) {
            panic!("{answer:?} to {:?}: {refused}", decision.ask);
        }
    }
    panic!("the battle does not end");
}
