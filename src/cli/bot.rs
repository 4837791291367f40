//! An outside program as an opponent: `--agent cmd:"python3 bot.py"`.

use super::input::{self, Line};
use crate::ai::{Agent, Progress, Thought, View};
use crate::battle::{Answer, Event, Side, Who};
use crate::play::matches::Given;
use crate::play::{Setup, external};
use crate::rules::Game;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How often it may be wrong about one question.
const CHANCES: u32 = 3;
/// Late answers in a row after which it is no longer asked.
const PATIENCE: u32 = 5;

/// A program that answers over its standard input and output.
#[derive(Debug)]
pub struct Bot {
    command: String,
    seed: u64,
    limit: Duration,
    process: Child,
    /// None once it has been given up.
    to: Option<ChildStdin>,
    from: Receiver<Line>,
    /// Answers it still owes to questions that are past.
    owed: u32,
    late_in_a_row: u32,
    late: u32,
    wrong: u32,
    gone: Option<String>,
}

impl Bot {
    /// Starts the program and greets it.
    ///
    /// # Errors
    /// When the command cannot be started.
    pub fn start(
        command: &str,
        setup: &Setup,
        side: Side,
        limit: Duration,
    ) -> Result<Self, String> {
        let words = split(command)?;
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| "cmd: needs a command, like cmd:\"python3 bot.py\"".to_owned())?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| format!("{command:?} cannot be started: {error}"))?;
        let to = process.stdin.take().expect("its input is a pipe");
        let out = process.stdout.take().expect("its output is a pipe");
        let (lines, from) = sync_channel(64);
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            while let Ok(line) = input::line(&mut out, external::LONGEST_LINE) {
                let end = line == Line::End;
                if lines.send(line).is_err() || end {
                    break;
                }
            }
        });
        let mut bot = Self {
            command: command.to_owned(),
            seed: setup.seed,
            limit,
            process,
            to: Some(to),
            from,
            owed: 0,
            late_in_a_row: 0,
            late: 0,
            wrong: 0,
            gone: None,
        };
        let hello = external::hello_line(setup, side).map_err(|fault| fault.to_string())?;
        bot.say(&hello);
        Ok(bot)
    }

    fn say(&mut self, line: &str) {
        if let Some(to) = &mut self.to
            && let Err(error) = to.write_all(line.as_bytes()).and_then(|()| to.flush())
        {
            self.give_up(format!("it no longer listens ({error})"));
        }
    }

    fn give_up(&mut self, why: String) {
        self.to = None;
        self.gone.get_or_insert(why);
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Asks until there is a legal answer; none when it is late or wrong too often.
    fn ask(&mut self, game: &Game, number: u64) -> Option<Answer> {
        let decision = game.decision();
        let preset = external::preset(game, &decision, self.seed, number);
        self.say(&external::ask_line(
            game,
            &decision,
            number,
            preset.as_ref(),
        ));
        let mut chances = CHANCES;
        let mut until = Instant::now() + self.limit;
        while self.to.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            let text = match self.from.recv_timeout(left) {
                Ok(Line::Text(text)) => Ok(text),
                Ok(Line::TooLong) => Err(format!(
                    "the line is longer than {} bytes",
                    external::LONGEST_LINE
                )),
                Ok(Line::End) | Err(RecvTimeoutError::Disconnected) => {
                    self.give_up("it has ended".to_owned());
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.late += 1;
                    self.late_in_a_row += 1;
                    self.owed += 1;
                    if self.late_in_a_row >= PATIENCE {
                        self.give_up(format!("it was late {PATIENCE} times in a row"));
                    }
                    return None;
                }
            };
            if let Ok(text) = &text {
                if text.trim().is_empty() {
                    continue;
                }
                // An answer to a question that is past.
                match external::number_of(text) {
                    Some(n) if n < number => {
                        self.owed = self.owed.saturating_sub(1);
                        continue;
                    }
                    None if self.owed > 0 => {
                        self.owed -= 1;
                        continue;
                    }
                    _ => {}
                }
            }
            let said = text.and_then(|text| external::read(game, &text));
            let checked = match said {
                Ok(external::Said::List) => {
                    self.say(&external::list_line(game, &decision, number));
                    until = Instant::now() + self.limit;
                    continue;
                }
                Ok(external::Said::State) => {
                    self.say(&external::state_line(game, number));
                    until = Instant::now() + self.limit;
                    continue;
                }
                Ok(external::Said::Answer(answer)) => {
                    external::check(game, &decision, &answer).map(|()| answer)
                }
                Err(error) => Err(error),
            };
            match checked {
                Ok(answer) => {
                    self.late_in_a_row = 0;
                    return Some(answer);
                }
                Err(error) => {
                    self.say(&external::refused_line(number, &error));
                    chances -= 1;
                    if chances == 0 {
                        self.wrong += 1;
                        return None;
                    }
                    until = Instant::now() + self.limit;
                }
            }
        }
        None
    }
}

impl Agent for Bot {
    fn name(&self) -> String {
        format!("cmd:{}", self.command)
    }
    fn think(&mut self, view: &View, number: u64, _budget: u32) -> Progress {
        let answer = self
            .ask(view.game, number)
            .unwrap_or_else(|| view.game.preset());
        Progress::Decided(Thought { answer, why: None })
    }
    fn listens(&self) -> bool {
        true
    }
    fn heard(&mut self, game: &Game, number: u64, by: Who, answer: &Answer, events: &[Event]) {
        let given = Given {
            number,
            by,
            answer: answer.clone(),
            events: events.to_vec(),
            why: None,
        };
        self.say(&external::events_line(game, &given));
    }
    fn ended(&mut self, game: &Game) {
        if let Some(outcome) = game.outcome() {
            self.say(&external::end_line(game, &outcome, self.seed));
        }
        // Nothing more is said; it may take a moment to end by itself.
        self.to = None;
        let until = Instant::now() + Duration::from_millis(500);
        while Instant::now() < until && matches!(self.process.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    fn notice(&self) -> Option<String> {
        let mut said = Vec::new();
        if self.late > 0 {
            said.push(format!("was late {} times", self.late));
        }
        if self.wrong > 0 {
            said.push(format!(
                "was wrong {CHANCES} times about {} questions",
                self.wrong
            ));
        }
        if let Some(gone) = &self.gone {
            said.push(format!("was asked no more because {gone}"));
        }
        (!said.is_empty()).then(|| {
            format!(
                "{} {}; the preset answer was taken instead",
                self.name(),
                said.join(", ")
            )
        })
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.to = None;
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Splits a command at blanks; quotes keep words together.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("{command:?} has a quote that is not closed"));
    }
    words.extend(word);
    Ok(words)
}
