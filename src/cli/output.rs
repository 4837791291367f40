//! Output for a terminal: colours, the full screen, and the help of clap. Plain lines go
//! through [`crate::store::output`].

pub use crate::store::output::{is_terminal, line, note, print};

use super::Failure;
use crate::shown::escaped;
use crate::store::interrupt::writing;
use std::io::Write;

/// A text in which colours (`ESC [ digits m`) stay and everything else is escaped.
fn coloured(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut out = escaped(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let colour = part.strip_prefix('[').and_then(|rest| {
            let (code, after) = rest.split_once('m')?;
            let is_code = code.chars().all(|c| c.is_ascii_digit() || c == ';');
            is_code.then_some((code, after))
        });
        match colour {
            Some((code, after)) => {
                out.push_str(&format!("\x1b[{code}m{}", escaped(after)));
            }
            None => out.push_str(&format!("\\u{{1b}}{}", escaped(part))),
        }
    }
    out
}

/// Whether the standard output shows colours.
pub fn has_colours() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}

/// Writes a text with colours of our own. The caller escapes every name in it; colours are
/// left out if the output does not show them.
///
/// # Errors
/// The output is closed or full.
pub fn print_coloured(text: &str) -> Result<(), Failure> {
    let _line = writing();
    let mut out = anstream::stdout().lock();
    out.write_all(coloured(text).as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::output)
}

/// Draws the whole screen again. The caller escapes every name in the lines.
///
/// # Errors
/// The output is closed.
pub fn draw(lines: &[String]) -> Result<(), Failure> {
    let mut text = String::from("\x1b[H");
    for (i, line) in lines.iter().enumerate() {
        text.push_str(&coloured(line));
        text.push_str("\x1b[K");
        if i + 1 < lines.len() {
            text.push_str("\r\n");
        }
    }
    text.push_str("\x1b[J");
    let _line = writing();
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::output)
}

/// Changes to the other screen of the terminal, without a cursor.
///
/// # Errors
/// The terminal cannot do that.
pub fn enter_screen() -> std::io::Result<()> {
    crossterm::execute!(
        std::io::stdout(),
        crossterm::terminal::EnterAlternateScreen,
        crossterm::cursor::Hide
    )
}

/// Changes back to the usual screen of the terminal.
///
/// # Errors
/// The terminal cannot do that.
pub fn leave_screen() -> std::io::Result<()> {
    crossterm::execute!(
        std::io::stdout(),
        crossterm::cursor::Show,
        crossterm::terminal::LeaveAlternateScreen
    )
}

/// Prints the help or the version that clap has made.
///
/// # Errors
/// It could not be written.
pub fn help(help: &clap::Error) -> Result<(), Failure> {
    print_coloured(&help.render().ansi().to_string())
}
