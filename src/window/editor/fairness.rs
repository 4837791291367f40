//! How fair the map is: battles in the background, and where things happened in them.

use super::own_journal::OwnJournal;
use crate::arena::map_battles::MapResult;
use crate::board::Space;
use crate::draft::Draft;
use crate::store::Failure;
use crate::window::board_view::Seen;
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

impl Fairness {
    fn is_running(&self) -> bool {
        let battles = self.battles.as_ref();
        battles.is_some_and(|battles| battles.task.is_some())
    }

    /// Begins battles on a map of so many spaces and its scenario, or ends them. Their files lie
    /// beside the journal.
    pub(super) fn toggle(&mut self, draft: &Draft, spaces: usize, journal: &OwnJournal) {
        if self.is_running() {
            if let Some(battles) = &mut self.battles {
                battles.task = None;
            }
            return;
        }
        let sheet = draft.sheet();
        let scenario = sheet.scene.as_ref().map(|scene| scene.plan.text());
        let map = sheet.map();
        let work = TestBattles {
            map: (journal.beside(MAP), crate::files::write(&map)),
            scenario: scenario.map(|text| (journal.beside(SCENARIO), text)),
            spaces,
            battles: BATTLES,
            seed: platform::any_seed(),
        };
        self.battles = Some(Battles {
            task: Some(Task::begin(work)),
            result: None,
            steps: draft.steps().0,
        });
    }

    /// Looks at how the battles go.
    ///
    /// # Errors
    /// They cannot be played.
    pub(super) fn follow(&mut self, ui: &Ui) -> Result<(), Failure> {
        let Some(battles) = &mut self.battles else {
            return Ok(());
        };
        let Some(task) = &battles.task else {
            return Ok(());
        };
        // the last result may come between the two questions
        let over = task.is_over();
        match task.take() {
            Some(Ok(result)) => battles.result = Some(result),
            Some(Err(why)) => {
                self.battles = None;
                return Err(why);
            }
            None => {}
        }
        match over {
            true => battles.task = None,
            false => ui.ctx().request_repaint_after_secs(0.25),
        }
        Ok(())
    }

    /// The result of the battles so far, on a map that has been changed so often; whether battles
    /// are to begin or to end.
    pub(super) fn panel(&mut self, ui: &mut Ui, steps: usize) -> bool {
        super::panels::title(ui, "Fairness");
        let running = self.is_running();
        let words = if running {
            "Stop test battles"
        } else {
            "Play test battles"
        };
        let pressed = ui.button(words).on_hover_text("X").clicked();
        let Some(battles) = &self.battles else {
            dialog::note(
                ui,
                "The computer plays battles against itself in the background, with swapped sides, to see how fair the map is.",
            );
            return pressed;
        };
        let stale = battles.steps != steps;
        let Some(result) = &battles.result else {
            if running {
                ui.spinner();
            }
            return pressed;
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
                let here = self.heat == Some(i);
                if ui.selectable_label(here, name).clicked() {
                    self.heat = (!here).then_some(i);
                }
            }
        });
        pressed
    }

    /// Where things happened, drawn over a board of so many spaces.
    pub(super) fn draw(&self, seen: &Seen, spaces: usize) {
        let (Some(which), Some(battles)) = (self.heat, &self.battles) else {
            return;
        };
        let Some(result) = &battles.result else {
            return;
        };
        let (name, counts) = result.heat.all()[which];
        let most = counts.iter().copied().max().unwrap_or(0);
        let at = seen.response.rect.center_bottom() - egui::vec2(0.0, 16.0);
        if most == 0 || counts.len() != spaces {
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
