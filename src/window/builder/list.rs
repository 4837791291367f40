//! The left half of the builder: the force as a whole, and its figures.

use super::figure::{choice, number};
use super::{Builder, Edit};
use crate::battle::{KeyKind, Severity};
use crate::muster::Verdict;
use crate::source::Source;
use crate::window::forces::portrait;
use crate::window::{dialog, theme, titles};
use egui::{ComboBox, Frame, Key, Label, RichText, Sense, TextEdit, Ui, vec2};

/// Draws what is wrong or doubtful.
pub(super) fn verdicts(ui: &mut Ui, all: &[Verdict]) {
    for verdict in all {
        match verdict.severity {
            Severity::Error => dialog::wrong(ui, &verdict.what),
            Severity::Warning => dialog::doubt(ui, &verdict.what),
        }
    }
}

impl Builder {
    pub(super) fn list(&self, ui: &mut Ui, edit: &mut Option<Edit>) {
        ui.add_space(4.0);
        let label = ui.label(RichText::new("Name of the force").weak());
        let mut name = self.muster.name().to_owned();
        let field = TextEdit::singleline(&mut name).desired_width(f32::INFINITY);
        if ui.add(field).labelled_by(label.id).changed() {
            *edit = Some(Edit::Rename(name));
        }
        for key in &self.muster.sheet().head {
            ui.horizontal_wrapped(|ui| {
                let label = ui.label(key.shown).on_hover_text(key.about).id;
                let now = self.muster.get_head(key);
                let set = match key.kind {
                    KeyKind::Number(least, most) => number(ui, (label, "any"), now, (least, most)),
                    KeyKind::Choice(all) => {
                        let names = all.iter().copied();
                        choice(ui, (label, key.name), now, "default", names)
                    }
                    KeyKind::Switch | KeyKind::Texts | KeyKind::Figure => None,
                };
                if let Some(value) = set {
                    *edit = Some(Edit::Head(key.clone(), value));
                }
            });
        }
        let total = dialog::points_and_figures(self.judged.points, self.judged.figures);
        ui.label(RichText::new(total).size(17.0).strong());
        if let Some(message) = &self.message {
            message.show(ui);
        }
        verdicts(ui, &self.judged.whole);
        ui.horizontal_wrapped(|ui| {
            if ui.button("Add figure").clicked() {
                *edit = Some(Edit::Add);
            }
            let samples = self.muster.rules().forces();
            if self.path.is_none() && self.before.is_empty() && !samples.is_empty() {
                let combo = ComboBox::from_id_salt("sample")
                    .selected_text("Start from a sample...")
                    .width(110.0)
                    .show_ui(ui, |ui| {
                        for (name, text) in samples {
                            let title = titles::of_file(&Source::new(*name, *text), name);
                            if ui.selectable_label(false, title).clicked() {
                                *edit = Some(Edit::Sample((*name).to_owned()));
                            }
                        }
                    });
                combo.response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Start from a sample")
                });
            }
        });
        ui.add_space(4.0);
        for i in 0..self.muster.len() {
            self.entry(ui, i, edit);
        }
    }

    fn entry(&self, ui: &mut Ui, i: usize, edit: &mut Option<Edit>) {
        let chosen = self.chosen == i;
        let about = &self.judged.about[i];
        let bad = about.iter().any(|v| v.severity == Severity::Error);
        let fill = if chosen {
            theme::mix(theme::ACCENT, theme::PANEL, 0.75)
        } else {
            ui.visuals().faint_bg_color
        };
        let frame = Frame::new().fill(fill).corner_radius(6).inner_margin(6);
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                let name = self.muster.figure_name(i);
                let words = self.muster.words_text(i);
                portrait(ui, name, self.judged.looks[i], vec2(34.0, 38.0));
                ui.vertical(|ui| {
                    let many = match self.muster.count(i) {
                        1 => String::new(),
                        n => format!("{n} x "),
                    };
                    let cost = match self.judged.each[i] {
                        Some(cost) => cost.to_string(),
                        None => "?".to_owned(),
                    };
                    ui.horizontal(|ui| {
                        ui.label(RichText::new(format!("{many}{name}")).strong());
                        ui.label(RichText::new(cost).color(theme::ACCENT));
                        if bad {
                            ui.label(RichText::new("×").strong().color(theme::BAD));
                        } else if !about.is_empty() {
                            ui.label(RichText::new("!").strong().color(theme::ACCENT));
                        }
                    });
                    ui.add(Label::new(RichText::new(words).weak().small()).truncate());
                });
            });
        });
        let place = shown.response.interact(Sense::click());
        place.widget_info(|| {
            let label = format!("Figure {}", self.muster.figure_name(i));
            egui::WidgetInfo::selected(egui::Role::Button, true, chosen, label)
        });
        if place.has_focus() {
            ui.painter().rect_stroke(
                place.rect,
                6.0,
                egui::Stroke::new(1.5, theme::ACCENT),
                egui::StrokeKind::Inside,
            );
            let pressed = |key| ui.input(|input| input.key_pressed(key));
            if pressed(Key::Delete) {
                *edit = Some(Edit::Remove(i));
            }
        }
        if place.clicked() {
            ui.memory_mut(|m| m.data.insert_temp(egui::Id::unique("figure chosen"), i));
        }
    }
}
