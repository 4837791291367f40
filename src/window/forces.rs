//! Looking at forces: their figures, words, points, and what is doubtful about them.

use super::table::{self, Piece};
use super::theme;
use crate::cli::library;
use crate::play::words::points_text;
use crate::rules::{ForceSummary, Rules};
use egui::{RichText, ScrollArea, Sense, Ui, vec2};

/// The screen of forces.
pub struct Forces {
    all: Vec<(Rules, String)>,
    chosen: usize,
    loaded: Option<(usize, Result<ForceSummary, String>)>,
}

/// The silhouette that fits a figure's words.
fn kind(words: &str) -> &'static str {
    [
        "commander",
        "hero",
        "mook",
        "cavalry",
        "vehicle",
        "building",
        "small",
        "large",
    ]
    .into_iter()
    .find(|kind| words.contains(kind))
    .unwrap_or("troop")
}

impl Forces {
    /// All forces there are.
    pub fn new() -> Self {
        let mut all = Vec::new();
        for rules in Rules::ALL {
            let shelf = library::forces(rules);
            for entry in shelf.all() {
                let of = shelf
                    .open(&entry.name)
                    .ok()
                    .and_then(|found| Rules::of_force(&found.source).ok());
                if of == Some(rules) {
                    all.push((rules, entry.name));
                }
            }
        }
        Self {
            all,
            chosen: 0,
            loaded: None,
        }
    }

    fn load(&mut self) {
        if self.loaded.as_ref().is_some_and(|(i, _)| *i == self.chosen) {
            return;
        }
        let Some((rules, name)) = self.all.get(self.chosen) else {
            return;
        };
        let force = library::forces(*rules)
            .open(name)
            .map_err(|e| e.to_string())
            .and_then(|found| rules.force(&found.source, None).map_err(|f| f.to_string()));
        self.loaded = Some((self.chosen, force));
    }

    /// Draws the screen; true: back to the menu.
    pub fn show(&mut self, ui: &mut Ui) -> bool {
        self.load();
        let mut back = ui.input(|i| i.key_pressed(egui::Key::Escape));
        egui::Panel::left("forces")
            .exact_size(250.0)
            .show(ui, |ui| {
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    if ui.button("Back").clicked() {
                        back = true;
                    }
                    ui.heading("Forces");
                });
                ScrollArea::vertical().show(ui, |ui| {
                    let mut last = None;
                    for (i, (rules, name)) in self.all.iter().enumerate() {
                        if last != Some(*rules) {
                            ui.label(RichText::new(rules.name()).weak());
                            last = Some(*rules);
                        }
                        if ui.selectable_label(self.chosen == i, name).clicked() {
                            self.chosen = i;
                        }
                    }
                });
            });
        egui::CentralPanel::default().show(ui, |ui| match &self.loaded {
            Some((_, Ok(force))) => {
                ScrollArea::vertical().show(ui, |ui| roster(ui, force));
            }
            Some((_, Err(error))) => {
                ui.label(RichText::new(error).color(theme::BAD));
            }
            None => {}
        });
        back
    }
}

fn roster(ui: &mut Ui, force: &ForceSummary) {
    ui.heading(format!(
        "{} - {} points, {} figures",
        force.name,
        points_text(force.points),
        force.figures.len()
    ));
    for finding in &force.findings {
        ui.label(
            RichText::new(format!(
                "{}: {}; {}",
                finding.place, finding.what, finding.mend
            ))
            .color(theme::ACCENT),
        );
    }
    ui.add_space(8.0);
    for (i, (name, words, halves)) in force.figures.iter().enumerate() {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(58.0, 62.0), Sense::hover());
            let piece = Piece {
                at: egui::Pos2::ZERO,
                radius: 1.0,
                side: 0,
                kind: kind(words),
                letter: name.chars().next().unwrap_or('?'),
                words: format!("{words}, {}", name.to_lowercase()),
                facing: None,
                aloft: false,
                health: None,
                spent: false,
                disabled: false,
                presence: 1.0,
                riders: Vec::new(),
            };
            table::portrait(&ui.painter_at(rect.expand(6.0)), rect, &piece);
            ui.vertical(|ui| {
                ui.label(
                    RichText::new(format!("{} {name}, {} points", i + 1, points_text(*halves)))
                        .strong(),
                );
                ui.label(RichText::new(words).weak());
            });
        });
    }
}
