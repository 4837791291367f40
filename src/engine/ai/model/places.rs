//! The places of a mover by their numbers, and as a set.

use super::figure::FigureInfo;
use crate::board::{Board, Space, Spaces};

/// The places of a mover, each with its number.
#[derive(Default)]
pub struct Places {
    /// By number.
    pub all: Vec<Space>,
    /// As a set.
    pub set: Spaces,
    /// The number of each space of the set; of other spaces it means nothing.
    numbers: Vec<u32>,
    /// Places that are on the list before, each with that number.
    twins: Vec<(u32, u32)>,
}

impl Places {
    /// Takes these places of a board of `len` spaces instead of those before.
    pub fn fill(&mut self, len: usize, ends: &[Space], at: Space) {
        self.all.clear();
        self.all.extend_from_slice(ends);
        self.all.push(at);
        self.set = Spaces::new(len);
        self.numbers.resize(len, 0);
        self.twins.clear();
        let words = self.set.words_mut();
        for (i, space) in self.all.iter().enumerate() {
            let (word, bit) = (&mut words[space.index() / 64], 1 << (space.index() % 64));
            let number = &mut self.numbers[space.index()];
            if *word & bit == 0 {
                *word |= bit;
                *number = i as u32;
            } else {
                self.twins.push((i as u32, *number));
            }
        }
    }
    /// The number of a space of the set: of several, the first.
    #[inline]
    pub fn number(&self, space: Space) -> u32 {
        self.numbers[space.index()]
    }
    /// Those at most so far from a figure and, where `sight`, seen from there by terrain alone; none:
    /// it is not known which, for the figure or the board is large.
    pub fn near(
        &self,
        board: &Board,
        figure: &FigureInfo,
        reach: u32,
        sight: bool,
    ) -> Option<Spaces> {
        if figure.size > 1 {
            return None;
        }
        board.those_within(figure.at, reach, sight, &self.set)
    }
    /// Makes what is known of places that are on the list twice the same as where they come first.
    /// `known`: by number, of the first places.
    pub fn copy_to_twins<T: Copy>(&self, known: &mut [T]) {
        for (i, first) in &self.twins {
            if (*i as usize) < known.len() {
                known[*i as usize] = known[*first as usize];
            }
        }
    }
}
