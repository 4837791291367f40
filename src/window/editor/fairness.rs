//! How fair the map is: battles in the background, and where things happened in them.

use super::Editor;
use crate::arena::map_battles::MapResult;
use crate::board::Space;
use crate::window::board_view::Seen;
use crate::window::message::Message;
use crate::window::platform::{self, Task};
use crate::window::work::battles::TestBattles;
use crate::window::{dialog, table, theme};
use egui::{RichText, Ui};

/// Battles that test the map, and the count that is shown on the board.
#[derive(Default)]
pub(super) struct Fairness {
    battles: Option<Battles>,
    /// Which of the counts is shown.
    heat: Option<usize>,
}

/// Battles in the background, on the map as it was when they began.
struct Battles {
    task: Option<Task<MapResult>>,
    result: Option<MapResult>,
    /// How often the map had been changed when they began.
    steps: usize,
}

/// Battles that are played unless somebody stops them.
const BATTLES: u64 = 1000;
/// The ends of the names of the files they are played from.
const MAP: &str = "trial.toml";
const SCENARIO: &str = "trial.scenario.toml";

impl Editor {
    /// Begins battles, or ends them.
    pub(super) fn play_battles(&mut self) {
        if self
            .fairness
            .battles
            .as_ref()
            .is_some_and(|f| f.task.is_some())
        {
            self.stop_battles();
            return;
        }
        self.begin_battles();
    }

    fn stop_battles(&mut self) {
        if let Some(battles) = &mut self.fairness.battles {
            battles.task = None;
        }
    }

    fn begin_battles(&mut self) {
        let map = self.draft.sheet().map();
        let scenario = self.plan().map(|plan| plan.text());
        let work = TestBattles {
            map: (self.journal.beside(MAP), crate::files::write(&map)),
            scenario: scenario.map(|text| (self.journal.beside(SCENARIO), text)),
            spaces: self.board.len(),
            battles: BATTLES,
            seed: platform::any_seed(),
        };
        self.fairness.battles = Some(Battles {
            task: Some(Task::begin(work)),
            result: None,
            steps: self.draft.steps().0,
        });
    }

    /// Looks at how the battles go.
    pub(super) fn follow_battles(&mut self, ui: &Ui) {
        let Some(battles) = &mut self.fairness.battles else {
            return;
        };
        let Some(task) = &battles.task else { return };
        // the last result may come between the two questions
        let over = task.is_over();
        match task.take() {
            Some(Ok(result)) => battles.result = Some(result),
            Some(Err(why)) => {
                self.message = Some(Message::refused(why));
                self.fairness.battles = None;
                return;
            }
            None => {}
        }
        match over {
            true => battles.task = None,
            false => ui.ctx().request_repaint_after_secs(0.25),
        }
    }

    /// The result of the battles so far.
    pub(super) fn fairness_panel(&mut self, ui: &mut Ui) {
        super::panels::title(ui, "Fairness");
        let running = self
            .fairness
            .battles
            .as_ref()
            .is_some_and(|f| f.task.is_some());
        let words = if running {
            "Stop test battles"
        } else {
            "Play test battles"
        };
        if ui.button(words).on_hover_text("X").clicked() {
            self.play_battles();
        }
        let Some(battles) = &self.fairness.battles else {
            dialog::note(
                ui,
                "The computer plays battles against itself in the background, with swapped sides, to see how fair the map is.",
            );
            return;
        };
        let stale = battles.steps != self.draft.steps().0;
        let Some(result) = &battles.result else {
            if running {
                ui.spinner();
            }
            return;
        };
        let more = if running { ", still playing" } else { "" };
        ui.label(
            RichText::new(format!(
                "{} played{more}",
                dialog::count(result.games as usize, "battle")
            ))
            .weak(),
        );
        for (i, seat) in result.seats.iter().enumerate() {
            let (low, high) = seat.interval;
            ui.label(
                RichText::new(format!(
                    "Seat {} wins {:.0} % ({:.0} to {:.0})",
                    seat.seat,
                    100.0 * seat.share,
                    100.0 * low,
                    100.0 * high
                ))
                .color(theme::side(i)),
            );
        }
        ui.label(result.verdict());
        if stale {
            dialog::doubt(ui, "The map has changed since these battles.");
        }
        ui.horizontal_wrapped(|ui| {
            ui.label("Show where figures");
            for (i, (name, _)) in result.heat.all().into_iter().enumerate() {
                let here = self.fairness.heat == Some(i);
                if ui.selectable_label(here, name).clicked() {
                    self.fairness.heat = (!here).then_some(i);
                }
            }
        });
    }

    /// Where things happened, drawn over the board.
    pub(super) fn draw_heat(&self, seen: &Seen) {
        let (Some(which), Some(battles)) = (self.fairness.heat, &self.fairness.battles) else {
            return;
        };
        let Some(result) = &battles.result else {
            return;
        };
        let (name, counts) = result.heat.all()[which];
        let most = counts.iter().copied().max().unwrap_or(0);
        let at = seen.response.rect.center_bottom() - egui::vec2(0.0, 16.0);
        if most == 0 || counts.len() != self.board.len() {
            let words = format!("No figure {name} in these battles.");
            return table::label(&seen.painter, at, &words, 13.0, theme::TEXT);
        }
        let window = seen.camera.seen().expand(1.0);
        for (i, count) in counts.iter().enumerate().filter(|(_, n)| **n > 0) {
            let space = Space(i as u32);
            if !window.contains(seen.layout.centre(space)) {
                continue;
            }
            // seldom is pale, often is red
            let part = (*count as f32 / most as f32).sqrt();
            let ink = theme::mix(theme::ACCENT, theme::BAD, part);
            let ink = theme::glass(ink, (50.0 + 180.0 * part) as u8);
            table::fill_space(&seen.painter, &seen.layout, &seen.camera, space, ink);
        }
        let words = format!("Spaces where figures {name}; darkest red: {most} times");
        table::label(&seen.painter, at, &words, 13.0, theme::TEXT);
    }
}
