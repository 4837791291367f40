//! Exporting a map for other programs, as a picture, or for paper.

use super::dialog;
use super::message::Message;
use super::platform::{self, Task};
use super::work::export::{As, Bytes, Export, Exported};
use crate::board::Map;
use crate::store::export::name_picture;
use crate::store::{Failure, disk, own};
use egui::{ComboBox, Key, TextEdit, Ui};
use std::path::Path;

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

/// What is chosen for paper.
#[cfg(feature = "print")]
mod paper {
    use super::super::dialog;
    use crate::battle::Scale;
    use crate::board::{Board, Map};
    use crate::print::{self, Paper, Print, PrintError};
    use crate::store::export::{Written, backdrop_of};
    use egui::{ComboBox, Ui};
    use serde::{Deserialize, Serialize};

    /// Hundredths of an inch in millimetres: the unit of a scale's spaces.
    const UNIT: f64 = 0.254;

    /// Paper, size of the spaces, and what else is on it.
    #[derive(Copy, Clone, Debug, Serialize, Deserialize)]
    pub struct OnPaper {
        paper: Paper,
        /// The figures whose spaces these are; `None`: the map's own size.
        scale: Option<Scale>,
        key: bool,
        coordinates: bool,
    }

    impl Default for OnPaper {
        fn default() -> Self {
            Self {
                paper: Paper::A4,
                scale: None,
                key: true,
                coordinates: false,
            }
        }
    }

    impl OnPaper {
        fn how(self, map: &Map) -> Print {
            let mut how = Print::of(map);
            if let Some(scale) = self.scale {
                how.space = f64::from(scale.space()) * UNIT;
            }
            how.marks = true;
            how.key = self.key;
            how.coordinates = self.coordinates;
            how
        }

        /// Draws the choices. `pages`: the paper too.
        pub fn show(&mut self, ui: &mut Ui, map: &Map, pages: bool) {
            if pages {
                combo(ui, "Paper", self.paper.name(), |ui| {
                    for paper in Paper::ALL {
                        ui.selectable_value(&mut self.paper, paper, paper.name());
                    }
                });
            }
            let named = |scale: Option<Scale>| match scale {
                Some(scale) => format!("figures of {}", scale.name()),
                None => format!("the map's own, {:.1} mm a space", Print::of(map).space),
            };
            combo(ui, "Scale", &named(self.scale), |ui| {
                for scale in std::iter::once(None).chain(Scale::ALL.map(Some)) {
                    ui.selectable_value(&mut self.scale, scale, named(scale));
                }
            });
            ui.checkbox(&mut self.key, "Key of terrain, borders and zones");
            ui.checkbox(&mut self.coordinates, "Names of the spaces");
            if pages {
                let board = Board::new(map.clone());
                let total = print::plan(&board, &self.how(map), self.paper).total();
                let pages = dialog::count(total as usize, "page");
                dialog::note(ui, &format!("The map takes {pages}."));
            }
        }

        /// The map as an SVG file or as pages.
        ///
        /// # Errors
        /// It is too large for the paper, or cannot be drawn.
        pub fn written(
            self,
            map: &Map,
            picture: Option<&[u8]>,
            pages: bool,
        ) -> Result<Written, PrintError> {
            let mut how = self.how(map);
            how.backdrop = backdrop_of(map, picture);
            let board = Board::new(map.clone());
            let bytes = match pages {
                true => {
                    let pages = print::pages(&board, &how, self.paper, &map.name)?;
                    print::pdf(&pages)?
                }
                false => print::strips(&board, &how).svg().into_bytes(),
            };
            Ok(Written {
                bytes,
                ..Written::default()
            })
        }
    }

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
}

#[cfg(feature = "print")]
pub use paper::OnPaper;

/// The dialog.
pub struct ExportMap {
    map: Map,
    picture: Option<Vec<u8>>,
    form: Form,
    path: String,
    #[cfg(feature = "print")]
    paper: paper::OnPaper,
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
            paper: paper::OnPaper::default(),
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
            self.paper.show(ui, &self.map, self.form == Form::Pdf);
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
