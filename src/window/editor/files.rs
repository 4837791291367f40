//! Where maps come from and go to, and the journal that outlives a killed editor.

use super::{Asked, Editor, dialogs};
use crate::board::GridKind;
use crate::cli::open::MAPS;
use crate::draft::{Draft, Journal, Sheet, kept, replay};
use crate::window::dialog::{self, Naming};
use crate::window::platform;

/// The journal of a map that has no file yet.
pub(super) const NEW: &str = "drafts/new.jsonl";

/// The journal of a file.
fn journal_of(path: &std::path::Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let name: Vec<char> = whole
        .display()
        .to_string()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    let end: String = name[name.len().saturating_sub(120)..].iter().collect();
    format!("drafts/{}.jsonl", end.trim_matches('-'))
}

impl Editor {
    /// A new map; the one that was being drawn when the editor was killed, if there is one.
    pub fn make() -> Self {
        if let Some(editor) = Self::reopened(NEW, None, "my-map") {
            return editor;
        }
        let sheet = Sheet::fresh("New map", GridKind::Square, 24, 20);
        let mut editor = Self::of(
            Draft::new(sheet.map()),
            None,
            "my-map".to_owned(),
            NEW.to_owned(),
        );
        editor.asked = Some(dialogs::fresh());
        editor
    }

    /// A map there is, by name or file, as it was left.
    ///
    /// # Errors
    /// When it cannot be found or read.
    pub fn open(name: &str) -> Result<Self, String> {
        let found = MAPS.open(name).map_err(|e| e.to_string())?;
        let map = crate::files::map::read(&found.source).map_err(|fault| fault.to_string())?;
        let (journal, stem) = match &found.path {
            Some(path) => (journal_of(path), found.name.clone()),
            None => (
                format!("drafts/built-in-{}.jsonl", found.name),
                format!("my-{}", found.name),
            ),
        };
        let text = found.path.is_some().then(|| found.source.text.clone());
        if let Some(mut editor) = Self::reopened(&journal, found.path.clone(), &stem) {
            editor.text = text;
            return Ok(editor);
        }
        let mut editor = Self::of(Draft::new(map), found.path, stem, journal);
        editor.text = text;
        Ok(editor)
    }

    /// What a journal tells of, unless all of it was saved.
    fn reopened(journal: &str, path: Option<std::path::PathBuf>, stem: &str) -> Option<Self> {
        let text = platform::load(journal)?;
        match replay(&text) {
            Ok((_, draft)) if draft.is_saved() => {
                platform::remove(journal);
                None
            }
            Ok((_, draft)) => {
                let mut editor = Self::of(draft, path, stem.to_owned(), journal.to_owned());
                editor.journal.1 = true;
                let said = "Reopened where it stopped; undo takes the changes back.";
                editor.message = Some(Ok(said.to_owned()));
                Some(editor)
            }
            // kept for whoever can make something of it
            Err(_) => {
                platform::rename(journal, &format!("{journal}.bad"));
                None
            }
        }
    }

    /// Writes down what has been done since the last time.
    pub(super) fn write_journal(&mut self) {
        let lines = self.draft.take_lines();
        if lines.is_empty() {
            return;
        }
        let mut text = String::new();
        if !self.journal.1 {
            // nothing but this first gesture has changed the map since it was opened
            let map = match &self.text {
                Some(text) => {
                    let source = crate::source::Source::new("map", text.clone());
                    crate::files::map::read(&source).ok()
                }
                None => None,
            };
            let map = map.unwrap_or_else(|| self.board.map().clone());
            let file = self.path.as_ref().map(|p| p.display().to_string());
            text += &Journal::new(&map, file).line();
            text.push('\n');
        }
        for line in lines {
            text += &line;
            text.push('\n');
        }
        match platform::append(&self.journal.0, &text) {
            Ok(()) => self.journal.1 = true,
            Err(why) => self.message = Some(Err(format!("no journal is kept: {why}"))),
        }
    }

    /// The journal is needed no more.
    pub(super) fn forget_journal(&mut self) {
        if self.journal.1 {
            platform::remove(&self.journal.0);
            self.journal.1 = false;
        }
    }

    pub(super) fn save(&mut self) {
        let Some(path) = self.path.clone() else {
            self.name_it();
            return;
        };
        let map = self.draft.sheet().map();
        let (text, lost) = kept(&map, self.text.as_deref());
        self.message = Some(match platform::write_over(&path, text.as_bytes()) {
            Ok(backup) => {
                self.text = Some(text);
                self.draft.mark_saved();
                self.write_journal();
                let mut said = format!("saved in {}", path.display());
                if let Some(backup) = backup {
                    said += &format!("; the file before is {}", backup.display());
                }
                if lost {
                    said += "; some of its comments could not be kept";
                }
                Ok(said)
            }
            Err(error) => Err(error),
        });
    }

    pub(super) fn name_it(&mut self) {
        let stem = match dialog::stem(&self.draft.sheet().head.name) {
            Ok(stem) if self.path.is_none() && !MAPS.shipped.iter().any(|(n, _)| *n == stem) => {
                stem
            }
            _ => self.stem.clone(),
        };
        self.asked = Some(Asked::Name(Naming::new("Save this map as", "Save", stem)));
    }

    pub(super) fn save_as(&mut self, name: &str) -> Result<(), String> {
        let stem = dialog::stem(name)?;
        let path = platform::home()
            .ok_or("there is no folder to keep files in")?
            .join(format!("maps/{stem}.toml"));
        if path.exists() && self.path.as_ref() != Some(&path) {
            return Err(format!("there is a map of yours called {stem} already"));
        }
        let before = self.text.take();
        let (text, _) = kept(&self.draft.sheet().map(), before.as_deref());
        platform::write(&path, text.as_bytes())?;
        self.message = Some(Ok(format!("saved as {stem}, in {}", path.display())));
        self.text = Some(text);
        self.draft.mark_saved();
        self.write_journal();
        let journal = journal_of(&path);
        if self.journal.1 && journal != self.journal.0 {
            platform::rename(&self.journal.0, &journal);
        }
        self.journal.0 = journal;
        self.path = Some(path);
        self.stem = stem;
        Ok(())
    }
}
