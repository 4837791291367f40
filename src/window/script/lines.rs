//! The commands of a script, and how they are read.

use super::super::keys::Chord;
use super::film::Film;
use egui::{Key, Modifiers};

/// A command with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
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

/// Reads a script.
///
/// # Errors
/// `file:line: what is wrong`.
pub fn read(file: &str, text: &str) -> Result<Vec<Line>, String> {
    let lines: Vec<Line> = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            command(line)
                .map(|command| Line { number, command })
                .map_err(|what| format!("{file}:{number}: {what}"))
        })
        .collect::<Result<_, _>>()?;
    films(&lines).map_err(|(number, what)| format!("{file}:{number}: {what}"))?;
    Ok(lines)
}

/// Checks that every film that begins is written, and the other way round; the line at fault and
/// what would be right.
fn films(lines: &[Line]) -> Result<(), (usize, &'static str)> {
    let mut begun = None;
    for line in lines {
        match (&line.command, begun) {
            (Command::FilmBegin(_), None) => begun = Some(line.number),
            (Command::FilmBegin(_), Some(_)) => {
                return Err((line.number, "a film has begun already: film NAME writes it"));
            }
            (Command::Film(_), Some(_)) => begun = None,
            (Command::Film(_), None) => {
                return Err((line.number, "no film has begun: film begin starts one"));
            }
            (Command::Quit, _) => break,
            _ => {}
        }
    }
    begun.map_or(Ok(()), |number| {
        Err((number, "this film is never written: film NAME writes it"))
    })
}

/// Reads `every 200 ms`.
fn milliseconds(text: &str) -> Result<u32, String> {
    let number = text
        .strip_prefix("every")
        .and_then(|t| t.strip_suffix("ms"));
    number.and_then(|n| n.trim().parse().ok()).ok_or_else(|| {
        format!("film begin {text:?} is not understood; like film begin every 200 ms")
    })
}

fn command(line: &str) -> Result<Command, String> {
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let bare = rest
        .strip_prefix('"')
        .and_then(|r| r.strip_suffix('"'))
        .unwrap_or(rest);
    let some = |what: &str| {
        if bare.is_empty() {
            Err(format!("{verb} needs {what}"))
        } else {
            Ok(bare.to_owned())
        }
    };
    Ok(match verb {
        "click" => Command::Click(some("a space, like C4")?),
        "rightclick" => Command::RightClick(some("a space, like C4")?),
        "hover" => Command::Hover(some("a space, like C4")?),
        "button" => Command::Button(some("a label")?),
        "type" => Command::Type(some("a text")?),
        "key" => {
            let (key, held) = Chord::read(&some("a key, like N or Shift+Enter")?)?.parts();
            Command::Key(key, held)
        }
        "drag" => match rest.split_once(char::is_whitespace) {
            Some((from, to)) => Command::Drag(from.to_owned(), to.trim().to_owned()),
            None => return Err("drag needs two spaces, like C4 H4".to_owned()),
        },
        "wheel" => Command::Wheel(
            bare.parse()
                .map_err(|_| "wheel needs a number of notches".to_owned())?,
        ),
        "see" => Command::See(some("a text")?),
        "large" => Command::Large(
            bare.parse()
                .map_err(|_| "large needs a number of points".to_owned())?,
        ),
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
                .map_err(|_| "wait needs idle or a number of frames".to_owned())?,
        ),
        "shot" => Command::Shot(some("a name")?),
        "speed" => {
            let (battles, agent) = rest
                .split_once(char::is_whitespace)
                .unwrap_or((rest, "utility"));
            let battles = battles.parse().ok().filter(|n| (1..=10_000).contains(n));
            let battles = battles.ok_or("speed needs a number of battles, like speed 40")?;
            Command::Speed(battles, agent.trim().to_owned())
        }
        "quit" => Command::Quit,
        _ => {
            return Err(format!(
                "unknown command {verb:?}; known: click, rightclick, hover, drag, wheel, button, key, type, see, large, wait, shot, frames, film, speed, quit"
            ));
        }
    })
}
