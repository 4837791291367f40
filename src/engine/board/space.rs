//! Spaces and sets of spaces.

use smallvec::SmallVec;

/// A space of the board: its index in reading order (`row * columns + column`).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(pub u32);

impl Space {
    /// The index, for tables that have one entry a space.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of spaces of one board: a bit a space, iterated in reading order. Sets of boards of up to
/// 1,024 spaces take no memory of their own.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct Spaces {
    words: SmallVec<[u64; 16]>,
}

impl Clone for Spaces {
    #[inline]
    fn clone(&self) -> Self {
        Self::from_words(&self.words)
    }
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        if self.words.len() == other.words.len() {
            self.words.copy_from_slice(&other.words);
        } else {
            self.words = SmallVec::from_slice(&other.words);
        }
    }
}

/// Changes each word by the one of the same number.
#[inline]
fn combine(words: &mut [u64], others: &[u64], change: impl Fn(&mut u64, u64)) {
    let len = words.len().min(others.len());
    let others = &others[..len];
    for (i, word) in words[..len].iter_mut().enumerate() {
        change(word, others[i]);
    }
}

impl Spaces {
    /// The empty set for a board of `len` spaces.
    #[inline]
    pub fn new(len: usize) -> Self {
        Self {
            words: match len.div_ceil(64) {
                few @ 0..=16 => SmallVec::from_buf_and_len([0; 16], few),
                many => SmallVec::from_elem(0, many),
            },
        }
    }
    /// The set of the given spaces, for a board of `len` spaces.
    pub fn of(len: usize, spaces: impl IntoIterator<Item = Space>) -> Self {
        let mut set = Self::new(len);
        for space in spaces {
            set.insert(space);
        }
        set
    }
    /// Adds a space; true if it was not in the set.
    #[inline]
    pub fn insert(&mut self, space: Space) -> bool {
        let bit = 1 << (space.index() % 64);
        let word = &mut self.words_mut()[space.index() / 64];
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }
    /// Adds several spaces.
    #[inline]
    pub fn extend(&mut self, spaces: impl IntoIterator<Item = Space>) {
        let words = self.words_mut();
        for space in spaces {
            words[space.index() / 64] |= 1 << (space.index() % 64);
        }
    }
    /// Takes a space out.
    #[inline]
    pub fn remove(&mut self, space: Space) {
        self.words_mut()[space.index() / 64] &= !(1 << (space.index() % 64));
    }
    /// Whether the space is in the set; spaces past the end are not.
    #[inline]
    pub fn contains(&self, space: Space) -> bool {
        self.words
            .get(space.index() / 64)
            .is_some_and(|w| w >> (space.index() % 64) & 1 == 1)
    }
    /// Empties the set, keeping its memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
    /// Whether no space is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }
    /// How many spaces are in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// Adds every space of the other set.
    pub fn add(&mut self, other: &Self) {
        combine(&mut self.words, &other.words, |a, b| *a |= b);
    }
    /// Takes out every space of the other set.
    pub fn subtract(&mut self, other: &Self) {
        combine(&mut self.words, &other.words, |a, b| *a &= !b);
    }
    /// Keeps only spaces of the other set.
    pub fn keep(&mut self, other: &Self) {
        combine(&mut self.words, &other.words, |a, b| *a &= b);
    }
    /// Whether the sets share a space.
    pub fn meets(&self, other: &Self) -> bool {
        let (words, others) = (self.words(), other.words());
        let len = words.len().min(others.len());
        let others = &others[..len];
        let words = words[..len].iter().enumerate();
        words.fold(0, |all, (i, word)| all | word & others[i]) != 0
    }
    /// The spaces in reading order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Space> + '_ {
        let mut words = self.words.iter();
        let (mut rest, mut next) = (0u64, 0);
        std::iter::from_fn(move || {
            while rest == 0 {
                rest = *words.next()?;
                next += 64;
            }
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Space(next - 64 + bit))
        })
    }
    /// The set of these bits.
    #[inline]
    pub(super) fn from_words(words: &[u64]) -> Self {
        Self {
            words: SmallVec::from_slice(words),
        }
    }
    /// The bits themselves, to be changed.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
    /// The bits themselves, 64 spaces a word, for loops that test many spaces at once.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}
