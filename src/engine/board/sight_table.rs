//! The table of sight, filled for all spaces together: a ray is the same from every space (on hexes:
//! from every space of the same stagger), so each is followed once, from 64 spaces at a time.
//!
//! It is filled bit by bit, because a board of 4,096 spaces takes longer than a frame of the window.

use super::line::{Ray, Step};
use super::shape::Shape;
use super::{Board, Opacity, Space};
use smallvec::SmallVec;

/// A set of cells of [`Shape::cell`], 64 a word, with [`Layout::idle`] words at both ends.
type Cells = Vec<u64>;

/// A row of the table: which spaces are seen, then which of them in cover, 64 a word.
pub(super) type Row = Box<[u64]>;

/// How far the table of a board is filled.
#[derive(Default)]
pub(super) enum Filling {
    /// Nobody has asked yet.
    #[default]
    NotBegun,
    /// Some rays have been followed.
    Begun(Box<SightTable>),
    /// All rows are there, or the table is not worth it.
    Over,
}

/// How sets of cells are laid out.
#[derive(Copy, Clone)]
struct Layout {
    columns: i32,
    rows: i32,
    /// Cells in a row.
    width: i32,
    /// Words at both ends, so that shifted sets can be read.
    idle: usize,
    words: usize,
}

impl Layout {
    fn of(shape: &Shape) -> Self {
        let (columns, rows) = (shape.grid.columns as i32, shape.grid.rows as i32);
        let width = columns + Shape::MARGIN;
        // a ray may pass one row above or below its ends
        let idle = 3 + width as usize / 64;
        let cells = (width * (rows + Shape::MARGIN)) as usize;
        Self {
            columns,
            rows,
            width,
            idle,
            words: cells.div_ceil(64) + 2 * idle,
        }
    }
    fn none(&self) -> Cells {
        vec![0; self.words]
    }
    fn insert(&self, set: &mut Cells, cell: usize) {
        set[self.idle + cell / 64] |= 1 << (cell % 64);
    }
    fn remove(&self, set: &mut Cells, cell: usize) {
        set[self.idle + cell / 64] &= !(1 << (cell % 64));
    }
    fn cell(&self, (column, row): (i32, i32)) -> usize {
        ((row + 1) * self.width + column + 1) as usize
    }
    /// The cells from which a step of (columns, rows) ends on the board.
    fn origins(&self, (right, down): (i32, i32), out: &mut Cells) {
        out.fill(0);
        let (first, last) = ((-right).max(0), self.columns - right.max(0));
        for row in 0..self.rows - down {
            let (begin, end) = (self.cell((first, row)), self.cell((last, row)));
            let mut at = begin;
            while at < end {
                let count = (64 - at % 64).min(end - at);
                out[self.idle + at / 64] |= (u64::MAX >> (64 - count)) << (at % 64);
                at += count;
            }
        }
    }
}

/// The words of a set that is shifted: for each cell the one that lies so many cells after it.
#[inline]
fn shifted(set: &[u64], first: usize, count: usize, shift: i64) -> impl Iterator<Item = u64> {
    let (words, bits) = (shift.div_euclid(64), shift.rem_euclid(64) as u32);
    let from = (first as i64 + words) as usize;
    let (low, high) = (&set[from..][..count], &set[from + 1..][..count]);
    let pairs = low.iter().zip(high);
    pairs.map(move |(low, high)| low >> bits | (high << 1) << (63 - bits))
}

/// Adds a shifted set to the words from `first` on.
#[inline]
fn add(to: &mut [u64], first: usize, (set, shift): (&[u64], i64)) {
    let count = to.len();
    for (to, more) in to.iter_mut().zip(shifted(set, first, count, shift)) {
        *to |= more;
    }
}

/// Turns rows of bits into columns.
fn transpose(tile: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, 0x0000_0000_ffff_ffffu64);
    while half != 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (tile[row] >> half ^ tile[row | half]) & mask;
            tile[row] ^= swapped << half;
            tile[row | half] ^= swapped;
            row = ((row | half) + 1) & !half;
        }
        half >>= 1;
        mask ^= mask << half;
    }
}

/// Cells by the level up to which something in them reaches.
#[derive(Default)]
struct Tops {
    lowest: i64,
    /// From the lowest level on: the cells in which something reaches that level.
    at_least: Vec<Cells>,
}

impl Tops {
    fn of(layout: &Layout, tops: &[(usize, i64)]) -> Self {
        let levels = || tops.iter().map(|(_, top)| *top);
        let (Some(lowest), Some(highest)) = (levels().min(), levels().max()) else {
            return Self::default();
        };
        let mut at_least = vec![layout.none(); (highest - lowest + 1) as usize];
        for (cell, top) in tops {
            for level in &mut at_least[..=(top - lowest) as usize] {
                layout.insert(level, *cell);
            }
        }
        Self { lowest, at_least }
    }
    fn reaching(&self, level: i64) -> Option<&[u64]> {
        let level = (level - self.lowest).max(0) as usize;
        self.at_least.get(level).map(Vec::as_slice)
    }
}

/// What a line may meet, by cells.
struct Obstacles {
    /// Cells that are no part of the board.
    void: Cells,
    /// Whether any of these lies among the others.
    holes: bool,
    /// Ground and terrain that block.
    blocking: Tops,
    /// Terrain that covers.
    covering: Tops,
    /// Borders that block and those that cover, by their direction from the cell.
    borders: [[Tops; 8]; 2],
}

impl Obstacles {
    fn of(board: &Board, layout: &Layout) -> Self {
        let (grid, shape) = (board.grid(), &board.shape);
        let mut void = layout.none();
        for cell in 0..(layout.width * (layout.rows + Shape::MARGIN)) as usize {
            layout.insert(&mut void, cell);
        }
        let (mut blocking, mut covering) = (Vec::new(), Vec::new());
        for space in board.spaces().iter() {
            let (kind, cell) = (board.terrain(space), shape.cell(space));
            layout.remove(&mut void, cell);
            let ground = i64::from(board.level(space));
            let top = ground + i64::from(kind.height);
            let blocks = kind.sight == Opacity::Blocking;
            blocking.push((cell, if blocks { top } else { ground }));
            if kind.sight == Opacity::Partial {
                covering.push((cell, top));
            }
        }
        let mut borders: [[Vec<(usize, i64)>; 8]; 2] = Default::default();
        for border in board.borders() {
            let sort = match border.sight {
                Opacity::Clear => continue,
                Opacity::Blocking => 0,
                Opacity::Partial => 1,
            };
            let (a, b) = border.between;
            let top = i64::from(board.level(a).max(board.level(b))) + i64::from(border.height);
            for (a, b) in [(a, b), (b, a)] {
                if let Some(direction) = grid.direction(a, b) {
                    borders[sort][usize::from(direction.0)].push((shape.cell(a), top));
                }
            }
        }
        Self {
            void,
            holes: board.spaces().count() < board.len(),
            blocking: Tops::of(layout, &blocking),
            covering: Tops::of(layout, &covering),
            borders: borders.map(|sort| sort.map(|tops| Tops::of(layout, &tops))),
        }
    }
}

/// What lies in one way of a step: sets of cells with their shifts.
#[derive(Default)]
struct Way<'a> {
    closed: SmallVec<[(&'a [u64], i64); 3]>,
    partial: SmallVec<[(&'a [u64], i64); 3]>,
    /// Where the cell of the way lies.
    shift: i64,
}

/// Words of the two ways of a step.
struct Scratch {
    closed: [Cells; 2],
    partial: [Cells; 2],
    void: [Cells; 2],
}

/// One ray between eyes at two levels.
struct Line<'a> {
    obstacles: &'a Obstacles,
    ray: &'a Ray,
    eyes: (i64, i64),
}

impl<'a> Line<'a> {
    /// The lowest level that reaches up to the line at a fraction of its length (S6).
    fn level(&self, (part, whole): (i64, i64)) -> i64 {
        let height = self.eyes.0 * whole + part * (self.eyes.1 - self.eyes.0);
        -(-height).div_euclid(whole)
    }
    fn entered(&self, step: usize) -> (i64, i64) {
        let entered = self.ray.steps.get(step).map_or((1, 1), |s| s.entered);
        (entered.0.into(), entered.1.into())
    }
    /// What may lie in one way of a step.
    fn way(&self, i: usize, step: &Step, which: usize) -> Way<'a> {
        let shift = i64::from(step.cells[which]);
        let mut way = Way {
            shift,
            ..Way::default()
        };
        let (entered, left) = (self.entered(i), self.entered(i + 1));
        if i + 1 < self.ray.steps.len() {
            let middle = self.level((
                entered.0 * left.1 + left.0 * entered.1,
                2 * entered.1 * left.1,
            ));
            let blocking = self.obstacles.blocking.reaching(middle);
            way.closed.extend(blocking.map(|set| (set, shift)));
            let covering = self.obstacles.covering.reaching(middle);
            way.partial.extend(covering.map(|set| (set, shift)));
        }
        for (side, crossing) in step.sides[which].iter().zip([entered, left]) {
            let Some(direction) = side else { continue };
            let level = self.level(crossing);
            let [shut, veiled] = &self.obstacles.borders;
            let shut = shut[usize::from(*direction)].reaching(level);
            way.closed.extend(shut.map(|set| (set, shift)));
            let veiled = veiled[usize::from(*direction)].reaching(level);
            way.partial.extend(veiled.map(|set| (set, shift)));
        }
        way
    }
    /// Follows the line from all cells of `seen`, which are those of the words from `first` on:
    /// leaves those whose line is not blocked, and adds to `cover` those whose line is covered (S4).
    /// How many steps were looked at.
    fn follow(
        &self,
        first: usize,
        seen: &mut [u64],
        cover: &mut [u64],
        scratch: &mut Scratch,
    ) -> usize {
        let count = seen.len();
        let void = self.obstacles.void.as_slice();
        let [closed_a, closed_b] = scratch.closed.each_mut().map(|set| &mut set[..count]);
        let [partial_a, partial_b] = scratch.partial.each_mut().map(|set| &mut set[..count]);
        let [void_a, void_b] = scratch.void.each_mut().map(|set| &mut set[..count]);
        let gather = |to: &mut [u64], sets: &[(&[u64], i64)]| {
            to.fill(0);
            sets.iter().for_each(|set| add(to, first, *set));
        };
        for (i, step) in self.ray.steps.iter().enumerate() {
            let a = self.way(i, step, 0);
            let mut left = 0;
            if step.is_between() {
                let b = self.way(i, step, 1);
                gather(closed_a, &a.closed);
                gather(closed_b, &b.closed);
                gather(partial_a, &a.partial);
                gather(partial_b, &b.partial);
                gather(void_a, &[(void, a.shift)]);
                gather(void_b, &[(void, b.shift)]);
                for word in 0..count {
                    let (shut_a, shut_b) =
                        (closed_a[word] | void_a[word], closed_b[word] | void_b[word]);
                    seen[word] &= !(shut_a & shut_b);
                    left |= seen[word];
                    cover[word] |= (shut_a
                        & !shut_b
                        & (closed_a[word] & !void_a[word] | partial_b[word]))
                        | (shut_b & !shut_a & (closed_b[word] & !void_b[word] | partial_a[word]))
                        | (!shut_a & !shut_b & partial_a[word] & partial_b[word]);
                }
            } else {
                // through single spaces a ray never leaves the board's rectangle
                if a.closed.is_empty() && a.partial.is_empty() && !self.obstacles.holes {
                    continue;
                }
                gather(closed_a, &a.closed);
                if self.obstacles.holes {
                    add(closed_a, first, (void, a.shift));
                }
                for (seen, closed) in seen.iter_mut().zip(&*closed_a) {
                    *seen &= !closed;
                    left |= *seen;
                }
                a.partial.iter().for_each(|set| add(cover, first, *set));
            }
            if left == 0 {
                return i + 1;
            }
        }
        self.ray.steps.len()
    }
}

/// The spaces whose ground lies at one level.
struct Ground {
    level: i64,
    cells: Cells,
    /// Those of each stagger.
    by_stagger: Vec<Cells>,
}

/// The table of a board while it is filled.
pub(super) struct SightTable {
    layout: Layout,
    obstacles: Obstacles,
    grounds: Vec<Ground>,
    /// The next offsets whose rays are to be followed: rows down, and the first column of a tile.
    next: (i32, i32),
    /// For each offset of the tile: the cells that see along it, then those that do so in cover.
    tile: Vec<[Cells; 2]>,
    scratch: Scratch,
    /// Rows, without those spaces that come before their own.
    rows: Vec<Row>,
}

impl SightTable {
    /// More different levels of the ground than this make too many kinds of lines.
    const MOST_LEVELS: usize = 6;
    /// So many steps of rays take a few milliseconds.
    const STEPS_AT_ONCE: usize = 60_000;

    /// An empty table; none if it is not worth it.
    fn begin(board: &Board) -> Option<Self> {
        let (grid, shape) = (board.grid(), &board.shape);
        let layout = Layout::of(shape);
        let mut levels: Vec<i8> = board.spaces().iter().map(|s| board.level(s)).collect();
        levels.sort_unstable();
        levels.dedup();
        if levels.len() > Self::MOST_LEVELS {
            return None;
        }
        let cells = |level: i8, stagger: Option<usize>| {
            let mut cells = layout.none();
            for space in board.spaces().iter() {
                let there = stagger.is_none_or(|known| usize::from(shape.stagger(space)) == known);
                if there && board.level(space) == level {
                    layout.insert(&mut cells, shape.cell(space));
                }
            }
            cells
        };
        let ground = |level: i8| {
            let staggers = 0..Shape::staggers(grid);
            Ground {
                level: level.into(),
                cells: cells(level, None),
                by_stagger: staggers
                    .map(|stagger| cells(level, Some(stagger)))
                    .collect(),
            }
        };
        let row = vec![0u64; 2 * board.len().div_ceil(64)].into_boxed_slice();
        let two = || [layout.none(), layout.none()];
        Some(Self {
            obstacles: Obstacles::of(board, &layout),
            grounds: levels.into_iter().map(ground).collect(),
            next: (0, 0),
            tile: (0..64).map(|_| two()).collect(),
            scratch: Scratch {
                closed: two(),
                partial: two(),
                void: two(),
            },
            rows: vec![row; board.len()],
            layout,
        })
    }
    /// Follows more rays. Whether all have been followed.
    fn go_on(&mut self, shape: &Shape) -> bool {
        let mut steps = 0;
        while self.next.0 < self.layout.rows && steps < Self::STEPS_AT_ONCE {
            let (down, first) = self.next;
            for i in 0..self.tile.len() {
                self.tile[i].iter_mut().for_each(|set| set.fill(0));
                let right = first + i as i32;
                if right < self.layout.columns {
                    steps += self.follow_offset(shape, i, (right, down));
                }
            }
            self.write_rows(down, first);
            self.next = (down, first + 64);
            if self.next.1 >= self.layout.columns {
                self.next = (down + 1, 1 - self.layout.columns);
            }
        }
        self.next.0 >= self.layout.rows
    }
    /// Follows the rays of an offset from everywhere. How many steps were looked at.
    fn follow_offset(&mut self, shape: &Shape, i: usize, (right, down): (i32, i32)) -> usize {
        let layout = self.layout;
        let (mut inside, mut seen, mut cover) = (layout.none(), layout.none(), layout.none());
        layout.origins((right, down), &mut inside);
        // the words that hold origins
        let begin = layout.idle + layout.cell((0, 0)) / 64;
        let end = layout.idle + layout.cell((layout.columns, layout.rows - down - 1)) / 64 + 1;
        let far = i64::from(down * layout.width + right);
        let mut steps = 0;
        for stagger in 0..Shape::staggers(&shape.grid) {
            let Some((start, end_of_ray)) = ends(shape, stagger, (right, down)) else {
                continue;
            };
            let ray = shape.ray(start, end_of_ray);
            for from in &self.grounds {
                for to in &self.grounds {
                    let (mut low, mut high) = (usize::MAX, 0);
                    let targets = shifted(&to.cells, begin, end - begin, far);
                    for (word, target) in (begin..end).zip(targets) {
                        seen[word] = from.by_stagger[stagger][word] & inside[word] & target;
                        cover[word] = 0;
                        if seen[word] != 0 {
                            (low, high) = (low.min(word), word);
                        }
                    }
                    if low > high {
                        continue;
                    }
                    let line = Line {
                        obstacles: &self.obstacles,
                        ray: &ray,
                        eyes: (from.level + 1, to.level + 1),
                    };
                    let (seen, cover) = (&mut seen[low..=high], &mut cover[low..=high]);
                    if (right, down) != (0, 0) {
                        steps += line.follow(low, seen, cover, &mut self.scratch);
                    }
                    let [all_seen, all_cover] = &mut self.tile[i];
                    for (word, (seen, cover)) in (low..).zip(seen.iter().zip(&*cover)) {
                        all_seen[word] |= seen;
                        all_cover[word] |= seen & cover;
                    }
                }
            }
        }
        steps
    }
    /// Writes what a tile of offsets has found into the rows of the spaces that look.
    fn write_rows(&mut self, down: i32, first: i32) {
        let (layout, columns) = (self.layout, self.layout.columns);
        for row in 0..layout.rows - down {
            for left in (0..columns).step_by(64) {
                let count = (columns - left).min(64) as usize;
                let cell = layout.cell((left, row));
                let (word, bits) = (layout.idle + cell / 64, cell % 64);
                for kind in 0..2 {
                    let mut tile = [0u64; 64];
                    for (to, sets) in tile.iter_mut().zip(&self.tile) {
                        let set = &sets[kind];
                        let wide = set[word] >> bits | (set[word + 1] << 1) << (63 - bits);
                        *to = wide & u64::MAX >> (64 - count);
                    }
                    if tile.iter().all(|bits| *bits == 0) {
                        continue;
                    }
                    transpose(&mut tile);
                    for (i, seen) in tile[..count].iter().enumerate() {
                        let from = row * columns + left + i as i32;
                        // not negative: a tile begins to the left of its space only further down
                        let to = from + down * columns + first;
                        let words = &mut self.rows[from as usize];
                        let half = words.len() / 2;
                        put(&mut words[kind * half..][..half], to as usize, *seen);
                    }
                }
            }
        }
    }
    /// The rows, with what the spaces before each see of it: sight is symmetric.
    fn finish(mut self) -> Vec<Row> {
        let len = self.rows.len();
        let words = len.div_ceil(64);
        let mut tile = [0u64; 64];
        for column in 0..words {
            for above in 0..=column {
                for kind in [0, words] {
                    for (i, bits) in tile.iter_mut().enumerate() {
                        let row = self.rows.get(above * 64 + i);
                        *bits = row.map_or(0, |row| row[kind + column]);
                    }
                    transpose(&mut tile);
                    for (row, bits) in self.rows[column * 64..].iter_mut().zip(&tile) {
                        row[kind + above] |= bits;
                    }
                }
            }
        }
        self.rows
    }
}

/// Adds bits to a row of bits; the first of them belongs at `at`.
fn put(row: &mut [u64], at: usize, bits: u64) {
    if bits == 0 {
        return;
    }
    row[at / 64] |= bits << (at % 64);
    let over = (bits >> 1) >> (63 - at % 64);
    if over != 0 {
        row[at / 64 + 1] |= over;
    }
}

/// Two spaces of an offset, the first of a stagger.
fn ends(shape: &Shape, stagger: usize, (right, down): (i32, i32)) -> Option<(Space, Space)> {
    let grid = &shape.grid;
    let (columns, rows) = (grid.columns as i32, grid.rows as i32);
    let (column, row) = ((-right).max(0), 0);
    let candidates = if shape.by_rows {
        [(column, row), (column, row + 1)]
    } else {
        [(column, row), (column + 1, row)]
    };
    let of_stagger = |at: &(i32, i32)| shape.stagger_at(*at) as usize == stagger;
    let (column, row) = candidates.into_iter().find(of_stagger)?;
    let inside = column + right.max(0) < columns && column < columns && row + down < rows;
    let space = |column: i32, row: i32| Space((row * columns + column) as u32);
    inside.then(|| (space(column, row), space(column + right, row + down)))
}

impl Board {
    /// Fills more of the table of sight; after some calls all rows are there.
    pub(super) fn fill_table(&self) {
        // a table that was abandoned in the middle is not trusted: rows are made one by one then
        let Ok(mut filling) = self.sights.filling.lock() else {
            return;
        };
        let mut table = match std::mem::replace(&mut *filling, Filling::Over) {
            Filling::Over => return,
            Filling::Begun(table) => table,
            Filling::NotBegun => match SightTable::begin(self) {
                Some(table) => Box::new(table),
                None => return,
            },
        };
        if !table.go_on(&self.shape) {
            *filling = Filling::Begun(table);
            return;
        }
        for (row, filled) in self.sights.rows.iter().zip(table.finish()) {
            // a row that was made by itself meanwhile is the same
            let _ = row.set(filled);
        }
    }
}
