//! Who sees whom (S1–S8).

use super::line::{Ray, Step, Watch, mark};
use super::shape::Shape;
use super::sight_table::{Filling, Row};
use super::sweep::{Sight, Windows};
use super::{Board, Opacity, Space, Spaces};
use smallvec::SmallVec;
use std::sync::{Mutex, OnceLock};

/// What blocks or covers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// A space (terrain, ground or a figure on it).
    Space(Space),
    /// A border between two spaces.
    Border(Space, Space),
}

/// A look from one figure's spaces to another's.
#[derive(Copy, Clone, Debug)]
pub struct Look<'a> {
    /// The attacker's spaces.
    pub from: &'a [Space],
    /// The target's spaces.
    pub to: &'a [Space],
    /// Eye levels above the ground of attacker and target; 1 on the ground (S6).
    pub eyes: (u8, u8),
    /// Spaces of figures one level tall that block this look (opposing, landed). Spaces of
    /// `from` and `to` never block, whatever stands or lies there.
    pub figures: Option<&'a Spaces>,
}

/// The best line found, and the pair of spaces that gives it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What it shows, the target's own cover included (S5).
    pub sight: Sight,
    /// The attacker's space.
    pub from: Space,
    /// The target's space.
    pub to: Space,
}

/// What sight needs to know of a board, and the lines looked along so far.
#[derive(Default)]
pub(super) struct Sights {
    /// Marks of each space as they are on level ground, with a margin of void all around.
    cells: Vec<u32>,
    /// The same as bits, if the ground is level.
    windows: Option<Windows>,
    /// Whether any space is void.
    holes: bool,
    /// The highest point of each cell and its borders; empty on level ground.
    tops: Vec<i16>,
    /// For boards up to `Shape::LARGEST`: which spaces each space sees, then which in cover.
    pub rows: Vec<OnceLock<Row>>,
    /// How far all rows together are filled.
    pub filling: Mutex<Filling>,
    /// Whether a single question fills a row: not on a board that may not last.
    pub lasting: bool,
}

impl Sights {
    /// Gathers the marks of a board whose terrain and borders are set.
    pub fn of(board: &Board) -> Self {
        let (grid, shape) = (board.grid(), &board.shape);
        let area = (grid.columns as usize + 2) * (grid.rows as usize + 2);
        let mut cells = vec![mark::VOID; area];
        let mut ground = board.spaces().iter().map(|space| board.level(space));
        let first = ground.next();
        let level = ground.all(|level| Some(level) == first);
        let mut tops = vec![i16::MAX; if level { 0 } else { area }];
        for space in board.spaces().iter() {
            let (kind, cell) = (board.terrain(space), shape.cell(space));
            cells[cell] = match kind.sight {
                Opacity::Blocking if kind.height > 0 => mark::BLOCK,
                Opacity::Partial if kind.height > 0 => mark::PARTIAL,
                _ => 0,
            };
            if !level {
                let height = if kind.sight == Opacity::Clear {
                    0
                } else {
                    kind.height
                };
                tops[cell] = i16::from(board.level(space)) + i16::from(height);
            }
        }
        for border in board.borders().iter().filter(|b| b.sight != Opacity::Clear) {
            let (a, b) = border.between;
            let top = i16::from(board.level(a).max(board.level(b))) + i16::from(border.height);
            // a way through void is closed already, and gives no cover
            for (a, b) in [(a, b), (b, a)]
                .into_iter()
                .filter(|(a, _)| board.exists(*a))
            {
                let cell = shape.cell(a);
                let side = grid.direction(a, b).map_or(0, |d| mark::side(d.0));
                let sort = if border.sight == Opacity::Blocking {
                    mark::SHUT
                } else {
                    mark::VEILED
                };
                cells[cell] |= if border.height > 0 { side & sort } else { 0 };
                if !level {
                    tops[cell] = tops[cell].max(top);
                }
            }
        }
        let rows = Shape::rows(grid);
        let windows = level.then(|| Windows::of(shape, &cells, mark::VOID | mark::BLOCK));
        Self {
            windows,
            holes: board.spaces().count() < grid.len(),
            cells,
            tops,
            rows: (0..rows).map(|_| OnceLock::new()).collect(),
            filling: Mutex::default(),
            lasting: true,
        }
    }
    /// Follows a ray over level ground. In which order does not matter there: one closed step
    /// blocks, one covered step covers.
    #[inline]
    fn follow(&self, start: usize, ray: &Ray) -> Sight {
        const TERRAIN: u32 = mark::BLOCK | mark::SHUT;
        const CLOSED: u32 = mark::VOID | TERRAIN;
        let met =
            |watch: &Watch| self.cells[start.wrapping_add_signed(watch.cell as isize)] & watch.mask;
        let through = ray.singles.iter().fold(0, |all, [a, b, c, d]| {
            all | (met(a) | met(b)) | (met(c) | met(d))
        });
        if (through | self.cells[start] & mark::VOID) & CLOSED != 0 {
            return Sight::Blocked;
        }
        let mut sight = if through == 0 {
            Sight::Clear
        } else {
            Sight::Cover
        };
        for [a, b] in &ray.pairs {
            let (a, b) = (met(a), met(b));
            match (a & CLOSED != 0, b & CLOSED != 0) {
                (true, true) => return Sight::Blocked,
                (true, false) if a & TERRAIN == 0 && b == 0 => {}
                (false, true) if b & TERRAIN == 0 && a == 0 => {}
                (false, false) if a == 0 || b == 0 => {}
                _ => sight = Sight::Cover,
            }
        }
        sight
    }
    /// Whether everything along a ray lies below this level.
    fn below(&self, level: i16, start: usize, ray: &Ray) -> bool {
        let ways = ray
            .singles
            .as_flattened()
            .iter()
            .chain(ray.pairs.as_flattened());
        // idle ones look at the first space, which hides nothing
        ways.filter(|watch| watch.mask != 0)
            .map(|watch| self.tops[start.wrapping_add_signed(watch.cell as isize)])
            .all(|top| top < level)
    }
}

/// What closes one of the ways of a step, from weakest to strongest.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Closed {
    Open,
    Edge,
    Figure,
    Terrain,
}

/// One of the ways of a step, with what lies in it and whether that closes it.
struct Way {
    closed: Closed,
    partial: bool,
    causes: SmallVec<[(Cause, bool); 4]>,
}

impl Way {
    fn meet(&mut self, cause: Cause, closed: Closed) {
        self.closed = self.closed.max(closed);
        self.partial |= closed == Closed::Open;
        self.causes.push((cause, closed != Closed::Open));
    }
    fn is_closed(&self) -> bool {
        self.closed != Closed::Open
    }
}

/// A line with all that may stand in it.
struct Line<'a> {
    board: &'a Board,
    look: &'a Look<'a>,
    from: Space,
    ray: &'a Ray,
    /// Levels of the two eyes.
    eyes: (i64, i64),
}

impl Line<'_> {
    /// Whether a top reaches up to the line at a fraction of its length (S6).
    fn reached(&self, top: i64, (part, whole): (i64, i64)) -> bool {
        top * whole >= self.eyes.0 * whole + part * (self.eyes.1 - self.eyes.0)
    }
    fn entered(&self, step: usize) -> (i64, i64) {
        let (part, whole) = self.ray.steps[step].entered;
        (part.into(), whole.into())
    }
    /// What one way of a step meets: the border before its space, the space, the border after.
    fn way(&self, step: usize, which: usize) -> Way {
        let last = step + 1 == self.ray.steps.len();
        let entered = self.entered(step);
        let left = if last { (1, 1) } else { self.entered(step + 1) };
        let mut way = Way {
            closed: Closed::Open,
            partial: false,
            causes: SmallVec::new(),
        };
        let start = self.board.shape.cell(self.from);
        let cell = start.wrapping_add_signed(self.ray.steps[step].cells[which] as isize);
        let space = self.board.shape.space_of(cell);
        let [before, after] = self.ray.steps[step].sides[which];
        let Some(space) = space.filter(|space| self.board.exists(*space)) else {
            if let Some(void) = space {
                if !self.ray.steps[step].is_between() {
                    self.border(&mut way, void, before, entered);
                }
                way.causes.push((Cause::Space(void), true));
            }
            way.closed = Closed::Edge;
            return way;
        };
        self.border(&mut way, space, before, entered);
        if !last && !self.look.from.contains(&space) && !self.look.to.contains(&space) {
            let middle = (
                entered.0 * left.1 + left.0 * entered.1,
                2 * entered.1 * left.1,
            );
            self.space(&mut way, space, middle);
        }
        self.border(&mut way, space, after, left);
        way
    }
    fn space(&self, way: &mut Way, space: Space, middle: (i64, i64)) {
        let kind = self.board.terrain(space);
        let ground = i64::from(self.board.level(space));
        let top = ground + i64::from(kind.height);
        let blocks = match kind.sight {
            Opacity::Blocking => top,
            Opacity::Partial | Opacity::Clear => ground,
        };
        if self.reached(blocks, middle) {
            return way.meet(Cause::Space(space), Closed::Terrain);
        }
        let taken = self
            .look
            .figures
            .is_some_and(|figures| figures.contains(space));
        if taken && self.reached(ground + 1, middle) {
            way.meet(Cause::Space(space), Closed::Figure);
        }
        if kind.sight == Opacity::Partial && self.reached(top, middle) {
            way.meet(Cause::Space(space), Closed::Open);
        }
    }
    fn border(&self, way: &mut Way, space: Space, side: Option<u8>, crossing: (i64, i64)) {
        let border = side.and_then(|side| self.board.border_towards(space, side));
        let Some(border) = border.filter(|border| border.sight != Opacity::Clear) else {
            return;
        };
        let (a, b) = border.between;
        let ground = i64::from(self.board.level(a).max(self.board.level(b)));
        if self.reached(ground + i64::from(border.height), crossing) {
            let blocks = border.sight == Opacity::Blocking;
            way.meet(
                Cause::Border(a, b),
                if blocks {
                    Closed::Terrain
                } else {
                    Closed::Open
                },
            );
        }
    }
    /// Whether all that a step passes lies below the line: then nothing in it blocks or covers. Not known on
    /// level ground.
    fn passes_above(&self, step: &Step) -> bool {
        let tops = &self.board.sights.tops;
        let start = self.board.shape.cell(self.from);
        let figures = i64::from(self.look.figures.is_some());
        let below = |cell: &i32| {
            let top = tops[start.wrapping_add_signed(*cell as isize)];
            i64::from(top) + figures < self.eyes.0.min(self.eyes.1)
        };
        let cells = if step.is_between() { 2 } else { 1 };
        !tops.is_empty() && step.cells[..cells].iter().all(below)
    }
    /// Follows the line step by step, telling what blocks and covers (S4).
    fn follow(&self, mut tell: impl FnMut(Cause)) -> Sight {
        let mut sight = Sight::Clear;
        for (i, step) in self.ray.steps.iter().enumerate() {
            if self.passes_above(step) {
                continue;
            }
            let a = self.way(i, 0);
            if !step.is_between() {
                a.causes.iter().for_each(|(cause, _)| tell(*cause));
                if a.is_closed() {
                    sight = Sight::Blocked;
                } else if a.partial {
                    sight = sight.min(Sight::Cover);
                }
                continue;
            }
            let b = self.way(i, 1);
            let (both, one) = (
                a.is_closed() && b.is_closed(),
                a.is_closed() || b.is_closed(),
            );
            let covers = if one {
                let (closed, other) = if a.is_closed() { (&a, &b) } else { (&b, &a) };
                closed.closed == Closed::Terrain || other.partial
            } else {
                a.partial && b.partial
            };
            if both || covers {
                sight = sight.min(if both { Sight::Blocked } else { Sight::Cover });
                let order = if step.cells[0] < step.cells[1] {
                    [&a, &b]
                } else {
                    [&b, &a]
                };
                for way in order {
                    // the edge of the board is told of only where it blocks
                    let silent = way.closed == Closed::Edge && !both;
                    for (cause, closes) in way.causes.iter().filter(|_| !silent) {
                        if *closes == way.is_closed() {
                            tell(*cause);
                        }
                    }
                }
            }
        }
        sight
    }
}

impl Board {
    /// `line` without the table: follows the ray, which is kept for spaces up to 63 columns and
    /// rows apart.
    #[inline]
    pub fn walk(&self, a: Space, b: Space) -> Sight {
        if let Some(windows) = &self.sights.windows {
            if self.sights.holes && !(self.exists(a) && self.exists(b)) {
                return Sight::Blocked;
            }
            if let Some(sight) = windows.glance(&self.shape, a, b) {
                return sight;
            }
        }
        let start = self.shape.cell(a);
        if self.sights.tops.is_empty() {
            return match self.shape.kept(a, b) {
                Some(ray) => self.sights.follow(start, ray),
                None => self.sights.follow(start, &self.shape.ray(a, b)),
            };
        }
        let ray = self.shape.ray(a, b);
        if !self.exists(a) || !self.exists(b) {
            return Sight::Blocked;
        }
        let lower = i16::from(self.level(a).min(self.level(b))) + 1;
        if self.sights.below(lower, start, &ray) {
            return Sight::Clear;
        }
        let look = Look {
            from: &[a],
            to: &[b],
            eyes: (1, 1),
            figures: None,
        };
        self.trace(a, b, &look, &ray, |_| {})
    }
    /// Follows a line with everything a look names; the target's own cover is not counted.
    fn trace(
        &self,
        from: Space,
        to: Space,
        look: &Look,
        ray: &Ray,
        tell: impl FnMut(Cause),
    ) -> Sight {
        let eye = |space, above: u8| i64::from(self.level(space)) + i64::from(above);
        let eyes = (eye(from, look.eyes.0), eye(to, look.eyes.1));
        Line {
            board: self,
            look,
            from,
            ray,
            eyes,
        }
        .follow(tell)
    }
    /// As `line`, with the target's own terrain counted (S5): the sight for tables of rows.
    pub fn sight(&self, from: Space, to: Space) -> Sight {
        self.with_cover(self.line(from, to), to)
    }
    fn with_cover(&self, sight: Sight, to: Space) -> Sight {
        if self.covering().contains(to) {
            sight.min(Sight::Cover)
        } else {
            sight
        }
    }
    /// All spaces that `from` sees along `line` (Clear or Cover), as a row of the table; on
    /// boards of more than 4,096 spaces only those up to 63 columns and rows away.
    pub fn view(&self, from: Space) -> Spaces {
        if !self.sights.rows.is_empty() {
            let row = self.row(from);
            return Spaces::from_words(&row[..row.len() / 2]);
        }
        let near = self
            .spaces()
            .iter()
            .filter(|to| self.shape.keeps(from, *to));
        Spaces::of(
            self.len(),
            near.filter(|to| self.walk(from, *to) != Sight::Blocked),
        )
    }
    /// The best line of a look among the pairs of spaces that `arc` admits (S1, S8); ties go to
    /// the first pair in reading order. None if `arc` admits no pair.
    pub fn look(&self, look: &Look, mut arc: impl FnMut(Space, Space) -> bool) -> Option<Seen> {
        let mut best: Option<Seen> = None;
        for &from in look.from {
            for &to in look.to {
                if !arc(from, to) {
                    continue;
                }
                let seen = Seen {
                    sight: self.pair(from, to, look),
                    from,
                    to,
                };
                let rank = |seen: &Seen| (std::cmp::Reverse(seen.sight), seen.from, seen.to);
                if best.is_none_or(|best| rank(&seen) < rank(&best)) {
                    best = Some(seen);
                }
            }
        }
        best
    }
    /// What a look finds along the line between two of its spaces.
    fn pair(&self, from: Space, to: Space, look: &Look) -> Sight {
        if !self.exists(from) || !self.exists(to) {
            return Sight::Blocked;
        }
        if look.eyes == (1, 1) {
            let line = self.line(from, to);
            let single = look.from.len() == 1 && look.to.len() == 1;
            // figures can only make it worse, spaces of its own only better
            if single && line == Sight::Blocked {
                return line;
            }
            let known = single || line == Sight::Clear;
            if known
                && look
                    .figures
                    .is_none_or(|figures| !self.passes(from, to, figures))
            {
                return self.with_cover(line, to);
            }
        }
        let ray = self.shape.ray(from, to);
        self.with_cover(self.trace(from, to, look, &ray, |_| {}), to)
    }
    /// Whether a ray may pass one of these spaces before its end.
    fn passes(&self, from: Space, to: Space, spaces: &Spaces) -> bool {
        let (ray, words) = (self.shape.ray(from, to), spaces.words());
        let bit = |by: i32| {
            let index = from.0.wrapping_add_signed(by) as usize;
            words.get(index / 64).map_or(0, |word| word >> (index % 64))
        };
        let found = ray.spaces.iter().fold(0, |found, [a, b, c, d]| {
            found | (bit(*a) | bit(*b)) | (bit(*c) | bit(*d))
        });
        found & 1 != 0
    }
    /// Everything that covers or blocks along the line between two spaces, from the attacker
    /// on, without doubles. Empty when clear.
    pub fn causes(&self, from: Space, to: Space, look: &Look) -> Vec<Cause> {
        let mut causes = Vec::new();
        let mut tell = |cause| {
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        };
        if !self.exists(from) || !self.exists(to) {
            [from, to]
                .into_iter()
                .filter(|s| !self.exists(*s))
                .for_each(|s| tell(Cause::Space(s)));
            return causes;
        }
        self.trace(from, to, look, &self.shape.ray(from, to), &mut tell);
        if self.covering().contains(to) {
            tell(Cause::Space(to));
        }
        causes
    }
}
