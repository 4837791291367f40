//! Settings of looks and speed, kept in the data folder.

use super::dialog;
use super::keys::Keys;
use super::theme::Looks;
use crate::store::own;
use egui::{Slider, Ui};

const KEPT: &str = "window.toml";

/// The saved settings, else the defaults; with a message if the file cannot be read.
pub fn load() -> (Looks, Option<String>) {
    match own::recall::<Looks>(KEPT) {
        Ok(looks) => (looks.unwrap_or_default(), None),
        Err(why) => {
            let aside = own::damaged(KEPT);
            let trouble = format!(
                "The default settings are used, because the file cannot be read: {why}. The file stays as it is until you change a setting here; then it is renamed to {aside}."
            );
            (Looks::default(), Some(trouble))
        }
    }
}

/// Draws the settings; whether they stay open.
pub fn show(ui: &Ui, looks: &mut Looks) -> bool {
    let before = *looks;
    let modal = dialog::over(ui, "settings").show(ui.ctx(), |ui| {
        ui.set_max_width((ui.ctx().content_rect().width() - 60.0).min(440.0));
        ui.heading("Settings");
        ui.horizontal_wrapped(|ui| {
            ui.label("Text size");
            for size in [80, 100, 125, 150, 200] {
                ui.selectable_value(&mut looks.size, size, format!("{size}%"));
            }
        });
        ui.checkbox(&mut looks.contrast, "High contrast");
        ui.checkbox(&mut looks.still, "Reduced motion");
        ui.checkbox(&mut looks.follow, "Follow the computer's moves")
            .on_hover_text(
                "The view moves to what others do outside of it, and returns when it is your turn.",
            );
        ui.add(
            Slider::new(&mut looks.speed, 25..=800)
                .logarithmic(true)
                .suffix("%")
                .text("Speed of moves and dice"),
        );
        ui.add_space(6.0);
        ui.button("Close").clicked()
    });
    if before != *looks {
        // what cannot be kept is only asked for again next time
        let _ = own::keep(KEPT, looks);
    }
    !(modal.inner || modal.should_close())
}

/// Errors in the window's own files in the data folder: keys and settings.
pub fn damaged_files() -> Vec<String> {
    let found = [Keys::load().1, load().1];
    found.into_iter().flatten().collect()
}
