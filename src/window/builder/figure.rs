//! The right half of the builder: the chosen figure, word by word.

use super::list::verdicts;
use super::{Builder, Edit};
use crate::battle::{HalfPoints, Key, KeyKind, Pick};
use crate::muster::{Price, texts};
use crate::window::book::{self, InForce};
use crate::window::forces::portrait;
use crate::window::{dialog, theme};
use egui::{Button, ComboBox, DragValue, Id, RichText, TextEdit, Ui, vec2};
use toml_edit::Value;

/// A difference of points: `+2`, `-1.5`, nothing for none.
fn difference(points: HalfPoints) -> String {
    match points {
        HalfPoints::ZERO => String::new(),
        more if more > HalfPoints::ZERO => format!("+{more}"),
        less => less.to_string(),
    }
}

impl Builder {
    pub(super) fn figure(&mut self, ui: &mut Ui, edit: &mut Option<Edit>) {
        let memory = egui::Id::unique("figure chosen");
        if let Some(i) = ui.memory_mut(|m| m.data.remove_temp::<usize>(memory))
            && i != self.chosen
        {
            self.chosen = i;
            self.look();
        }
        if self.muster.is_empty() {
            dialog::note(ui, "Add a figure to begin.");
            return;
        }
        let i = self.chosen;
        self.head(ui, i, edit);
        verdicts(ui, &self.judged.about[i]);
        self.parts(ui, i, edit);
        self.keys(ui, i, edit);
        self.free_words(ui, i, edit);
    }

    fn head(&self, ui: &mut Ui, i: usize, edit: &mut Option<Edit>) {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let name = self.muster.figure_name(i);
            portrait(ui, name, self.judged.looks[i], vec2(74.0, 84.0));
            ui.vertical(|ui| {
                ui.horizontal_wrapped(|ui| {
                    let label = ui.label("Name");
                    let mut name = name.to_owned();
                    let field = TextEdit::singleline(&mut name).desired_width(190.0);
                    if ui.add(field).labelled_by(label.id).changed() {
                        *edit = Some(Edit::Name(i, name));
                    }
                    let label = ui.label("How many");
                    let mut many = self.muster.count(i);
                    let most = self.muster.sheet().most as u32;
                    let drag = DragValue::new(&mut many).range(1..=most).speed(0.05);
                    if ui.add(drag).labelled_by(label.id).changed() {
                        *edit = Some(Edit::Count(i, many));
                    }
                    for (sign, to) in [("-", many.saturating_sub(1)), ("+", many + 1)] {
                        let button = ui.small_button(sign);
                        button.widget_info(|| {
                            let word = if sign == "+" { "One more" } else { "One fewer" };
                            egui::WidgetInfo::labeled(egui::Role::Button, true, word)
                        });
                        if button.clicked() && (1..=most).contains(&to) {
                            *edit = Some(Edit::Count(i, to));
                        }
                    }
                });
                let cost = match self.judged.each[i] {
                    Some(each) if self.muster.count(i) > 1 => {
                        let all = each * self.muster.count(i) as i32;
                        format!("{each} points each, {all} in total")
                    }
                    Some(points) => points.named(),
                    None => "Cost not known yet".to_owned(),
                };
                ui.label(RichText::new(cost).size(16.0).strong().color(theme::ACCENT));
                ui.horizontal_wrapped(|ui| {
                    if ui.button("Copy figure").clicked() {
                        *edit = Some(Edit::Copy(i));
                    }
                    if ui.button("Remove").clicked() {
                        *edit = Some(Edit::Remove(i));
                    }
                    let last = i + 1 == self.muster.len();
                    if ui.add_enabled(i > 0, Button::new("Move up")).clicked() {
                        *edit = Some(Edit::Shift(i, false));
                    }
                    if ui.add_enabled(!last, Button::new("Move down")).clicked() {
                        *edit = Some(Edit::Shift(i, true));
                    }
                });
            });
        });
    }

    fn parts(&self, ui: &mut Ui, i: usize, edit: &mut Option<Edit>) {
        let parts = self.muster.sheet().parts.iter();
        for ((part, prices), has) in parts.zip(&self.prices).zip(&self.has) {
            ui.add_space(4.0);
            ui.label(RichText::new(part.name).strong());
            ui.horizontal_wrapped(|ui| {
                for ((word, price), has) in part.words.iter().zip(prices).zip(has) {
                    let has = *has;
                    let shown = shown(&word.word, part.name);
                    let fixed = has && part.pick == Pick::One;
                    let (text, why) = match price {
                        _ if fixed => (shown.to_owned(), None),
                        Price::Costs(points) => {
                            let more = difference(*points);
                            let text = if has || more.is_empty() {
                                shown.to_owned()
                            } else {
                                format!("{shown}  {more}")
                            };
                            (text, None)
                        }
                        Price::No(why) => (shown.to_owned(), Some(why.as_str())),
                    };
                    let free = has || why.is_none();
                    let button = ui.add_enabled(free, Button::new(text).selected(has));
                    button.widget_info(|| {
                        egui::WidgetInfo::selected(egui::Role::CheckBox, free, has, &word.word)
                    });
                    let clicked = button.clicked();
                    let button = match why {
                        Some(why) => button.on_disabled_hover_text(why),
                        None => button,
                    };
                    let of = InForce::plain(self.muster.rules());
                    if button.hovered() {
                        book::point_at(ui.ctx(), &of, &word.word);
                    }
                    if !word.about.is_empty() {
                        button.on_hover_text(&word.about);
                    }
                    if clicked && !fixed {
                        *edit = Some(Edit::Toggle(i, word.word.clone()));
                    }
                }
            });
        }
    }

    fn keys(&self, ui: &mut Ui, i: usize, edit: &mut Option<Edit>) {
        let keys = self.muster.sheet().keys.clone();
        if keys.is_empty() {
            return;
        }
        ui.add_space(6.0);
        ui.collapsing("More options", |ui| {
            egui::Grid::new("keys")
                .num_columns(2)
                .spacing([12.0, 6.0])
                .show(ui, |ui| {
                    for key in &keys {
                        self.key(ui, i, key, edit);
                        ui.end_row();
                    }
                });
        });
    }

    fn key(&self, ui: &mut Ui, i: usize, key: &Key, edit: &mut Option<Edit>) {
        let now = self.muster.get(i, key.name);
        let label = ui.label(key.shown).on_hover_text(key.about).id;
        let set = match key.kind {
            KeyKind::Switch => switch(ui, label, now),
            KeyKind::Number(least, most) => number(ui, (label, "default"), now, (least, most)),
            KeyKind::Choice(all) => {
                choice(ui, (label, key.name), now, "default", all.iter().copied())
            }
            KeyKind::Texts => list(ui, label, now),
            KeyKind::Figure => {
                let others = (0..self.muster.len()).filter(|other| *other != i);
                let names = others.map(|other| self.muster.figure_name(other));
                choice(ui, (label, key.name), now, "none", names)
            }
        };
        if let Some(value) = set {
            *edit = Some(Edit::Set(i, key.name, value));
        }
    }

    fn free_words(&self, ui: &mut Ui, i: usize, edit: &mut Option<Edit>) {
        ui.add_space(6.0);
        let label = ui
            .label(RichText::new("As text").weak())
            .on_hover_text("The text of the force file; separate words with commas");
        let mut words = self.muster.words_text(i).to_owned();
        let field = TextEdit::multiline(&mut words)
            .desired_rows(2)
            .desired_width(f32::INFINITY);
        if ui.add(field).labelled_by(label.id).changed() {
            *edit = Some(Edit::Words(i, words.replace('\n', " ")));
        }
        ui.add_space(10.0);
    }
}

/// What the control of a key was set to; the inner `None` is the default. `None`: it was not changed.
pub(super) type Set = Option<Option<Value>>;

fn switch(ui: &mut Ui, label: Id, now: Option<&Value>) -> Set {
    let mut on = now.and_then(Value::as_bool).unwrap_or(false);
    let said = if on { "yes" } else { "no" };
    let switch = ui.checkbox(&mut on, said).labelled_by(label);
    switch.changed().then(|| on.then(|| Value::from(true)))
}

/// A whole number, or what stands for the default.
pub(super) fn number(
    ui: &mut Ui,
    (label, unset_words): (Id, &'static str),
    now: Option<&Value>,
    (least, most): (i64, i64),
) -> Set {
    let unset = least - 1;
    let mut n = now.and_then(Value::as_integer).unwrap_or(unset);
    let drag = DragValue::new(&mut n)
        .range(unset..=most)
        .speed(0.05)
        .custom_formatter(move |n, _| {
            if n as i64 == unset {
                unset_words.to_owned()
            } else {
                format!("{n}")
            }
        });
    let changed = ui.add(drag).labelled_by(label).changed();
    changed.then(|| (n >= least).then(|| Value::from(n)))
}

/// One of some names, or what stands for the default.
pub(super) fn choice<'a>(
    ui: &mut Ui,
    (label, name): (Id, &'static str),
    now: Option<&Value>,
    unset: &str,
    names: impl Iterator<Item = &'a str>,
) -> Set {
    let before = now.and_then(Value::as_str).unwrap_or_default();
    let mut word = before.to_owned();
    let shown = if before.is_empty() { unset } else { before };
    let combo = ComboBox::from_id_salt(name)
        .selected_text(shown)
        .show_ui(ui, |ui| {
            ui.selectable_value(&mut word, String::new(), unset);
            for one in names {
                ui.selectable_value(&mut word, one.to_owned(), one);
            }
        });
    combo
        .response
        .labelled_by(label)
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
    (word != before).then(|| (!word.is_empty()).then(|| Value::from(word)))
}

/// Texts between commas.
fn list(ui: &mut Ui, label: Id, now: Option<&Value>) -> Set {
    let all = now.and_then(Value::as_array).into_iter().flatten();
    let all: Vec<&str> = all.filter_map(Value::as_str).collect();
    let mut text = all.join(", ");
    let field = TextEdit::singleline(&mut text)
        .hint_text("separate with commas")
        .desired_width(220.0);
    let changed = ui.add(field).labelled_by(label).changed();
    changed.then(|| {
        let all: Vec<String> = text.split(',').map(|t| t.trim_start().to_owned()).collect();
        texts(&all).filter(|_| !text.is_empty())
    })
}

/// A word without the name of its part: `Super-Armor minor` is `minor` under `Super-Armor`.
fn shown<'a>(word: &'a str, part: &str) -> &'a str {
    match word.strip_prefix(part) {
        Some(rest) if !rest.trim().is_empty() => rest.trim(),
        _ => word,
    }
}
