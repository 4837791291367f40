//! Texts on the standard output, in lines that fit the terminal.

use super::{Failure, output};

/// Columns and lines of the terminal; `None`: the output is none.
pub fn screen() -> Option<(usize, usize)> {
    output::is_terminal()
        .then(|| crossterm::terminal::size().ok())
        .flatten()
        .map(|(wide, high)| (usize::from(wide).max(20), usize::from(high).max(12)))
}

/// A text in lines that fit the terminal, else of at most 79 characters; all but the first begin
/// with `indent`. Blanks before the text stay.
pub fn wrapped(text: &str, indent: &str) -> Vec<String> {
    let wide = screen().map_or(80, |(wide, _)| wide).min(100) - 1;
    let mut lines: Vec<String> = Vec::new();
    let lead = &text[..text.len() - text.trim_start().len()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= wide => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.push(format!("{lead}{word}")),
        }
    }
    lines
}

/// A text whose lines fit the terminal; as it is where the output is none.
pub fn fitted(text: &str) -> String {
    let Some((wide, _)) = screen() else {
        return text.to_owned();
    };
    let lines = text
        .lines()
        .flat_map(|line| match line.chars().count() < wide {
            true => vec![line.to_owned()],
            false => wrapped(line, "    "),
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// One paragraph to the person, in lines that fit the terminal.
///
/// # Errors
/// When the output cannot be written.
pub fn say_fitted(text: &str) -> Result<(), Failure> {
    say(&fitted(text))
}

/// One paragraph to the person.
///
/// # Errors
/// When the output cannot be written.
pub fn say(text: &str) -> Result<(), Failure> {
    output::line(text)
}
