//! Heat maps: how often figures walked, shot and died on each space of a board.

use crate::battle::{Event, Target};
use crate::board::Space;
use crate::rules::Game;
use serde::{Deserialize, Serialize};

/// One count a space, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// Steps onto the space.
    pub walked: Vec<u64>,
    /// Attacks from the space at a target more than one space away.
    pub shot: Vec<u64>,
    /// Figures defeated on the space.
    pub died: Vec<u64>,
}

impl Heat {
    /// All counts 0, for a board of `len` spaces.
    pub fn new(len: usize) -> Self {
        Heat {
            walked: vec![0; len],
            shot: vec![0; len],
            died: vec![0; len],
        }
    }
    /// Counts the events of one answer; `game` is the state after them.
    pub fn add(&mut self, game: &Game, events: &[Event]) {
        let mut count = |what: fn(&mut Heat) -> &mut Vec<u64>, space: Space| {
            if let Some(n) = what(self).get_mut(space.index()) {
                *n += 1;
            }
        };
        for event in events {
            match event {
                Event::Moved { path, .. } => {
                    for space in path.iter().skip(1) {
                        count(|heat| &mut heat.walked, *space);
                    }
                }
                Event::Struck { who, at, .. } => {
                    let from = game.at(*who);
                    let to = match at {
                        Target::Figure(other) => game.at(*other),
                        Target::Space(space) | Target::Border(space, _) => *space,
                        Target::Device(_) | Target::Nothing => continue,
                    };
                    if game.board().grid().distance(from, to) > 1 {
                        count(|heat| &mut heat.shot, from);
                    }
                }
                Event::Defeated { who, .. } => count(|heat| &mut heat.died, game.at(*who)),
                _ => {}
            }
        }
    }
    /// Adds counts from the same board turned or flipped; `images` maps a space of this board to
    /// its space there.
    pub fn join(&mut self, other: &Heat, images: &[Option<Space>]) {
        let add = |to: &mut [u64], from: &[u64]| {
            for (count, image) in to.iter_mut().zip(images) {
                *count += image.map_or(0, |there| from[there.index()]);
            }
        };
        add(&mut self.walked, &other.walked);
        add(&mut self.shot, &other.shot);
        add(&mut self.died, &other.died);
    }
    /// The three heat maps with their names.
    pub fn all(&self) -> [(&'static str, &[u64]); 3] {
        [
            ("walked", &self.walked),
            ("shot", &self.shot),
            ("died", &self.died),
        ]
    }
}
