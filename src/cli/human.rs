//! A person at the keyboard, or a script on the standard input: the board and the question are
//! shown, and what is typed is answered.

mod asking;
mod queries;

use super::choices::Choices;
use super::default_answer::{self, DefaultAnswer, Sure};
use super::input::{by_program, on_terminal};
use super::orders::Scope;
use super::paragraphs::{fitted, say, say_fitted, screen, wrapped};
use super::pause::Pause;
use super::stage::Stage;
use super::table_text::Turn;
use super::{Failure, input, output};
use crate::ai::{self, Thought, Why};
use crate::battle::{Answer, Ask, Decision, Fig, How, Target, Who};
use crate::play::briefing::{self, Briefing};
use crate::play::matches::{self, Applied, Match};
use crate::play::{AgentName, Setup, concession, external, refusal, tell};
use crate::rules::Game;
use crate::store::options::USUAL;
use queries::say_board;
use std::collections::BTreeMap;

/// A person's reply to a question.
#[derive(Debug)]
pub enum Reply {
    /// This answer, with reasons where the computer gave it for them.
    Answer(Answer, Option<Why>),
    /// Take the last one back.
    Undo,
    /// Leave the battle.
    Quit,
    /// Give up the battle.
    Concede,
}

/// A person at the keyboard (or a script on the standard input).
pub struct Human {
    seed: u64,
    terminal: bool,
    briefing: Option<Briefing>,
    auto: Option<Scope>,
    last_why: Option<Why>,
    /// The reasons of each figure's last turn, with the round of it.
    reasons: BTreeMap<Fig, (u16, Vec<Why>)>,
    /// Something has happened since the board was drawn.
    stale: bool,
    choices: Choices,
    hinted: bool,
    keyed: bool,
    turn: Turn,
    /// The figure named last.
    selected: Option<Fig>,
    /// Where this person answered last, unless the answer ended it.
    left_at: Option<Stage>,
    /// Another side has acted since then.
    others_acted: bool,
    /// A squad that fires, one figure after the other, and at whom.
    volley: Option<(Fig, Fig)>,
    /// Text that was typed before the question.
    early: Option<String>,
    /// Lines above the board that have not been read yet.
    above: usize,
    /// What Enter answers.
    default_answer: DefaultAnswer,
    /// They have been told that they cannot win any more.
    asked_hopeless: bool,
}

impl Human {
    /// A person in this battle.
    pub fn new(setup: &Setup) -> Self {
        Self {
            seed: setup.seed,
            terminal: on_terminal(),
            briefing: None,
            auto: None,
            last_why: None,
            reasons: BTreeMap::new(),
            stale: true,
            choices: Choices::default(),
            hinted: false,
            keyed: false,
            turn: Turn::default(),
            selected: None,
            left_at: None,
            others_acted: false,
            volley: None,
            early: None,
            above: 0,
            default_answer: DefaultAnswer::default(),
            asked_hopeless: false,
        }
    }

    /// Tells what the battle is about, before it begins, if a person plays.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub fn greet(&mut self, game: &Game, setup: &Setup) -> Result<(), Failure> {
        self.briefing = Some(briefing::briefing(game, setup));
        if by_program(setup) || !setup.agents.contains(&AgentName::Human) {
            return Ok(());
        }
        self.hinted = true;
        self.tell(&self.aim())?;
        if self.terminal && self.early.is_none() {
            output::print("\nEnter begins.\n> ")?;
            if let input::Line::Text(text) = read()?
                && !text.trim().is_empty()
            {
                self.early = Some(text);
            }
        }
        Ok(())
    }

    /// The briefing as text.
    fn aim(&self) -> String {
        let Some(briefing) = &self.briefing else {
            return String::new();
        };
        let mut lines = wrapped(&briefing.title, "");
        lines.extend(briefing.notes.iter().flat_map(|notes| wrapped(notes, "  ")));
        lines.extend(wrapped(&format!("To win: {}", briefing.victory), "  "));
        for thing in &briefing.things {
            lines.extend(wrapped(&format!("On the board: {thing}."), "  "));
        }
        for side in &briefing.sides {
            lines.extend(wrapped(&format!("{side}."), "  "));
        }
        lines.extend(wrapped(&briefing.balance, "  "));
        lines.extend(wrapped(
            "To begin with: hint (advice), list (your choices), ? (all commands). \
             aim shows this again.",
            "  ",
        ));
        lines.join("\n")
    }

    /// An answer was given, by any side.
    pub fn heard(&mut self, game: &Game, applied: &Applied) {
        if let Some(why) = &applied.why {
            self.last_why = Some(why.clone());
            if let Some(who) = why.who {
                let round = game.status().round;
                let kept = self.reasons.entry(who).or_insert((round, Vec::new()));
                if kept.0 != round {
                    *kept = (round, Vec::new());
                }
                kept.1.push(why.clone());
            }
        }
        self.stale |= !applied.events.is_empty();
        let acted = matches!(
            applied.answer,
            Answer::Move { .. }
                | Answer::MoveAndShut { .. }
                | Answer::Leave { .. }
                | Answer::Strike { .. }
                | Answer::Done
        );
        if acted
            && self
                .left_at
                .as_ref()
                .is_some_and(|then| then.side != applied.by)
        {
            self.others_acted = true;
        }
    }

    /// The next attack of a squad that fires; none: it has finished, or no squad fires.
    fn next_of_volley(&mut self, game: &Game, decision: &Decision) -> Option<Answer> {
        let (who, at) = self.volley?;
        let own = matches!(decision.who, Who::Side(side) if side == game.side(who));
        let next = match decision.ask {
            Ask::Roll { .. } => return None,
            Ask::Act { .. } if own => game.fire_of_squad(who, at).first().copied(),
            _ => None,
        };
        let answer = next.map(|(who, at)| {
            let (how, at) = (How::Shoot, Target::Figure(at));
            Answer::Strike { who, how, at }
        });
        let answer = answer.filter(|answer| game.check(answer).is_ok());
        if answer.is_none() {
            self.volley = None;
        }
        answer
    }

    /// The reply of an answer that can be given; otherwise says why it cannot.
    fn checked(
        &mut self,
        game: &Game,
        decision: &Decision,
        answer: Answer,
    ) -> Result<Option<Reply>, Failure> {
        match matches::check(game, decision, &answer) {
            Ok(()) => {
                if let Some(stage) = Stage::of(game, decision) {
                    self.left_at = (answer != Answer::Done).then_some(stage);
                    self.others_acted = false;
                    if let Answer::Move { who, .. } | Answer::Strike { who, .. } = answer {
                        self.selected = Some(who);
                    }
                }
                Ok(Some(Reply::Answer(answer, None)))
            }
            Err(refused) => {
                say_fitted(&refusal::sentence(game, &answer, &refused))?;
                Ok(None)
            }
        }
    }

    /// What the computer answers for the person, while it was told to.
    fn automatic(&mut self, battle: &Match, decision: &Decision) -> Option<Reply> {
        let scope = self.auto.as_ref()?;
        if decision.who == Who::Chance {
            return None;
        }
        if scope.is_over(battle.game(), decision) {
            self.auto = None;
            return None;
        }
        let thought = self.advice(battle, decision)?;
        self.auto = self.auto.take().and_then(|s| s.after(&thought.answer));
        Some(Reply::Answer(thought.answer, thought.why))
    }

    /// Takes over the lines that a person has not read yet, and the line that was typed.
    pub fn after(&mut self, pause: Pause) {
        self.early = pause.typed.or(self.early.take());
        self.above = pause.above;
    }

    /// Whether a question is answered without the person: by the computer that they asked to, or
    /// because a squad goes on firing.
    pub fn is_busy(&self, game: &Game, decision: &Decision) -> bool {
        let auto = self.auto.as_ref();
        self.volley.is_some() || auto.is_some_and(|scope| !scope.is_over(game, decision))
    }

    /// The board and the choices, before a question is asked for the first time.
    fn introduce(&mut self, game: &Game, decision: &Decision) -> Result<(), Failure> {
        if !self.hinted {
            self.hinted = true;
            say("? lists the commands; Enter takes the answer in brackets.")?;
        }
        if matches!(decision.ask, Ask::Roll { .. }) {
            return Ok(());
        }
        let size = screen();
        let (wide, most) = match size {
            Some((wide, high)) => (wide, lines_of_choices(high)),
            None => (100, 12),
        };
        let lines = self.choices.brief(game, most, wide - 1);
        if self.terminal && self.stale {
            self.stale = false;
            let roomy = size.is_none_or(|(_, high)| high >= 36);
            let key = roomy || !self.keyed;
            self.keyed = true;
            let others = lines.len() + QUESTION + std::mem::take(&mut self.above);
            let at = focus(game, decision).map(|f| game.at(f));
            say_board(&self.board(game, Vec::new(), at, (key, others)))?;
        }
        if !lines.is_empty() {
            say(&lines.join("\n"))?;
        }
        Ok(())
    }

    fn prompt(
        &self,
        game: &Game,
        decision: &Decision,
        preset: Option<&Answer>,
    ) -> Result<(), Failure> {
        let preset = match (preset, &decision.ask) {
            (Some(_), Ask::Roll { .. }) => " [Enter: the program rolls]".to_owned(),
            (Some(answer), _) => format!(" [Enter: {}]", default_answer::shown(game, answer)),
            (None, _) => String::new(),
        };
        self.prompted(&format!("{}{preset}", tell::question(game, decision)))
    }

    fn prompted(&self, question: &str) -> Result<(), Failure> {
        let text = fitted(question);
        if self.terminal {
            output::print(&format!("{text}\n> "))
        } else {
            say(&text)
        }
    }

    /// What Enter answers: the advice, or for dice what they show.
    fn preset(&mut self, battle: &Match, decision: &Decision) -> Option<Answer> {
        let advice = self.advice(battle, decision).map(|thought| thought.answer);
        advice.or_else(|| external::preset(battle.game(), decision, self.seed, battle.number()))
    }

    /// What the computer would answer.
    fn advice(&mut self, battle: &Match, decision: &Decision) -> Option<Thought> {
        let seed = self.seed;
        let Who::Side(side) = decision.who else {
            return None;
        };
        let advisor = || ai::agent(USUAL, seed, side).ok();
        self.default_answer.of(battle, decision, advisor).cloned()
    }

    /// The question whether to give up, once, when it is proven that they cannot win any more.
    fn hopeless(&mut self, game: &Game, decision: &Decision) -> Option<(Sure, String)> {
        let Who::Side(side) = decision.who else {
            return None;
        };
        if self.asked_hopeless || !concession::is_hopeless(game, side) {
            return None;
        }
        self.asked_hopeless = true;
        let question = "You cannot win any more: there are too few points left. Do you give up? \
                        [no: play on]";
        Some((Sure::Concede, question.to_owned()))
    }
}

/// Lines that a question takes with the prompt.
const QUESTION: usize = 3;

/// Lines of choices under the board, on a terminal of so many lines.
fn lines_of_choices(high: usize) -> usize {
    (high / 5).clamp(3, 12)
}

/// Reads a line from the standard input.
fn read() -> Result<input::Line, Failure> {
    let line = input::line(&mut std::io::stdin().lock(), external::LONGEST_LINE);
    line.map_err(|error| Failure::Io {
        what: "the standard input".into(),
        error,
    })
}

/// The figure to look at.
fn focus(game: &Game, decision: &Decision) -> Option<Fig> {
    decision.ask.about().or_else(|| match decision.who {
        Who::Side(side) => game.on_board().find(|f| game.side(*f) == side),
        Who::Chance => None,
    })
}
