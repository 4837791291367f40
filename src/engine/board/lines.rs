//! What each space sees along single lines, kept as rows of bits, and what is near it: many spaces
//! at a time.

use super::shape::Shape;
use super::{Board, Sight, Space, Spaces};

/// What one space sees along [`Board::line`], as a row of the table.
#[derive(Copy, Clone, Debug)]
pub struct Lines<'a> {
    /// The spaces that are seen, then those seen in cover: 64 a word.
    row: &'a [u64],
}

impl Lines<'_> {
    /// Those of a set that are seen, and whether in cover, in reading order.
    pub fn seen(self, of: &Spaces) -> impl Iterator<Item = (Space, bool)> {
        let (seen, covered) = self.row.split_at(self.row.len() / 2);
        let words = of.words().iter().zip(seen).zip(covered).enumerate();
        words.flat_map(|(i, ((of, seen), covered))| {
            let mut left = of & seen;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                let space = Space(i as u32 * 64 + bit);
                (bit < 64).then(|| (space, covered >> bit & 1 == 1))
            })
        })
    }
    /// The line to a space.
    #[inline]
    pub fn line(&self, to: Space) -> Sight {
        let (word, bit) = (to.index() / 64, to.index() % 64);
        if self.row[word] >> bit & 1 == 0 {
            Sight::Blocked
        } else if self.row[self.row.len() / 2 + word] >> bit & 1 == 1 {
            Sight::Cover
        } else {
            Sight::Clear
        }
    }
}

impl Board {
    /// Terrain alone between two single spaces at eye level 1: symmetric; what the target
    /// stands in is not counted. Answered from a table on boards up to 4,096 spaces. Nothing
    /// sees, or is seen, in void.
    #[inline]
    pub fn line(&self, a: Space, b: Space) -> Sight {
        let Some(row) = self.sights.rows.get(a.index()) else {
            return self.walk(a, b);
        };
        match row.get() {
            Some(row) => Lines { row }.line(b),
            None if self.sights.lasting => Lines { row: self.row(a) }.line(b),
            None => self.walk(a, b),
        }
    }
    /// All lines from a space; none on boards of more than 4,096 spaces.
    pub fn lines(&self, from: Space) -> Option<Lines<'_>> {
        (!self.sights.rows.is_empty()).then(|| Lines {
            row: self.row(from),
        })
    }
    /// The same, if the board lasts long enough to keep them.
    pub fn kept_lines(&self, from: Space) -> Option<Lines<'_>> {
        if self.sights.lasting {
            self.lines(from)
        } else {
            None
        }
    }
    /// Those of a set that are at most so far from a space and, where `sight`, seen from there along
    /// `line`; none where the board keeps no tables.
    pub fn those_within(
        &self,
        from: Space,
        range: u32,
        sight: bool,
        of: &Spaces,
    ) -> Option<Spaces> {
        if range > Shape::SPAN {
            return None;
        }
        let disc = self.shape.whole_disc(from, range)?;
        let seen = match sight {
            true => self.lines(from)?.row,
            false => disc,
        };
        let mut those = of.clone();
        let words = those.words_mut();
        let (disc, seen) = (&disc[..words.len()], &seen[..words.len()]);
        for (i, word) in words.iter_mut().enumerate() {
            *word &= disc[i] & seen[i];
        }
        Some(those)
    }
    /// Adds the spaces at most so far (up to 63) from a space, where `sight` only those that it
    /// sees along `line`.
    pub fn add_within(&self, from: Space, range: u32, sight: bool, into: &mut Spaces) {
        let words = into.words_mut();
        if let Some(disc) = self.shape.whole_disc(from, range) {
            let lines = if sight { self.lines(from) } else { None };
            let seen = lines.map_or(disc, |lines| lines.row);
            let (disc, seen) = (&disc[..words.len()], &seen[..words.len()]);
            for (i, to) in words.iter_mut().enumerate() {
                *to |= disc[i] & seen[i];
            }
            return;
        }
        for (begin, count) in self.shape.disc(from, range) {
            let end = begin + count;
            for (word, to) in words
                .iter_mut()
                .enumerate()
                .take(end.div_ceil(64))
                .skip(begin / 64)
            {
                let first = begin.max(64 * word) % 64;
                let last = end.min(64 * word + 64) - 64 * word;
                let mut bits = u64::MAX << first & u64::MAX >> (64 - last);
                if sight {
                    let mut rest = bits;
                    while rest != 0 {
                        let bit = rest & rest.wrapping_neg();
                        let space = Space((64 * word) as u32 + rest.trailing_zeros());
                        rest ^= bit;
                        if self.walk(from, space) == Sight::Blocked {
                            bits ^= bit;
                        }
                    }
                }
                *to |= bits;
            }
        }
    }
    /// The row of the table for one space. The first questions fill the whole table, a part each;
    /// until it is full, and on boards that may not last, each fills its own row.
    #[inline]
    pub(super) fn row(&self, from: Space) -> &[u64] {
        let row = &self.sights.rows[from.index()];
        if self.sights.lasting && row.get().is_none() {
            self.fill_table();
        }
        row.get_or_init(|| {
            let words = self.len().div_ceil(64);
            let mut row = vec![0; 2 * words];
            for to in self.spaces().iter() {
                let (word, bit) = (to.index() / 64, 1 << (to.index() % 64));
                match self.walk(from, to) {
                    Sight::Blocked => {}
                    Sight::Cover => {
                        (row[word], row[words + word]) = (row[word] | bit, row[words + word] | bit)
                    }
                    Sight::Clear => row[word] |= bit,
                }
            }
            row.into()
        })
    }
}
