//! The editor's questions: a new map, its size, its name, a kind of terrain, a symmetry.

use super::own_journal::{NEW, OwnJournal};
use super::{Dialog, Editor, Fresh};
use crate::board::{Cost, GridKind, Opacity, Symmetry};
use crate::draft::{Anchor, Draft, Head, Kind, Op, Sheet, regridded, resized};
use crate::files::builtin::TERRAINS;
use crate::files::notes::Note;
use crate::window::board_words::grid_words;
use crate::window::dialog::{self, Naming, Reply};
use crate::window::file_name;
use crate::window::message::Message;
use egui::{Grid, TextEdit, Ui};

/// Asks for a new map.
pub(super) fn fresh() -> Dialog {
    Dialog::New(Fresh {
        name: "New map".to_owned(),
        kind: GridKind::Square,
        columns: 24,
        rows: 20,
    })
}

impl Dialog {
    /// Asks for the values of a kind of terrain.
    pub(super) fn kind(kind: Kind) -> Self {
        let hex = format!("{:06x}", kind.colour);
        let sign = kind.sign.to_string();
        Dialog::Kind(Box::new((kind, sign, hex)))
    }
}

/// The buttons under a question; what was said.
fn answer(ui: &mut Ui, yes: &str) -> Option<Reply> {
    ui.add_space(8.0);
    let mut said = None;
    ui.horizontal(|ui| {
        if ui.button(yes).clicked() {
            said = Some(Reply::Yes);
        }
        if ui.button("Cancel").clicked() {
            said = Some(Reply::No);
        }
    });
    said
}

fn number(ui: &mut Ui, name: &str, value: &mut u32) {
    let label = ui.label(name);
    ui.add(egui::DragValue::new(value).range(1..=1024))
        .labelled_by(label.id);
    ui.end_row();
}

fn words(ui: &mut Ui, name: &str, value: &mut String) {
    let label = ui.label(name);
    let field = ui
        .add_sized([220.0, 24.0], TextEdit::singleline(value))
        .labelled_by(label.id);
    // the name is asked for first, and can be typed at once
    if name == "Name" && ui.memory(|m| m.focused().is_none()) {
        field.request_focus();
    }
    ui.end_row();
}

impl Editor {
    /// Draws the question there is; whether the editor is to be left.
    pub(super) fn questions(&mut self, ui: &Ui) -> bool {
        let Some(mut asked) = self.asked.take() else {
            return false;
        };
        let mut leave = false;
        let done = match &mut asked {
            Dialog::New(new) => self.ask_new(ui, new),
            Dialog::Size(columns, rows, anchor) => self.ask_size(ui, columns, rows, anchor),
            Dialog::Grid(kind, notes) => self.ask_grid(ui, *kind, notes),
            Dialog::Kind(kind) => self.ask_kind(ui, kind),
            Dialog::About(head) => self.ask_about(ui, head),
            Dialog::Trim(symmetry) => self.ask_trim(ui, *symmetry),
            Dialog::Generate(wish) => self.ask_request(ui, wish),
            Dialog::Leave => {
                let question = "The map has unsaved changes. Leave without saving them?";
                let said = dialog::confirm(ui, question, "Leave without saving");
                leave = said == Some(Reply::Yes);
                said.is_some()
            }
            Dialog::Help => help(ui),
            Dialog::Export(export) => !export.show(ui),
            Dialog::Name(naming) => self.ask_name(ui, naming),
        };
        if !done && self.asked.is_none() {
            self.asked = Some(asked);
        }
        leave
    }

    /// Asks for another grid, and says what would be lost on it.
    pub(super) fn other_grid(&mut self, kind: GridKind) -> Dialog {
        let notes = match regridded(self.draft.sheet(), kind) {
            Ok((_, notes)) => notes.all(),
            Err(why) => {
                self.message = Some(Message::refused(why));
                Vec::new()
            }
        };
        Dialog::Grid(kind, notes)
    }

    fn ask_size(
        &mut self,
        ui: &Ui,
        columns: &mut u32,
        rows: &mut u32,
        anchor: &mut Anchor,
    ) -> bool {
        let modal = dialog::over(ui, "size").show(ui.ctx(), |ui| {
            Grid::new("size").show(ui, |ui| {
                number(ui, "Columns", columns);
                number(ui, "Rows", rows);
            });
            ui.label("Keep this part in place:");
            Grid::new("anchor").show(ui, |ui| {
                for (y, line) in ["top", "middle", "bottom"].into_iter().enumerate() {
                    for (x, place) in ["left", "centre", "right"].into_iter().enumerate() {
                        let (x, y) = (x as i8 - 1, y as i8 - 1);
                        let here = (anchor.x, anchor.y) == (x, y);
                        if ui
                            .selectable_label(here, format!("{line} {place}"))
                            .clicked()
                        {
                            (anchor.x, anchor.y) = (x, y);
                        }
                    }
                    ui.end_row();
                }
            });
            answer(ui, "Resize")
        });
        let said = modal.inner.or(modal.should_close().then_some(Reply::No));
        if said == Some(Reply::Yes) {
            let op = resized(self.board.grid(), *columns, *rows, *anchor);
            self.carry_out(&[op]);
        }
        said.is_some()
    }

    fn ask_grid(&mut self, ui: &Ui, kind: GridKind, notes: &[Note]) -> bool {
        let (now, mut wanted) = (self.board.grid().kind, kind);
        let modal = dialog::over(ui, "grid").show(ui.ctx(), |ui| {
            ui.set_min_width((ui.ctx().content_rect().width() - 60.0).min(480.0));
            dialog::scrolled(ui, |ui| {
                ui.heading("Change the grid of this map");
                for kind in GridKind::ALL {
                    ui.radio_value(&mut wanted, kind, grid_words(kind));
                }
                ui.add_space(4.0);
                match (wanted == now, notes.is_empty()) {
                    (true, _) => ui.weak("The map has this grid already."),
                    (false, true) => ui.weak("Nothing is lost."),
                    (false, false) => ui.label("These things change:"),
                };
                for note in notes.iter() {
                    ui.weak(note.to_string());
                }
            });
            answer(ui, "Convert")
        });
        let said = modal.inner.or(modal.should_close().then_some(Reply::No));
        if wanted != kind {
            self.asked = Some(self.other_grid(wanted));
        }
        if said == Some(Reply::Yes) {
            self.carry_out(&[Op::Grid { kind: wanted }]);
        }
        said.is_some()
    }

    fn ask_about(&mut self, ui: &Ui, head: &mut Head) -> bool {
        let modal = dialog::over(ui, "about").show(ui.ctx(), |ui| {
            let (mut author, mut notes) = (
                head.author.clone().unwrap_or_default(),
                head.notes.clone().unwrap_or_default(),
            );
            Grid::new("about").show(ui, |ui| {
                words(ui, "Name", &mut head.name);
                words(ui, "Made by", &mut author);
                words(ui, "Notes", &mut notes);
            });
            head.author = Some(author).filter(|a| !a.is_empty());
            head.notes = Some(notes).filter(|n| !n.is_empty());
            answer(ui, "Done")
        });
        let said = modal.inner.or(modal.should_close().then_some(Reply::No));
        if said == Some(Reply::Yes) {
            self.carry_out(&[Op::Head(head.clone())]);
        }
        said.is_some()
    }

    fn ask_trim(&mut self, ui: &Ui, symmetry: Symmetry) -> bool {
        let lacking = symmetry.lacking(self.draft.sheet());
        let names = crate::files::spans(self.board.grid(), &lacking);
        let mut list = names
            .iter()
            .take(12)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        if names.len() > 12 {
            list += ", ...";
        }
        let question = format!(
            "\"{}\" does not fit this board: {} spaces have no mirror image ({list}). \
             Make them void? Void spaces are no longer part of the board.",
            symmetry.words(),
            lacking.count()
        );
        let said = dialog::confirm(ui, &question, "Make them void");
        if said == Some(Reply::Yes) {
            let op = symmetry.trim(self.draft.sheet());
            self.carry_out(&[op]);
            if symmetry.lacking(self.draft.sheet()).is_empty() {
                self.brush.symmetry = symmetry;
            }
        }
        said.is_some()
    }

    fn ask_name(&mut self, ui: &Ui, naming: &mut Naming) -> bool {
        match naming.show(ui) {
            Some(Reply::Yes) => match self.save_as(&naming.name.clone()) {
                Ok(()) => true,
                Err(error) => {
                    naming.trouble = Some(error.to_string());
                    false
                }
            },
            Some(Reply::No) => true,
            None => false,
        }
    }

    fn ask_new(&mut self, ui: &Ui, new: &mut Fresh) -> bool {
        let modal = dialog::over(ui, "new").show(ui.ctx(), |ui| {
            ui.set_min_width(320.0);
            dialog::scrolled(ui, |ui| {
                ui.heading("New map");
                Grid::new("new").show(ui, |ui| {
                    words(ui, "Name", &mut new.name);
                    number(ui, "Columns", &mut new.columns);
                    number(ui, "Rows", &mut new.rows);
                });
                for kind in GridKind::ALL {
                    ui.radio_value(&mut new.kind, kind, grid_words(kind));
                }
            });
            answer(ui, "Create map")
        });
        let said = modal.inner.or(modal.should_close().then_some(Reply::No));
        if said == Some(Reply::Yes) {
            if !self.draft.is_saved() {
                self.message = Some(Message::Refused(
                    "the map has unsaved changes: save them or undo them first".to_owned(),
                ));
                return true;
            }
            if let Err(why) = crate::files::check_size(new.columns.into(), new.rows.into()) {
                self.message = Some(Message::refused(why));
                return false;
            }
            let sheet = Sheet::fresh(new.name.trim(), new.kind, new.columns, new.rows);
            if sheet.head.name.is_empty() {
                self.message = Some(Message::Refused("the map needs a name".to_owned()));
                return false;
            }
            self.journal.forget();
            let stem = file_name::stem(&sheet.head.name).unwrap_or_else(|_| "my-map".to_owned());
            let clip = self.selection.clip.take();
            let journal = OwnJournal::fresh(NEW);
            *self = Editor::of(Draft::new(sheet.map()), None, stem, journal);
            self.selection.clip = clip;
        }
        said.is_some()
    }

    fn ask_kind(&mut self, ui: &Ui, asked: &mut (Kind, String, String)) -> bool {
        let (kind, sign, hex) = asked;
        let modal = dialog::over(ui, "kind").show(ui.ctx(), |ui| {
            dialog::scrolled(ui, |ui| kind_parts(ui, kind, sign, hex));
            answer(ui, "Done")
        });
        let said = modal.inner.or(modal.should_close().then_some(Reply::No));
        if said == Some(Reply::Yes) {
            match u32::from_str_radix(hex.trim().trim_start_matches('#'), 16) {
                Ok(colour) if colour <= 0xff_ffff => kind.colour = colour,
                _ => {
                    self.message = Some(Message::Refused(
                        "a colour needs six hexadecimal digits, for example 5e95bd".to_owned(),
                    ));
                    return false;
                }
            }
            kind.sign = sign.chars().next().unwrap_or('a');
            let name = kind.name.trim().to_owned();
            match self.draft.gesture(&[Op::Kind(kind.clone())]) {
                Ok(touched) => {
                    self.changed(touched);
                    self.brush.kind = name;
                }
                Err(why) => {
                    self.message = Some(Message::refused(why));
                    return false;
                }
            }
        }
        said.is_some()
    }
}

/// All keys; whether they are to be closed.
fn help(ui: &Ui) -> bool {
    let modal = dialog::over(ui, "help").show(ui.ctx(), |ui| {
        dialog::scrolled(ui, |ui| {
            ui.heading("Keys");
            Grid::new("keys").striped(true).show(ui, |ui| {
                for (keys, what) in super::keys::KEYS {
                    ui.strong(keys);
                    ui.label(what);
                    ui.end_row();
                }
            });
        });
        ui.button("Close").clicked()
    });
    modal.inner || modal.should_close()
}

/// A choice among a few values, in a row.
fn one_of<T: PartialEq>(ui: &mut Ui, what: &str, value: &mut T, all: [(T, &str); 3]) {
    ui.horizontal_wrapped(|ui| {
        ui.label(what);
        for (one, name) in all {
            ui.radio_value(value, one, name);
        }
    });
}

/// The values of a kind of terrain.
fn kind_parts(ui: &mut Ui, kind: &mut Kind, sign: &mut String, hex: &mut String) {
    ui.heading("Terrain of this map");
    Grid::new("kind").show(ui, |ui| {
        words(ui, "Name", &mut kind.name);
        words(ui, "Character", sign);
        words(ui, "Colour (like 5e95bd)", hex);
    });
    let steps = [
        (Cost::Plain, "costs 1"),
        (Cost::Hard, "costs 2"),
        (Cost::No, "is not possible"),
    ];
    one_of(ui, "Entering it", &mut kind.cost, steps);
    let sights = [
        (Opacity::Clear, "clear"),
        (Opacity::Partial, "partly blocked"),
        (Opacity::Blocking, "blocked"),
    ];
    one_of(ui, "Sight", &mut kind.sight, sights);
    ui.add(egui::Slider::new(&mut kind.height, 0..=9).text("levels high"));
    ui.checkbox(&mut kind.cover, "Gives cover to figures in it");
    ui.checkbox(&mut kind.water, "Water");
    let mut falls = kind.becomes.is_some();
    ui.checkbox(&mut falls, "Can be destroyed");
    if falls {
        let left = kind.becomes.get_or_insert_with(|| "rubble".to_owned());
        egui::ComboBox::from_label("remains then")
            .selected_text(left.clone())
            .show_ui(ui, |ui| {
                for name in TERRAINS.iter().map(|t| t.name) {
                    ui.selectable_value(left, name.to_owned(), name);
                }
            });
        let mut hits = kind.hits.unwrap_or(0);
        ui.add(
            egui::Slider::new(&mut hits, 0..=20)
                .text("hits for the whole object (0: one per space)"),
        );
        kind.hits = (hits > 0).then_some(hits);
    } else {
        kind.becomes = None;
        kind.hits = None;
    }
}
