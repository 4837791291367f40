//! A person's first battle, as a script: attacks at the best odds, else goes where it can attack next.

use crate::ai::agent::{Agent, Progress, Thought, View};
use crate::battle::{Act, Answer, Ask, Fig, Mode, Range, Reaches, Target};
use crate::board::{Footprint, Sight, Space};
use crate::rules::Game;
use std::cmp::Reverse;

/// Each figure attacks at the best odds, if it can; else it goes to the nearest space from which it
/// can attack, in cover if there is one; else nearer to the nearest enemy. It plans nothing and never
/// retreats.
pub struct Newcomer;

impl Agent for Newcomer {
    fn name(&self) -> String {
        "newcomer".into()
    }

    fn think(&mut self, view: &View, _number: u64, _budget: u32) -> Progress {
        let game = view.game;
        let answer = match game.decision().ask {
            Ask::Act { .. } | Ask::Again { .. } => act(view),
            _ => game.preset(),
        };
        Progress::Decided(Thought { answer, why: None })
    }
}

/// The attack at the best odds, else the first useful move, else nothing.
fn act(view: &View) -> Answer {
    let game = view.game;
    let nothing = || match game.check(&Answer::Done) {
        Ok(()) => Answer::Done,
        Err(_) => game.preset(),
    };
    best_attack(view)
        .or_else(|| first_move(view))
        .unwrap_or_else(nothing)
}

/// The legal attack that most likely destroys its target.
fn best_attack(view: &View) -> Option<Answer> {
    let game = view.game;
    let mut best: Option<(f64, Answer)> = None;
    for who in own(view) {
        game.strikes(who, game.stand(who), &mut |how, at, sight| {
            if let Target::Figure(foe) = at
                && !game.allied(who, foe)
            {
                let odds = game.odds(&Act::new(who, game.stand(who), how, at, sight));
                let real =
                    |ratio: crate::battle::Ratio| *ratio.numer() as f64 / *ratio.denom() as f64;
                let harm = real(odds.defeat) + real(odds.wound) * real(odds.part);
                let answer = Answer::Strike { who, how, at };
                let better = best.as_ref().is_none_or(|(most, _)| harm > *most);
                if harm > 0.0 && better && game.check(&answer).is_ok() {
                    best = Some((harm, answer));
                }
            }
            true
        });
    }
    best.map(|(_, answer)| answer)
}

/// The move of the first figure that has a useful one.
fn first_move(view: &View) -> Option<Answer> {
    let game = view.game;
    let board = game.board();
    let foes: Vec<Fig> = game.on_board().filter(|f| !is_friend(view, *f)).collect();
    let ways = board.ways_to_nearest(foes.iter().map(|foe| game.spaces(*foe)));
    let mut moves: Vec<(Fig, Vec<Space>)> = Vec::new();
    game.legal(&mut Reaches::default(), &mut |answer| {
        if let Answer::Move { who, to } = answer {
            match moves.last_mut() {
                Some((last, all)) if *last == who => all.push(to),
                _ => moves.push((who, vec![to])),
            }
        }
        true
    });
    for (who, all) in moves {
        let at = game.at(who);
        if !game.facts(who).may_move || attacks_from(game, who, at, &foes) {
            continue;
        }
        let here = ways[at.index()];
        // Attacks first, cover before open ground, then the nearest to where it is.
        let key = |to: &Space| {
            let attacks = attacks_from(game, who, *to, &foes);
            let covered = attacks && board.terrain(*to).cover;
            let far = if attacks {
                board.grid().distance(at, *to)
            } else {
                ways[to.index()]
            };
            (Reverse(attacks), Reverse(covered), far, *to)
        };
        let best = all.into_iter().min_by_key(key);
        if let Some(to) = best
            && (attacks_from(game, who, to, &foes) || ways[to.index()] < here)
        {
            return Some(Answer::Move { who, to });
        }
    }
    None
}

/// Whether a figure could attack one of these from a space, in this round or a fresh one.
fn attacks_from(game: &Game, who: Fig, from: Space, foes: &[Fig]) -> bool {
    let board = game.board();
    let spaces = board
        .grid()
        .footprint(from, game.size(who))
        .unwrap_or_else(|| Footprint::from_slice(&[from]));
    let modes = game.modes(who, true);
    let reaches = |mode: &Mode, foe: &Fig| {
        let theirs = game.spaces(*foe);
        match mode.range {
            Range::Touch => board.touching(&spaces, &theirs),
            Range::Spaces(range) => {
                let sees = || {
                    let pairs = spaces
                        .iter()
                        .flat_map(|a| theirs.iter().map(move |b| (*a, *b)));
                    pairs
                        .into_iter()
                        .any(|(a, b)| board.sight(a, b) != Sight::Blocked)
                };
                board.gap(&spaces, &theirs) <= range && (!mode.sight || sees())
            }
        }
    };
    modes
        .iter()
        .any(|mode| foes.iter().any(|foe| reaches(mode, foe)))
}

/// The figures of the side, on the board and off it.
fn own<'a>(view: &View<'a>) -> impl Iterator<Item = Fig> + 'a {
    let (game, side) = (view.game, view.side);
    game.all().filter(move |f| game.side(*f) == side)
}

fn is_friend(view: &View, who: Fig) -> bool {
    let game = view.game;
    game.team(game.side(who)) == game.team(view.side)
}
