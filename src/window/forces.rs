//! Looking at forces: their figures, words, points, and what is doubtful about them.

use super::book::{self, InForce};
use super::choice::Choice;
use super::dialog::{self, Reply};
use super::error::WindowError;
use super::message::Message;
use super::table::{self, Piece};
use super::titles;
use crate::battle::{Appearance, Severity};
use crate::muster::roster;
use crate::rules::{ForceSummary, Rules};
use crate::source::Fault;
use crate::store::{Failure, disk, library, own, text};
use egui::{RichText, ScrollArea, Sense, Ui, Vec2, vec2};
use std::path::PathBuf;

/// A force in the list.
struct Entry {
    rules: Rules,
    name: String,
    path: Option<PathBuf>,
    force: Result<ForceSummary, Fault>,
}

impl Entry {
    /// The force's own title, else the title for its file name.
    fn title(&self) -> String {
        match &self.force {
            Ok(force) => force.name.clone(),
            Err(_) => titles::of_name(&self.name),
        }
    }
}

/// The screen of forces.
pub struct Forces {
    all: Vec<Entry>,
    chosen: usize,
    deletes: bool,
    message: Option<Message>,
}

/// A figure's portrait.
pub fn portrait(ui: &mut Ui, name: &str, appearance: Appearance, size: Vec2) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let letter = name.chars().next().unwrap_or('?');
    let piece = Piece::new(egui::Pos2::ZERO, 0, appearance, letter);
    table::portrait(&ui.painter_at(rect.expand(6.0)), rect, &piece);
}

impl Forces {
    /// All forces there are.
    pub fn new() -> Self {
        Self {
            all: all(),
            chosen: 0,
            deletes: false,
            message: None,
        }
    }

    /// Looks again: some may have been changed.
    pub fn refresh(&mut self) {
        self.all = all();
        self.chosen = self.chosen.min(self.all.len().saturating_sub(1));
    }

    /// Draws the screen; what was chosen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Choice> {
        let choice = self.bar(ui);
        let width = (ui.available_width() * 0.34).clamp(170.0, 290.0);
        egui::Panel::left("forces")
            .exact_size(width)
            .show(ui, |ui| {
                ScrollArea::vertical()
                    .auto_shrink([false, false])
                    .show(ui, |ui| self.list(ui));
            });
        egui::CentralPanel::default().show(ui, |ui| {
            if let Some(message) = &self.message {
                message.show(ui);
            }
            match self.all.get(self.chosen).map(|e| (e.rules, &e.force)) {
                Some((rules, Ok(force))) => {
                    ScrollArea::vertical()
                        .auto_shrink([false, false])
                        .show(ui, |ui| figures(ui, rules, force));
                }
                Some((_, Err(error))) => dialog::wrong(ui, error),
                None => dialog::note(ui, "There are no forces yet."),
            }
        });
        self.confirm(ui);
        choice
    }

    /// The buttons above the forces; what was chosen.
    fn bar(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        let now = self.all.get(self.chosen);
        let (rules, name, own) = match now {
            Some(e) => (e.rules, e.name.clone(), e.path.is_some()),
            None => (Rules::ALL[0], String::new(), false),
        };
        let mut written = None;
        let mut copied = None;
        let back = dialog::bar(ui, "Forces", |ui| {
            if dialog::main_button(ui, "New force") {
                choice = Some(Choice::Make(rules));
            }
            if now.is_none() {
                return;
            }
            let (word, about) = if own {
                ("Edit", "Edit this force")
            } else {
                (
                    "Edit a copy",
                    "This force comes with the program. You can edit a copy of it.",
                )
            };
            if ui.button(word).on_hover_text(about).clicked() {
                choice = Some(Choice::Build(rules, name.clone()));
            }
            if ui
                .button("Save roster")
                .on_hover_text("Saves a page that you can print")
                .clicked()
            {
                written = now.map(roster_of);
            }
            ui.add_enabled_ui(own, |ui| {
                if ui.button("Duplicate").clicked() {
                    copied = now.map(duplicate);
                }
                if ui.button("Delete").clicked() {
                    self.deletes = true;
                }
            });
        });
        if back {
            choice = Some(Choice::Back);
        }
        match copied {
            Some(Ok(path)) => {
                self.refresh();
                // the copy is looked at next
                let copy = |e: &Entry| e.path.as_ref() == Some(&path);
                self.chosen = self.all.iter().position(copy).unwrap_or(self.chosen);
                self.message = Some(Message::Done(format!("copied to {}", path.display())));
            }
            Some(Err(error)) => self.message = Some(Message::refused(error)),
            None => {}
        }
        if let Some(written) = written {
            self.message = Some(written.into());
            self.refresh();
        }
        choice
    }

    /// Asks whether a force is really to be deleted, and deletes it.
    fn confirm(&mut self, ui: &mut Ui) {
        if !self.deletes {
            return;
        }
        let title = self
            .all
            .get(self.chosen)
            .map_or_else(String::new, Entry::title);
        let question = format!("Delete the force {title}? This cannot be undone.");
        if let Some(said) = dialog::confirm(ui, &question, "Delete it") {
            self.deletes = false;
            if said == Reply::Yes
                && let Some(path) = self.all[self.chosen].path.clone()
            {
                self.message = disk::remove(&path)
                    .err()
                    .map(|e| Message::Refused(format!("{}: {e}", path.display())));
                self.refresh();
            }
        }
    }

    fn list(&mut self, ui: &mut Ui) {
        ui.add_space(4.0);
        let mut last = None;
        for (i, entry) in self.all.iter().enumerate() {
            if last != Some(entry.rules) {
                ui.add_space(4.0);
                ui.label(RichText::new(entry.rules.name()).strong());
                last = Some(entry.rules);
            }
            let points = match &entry.force {
                Ok(force) => format!("  {}", force.points),
                Err(_) => "  ×".to_owned(),
            };
            let title = entry.title();
            let text = format!("{}{points}", titles::marked(&title, entry.path.is_some()));
            let one = ui.selectable_label(self.chosen == i, text);
            one.widget_info(|| {
                let chosen = self.chosen == i;
                egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &title)
            });
            if one.clicked() {
                self.chosen = i;
                self.message = None;
            }
        }
    }
}

/// All forces there are, a ruleset after the other.
fn all() -> Vec<Entry> {
    let mut all = Vec::new();
    for rules in Rules::ALL {
        let own_and_shipped = library::forces(rules);
        for entry in own_and_shipped.all() {
            let Ok(found) = own_and_shipped.open(&entry.name) else {
                continue;
            };
            let of = Rules::of_force(&found.source);
            // the player's own files are listed for every ruleset
            let here = of
                .as_ref()
                .map_or(rules == Rules::ALL[0], |of| *of == rules);
            if here {
                all.push(Entry {
                    rules,
                    name: entry.name,
                    path: found.path,
                    force: rules.force(&found.source, None),
                });
            }
        }
    }
    all
}

fn roster_of(entry: &Entry) -> Result<String, Failure> {
    let force = entry.force.as_ref().map_err(Clone::clone)?;
    save_roster(entry.rules, force, &entry.name)
}

/// Saves a force's roster as a page under a file name; says where it is.
pub fn save_roster(rules: Rules, force: &ForceSummary, stem: &str) -> Result<String, Failure> {
    let page = roster::page(rules, force);
    let path = own::write(&format!("rosters/{stem}.html"), &page)?;
    let place = path.display();
    Ok(format!(
        "the roster is saved as {place}: print it from any browser"
    ))
}

/// Copies one of the player's forces under a new name. Returns the path of the copy.
fn duplicate(entry: &Entry) -> Result<PathBuf, WindowError> {
    let path = entry.path.as_ref().ok_or(WindowError::NotOwnForce)?;
    let text = text::read_text(path)?;
    let to = (2..1000)
        .map(|n| path.with_file_name(format!("{}-{n}.toml", entry.name)))
        .find(|to| !disk::exists(to))
        .ok_or(WindowError::TooManyCopies)?;
    disk::write(&to, text.as_bytes())?;
    Ok(to)
}

fn figures(ui: &mut Ui, rules: Rules, force: &ForceSummary) {
    ui.add_space(4.0);
    let about = dialog::points_and_figures(force.points, force.figures.len());
    ui.heading(format!("{} - {about}", force.name));
    dialog::note(ui, &format!("Nerve: {}", force.nerve.sentence()));
    for finding in &force.findings {
        let what = format!("{}: {}", finding.what, finding.mend);
        match finding.severity {
            Severity::Error => dialog::wrong(ui, &what),
            Severity::Warning => dialog::doubt(ui, &what),
        }
    }
    ui.add_space(8.0);
    let of = InForce::plain(rules);
    for (i, figure) in force.figures.iter().enumerate() {
        let name = &figure.name;
        let words: Vec<&str> = figure.words.split(", ").collect();
        ui.horizontal(|ui| {
            portrait(ui, name, figure.appearance, vec2(58.0, 62.0));
            ui.vertical(|ui| {
                ui.label(
                    RichText::new(format!("{} {name}, {}", i + 1, figure.points.named())).strong(),
                );
                book::links(ui, &of, &words, ui.visuals().weak_text_color());
            });
        });
    }
}
