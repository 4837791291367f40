//! The course of a battle: what has happened, and how much of it is shown.

use super::Shows;
use crate::battle::{Outcome, Side, Who};
use crate::play::{Setup, concession};
use crate::rules::Game;
use crate::window::history::{History, Player};
use crate::window::session::Session;

/// The course of a battle.
pub struct Course {
    /// Map, forces, players and the rest of the set-up.
    pub setup: Setup,
    /// None: a record is shown.
    pub session: Option<Session>,
    /// The battle so far, moment by moment.
    pub history: History,
    /// The playback: how much of it has been shown.
    pub player: Player,
    /// The side that has given up.
    pub conceded: Option<Side>,
}

impl Course {
    /// The battle as it is shown.
    pub fn game(&self) -> &Game {
        self.player.game(&self.history)
    }

    /// The battle after all that has happened.
    pub fn newest(&self) -> &Game {
        self.history.game(self.history.len())
    }

    /// How many answers have been shown.
    pub(super) fn shown(&self) -> usize {
        self.player.shown.min(self.history.len())
    }

    /// Whether all that has happened has been shown.
    pub fn is_settled(&self) -> bool {
        self.player.shown == self.history.len() && !self.player.is_moving()
    }

    /// Whether the battle waits because it cannot be recorded.
    pub fn is_stuck(&self) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|s| s.trouble().is_some())
    }

    /// Whose answer is being shown, or comes next.
    pub fn shows(&self) -> Shows {
        let shown = self.history.moments.get(self.player.shown);
        let side = match shown.map(|moment| moment.applied.by) {
            Some(Who::Chance) => return Shows::Dice,
            Some(Who::Side(side)) => Some(side),
            None => self.game().status().turn,
        };
        match side.is_none_or(|side| self.is_person(side)) {
            true => Shows::Own,
            false => Shows::Others,
        }
    }

    /// Whether a person here plays a side.
    pub(super) fn is_person(&self, side: Side) -> bool {
        self.session.as_ref().is_some_and(|s| s.is_person(side))
    }

    /// How the battle ends after all that has happened, if it is over.
    pub(super) fn end(&self) -> Option<Outcome> {
        let game = self.newest();
        let given_up = self.conceded.map(|by| concession::outcome(game, by));
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

    /// Whether all has been shown and nothing comes any more.
    pub fn is_at_end(&self) -> bool {
        let over = self.session.is_none() || self.is_over();
        over && self.is_settled()
    }

    /// The side that can give up now: the one that is asked, else the only one that a person plays.
    pub(super) fn can_give_up(&self, asked: Option<Who>) -> Option<Side> {
        let session = self.session.as_ref().filter(|_| !self.is_over())?;
        let mut people = session.game().all_sides().filter(|s| session.is_person(*s));
        match (asked, people.next(), people.next()) {
            (Some(Who::Side(side)), ..) if session.is_person(side) => Some(side),
            (_, only, None) => only,
            _ => None,
        }
    }

    /// Ends the battle, because a side gives up; whether it could.
    pub(super) fn concede(&mut self, side: Side) -> bool {
        let Some(session) = &mut self.session else {
            return false;
        };
        session.concede(side);
        self.conceded = Some(side);
        self.player.skip(&self.history);
        self.player.playing = true;
        true
    }

    /// Where the next round begins, as a number of answers.
    pub(super) fn next_round(&self) -> Option<usize> {
        let begins = |i: &usize| self.history.moments[*i].round.is_some();
        let next = (self.player.shown..self.history.len()).find(begins);
        next.map(|i| i + 1)
    }

    /// Where this round began, or the one before, as a number of answers.
    pub(super) fn last_round(&self) -> usize {
        let begins = |i: &usize| self.history.moments[*i].round.is_some();
        let last = (0..self.shown().saturating_sub(1)).rev().find(begins);
        last.map_or(0, |i| i + 1)
    }

    /// The last roll, in words.
    pub(super) fn last_roll(&self) -> Option<String> {
        let lines = self.history.moments.iter().flat_map(|moment| &moment.lines);
        let line = lines.rev().find(|line| line.rolled)?;
        Some(line.text.trim().trim_end_matches('.').to_owned())
    }
}
