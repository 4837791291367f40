//! Files and streams that a series writes, and reading them to resume or join series.

use super::super::{Failure, interrupt, output};
use crate::arena::report::{csv_head, csv_line, page, summary, title};
use crate::arena::stats::Sprt;
use crate::arena::{Counter, Report, Row};
use crate::store::disk;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What is locked, for messages.
const LOCKED: &str = "the results";

/// Longest line of results that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// The byte order mark with which some editors begin a file.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The first bytes of every line of results.
const HEAD: &[u8] = br#"{"type":"#;

/// Facts about a series that a summary holds besides the report.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    /// The seed of the series.
    pub seed: Option<u64>,
    /// Which part it is, and the number of parts.
    pub shard: Option<(u64, u64)>,
    /// The sequential test that was asked for.
    pub sprt: Option<Sprt>,
}

impl Whole {
    /// Reads the summary of a file; none if it has no summary.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn of(path: &Path) -> Result<Option<Self>, Failure> {
        let mut lines = Lines::open(path)?;
        while let Some(entry) = lines.entry()? {
            if let Entry::Summary(summary) = entry {
                let elo = |key: &str| summary["asked"][key].as_f64();
                let shard = |at: usize| summary["shard"][at].as_u64();
                return Ok(Some(Self {
                    seed: summary["seed"].as_u64(),
                    shard: shard(0).zip(shard(1)),
                    sprt: elo("elo0")
                        .zip(elo("elo1"))
                        .map(|(elo0, elo1)| Sprt { elo0, elo1 }),
                }));
            }
        }
        Ok(None)
    }
}

/// Files and streams of a series.
pub struct Outputs {
    json: Option<Json>,
    csv: Option<Csv>,
    html: Option<PathBuf>,
}

/// Makes sure that everything is on the disk; pipes and devices have nothing to sync.
fn synced(file: &File) -> std::io::Result<()> {
    match file.metadata()?.is_file() {
        true => file.sync_all(),
        false => Ok(()),
    }
}

/// Turns an error of the system into a failure that names the file.
pub fn failed(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |error| Failure::Io {
        what: path.display().to_string(),
        error,
    }
}

/// Where JSON lines go.
enum Json {
    /// To the standard output.
    Output,
    /// To a file, which is locked while it is written.
    File(File, PathBuf),
}

impl Json {
    /// Writes whole lines: if the program is killed, no whole pair is lost.
    fn write(&mut self, lines: &str) -> Result<(), Failure> {
        match self {
            Json::Output => output::print(lines),
            Json::File(file, path) => {
                let _line = interrupt::writing();
                file.write_all(lines.as_bytes()).map_err(failed(path))
            }
        }
    }
}

/// A table of comma-separated values.
struct Csv {
    file: BufWriter<File>,
    path: PathBuf,
    /// The most sides that a battle of the series has.
    seats: usize,
}

impl Csv {
    /// Starts the table with its first line.
    fn create(path: &Path, seats: usize) -> Result<Self, Failure> {
        let mut csv = Self {
            file: BufWriter::new(create(path)?),
            path: path.to_owned(),
            seats,
        };
        csv.write(&csv_head(seats))?;
        Ok(csv)
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.file, "{line}").map_err(failed(&self.path))
    }
}

/// Opens a file and empties it.
fn create(path: &Path) -> Result<File, Failure> {
    let file = disk::to_write(path)?;
    disk::lock(&file, path, LOCKED)?;
    if file.metadata().is_ok_and(|about| about.is_file()) {
        file.set_len(0).map_err(failed(path))?;
    }
    Ok(file)
}

impl Outputs {
    /// Opens the files. A series that is resumed (`goes_on`) is appended to its file.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn open(
        json: Option<&str>,
        goes_on: Option<&Begun>,
        csv: Option<(&Path, usize)>,
        html: Option<&Path>,
    ) -> Result<Self, Failure> {
        let json = match (json, goes_on) {
            (_, Some(begun)) => Some(Json::File(begun.reopen()?, begun.path.clone())),
            (None, None) => None,
            (Some("-"), None) => Some(Json::Output),
            (Some(path), None) => Some(Json::File(create(Path::new(path))?, path.into())),
        };
        let csv = match csv {
            None => None,
            Some((path, seats)) => Some(Csv::create(path, seats)?),
        };
        Ok(Self {
            json,
            csv,
            html: html.map(Path::to_owned),
        })
    }

    /// Writes the lines of a pair to JSON and CSV.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn pair(&mut self, lines: &[String]) -> Result<(), Failure> {
        if let Some(json) = &mut self.json {
            json.write(&(lines.join("\n") + "\n"))?;
        }
        self.csv(lines)
    }

    /// Writes the lines of a pair to CSV only.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn csv(&mut self, lines: &[String]) -> Result<(), Failure> {
        let _line = interrupt::writing();
        if let Some(csv) = &mut self.csv {
            for line in lines {
                csv.write(&csv_line(line, csv.seats)?)?;
            }
        }
        Ok(())
    }

    /// Writes the summary and the page, and closes the files.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish(&mut self, report: &Report, whole: &Whole) -> Result<(), Failure> {
        if let Some(json) = &mut self.json {
            let mut summary = summary(report);
            summary["seed"] = json!(whole.seed);
            if let Some((part, of)) = whole.shard {
                summary["shard"] = json!([part, of]);
                if let Some(sprt) = whole.sprt {
                    summary["asked"] = json!({"elo0": sprt.elo0, "elo1": sprt.elo1});
                }
            }
            json.write(&format!("{summary}\n"))?;
        }
        if let Some(csv) = &mut self.csv {
            let flushed = csv.file.flush();
            flushed
                .and_then(|()| synced(csv.file.get_ref()))
                .map_err(failed(&csv.path))?;
        }
        if let Some(path) = &self.html {
            let report = &report.titled();
            let names = |list: Vec<&String>| {
                let short: Vec<&str> = list.iter().take(8).map(|n| n.as_str()).collect();
                let more = if list.len() > 8 { " …" } else { "" };
                format!("{}{more}", short.join(", "))
            };
            let facts = [
                format!("Agents: {}", names(report.agents.iter().map(|a| &a.0).collect())),
                format!("Maps: {}", names(report.maps.iter().map(|m| &m.0).collect())),
                format!(
                    "Scenarios: {}",
                    names(report.scenarios.iter().map(|s| &s.0).collect())
                ),
                "A pair is one seed, map and set of forces, played once for each seating of the sides.".to_owned(),
            ];
            let text = page(&format!("Arena: {}", title(report)), &facts, report);
            disk::write(path, text.as_bytes())?;
        }
        Ok(())
    }

    /// Whether JSON goes to standard output.
    pub fn on_stdout(&self) -> bool {
        matches!(self.json, Some(Json::Output))
    }

    /// Prints a text for people, unless JSON goes to standard output.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        if self.on_stdout() {
            return Ok(());
        }
        output::print(text)
    }
}

/// A line of a file as JSON; `number` is that of the line, from 1.
///
/// # Errors
/// If it is not JSON.
pub fn json_of(path: &Path, number: u64, line: &[u8]) -> Result<Value, Failure> {
    serde_json::from_slice(line).map_err(|error| {
        let (file, at) = (path.display(), error.column().max(1));
        Failure::Message(format!("{file}:{number}:{at}: the line is not valid JSON"))
    })
}

/// Reader of a file of results.
pub struct Lines {
    from: BufReader<File>,
    path: PathBuf,
    number: u64,
    /// Bytes up to the end of the last line that was read.
    pub read: u64,
}

/// A line of a file of results.
pub enum Entry {
    /// A game.
    Game(Box<Row>, String),
    /// The summary of a series.
    Summary(Value),
}

impl Lines {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or holds no results.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let mut from = BufReader::new(disk::file(path)?);
        // The first line may be cut off, but whatever is there must begin as a line of results.
        let begins = from.fill_buf().map_err(failed(path))?;
        let mark = begins.starts_with(MARK);
        if mark {
            from.consume(MARK.len());
        }
        let begins = from.buffer();
        if !begins.iter().zip(HEAD).all(|(a, b)| a == b) {
            return Err(Failure::Message(format!(
                "{}:1:1: this is not a file of arena results; \"skirmish arena --json FILE\" writes one",
                path.display()
            )));
        }
        Ok(Self {
            from,
            path: path.to_owned(),
            number: 0,
            read: if mark { MARK.len() as u64 } else { 0 },
        })
    }

    /// The next line; none at the end. A last line without a newline was cut off and is skipped.
    ///
    /// # Errors
    /// If the file cannot be read, or the line is damaged.
    pub fn entry(&mut self) -> Result<Option<Entry>, Failure> {
        let mut bytes = Vec::new();
        let mut limited = std::io::Read::take(&mut self.from, LONGEST as u64 + 1);
        limited
            .read_until(b'\n', &mut bytes)
            .map_err(failed(&self.path))?;
        if bytes.len() <= LONGEST && bytes.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.number += 1;
        self.read += bytes.len() as u64;
        bytes.pop();
        let damaged = |what: String| {
            Failure::Message(format!("{}:{}:1: {what}", self.path.display(), self.number))
        };
        if bytes.len() >= LONGEST {
            return Err(damaged("this line is too long for arena results".into()));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to() + 1;
            let file = self.path.display();
            Failure::Message(format!(
                "{file}:{}:{at}: this is not UTF-8 text",
                self.number
            ))
        })?;
        let value = json_of(&self.path, self.number, text.as_bytes())?;
        match value["type"].as_str() {
            Some("summary") => Ok(Some(Entry::Summary(value))),
            Some("result") => {
                let row = Row::read(&text).map_err(|why| damaged(why.to_string()))?;
                Ok(Some(Entry::Game(Box::new(row), text)))
            }
            _ => Err(damaged(
                "this line is neither a result nor a summary of an arena".into(),
            )),
        }
    }
}

/// A series that is resumed.
pub struct Begun {
    path: PathBuf,
    /// Length of its whole pairs in bytes.
    length: u64,
    /// Number of whole pairs.
    pub pairs: u64,
}

impl Begun {
    /// Reads and counts the whole pairs of a file; `fits` says whether a game belongs to this
    /// series.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or belongs to another series.
    pub fn read(
        path: &Path,
        pairs: impl Iterator<Item = Vec<crate::arena::Job>>,
        fits: impl Fn(&crate::arena::Job, &Row) -> bool,
        counter: &mut Counter,
        mut each: impl FnMut(&[String]) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let mut lines = Lines::open(path)?;
        let mut begun = Self {
            path: path.to_owned(),
            length: 0,
            pairs: 0,
        };
        for jobs in pairs {
            let mut rows = Vec::with_capacity(jobs.len());
            let mut texts = Vec::with_capacity(jobs.len());
            for job in jobs {
                let Some(Entry::Game(row, text)) = lines.entry()? else {
                    return Ok(begun);
                };
                if !fits(&job, &row) {
                    return Err(Failure::Message(format!(
                        "{}:{}:1: this file belongs to another series: to resume it, options, maps, forces, agents and seed must be the same",
                        path.display(),
                        lines.number
                    )));
                }
                rows.push(*row);
                texts.push(text);
            }
            each(&texts)?;
            counter.add(&rows);
            begun.length = lines.read;
            begun.pairs += 1;
            if counter.decided() {
                break;
            }
        }
        Ok(begun)
    }

    /// The file, cut off after its last whole pair, ready to be appended to.
    fn reopen(&self) -> Result<File, Failure> {
        let mut file = disk::to_write(&self.path)?;
        disk::lock(&file, &self.path, LOCKED)?;
        let cut = || -> std::io::Result<File> {
            file.set_len(self.length)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        cut().map_err(failed(&self.path))
    }
}
