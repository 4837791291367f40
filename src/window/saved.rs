//! The battles that are kept: going on, watching, renaming, deleting.

use super::choice::Choice;
use super::dialog::{self, Naming, Reply};
use super::error::WindowError;
use super::file_name::{self, NameError};
use super::{platform, titles};
use crate::play::Summary;
use crate::store::{Failure, backup, disk, own, record_file};
use egui::{Button, Label, RichText, ScrollArea, TextEdit, Ui};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder for what was deleted.
const DELETED: &str = "deleted";

/// The most records that are listed.
const MOST: usize = 300;

/// A record in the list.
struct Entry {
    path: PathBuf,
    name: String,
    time: SystemTime,
    summary: Option<Summary>,
}

/// How the list is sorted.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Order {
    Newest,
    Name,
    Unfinished,
}

/// The list of records.
pub struct Saved {
    all: Vec<Entry>,
    order: Order,
    search: String,
    to_delete: Option<PathBuf>,
    renamed: Option<(PathBuf, Naming)>,
    /// The record of which a copy is to be written, and where.
    exported: Option<(PathBuf, Naming)>,
    /// What went well.
    said: Option<String>,
    /// The record that was deleted last: its old and its new path.
    deleted: Option<(PathBuf, PathBuf)>,
    trouble: Option<String>,
}

fn name_of(path: &Path) -> String {
    path.file_stem()
        .map_or_else(String::new, |s| s.to_string_lossy().into_owned())
}

impl Saved {
    /// The list as it is now.
    pub fn new() -> Self {
        let all = record_file::all()
            .into_iter()
            .take(MOST)
            .map(|(path, time)| Entry {
                name: name_of(&path),
                summary: record_file::bytes(&path)
                    .ok()
                    .and_then(|bytes| Summary::read(&bytes)),
                path,
                time,
            })
            .collect();
        Self {
            all,
            order: Order::Newest,
            search: String::new(),
            to_delete: None,
            renamed: None,
            exported: None,
            said: None,
            deleted: None,
            trouble: None,
        }
    }

    /// Says what went wrong; the list may not be true any more.
    pub fn say(&mut self, what: String) {
        self.trouble = Some(what);
        self.again();
    }

    fn again(&mut self) {
        self.all = Self::new().all;
        self.sort();
    }

    fn sort(&mut self) {
        let over = |e: &Entry| e.summary.as_ref().is_none_or(|s| s.winners.is_some());
        match self.order {
            Order::Newest => self.all.sort_by_key(|e| std::cmp::Reverse(e.time)),
            Order::Name => self.all.sort_by(|a, b| a.name.cmp(&b.name)),
            Order::Unfinished => self
                .all
                .sort_by(|a, b| (over(a), b.time).cmp(&(over(b), a.time))),
        }
    }

    /// Draws the list; what was chosen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        if dialog::plain_bar(ui, "Saved battles") {
            choice = Some(Choice::Back);
        }
        egui::CentralPanel::default().show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label("Sort by");
                let before = self.order;
                ui.selectable_value(&mut self.order, Order::Newest, "newest");
                ui.selectable_value(&mut self.order, Order::Name, "name");
                ui.selectable_value(&mut self.order, Order::Unfinished, "unfinished");
                if before != self.order {
                    self.sort();
                }
                let label = ui.label("Find");
                ui.add(
                    TextEdit::singleline(&mut self.search)
                        .desired_width(140.0)
                        .hint_text("name, map, force"),
                )
                .labelled_by(label.id);
            });
            if let Some(trouble) = &self.trouble {
                dialog::wrong(ui, trouble);
            }
            if let Some(said) = &self.said {
                dialog::note(ui, said);
            }
            self.put_back(ui);
            if self.all.is_empty() {
                dialog::note(
                    ui,
                    "There are no saved battles yet. Every battle is saved while you play it.",
                );
            }
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| choice = self.list(ui).or(choice.take()));
        });
        self.questions(ui);
        self.export_question(ui);
        choice
    }

    fn list(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        let mut exported = None;
        let wanted = self.search.to_lowercase();
        for entry in &self.all {
            let sides = entry.summary.as_ref().map_or(String::new(), titles::sides);
            let map = entry.summary.as_ref().map_or("", |s| s.map.as_str());
            let text = format!("{} {sides} {map}", entry.name).to_lowercase();
            if !text.contains(&wanted) {
                continue;
            }
            dialog::card(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(&entry.name).strong());
                    let ago = platform::ago(entry.time);
                    let about = match &entry.summary {
                        Some(s) => format!("{}, {}, {ago}", s.stands(), s.ruleset),
                        None => format!("cannot be read, {ago}"),
                    };
                    ui.label(RichText::new(about).weak());
                });
                if let Some(s) = &entry.summary {
                    let moves = dialog::count(s.answers, "move");
                    let words = format!("{sides}, on {}, {moves}", s.map);
                    ui.add(Label::new(words).wrap());
                }
                let over = entry.summary.as_ref().map(|s| s.winners.is_some());
                ui.horizontal_wrapped(|ui| {
                    let button = |ui: &mut Ui, enabled: bool, word: &str| {
                        let button = ui.add_enabled(enabled, Button::new(word));
                        button.widget_info(|| {
                            let label = format!("{word} {}", entry.name);
                            egui::WidgetInfo::labeled(egui::Role::Button, enabled, label)
                        });
                        button.clicked()
                    };
                    if button(ui, over == Some(false), "Resume") {
                        choice = Some(Choice::Resume(entry.path.clone()));
                    }
                    if button(ui, over.is_some(), "Watch") {
                        choice = Some(Choice::Replay(entry.path.clone()));
                    }
                    if button(ui, true, "Rename") {
                        let naming = Naming::new("Rename this battle", "Rename", &entry.name);
                        self.renamed = Some((entry.path.clone(), naming));
                    }
                    let export = match platform::ON_A_PAGE {
                        true => "Download",
                        false => "Export",
                    };
                    if button(ui, true, export) {
                        exported = Some(entry.path.clone());
                    }
                    if button(ui, true, "Delete") {
                        self.to_delete = Some(entry.path.clone());
                    }
                });
            });
            ui.add_space(4.0);
        }
        if let Some(path) = exported {
            self.begin_export(path);
        }
        choice
    }

    /// Hands a record out to the person at the page, or asks where its copy goes.
    fn begin_export(&mut self, path: PathBuf) {
        if platform::ON_A_PAGE {
            platform::hand_out(&path);
            return;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match own::path(&format!("exports/{name}")) {
            Ok(to) => {
                let to = to.display().to_string();
                let naming = Naming::new("Export this battle to the file", "Export", to);
                self.exported = Some((path, naming));
            }
            Err(why) => self.trouble = Some(why.to_string()),
        }
    }

    /// Asks where the copy of a record goes, and writes it.
    fn export_question(&mut self, ui: &Ui) {
        let Some((path, naming)) = &mut self.exported else {
            return;
        };
        match naming.show(ui) {
            Some(Reply::Yes) => {
                let to = disk::absolute(Path::new(naming.name.trim()));
                match copy(path, &to) {
                    Ok(()) => {
                        self.said = Some(format!("The battle is in {}.", to.display()));
                        self.exported = None;
                    }
                    Err(why) => naming.trouble = Some(why.to_string()),
                }
            }
            Some(Reply::No) => self.exported = None,
            None => {}
        }
    }

    /// The record that was deleted last, with a button that restores it.
    fn put_back(&mut self, ui: &mut Ui) {
        let Some((was, now)) = &self.deleted else {
            return;
        };
        let mut back = false;
        ui.horizontal_wrapped(|ui| {
            back = ui.button("Restore it").clicked();
            dialog::note(
                ui,
                &format!(
                    "Deleted {}. It is now in the folder \"{DELETED}\".",
                    name_of(was)
                ),
            );
        });
        if back {
            self.trouble = backup::put_aside(now, was).err().map(|why| why.to_string());
            self.deleted = None;
            self.again();
        }
    }

    fn questions(&mut self, ui: &Ui) {
        if let Some(path) = self.to_delete.clone() {
            let question = format!(
                "Delete {}? It is moved to the folder \"{}\" beside the other saved battles.",
                name_of(&path),
                DELETED
            );
            if let Some(said) = dialog::confirm(ui, &question, "Delete it") {
                self.to_delete = None;
                if said == Reply::Yes {
                    match delete(&path) {
                        Ok(now) => {
                            self.deleted = Some((path, now));
                            self.trouble = None;
                        }
                        Err(why) => self.trouble = Some(why.to_string()),
                    }
                    self.again();
                }
            }
        }
        let Some((path, naming)) = &mut self.renamed else {
            return;
        };
        match naming.show(ui) {
            Some(Reply::Yes) => match rename(path, &naming.name) {
                Ok(()) => {
                    self.renamed = None;
                    self.again();
                }
                Err(error) => naming.trouble = Some(error.to_string()),
            },
            Some(Reply::No) => self.renamed = None,
            None => {}
        }
    }
}

/// Copies a record to a file that is not there yet.
fn copy(path: &Path, to: &Path) -> Result<(), WindowError> {
    if disk::exists(to) {
        return Err(NameError::FileTaken.into());
    }
    let bytes = record_file::bytes(path)?;
    Ok(disk::write(to, &bytes)?)
}

/// Whether a record may be touched.
fn free(path: &Path) -> Result<(), WindowError> {
    match disk::is_in_use(path) {
        true => Err(WindowError::InUse(name_of(path))),
        false => Ok(()),
    }
}

/// Moves a record to the folder of what was deleted; where it is now.
fn delete(path: &Path) -> Result<PathBuf, WindowError> {
    free(path)?;
    let name = path.file_name().unwrap_or_default();
    let there = path.with_file_name(DELETED).join(name);
    Ok(backup::put_aside(path, &there)?)
}

fn rename(path: &Path, name: &str) -> Result<(), WindowError> {
    free(path)?;
    let to = path.with_file_name(format!("{}.jsonl", file_name::stem(name)?));
    if to == path {
        return Ok(());
    }
    if disk::exists(&to) {
        return Err(NameError::BattleTaken.into());
    }
    let renamed = disk::rename(path, &to);
    renamed.map_err(|error| {
        let what = path.display().to_string();
        Failure::Io { what, error }.into()
    })
}
