//! Drawing maps: the mouse and keys become gestures on a [`Draft`], which does all the rest.

mod board;
mod dialogs;
mod draw_up;
#[cfg_attr(target_arch = "wasm32", path = "unfought.rs")]
mod fights;
mod files;
mod keys;
mod mine;
mod panels;
mod scene;

use super::board_view::BoardView;
use super::dialog;
use super::platform::Task;
use crate::board::{Board, BorderKind, Reach, Space, Spaces, Symmetry, Unseen};
use crate::draft::{Anchor, Clip, Draft, Kind, Op, Scene, Side, Touched};
use crate::survey::{Finding, Pace};
use egui::{RichText, ScrollArea, Ui};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// How a tool takes spaces in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// What the brush passes over.
    Brush,
    /// A straight line.
    Line,
    /// Columns and rows between two corners.
    Rectangle,
    /// All around a middle.
    Hexagon,
    /// What hangs together and is alike.
    Fill,
    /// All that is alike, wherever it lies.
    Replace,
    /// Takes spaces into the selection.
    Select,
    /// Puts down what was copied.
    Paste,
    /// Shows what is seen from a space.
    Sight,
    /// Shows how far a figure gets from a space.
    Walk,
    /// Puts figures, objects and devices of the scenario in their places.
    Place,
}

impl Tool {
    const ALL: [(Tool, &str, &str); 11] = [
        (Tool::Brush, "Brush", "B"),
        (Tool::Line, "Line", "L"),
        (Tool::Rectangle, "Rectangle", "R"),
        (Tool::Hexagon, "Hexagon", "H"),
        (Tool::Fill, "Fill", "G"),
        (Tool::Replace, "Replace", "P"),
        (Tool::Select, "Select", "S"),
        (Tool::Paste, "Paste", "V"),
        (Tool::Sight, "Sight", "Q"),
        (Tool::Walk, "Walk", "O"),
        (Tool::Place, "Place", "Y"),
    ];
    /// Whether it changes the map as it is drawn with.
    fn paints(self) -> bool {
        !matches!(
            self,
            Tool::Select | Tool::Paste | Tool::Sight | Tool::Walk | Tool::Place
        )
    }
}

/// What is painted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Ink {
    Ground,
    Level,
    Border,
    Zone,
}

impl Ink {
    const ALL: [(Ink, &str, &str); 4] = [
        (Ink::Ground, "Terrain", "T"),
        (Ink::Level, "Level", "U"),
        (Ink::Border, "Border", "W"),
        (Ink::Zone, "Zone", "Z"),
    ];
}

/// What is done to levels.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Rise {
    Up,
    Down,
    To,
}

/// A gesture in progress.
struct Stroke {
    from: Space,
    last: Space,
    spaces: Spaces,
    sides: BTreeSet<Side>,
    erase: bool,
}

/// A question over the board.
enum Asked {
    New(Fresh),
    Size(u32, u32, Anchor),
    /// Another grid, and what would be lost on it.
    Grid(crate::board::GridKind, Vec<crate::files::notes::Note>),
    Kind(Box<(Kind, String, String)>),
    About(crate::draft::Head),
    Trim(Symmetry),
    DrawUp(draw_up::Wish),
    Leave,
    Help,
    Name(dialog::Naming),
}

/// What a new map is to be.
struct Fresh {
    name: String,
    kind: crate::board::GridKind,
    columns: u32,
    rows: u32,
}

/// What came of a frame.
pub enum Came {
    /// Back to where it was opened.
    Back,
}

/// The screen.
pub struct Editor {
    draft: Draft,
    board: Arc<Board>,
    /// The board's view.
    pub view: BoardView,
    path: Option<PathBuf>,
    /// A name for the file, if there is none yet.
    stem: String,
    /// What it was opened with: the name of a map that comes with the program, the map, its
    /// scenario.
    first: (Option<String>, crate::board::Map, Option<Scene>),
    /// The text of the file as it was read or written last.
    text: Option<String>,
    /// The journal that this editor keeps.
    journal: mine::Mine,
    /// Whether others changed the file before it was reopened.
    others: bool,
    tool: Tool,
    ink: Ink,
    kind: String,
    size: u32,
    rise: Rise,
    level: i8,
    barrier: BorderKind,
    open: bool,
    zone: usize,
    erase: bool,
    swap: bool,
    symmetry: Symmetry,
    stroke: Option<Stroke>,
    selected: Spaces,
    clip: Option<Clip>,
    cursor: Option<Space>,
    by_key: bool,
    side: Option<Side>,
    walk: u32,
    reach: Reach,
    /// What is not seen from a space of a board.
    hidden: Option<(Arc<Board>, Unseen)>,
    findings: Option<Vec<Finding>>,
    /// A large board is checked beside the window.
    checking: Option<(Arc<Board>, Task<Vec<Finding>>)>,
    /// The spaces a finding speaks of.
    shown: Spaces,
    /// Whether the scenario is shown beside the board, else the map.
    on_scene: bool,
    /// Whether the tools are shown, where they share a panel with the map and its scenario.
    on_tools: bool,
    stage: scene::Stage,
    #[cfg_attr(target_arch = "wasm32", allow(dead_code))]
    fights: Option<fights::Fights>,
    /// Which of the counts of the battles is shown.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code))]
    heat: Option<usize>,
    drawing: Option<draw_up::Drawing>,
    theme: crate::survey::Theme,
    asked: Option<Asked>,
    message: Option<Result<String, String>>,
}

/// The room for a panel at each side of the board.
const TWO_PANELS: f32 = 846.0;

/// How wide the panel with the map and its scenario is.
const SIDES: f32 = 236.0;

/// The largest board that is checked at once after every change; larger ones are beside the window.
const CHECKED_AT_ONCE: usize = 2_500;

impl Editor {
    fn of(draft: Draft, path: Option<PathBuf>, stem: String, journal: mine::Mine) -> Self {
        let board = Arc::new(Board::new(draft.sheet().map()));
        let first = (None, board.map().clone(), draft.sheet().scene.clone());
        let len = board.len();
        let view = BoardView::default();
        Self {
            draft,
            board,
            view,
            path,
            stem,
            first,
            text: None,
            journal,
            others: false,
            tool: Tool::Brush,
            ink: Ink::Ground,
            kind: "wood".to_owned(),
            size: 1,
            rise: Rise::Up,
            level: 1,
            barrier: BorderKind::Wall,
            open: false,
            zone: 0,
            erase: false,
            swap: true,
            symmetry: Symmetry::None,
            stroke: None,
            selected: Spaces::new(len),
            clip: None,
            cursor: None,
            by_key: false,
            side: None,
            walk: 4,
            reach: Reach::default(),
            hidden: None,
            findings: None,
            checking: None,
            shown: Spaces::new(len),
            on_scene: false,
            on_tools: true,
            stage: scene::Stage::default(),
            fights: None,
            heat: None,
            drawing: None,
            theme: crate::survey::Theme::Countryside,
            asked: None,
            message: None,
        }
    }

    /// What was copied last, to be pasted into another map.
    pub fn copied(&self) -> Option<&Clip> {
        self.clip.as_ref()
    }

    /// Hands over what was copied from another map.
    pub fn hand(&mut self, clip: Clip) {
        self.clip = Some(clip);
    }

    /// The board as it is drawn now.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The map as it is drawn now.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Does something to the map, as one step.
    fn carry_out(&mut self, ops: &[Op]) {
        match self.draft.gesture(ops) {
            Ok(touched) => self.changed(touched),
            Err(why) => self.message = Some(Err(why)),
        }
    }

    fn changed(&mut self, touched: Touched) {
        self.write_journal();
        if touched == Touched::Nothing {
            return;
        }
        if touched == Touched::Scene {
            self.findings = None;
            return;
        }
        let before = *self.board.grid();
        self.board = Arc::new(Board::new(self.draft.sheet().map()));
        self.findings = None;
        self.zone = self
            .zone
            .min(self.draft.sheet().zones.len().saturating_sub(1));
        // what was trimmed may be there again
        let sheet = self.draft.sheet();
        let exact = match &touched {
            _ if self.symmetry == Symmetry::None => true,
            Touched::Some(spaces) => !spaces.iter().any(|s| self.symmetry.lacks(sheet, s)),
            _ => {
                self.symmetry.suits(self.board.grid().kind)
                    && self.symmetry.lacking(sheet).is_empty()
            }
        };
        if *self.board.grid() != before {
            self.view.forget();
            self.selected = Spaces::new(self.board.len());
            self.shown = Spaces::new(self.board.len());
            self.cursor = None;
            self.stroke = None;
        } else if let Touched::Some(spaces) = touched {
            self.view.patch(&self.board, &spaces);
        }
        if !exact {
            let was = std::mem::take(&mut self.symmetry);
            let said = format!("\"{}\" no longer fits this board", was.words());
            self.message = Some(Ok(said));
        }
    }

    fn undo(&mut self) {
        let touched = self.draft.undo();
        self.changed(touched);
    }

    fn redo(&mut self) {
        let touched = self.draft.redo();
        self.changed(touched);
    }

    /// Asks for a symmetry: it is taken where it is exact, else trimming is offered.
    fn ask_symmetry(&mut self, symmetry: Symmetry) {
        if symmetry.lacking(self.draft.sheet()).is_empty() {
            self.symmetry = symmetry;
        } else {
            self.asked = Some(Asked::Trim(symmetry));
        }
    }

    /// How fast figures are, and how long the battle is, as far as the scenario says.
    pub(super) fn pace(&self) -> Pace {
        crate::cli::library::pace(self.plan())
    }

    /// Checks the map and its scenario: at once, or beside the window.
    fn check(&mut self, ui: &Ui) {
        let pace = self.pace();
        if self.board.len() <= CHECKED_AT_ONCE {
            let found = crate::survey::check(&self.board, pace);
            self.found(found);
            return;
        }
        if let Some((board, task)) = &self.checking {
            match task.take() {
                Some(found) if Arc::ptr_eq(board, &self.board) => {
                    self.checking = None;
                    self.found(found);
                    return;
                }
                // the map is another by now
                Some(_) => self.checking = None,
                None => {
                    ui.ctx().request_repaint_after_secs(0.1);
                    return;
                }
            }
        }
        let board = self.board.clone();
        let task = Task::begin(move |_| crate::survey::check(&board, pace));
        self.checking = Some((self.board.clone(), task));
        ui.ctx().request_repaint_after_secs(0.1);
    }

    fn found(&mut self, on_map: Vec<Finding>) {
        let mut findings = self.check_scene();
        findings.extend(on_map);
        findings.sort_by_key(|finding| finding.severity);
        self.findings = Some(findings);
    }

    /// Draws the screen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Came> {
        let mut came = None;
        self.drawn_up(ui);
        self.fought(ui);
        let free = self.asked.is_none();
        let stroking = self.stroke.is_some();
        if free {
            self.keys(ui);
        }
        let star = if self.draft.is_saved() { "" } else { " *" };
        let title = format!("{}{star}", self.draft.sheet().head.name);
        let (undo, redo) = self.draft.steps();
        let back = dialog::bar(ui, &title, |ui| {
            if dialog::main_button(ui, "Save") {
                self.save();
            }
            if ui.button("Save as...").clicked() {
                self.name_it();
            }
            ui.add_enabled_ui(redo > 0, |ui| {
                if ui.button("Redo").on_hover_text("Ctrl+Y").clicked() {
                    self.redo();
                }
            });
            ui.add_enabled_ui(undo > 0, |ui| {
                if ui.button("Undo").on_hover_text("Ctrl+Z").clicked() {
                    self.undo();
                }
            });
            if ui.button("Resize...").clicked() {
                let grid = self.board.grid();
                self.asked = Some(Asked::Size(grid.columns, grid.rows, Anchor::default()));
            }
            if ui.button("Change grid...").clicked() {
                let other = match self.board.grid().kind.is_square() {
                    true => crate::board::GridKind::HexFlat,
                    false => crate::board::GridKind::Square,
                };
                self.asked = Some(self.other_grid(other));
            }
            if ui.button("Describe...").clicked() {
                self.asked = Some(Asked::About(self.draft.sheet().head.clone()));
            }
            if ui.button("Generate...").on_hover_text("D").clicked() {
                self.asked = Some(self.wish());
            }
            if ui.button("New...").clicked() {
                self.asked = Some(dialogs::fresh());
            }
            if ui.button("Keys").on_hover_text("?").clicked() {
                self.asked = Some(Asked::Help);
            }
        });
        if back && free && !stroking {
            if self.draft.is_saved() {
                came = Some(Came::Back);
            } else {
                self.asked = Some(Asked::Leave);
            }
        }
        // in a narrow window, or with large text, both panels are one
        let narrow = ui.available_width() < TWO_PANELS;
        let wide = if narrow { SIDES } else { 206.0 };
        egui::Panel::left("tools").exact_size(wide).show(ui, |ui| {
            if narrow && !self.parts(ui, true) {
                return;
            }
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| self.tools(ui));
        });
        if !narrow {
            egui::Panel::right("map").exact_size(SIDES).show(ui, |ui| {
                self.parts(ui, false);
            });
        }
        egui::Panel::bottom("status").show(ui, |ui| {
            let text = match &self.message {
                Some(Ok(said)) => RichText::new(said),
                Some(Err(wrong)) => RichText::new(wrong).color(super::theme::BAD),
                None => RichText::new(self.status()).weak(),
            };
            ui.add(egui::Label::new(text).wrap());
        });
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| self.table(ui));
        if self.findings.is_none() && self.stroke.is_none() {
            self.check(ui);
        }
        if self.questions(ui) {
            came = Some(Came::Back);
        }
        if came.is_some() {
            self.journal.forget();
        }
        came
    }

    /// The map and its scenario in tabs, with the tools before them where they have no panel of
    /// their own; whether the tools are to be shown.
    fn parts(&mut self, ui: &mut Ui, with_tools: bool) -> bool {
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            let tools = with_tools && self.on_tools;
            if with_tools && ui.selectable_label(tools, "Tools").clicked() {
                self.on_tools = true;
            }
            for (scene, name) in [(false, "Map"), (true, "Scenario")] {
                let chosen = !tools && self.on_scene == scene;
                if ui.selectable_label(chosen, name).clicked() {
                    (self.on_tools, self.on_scene) = (false, scene);
                }
            }
        });
        ui.separator();
        if with_tools && self.on_tools {
            return true;
        }
        if self.on_scene {
            self.scene_panel(ui);
        } else {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| self.sides(ui));
        }
        false
    }

    fn status(&self) -> String {
        let grid = self.board.grid();
        let mut words = match self.cursor {
            Some(space) => super::maps::space_words(&self.board, space),
            None => format!("{} x {} spaces", grid.columns, grid.rows),
        };
        if let Some((a, b)) = self.side.filter(|_| self.ink == Ink::Border) {
            let what = self.draft.sheet().borders.get(&(Space(a), Space(b)));
            let what = what.map_or("nothing", |b| crate::files::builtin::border_name(b.kind));
            words += &format!("; {}|{}: {what}", grid.name(Space(a)), grid.name(Space(b)));
        }
        words
    }
}
