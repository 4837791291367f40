//! Simple Plastic Wargame, played through answers with scripted dice on squares and hexes.

mod course;
mod doors;
mod fire;
mod moving;
mod volleys;

use crate::drawn::{self, KINDS};
use crate::staged::{self, Fight};
use skirmish::battle::{
    Act, Answer, Ask, Brief, Event, Fig, HalfPoints, How, Menace, Purpose, Ratio, Reaches, Reason,
    Scale, Side, Stand, Start, Target, Victory, Who,
};
use skirmish::board::{Board, GridKind, Reach, Sight, Space};
use skirmish::dice::Script;
use skirmish::rules::{Game, Policy, Rules};
use skirmish::source::Source;
use std::collections::BTreeSet;

/// A figure in short: `1s` a soldier of squad 1, `2h` a heavy weapon of squad 2, `s`, `h` and `n`
/// a soldier, heavy weapon and sniper alone.
fn words(short: &str) -> String {
    let kind = match short.chars().last() {
        Some('h') => "heavy weapon",
        Some('n') => "sniper",
        _ => "soldier",
    };
    match short.chars().next().filter(char::is_ascii_digit) {
        Some(squad) => format!("{kind}, squad {squad}"),
        None => kind.to_string(),
    }
}

/// A force file.
fn force(units: &[&str]) -> Source {
    let head = "format = \"skirmish-force/1\"\nruleset = \"plastic\"\nname = \"Test\"\n";
    let figure = |short: &&str| {
        format!(
            "[[figure]]\nname = \"{short}\"\nis = \"{}\"\n",
            words(short)
        )
    };
    let figures: String = units.iter().map(figure).collect();
    Source::new("force.toml", format!("{head}{figures}"))
}

/// A brief for these forces on a board.
fn brief(board: Board, forces: &[Vec<&str>]) -> Brief {
    staged::brief(board, forces.iter().map(|units| force(units)).collect())
}

/// A rules file with these lines.
fn rules(lines: &str) -> Option<Source> {
    staged::rules(Rules::Plastic, lines)
}

/// Sides as `"1s A1, 1h B1"`: figures in short, each on its space. The first side has won the
/// roll and moves; the dice are for what follows.
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

/// The older reading: a whole squad attacks with pooled dice, and figures give no cover.
const TOGETHER: &str = "fire = \"squad\"\nfigures_cover = false";

/// As `fight`, with [`TOGETHER`].
fn fight_together(kind: GridKind, rows: &str, sides: &[&str], dice: &[u8]) -> Fight {
    fight_with(kind, rows, sides, dice, |b| b.rules = rules(TOGETHER))
}

fn fight_on(board: Board, sides: &[&str], dice: &[u8], change: impl Fn(&mut Brief)) -> Fight {
    Fight::begin(Rules::Plastic, board, sides, dice, force, change)
}

impl Fight {
    /// Dice asked for, and what each must show.
    fn wanted(&self) -> (usize, i8) {
        match self.asked() {
            (
                Who::Chance,
                Ask::Roll {
                    purpose: Purpose::Volley,
                    dice,
                    need,
                    ..
                },
            ) => (dice.len(), need.expect("a need")),
            other => panic!("no volley is rolled: {other:?}"),
        }
    }

    /// The phase, and whose turn it is.
    fn turn(&self) -> (&'static str, u8) {
        let status = self.game.status();
        (status.step, status.turn.map_or(0, |s| s.0 + 1))
    }

    /// Whether figures hang together by touching.
    fn together(&self, labels: &[&str]) -> bool {
        let grid = self.game.board().grid();
        let all: Vec<Space> = labels.iter().map(|l| self.game.at(self.fig(l))).collect();
        let mut with = BTreeSet::from([all[0]]);
        for _ in 0..all.len() {
            for space in &all {
                if with.iter().any(|w| grid.distance(*w, *space) <= 1) {
                    with.insert(*space);
                }
            }
        }
        with.len() == all.len()
    }
}

const FIELD: &str = "
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ............";
