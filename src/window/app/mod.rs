//! The app: which screen is shown, settings, and what the shell asks for. It draws through egui
//! alone, so it runs without a window in tests.

mod files;

use crate::draft::Clip;
use crate::play::record::Record;
use crate::play::{AgentName, Setup};
use crate::rules::Rules;
use crate::store::ladder;
use crate::store::options::{BattleOptions, USUAL};
use crate::window::backdrop;
use crate::window::battle::Battle;
use crate::window::battle_screen::{BattleScreen, Leave, Photo};
use crate::window::board_view::BoardView;
use crate::window::book::{InForce, Reader};
use crate::window::builder::Builder;
use crate::window::choice::Choice;
use crate::window::editor::Editor;
use crate::window::error::WindowError;
use crate::window::forces::Forces;
use crate::window::keys::Chord;
use crate::window::menu::Menu;
use crate::window::message::Message;
use crate::window::new_battle::{NewBattle, NewBattleExit};
use crate::window::open_file::OpenFile;
use crate::window::picture::{FIGURES, Picture};
use crate::window::saved::Saved;
use crate::window::stop::Stop;
use crate::window::theme::{self, Looks};
use crate::window::thumbs::Thumbs;
use crate::window::{dialog, maps, platform, settings};
use egui::{Key, Modifiers, Ui};
use std::fmt::Display;
use std::path::PathBuf;

/// The screen that is shown.
enum Screen {
    Menu(Box<Menu>),
    Saved(Box<Saved>),
    New(Box<NewBattle>),
    Maps(Box<maps::Maps>),
    Forces(Forces),
    Builder(Box<Builder>),
    Editor(Box<Editor>),
    Battle(Box<Battle>),
}

/// The app.
pub struct App {
    screen: Screen,
    /// The screens below it, to which one comes back.
    below: Vec<Screen>,
    /// Small pictures of maps.
    pub thumbs: Thumbs,
    looks: Looks,
    dressed: Option<Looks>,
    settings: bool,
    /// A message about damaged settings, until it is closed.
    notice: Option<String>,
    /// A dialog lay over the screen in the last frame.
    covered: bool,
    closed: bool,
    seed: Option<u64>,
    /// The copy from a map that was edited before.
    clip: Option<Clip>,
    /// The rule book over the screen.
    reader: Reader,
    /// The dialog that opens a file.
    open_file: Option<OpenFile>,
    /// The folder from which a file was opened last.
    last_folder: PathBuf,
}

/// Map and forces of the quick battle.
const QUICK: (&str, &str, &str) = ("duel-ground", "dwarves", "orcs");

/// The screen of a battle.
fn on(battle: BattleScreen) -> Screen {
    Screen::Battle(Box::new(Battle::new(battle)))
}

/// Whether the player's own keys give F1 another meaning than the rule book.
fn has_own_use_of_f1(screen: &Screen) -> bool {
    let f1 = Chord::pressed(Key::F1, Modifiers::NONE);
    matches!(screen, Screen::Battle(battle) if battle.screen.keys.acts(f1).next().is_some())
}

/// The rules by which a screen plays, for the rule book.
fn in_force(screen: &Screen) -> InForce {
    match screen {
        Screen::Battle(battle) => InForce::of(battle.screen.course.game()),
        Screen::Builder(builder) => InForce::plain(builder.rules()),
        Screen::New(new) => new.in_force(),
        _ => InForce::plain(Rules::ALL[0]),
    }
}

fn begun(setup: Setup) -> Screen {
    match BattleScreen::begin(setup) {
        Ok(battle) => on(battle),
        Err(error) => Screen::Menu(Box::new(Menu::new(Some(error.to_string())))),
    }
}

impl App {
    fn at(screen: Screen, seed: Option<u64>) -> Self {
        let (looks, notice) = settings::load();
        Self {
            screen,
            below: Vec::new(),
            thumbs: Thumbs::default(),
            looks,
            dressed: None,
            settings: false,
            notice,
            covered: false,
            closed: false,
            seed,
            clip: None,
            reader: Reader::default(),
            open_file: None,
            last_folder: PathBuf::from("."),
        }
    }
    /// The app at its menu; battles begun there have this seed, or a random one.
    pub fn new(seed: Option<u64>) -> Self {
        Self::at(Screen::Menu(Box::new(Menu::new(None))), seed)
    }
    /// The app with a battle that begins.
    ///
    /// # Errors
    /// What is wrong with the battle.
    pub fn battle(setup: Setup) -> Result<Self, WindowError> {
        let seed = Some(setup.seed);
        Ok(Self::at(on(BattleScreen::begin(setup)?), seed))
    }
    /// The app with a battle that begins, recorded in a file of its own.
    ///
    /// # Errors
    /// What is wrong with the battle or the file.
    pub fn recorded(setup: Setup, path: &std::path::Path) -> Result<Self, WindowError> {
        let seed = Some(setup.seed);
        Ok(Self::at(
            on(BattleScreen::recorded(setup, Some(path))?),
            seed,
        ))
    }
    /// The app with a new force of a ruleset, which may begin as one there is.
    ///
    /// # Errors
    /// When that cannot be found or read.
    pub fn make_force(rules: crate::rules::Rules, from: Option<&str>) -> Result<Self, WindowError> {
        let builder = match from {
            None => Builder::make(rules),
            Some(name) => Builder::like(name)?,
        };
        Ok(Self::at(Screen::Builder(Box::new(builder)), None))
    }
    /// The app with a force that is to be changed.
    ///
    /// # Errors
    /// When it cannot be found or read.
    pub fn edit_force(name: &str) -> Result<Self, WindowError> {
        let builder = Builder::open(None, name)?;
        Ok(Self::at(Screen::Builder(Box::new(builder)), None))
    }
    /// The app with a map that is drawn: one there is, or a new one.
    ///
    /// # Errors
    /// When it cannot be found or read.
    pub fn edit_map(name: Option<&str>) -> Result<Self, WindowError> {
        let editor = match name {
            None => Editor::make(),
            Some(name) => Editor::open(name)?,
        };
        Ok(Self::at(Screen::Editor(Box::new(editor)), None))
    }
    /// The app with the battle that a link asks for.
    pub fn linked(options: &BattleOptions) -> Self {
        let seed = options.seed;
        match options.setup(AgentName::Human) {
            Ok(setup) => Self::at(begun(setup), seed),
            Err(fault) => Self::with_message(fault.to_string()),
        }
    }
    /// The app that shows the record of a link.
    pub fn shown(record: &[u8]) -> Self {
        let record = Record::read("the link", record).map_err(WindowError::from);
        let app = record.and_then(|record| Self::replay(&record));
        app.unwrap_or_else(|error| Self::with_message(error.to_string()))
    }
    /// The app at its menu, which says what went wrong.
    pub fn with_message(fault: String) -> Self {
        Self::at(Screen::Menu(Box::new(Menu::new(Some(fault)))), None)
    }
    /// Says something over whatever is shown.
    pub fn notice_of(&mut self, what: String) {
        self.notice = Some(what);
    }
    /// The lines of the log from a number on, and how many there are now.
    pub fn log_from(&self, from: usize) -> (Vec<String>, usize) {
        let Screen::Battle(battle) = &self.screen else {
            return (Vec::new(), 0);
        };
        let shown = battle
            .screen
            .course
            .player
            .shown
            .min(battle.screen.course.history.len());
        let moments = &battle.screen.course.history.moments;
        let lines = |until: usize| moments[..until].iter().flat_map(|m| &m.lines);
        let all = lines(shown).count();
        let new = lines(shown)
            .skip(from.min(all))
            .map(|line| line.text.clone());
        (new.collect(), all)
    }
    /// The map that is drawn, if one is.
    pub fn draft(&self) -> Option<&crate::draft::Draft> {
        match &self.screen {
            Screen::Editor(editor) => Some(editor.draft()),
            _ => None,
        }
    }
    /// The app with a recorded battle that goes on.
    ///
    /// # Errors
    /// If it cannot be resumed.
    pub fn resume(path: &std::path::Path) -> Result<Self, WindowError> {
        Ok(Self::at(on(BattleScreen::open(path)?), None))
    }
    /// The app that shows a record.
    ///
    /// # Errors
    /// When it cannot be shown.
    pub fn replay(record: &Record) -> Result<Self, WindowError> {
        Ok(Self::at(on(BattleScreen::replay(record)?), None))
    }
    /// The window is there.
    pub fn opened(&mut self, ctx: &egui::Context) {
        theme::dress(ctx, &self.looks);
        self.dressed = Some(self.looks);
    }
    /// Ends the app as soon as it can.
    pub fn close(&mut self) {
        if let Screen::Battle(battle) = &mut self.screen
            && let Some(session) = &mut battle.screen.course.session
        {
            session.sync();
        }
        if let Screen::Builder(builder) = &mut self.screen {
            builder.keep_draft();
        }
        self.closed = true;
    }
    /// Whether nothing is to glide.
    pub fn is_still(&self) -> bool {
        self.looks.still
    }
    /// Whether the app has ended.
    pub fn is_closed(&self) -> bool {
        self.closed
    }
    /// The picture that egui knows as the board.
    pub fn picture(&self) -> Option<&Picture> {
        self.view()?.picture()
    }
    /// The picture of the board that is drawn part by part.
    pub fn coming(&self) -> Option<&Picture> {
        self.view()?.coming()
    }
    /// All pictures that are shown, and what each is known as.
    pub fn pictures(&self) -> Vec<(egui::TextureId, &Picture)> {
        let board = self.view().into_iter().flat_map(BoardView::pictures);
        let figures = match &self.screen {
            Screen::Battle(battle) => battle.screen.pane.sprites.picture(),
            _ => None,
        };
        let figures = figures.map(|picture| (FIGURES, picture));
        board.chain(figures).collect()
    }
    /// What was added to these pictures took so many seconds to be drawn, and all the rest of the
    /// frame.
    pub fn drew(&self, seconds: f64, rest: f64) {
        if let Some(view) = self.view() {
            view.drew(seconds, rest);
        }
    }
    /// The board that is shown.
    fn view(&self) -> Option<&BoardView> {
        match &self.screen {
            Screen::Saved(_) | Screen::Forces(_) | Screen::Builder(_) => None,
            Screen::Menu(menu) => Some(&menu.view),
            Screen::Maps(maps) => Some(&maps.view),
            Screen::Editor(editor) => Some(&editor.view),
            Screen::New(new) => Some(&new.view),
            Screen::Battle(battle) => Some(&battle.screen.pane.view),
        }
    }
    /// A picture that is to be kept in a file.
    pub fn take_photo(&mut self) -> Option<Photo> {
        match &mut self.screen {
            Screen::Battle(battle) => battle.screen.take_photo(),
            _ => None,
        }
    }
    /// Says what became of the picture.
    pub fn say(&mut self, message: Message) {
        if let Screen::Battle(battle) = &mut self.screen {
            battle.screen.message = Some(message);
        }
    }
    /// Whether nothing moves and no opponent thinks.
    pub fn is_idle(&self) -> bool {
        match &self.screen {
            Screen::Battle(battle) => battle.screen.is_idle(),
            Screen::Maps(maps) => !maps.is_exporting(),
            Screen::Editor(editor) => !editor.is_exporting(),
            _ => true,
        }
    }
    /// Where a space is on the screen.
    ///
    /// # Errors
    /// There is no such space, or no board.
    pub fn place_of(&self, name: &str) -> Result<egui::Pos2, Stop> {
        let board = match &self.screen {
            Screen::Menu(_) | Screen::Saved(_) | Screen::Forces(_) | Screen::Builder(_) => None,
            Screen::Maps(maps) => maps.board(),
            Screen::Editor(editor) => Some(editor.board()),
            Screen::New(new) => new.board(),
            Screen::Battle(battle) => Some(battle.screen.course.game().board()),
        };
        let (Some(view), Some(board)) = (self.view(), board) else {
            let what = "there is no board on this screen";
            return Err(Stop::NotSo(what.to_owned()));
        };
        let space = board
            .grid()
            .named(name)
            .ok_or_else(|| Stop::Wrong(format!("the board has no space {name}")))?;
        view.place_of(board, space)
            .ok_or_else(|| Stop::NotSo(format!("{name} is not in view")))
    }

    /// Whether a dialog lies over the screen that did not in the last frame.
    fn newly_covered(&mut self, ui: &Ui) -> bool {
        let covered = ui.memory(|m| m.top_modal_layer().is_some());
        !std::mem::replace(&mut self.covered, covered) && covered
    }

    /// One frame.
    pub fn frame(&mut self, ui: &mut Ui) {
        backdrop::take_up(ui.ctx());
        if self.dressed != Some(self.looks) {
            theme::dress(ui.ctx(), &self.looks);
            self.dressed = Some(self.looks);
        }
        let mut looks = self.looks;
        let mut next = None;
        let listed = egui::Popup::is_any_open(ui.ctx());
        if !has_own_use_of_f1(&self.screen) {
            self.reader.keys(ui.ctx(), || in_force(&self.screen));
        }
        self.notice(ui);
        // egui keeps a hint while the mouse stays where it is: without a mouse it goes
        let mouse = self
            .newly_covered(ui)
            .then(|| ui.input_mut(|i| std::mem::take(&mut i.pointer)));
        // keys are for what lies over the screen
        let keys = (self.reader.is_open() || self.settings)
            .then(|| ui.input_mut(|i| std::mem::take(&mut i.events)));
        let choice = match &mut self.screen {
            Screen::Menu(menu) => menu.show(ui),
            Screen::Saved(saved) => saved.show(ui),
            Screen::Maps(maps) => maps.show(ui, &mut self.thumbs),
            Screen::Forces(forces) => forces.show(ui),
            Screen::Builder(builder) => builder
                .show(ui)
                .map(|crate::window::builder::BuilderExit::Back| Choice::Back),
            Screen::Editor(editor) => editor
                .show(ui)
                .map(|crate::window::editor::EditorExit::Back| Choice::Back),
            Screen::New(new) => match new.show(ui, &mut self.thumbs) {
                Some(NewBattleExit::Back) => Some(Choice::Back),
                Some(NewBattleExit::Build(rules, name)) => Some(Choice::Build(rules, name)),
                Some(NewBattleExit::Make(rules)) => Some(Choice::Make(rules)),
                Some(NewBattleExit::Begin(setup)) => {
                    match BattleScreen::begin(*setup) {
                        Ok(battle) => {
                            self.below.clear();
                            next = Some(on(battle));
                        }
                        Err(error) => new.say(error.to_string()),
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
        ui.input_mut(|i| {
            i.pointer = mouse.unwrap_or_else(|| std::mem::take(&mut i.pointer));
            i.events = keys.unwrap_or_else(|| std::mem::take(&mut i.events));
        });
        self.looks = looks;
        let taken = |key| ui.input(|i| i.key_pressed(key));
        if listed && [egui::Key::Enter, egui::Key::Space].into_iter().any(taken) {
            // as a click would
            egui::Popup::close_all(ui.ctx());
        }
        if let Some(choice) = choice {
            next = self.chosen(choice);
        }
        self.opening(ui);
        if self.settings {
            self.settings = settings::show(ui, &mut self.looks);
        }
        self.reader.show(ui);
        if let Some(next) = next {
            self.screen = next;
            ui.ctx().request_repaint();
        }
    }

    /// What is wrong with the settings, over whatever is shown.
    fn notice(&mut self, ui: &mut Ui) {
        let Some(notice) = &self.notice else { return };
        let mut read = false;
        egui::Panel::top("notice").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                read = ui.button("Close").clicked();
                dialog::wrong(ui, notice);
            });
        });
        if read {
            self.notice = None;
        }
    }

    /// Says what went wrong where it was asked for, and stays there.
    fn stay(&mut self, error: impl Display) -> Option<Screen> {
        let error = error.to_string();
        match &mut self.screen {
            Screen::Saved(saved) => saved.say(error),
            Screen::New(new) => new.say(error),
            _ => return Some(Screen::Menu(Box::new(Menu::new(Some(error))))),
        }
        None
    }

    fn opened_battle(&mut self, battle: Result<BattleScreen, WindowError>) -> Option<Screen> {
        match battle {
            Ok(battle) => {
                self.below.clear();
                Some(on(battle))
            }
            Err(error) => self.stay(error),
        }
    }

    /// Opens a screen from which one comes back to this one.
    fn above(&mut self, screen: Screen) -> Option<Screen> {
        let below = std::mem::replace(&mut self.screen, Screen::Menu(Box::new(Menu::new(None))));
        self.below.push(below);
        Some(screen)
    }

    /// The screen below, as it is now.
    fn back(&mut self) -> Screen {
        // its record is let go first, so that the menu can offer to go on with it
        if let Screen::Battle(battle) = &mut self.screen
            && let Some(mut session) = battle.screen.course.session.take()
        {
            session.sync();
        }
        if let Screen::Editor(editor) = &self.screen
            && let Some(clip) = editor.copied()
        {
            self.clip = Some(clip.clone());
        }
        let Some(mut screen) = self.below.pop() else {
            return Screen::Menu(Box::new(Menu::new(None)));
        };
        match &mut screen {
            Screen::Forces(forces) => forces.refresh(),
            Screen::New(new) => new.refresh(),
            Screen::Maps(maps) => maps.refresh(&mut self.thumbs),
            _ => {}
        }
        screen
    }

    fn chosen(&mut self, choice: Choice) -> Option<Screen> {
        Some(match choice {
            Choice::Quick => self.quick(AgentName::Human),
            Choice::Watch => self.quick(USUAL.into()),
            Choice::New => Screen::New(Box::new(NewBattle::new(self.seed, None))),
            Choice::Fight(map) => {
                let new = NewBattle::new(self.seed, Some(map));
                return self.above(Screen::New(Box::new(new)));
            }
            Choice::Resume(path) => return self.opened_battle(BattleScreen::open(&path)),
            Choice::Replay(path) => return self.opened_battle(BattleScreen::watch(&path)),
            Choice::Saved => Screen::Saved(Box::new(Saved::new())),
            Choice::Maps => Screen::Maps(Box::new(maps::Maps::new())),
            Choice::Forces => Screen::Forces(Forces::new()),
            Choice::Build(rules, name) => match Builder::open(Some(rules), &name) {
                Ok(builder) => return self.above(Screen::Builder(Box::new(builder))),
                Err(error) => return self.stay(error),
            },
            Choice::Make(rules) => {
                return self.above(Screen::Builder(Box::new(Builder::make(rules))));
            }
            Choice::Draw(map) => {
                let editor = match map {
                    None => Ok(Editor::make()),
                    Some(name) => Editor::open(&name),
                };
                match editor {
                    Ok(mut editor) => {
                        if let Some(clip) = &self.clip {
                            editor.hand(clip.clone());
                        }
                        return self.above(Screen::Editor(Box::new(editor)));
                    }
                    Err(error) => return self.stay(error),
                }
            }
            Choice::Back => self.back(),
            Choice::Settings => {
                self.settings = true;
                return None;
            }
            Choice::TakeIn => {
                match platform::ON_A_PAGE {
                    true => platform::ask_for_file(),
                    false => self.open_file = Some(OpenFile::new(&self.last_folder)),
                }
                return None;
            }
            Choice::Quit => {
                self.close();
                return None;
            }
        })
    }

    /// Goes where a choice leads.
    fn go(&mut self, choice: Choice) {
        if let Some(next) = self.chosen(choice) {
            self.screen = next;
        }
    }

    /// A small battle that soon comes to blows.
    fn quick(&self, first: AgentName) -> Screen {
        let second = match first {
            AgentName::Human => ladder::proposed().into(),
            _ => USUAL.into(),
        };
        let options = BattleOptions {
            map: Some(QUICK.0.to_owned()),
            forces: vec![QUICK.1.to_owned(), QUICK.2.to_owned()],
            agents: vec![first.clone(), second],
            seed: Some(self.seed.unwrap_or_else(platform::any_seed)),
            ..BattleOptions::default()
        };
        match options.setup(first) {
            Ok(setup) => begun(setup),
            Err(error) => Screen::Menu(Box::new(Menu::new(Some(error.to_string())))),
        }
    }
}

impl Default for App {
    fn default() -> Self {
        Self::new(None)
    }
}
