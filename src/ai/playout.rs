//! Battles played on in an opponent's head: quick answers for all sides, dice of its own.

use super::choose::Breadth;
use super::mind::Mind;
use super::profile::Profile;
use super::{Agent, View};
use crate::battle::{Answer, Ask, Who};
use crate::dice;
use crate::rules::Game;

/// One figure that gains by going is enough.
pub(super) const AT_ONCE: Breadth = Breadth {
    figures: 1,
    places: 1,
};

/// How it sees the battle: what enemies can do, but neither planned attacks nor exact sight.
const LEVEL: u8 = 2;

/// More answers than a round of any battle takes.
const ENDLESS: u32 = 20_000;

/// Quick opponents for all sides. What they remember from one battle to the next is a cache, so
/// one of these is worth keeping.
pub struct Playout {
    minds: Vec<Mind>,
}

impl Playout {
    /// All sides by one profile.
    pub fn new(game: &Game, profile: &Profile) -> Self {
        let mind = |_| Mind::new(profile.clone(), LEVEL, profile.name.clone()).comparing(AT_ONCE);
        Self {
            minds: game.all_sides().map(mind).collect(),
        }
    }

    /// Plays on until so many rounds after this one are over, or the battle is: 0 ends with this
    /// round. The dice depend on the seed and on how many answers there have been. How many
    /// answers it took.
    pub fn play(&mut self, game: &mut Game, seed: u64, rounds: u16) -> u32 {
        let last = game.status().round.saturating_add(rounds);
        for number in 0..ENDLESS {
            let decision = game.decision();
            let answer = match (decision.who, &decision.ask) {
                (_, Ask::Over) => return number,
                _ if game.status().round > last => return number,
                (Who::Chance, Ask::Roll { dice, .. }) => {
                    Answer::Faces(dice::imagined(seed, u64::from(number), dice))
                }
                (Who::Side(side), Ask::Act { .. } | Ask::Again { .. } | Ask::Reroll { .. }) => {
                    let mind = &mut self.minds[side.index()];
                    mind.decide(&View::new(game, side), 0).answer
                }
                _ => game.preset(),
            };
            game.settle(&answer, &mut ());
        }
        ENDLESS
    }
}
