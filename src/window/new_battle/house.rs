//! House rules: a switch, number or choice for every key of a ruleset's configuration.

use crate::rules::Rules;
use crate::rules::house::{House, SettingKind};
use crate::store::{library, own};
use crate::window::dialog::{self, Naming, Reply};
use crate::window::error::WindowError;
use crate::window::file_name;
use crate::window::message::Message;
use crate::window::theme;
use egui::{ComboBox, DragValue, Label, RichText, ScrollArea, TextEdit, Ui, vec2};
use serde_json::{Value, json};

/// The editor.
pub struct HouseRules {
    house: House,
    files: Vec<String>,
    search: String,
    changed_only: bool,
    fault: Option<(Option<String>, String)>,
    naming: Option<Naming>,
    message: Option<Message>,
}

/// The rules files there are for a ruleset.
fn files(rules: Rules) -> Vec<String> {
    let of = |name: &String| {
        let found = library::RULES.open(name).ok()?;
        Rules::of_force(&found.source).ok()
    };
    library::RULES
        .all()
        .into_iter()
        .map(|e| e.name)
        .filter(|name| of(name) == Some(rules))
        .collect()
}

impl HouseRules {
    /// The editor of these rules.
    pub fn new(house: House) -> Self {
        let fault = house.fault();
        Self {
            files: files(house.rules()),
            house,
            search: String::new(),
            changed_only: false,
            fault,
            naming: None,
            message: None,
        }
    }

    /// Draws the editor; the rules as they are, once it is done.
    pub fn show(&mut self, ui: &Ui) -> Option<House> {
        let room = ui.ctx().content_rect().size();
        let size = vec2((room.x - 60.0).min(760.0), (room.y - 60.0).min(640.0));
        let modal = dialog::over(ui, "house rules").show(ui.ctx(), |ui| {
            ui.set_width(size.x);
            ui.set_height(size.y);
            self.inside(ui)
        });
        if let Some(mut naming) = self.naming.take() {
            match naming.show(ui) {
                Some(Reply::Yes) => match self.save(&naming.name) {
                    Ok(place) => {
                        self.message = Some(Message::Done(format!("saved as {place}")));
                        self.files = files(self.house.rules());
                    }
                    Err(error) => {
                        naming.trouble = Some(error.to_string());
                        self.naming = Some(naming);
                    }
                },
                Some(Reply::No) => {}
                None => self.naming = Some(naming),
            }
            return None;
        }
        (modal.inner || modal.should_close()).then(|| self.house.clone())
    }

    fn save(&self, name: &str) -> Result<String, WindowError> {
        let stem = file_name::stem(name)?;
        let path = own::write(&format!("rules/{stem}.toml"), &self.house.text())?;
        Ok(path.display().to_string())
    }

    /// The editor's inside; whether it is done.
    fn inside(&mut self, ui: &mut Ui) -> bool {
        let mut done = false;
        ui.horizontal_wrapped(|ui| {
            ui.heading("House rules");
            let changed = self.house.changed();
            ui.label(
                RichText::new(match changed {
                    0 => format!("{}, unchanged", self.house.rules().name()),
                    1 => format!("{}, 1 change", self.house.rules().name()),
                    n => format!("{}, {n} changes", self.house.rules().name()),
                })
                .weak(),
            );
        });
        ui.horizontal_wrapped(|ui| {
            if dialog::main_button(ui, "Use these") {
                done = true;
            }
            ui.add_enabled_ui(self.house.changed() > 0, |ui| {
                if ui.button("Reset all").clicked() {
                    for i in 0..self.house.settings().len() {
                        self.house.reset(i);
                    }
                    self.fault = None;
                }
                if ui.button("Save as...").clicked() {
                    self.naming = Some(Naming::new("Save these rules as", "Save", "my rules"));
                }
            });
            if !self.files.is_empty() {
                let mut open = None;
                let combo = ComboBox::from_id_salt("open rules")
                    .selected_text("Open...")
                    .show_ui(ui, |ui| {
                        for name in &self.files {
                            if ui.selectable_label(false, name).clicked() {
                                open = Some(name.clone());
                            }
                        }
                    });
                combo.response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Open rules")
                });
                if let Some(name) = open {
                    self.open(&name);
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.label("Find");
            let field = ui.add(
                TextEdit::singleline(&mut self.search)
                    .hint_text("part of a name or description")
                    .desired_width(220.0),
            );
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Find a rule")
            });
            ui.checkbox(&mut self.changed_only, "Only changed rules");
        });
        if let Some(message) = &self.message {
            message.show(ui);
        }
        if let Some((None, why)) = &self.fault {
            dialog::wrong(ui, why);
        }
        ui.separator();
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| self.list(ui));
        done
    }

    fn open(&mut self, name: &str) {
        let rules = self.house.rules();
        let found = library::RULES.open(name);
        match found.and_then(|found| Ok(House::read(rules, &found.source)?)) {
            Ok(house) => {
                self.house = house;
                self.fault = self.house.fault();
                self.message = Some(Message::Done(format!("opened {name}")));
            }
            Err(error) => self.message = Some(Message::refused(error)),
        }
    }

    fn list(&mut self, ui: &mut Ui) {
        let wanted = self.search.to_lowercase();
        let mut change = None;
        let mut none = true;
        for (i, setting) in self.house.settings().iter().enumerate() {
            let shown = setting.shown();
            let changed = self.house.is_changed(i);
            let found = wanted.is_empty()
                || shown.to_lowercase().contains(&wanted)
                || setting.about.to_lowercase().contains(&wanted);
            if !found || (self.changed_only && !changed) {
                continue;
            }
            none = false;
            let fault = self
                .fault
                .as_ref()
                .filter(|(key, _)| key.as_deref() == Some(setting.path[0].as_str()));
            ui.horizontal(|ui| {
                let (mark, ink) = if changed {
                    ("*", theme::ACCENT)
                } else {
                    (" ", ui.visuals().text_color())
                };
                ui.add_sized(
                    vec2(10.0, 20.0),
                    Label::new(RichText::new(mark).strong().color(theme::ACCENT)),
                );
                let width = (ui.available_width() * 0.36).clamp(120.0, 220.0);
                ui.allocate_ui(vec2(width, 24.0), |ui| {
                    ui.set_width(width);
                    ui.add(Label::new(RichText::new(&shown).color(ink)).wrap());
                });
                ui.vertical(|ui| {
                    ui.horizontal(|ui| {
                        if let Some(value) =
                            control(ui, i, &shown, &setting.kind, self.house.value(i))
                        {
                            change = Some((i, Some(value)));
                        }
                        if changed {
                            let usual = word(&setting.usual);
                            if ui
                                .small_button(format!("Reset to {usual}"))
                                .on_hover_text("The value in the printed rules")
                                .clicked()
                            {
                                change = Some((i, None));
                            }
                        }
                    });
                    dialog::note(ui, &setting.about);
                    if let Some((_, why)) = fault {
                        dialog::wrong(ui, why);
                    }
                });
            });
            ui.add_space(2.0);
        }
        if none {
            dialog::note(ui, "No rule matches.");
        }
        if let Some((i, value)) = change {
            match value {
                Some(value) => self.house.set(i, value),
                None => self.house.reset(i),
            }
            self.fault = self.house.fault();
            self.message = None;
        }
    }
}

/// A value in words.
fn word(value: &Value) -> String {
    match value {
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        Value::String(text) => text.replace('_', " "),
        other => other.to_string(),
    }
}

/// What a setting is set by; what it was set to.
fn control(ui: &mut Ui, i: usize, name: &str, kind: &SettingKind, value: &Value) -> Option<Value> {
    match kind {
        SettingKind::Switch => {
            let mut on = value.as_bool().unwrap_or(false);
            let said = if on { "on" } else { "off" };
            let switch = ui.checkbox(&mut on, said);
            switch.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, on, name));
            switch.changed().then(|| json!(on))
        }
        SettingKind::Number(least, most) => {
            let mut n = value.as_i64().unwrap_or(0);
            let drag = ui.add(DragValue::new(&mut n).range(*least..=*most).speed(0.1));
            drag.widget_info(|| egui::WidgetInfo {
                label: Some(name.to_owned()),
                value: Some(n as f64),
                ..egui::WidgetInfo::new(egui::Role::SpinButton)
            });
            let step = |ui: &mut Ui, sign: &str, by: i64| {
                let to = (n + by).clamp(*least, *most);
                let button = ui.small_button(sign);
                button.widget_info(|| {
                    let label = format!("{name} {sign}1");
                    egui::WidgetInfo::labeled(egui::Role::Button, true, label)
                });
                (button.clicked() && to != n).then(|| json!(to))
            };
            let stepped = step(ui, "-", -1);
            let stepped = step(ui, "+", 1).or(stepped);
            stepped.or_else(|| drag.changed().then(|| json!(n)))
        }
        SettingKind::Choice(all) => {
            let mut now = value.as_str().unwrap_or_default().to_owned();
            let before = now.clone();
            let combo = ComboBox::from_id_salt(("choice", i))
                .selected_text(now.replace('_', " "))
                .show_ui(ui, |ui| {
                    for (choice, about) in all {
                        let shown = choice.replace('_', " ");
                        let one = ui.selectable_value(&mut now, choice.clone(), shown);
                        if !about.is_empty() {
                            one.on_hover_text(about);
                        }
                    }
                });
            combo
                .response
                .widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, name));
            (now != before).then(|| json!(now))
        }
        SettingKind::Text => {
            let mut text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let edit = ui.add(TextEdit::singleline(&mut text).desired_width(180.0));
            edit.changed().then(|| json!(text))
        }
    }
}
