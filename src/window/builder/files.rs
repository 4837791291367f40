//! Where forces are kept: whole files in the data folder, or where they were opened.

use super::Builder;
use crate::cli::library;
use crate::cli::open::Found;
use crate::muster::roster;
use crate::rules::Rules;
use crate::source::Source;
use crate::window::dialog::{self, Naming};
use crate::window::platform;

/// A force by name or file, of a ruleset or of any.
///
/// # Errors
/// When there is none.
pub fn find(rules: Option<Rules>, name: &str) -> Result<Found, String> {
    let mut error = String::new();
    for rules in rules.map_or(Rules::ALL.to_vec(), |r| vec![r]) {
        match library::forces(rules).open(name) {
            Ok(found) => return Ok(found),
            Err(why) if error.is_empty() => error = why.to_string(),
            Err(_) => {}
        }
    }
    Err(error)
}

impl Builder {
    pub(super) fn save(&mut self) {
        let Some(path) = self.path.clone() else {
            self.name_it();
            return;
        };
        let text = self.muster.text();
        self.message = Some(match platform::write(&path, text.as_bytes()) {
            Ok(()) => {
                self.kept = text;
                Ok(format!("saved in {}", path.display()))
            }
            Err(error) => Err(error),
        });
    }

    pub(super) fn name_it(&mut self) {
        let stem = match dialog::stem(self.muster.name()) {
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

    pub(super) fn save_as(&mut self, name: &str) -> Result<(), String> {
        let stem = dialog::stem(name)?;
        let file = format!("forces/{stem}.toml");
        let path = platform::home()
            .ok_or("there is no folder to keep files in")?
            .join(&file);
        if path.exists() && self.path.as_ref() != Some(&path) {
            return Err(format!("there is a force of yours called {stem} already"));
        }
        let text = self.muster.text();
        platform::write(&path, text.as_bytes())?;
        self.message = Some(Ok(format!("saved as {stem}, in {}", path.display())));
        self.kept = text;
        self.path = Some(path);
        self.stem = stem;
        Ok(())
    }

    /// Writes the roster as a page to print; where it is.
    pub(super) fn roster(&self) -> Result<String, String> {
        let rules = self.muster.rules();
        let source = Source::new("force", self.muster.text());
        let force = rules.force(&source, None).map_err(|f| f.what)?;
        let stem = dialog::stem(&force.name)?;
        let page = roster::page(rules, &force);
        let path = platform::store(&format!("rosters/{stem}.html"), &page)?;
        Ok(format!(
            "the roster is in {}; any browser prints it",
            path.display()
        ))
    }
}
