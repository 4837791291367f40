//! A battle on the screen: played, watched, or shown again.

mod aims;
mod auto;
mod board;
mod click;
mod command;
mod follow;
mod giving_up;
mod keys;
mod marks;
mod opening;
mod outlook;
mod photo;
mod play;
mod pointer;
mod preview;
mod reasons;
pub mod report;
mod share;
mod tools;
mod tray;
mod ways;
mod why_not;

use super::board_view::BoardView;
use super::history::{History, Player};
use super::keys::Keys;
use super::message::Message;
use super::platform;
use super::session::{Legal, Session, SessionStep};
use super::table::Sprites;
use super::theme::Looks;
use crate::ai::Thought;
use crate::battle::{Ask, Decision, Fig, HalfPoints, How, Line, Odds, Ratio, Target, Who};
use crate::board::{Facing, Sight, Space};
use crate::play::danger::Danger;
use crate::play::{Setup, tell};
use crate::rules::Game;
use crate::scenario::Scenario;
use crate::store::{Failure, own};
pub use auto::{Auto, Automatic};
pub use command::{AtResult, Command, Watch};
use egui::Ui;
pub use photo::Photo;
pub use tools::Tool;
pub use tray::Tray;
pub use ways::{Way, Ways, verb};
pub use why_not::WhyNot;

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

/// How an attack would go.
pub struct Prospect {
    /// The way.
    pub how: How,
    /// The target.
    pub at: Target,
    /// Sight to the target.
    pub sight: Sight,
    /// The exact odds.
    pub odds: Odds,
    /// The numbers behind them.
    pub lines: Vec<Line>,
    /// All possible results without rerolls, most likely first.
    pub ends: Vec<(String, Ratio)>,
    /// The same if both sides reroll failures where possible; empty if no side can.
    pub again: Vec<(String, Ratio)>,
    /// Why it may not be done now. `None` if it may be done.
    pub barred: Option<String>,
}

/// The result of a move to a space.
pub struct Outlook {
    /// The place.
    pub to: Space,
    /// Its cost.
    pub cost: Option<u32>,
    /// The way.
    pub path: Vec<Space>,
    /// Attacks on it before it acts again, the worst first.
    pub dangers: Vec<Danger>,
    /// The chance that it is lost to all of those.
    pub lost: f64,
    /// Its value.
    pub points: HalfPoints,
    /// Enemies it could attack from there.
    pub targets: Vec<(Fig, How, Ratio)>,
}

/// A question to a person, prepared once.
pub struct Question {
    /// The question.
    pub decision: Decision,
    /// The legal answers.
    pub legal: Legal,
    /// Faces typed so far.
    typed: Vec<u8>,
    /// The way keys have turned the figure that is asked where to look.
    turned: Option<Facing>,
}

/// A space that is pointed out for a moment.
#[derive(Default)]
struct Flash(Option<(Space, f32)>);

impl Flash {
    /// How long it lasts, in seconds.
    const SECONDS: f32 = 1.6;

    fn begin(&mut self, at: Space) {
        self.0 = Some((at, Self::SECONDS));
    }
    /// The space, and for how many seconds more.
    fn at(&self) -> Option<(Space, f32)> {
        self.0
    }
    fn pass(&mut self, seconds: f32) {
        let left = self.0.map(|(at, left)| (at, left - seconds));
        self.0 = left.filter(|(_, left)| *left > 0.0);
    }
}

/// Advice of the computer.
pub struct Hint {
    /// Its choices, best first.
    pub choices: Vec<Thought>,
    /// The one that is looked at.
    pub seen: usize,
    /// Tells this advice from every other one.
    pub number: u32,
}

impl Hint {
    /// The choice that is looked at, with the next best beside it.
    pub fn seen(&self) -> Option<Thought> {
        let mut thought = self.choices.get(self.seen)?.clone();
        if let (Some(why), Some(next)) = (&mut thought.why, self.choices.get(self.seen + 1)) {
            why.runner_up = next.why.as_ref().map(|w| w.chosen.clone());
        }
        Some(thought)
    }
}

/// A battle on the screen.
pub struct BattleScreen {
    /// Map, forces, players and the rest of the set-up.
    pub setup: Setup,
    /// None: a record is shown.
    pub session: Option<Session>,
    /// The aim of the battle in its author's words.
    pub aim: Option<String>,
    /// The battle so far, moment by moment.
    pub history: History,
    /// The playback: how much of it has been shown.
    pub player: Player,
    /// The board.
    pub view: BoardView,
    /// Its figures, drawn once.
    pub sprites: Sprites,
    /// The question, where a person is asked.
    pub asked: Option<Question>,
    /// The chosen figure.
    pub chosen: Option<Fig>,
    /// The target that was clicked, where there are several ways to act on it.
    pub aimed: Option<Target>,
    /// The menu of several ways to act on what was clicked.
    pub ways: Option<Ways>,
    /// The number of answers before a step to which the person has come back after it ended by
    /// itself.
    reopened: Option<usize>,
    /// How much longer the battle waits after a step has ended by itself, in seconds, so that one
    /// can go back before dice are rolled.
    grace: f32,
    /// Whether a watched battle shows on its timeline what has not been shown on the board.
    pub ahead: bool,
    /// Where figures that act from off the board are shown.
    pub tray: Tray,
    follow: follow::Follow,
    /// Who has given up, and who is asked about it.
    giving_up: giving_up::GivingUp,
    /// The computer's advice, best first, and which of it is looked at.
    pub hint: Option<Hint>,
    /// A word to the person: why something cannot be done, or where something was put.
    pub message: Option<Message>,
    /// Questions that get their default answer without being asked.
    pub automatic: Automatic,
    /// Whether keys are shown.
    pub help: bool,
    /// Whether the end has been shown and put away.
    pub end_seen: bool,
    /// The tool in use.
    pub tools: tools::Tools,
    /// Where the mouse and the keys point.
    pub pointer: pointer::Pointer,
    /// Preview of a click there.
    pub preview: preview::Preview,
    /// Why the computer chose what it chose.
    reasons: reasons::Reasons,
    photo: photo::Request,
    flash: Flash,
    leave: Option<Leave>,
    /// Which part of the right panel is open.
    pub tab: Tab,
    /// The part that the computer plays for the person.
    pub auto: Option<Auto>,
    /// The keys.
    pub keys: Keys,
    /// Since when the table has waited for a thought.
    waits_since: Option<f64>,
    /// How often the computer has given advice.
    hints: u32,
}

/// How long a thought goes on before who only watches is told of it, in seconds.
const LONG: f64 = 0.5;

/// How much the computer thinks between two looks at the clock: of many figures on a large board
/// one playout takes longer than a frame.
const SLICE: u32 = 1;

impl BattleScreen {
    fn new(setup: Setup, session: Option<Session>, history: History) -> Self {
        let playing = session.is_some();
        let (keys, trouble) = Keys::load();
        let watch = session.as_ref().is_none_or(|s| !s.has_person());
        let mut view = BoardView::default();
        view.zones = aims::zones(&history.start);
        let scenario = Scenario::read(&setup.scenario).ok();
        Self {
            aim: scenario.and_then(|s| s.notes().map(str::to_owned)),
            setup,
            session,
            player: Player::new(playing),
            history,
            view,
            sprites: Sprites::default(),
            asked: None,
            chosen: None,
            aimed: None,
            ways: None,
            reopened: None,
            grace: 0.0,
            ahead: false,
            tray: Tray::default(),
            follow: follow::Follow::default(),
            giving_up: giving_up::GivingUp::default(),
            hint: None,
            message: trouble.map(Message::Refused),
            automatic: Automatic {
                faces: true,
                settles: true,
            },
            help: false,
            end_seen: false,
            tools: tools::Tools::default(),
            pointer: pointer::Pointer::default(),
            preview: preview::Preview::default(),
            reasons: reasons::Reasons::default(),
            photo: photo::Request::default(),
            flash: Flash::default(),
            leave: None,
            tab: if watch { Tab::Log } else { Tab::Figure },
            auto: None,
            keys,
            waits_since: None,
            hints: 0,
        }
    }

    /// Whether a person plays here.
    pub fn is_played(&self) -> bool {
        let over = self.end_seen && self.is_over();
        !over && self.session.as_ref().is_some_and(Session::has_person)
    }

    /// The battle as it is shown.
    pub fn game(&self) -> &Game {
        self.player.game(&self.history)
    }

    /// Whether all that has happened has been shown.
    pub fn is_settled(&self) -> bool {
        self.player.shown == self.history.len() && !self.player.is_moving()
    }

    /// Whether nothing moves and no opponent thinks.
    pub fn is_idle(&self) -> bool {
        let waits =
            self.asked.is_some() || self.is_stuck() || self.is_over() || self.session.is_none();
        let shown = !self.player.is_moving()
            && (self.player.shown == self.history.len() || !self.player.playing);
        shown
            && (waits || !self.player.playing)
            && !self.plays_on()
            && !self.is_working()
            && self.grace <= 0.0
            && !self.follow.is_gliding()
    }

    /// Whether the battle waits because it cannot be recorded.
    pub fn is_stuck(&self) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|s| s.trouble().is_some())
    }

    /// Whose answer is being shown, or comes next.
    pub fn shows(&self) -> Shows {
        let shown = self.history.moments.get(self.player.shown);
        let session = self.session.as_ref();
        let side = match shown.map(|moment| moment.given.by) {
            Some(Who::Chance) => return Shows::Dice,
            Some(Who::Side(side)) => Some(side),
            None => self.game().status().turn,
        };
        match side.is_none_or(|side| session.is_some_and(|s| s.is_person(side))) {
            true => Shows::Own,
            false => Shows::Others,
        }
    }

    /// Whether dice are typed now.
    pub fn is_rolling(&self) -> bool {
        let asked = self.asked.as_ref();
        asked.is_some_and(|a| matches!(a.decision.ask, Ask::Roll { .. }))
    }

    /// Whether the table waits for a long thought.
    pub fn waits_long(&self, now: f64) -> bool {
        self.waits_since.is_some_and(|since| now - since > LONG)
    }

    /// Whether the result is over the board.
    pub fn is_at_result(&self) -> bool {
        self.outcome().is_some() && self.is_settled() && !self.end_seen
    }

    /// Where the person wants to go, if anywhere.
    pub fn take_leave(&mut self) -> Option<Leave> {
        self.leave.take()
    }

    /// The faces typed so far.
    pub fn typed(&self) -> &[u8] {
        self.asked.as_ref().map_or(&[], |asked| &asked.typed)
    }

    /// Says where to go.
    pub fn go(&mut self, leave: Leave) {
        self.leave = Some(leave);
    }

    // ---- time ----

    /// Lets time pass: shows what happens, and lets the computer think.
    pub fn go_on(&mut self, ui: &Ui, looks: &Looks) {
        let seconds = ui.input(|i| i.stable_dt).min(0.1) * looks.speed as f32 / 100.0;
        self.player.advance(&self.history, seconds, looks.still);
        self.flash.pass(seconds);
        let waits = self.grace > 0.0;
        self.grace = (self.grace - seconds).max(0.0);
        let mut restless = waits || self.player.is_moving() || self.flash.at().is_some();
        let ahead = self.history.len() - self.player.shown.min(self.history.len());
        // somebody who only watches may be far behind; then the computer waits
        let wanted = !waits && !self.is_stuck() && (self.player.playing || self.is_played());
        let deadline = platform::now() + 0.008;
        if wanted && ahead < 40 && self.asked.is_none() {
            while let Some(session) = &mut self.session
                && session.trouble().is_none()
            {
                match session.step(SLICE) {
                    SessionStep::On(given) => {
                        let after = session.game().clone();
                        self.history.push(*given, after);
                        restless = true;
                    }
                    SessionStep::Thinking => restless = true,
                    SessionStep::Asked => {
                        if self.is_settled() {
                            self.ask();
                            restless = true;
                        }
                        break;
                    }
                    SessionStep::Over => {
                        self.auto = None;
                        break;
                    }
                }
                if platform::now() > deadline {
                    break;
                }
            }
        }
        if self.asked.is_some() && self.answer_itself() {
            restless = true;
        }
        let shown = self.is_settled();
        let thinks = self.session.as_ref().is_some_and(|s| s.thinking.is_some());
        self.waits_since = match self.waits_since {
            _ if !(shown && thinks) => None,
            None => Some(ui.input(|i| i.time)),
            since => since,
        };
        if self.player.playing && self.player.shown < self.history.len() {
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
            stem(&self.setup.map.name),
            self.setup.seed
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
