//! Opening files: chosen in the dialog, dropped on the window, or given by the page.

use super::App;
use crate::rules::Rules;
use crate::shown::short;
use crate::source::Source;
use crate::store::disk;
use crate::window::choice::Choice;
use crate::window::error::WindowError;
use crate::window::open_file::{LONGEST, OpenExit};
use crate::window::taken_in::{Kind, keep, kind};
use egui::Ui;
use std::path::Path;

impl App {
    /// Opens a file where it lies, or keeps a copy of it and opens that.
    ///
    /// # Errors
    /// It cannot be read, or is nothing that can be opened.
    pub fn open_file(&mut self, path: &Path, import: bool) -> Result<(), WindowError> {
        let bytes = disk::bytes(path, LONGEST, "a file")?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let shown = path.display().to_string();
        let choice = match kind(&name, &bytes)? {
            // rules are chosen by name, so they are always kept
            Kind::Rules => None,
            _ if import => None,
            Kind::Record => Some(Choice::Resume(path.to_owned())),
            Kind::Map | Kind::Foreign | Kind::Scenario => Some(Choice::Draw(Some(shown))),
            Kind::Force => {
                let source = Source::new(shown.clone(), String::from_utf8_lossy(&bytes));
                Some(Choice::Build(Rules::of_force(&source)?, shown))
            }
        };
        match choice {
            Some(choice) => self.go(choice),
            None => self.take_in(&name, &bytes),
        }
        Ok(())
    }

    /// Draws the dialog that opens a file, if it is open.
    pub(super) fn opening(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.open_file.take() else {
            return;
        };
        match dialog.show(ui) {
            None => self.open_file = Some(dialog),
            Some(OpenExit::Close) => self.last_folder = dialog.folder().to_owned(),
            Some(OpenExit::Open(path) | OpenExit::Import(path)) if !disk::is_file(&path) => {
                dialog.say(format!(
                    "There is no file {}.",
                    short(&path.to_string_lossy())
                ));
                self.open_file = Some(dialog);
            }
            Some(exit) => {
                self.last_folder = dialog.folder().to_owned();
                let (path, import) = match exit {
                    OpenExit::Import(path) => (path, true),
                    OpenExit::Open(path) => (path, false),
                    OpenExit::Close => return,
                };
                if let Err(why) = self.open_file(&path, import) {
                    dialog.say(why.to_string());
                    self.open_file = Some(dialog);
                }
            }
        }
    }

    /// Takes in a file that was given to the window, keeps it and opens it.
    pub fn take_in(&mut self, name: &str, bytes: &[u8]) {
        match taken_in(name, bytes) {
            Ok(Some(choice)) => self.go(choice),
            Ok(None) => self.notice_of(format!(
                "{} is kept; choose it under New battle.",
                short(name)
            )),
            Err(error) => self.notice_of(error.to_string()),
        }
    }
}

/// Keeps a file; how it is opened, if it is.
fn taken_in(name: &str, bytes: &[u8]) -> Result<Option<Choice>, WindowError> {
    let kind = kind(name, bytes)?;
    let path = keep(&kind, name, bytes)?;
    let shown = path.display().to_string();
    Ok(match kind {
        Kind::Record => Some(Choice::Resume(path)),
        Kind::Map | Kind::Foreign => Some(Choice::Draw(Some(shown))),
        Kind::Scenario | Kind::Rules => None,
        Kind::Force => {
            let source = Source::new(shown.clone(), String::from_utf8_lossy(bytes));
            Some(Choice::Build(Rules::of_force(&source)?, shown))
        }
    })
}
