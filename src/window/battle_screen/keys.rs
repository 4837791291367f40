//! Keys.

use super::super::board_view::Steer;
use super::super::keys::{Act, Chord};
use super::super::theme::Looks;
use super::attack_menu::Taken;
use super::{BattleScreen, Leave, Tab, Tool};
use crate::battle::{Answer, Ask};
use crate::board::Facing;
use egui::{Ui, pos2, vec2};

/// How fast moves are shown at least and at most, in percent.
const SPEED: (u32, u32) = (25, 800);

impl BattleScreen {
    /// Does what the keys that were pressed stand for.
    pub fn keys(&mut self, ui: &Ui, looks: &mut Looks) {
        if ui.ctx().text_edit_focused() {
            return;
        }
        if !self.course.is_settled() || self.turn.asked.is_none() {
            self.selection.menu = None;
        }
        let menu = self.selection.menu.as_mut();
        match menu.and_then(|menu| menu.keys(ui)) {
            Some(Taken::Answer(answer)) => self.answer(answer, None),
            Some(Taken::Closed) => self.selection.menu = None,
            None => {}
        }
        // what Tab has come to wants a few keys for itself
        // and so does a list that is open
        let focused = ui.memory(|m| m.focused().is_some()) || egui::Popup::is_any_open(ui.ctx());
        let pressed: Vec<Chord> = ui.input(|i| {
            i.events
                .iter()
                .filter_map(|e| match e {
                    egui::Event::Key {
                        key,
                        pressed: true,
                        modifiers,
                        ..
                    } => Some(Chord::pressed(*key, *modifiers)),
                    _ => None,
                })
                .collect()
        });
        for chord in pressed {
            if focused && chord.is_for_controls() {
                continue;
            }
            let acts: Vec<Act> = self.keys.acts(chord).collect();
            for act in acts {
                if self.act(act, looks) {
                    break;
                }
            }
        }
    }

    fn plain(&mut self, answer: Answer) -> bool {
        let can = self
            .turn
            .asked
            .as_ref()
            .is_some_and(|a| a.legal.has(&answer));
        if can {
            self.answer(answer, None);
        }
        can
    }

    /// Does what a key stands for; false where it cannot be done now.
    fn act(&mut self, act: Act, looks: &mut Looks) -> bool {
        if let Some(n) = act.nth() {
            return self.do_nth(n);
        }
        let asked = self.turn.asked.is_some();
        let watched = !self.is_played();
        match act {
            Act::Yes => return self.plain(Answer::Yes),
            Act::No => return self.plain(Answer::No),
            Act::NextFigure if asked => self.next_figure(false),
            Act::PreviousFigure if asked => self.next_figure(true),
            Act::EndStep if asked => self.done(),
            Act::Usual => {
                let preset = self
                    .turn
                    .asked
                    .as_ref()
                    .and_then(|a| a.legal.preset.clone());
                let Some(preset) = self.turn.rolled().or(self.turned()).or(preset) else {
                    return false;
                };
                self.answer(preset, None);
            }
            Act::Undo => self.undo(),
            Act::Hint if asked => self.advise(),
            Act::PlayOne if asked => self.play_one(),
            Act::PlayRest if asked => self.play_rest(),
            Act::PlayOut if asked => self.play_out(),
            Act::Stop => return self.stop(),
            Act::Skip => {
                let waits = std::mem::take(&mut self.turn.grace) > 0.0;
                if !waits && (watched || self.course.is_settled()) {
                    return false;
                }
                self.course.player.skip(&self.course.history);
            }
            Act::Pause if watched => self.play_or_pause(),
            Act::Press => self.pointer.press(),
            Act::CursorLeft => self.point(-1, 0),
            Act::CursorRight => self.point(1, 0),
            Act::CursorUp => self.point(0, -1),
            Act::CursorDown => self.point(0, 1),
            Act::PanLeft => self.pane.view.steer_by(Steer::Pan(vec2(1.0, 0.0))),
            Act::PanRight => self.pane.view.steer_by(Steer::Pan(vec2(-1.0, 0.0))),
            Act::PanUp => self.pane.view.steer_by(Steer::Pan(vec2(0.0, 1.0))),
            Act::PanDown => self.pane.view.steer_by(Steer::Pan(vec2(0.0, -1.0))),
            Act::ZoomIn => self.pane.view.steer_by(Steer::Zoom(1.25)),
            Act::ZoomOut => self.pane.view.steer_by(Steer::Zoom(0.8)),
            Act::Fit => self.pane.view.steer_by(Steer::Fit),
            Act::TurnLeft => return self.turn(-1),
            Act::TurnRight => return self.turn(1),
            Act::Sight => self.toggle(Tool::Sight),
            Act::Threat => self.toggle(Tool::Threat),
            Act::Ruler => self.toggle(Tool::Ruler),
            Act::WhyNot => self.toggle(Tool::WhyNot),
            Act::ShowFigure => self.panels.tab = Tab::Figure,
            Act::Log => self.panels.tab = Tab::Log,
            Act::Why => self.panels.tab = Tab::Why,
            Act::Score => self.panels.tab = Tab::Score,
            Act::Step if watched => {
                self.course.player.playing = false;
                self.course.player.step(&self.course.history);
            }
            Act::Back if watched => {
                self.course.player.playing = false;
                self.jump(self.course.player.shown.saturating_sub(1));
            }
            Act::NextRound if watched => self.next_round(),
            Act::LastRound if watched => self.last_round(),
            Act::Faster => looks.speed = (looks.speed * 2).min(SPEED.1),
            Act::Slower => looks.speed = (looks.speed / 2).max(SPEED.0),
            Act::FaceItself => self.turn.automatic.faces = !self.turn.automatic.faces,
            Act::KeepSuccess => self.turn.automatic.settles = !self.turn.automatic.settles,
            Act::Cancel => return self.cancel(),
            Act::Menu => self.go(Leave::Menu),
            Act::Help => self.panels.help = !self.panels.help,
            _ => return false,
        }
        true
    }

    /// Puts away what lies uppermost.
    fn cancel(&mut self) -> bool {
        if self.panels.help {
            self.panels.help = false;
        } else if self.tools.tool() != Tool::Play {
            self.toggle(self.tools.tool());
        } else if self.turn.hint.take().is_some() || self.message.take().is_some() {
        } else if self.pointer.cursor().is_some() {
            self.pointer.set_cursor(None);
        } else if self.selection.chosen.is_some() {
            self.choose(None);
        } else {
            return false;
        }
        true
    }

    /// Moves what the arrow keys point with, from the mouse, the chosen figure or the middle.
    fn point(&mut self, right: i32, down: i32) {
        let board = self.course.game().board().clone();
        let grid = board.grid();
        let from = self.pointer.cursor().or(self.pointer.hover()).or_else(|| {
            self.selection
                .chosen
                .filter(|who| self.course.game().place(*who) == crate::battle::Place::On)
                .map(|who| self.course.game().at(who))
        });
        let (mut column, mut row) = match from {
            Some(at) => (
                i64::from(grid.column(at)) + i64::from(right),
                i64::from(grid.row(at)) + i64::from(down),
            ),
            None => (i64::from(grid.columns) / 2, i64::from(grid.rows) / 2),
        };
        column = column.clamp(0, i64::from(grid.columns) - 1);
        row = row.clamp(0, i64::from(grid.rows) - 1);
        if let Some(to) = grid.at(column, row) {
            self.pointer.set_cursor(Some(to));
            self.pane.view.look_at(&board, to);
        }
    }

    /// The way the figure would face that is asked about, where the keys have turned it.
    fn turned(&self) -> Option<Answer> {
        let asked = self.turn.asked.as_ref()?;
        matches!(asked.decision.ask, Ask::Face { .. })
            .then_some(asked.turned)?
            .map(Answer::Face)
    }

    fn turn(&mut self, by: i32) -> bool {
        let Some(asked) = &mut self.turn.asked else {
            return false;
        };
        let Ask::Face { who } = asked.decision.ask else {
            return false;
        };
        let ways = &asked.legal.faces;
        if ways.is_empty() {
            return false;
        }
        let game = self.course.newest();
        let usual = match &asked.legal.preset {
            Some(Answer::Face(way)) => *way,
            _ => game.facing(who),
        };
        let now = asked.turned.unwrap_or(usual);
        let n = ways.len() as i32;
        let at = ways.iter().position(|w| *w == now).unwrap_or(0) as i32;
        let next: Facing = ways[((at + by + n) % n) as usize];
        asked.turned = Some(next);
        true
    }

    /// Gives the nth of the answers that a question has as buttons, does the nth of what the
    /// chosen figure can do besides moving, or types this face of a die.
    fn do_nth(&mut self, n: usize) -> bool {
        let asked = self.turn.asked.as_ref().map(|a| &a.decision.ask);
        if matches!(asked, Some(Ask::Roll { .. })) {
            self.type_face(n as u8 + 1);
            return true;
        }
        let named = self
            .turn
            .asked
            .as_ref()
            .and_then(|a| a.legal.named().nth(n));
        let Some(answer) = named.or_else(|| self.acts().get(n).cloned()) else {
            return false;
        };
        self.answer(answer, None);
        true
    }

    /// Where the keys point, as a place on the board.
    pub(super) fn cursor_at(&self) -> Option<egui::Pos2> {
        let at = self.pointer.cursor()?;
        let layout = crate::look::layout::Layout::new(*self.course.game().board().grid());
        let centre = layout.centre(at);
        Some(pos2(centre.x, centre.y))
    }
}
