//! Generating the whole map or the selection from a seed.

use super::{Dialog, Editor};
use crate::board::{Spaces, Symmetry};
use crate::draft::{Op, Touched, part_of, whole_of};
use crate::survey::generate::{DRAWN, EDGES, EDITION};
use crate::survey::{Recipe, Theme};
use crate::window::dialog::{self, Reply};
use crate::window::message::Message;
use crate::window::platform::{self, Task};
use crate::window::work::generate::{Generated, Generation};
use egui::{ComboBox, Grid, Ui};

/// The choices for generating a map.
#[derive(Clone, Debug)]
pub(super) struct Request {
    theme: Theme,
    symmetry: Symmetry,
    seed: String,
    /// Only what is selected.
    part: bool,
}

/// Why a request cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum RequestError {
    /// The field of the seed holds something else.
    #[error("the seed must be a whole number")]
    Seed,
    /// The map has more columns or rows than can be generated.
    #[error("only maps of up to {most} x {most} spaces can be generated", most = EDGES.end())]
    TooLarge,
}

/// A map that is being generated, and the spaces that it replaces.
struct Drawing {
    stage: Stage,
    on: Option<Spaces>,
}

/// How far it is. Each stage has a frame of its own: for a large map it takes a while.
enum Stage {
    Begun(Task<Generated>),
    Made(Box<Generated>),
    /// It is in the draft, and not yet on the board.
    Drafted(Touched),
}

/// State of the generator: the running task and the theme that was chosen last.
pub(super) struct Generator {
    drawing: Option<Drawing>,
    theme: Theme,
}

impl Default for Generator {
    fn default() -> Self {
        Self {
            drawing: None,
            theme: Theme::Countryside,
        }
    }
}

impl Editor {
    /// Asks for a theme and a seed.
    pub(super) fn wish(&self) -> Dialog {
        let part = !self.selection.spaces.is_empty();
        let suits = self.brush.symmetry != Symmetry::None && DRAWN.contains(&self.brush.symmetry);
        let wish = Request {
            theme: self.generator.theme,
            symmetry: if suits {
                self.brush.symmetry
            } else {
                Symmetry::HalfTurn
            },
            seed: (platform::any_seed() % 10_000).to_string(),
            part,
        };
        Dialog::Generate(wish)
    }

    /// Draws the question; whether it is done with.
    pub(super) fn ask_request(&mut self, ui: &Ui, wish: &mut Request) -> bool {
        let kind = self.board.grid().kind;
        let modal = dialog::over(ui, "wish").show(ui.ctx(), |ui| {
            ui.heading("Generate a map");
            Grid::new("wish").num_columns(2).show(ui, |ui| {
                let label = ui.label("Theme");
                let list = ComboBox::from_id_salt("theme")
                    .selected_text(wish.theme.name())
                    .show_ui(ui, |ui| {
                        for theme in Theme::ALL {
                            ui.selectable_value(&mut wish.theme, theme, theme.name());
                        }
                    });
                list.response.labelled_by(label.id);
                ui.end_row();
                let label = ui.label("Symmetry");
                let list = ComboBox::from_id_salt("wished symmetry")
                    .selected_text(wish.symmetry.words())
                    .show_ui(ui, |ui| {
                        for symmetry in DRAWN.into_iter().filter(|s| s.suits(kind)) {
                            ui.selectable_value(&mut wish.symmetry, symmetry, symmetry.words());
                        }
                    });
                list.response.labelled_by(label.id);
                ui.end_row();
                let label = ui.label("Seed");
                ui.horizontal(|ui| {
                    let field = egui::TextEdit::singleline(&mut wish.seed).desired_width(90.0);
                    ui.add(field).labelled_by(label.id);
                    if ui.button("New seed").clicked() {
                        wish.seed = (platform::any_seed() % 10_000).to_string();
                    }
                });
                ui.end_row();
            });
            if !self.selection.spaces.is_empty() {
                ui.radio_value(&mut wish.part, true, "Only the selection; zones stay");
                ui.radio_value(&mut wish.part, false, "The whole map");
            }
            ui.add_space(8.0);
            let mut said = None;
            ui.horizontal(|ui| {
                if ui.button("Generate").clicked() {
                    said = Some(Reply::Yes);
                }
                if ui.button("Cancel").clicked() {
                    said = Some(Reply::No);
                }
            });
            said
        });
        let said = modal.inner.or(modal.should_close().then_some(Reply::No));
        if said == Some(Reply::Yes) {
            match self.generate(wish) {
                Ok(()) => self.generator.theme = wish.theme,
                Err(why) => {
                    self.message = Some(Message::refused(why));
                    return false;
                }
            }
        }
        said.is_some()
    }

    fn generate(&mut self, wish: &Request) -> Result<(), RequestError> {
        let seed = wish.seed.trim().parse();
        let seed = seed.map_err(|_| RequestError::Seed)?;
        let grid = *self.board.grid();
        let on = wish.part.then(|| self.selection.spaces.clone());
        let (columns, rows) = match &on {
            // a part comes out of a map as large as can be drawn up
            Some(_) => {
                let edge = |n: u32| n.max(*EDGES.start());
                (edge(grid.columns), edge(grid.rows))
            }
            None => (grid.columns, grid.rows),
        };
        if columns > *EDGES.end() || rows > *EDGES.end() {
            return Err(RequestError::TooLarge);
        }
        let recipe = Recipe {
            theme: wish.theme,
            kind: grid.kind,
            stagger: grid.stagger,
            columns,
            rows,
            symmetry: wish.symmetry,
            scale: self.pace().scale,
            rounds: self.pace().rounds,
            seed,
            edition: EDITION,
        };
        if let Some(Drawing {
            stage: Stage::Drafted(touched),
            ..
        }) = self.generator.drawing.take()
        {
            self.changed(touched);
        }
        self.generator.drawing = Some(Drawing {
            stage: Stage::Begun(Task::begin(Generation(recipe))),
            on,
        });
        self.message = Some(Message::Done(format!(
            "generating: {}...",
            recipe.theme.name()
        )));
        Ok(())
    }

    /// Puts the generated map into the draft once it is ready.
    pub(super) fn take_generated(&mut self, ui: &Ui) {
        let Some(Drawing { stage, on }) = self.generator.drawing.take() else {
            return;
        };
        match stage {
            Stage::Begun(task) => match task.take() {
                Some(Ok(made)) => {
                    let stage = Stage::Made(Box::new(made));
                    self.generator.drawing = Some(Drawing { stage, on });
                    ui.ctx().request_repaint();
                }
                Some(Err(why)) => self.message = Some(Message::refused(why)),
                None => {
                    let stage = Stage::Begun(task);
                    self.generator.drawing = Some(Drawing { stage, on });
                    ui.ctx().request_repaint_after_secs(0.05);
                }
            },
            Stage::Made(made) => {
                let drafted = self.put_in(&made, on.as_ref());
                let stage = drafted.map(Stage::Drafted);
                self.generator.drawing = stage.map(|stage| Drawing { stage, on });
                ui.ctx().request_repaint();
            }
            Stage::Drafted(touched) => self.changed(touched),
        }
    }

    /// Puts a generated map into the draft, or the part of it that lies on some spaces; what that
    /// touched, if it could be done.
    fn put_in(&mut self, made: &Generated, on: Option<&Spaces>) -> Option<Touched> {
        let sheet = self.draft.sheet();
        let ops: Vec<Op> = match on {
            Some(on) => part_of(sheet, &made.map, on),
            None if *self.board.grid() == made.map.grid => whole_of(sheet, &made.map),
            None => {
                self.message = Some(Message::Refused(
                    "the size of the map has changed in the meantime: generate it again".to_owned(),
                ));
                return None;
            }
        };
        let touched = match self.draft.gesture(&ops) {
            Ok(touched) => touched,
            Err(why) => {
                self.message = Some(Message::refused(why));
                return None;
            }
        };
        let mut said = "generated".to_owned();
        if made.thrown_away > 0 {
            said += &format!("; {} earlier attempts failed the check", made.thrown_away);
        }
        if made.trimmed > 0 && on.is_none() {
            said += &format!(
                "; {} spaces without a mirror image became void",
                made.trimmed
            );
        }
        self.message = Some(Message::Done(said));
        Some(touched)
    }
}
