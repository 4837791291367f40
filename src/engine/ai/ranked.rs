//! All that is weighed at a question, beside what is chosen.

use super::choose::{WIDE, going_to};
use super::judge::Judge;
use super::mind::{Mind, Offers};
use super::mover::Options;
use super::offer::{chosen, sight_of, strike};
use super::table::Table;
use super::{Agent, Thought, View, Weighed};
use crate::battle::{Answer, Ask};

impl Mind {
    /// All offers, best first.
    pub(super) fn rank(&mut self, view: &View, number: u64) -> Vec<Thought> {
        let mut offers = match view.game.decision().ask {
            Ask::Act { only } => match self.offers(view, only, WIDE) {
                Offers::Now(offers) => offers,
                Offers::Turn(_) => Vec::new(),
            },
            Ask::Again { .. } => self.more(view),
            _ => Vec::new(),
        };
        if offers.is_empty() {
            return vec![self.decide(view, number)];
        }
        offers.sort_by_key(|offer| -offer.score.total());
        offers
            .into_iter()
            .map(|offer| chosen(vec![offer]))
            .collect()
    }

    /// A move or strike as it weighs it; none where it weighs nothing like it.
    pub(super) fn weigh_one(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        let mut memory = std::mem::take(&mut self.memory);
        let table = Table::read(view, &mut memory);
        let acting = matches!(view.game.decision().ask, Ask::Act { .. });
        let offer = match answer {
            Answer::Move { who, to } | Answer::Place { who, to } if acting => {
                let options = Options::read(&table, &mut memory, view.game);
                let mut judge = Judge::new(table, &self.profile, self.depth(), true, &mut memory)
                    .slipping(self.slips);
                judge.settle(&mut memory, &options.movers);
                let all = match answer {
                    Answer::Place { .. } => &options.puts,
                    _ => &options.movers,
                };
                let mover = all.iter().find(|m| m.lead == *who);
                mover
                    .and_then(|mover| judge.one(&mut memory, mover, *to))
                    .map(|score| going_to(&judge, *who, *to, score))
            }
            Answer::Strike { who, how, at } => {
                let judge = Judge::new(table, &self.profile, self.depth(), false, &mut memory)
                    .slipping(self.slips);
                let sight = sight_of(view.game, *who, *how, *at);
                strike(&judge, &mut memory, *who, *how, *at, sight)
            }
            _ => None,
        };
        self.memory = memory;
        offer.map(|offer| offer.score.weighed(offer.what))
    }
}
