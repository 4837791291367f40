//! Windows over everything: keys, and the end.

use super::super::battle_screen::{BattleScreen, Leave};
use super::super::theme::{self};
use crate::play::tell;
use egui::{Align2, Key, RichText, Ui, vec2};

use super::sign;
use super::tabs::score_table;

const KEYS: [(&str, &str); 19] = [
    ("click", "choose a figure, move it, attack"),
    ("Shift+click", "aim at a space rather than move there"),
    ("drag, arrows", "move the board"),
    ("wheel, + -", "nearer, further"),
    ("F", "all of the board"),
    ("N, Tab", "next figure (Shift: the one before)"),
    ("E", "end the step, done"),
    ("Enter", "the usual answer"),
    ("Y, N", "yes, no"),
    ("U", "undo, back to the last die"),
    ("H", "hint"),
    ("P", "the computer plays this for you"),
    ("Shift+P", "the computer plays the rest of the step"),
    ("Space", "skip; pause where nobody plays"),
    (", .", "back and on where nobody plays"),
    ("S, T, R", "sight, threat, ruler"),
    ("L, W", "log, why"),
    ("Esc", "choose nothing"),
    ("?", "these keys"),
];

pub(super) fn help(ui: &mut Ui, screen: &mut BattleScreen) {
    let mut open = true;
    egui::Window::new("Keys")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(ui.ctx(), |ui| {
            egui::Grid::new("keys").striped(true).show(ui, |ui| {
                for (key, what) in KEYS {
                    ui.label(RichText::new(key).strong().color(theme::ACCENT));
                    ui.label(what);
                    ui.end_row();
                }
            });
        });
    screen.help = open && !ui.input(|i| i.key_pressed(Key::Enter));
}

pub(super) fn end(ui: &mut Ui, screen: &mut BattleScreen) {
    let game = screen.game().clone();
    let Some(outcome) = game.outcome() else {
        return;
    };
    let mut open = true;
    egui::Window::new("The end")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .default_width(460.0)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(ui.ctx(), |ui| {
            ui.horizontal(|ui| {
                for side in game.all_sides().filter(|s| outcome.won(*s)) {
                    sign(ui, side, 26.0);
                    ui.label(
                        RichText::new(format!("{} wins", game.sides()[side.index()].name))
                            .size(24.0)
                            .color(theme::ACCENT),
                    );
                }
                if outcome.winners == 0 {
                    ui.label(RichText::new("A draw").size(24.0).color(theme::ACCENT));
                }
            });
            ui.label(tell::outcome(&game, &outcome));
            ui.add_space(6.0);
            score_table(ui, screen, &game, screen.tale.len());
            ui.add_space(6.0);
            ui.label(RichText::new("Turning points").strong());
            let mut turns: Vec<(usize, usize)> = screen
                .tale
                .moments
                .iter()
                .enumerate()
                .filter(|(_, m)| m.lost > 0)
                .map(|(i, m)| (m.lost, i))
                .collect();
            turns.sort_by_key(|(lost, i)| (std::cmp::Reverse(*lost), *i));
            turns.truncate(5);
            turns.sort_by_key(|(_, i)| *i);
            for (_, i) in turns {
                let line = screen.tale.moments[i]
                    .lines
                    .iter()
                    .find(|l| l.text.contains("defeated") || l.text.contains("lost"));
                if let Some(line) = line {
                    let text = line.text.trim().to_owned();
                    if ui.link(text).clicked() {
                        screen.player.playing = false;
                        screen.jump(i + 1);
                        screen.end_seen = true;
                    }
                }
            }
            ui.add_space(8.0);
            ui.horizontal_wrapped(|ui| {
                if ui.button("Again with other dice").clicked() {
                    screen.go(Leave::Again(Box::new(screen.setup.clone())));
                }
                if ui.button("Save report").clicked() {
                    screen.message = Some(match screen.save_report() {
                        Ok(path) => format!("The report is in {path}"),
                        Err(error) => error,
                    });
                }
                if ui.button("Save picture").clicked() {
                    screen.want_picture();
                }
                if ui.button("Look around").clicked() {
                    screen.end_seen = true;
                }
                if ui.button("To the menu").clicked() {
                    screen.go(Leave::Menu);
                }
            });
            if let Some(message) = &screen.message {
                ui.label(RichText::new(message).weak());
            }
        });
    if !open {
        screen.end_seen = true;
    }
}
