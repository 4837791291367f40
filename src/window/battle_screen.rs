//! A battle on the screen: played, watched, or shown again.

use super::board_view::{BoardView, Seen};
use super::layout::Layout;
use super::panels;
use super::session::{Legal, Session, Went};
use super::table::{self, Piece};
use super::tale::{self, Player, Tale};
use super::theme::{self, Looks, glass};
use super::{platform, report};
use crate::ai::Thought;
use crate::battle::{
    Answer, Ask, Decision, Event, Fig, How, Line, Menace, Odds, Place, Range, Side, Stand, Target,
    Who,
};
use crate::board::{Reach, Sight, Space};
use crate::play::record::{Record, Replay};
use crate::play::{Setup, tell};
use crate::rules::Game;
use egui::{Color32, Key, Pos2, Stroke, Ui, vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// Who could attack it there from where they stand, and the chance that it is lost then.
    pub dangers: Vec<(Fig, How, crate::battle::Ratio)>,
    /// The chance that it is lost to all of those, one attack each.
    pub lost: f64,
    /// Enemies it could attack from there.
    pub targets: Vec<(Fig, How, crate::battle::Ratio)>,
}

/// A question to a person, prepared once.
pub struct Asked {
    /// The question.
    pub decision: Decision,
    /// What may be answered.
    pub legal: Legal,
}

/// A battle on the screen.
pub struct BattleScreen {
    /// What it is made of.
    pub setup: Setup,
    /// None: a record is shown.
    pub session: Option<Session>,
    /// What has happened.
    pub tale: Tale,
    /// What of it has been shown.
    pub player: Player,
    /// The board.
    pub view: BoardView,
    /// The question, where a person is asked.
    pub asked: Option<Asked>,
    /// The chosen figure.
    pub chosen: Option<Fig>,
    /// The target that was clicked, where there are several ways to act on it.
    pub aimed: Option<Target>,
    /// The computer's advice.
    pub hint: Option<Thought>,
    /// What the mouse asks.
    pub tool: Tool,
    /// Where a tool starts.
    pub tool_at: Option<Space>,
    /// A word to the person: why something cannot be done.
    pub message: Option<String>,
    /// Faces typed so far.
    pub typed: Vec<u8>,
    /// Figures face by themselves.
    pub face_itself: bool,
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
    /// Danger of spaces, for the threat tool.
    danger: Option<(usize, Fig, BTreeMap<Space, f64>)>,
    looked: Option<(usize, Option<Fig>, Option<Space>, bool)>,
    reach: Option<(usize, Fig, Reach)>,
    flash: Option<(Space, f32)>,
    leave: Option<Leave>,
    /// Which part of the right panel is open.
    pub tab: panels::Tab,
    /// The computer plays for the person until this question's side or step is over.
    pub auto: Option<(Side, u16, &'static str)>,
    saved_board: bool,
    press: Option<Pos2>,
}

/// How much the computer thinks between two looks at the clock.
const SLICE: u32 = 40;

impl BattleScreen {
    fn new(setup: Setup, session: Option<Session>, tale: Tale) -> Self {
        let playing = session.is_some();
        let watch = session.as_ref().is_none_or(|s| !s.has_person());
        Self {
            setup,
            session,
            player: Player::new(playing),
            tale,
            view: BoardView::default(),
            asked: None,
            chosen: None,
            aimed: None,
            hint: None,
            tool: Tool::Play,
            tool_at: None,
            message: None,
            typed: Vec::new(),
            face_itself: true,
            help: false,
            end_seen: false,
            hover: None,
            outlook: None,
            prospects: Vec::new(),
            danger: None,
            looked: None,
            reach: None,
            flash: None,
            leave: None,
            tab: if watch {
                panels::Tab::Log
            } else {
                panels::Tab::Figure
            },
            auto: None,
            saved_board: false,
            press: None,
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
        Ok(Self::new(setup, Some(session), tale))
    }

    /// Goes on with a recorded battle.
    ///
    /// # Errors
    /// When it cannot be gone on with.
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
        Ok(screen)
    }

    /// Shows a record from its beginning.
    ///
    /// # Errors
    /// When it cannot be shown.
    pub fn replay(record: &Record) -> Result<Self, String> {
        let (tale, differs) = retell(record)?;
        let mut screen = Self::new(record.setup.clone(), None, tale);
        screen.player.playing = true;
        screen.message = differs;
        Ok(screen)
    }

    /// Whether a person plays here.
    pub fn is_played(&self) -> bool {
        self.session.as_ref().is_some_and(Session::has_person)
    }

    /// The battle as it is shown.
    pub fn game(&self) -> &Game {
        self.player.game(&self.tale)
    }

    /// Whether nothing moves and nobody thinks.
    pub fn is_idle(&self) -> bool {
        let waits = self.asked.is_some()
            || self.tale.game(self.tale.len()).outcome().is_some()
            || self.session.is_none();
        let shown = !self.player.is_moving()
            && (self.player.shown == self.tale.len() || !self.player.playing);
        shown && (waits || !self.player.playing) && self.auto.is_none()
    }

    /// Draws the screen; where to go, if anywhere.
    pub fn show(&mut self, ui: &mut Ui, looks: &Looks) -> Option<Leave> {
        self.go_on(ui, looks);
        self.keys(ui);
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
        let wanted = self.player.playing || self.is_played();
        let deadline = platform::now() + 0.008;
        if wanted && ahead < 40 && self.asked.is_none() {
            while let Some(session) = &mut self.session {
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
        if self.player.playing && self.player.shown < self.tale.len() {
            restless = true;
        }
        if restless {
            ui.ctx().request_repaint();
        }
    }

    /// Prepares the question that a person is asked.
    fn ask(&mut self) {
        let Some(session) = &self.session else { return };
        let decision = session.game().decision();
        let legal = Legal::of(session.game(), &decision);
        let keep = self.chosen.filter(|who| {
            legal.can_act(*who) && decision.who == Who::Side(session.game().side(*who))
        });
        self.chosen = match decision.ask {
            Ask::Act { only: Some(who) } | Ask::Again { who, .. } | Ask::Face { who } => Some(who),
            Ask::Summon { who } => Some(who),
            Ask::Deploy | Ask::Spawn | Ask::Return => {
                keep.or_else(|| legal.places.keys().next().copied())
            }
            _ => keep,
        };
        self.aimed = None;
        self.hint = None;
        self.typed.clear();
        self.asked = Some(Asked { decision, legal });
    }

    /// Answers what a person does not want to be asked, and what the computer does for them.
    fn answer_itself(&mut self) -> bool {
        let Some(asked) = &self.asked else {
            return false;
        };
        let game = self.tale.game(self.tale.len());
        if let Some((side, round, step)) = self.auto {
            let status = game.status();
            if asked.decision.who == Who::Side(side) && (status.round, status.step) == (round, step)
            {
                if let Some(thought) = self.session.as_ref().and_then(Session::advice) {
                    self.give(thought.answer, thought.why);
                    return true;
                }
            }
            self.auto = None;
        }
        if self.face_itself
            && matches!(asked.decision.ask, Ask::Face { .. })
            && let Some(preset) = asked.legal.preset.clone()
        {
            self.give(preset, None);
            return true;
        }
        false
    }

    /// Gives an answer of the person.
    pub fn give(&mut self, answer: Answer, why: Option<crate::ai::Why>) {
        let Some(session) = &mut self.session else {
            return;
        };
        match session.give(answer, why) {
            Ok(given) => {
                let after = session.game().clone();
                self.tale.push(given, after);
                self.asked = None;
                self.message = None;
                self.player.playing = true;
            }
            Err(error) => self.message = Some(format!("That cannot be done: {error}.")),
        }
    }

    /// Takes back what the person did last.
    pub fn undo(&mut self) {
        let Some(session) = &mut self.session else {
            return;
        };
        let mut left = session.undo();
        // facing by itself belongs to the move before it
        while self.face_itself
            && left.is_some()
            && matches!(session.game().decision().ask, Ask::Face { .. })
        {
            left = session.undo();
        }
        match left {
            Some(left) => {
                self.tale.truncate(left);
                self.player.jump(left);
                self.asked = None;
                self.auto = None;
                self.message = None;
            }
            None => {
                self.message = Some(if self.tale.len() == 0 {
                    "There is nothing to take back yet.".to_owned()
                } else {
                    "What was done before the last die stays done.".to_owned()
                });
            }
        }
    }

    /// Asks the computer what it would do.
    pub fn advise(&mut self) {
        if self.asked.is_none() {
            return;
        }
        self.hint = self.session.as_ref().and_then(Session::advice);
        if let Some(thought) = &self.hint
            && let Some(who) = acting(&thought.answer)
        {
            self.chosen = Some(who);
        }
    }

    /// The computer gives this one answer for the person.
    pub fn play_one(&mut self) {
        if let Some(thought) = self.session.as_ref().and_then(Session::advice)
            && self.asked.is_some()
        {
            self.chosen = acting(&thought.answer).or(self.chosen);
            self.give(thought.answer, thought.why);
        }
    }

    /// The computer plays the rest of this step for the person.
    pub fn play_rest(&mut self) {
        if let Some(asked) = &self.asked
            && let Who::Side(side) = asked.decision.who
        {
            let status = self.tale.game(self.tale.len()).status();
            self.auto = Some((side, status.round, status.step));
        }
    }

    /// The person has nothing more to do in this step.
    pub fn done(&mut self) {
        if self
            .asked
            .as_ref()
            .is_some_and(|a| a.legal.has(&Answer::Done))
        {
            self.give(Answer::Done, None);
        }
    }

    /// The next figure that can do something.
    pub fn next_figure(&mut self, back: bool) {
        let Some(asked) = &self.asked else { return };
        let all = asked.legal.figures();
        if all.is_empty() {
            return;
        }
        let now = self.chosen.and_then(|c| all.iter().position(|f| *f == c));
        let n = all.len();
        let next = match (now, back) {
            (None, _) => 0,
            (Some(i), false) => (i + 1) % n,
            (Some(i), true) => (i + n - 1) % n,
        };
        self.choose(Some(all[next]));
        let game = self.tale.game(self.tale.len());
        if game.place(all[next]) == Place::On {
            let board = game.board().clone();
            let at = game.at(all[next]);
            self.view.look_at(&board, at);
        }
    }

    /// Chooses a figure.
    pub fn choose(&mut self, who: Option<Fig>) {
        self.chosen = who;
        self.aimed = None;
        self.looked = None;
        if who.is_some() {
            self.tab = panels::Tab::Figure;
        }
    }

    /// Goes to after so many answers.
    pub fn jump(&mut self, to: usize) {
        self.player.jump(to.min(self.tale.len()));
        self.looked = None;
    }

    /// Shows where a line of the log happened.
    pub fn flash(&mut self, at: Space) {
        let board = self.game().board().clone();
        self.view.look_at(&board, at);
        self.flash = Some((at, 1.6));
    }

    /// Goes on from what is shown as a new battle, with a person for a side.
    ///
    /// # Errors
    /// When it cannot be begun.
    pub fn take_over(&mut self, side: Side) -> Result<(), String> {
        let mut setup = self.setup.clone();
        setup.agents[side.index()] = "human".to_owned();
        let upto = self.player.shown.min(self.tale.len());
        let answers: Vec<Answer> = self.tale.moments[..upto]
            .iter()
            .map(|m| m.given.answer.clone())
            .collect();
        let session = Session::after(setup.clone(), &answers)?;
        self.setup = setup;
        self.session = Some(session);
        self.tale.truncate(upto);
        self.player.jump(upto);
        self.player.playing = true;
        self.asked = None;
        self.end_seen = false;
        self.tab = panels::Tab::Figure;
        Ok(())
    }

    // ---- keys ----

    fn keys(&mut self, ui: &Ui) {
        if ui.ctx().egui_wants_keyboard_input() {
            return;
        }
        let pressed: Vec<(Key, bool)> = ui.input(|i| {
            i.events
                .iter()
                .filter_map(|e| match e {
                    egui::Event::Key {
                        key,
                        pressed: true,
                        modifiers,
                        ..
                    } if !modifiers.ctrl && !modifiers.alt => Some((*key, modifiers.shift)),
                    _ => None,
                })
                .collect()
        });
        for (key, shift) in pressed {
            self.key(key, shift);
        }
    }

    fn key(&mut self, key: Key, shift: bool) {
        let plain = |answer: Answer, screen: &mut Self| {
            if screen.asked.as_ref().is_some_and(|a| a.legal.has(&answer)) {
                screen.give(answer, None);
                true
            } else {
                false
            }
        };
        match key {
            Key::Questionmark => self.help = !self.help,
            Key::Slash if shift => self.help = !self.help,
            Key::Escape => {
                if self.help {
                    self.help = false;
                } else if self.tool != Tool::Play {
                    self.tool = Tool::Play;
                } else if self.chosen.is_some() {
                    self.choose(None);
                }
            }
            Key::Y => {
                plain(Answer::Yes, self);
            }
            Key::N => {
                if !plain(Answer::No, self) {
                    self.next_figure(shift);
                }
            }
            Key::Tab => self.next_figure(shift),
            Key::E => self.done(),
            Key::U => self.undo(),
            Key::H => self.advise(),
            Key::P if shift => self.play_rest(),
            Key::P => self.play_one(),
            Key::S => self.toggle(Tool::Sight),
            Key::T => self.toggle(Tool::Threat),
            Key::R => self.toggle(Tool::Ruler),
            Key::L => self.tab = panels::Tab::Log,
            Key::W => self.tab = panels::Tab::Why,
            Key::Enter => {
                if let Some(preset) = self.asked.as_ref().and_then(|a| a.legal.preset.clone()) {
                    self.give(preset, None);
                }
            }
            Key::Space => {
                if self.is_played() {
                    self.player.skip(&self.tale);
                } else {
                    self.player.playing = !self.player.playing;
                }
            }
            Key::Period if !self.is_played() => {
                self.player.playing = false;
                self.player.step(&self.tale);
            }
            Key::Comma if !self.is_played() => {
                self.player.playing = false;
                self.jump(self.player.shown.saturating_sub(1));
            }
            _ => {}
        }
    }

    /// Switches a tool on or off.
    pub fn toggle(&mut self, tool: Tool) {
        self.tool = if self.tool == tool { Tool::Play } else { tool };
        self.tool_at = None;
    }

    // ---- the board ----

    fn board(&mut self, ui: &mut Ui, looks: &Looks) {
        let board = self.game().board().clone();
        let facing = matches!(
            self.asked.as_ref().map(|a| &a.decision.ask),
            Some(Ask::Face { .. })
        );
        let keys = !ui.ctx().egui_wants_keyboard_input();
        let seen = self.view.show(ui, &board, !facing, keys);
        if seen.hover != self.hover {
            self.hover = seen.hover;
        }
        self.look(seen.hover);
        self.marks(&seen, &board);
        let pieces = self.pieces(&seen.layout);
        for (_, piece) in &pieces {
            table::figure(&seen.painter, &seen.camera, piece);
        }
        self.over(&seen, looks);
        if seen.response.clicked() {
            self.click(&seen);
        }
        if seen.response.secondary_clicked() {
            self.choose(None);
        }
        self.press = seen.pointer;
    }

    /// Figures as they stand in what is shown, from the back to the front.
    fn pieces(&self, layout: &Layout) -> Vec<(Fig, Piece)> {
        let game = self.game();
        let moving = self.player.event(&self.tale);
        let mut pieces: Vec<(Fig, Piece)> = Vec::new();
        for who in game.on_board() {
            if game.aboard(who).is_some() {
                continue;
            }
            let mut piece = self.piece(game, layout, who);
            for rider in game.on_board().filter(|f| game.aboard(*f) == Some(who)) {
                piece.riders.push(self.piece(game, layout, rider));
            }
            match moving {
                Some((
                    Event::Moved {
                        who: mover, path, ..
                    }
                    | Event::Fled { who: mover, path }
                    | Event::Pushed { who: mover, path },
                    through,
                )) if *mover == who && path.len() > 1 => {
                    let along = through * (path.len() - 1) as f32;
                    let i = (along as usize).min(path.len() - 2);
                    let (a, b) = (layout.centre(path[i]), layout.centre(path[i + 1]));
                    let first = layout.centre(path[0]);
                    let offset = piece.at - first;
                    piece.at = a + (b - a) * (along - i as f32) + offset;
                }
                Some((Event::Defeated { who: gone, .. }, through)) if *gone == who => {
                    piece.presence = 1.0 - through;
                }
                _ => {}
            }
            pieces.push((who, piece));
        }
        pieces.sort_by(|a, b| a.1.at.y.total_cmp(&b.1.at.y));
        pieces
    }

    /// A figure as it is drawn.
    pub fn piece(&self, game: &Game, layout: &Layout, who: Fig) -> Piece {
        let shown = game.shown(who);
        let (at, radius) = tale::base_of(game, layout, who);
        let asked = self.asked.as_ref();
        let spent = asked.is_some_and(|a| {
            matches!(a.decision.ask, Ask::Act { .. })
                && a.decision.who == Who::Side(game.side(who))
                && !a.legal.can_act(who)
        });
        Piece {
            at,
            radius,
            side: game.side(who).index(),
            kind: if shown.words.contains("commander") {
                "commander"
            } else {
                shown.kind
            },
            letter: shown.letter,
            words: format!("{}, {}", shown.words, shown.name.to_lowercase()),
            facing: Some(layout.direction(game.facing(who))),
            aloft: game.aloft(who),
            health: shown.health,
            spent,
            disabled: shown.status.iter().any(|s| s.contains("disabled")),
            presence: 1.0,
            riders: Vec::new(),
        }
    }

    /// The figures on a space, the outermost first.
    fn figures_at(&self, space: Space) -> Vec<Fig> {
        let game = self.game();
        game.on_board()
            .filter(|f| game.spaces(*f).contains(&space))
            .collect()
    }

    /// Finds out about where the mouse points, once.
    fn look(&mut self, hover: Option<Space>) {
        let settled = self.player.shown == self.tale.len() && !self.player.is_moving();
        let key = (self.tale.len(), self.chosen, hover, settled);
        if self.looked == Some(key) {
            return;
        }
        self.looked = Some(key);
        self.outlook = None;
        self.prospects.clear();
        if !settled {
            return;
        }
        let (Some(who), Some(space)) = (self.chosen, hover) else {
            return;
        };
        let game = self.tale.game(self.tale.len()).clone();
        if game.place(who) != Place::On {
            return;
        }
        let there = self.figures_at(space);
        let enemies: Vec<Fig> = there
            .iter()
            .copied()
            .filter(|f| !game.allied(*f, who))
            .collect();
        if enemies.is_empty() {
            if let Some(asked) = &self.asked
                && asked
                    .legal
                    .moves
                    .get(&who)
                    .is_some_and(|m| m.contains(&space))
            {
                self.outlook = Some(outlook(&game, who, space));
            }
            return;
        }
        for target in enemies {
            self.prospects
                .extend(prospects(&game, who, Target::Figure(target)));
        }
    }

    /// What the chosen figure can reach, with costs.
    fn reach_of(&mut self, who: Fig) -> Option<&Reach> {
        let after = self.tale.len();
        let stale = self
            .reach
            .as_ref()
            .is_none_or(|(n, f, _)| (*n, *f) != (after, who));
        if stale {
            let mut reach = Reach::default();
            let can = self.tale.game(after).reach(who, &mut reach);
            self.reach = can.then_some((after, who, reach));
        }
        self.reach.as_ref().map(|(_, _, r)| r)
    }

    /// Marks on the ground, under the figures.
    fn marks(&mut self, seen: &Seen, board: &Arc<crate::board::Board>) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let settled = self.player.shown == self.tale.len() && !self.player.is_moving();
        match self.tool {
            Tool::Sight => return self.sight(seen),
            Tool::Threat => self.threat(seen),
            Tool::Ruler | Tool::Play => {}
        }
        let game = self.tale.game(self.tale.len());
        for zone in game.items().iter().enumerate() {
            if let crate::battle::Holder::Space(at) = game.item(zone.0 as u8) {
                let at = layout.centre(at);
                table::dot(
                    painter,
                    camera,
                    at,
                    0.2,
                    Color32::from_rgb(0xff, 0xd9, 0x5a),
                );
            }
        }
        if !settled || self.asked.is_none() {
            return;
        }
        let chosen = self.chosen;
        if let (Some(who), Some(asked)) = (chosen, &self.asked) {
            let spaces = asked
                .legal
                .moves
                .get(&who)
                .or_else(|| asked.legal.places.get(&who))
                .cloned()
                .unwrap_or_default();
            let placing = asked.legal.places.contains_key(&who);
            let threat = self.tool == Tool::Threat;
            let costs: BTreeMap<Space, u32> = if placing {
                BTreeMap::new()
            } else {
                self.reach_of(who)
                    .map(|r| {
                        spaces
                            .iter()
                            .filter_map(|s| r.cost(*s).map(|c| (*s, c)))
                            .collect()
                    })
                    .unwrap_or_default()
            };
            for space in &spaces {
                if !threat {
                    let hard = board.is_hard(*space);
                    let fill = if hard {
                        glass(Color32::from_rgb(0xff, 0xb0, 0x3a), 92)
                    } else {
                        glass(Color32::from_rgb(0x8f, 0xe0, 0xff), 86)
                    };
                    table::fill_space(painter, layout, camera, *space, fill);
                }
                if let Some(cost) = costs.get(space).filter(|_| camera.zoom >= 25.0) {
                    painter.text(
                        camera.screen(layout.centre(*space) + vec2(0.0, 0.27)),
                        egui::Align2::CENTER_CENTER,
                        cost,
                        egui::FontId::proportional((camera.zoom * 0.3).clamp(8.0, 14.0)),
                        glass(Color32::from_rgb(10, 22, 34), 220),
                    );
                }
            }
            let edge = Stroke::new(2.0, glass(Color32::from_rgb(0xd8, 0xf4, 0xff), 190));
            table::outline(
                painter,
                layout,
                camera,
                &|s| spaces.contains(&s),
                spaces.iter().copied(),
                board.grid(),
                edge,
            );
        }
        // who can still act, softly; the chosen one, clearly
        let game = self.tale.game(self.tale.len());
        if let Some(asked) = &self.asked {
            for who in asked.legal.figures() {
                if game.place(who) != Place::On || game.aboard(who).is_some() {
                    continue;
                }
                let (at, radius) = tale::base_of(game, layout, who);
                painter.circle_stroke(
                    camera.screen(at),
                    radius * camera.zoom * 1.2,
                    Stroke::new(2.0, glass(Color32::WHITE, 120)),
                );
            }
        }
        if let Some(who) = chosen.filter(|w| game.place(*w) == Place::On) {
            let (at, radius) = tale::base_of(game, layout, who);
            let wide = (camera.zoom * 0.1).clamp(2.5, 5.0);
            for (r, ink) in [
                (wide + 2.0, glass(Color32::BLACK, 150)),
                (wide, theme::ACCENT),
            ] {
                painter.circle_stroke(
                    camera.screen(at),
                    radius * camera.zoom * 1.25,
                    Stroke::new(r, ink),
                );
            }
        }
    }

    fn sight(&mut self, seen: &Seen) {
        let from = self.tool_at.or(seen.hover);
        let Some(from) = from else { return };
        let board = self.game().board().clone();
        if board.len() > 20_000 {
            return;
        }
        for space in board.spaces().iter() {
            let fill = match board.sight(from, space) {
                Sight::Clear => continue,
                Sight::Cover => glass(Color32::from_rgb(0xff, 0xc2, 0x3a), 78),
                Sight::Blocked => glass(Color32::from_rgb(0x08, 0x08, 0x12), 165),
            };
            if space != from && seen.camera.seen().contains(seen.layout.centre(space)) {
                table::fill_space(&seen.painter, &seen.layout, &seen.camera, space, fill);
            }
        }
        table::ring_space(
            &seen.painter,
            &seen.layout,
            &seen.camera,
            from,
            Stroke::new(3.0, theme::ACCENT),
        );
    }

    fn threat(&mut self, seen: &Seen) {
        let (Some(who), Some(asked)) = (self.chosen, &self.asked) else {
            return;
        };
        let after = self.tale.len();
        if self
            .danger
            .as_ref()
            .is_none_or(|(n, f, _)| (*n, *f) != (after, who))
        {
            let game = self.tale.game(after);
            let mut all = BTreeMap::new();
            for space in asked.legal.moves.get(&who).into_iter().flatten() {
                all.insert(*space, outlook(game, who, *space).lost);
            }
            self.danger = Some((after, who, all));
        }
        let Some((_, _, danger)) = &self.danger else {
            return;
        };
        for (space, lost) in danger {
            let tone = theme::mix(
                Color32::from_rgb(0x4f, 0xb8, 0x7a),
                Color32::from_rgb(0xe0, 0x3c, 0x28),
                (*lost as f32 * 1.6).min(1.0),
            );
            let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
            table::fill_space(painter, layout, camera, *space, glass(tone, 130));
            if camera.zoom >= 22.0 {
                painter.text(
                    camera.screen(layout.centre(*space) - vec2(0.0, 0.2)),
                    egui::Align2::CENTER_CENTER,
                    format!("{:.0}%", lost * 100.0),
                    egui::FontId::proportional((camera.zoom * 0.28).clamp(8.0, 13.0)),
                    Color32::WHITE,
                );
            }
        }
    }

    /// What lies over the figures.
    fn over(&mut self, seen: &Seen, looks: &Looks) {
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let game = self.game();
        if let Some(space) = seen.hover {
            table::ring_space(
                painter,
                layout,
                camera,
                space,
                Stroke::new(2.0, glass(Color32::WHITE, 170)),
            );
        }
        if let Some((at, left)) = self.flash {
            let grow = 1.0 - left / 1.6;
            painter.circle_stroke(
                camera.screen(layout.centre(at)),
                camera.zoom * (0.5 + 0.6 * grow),
                Stroke::new(4.0, theme::ACCENT.gamma_multiply(1.0 - grow)),
            );
        }
        if let Some(outlook) = self.outlook.as_ref().filter(|_| self.tool != Tool::Sight) {
            let points: Vec<Pos2> = outlook.path.iter().map(|s| layout.centre(*s)).collect();
            if points.len() > 1 {
                table::path(
                    painter,
                    camera,
                    &points,
                    Color32::from_rgb(0xf4, 0xfb, 0xff),
                );
            }
            for (enemy, ..) in &outlook.dangers {
                let from = tale::base_of(game, layout, *enemy).0;
                table::arrow(
                    painter,
                    camera,
                    from,
                    layout.centre(outlook.to),
                    glass(Color32::from_rgb(0xff, 0x5a, 0x3c), 170),
                );
            }
        }
        if let (Some(who), Some(space)) = (self.chosen, seen.hover)
            && let Some(best) = self
                .prospects
                .iter()
                .filter(|p| p.legal.is_ok())
                .max_by_key(|p| p.odds.defeat)
        {
            let from = tale::base_of(game, layout, who).0;
            let to = layout.centre(space);
            table::arrow(painter, camera, from, to, theme::ACCENT);
            let text = format!("{} {}", panels::percent(best.odds.defeat), best.how.name());
            table::label(
                painter,
                camera.screen(to) - vec2(0.0, camera.zoom * 0.7 + 8.0),
                &text,
                14.0,
                theme::ACCENT,
            );
        }
        self.show_hint(seen);
        self.show_facing(seen);
        if self.tool == Tool::Ruler
            && let (Some(from), Some(to)) = (self.tool_at, seen.hover)
        {
            table::arrow(
                painter,
                camera,
                layout.centre(from),
                layout.centre(to),
                Color32::WHITE,
            );
            let n = game.board().grid().distance(from, to);
            table::label(
                painter,
                camera.screen(layout.centre(to)) - vec2(0.0, 24.0),
                &format!("{n} spaces"),
                14.0,
                Color32::WHITE,
            );
        }
        if let Some((Event::Struck { who, at, .. }, through)) = self.player.event(&self.tale) {
            let target = match at {
                Target::Figure(f) => Some(tale::base_of(game, layout, *f).0),
                Target::Space(s) => Some(layout.centre(*s)),
                Target::Border(a, b) => layout.side(*a, *b).map(|(p, q)| p + (q - p) * 0.5),
                _ => None,
            };
            if let Some(to) = target {
                let from = tale::base_of(game, layout, *who).0;
                let tip = from + (to - from) * through.max(0.35);
                let ink = theme::side(game.side(*who).index());
                table::arrow(
                    painter,
                    camera,
                    from,
                    tip,
                    theme::mix(ink, Color32::WHITE, 0.35),
                );
            }
        }
        let _ = looks;
        for said in self.player.said() {
            panels::said(
                painter,
                camera.screen(layout.centre(said.at)) - vec2(0.0, camera.zoom * 0.62 + 12.0),
                said,
            );
        }
    }

    fn show_hint(&self, seen: &Seen) {
        let Some(thought) = &self.hint else { return };
        let game = self.tale.game(self.tale.len());
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let green = Color32::from_rgb(0x6d, 0xf0, 0x9a);
        match &thought.answer {
            Answer::Move { who, to } => {
                let from = tale::base_of(game, layout, *who).0;
                table::arrow(painter, camera, from, layout.centre(*to), green);
                table::ring_space(painter, layout, camera, *to, Stroke::new(3.0, green));
            }
            Answer::Place { to, .. } => {
                table::ring_space(painter, layout, camera, *to, Stroke::new(3.0, green));
            }
            Answer::Strike {
                who,
                at: Target::Figure(at),
                ..
            } => {
                let from = tale::base_of(game, layout, *who).0;
                let to = tale::base_of(game, layout, *at).0;
                table::arrow(painter, camera, from, to, green);
            }
            _ => {}
        }
    }

    fn show_facing(&self, seen: &Seen) {
        let Some(asked) = &self.asked else { return };
        let Ask::Face { who } = asked.decision.ask else {
            return;
        };
        let game = self.tale.game(self.tale.len());
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        let (at, radius) = tale::base_of(game, layout, who);
        let aimed = seen.pointer.map(|p| layout.facing(p - at));
        for way in &asked.legal.faces {
            let v = layout.direction(*way);
            let ink = if aimed == Some(*way) {
                theme::ACCENT
            } else if asked.legal.preset == Some(Answer::Face(*way)) {
                Color32::WHITE
            } else {
                glass(Color32::WHITE, 120)
            };
            let from = at + v * (radius + 0.1);
            table::arrow(painter, camera, from, from + v * 1.5, ink);
        }
    }

    // ---- the mouse ----

    fn click(&mut self, seen: &Seen) {
        if self.tool == Tool::Sight || self.tool == Tool::Ruler {
            self.tool_at = if self.tool_at.is_some() {
                None
            } else {
                seen.hover
            };
            return;
        }
        if self.player.shown != self.tale.len() || self.player.is_moving() {
            // a click hurries things along
            if self.is_played() {
                self.player.skip(&self.tale);
            }
            return;
        }
        let Some(space) = seen.hover else { return };
        let there = self.figures_at(space);
        let Some(asked) = &self.asked else {
            let next = cycle(&there, self.chosen);
            self.choose(next);
            return;
        };
        let game = self.tale.game(self.tale.len());
        if let Ask::Face { who } = asked.decision.ask {
            let (at, _) = tale::base_of(game, &seen.layout, who);
            if let Some(pointer) = seen.pointer {
                self.give(Answer::Face(seen.layout.facing(pointer - at)), None);
            }
            return;
        }
        if let Some(who) = self.chosen {
            if asked
                .legal
                .places
                .get(&who)
                .is_some_and(|p| p.contains(&space))
            {
                let places: Vec<Fig> = asked.legal.places.keys().copied().collect();
                self.give(Answer::Place { who, to: space }, None);
                // on with the next one that waits
                self.chosen = places.into_iter().find(|f| *f > who);
                return;
            }
            let mine: Vec<(How, Target)> = asked
                .legal
                .strikes
                .get(&who)
                .into_iter()
                .flatten()
                .copied()
                .filter(|(_, at)| match at {
                    Target::Figure(f) => there.contains(f) && !game.allied(*f, who),
                    _ => false,
                })
                .collect();
            if let [(how, at)] = mine.as_slice() {
                self.give(
                    Answer::Strike {
                        who,
                        how: *how,
                        at: *at,
                    },
                    None,
                );
                return;
            }
            if let Some((_, at)) = mine.first() {
                self.aimed = Some(*at);
                self.tab = panels::Tab::Figure;
                return;
            }
            if asked
                .legal
                .moves
                .get(&who)
                .is_some_and(|m| m.contains(&space))
            {
                self.give(Answer::Move { who, to: space }, None);
                return;
            }
            let enemies: Vec<Fig> = there
                .iter()
                .copied()
                .filter(|f| !game.allied(*f, who))
                .collect();
            if let Some(enemy) = enemies.first() {
                // why not? the rules say
                let why = self
                    .prospects
                    .iter()
                    .find_map(|p| p.legal.clone().err())
                    .unwrap_or_else(|| "it cannot be attacked from here".to_owned());
                self.message = Some(format!(
                    "{} cannot be attacked now: {why}.",
                    game.name(*enemy)
                ));
                return;
            }
            if there.is_empty() {
                let answer = Answer::Move { who, to: space };
                if let Err(why) = game.check(&answer) {
                    self.message = Some(format!(
                        "{} cannot move to {}: {why}.",
                        game.name(who),
                        game.board().grid().name(space)
                    ));
                }
                return;
            }
        }
        let next = cycle(&there, self.chosen);
        self.choose(next);
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
        self.saved_board = true;
    }

    /// Where the picture of the board goes that was asked for.
    pub fn take_picture(&mut self) -> Option<String> {
        std::mem::take(&mut self.saved_board).then(|| {
            format!(
                "reports/{}-{}.png",
                stem(&self.setup.map.name),
                self.setup.seed
            )
        })
    }
}

/// The name of a file without folder and ending.
fn stem(name: &str) -> String {
    std::path::Path::new(name)
        .file_stem()
        .map_or_else(|| "battle".to_owned(), |s| s.to_string_lossy().into_owned())
}

/// The next of several figures on one space.
fn cycle(there: &[Fig], now: Option<Fig>) -> Option<Fig> {
    let i = now.and_then(|n| there.iter().position(|f| *f == n));
    match i {
        Some(i) => there.get((i + 1) % there.len()).copied(),
        None => there.first().copied(),
    }
}

/// The figure that acts by an answer.
pub fn acting(answer: &Answer) -> Option<Fig> {
    match answer {
        Answer::Move { who, .. }
        | Answer::Leave { who }
        | Answer::Strike { who, .. }
        | Answer::Place { who, .. } => Some(*who),
        _ => None,
    }
}

/// All a record tells, and what does not come out as recorded.
fn retell(record: &Record) -> Result<(Tale, Option<String>), String> {
    let mut replay = Replay::new(record).map_err(|f| f.to_string())?;
    let mut tale = Tale::new(replay.game().clone());
    let mut differs = None;
    while let Some(again) = replay.step() {
        let mut again = again.map_err(|d| d.to_string())?;
        if let Some((line, what)) = again.differs {
            if differs.is_none() {
                differs = Some(format!(
                    "{}:{line}: answer {}: {what}; from there on it is shown as recorded",
                    record.file, again.given.number
                ));
            }
            let kept = &record.answers[again.given.number as usize - 1];
            again.given.events = record
                .events(replay.game(), kept)
                .map_err(|d| d.to_string())?;
        }
        tale.push(again.given, replay.game().clone());
        if differs.is_some() {
            replay.as_recorded();
        }
    }
    Ok((tale, differs))
}

/// How attacks of a figure on a target would go from where it stands.
pub fn prospects(game: &Game, who: Fig, target: Target) -> Vec<Prospect> {
    let stand = game.stand(who);
    let mut all = Vec::new();
    game.strikes(who, stand, &mut |how, at, sight| {
        if at == target {
            all.push((how, sight));
        }
        true
    });
    if all.is_empty() {
        // no way at all from here: say why for each way it has
        return game
            .modes(who, true)
            .into_iter()
            .map(|mode| Prospect {
                how: mode.how,
                at: target,
                sight: Sight::Blocked,
                odds: Odds::NONE,
                lines: Vec::new(),
                legal: Err(refusal(game, who, mode.how, target).unwrap_or_else(|| {
                    match mode.range {
                        Range::Touch => "it does not touch it".to_owned(),
                        Range::Spaces(n) => format!("out of sight, or farther than {n} spaces"),
                    }
                })),
            })
            .collect();
    }
    all.into_iter()
        .map(|(how, sight)| Prospect {
            how,
            at: target,
            sight,
            odds: game.odds(who, stand, how, target, sight),
            lines: game.lines(who, stand, how, target, sight),
            legal: refusal(game, who, how, target).map_or(Ok(()), Err),
        })
        .collect()
}

fn refusal(game: &Game, who: Fig, how: How, at: Target) -> Option<String> {
    game.check(&Answer::Strike { who, how, at })
        .err()
        .map(|r| r.to_string())
}

/// Where an enemy could attack a figure from before the figure acts again: where it stands, and
/// the nearest places it could move to first.
fn stands(game: &Game, enemy: Fig, who: Fig) -> Vec<Stand> {
    const MOST: usize = 4;
    let here = Stand {
        facing: None,
        ..game.stand(enemy)
    };
    match game.menace(enemy, who) {
        Menace::None => Vec::new(),
        Menace::Standing => vec![here],
        Menace::Moving => {
            let mut reach = Reach::default();
            game.reach(enemy, &mut reach);
            let (grid, target) = (game.board().grid(), game.spaces(who));
            let mut ends: Vec<(u32, Space)> = reach
                .ends()
                .iter()
                .map(|(to, _)| (grid.gap(&[*to], &target), *to))
                .collect();
            ends.sort_unstable();
            let near = ends.into_iter().take(MOST);
            std::iter::once(here)
                .chain(near.map(|(_, at)| Stand { at, ..here }))
                .collect()
        }
    }
}

/// What there is to know about moving to a place, found by moving there in the head.
pub fn outlook(game: &Game, who: Fig, to: Space) -> Outlook {
    let mut head = game.clone();
    let mut events = Vec::new();
    head.settle(&Answer::Move { who, to }, &mut events);
    // where it faces there, and whatever else is asked on the way, the usual way
    for _ in 0..4 {
        match head.decision().ask {
            Ask::Face { .. } | Ask::Land { .. } => {
                let preset = head.preset();
                head.settle(&preset, &mut ());
            }
            _ => break,
        }
    }
    let (path, cost) = events
        .iter()
        .find_map(|e| match e {
            Event::Moved { who: w, path, cost } if *w == who => Some((path.clone(), Some(*cost))),
            _ => None,
        })
        .unwrap_or_default();
    let mut out = Outlook {
        to,
        cost,
        path,
        dangers: Vec::new(),
        lost: 0.0,
        targets: Vec::new(),
    };
    if head.place(who) != Place::On {
        return out;
    }
    let mut safe = 1.0;
    for enemy in head.on_board().filter(|f| !head.allied(*f, who)) {
        let mut best: Option<(How, crate::battle::Ratio)> = None;
        for stand in stands(&head, enemy, who) {
            head.strikes(enemy, stand, &mut |how, at, sight| {
                if at == Target::Figure(who) {
                    let odds = head.odds(enemy, stand, how, at, sight);
                    if best.is_none_or(|(_, old)| odds.defeat > old) {
                        best = Some((how, odds.defeat));
                    }
                }
                true
            });
        }
        if let Some((how, chance)) = best {
            safe *= 1.0 - panels::float(chance);
            out.dangers.push((enemy, how, chance));
        }
    }
    out.lost = 1.0 - safe;
    let stand = head.stand(who);
    head.strikes(who, stand, &mut |how, at, sight| {
        if let Target::Figure(enemy) = at
            && !head.allied(enemy, who)
        {
            let odds = head.odds(who, stand, how, at, sight);
            out.targets.push((enemy, how, odds.defeat));
        }
        true
    });
    out.targets.sort_by(|a, b| b.2.cmp(&a.2));
    out
}

/// A question in words, without whose it is.
pub fn question(game: &Game, decision: &Decision) -> String {
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
