//! The board of a battle: its figures, and what clicks mean.

use super::super::board_view::Seen;
use super::super::layout::Layout;
use super::super::panels;
use super::super::table::{self, Piece};
use super::super::tale::{self};
use super::super::theme::Looks;
use crate::battle::{Answer, Ask, Event, Fig, How, Place, Target, Who};
use crate::board::Space;
use crate::rules::Game;
use egui::Ui;

use super::outlook::{outlook, prospects};
use super::{BattleScreen, Tool};

impl BattleScreen {
    // ---- the board ----

    pub(super) fn board(&mut self, ui: &mut Ui, looks: &Looks) {
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

    // ---- the mouse ----

    pub(super) fn click(&mut self, seen: &Seen) {
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
        if asked.legal.lays.contains(&space) {
            self.give(Answer::Lay { to: space }, None);
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
                self.tab = panels::Tab::Figure;
                return;
            }
            if moves {
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
}

/// The next of several figures on one space.
fn cycle(there: &[Fig], now: Option<Fig>) -> Option<Fig> {
    let i = now.and_then(|n| there.iter().position(|f| *f == n));
    match i {
        Some(i) => there.get((i + 1) % there.len()).copied(),
        None => there.first().copied(),
    }
}
