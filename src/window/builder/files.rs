//! Where forces are kept: whole files in the data folder, or where they were opened; and drafts,
//! which outlive a window that was closed or killed.

use super::Builder;
use crate::muster::Muster;
use crate::rules::Rules;
use crate::source::Source;
use crate::store::library::{self, Found};
use crate::store::{Failure, disk, own};
use crate::window::dialog::{self, Naming};
use crate::window::error::WindowError;
use crate::window::file_name::{self, NameError};
use crate::window::forces::save_roster;
use crate::window::message::Message;
use std::path::Path;

/// The draft of a force that has no file yet.
pub fn draft(of: &str, name: &str) -> String {
    format!("drafts/force-{of}-{name}.toml")
}

/// The draft of a file.
pub fn draft_of(path: &Path) -> String {
    draft("file", &own::word_for(path))
}

/// A force by name or file, of a ruleset or of any.
///
/// # Errors
/// When there is none.
pub fn find(rules: Option<Rules>, name: &str) -> Result<Found, Failure> {
    let all = match &rules {
        Some(rules) => std::slice::from_ref(rules),
        None => &Rules::ALL[..],
    };
    let mut failure = None;
    for rules in all {
        match library::forces(*rules).open(name) {
            Ok(found) => return Ok(found),
            Err(why) => failure = failure.or(Some(why)),
        }
    }
    Err(failure.expect("there are rulesets"))
}

impl Builder {
    /// Brings back what was not saved when the window went.
    pub(super) fn reopen(&mut self) {
        let Some(text) = own::load(&self.draft.0) else {
            return;
        };
        match Muster::read(&Source::new("force", text.as_str())) {
            Ok(muster) if muster.text() != self.kept => {
                self.before.push(self.muster.text());
                self.draft.1 = Some(text);
                self.muster = muster;
                self.message = Some(Message::Done(dialog::REOPENED.to_owned()));
            }
            Ok(_) => own::remove(&self.draft.0),
            // kept for whoever can make something of it
            Err(_) => own::rename(&self.draft.0, &format!("{}.bad", self.draft.0)),
        }
    }

    /// Writes down what is not saved yet, if it has changed.
    pub fn keep_draft(&mut self) {
        let text = self.muster.text();
        let wanted = (text != self.kept).then_some(text);
        if wanted == self.draft.1 {
            return;
        }
        match &wanted {
            None => own::remove(&self.draft.0),
            Some(text) => {
                if let Err(why) = own::write(&self.draft.0, text) {
                    let why = format!("unsaved changes cannot be stored: {why}");
                    self.message = Some(Message::Refused(why));
                }
            }
        }
        self.draft.1 = wanted;
    }

    /// What is not saved is not wanted.
    pub(super) fn forget_draft(&mut self) {
        if self.draft.1.take().is_some() {
            own::remove(&self.draft.0);
        }
    }

    pub(super) fn save(&mut self) {
        let Some(path) = self.path.clone() else {
            self.name_it();
            return;
        };
        let text = self.muster.text();
        let written = disk::write(&path, text.as_bytes());
        let said = written.map(|()| {
            self.kept = text;
            format!("saved in {}", path.display())
        });
        self.message = Some(said.into());
    }

    pub(super) fn name_it(&mut self) {
        let stem = match file_name::stem(self.muster.name()) {
            Ok(stem) if self.muster.name() != "New force" && self.path.is_none() => {
                let shipped = self.muster.rules().forces();
                if shipped.iter().any(|(name, _)| *name == stem) {
                    self.stem.clone()
                } else {
                    stem
                }
            }
            _ => self.stem.clone(),
        };
        self.naming = Some(Naming::new("Save this force as", "Save", stem));
    }

    pub(super) fn save_as(&mut self, name: &str) -> Result<(), WindowError> {
        let stem = file_name::stem(name)?;
        let file = format!("forces/{stem}.toml");
        let path = own::path(&file)?;
        if disk::exists(&path) && self.path.as_ref() != Some(&path) {
            return Err(NameError::ForceTaken(stem).into());
        }
        let text = self.muster.text();
        disk::write(&path, text.as_bytes())?;
        let mut said = format!("saved as {}", path.display());
        let shipped = self.muster.rules().forces();
        if shipped.iter().any(|(name, _)| *name == stem) {
            said += &format!("; it replaces the force called {stem} that comes with the program");
        }
        self.message = Some(Message::Done(said));
        self.forget_draft();
        self.draft.0 = draft_of(&path);
        self.kept = text;
        self.path = Some(path);
        self.stem = stem;
        Ok(())
    }

    /// Writes the roster as a page to print; where it is.
    pub(super) fn roster(&self) -> Result<String, WindowError> {
        let rules = self.muster.rules();
        let source = Source::new("force", self.muster.text());
        let force = rules
            .force(&source, None)
            .map_err(WindowError::FaultyForce)?;
        let stem = file_name::stem(&force.name)?;
        Ok(save_roster(rules, &force, &stem)?)
    }
}
