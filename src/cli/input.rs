//! The standard input: who or what writes there, and its lines, of limited length.

use super::output;
use crate::play::{AgentName, DiceSource, Setup};
use std::io::{BufRead, IsTerminal, Read};

/// Result of reading a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Text(String),
    /// A line that is longer than allowed; all of it has been read.
    TooLong,
    /// The input has ended.
    End,
}

/// How many bytes of a line that is too long are skipped before it is an error.
const ENDLESS: usize = 1 << 24;

/// Reads one line of at most `longest` bytes.
///
/// # Errors
/// When reading fails.
pub fn line(from: &mut impl BufRead, longest: usize) -> std::io::Result<Line> {
    let mut bytes = Vec::new();
    let read = from
        .by_ref()
        .take(longest as u64 + 1)
        .read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if bytes.last() != Some(&b'\n') && read > longest {
        let mut passed = 0;
        loop {
            if passed > ENDLESS {
                return Err(std::io::Error::new(
                    std::io::ErrorKind::InvalidData,
                    "a line that does not end",
                ));
            }
            let available = from.fill_buf()?;
            if available.is_empty() {
                break;
            }
            match available.iter().position(|b| *b == b'\n') {
                Some(end) => {
                    from.consume(end + 1);
                    break;
                }
                None => {
                    let all = available.len();
                    passed += all;
                    from.consume(all);
                }
            }
        }
        return Ok(Line::TooLong);
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Whether a program on the standard input drives part of this battle.
pub fn by_program(setup: &Setup) -> bool {
    setup.dice == DiceSource::Stdin || setup.agents.contains(&AgentName::Stdin)
}

/// Whether a person sits at the terminal.
pub fn on_terminal() -> bool {
    std::io::stdin().is_terminal() && output::is_terminal()
}
