//! The app: which screen is shown, settings, and what the shell asks for. It draws through egui
//! alone, so it runs without a window in tests.

use super::menu::{Choice, Menu};
use super::theme::{self, Looks};
use super::{maps, platform};
use egui::{Color32, Key, Shape, Ui};
use std::sync::atomic::{AtomicU64, Ordering};

/// How the window ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was closed.
    Closed,
    /// A script's line could not be done.
    Script(String),
    /// It could not be opened.
    Failed(String),
}

/// What stands still, drawn once.
pub struct Picture {
    /// Differs from every other picture's.
    pub revision: u64,
    /// What lies behind it.
    pub ground: Color32,
    /// Its shapes, in points of the screen.
    pub shapes: Vec<Shape>,
}

/// A number no picture has had.
pub fn fresh_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// What is shown.
enum Screen {
    Menu(Menu),
    Maps(maps::Maps),
}

/// The app.
pub struct App {
    screen: Screen,
    looks: Looks,
    dressed: Option<Looks>,
    settings: bool,
    closed: bool,
    seed: Option<u64>,
}

const SETTINGS: &str = "window.toml";

impl App {
    /// The app at its menu; battles begun there have this seed, or one nobody chose.
    pub fn new(seed: Option<u64>) -> Self {
        let looks = platform::load(SETTINGS)
            .and_then(|text| toml::from_str(&text).ok())
            .unwrap_or_default();
        Self {
            screen: Screen::Menu(Menu::default()),
            looks,
            dressed: None,
            settings: false,
            closed: false,
            seed,
        }
    }
    /// The window is there.
    pub fn opened(&mut self, ctx: &egui::Context) {
        theme::dress(ctx, &self.looks);
        self.dressed = Some(self.looks);
    }
    /// Ends the app as soon as it can.
    pub fn close(&mut self) {
        self.closed = true;
    }
    /// Whether the app has ended.
    pub fn is_closed(&self) -> bool {
        self.closed
    }
    /// The picture that egui knows as the board.
    pub fn picture(&self) -> Option<&Picture> {
        match &self.screen {
            Screen::Menu(_) => None,
            Screen::Maps(maps) => maps.view.picture(),
        }
    }
    /// Whether nothing moves and nobody thinks.
    pub fn is_idle(&self) -> bool {
        true
    }
    /// Where a space is on the screen.
    ///
    /// # Errors
    /// There is no such space, or no board.
    pub fn place_of(&self, name: &str) -> Result<egui::Pos2, String> {
        let (view, board) = match &self.screen {
            Screen::Menu(_) => return Err("there is no board on this screen".to_owned()),
            Screen::Maps(maps) => (&maps.view, maps.board()),
        };
        let board = board.ok_or("there is no board on this screen")?;
        let space = board
            .grid()
            .named(name)
            .ok_or_else(|| format!("the board has no space {name}"))?;
        view.place_of(board, space)
            .ok_or_else(|| format!("{name} is not in view"))
    }

    /// One frame.
    pub fn frame(&mut self, ui: &mut Ui) {
        if self.dressed != Some(self.looks) {
            theme::dress(ui.ctx(), &self.looks);
            self.dressed = Some(self.looks);
        }
        let mut next = None;
        match &mut self.screen {
            Screen::Menu(menu) => match menu.show(ui) {
                Some(Choice::Maps) => next = Some(Screen::Maps(maps::Maps::default())),
                Some(Choice::Settings) => self.settings = true,
                Some(Choice::Quit) => self.closed = true,
                None => {}
            },
            Screen::Maps(maps) => {
                if maps.show(ui) {
                    next = Some(Screen::Menu(Menu::default()));
                }
            }
        }
        if self.settings {
            self.settings(ui);
        }
        if let Some(next) = next {
            self.screen = next;
            ui.ctx().request_repaint();
        }
    }

    fn settings(&mut self, ui: &mut Ui) {
        let mut open = true;
        let before = self.looks;
        egui::Window::new("Settings")
            .open(&mut open)
            .resizable(false)
            .collapsible(false)
            .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .show(ui.ctx(), |ui| {
                ui.horizontal(|ui| {
                    ui.label("Size of text");
                    for size in [80, 100, 125, 150, 200] {
                        ui.selectable_value(&mut self.looks.size, size, format!("{size}%"));
                    }
                });
                ui.checkbox(&mut self.looks.contrast, "High contrast");
                ui.checkbox(&mut self.looks.still, "Reduced motion");
                ui.add(
                    egui::Slider::new(&mut self.looks.speed, 25..=800)
                        .logarithmic(true)
                        .suffix("%")
                        .text("Speed of moves and dice"),
                );
            });
        if before != self.looks
            && let Ok(text) = toml::to_string(&self.looks)
        {
            // what cannot be kept is only asked for again next time
            let _ = platform::store(SETTINGS, &text);
        }
        self.settings = open && !ui.input(|i| i.key_pressed(Key::Escape));
    }
}

impl Default for App {
    fn default() -> Self {
        Self::new(None)
    }
}
