//! A battle on the screen: played, watched, or shown again.

mod aims;
mod auto;
mod board;
mod keys;
mod marks;
mod outlook;
mod photo;
mod play;
mod reasons;
mod retell;
mod tools;
mod why_not;

use super::board_view::BoardView;
use super::keys::Keys;
use super::panels;
use super::session::{Legal, Session, Went};
use super::table::Cast;
use super::tale::{Player, Tale};
use super::theme::Looks;
use super::{platform, report};
use crate::ai::Thought;
use crate::battle::{Answer, Ask, Decision, Fig, How, Line, Odds, Ratio, Target};
use crate::board::{Facing, Reach, Sight, Space};
use crate::play::danger::Danger;
use crate::play::record::Record;
use crate::play::{Setup, tell};
use crate::rules::Game;
use crate::scenario::Scenario;
pub use auto::{Auto, Itself};
use egui::Ui;
pub use photo::Photo;
use retell::retell;
pub use why_not::WhyNot;

/// What the mouse asks of the board besides playing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Nothing: it plays.
    Play,
    /// What is seen from a space.
    Sight,
    /// How dangerous the spaces are that the chosen figure reaches.
    Threat,
    /// How far spaces are apart.
    Ruler,
    /// Why not there.
    WhyNot,
}

/// A word to the person.
pub enum Word {
    /// What was done.
    Done(String),
    /// Why something was not done.
    Refused(String),
}

impl From<Result<String, String>> for Word {
    fn from(word: Result<String, String>) -> Self {
        match word {
            Ok(done) => Self::Done(done),
            Err(refused) => Self::Refused(refused),
        }
    }
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
    /// What is seen.
    pub sight: Sight,
    /// The exact odds.
    pub odds: Odds,
    /// The numbers behind them.
    pub lines: Vec<Line>,
    /// All possible results without rerolls, most likely first.
    pub ends: Vec<(String, Ratio)>,
    /// The same if both sides reroll failures where possible; empty if no side can.
    pub again: Vec<(String, Ratio)>,
    /// Whether it may be done now; else why not.
    pub legal: Result<(), String>,
}

/// What is known about a place a figure could move to.
pub struct Outlook {
    /// The place.
    pub to: Space,
    /// What it costs.
    pub cost: Option<u32>,
    /// The way.
    pub path: Vec<Space>,
    /// Who could attack it there before it acts again, worst first.
    pub dangers: Vec<Danger>,
    /// The chance that it is lost to all of those.
    pub lost: f64,
    /// What it is worth, in half points.
    pub points: i32,
    /// Enemies it could attack from there.
    pub targets: Vec<(Fig, How, Ratio)>,
}

/// A question to a person, prepared once.
pub struct Asked {
    /// The question.
    pub decision: Decision,
    /// What may be answered.
    pub legal: Legal,
}

/// What the computer would do.
pub struct Hint {
    /// Its choices, best first.
    pub choices: Vec<Thought>,
    /// The one that is looked at.
    pub seen: usize,
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
    /// What it is made of.
    pub setup: Setup,
    /// None: a record is shown.
    pub session: Option<Session>,
    /// What is fought for, in its author's words.
    pub aim: Option<String>,
    /// What has happened.
    pub tale: Tale,
    /// What of it has been shown.
    pub player: Player,
    /// The board.
    pub view: BoardView,
    /// Its figures, drawn once.
    pub cast: Cast,
    /// The question, where a person is asked.
    pub asked: Option<Asked>,
    /// The chosen figure.
    pub chosen: Option<Fig>,
    /// The target that was clicked, where there are several ways to act on it.
    pub aimed: Option<Target>,
    /// The computer's advice, best first, and which of it is looked at.
    pub hint: Option<Hint>,
    /// What the mouse asks.
    pub tool: Tool,
    /// Where a tool starts.
    pub tool_at: Option<Space>,
    /// A word to the person: why something cannot be done, or where something was put.
    pub message: Option<Word>,
    /// Faces typed so far.
    pub typed: Vec<u8>,
    /// What is answered by itself.
    pub itself: Itself,
    /// Whether keys are shown.
    pub help: bool,
    /// Whether the end has been shown and put away.
    pub end_seen: bool,
    /// The space under the mouse in the last frame.
    pub hover: Option<Space>,
    /// What is known about where the mouse points.
    pub outlook: Option<Outlook>,
    /// How attacks on where the mouse points would go.
    pub prospects: Vec<Prospect>,
    /// What the piece of terrain that is asked about would cover where the mouse points.
    covered: Vec<Space>,
    /// Danger of spaces, for the threat tool.
    danger: Option<tools::Threat>,
    /// What is seen from a space, for the sight tool.
    view_from: Option<tools::View>,
    looked: Option<(usize, Option<Fig>, Option<Space>, bool)>,
    reach: Option<(usize, Fig, Reach)>,
    flash: Option<(Space, f32)>,
    leave: Option<Leave>,
    /// Which part of the right panel is open.
    pub tab: panels::Tab,
    /// The log as it is shown.
    pub log: panels::Rows,
    /// What the computer plays for the person.
    pub auto: Option<Auto>,
    /// A picture of the board is wanted.
    wanted: bool,
    photo: Option<Photo>,
    /// The choice of the computer whose reasons are looked at; none: the last one.
    pub why_of: Option<usize>,
    reasons: reasons::Known,
    /// What keys do.
    pub keys: Keys,
    /// Where the arrow keys point.
    cursor: Option<Space>,
    /// A key has clicked where the arrows point.
    pressing: bool,
    /// The way keys have turned the figure that is asked where to look.
    facing: Option<Facing>,
    /// How a figure is to look after the move that was drawn with the mouse.
    wish: Option<(Fig, Facing)>,
    /// The button went down on a space the chosen figure can go to, and is still down.
    drawing: bool,
    /// The space from which the mouse draws where a figure is to look.
    turning: Option<Space>,
    /// Why not there, as far as it has been found out.
    pub why_not: Option<WhyNot>,
    /// Where the next figure is to be placed: a click that came while the last one was.
    late: Option<Space>,
    /// Since when the table has waited for a thought.
    waits_since: Option<f64>,
    /// After how many answers the last question was asked that has come into view.
    pub told: Option<usize>,
    /// The computer's advice is to come into view.
    pub reveals: bool,
}

/// How long a thought goes on before who only watches is told of it, in seconds.
const LONG: f64 = 0.5;

/// How much the computer thinks between two looks at the clock: of many figures on a large board
/// one playout takes longer than a frame.
const SLICE: u32 = 1;

impl BattleScreen {
    fn new(setup: Setup, session: Option<Session>, tale: Tale) -> Self {
        let playing = session.is_some();
        let (keys, trouble) = Keys::load();
        let watch = session.as_ref().is_none_or(|s| !s.has_person());
        let mut view = BoardView::default();
        view.zones = aims::zones(&tale.start);
        let scenario = Scenario::read(&setup.scenario).ok();
        Self {
            aim: scenario.and_then(|s| s.notes().map(str::to_owned)),
            setup,
            session,
            player: Player::new(playing),
            tale,
            view,
            cast: Cast::default(),
            asked: None,
            chosen: None,
            aimed: None,
            hint: None,
            tool: Tool::Play,
            tool_at: None,
            message: trouble.map(Word::Refused),
            typed: Vec::new(),
            itself: Itself {
                faces: true,
                keeps: true,
            },
            help: false,
            end_seen: false,
            hover: None,
            outlook: None,
            prospects: Vec::new(),
            covered: Vec::new(),
            danger: None,
            view_from: None,
            looked: None,
            reach: None,
            flash: None,
            leave: None,
            tab: if watch {
                panels::Tab::Log
            } else {
                panels::Tab::Figure
            },
            log: panels::Rows::default(),
            auto: None,
            wanted: false,
            photo: None,
            why_of: None,
            reasons: reasons::Known::default(),
            keys,
            cursor: None,
            pressing: false,
            facing: None,
            wish: None,
            drawing: false,
            turning: None,
            why_not: None,
            late: None,
            waits_since: None,
            told: None,
            reveals: false,
        }
    }

    /// Begins a battle.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn begin(setup: Setup) -> Result<Self, String> {
        Self::recorded(setup, None)
    }

    /// Begins a battle that is recorded in this file, or in the data folder.
    ///
    /// # Errors
    /// What is wrong with it or the file.
    pub fn recorded(setup: Setup, path: Option<&std::path::Path>) -> Result<Self, String> {
        let session = Session::begin(setup.clone(), path)?;
        let tale = Tale::new(session.game().clone());
        let mut screen = Self::new(setup, Some(session), tale);
        screen.take_picture();
        Ok(screen)
    }

    /// Goes on with a recorded battle.
    ///
    /// # Errors
    /// If it cannot be resumed.
    pub fn resume(
        record: &Record,
        file: Option<crate::cli::record_file::RecordFile>,
    ) -> Result<Self, String> {
        let setup = record.setup.clone();
        let start = setup.begin().map_err(|f| f.to_string())?;
        let (tale, differs) = retell(record)?;
        if let Some(what) = differs {
            return Err(what);
        }
        let answers = tale
            .moments
            .iter()
            .map(|m| m.given.answer.clone())
            .collect();
        let mut session = Session::with(setup.clone(), start, file)?;
        session.replay(answers);
        let mut screen = Self::new(setup, Some(session), tale);
        screen.player.jump(screen.tale.len());
        screen.take_picture();
        screen.tell_if_torn(record);
        Ok(screen)
    }

    /// Reads the picture under the grid, and says if it cannot be read.
    fn take_picture(&mut self) {
        let map = self.game().board().map();
        if let Err(why) = super::backdrop::load(&self.setup.map.name, map) {
            self.message = Some(Word::Refused(why));
        }
    }

    /// Shows a record from its beginning.
    ///
    /// # Errors
    /// When it cannot be shown.
    pub fn replay(record: &Record) -> Result<Self, String> {
        let (tale, differs) = retell(record)?;
        let mut screen = Self::new(record.setup.clone(), None, tale);
        screen.player.playing = true;
        screen.take_picture();
        if let Some(what) = differs {
            screen.message = Some(Word::Refused(what));
        }
        screen.tell_if_torn(record);
        Ok(screen)
    }

    /// Says that the record ends in the middle of a line, unless there is worse to say.
    fn tell_if_torn(&mut self, record: &Record) {
        let torn = "The last line of this saved battle is incomplete and was left out.";
        if record.torn && self.message.is_none() {
            self.message = Some(Word::Done(torn.to_owned()));
        }
    }

    /// Whether a person plays here.
    pub fn is_played(&self) -> bool {
        let over = self.end_seen && self.tale.game(self.tale.len()).outcome().is_some();
        !over && self.session.as_ref().is_some_and(Session::has_person)
    }

    /// The battle as it is shown.
    pub fn game(&self) -> &Game {
        self.player.game(&self.tale)
    }

    /// Whether nothing moves and no opponent thinks.
    pub fn is_idle(&self) -> bool {
        let waits = self.asked.is_some()
            || self.is_stuck()
            || self.tale.game(self.tale.len()).outcome().is_some()
            || self.session.is_none();
        let shown = !self.player.is_moving()
            && (self.player.shown == self.tale.len() || !self.player.playing);
        shown && (waits || !self.player.playing) && !self.plays_on() && !self.is_working()
    }

    /// Whether the battle waits because it cannot be recorded.
    pub fn is_stuck(&self) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|s| s.trouble().is_some())
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

    /// Draws the screen; where to go, if anywhere.
    pub fn show(&mut self, ui: &mut Ui, looks: &mut Looks) -> Option<Leave> {
        self.go_on(ui, looks);
        self.keys(ui, looks);
        panels::top(ui, self);
        panels::bottom(ui, self, looks);
        panels::side(ui, self);
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| self.board(ui, looks));
        panels::windows(ui, self);
        self.leave.take()
    }

    /// Says where to go.
    pub fn go(&mut self, leave: Leave) {
        self.leave = Some(leave);
    }

    // ---- time ----

    fn go_on(&mut self, ui: &Ui, looks: &Looks) {
        let seconds = ui.input(|i| i.stable_dt).min(0.1) * looks.speed as f32 / 100.0;
        self.player.advance(&self.tale, seconds, looks.still);
        if let Some((_, left)) = &mut self.flash {
            *left -= seconds;
        }
        if self.flash.is_some_and(|(_, left)| left <= 0.0) {
            self.flash = None;
        }
        let mut restless = self.player.is_moving() || self.flash.is_some();
        let ahead = self.tale.len() - self.player.shown.min(self.tale.len());
        // somebody who only watches may be far behind; then the computer waits
        let wanted = !self.is_stuck() && (self.player.playing || self.is_played());
        let deadline = platform::now() + 0.008;
        if wanted && ahead < 40 && self.asked.is_none() {
            while let Some(session) = &mut self.session
                && session.trouble().is_none()
            {
                match session.step(SLICE) {
                    Went::On(given) => {
                        let after = session.game().clone();
                        self.tale.push(*given, after);
                        restless = true;
                    }
                    Went::Thinking => restless = true,
                    Went::Asked => {
                        if self.player.shown == self.tale.len() && !self.player.is_moving() {
                            self.ask();
                            restless = true;
                        }
                        break;
                    }
                    Went::Over => {
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
        let shown = self.player.shown == self.tale.len() && !self.player.is_moving();
        let thinks = self.session.as_ref().is_some_and(|s| s.thinking.is_some());
        self.waits_since = match self.waits_since {
            _ if !(shown && thinks) => None,
            None => Some(ui.input(|i| i.time)),
            since => since,
        };
        if self.player.playing && self.player.shown < self.tale.len() {
            restless = true;
        }
        if restless {
            ui.ctx().request_repaint();
        }
    }

    // ---- at the end ----

    /// Saves the report as text; where it is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save_report(&self) -> Result<String, String> {
        let text = report::text(self);
        let name = format!(
            "reports/{}-{}.txt",
            stem(&self.setup.map.name),
            self.setup.seed
        );
        platform::store(&name, &text).map(|p| p.display().to_string())
    }

    /// Asks for a picture of the board.
    pub fn want_picture(&mut self) {
        self.wanted = true;
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

/// The figure that acts by an answer.
pub fn acting(answer: &Answer) -> Option<Fig> {
    match answer {
        Answer::Move { who, .. }
        | Answer::MoveAndShut { who, .. }
        | Answer::Leave { who }
        | Answer::Strike { who, .. }
        | Answer::Place { who, .. } => Some(*who),
        _ => None,
    }
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
