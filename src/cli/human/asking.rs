//! Asking a person until there is an answer that can be given.

use super::{Human, Reply, read};
use crate::battle::{Answer, Decision};
use crate::cli::choices::Choices;
use crate::cli::default_answer::{self, Sure};
use crate::cli::orders::{self, Order, OrderError};
use crate::cli::paragraphs::{say, say_fitted};
use crate::cli::stage::{Stage, holds_back};
use crate::cli::{Failure, input, output};
use crate::play::matches::Match;
use crate::rules::Game;

/// A question while it is asked.
struct Question<'a> {
    battle: &'a Match,
    decision: &'a Decision,
    /// What Enter answers.
    preset: Option<Answer>,
    /// The stage it belongs to.
    now: Option<Stage>,
    /// The stage that ended by itself since this person answered last.
    ended: Option<Stage>,
    /// A yes-or-no question that comes first where something would be lost.
    sure: Option<(Sure, String)>,
}

/// The request on a line.
enum Typed {
    /// Nothing: the question is asked again.
    Nothing,
    /// To give up the battle, and that is certain.
    Concede,
    /// An order.
    Order(Order),
}

/// What follows after an order.
enum Next {
    /// The person has replied.
    Reply(Reply),
    /// The question is asked again.
    Again,
    /// The same, and it was seen: `e` ends what it asks about.
    Seen,
}

impl Question<'_> {
    fn game(&self) -> &Game {
        self.battle.game()
    }

    /// Reads a line.
    fn read(&mut self, choices: &Choices, text: &str) -> Result<Typed, OrderError> {
        let done = Typed::Order(Order::Answer(Answer::Done));
        Ok(match (self.sure.take(), text.trim(), &self.preset) {
            (Some((Sure::Concede, _)), "y" | "yes", _) => Typed::Concede,
            (Some((Sure::End, _)), "" | "y" | "yes", _) => done,
            (Some(_), "" | "n" | "no", _) | (None, "", None) => Typed::Nothing,
            (None, "", Some(Answer::Done)) => {
                let question = default_answer::before_end(self.game(), self.decision, choices);
                self.sure = question.map(|question| (Sure::End, question));
                match self.sure {
                    Some(_) => Typed::Nothing,
                    None => done,
                }
            }
            (None, "", Some(answer)) => Typed::Order(Order::Answer(answer.clone())),
            (_, text, _) => {
                let (game, listed) = (self.game(), &choices.all);
                Typed::Order(orders::read(game, self.decision, listed, text)?)
            }
        })
    }
}

impl Human {
    /// Asks until there is an answer that can be given.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub fn ask(&mut self, battle: &Match, decision: &Decision) -> Result<Reply, Failure> {
        let game = battle.game();
        if let Some(reply) = self.automatic(battle, decision) {
            self.left_at = None;
            return Ok(reply);
        }
        if let Some(answer) = self.next_of_volley(game, decision) {
            return Ok(Reply::Answer(answer, None));
        }
        self.choices = Choices::new(game, decision);
        self.introduce(game, decision)?;
        let preset = self.preset(battle, decision);
        let now = Stage::of(game, decision);
        let mut question = Question {
            battle,
            decision,
            preset,
            ended: self.ended_before(now.as_ref()),
            now,
            sure: self.hopeless(game, decision),
        };
        loop {
            match &question.sure {
                Some((_, sure)) => self.prompted(sure)?,
                None => self.prompt(game, decision, question.preset.as_ref())?,
            }
            let line = match self.early.take() {
                Some(text) => {
                    output::line(&text)?;
                    input::Line::Text(text)
                }
                None => read()?,
            };
            let text = match line {
                input::Line::End => return Ok(Reply::Quit),
                input::Line::TooLong => {
                    say("That line is too long.")?;
                    continue;
                }
                input::Line::Text(text) => text,
            };
            let order = match question.read(&self.choices, &text) {
                Ok(Typed::Order(order)) => order,
                Ok(Typed::Nothing) => continue,
                Ok(Typed::Concede) => return Ok(Reply::Concede),
                Err(error) => {
                    say_fitted(&error.to_string())?;
                    continue;
                }
            };
            match self.follow(&mut question, order)? {
                Next::Reply(reply) => return Ok(reply),
                Next::Again => {}
                Next::Seen => question.ended = None,
            }
        }
    }

    /// The stage that ended by itself since this person answered last.
    fn ended_before(&self, now: Option<&Stage>) -> Option<Stage> {
        let (then, now) = (self.left_at.as_ref()?, now?);
        (self.others_acted || then.has_ended(now)).then(|| then.clone())
    }

    /// Carries an order out.
    fn follow(&mut self, question: &mut Question, order: Order) -> Result<Next, Failure> {
        let (battle, decision) = (question.battle, question.decision);
        let game = battle.game();
        Ok(match order {
            Order::End(named) => {
                let ended = question.ended.take();
                match holds_back(game, question.now.as_ref(), ended, named) {
                    Some(why) => {
                        say_fitted(&why)?;
                        Next::Again
                    }
                    None => self.answered(question, Answer::Done)?,
                }
            }
            Order::Answer(answer) => self.answered(question, answer)?,
            Order::Volley(who, at) => {
                self.volley = Some((who, at));
                let Some(answer) = self.next_of_volley(game, decision) else {
                    say("No figure of that squad can shoot at that target.")?;
                    return Ok(Next::Again);
                };
                let next = self.answered(question, answer)?;
                if let Next::Again = next {
                    self.volley = None;
                }
                next
            }
            Order::Undo => {
                self.left_at = None;
                Next::Reply(Reply::Undo)
            }
            Order::Quit => Next::Reply(Reply::Quit),
            Order::Concede => {
                let sure = "Do you give up this battle? [no]".to_owned();
                question.sure = Some((Sure::Concede, sure));
                Next::Again
            }
            Order::Auto(scope) => {
                self.auto = Some(scope.from(game, decision));
                if let Some(reply) = self.automatic(battle, decision) {
                    self.left_at = None;
                    return Ok(Next::Reply(reply));
                }
                self.auto = None;
                say("The computer does not roll real dice for you; type what they show.")?;
                Next::Seen
            }
            order => {
                self.inform(battle, decision, order)?;
                Next::Seen
            }
        })
    }

    /// The reply of an answer, if it can be given.
    fn answered(&mut self, question: &Question, answer: Answer) -> Result<Next, Failure> {
        let reply = self.checked(question.game(), question.decision, answer)?;
        Ok(reply.map_or(Next::Again, Next::Reply))
    }
}
