//! What the page around the window is told, and what it gives.

use super::Ended;
use crate::store::page::{self, Message, Query};
use crate::window::app::App;
use crate::window::stop::Stop;

/// Tells the page how a script ended, or why the program did.
pub fn end(scripted: bool, fault: &str) {
    match scripted {
        true => page::send(Message::Title, &format!("skirmish: script failed: {fault}")),
        false => page::send(Message::Fault, fault),
    }
}

/// The program has ended: `scripted` if a script ran it.
pub fn ended(end_of: &Ended, scripted: bool) {
    match end_of {
        Ended::Script(stop) => {
            let (Stop::Wrong(fault) | Stop::NotSo(fault)) = stop;
            end(true, fault);
        }
        Ended::Failed(fault) => end(scripted, &fault.to_string()),
        Ended::Closed if scripted => page::send(Message::Title, "skirmish: script done"),
        Ended::Closed => page::send(Message::Fault, "It was closed."),
    }
}

/// Faults of the program are shown on the page.
pub fn watch_faults() {
    std::panic::set_hook(Box::new(|fault| {
        page::send(Message::Fault, &fault.to_string())
    }));
}

/// Faults of a worker are told to the page.
pub fn watch_refusals() {
    std::panic::set_hook(Box::new(|fault| {
        page::send(Message::Refused, &fault.to_string())
    }));
}

/// What the page has been told.
#[derive(Default)]
pub struct Page {
    begun: bool,
    lines: usize,
}

impl Page {
    /// Exchanges with the page what has changed since the last frame.
    pub fn exchange(&mut self, app: &mut App) {
        if !std::mem::replace(&mut self.begun, true) {
            page::send(Message::Begun, "");
        }
        let (lines, all) = app.log_from(self.lines);
        for line in lines {
            page::send(Message::Log, &line);
        }
        self.lines = all;
        let trouble = page::ask(Query::Trouble);
        if !trouble.is_empty() {
            app.notice_of(trouble);
        }
        while let Some((name, bytes)) = page::next_file() {
            app.take_in(&name, &bytes);
        }
    }
}
