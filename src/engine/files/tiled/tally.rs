//! What is said of the tiles of a layer, and how often.

use rustc_hash::FxHashMap;

/// What is said of a tile.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(super) enum TileNote {
    Looks,
    LeftOut,
    Open,
    BySet,
    /// The kind of terrain.
    ByColour(u8),
}

/// How often something is to be said of each tile, in the order in which they were met.
#[derive(Default)]
pub(super) struct Tally {
    pub all: Vec<(TileNote, u32, usize)>,
    at: FxHashMap<(TileNote, u32), usize>,
}

impl Tally {
    pub fn count(&mut self, note: TileNote, gid: u32) {
        let new = self.all.len();
        let at = *self.at.entry((note, gid)).or_insert(new);
        if at == new {
            self.all.push((note, gid, 0));
        }
        self.all[at].2 += 1;
    }
}
