//! A person at the keyboard, or a script on the standard input: the board and the question are
//! shown, and what is typed is answered.

use super::choices::Choices;
use super::drive::{by_program, on_terminal};
use super::orders::{self, Order, Scope};
use super::paragraphs::{fitted, say, say_fitted, screen, wrapped};
use super::stage::{Stage, holds_back};
use super::table_text::{self, Picture, Turn};
use super::{Failure, board_key, chances, help, input, inquire, output};
use crate::ai::{self, Agent, Why};
use crate::battle::{Answer, Ask, Decision, Fig, How, Side, Target, Who};
use crate::board::Space;
use crate::play::briefing::{self, Briefing};
use crate::play::matches::{self, Given, Match};
use crate::play::{AgentName, Setup, external, refusal, tell};
use crate::rules::Game;
use crate::shown::escaped;
use crate::store::options::USUAL;
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
    /// Text that was typed before the first question.
    early: Option<String>,
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
        say(&self.aim())?;
        if self.terminal {
            output::print("\nEnter begins.\n> ")?;
            let mut stdin = std::io::stdin().lock();
            if let input::Line::Text(text) = read(&mut stdin)?
                && !text.trim().is_empty()
            {
                self.early = Some(text);
            }
        }
        Ok(())
    }

    /// The briefing as text.
    fn aim(&self) -> String {
        let Some(told) = &self.briefing else {
            return String::new();
        };
        let mut lines = wrapped(&told.title, "");
        lines.extend(told.notes.iter().flat_map(|notes| wrapped(notes, "  ")));
        lines.extend(wrapped(&format!("To win: {}", told.victory), "  "));
        for thing in &told.things {
            lines.extend(wrapped(&format!("On the board: {thing}."), "  "));
        }
        for side in &told.sides {
            lines.extend(wrapped(&format!("{side}."), "  "));
        }
        lines.extend(wrapped(&told.balance, "  "));
        lines.extend(wrapped(
            "To begin with: hint (advice), list (your choices), ? (all commands). \
             aim shows this again.",
            "  ",
        ));
        lines.join("\n")
    }

    /// An answer was given, by any side.
    pub fn heard(&mut self, game: &Game, given: &Given) {
        if let Some(why) = &given.why {
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
        self.stale |= !given.events.is_empty();
        let acted = matches!(
            given.answer,
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
                .is_some_and(|then| then.side != given.by)
        {
            self.others_acted = true;
        }
    }

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
        let preset = external::preset(game, decision, self.seed, battle.number());
        let now = Stage::of(game, decision);
        // The stage that ended by itself since this person answered last.
        let mut ended = match (&self.left_at, &now) {
            (Some(then), Some(now)) if self.others_acted || then.has_ended(now) => {
                Some(then.clone())
            }
            _ => None,
        };
        let mut stdin = std::io::stdin().lock();
        loop {
            self.prompt(game, decision, preset.as_ref())?;
            let line = match self.early.take() {
                Some(text) => input::Line::Text(text),
                None => read(&mut stdin)?,
            };
            let text = match line {
                input::Line::End => return Ok(Reply::Quit),
                input::Line::TooLong => {
                    say("That line is too long.")?;
                    continue;
                }
                input::Line::Text(text) => text,
            };
            let order = match (text.trim().is_empty(), &preset) {
                (true, Some(answer)) => Ok(Order::Answer(answer.clone())),
                (true, None) => continue,
                (false, _) => orders::read(game, decision, &self.choices.all, &text),
            };
            let order = match order {
                Ok(order) => order,
                Err(error) => {
                    say(&error)?;
                    continue;
                }
            };
            match order {
                Order::End(named) => {
                    if let Some(why) = holds_back(game, now.as_ref(), ended.take(), named) {
                        say_fitted(&why)?;
                        continue;
                    }
                    match self.checked(game, decision, Answer::Done)? {
                        Some(reply) => return Ok(reply),
                        None => continue,
                    }
                }
                Order::Answer(answer) => match self.checked(game, decision, answer)? {
                    Some(reply) => return Ok(reply),
                    None => continue,
                },
                Order::Volley(who, at) => {
                    self.volley = Some((who, at));
                    match self.next_of_volley(game, decision) {
                        Some(answer) => match self.checked(game, decision, answer)? {
                            Some(reply) => return Ok(reply),
                            None => self.volley = None,
                        },
                        None => say("No figure of that squad can shoot at that target.")?,
                    }
                    continue;
                }
                Order::Undo => {
                    self.left_at = None;
                    return Ok(Reply::Undo);
                }
                Order::Quit => return Ok(Reply::Quit),
                Order::Auto(scope) => {
                    self.auto = Some(scope.from(game, decision));
                    if let Some(reply) = self.automatic(battle, decision) {
                        self.left_at = None;
                        return Ok(reply);
                    }
                    self.auto = None;
                    say("The computer does not roll real dice for you; type what they show.")?;
                }
                order => self.inform(battle, decision, order)?,
            }
            // They have seen this question.
            ended = None;
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
        let Who::Side(side) = decision.who else {
            return None;
        };
        if scope.is_over(battle.game(), decision) {
            self.auto = None;
            return None;
        }
        let thought = battle.advice(&mut *self.advisor(side)?)?;
        self.auto = self.auto.take().and_then(|s| s.after(&thought.answer));
        Some(Reply::Answer(thought.answer, thought.why))
    }

    fn advisor(&self, side: Side) -> Option<Box<dyn Agent>> {
        ai::agent(USUAL, self.seed, side).ok()
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
            let below = lines.len() + QUESTION;
            say_board(&self.board(game, Vec::new(), focus(game, decision), (key, below)))?;
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
            (Some(Answer::Done), _) => " [Enter: nothing more]".to_owned(),
            (Some(answer), _) => format!(" [Enter: {}]", tell::answer(game, answer)),
            (None, _) => String::new(),
        };
        let text = fitted(&format!("{}{preset}", tell::question(game, decision)));
        if self.terminal {
            output::print(&format!("{text}\n> "))
        } else {
            say(&text)
        }
    }

    /// Answers what a person wants to know.
    fn inform(&mut self, battle: &Match, decision: &Decision, order: Order) -> Result<(), Failure> {
        let game = battle.game();
        let focus = focus(game, decision);
        let wide = screen().map_or(100, |(wide, _)| wide) - 1;
        match order {
            Order::Help(None) => say(help::OVERVIEW),
            Order::Help(Some(word)) => say(&help::about(&word).unwrap_or_else(|error| error)),
            Order::Board => say_board(&self.board(game, Vec::new(), focus, (true, QUESTION))),
            Order::Key => say(&board_key::lines(game, wide).join("\n")),
            Order::Turn(quarters) => self.turned(game, quarters, focus),
            Order::Figures => say_fitted(&inquire::figures(game)),
            Order::List(who, all) => say(&self.choices.full(game, who, all, wide)),
            Order::Space(at, who) => {
                let from = who.or(decision.ask.about()).or(self.selected);
                self.selected = from;
                say_fitted(&inquire::space(game, at, from))
            }
            Order::Figure(who) => {
                self.selected = Some(who);
                let at = game.at(who);
                match game.place(who) {
                    crate::battle::Place::On => say(&format!(
                        "{}\n{}",
                        inquire::described(game, who),
                        inquire::space(game, at, focus.filter(|f| *f != who))
                    )),
                    _ => say(&inquire::described(game, who)),
                }
            }
            Order::Near(who) => {
                say_fitted(&inquire::near(game, inquire::asked_side(decision.who), who))
            }
            Order::Score => say_fitted(&inquire::score(game)),
            Order::Aim => say(&self.aim()),
            Order::Rules => say(&inquire::rules(game)
                .lines()
                .flat_map(|line| wrapped(line, "  "))
                .collect::<Vec<_>>()
                .join("\n")),
            Order::Reach(who) => {
                self.selected = Some(who);
                let (spaces, text) = inquire::reach(game, who);
                match output::is_terminal() && !spaces.is_empty() {
                    true => {
                        let focus = Some(who);
                        say_board(&self.board(game, spaces, focus, (false, QUESTION + 1)))?;
                        say(short_reach(&text))
                    }
                    false => say(&text),
                }
            }
            Order::Odds(who, at, from) => {
                self.selected = Some(who);
                say_fitted(&chances::table(game, who, at, from))
            }
            Order::Why(None) => match &self.last_why {
                Some(why) => say_fitted(&reasons(game, std::slice::from_ref(why)).join("\n")),
                None => say("The computer has given no reasons yet."),
            },
            Order::Why(Some(who)) => say_fitted(&self.why(game, who)),
            Order::Hint => self.hint(battle, decision),
            Order::Save => say(
                "Every answer is saved at once. q leaves the battle; skirmish \
                                play --resume FILE resumes it.",
            ),
            Order::Answer(_)
            | Order::Volley(..)
            | Order::End(_)
            | Order::Undo
            | Order::Quit
            | Order::Auto(_) => Ok(()),
        }
    }

    /// Turns the board, and shows it.
    fn turned(&mut self, game: &Game, quarters: u8, focus: Option<Fig>) -> Result<(), Failure> {
        let kind = game.board().grid().kind;
        let turn = self.turn.by(quarters);
        if turn.on(kind) != turn {
            return say("A board of hexes can be turned by 180 degrees only.");
        }
        self.turn = turn;
        say_board(&self.board(game, Vec::new(), focus, (false, QUESTION + 1)))?;
        say(&format!("The top is {}.", turn.top()))
    }

    /// The reasons of what a figure did in its last turn.
    fn why(&self, game: &Game, who: Fig) -> String {
        match self.reasons.get(&who) {
            None => format!(
                "There are no reasons for {}: the computer has made no choice about it.",
                tell::figure(game, who)
            ),
            Some((round, whys)) => {
                let mut lines = vec![format!("{}, round {round}", tell::figure(game, who))];
                lines.extend(reasons(game, whys));
                lines.join("\n")
            }
        }
    }

    fn hint(&self, battle: &Match, decision: &Decision) -> Result<(), Failure> {
        let game = battle.game();
        let Who::Side(side) = decision.who else {
            return say("There is no advice for dice.");
        };
        let thought = self
            .advisor(side)
            .and_then(|mut advisor| battle.advice(&mut *advisor));
        match thought {
            Some(thought) => {
                say(&format!("advice: {}", tell::answer(game, &thought.answer)))?;
                match &thought.why {
                    Some(why) => say_fitted(&reasons(game, std::slice::from_ref(why)).join("\n")),
                    None => Ok(()),
                }
            }
            None => say("The computer has no advice."),
        }
    }

    /// Status, board and standings, perhaps the key; so many lines follow `below`.
    fn board(
        &self,
        game: &Game,
        costs: Vec<(Space, u32)>,
        focus: Option<Fig>,
        (key, below): (bool, usize),
    ) -> String {
        let size = screen();
        let wide = size.map_or(100, |(wide, _)| wide) - 1;
        let key = match key {
            true => board_key::lines(game, wide),
            false => Vec::new(),
        };
        let room = size.map(|(wide, high)| {
            // Status and heading, standings and key.
            let others = 2 + game.sides().len() + key.len() + below;
            (wide, high.saturating_sub(others))
        });
        let picture = Picture {
            costs,
            colour: output::has_colours(),
            room,
            focus: focus.map(|f| game.at(f)).or_else(|| zone(game)),
            turn: self.turn,
            ..Picture::default()
        };
        let mut status = escaped(&table_text::status(game)).into_owned();
        if let Some(part) = table_text::part(game, &picture) {
            status.push_str(&format!("; {part}"));
        }
        let status: String = status.chars().take(wide).collect();
        let mut text = format!(
            "{status}\n{}\n{}",
            table_text::draw(game, &picture).trim_end(),
            table_text::standings(game).trim_end()
        );
        for line in key {
            text.push('\n');
            text.push_str(&escaped(&line));
        }
        text
    }
}

/// Shows a board, with its colours.
fn say_board(text: &str) -> Result<(), Failure> {
    output::print_coloured(&format!("{text}\n"))
}

/// Reasons with what their words mean.
fn reasons(game: &Game, whys: &[Why]) -> Vec<String> {
    let mut lines: Vec<String> = whys.iter().flat_map(|why| tell::why(game, why)).collect();
    let mut known: Vec<&str> = Vec::new();
    for why in whys {
        let weighed = std::iter::once(&why.chosen).chain(&why.runner_up);
        for term in weighed.flat_map(|w| &w.terms) {
            if let Some(meaning) = ai::meaning(term.name).filter(|_| !known.contains(&term.name)) {
                known.push(term.name);
                lines.push(format!("  {}: {meaning}", term.name));
            }
        }
    }
    lines
}

/// Lines that a question takes with the prompt.
const QUESTION: usize = 3;

/// Lines of choices under the board, on a terminal of so many lines.
fn lines_of_choices(high: usize) -> usize {
    (high / 5).clamp(3, 12)
}

/// The first line of what a reach says: the board shows the rest.
fn short_reach(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Reads a line from the standard input.
fn read(stdin: &mut std::io::StdinLock) -> Result<input::Line, Failure> {
    input::line(stdin, external::LONGEST_LINE).map_err(|error| Failure::Io {
        what: "the standard input".into(),
        error,
    })
}

/// The middle of the zone of the side that is asked: where it deploys.
fn zone(game: &Game) -> Option<Space> {
    let Who::Side(side) = game.decision().who else {
        return None;
    };
    let zone: Vec<Space> = game.sides()[side.index()].zone.iter().collect();
    zone.get(zone.len() / 2).copied()
}

/// The figure to look at.
fn focus(game: &Game, decision: &Decision) -> Option<Fig> {
    decision.ask.about().or_else(|| match decision.who {
        Who::Side(side) => game.on_board().find(|f| game.side(*f) == side),
        Who::Chance => None,
    })
}
