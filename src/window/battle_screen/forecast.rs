//! Odds of attacks, and the danger after a move.

use crate::battle::{
    Act, Answer, Ask, Event, Fig, HalfPoints, How, Line, Odds, Place, Range, Ratio, Target,
};
use crate::board::{Sight, Space};
use crate::play::danger::{self, Danger};
use crate::rules::{Game, Policy};

/// How an attack would go.
pub struct AttackPreview {
    /// The way.
    pub how: How,
    /// The target.
    pub at: Target,
    /// Sight to the target.
    pub sight: Sight,
    /// The exact odds.
    pub odds: Odds,
    /// The numbers behind them.
    pub lines: Vec<Line>,
    /// All possible results without rerolls, most likely first.
    pub ends: Vec<(String, Ratio)>,
    /// The same if both sides reroll failures where possible; empty if no side can.
    pub again: Vec<(String, Ratio)>,
    /// Why it may not be done now. `None` if it may be done.
    pub barred: Option<String>,
}

/// The result of a move to a space.
pub struct MovePreview {
    /// The place.
    pub to: Space,
    /// Its cost.
    pub cost: Option<u32>,
    /// The way.
    pub path: Vec<Space>,
    /// Attacks on it before it acts again, the worst first.
    pub dangers: Vec<Danger>,
    /// The chance that it is lost to all of those.
    pub lost: f64,
    /// Its value in half points.
    pub points: HalfPoints,
    /// Enemies it could attack from there.
    pub targets: Vec<(Fig, How, Ratio)>,
}

/// How attacks of a figure on a target would go from where it stands.
pub fn attack_previews(game: &Game, who: Fig, target: Target) -> Vec<AttackPreview> {
    let stand = game.stand(who);
    let mut all = Vec::new();
    game.strikes(who, stand, &mut |how, at, sight| {
        if at == target {
            all.push((how, sight));
        }
        true
    });
    if all.is_empty() {
        // no way at all from here: say why for each way it has
        return game
            .modes(who, true)
            .into_iter()
            .map(|mode| AttackPreview {
                how: mode.how,
                at: target,
                sight: Sight::Blocked,
                odds: Odds::NONE,
                lines: Vec::new(),
                ends: Vec::new(),
                again: Vec::new(),
                barred: refusal(game, who, mode.how, target).or_else(|| {
                    Some(match mode.range {
                        Range::Touch => "the target is not next to it".to_owned(),
                        Range::Spaces(n) => {
                            format!("the target is out of sight, or more than {n} spaces away")
                        }
                    })
                }),
            })
            .collect();
    }
    all.into_iter()
        .map(|(how, sight)| {
            let barred = refusal(game, who, how, target);
            let ends = |policy| match &barred {
                None => game.outcomes(who, how, target, policy),
                Some(_) => Vec::new(),
            };
            let plain = ends(Policy::default());
            let again = ends(Policy {
                attacker_rerolls: true,
                target_rerolls: true,
            });
            AttackPreview {
                how,
                at: target,
                sight,
                odds: game.odds(&game.act(who, how, target, sight).joint()),
                lines: game.lines(&Act::new(who, stand, how, target, sight)),
                again: if again == plain { Vec::new() } else { again },
                ends: plain,
                barred,
            }
        })
        .collect()
}

/// The named numbers behind an attack from where a figure stands.
pub fn lines(game: &Game, who: Fig, how: How, at: Target) -> Vec<Line> {
    let stand = game.stand(who);
    let mut seen = None;
    game.strikes(who, stand, &mut |h, t, sight| {
        if (h, t) == (how, at) {
            seen = Some(sight);
        }
        seen.is_none()
    });
    seen.map_or_else(Vec::new, |sight| {
        game.lines(&Act::new(who, stand, how, at, sight))
    })
}

fn refusal(game: &Game, who: Fig, how: How, at: Target) -> Option<String> {
    game.check(&Answer::Strike { who, how, at })
        .err()
        .map(|r| r.to_string())
}

/// Cost, dangers and targets of a move, found by making it in a copy of the battle.
pub fn move_preview(game: &Game, who: Fig, to: Space) -> MovePreview {
    let mut head = game.clone();
    let mut events = Vec::new();
    head.settle(&Answer::Move { who, to }, &mut events);
    // where it faces there, and whatever else is asked on the way, the usual way
    for _ in 0..4 {
        match head.decision().ask {
            Ask::Face { .. } | Ask::Land { .. } => {
                let preset = head.preset();
                head.settle(&preset, &mut ());
            }
            _ => break,
        }
    }
    let (path, cost) = events
        .iter()
        .find_map(|e| match e {
            Event::Moved { who: w, path, cost } if *w == who => Some((path.clone(), Some(*cost))),
            _ => None,
        })
        .unwrap_or_default();
    let mut out = MovePreview {
        to,
        cost,
        path,
        dangers: Vec::new(),
        lost: 0.0,
        points: game.shown(who).points,
        targets: Vec::new(),
    };
    if head.place(who) != Place::On {
        return out;
    }
    let dangers = danger::dangers(&head, who);
    out.lost = dangers.lost;
    out.dangers = dangers.each;
    let stand = head.stand(who);
    head.strikes(who, stand, &mut |how, at, sight| {
        if let Target::Figure(enemy) = at
            && !head.allied(enemy, who)
        {
            let odds = head.odds(&Act::new(who, stand, how, at, sight));
            out.targets.push((enemy, how, odds.defeat));
        }
        true
    });
    out.targets.sort_by_key(|t| std::cmp::Reverse(t.2));
    out
}
