//! Stretches: what sides do in a simulated battle between two rolls.
//!
//! What they do depends on the position and the kind of enemy alone. Many playouts meet the same
//! positions again, above all where attacks miss, so each stretch is played once and kept.

use super::enemy::Enemies;
use super::luck::{Luck, Scales};
use crate::battle::{Answer, Side, Who};
use crate::rules::Game;
use rustc_hash::FxHashMap;

/// Decisions after which a simulated battle is broken off.
pub const LONGEST: u32 = 3_000;
/// Most stretches that are kept, a few kilobytes each.
const MOST: usize = 4_000;

/// A battle that is played out.
pub struct Simulation {
    pub game: Game,
    pub luck: Luck,
    /// The side that imagines it.
    pub side: Side,
    /// How many decisions it has had.
    pub decisions: u32,
    /// Its last round.
    until: u16,
}

impl Simulation {
    /// A battle as one side imagines it, to the end of a round.
    pub fn new(from: &Game, side: Side, until: u16) -> Self {
        Self {
            game: from.clone(),
            luck: Luck::new(Scales::of(from, side)),
            side,
            decisions: 0,
            until,
        }
    }

    /// Whether there is more to play.
    pub fn goes_on(&self) -> bool {
        self.decisions < LONGEST
            && self.game.outcome().is_none()
            && self.game.status().round <= self.until
    }

    /// Gives the answer of a side or of the dice.
    pub fn answer(&mut self, answer: &Answer) {
        self.luck.asked(&self.game, &self.game.decision());
        self.luck.answered(&self.game, answer);
        self.game.settle(answer, &mut ());
        self.decisions += 1;
    }
}

/// What sides have done until the next roll.
struct Stretch {
    /// The battle after it.
    game: Game,
    /// The luck after it, of a battle that had none before.
    luck: Luck,
    /// How many decisions it took.
    decisions: u32,
}

/// The stretches of one thought, by the position they begin in and the kinds of enemy.
#[derive(Default)]
pub struct Stretches {
    known: FxHashMap<(u64, Enemies), Stretch>,
}

impl Stretches {
    /// Forgets all of them.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// Brings a battle to its next roll, or to its end: as it went before from the same position, or
    /// as `play` lets it go.
    pub fn follow(
        &mut self,
        battle: &mut Simulation,
        enemies: &Enemies,
        play: impl FnOnce(&mut Simulation),
    ) {
        if !battle.goes_on() {
            return;
        }
        let decision = battle.game.decision();
        if decision.who == Who::Chance {
            return;
        }
        battle.luck.asked(&battle.game, &decision);
        if !battle.luck.is_settled() {
            // The dice before have not had all their effect: the position does not tell what is due.
            return play(battle);
        }
        let key = (battle.game.digest(), enemies.clone());
        if let Some(known) = self.known.get(&key) {
            battle.game = known.game.clone();
            battle.luck.go_on_as(&known.luck);
            battle.decisions += known.decisions;
            return;
        }
        let (luck, before) = (battle.luck.clone(), battle.decisions);
        battle.luck = Luck::new(luck.scales());
        play(battle);
        if self.known.len() < MOST {
            let stretch = Stretch {
                game: battle.game.clone(),
                luck: battle.luck.clone(),
                decisions: battle.decisions - before,
            };
            self.known.insert(key, stretch);
        }
        let after = std::mem::replace(&mut battle.luck, luck);
        battle.luck.go_on_as(&after);
    }
}
