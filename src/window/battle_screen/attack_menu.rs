//! The menu of several ways to act on what was clicked: each with its weapon, dice and odds.

use super::super::chances::{float, percent};
use super::super::keys::{Act, DIGITS, Keys};
use super::forecast::{AttackPreview, attack_previews};
use crate::battle::{Answer, Fig, How, Target};
use crate::play::tell;
use crate::rules::Game;
use egui::{Key, Modifiers, Pos2, Ui};

/// One way to act.
pub struct AttackOption {
    /// The answer that does it.
    pub answer: Answer,
    /// What is done to whom.
    pub title: String,
    /// Weapon, dice and what they need.
    pub about: String,
    /// The chance to defeat the target.
    pub chance: String,
}

/// The menu.
pub struct AttackMenu {
    /// Where it opens on the screen.
    pub at: Pos2,
    /// The ways.
    pub all: Vec<AttackOption>,
    /// The one that Enter takes.
    pub seen: usize,
}

/// What a way of attacking is called.
pub fn verb(how: How) -> &'static str {
    match how {
        How::Shoot => "Shoot",
        How::Fight => "Fight",
        How::Attack => "Attack",
        How::Skill => "Use skill on",
        How::Disable => "Disable",
        How::Summon => "Summon",
        How::Defend => "Put up guard",
        How::Burst => "Burst at",
        How::Blast => "Fire on",
    }
}

/// The named numbers of an attack in one line.
fn about(attack: &AttackPreview) -> String {
    let lines = attack.lines.iter();
    let lines = lines.map(|line| format!("{} {}", line.name, line.value));
    lines.collect::<Vec<_>>().join(", ")
}

/// How likely a target is defeated; at a space, how many figures are hit.
fn chance(attack: &AttackPreview) -> String {
    let odds = &attack.odds;
    match attack.at {
        Target::Figure(_) => format!("{} to defeat", percent(odds.defeat)),
        _ if float(odds.more) > 0.0 => format!("{:.1} hit on average", float(odds.more)),
        _ => String::new(),
    }
}

/// What the keys do with the menu.
pub(super) enum Taken {
    /// They give this answer.
    Answer(Answer),
    /// They close it.
    Closed,
}

impl AttackMenu {
    /// The menu of several ways in which a figure can act.
    pub(super) fn new(game: &Game, who: Fig, ways: &[(How, Target)], at: Pos2) -> Self {
        let mut all = Vec::new();
        for (how, target) in ways {
            let (how, target) = (*how, *target);
            let found = attack_previews(game, who, target);
            let attack = found.iter().find(|p| p.how == how);
            all.push(AttackOption {
                answer: Answer::Strike {
                    who,
                    how,
                    at: target,
                },
                title: format!("{} {}", verb(how), tell::target(game, target)),
                about: attack.map_or_else(String::new, about),
                chance: attack.map_or_else(String::new, chance),
            });
        }
        Self { at, all, seen: 0 }
    }

    /// Does with the menu what the keys say.
    pub(super) fn keys(&mut self, ui: &Ui) -> Option<Taken> {
        let number = self.all.len();
        let mut taken = None;
        let mut closed = false;
        ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
            if pressed(Key::ArrowDown) {
                self.seen = (self.seen + 1) % number;
            }
            if pressed(Key::ArrowUp) {
                self.seen = (self.seen + number - 1) % number;
            }
            if pressed(Key::Enter) || pressed(Key::Space) {
                taken = Some(self.seen);
            }
            closed = pressed(Key::Escape);
            for (i, key) in DIGITS.into_iter().enumerate().take(number) {
                if pressed(key) {
                    taken = Some(i);
                }
            }
        });
        let answer = taken.and_then(|i| Some(self.all.get(i)?.answer.clone()));
        match answer {
            Some(answer) => Some(Taken::Answer(answer)),
            None => closed.then_some(Taken::Closed),
        }
    }
}

/// The keys that the menu names below its ways.
pub fn menu_words(keys: &Keys) -> String {
    format!(
        "Enter or a number chooses, {} closes",
        keys.shown(Act::Cancel)
    )
}
