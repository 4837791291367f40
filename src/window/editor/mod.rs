//! Drawing maps: the mouse and keys become gestures on a [`Draft`], which does all the rest.

mod board;
mod brush;
mod dialogs;
mod fairness;
mod files;
mod generator;
mod gesture;
mod keys;
mod own_journal;
mod panels;
mod scene;

use super::board_view::BoardView;
use super::dialog;
use super::export_map::ExportMap;
use super::platform::Task;
use super::work::check::MapCheck;
use crate::board::{Board, Reach, Space, Spaces, Symmetry, Unseen};
use crate::draft::{Anchor, Clip, Draft, Kind, Op, Scene, Touched};
use crate::store::library;
use crate::survey::{Finding, Pace};
use crate::window::message::Message;
use brush::{Brush, Ink, Rise, Tool};
use egui::{RichText, ScrollArea, Ui};
use gesture::{Gesture, Stroke};
use std::path::PathBuf;
use std::sync::Arc;

/// A question over the board.
enum Dialog {
    New(Fresh),
    Size(u32, u32, Anchor),
    /// Another grid, and what would be lost on it.
    Grid(crate::board::GridKind, Vec<crate::files::notes::Note>),
    Kind(Box<(Kind, String, String)>),
    About(crate::draft::Head),
    Trim(Symmetry),
    Generate(generator::Request),
    Leave,
    Help,
    Export(Box<ExportMap>),
    Name(dialog::Naming),
}

/// Name, grid and size of a new map.
struct Fresh {
    name: String,
    kind: crate::board::GridKind,
    columns: u32,
    rows: u32,
}

/// Where a person wants to go from the editor.
pub enum EditorExit {
    /// Back to where it was opened.
    Back,
}

/// The files that the map came from and goes to.
struct MapFile {
    path: Option<PathBuf>,
    /// A name for the file, if there is none yet.
    stem: String,
    /// What it was opened with: the name of a map that comes with the program, the map, its
    /// scenario.
    first: (Option<String>, crate::board::Map, Option<Scene>),
    /// The text of the file as it was read or written last.
    text: Option<String>,
    /// Whether others changed the file before it was reopened.
    others: bool,
}

/// The selected spaces and the copy.
struct Selection {
    spaces: Spaces,
    clip: Option<Clip>,
}

/// The tools that test movement and sight.
struct Tests {
    budget: u32,
    reach: Reach,
    /// What is not seen from a space of a board.
    hidden: Option<(Arc<Board>, Unseen)>,
}

/// The findings of the map check.
struct Checks {
    findings: Option<Vec<Finding>>,
    /// The check of a large board, beside the window.
    task: Option<(Arc<Board>, Task<Vec<Finding>>)>,
    /// The large board whose check begins in the next frame: its coming has taken this one its time.
    next: Option<Arc<Board>>,
    /// The spaces a finding speaks of.
    shown: Spaces,
}

/// The open tabs.
struct Tabs {
    /// Whether the scenario is shown beside the board, else the map.
    on_scene: bool,
    /// Whether the tools are shown, where they share a panel with the map and its scenario.
    on_tools: bool,
}

/// The screen.
pub struct Editor {
    draft: Draft,
    board: Arc<Board>,
    /// The board's view.
    pub view: BoardView,
    file: MapFile,
    /// The journal that this editor keeps.
    journal: own_journal::OwnJournal,
    brush: Brush,
    gesture: Gesture,
    selection: Selection,
    tests: Tests,
    checks: Checks,
    tabs: Tabs,
    stage: scene::Stage,
    fairness: fairness::Fairness,
    generator: generator::Generator,
    asked: Option<Dialog>,
    message: Option<Message>,
}

/// The room for a panel at each side of the board.
const TWO_PANELS: f32 = 846.0;

/// How wide the panel with the map and its scenario is.
const SIDES: f32 = 236.0;

/// The largest board that is checked at once after every change; larger ones are beside the window.
const CHECKED_AT_ONCE: usize = 2_500;

impl Editor {
    fn of(
        draft: Draft,
        path: Option<PathBuf>,
        stem: String,
        journal: own_journal::OwnJournal,
    ) -> Self {
        let board = Arc::new(Board::new(draft.sheet().map()));
        let first = (None, board.map().clone(), draft.sheet().scene.clone());
        let len = board.len();
        let view = BoardView::default();
        Self {
            draft,
            board,
            view,
            file: MapFile {
                path,
                stem,
                first,
                text: None,
                others: false,
            },
            journal,
            brush: Brush::default(),
            gesture: Gesture::default(),
            selection: Selection {
                spaces: Spaces::new(len),
                clip: None,
            },
            tests: Tests {
                budget: 4,
                reach: Reach::default(),
                hidden: None,
            },
            checks: Checks {
                findings: None,
                next: None,
                task: None,
                shown: Spaces::new(len),
            },
            tabs: Tabs {
                on_scene: false,
                on_tools: true,
            },
            stage: scene::Stage::default(),
            fairness: fairness::Fairness::default(),
            generator: generator::Generator::default(),
            asked: None,
            message: None,
        }
    }

    /// The copy, to be pasted into another map.
    pub fn copied(&self) -> Option<&Clip> {
        self.selection.clip.as_ref()
    }

    /// Takes over a copy from another map.
    pub fn hand(&mut self, clip: Clip) {
        self.selection.clip = Some(clip);
    }

    /// The board as it is drawn now.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The map as it is drawn now.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Whether a file is being made for other programs or for paper.
    pub fn is_exporting(&self) -> bool {
        matches!(&self.asked, Some(Dialog::Export(export)) if export.is_working())
    }

    /// Does something to the map, as one step.
    fn carry_out(&mut self, ops: &[Op]) {
        match self.draft.gesture(ops) {
            Ok(touched) => self.changed(touched),
            Err(why) => self.message = Some(Message::refused(why)),
        }
    }

    fn changed(&mut self, touched: Touched) {
        self.write_journal();
        if touched == Touched::Nothing {
            return;
        }
        if touched == Touched::Scene {
            self.checks.findings = None;
            return;
        }
        let before = *self.board.grid();
        self.board = Arc::new(Board::new(self.draft.sheet().map()));
        self.checks.findings = None;
        self.brush.zone = self
            .brush
            .zone
            .min(self.draft.sheet().zones.len().saturating_sub(1));
        // what was trimmed may be there again
        let sheet = self.draft.sheet();
        let exact = match &touched {
            _ if self.brush.symmetry == Symmetry::None => true,
            Touched::Some(spaces) => !spaces.iter().any(|s| self.brush.symmetry.lacks(sheet, s)),
            _ => {
                self.brush.symmetry.suits(self.board.grid().kind)
                    && self.brush.symmetry.lacking(sheet).is_empty()
            }
        };
        if *self.board.grid() != before {
            self.view.forget();
            self.selection.spaces = Spaces::new(self.board.len());
            self.checks.shown = Spaces::new(self.board.len());
            self.gesture.cursor = None;
            self.gesture.stroke = None;
        } else if let Touched::Some(spaces) = touched {
            self.view.patch(&self.board, &spaces);
        }
        if !exact {
            let was = std::mem::take(&mut self.brush.symmetry);
            let said = format!("\"{}\" no longer fits this board", was.words());
            self.message = Some(Message::Done(said));
        }
    }

    /// Begins battles that test the map, or ends them.
    fn test_battles(&mut self) {
        let spaces = self.board.len();
        self.fairness.toggle(&self.draft, spaces, &self.journal);
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
            self.brush.symmetry = symmetry;
        } else {
            self.asked = Some(Dialog::Trim(symmetry));
        }
    }

    /// How fast figures are, and how long the battle is, as far as the scenario says.
    pub(super) fn pace(&self) -> Pace {
        library::pace(self.plan())
    }

    /// Checks the map and its scenario: at once, or beside the window.
    fn check(&mut self, ui: &Ui) {
        let pace = self.pace();
        if self.board.len() <= CHECKED_AT_ONCE {
            let found = crate::survey::check(&self.board, pace);
            self.found(found);
            return;
        }
        if let Some((board, task)) = &self.checks.task {
            match task.take() {
                Some(found) if Arc::ptr_eq(board, &self.board) => {
                    self.checks.task = None;
                    let found = found.unwrap_or_else(|why| {
                        self.message = Some(Message::Refused(format!(
                            "the map cannot be checked: {why}"
                        )));
                        Vec::new()
                    });
                    self.found(found);
                    return;
                }
                // the map is another by now
                Some(_) => self.checks.task = None,
                None => {
                    ui.ctx().request_repaint_after_secs(0.1);
                    return;
                }
            }
        }
        let next = self.checks.next.replace(self.board.clone());
        if !next.is_some_and(|next| Arc::ptr_eq(&next, &self.board)) {
            ui.ctx().request_repaint();
            return;
        }
        let map = self.board.map().clone();
        let task = Task::begin(MapCheck { map, pace });
        self.checks.task = Some((self.board.clone(), task));
        ui.ctx().request_repaint_after_secs(0.1);
    }

    fn found(&mut self, on_map: Vec<Finding>) {
        let mut findings = self.check_scene();
        findings.extend(on_map);
        findings.sort_by_key(|finding| finding.severity);
        self.checks.findings = Some(findings);
    }

    /// Draws the screen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<EditorExit> {
        let mut exit = None;
        self.take_generated(ui);
        if let Err(why) = self.fairness.follow(ui) {
            self.message = Some(Message::refused(why));
        }
        let free = self.asked.is_none();
        let stroking = self.gesture.stroke.is_some();
        if free {
            self.keys(ui);
        }
        let back = self.bar(ui);
        if back && free && !stroking {
            if self.draft.is_saved() {
                exit = Some(EditorExit::Back);
            } else {
                self.asked = Some(Dialog::Leave);
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
                Some(Message::Done(said)) => RichText::new(said),
                Some(Message::Refused(wrong)) => RichText::new(wrong).color(super::theme::BAD),
                None => RichText::new(self.status()).weak(),
            };
            ui.add(egui::Label::new(text).wrap());
        });
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| self.table(ui));
        if self.checks.findings.is_none() && self.gesture.stroke.is_none() {
            self.check(ui);
        }
        if self.questions(ui) {
            exit = Some(EditorExit::Back);
        }
        if exit.is_some() {
            self.journal.forget();
        }
        exit
    }

    /// The buttons above the board; whether the person wants to go back.
    fn bar(&mut self, ui: &mut Ui) -> bool {
        let star = if self.draft.is_saved() { "" } else { " *" };
        let title = format!("{}{star}", self.draft.sheet().head.name);
        let (undo, redo) = self.draft.steps();
        dialog::bar(ui, &title, |ui| {
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
                self.asked = Some(Dialog::Size(grid.columns, grid.rows, Anchor::default()));
            }
            if ui.button("Change grid...").clicked() {
                let other = match self.board.grid().kind.is_square() {
                    true => crate::board::GridKind::HexFlat,
                    false => crate::board::GridKind::Square,
                };
                self.asked = Some(self.other_grid(other));
            }
            if ui.button("Describe...").clicked() {
                self.asked = Some(Dialog::About(self.draft.sheet().head.clone()));
            }
            if ui.button("Export...").clicked() {
                self.asked = Some(self.export());
            }
            if ui.button("Generate...").on_hover_text("D").clicked() {
                self.asked = Some(self.wish());
            }
            if ui.button("New...").clicked() {
                self.asked = Some(dialogs::fresh());
            }
            if ui.button("Keys").on_hover_text("?").clicked() {
                self.asked = Some(Dialog::Help);
            }
        })
    }

    /// The map and its scenario in tabs, with the tools before them where they have no panel of
    /// their own; whether the tools are to be shown.
    fn parts(&mut self, ui: &mut Ui, with_tools: bool) -> bool {
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            let tools = with_tools && self.tabs.on_tools;
            if with_tools && ui.selectable_label(tools, "Tools").clicked() {
                self.tabs.on_tools = true;
            }
            for (scene, name) in [(false, "Map"), (true, "Scenario")] {
                let chosen = !tools && self.tabs.on_scene == scene;
                if ui.selectable_label(chosen, name).clicked() {
                    (self.tabs.on_tools, self.tabs.on_scene) = (false, scene);
                }
            }
        });
        ui.separator();
        if with_tools && self.tabs.on_tools {
            return true;
        }
        if self.tabs.on_scene {
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
        let mut words = match self.gesture.cursor {
            Some(space) => super::board_words::space_words(&self.board, space),
            None => format!("{} x {} spaces", grid.columns, grid.rows),
        };
        if let Some((a, b)) = self.gesture.side.filter(|_| self.brush.ink == Ink::Border) {
            let what = self.draft.sheet().borders.get(&(Space(a), Space(b)));
            let what = what.map_or("nothing", |b| crate::files::builtin::border_name(b.kind));
            words += &format!("; {}|{}: {what}", grid.name(Space(a)), grid.name(Space(b)));
        }
        words
    }
}
