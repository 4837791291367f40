//! The first screen.

use super::theme;
use egui::{Align, Layout, RichText, Ui, vec2};

/// What was chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Looking at maps.
    Maps,
    /// Settings.
    Settings,
    /// Enough.
    Quit,
}

/// The menu.
#[derive(Default)]
pub struct Menu {}

impl Menu {
    /// Draws the menu; what was chosen in this frame.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut choice = None;
        egui::CentralPanel::default().show(ui, |ui| {
            ui.with_layout(Layout::top_down(Align::Center), |ui| {
                ui.add_space(ui.available_height() * 0.16);
                ui.label(RichText::new("skirmish").size(54.0).color(theme::ACCENT));
                ui.label(RichText::new("miniature battles on squares and hexes").weak());
                ui.add_space(26.0);
                for (name, what) in [
                    ("Maps", Choice::Maps),
                    ("Settings", Choice::Settings),
                    ("Quit", Choice::Quit),
                ] {
                    if ui
                        .add_sized(vec2(300.0, 38.0), egui::Button::new(name))
                        .clicked()
                    {
                        choice = Some(what);
                    }
                }
            });
        });
        choice
    }
}
