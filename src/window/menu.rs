//! The first screen, and the list of battles that are kept.

use super::board_view::BoardView;
use super::layout::Layout as Spaces;
use super::table::{self, Piece};
use super::theme;
use crate::board::{Board, Facing};
use crate::cli::{library, record_file};
use crate::files::{map, shipped};
use crate::source::Source;
use egui::{Align, Button, Color32, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, vec2};
use std::path::PathBuf;
use std::sync::Arc;

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A quick battle against the computer.
    Quick,
    /// The computer against itself.
    Watch,
    /// Choosing everything.
    New,
    /// Going on with a record.
    Resume(PathBuf),
    /// Watching a record.
    Replay(PathBuf),
    /// The list of records.
    Saved,
    /// Looking at maps.
    Maps,
    /// Looking at forces.
    Forces,
    /// Settings.
    Settings,
    /// Back to the menu.
    Back,
    /// Enough.
    Quit,
}

/// The menu.
pub struct Menu {
    last: Option<PathBuf>,
    scene: Option<Arc<Board>>,
    /// The board behind it.
    pub view: BoardView,
    /// What went wrong.
    pub trouble: Option<String>,
}

/// All records, the newest first.
fn records() -> Vec<PathBuf> {
    let Some(folder) = library::records() else {
        return Vec::new();
    };
    let mut all: Vec<(std::time::SystemTime, PathBuf)> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|e| e.path().extension().is_some_and(|x| x == "jsonl"))
        .filter_map(|e| Some((e.metadata().ok()?.modified().ok()?, e.path())))
        .collect();
    all.sort();
    all.into_iter().rev().map(|(_, path)| path).collect()
}

/// Whether a record has its result; `None`: it cannot be read.
fn is_over(path: &std::path::Path) -> Option<bool> {
    let bytes = library::read_bytes(path).ok()?;
    let end = &bytes[bytes.len().saturating_sub(4096)..];
    Some(String::from_utf8_lossy(end).contains("\"type\":\"result\""))
}

impl Menu {
    /// The menu, with what went wrong before.
    pub fn new(trouble: Option<String>) -> Self {
        let last = records()
            .into_iter()
            .next()
            .filter(|path| is_over(path) == Some(false));
        let scene = shipped::map("ford")
            .and_then(|(name, text)| map::read(&Source::new(name, text)).ok())
            .map(|m| Arc::new(Board::new(m)));
        let mut view = BoardView::default();
        view.zones = false;
        view.coordinates = false;
        if let Some(board) = &scene {
            let middle = Spaces::new(*board.grid()).bounds().center();
            view.aim(middle + vec2(-1.5, 0.2), 62.0);
        }
        Self {
            last,
            scene,
            view,
            trouble,
        }
    }

    /// Draws the menu; what was chosen in this frame.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| {
                let whole = ui.max_rect();
                self.backdrop(ui);
                let column = Rect::from_center_size(whole.center(), vec2(400.0, whole.height()));
                ui.painter()
                    .rect_filled(column, 0.0, theme::glass(theme::GROUND, 215));
                let builder = UiBuilder::new()
                    .max_rect(column)
                    .layout(Layout::top_down(Align::Center));
                ui.scope_builder(builder, |ui| {
                    ui.add_space(ui.available_height() * 0.1);
                    ui.label(RichText::new("skirmish").size(56.0).color(theme::ACCENT));
                    ui.label(
                        RichText::new("miniature battles against opponents that think").weak(),
                    );
                    ui.add_space(26.0);
                    let big = |ui: &mut Ui, name: &str| {
                        let text = RichText::new(name).size(17.0).strong();
                        ui.add_sized(vec2(320.0, 46.0), Button::new(text)).clicked()
                    };
                    if big(ui, "Quick battle") {
                        choice = Some(Choice::Quick);
                    }
                    if let Some(last) = &self.last
                        && big(ui, "Continue last battle")
                    {
                        choice = Some(Choice::Resume(last.clone()));
                    }
                    if big(ui, "New battle") {
                        choice = Some(Choice::New);
                    }
                    for (name, what) in [
                        ("Watch a battle", Choice::Watch),
                        ("Saved battles", Choice::Saved),
                        ("Maps", Choice::Maps),
                        ("Forces", Choice::Forces),
                        ("Settings", Choice::Settings),
                        ("Quit", Choice::Quit),
                    ] {
                        if ui.add_sized(vec2(320.0, 34.0), Button::new(name)).clicked() {
                            choice = Some(what);
                        }
                    }
                    if let Some(trouble) = &self.trouble {
                        ui.add_space(12.0);
                        ui.label(RichText::new(trouble).color(theme::BAD));
                    }
                });
            });
        choice
    }
}

/// Who stands behind the menu: column, row, side, kind, letter, words, direction.
const SCENE: [(i64, i64, usize, &str, char, &str, u8); 12] = [
    (8, 9, 0, "commander", 'T', "hero, commander", 2),
    (7, 11, 0, "troop", 'A', "distance", 1),
    (6, 12, 0, "troop", 'A', "distance", 1),
    (8, 13, 0, "cavalry", 'R', "cavalry", 1),
    (6, 9, 0, "hero", 'K', "heavy armour", 2),
    (9, 7, 0, "mook", 'm', "mook", 2),
    (19, 10, 1, "hero", 'W', "hero", 5),
    (20, 12, 1, "troop", 'O', "light armour", 4),
    (20, 8, 1, "troop", 'O', "light armour", 4),
    (21, 10, 1, "troop", 'G', "distance", 5),
    (22, 13, 1, "cavalry", 'R', "cavalry", 4),
    (18, 14, 1, "mook", 'm', "mook", 4),
];

impl Menu {
    /// A board with figures, behind the menu.
    fn backdrop(&mut self, ui: &mut Ui) {
        let Some(board) = self.scene.clone() else {
            return;
        };
        let seen = self.view.show(ui, &board, false, false);
        for (column, row, side, kind, letter, words, way) in SCENE {
            let Some(space) = board.grid().at(column, row) else {
                continue;
            };
            let piece = Piece {
                at: seen.layout.centre(space),
                radius: 0.39,
                side,
                kind,
                letter,
                words: words.to_owned(),
                facing: Some(seen.layout.direction(Facing(way))),
                aloft: false,
                health: None,
                spent: false,
                disabled: false,
                presence: 1.0,
                riders: Vec::new(),
            };
            table::figure(&seen.painter, &seen.camera, &piece);
        }
        seen.painter
            .rect_filled(seen.response.rect, 0.0, Color32::from_black_alpha(40));
    }
}

/// The list of records.
pub struct Saved {
    all: Vec<(PathBuf, String, Option<bool>)>,
    doomed: Option<PathBuf>,
    trouble: Option<String>,
}

impl Saved {
    /// The list as it is now.
    pub fn new() -> Self {
        let all = records()
            .into_iter()
            .take(200)
            .map(|path| {
                let name = path
                    .file_stem()
                    .map_or_else(String::new, |s| s.to_string_lossy().into_owned());
                let over = is_over(&path);
                (path, name, over)
            })
            .collect();
        Self {
            all,
            doomed: None,
            trouble: None,
        }
    }

    /// Draws the list; what was chosen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        if ui.input(|i| i.key_pressed(egui::Key::Escape)) {
            choice = Some(Choice::Back);
        }
        let mut gone = None;
        egui::CentralPanel::default().show(ui, |ui| {
            ui.horizontal(|ui| {
                if ui.button("Back").clicked() {
                    choice = Some(Choice::Back);
                }
                ui.heading("Saved battles");
            });
            if let Some(trouble) = &self.trouble {
                ui.label(RichText::new(trouble).color(theme::BAD));
            }
            ui.add_space(8.0);
            if self.all.is_empty() {
                ui.label("No battle has been kept yet.");
            }
            ScrollArea::vertical().show(ui, |ui| {
                egui::Grid::new("saved")
                    .striped(true)
                    .spacing(vec2(16.0, 8.0))
                    .show(ui, |ui| {
                        for (path, name, over) in &self.all {
                            ui.label(RichText::new(name).strong());
                            ui.label(match over {
                                Some(true) => "over",
                                Some(false) => "unfinished",
                                None => "cannot be read",
                            });
                            let go_on = ui.add_enabled(*over == Some(false), Button::new("Go on"));
                            if go_on.clicked() {
                                choice = Some(Choice::Resume(path.clone()));
                            }
                            if ui.button("Watch").clicked() {
                                choice = Some(Choice::Replay(path.clone()));
                            }
                            let doomed = self.doomed.as_ref() == Some(path);
                            let word = if doomed { "Really delete" } else { "Delete" };
                            if ui.button(word).clicked() {
                                gone = Some((path.clone(), doomed));
                            }
                            ui.end_row();
                        }
                    });
            });
        });
        match gone {
            Some((path, true)) => {
                self.trouble = std::fs::remove_file(&path).err().map(|e| e.to_string());
                *self = Self {
                    trouble: self.trouble.take(),
                    ..Self::new()
                };
            }
            Some((path, false)) => self.doomed = Some(path),
            None => {}
        }
        choice
    }
}

/// Opens a record to go on with it.
///
/// # Errors
/// When it cannot be gone on with.
pub fn resume(path: &std::path::Path) -> Result<super::battle_screen::BattleScreen, String> {
    let (file, record) = record_file::RecordFile::open(path).map_err(|e| e.to_string())?;
    if record.result.is_some() {
        return super::battle_screen::BattleScreen::replay(&record);
    }
    super::battle_screen::BattleScreen::resume(&record, Some(file))
}

/// Opens a record to watch it.
///
/// # Errors
/// When it cannot be shown.
pub fn replay(path: &std::path::Path) -> Result<super::battle_screen::BattleScreen, String> {
    let record = record_file::read(path).map_err(|e| e.to_string())?;
    super::battle_screen::BattleScreen::replay(&record)
}
