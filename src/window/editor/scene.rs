//! The scenario on the map: its sides, what is fought for, and all that has a place.

use super::Editor;
use crate::battle::{Aim, Scale};
use crate::board::{Facing, Space, Use};
use crate::cli::library::{self, SCENARIOS};
use crate::cli::options::BattleOptions;
use crate::draft::plan::{Device, Halves, Party, Piece, Placed, Plan, Rounds, Thing, Unit};
use crate::draft::{Op, Scene};
use crate::muster::Muster;
use crate::play::words::points_text;
use crate::rules::Rules;
use crate::scenario::{MOST_SIDES, Scenario};
use crate::source::Source;
use crate::survey::{Finding, Severity};
use crate::window::board_view::Seen;
use crate::window::{dialog, table, theme};
use egui::{
    Color32, ComboBox, FontId, Id, RichText, ScrollArea, Stroke as Pen, TextEdit, Ui, vec2,
};
use std::collections::BTreeMap;

/// What the next click puts down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    /// A figure of a side, from 0.
    Figure(usize, String),
    /// An object.
    Item,
    /// A device.
    Device,
}

/// Units of a force with how many there are, or why they cannot be had.
type Units = Result<Vec<(String, u32)>, String>;

/// What the scenario panel remembers.
pub(super) struct Stage {
    /// What the next click puts down.
    pub chosen: Chosen,
    /// What was put down or picked up last.
    pub held: Option<Placed>,
    /// The text of the scenario's file as it was read or written last.
    pub text: Option<String>,
    /// The file it was saved in last.
    pub saved: Option<std::path::PathBuf>,
    units: BTreeMap<(Rules, String), Units>,
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            chosen: Chosen::Item,
            held: None,
            text: None,
            saved: None,
            units: BTreeMap::new(),
        }
    }
}

/// The kinds of effects of a device, and what is said after the word.
const EFFECTS: [(&str, &str, &str); 6] = [
    ("door", "A1|A2", "opens or shuts a door"),
    ("force", "A1|A2", "takes a border away"),
    ("clear", "A1", "clears a space"),
    ("score", "2", "gives points"),
    ("win", "", "wins the battle"),
    ("free", "", "frees those in reserve"),
];

/// A line of text; what it was changed to, once the person is done with it.
fn typed(ui: &mut Ui, name: &str, id: &str, value: &str, width: f32) -> Option<String> {
    let id = Id::unique(("typed", id));
    let kept = ui.data(|d| d.get_temp::<String>(id));
    let mut text = kept.unwrap_or_else(|| value.to_owned());
    let label = ui.label(name);
    let field = ui
        .add(TextEdit::singleline(&mut text).desired_width(width))
        .labelled_by(label.id);
    if field.has_focus() {
        ui.data_mut(|d| d.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|d| d.remove::<String>(id));
    (field.lost_focus() && text != value).then_some(text)
}

/// One of some words, or none of them.
fn choice(
    ui: &mut Ui,
    name: &str,
    id: &str,
    now: &Option<String>,
    none: &str,
    all: &[&str],
) -> Option<Option<String>> {
    let mut wanted = None;
    let label = ui.label(name);
    let list = ComboBox::from_id_salt(id)
        .selected_text(now.as_deref().unwrap_or(none))
        .width(124.0)
        .show_ui(ui, |ui| {
            if !none.is_empty() && ui.selectable_label(now.is_none(), none).clicked() {
                wanted = Some(None);
            }
            for word in all {
                let here = now.as_deref() == Some(*word);
                if ui.selectable_label(here, *word).clicked() {
                    wanted = Some(Some((*word).to_owned()));
                }
            }
        });
    list.response.labelled_by(label.id);
    wanted.filter(|w| w != now)
}

fn some(text: String) -> Option<String> {
    Some(text.trim().to_owned()).filter(|t| !t.is_empty())
}

impl Editor {
    /// The scenario there is.
    pub(super) fn plan(&self) -> Option<&Plan> {
        self.draft.sheet().scene.as_ref().map(|scene| &scene.plan)
    }

    /// The scenario becomes another, as one step.
    pub(super) fn replan(&mut self, plan: Plan) {
        let file = self.draft.sheet().scene.as_ref();
        let file = file.and_then(|scene| scene.file.clone());
        self.carry_out(&[Op::Scene {
            scene: Some(Box::new(Scene { file, plan })),
        }]);
    }

    fn rules(&self) -> Rules {
        let named = self.plan().and_then(|p| p.ruleset.as_deref());
        named.and_then(Rules::named).unwrap_or(Rules::ALL[0])
    }

    /// The units of a force.
    fn units(&mut self, force: &str) -> &Units {
        let rules = self.rules();
        let read = || -> Units {
            let source = library::force(force, Some(rules)).map_err(|e| e.to_string())?;
            let muster = Muster::read(&source).map_err(|fault| fault.to_string())?;
            let all = 0..muster.len();
            Ok(all
                .map(|i| (muster.figure_name(i).to_owned(), muster.count(i)))
                .collect())
        };
        let known = self.stage.units.entry((rules, force.to_owned()));
        known.or_insert_with(read)
    }

    /// The panel.
    pub(super) fn scene_panel(&mut self, ui: &mut Ui) {
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
                if ui.button("Take the scenario off").clicked() {
                    self.carry_out(&[Op::Scene { scene: None }]);
                }
                self.findings(ui);
            });
        if plan != before && self.draft.sheet().scene.is_some() {
            self.replan(plan);
        }
    }

    /// What there is to begin with.
    fn no_scene(&mut self, ui: &mut Ui) {
        super::panels::title(ui, "Scenario");
        dialog::note(
            ui,
            "Sides, what is fought for, and figures, objects and devices in their places.",
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
            if named == map && map.is_some() && ui.button(&entry.name).clicked() {
                wanted = Some(found);
            }
        }
        if let Some(found) = wanted {
            match Plan::read(&found.source.text) {
                Ok(plan) => {
                    let file = found.path.map(|p| p.display().to_string());
                    self.stage.text = file.is_some().then(|| found.source.text.clone());
                    let scene = Some(Box::new(Scene { file, plan }));
                    self.carry_out(&[Op::Scene { scene }]);
                }
                Err(why) => self.message = Some(Err(why)),
            }
        }
    }

    fn about_scene(&mut self, ui: &mut Ui, plan: &mut Plan) {
        super::panels::title(ui, "Scenario");
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
                if let Some(aim) = choice(ui, "Aim", "aim", &plan.aim, "battle", &aims[1..]) {
                    plan.aim = aim;
                }
                ui.end_row();
                let rules: Vec<&str> = Rules::ALL.iter().map(|r| r.name()).collect();
                if let Some(rules) = choice(ui, "Ruleset", "ruleset", &plan.ruleset, "any", &rules)
                {
                    plan.ruleset = rules;
                }
                ui.end_row();
                let scales: Vec<&str> = Scale::ALL.iter().map(|s| s.name()).collect();
                if let Some(scale) = choice(ui, "Scale", "scale", &plan.scale, "as chosen", &scales)
                {
                    plan.scale = scale;
                }
                ui.end_row();
                let rounds = match &plan.rounds {
                    None => None,
                    Some(Rounds::Count(n)) => Some(n.to_string()),
                    Some(Rounds::Word(word)) => Some(word.clone()),
                };
                let numbers: Vec<String> = (1..=20u16).map(|n| n.to_string()).collect();
                let mut words: Vec<&str> = vec!["none"];
                words.extend(numbers.iter().map(String::as_str));
                if let Some(rounds) =
                    choice(ui, "Rounds", "rounds", &rounds, "as the rules say", &words)
                {
                    plan.rounds = rounds.map(|word| match word.parse() {
                        Ok(n) => Rounds::Count(n),
                        Err(_) => Rounds::Word(word),
                    });
                }
                ui.end_row();
                let ends = ["last_standing", "points"];
                if let Some(end) = choice(
                    ui,
                    "Won by",
                    "victory",
                    &plan.victory,
                    "as the rules say",
                    &ends,
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
                    "as the rules say",
                    &orders,
                ) {
                    plan.deploy = order;
                }
                ui.end_row();
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
        super::panels::title(ui, "Sides");
        let rules = self.rules();
        let forces: Vec<String> = library::forces(rules)
            .all()
            .into_iter()
            .map(|e| e.name)
            .collect();
        let forces: Vec<&str> = forces.iter().map(String::as_str).collect();
        let mut drop = None;
        let many = plan.side.len();
        for i in 0..many {
            let side = &mut plan.side[i];
            ui.horizontal(|ui| {
                super::panels::spot(ui, theme::side(i));
                ui.strong(format!("Side {}", i + 1));
                if many > 2 && ui.small_button("×").on_hover_text("Take it away").clicked() {
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
                ) {
                    side.force = force;
                }
                ui.end_row();
            });
            let more = egui::CollapsingHeader::new("Seat, team, part").id_salt(("more", i));
            more.show(ui, |ui| {
                egui::Grid::new(("more of side", i))
                    .num_columns(2)
                    .show(ui, |ui| {
                        let seats: Vec<String> = (1..=MOST_SIDES).map(|n| n.to_string()).collect();
                        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
                        let own = format!("{} (its own)", i + 1);
                        let seat = side.seat.map(|n| n.to_string());
                        if let Some(seat) =
                            choice(ui, "Seat", &format!("seat {i}"), &seat, &own, &seats)
                        {
                            side.seat = seat.and_then(|s| s.parse().ok());
                        }
                        ui.end_row();
                        let team = side.team.map(|n| n.to_string());
                        if let Some(team) =
                            choice(ui, "Team", &format!("team {i}"), &team, "its own", &seats)
                        {
                            side.team = team.and_then(|s| s.parse().ok());
                        }
                        ui.end_row();
                        let roles = ["equal", "attacker", "defender"];
                        if let Some(role) = choice(
                            ui,
                            "Part",
                            &format!("role {i}"),
                            &side.role,
                            "by the aim",
                            &roles,
                        ) {
                            side.role = role;
                        }
                        ui.end_row();
                    })
            });
            let budget = side.budget.map_or(String::new(), |b| points_text(b.0));
            ui.horizontal(|ui| {
                if let Some(text) = typed(ui, "Points", &format!("budget {i}"), &budget, 60.0) {
                    match text.trim().parse::<f64>() {
                        _ if text.trim().is_empty() => side.budget = None,
                        Ok(x) if x > 0.0 && x < 1e6 && (x * 2.0).fract() == 0.0 => {
                            side.budget = Some(Halves((x * 2.0) as i32));
                        }
                        _ => {
                            let what = "a budget is a number of points above 0, in steps of a half";
                            self.message = Some(Err(what.to_owned()));
                        }
                    }
                }
            });
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
            Some(zone) => format!("deploys on {}", short(zone)),
            None if self.board.zone(Use::Deployment, seat).is_some() => {
                format!("deploys in the map's zone {seat}")
            }
            None => "deploys where the rules say".to_owned(),
        };
        dialog::note(ui, &words);
        ui.horizontal(|ui| {
            let some = !self.selected.is_empty();
            let button = egui::Button::new("On the selection").small();
            if ui.add_enabled(some, button).clicked() {
                side.zone = Some(crate::files::spans(self.board.grid(), &self.selected));
            }
            if side.zone.is_some() && ui.small_button("As the map says").clicked() {
                side.zone = None;
            }
        });
    }

    fn pieces(&mut self, ui: &mut Ui, plan: &mut Plan) {
        super::panels::title(ui, "Put down (Y)");
        for i in 0..plan.side.len() {
            let Some(force) = plan.side[i].force.clone() else {
                continue;
            };
            let units = self.units(&force).clone();
            ui.label(RichText::new(format!("Side {}: {force}", i + 1)).color(theme::side(i)));
            match units {
                Err(why) => dialog::wrong(ui, &why),
                Ok(units) => {
                    for (name, count) in units {
                        let there =
                            |f: &&Piece| usize::from(f.side) == i + 1 && f.unit.text() == name;
                        let placed = plan.figure.iter().filter(there).count();
                        let wanted = Chosen::Figure(i, name.clone());
                        let words = format!("{name} ({placed} of {count})");
                        if ui
                            .selectable_label(self.stage.chosen == wanted, words)
                            .clicked()
                        {
                            self.choose(wanted);
                        }
                    }
                }
            }
        }
        if plan.side.iter().all(|s| s.force.is_none()) {
            dialog::note(ui, "Give a side its force to put its figures down.");
        }
        for (words, wanted) in [("An object", Chosen::Item), ("A device", Chosen::Device)] {
            if ui
                .selectable_label(self.stage.chosen == wanted, words)
                .clicked()
            {
                self.choose(wanted);
            }
        }
        dialog::note(
            ui,
            "Click puts it down, drag moves it, Shift takes it away.",
        );
        self.held_panel(ui, plan);
        let out: Vec<usize> = (0..plan.figure.len())
            .filter(|i| plan.figure[*i].at.is_none())
            .collect();
        if !out.is_empty() {
            super::panels::title(ui, "Not on the board");
        }
        for i in out {
            let f = &plan.figure[i];
            let how = match (&f.mounted_on, f.out, f.reserve) {
                (Some(on), ..) => format!("on {}", on.text()),
                (None, true, _) => "out".to_owned(),
                (None, _, true) => "in reserve".to_owned(),
                _ => "nowhere".to_owned(),
            };
            let words = format!("{}: {}, {how}", f.side, f.unit.text());
            let here = self.stage.held == Some(Placed::Figure(i));
            if ui.selectable_label(here, words).clicked() {
                self.stage.held = Some(Placed::Figure(i));
            }
        }
    }

    fn choose(&mut self, chosen: Chosen) {
        self.stage.chosen = chosen;
        self.stage.held = None;
        self.tool = super::Tool::Place;
        self.stroke = None;
    }

    /// What was picked up last, with all that can be said about it.
    fn held_panel(&mut self, ui: &mut Ui, plan: &mut Plan) {
        let Some(held) = self.stage.held else { return };
        ui.separator();
        let mut gone = false;
        match held {
            Placed::Figure(i) => {
                let Some(mut figure) = plan.figure.get(i).cloned() else {
                    self.stage.held = None;
                    return;
                };
                ui.strong(format!("{} of side {}", figure.unit.text(), figure.side));
                let grid = self.board.grid();
                let ways: Vec<&str> = (0..grid.directions())
                    .map(|d| grid.facing_name(Facing(d)))
                    .collect();
                egui::Grid::new("held").num_columns(2).show(ui, |ui| {
                    if let Some(facing) = choice(
                        ui,
                        "Looks",
                        "facing",
                        &figure.facing,
                        "as the rules say",
                        &ways,
                    ) {
                        figure.facing = facing;
                    }
                    ui.end_row();
                    let side = usize::from(figure.side.max(1)) - 1;
                    let force = plan.side.get(side).and_then(|s| s.force.clone());
                    let units = force.map_or(Ok(Vec::new()), |f| self.units(&f).clone());
                    let names: Vec<String> =
                        units.unwrap_or_default().into_iter().map(|u| u.0).collect();
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let on = figure.mounted_on.as_ref().map(Unit::text);
                    if let Some(on) = choice(ui, "Rides", "mounted", &on, "nobody", &names) {
                        figure.mounted_on = on.map(Unit::Name);
                        if figure.mounted_on.is_some() {
                            figure.at = None;
                            (figure.out, figure.reserve) = (false, false);
                        }
                    }
                    ui.end_row();
                });
                let away = |ui: &mut Ui, words: &str, value: &mut bool| {
                    ui.checkbox(value, words).clicked()
                };
                if away(ui, "In reserve", &mut figure.reserve) && figure.reserve {
                    (figure.at, figure.mounted_on, figure.out) = (None, None, false);
                }
                if away(ui, "Out of the battle", &mut figure.out) && figure.out {
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
        if ui.button("Take it away").on_hover_text("Delete").clicked() {
            gone = true;
        }
        if gone {
            plan.take(held);
            self.stage.held = None;
        }
    }

    /// Takes away what was picked up last.
    pub(super) fn take_held(&mut self) {
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
    pub(super) fn turn_held(&mut self, back: bool) -> bool {
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

    /// What has its place on a space.
    fn thing_at(&self, space: Space) -> Option<Placed> {
        let (plan, grid) = (self.plan()?, self.board.grid());
        let found = plan.placed().find(|(_, at)| grid.named(at) == Some(space));
        found.map(|(what, _)| what)
    }

    /// Puts down, picks up or takes away.
    pub(super) fn place(&mut self, space: Space, away: bool) {
        let Some(mut plan) = self.plan().cloned() else {
            self.message = Some(Err("make a scenario first".to_owned()));
            return;
        };
        if !self.board.exists(space) {
            return;
        }
        let there = self.thing_at(space);
        if away {
            self.stage.held = there;
            self.take_held();
            return;
        }
        if there.is_some() {
            self.stage.held = there;
            return;
        }
        let at = self.board.grid().name(space);
        self.stage.held = Some(match &self.stage.chosen {
            Chosen::Figure(side, unit) => {
                plan.figure.push(Piece {
                    side: *side as u8 + 1,
                    unit: Unit::Name(unit.clone()),
                    at: Some(at),
                    facing: None,
                    mounted_on: None,
                    aloft: false,
                    out: false,
                    reserve: false,
                    hits: 0,
                });
                Placed::Figure(plan.figure.len() - 1)
            }
            Chosen::Item => {
                plan.item.push(Thing {
                    name: format!("object {}", plan.item.len() + 1),
                    at: Some(at),
                });
                Placed::Item(plan.item.len() - 1)
            }
            Chosen::Device => {
                plan.device.push(Device {
                    name: format!("device {}", plan.device.len() + 1),
                    at,
                    effect: "score 1".to_owned(),
                    ..Device::default()
                });
                Placed::Device(plan.device.len() - 1)
            }
        });
        self.replan(plan);
    }

    /// Moves what stood on one space to another.
    pub(super) fn displace(&mut self, from: Space, to: Space) {
        let (Some(what), Some(plan)) = (self.thing_at(from), self.plan()) else {
            return;
        };
        if !self.board.exists(to) || (self.thing_at(to).is_some() && from != to) {
            return;
        }
        let mut plan = plan.clone();
        plan.put(what, self.board.grid().name(to));
        self.replan(plan);
    }

    /// Everything that has a place, drawn over the board.
    pub(super) fn draw_scene(&self, seen: &Seen) {
        let Some(plan) = self.plan() else { return };
        let (painter, grid) = (&seen.painter, self.board.grid());
        for (what, at) in plan.placed() {
            let Some(space) = grid.named(at) else {
                continue;
            };
            let centre = seen.camera.screen(seen.layout.centre(space));
            let radius = (seen.camera.zoom * 0.36).max(3.0);
            let ring = match self.stage.held == Some(what) {
                true => Pen::new(3.0, theme::ACCENT),
                false => Pen::new(1.5, Color32::WHITE),
            };
            let (fill, letter) = match what {
                Placed::Figure(i) => {
                    let figure = &plan.figure[i];
                    let side = usize::from(figure.side.max(1)) - 1;
                    let facing = figure.facing.as_deref().and_then(|f| {
                        let to = grid.named(f).filter(|to| *to != space);
                        grid.facing_named(f)
                            .or(to.map(|to| grid.facing_to(space, to)))
                    });
                    if let Some((_, next)) =
                        facing.and_then(|d| grid.neighbours(space).find(|(way, _)| *way == d))
                    {
                        let to = seen.camera.screen(seen.layout.centre(next));
                        let nose = centre + (to - centre).normalized() * radius * 1.6;
                        painter
                            .line_segment([centre, nose], Pen::new(radius * 0.35, Color32::WHITE));
                    }
                    painter.circle(centre, radius, theme::side(side), ring);
                    (None, figure.unit.text())
                }
                Placed::Item(i) => (
                    Some(Color32::from_rgb(0xd8, 0xb0, 0x30)),
                    plan.item[i].name.clone(),
                ),
                Placed::Device(i) => (
                    Some(Color32::from_rgb(0x48, 0x88, 0x98)),
                    plan.device[i].name.clone(),
                ),
            };
            if let Some(fill) = fill {
                let points = match what {
                    Placed::Item(_) => vec![
                        vec2(0.0, -1.0),
                        vec2(1.0, 0.0),
                        vec2(0.0, 1.0),
                        vec2(-1.0, 0.0),
                    ],
                    _ => vec![
                        vec2(-0.8, -0.8),
                        vec2(0.8, -0.8),
                        vec2(0.8, 0.8),
                        vec2(-0.8, 0.8),
                    ],
                };
                let points = points.into_iter().map(|v| centre + v * radius).collect();
                painter.add(egui::Shape::convex_polygon(points, fill, ring));
            }
            if radius > 7.0 {
                let letters: String = letter
                    .split_whitespace()
                    .filter_map(|w| w.chars().next())
                    .take(2)
                    .collect();
                painter.text(
                    centre,
                    egui::Align2::CENTER_CENTER,
                    letters.to_uppercase(),
                    FontId::proportional(radius * 0.9),
                    Color32::WHITE,
                );
            }
            if self.stage.held == Some(what) {
                let under = centre + vec2(0.0, radius + 10.0);
                table::label(painter, under, &letter, 12.0, theme::TEXT);
            }
        }
    }

    /// What is wrong with the scenario on this map.
    pub(super) fn check_scene(&self) -> Vec<Finding> {
        let Some(plan) = self.plan() else {
            return Vec::new();
        };
        let wrong = |what: String| {
            vec![Finding {
                severity: Severity::Error,
                place: "scenario".to_owned(),
                what,
                mend: "change it under Scenario".to_owned(),
            }]
        };
        let source = Source::new("scenario", plan.text());
        let map = Source::new("map", String::new());
        let file = self
            .draft
            .sheet()
            .scene
            .as_ref()
            .and_then(|s| s.file.as_ref());
        let folder = file.and_then(|f| std::path::Path::new(f).parent());
        let setup = BattleOptions::default().setup_of("utility", source, folder, Some(map));
        let begun = match setup {
            Ok(setup) => setup.begin_on(self.board.clone()).map_err(|f| f.what),
            Err(failure) => Err(failure.to_string()),
        };
        match begun {
            Ok(game) => crate::scenario::check(&game),
            Err(why) => wrong(why),
        }
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

/// The first few of a list.
fn short(all: &[String]) -> String {
    let mut words: Vec<&str> = all.iter().take(4).map(String::as_str).collect();
    if all.len() > 4 {
        words.push("...");
    }
    words.join(", ")
}
