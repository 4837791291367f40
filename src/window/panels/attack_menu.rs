//! The menu at the pointer with the ways to act on what was clicked.

use super::super::battle_screen::{AttackOption, BattleScreen, Command, menu_words};
use super::super::theme;
use egui::{
    Align, Area, Button, FontId, Frame, Id, Order, RichText, TextFormat, Ui, text::LayoutJob, vec2,
};

/// The size of a row: large enough for a finger.
const ROW: egui::Vec2 = vec2(290.0, 46.0);

/// Draws the menu, if it is open.
pub(super) fn show(ui: &Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let Some(ways) = &screen.selection.menu else {
        return;
    };
    Area::new(Id::unique("ways"))
        .order(Order::Foreground)
        .fixed_pos(ways.at + vec2(10.0, 10.0))
        .constrain(true)
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(ROW.x);
                for (i, way) in ways.all.iter().enumerate() {
                    if row(ui, i + 1, way, i == ways.seen) {
                        commands.push(Command::Answer(way.answer.clone()));
                    }
                }
                ui.label(RichText::new(menu_words(&screen.keys)).weak().size(12.0));
            });
        });
}

/// A way with its number, chance, weapon and dice; whether it was clicked.
fn row(ui: &mut Ui, number: usize, way: &AttackOption, seen: bool) -> bool {
    let visuals = ui.visuals();
    let strong = visuals.strong_text_color();
    // on the ground of the chosen row, other inks are hard to read
    let (weak, accent) = match seen {
        true => (strong, strong),
        false => (visuals.weak_text_color(), theme::ACCENT),
    };
    let mut job = LayoutJob::default();
    let mut add = |text: String, size: f32, ink| {
        let format = TextFormat {
            valign: Align::Center,
            ..TextFormat::simple(FontId::proportional(size), ink)
        };
        job.append(&text, 0.0, format);
    };
    add(format!("{number}  {}  ", way.title), 15.0, strong);
    add(way.chance.clone(), 15.0, accent);
    if !way.about.is_empty() {
        add(format!("\n{}", way.about), 12.5, weak);
    }
    let button = ui.add(Button::selectable(seen, job).wrap().min_size(ROW));
    button.widget_info(|| {
        let label = format!("{} {}: {}", way.title, way.chance, way.about);
        egui::WidgetInfo::labeled(egui::Role::Button, true, label)
    });
    button.clicked()
}
