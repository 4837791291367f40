//! The exact odds of the attacks a figure can make, as a table.

use crate::battle::{Act, Fig, How, Odds, Ratio, Stand, Target};
use crate::board::{Sight, Space};
use crate::play::{tell, words};
use crate::rules::Game;

/// A chance as fraction and per cent: `2/9 (22.2 %)`.
pub fn chance(ratio: Ratio) -> String {
    let (n, d) = (u128::from(*ratio.numer()), u128::from(*ratio.denom()));
    let tenths = (n * 1000 + d / 2) / d;
    if d > 1_000_000 {
        return format!("{}.{} %", tenths / 10, tenths % 10);
    }
    format!("{n}/{d} ({}.{} %)", tenths / 10, tenths % 10)
}

/// What a figure can do to a target (or to all) from where it stands (or another space).
pub fn table(game: &Game, who: Fig, at: Option<Target>, from: Option<Space>) -> String {
    let mut stand = game.stand(who);
    if let Some(from) = from {
        stand = Stand {
            at: from,
            facing: None,
            ..stand
        };
    }
    let mut found: Vec<(How, Target, Sight)> = Vec::new();
    game.strikes(who, stand, &mut |how, target, sight| {
        if at.is_none_or(|at| at == target) {
            found.push((how, target, sight));
        }
        true
    });
    if found.is_empty() {
        let whom = at.map_or_else(|| "anybody".to_owned(), |at| tell::target(game, at));
        return format!(
            "{} cannot attack {whom} from {}.",
            tell::figure(game, who),
            words::space(game, stand.at)
        );
    }
    let mut lines = vec![format!(
        "{} from {}",
        tell::figure(game, who),
        words::space(game, stand.at)
    )];
    for (how, target, sight) in found {
        let odds = match from {
            None => game.odds(&game.act(who, how, target, sight).joint()),
            Some(_) => game.odds(&Act::new(who, stand, how, target, sight)),
        };
        if target == Target::Nothing {
            lines.push(format!("  {}: succeeds {}", how.name(), chance(odds.hit)));
            continue;
        }
        lines.push(format!(
            "  {} {}{}: {}",
            how.name(),
            tell::target(game, target),
            if sight == Sight::Cover {
                " (in cover)"
            } else {
                ""
            },
            summary(&odds)
        ));
        if at.is_some() {
            for line in game.lines(&Act::new(who, stand, how, target, sight)) {
                lines.push(format!("      {:<24} {}", line.name, line.value));
            }
        }
    }
    lines.join("\n")
}

fn summary(odds: &Odds) -> String {
    let zero = Ratio::from_integer(0);
    let mut parts = vec![
        format!("hit {}", chance(odds.hit)),
        format!("defeat {}", chance(odds.defeat)),
    ];
    for (name, ratio) in [
        ("wound", odds.wound),
        ("attacker flees", odds.flee),
        ("knocked back", odds.pushed),
        ("attacker lost", odds.lost),
    ] {
        if ratio != zero {
            parts.push(format!("{name} {}", chance(ratio)));
        }
    }
    if odds.more != zero {
        let hundredths = (odds.more * Ratio::from_integer(100)).round().to_integer();
        let (whole, rest) = (hundredths / 100, hundredths % 100);
        parts.push(format!("{whole}.{rest:02} others defeated on average"));
    }
    if odds.again > 0 {
        parts.push(format!("up to {} more attacks", odds.again));
    }
    parts.join(", ")
}
