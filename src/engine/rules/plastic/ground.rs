//! The board as these rules see it: how figures walk, what hides a target (L6).

use super::Plastic;
use super::config::Config;
use crate::battle::{Battle, Fig};
use crate::board::{Board, Gait, Going, Look, Opacity, Sight, Space, Spaces};
use std::sync::Arc;

/// Terrains that only ever give cover, by their names.
const BUSHES: [&str; 5] = ["thicket", "bush", "bushes", "hedge", "undergrowth"];

/// How figures walk.
pub fn gait(config: &Config) -> Gait {
    if config.rough_ground {
        Gait::Walk
    } else {
        Gait::March
    }
}

/// How figures go their way, besides their gait (B8).
pub fn going(config: &Config) -> Going {
    Going {
        doors: config.opens_doors,
        ..Going::default()
    }
}

/// The board on which bushes and thickets do not block sight; the same board, if there are none.
pub fn cleared(board: &Arc<Board>, config: &Config) -> Arc<Board> {
    let mut map = board.map().clone();
    let mut changed = false;
    for terrain in &mut map.terrains {
        let bush = BUSHES.contains(&terrain.name.as_str());
        if bush && terrain.sight == Opacity::Blocking && !config.bushes_block {
            terrain.sight = Opacity::Partial;
            changed = true;
        }
    }
    if changed {
        Arc::new(Board::new(map))
    } else {
        board.clone()
    }
}

/// What figures in the way of a shot do.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// The spaces of all figures but the attacker and those who are gone; none: figures in the way
    /// do nothing.
    spaces: Option<Spaces>,
}

impl Crowd {
    /// The figures that may be in the way of one who attacks.
    pub fn around(b: &Battle<Plastic>, who: Fig) -> Self {
        let others = || b.on_board().filter(|f| *f != who);
        let spaces = || Spaces::of(b.board.len(), others().map(|f| b.figure(f).at));
        Self {
            spaces: b.setup.config.figures_cover.then(spaces),
        }
    }

    /// Leaves out the figure of a space.
    pub fn without(&mut self, at: Space) {
        if let Some(spaces) = &mut self.spaces {
            spaces.remove(at);
        }
    }

    /// What is seen of one space from another: terrain alone blocks, terrain and figures give cover.
    pub fn sight(&self, board: &Board, from: Space, to: Space) -> Sight {
        let seen = board.sight(from, to);
        if seen != Sight::Clear {
            return seen;
        }
        let look = Look {
            from: &[from],
            to: &[to],
            eyes: (1, 1),
            figures: self.spaces.as_ref(),
        };
        match (&self.spaces, board.look(&look, |_, _| true)) {
            (Some(_), Some(found)) if found.sight == Sight::Blocked => Sight::Cover,
            _ => seen,
        }
    }
}
