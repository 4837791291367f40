//! The commands of a script, and how they are read.

use super::super::keys::{Chord, ChordError};
use super::super::stop::Stop;
use super::film::{Film, FilmError};
use egui::{Key, Modifiers};

/// A command with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Where its command begins, from 1.
    pub column: usize,
    /// Where what stands behind the command begins, from 1; if nothing does, where it would.
    pub argument: usize,
    /// The command.
    pub command: Command,
}

/// A command of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Click on a space.
    Click(String),
    /// Click on a space with the second button.
    RightClick(String),
    /// Put the mouse on a space.
    Hover(String),
    /// Click what has this label.
    Button(String),
    /// Press a key, with what is held beside it.
    Key(Key, Modifiers),
    /// Drag with the first button from a space to another.
    Drag(String, String),
    /// Turn the wheel over the middle of the window, so many notches away from oneself.
    Wheel(i32),
    /// Fail unless something on the screen says this.
    See(String),
    /// Fail unless every control is at least so many points wide and high.
    Large(u32),
    /// Begin to measure frames.
    FramesBegin,
    /// Say under this name how long the frames took since then.
    Frames(String),
    /// Begin a film with a picture every so many frames.
    FilmBegin(u32),
    /// Keep the film as an animated PNG of this name.
    Film(String),
    /// Play so many battles of this opponent against itself without drawing, and say how fast.
    Speed(u32, String),
    /// Type a text.
    Type(String),
    /// Wait until nothing moves and nobody thinks.
    WaitIdle,
    /// Wait so many frames.
    Wait(u32),
    /// Keep the frame as a PNG.
    Shot(String),
    /// End.
    Quit,
}

/// A line of a script that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {why}")]
pub struct ScriptError {
    /// The name of the script.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub why: LineError,
}

impl From<ScriptError> for Stop {
    fn from(error: ScriptError) -> Self {
        Stop::wrong(error)
    }
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It begins with no command.
    #[error(
        "unknown command {0:?}; known: click, rightclick, hover, drag, wheel, button, key, type, see, large, wait, shot, frames, film, speed, quit"
    )]
    Unknown(String),
    /// The command needs something behind it.
    #[error("{0} needs {1}")]
    Needs(String, &'static str),
    /// There is no such key.
    #[error(transparent)]
    Key(#[from] ChordError),
    /// The time between two pictures of a film has another form.
    #[error("film begin {0:?} is not understood; like film begin every 200 ms")]
    Interval(String),
    /// A film cannot be taken like this.
    #[error(transparent)]
    Film(#[from] FilmError),
    /// A film begins while another one is taken.
    #[error("a film has begun already: film NAME writes it")]
    SecondFilm,
    /// A film ends that has not begun.
    #[error("no film has begun: film begin starts one")]
    NoFilm,
    /// A film begins and does not end.
    #[error("this film is never written: film NAME writes it")]
    OpenFilm,
}

/// Reads a script.
///
/// # Errors
/// The first line that cannot be read.
pub fn read(file: &str, text: &str) -> Result<Vec<Line>, ScriptError> {
    let at = |(line, column, why)| ScriptError {
        file: file.to_owned(),
        line,
        column,
        why,
    };
    let lines: Vec<Line> = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(number, line)| {
            let (column, argument) = columns(line);
            command(line.trim())
                .map(|command| Line {
                    number,
                    column,
                    argument,
                    command,
                })
                .map_err(|why| match why {
                    LineError::Unknown(_) => (number, column, why),
                    _ => (number, argument, why),
                })
        })
        .collect::<Result<_, _>>()
        .map_err(at)?;
    films(&lines).map_err(at)?;
    Ok(lines)
}

/// Where the command of a line begins, and what stands behind it; in characters, from 1.
fn columns(line: &str) -> (usize, usize) {
    let blanks = |text: &str| text.chars().take_while(|c| c.is_whitespace()).count();
    let column = blanks(line) + 1;
    let letters = line.trim_start().chars();
    let verb = letters.take_while(|c| !c.is_whitespace()).count();
    let behind: String = line.trim_end().chars().skip(column - 1 + verb).collect();
    (column, column + verb + blanks(&behind).max(1))
}

/// Checks that every film that begins is written, and the other way round; the line at fault and
/// what would be right.
fn films(lines: &[Line]) -> Result<(), (usize, usize, LineError)> {
    let mut begun = None;
    for line in lines {
        match (&line.command, begun) {
            (Command::FilmBegin(_), None) => begun = Some((line.number, line.column)),
            (Command::FilmBegin(_), Some(_)) => {
                return Err((line.number, line.column, LineError::SecondFilm));
            }
            (Command::Film(_), Some(_)) => begun = None,
            (Command::Film(_), None) => {
                return Err((line.number, line.column, LineError::NoFilm));
            }
            (Command::Quit, _) => break,
            _ => {}
        }
    }
    begun.map_or(Ok(()), |(number, column)| {
        Err((number, column, LineError::OpenFilm))
    })
}

/// Reads `every 200 ms`.
fn milliseconds(text: &str) -> Result<u32, LineError> {
    let number = text
        .strip_prefix("every")
        .and_then(|t| t.strip_suffix("ms"));
    let number = number.and_then(|n| n.trim().parse().ok());
    number.ok_or_else(|| LineError::Interval(text.to_owned()))
}

fn command(line: &str) -> Result<Command, LineError> {
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let bare = rest
        .strip_prefix('"')
        .and_then(|r| r.strip_suffix('"'))
        .unwrap_or(rest);
    let needs = |what| LineError::Needs(verb.to_owned(), what);
    let some = |what| match bare.is_empty() {
        true => Err(needs(what)),
        false => Ok(bare.to_owned()),
    };
    Ok(match verb {
        "click" => Command::Click(some("a space, like C4")?),
        "rightclick" => Command::RightClick(some("a space, like C4")?),
        "hover" => Command::Hover(some("a space, like C4")?),
        "button" => Command::Button(some("a label")?),
        "type" => Command::Type(some("a text")?),
        "key" => {
            let chord = Chord::read(&some("a key, like N or Shift+Enter")?);
            let (key, held) = chord?.parts();
            Command::Key(key, held)
        }
        "drag" => match rest.split_once(char::is_whitespace) {
            Some((from, to)) => Command::Drag(from.to_owned(), to.trim().to_owned()),
            None => return Err(needs("two spaces, like C4 H4")),
        },
        "wheel" => Command::Wheel(bare.parse().map_err(|_| needs("a number of notches"))?),
        "see" => Command::See(some("a text")?),
        "large" => Command::Large(bare.parse().map_err(|_| needs("a number of points"))?),
        "frames" if bare == "begin" => Command::FramesBegin,
        "frames" => Command::Frames(some("begin or a name")?),
        "film" => match bare.strip_prefix("begin").map(str::trim_start) {
            Some("") => Command::FilmBegin(Film::every(Film::USUAL)?),
            Some(every) if bare.starts_with("begin ") => {
                Command::FilmBegin(Film::every(milliseconds(every)?)?)
            }
            _ => Command::Film(some("begin or a name")?),
        },
        "wait" if bare == "idle" => Command::WaitIdle,
        "wait" => Command::Wait(
            bare.parse()
                .map_err(|_| needs("idle or a number of frames"))?,
        ),
        "shot" => Command::Shot(some("a name")?),
        "speed" => {
            let (battles, agent) = rest
                .split_once(char::is_whitespace)
                .unwrap_or((rest, "utility"));
            let battles = battles.parse().ok().filter(|n| (1..=10_000).contains(n));
            let battles = battles.ok_or_else(|| needs("a number of battles, like speed 40"))?;
            Command::Speed(battles, agent.trim().to_owned())
        }
        "quit" => Command::Quit,
        _ => return Err(LineError::Unknown(verb.to_owned())),
    })
}
