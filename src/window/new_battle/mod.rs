//! Choosing everything about a battle.

mod chosen;
mod house;
mod sides;

use super::board_view::BoardView;
use super::book::InForce;
use super::error::WindowError;
use super::thumbs::{self, Thumbs};
use super::{dialog, platform, titles};
use crate::battle::{HalfPoints, Nerve, Scale, Severity};
use crate::board::{Board, GridKind};
use crate::play::Setup;
use crate::play::handicap::AtHome;
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::store::library::{self, Library, MAPS};
use crate::store::{Failure, own};
use chosen::{About, Chosen, Grids, Problem};
use egui::{Button, ComboBox, DragValue, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};
use house::HouseRules;
use std::sync::Arc;

const KEPT: &str = "new-battle.toml";

/// A force that can be chosen.
struct Force {
    name: String,
    title: String,
    points: HalfPoints,
    figures: usize,
    nerve: Nerve,
}

/// A scenario that can be chosen.
struct ScenarioEntry {
    name: String,
    /// Its title, with the title of the map it is made for.
    title: String,
    /// It is made for a map of its own.
    own_map: bool,
    /// Why it cannot be played on the chosen map with the chosen rules.
    refusal: Option<String>,
}

/// What decides which scenarios can be played: map, ruleset, house rules, scale.
type Grounds = (String, Rules, Option<String>, String);

impl ScenarioEntry {
    /// A scenario by name, if it can be read.
    fn named(name: String) -> Option<Self> {
        let found = library::SCENARIOS.open(&name).ok()?;
        let scenario = Scenario::read(&found.source).ok()?;
        let map = scenario.map().map(|map| match MAPS.open(map) {
            Ok(found) => titles::of_file(&found.source, map),
            Err(_) => titles::of_name(map),
        });
        let title = match map {
            Some(map) => format!("{} (on {map})", scenario.name()),
            None => scenario.name().to_owned(),
        };
        Some(Self {
            name,
            title,
            own_map: scenario.map().is_some(),
            refusal: None,
        })
    }
}

/// The screen.
pub struct NewBattle {
    chosen: Chosen,
    seed: String,
    /// Every map by name, and whether it is the player's own.
    maps: Vec<(String, bool)>,
    scenarios: Vec<ScenarioEntry>,
    /// For what the scenarios have been tried.
    tried: Option<Grounds>,
    forces: Vec<Force>,
    forces_of: Option<(Rules, Option<String>)>,
    players: Vec<chosen::Player>,
    board: Option<(String, Result<Arc<Board>, Failure>)>,
    checked: Option<Chosen>,
    problems: Vec<Problem>,
    /// What sides leave at home.
    at_home: Vec<AtHome>,
    house: Option<HouseRules>,
    /// The chosen map has been brought into view.
    arrived: bool,
    /// The board's view.
    pub view: BoardView,
    trouble: Option<String>,
}

/// Where a person wants to go from the screen.
pub enum NewBattleExit {
    /// Back to the menu.
    Back,
    /// This battle.
    Begin(Box<Setup>),
    /// A force is to be looked at and changed.
    Build(Rules, String),
    /// A new force is to be made.
    Make(Rules),
}

fn names(library: &Library) -> Vec<String> {
    library.all().into_iter().map(|e| e.name).collect()
}

impl NewBattle {
    /// The screen with what was chosen last, on a map if one is named.
    pub fn new(seed: Option<u64>, map: Option<String>) -> Self {
        let (mut chosen, trouble) = match own::recall::<Chosen>(KEPT) {
            Ok(kept) => (kept.unwrap_or_default(), None),
            Err(why) => {
                let aside = own::damaged(KEPT);
                let trouble = format!(
                    "Your last choices cannot be read: {why}. When a battle begins, the file is renamed to {aside}."
                );
                (Chosen::default(), Some(trouble))
            }
        };
        if let Some(map) = map {
            chosen.map = map;
            chosen.grids = Grids::All;
            let elsewhere = chosen.scenario().and_then(|s| s.map().map(str::to_owned));
            if elsewhere.is_some_and(|other| other != chosen.map) {
                chosen.scenario = Chosen::default().scenario;
            }
        }
        let scenarios = names(&library::SCENARIOS)
            .into_iter()
            .filter_map(ScenarioEntry::named)
            .collect();
        Self {
            chosen,
            seed: seed.map_or_else(String::new, |s| s.to_string()),
            maps: MAPS
                .all()
                .into_iter()
                .map(|e| (e.name, e.path.is_some()))
                .collect(),
            scenarios,
            tried: None,
            forces: Vec::new(),
            forces_of: None,
            players: chosen::players(),
            board: None,
            checked: None,
            problems: Vec::new(),
            at_home: Vec::new(),
            house: None,
            arrived: false,
            view: BoardView::default(),
            trouble,
        }
    }

    /// Says what went wrong.
    pub fn say(&mut self, what: String) {
        self.trouble = Some(what);
    }

    /// Looks at the forces again: some may have been changed.
    pub fn refresh(&mut self) {
        self.forces_of = None;
        self.checked = None;
    }

    /// The rules of the battle that is put together.
    pub fn in_force(&self) -> InForce {
        InForce {
            rules: self.chosen.rules(),
            house: self.chosen.house_source(),
        }
    }

    /// The board of the chosen map.
    pub fn board(&self) -> Option<&Arc<Board>> {
        self.board.as_ref().and_then(|(_, b)| b.as_ref().ok())
    }

    fn load(&mut self) {
        let rules = self.chosen.rules();
        let house = self.chosen.house_source();
        let of = (rules, house.as_ref().map(|s| s.text.clone()));
        if self.forces_of.as_ref() != Some(&of) {
            self.forces_of = Some(of);
            let own_and_shipped = library::forces(rules);
            self.forces = own_and_shipped
                .all()
                .into_iter()
                .filter_map(|e| {
                    let source = own_and_shipped.open(&e.name).ok()?.source;
                    if Rules::of_force(&source).ok()? != rules {
                        return None;
                    }
                    let force = rules
                        .force(&source, house.as_ref())
                        .or_else(|_| rules.force(&source, None))
                        .ok()?;
                    Some(Force {
                        name: e.name,
                        title: force.name,
                        points: force.points,
                        figures: force.figures.len(),
                        nerve: force.nerve,
                    })
                })
                .collect();
        }
        let scenario = self.chosen.scenario();
        let forces = self.forces.iter().map(|f| (f.name.clone(), f.points));
        let forces: Vec<(String, HalfPoints)> = forces.collect();
        let sides = scenario.as_ref().and_then(|s| s.sides());
        self.chosen.even_out(&forces, sides);
        if self
            .board
            .as_ref()
            .is_none_or(|(n, _)| *n != self.chosen.map)
        {
            self.board = Some((self.chosen.map.clone(), thumbs::board(&self.chosen.map)));
            self.view.forget();
        }
        let grounds: Grounds = (
            self.chosen.map.clone(),
            rules,
            house.map(|source| source.text),
            self.chosen.scale.clone(),
        );
        if self.tried.as_ref() != Some(&grounds)
            && let Some((_, Ok(board))) = &self.board
        {
            // of all forces the one that no scenario finds too dear
            let cheapest = forces.iter().min_by_key(|(_, points)| *points);
            let cheapest = cheapest.map_or("", |(name, _)| name);
            for one in self.scenarios.iter_mut().filter(|one| !one.own_map) {
                one.refusal = self.chosen.refusal(&one.name, board, cheapest);
            }
            self.tried = Some(grounds);
        }
        if self.checked.as_ref() != Some(&self.chosen) {
            (self.problems, self.at_home) = match &self.board {
                Some((_, Ok(board))) => self.chosen.problems(board),
                Some((_, Err(error))) => {
                    let problem = Problem {
                        about: About::Map,
                        severity: Severity::Error,
                        what: error.to_string(),
                    };
                    (vec![problem], Vec::new())
                }
                None => Default::default(),
            };
            self.checked = Some(self.chosen.clone());
        }
    }

    /// Takes over what a scenario names.
    fn take_scenario(&mut self, name: &str) {
        name.clone_into(&mut self.chosen.scenario);
        let Some(scenario) = self.chosen.scenario() else {
            return;
        };
        if let Some(rules) = scenario.ruleset()
            && (scenario.force(0).is_some() || !self.chosen.rules().plays(rules))
        {
            self.chosen.set_rules(rules);
        }
        if let Some(map) = scenario.map()
            && self.maps.iter().any(|(name, _)| name == map)
        {
            map.clone_into(&mut self.chosen.map);
        }
        if let Some(sides) = scenario.sides() {
            for side in 0..sides {
                let Some(force) = scenario.force(side) else {
                    continue;
                };
                if self.chosen.forces.len() <= side {
                    self.chosen.forces.resize(side + 1, String::new());
                }
                force.clone_into(&mut self.chosen.forces[side]);
            }
            self.chosen.teams.clear();
        }
    }

    fn setup(&self) -> Result<Setup, WindowError> {
        let seed = match self.seed.trim() {
            "" => platform::any_seed(),
            text => text
                .parse()
                .map_err(|_| WindowError::Seed(text.to_owned()))?,
        };
        Ok(self.chosen.setup(seed)?)
    }

    /// The problems of one thing, drawn.
    fn problems(&self, ui: &mut Ui, about: About) {
        for problem in self.problems.iter().filter(|p| p.about == about) {
            match problem.severity {
                Severity::Error => dialog::wrong(ui, &problem.what),
                Severity::Warning => dialog::doubt(ui, &problem.what),
            }
        }
    }

    /// Draws the screen.
    pub fn show(&mut self, ui: &mut Ui, thumbs: &mut Thumbs) -> Option<NewBattleExit> {
        self.load();
        let mut exit = None;
        let sound = self.problems.iter().all(|p| p.severity != Severity::Error);
        let mut begin =
            self.house.is_none() && ui.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::Enter));
        if dialog::bar(ui, "New battle", |ui| {
            ui.add_enabled_ui(sound, |ui| begin |= dialog::main_button(ui, "Begin"))
                .response
                .on_hover_text("Ctrl+Enter");
            if !sound {
                dialog::note(ui, "Please correct the errors first.");
            }
        }) {
            exit = Some(NewBattleExit::Back);
        }
        if begin && sound {
            match self.setup() {
                Ok(setup) => exit = Some(NewBattleExit::Begin(Box::new(setup))),
                Err(error) => self.trouble = Some(error.to_string()),
            }
        }
        let width = ui.available_width();
        let right = (width * 0.5).clamp(250.0, 390.0).min(width - 150.0);
        let left = if width - right > 640.0 { 308.0 } else { 166.0 };
        egui::Panel::left("maps to choose")
            .exact_size(left)
            .show(ui, |ui| self.map_list(ui, thumbs));
        let mut wanted = None;
        let centre = width - right - left > 120.0;
        let choices = |ui: &mut Ui| {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| wanted = self.choices(ui));
        };
        if centre {
            egui::Panel::right("choices")
                .exact_size(right)
                .show(ui, choices);
            egui::CentralPanel::default()
                .frame(egui::Frame::NONE)
                .show(ui, |ui| self.preview(ui));
        } else {
            egui::CentralPanel::default().show(ui, choices);
        }
        if let Some(editor) = &mut self.house
            && let Some(house) = editor.show(ui)
        {
            self.chosen.set_house(&house);
            self.house = None;
        }
        let exit = wanted.or(exit);
        if exit.is_some() {
            // only a convenience for next time
            let _ = own::keep(KEPT, &self.chosen);
        }
        exit
    }

    fn map_list(&mut self, ui: &mut Ui, thumbs: &mut Thumbs) {
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            if !platform::is_touched() {
                ui.spacing_mut().button_padding.x = 6.0;
            }
            for (grids, name) in [
                (Grids::All, "All"),
                (Grids::Squares, "Squares"),
                (Grids::Hexes, "Hexes"),
            ] {
                ui.selectable_value(&mut self.chosen.grids, grids, name);
            }
        });
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    for (name, own) in &self.maps {
                        let kind = thumbs
                            .board(name)
                            .map(|b| b.grid().kind == GridKind::Square);
                        let fits = match self.chosen.grids {
                            Grids::All => true,
                            Grids::Squares => kind == Some(true),
                            Grids::Hexes => kind == Some(false),
                        };
                        if !fits {
                            continue;
                        }
                        let chosen = self.chosen.map == *name;
                        let thumb = thumbs.show(ui, name, *own, chosen);
                        if chosen && !self.arrived {
                            thumb.scroll_to_me(Some(egui::Align::Center));
                            self.arrived = true;
                        }
                        if thumb.clicked() {
                            self.chosen.map.clone_from(name);
                        }
                    }
                });
            });
    }

    fn preview(&mut self, ui: &mut Ui) {
        let Some((_, Ok(board))) = &self.board else {
            return;
        };
        let board = board.clone();
        let keys = !ui.ctx().egui_wants_keyboard_input() && self.house.is_none();
        let words = |at| super::board_words::words(&board, at);
        self.view.show_words(ui, &board, keys, words);
    }

    fn choices(&mut self, ui: &mut Ui) -> Option<NewBattleExit> {
        ui.add_space(4.0);
        if let Some(trouble) = &self.trouble {
            dialog::wrong(ui, trouble);
        }
        self.problems(ui, About::Whole);
        self.problems(ui, About::Map);
        self.rules_part(ui);
        self.battle_part(ui);
        ui.separator();
        let exit = self.sides(ui);
        ui.separator();
        self.dice_part(ui);
        ui.add_space(8.0);
        exit
    }

    fn rules_part(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            for rules in Rules::ALL {
                let chosen = self.chosen.rules() == rules;
                let one = ui
                    .selectable_label(chosen, RichText::new(rules.name()).strong())
                    .on_hover_text(rules.about());
                if one.clicked() && !chosen {
                    self.chosen.set_rules(rules);
                    let of = self.chosen.scenario().and_then(|s| s.ruleset());
                    if of.is_some_and(|of| !rules.plays(of)) {
                        self.chosen.scenario = Chosen::default().scenario;
                    }
                }
            }
        });
        dialog::note(ui, self.chosen.rules().about());
        ui.horizontal_wrapped(|ui| {
            if ui.button("House rules...").clicked()
                && let Some(house) = self.chosen.house()
            {
                self.house = Some(HouseRules::new(house));
            }
            match self.chosen.house().map_or(0, |h| h.changed()) {
                0 => dialog::note(ui, "The rules are unchanged."),
                1 => dialog::doubt(ui, "1 rule is changed."),
                n => dialog::doubt(ui, &format!("{n} rules are changed.")),
            }
        });
        self.problems(ui, About::Rules);
    }

    /// The list of scenarios: those that cannot be played here say why.
    fn scenario_choice(&self, ui: &mut Ui) -> Option<String> {
        let mut taken = None;
        let label = ui.label("Scenario");
        let mut all = self.scenarios.iter();
        let now = all.find(|s| s.name == self.chosen.scenario);
        let shown = now.map_or_else(
            || titles::of_name(&self.chosen.scenario),
            |s| s.title.clone(),
        );
        let combo = ComboBox::from_id_salt("scenario")
            .width(190.0)
            .selected_text(shown)
            .show_ui(ui, |ui| {
                for one in &self.scenarios {
                    let now = self.chosen.scenario == one.name;
                    let button = Button::selectable(now, &one.title);
                    let button = ui.add_enabled(one.refusal.is_none(), button);
                    if button.clicked() {
                        taken = Some(one.name.clone());
                    }
                    if let Some(why) = &one.refusal {
                        button.on_disabled_hover_text(why);
                    }
                }
            });
        combo.response.labelled_by(label.id);
        taken
    }

    fn battle_part(&mut self, ui: &mut Ui) {
        let mut taken = None;
        egui::Grid::new("battle")
            .num_columns(2)
            .spacing([10.0, 6.0])
            .show(ui, |ui| {
                taken = self.scenario_choice(ui);
                ui.end_row();
                let label = ui.label("Scale");
                let combo = ComboBox::from_id_salt("scale")
                    .width(90.0)
                    .selected_text(self.chosen.scale.clone())
                    .show_ui(ui, |ui| {
                        for scale in Scale::ALL {
                            let name = scale.name().to_owned();
                            ui.selectable_value(&mut self.chosen.scale, name, scale.name());
                        }
                    });
                combo.response.labelled_by(label.id);
                ui.end_row();
                let label = ui.label("Rounds");
                let rounds = DragValue::new(&mut self.chosen.rounds)
                    .range(0..=99)
                    .speed(0.05)
                    .custom_formatter(|n, _| {
                        if n < 1.0 {
                            "default".to_owned()
                        } else {
                            format!("{n}")
                        }
                    });
                ui.add(rounds).labelled_by(label.id);
                ui.end_row();
                let label = ui.label("Solo table").on_hover_text(
                    "Each round, a roll decides how many figures of these sides may act",
                );
                let combo = ComboBox::from_id_salt("solo")
                    .width(190.0)
                    .selected_text(solo_words(&self.chosen.solo))
                    .show_ui(ui, |ui| {
                        for solo in ["off", "enemy", "both"] {
                            let words = solo_words(solo);
                            ui.selectable_value(&mut self.chosen.solo, solo.to_owned(), words);
                        }
                    });
                combo.response.labelled_by(label.id);
                ui.end_row();
            });
        if let Some(name) = taken {
            self.take_scenario(&name);
        }
        if let Some(scenario) = self.chosen.scenario()
            && let Some(notes) = scenario.notes()
        {
            dialog::note(ui, notes);
        }
        self.problems(ui, About::Scenario);
    }

    fn dice_part(&mut self, ui: &mut Ui) {
        ui.checkbox(
            &mut self.chosen.typed,
            "I roll real dice and type the results",
        );
        ui.horizontal(|ui| {
            let label = ui.label("Seed").on_hover_text(
                "The same seed gives the same dice and the same moves of the computer",
            );
            ui.add(
                TextEdit::singleline(&mut self.seed)
                    .hint_text("random")
                    .desired_width(120.0),
            )
            .labelled_by(label.id);
            if ui.button("Reset all").clicked() {
                self.chosen = Chosen::default();
                self.seed.clear();
            }
        });
    }
}

fn solo_words(solo: &str) -> &'static str {
    match solo {
        "enemy" => "for the computer's sides",
        "both" => "for all sides",
        _ => "off",
    }
}
