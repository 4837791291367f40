//! What a person wants to know at a question: the board, figures, odds, reasons, advice.

use super::{Human, QUESTION, focus};
use crate::ai::{self, Why};
use crate::battle::{Decision, Fig, Place, Who};
use crate::board::Space;
use crate::cli::orders::Order;
use crate::cli::paragraphs::{fitted, say, screen, wrapped};
use crate::cli::table_text::{self, Picture};
use crate::cli::{Failure, board_key, chances, default_answer, help, inquire, output, pager};
use crate::play::matches::Match;
use crate::play::tell;
use crate::rules::Game;
use crate::shown::escaped;

impl Human {
    /// Shows a text: on a terminal in pages, so that nothing scrolls out unseen.
    pub(super) fn tell(&mut self, text: &str) -> Result<(), Failure> {
        let text = fitted(text);
        match screen().filter(|_| self.terminal) {
            Some((_, high)) => {
                self.early = pager::by_enter(&text, high.saturating_sub(QUESTION))?;
                Ok(())
            }
            None => say(&text),
        }
    }

    /// Answers what a person wants to know.
    pub(super) fn inform(
        &mut self,
        battle: &Match,
        decision: &Decision,
        order: Order,
    ) -> Result<(), Failure> {
        let game = battle.game();
        let focus = focus(game, decision);
        let wide = screen().map_or(100, |(wide, _)| wide) - 1;
        match order {
            Order::Help(None) => self.tell(help::OVERVIEW),
            Order::Help(Some(word)) => {
                self.tell(&help::about(&word).unwrap_or_else(|error| error.to_string()))
            }
            Order::Board(around) => {
                let at = around.or(focus.map(|f| game.at(f)));
                say_board(&self.board(game, Vec::new(), at, (around.is_none(), QUESTION)))
            }
            Order::Key => self.tell(&board_key::lines(game, wide).join("\n")),
            Order::Turn(quarters) => self.turned(game, quarters, focus),
            Order::Figures => self.tell(&inquire::figures(game)),
            Order::List(who, all) => self.tell(&self.choices.full(game, who, all, wide)),
            Order::Space(at, who) => {
                let from = who.or(decision.ask.about()).or(self.selected);
                self.selected = from;
                self.tell(&inquire::space(game, at, from))
            }
            Order::Figure(who) => {
                self.selected = Some(who);
                let at = game.at(who);
                match game.place(who) {
                    Place::On => self.tell(&format!(
                        "{}\n{}",
                        inquire::described(game, who),
                        inquire::space(game, at, focus.filter(|f| *f != who))
                    )),
                    _ => self.tell(&inquire::described(game, who)),
                }
            }
            Order::Near(who) => {
                self.tell(&inquire::near(game, inquire::asked_side(decision.who), who))
            }
            Order::Score => self.tell(&inquire::score(game)),
            Order::Aim => self.tell(&self.aim()),
            Order::Rules => self.tell(
                &inquire::rules(game)
                    .lines()
                    .flat_map(|line| wrapped(line, "  "))
                    .collect::<Vec<_>>()
                    .join("\n"),
            ),
            Order::Reach(who) => {
                self.selected = Some(who);
                let (spaces, text) = inquire::reach(game, who);
                match output::is_terminal() && !spaces.is_empty() {
                    true => {
                        let at = Some(game.at(who));
                        say_board(&self.board(game, spaces, at, (false, QUESTION + 1)))?;
                        self.tell(short_reach(&text))
                    }
                    false => self.tell(&text),
                }
            }
            Order::Odds(who, at, from) => {
                self.selected = Some(who);
                self.tell(&chances::table(game, who, at, from))
            }
            Order::Why(None) => match &self.last_why {
                Some(why) => self.tell(&reasons(game, std::slice::from_ref(why)).join("\n")),
                None => self.tell("The computer has given no reasons yet."),
            },
            Order::Why(Some(who)) => self.tell(&self.why(game, who)),
            Order::Hint => self.hint(battle, decision),
            Order::Save => self.tell(
                "Every answer is saved at once. q leaves the battle; skirmish \
                                play --resume FILE resumes it.",
            ),
            Order::Answer(_)
            | Order::Volley(..)
            | Order::End(_)
            | Order::Undo
            | Order::Quit
            | Order::Concede
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
        let at = focus.map(|f| game.at(f));
        say_board(&self.board(game, Vec::new(), at, (false, QUESTION + 1)))?;
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
                let when = match round {
                    0 => "before round 1".to_owned(),
                    round => format!("round {round}"),
                };
                let mut lines = vec![format!("{}, {when}", tell::figure(game, who))];
                lines.extend(reasons(game, whys));
                lines.join("\n")
            }
        }
    }

    fn hint(&mut self, battle: &Match, decision: &Decision) -> Result<(), Failure> {
        let game = battle.game();
        if decision.who == Who::Chance {
            return say("There is no advice for dice.");
        }
        match self.advice(battle, decision) {
            Some(thought) => {
                say(&format!(
                    "advice: {}",
                    default_answer::shown(game, &thought.answer)
                ))?;
                match &thought.why {
                    Some(why) => self.tell(&reasons(game, std::slice::from_ref(why)).join("\n")),
                    None => Ok(()),
                }
            }
            None => say("The computer has no advice."),
        }
    }

    /// Status, board and standings, perhaps the key; so many lines follow `below`.
    pub(super) fn board(
        &self,
        game: &Game,
        costs: Vec<(Space, u32)>,
        focus: Option<Space>,
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
            focus: focus.or_else(|| zone(game)),
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
pub(super) fn say_board(text: &str) -> Result<(), Failure> {
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

/// The first line of what a reach says: the board shows the rest.
fn short_reach(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// The middle of the zone of the side that is asked: where it deploys.
fn zone(game: &Game) -> Option<Space> {
    let Who::Side(side) = game.decision().who else {
        return None;
    };
    let zone: Vec<Space> = game.sides()[side.index()].zone.iter().collect();
    zone.get(zone.len() / 2).copied()
}
