//! From what was typed to an order.

use super::{Order, OrderError, Scope};
use crate::battle::{Answer, Ask, Decision, Fig, How, Place, Target, Who};
use crate::board::Space;
use crate::cli::help;
use crate::dice::Faces;
use crate::play::words;
use crate::rules::Game;

/// The words after a command.
struct Words<'a> {
    game: &'a Game,
    decision: &'a Decision,
    rest: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn figure_named(&self, word: &str) -> Result<Fig, OrderError> {
        if let Some(figure) = self.game.labelled(word) {
            return Ok(figure);
        }
        let read = match (self.decision.who, word.parse::<u16>()) {
            (Who::Side(side), Ok(number)) => {
                words::read_figure(self.game, &format!("{}.{number}", side.0 + 1))
            }
            _ => words::read_figure(self.game, word),
        };
        read.map_err(OrderError::Word)
    }
    /// The figure named next; none named: the one asked about.
    fn figure(&mut self) -> Result<Fig, OrderError> {
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
            None => asked.ok_or(OrderError::Missing(
                "a figure, such as 1.3 (i lists all figures)",
            )),
        }
    }
    fn space(&mut self) -> Result<Space, OrderError> {
        match self.rest.first().copied() {
            Some(word) => {
                let space = words::read_space(self.game, word).map_err(OrderError::Word)?;
                self.rest.remove(0);
                Ok(space)
            }
            None => Err(OrderError::Missing("a space, such as C4")),
        }
    }
    /// All that is left, as a target: names of devices may have blanks.
    fn target(&mut self) -> Result<Target, OrderError> {
        if self.rest.is_empty() {
            return Ok(Target::Nothing);
        }
        let text = self.rest.join(" ");
        self.rest.clear();
        words::read_target(self.game, &text).map_err(OrderError::Word)
    }
    fn strike(&mut self, how: How) -> Result<Answer, OrderError> {
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
    fn end(&self, order: Order) -> Result<Order, OrderError> {
        match self.rest.first() {
            None => Ok(order),
            Some(word) => Err(OrderError::Left((*word).to_owned())),
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
) -> Result<Order, OrderError> {
    let text = text.trim();
    if text.starts_with('{') {
        return json(game, text).map(Order::Answer);
    }
    if let Some(number) = text.strip_prefix('#') {
        let chosen = choice(listed, number).ok_or_else(|| OrderError::NoChoice {
            typed: text.to_owned(),
            choices: listed.len(),
        });
        return chosen.map(Order::Answer);
    }
    if let Some(answer) = bare(game, decision, text) {
        return answer.map(Order::Answer);
    }
    if let Some(order) = of_figure(game, decision, listed, text) {
        return order;
    }
    let mut rest: Vec<&str> = text.split_whitespace().collect();
    if rest.is_empty() {
        return Err(OrderError::Empty);
    }
    let verb = rest.remove(0).to_lowercase();
    let mut words = Words {
        game,
        decision,
        rest,
    };
    let order = command(&verb, &mut words)?;
    words.end(order)
}

/// An answer written as JSON.
fn json(game: &Game, text: &str) -> Result<Answer, OrderError> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| OrderError::Json(error.to_string()))?;
    words::read_answer(game, &value).map_err(OrderError::Word)
}

/// The choice of a number, from 1.
fn choice(listed: &[Answer], number: &str) -> Option<Answer> {
    let number: usize = number.trim().parse().ok()?;
    listed.get(number.checked_sub(1)?).cloned()
}

/// The order that begins with a verb.
fn command(verb: &str, w: &mut Words) -> Result<Order, OrderError> {
    Ok(match verb {
        "?" | "help" => Order::Help(w.rest.drain(..).next().map(str::to_owned)),
        "b" | "board" => Order::Board(around(w)?),
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
        "what" => what(w)?,
        "near" => Order::Near(named(w)?),
        "score" => Order::Score,
        "aim" => Order::Aim,
        "rules" => Order::Rules,
        "r" | "reach" => Order::Reach(w.figure()?),
        "o" | "odds" => odds(w)?,
        "w" | "why" => Order::Why(named(w)?),
        "e" | "done" | "end" | "pass" => {
            let step = std::mem::take(&mut w.rest).join(" ");
            Order::End((!step.is_empty()).then_some(step))
        }
        "v" | "volley" => {
            let (who, at) = (w.figure()?, w.target()?);
            let Target::Figure(at) = at else {
                let needed = "a figure as the target, such as volley 1.1 2.2";
                return Err(OrderError::Missing(needed));
            };
            Order::Volley(who, at)
        }
        "h" | "hint" => Order::Hint,
        "u" | "undo" => Order::Undo,
        "auto" => Order::Auto(match w.rest.drain(..).next() {
            None | Some("one") => Scope::One,
            Some("figure") => Scope::Figure(None),
            Some("step" | "turn") => Scope::Step(None),
            Some("rest" | "all") => Scope::Rest,
            Some(other) => return Err(OrderError::Scope(other.to_owned())),
        }),
        "concede" | "resign" => Order::Concede,
        "save" => Order::Save,
        "q" | "quit" | "exit" => Order::Quit,
        _ => Order::Answer(answer(verb, w)?),
    })
}

/// Quarter turns of a number of degrees; none said: half a turn.
fn quarters(word: Option<&str>) -> Result<u8, OrderError> {
    match word {
        None | Some("180") => Ok(2),
        Some("90") => Ok(1),
        Some("270" | "-90") => Ok(3),
        Some("0" | "360") => Ok(0),
        Some(other) => Err(OrderError::Degrees(other.to_owned())),
    }
}

/// A figure, if one is named.
fn named(w: &mut Words) -> Result<Option<Fig>, OrderError> {
    match w.rest.first() {
        None => Ok(None),
        Some(word) => {
            let figure = w.figure_named(word)?;
            w.rest.remove(0);
            Ok(Some(figure))
        }
    }
}

/// The space of `b` with a space or a figure, if one is named.
fn around(w: &mut Words) -> Result<Option<Space>, OrderError> {
    match named_space(w) {
        Some(space) => Ok(Some(space)),
        None if w.rest.is_empty() => Ok(None),
        None => w.space().map(Some),
    }
}

/// The space of the figure that is named next, if it is on the board.
fn named_space(w: &mut Words) -> Option<Space> {
    let who = w.figure_named(w.rest.first()?).ok()?;
    (w.game.place(who) == Place::On).then(|| {
        w.rest.remove(0);
        w.game.at(who)
    })
}

/// `what` with a space and perhaps a figure, or with a figure.
fn what(w: &mut Words) -> Result<Order, OrderError> {
    let Some(word) = w.rest.first().copied() else {
        let needed = "a space or a figure, such as what C4 or what 1.3";
        return Err(OrderError::Missing(needed));
    };
    if let Ok(figure) = w.figure_named(word) {
        w.rest.remove(0);
        return Ok(Order::Figure(figure));
    }
    let space = w.space()?;
    Ok(Order::Space(space, named(w)?))
}

fn odds(w: &mut Words) -> Result<Order, OrderError> {
    let who = w.figure()?;
    let from = match w.rest.len() {
        0 | 1 => None,
        _ => {
            let last = w.rest.pop().unwrap_or_default();
            let last = last.trim_start_matches('@');
            if w.rest.last() == Some(&"from") {
                w.rest.pop();
            }
            Some(words::read_space(w.game, last).map_err(OrderError::Word)?)
        }
    };
    let at = match w.target()? {
        Target::Nothing => None,
        at => Some(at),
    };
    Ok(Order::Odds(who, at, from))
}

/// Reads an answer that begins with a verb.
fn answer(verb: &str, w: &mut Words) -> Result<Answer, OrderError> {
    Ok(match verb {
        "m" | "move" => {
            let (who, to) = (w.figure()?, w.space()?);
            match w.rest.first() {
                Some(&"shut") if w.rest.len() > 1 => {
                    let door = words::read_border(w.game, w.rest[1]).map_err(OrderError::Word)?;
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
            Answer::Face(words::read_facing(w.game, word).map_err(OrderError::Word)?)
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
            words::read_answer(w.game, &object).map_err(OrderError::Word)?
        }
        "choose" => {
            let text = std::mem::take(&mut w.rest).join(" ");
            Answer::Choose(words::read_choice(&text).map_err(OrderError::Word)?)
        }
        "roll" => Answer::Faces(faces(&std::mem::take(&mut w.rest).join(" "))?),
        other => return Err(help::unknown(other).into()),
    })
}

/// An answer without a verb, where the question makes clear what is meant.
fn bare(game: &Game, decision: &Decision, text: &str) -> Option<Result<Answer, OrderError>> {
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
            Some(words::read_answer(game, &object).map_err(OrderError::Word))
        }
        _ => None,
    }
}

/// An order that begins with a figure instead of a verb, at a question what to do or where to place:
/// `1.3` lists what it can do, `1.3 C4` moves or places it, `1.3 2.2` attacks.
fn of_figure(
    game: &Game,
    decision: &Decision,
    listed: &[Answer],
    text: &str,
) -> Option<Result<Order, OrderError>> {
    if !matches!(
        decision.ask,
        Ask::Act { .. } | Ask::Again { .. } | Ask::Deploy
    ) {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let named = |word: &str| {
        let numbered = word.starts_with(|c: char| c.is_ascii_digit());
        let w = Words {
            game,
            decision,
            rest: Vec::new(),
        };
        numbered.then(|| w.figure_named(word).ok()).flatten()
    };
    let who = named(words.first()?)?;
    let [_, to] = words[..] else {
        return (words.len() == 1).then_some(Ok(Order::List(Some(who), true)));
    };
    if let Some(foe) = game.labelled(to).or_else(|| named(to)) {
        let attack = attack(game, listed, who, foe);
        let several = || OrderError::SeveralWays(words[0].to_owned());
        return Some(attack.map(Order::Answer).ok_or_else(several));
    }
    let to = match words::read_space(game, to) {
        Ok(to) => to,
        Err(error) => return Some(Err(OrderError::Word(error))),
    };
    let answer = match decision.ask {
        Ask::Deploy => Answer::Place { who, to },
        _ => Answer::Move { who, to },
    };
    Some(Ok(Order::Answer(answer)))
}

/// The attack of a figure on another, unless there are several ways. One that
/// cannot be made now is taken as the first of those that it has, so that it is refused with its reason.
fn attack(game: &Game, listed: &[Answer], who: Fig, foe: Fig) -> Option<Answer> {
    let at = Target::Figure(foe);
    let mut ways = listed.iter().filter(
        |answer| matches!(answer, Answer::Strike { who: one, at: other, .. } if (*one, *other) == (who, at)),
    );
    match (ways.next(), ways.next()) {
        (Some(way), None) => Some(way.clone()),
        (None, _) => {
            let how = game
                .modes(who, true)
                .first()
                .map_or(How::Attack, |mode| mode.how);
            Some(Answer::Strike { who, how, at })
        }
        _ => None,
    }
}

/// Faces: numbers between blanks or commas.
fn faces(text: &str) -> Result<Faces, OrderError> {
    text.split([' ', ',', '+'])
        .filter(|t| !t.is_empty())
        .map(|t| t.parse::<u8>().map_err(|_| OrderError::Face(t.to_owned())))
        .collect()
}
