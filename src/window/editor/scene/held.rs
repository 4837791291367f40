//! The figure, object or device that was picked up last: its properties.

use super::fields::{choice, some, typed};
use crate::board::Facing;
use crate::draft::plan::{Device, Piece, Placed, Plan, Unit};
use crate::window::editor::Editor;
use egui::{ComboBox, Ui};

/// The kinds of effects of a device, and what is said after the word.
const EFFECTS: [(&str, &str, &str); 6] = [
    ("door", "A1|A2", "opens or closes a door"),
    ("force", "A1|A2", "removes a border"),
    ("clear", "A1", "clears a space"),
    ("score", "2", "gives points"),
    ("win", "", "wins the battle"),
    ("free", "", "frees the figures in reserve"),
];

impl Editor {
    /// The properties of the thing that was picked up last.
    pub(super) fn held_panel(&mut self, ui: &mut Ui, plan: &mut Plan) {
        let Some(held) = self.stage.held else { return };
        ui.separator();
        match held {
            Placed::Figure(i) => {
                let Some(mut figure) = plan.figure.get(i).cloned() else {
                    self.stage.held = None;
                    return;
                };
                self.figure_panel(ui, plan, &mut figure);
                plan.figure[i] = figure;
            }
            Placed::Item(i) => {
                let Some(item) = plan.item.get_mut(i) else {
                    self.stage.held = None;
                    return;
                };
                if let Some(name) = typed(ui, "Object", &format!("item {i}"), &item.name, 190.0)
                    && !name.trim().is_empty()
                {
                    item.name = name.trim().to_owned();
                }
            }
            Placed::Device(i) => {
                let Some(device) = plan.device.get_mut(i) else {
                    self.stage.held = None;
                    return;
                };
                device_panel(ui, i, device);
            }
        }
        if ui.button("Remove").on_hover_text("Delete").clicked() {
            plan.take(held);
            self.stage.held = None;
        }
    }

    /// All that can be said about a figure.
    fn figure_panel(&mut self, ui: &mut Ui, plan: &Plan, figure: &mut Piece) {
        ui.strong(format!("{} of side {}", figure.unit.text(), figure.side));
        let grid = self.board.grid();
        let ways: Vec<&str> = (0..grid.directions())
            .map(|d| grid.facing_name(Facing(d)))
            .collect();
        egui::Grid::new("held").num_columns(2).show(ui, |ui| {
            if let Some(facing) = choice(
                ui,
                "Facing",
                "facing",
                &figure.facing,
                "default",
                &ways,
                &str::to_owned,
            ) {
                figure.facing = facing;
            }
            ui.end_row();
            let side = usize::from(figure.side.max(1)) - 1;
            let force = plan.side.get(side).and_then(|s| s.force.clone());
            let units = force.map_or(Ok(Vec::new()), |f| self.units(&f).clone());
            let names: Vec<String> = units.unwrap_or_default().into_iter().map(|u| u.0).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let on = figure.mounted_on.as_ref().map(Unit::text);
            if let Some(on) = choice(
                ui,
                "Rides",
                "mounted",
                &on,
                "nothing",
                &names,
                &str::to_owned,
            ) {
                figure.mounted_on = on.map(Unit::Name);
                if figure.mounted_on.is_some() {
                    figure.at = None;
                    (figure.out, figure.reserve) = (false, false);
                }
            }
            ui.end_row();
        });
        where_it_is(ui, figure);
    }

    /// Takes away what was picked up last.
    pub(in crate::window::editor) fn take_held(&mut self) {
        let (Some(held), Some(plan)) = (self.stage.held.take(), self.plan()) else {
            return;
        };
        let mut plan = plan.clone();
        let there = match held {
            Placed::Figure(i) => i < plan.figure.len(),
            Placed::Item(i) => i < plan.item.len(),
            Placed::Device(i) => i < plan.device.len(),
        };
        if there {
            plan.take(held);
            self.replan(plan);
        }
    }

    /// Turns the figure that was picked up last by one direction.
    pub(in crate::window::editor) fn turn_held(&mut self, back: bool) -> bool {
        let (Some(Placed::Figure(i)), Some(plan)) = (self.stage.held, self.plan()) else {
            return false;
        };
        let mut plan = plan.clone();
        let (grid, Some(figure)) = (self.board.grid(), plan.figure.get_mut(i)) else {
            return false;
        };
        let all = grid.directions();
        let now = figure.facing.as_deref().and_then(|f| grid.facing_named(f));
        let next = match now {
            None => 0,
            Some(Facing(d)) if back => (d + all - 1) % all,
            Some(Facing(d)) => (d + 1) % all,
        };
        figure.facing = Some(grid.facing_name(Facing(next)).to_owned());
        self.replan(plan);
        true
    }
}

/// Whether a figure is off the board or in the air, and what it has taken.
fn where_it_is(ui: &mut Ui, figure: &mut Piece) {
    let away = |ui: &mut Ui, words: &str, value: &mut bool| ui.checkbox(value, words).clicked();
    if away(ui, "In reserve", &mut figure.reserve) && figure.reserve {
        (figure.at, figure.mounted_on, figure.out) = (None, None, false);
    }
    if away(ui, "Left the board", &mut figure.out) && figure.out {
        (figure.at, figure.mounted_on, figure.reserve) = (None, None, false);
    }
    ui.checkbox(&mut figure.aloft, "In the air");
    ui.horizontal(|ui| {
        ui.label("Hits taken");
        if ui.small_button("-").clicked() {
            figure.hits = figure.hits.saturating_sub(1);
        }
        ui.label(figure.hits.to_string());
        if ui.small_button("+").clicked() {
            figure.hits = figure.hits.saturating_add(1);
        }
    });
    let nowhere = figure.at.is_none() && figure.mounted_on.is_none();
    if nowhere && !figure.out && !figure.reserve {
        figure.reserve = true;
    }
}

/// All about a device.
fn device_panel(ui: &mut Ui, i: usize, device: &mut Device) {
    if let Some(name) = typed(ui, "Device", &format!("device {i}"), &device.name, 190.0)
        && !name.trim().is_empty()
    {
        device.name = name.trim().to_owned();
    }
    let (verb, of) = device
        .effect
        .split_once(' ')
        .unwrap_or((&device.effect, ""));
    let (verb, of) = (verb.to_owned(), of.to_owned());
    ComboBox::from_id_salt(("effect", i))
        .selected_text(&verb)
        .width(118.0)
        .show_ui(ui, |ui| {
            for (word, example, about) in EFFECTS {
                let line = ui.selectable_label(verb == word, format!("{word}: {about}"));
                if line.clicked() && verb != word {
                    device.effect = format!("{word} {example}").trim().to_owned();
                }
            }
        });
    if let Some((_, example, _)) = EFFECTS.iter().find(|e| e.0 == verb)
        && !example.is_empty()
        && let Some(of) = typed(
            ui,
            &format!("Of ({example})"),
            &format!("of {i}"),
            &of,
            120.0,
        )
    {
        device.effect = format!("{verb} {}", of.trim());
    }
    if let Some(skill) = typed(
        ui,
        "Skill",
        &format!("skill {i}"),
        device.skill.as_deref().unwrap_or(""),
        120.0,
    ) {
        device.skill = some(skill);
    }
    let mut again = device.again.unwrap_or(verb == "door");
    if ui.checkbox(&mut again, "Can be used again").clicked() {
        device.again = Some(again);
    }
    ui.checkbox(&mut device.from_air, "Can be used from the air");
}
