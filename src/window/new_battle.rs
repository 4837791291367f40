//! Choosing everything about a battle.

use super::board_view::BoardView;
use super::maps::grid_words;
use super::panels::sign;
use super::{platform, theme};
use crate::ai;
use crate::battle::{Scale, Side};
use crate::board::{Board, Use};
use crate::cli::open::MAPS;
use crate::cli::options::{BattleOptions, Rounds};
use crate::cli::{library, open::Shelf};
use crate::play::Setup;
use crate::play::words::points_text;
use crate::rules::Rules;
use egui::{Button, ComboBox, RichText, ScrollArea, Ui, vec2};
use std::sync::Arc;

/// What is remembered of the last choices.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
struct Chosen {
    map: String,
    ruleset: String,
    scenario: String,
    forces: Vec<String>,
    agents: Vec<String>,
    rounds: u16,
    solo: String,
    scale: String,
    typed: bool,
}

impl Default for Chosen {
    fn default() -> Self {
        Self {
            map: "ford".into(),
            ruleset: Rules::ALL[0].name().into(),
            scenario: "battle".into(),
            forces: vec!["orcs".into(), "elves".into()],
            agents: vec!["human".into(), "utility".into()],
            rounds: 0,
            solo: "off".into(),
            scale: Scale::default().name().into(),
            typed: false,
        }
    }
}

const KEPT: &str = "new-battle.toml";

/// The screen.
pub struct NewBattle {
    chosen: Chosen,
    seed: String,
    maps: Vec<String>,
    scenarios: Vec<String>,
    forces: Vec<(String, String)>,
    forces_of: Option<Rules>,
    agents: Vec<(String, String)>,
    board: Option<(String, Result<Arc<Board>, String>)>,
    /// The board's view.
    pub view: BoardView,
    trouble: Option<String>,
}

/// What came of a frame.
pub enum Came {
    /// Back to the menu.
    Back,
    /// This battle.
    Begin(Box<Setup>),
}

fn names(shelf: &Shelf) -> Vec<String> {
    shelf.all().into_iter().map(|e| e.name).collect()
}

impl NewBattle {
    /// The screen with what was chosen last.
    pub fn new(seed: Option<u64>) -> Self {
        let chosen: Chosen = platform::load(KEPT)
            .and_then(|text| toml::from_str(&text).ok())
            .unwrap_or_default();
        let mut agents = vec![("human".to_owned(), "a person at this window".to_owned())];
        agents.extend(
            ai::BASELINES
                .iter()
                .map(|(n, w)| ((*n).to_owned(), (*w).to_owned())),
        );
        for profile in ai::profiles() {
            agents.push((profile.name.clone(), "a profile".to_owned()));
        }
        Self {
            chosen,
            seed: seed.map_or_else(String::new, |s| s.to_string()),
            maps: names(&MAPS),
            scenarios: names(&library::SCENARIOS),
            forces: Vec::new(),
            forces_of: None,
            agents,
            board: None,
            view: BoardView::default(),
            trouble: None,
        }
    }

    /// Says what went wrong.
    pub fn say(&mut self, what: String) {
        self.trouble = Some(what);
    }

    /// The board of the chosen map.
    pub fn board(&self) -> Option<&Arc<Board>> {
        self.board.as_ref().and_then(|(_, b)| b.as_ref().ok())
    }

    fn rules(&self) -> Rules {
        Rules::named(&self.chosen.ruleset).unwrap_or(Rules::ALL[0])
    }

    fn load(&mut self) {
        let rules = self.rules();
        if self.forces_of != Some(rules) {
            self.forces_of = Some(rules);
            let shelf = library::forces(rules);
            self.forces = shelf
                .all()
                .into_iter()
                .filter_map(|e| {
                    let source = shelf.open(&e.name).ok()?.source;
                    if Rules::of_force(&source).ok()? != rules {
                        return None;
                    }
                    let force = rules.force(&source, None).ok()?;
                    let about = format!(
                        "{} - {} points, {} figures",
                        force.name,
                        points_text(force.points),
                        force.figures.len()
                    );
                    Some((e.name, about))
                })
                .collect();
        }
        for (i, force) in self.chosen.forces.iter_mut().enumerate() {
            if !self.forces.iter().any(|(n, _)| n == force)
                && let Some((other, _)) = self.forces.get(i % self.forces.len().max(1))
            {
                force.clone_from(other);
            }
        }
        if self
            .board
            .as_ref()
            .is_none_or(|(n, _)| *n != self.chosen.map)
        {
            let board = MAPS
                .open(&self.chosen.map)
                .map_err(|e| e.to_string())
                .and_then(|found| {
                    crate::files::map::read(&found.source)
                        .map(|m| Arc::new(Board::new(m)))
                        .map_err(|f| f.to_string())
                });
            self.board = Some((self.chosen.map.clone(), board));
            self.view.forget();
        }
    }

    fn setup(&self) -> Result<Setup, String> {
        let options = BattleOptions {
            map: Some(self.chosen.map.clone()),
            scenario: Some(self.chosen.scenario.clone()),
            ruleset: Some(self.chosen.ruleset.clone()),
            forces: self.chosen.forces.clone(),
            agents: self.chosen.agents.clone(),
            solo: (self.chosen.solo != "off").then(|| self.chosen.solo.clone()),
            rounds: (self.chosen.rounds > 0).then_some(Rounds(Some(self.chosen.rounds))),
            scale: Scale::named(&self.chosen.scale).filter(|s| *s != Scale::default()),
            seed: match self.seed.trim() {
                "" => Some(platform::any_seed()),
                text => Some(
                    text.parse()
                        .map_err(|_| format!("the seed {text:?} is not a whole number"))?,
                ),
            },
            dice: self
                .chosen
                .typed
                .then_some(crate::cli::options::DiceOption::Typed),
            bot_time: 10.0,
            ..BattleOptions::default()
        };
        options.setup("human").map_err(|e| e.to_string())
    }

    /// Draws the screen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Came> {
        self.load();
        let mut came = None;
        if ui.input(|i| i.key_pressed(egui::Key::Escape)) {
            came = Some(Came::Back);
        }
        egui::Panel::left("new battle")
            .exact_size(380.0)
            .show(ui, |ui| {
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    if ui.button("Back").clicked() {
                        came = Some(Came::Back);
                    }
                    ui.heading("New battle");
                });
                ui.separator();
                ScrollArea::vertical().show(ui, |ui| {
                    self.choices(ui);
                    ui.add_space(8.0);
                    let text = RichText::new("Begin").size(17.0).strong();
                    if ui.add_sized(vec2(340.0, 42.0), Button::new(text)).clicked() {
                        match self.setup() {
                            Ok(setup) => {
                                if let Ok(text) = toml::to_string(&self.chosen) {
                                    // only a convenience for next time
                                    let _ = platform::store(KEPT, &text);
                                }
                                came = Some(Came::Begin(Box::new(setup)));
                            }
                            Err(error) => self.trouble = Some(error),
                        }
                    }
                    if let Some(trouble) = &self.trouble {
                        ui.label(RichText::new(trouble).color(theme::BAD));
                    }
                });
            });
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| match &self.board {
                Some((_, Ok(board))) => {
                    let board = board.clone();
                    let keys = !ui.ctx().egui_wants_keyboard_input();
                    self.view.show(ui, &board, true, keys);
                }
                Some((_, Err(error))) => {
                    ui.label(RichText::new(error).color(theme::BAD));
                }
                None => {}
            });
        came
    }

    fn choices(&mut self, ui: &mut Ui) {
        let row = |ui: &mut Ui, name: &str, now: &mut String, all: &[String]| {
            ui.horizontal(|ui| {
                ui.add_sized(vec2(80.0, 24.0), egui::Label::new(name));
                ComboBox::from_id_salt(name)
                    .width(230.0)
                    .selected_text(now.clone())
                    .show_ui(ui, |ui| {
                        for one in all {
                            ui.selectable_value(now, one.clone(), one);
                        }
                    });
            });
        };
        let rules: Vec<String> = Rules::ALL.iter().map(|r| r.name().to_owned()).collect();
        let scales: Vec<String> = Scale::ALL.iter().map(|s| s.name().to_owned()).collect();
        let solos = ["off", "enemy", "both"].map(str::to_owned);
        row(ui, "Map", &mut self.chosen.map, &self.maps);
        if let Some(board) = self.board() {
            let grid = board.grid();
            let seats = (1..=8)
                .filter(|s| board.zone(Use::Deployment, *s).is_some())
                .count();
            ui.label(
                RichText::new(format!(
                    "{} x {} {}, {seats} seats",
                    grid.columns,
                    grid.rows,
                    grid_words(grid.kind)
                ))
                .weak(),
            );
        }
        row(ui, "Ruleset", &mut self.chosen.ruleset, &rules);
        ui.label(RichText::new(self.rules().about()).weak());
        row(ui, "Scenario", &mut self.chosen.scenario, &self.scenarios);
        row(ui, "Scale", &mut self.chosen.scale, &scales);
        row(ui, "Solo table", &mut self.chosen.solo, &solos);
        ui.horizontal(|ui| {
            ui.add_sized(vec2(80.0, 24.0), egui::Label::new("Rounds"));
            let rounds = egui::DragValue::new(&mut self.chosen.rounds)
                .range(0..=99)
                .custom_formatter(|n, _| {
                    if n < 1.0 {
                        "as the rules say".to_owned()
                    } else {
                        format!("{n}")
                    }
                });
            ui.add(rounds);
        });
        ui.horizontal(|ui| {
            ui.add_sized(vec2(80.0, 24.0), egui::Label::new("Seed"));
            ui.add(
                egui::TextEdit::singleline(&mut self.seed)
                    .hint_text("any")
                    .desired_width(140.0),
            );
        });
        ui.checkbox(&mut self.chosen.typed, "I roll real dice and type them");
        ui.separator();
        let mut gone = None;
        for i in 0..self.chosen.forces.len() {
            while self.chosen.agents.len() <= i {
                self.chosen.agents.push("utility".to_owned());
            }
            ui.horizontal(|ui| {
                sign(ui, Side(i as u8), 18.0);
                ui.label(RichText::new(format!("Side {}", i + 1)).strong());
                if i >= 2 && ui.small_button("Remove").clicked() {
                    gone = Some(i);
                }
            });
            ui.horizontal(|ui| {
                let force = &mut self.chosen.forces[i];
                ComboBox::from_id_salt(("force", i))
                    .width(170.0)
                    .selected_text(force.clone())
                    .show_ui(ui, |ui| {
                        for (name, about) in &self.forces {
                            ui.selectable_value(force, name.clone(), about);
                        }
                    });
                let agent = &mut self.chosen.agents[i];
                ComboBox::from_id_salt(("agent", i))
                    .width(130.0)
                    .selected_text(agent.clone())
                    .show_ui(ui, |ui| {
                        for (name, about) in &self.agents {
                            ui.selectable_value(agent, name.clone(), name)
                                .on_hover_text(about);
                        }
                    });
            });
            let about = self
                .forces
                .iter()
                .find(|(n, _)| *n == self.chosen.forces[i]);
            if let Some((_, about)) = about {
                ui.label(RichText::new(about).weak());
            }
        }
        if let Some(i) = gone {
            self.chosen.forces.remove(i);
            self.chosen.agents.remove(i);
        }
        self.chosen.agents.truncate(self.chosen.forces.len());
        if self.chosen.forces.len() < 8 && ui.button("Add a side").clicked() {
            let force = self.chosen.forces[0].clone();
            self.chosen.forces.push(force);
            self.chosen.agents.push("utility".to_owned());
        }
    }
}
