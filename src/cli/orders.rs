//! What a person types while playing: short commands.

use crate::battle::{Answer, Ask, Decision, Fig, How, Status, Target, Who};
use crate::board::Space;
use crate::dice::Faces;
use crate::play::words;
use crate::rules::Game;

/// All commands, for `?`.
pub const HELP: &str = "\
Figures are 1.3 (or 3 for one of yours), spaces C4, borders C4|C5.
  m 1.3 C4      move to a space (also onto a mount)   leave 1.3   walk off the board
  s 1.1 2.2     shoot at a figure, space or border    f 1.1 2.2   fight
  a 1.1 2.2     attack with an action                 d 1.1       put up its guard
  burst 1.1 C4  several shots at a figure or space    blast 1.1 C4   a space and around it
  k 1.1 NAME    use a skill on a device               disable 1.1 2.2   summon 1.1 [1.2]
  p 1.3 C4      place; put a follower elsewhere       lay C4      lay a piece of terrain
  face NE       facing       y / n  yes, no           choose north, choose large wood
  side 2        who goes first
  roll 4 2      what real dice show                   done (e)    nothing more in this step
  Enter         the answer in brackets                #3          the third of the list
Looking and thinking
  b             the board                             i           all figures
  r 1.3         where it can go, with costs           l [1.3]     all that may be answered
  o 1.1 2.2     exact odds (o 1.1: of every attack; o 1.1 2.2 C4: from another space)
  hint          the computer's advice, with reasons   why         reasons of its last choice
Going on
  auto          the computer answers this; auto figure, auto step, auto rest: more than this
  undo (u)      take back, to the last die            quit (q)    leave; the record can be resumed";

/// For how long the computer answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// This question.
    One,
    /// As long as it acts with one figure.
    Figure(Option<Fig>),
    /// To the end of the step.
    Step(Option<Status>),
    /// To the end.
    Rest,
}

impl Scope {
    /// The scope, beginning at this question.
    pub fn from(self, game: &Game, decision: &Decision) -> Self {
        match self {
            Scope::Figure(_) => Scope::Figure(match decision.ask {
                Ask::Act { only } => only,
                _ => None,
            }),
            Scope::Step(_) => Scope::Step(Some(game.status())),
            other => other,
        }
    }
    /// Whether it has ended before this question.
    pub fn is_over(&self, game: &Game, decision: &Decision) -> bool {
        match self {
            Scope::One | Scope::Rest => false,
            Scope::Figure(Some(figure)) => match decision.ask {
                Ask::Act { only: Some(only) } => only != *figure,
                Ask::Act { only: None } => true,
                _ => false,
            },
            Scope::Figure(None) => false,
            Scope::Step(begun) => begun.as_ref() != Some(&game.status()),
        }
    }
    /// What is left of it after this answer.
    pub fn after(self, answer: &Answer) -> Option<Self> {
        match self {
            Scope::One => None,
            Scope::Figure(None) => match answer {
                Answer::Move { who, .. }
                | Answer::Leave { who }
                | Answer::Strike { who, .. }
                | Answer::Place { who, .. } => Some(Scope::Figure(Some(*who))),
                Answer::Done => None,
                _ => Some(Scope::Figure(None)),
            },
            other => Some(other),
        }
    }
}

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// An answer; whether it is legal is another matter.
    Answer(Answer),
    /// `?`
    Help,
    /// `b`
    Board,
    /// `i`
    Figures,
    /// `l`
    List(Option<Fig>),
    /// `r`
    Reach(Fig),
    /// `o`: whose, at whom, from where.
    Odds(Fig, Option<Target>, Option<Space>),
    /// `why`
    Why,
    /// `hint`
    Hint,
    /// `undo`
    Undo,
    /// `auto`
    Auto(Scope),
    /// `save`
    Save,
    /// `quit`
    Quit,
}

/// The legal answers to a question, those of one figure only if one is named.
pub fn legal(game: &Game, decision: &Decision, who: Option<Fig>) -> Vec<Answer> {
    if matches!(decision.ask, Ask::Roll { .. } | Ask::Over) {
        return Vec::new();
    }
    let mut answers = game.answers();
    if let Some(who) = who {
        answers.retain(|a| match a {
            Answer::Move { who: w, .. }
            | Answer::Leave { who: w }
            | Answer::Strike { who: w, .. }
            | Answer::Place { who: w, .. } => *w == who,
            _ => true,
        });
    }
    answers
}

/// The words after a command.
struct Words<'a> {
    game: &'a Game,
    decision: &'a Decision,
    rest: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn figure_named(&self, word: &str) -> Result<Fig, String> {
        if let Some(figure) = self.game.labelled(word) {
            return Ok(figure);
        }
        if let (Who::Side(side), Ok(number)) = (self.decision.who, word.parse::<u16>()) {
            return words::read_figure(self.game, &format!("{}.{number}", side.0 + 1));
        }
        words::read_figure(self.game, word)
    }
    /// The figure named next; none named: the one asked about.
    fn figure(&mut self) -> Result<Fig, String> {
        let asked = match &self.decision.ask {
            Ask::Act { only } => *only,
            Ask::Again { who, .. } | Ask::Face { who } | Ask::Summon { who } => Some(*who),
            _ => None,
        };
        match self.rest.first() {
            Some(word) => match (self.figure_named(word), asked) {
                (Ok(figure), _) => {
                    self.rest.remove(0);
                    Ok(figure)
                }
                (Err(_), Some(asked)) => Ok(asked),
                (Err(error), None) => Err(error),
            },
            None => asked.ok_or_else(|| "which figure? like 1.3".to_owned()),
        }
    }
    fn space(&mut self) -> Result<Space, String> {
        match self.rest.first().copied() {
            Some(word) => {
                let space = words::read_space(self.game, word)?;
                self.rest.remove(0);
                Ok(space)
            }
            None => Err("which space? like C4".to_owned()),
        }
    }
    /// All that is left, as a target: names of devices may have blanks.
    fn target(&mut self) -> Result<Target, String> {
        if self.rest.is_empty() {
            return Ok(Target::Nothing);
        }
        let text = self.rest.join(" ");
        self.rest.clear();
        words::read_target(self.game, &text)
    }
    fn strike(&mut self, how: How) -> Result<Answer, String> {
        // `a 2.2` during an activation: the one figure named is the target.
        let alone = matches!(
            self.decision.ask,
            Ask::Act { only: Some(_) } | Ask::Again { .. }
        ) && self.rest.len() == 1
            && how != How::Defend;
        let who = if alone {
            let only = std::mem::take(&mut self.rest);
            let who = self.figure();
            self.rest = only;
            who?
        } else {
            self.figure()?
        };
        let at = self.target()?;
        Ok(Answer::Strike { who, how, at })
    }
    fn end(&self, order: Order) -> Result<Order, String> {
        match self.rest.first() {
            None => Ok(order),
            Some(word) => Err(format!("{word:?} is too much; ? lists the commands")),
        }
    }
}

/// Reads what was typed at a question. `listed` are the answers last listed.
///
/// # Errors
/// What is not understood.
pub fn read(
    game: &Game,
    decision: &Decision,
    listed: &[Answer],
    text: &str,
) -> Result<Order, String> {
    let text = text.trim();
    if text.starts_with('{') {
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| format!("that is not JSON: {error}"))?;
        return words::read_answer(game, &value).map(Order::Answer);
    }
    if let Some(number) = text.strip_prefix('#') {
        let answer = number
            .trim()
            .parse::<usize>()
            .ok()
            .and_then(|n| listed.get(n.checked_sub(1)?));
        return answer
            .cloned()
            .map(Order::Answer)
            .ok_or_else(|| format!("there is no {text} in the list; l lists the answers"));
    }
    if let Some(answer) = bare(game, decision, text) {
        return answer.map(Order::Answer);
    }
    let mut rest: Vec<&str> = text.split_whitespace().collect();
    if rest.is_empty() {
        return Err("? lists the commands".to_owned());
    }
    let verb = rest.remove(0).to_lowercase();
    let mut w = Words {
        game,
        decision,
        rest,
    };
    let order = match verb.as_str() {
        "?" | "help" => Order::Help,
        "b" | "board" => Order::Board,
        "i" | "info" | "figures" => Order::Figures,
        "l" | "list" => Order::List(if w.rest.is_empty() {
            None
        } else {
            Some(w.figure()?)
        }),
        "r" | "reach" => Order::Reach(w.figure()?),
        "o" | "odds" => odds(&mut w)?,
        "w" | "why" => Order::Why,
        "h" | "hint" => Order::Hint,
        "u" | "undo" => Order::Undo,
        "auto" => Order::Auto(match w.rest.drain(..).next() {
            None | Some("one") => Scope::One,
            Some("figure") => Scope::Figure(None),
            Some("step" | "turn") => Scope::Step(None),
            Some("rest" | "all") => Scope::Rest,
            Some(other) => {
                return Err(format!(
                    "auto {other}? there are auto, auto figure, auto step, auto rest"
                ));
            }
        }),
        "save" => Order::Save,
        "q" | "quit" | "exit" => Order::Quit,
        _ => Order::Answer(answer(&verb, &mut w)?),
    };
    w.end(order)
}

fn odds(w: &mut Words) -> Result<Order, String> {
    let who = w.figure()?;
    let from = match w.rest.len() {
        0 | 1 => None,
        _ => {
            let last = w.rest.pop().unwrap_or_default();
            let last = last.trim_start_matches('@');
            if w.rest.last() == Some(&"from") {
                w.rest.pop();
            }
            Some(words::read_space(w.game, last)?)
        }
    };
    let at = match w.target()? {
        Target::Nothing => None,
        at => Some(at),
    };
    Ok(Order::Odds(who, at, from))
}

/// Reads an answer that begins with a verb.
fn answer(verb: &str, w: &mut Words) -> Result<Answer, String> {
    Ok(match verb {
        "m" | "move" => Answer::Move {
            who: w.figure()?,
            to: w.space()?,
        },
        "leave" => Answer::Leave { who: w.figure()? },
        "s" | "shoot" => w.strike(How::Shoot)?,
        "f" | "fight" => w.strike(How::Fight)?,
        "a" | "attack" => w.strike(How::Attack)?,
        "k" | "skill" => w.strike(How::Skill)?,
        "disable" => w.strike(How::Disable)?,
        "summon" => w.strike(How::Summon)?,
        "burst" => w.strike(How::Burst)?,
        "blast" | "fire" => w.strike(How::Blast)?,
        "d" | "defend" | "guard" => w.strike(How::Defend)?,
        "face" => {
            let word = w.rest.drain(..).next_back().unwrap_or_default();
            Answer::Face(words::read_facing(w.game, word)?)
        }
        "p" | "place" => Answer::Place {
            who: w.figure()?,
            to: w.space()?,
        },
        "lay" => Answer::Lay { to: w.space()? },
        "y" | "yes" => Answer::Yes,
        "n" | "no" => Answer::No,
        "e" | "done" | "end" | "pass" => Answer::Done,
        "side" => {
            let number = w.rest.drain(..).next().unwrap_or_default();
            let object = serde_json::json!({"do": "side", "side": number.parse::<u64>().ok()});
            words::read_answer(w.game, &object)?
        }
        "choose" => {
            let text = std::mem::take(&mut w.rest).join(" ");
            Answer::Choose(words::read_choice(&text)?)
        }
        "roll" => Answer::Faces(faces(&std::mem::take(&mut w.rest).join(" "))?),
        other => return Err(format!("{other:?} is not understood; ? lists the commands")),
    })
}

/// An answer without a verb, where the question makes clear what is meant.
fn bare(game: &Game, decision: &Decision, text: &str) -> Option<Result<Answer, String>> {
    match &decision.ask {
        Ask::Roll { .. } => text
            .starts_with(|c: char| c.is_ascii_digit())
            .then(|| faces(text).map(Answer::Faces)),
        // `n` is north here, as nothing is answered with yes or no.
        Ask::Face { .. } => words::read_facing(game, text)
            .ok()
            .map(|f| Ok(Answer::Face(f))),
        Ask::Lay { .. } => words::read_space(game, text)
            .ok()
            .map(|to| Ok(Answer::Lay { to })),
        Ask::Choose { .. } => words::read_choice(text).ok().map(|c| Ok(Answer::Choose(c))),
        Ask::First => {
            let number = text.parse::<u64>().ok()?;
            let object = serde_json::json!({"do": "side", "side": number});
            Some(words::read_answer(game, &object))
        }
        _ => None,
    }
}

/// Faces: numbers between blanks or commas.
fn faces(text: &str) -> Result<Faces, String> {
    text.split([' ', ',', '+'])
        .filter(|t| !t.is_empty())
        .map(|t| {
            t.parse::<u8>()
                .map_err(|_| format!("{t:?} is not what a die shows; like 4 2"))
        })
        .collect()
}
