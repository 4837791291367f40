//! What a map gives each side, in numbers: ways, narrow places, cover and open ground.

use super::check::Pace;
use crate::board::{Board, BorderKind, Change, Cost, Damage, Gait, Space, Spaces, Use, Zone};
use crate::files::spans;
use serde::Serialize;
use std::collections::VecDeque;

/// What lies between the zones of two seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The two seats.
    pub seats: [u8; 2],
    /// Spaces between the nearest two of their zones.
    pub distance: u32,
    /// What the cheapest way costs on foot; none: there is none.
    pub cost: Option<u32>,
    /// The round in which the slowest foot can touch the other side.
    pub round: Option<u32>,
    /// The fewest spaces through which every way leads, if they are few.
    pub narrows: Option<Vec<String>>,
}

/// What one seat has: the ground that it walks to sooner than any other seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The seat.
    pub seat: u8,
    /// Spaces of its deployment zone to stand on.
    pub zone: usize,
    /// Spaces that it gets to first.
    pub spaces: usize,
    /// How many of these give cover, in a hundred.
    pub cover: usize,
    /// How many of these are plain ground without cover, in a hundred.
    pub open: usize,
    /// What the way to the nearest objective of nobody costs.
    pub objective: Option<u32>,
}

/// Everything that is measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Measures {
    /// Every pair of seats.
    pub ways: Vec<Way>,
    /// Every seat.
    pub sides: Vec<Share>,
}

/// Ways that do not meet: more than so many are not counted.
const BROAD: usize = 6;

/// The deployment zones by seat, spaces to stand on only.
fn homes(board: &Board) -> Vec<(u8, Spaces)> {
    let zones = board.map().zones.iter();
    let mut homes: Vec<(u8, Spaces)> = zones
        .filter(|zone| zone.kind == Use::Deployment)
        .filter_map(|zone| Some((zone.seat?, standable(board, zone))))
        .collect();
    homes.sort_by_key(|(seat, _)| *seat);
    homes
}

fn standable(board: &Board, zone: &Zone) -> Spaces {
    let mut spaces = zone.spaces.clone();
    spaces.keep(board.standable());
    spaces
}

/// The board with all doors open.
pub fn opened(board: &Board) -> Board {
    let mut damage = Damage::default();
    let doors = board.borders().iter();
    for door in doors.filter(|b| b.kind == BorderKind::Door) {
        damage.add(Change::Door(door.between.0, door.between.1, true));
    }
    board.damaged(&damage)
}

/// Measures a map; doors count as open.
pub fn measures(board: &Board, pace: Pace) -> Measures {
    let homes = homes(board);
    let opened = opened(board);
    let costs: Vec<Vec<u32>> = homes
        .iter()
        .map(|(_, home)| opened.field(home, 1, Gait::Walk))
        .collect();
    let nearest = |costs: &[u32], to: &Spaces| {
        let cost = to.iter().map(|s| costs[s.index()]).min();
        cost.filter(|cost| *cost != u32::MAX)
    };
    let mut ways = Vec::new();
    for (i, (seat, home)) in homes.iter().enumerate() {
        for (j, (other, there)) in homes.iter().enumerate().skip(i + 1) {
            let cost = nearest(&costs[i], there);
            let step = pace.movement.max(1);
            let narrows = cost.and_then(|_| cut(&opened, home, there));
            let name = |spaces: Vec<Space>| spans(board.grid(), &Spaces::of(board.len(), spaces));
            ways.push(Way {
                seats: [*seat, *other],
                distance: super::ways::gap(board.grid(), home, there),
                cost,
                round: cost.map(|cost| cost.saturating_sub(1).div_ceil(step).max(1)),
                narrows: narrows.map(name),
            });
            debug_assert!(j > i);
        }
    }
    let goals: Vec<Spaces> = board
        .map()
        .zones
        .iter()
        .filter(|zone| zone.kind == Use::Objective && zone.seat.is_none())
        .map(|zone| standable(board, zone))
        .collect();
    let mut sides = Vec::new();
    for (i, (seat, home)) in homes.iter().enumerate() {
        let mine: Vec<Space> = board
            .standable()
            .iter()
            .filter(|s| {
                let here = costs[i][s.index()];
                let others = (0..costs.len()).filter(|j| *j != i);
                let mut others = others.map(|j| costs[j][s.index()]);
                here != u32::MAX && others.all(|cost| here < cost)
            })
            .collect();
        let percent = |n: usize| n * 100 / mine.len().max(1);
        let covered = mine.iter().filter(|s| board.terrain(**s).cover).count();
        let open = mine.iter().filter(|s| {
            let ground = board.terrain(**s);
            ground.cost == Cost::Plain && !ground.cover
        });
        sides.push(Share {
            seat: *seat,
            zone: home.count(),
            spaces: mine.len(),
            cover: percent(covered),
            open: percent(open.count()),
            objective: goals
                .iter()
                .filter_map(|goal| nearest(&costs[i], goal))
                .min(),
        });
    }
    Measures { ways, sides }
}

/// The fewest spaces outside both groups that, taken away, leave no way from one to the other.
/// None if they touch, or if more than a few ways do not meet.
fn cut(board: &Board, from: &Spaces, to: &Spaces) -> Option<Vec<Space>> {
    let mut flow = Flow {
        board,
        from,
        to,
        next: vec![NONE; board.len()],
        before: vec![NONE; board.len()],
    };
    for _ in 0..=BROAD {
        match flow.one_more() {
            Ok(true) => {}
            Ok(false) => return None,
            Err(seen) => {
                let all = (0..board.len() as u32).map(Space);
                let cut = all.filter(|s| seen[s.index()] == [true, false]);
                return Some(cut.collect());
            }
        }
    }
    None
}

const NONE: u32 = u32::MAX;

/// Ways that share no space, each space with the one before and after it.
struct Flow<'a> {
    board: &'a Board,
    from: &'a Spaces,
    to: &'a Spaces,
    next: Vec<u32>,
    before: Vec<u32>,
}

impl Flow<'_> {
    fn steps(&self, space: Space) -> impl Iterator<Item = Space> + '_ {
        let all = self.board.grid().neighbours(space);
        all.filter(move |(direction, _)| self.board.steps(space, *direction))
            .map(|(_, next)| next)
    }

    /// Finds one more way, moving the others aside. Every space has an entrance and an exit:
    /// a used one can only be left backwards. `Err` says which of both were reached when there
    /// is no other way, `Ok(false)` that the groups touch.
    fn one_more(&mut self) -> Result<bool, Vec<[bool; 2]>> {
        let len = self.board.len();
        let mut seen = vec![[false; 2]; len];
        // Where each entrance and exit was reached from: space and which of its two.
        let mut origin = vec![[(NONE, 0u8); 2]; len];
        let mut open: VecDeque<(Space, usize)> = VecDeque::new();
        for start in self.from.iter() {
            for next in self.steps(start).collect::<Vec<_>>() {
                if self.to.contains(next) {
                    return Ok(false);
                }
                // a step taken by a way already is no less free: only spaces are narrow
                if !self.from.contains(next) && !seen[next.index()][0] {
                    seen[next.index()][0] = true;
                    origin[next.index()][0] = (start.0, 2);
                    open.push_back((next, 0));
                }
            }
        }
        while let Some((space, side)) = open.pop_front() {
            let at = space.index();
            let used = self.before[at] != NONE;
            if side == 0 {
                // Through a free space, or back along the way that uses it.
                let (to, door) = if used {
                    (Space(self.before[at]), 1)
                } else {
                    (space, 1)
                };
                if self.from.contains(to) {
                    continue;
                }
                if !seen[to.index()][door] {
                    seen[to.index()][door] = true;
                    origin[to.index()][door] = (space.0, 0);
                    open.push_back((to, door));
                }
                continue;
            }
            if used && !seen[at][0] {
                seen[at][0] = true;
                origin[at][0] = (space.0, 1);
                open.push_back((space, 0));
            }
            for next in self.steps(space).collect::<Vec<_>>() {
                if self.to.contains(next) {
                    if self.next[at] == next.0 {
                        continue;
                    }
                    self.turn(space, next, &origin);
                    return Ok(true);
                }
                if !self.from.contains(next) && !seen[next.index()][0] {
                    seen[next.index()][0] = true;
                    origin[next.index()][0] = (space.0, 1);
                    open.push_back((next, 0));
                }
            }
        }
        Err(seen)
    }

    /// Makes the way that was found, from its end, one of the ways.
    fn turn(&mut self, last: Space, end: Space, origin: &[[(u32, u8); 2]]) {
        // Steps of the new way, the last first: forward ones are added, backward ones undone.
        let (mut added, mut undone) = (vec![(last.0, end.0)], Vec::new());
        let (mut at, mut side) = (last.0, 1usize);
        loop {
            let (from, door) = origin[at as usize][side];
            match (side, door) {
                (0, 2) => {
                    added.push((from, at));
                    break;
                }
                (0, 1) if from != at => added.push((from, at)),
                (1, 0) if from != at => undone.push((at, from)),
                _ => {}
            }
            (at, side) = (from, usize::from(door));
        }
        for (a, b) in &undone {
            self.next[*a as usize] = NONE;
            self.before[*b as usize] = NONE;
        }
        for (a, b) in &added {
            self.next[*a as usize] = *b;
            self.before[*b as usize] = *a;
        }
    }
}
