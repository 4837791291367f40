//! Giving up.

use super::BattleScreen;
use crate::battle::{Outcome, Side, Who};
use crate::play::concession;

/// Who has given up, and who is asked about it.
#[derive(Default)]
pub(super) struct GivingUp {
    /// The side that has given up.
    pub by: Option<Side>,
    /// The side that is asked whether it gives up.
    asked: Option<Side>,
}

impl BattleScreen {
    /// How the battle ends after all that has happened, if it is over.
    pub(super) fn end(&self) -> Option<Outcome> {
        let game = self.history.game(self.history.len());
        let given_up = self.giving_up.by.map(|by| concession::outcome(game, by));
        game.outcome().or(given_up)
    }

    /// Whether the battle is over, shown or not.
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// How the battle has ended, as far as it is shown.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.player.shown == self.history.len() {
            true => self.end(),
            false => self.game().outcome(),
        }
    }

    /// The side that can give up now: the one that is asked, else the only one that a person plays.
    pub fn can_give_up(&self) -> Option<Side> {
        let session = self.session.as_ref().filter(|_| !self.is_over())?;
        let asked = self.asked.as_ref().map(|asked| asked.decision.who);
        let mut people = session.game().all_sides().filter(|s| session.is_person(*s));
        match (asked, people.next(), people.next()) {
            (Some(Who::Side(side)), ..) if session.is_person(side) => Some(side),
            (_, only, None) => only,
            _ => None,
        }
    }

    /// Asks whether the person gives up.
    pub(super) fn ask_to_give_up(&mut self) {
        self.giving_up.asked = self.can_give_up();
    }

    /// The side that is asked whether it gives up.
    pub fn asked_to_give_up(&self) -> Option<Side> {
        self.giving_up.asked
    }

    /// Ends the battle if the person gives up, and puts the question away.
    pub(super) fn give_up(&mut self, sure: bool) {
        let Some(side) = self.giving_up.asked.take().filter(|_| sure) else {
            return;
        };
        if let Some(session) = &mut self.session {
            session.concede(side);
            self.giving_up.by = Some(side);
            self.asked = None;
            self.auto = None;
            self.message = None;
            self.player.skip(&self.history);
            self.player.playing = true;
        }
    }
}
