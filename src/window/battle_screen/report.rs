//! The report of a battle, as text.

use super::BattleScreen;
use crate::battle::{Place, Side};
use crate::play::tell;
use crate::rules::Game;
use crate::window::board_words::grid_words;
use crate::window::titles;
use std::fmt::Write;

/// How many turning points are listed.
pub const TURNS: usize = 5;

/// How the battle ended, what it was made of, its turning points and luck, and all that happened.
pub fn text(screen: &BattleScreen) -> String {
    let game = screen.course.newest();
    let mut out = String::new();
    head(&mut out, screen, game);
    turns(&mut out, screen);
    luck(&mut out, screen, game);
    let _ = writeln!(out, "\nBattle log\n{LEGEND}\n");
    let lines = screen.course.history.moments.iter().flat_map(|m| &m.lines);
    for line in worth_telling(lines.map(|line| line.text.as_str())) {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// How lines of the log are read.
const LEGEND: &str = "(1.3 is the third figure of side 1. C4 is the space in column C, row 4. \
\"Rolled 4 +1, needs 5\" means: the die shows 4, and 1 is added.)";

fn name(game: &Game, side: Side) -> &str {
    &game.sides()[side.index()].name
}

/// The end, the table, and who played.
fn head(out: &mut String, screen: &BattleScreen, game: &Game) {
    let setup = &screen.course.setup;
    let names: Vec<&str> = game.all_sides().map(|s| name(game, s)).collect();
    let _ = writeln!(out, "{}\n", names.join(" against "));
    let _ = match screen.course.end() {
        Some(outcome) => writeln!(out, "{}\n", tell::outcome(game, &outcome)),
        None => writeln!(
            out,
            "The battle is not over. It is in round {}.\n",
            game.status().round
        ),
    };
    let map = game.board().map();
    let grid = game.board().grid();
    let _ = writeln!(
        out,
        "Map: {}, {} × {} {}; scenario {}; rules {}; seed {}",
        map.name,
        grid.columns,
        grid.rows,
        grid_words(grid.kind),
        titles::of_file(&setup.scenario, &setup.scenario.name),
        setup.rules.name(),
        setup.seed
    );
    for (side, agent) in game.all_sides().zip(&setup.agents) {
        let player = titles::player(agent);
        let of = || game.all().filter(|f| game.first_side(*f) == side);
        let lost = of().filter(|f| game.place(*f) == Place::Gone).count();
        let _ = writeln!(
            out,
            "Side {}: {}, played by {player}: {} points, {lost} of {} figures lost",
            side.0 + 1,
            name(game, side),
            game.scores()[side.index()],
            of().count()
        );
    }
}

/// The turning points, if there are any.
fn turns(out: &mut String, screen: &BattleScreen) {
    let turns = screen.course.history.turns(TURNS);
    if turns.is_empty() {
        let _ = writeln!(out, "\n{NO_TURNS}");
        return;
    }
    let _ = writeln!(out, "\nTurning points");
    for turn in turns {
        let _ = writeln!(out, "{}", turn.text);
    }
}

/// Said where nothing moved the points.
pub const NO_TURNS: &str =
    "There were no turning points: no figure was lost, and no aim was reached.";

/// The dice of every side, against what was to be expected.
fn luck(out: &mut String, screen: &BattleScreen, game: &Game) {
    let _ = writeln!(out, "\nLuck");
    for side in game.all_sides() {
        let luck = screen
            .course
            .history
            .luck(side, screen.course.history.len());
        let expected = f64::from(luck.twice_expected) / 2.0;
        let _ = match luck.dice {
            0 => writeln!(out, "{}: no dice rolled", name(game, side)),
            1 => writeln!(
                out,
                "{}: 1 die rolled, result {}; the average is {expected}",
                name(game, side),
                luck.sum
            ),
            dice => writeln!(
                out,
                "{}: {dice} dice rolled, total {} ({:.2} a die); the average is {expected} ({:.2} a die)",
                name(game, side),
                luck.sum,
                f64::from(luck.sum) / f64::from(dice),
                expected / f64::from(dice)
            ),
        };
    }
}

/// The log without empty steps.
fn worth_telling<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut kept = Vec::new();
    let mut step = None;
    for line in lines {
        if line.starts_with("-- ") {
            step = Some(line);
        } else if line.ends_with(" is done") {
            continue;
        } else {
            // a round ends the step before it
            let begins = line.starts_with("== ");
            kept.extend(step.take().filter(|_| !begins));
            kept.push(line);
        }
    }
    kept
}
