//! Exporting a map for other programs, as a picture, or for paper.

use super::dialog;
use super::message::Message;
use super::platform::{self, Task};
use super::work::export::{As, Bytes, Export, Exported};
#[cfg(feature = "print")]
use super::work::paper::OnPaper;
use crate::board::Map;
use crate::store::export::name_picture;
use crate::store::{Failure, disk, own};
use egui::{ComboBox, Key, TextEdit, Ui};
use std::path::Path;
#[cfg(feature = "print")]
use {
    crate::battle::Scale,
    crate::board::Board,
    crate::print::{self, Paper, Print},
};

/// A format.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Form {
    Toml,
    Tiled,
    Uvtt,
    #[cfg(feature = "draw")]
    Png,
    #[cfg(feature = "print")]
    Svg,
    #[cfg(feature = "print")]
    Pdf,
}

impl Form {
    const ALL: &[Form] = &[
        Form::Toml,
        Form::Tiled,
        Form::Uvtt,
        #[cfg(feature = "draw")]
        Form::Png,
        #[cfg(feature = "print")]
        Form::Svg,
        #[cfg(feature = "print")]
        Form::Pdf,
    ];

    /// Its name for people, and the ending of its files.
    fn row(self) -> (&'static str, &'static str) {
        match self {
            Form::Toml => ("Map of this program (TOML)", "toml"),
            Form::Tiled => ("Tiled (TMX)", "tmx"),
            Form::Uvtt => ("Universal VTT", "uvtt"),
            #[cfg(feature = "draw")]
            Form::Png => ("Picture (PNG)", "png"),
            #[cfg(feature = "print")]
            Form::Svg => ("Drawing (SVG)", "svg"),
            #[cfg(feature = "print")]
            Form::Pdf => ("Pages to print (PDF)", "pdf"),
        }
    }
}

/// Draws the choices for paper. `pages`: the paper too.
#[cfg(feature = "print")]
fn paper_choices(ui: &mut Ui, on: &mut OnPaper, map: &Map, pages: bool) {
    if pages {
        combo(ui, "Paper", on.paper.name(), |ui| {
            for paper in Paper::ALL {
                ui.selectable_value(&mut on.paper, paper, paper.name());
            }
        });
    }
    let named = |scale: Option<Scale>| match scale {
        Some(scale) => format!("figures of {}", scale.name()),
        None => format!("the map's own, {:.1} mm a space", Print::of(map).space),
    };
    combo(ui, "Scale", &named(on.scale), |ui| {
        for scale in std::iter::once(None).chain(Scale::ALL.map(Some)) {
            ui.selectable_value(&mut on.scale, scale, named(scale));
        }
    });
    ui.checkbox(&mut on.key, "Key of terrain, borders and zones");
    ui.checkbox(&mut on.coordinates, "Names of the spaces");
    if pages {
        let board = Board::new(map.clone());
        let total = print::plan(&board, &on.print(map), on.paper).total();
        let pages = dialog::count(total as usize, "page");
        dialog::note(ui, &format!("The map takes {pages}."));
    }
}

#[cfg(feature = "print")]
fn combo(ui: &mut Ui, name: &str, now: &str, choices: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        let combo = ComboBox::from_id_salt(name)
            .selected_text(now)
            .width(220.0)
            .show_ui(ui, choices);
        combo.response.labelled_by(label.id);
    });
}

/// The dialog.
pub struct ExportMap {
    map: Map,
    picture: Option<Vec<u8>>,
    form: Form,
    path: String,
    #[cfg(feature = "print")]
    paper: OnPaper,
    writing: Option<Task<Exported>>,
    said: Option<Message>,
}

impl ExportMap {
    /// The dialog for a map, whose file is called like this by default. `prints`: pages are
    /// chosen already.
    pub fn new(map: Map, picture: Option<Vec<u8>>, stem: &str, prints: bool) -> Self {
        #[cfg(feature = "print")]
        let form = if prints { Form::Pdf } else { Form::Toml };
        #[cfg(not(feature = "print"))]
        let form = {
            let _ = prints;
            Form::Toml
        };
        let mut said = None;
        let path = match own::path(&format!("exports/{stem}.{}", form.row().1)) {
            Ok(path) => path.display().to_string(),
            Err(why) => {
                said = Some(Message::refused(why));
                format!("{stem}.{}", form.row().1)
            }
        };
        Self {
            map,
            picture,
            form,
            path,
            #[cfg(feature = "print")]
            paper: OnPaper::default(),
            writing: None,
            said,
        }
    }

    /// Whether a file is being made.
    pub fn is_working(&self) -> bool {
        self.writing.is_some()
    }

    /// Draws the dialog; whether it stays open.
    pub fn show(&mut self, ui: &Ui) -> bool {
        self.follow(ui);
        let modal = dialog::over(ui, "export").show(ui.ctx(), |ui| {
            ui.set_max_width((ui.ctx().content_rect().width() - 60.0).min(520.0));
            dialog::scrolled(ui, |ui| {
                ui.heading(format!("Export {}", self.map.name));
                self.choices(ui);
            });
            let mut closed = false;
            ui.horizontal_wrapped(|ui| {
                let entered = ui.input(|i| i.key_pressed(Key::Enter) && i.modifiers.command);
                let free = self.writing.is_none();
                ui.add_enabled_ui(free, |ui| {
                    if dialog::main_button(ui, "Export") || entered && free {
                        self.begin();
                    }
                });
                closed = ui.button("Close").clicked();
            });
            closed
        });
        !(modal.inner || modal.should_close())
    }

    fn choices(&mut self, ui: &mut Ui) {
        let before = self.form;
        let label = ui.label("Format");
        let combo = ComboBox::from_id_salt("format")
            .selected_text(self.form.row().0)
            .width(260.0)
            .show_ui(ui, |ui| {
                for form in Form::ALL {
                    ui.selectable_value(&mut self.form, *form, form.row().0);
                }
            });
        combo.response.labelled_by(label.id);
        if before != self.form {
            let path = Path::new(&self.path).with_extension(self.form.row().1);
            self.path = path.display().to_string();
            self.said = None;
        }
        #[cfg(feature = "print")]
        if matches!(self.form, Form::Svg | Form::Pdf) {
            let pages = self.form == Form::Pdf;
            paper_choices(ui, &mut self.paper, &self.map, pages);
        }
        if !platform::ON_A_PAGE {
            let label = ui.label("File");
            let edit = TextEdit::singleline(&mut self.path).desired_width(f32::INFINITY);
            ui.add(edit).labelled_by(label.id);
        }
        if self.writing.is_some() {
            dialog::note(ui, "The file is being made.");
        }
        if let Some(said) = &self.said {
            said.show(ui);
        }
    }

    /// Begins to make the file beside the window.
    fn begin(&mut self) {
        let to = disk::absolute(Path::new(self.path.trim()));
        let mut map = self.map.clone();
        let picture = self.picture.clone();
        if let Some(bytes) = &picture {
            name_picture(&mut map, bytes, &to);
        }
        #[cfg(feature = "print")]
        let form = match self.form {
            Form::Svg | Form::Pdf => As::Paper(self.paper, self.form == Form::Pdf),
            _ => As::File,
        };
        #[cfg(not(feature = "print"))]
        let form = As::File;
        let picture = picture.map(Bytes);
        self.said = None;
        self.writing = Some(Task::begin(Export {
            map,
            picture,
            form,
            to,
        }));
    }

    /// Writes the file once it is made, and says so.
    fn follow(&mut self, ui: &Ui) {
        let Some(task) = &self.writing else {
            return;
        };
        let Some(made) = task.take() else {
            ui.ctx().request_repaint_after_secs(0.05);
            return;
        };
        let kept = made.and_then(|made| keep(&made));
        self.said = Some(kept.into());
        self.writing = None;
        ui.ctx().request_repaint();
    }
}

/// Writes the files, and says where they are and what is not in them.
fn keep(made: &Exported) -> Result<String, Failure> {
    let files = made.files.iter().map(|(path, bytes)| (&**path, &*bytes.0));
    let files: Vec<(&Path, &[u8])> = files.collect();
    disk::write_together(&files)?;
    for (path, _) in &files {
        platform::hand_over(path);
    }
    let mut said = match (platform::ON_A_PAGE, files.first()) {
        (false, Some((to, _))) => format!("The map is in {}.", to.display()),
        _ => "The map is downloaded.".to_owned(),
    };
    for note in &made.notes {
        said += &format!(" {note}.");
    }
    Ok(said)
}
