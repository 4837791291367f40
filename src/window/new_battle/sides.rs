//! The sides of a battle: force, points, team, and who plays.

use super::chosen::{About, Player};
use super::{NewBattle, NewBattleExit};
use crate::ai::LEVELS;
use crate::battle::{Nerve, Side};
use crate::play::AgentName;
use crate::store::ladder;
use crate::window::board_words::{MOST_SIDES, seats};
use crate::window::signs::sign;
use crate::window::{dialog, theme, titles};
use egui::{ComboBox, DragValue, RichText, Ui};

/// A player's name for people.
fn player_words(name: &AgentName) -> String {
    titles::of_name(&titles::player(name))
}

/// An agent without its level, and the level.
fn without_level(agent: &AgentName) -> (AgentName, Option<u8>) {
    match agent {
        AgentName::Opponent { name, level } => (
            AgentName::Opponent {
                name: name.clone(),
                level: None,
            },
            level.as_ref().and_then(|level| level.parse().ok()),
        ),
        other => (other.clone(), None),
    }
}

/// An agent with a level, if it can have one.
fn with_level(agent: AgentName, level: Option<u8>) -> AgentName {
    match agent {
        AgentName::Opponent { name, .. } => AgentName::Opponent {
            name,
            level: level.map(|level| level.to_string()),
        },
        other => other,
    }
}

/// A level in words.
fn level_words(level: u8) -> &'static str {
    match level {
        1 => "level 1, easy",
        2 => "level 2",
        3 => "level 3",
        4 => "level 4, strong",
        _ => "level 5, slow",
    }
}

impl NewBattle {
    /// A card for every side.
    pub(super) fn sides(&mut self, ui: &mut Ui) -> Option<NewBattleExit> {
        let scenario = self.chosen.scenario();
        let fixed = scenario.as_ref().and_then(|s| s.sides());
        let (mut gone, mut exit) = (None, None);
        for i in 0..self.chosen.forces.len() {
            dialog::card(ui, |ui| {
                ui.horizontal(|ui| {
                    sign(ui, Side(i as u8), 18.0);
                    ui.label(RichText::new(format!("Side {}", i + 1)).strong());
                    if let Some(force) = self.force(i) {
                        let words = dialog::points_and_figures(force.points, force.figures);
                        ui.label(RichText::new(words).weak());
                        if force.nerve != Nerve::Steady {
                            ui.label(RichText::new(force.nerve.name()).weak())
                                .on_hover_text(format!("Nerve: {}", force.nerve.sentence()));
                        }
                    }
                    if let Some(left) = self.at_home.iter().find(|l| l.side.index() == i) {
                        let words = format!("{} stay at home", left.points.named());
                        ui.label(RichText::new(words).color(theme::ACCENT))
                            .on_hover_text(left.sentence());
                    }
                    if i >= 2 && fixed.is_none() {
                        let remove = ui.small_button("Remove");
                        remove.widget_info(|| {
                            let label = format!("Remove side {}", i + 1);
                            egui::WidgetInfo::labeled(egui::Role::Button, true, label)
                        });
                        if remove.clicked() {
                            gone = Some(i);
                        }
                    }
                });
                exit = self.force_row(ui, i).or(exit.take());
                self.player_row(ui, i);
                self.problems(ui, About::Side(i));
            });
            ui.add_space(4.0);
        }
        self.handicap_row(ui);
        if let Some(i) = gone {
            self.chosen.forces.remove(i);
            self.chosen.agents.remove(i);
            self.chosen.teams.remove(i);
        }
        let most = match self.board().map_or(0, |b| seats(b)) {
            0 => MOST_SIDES,
            n => n.max(2),
        };
        ui.horizontal_wrapped(|ui| {
            if fixed.is_none()
                && self.chosen.forces.len() < most
                && ui.button("Add a side").clicked()
            {
                let next = self.chosen.forces.len();
                // the nearest in points is filled in
                self.chosen.forces.push(String::new());
                self.chosen.agents.push(ladder::proposed().into());
                self.chosen.teams.push(next as u8 + 1);
            }
            if fixed.is_none() && most < MOST_SIDES && self.chosen.forces.len() >= most {
                let words = format!(
                    "This map has room for {most} sides. Maps for more sides say so below their picture."
                );
                dialog::note(ui, &words);
            }
            if let Some(sides) = fixed {
                dialog::note(ui, &format!("The scenario is for {sides} sides."));
            }
            if ui.button("New force...").clicked() {
                exit = Some(NewBattleExit::Make(self.chosen.rules()));
            }
        });
        exit
    }

    /// How much of a force stays at home.
    fn handicap_row(&mut self, ui: &mut Ui) {
        const MOST: i8 = 90;
        let people = self.chosen.agents.contains(&AgentName::Human);
        let (other, own) = match people {
            true => ("the computer", "you"),
            false => ("the other sides", "side 1"),
        };
        ui.horizontal(|ui| {
            let label = ui.label("Handicap").on_hover_text(
                "A part of a force stays at home, so that players of unlike strength have an even battle",
            );
            let share = DragValue::new(&mut self.chosen.handicap)
                .range(-MOST..=MOST)
                .speed(0.2)
                .custom_formatter(move |n, _| match n {
                    0.0 => "none".to_owned(),
                    n if n > 0.0 => format!("{n} % fewer points for {other}"),
                    n => format!("{} % fewer points for {own}", -n),
                })
                .custom_parser(|text| match text.trim() {
                    "none" => Some(0.0),
                    text => text.split(['%', ' ']).next()?.parse().ok(),
                });
            ui.add(share).labelled_by(label.id);
        });
    }

    fn force(&self, side: usize) -> Option<&super::Force> {
        let name = self.chosen.forces.get(side)?;
        self.forces.iter().find(|f| f.name == *name)
    }

    fn force_row(&mut self, ui: &mut Ui, i: usize) -> Option<NewBattleExit> {
        let mut exit = None;
        ui.horizontal(|ui| {
            let title = self.force(i).map_or_else(
                || titles::of_name(&self.chosen.forces[i]),
                |f| f.title.clone(),
            );
            let width = (ui.available_width() - 80.0).clamp(90.0, 250.0);
            let combo = ComboBox::from_id_salt(("force", i))
                .width(width)
                .truncate()
                .selected_text(title)
                .show_ui(ui, |ui| {
                    let now = &mut self.chosen.forces[i];
                    for force in &self.forces {
                        let about = dialog::points_and_figures(force.points, force.figures);
                        let words = format!("{}: {about}", force.title);
                        ui.selectable_value(now, force.name.clone(), words);
                    }
                });
            combo.response.widget_info(|| {
                let label = format!("Force {}", i + 1);
                egui::WidgetInfo::labeled(egui::Role::ComboBox, true, label)
            });
            let edit = ui.button("Edit");
            edit.widget_info(|| {
                let label = format!("Edit force {}", i + 1);
                egui::WidgetInfo::labeled(egui::Role::Button, true, label)
            });
            if edit.clicked() {
                let rules = self.chosen.rules();
                exit = Some(NewBattleExit::Build(rules, self.chosen.forces[i].clone()));
            }
        });
        exit
    }

    fn player_row(&mut self, ui: &mut Ui, i: usize) {
        let (mut who, mut level) = without_level(&self.chosen.agents[i]);
        let known = self.players.iter().find(|p| p.name == who).cloned();
        let scenario = self.chosen.scenario();
        ui.horizontal_wrapped(|ui| {
            let combo = ComboBox::from_id_salt(("agent", i))
                .width(110.0)
                .height(340.0)
                .selected_text(player_words(&who))
                .show_ui(ui, |ui| {
                    for Player { name, about, .. } in &self.players {
                        ui.selectable_value(&mut who, name.clone(), player_words(name))
                            .on_hover_text(about);
                    }
                });
            combo.response.widget_info(|| {
                let label = format!("Player {}", i + 1);
                egui::WidgetInfo::labeled(egui::Role::ComboBox, true, label)
            });
            if known.as_ref().is_some_and(|k| k.has_levels) {
                let shown = level.map_or("default level", level_words);
                let combo = ComboBox::from_id_salt(("level", i))
                    .width(112.0)
                    .selected_text(shown)
                    .show_ui(ui, |ui| {
                        ui.selectable_value(&mut level, None, "default level");
                        for n in 1..=LEVELS {
                            ui.selectable_value(&mut level, Some(n), level_words(n));
                        }
                    });
                combo.response.widget_info(|| {
                    let label = format!("Level {}", i + 1);
                    egui::WidgetInfo::labeled(egui::Role::ComboBox, true, label)
                });
            }
            let alike = scenario
                .as_ref()
                .is_none_or(|s| s.role(i) == crate::battle::Role::Equal);
            if alike && self.chosen.forces.len() > 2 {
                let team = &mut self.chosen.teams[i];
                let combo = ComboBox::from_id_salt(("team", i))
                    .width(70.0)
                    .selected_text(format!("team {team}"))
                    .show_ui(ui, |ui| {
                        for n in 1..=self.chosen.forces.len() as u8 {
                            ui.selectable_value(team, n, format!("team {n}"));
                        }
                    });
                combo.response.widget_info(|| {
                    let label = format!("Team {}", i + 1);
                    egui::WidgetInfo::labeled(egui::Role::ComboBox, true, label)
                });
            }
        });
        if let Some(Player { about, .. }) = known {
            dialog::note(ui, &about);
        }
        let mut players = self.players.iter();
        let has_levels = players.any(|p| p.name == who && p.has_levels);
        self.chosen.agents[i] = with_level(who, level.filter(|_| has_levels));
    }
}
