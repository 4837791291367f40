//! What a screen says about what the person did last.

use super::dialog;
use egui::Ui;
use std::fmt::Display;

/// A message to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// It was done.
    Done(String),
    /// It was not done, and why.
    Refused(String),
}

impl Message {
    /// Draws it.
    pub fn show(&self, ui: &mut Ui) {
        match self {
            Message::Done(done) => dialog::note(ui, done),
            Message::Refused(why) => dialog::wrong(ui, why),
        }
    }
    /// Whether it tells of a success.
    pub fn is_done(&self) -> bool {
        matches!(self, Message::Done(_))
    }
    /// A message that something was not done, for this reason.
    pub fn refused(why: impl Display) -> Self {
        Message::Refused(why.to_string())
    }
}

impl<E: Display> From<Result<String, E>> for Message {
    fn from(done: Result<String, E>) -> Self {
        match done {
            Ok(done) => Message::Done(done),
            Err(why) => Message::refused(why),
        }
    }
}
