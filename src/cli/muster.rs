//! `skirmish force new` and `force edit` in the terminal: one command a line.

use super::input::{self, Line};
use super::{Ended, Exit, Failure, output};
use crate::battle::{HalfPoints, Pick, Severity};
use crate::muster::{Muster, Price, Verdict};
use crate::rules::Rules;
use crate::source::Source;
use crate::store::{disk, library};
use std::path::PathBuf;

const HELP: &str = "\
  add NAME: WORDS      add a figure, such as  add Archer: troop, distance
  N is WORDS           replace the words of figure N
  N WORD               add a word to figure N, or remove it
  N name NAME          rename figure N
  N count K            make figure N stand for K equal figures
  N KEY VALUE          set a key of figure N (without a value: remove it)
  copy N               copy figure N
  del N                delete figure N
  up N, down N         move figure N in the list
  words [N]            list all words, with their cost for figure N
  name NAME            rename the force
  KEY VALUE            set a key of the force, such as  nerve mindless
  show                 show the force
  undo                 undo the last change
  save [NAME]          save the force
  quit                 leave";

/// A force that is being edited.
struct Dialogue {
    muster: Muster,
    path: Option<PathBuf>,
    kept: String,
    before: Vec<String>,
}

/// Makes or changes a force by commands on standard input.
///
/// # Errors
/// If the force cannot be found or read, or the output is closed.
pub fn run(rules: Rules, named: Option<&str>, sample: Option<&str>) -> Ended {
    let mut path = None;
    let muster = match named.or(sample) {
        None => Muster::new(rules, "New force"),
        Some(name) => {
            let source = library::force(name, None)?;
            let rules = Rules::of_force(&source)?;
            if named.is_some() {
                path = library::forces(rules).open(name)?.path;
            }
            Muster::read(&source)?
        }
    };
    let kept = muster.text();
    let mut dialogue = Dialogue {
        muster,
        path,
        kept,
        before: Vec::new(),
    };
    dialogue.show()?;
    say("Type ? for a list of commands.")?;
    dialogue.talk()
}

fn say(text: &str) -> Result<(), Failure> {
    output::print(&format!("{text}\n"))
}

fn verdict_lines(verdicts: &[Verdict]) -> Vec<String> {
    verdicts
        .iter()
        .map(|v| match v.severity {
            Severity::Error => format!("error: {}", v.what),
            Severity::Warning => format!("warning: {}", v.what),
        })
        .collect()
}

impl Dialogue {
    fn talk(&mut self) -> Ended {
        let mut stdin = std::io::stdin().lock();
        let mut warned = false;
        loop {
            if input::on_terminal() {
                output::print("force> ")?;
            }
            let line = input::line(&mut stdin, 4096).map_err(|error| Failure::Io {
                what: "the standard input".into(),
                error,
            })?;
            let text = match line {
                Line::Text(text) => text,
                Line::TooLong => continue,
                Line::End => {
                    if self.muster.text() != self.kept {
                        output::note("notice: the force was not saved");
                    }
                    return Ok(Exit::Done);
                }
            };
            let text = text.trim();
            match text {
                "" => continue,
                "?" | "help" => say(HELP)?,
                "q" | "quit" | "exit" => {
                    if self.muster.text() == self.kept || warned {
                        return Ok(Exit::Done);
                    }
                    warned = true;
                    say(
                        "the force has changes that are not saved; type quit again to discard them",
                    )?;
                    continue;
                }
                _ => match self.order(text) {
                    Ok(()) => {}
                    Err(failure) if failure.is_closed_pipe() => return Err(failure),
                    Err(failure) => say(&format!("{failure}"))?,
                },
            }
            warned = false;
        }
    }

    fn show(&self) -> Result<(), Failure> {
        let judged = self.muster.judge(None);
        let mut out = format!(
            "{} ({}), {} points, {} figures\n",
            self.muster.name(),
            self.muster.rules().name(),
            judged.points,
            judged.figures
        );
        for key in &self.muster.sheet().head {
            if let Some(value) = self.muster.get_head(key) {
                let value = value.clone().decorated("", "");
                out.push_str(&format!("     {} = {value}\n", key.name));
            }
        }
        for i in 0..self.muster.len() {
            let cost = judged.each[i].map_or("?".to_owned(), |cost| cost.to_string());
            let many = match self.muster.count(i) {
                1 => String::new(),
                n => format!("{n} x "),
            };
            out.push_str(&format!(
                "{:>3}  {:<24} {cost:>5}  {}\n",
                i + 1,
                format!("{many}{}", self.muster.figure_name(i)),
                self.muster.words_text(i)
            ));
            for line in verdict_lines(&judged.about[i]) {
                out.push_str(&format!("     {line}\n"));
            }
        }
        for line in verdict_lines(&judged.whole) {
            out.push_str(&format!("{line}\n"));
        }
        output::print(&out)
    }

    fn number(&self, word: &str) -> Result<usize, Failure> {
        word.parse::<usize>()
            .ok()
            .and_then(|n| n.checked_sub(1))
            .filter(|n| *n < self.muster.len())
            .ok_or_else(|| match self.muster.len() {
                0 => Failure::message("there is no figure yet; add one with: add NAME: WORDS"),
                n => Failure::message(format!(
                    "{word:?} is not a figure; figures have numbers from 1 to {n}"
                )),
            })
    }

    fn order(&mut self, text: &str) -> Result<(), Failure> {
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let before = self.muster.text();
        match verb {
            "show" => return self.show(),
            "words" => return self.words(rest),
            "save" => return self.save(rest),
            "undo" => {
                let text = self
                    .before
                    .pop()
                    .ok_or_else(|| Failure::message("there is nothing to undo"))?;
                self.muster = Muster::read(&Source::new("force", text))?;
                return self.show();
            }
            "name" => self.muster.rename(rest),
            "add" => {
                let (name, words) = rest.split_once(':').unwrap_or((rest, ""));
                let figure = self.muster.add();
                if !name.trim().is_empty() {
                    self.muster.rename_figure(figure, name.trim());
                }
                if !words.trim().is_empty() {
                    self.muster.set_words(figure, words.trim());
                }
            }
            "copy" => {
                self.muster.copy(self.number(rest)?);
            }
            "del" | "remove" => self.muster.remove(self.number(rest)?),
            "up" | "down" => {
                self.muster.shift(self.number(rest)?, verb == "down");
            }
            _ => match self.muster.sheet().head.iter().find(|k| k.name == verb) {
                Some(key) => {
                    let key = key.clone();
                    self.muster.set_head(&key, toml_value(rest));
                }
                None => self.figure(verb, rest)?,
            },
        }
        if self.muster.text() != before {
            self.before.push(before);
        }
        self.show()
    }

    /// `3 is hero`, `3 Tough`, `3 count 2`, `3 seats 4`.
    fn figure(&mut self, number: &str, rest: &str) -> Result<(), Failure> {
        let i = self.number(number).map_err(|failure| {
            if number.parse::<i64>().is_ok() {
                failure
            } else {
                Failure::message(format!("{number:?} is not a command; type ? for a list"))
            }
        })?;
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = value.trim();
        match what {
            "" => {
                return Err(Failure::message(
                    "a change is missing after the number, such as: 1 is hero, distance",
                ));
            }
            "is" => self.muster.set_words(i, value),
            "name" => self.muster.rename_figure(i, value),
            "count" => {
                let many = value.parse().ok().filter(|n| *n > 0);
                let many = many.ok_or_else(|| {
                    Failure::message("count needs a number of 1 or more, such as: 1 count 3")
                })?;
                self.muster.set_count(i, many);
            }
            key if self.muster.sheet().keys.iter().any(|k| k.name == key) => {
                let key = self.muster.sheet().keys.iter().find(|k| k.name == key);
                let name = key.expect("found").name;
                self.muster.set(i, name, toml_value(value));
            }
            _ => {
                let known = self.muster.part_of(rest).and_then(|part| {
                    let here = part
                        .words
                        .iter()
                        .find(|w| w.word.eq_ignore_ascii_case(rest));
                    here.map(|w| w.word.clone())
                });
                let word = known.ok_or_else(|| {
                    Failure::message(format!("there is no word {rest:?}; type words for a list"))
                })?;
                self.muster.toggle(i, &word);
            }
        }
        Ok(())
    }

    fn words(&self, rest: &str) -> Result<(), Failure> {
        let figure = match rest {
            "" => None,
            word => Some(self.number(word)?),
        };
        let mut out = String::new();
        for part in &self.muster.sheet().parts {
            let pick = match part.pick {
                Pick::One => "one of",
                Pick::AtMostOne => "one of, or none",
                Pick::Any => "any of",
            };
            out.push_str(&format!("{} ({pick})\n", part.name));
            for word in &part.words {
                let cost = match figure {
                    None => String::new(),
                    Some(i) if self.muster.has(i, &word.word) => "has it".to_owned(),
                    Some(i) => match self.muster.price(i, &word.word, None) {
                        Price::Costs(points) if points < HalfPoints::ZERO => points.to_string(),
                        Price::Costs(points) => format!("+{points}"),
                        Price::No(_) => "no".to_owned(),
                    },
                };
                out.push_str(&format!("  {:<22} {cost:>6}  {}\n", word.word, word.about));
            }
        }
        let sheet = self.muster.sheet();
        let keys = sheet.keys.iter().map(|key| (key, "key"));
        let head = sheet.head.iter().map(|key| (key, "force"));
        for (key, of) in keys.chain(head) {
            out.push_str(&format!("  {:<22} {of:>6}  {}\n", key.name, key.about));
        }
        if out.is_empty() {
            out.push_str("this ruleset has no list of words; see its sample forces\n");
        }
        output::print(&out)
    }

    fn save(&mut self, name: &str) -> Result<(), Failure> {
        let path = match (name, &self.path) {
            ("", Some(path)) => path.clone(),
            ("", None) => {
                return Err(Failure::message("the file needs a name: save NAME"));
            }
            (name, _) if name.contains(['/', '\\']) => PathBuf::from(name),
            (name, _) => {
                let stem = name
                    .trim_end_matches(".toml")
                    .to_lowercase()
                    .replace(' ', "-");
                let home = disk::home().ok_or_else(|| {
                    Failure::message("there is no data folder; give a path: save ./FILE.toml")
                })?;
                home.join("forces").join(format!("{stem}.toml"))
            }
        };
        if path.exists() && self.path.as_ref() != Some(&path) {
            return Err(Failure::message(format!(
                "{} already exists; choose another name",
                path.display()
            )));
        }
        let text = self.muster.text();
        disk::write(&path, text.as_bytes())?;
        say(&format!("saved in {}", path.display()))?;
        self.kept = text;
        self.path = Some(path);
        Ok(())
    }
}

/// A typed value: true or false, a number, or a text.
fn toml_value(text: &str) -> Option<toml_edit::Value> {
    match text {
        "" => None,
        "true" | "yes" => Some(true.into()),
        "false" | "no" => Some(false.into()),
        text => Some(match text.parse::<i64>() {
            Ok(n) => n.into(),
            Err(_) => text.into(),
        }),
    }
}
