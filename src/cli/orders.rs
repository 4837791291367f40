//! Short commands that a person types while playing.

use super::help;
use crate::battle::{Answer, Ask, Decision, Fig, How, Status, Target, Who};
use crate::board::Space;
use crate::dice::Faces;
use crate::play::words;
use crate::rules::Game;

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
    /// The rest of it after this answer.
    pub fn after(self, answer: &Answer) -> Option<Self> {
        match self {
            Scope::One => None,
            Scope::Figure(None) => match answer {
                Answer::Move { who, .. }
                | Answer::MoveAndShut { who, .. }
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

/// A command that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// An answer; whether it is legal is another matter.
    Answer(Answer),
    /// `volley`: with the squad of a figure, at that of a target.
    Volley(Fig, Fig),
    /// `e`: nothing more in this step, of this name if one is said.
    End(Option<String>),
    /// `?`, or `help` with a word.
    Help(Option<String>),
    /// `b`
    Board,
    /// `key`
    Key,
    /// `turn`: by so many quarter turns.
    Turn(u8),
    /// `i`
    Figures,
    /// `l`: of one figure, if one is named; with walls and other terrain.
    List(Option<Fig>, bool),
    /// `what` with a space; for a figure, if one is named.
    Space(Space, Option<Fig>),
    /// `what` with a figure.
    Figure(Fig),
    /// `near`
    Near(Option<Fig>),
    /// `score`
    Score,
    /// `aim`
    Aim,
    /// `rules`
    Rules,
    /// `r`
    Reach(Fig),
    /// `o`: whose, at whom, from where.
    Odds(Fig, Option<Target>, Option<Space>),
    /// `why`: of the last choice, or of what a figure did in its last turn.
    Why(Option<Fig>),
    /// `hint`
    Hint,
    /// `undo`
    Undo,
    /// `auto`
    Auto(Scope),
    /// `concede`
    Concede,
    /// `save`
    Save,
    /// `quit`
    Quit,
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
            None => {
                asked.ok_or_else(|| "name a figure, such as 1.3 (i lists all figures)".to_owned())
            }
        }
    }
    fn space(&mut self) -> Result<Space, String> {
        match self.rest.first().copied() {
            Some(word) => {
                let space = words::read_space(self.game, word)?;
                self.rest.remove(0);
                Ok(space)
            }
            None => Err("name a space, such as C4".to_owned()),
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
            Some(word) => Err(format!(
                "nothing is expected at {word:?}; help COMMAND shows how a command is typed"
            )),
        }
    }
}

/// Reads what was typed at a question. `listed` are the answers last listed.
///
/// # Errors
/// A text that is no command.
pub fn read(
    game: &Game,
    decision: &Decision,
    listed: &[Answer],
    text: &str,
) -> Result<Order, String> {
    let text = text.trim();
    if text.starts_with('{') {
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
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
            .ok_or_else(|| match listed.len() {
                0 => format!("there is no choice {text} here"),
                n => format!("there is no choice {text}; there are #1 to #{n} (list all)"),
            });
    }
    if let Some(answer) = bare(game, decision, text) {
        return answer.map(Order::Answer);
    }
    let mut rest: Vec<&str> = text.split_whitespace().collect();
    if rest.is_empty() {
        return Err("? lists all commands".to_owned());
    }
    let verb = rest.remove(0).to_lowercase();
    let mut w = Words {
        game,
        decision,
        rest,
    };
    let order = match verb.as_str() {
        "?" | "help" => Order::Help(w.rest.drain(..).next().map(str::to_owned)),
        "b" | "board" => Order::Board,
        "key" => Order::Key,
        "turn" => Order::Turn(quarters(w.rest.drain(..).next())?),
        "i" | "info" | "figures" => Order::Figures,
        "l" | "list" => match w.rest.first() {
            None => Order::List(None, false),
            Some(&"all") => {
                w.rest.clear();
                Order::List(None, true)
            }
            Some(_) => Order::List(Some(w.figure()?), true),
        },
        "what" => what(&mut w)?,
        "near" => Order::Near(named(&mut w)?),
        "score" => Order::Score,
        "aim" => Order::Aim,
        "rules" => Order::Rules,
        "r" | "reach" => Order::Reach(w.figure()?),
        "o" | "odds" => odds(&mut w)?,
        "w" | "why" => Order::Why(named(&mut w)?),
        "e" | "done" | "end" | "pass" => {
            let step = std::mem::take(&mut w.rest).join(" ");
            Order::End((!step.is_empty()).then_some(step))
        }
        "v" | "volley" => {
            let (who, at) = (w.figure()?, w.target()?);
            match at {
                Target::Figure(at) => Order::Volley(who, at),
                _ => return Err("name a figure as the target, such as volley 1.1 2.2".to_owned()),
            }
        }
        "h" | "hint" => Order::Hint,
        "u" | "undo" => Order::Undo,
        "auto" => Order::Auto(match w.rest.drain(..).next() {
            None | Some("one") => Scope::One,
            Some("figure") => Scope::Figure(None),
            Some("step" | "turn") => Scope::Step(None),
            Some("rest" | "all") => Scope::Rest,
            Some(other) => {
                return Err(format!(
                    "\"auto {other}\" is not understood; there are auto, auto figure, auto step, auto rest"
                ));
            }
        }),
        "concede" | "resign" => Order::Concede,
        "save" => Order::Save,
        "q" | "quit" | "exit" => Order::Quit,
        _ => Order::Answer(answer(&verb, &mut w)?),
    };
    w.end(order)
}

/// Quarter turns of a number of degrees; none said: half a turn.
fn quarters(word: Option<&str>) -> Result<u8, String> {
    match word {
        None | Some("180") => Ok(2),
        Some("90") => Ok(1),
        Some("270" | "-90") => Ok(3),
        Some("0" | "360") => Ok(0),
        Some(other) => Err(format!(
            "the board is turned by 90, 180 or 270 degrees, not by {other:?}"
        )),
    }
}

/// A figure, if one is named.
fn named(w: &mut Words) -> Result<Option<Fig>, String> {
    match w.rest.first() {
        None => Ok(None),
        Some(word) => {
            let figure = w.figure_named(word)?;
            w.rest.remove(0);
            Ok(Some(figure))
        }
    }
}

/// `what` with a space and perhaps a figure, or with a figure.
fn what(w: &mut Words) -> Result<Order, String> {
    let Some(word) = w.rest.first().copied() else {
        return Err("name a space or a figure, such as what C4 or what 1.3".to_owned());
    };
    if let Ok(figure) = w.figure_named(word) {
        w.rest.remove(0);
        return Ok(Order::Figure(figure));
    }
    let space = w.space()?;
    Ok(Order::Space(space, named(w)?))
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
        "m" | "move" => {
            let (who, to) = (w.figure()?, w.space()?);
            match w.rest.first() {
                Some(&"shut") if w.rest.len() > 1 => {
                    let door = words::read_border(w.game, w.rest[1])?;
                    w.rest.drain(..2);
                    Answer::MoveAndShut { who, to, door }
                }
                _ => Answer::Move { who, to },
            }
        }
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
        other => return Err(help::unknown(other)),
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
                .map_err(|_| format!("{t:?} is not what a die shows; type numbers, such as 4 2"))
        })
        .collect()
}
