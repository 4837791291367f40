//! Making and changing forces, of any ruleset: what can be said comes from the ruleset's sheet,
//! what it costs and what is wrong with it from its reader of force files.

mod figure;
mod files;
mod list;

use super::dialog::{self, Naming, Reply};
use super::message::Message;
use crate::battle::Key;
use crate::muster::{Judged, Muster, Price, said};
use crate::rules::Rules;
use crate::source::Source;
use crate::store::Failure;
use egui::{Key as Press, Modifiers, ScrollArea, Ui};
use std::path::PathBuf;
use toml_edit::Value;

/// A change that was asked for.
enum Edit {
    Rename(String),
    Head(Key, Option<Value>),
    Add,
    Copy(usize),
    Remove(usize),
    Shift(usize, bool),
    Name(usize, String),
    Count(usize, u32),
    Toggle(usize, String),
    Words(usize, String),
    Set(usize, &'static str, Option<Value>),
    Sample(String),
}

impl Edit {
    /// What tells whether two changes are one for who takes them back: typing is.
    fn tag(&self) -> (u8, usize) {
        match self {
            Edit::Rename(_) => (1, 0),
            Edit::Name(i, _) => (2, *i),
            Edit::Words(i, _) => (3, *i),
            Edit::Count(i, _) => (4, *i),
            Edit::Head(..) => (5, 0),
            _ => (0, 0),
        }
    }
}

/// Where a person wants to go from the builder.
pub enum BuilderExit {
    /// Back to where it was opened.
    Back,
}

/// The screen.
pub struct Builder {
    muster: Muster,
    chosen: usize,
    judged: Judged,
    /// The cost of each word of the sheet for the chosen figure.
    prices: Vec<Vec<Price>>,
    /// Whether the chosen figure has each word of the sheet.
    has: Vec<Vec<bool>>,
    /// The text that is in the file.
    kept: String,
    /// The file, once there is one.
    path: Option<PathBuf>,
    /// A name for the file, if there is none yet.
    stem: String,
    /// Where what is not saved yet is kept, and what is there.
    draft: (String, Option<String>),
    before: Vec<String>,
    tag: (u8, usize),
    naming: Option<Naming>,
    leaving: bool,
    message: Option<Message>,
}

/// The most changes that can be taken back.
const HISTORY: usize = 200;

impl Builder {
    /// The ruleset of the force.
    pub fn rules(&self) -> Rules {
        self.muster.rules()
    }
    /// A new force; the one that was being made when the window went, if there is one.
    pub fn make(rules: Rules) -> Self {
        let mut muster = Muster::new(rules, "New force");
        muster.add();
        let draft = files::draft("new", rules.name());
        Self::of(muster, None, "my-force".to_owned(), draft)
    }

    /// A force there is, of the data folder, a file, or one that comes with the program, as it was
    /// left.
    ///
    /// # Errors
    /// When it cannot be found or read.
    pub fn open(rules: Option<Rules>, name: &str) -> Result<Self, Failure> {
        let found = files::find(rules, name)?;
        let muster = Muster::read(&found.source)?;
        let (stem, draft) = match &found.path {
            Some(path) => (found.name.clone(), files::draft_of(path)),
            None => (
                format!("my-{}", found.name),
                files::draft(muster.rules().name(), &found.name),
            ),
        };
        Ok(Self::of(muster, found.path, stem, draft))
    }

    /// A new force that begins like one there is.
    ///
    /// # Errors
    /// When that cannot be found or read.
    pub fn like(name: &str) -> Result<Self, Failure> {
        let found = files::find(None, name)?;
        let muster = Muster::read(&found.source)?;
        let my = if found.path.is_some() { "" } else { "my-" };
        let stem = format!("{my}{}-2", found.name);
        let draft = files::draft("like", &stem);
        Ok(Self::of(muster, None, stem, draft))
    }

    fn of(muster: Muster, path: Option<PathBuf>, stem: String, draft: String) -> Self {
        let mut builder = Self {
            kept: muster.text(),
            muster,
            chosen: 0,
            judged: Judged::default(),
            prices: Vec::new(),
            has: Vec::new(),
            path,
            stem,
            draft: (draft, None),
            before: Vec::new(),
            tag: (0, 0),
            naming: None,
            leaving: false,
            message: None,
        };
        builder.reopen();
        builder.look();
        builder
    }

    /// Asks the ruleset about what has changed.
    fn look(&mut self) {
        self.chosen = self.chosen.min(self.muster.len().saturating_sub(1));
        self.judged = self.muster.judge(None);
        self.prices = if self.muster.is_empty() {
            Vec::new()
        } else {
            self.muster
                .sheet()
                .parts
                .iter()
                .map(|part| {
                    part.words
                        .iter()
                        .map(|w| self.muster.price(self.chosen, &w.word, None))
                        .collect()
                })
                .collect()
        };
        let words = self.muster.words(self.chosen);
        let sheet = self.muster.sheet();
        self.has = sheet
            .parts
            .iter()
            .map(|part| part.words.iter().map(|w| said(&words, &w.word)).collect())
            .collect();
    }

    fn is_changed(&self) -> bool {
        self.muster.text() != self.kept
    }

    fn carry_out(&mut self, edit: Edit) {
        let text = self.muster.text();
        let tag = edit.tag();
        match edit {
            Edit::Rename(name) => self.muster.rename(&name),
            Edit::Head(key, value) => self.muster.set_head(&key, value),
            Edit::Add => self.chosen = self.muster.add(),
            Edit::Copy(i) => self.chosen = self.muster.copy(i),
            Edit::Remove(i) => self.muster.remove(i),
            Edit::Shift(i, down) => self.chosen = self.muster.shift(i, down),
            Edit::Name(i, name) => self.muster.rename_figure(i, &name),
            Edit::Count(i, n) => self.muster.set_count(i, n),
            Edit::Toggle(i, word) => self.muster.toggle(i, &word),
            Edit::Words(i, words) => self.muster.set_words(i, &words),
            Edit::Set(i, key, value) => self.muster.set(i, key, value),
            Edit::Sample(name) => match files::find(Some(self.muster.rules()), &name)
                .and_then(|found| Ok(Muster::read(&found.source)?))
            {
                Ok(muster) => {
                    self.muster = muster;
                    self.stem = format!("my-{name}");
                }
                Err(error) => self.message = Some(Message::refused(error)),
            },
        }
        if self.muster.text() != text && (tag != self.tag || tag.0 == 0) {
            self.before.push(text);
            if self.before.len() > HISTORY {
                self.before.remove(0);
            }
        }
        self.tag = tag;
        self.look();
    }

    fn undo(&mut self) {
        if let Some(text) = self.before.pop()
            && let Ok(muster) = Muster::read(&Source::new("force", text))
        {
            self.muster = muster;
            self.tag = (0, 0);
            self.look();
        }
    }

    /// Draws the screen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<BuilderExit> {
        let mut exit = None;
        let mut back = false;
        let asking = self.naming.is_some() || self.leaving;
        if !asking {
            let (save, undo) = ui.input_mut(|i| {
                (
                    i.consume_key(Modifiers::COMMAND, Press::S),
                    i.consume_key(Modifiers::COMMAND, Press::Z),
                )
            });
            if save {
                self.save();
            }
            if undo {
                self.undo();
            }
        }
        let star = if self.is_changed() { " *" } else { "" };
        let title = format!("Force for {}{star}", self.muster.rules().name());
        let left = dialog::bar(ui, &title, |ui| {
            if dialog::main_button(ui, "Save") {
                self.save();
            }
            if ui.button("Save as...").clicked() {
                self.name_it();
            }
            if ui
                .button("Save roster")
                .on_hover_text("Saves a page that you can print")
                .clicked()
            {
                self.message = Some(self.roster().into());
            }
            ui.add_enabled_ui(!self.before.is_empty(), |ui| {
                if ui.button("Undo").on_hover_text("Ctrl+Z").clicked() {
                    self.undo();
                }
            });
        });
        if left && !asking {
            if self.is_changed() {
                self.leaving = true;
            } else {
                back = true;
            }
        }
        let mut edit = None;
        let width = (ui.available_width() * 0.34).clamp(180.0, 330.0);
        egui::Panel::left("force").exact_size(width).show(ui, |ui| {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| self.list(ui, &mut edit));
        });
        egui::CentralPanel::default().show(ui, |ui| {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| self.figure(ui, &mut edit));
        });
        match edit {
            Some(edit) => {
                self.message = None;
                self.carry_out(edit);
            }
            None => self.keep_draft(),
        }
        self.questions(ui, &mut back);
        if back {
            self.forget_draft();
            exit = Some(BuilderExit::Back);
        }
        exit
    }

    fn questions(&mut self, ui: &Ui, back: &mut bool) {
        if let Some(naming) = &mut self.naming {
            match naming.show(ui) {
                Some(Reply::Yes) => {
                    let name = naming.name.clone();
                    match self.save_as(&name) {
                        Ok(()) => self.naming = None,
                        Err(error) => {
                            if let Some(naming) = &mut self.naming {
                                naming.trouble = Some(error.to_string());
                            }
                        }
                    }
                }
                Some(Reply::No) => self.naming = None,
                None => {}
            }
        } else if self.leaving {
            let question = "The force has unsaved changes. Leave without saving them?";
            match dialog::confirm(ui, question, "Leave without saving") {
                Some(Reply::Yes) => *back = true,
                Some(Reply::No) => self.leaving = false,
                None => {}
            }
        }
    }
}
