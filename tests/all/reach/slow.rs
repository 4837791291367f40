//! Reach compared with a general search over steps that are checked one by one.

use super::*;
use skirmish::board::Route;

/// What entering a space costs by itself, from the map alone.
fn entry(map: &Map, space: Space, gait: Gait) -> Option<u32> {
    let terrain = &map.terrains[usize::from(map.terrain[space.index()].0)];
    if terrain.void {
        return None;
    }
    if gait == Gait::Fly || (gait == Gait::Swim && terrain.water) {
        return Some(1);
    }
    match terrain.cost {
        Cost::Plain => Some(1),
        Cost::Hard => Some(2),
        Cost::No => None,
    }
}

/// Closed and hedged sides between two spaces.
fn side(map: &Map, a: Space, b: Space) -> (bool, bool) {
    let found = map
        .borders
        .iter()
        .find(|x| x.between == (a.min(b), a.max(b)));
    found.map_or((false, false), |border| (border.closed, border.hard))
}

/// The slow and plain answer to what a step of a whole figure costs.
fn slow_step(map: &Map, anchor: Space, d: Facing, size: u8, gait: Gait) -> Option<u32> {
    let grid = &map.grid;
    let old = grid.footprint(anchor, size)?;
    let next = grid.neighbour(anchor, d)?;
    let new = grid.footprint(next, size)?;
    let mut cost = 1;
    for from in &old {
        let to = grid.neighbour(*from, d)?;
        cost = cost.max(entry(map, to, gait)?);
        if gait == Gait::Fly {
            continue;
        }
        if map.elevation[from.index()] != map.elevation[to.index()] {
            cost = 2;
        }
        if grid.kind == GridKind::Square && d.0 % 2 == 1 {
            let (x, y) = (
                (grid.column(to), grid.row(*from)),
                (grid.column(*from), grid.row(to)),
            );
            let ways = [x, y].map(|(c, r)| grid.at(c.into(), r.into()).expect("inside"));
            let ways = ways.map(|way| {
                let (first, second) = (side(map, *from, way), side(map, way, to));
                let closed = entry(map, way, gait).is_none() || first.0 || second.0;
                (!closed).then_some(first.1 || second.1)
            });
            let open: Vec<bool> = ways.into_iter().flatten().collect();
            if open.is_empty() {
                return None;
            }
            if open.iter().all(|hedge| *hedge) {
                cost = 2;
            }
        } else {
            let (closed, hedge) = side(map, *from, to);
            if closed {
                return None;
            }
            cost += u32::from(hedge && cost == 1);
        }
    }
    let inner = new.iter().any(|a| new.iter().any(|b| side(map, *a, *b).0));
    (gait == Gait::Fly || !inner).then_some(cost)
}

fn may_rest(map: &Map, anchor: Space, size: u8, gait: Gait) -> bool {
    let spaces = map.grid.footprint(anchor, size).expect("reached");
    let inner = spaces
        .iter()
        .any(|a| spaces.iter().any(|b| side(map, *a, *b).0));
    gait != Gait::Fly || (!inner && spaces.iter().all(|s| entry(map, *s, Gait::Walk).is_some()))
}

pub fn covers(grid: &Grid, anchor: Space, size: u8, set: &Spaces) -> bool {
    grid.footprint(anchor, size)
        .is_some_and(|all| all.iter().any(|s| set.contains(*s)))
}

/// All costs from an anchor, by a general search with the slow step.
pub fn slow_costs(map: &Map, from: Space, mover: &Mover) -> Vec<Option<u32>> {
    let onward = |anchor: &Space| {
        let all = (0..map.grid.directions()).map(Facing);
        let (map, anchor) = (&map, *anchor);
        let steps = all.filter_map(|d| {
            let cost = slow_step(map, anchor, d, mover.size, mover.gait)?;
            let next = map.grid.neighbour(anchor, d)?;
            (!covers(&map.grid, next, mover.size, mover.closed)).then_some((next, cost))
        });
        steps.collect::<Vec<_>>()
    };
    let found = dijkstra_all(&from, onward);
    let all = (0..map.grid.len() as u32).map(Space);
    let cost = |space: Space| {
        if space == from {
            Some(0)
        } else {
            found.get(&space).map(|f| f.1)
        }
    };
    all.map(cost).collect()
}

#[test]
fn b6_reach_equals_a_general_search_over_slow_steps() {
    let mut chance = Chance(6);
    let mut straight = 0;
    let mut out = Reach::default();
    for round in 0..240 {
        let kind = KINDS[round % 3];
        let map = drawn::random(kind, round % 2 == 0, &mut chance);
        let board = Board::new(map.clone());
        let (size, gait) = (
            1 + chance.below(3) as u8,
            Gait::ALL[chance.below(3) as usize],
        );
        let mut some = |n| {
            let all = (0..map.grid.len() as u32).map(Space);
            Spaces::of(
                map.grid.len(),
                all.filter(|_| chance.once_in(n)).collect::<Vec<_>>(),
            )
        };
        let (closed, mut taken) = (some(8), some(6));
        taken.add(&closed);
        let from = Space(chance.below(map.grid.len() as u64) as u32);
        if map.grid.footprint(from, size).is_none() {
            continue;
        }
        let budget = chance.below(14) as u32;
        let mover = Mover {
            size,
            gait,
            budget,
            closed: &closed,
            taken: &taken,
        };
        board.reach(from, &mover, &mut out);
        straight += compare(&board, from, &mover, &out);
    }
    assert!(straight > 500, "only {straight} walks straight at a space");
}

/// Compares the reach of a mover, and its routes to all spaces; returns to how many it walks
/// straight.
fn compare(board: &Board, from: Space, mover: &Mover, out: &Reach) -> usize {
    let map = board.map();
    let Mover {
        size, gait, budget, ..
    } = *mover;
    let first_step = |space: Space| {
        let d = map.grid.direction(from, space)?;
        slow_step(map, from, d, size, gait)
    };
    let mut straight = 0;
    let mut expected = Vec::new();
    for (i, cost) in slow_costs(map, from, mover).iter().enumerate() {
        let space = Space(i as u32);
        let about = format!("{mover:?} {from:?} {i}");
        let ends = space == from
            || (!covers(&map.grid, space, size, mover.taken)
                && cost.is_some()
                && may_rest(map, space, size, gait));
        let route = board.route(from, space, mover);
        if board.walks_straight(from, space, mover, Going::default()) {
            straight += 1;
            let cost = route.as_ref().map(|route| route.cost);
            assert!(cost.is_some_and(|cost| cost <= budget), "{about}");
        }
        if space != from {
            let cost = cost.filter(|_| ends);
            assert_eq!(route.as_ref().map(|r| r.cost), cost, "{about}");
        }
        if let Some(route) = route {
            compare_steps(board, mover, &route);
            let (first, last) = (route.path[0], route.path[route.path.len() - 1]);
            assert_eq!((first, last), (from, space));
        }
        let within = cost.filter(|cost| {
            let overspent = budget > 0 && first_step(space).is_some_and(|step| step == *cost);
            *cost <= budget || overspent
        });
        let within = within.filter(|_| ends);
        assert_eq!(board_cost(out, space), within, "{about}");
        if let Some(cost) = within {
            expected.push((cost, space));
        }
    }
    expected.sort_unstable();
    let ends: Vec<_> = out.ends().iter().map(|(s, c)| (*c, *s)).collect();
    assert_eq!(ends, expected);
    straight
}

/// Compares the cost of every step of a route.
fn compare_steps(board: &Board, mover: &Mover, route: &Route) {
    let map = board.map();
    let Mover { size, gait, .. } = *mover;
    let steps = route.path.windows(2).map(|pair| {
        let d = map.grid.direction(pair[0], pair[1]).expect("a step");
        assert!(!covers(&map.grid, pair[1], size, mover.closed));
        let slow = slow_step(map, pair[0], d, size, gait);
        assert_eq!(board.step_cost(pair[0], d, size, gait), slow);
        slow.expect("open")
    });
    assert_eq!(steps.sum::<u32>(), route.cost);
}
