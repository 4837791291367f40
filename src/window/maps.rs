//! Looking at maps: small pictures, what each has, and a battle there.

use super::board_view::BoardView;
use super::board_words::{grid_words, seats, words};
use super::choice::Choice;
use super::dialog;
use super::export_map::ExportMap;
use super::thumbs::{self, Thumbs};
use crate::board::{Board, Space};
use crate::look::Zones;
use crate::scenario::Scenario;
use crate::store::Failure;
use crate::store::import::{self, How};
use crate::store::library::{MAPS, SCENARIOS};
use egui::{Label, RichText, ScrollArea, Ui};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The screen of maps.
pub struct Maps {
    all: Vec<(String, bool)>,
    chosen: usize,
    loaded: Option<(usize, Result<Arc<Board>, Failure>)>,
    details: bool,
    export: Option<ExportMap>,
    trouble: Option<String>,
    /// The board's view.
    pub view: BoardView,
}

impl Maps {
    /// All maps there are.
    pub fn new() -> Self {
        Self {
            all: MAPS
                .all()
                .into_iter()
                .map(|e| (e.name, e.path.is_some()))
                .collect(),
            chosen: 0,
            loaded: None,
            details: true,
            export: None,
            trouble: None,
            view: BoardView::default(),
        }
    }

    /// Looks again at what there is: one may have been drawn.
    pub fn refresh(&mut self, thumbs: &mut Thumbs) {
        let name = self.all.get(self.chosen).map(|(name, _)| name.clone());
        let now = Self::new();
        self.all = now.all;
        let found = self.all.iter().position(|(n, _)| Some(n) == name.as_ref());
        self.chosen = found.unwrap_or(0);
        self.loaded = None;
        if let Some(name) = &name {
            thumbs.forget(name);
        }
    }

    /// The board that is shown.
    pub fn board(&self) -> Option<&Arc<Board>> {
        self.loaded.as_ref().and_then(|(_, b)| b.as_ref().ok())
    }

    /// Whether a file is being made.
    pub fn is_exporting(&self) -> bool {
        self.export.as_ref().is_some_and(ExportMap::is_working)
    }

    /// Opens the dialog that exports a map.
    fn begin_export(&mut self, name: &str, prints: bool) {
        let opened = import::open(name, &How::default());
        let opened = opened.and_then(|map| Ok((map.picture()?, map.map)));
        match opened {
            Ok((picture, map)) => {
                self.trouble = None;
                self.export = Some(ExportMap::new(map, picture, name, prints));
            }
            Err(why) => self.trouble = Some(why.to_string()),
        }
    }

    /// Draws the screen; what was chosen.
    pub fn show(&mut self, ui: &mut Ui, thumbs: &mut Thumbs) -> Option<Choice> {
        let Some((name, own)) = self.all.get(self.chosen).cloned() else {
            return Some(Choice::Back);
        };
        let choice = self.bar(ui, &name);
        if let Some(export) = &mut self.export
            && !export.show(ui)
        {
            self.export = None;
        }
        if let Some(trouble) = &self.trouble {
            egui::Panel::top("trouble").show(ui, |ui| dialog::wrong(ui, trouble));
        }
        self.list(ui, thumbs);
        if self.loaded.as_ref().is_none_or(|(i, _)| *i != self.chosen) {
            let board = thumbs::board(&self.all[self.chosen].0);
            self.loaded = Some((self.chosen, board));
            self.view.forget();
        }
        if self.details && ui.available_width() > 420.0 {
            egui::Panel::right("details")
                .exact_size(230.0)
                .show(ui, |ui| {
                    ScrollArea::vertical()
                        .auto_shrink([false, false])
                        .show(ui, |ui| {
                            if let Some((_, Ok(board))) = &self.loaded {
                                details(ui, &name, own, board);
                            }
                        });
                });
        }
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| match &self.loaded {
                Some((_, Ok(board))) => {
                    let keys = !ui.ctx().egui_wants_keyboard_input()
                        && ui.memory(|m| m.focused().is_none());
                    self.view.show_words(ui, board, keys, |at| words(board, at));
                }
                Some((_, Err(error))) => dialog::wrong(ui, error),
                None => {}
            });
        choice
    }

    /// The buttons above the maps; what was chosen.
    fn bar(&mut self, ui: &mut Ui, name: &str) -> Option<Choice> {
        let mut choice = None;
        let mut exported = None;
        let back = dialog::bar(ui, "Maps", |ui| {
            if dialog::main_button(ui, "Play here") {
                choice = Some(Choice::Fight(name.to_owned()));
            }
            if ui.button("Edit").clicked() {
                choice = Some(Choice::Draw(Some(name.to_owned())));
            }
            if ui.button("New map").clicked() {
                choice = Some(Choice::Draw(None));
            }
            if ui.button("Open...").clicked() {
                choice = Some(Choice::TakeIn);
            }
            if ui.button("Export...").clicked() {
                exported = Some(false);
            }
            if cfg!(feature = "print") && ui.button("Print...").clicked() {
                exported = Some(true);
            }
            ui.checkbox(&mut self.details, "Details");
            ui.checkbox(&mut self.view.coordinates, "Coordinates");
            let mut zones = self.view.zones == Zones::All;
            ui.checkbox(&mut zones, "Zones");
            self.view.zones = if zones { Zones::All } else { Zones::Hidden };
        });
        if back {
            choice = Some(Choice::Back);
        }
        if let Some(prints) = exported {
            self.begin_export(name, prints);
        }
        choice
    }

    /// Small pictures of all maps.
    fn list(&mut self, ui: &mut Ui, thumbs: &mut Thumbs) {
        let left = if ui.available_width() > 900.0 {
            308.0
        } else {
            166.0
        };
        egui::Panel::left("maps").exact_size(left).show(ui, |ui| {
            ui.add_space(4.0);
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| {
                        for (i, (name, own)) in self.all.iter().enumerate() {
                            if thumbs.show(ui, name, *own, self.chosen == i).clicked() {
                                self.chosen = i;
                            }
                        }
                    });
                });
        });
    }
}

fn details(ui: &mut Ui, name: &str, own: bool, board: &Board) {
    ui.add_space(6.0);
    ui.heading(&board.map().name);
    let grid = board.grid();
    let mut terrains: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut low, mut high) = (i32::MAX, i32::MIN);
    for space in (0..grid.len() as u32).map(Space) {
        if !board.exists(space) {
            continue;
        }
        *terrains
            .entry(board.terrain(space).name.as_str())
            .or_default() += 1;
        let level = i32::from(board.level(space));
        (low, high) = (low.min(level), high.max(level));
    }
    let mut line = |what: &str, words: String| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(what).weak());
            ui.add(Label::new(words).wrap());
        });
    };
    let origin = match own {
        true => "your own map",
        false => "comes with the program",
    };
    line("Origin", origin.to_owned());
    line("Name in commands", name.to_owned());
    if let Some(author) = &board.map().credit.author {
        line("By", author.clone());
    }
    line("Grid", grid_words(grid.kind).to_owned());
    line("Size", format!("{} x {} spaces", grid.columns, grid.rows));
    let seats = seats(board);
    line("Sides", format!("deployment zones for {seats} sides"));
    if low < high {
        line("Levels", format!("{low} to {high}"));
    }
    if let Some(notes) = &board.map().credit.notes {
        dialog::note(ui, notes);
    }
    ui.add_space(8.0);
    ui.label(RichText::new("Terrain").strong());
    let mut kinds: Vec<_> = terrains.into_iter().collect();
    kinds.sort_by_key(|(name, many)| (std::cmp::Reverse(*many), *name));
    for (name, many) in kinds {
        ui.label(format!("{many:>4}  {name}"));
    }
    let scenarios: Vec<String> = SCENARIOS
        .all()
        .into_iter()
        .filter_map(|e| SCENARIOS.open(&e.name).ok())
        .filter_map(|found| Scenario::read(&found.source).ok())
        .filter(|scenario| scenario.map() == Some(name))
        .map(|scenario| scenario.name().to_owned())
        .collect();
    if !scenarios.is_empty() {
        ui.add_space(8.0);
        ui.label(RichText::new("Scenarios for this map").strong());
        for name in scenarios {
            ui.label(name);
        }
    }
}
