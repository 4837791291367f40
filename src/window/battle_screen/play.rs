//! Playing: questions, answers, advice, and going back.

use super::super::error::WindowError;
use super::super::keys::Act;
use super::super::message::Message;
use super::super::session::{Legal, Session};
use super::turn::Question;
use super::{BattleScreen, Tab, Tool};
use crate::battle::{Answer, Ask, Fig, Place, Side, Target, Who};
use crate::board::Space;
use crate::play::AgentName;
use std::fmt::Display;

/// How long the battle waits after a step has ended by itself, in seconds at ordinary speed.
const GRACE: f32 = 2.0;

impl BattleScreen {
    /// Prepares the question that a person is asked.
    pub(super) fn ask(&mut self) {
        let Some(session) = &self.course.session else {
            return;
        };
        let decision = session.game().decision();
        let legal = Legal::of(session.game(), &decision);
        let keep = self.selection.chosen.filter(|who| {
            // nor does a wall come before an enemy that somebody else can attack
            let wall = legal.only_breaks(*who) && legal.aims();
            legal.can_act(*who) && !wall && decision.who == Who::Side(session.game().side(*who))
        });
        self.selection.chosen = match decision.ask {
            Ask::Act { only: Some(who) } | Ask::Again { who, .. } | Ask::Face { who } => Some(who),
            Ask::Summon { who } => Some(who),
            Ask::Deploy | Ask::Spawn | Ask::Return => {
                keep.or_else(|| legal.places.keys().next().copied())
            }
            _ => keep,
        };
        self.selection.aimed = None;
        self.selection.menu = None;
        self.turn.hint = None;
        let early = self.pointer.take_early().zip(self.selection.chosen);
        let early = early.filter(|(to, who)| legal.places.get(who).is_some_and(|p| p.contains(to)));
        self.turn.asked = Some(Question {
            decision,
            legal,
            typed: Vec::new(),
            turned: None,
        });
        if let Some((to, who)) = early {
            self.answer(Answer::Place { who, to }, None);
        }
    }

    /// Answers what a person does not want to be asked, and what the computer does for them.
    pub(super) fn answer_itself(&mut self) -> bool {
        // dice that are typed meanwhile are no reason to stop
        if !self.turn.is_rolling() && self.play_on() {
            return true;
        }
        let Some(asked) = &self.turn.asked else {
            return false;
        };
        if let Ask::Face { who } = asked.decision.ask
            && let Some(way) = self.pointer.take_facing_after_move(who)
            && asked.legal.faces.contains(&way)
        {
            self.answer(Answer::Face(way), None);
            return true;
        }
        // a step to which a person has come back is theirs
        if self.turn.reopened == Some(self.course.history.len()) {
            return false;
        }
        let (decision, legal) = (&asked.decision, &asked.legal);
        let Some(answer) = self.turn.automatic.answer(decision, legal) else {
            return false;
        };
        let ends = self.turn.automatic.ends(decision, legal);
        let said = match ends {
            true => Some(Message::Done(self.ended_words())),
            // what was said before has not been read yet
            false => self.message.take(),
        };
        self.answer(answer, None);
        self.message = self.message.take().or(said);
        self.turn.grace = if ends { GRACE } else { 0.0 };
        true
    }

    /// A step has ended by itself, and how to come back to it.
    fn ended_words(&self) -> String {
        let keys = &self.keys;
        let (back, asks) = (keys.shown(Act::Undo), keys.shown(Act::KeepSuccess));
        format!(
            "Only walls and other objects could be attacked, so this step has ended. {back} goes back to it until dice are rolled; {asks} lets you end such steps yourself."
        )
    }

    /// Says why something cannot be done.
    pub fn refuse(&mut self, why: impl Display) {
        self.message = Some(Message::refused(why));
    }

    /// Gives an answer of the person.
    pub fn answer(&mut self, answer: Answer, why: Option<crate::ai::Why>) {
        let Some(session) = &mut self.course.session else {
            return;
        };
        match session.answer(answer, why) {
            Ok(applied) => {
                let after = session.game().clone();
                self.course.history.push(applied, after);
                self.turn.asked = None;
                self.message = None;
                self.selection.menu = None;
                self.turn.reopened = None;
                self.course.player.playing = true;
            }
            Err(error) => self.refuse(format!("That is not possible: {error}.")),
        }
    }

    /// Takes back what the person did last.
    pub fn undo(&mut self) {
        // a die that was typed first
        let typed = self.turn.asked.as_mut().and_then(|asked| asked.typed.pop());
        if typed.is_some() {
            self.message = None;
            return;
        }
        if self.course.conceded.is_some() {
            return self.refuse("The battle is over: you gave up.");
        }
        let Some(session) = &mut self.course.session else {
            return;
        };
        let mut left = None;
        let mut whole = false;
        let mut rolls = false;
        while let Some(n) = session.undo() {
            left = Some(n);
            // what answers itself belongs to what was done before it
            let decision = session.game().decision();
            let legal = Legal::of(session.game(), &decision);
            let ended = self.turn.automatic.ends(&decision, &legal);
            if ended || self.turn.automatic.answer(&decision, &legal).is_none() {
                self.turn.reopened = ended.then_some(n);
                whole = true;
                rolls = matches!(decision.ask, Ask::Roll { .. });
                break;
            }
        }
        if let Some(left) = left {
            self.course.history.truncate(left);
            self.course.player.jump(left);
            self.turn.asked = None;
            self.turn.auto = None;
            self.message = None;
            self.turn.grace = 0.0;
        }
        if rolls {
            let again = "The last die is taken back. Type it again.";
            self.message = Some(Message::Done(again.to_owned()));
        } else if !whole {
            let die = self.course.last_roll();
            self.refuse(match die {
                Some(die) => format!("Moves before the last dice roll cannot be undone: {die}."),
                None if self.course.history.len() == 0 => {
                    "There is nothing to undo yet.".to_owned()
                }
                None => "Dice rolls and the moves of others cannot be undone.".to_owned(),
            });
        }
    }

    /// Takes what the next die shows, or says why it cannot show that.
    pub fn type_face(&mut self, face: u8) {
        let Some(asked) = &mut self.turn.asked else {
            return;
        };
        let Ask::Roll { dice, .. } = &asked.decision.ask else {
            return;
        };
        let die = asked.typed.len() + 1;
        match dice.get(asked.typed.len()) {
            Some(most) if (1..=*most).contains(&face) => {
                asked.typed.push(face);
                self.message = None;
            }
            Some(most) => {
                let why = format!("Die {die} has the faces 1 to {most}, so it cannot show {face}.");
                self.refuse(why);
            }
            None => {
                let (take, back) = (self.keys.shown(Act::Usual), self.keys.shown(Act::Undo));
                self.refuse(format!(
                    "All dice are typed. {take} confirms them, {back} takes back the last one."
                ));
            }
        }
    }

    /// Asks the computer what it would do.
    pub fn advise(&mut self) {
        if self.turn.asked.is_none() {
            return;
        }
        if self.turn.is_rolling() {
            self.refuse("Type the results of your dice first.");
            return;
        }
        let choices = self
            .course
            .session
            .as_ref()
            .map(Session::ranked)
            .unwrap_or_default();
        if choices.is_empty() {
            self.refuse("The computer has no hint here.");
            return;
        }
        self.turn.advise(choices);
        self.look_at_hint(0);
    }

    /// Looks at one of the computer's choices.
    pub fn look_at_hint(&mut self, n: usize) {
        let Some(hint) = &mut self.turn.hint else {
            return;
        };
        hint.seen = n.min(hint.choices.len() - 1);
        if let Some(who) = hint.choices[hint.seen].answer.figure() {
            self.selection.chosen = Some(who);
        }
    }

    /// Stops what the computer does for the person, or its thought: then it answers what it has
    /// found so far.
    pub fn stop(&mut self) -> bool {
        if self.turn.auto.take().is_some() {
            return true;
        }
        let Some(session) = &mut self.course.session else {
            return false;
        };
        let Some(applied) = session.stop_thinking() else {
            return false;
        };
        let after = session.game().clone();
        self.course.history.push(applied, after);
        true
    }

    /// The person has nothing more to do in this step.
    pub fn done(&mut self) {
        if self
            .turn
            .asked
            .as_ref()
            .is_some_and(|a| a.legal.has(&Answer::Done))
        {
            self.answer(Answer::Done, None);
        }
    }

    /// The actions of the chosen figure besides moving away, in the order in which they are listed.
    pub fn acts(&self) -> Vec<Answer> {
        let (Some(who), Some(asked)) = (self.selection.chosen, &self.turn.asked) else {
            return Vec::new();
        };
        let strikes = asked.legal.strikes.get(&who).into_iter().flatten();
        let mut acts: Vec<Answer> = strikes
            .map(|(how, at)| Answer::Strike {
                who,
                how: *how,
                at: *at,
            })
            .collect();
        if asked.legal.leaves.contains(&who) {
            acts.push(Answer::Leave { who });
        }
        let game = self.course.newest();
        let to = game.at(who);
        let stays = asked.legal.moves.get(&who).is_some_and(|m| m.contains(&to));
        if stays && game.place(who) == Place::On {
            acts.push(Answer::Move { who, to });
        }
        // walls and the like last
        acts.sort_by_key(|act| {
            let at = match act {
                Answer::Strike { at, .. } => Some(*at),
                _ => None,
            };
            matches!(at, Some(Target::Space(_) | Target::Border(..)))
        });
        acts
    }

    /// The next figure that can do something.
    pub fn next_figure(&mut self, back: bool) {
        let Some(asked) = &self.turn.asked else {
            return;
        };
        let all = asked.legal.figures();
        if all.is_empty() {
            let words = if asked.legal.has(&Answer::Yes) {
                let (yes, no) = (self.keys.shown(Act::Yes), self.keys.shown(Act::No));
                format!("Please answer yes ({yes}) or no ({no}) first.")
            } else {
                "There is no figure to select now.".to_owned()
            };
            self.refuse(words);
            return;
        }
        let now = self
            .selection
            .chosen
            .and_then(|c| all.iter().position(|f| *f == c));
        let n = all.len();
        let next = match (now, back) {
            (None, _) => 0,
            (Some(i), false) => (i + 1) % n,
            (Some(i), true) => (i + n - 1) % n,
        };
        self.choose(Some(all[next]));
        let game = self.course.newest();
        if game.place(all[next]) == Place::On {
            let board = game.board().clone();
            let at = game.at(all[next]);
            self.pane.view.look_at(&board, at);
        }
    }

    /// Chooses a figure.
    pub fn choose(&mut self, who: Option<Fig>) {
        self.selection.chosen = who;
        self.selection.aimed = None;
        self.selection.menu = None;
        self.preview.forget();
        if who.is_some() {
            self.panels.tab = Tab::Figure;
        }
    }

    /// Plays or pauses; at the end it starts again.
    pub fn play_or_pause(&mut self) {
        if self.course.is_at_end() {
            self.jump(0);
            self.course.player.playing = true;
        } else {
            self.course.player.playing = !self.course.player.playing;
        }
    }

    /// Jumps to the state after a number of answers.
    pub fn jump(&mut self, to: usize) {
        self.course.player.jump(to.min(self.course.history.len()));
        self.reasons.look_at(None);
        self.preview.forget();
    }

    /// Goes to where a round begins: the next one, or the one before.
    pub fn next_round(&mut self) {
        if let Some(to) = self.course.next_round() {
            self.jump(to);
        }
    }

    /// Goes back to where this round began, or the one before.
    pub fn last_round(&mut self) {
        self.jump(self.course.last_round());
    }

    /// Shows where a line of the log happened.
    pub fn flash(&mut self, at: Space) {
        let board = self.course.game().board().clone();
        self.pane.flash(&board, at);
    }

    /// Ends the battle if the person gives up, and puts the question away.
    pub(super) fn give_up(&mut self, sure: bool) {
        let side = self.panels.giving_up.take().filter(|_| sure);
        if side.is_some_and(|side| self.course.concede(side)) {
            self.turn.asked = None;
            self.turn.auto = None;
            self.message = None;
        }
    }

    /// Continues from the shown state as a new battle in which a person plays a side.
    ///
    /// # Errors
    /// When it cannot be begun.
    pub fn take_over(&mut self, side: Side) -> Result<(), WindowError> {
        let mut setup = self.course.setup.clone();
        setup.agents[side.index()] = AgentName::Human;
        let upto = self.course.player.shown.min(self.course.history.len());
        let answers: Vec<Answer> = self.course.history.moments[..upto]
            .iter()
            .map(|m| m.applied.answer.clone())
            .collect();
        let session = Session::after(setup.clone(), &answers)?;
        self.course.setup = setup;
        self.course.conceded = None;
        self.panels.giving_up = None;
        self.course.session = Some(session);
        self.course.history.truncate(upto);
        self.course.player.jump(upto);
        self.course.player.playing = true;
        self.turn.asked = None;
        self.message = None;
        self.reasons.look_at(None);
        self.panels.end_seen = false;
        self.panels.tab = Tab::Figure;
        Ok(())
    }

    /// Switches a tool on or off.
    pub fn toggle(&mut self, tool: Tool) {
        self.tools.toggle(tool);
    }
}
