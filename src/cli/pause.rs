//! Pauses in the log of a battle, so that a person at a terminal has read what scrolls out.

use super::Failure;
use super::pager::{Typed, wait};
use super::paragraphs::screen;

/// The most new lines for which the board leaves room above it.
const ABOVE: usize = 3;

/// What a person has not read yet, and what they typed, before the board is drawn.
#[derive(Debug, Default)]
pub struct Pause {
    /// A command that was typed while something else was shown.
    pub typed: Option<String>,
    /// New lines for which the board leaves room above it.
    pub above: usize,
}

/// The lines of the log since the person was asked last.
#[derive(Debug, Default)]
pub struct Unread {
    /// How many are on the screen that the person has not been given time to read.
    new: usize,
    /// The rest is not waited for.
    flows: bool,
    /// A command that was typed meanwhile.
    typed: Option<String>,
}

impl Unread {
    /// Waits if so many more lines would not fit the screen.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub fn make_room(&mut self, lines: usize) -> Result<(), Failure> {
        let high = screen().map_or(usize::MAX, |(_, high)| high);
        if self.new + lines + 1 >= high {
            self.wait("Enter goes on; q: to your next question")?;
        }
        self.new += lines;
        Ok(())
    }

    /// Waits if the board would push lines out.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub fn end(&mut self) -> Result<Pause, Failure> {
        if self.new > ABOVE {
            self.wait("Enter goes on")?;
        }
        let all = std::mem::take(self);
        Ok(Pause {
            typed: all.typed,
            above: all.new,
        })
    }

    fn wait(&mut self, what: &str) -> Result<(), Failure> {
        self.new = 0;
        if self.flows {
            return Ok(());
        }
        match wait(what)? {
            Typed::Enter => {}
            Typed::Quit => self.flows = true,
            Typed::Text(text) => {
                self.typed = Some(text);
                self.flows = true;
            }
        }
        Ok(())
    }
}
