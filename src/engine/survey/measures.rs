//! Numbers about a map: paths between the seats, bottlenecks, cover and open ground of each seat.

use super::check::Pace;
use crate::board::{Board, BorderKind, Change, Cost, Damage, Gait, Space, Spaces, Use, Zone};
use crate::files::spans;
use serde::Serialize;
use std::collections::VecDeque;

/// Distance and path between the deployment zones of two seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The two seats.
    pub seats: [u8; 2],
    /// Distance of their zones in spaces.
    pub distance: u32,
    /// Cost of the cheapest path on foot; none if there is no path.
    pub cost: Option<u32>,
    /// The round in which the slowest figures on foot can reach the other side.
    pub round: Option<u32>,
    /// The smallest set of spaces through which every path leads, if it is small.
    pub narrows: Option<Vec<String>>,
}

/// The ground of one seat: the spaces that it reaches before any other seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The seat.
    pub seat: u8,
    /// Spaces of its deployment zone on which figures can stand.
    pub zone: usize,
    /// Spaces that it reaches first.
    pub spaces: usize,
    /// Percentage of these that give cover.
    pub cover: usize,
    /// Percentage of these that are plain ground without cover.
    pub open: usize,
    /// Cost of the path to the nearest neutral objective.
    pub objective: Option<u32>,
}

/// All numbers of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Measures {
    /// Every pair of seats.
    pub ways: Vec<Way>,
    /// Every seat.
    pub sides: Vec<Share>,
}

/// Largest number of separate paths that is counted.
const BROAD: usize = 6;

/// The deployment zones by seat: only spaces on which figures can stand.
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

/// The smallest set of spaces outside both groups whose removal leaves no path between them (a
/// minimum cut). None if the groups touch, or if there are more than `BROAD` separate paths.
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

/// Paths that share no space (a flow): for each space the one before and after it.
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

    /// Finds one more path, changing the others if necessary (an augmenting path). Every space has
    /// an entrance and an exit; a used space can only be left backwards. `Err` says which of both
    /// were reached if there is no further path, `Ok(false)` that the groups touch.
    fn one_more(&mut self) -> Result<bool, Vec<[bool; 2]>> {
        let len = self.board.len();
        let mut seen = vec![[false; 2]; len];
        // From where each entrance and exit was reached: the space, and its entrance or exit.
        let mut origin = vec![[(NONE, 0u8); 2]; len];
        let mut open: VecDeque<(Space, usize)> = VecDeque::new();
        for start in self.from.iter() {
            for next in self.steps(start).collect::<Vec<_>>() {
                if self.to.contains(next) {
                    return Ok(false);
                }
                // Only spaces limit the flow: a step that a path uses already stays free.
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
                // Through a free space, or back along the path that uses it.
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

    /// Adds the path that was found, walking back from its end.
    fn turn(&mut self, last: Space, end: Space, origin: &[[(u32, u8); 2]]) {
        // Steps of the new path, the last first: forward ones are added, backward ones undone.
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
