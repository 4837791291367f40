//! Very Quick Violence, played through answers with scripted dice on squares and hexes.

mod acting;
mod course;
mod hops;
mod striking;

use crate::drawn::{self, Chance, KINDS};
use crate::staged::{self, Fight, placed};
use skirmish::battle::{
    Act, Aim, Answer, Ask, Brief, Deploy, Event, Fig, HalfPoints, How, Menace, Place, Purpose,
    Ratio, Reason, Scale, Side, Solo, Stand, Start, Target, Victory, Who,
};
use skirmish::board::{Board, GridKind, Reach, Sight, Space};
use skirmish::rules::{Game, Policy, Rules};
use skirmish::source::{Fault, Source};

/// A force of fighters, one letter each: `s`, `m`, `l`.
fn force(sizes: &str) -> Source {
    let mut text =
        "format = \"skirmish-force/1\"\nruleset = \"violence\"\nname = \"Test\"\n".to_string();
    for sign in sizes.chars() {
        let size = match sign {
            's' => "small",
            'm' => "medium",
            _ => "large",
        };
        text += &format!("[[figure]]\nname = \"{size}\"\nis = \"{size}\"\n");
    }
    Source::new("force.toml", text)
}

/// A brief for these forces on a board.
fn brief(board: Board, forces: &[&str]) -> Brief {
    let mut brief = staged::brief(board, forces.iter().map(|sizes| force(sizes)).collect());
    lavish(&mut brief);
    brief
}

/// Lets forces cost what they like.
fn lavish(brief: &mut Brief) {
    for side in &mut brief.sides {
        side.budget = Some(HalfPoints(10_000));
    }
}

/// A rules file with these lines.
fn rules(lines: &str) -> Option<Source> {
    staged::rules(Rules::Violence, lines)
}

/// Sides as `"s A1, m B2-1"`: size, space, damage points lost. The first side has won the roll,
/// the dice are for what follows.
fn fight(kind: GridKind, rows: &str, sides: &[&str], dice: &[u8]) -> Fight {
    fight_with(kind, rows, sides, dice, |_| {})
}

fn fight_with(
    kind: GridKind,
    rows: &str,
    sides: &[&str],
    dice: &[u8],
    change: impl Fn(&mut Brief),
) -> Fight {
    fight_on(drawn::board(kind, rows, &[]), sides, dice, change)
}

fn fight_on(board: Board, sides: &[&str], dice: &[u8], change: impl Fn(&mut Brief)) -> Fight {
    let force = |sizes: &[&str]| force(&sizes.concat());
    Fight::begin(Rules::Violence, board, sides, dice, force, |brief| {
        lavish(brief);
        change(brief);
    })
}

impl Fight {
    /// Damage points left.
    fn left(&self, label: &str) -> u8 {
        let who = self.fig(label);
        match self.game.shown(who).health {
            Some((left, _)) => left,
            None => u8::from(self.game.place(who) == Place::On),
        }
    }

    /// The number of the turn.
    fn number(&self) -> u16 {
        self.game.status().round
    }
}

const FIELD: &str = "
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........";

/// One random legal answer or roll; false when it is over.
fn step(game: &mut Game, chance: &mut Chance, log: &mut Vec<Event>) -> bool {
    let answer = match game.decision().ask {
        Ask::Over => return false,
        Ask::Roll { dice, .. } => Answer::Faces(
            dice.iter()
                .map(|d| 1 + chance.below(u64::from(*d)) as u8)
                .collect(),
        ),
        _ => {
            let all = game.answers();
            all[chance.below(all.len() as u64) as usize].clone()
        }
    };
    game.answer(&answer, log).expect("legal");
    true
}
