//! The panel beside the board: the scenario's own words, its sides, and what can be put down.

use super::super::panels::{spot, title};
use super::Chosen;
use super::fields::{choice, some, typed};
use crate::battle::{Aim, HalfPoints, Scale};
use crate::board::Use;
use crate::draft::plan::{Halves, Party, Placed, Plan, Rounds};
use crate::draft::{Op, Scene};
use crate::rules::Rules;
use crate::scenario::{MOST_SIDES, Scenario};
use crate::store::library::{self, SCENARIOS};
use crate::window::editor::Editor;
use crate::window::message::Message;
use crate::window::titles::of_name;
use crate::window::{dialog, theme};
use egui::{Button, RichText, ScrollArea, Ui};
use std::collections::BTreeMap;

impl Editor {
    /// The panel.
    pub(in crate::window::editor) fn scene_panel(&mut self, ui: &mut Ui) {
        let Some(before) = self.plan().cloned() else {
            self.no_scene(ui);
            return;
        };
        let mut plan = before.clone();
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                self.about_scene(ui, &mut plan);
                self.parties(ui, &mut plan);
                self.pieces(ui, &mut plan);
                ui.add_space(8.0);
                if ui.button("Remove the scenario").clicked() {
                    self.carry_out(&[Op::Scene { scene: None }]);
                }
                self.findings(ui);
            });
        if plan != before && self.draft.sheet().scene.is_some() {
            self.replan(plan);
        }
    }

    /// Ways to begin a scenario.
    fn no_scene(&mut self, ui: &mut Ui) {
        title(ui, "Scenario");
        dialog::note(
            ui,
            "A scenario says which sides fight, what they fight for, and where figures, objects and devices are.",
        );
        if ui.button("New scenario").clicked() {
            let name = format!("Battle of {}", self.draft.sheet().head.name);
            self.replan(Plan::fresh(&name));
        }
        let map = self.stem_of_map();
        let mut wanted = None;
        for entry in SCENARIOS.all() {
            let found = SCENARIOS.open(&entry.name).ok();
            let read = found.and_then(|f| Some((Scenario::read(&f.source).ok()?, f)));
            let Some((scenario, found)) = read else {
                continue;
            };
            let named = scenario
                .map()
                .map(|m| m.trim_end_matches(".toml").to_owned());
            if named == map
                && map.is_some()
                && ui.button(format!("Open {}", scenario.name())).clicked()
            {
                wanted = Some(found);
            }
        }
        if let Some(found) = wanted {
            match Plan::read(&found.source) {
                Ok(plan) => {
                    let file = found.path.map(|p| p.display().to_string());
                    self.stage.text = file.is_some().then(|| found.source.text.clone());
                    let scene = Some(Box::new(Scene { file, plan }));
                    self.carry_out(&[Op::Scene { scene }]);
                }
                Err(why) => self.message = Some(Message::refused(why)),
            }
        }
    }

    fn about_scene(&mut self, ui: &mut Ui, plan: &mut Plan) {
        title(ui, "Scenario");
        if let Some(name) = typed(ui, "Name", "scene name", &plan.name, 200.0)
            && !name.trim().is_empty()
        {
            plan.name = name.trim().to_owned();
        }
        if let Some(notes) = typed(
            ui,
            "Notes",
            "scene notes",
            plan.notes.as_deref().unwrap_or(""),
            200.0,
        ) {
            plan.notes = some(notes);
        }
        egui::Grid::new("about scene")
            .num_columns(2)
            .show(ui, |ui| {
                let aims = Aim::ALL.map(Aim::name);
                if let Some(aim) =
                    choice(ui, "Aim", "aim", &plan.aim, "Battle", &aims[1..], &of_name)
                {
                    plan.aim = aim;
                }
                ui.end_row();
                let rules: Vec<&str> = Rules::ALL.iter().map(|r| r.name()).collect();
                if let Some(rules) = choice(
                    ui,
                    "Ruleset",
                    "ruleset",
                    &plan.ruleset,
                    "any",
                    &rules,
                    &same,
                ) {
                    plan.ruleset = rules;
                }
                ui.end_row();
                let scales: Vec<&str> = Scale::ALL.iter().map(|s| s.name()).collect();
                if let Some(scale) =
                    choice(ui, "Scale", "scale", &plan.scale, "any", &scales, &same)
                {
                    plan.scale = scale;
                }
                ui.end_row();
                rounds_row(ui, plan);
                victory_rows(ui, plan);
            });
        let mut exits = plan.exits.unwrap_or(plan.aim.as_deref() == Some("escape"));
        if ui
            .checkbox(&mut exits, "Figures may leave by exits")
            .clicked()
        {
            plan.exits = Some(exits);
        }
    }

    fn parties(&mut self, ui: &mut Ui, plan: &mut Plan) {
        title(ui, "Sides");
        let rules = self.rules();
        let forces: Vec<String> = library::forces(rules)
            .all()
            .into_iter()
            .map(|e| e.name)
            .collect();
        let titles: BTreeMap<String, String> = forces
            .iter()
            .map(|force| (force.clone(), self.force_title(force)))
            .collect();
        let forces: Vec<&str> = forces.iter().map(String::as_str).collect();
        let mut drop = None;
        let many = plan.side.len();
        for i in 0..many {
            let side = &mut plan.side[i];
            ui.horizontal(|ui| {
                spot(ui, theme::side(i));
                ui.strong(format!("Side {}", i + 1));
                if many > 2
                    && ui
                        .small_button("×")
                        .on_hover_text("Remove this side")
                        .clicked()
                {
                    drop = Some(i);
                }
            });
            egui::Grid::new(("side", i)).num_columns(2).show(ui, |ui| {
                if let Some(force) = choice(
                    ui,
                    "Force",
                    &format!("force {i}"),
                    &side.force,
                    "any",
                    &forces,
                    &|force| titles.get(force).cloned().unwrap_or_else(|| of_name(force)),
                ) {
                    side.force = force;
                }
                ui.end_row();
            });
            seat_team_role(ui, i, side);
            if let Err(why) = budget(ui, i, side) {
                self.message = Some(Message::refused(why));
            }
            self.zone_of(ui, i, &mut plan.side[i]);
            ui.add_space(4.0);
        }
        if let Some(side) = drop {
            plan.drop_side(side);
        }
        if many < MOST_SIDES && ui.button("Add a side").clicked() {
            plan.side.push(Party::default());
        }
    }

    /// Where a side deploys.
    fn zone_of(&mut self, ui: &mut Ui, i: usize, side: &mut Party) {
        let seat = side.seat.unwrap_or(i as u8 + 1);
        let words = match &side.zone {
            Some(zone) => format!("Deploys on {}", short(zone)),
            None if self.board.zone(Use::Deployment, seat).is_some() => {
                format!("Deploys in zone {seat} of the map")
            }
            None => "Deploys in the zone that the rules define".to_owned(),
        };
        dialog::note(ui, &words);
        ui.horizontal_wrapped(|ui| {
            let some = !self.selection.spaces.is_empty();
            let button = Button::new("Use the selection").small();
            if ui.add_enabled(some, button).clicked() {
                side.zone = Some(crate::files::spans(
                    self.board.grid(),
                    &self.selection.spaces,
                ));
            }
            if side.zone.is_some() && ui.small_button("Use the map's zone").clicked() {
                side.zone = None;
            }
        });
    }

    fn pieces(&mut self, ui: &mut Ui, plan: &mut Plan) {
        title(ui, "Place (Y)");
        for i in 0..plan.side.len() {
            let Some(force) = plan.side[i].force.clone() else {
                continue;
            };
            let units = self.units(&force).clone();
            let title = self.force_title(&force);
            ui.label(RichText::new(format!("Side {}: {title}", i + 1)).color(theme::side(i)));
            match units {
                Err(why) => dialog::wrong(ui, &why),
                Ok(units) => {
                    for (name, count) in units {
                        let placed = super::figures(plan, i, &name);
                        let wanted = Chosen::Figure(i, name.clone());
                        let words = format!("{name} ({placed} of {count})");
                        let here = self.stage.chosen == wanted;
                        if ui.add(Button::selectable(here, words).truncate()).clicked() {
                            self.choose(wanted);
                        }
                    }
                }
            }
        }
        if plan.side.iter().all(|s| s.force.is_none()) {
            dialog::note(ui, "Choose a force for a side to place its figures.");
        }
        for (words, wanted) in [("Object", Chosen::Item), ("Device", Chosen::Device)] {
            if ui
                .selectable_label(self.stage.chosen == wanted, words)
                .clicked()
            {
                self.choose(wanted);
            }
        }
        dialog::note(
            ui,
            "Click a space to place it, drag to move it, Shift+click to remove it.",
        );
        self.held_panel(ui, plan);
        let out: Vec<usize> = (0..plan.figure.len())
            .filter(|i| plan.figure[*i].at.is_none())
            .collect();
        if !out.is_empty() {
            title(ui, "Not on the board");
        }
        for i in out {
            let f = &plan.figure[i];
            let how = match (&f.mounted_on, f.out, f.reserve) {
                (Some(on), ..) => format!("rides {}", on.text()),
                (None, true, _) => "left the board".to_owned(),
                (None, _, true) => "in reserve".to_owned(),
                _ => "not placed".to_owned(),
            };
            let words = format!("{}: {}, {how}", f.side, f.unit.text());
            let here = self.stage.held == Some(Placed::Figure(i));
            if ui.add(Button::selectable(here, words).truncate()).clicked() {
                self.stage.held = Some(Placed::Figure(i));
            }
        }
    }
}

/// A value that is its own title.
fn same(value: &str) -> String {
    value.to_owned()
}

/// A number of rounds; `none` is no limit.
fn rounds_shown(rounds: &str) -> String {
    match rounds {
        "none" => "no limit".to_owned(),
        rounds => rounds.to_owned(),
    }
}

/// The first few of a list.
fn short(all: &[String]) -> String {
    let mut words: Vec<&str> = all.iter().take(4).map(String::as_str).collect();
    if all.len() > 4 {
        words.push("...");
    }
    words.join(", ")
}

/// The number of rounds, in a row of a grid.
fn rounds_row(ui: &mut Ui, plan: &mut Plan) {
    let rounds = match &plan.rounds {
        None => None,
        Some(Rounds::Count(n)) => Some(n.to_string()),
        Some(Rounds::Word(word)) => Some(word.clone()),
    };
    let numbers: Vec<String> = (1..=20u16).map(|n| n.to_string()).collect();
    let mut words: Vec<&str> = vec!["none"];
    words.extend(numbers.iter().map(String::as_str));
    if let Some(rounds) = choice(
        ui,
        "Rounds",
        "rounds",
        &rounds,
        "default",
        &words,
        &rounds_shown,
    ) {
        plan.rounds = rounds.map(|word| match word.parse() {
            Ok(n) => Rounds::Count(n),
            Err(_) => Rounds::Word(word),
        });
    }
    ui.end_row();
}

/// How the battle is won, and how figures are deployed, in rows of a grid.
fn victory_rows(ui: &mut Ui, plan: &mut Plan) {
    let ends = ["last_standing", "points"];
    if let Some(end) = choice(
        ui,
        "Won by",
        "victory",
        &plan.victory,
        "default",
        &ends,
        &of_name,
    ) {
        plan.victory = end;
    }
    ui.end_row();
    let orders = ["alternating", "all-at-once", "auto"];
    if let Some(order) = choice(
        ui,
        "Deploying",
        "deploy",
        &plan.deploy,
        "default",
        &orders,
        &of_name,
    ) {
        plan.deploy = order;
    }
    ui.end_row();
}

/// Seat, team and role of a side, folded.
fn seat_team_role(ui: &mut Ui, i: usize, side: &mut Party) {
    let more = egui::CollapsingHeader::new("Seat, team, role").id_salt(("more", i));
    more.show(ui, |ui| {
        egui::Grid::new(("more of side", i))
            .num_columns(2)
            .show(ui, |ui| {
                let seats: Vec<String> = (1..=MOST_SIDES).map(|n| n.to_string()).collect();
                let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
                let own = format!("{} (default)", i + 1);
                let seat = side.seat.map(|n| n.to_string());
                if let Some(seat) =
                    choice(ui, "Seat", &format!("seat {i}"), &seat, &own, &seats, &same)
                {
                    side.seat = seat.and_then(|s| s.parse().ok());
                }
                ui.end_row();
                let team = side.team.map(|n| n.to_string());
                if let Some(team) = choice(
                    ui,
                    "Team",
                    &format!("team {i}"),
                    &team,
                    "own team",
                    &seats,
                    &same,
                ) {
                    side.team = team.and_then(|s| s.parse().ok());
                }
                ui.end_row();
                let roles = ["equal", "attacker", "defender"];
                if let Some(role) = choice(
                    ui,
                    "Role",
                    &format!("role {i}"),
                    &side.role,
                    "from the aim",
                    &roles,
                    &of_name,
                ) {
                    side.role = role;
                }
                ui.end_row();
            })
    });
}

/// Why a text is no budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("points must be above 0, in steps of 0.5")]
struct NotPoints;

/// The points that a side may spend.
///
/// # Errors
/// The text is no number of points.
fn budget(ui: &mut Ui, i: usize, side: &mut Party) -> Result<(), NotPoints> {
    let budget = side
        .budget
        .map_or(String::new(), |b| HalfPoints(b.0).to_string());
    let row = ui.horizontal(|ui| {
        if let Some(text) = typed(ui, "Points", &format!("budget {i}"), &budget, 60.0) {
            match text.trim().parse::<f64>() {
                _ if text.trim().is_empty() => side.budget = None,
                Ok(x) if x > 0.0 && x < 1e6 && (x * 2.0).fract() == 0.0 => {
                    side.budget = Some(Halves((x * 2.0) as i32));
                }
                _ => return Err(NotPoints),
            }
        }
        Ok(())
    });
    row.inner
}
