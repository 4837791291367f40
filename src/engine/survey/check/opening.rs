//! What has to be opened so that figures get from one place to another.

use crate::board::{Board, BorderKind, Facing, Space, Spaces};
use crate::files::{builtin::border_name, spans};
use pathfinding::prelude::dijkstra;
use std::collections::{BTreeMap, BTreeSet};

/// One thing that stops figures.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// Ground that no figure on foot can enter.
    Ground(Space),
    /// A closed border, the lower space first.
    Side(Space, Space),
}

/// Obstacles that together close the cheapest path.
pub type Obstacles = BTreeSet<Obstacle>;

/// What it takes to open any obstacle: ground that is no part of the board is added last.
pub fn anything(board: &Board, obstacle: Obstacle) -> Option<u32> {
    match obstacle {
        Obstacle::Ground(space) if !board.exists(space) => Some(4),
        Obstacle::Ground(_) | Obstacle::Side(..) => Some(1),
    }
}

/// What it takes where only doors may be opened.
pub fn doors(board: &Board, obstacle: Obstacle) -> Option<u32> {
    match obstacle {
        Obstacle::Side(a, b) => {
            let door = board.border(a, b)?.kind == BorderKind::Door;
            door.then_some(1)
        }
        Obstacle::Ground(_) => None,
    }
}

/// A search for the path with the fewest obstacles, for a figure of a size.
pub struct Search<'a> {
    /// The board.
    pub board: &'a Board,
    /// The footprint of the figure (B10).
    pub size: u8,
    /// What it takes to open an obstacle; `None`: it cannot be opened.
    pub cost: fn(&Board, Obstacle) -> Option<u32>,
    /// What counts as open already.
    pub open: Obstacles,
}

impl<'a> Search<'a> {
    /// A search for a figure of one space that may open anything.
    pub fn new(board: &'a Board) -> Self {
        Search {
            board,
            size: 1,
            cost: anything,
            open: Obstacles::new(),
        }
    }

    /// The obstacles on the cheapest path between two sets of spaces; `None` if there is no path.
    /// A figure begins with all its spaces in the first set, and ends with all in the second.
    pub fn between(&self, from: &Spaces, to: &Spaces) -> Option<Obstacles> {
        let within = |anchor: Space, set: &Spaces| {
            let footprint = self.board.grid().footprint(anchor, self.size);
            footprint.is_some_and(|all| all.iter().all(|space| set.contains(*space)))
        };
        // `None` stands before all starts
        let next = |at: &Option<Space>| -> Vec<(Option<Space>, u32)> {
            let Some(at) = *at else {
                let starts = from.iter().filter(|anchor| within(*anchor, from));
                let priced = starts.filter_map(|a| Some((Some(a), self.price(&self.at(a)?)?)));
                return priced.collect();
            };
            let steps = self.steps(at);
            let priced = steps.filter_map(|(to, over)| Some((Some(to), self.price(&over)?)));
            priced.collect()
        };
        let ends = |at: &Option<Space>| at.is_some_and(|at| within(at, to));
        let (path, _) = dijkstra(&None, next, ends)?;
        let path: Vec<Space> = path.into_iter().flatten().collect();
        let mut found: Obstacles = self.at(*path.first()?)?.into_iter().collect();
        for pair in path.windows(2) {
            let step = self.steps(pair[0]).find(|(to, _)| *to == pair[1]);
            found.extend(step.into_iter().flat_map(|(_, over)| over));
        }
        Some(found.difference(&self.open).copied().collect())
    }

    /// What joins all parts of a set of ground, the first being its main part: the obstacles on the
    /// cheapest paths.
    pub fn joining(mut self, mut parts: Vec<Spaces>) -> Option<Obstacles> {
        let mut whole = parts.remove(0);
        let mut all = Obstacles::new();
        while !parts.is_empty() {
            let part = parts.remove(0);
            let found = self.between(&part, &whole)?;
            self.open.extend(found.iter().copied());
            all.extend(found);
            whole.add(&part);
        }
        Some(all)
    }

    fn price(&self, obstacles: &[Obstacle]) -> Option<u32> {
        let left = obstacles.iter().filter(|o| !self.open.contains(o));
        left.map(|o| (self.cost)(self.board, *o)).sum()
    }

    /// The steps over sides from an anchor, and what stands in the way of each. A step over a
    /// corner is never needed: it is open only if two such steps are.
    fn steps(&self, anchor: Space) -> impl Iterator<Item = (Space, Vec<Obstacle>)> + '_ {
        let grid = self.board.grid();
        let sides = grid
            .neighbours(anchor)
            .filter(move |(direction, _)| !grid.kind.is_diagonal(*direction));
        sides.filter_map(move |(direction, next)| {
            let mut over = self.at(next)?;
            for space in grid.footprint(anchor, self.size)? {
                over.extend(self.closed(space, direction));
            }
            Some((next, over))
        })
    }

    /// What stands in the way of a figure on an anchor itself; `None` outside the grid.
    fn at(&self, anchor: Space) -> Option<Vec<Obstacle>> {
        let footprint = self.board.grid().footprint(anchor, self.size)?;
        let stand = self.board.standable();
        let blocked = footprint.iter().filter(|space| !stand.contains(**space));
        let mut found: Vec<Obstacle> = blocked.map(|space| Obstacle::Ground(*space)).collect();
        if self.size > 1 {
            for space in &footprint {
                for (direction, next) in self.board.grid().neighbours(*space) {
                    if *space < next && footprint.contains(&next) {
                        found.extend(self.closed(*space, direction));
                    }
                }
            }
        }
        Some(found)
    }

    fn closed(&self, space: Space, direction: Facing) -> Option<Obstacle> {
        let next = self.board.grid().neighbour(space, direction)?;
        let border = self.board.border(space, next).filter(|b| b.closed)?;
        Some(Obstacle::Side(border.between.0, border.between.1))
    }
}

/// What to do about obstacles, in words: "make A5:A7 passable and remove the wall at A3|A4".
pub fn remedy(board: &Board, obstacles: &Obstacles) -> String {
    let mut ground = Spaces::new(board.len());
    let mut sides: BTreeMap<BorderKind, Vec<String>> = BTreeMap::new();
    for obstacle in obstacles {
        match *obstacle {
            Obstacle::Ground(space) => {
                ground.insert(space);
            }
            Obstacle::Side(a, b) => {
                let kind = board.border(a, b).map_or(BorderKind::Wall, |b| b.kind);
                let name = |space| board.grid().name(space);
                let names = sides.entry(kind).or_default();
                names.push(format!("{}|{}", name(a), name(b)));
            }
        }
    }
    let mut parts = Vec::new();
    if !ground.is_empty() {
        let names = spans(board.grid(), &ground);
        parts.push(format!("make {} passable", series(&names)));
    }
    for (kind, names) in sides {
        let verb = if kind == BorderKind::Door {
            "open"
        } else {
            "remove"
        };
        let many = if names.len() == 1 { "" } else { "s" };
        let kind = border_name(kind);
        parts.push(format!("{verb} the {kind}{many} at {}", series(&names)));
    }
    series(&parts)
}

/// Things in a row: "A1", "A1 and B2", "A1, B2 and C3".
fn series(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
