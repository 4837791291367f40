//! Numbers about a map: paths between the seats, bottlenecks, cover and open ground of each seat.

use super::pace::{LOPSIDED, Pace};
use crate::board::{
    Board, BorderKind, Change, Cost, Damage, Gait, Opacity, Space, Spaces, Use, Zone,
};
use crate::files::spans;
use pathfinding::directed::edmonds_karp::{EdmondsKarp, SparseCapacity};
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
    /// Percentage of these that give cover, by terrain or by a window, fence or hedge beside them.
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

/// The spaces with cover: by their terrain, or behind a window, fence or hedge.
pub(super) fn sheltered(board: &Board) -> Spaces {
    let mut spaces = board.covering().clone();
    let borders = board.borders().iter();
    for border in borders.filter(|b| b.sight == Opacity::Partial) {
        spaces.insert(border.between.0);
        spaces.insert(border.between.1);
    }
    spaces
}

/// Whether the cover by terrain alone differs much between the first two sides.
pub(super) fn terrain_cover_differs(board: &Board, pace: Pace) -> bool {
    match &measured(board, pace, board.covering()).sides[..] {
        [first, second, ..] => {
            let bare = first.spaces == 0 || second.spaces == 0;
            !bare && first.cover.abs_diff(second.cover) > LOPSIDED
        }
        _ => false,
    }
}

/// Measures a map; doors count as open.
pub fn measures(board: &Board, pace: Pace) -> Measures {
    measured(board, pace, &sheltered(board))
}

/// Measures a map on which these spaces give cover.
fn measured(board: &Board, pace: Pace, sheltered: &Spaces) -> Measures {
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
        let covered = mine.iter().filter(|s| sheltered.contains(**s)).count();
        let open = mine.iter().filter(|s| {
            let ground = board.terrain(**s);
            ground.cost == Cost::Plain && !sheltered.contains(**s)
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

/// The largest board on which bottlenecks are searched, in spaces: the search needs about a
/// kilobyte a space.
const SEARCHED: usize = 1 << 16;

/// Whether more than [`BROAD`] separate paths are found at the first try: most open boards have
/// them, and need no search for a minimum cut.
fn has_broad_way(board: &Board, from: &Spaces, to: &Spaces) -> bool {
    let mut used = from.clone();
    for _ in 0..=BROAD {
        let mut seen = used.clone();
        let mut before: Vec<u32> = vec![u32::MAX; board.len()];
        let mut open: VecDeque<Space> = from.iter().collect();
        let mut end = None;
        'search: while let Some(space) = open.pop_front() {
            for (direction, next) in board.grid().neighbours(space) {
                if board.step_cost(space, direction, 1, Gait::Walk).is_none() {
                    continue;
                }
                if to.contains(next) {
                    end = Some(space);
                    break 'search;
                }
                if seen.insert(next) {
                    before[next.index()] = space.0;
                    open.push_back(next);
                }
            }
        }
        let Some(mut at) = end else { return false };
        while !from.contains(at) {
            used.insert(at);
            at = Space(before[at.index()]);
        }
    }
    true
}

/// The smallest set of spaces outside both groups whose removal leaves no path between them (a
/// minimum cut). None if the groups touch, if there are more than `BROAD` separate paths, or on
/// very large boards.
fn cut(board: &Board, from: &Spaces, to: &Spaces) -> Option<Vec<Space>> {
    if board.len() > SEARCHED || has_broad_way(board, from, to) {
        return None;
    }
    // each space has an entrance and an exit; only the way between them is limited
    let entrance = |space: Space| 2 * space.index();
    let exit = |space: Space| 2 * space.index() + 1;
    let (source, start, sink) = (2 * board.len(), 2 * board.len() + 1, 2 * board.len() + 2);
    let (wide, broad) = (BROAD as i32 + 2, BROAD as i32 + 1);
    let mut flow = SparseCapacity::new(2 * board.len() + 3, source, sink);
    flow.set_capacity(source, start, broad);
    for space in board.standable().iter() {
        let all = board.grid().neighbours(space);
        let steps = all
            .filter(|(direction, _)| board.step_cost(space, *direction, 1, Gait::Walk).is_some());
        for (_, next) in steps {
            match (from.contains(space), from.contains(next)) {
                (true, false) if to.contains(next) => return None,
                (true, false) => flow.set_capacity(start, entrance(next), wide),
                (false, false) if to.contains(space) => {}
                (false, false) if to.contains(next) => {
                    flow.set_capacity(exit(space), sink, wide);
                }
                (false, false) => flow.set_capacity(exit(space), entrance(next), wide),
                _ => {}
            }
        }
        if !from.contains(space) && !to.contains(space) {
            flow.set_capacity(entrance(space), exit(space), 1);
        }
    }
    let (_, paths, cut) = flow.augment();
    let spaces = cut.into_iter().map(|((at, _), _)| Space((at / 2) as u32));
    (paths < broad).then(|| spaces.collect())
}
