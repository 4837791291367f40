//! Connected walls: whole runs, and the pieces into which they are cut (C5, E3).

use super::{Board, Border, BorderKind, Cost, Facing, Opacity, Space, Spaces};
use smallvec::SmallVec;
use std::sync::Arc;

/// The two spaces of a border, the lower first.
pub type Between = (Space, Space);

/// The walls of a map in pieces, each of which falls as a whole.
#[derive(Debug, Default)]
pub struct Runs {
    /// Longest piece, and the largest building that is one piece.
    limits: (u32, u32),
    /// Pieces made of spaces, each in reading order, with whether it is a whole building.
    spaces: Vec<(Vec<Space>, bool)>,
    /// For each space its piece, counted from 1; 0: none.
    of_space: Vec<u32>,
    /// Pieces made of borders, each in order.
    borders: Vec<Vec<Between>>,
}

impl Runs {
    /// The piece of a space, and whether it is a whole building.
    pub fn of_space(&self, space: Space) -> Option<(&[Space], bool)> {
        let piece = (*self.of_space.get(space.index())?).checked_sub(1)?;
        let (spaces, whole) = &self.spaces[piece as usize];
        Some((spaces, *whole))
    }
    /// The piece of a border.
    pub fn of_border(&self, between: Between) -> Option<&[Between]> {
        let piece = self.borders.iter().find(|piece| piece.contains(&between));
        piece.map(Vec::as_slice)
    }
}

impl Board {
    /// Whether a space is filled by a wall or building that can be destroyed.
    pub fn is_built(&self, space: Space) -> bool {
        let kind = self.terrain(space);
        kind.cost == Cost::No
            && kind.sight == Opacity::Blocking
            && kind.becomes.is_some()
            && !kind.water
            && !kind.void
    }
    /// The spaces of the same terrain that hang together with a space by their sides, in reading
    /// order.
    pub fn component(&self, space: Space) -> Vec<Space> {
        let mut found = Spaces::of(self.len(), [space]);
        let mut component = vec![space];
        let mut next = 0;
        while let Some(&at) = component.get(next) {
            next += 1;
            for (direction, beside) in self.grid().neighbours(at) {
                let same = self.terrain(beside) == self.terrain(at);
                if same && !self.grid().kind.is_diagonal(direction) && found.insert(beside) {
                    component.push(beside);
                }
            }
        }
        component.sort_unstable();
        component
    }
    /// The borders that meet a border at either of its ends: for each end those that could stand
    /// there, whether they do or not. Squares: straight on first, then the two across.
    fn around_ends(&self, (a, b): Between) -> [SmallVec<[Between; 3]>; 2] {
        let grid = self.grid();
        let pair = |x: Option<Space>, y: Option<Space>| Some((x?.min(y?), x?.max(y?)));
        let Some(across) = grid.direction(a, b) else {
            return Default::default();
        };
        let n = grid.directions();
        let turned = |turn: u8| Facing((across.0 + turn) % n);
        let ends = if n == 8 {
            // along the border: a right angle to the step across it
            [turned(2), turned(6)].map(|along| {
                let (beyond_a, beyond_b) = (grid.neighbour(a, along), grid.neighbour(b, along));
                [
                    pair(beyond_a, beyond_b),
                    pair(Some(a), beyond_a),
                    pair(Some(b), beyond_b),
                ]
            })
        } else {
            // a third hex lies at each end
            [turned(1), turned(5)].map(|to| {
                let third = grid.neighbour(a, to);
                [pair(Some(a), third), pair(Some(b), third), None]
            })
        };
        ends.map(|end| end.into_iter().flatten().collect())
    }
    /// The walls, windows and doors that hang together with a border by their ends, in order.
    pub fn border_run(&self, between: Between) -> Vec<Between> {
        let mut run = vec![between];
        let mut next = 0;
        while let Some(&at) = run.get(next) {
            next += 1;
            for other in self.around_ends(at).into_iter().flatten() {
                let built = self.border(other.0, other.1).is_some_and(is_house);
                if built && !run.contains(&other) {
                    run.push(other);
                }
            }
        }
        run.sort_unstable();
        run
    }
    /// Walls in pieces of at most so many spaces or borders; a building of at most `block` spaces
    /// is one piece. Kept for the limits that were asked for first.
    pub fn runs(&self, most: u32, block: u32) -> Arc<Runs> {
        let made = || Arc::new(self.make_runs(most.max(1), block));
        let kept = self.runs.get_or_init(made);
        if kept.limits == (most.max(1), block) {
            return kept.clone();
        }
        made()
    }
    fn make_runs(&self, most: u32, block: u32) -> Runs {
        let mut runs = Runs {
            limits: (most, block),
            of_space: vec![0; self.len()],
            ..Runs::default()
        };
        for space in self.spaces().iter() {
            let waits = runs.of_space[space.index()] == 0 && self.is_built(space);
            if !waits || self.terrain(space).hits.is_some() {
                continue;
            }
            let whole = self.terrain(space).name == "building";
            let component = if whole {
                self.component(space)
            } else {
                Vec::new()
            };
            if whole && component.len() <= block as usize {
                runs.add(component, true);
                continue;
            }
            let run = self.straight(space, &runs);
            for piece in run.chunks(most as usize) {
                runs.add(piece.to_vec(), false);
            }
        }
        let mut done: Vec<Between> = Vec::new();
        for wall in self.borders().iter().filter(|b| b.kind == BorderKind::Wall) {
            if done.contains(&wall.between) {
                continue;
            }
            let run = self.wall_run(wall.between);
            done.extend(&run);
            for piece in run.chunks(most as usize) {
                let mut piece = piece.to_vec();
                piece.sort_unstable();
                runs.borders.push(piece);
            }
        }
        runs
    }
    /// The longer of the straight runs of walls through a space: they end at corners and
    /// junctions, where what stands beside them changes.
    fn straight(&self, space: Space, runs: &Runs) -> Vec<Space> {
        let grid = self.grid();
        let n = grid.directions();
        let sides = (0..n / 2)
            .map(Facing)
            .filter(|d| !grid.kind.is_diagonal(*d));
        let alike =
            |at: Space| runs.of_space[at.index()] == 0 && self.terrain(at) == self.terrain(space);
        let beside = |at: Space, along: Facing| -> SmallVec<[bool; 6]> {
            let others = (0..n).map(Facing).filter(|d| {
                !grid.kind.is_diagonal(*d) && *d != along && d.0 != (along.0 + n / 2) % n
            });
            let same = |d| {
                grid.neighbour(at, d)
                    .is_some_and(|s| self.terrain(s) == self.terrain(at))
            };
            others.map(same).collect()
        };
        let mut best = vec![space];
        for along in sides {
            let mut run = vec![space];
            for way in [along, Facing((along.0 + n / 2) % n)] {
                let mut at = space;
                while let Some(next) = grid.neighbour(at, way).filter(|next| alike(*next)) {
                    if beside(next, along) != beside(space, along) {
                        break;
                    }
                    run.push(next);
                    at = next;
                }
            }
            if run.len() > best.len() {
                run.sort_unstable();
                best = run;
            }
        }
        best
    }
    /// The walls that go on from a wall in a line, from end to end: up to corners, junctions and
    /// doors.
    fn wall_run(&self, from: Between) -> Vec<Between> {
        let mut run = std::collections::VecDeque::from([from]);
        for end in 0..2 {
            let mut before = from;
            let mut ahead = self.onward(from, end);
            while let Some(next) = ahead.filter(|next| !run.contains(next)) {
                if end == 0 {
                    run.push_back(next);
                } else {
                    run.push_front(next);
                }
                let ends = self.around_ends(next);
                let back = ends.iter().position(|end| end.contains(&before));
                before = next;
                ahead = self.onward(next, 1 - back.unwrap_or(0));
            }
        }
        run.into()
    }
    /// The wall that goes on from an end of another, if nothing else meets them there.
    fn onward(&self, from: Between, end: usize) -> Option<Between> {
        let around = &self.around_ends(from)[end];
        let stands = |at: &&Between| self.border(at.0, at.1).is_some_and(is_house);
        let mut there = around.iter().filter(stands);
        let next = there.next().filter(|_| there.next().is_none())?;
        let straight = self.grid().directions() != 8 || around.first() == Some(next);
        let wall = self.border(next.0, next.1)?.kind == BorderKind::Wall;
        (straight && wall).then_some(*next)
    }
}

impl Runs {
    fn add(&mut self, mut spaces: Vec<Space>, whole: bool) {
        spaces.sort_unstable();
        let number = self.spaces.len() as u32 + 1;
        for space in &spaces {
            self.of_space[space.index()] = number;
        }
        self.spaces.push((spaces, whole));
    }
}

/// Whether a border is a part of a house.
fn is_house(border: &Border) -> bool {
    matches!(
        border.kind,
        BorderKind::Wall | BorderKind::Window | BorderKind::Door
    )
}
