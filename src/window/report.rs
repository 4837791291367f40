//! The report of a battle, as text.

use super::battle_screen::BattleScreen;
use super::panels::TURNS;
use crate::play::tell;
use std::fmt::Write;

/// What the battle was made of, everything that happened, and how it ended.
pub fn text(screen: &BattleScreen) -> String {
    let mut out = String::new();
    let setup = &screen.setup;
    let game = screen.tale.game(screen.tale.len());
    let _ = writeln!(
        out,
        "{} on {}, seed {}",
        setup.rules.name(),
        game.board().map().name,
        setup.seed
    );
    for (side, agent) in game.all_sides().zip(&setup.agents) {
        let _ = writeln!(out, "{}: played by {agent}", tell::side(game, side));
    }
    let _ = writeln!(out);
    for moment in &screen.tale.moments {
        for line in &moment.lines {
            let _ = writeln!(out, "{}", line.text);
        }
    }
    let _ = writeln!(out, "\nTurning points");
    for turn in screen.tale.turns(TURNS) {
        let _ = writeln!(out, "{}", turn.text);
    }
    let _ = writeln!(out, "\nLuck");
    for side in game.all_sides() {
        let luck = screen.tale.luck(side, screen.tale.len());
        let _ = writeln!(
            out,
            "{}: {} dice, sum {}, expected {}",
            tell::side(game, side),
            luck.dice,
            luck.sum,
            f64::from(luck.twice_expected) / 2.0
        );
    }
    out
}
