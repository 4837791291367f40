//! Opening a file: its path, and a list of what the folder has.

use super::dialog;
use crate::files::foreign::Format;
use crate::store::disk;
use egui::{Button, Key, RichText, ScrollArea, TextEdit, Ui, vec2};
use std::path::{Path, PathBuf};

/// The longest file that is read, in bytes.
pub const LONGEST: u64 = 64 << 20;

/// The most entries of a folder that are listed.
const MOST: usize = 400;

/// The height of a row: large enough for a finger.
const ROW: f32 = 30.0;

/// Something in the folder.
struct Entry {
    name: String,
    path: PathBuf,
    is_folder: bool,
}

/// The dialog.
pub struct OpenFile {
    folder: PathBuf,
    path: String,
    entries: Vec<Entry>,
    trouble: Option<String>,
    begun: bool,
}

/// What is to be done with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenExit {
    /// It is opened where it lies.
    Open(PathBuf),
    /// A copy of it is kept among the person's own files, and opened.
    Import(PathBuf),
    /// Nothing.
    Close,
}

/// Whether files of this name can be opened.
fn is_known(name: &str) -> bool {
    let ending = Path::new(name).extension().unwrap_or_default();
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    ending == "jsonl" || Format::of_ending(&ending).is_some()
}

/// Folders first, then the files that can be opened, by name.
fn entries(folder: &Path) -> Vec<Entry> {
    let listed = disk::list(folder).into_iter();
    let mut all: Vec<Entry> = listed
        .filter(|entry| !entry.name.starts_with('.'))
        .map(|entry| Entry {
            is_folder: !disk::is_file(&entry.path),
            name: entry.name,
            path: entry.path,
        })
        .filter(|entry| entry.is_folder || is_known(&entry.name))
        .collect();
    all.sort_by_key(|entry| (!entry.is_folder, entry.name.to_lowercase()));
    all.truncate(MOST);
    if let Some(above) = folder.parent() {
        let above = Entry {
            name: "..".to_owned(),
            path: above.to_owned(),
            is_folder: true,
        };
        all.insert(0, above);
    }
    all
}

impl OpenFile {
    /// The dialog with the files of a folder.
    pub fn new(folder: &Path) -> Self {
        let folder = disk::absolute(folder);
        Self {
            entries: entries(&folder),
            path: String::new(),
            folder,
            trouble: None,
            begun: false,
        }
    }

    /// The folder that is shown.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Says what went wrong.
    pub fn say(&mut self, trouble: String) {
        self.trouble = Some(trouble);
    }

    fn show_folder(&mut self, folder: PathBuf) {
        self.entries = entries(&folder);
        self.folder = folder;
        self.path.clear();
        self.trouble = None;
    }

    /// The path that is typed or chosen.
    fn wanted(&self) -> PathBuf {
        self.folder.join(self.path.trim())
    }

    /// Draws the dialog; what is to be done, if anything.
    pub fn show(&mut self, ui: &Ui) -> Option<OpenExit> {
        let mut exit = None;
        let mut into = None;
        let modal = dialog::over(ui, "open a file").show(ui.ctx(), |ui| {
            let room = ui.ctx().content_rect().size();
            ui.set_width((room.x - 60.0).min(560.0));
            ui.heading("Open a file");
            dialog::note(
                ui,
                "A map, scenario, force, saved battle or rules file. Maps of other programs can be opened too.",
            );
            let label = ui.label(RichText::new(self.folder.display().to_string()).weak());
            let edit = TextEdit::singleline(&mut self.path)
                .hint_text("name or path of a file")
                .desired_width(f32::INFINITY);
            let field = ui.add(edit).labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            if !self.begun {
                field.request_focus();
                self.begun = true;
            }
            let high = (room.y - 260.0).clamp(90.0, 360.0);
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .max_height(high)
                .min_scrolled_height(high)
                .show(ui, |ui| {
                    for entry in &self.entries {
                        let name = match entry.is_folder {
                            true => format!("{}/", entry.name),
                            false => entry.name.clone(),
                        };
                        let chosen = !entry.is_folder && self.path == entry.name;
                        let row = Button::selectable(chosen, name);
                        let row = ui.add(row.min_size(vec2(ui.available_width(), ROW)));
                        if row.double_clicked() && !entry.is_folder {
                            exit = Some(OpenExit::Open(entry.path.clone()));
                        } else if row.clicked() && entry.is_folder {
                            into = Some(entry.path.clone());
                        } else if row.clicked() {
                            self.path.clone_from(&entry.name);
                            self.trouble = None;
                        }
                    }
                });
            if let Some(trouble) = &self.trouble {
                dialog::wrong(ui, trouble);
            }
            ui.horizontal_wrapped(|ui| {
                let named = !self.path.trim().is_empty();
                let open = ui.add_enabled(named, Button::new("Open"));
                let import = ui.add_enabled(named, Button::new("Import a copy"));
                let import = import.on_hover_text("Keeps a copy in your data folder and opens it");
                if open.clicked() || entered && named {
                    exit = Some(OpenExit::Open(self.wanted()));
                }
                if import.clicked() {
                    exit = Some(OpenExit::Import(self.wanted()));
                }
                if ui.button("Cancel").clicked() {
                    exit = Some(OpenExit::Close);
                }
            });
        });
        if let Some(folder) = into {
            self.show_folder(folder);
        }
        if let Some(OpenExit::Open(path)) = &exit
            && !disk::is_file(path)
            && disk::exists(path)
        {
            self.show_folder(path.clone());
            exit = None;
        }
        if modal.should_close() && exit.is_none() && !ui.ctx().text_edit_focused() {
            return Some(OpenExit::Close);
        }
        exit
    }
}
