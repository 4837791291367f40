//! Keys.

use super::super::panels;
use super::{BattleScreen, Tool};
use crate::battle::Answer;
use egui::{Key, Ui};

impl BattleScreen {
    pub(super) fn keys(&mut self, ui: &Ui) {
        if ui.ctx().egui_wants_keyboard_input() {
            return;
        }
        let pressed: Vec<(Key, bool)> = ui.input(|i| {
            i.events
                .iter()
                .filter_map(|e| match e {
                    egui::Event::Key {
                        key,
                        pressed: true,
                        modifiers,
                        ..
                    } if !modifiers.ctrl && !modifiers.alt => Some((*key, modifiers.shift)),
                    _ => None,
                })
                .collect()
        });
        for (key, shift) in pressed {
            self.key(key, shift);
        }
    }

    fn key(&mut self, key: Key, shift: bool) {
        let plain = |answer: Answer, screen: &mut Self| {
            if screen.asked.as_ref().is_some_and(|a| a.legal.has(&answer)) {
                screen.give(answer, None);
                true
            } else {
                false
            }
        };
        match key {
            Key::Questionmark => self.help = !self.help,
            Key::Slash if shift => self.help = !self.help,
            Key::Escape => {
                if self.help {
                    self.help = false;
                } else if self.tool != Tool::Play {
                    self.tool = Tool::Play;
                } else if self.chosen.is_some() {
                    self.choose(None);
                }
            }
            Key::Y => {
                plain(Answer::Yes, self);
            }
            Key::N if plain(Answer::No, self) => {}
            Key::N => self.next_figure(shift),
            Key::Tab => self.next_figure(shift),
            Key::E => self.done(),
            Key::U => self.undo(),
            Key::H => self.advise(),
            Key::P if shift => self.play_rest(),
            Key::P => self.play_one(),
            Key::S => self.toggle(Tool::Sight),
            Key::T => self.toggle(Tool::Threat),
            Key::R => self.toggle(Tool::Ruler),
            Key::L => self.tab = panels::Tab::Log,
            Key::W => self.tab = panels::Tab::Why,
            Key::Enter => {
                if let Some(preset) = self.asked.as_ref().and_then(|a| a.legal.preset.clone()) {
                    self.give(preset, None);
                }
            }
            Key::Space => {
                if self.is_played() {
                    self.player.skip(&self.tale);
                } else {
                    self.player.playing = !self.player.playing;
                }
            }
            Key::Period if !self.is_played() => {
                self.player.playing = false;
                self.player.step(&self.tale);
            }
            Key::Comma if !self.is_played() => {
                self.player.playing = false;
                self.jump(self.player.shown.saturating_sub(1));
            }
            _ => {}
        }
    }
}
