//! Lines on the standard output and the standard error. Everything that a terminal would obey is
//! shown as an escape (see [`crate::shown`]), so that no file and no name can command the terminal.
//! A test makes sure that only this module and `cli::output` write there.

use super::Failure;
use crate::shown::{escaped, is_unsafe};
use std::fmt::Display;
use std::io::IsTerminal;

/// Whether the standard output is a terminal.
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Writes a text to the standard output and makes sure that it gets there.
///
/// # Errors
/// The output is closed or full.
pub fn print(text: &str) -> Result<(), Failure> {
    write(&safe(text))
}

/// Writes a line to the standard output and makes sure that it gets there.
///
/// # Errors
/// The output is closed or full.
pub fn line(text: &str) -> Result<(), Failure> {
    write(&format!("{}\n", safe(text)))
}

#[cfg(target_arch = "wasm32")]
fn write(text: &str) -> Result<(), Failure> {
    use super::page::{Message, send};
    send(Message::Console, text);
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
fn write(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let _line = super::interrupt::writing();
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Failure::output)
}

/// Writes a line to the standard error. A command does not stop because nobody reads it.
pub fn note(text: impl Display) {
    let text = text.to_string();
    let text = escaped(&text);
    #[cfg(target_arch = "wasm32")]
    let _ = write(&text);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = {
        use std::io::Write;
        writeln!(std::io::stderr(), "{text}")
    };
}

/// A text without anything that a terminal would obey. JSON stays JSON with the same value: only
/// there, in strings, such characters can be.
fn safe(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.starts_with('{') {
        return escaped(text);
    }
    if !text.contains(is_unsafe) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_unsafe(c) && c != '\r' {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    out.into()
}
