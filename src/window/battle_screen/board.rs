//! The board of a battle: its figures, and what clicks mean.

use super::super::board_view::Seen;
use super::super::layout::Layout;
use super::super::table::{self, Piece};
use super::super::tale::{self};
use super::super::theme::{self, Looks};
use super::question;
use crate::battle::{Answer, Ask, Event, Fig, How, Place, Target, Who};
use crate::board::Space;
use crate::rules::Game;
use egui::Ui;

use super::outlook::{outlook, prospects};
use super::{BattleScreen, Tab, Tool, Word};

impl BattleScreen {
    // ---- the board ----

    /// Draws the board, and does what the mouse wants there.
    pub fn board(&mut self, ui: &mut Ui, looks: &Looks) {
        let board = self.game().board().clone();
        let facing = matches!(
            self.asked.as_ref().map(|a| &a.decision.ask),
            Some(Ask::Face { .. })
        );
        // a drag from a space the chosen figure could go to draws where it is to look, and does
        // not move the board
        let (pressed, down) = ui.input(|i| (i.pointer.primary_pressed(), i.pointer.primary_down()));
        self.drawing = down && (self.drawing || pressed && self.goes_to(self.hover).is_some());
        let pan = !facing && !self.drawing && self.turning.is_none();
        let mut seen = self.view.show(ui, &board, pan, false);
        if ui.input(|i| i.pointer.delta()) != egui::Vec2::ZERO {
            self.cursor = None;
        }
        if let (Some(space), Some(at)) = (self.cursor, self.cursor_at()) {
            (seen.hover, seen.pointer) = (Some(space), Some(at));
        }
        // who draws where a figure is to look still asks about where it is to stand
        if self.turning.is_some() {
            seen.hover = self.turning;
        }
        // while the mouse is over the panel, the space stays the same
        if seen.response.contains_pointer() || self.cursor.is_some() || seen.hover.is_some() {
            self.hover = seen.hover;
        }
        self.look(self.hover);
        self.aims(&seen.painter, &seen.camera, &seen.layout);
        self.marks(ui, &seen, &board);
        let pieces = self.pieces(&seen.layout);
        let figures = pieces.iter().map(|(_, piece)| piece);
        self.cast.show(ui, &seen.painter, &seen.camera, figures);
        self.tokens(&seen.painter, &seen.camera, &seen.layout, &pieces);
        self.over(&seen, looks);
        self.take_wanted(ui);
        self.turn_by_mouse(&seen);
        if std::mem::take(&mut self.pressing) || seen.response.clicked() {
            self.click(&seen);
        }
        if seen.response.secondary_clicked() {
            self.choose(None);
        }
    }

    /// The chosen figure, if it can go to a space.
    fn goes_to(&self, space: Option<Space>) -> Option<Fig> {
        let who = self.chosen?;
        let moves = self.asked.as_ref()?.legal.moves.get(&who)?;
        (self.tool == Tool::Play && moves.contains(&space?)).then_some(who)
    }

    /// A drag from a space the chosen figure can go to, or around a figure that is asked where
    /// to look, draws the way it is to look.
    fn turn_by_mouse(&mut self, seen: &Seen) {
        let asks = match self.asked.as_ref().map(|a| &a.decision.ask) {
            Some(Ask::Face { who }) => Some(*who),
            _ => None,
        };
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        if seen.response.drag_started_by(egui::PointerButton::Primary) && asks.is_none() {
            let from = painter.ctx().input(|i| i.pointer.press_origin());
            let space = from.and_then(|at| layout.space(camera.board(at)));
            self.turning = space.filter(|s| self.goes_to(Some(*s)).is_some());
        }
        let released = seen.response.drag_stopped_by(egui::PointerButton::Primary);
        if let (Some(who), true, Some(pointer)) = (asks, released, seen.pointer) {
            let at = tale::base_of(self.tale.game(self.tale.len()), layout, who).0;
            self.give(Answer::Face(layout.facing(pointer - at)), None);
            return;
        }
        let Some(to) = self.turning else { return };
        let Some(pointer) = painter.ctx().pointer_interact_pos() else {
            return;
        };
        let centre = layout.centre(to);
        let v = camera.board(pointer) - centre;
        let drawn = v.length() > 0.45;
        if drawn {
            let way = layout.direction(layout.facing(v));
            table::arrow(painter, camera, centre, centre + way * 1.6, theme::ACCENT);
        }
        table::ring_space(
            painter,
            layout,
            camera,
            to,
            egui::Stroke::new(3.0, theme::ACCENT),
        );
        if !released {
            return;
        }
        self.turning = None;
        let Some(who) = self.goes_to(Some(to)) else {
            return;
        };
        if !drawn && self.tale.game(self.tale.len()).at(who) == to {
            return;
        }
        if !drawn {
            self.give(Answer::Move { who, to }, None);
            return;
        }
        let mut head = self.tale.game(self.tale.len()).clone();
        head.settle(&Answer::Move { who, to }, &mut ());
        if matches!(head.decision().ask, Ask::Face { .. }) {
            self.wish = Some((who, layout.facing(v)));
            self.give(Answer::Move { who, to }, None);
        } else {
            let name = self.game().name(who);
            let word = format!("{name} has moved. Its facing does not matter in these rules.");
            self.give(Answer::Move { who, to }, None);
            if self.message.is_none() {
                self.message = Some(Word::Done(word));
            }
        }
    }

    /// Figures as they stand in what is shown, from the back to the front.
    pub(super) fn pieces(&self, layout: &Layout) -> Vec<(Fig, Piece)> {
        let game = self.game();
        let (moving, through) = self.player.events(&self.tale);
        let mut pieces: Vec<(Fig, Piece)> = Vec::new();
        for who in game.on_board() {
            if game.aboard(who).is_some() {
                continue;
            }
            let mut piece = self.piece(game, layout, who);
            for rider in game.on_board().filter(|f| game.aboard(*f) == Some(who)) {
                piece.riders.push(self.piece(game, layout, rider));
            }
            for event in moving {
                match event {
                    Event::Moved {
                        who: mover, path, ..
                    }
                    | Event::Fled { who: mover, path }
                    | Event::Pushed { who: mover, path }
                        if *mover == who && path.len() > 1 =>
                    {
                        let along = through * (path.len() - 1) as f32;
                        let i = (along as usize).min(path.len() - 2);
                        let (a, b) = (layout.centre(path[i]), layout.centre(path[i + 1]));
                        let first = layout.centre(path[0]);
                        let offset = piece.at - first;
                        piece.at = a + (b - a) * (along - i as f32) + offset;
                    }
                    Event::Defeated { who: gone, .. } if *gone == who => {
                        piece.presence = 1.0 - through;
                    }
                    _ => {}
                }
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
    pub(super) fn figures_at(&self, space: Space) -> Vec<Fig> {
        let game = self.game();
        game.on_board()
            .filter(|f| game.spaces(*f).contains(&space))
            .collect()
    }

    /// Finds out about where the mouse points, once.
    pub(super) fn look(&mut self, hover: Option<Space>) {
        let settled = self.player.shown == self.tale.len() && !self.player.is_moving();
        let key = (self.tale.len(), self.chosen, hover, settled);
        if self.looked == Some(key) {
            return;
        }
        self.looked = Some(key);
        self.outlook = None;
        self.prospects.clear();
        self.covered.clear();
        if !settled {
            return;
        }
        if let (Some(to), Some(asked)) = (hover, &self.asked)
            && asked.legal.lays.contains(&to)
        {
            self.covered = covered(self.tale.game(self.tale.len()), to);
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

    // ---- the mouse ----

    pub(super) fn click(&mut self, seen: &Seen) {
        if matches!(self.tool, Tool::Sight | Tool::Ruler | Tool::WhyNot) {
            self.tool_at = if self.tool_at.is_some() {
                None
            } else {
                seen.hover
            };
            return;
        }
        if self.player.shown != self.tale.len() || self.player.is_moving() {
            // a click hurries things along, and may choose who acts next
            if self.is_played() {
                self.player.skip(&self.tale);
                let last = self.tale.moments.last();
                let placed = last.map(|m| matches!(m.given.answer, Answer::Place { .. }));
                self.late = seen.hover.filter(|_| placed == Some(true));
                let there = seen.hover.map(|space| self.figures_at(space));
                let own = there.into_iter().flatten().find(|who| {
                    let side = self.game().side(*who);
                    self.session.as_ref().is_some_and(|s| s.is_person(side))
                });
                if own.is_some() {
                    self.choose(own);
                }
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
        if matches!(asked.decision.ask, Ask::Lay { .. }) {
            let answer = Answer::Lay { to: space };
            match game.check(&answer) {
                Ok(()) => self.give(answer, None),
                Err(why) => {
                    let name = game.board().grid().name(space);
                    self.refuse(format!("The piece cannot go to {name}: {why}."));
                }
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
                self.tab = Tab::Figure;
                return;
            }
            let moves = asked
                .legal
                .moves
                .get(&who)
                .is_some_and(|m| m.contains(&space));
            let fire = Target::Space(space);
            let strikes = asked.legal.strikes.get(&who);
            let aims = strikes.is_some_and(|all| all.iter().any(|(_, at)| *at == fire));
            let wanted = seen.response.ctx.input(|i| i.modifiers.shift);
            if aims && (wanted || !moves) {
                self.aimed = Some(fire);
                self.tab = Tab::Figure;
                return;
            }
            // a click on the figure itself, or a second one too many, does not move it
            if moves && space != game.at(who) {
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
                let text = format!("{} cannot be attacked now: {why}.", game.name(*enemy));
                self.refuse(text);
                return;
            }
            if there.is_empty() && asked.legal.named().next().is_some() {
                let what = question(game, &asked.decision);
                self.refuse(format!("Please answer this first: {what}"));
                return;
            }
            if there.is_empty() {
                let answer = Answer::Move { who, to: space };
                if let Err(why) = game.check(&answer) {
                    let text = format!(
                        "{} cannot move to {}: {why}.",
                        game.name(who),
                        game.board().grid().name(space)
                    );
                    self.refuse(text);
                }
                return;
            }
        }
        let next = cycle(&there, self.chosen);
        self.choose(next);
    }
}

/// The spaces a piece of terrain would cover, found by laying it in the head.
fn covered(game: &Game, to: Space) -> Vec<Space> {
    let mut head = game.clone();
    let mut events = Vec::new();
    head.settle(&Answer::Lay { to }, &mut events);
    let laid = events.into_iter().find_map(|event| match event {
        Event::Laid { spaces, .. } => Some(spaces.into_iter().collect()),
        _ => None,
    });
    laid.unwrap_or_else(|| vec![to])
}

/// The next of several figures on one space.
fn cycle(there: &[Fig], now: Option<Fig>) -> Option<Fig> {
    let i = now.and_then(|n| there.iter().position(|f| *f == n));
    match i {
        Some(i) => there.get((i + 1) % there.len()).copied(),
        None => there.first().copied(),
    }
}
