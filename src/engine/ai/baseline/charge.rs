//! Straight at the nearest enemy.

use crate::ai::agent::{Agent, Progress, Thought, View};
use crate::battle::{Answer, Ask, Fig, Reaches, Target};
use crate::rules::Game;

/// Strikes the nearest enemy it can; else the figure nearest to an enemy runs nearer. To every other
/// question it gives the default answer.
pub struct Charge {
    reaches: Reaches,
}

impl Default for Charge {
    fn default() -> Self {
        Self {
            reaches: Reaches::remembering(),
        }
    }
}

impl Agent for Charge {
    fn name(&self) -> String {
        "charge".into()
    }

    fn think(&mut self, view: &View, _number: u64, _budget: u32) -> Progress {
        let game = view.game;
        let answer = match game.decision().ask {
            Ask::Act { .. } | Ask::Again { .. } => act(view, &mut self.reaches),
            Ask::Reroll { success, .. } => {
                if success {
                    Answer::No
                } else {
                    Answer::Yes
                }
            }
            Ask::Revenge { .. } => Answer::Yes,
            _ => game.preset(),
        };
        Progress::Decided(Thought { answer, why: None })
    }
}

/// The nearest strike, else the move that brings a figure nearest, else nothing.
fn act(view: &View, reaches: &mut Reaches) -> Answer {
    let game = view.game;
    let enemies = game
        .on_board()
        .filter(|f| game.team(game.side(*f)) != game.team(view.side));
    let ways = game
        .board()
        .ways_to_nearest(enemies.map(|f| game.spaces(f)));
    // Strikes before moves; then the nearest; then order of the list.
    let mut best: Option<((u8, u32), Answer)> = None;
    let mut consider = |key: (u8, u32), answer: Answer| {
        if best.as_ref().is_none_or(|(old, _)| key < *old) {
            best = Some((key, answer));
        }
    };
    game.legal(reaches.on(game.board()), &mut |answer| {
        match answer {
            Answer::Strike {
                who,
                at: Target::Figure(at),
                ..
            } if !game.allied(who, at) => consider((0, gap(game, who, at)), answer),
            Answer::Move { who, to } => {
                let (now, then) = (ways[game.at(who).index()], ways[to.index()]);
                if then < now {
                    consider((1, then), answer);
                }
            }
            _ => {}
        }
        true
    });
    best.map_or_else(|| passing(game), |(_, answer)| answer)
}

/// How far two figures are apart.
fn gap(game: &Game, a: Fig, b: Fig) -> u32 {
    game.board().grid().gap(&game.spaces(a), &game.spaces(b))
}

/// Nothing more, where that is allowed; else what anybody would do.
fn passing(game: &Game) -> Answer {
    if game.check(&Answer::Done).is_ok() {
        Answer::Done
    } else {
        game.preset()
    }
}
