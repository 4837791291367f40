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
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of wrong answers to one question before the default answer is used.
const CHANCES: u32 = 3;
/// Late answers in a row after which it is no longer asked.
const PATIENCE: u32 = 5;

/// A line of a type that no program knows, because new types may be added later.
const NEWS: &str = "{\"type\":\"note\",\"text\":\"ignore lines of types that you do not know\"}\n";
/// The error text when a legal answer is refused as a test.
const TRIAL: &str = "this refusal is only a test: answer again";

/// How a program behaved, for whoever checks it.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Questions it was asked.
    pub asked: u64,
    /// Legal answers it gave in time.
    pub answered: u64,
    /// The longest it took for one of them.
    pub slowest: Duration,
    /// Questions it was late for.
    pub late: Vec<u64>,
    /// What was refused: the question's number, what it said, why it was wrong.
    pub refused: Vec<(u64, String, String)>,
    /// Why it was given up.
    pub gone: Option<String>,
    /// Whether it answered again after a refusal that was only a trial.
    pub again: Option<bool>,
    /// Whether it ended by itself after the battle.
    pub ended: Option<bool>,
}

/// How a program behaves, while it plays.
pub type Watched = Arc<Mutex<Conduct>>;

/// Refusals that are kept.
const KEPT: usize = 32;

/// A program that answers over its standard input and output.
#[derive(Debug)]
pub struct Bot {
    conduct: Watched,
    /// The next legal answer is refused, to see what comes then.
    trial: bool,
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
            conduct: Watched::default(),
            trial: false,
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

    /// How it behaves from now on.
    pub fn watched(&self) -> Watched {
        self.conduct.clone()
    }

    /// Tries what a program should bear: a line of a kind it does not know, and a refusal.
    pub fn tried(mut self) -> Self {
        self.trial = true;
        self.say(NEWS);
        self
    }

    fn note(&self, what: impl FnOnce(&mut Conduct)) {
        what(&mut self.conduct.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn say(&mut self, line: &str) {
        if let Some(to) = &mut self.to
            && let Err(error) = to.write_all(line.as_bytes()).and_then(|()| to.flush())
        {
            self.give_up(format!("it no longer reads its input ({error})"));
        }
    }

    fn give_up(&mut self, why: String) {
        self.to = None;
        self.note(|c| c.gone = Some(why.clone()));
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
        let mut begun = Instant::now();
        let mut until = begun + self.limit;
        let trial = std::mem::take(&mut self.trial);
        let mut tried = false;
        self.note(|c| c.asked += 1);
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
                    self.note(|c| c.late.push(number));
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
            let words = text.clone();
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
                Ok(_) if trial && !tried => {
                    tried = true;
                    self.note(|c| c.again = Some(false));
                    self.say(&external::refused_line(number, TRIAL));
                    begun = Instant::now();
                    until = begun + self.limit;
                }
                Ok(answer) => {
                    self.late_in_a_row = 0;
                    self.note(|c| {
                        c.answered += 1;
                        c.slowest = c.slowest.max(begun.elapsed());
                        c.again = c.again.map(|_| true);
                    });
                    return Some(answer);
                }
                Err(error) => {
                    self.note(|c| {
                        if c.refused.len() < KEPT {
                            let mut words = words.unwrap_or_default();
                            words.truncate(words.floor_char_boundary(200));
                            c.refused.push((number, words, error.clone()));
                        }
                    });
                    self.say(&external::refused_line(number, &error));
                    chances -= 1;
                    if chances == 0 {
                        self.wrong += 1;
                        return None;
                    }
                    begun = Instant::now();
                    until = begun + self.limit;
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
        let ended = matches!(self.process.try_wait(), Ok(Some(_)));
        self.note(|c| c.ended = Some(ended));
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
            said.push(format!("is no longer asked because {gone}"));
        }
        (!said.is_empty()).then(|| {
            format!(
                "{} {}; the default answer was used instead",
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
        return Err(format!(
            "{command:?} has an opening quote without a closing one"
        ));
    }
    words.extend(word);
    Ok(words)
}
