//! A battle on the whole terminal: the board in colour, redrawn step by step, dice and log below.

use super::drive::Show;
use super::{Failure, interrupt, output, table_text};
use crate::battle::{Decision, Event, Fig, Outcome};
use crate::board::Space;
use crate::play::matches::Applied;
use crate::play::tell::{self, Teller};
use crate::rules::Game;
use crate::shown::escaped;
use crossterm::event::{self, KeyCode, KeyEventKind, KeyModifiers};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Pauses between steps, from slow to fast.
const PACES: [u64; 8] = [2000, 1200, 700, 400, 200, 80, 20, 0];
/// Lines of the log that are kept.
const KEPT: usize = 200;

/// The whole terminal.
#[derive(Debug)]
pub struct Screen {
    why: bool,
    teller: Teller,
    log: VecDeque<String>,
    pace: usize,
    paused: bool,
    enough: bool,
    focus: Option<Fig>,
    marked: Vec<Space>,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When it cannot be taken.
    pub fn open(why: bool) -> Result<Self, Failure> {
        interrupt::take_screen().map_err(Failure::output)?;
        Ok(Self {
            why,
            teller: Teller::default(),
            log: VecDeque::new(),
            pace: 3,
            paused: false,
            enough: false,
            focus: None,
            marked: Vec::new(),
        })
    }

    fn note(&mut self, line: String) {
        if self.log.len() == KEPT {
            self.log.pop_front();
        }
        self.log.push_back(escaped(&line).into_owned());
    }

    /// What an event points at.
    fn look(&mut self, game: &Game, event: &Event) {
        let who = match event {
            Event::Moved { who, .. }
            | Event::Struck { who, .. }
            | Event::Placed { who, .. }
            | Event::Wounded { who, .. }
            | Event::Fled { who, .. }
            | Event::Pushed { who, .. }
            | Event::Guarded { who } => *who,
            _ => return,
        };
        self.focus = Some(who);
        self.marked = game.spaces(who).to_vec();
    }

    /// Draws everything.
    fn draw(&self, game: &Game) -> Result<(), Failure> {
        let (wide, high) = crossterm::terminal::size().map_or((100, 40), |(w, h)| {
            (usize::from(w).max(20), usize::from(h).max(12))
        });
        let sides = game.sides().len();
        let log_lines = (high / 5).clamp(3, 12);
        let key = match high >= 40 {
            true => super::board_key::lines(game, wide - 1),
            false => Vec::new(),
        };
        let room = high.saturating_sub(sides + log_lines + key.len() + 3);
        let picture = table_text::Picture {
            marked: self.marked.clone(),
            colour: output::has_colours(),
            room: Some((wide, room)),
            focus: self.focus.map(|f| game.at(f)),
            ..Default::default()
        };
        let mut status = escaped(&table_text::status(game)).into_owned();
        if let Some(part) = table_text::part(game, &picture) {
            status.push_str(&format!("; {part}"));
        }
        let mut lines: Vec<String> = vec![status.chars().take(wide - 1).collect()];
        let board = table_text::draw(game, &picture);
        lines.extend(board.trim_end().lines().take(room + 1).map(str::to_owned));
        lines.extend(table_text::standings(game).lines().map(str::to_owned));
        lines.extend(key.iter().map(|line| escaped(line).into_owned()));
        let log: Vec<&String> = self.log.iter().rev().take(log_lines).collect();
        for line in log.into_iter().rev() {
            lines.push(line.chars().take(wide - 1).collect());
        }
        while lines.len() + 1 < high {
            lines.push(String::new());
        }
        lines.truncate(high - 1);
        lines.push(self.keys().chars().take(wide - 1).collect());
        output::draw(&lines)
    }

    /// The last line: what the keys do now.
    fn keys(&self) -> String {
        let pace = match PACES[self.pace] {
            0 => "no pause".to_owned(),
            ms => format!("{}.{} s a step", ms / 1000, ms % 1000 / 100),
        };
        match self.paused {
            true => "Paused. Space: continue · N: one step · Q: leave".to_owned(),
            false => format!("Space: pause · +: faster · -: slower ({pace}) · Q: leave"),
        }
    }

    /// Waits a while and reads keys; while paused, until a key ends the pause.
    fn wait(&mut self, game: &Game, pause: Duration) -> Result<(), Failure> {
        let until = Instant::now() + pause;
        loop {
            let left = if self.paused {
                Duration::from_millis(200)
            } else {
                until.saturating_duration_since(Instant::now())
            };
            if event::poll(left).map_err(Failure::output)? {
                let one_step = self.key(event::read().map_err(Failure::output)?);
                if self.enough || one_step {
                    return Ok(());
                }
                self.draw(game)?;
            } else if !self.paused {
                return Ok(());
            }
        }
    }

    /// Does what a key says. True: one step further.
    fn key(&mut self, event: event::Event) -> bool {
        let event::Event::Key(key) = event else {
            return false;
        };
        if key.kind == KeyEventKind::Release {
            return false;
        }
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                interrupt::stop();
            }
            KeyCode::Char('q') | KeyCode::Esc => self.enough = true,
            KeyCode::Char(' ') => self.paused = !self.paused,
            KeyCode::Char('+' | '=') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            KeyCode::Char('-') => self.pace = self.pace.saturating_sub(1),
            KeyCode::Char('n') | KeyCode::Enter => return true,
            _ => {}
        }
        false
    }
}

impl Show for Screen {
    fn before(&mut self, decision: &Decision) {
        self.teller.before(decision);
    }
    fn applied(&mut self, game: &Game, applied: &Applied, _: &str) -> Result<(), Failure> {
        let before = self.log.len();
        if self.why
            && let Some(why) = &applied.why
        {
            for line in tell::why(game, why) {
                self.note(line);
            }
        }
        self.marked.clear();
        for event in &applied.events {
            self.look(game, event);
            for line in self.teller.tell(game, event) {
                self.note(line);
            }
        }
        if self.log.len() != before || self.log.len() == KEPT || !self.marked.is_empty() {
            self.draw(game)?;
            self.wait(game, Duration::from_millis(PACES[self.pace]))?;
        }
        Ok(())
    }
    fn undone(&mut self, _: &str) -> Result<(), Failure> {
        self.note("(taken back)".to_owned());
        Ok(())
    }
    fn thinking(&mut self, game: &Game) -> Result<(), Failure> {
        self.wait(game, Duration::ZERO)
    }
    fn enough(&self) -> bool {
        self.enough
    }
    fn over(&mut self, game: &Game, outcome: &Outcome, _: &str) -> Result<(), Failure> {
        if let Some(line) = self.teller.flush() {
            self.note(line);
        }
        self.paused = true;
        self.note("Press any key to leave.".to_owned());
        self.draw(game)?;
        loop {
            if let event::Event::Key(key) = event::read().map_err(Failure::output)?
                && key.kind != KeyEventKind::Release
            {
                break;
            }
        }
        interrupt::restore();
        output::line(&tell::outcome(game, outcome))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        interrupt::restore();
    }
}
