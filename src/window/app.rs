//! The app: which screen is shown, settings, and what the shell asks for. It draws through egui
//! alone, so it runs without a window in tests.

use super::battle_screen::{BattleScreen, Leave};
use super::forces::Forces;
use super::menu::{self, Choice, Menu, Saved};
use super::new_battle::{Came, NewBattle};
use super::theme::{self, Looks};
use super::{maps, platform};
use crate::cli::options::BattleOptions;
use crate::play::Setup;
use crate::play::record::Record;
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
    /// Its width and height, in points.
    pub size: egui::Vec2,
    /// Its shapes, in points from its corner.
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
    Saved(Saved),
    New(Box<NewBattle>),
    Maps(maps::Maps),
    Forces(Forces),
    Battle(Box<BattleScreen>),
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

/// Map and forces of the quick battle.
const QUICK: (&str, &str, &str) = ("duel-ground", "dwarves", "orcs");

fn begun(setup: Setup) -> Screen {
    match BattleScreen::begin(setup) {
        Ok(battle) => Screen::Battle(Box::new(battle)),
        Err(error) => Screen::Menu(Menu::new(Some(error))),
    }
}

const SETTINGS: &str = "window.toml";

impl App {
    fn at(screen: Screen, seed: Option<u64>) -> Self {
        let looks = platform::load(SETTINGS)
            .and_then(|text| toml::from_str(&text).ok())
            .unwrap_or_default();
        Self {
            screen,
            looks,
            dressed: None,
            settings: false,
            closed: false,
            seed,
        }
    }
    /// The app at its menu; battles begun there have this seed, or one nobody chose.
    pub fn new(seed: Option<u64>) -> Self {
        Self::at(Screen::Menu(Menu::new(None)), seed)
    }
    /// The app with a battle that begins.
    ///
    /// # Errors
    /// What is wrong with the battle.
    pub fn battle(setup: Setup) -> Result<Self, String> {
        let seed = Some(setup.seed);
        Ok(Self::at(
            Screen::Battle(Box::new(BattleScreen::begin(setup)?)),
            seed,
        ))
    }
    /// The app with a battle that begins, recorded in a file of its own.
    ///
    /// # Errors
    /// What is wrong with the battle or the file.
    pub fn recorded(setup: Setup, path: &std::path::Path) -> Result<Self, String> {
        let seed = Some(setup.seed);
        Ok(Self::at(
            Screen::Battle(Box::new(BattleScreen::recorded(setup, Some(path))?)),
            seed,
        ))
    }
    /// The app with a recorded battle that goes on.
    ///
    /// # Errors
    /// When it cannot be gone on with.
    pub fn resume(path: &std::path::Path) -> Result<Self, String> {
        Ok(Self::at(
            Screen::Battle(Box::new(menu::resume(path)?)),
            None,
        ))
    }
    /// The app that shows a record.
    ///
    /// # Errors
    /// When it cannot be shown.
    pub fn replay(record: &Record) -> Result<Self, String> {
        Ok(Self::at(
            Screen::Battle(Box::new(BattleScreen::replay(record)?)),
            None,
        ))
    }
    /// The window is there.
    pub fn opened(&mut self, ctx: &egui::Context) {
        theme::dress(ctx, &self.looks);
        self.dressed = Some(self.looks);
    }
    /// Ends the app as soon as it can.
    pub fn close(&mut self) {
        if let Screen::Battle(battle) = &mut self.screen
            && let Some(session) = &mut battle.session
        {
            session.sync();
        }
        self.closed = true;
    }
    /// Whether the app has ended.
    pub fn is_closed(&self) -> bool {
        self.closed
    }
    /// The picture that egui knows as the board.
    pub fn picture(&self) -> Option<&Picture> {
        match &self.screen {
            Screen::Saved(_) | Screen::Forces(_) => None,
            Screen::Menu(menu) => menu.view.picture(),
            Screen::Maps(maps) => maps.view.picture(),
            Screen::New(new) => new.view.picture(),
            Screen::Battle(battle) => battle.view.picture(),
        }
    }
    /// The file in our folder in which a picture is to be kept of what is shown.
    pub fn take_picture(&mut self) -> Option<String> {
        match &mut self.screen {
            Screen::Battle(battle) => battle.take_picture(),
            _ => None,
        }
    }
    /// Says what became of the picture.
    pub fn say(&mut self, what: String) {
        if let Screen::Battle(battle) = &mut self.screen {
            battle.message = Some(what);
        }
    }
    /// Whether nothing moves and nobody thinks.
    pub fn is_idle(&self) -> bool {
        match &self.screen {
            Screen::Battle(battle) => battle.is_idle(),
            _ => true,
        }
    }
    /// Where a space is on the screen.
    ///
    /// # Errors
    /// There is no such space, or no board.
    pub fn place_of(&self, name: &str) -> Result<egui::Pos2, String> {
        let (view, board) = match &self.screen {
            Screen::Menu(_) | Screen::Saved(_) | Screen::Forces(_) => (None, None),
            Screen::Maps(maps) => (Some(&maps.view), maps.board()),
            Screen::New(new) => (Some(&new.view), new.board()),
            Screen::Battle(battle) => (Some(&battle.view), Some(battle.game().board())),
        };
        let (Some(view), Some(board)) = (view, board) else {
            return Err("there is no board on this screen".to_owned());
        };
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
        let mut looks = self.looks;
        let mut next = None;
        let choice = match &mut self.screen {
            Screen::Menu(menu) => menu.show(ui),
            Screen::Saved(saved) => saved.show(ui),
            Screen::Maps(maps) => maps.show(ui).then_some(Choice::Back),
            Screen::Forces(forces) => forces.show(ui).then_some(Choice::Back),
            Screen::New(new) => match new.show(ui) {
                Some(Came::Back) => Some(Choice::Back),
                Some(Came::Begin(setup)) => {
                    match BattleScreen::begin(*setup) {
                        Ok(battle) => next = Some(Screen::Battle(Box::new(battle))),
                        Err(error) => new.say(error),
                    }
                    None
                }
                None => None,
            },
            Screen::Battle(battle) => match battle.show(ui, &mut looks) {
                Some(Leave::Menu) => Some(Choice::Back),
                Some(Leave::Again(mut setup)) => {
                    setup.seed = setup.seed.wrapping_add(1) & 0xffff_ffff;
                    next = Some(begun(*setup));
                    None
                }
                None => None,
            },
        };
        self.looks = looks;
        if let Some(choice) = choice {
            next = self.chosen(choice);
        }
        if self.settings {
            self.settings(ui);
        }
        if let Some(next) = next {
            self.screen = next;
            ui.ctx().request_repaint();
        }
    }

    fn chosen(&mut self, choice: Choice) -> Option<Screen> {
        let opened = |battle: Result<BattleScreen, String>| match battle {
            Ok(battle) => Screen::Battle(Box::new(battle)),
            Err(error) => Screen::Menu(Menu::new(Some(error))),
        };
        Some(match choice {
            Choice::Quick => self.quick("human"),
            Choice::Watch => self.quick("utility"),
            Choice::New => Screen::New(Box::new(NewBattle::new(self.seed))),
            Choice::Resume(path) => opened(menu::resume(&path)),
            Choice::Replay(path) => opened(menu::replay(&path)),
            Choice::Saved => Screen::Saved(Saved::new()),
            Choice::Maps => Screen::Maps(maps::Maps::default()),
            Choice::Forces => Screen::Forces(Forces::new()),
            Choice::Back => Screen::Menu(Menu::new(None)),
            Choice::Settings => {
                self.settings = true;
                return None;
            }
            Choice::Quit => {
                self.close();
                return None;
            }
        })
    }

    /// A small battle that soon comes to blows.
    fn quick(&self, first: &str) -> Screen {
        let options = BattleOptions {
            map: Some(QUICK.0.to_owned()),
            forces: vec![QUICK.1.to_owned(), QUICK.2.to_owned()],
            agents: vec![first.to_owned(), "utility".to_owned()],
            seed: Some(self.seed.unwrap_or_else(platform::any_seed)),
            bot_time: 10.0,
            ..BattleOptions::default()
        };
        match options.setup(first) {
            Ok(setup) => begun(setup),
            Err(error) => Screen::Menu(Menu::new(Some(error.to_string()))),
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
