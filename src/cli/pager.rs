//! Long texts on a terminal, page by page: through the person's own pager, else by Enter.

use super::{Failure, input, output};
use crate::play::external::LONGEST_LINE;
use crate::shown::escaped;
use std::io::Write;
use std::process::{Command, Stdio};

/// Shows a text on a terminal with this many lines.
///
/// # Errors
/// The output is closed.
pub fn show(text: &str, high: usize) -> Result<(), Failure> {
    let own = std::env::var("PAGER").unwrap_or_default();
    let mut words = own.split_whitespace();
    let (program, options) = match words.next() {
        Some(program) => (program, words.collect()),
        None => ("less", vec!["-R", "-F", "-X"]),
    };
    let started = Command::new(program)
        .args(options)
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut child) = started else {
        by_enter(text, high.saturating_sub(2))?;
        return Ok(());
    };
    if let Some(mut input) = child.stdin.take() {
        // a pager that is left early closes its input
        let lines: Vec<String> = text
            .lines()
            .map(|line| escaped(line).into_owned())
            .collect();
        let _ = input.write_all((lines.join("\n") + "\n").as_bytes());
    }
    let _ = child.wait();
    Ok(())
}

/// What a person types where a text waits for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Enter: go on.
    Enter,
    /// `q`, or the end of the input: no more waiting.
    Quit,
    /// A command for what comes after the text.
    Text(String),
}

/// Waits for Enter, so that what is on the screen can be read.
///
/// # Errors
/// The output is closed, or the input cannot be read.
pub fn wait(what: &str) -> Result<Typed, Failure> {
    output::print(&format!("-- {what} -- "))?;
    let line = input::line(&mut std::io::stdin().lock(), LONGEST_LINE);
    let line = line.map_err(|error| Failure::Io {
        what: "the standard input".into(),
        error,
    })?;
    Ok(match line {
        input::Line::End => Typed::Quit,
        input::Line::TooLong => Typed::Enter,
        input::Line::Text(text) => match text.trim() {
            "" => Typed::Enter,
            "q" | "Q" => Typed::Quit,
            _ => Typed::Text(text),
        },
    })
}

/// Shows a text in pages of so many lines, with Enter after each. Returns a command that was typed
/// instead, which leaves the rest out.
///
/// # Errors
/// The output is closed, or the input cannot be read.
pub fn by_enter(text: &str, page: usize) -> Result<Option<String>, Failure> {
    let lines: Vec<&str> = text.lines().collect();
    let page = page.max(4);
    let mut left = lines.len();
    for part in lines.chunks(page) {
        output::line(&part.join("\n"))?;
        left -= part.len();
        if left == 0 {
            break;
        }
        let lines = if left == 1 { "line" } else { "lines" };
        match wait(&format!("{left} more {lines}: Enter; q: no more"))? {
            Typed::Enter => {}
            Typed::Quit => break,
            Typed::Text(text) => return Ok(Some(text)),
        }
    }
    Ok(None)
}
