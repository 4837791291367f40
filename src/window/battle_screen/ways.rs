//! The menu of several ways to act on what was clicked: each with its weapon, dice and odds.

use super::super::chances::{float, percent};
use super::super::keys::{Act, DIGITS};
use super::outlook::prospects;
use super::{BattleScreen, Prospect, Tab};
use crate::battle::{Answer, Fig, How, Target};
use crate::play::tell;
use egui::{Key, Modifiers, Pos2, Ui};

/// One way to act.
pub struct Way {
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
pub struct Ways {
    /// Where it opens on the screen.
    pub at: Pos2,
    /// The ways.
    pub all: Vec<Way>,
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
fn about(prospect: &Prospect) -> String {
    let lines = prospect.lines.iter();
    let lines = lines.map(|line| format!("{} {}", line.name, line.value));
    lines.collect::<Vec<_>>().join(", ")
}

/// How likely a target is defeated; at a space, how many figures are hit.
fn chance(prospect: &Prospect) -> String {
    let odds = &prospect.odds;
    match prospect.at {
        Target::Figure(_) => format!("{} to defeat", percent(odds.defeat)),
        _ if float(odds.more) > 0.0 => format!("{:.1} hit on average", float(odds.more)),
        _ => String::new(),
    }
}

impl BattleScreen {
    /// Opens the menu of several ways in which a figure can act.
    pub(super) fn open_ways(&mut self, who: Fig, ways: &[(How, Target)], at: Pos2) {
        let game = self.history.game(self.history.len());
        let mut all = Vec::new();
        for (how, target) in ways {
            let (how, target) = (*how, *target);
            let found = prospects(game, who, target);
            let prospect = found.iter().find(|p| p.how == how);
            all.push(Way {
                answer: Answer::Strike {
                    who,
                    how,
                    at: target,
                },
                title: format!("{} {}", verb(how), tell::target(game, target)),
                about: prospect.map_or_else(String::new, about),
                chance: prospect.map_or_else(String::new, chance),
            });
        }
        self.aimed = ways.first().map(|(_, at)| *at);
        self.tab = Tab::Figure;
        self.ways = Some(Ways { at, all, seen: 0 });
    }

    /// Does with the menu what the keys say, before anything else takes them.
    pub(super) fn ways_keys(&mut self, ui: &Ui) {
        if !self.is_settled() || self.asked.is_none() {
            self.ways = None;
        }
        let Some(ways) = &mut self.ways else { return };
        let number = ways.all.len();
        let mut taken = None;
        let mut closed = false;
        ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
            if pressed(Key::ArrowDown) {
                ways.seen = (ways.seen + 1) % number;
            }
            if pressed(Key::ArrowUp) {
                ways.seen = (ways.seen + number - 1) % number;
            }
            if pressed(Key::Enter) || pressed(Key::Space) {
                taken = Some(ways.seen);
            }
            closed = pressed(Key::Escape);
            for (i, key) in DIGITS.into_iter().enumerate().take(number) {
                if pressed(key) {
                    taken = Some(i);
                }
            }
        });
        let answer = taken.and_then(|i| Some(ways.all.get(i)?.answer.clone()));
        if let Some(answer) = answer {
            self.answer(answer, None);
        } else if closed {
            self.ways = None;
        }
    }

    /// The keys that the menu names below its ways.
    pub fn ways_words(&self) -> String {
        format!(
            "Enter or a number chooses, {} closes",
            self.keys.shown(Act::Cancel)
        )
    }
}
