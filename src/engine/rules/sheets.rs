//! The odds of the acts that a figure can do from where it stands, as JSON.

use super::duel::{lines, outcomes_json};
use super::{Game, Policy, vsgmr};
use crate::battle::{Act, Answer, Fig, How, Target};
use serde_json::{Value, json};

impl Game {
    /// The odds of the acts a figure could do to a target from where it stands, one a way of
    /// acting, as JSON; empty if there is none.
    pub fn sheets(&self, who: Fig, at: Target, policy: Policy) -> Vec<Value> {
        let stand = self.stand(who);
        let mut found = Vec::new();
        self.strikes(who, stand, &mut |how, target, sight| {
            if target == at {
                found.push((how, sight));
            }
            true
        });
        found
            .into_iter()
            .map(|(how, sight)| match self {
                Game::Vsgmr(b) | Game::Vsgmr2017(b) => {
                    let act = Act::new(who, stand, how, at, sight);
                    vsgmr::duel::on_board(b, &act, policy)
                }
                _ => json!({
                    "how": how.name(),
                    "outcomes": self.outcome_list(who, how, at, policy),
                    "lines": lines(&self.lines(&Act::new(who, stand, how, at, sight))),
                }),
            })
            .collect()
    }

    /// The outcomes of an act, as JSON; empty if it cannot be done now.
    fn outcome_list(&self, who: Fig, how: How, at: Target, policy: Policy) -> Value {
        if self.check(&Answer::Strike { who, how, at }).is_err() {
            return json!([]);
        }
        outcomes_json(self.outcomes(who, how, at, policy))
    }
}
