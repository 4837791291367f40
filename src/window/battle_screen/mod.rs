//! A battle on the screen: played, watched, or shown again.

mod aims;
mod attack_menu;
mod auto;
mod board;
mod click;
mod command;
mod course;
mod forecast;
mod keys;
mod marks;
mod opening;
mod pane;
mod photo;
mod play;
mod pointer;
mod preview;
mod reasons;
pub mod report;
mod share;
mod tools;
mod tray;
mod turn;
mod why_not;

use super::history::{History, Player};
use super::keys::Keys;
use super::message::Message;
use super::platform;
use super::session::{Session, SessionStep};
use super::theme::Looks;
use crate::battle::{Ask, Decision, Fig, Side, Target};
use crate::play::{Setup, tell};
use crate::rules::Game;
use crate::scenario::Scenario;
use crate::store::{Failure, own};
pub use aims::things_at;
pub use attack_menu::{AttackMenu, AttackOption, menu_words, verb};
pub use auto::{Auto, Automatic};
pub use board::piece;
pub use command::{AtResult, Command, Watch};
pub use course::Course;
use egui::Ui;
pub use pane::Pane;
pub use photo::Photo;
pub use tools::{Subject, Tool};
pub use tray::{Tray, has_tray, off_board};
pub use turn::{Question, Turn};

/// The parts of the right panel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The chosen figure, and what it can do.
    Figure,
    /// The battle so far, moment by moment.
    Log,
    /// Why the computer did what it did.
    Why,
    /// Points, losses, luck.
    Score,
}

/// Whose answer is being shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shows {
    /// One of a person here.
    Own,
    /// One of another side.
    Others,
    /// What the dice show.
    Dice,
}

/// Where the person wants to go from here.
pub enum Leave {
    /// To the menu.
    Menu,
    /// The same battle again, with other dice.
    Again(Box<Setup>),
}

/// What is chosen on the board.
#[derive(Default)]
pub struct Selection {
    /// The chosen figure.
    pub chosen: Option<Fig>,
    /// The target that was clicked, where there are several ways to act on it.
    pub aimed: Option<Target>,
    /// The menu of several ways to act on what was clicked.
    pub menu: Option<AttackMenu>,
}

/// What is open around the board.
pub struct Panels {
    /// Which part of the right panel is open.
    pub tab: Tab,
    /// Whether keys are shown.
    pub help: bool,
    /// Whether the end has been shown and put away.
    pub end_seen: bool,
    /// Whether a watched battle shows on its timeline what has not been shown on the board.
    pub ahead: bool,
    /// The side that is asked whether it gives up.
    pub giving_up: Option<Side>,
}

/// A battle on the screen.
pub struct BattleScreen {
    /// What has happened, and how much of it is shown.
    pub course: Course,
    /// The aim of the battle in its author's words.
    pub aim: Option<String>,
    /// The board.
    pub pane: Pane,
    /// What the person is asked.
    pub turn: Turn,
    /// What is chosen on the board.
    pub selection: Selection,
    /// A word to the person: why something cannot be done, or where something was put.
    pub message: Option<Message>,
    /// What is open around the board.
    pub panels: Panels,
    /// The tool in use.
    pub tools: tools::Tools,
    /// Where the mouse and the keys point.
    pub pointer: pointer::Pointer,
    /// Preview of a click there.
    pub preview: preview::Preview,
    /// Why the computer chose what it chose.
    pub reasons: reasons::Reasons,
    photo: photo::Request,
    leave: Option<Leave>,
    /// The keys.
    pub keys: Keys,
    /// Since when the table has waited for a thought.
    waits_since: Option<f64>,
}

/// How long a thought goes on before who only watches is told of it, in seconds.
const LONG: f64 = 0.5;

/// How much the computer thinks between two looks at the clock: of many figures on a large board
/// one playout takes longer than a frame.
const SLICE: u32 = 1;

impl BattleScreen {
    fn new(setup: Setup, session: Option<Session>, history: History) -> Self {
        let (keys, trouble) = Keys::load();
        let watch = session.as_ref().is_none_or(|s| !s.has_person());
        let mut pane = Pane::default();
        pane.view.zones = aims::zones(&history.start);
        let scenario = Scenario::read(&setup.scenario).ok();
        Self {
            aim: scenario.and_then(|s| s.notes().map(str::to_owned)),
            course: Course {
                setup,
                player: Player::new(session.is_some()),
                session,
                history,
                conceded: None,
            },
            pane,
            turn: Turn::default(),
            selection: Selection::default(),
            message: trouble.map(Message::Refused),
            panels: Panels {
                tab: if watch { Tab::Log } else { Tab::Figure },
                help: false,
                end_seen: false,
                ahead: false,
                giving_up: None,
            },
            tools: tools::Tools::default(),
            pointer: pointer::Pointer::default(),
            preview: preview::Preview::default(),
            reasons: reasons::Reasons::default(),
            photo: photo::Request::default(),
            leave: None,
            keys,
            waits_since: None,
        }
    }

    /// Whether a person plays here.
    pub fn is_played(&self) -> bool {
        let over = self.panels.end_seen && self.course.is_over();
        !over
            && self
                .course
                .session
                .as_ref()
                .is_some_and(Session::has_person)
    }

    /// What the tools look at.
    pub fn subject(&self) -> Subject<'_> {
        Subject::new(&self.course, &self.turn, self.selection.chosen)
    }

    /// Whether nothing moves and no opponent thinks.
    pub fn is_idle(&self) -> bool {
        let waits = self.turn.asked.is_some()
            || self.course.is_stuck()
            || self.course.is_over()
            || self.course.session.is_none();
        let shown = !self.course.player.is_moving()
            && (self.course.player.shown == self.course.history.len()
                || !self.course.player.playing);
        shown
            && (waits || !self.course.player.playing)
            && !self.plays_on()
            && !self.tools.is_working(self.subject())
            && self.turn.grace <= 0.0
            && !self.pane.is_gliding()
    }

    /// Whether the table waits for a long thought.
    pub fn waits_long(&self, now: f64) -> bool {
        self.waits_since.is_some_and(|since| now - since > LONG)
    }

    /// Whether the result is over the board.
    pub fn is_at_result(&self) -> bool {
        self.course.outcome().is_some() && self.course.is_settled() && !self.panels.end_seen
    }

    /// Where the person wants to go, if anywhere.
    pub fn take_leave(&mut self) -> Option<Leave> {
        self.leave.take()
    }

    /// Says where to go.
    pub fn go(&mut self, leave: Leave) {
        self.leave = Some(leave);
    }

    // ---- time ----

    /// Lets time pass: shows what happens, and lets the computer think.
    pub fn go_on(&mut self, ui: &Ui, looks: &Looks) {
        let seconds = ui.input(|i| i.stable_dt).min(0.1) * looks.speed as f32 / 100.0;
        self.course
            .player
            .advance(&self.course.history, seconds, looks.still);
        self.pane.flash.pass(seconds);
        let waits = self.turn.grace > 0.0;
        self.turn.grace = (self.turn.grace - seconds).max(0.0);
        let mut restless =
            waits || self.course.player.is_moving() || self.pane.flash.at().is_some();
        let ahead =
            self.course.history.len() - self.course.player.shown.min(self.course.history.len());
        // somebody who only watches may be far behind; then the computer waits
        let wanted =
            !waits && !self.course.is_stuck() && (self.course.player.playing || self.is_played());
        let deadline = platform::now() + 0.008;
        if wanted && ahead < 40 && self.turn.asked.is_none() {
            while let Some(session) = &mut self.course.session
                && session.trouble().is_none()
            {
                match session.step(SLICE) {
                    SessionStep::Applied(applied) => {
                        let after = session.game().clone();
                        self.course.history.push(*applied, after);
                        restless = true;
                    }
                    SessionStep::Thinking => restless = true,
                    SessionStep::Waiting => {
                        if self.course.is_settled() {
                            self.ask();
                            restless = true;
                        }
                        break;
                    }
                    SessionStep::Over => {
                        self.turn.auto = None;
                        break;
                    }
                }
                if platform::now() > deadline {
                    break;
                }
            }
        }
        if self.turn.asked.is_some() && self.answer_itself() {
            restless = true;
        }
        let shown = self.course.is_settled();
        let thinks = self
            .course
            .session
            .as_ref()
            .is_some_and(|s| s.thinking.is_some());
        self.waits_since = match self.waits_since {
            _ if !(shown && thinks) => None,
            None => Some(ui.input(|i| i.time)),
            since => since,
        };
        if self.course.player.playing && self.course.player.shown < self.course.history.len() {
            restless = true;
        }
        if restless {
            ui.ctx().request_repaint();
        }
    }

    // ---- at the end ----

    /// Saves the report as text; what is said of it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save_report(&self) -> Result<String, Failure> {
        let text = report::text(self);
        let name = format!(
            "reports/{}-{}.txt",
            stem(&self.course.setup.map.name),
            self.course.setup.seed
        );
        let path = own::write(&name, &text)?;
        platform::hand_over(&path);
        Ok(match platform::ON_A_PAGE {
            true => "The report is downloaded.".to_owned(),
            false => format!("The report is in {}.", path.display()),
        })
    }

    /// Asks for a picture of the board.
    pub fn want_picture(&mut self) {
        self.photo.ask();
    }

    /// The picture of the board that was asked for.
    pub fn take_photo(&mut self) -> Option<Photo> {
        self.photo.take()
    }
}

/// The name of a file without folder and ending.
fn stem(name: &str) -> String {
    std::path::Path::new(name)
        .file_stem()
        .map_or_else(|| "battle".to_owned(), |s| s.to_string_lossy().into_owned())
}

/// A question in words, without whose it is.
pub fn question(game: &Game, decision: &Decision) -> String {
    // the button beside the others says it like this
    if let Ask::Act { only: None } = decision.ask {
        return "Act with a figure, or end the step".to_owned();
    }
    let text = tell::question(game, decision);
    match text.split_once(": ") {
        Some((_, what)) => {
            let mut letters = what.chars();
            letters
                .next()
                .map(|c| c.to_uppercase().collect::<String>() + letters.as_str())
                .unwrap_or_default()
        }
        None => text,
    }
}
