//! What the screens outside the battle have in common: a bar with a way back, words of warning,
//! questions before something is lost, names to be typed.

use super::theme;
use crate::battle::HalfPoints;
use egui::{
    Align, Button, Frame, Id, Key, Label, Layout, Modal, RichText, ScrollArea, TextEdit, Ui, vec2,
};
use std::fmt::Display;

/// Whether Escape was pressed, and meant for the screen itself: nothing lies over it, and no
/// text is being typed.
pub fn escaped(ui: &Ui) -> bool {
    let over = egui::Popup::is_any_open(ui.ctx())
        || ui.memory(|m| m.top_modal_layer().is_some())
        || ui.ctx().egui_wants_keyboard_input();
    !over && ui.input(|i| i.key_pressed(Key::Escape))
}

/// The room that a title and what stands beside it need in one row.
const BAR: f32 = 640.0;

/// The bar at the top of a screen, with more beside or below its title; whether the person wants
/// to go back.
pub fn bar(ui: &mut Ui, title: &str, more: impl FnOnce(&mut Ui)) -> bool {
    titled(ui, title, Some(more))
}

/// The bar at the top of a screen with its title alone; whether the person wants to go back.
pub fn plain_bar(ui: &mut Ui, title: &str) -> bool {
    titled(ui, title, None::<fn(&mut Ui)>)
}

fn titled(ui: &mut Ui, title: &str, more: Option<impl FnOnce(&mut Ui)>) -> bool {
    let mut back = escaped(ui);
    egui::Panel::top("bar").show(ui, |ui| {
        ui.add_space(4.0);
        let narrow = ui.available_width() < BAR;
        let mut begin = |ui: &mut Ui| {
            back |= ui.button("Back").on_hover_text("Esc").clicked();
            ui.heading(title);
        };
        match more {
            None => drop(ui.horizontal(begin)),
            Some(more) if narrow => {
                ui.horizontal(begin);
                ui.horizontal_wrapped(more);
            }
            Some(more) => {
                ui.horizontal(|ui| {
                    begin(ui);
                    ui.with_layout(Layout::right_to_left(Align::Center), more);
                });
            }
        }
        ui.add_space(4.0);
    });
    back
}

/// Message after unsaved changes of an earlier run were restored.
pub const REOPENED: &str = "Your unsaved changes are restored. Undo removes them.";

/// Something that is wrong.
pub fn wrong(ui: &mut Ui, what: impl Display) {
    ui.add(Label::new(RichText::new(format!("× {what}")).color(theme::BAD)).wrap());
}

/// Something that is doubtful.
pub fn doubt(ui: &mut Ui, what: &str) {
    ui.add(Label::new(RichText::new(format!("! {what}")).color(theme::ACCENT)).wrap());
}

/// Something that went well, or is worth knowing.
pub fn note(ui: &mut Ui, what: &str) {
    ui.add(Label::new(RichText::new(what).weak()).wrap());
}

/// A number of things: `1 figure`, `3 figures`.
pub fn count(number: usize, thing: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{s}")
}

/// Points and figures of a force.
pub fn points_and_figures(points: HalfPoints, figures: usize) -> String {
    format!("{}, {}", points.named(), count(figures, "figure"))
}

/// A part of a screen with a ground of its own.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let card = Frame::new()
        .fill(ui.visuals().faint_bg_color)
        .corner_radius(6)
        .inner_margin(8);
    let inside = |ui: &mut Ui| {
        ui.set_width(ui.available_width());
        add(ui)
    };
    card.show(ui, inside).inner
}

/// A button that stands out.
pub fn main_button(ui: &mut Ui, name: &str) -> bool {
    let text = RichText::new(name).size(16.0).strong();
    let button = Button::new(text)
        .fill(theme::mix(theme::ACCENT, theme::PANEL, 0.55))
        .min_size(vec2(110.0, 30.0));
    ui.add(button).clicked()
}

/// A dialog over everything else.
pub fn over(ui: &Ui, name: &'static str) -> Modal {
    Modal::new(Id::unique(name)).frame(Frame::popup(ui.style()).inner_margin(14))
}

/// What a dialog shows above its buttons: it scrolls where large text in a small window leaves no
/// room for all of it, so that the buttons stay in reach.
pub fn scrolled<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let most = (ui.ctx().content_rect().height() - BELOW).max(80.0);
    let area = ScrollArea::vertical()
        .min_scrolled_height(most)
        .max_height(most);
    area.show(ui, add).inner
}

/// The height of a dialog's edges, and of the buttons in it.
const BELOW: f32 = 96.0;

/// The reply to a question.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Yes, do it.
    Yes,
    /// No, leave it.
    No,
}

/// A question before something is lost; `None` until it is answered.
pub fn confirm(ui: &Ui, question: &str, yes: &str) -> Option<Reply> {
    let modal = over(ui, "confirm").show(ui.ctx(), |ui| {
        ui.set_max_width(360.0);
        ui.add(Label::new(question).wrap());
        ui.add_space(8.0);
        let mut said = None;
        ui.horizontal(|ui| {
            if ui.button(yes).clicked() {
                said = Some(Reply::Yes);
            }
            let no = ui.button("Cancel");
            if ui.memory(|m| m.focused().is_none()) {
                no.request_focus();
            }
            if no.clicked() {
                said = Some(Reply::No);
            }
        });
        said
    });
    if modal.should_close() {
        return Some(Reply::No);
    }
    modal.inner
}

/// A name that is being typed.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    title: String,
    done: &'static str,
    /// The text so far.
    pub name: String,
    /// An error in it.
    pub trouble: Option<String>,
    begun: bool,
}

impl Naming {
    /// Asks for a name, beginning with one.
    pub fn new(title: impl Into<String>, done: &'static str, name: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            done,
            name: name.into(),
            trouble: None,
            begun: false,
        }
    }

    /// Draws the question; `None` until it is answered.
    pub fn show(&mut self, ui: &Ui) -> Option<Reply> {
        let modal = over(ui, "naming").show(ui.ctx(), |ui| {
            ui.set_max_width(340.0);
            let title = ui.label(RichText::new(&self.title).strong());
            let edit = TextEdit::singleline(&mut self.name).desired_width(300.0);
            let field = ui.add(edit).labelled_by(title.id);
            let entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            // what is refused can be typed again at once
            if !self.begun || entered {
                field.request_focus();
                self.begun = true;
            }
            if let Some(trouble) = &self.trouble {
                wrong(ui, trouble);
            }
            ui.add_space(6.0);
            let mut said = None;
            ui.horizontal(|ui| {
                if ui.button(self.done).clicked() || entered {
                    said = Some(Reply::Yes);
                }
                if ui.button("Cancel").clicked() {
                    said = Some(Reply::No);
                }
            });
            said
        });
        if modal.should_close() && modal.inner.is_none() {
            return Some(Reply::No);
        }
        modal.inner
    }
}
