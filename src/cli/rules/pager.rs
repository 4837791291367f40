//! Long texts on a terminal, page by page: through the person's own pager, else by Enter.

use super::super::{Failure, output};
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
        return by_enter(text, high);
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

/// Shows a page and waits for Enter; q ends.
fn by_enter(text: &str, high: usize) -> Result<(), Failure> {
    let lines: Vec<&str> = text.lines().collect();
    let page = high.saturating_sub(2).max(4);
    for (number, part) in lines.chunks(page).enumerate() {
        output::print(&(part.join("\n") + "\n"))?;
        let shown = (number + 1) * page;
        if shown >= lines.len() {
            break;
        }
        let percent = 100 * shown / lines.len();
        output::print(&format!("-- {percent} %: Enter: next page, q: quit -- "))?;
        let mut answer = String::new();
        let read = std::io::stdin().read_line(&mut answer);
        if !matches!(read, Ok(n) if n > 0) || answer.trim().eq_ignore_ascii_case("q") {
            break;
        }
    }
    Ok(())
}
