//! What other programs see of a map's spaces: outlines of what is solid, of pillars and of woods.

use super::super::snap::{Lattice, Point};
use crate::board::{Cost, Map, Opacity, Space};
use std::collections::{BTreeMap, BTreeSet};

/// What a space is to a program that knows only lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// Nobody enters it or sees through it: a wall, a building, a place outside the board.
    Solid,
    /// It can be entered and hides what is behind it.
    Wood,
    /// It can be entered and is dark.
    Dark,
    /// Anything else.
    Ground,
}

/// The lowest scenery that is drawn as a wood, in levels.
const WOOD_HEIGHT: u8 = 2;
/// Darkness is as high as this, in levels.
const DARK_HEIGHT: u8 = 9;

/// What each space of a map is.
pub(super) fn looks(map: &Map) -> Vec<Looks> {
    let of = |id: &crate::board::TerrainId| {
        let terrain = &map.terrains[usize::from(id.0)];
        let hides = terrain.sight != Opacity::Clear;
        match terrain.cost {
            _ if terrain.void => Looks::Solid,
            Cost::No if terrain.sight == Opacity::Blocking => Looks::Solid,
            Cost::No => Looks::Ground,
            _ if hides && terrain.height >= DARK_HEIGHT => Looks::Dark,
            _ if hides && terrain.height >= WOOD_HEIGHT => Looks::Wood,
            _ => Looks::Ground,
        }
    };
    map.terrain.iter().map(of).collect()
}

/// The sides between a solid space and one that is not.
pub(super) fn solid_sides(map: &Map) -> BTreeSet<(Space, Space)> {
    let looks = looks(map);
    let solid = |space: Space| looks[space.index()] == Looks::Solid;
    let all = (0..looks.len() as u32).map(Space);
    let beside = all.flat_map(|space| {
        let (column, row) = at(map, space);
        [map.grid.at(column + 1, row), map.grid.at(column, row + 1)]
            .into_iter()
            .flatten()
            .map(move |next| (space, next))
    });
    beside.filter(|(a, b)| solid(*a) != solid(*b)).collect()
}

/// Outlines for a file, each a closed line.
#[derive(Default)]
pub(super) struct Outlines {
    /// Of walls and buildings.
    pub walls: Vec<Vec<Point>>,
    /// Of solid spaces that stand alone.
    pub pillars: Vec<Vec<Point>>,
    /// Of woods, and the built-in terrain that is most like each.
    pub woods: Vec<(&'static str, Vec<Point>)>,
}

/// The outlines of everything that can be seen as a line.
pub(super) fn outlines(map: &Map) -> Outlines {
    let looks = looks(map);
    let lattice = Lattice::squares(map.grid);
    let held: BTreeSet<(i64, i64)> = map
        .borders
        .iter()
        .filter(|b| b.closed || b.kind == crate::board::BorderKind::Door)
        .flat_map(|b| {
            let (p, q) = lattice.side(b.between.0, b.between.1);
            [corner(p), corner(q)]
        })
        .collect();
    let solid: Vec<bool> = looks.iter().map(|l| *l == Looks::Solid).collect();
    let alone = |space: Space| {
        let (column, row) = at(map, space);
        let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
        let others = near.filter(|step| *step != (0, 0));
        let mut others = others.filter_map(|(x, y)| map.grid.at(column + x, row + y));
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let mut corners = corners.iter().map(|(x, y)| (column + x, row + y));
        !others.any(|s| solid[s.index()]) && !corners.any(|c| held.contains(&c))
    };
    let pillar = |i: usize| solid[i] && alone(Space(i as u32));
    let region =
        |is: &dyn Fn(usize) -> bool| trace(map, &(0..looks.len()).map(is).collect::<Vec<_>>());
    let blocks = |i: usize| map.terrains[usize::from(map.terrain[i].0)].sight == Opacity::Blocking;
    let wood = |blocking: bool| region(&|i| looks[i] == Looks::Wood && blocks(i) == blocking);
    Outlines {
        walls: region(&|i| solid[i] && !pillar(i)),
        pillars: region(&pillar),
        woods: [("thicket", wood(true)), ("wood", wood(false))]
            .into_iter()
            .flat_map(|(name, lines)| lines.into_iter().map(move |line| (name, line)))
            .collect(),
    }
}

fn at(map: &Map, space: Space) -> (i64, i64) {
    (map.grid.column(space).into(), map.grid.row(space).into())
}

/// A corner of squares as whole numbers.
pub(super) fn corner(p: Point) -> (i64, i64) {
    (p.0.round() as i64, p.1.round() as i64)
}

/// The closed lines around a set of squares; squares that meet at a corner only have lines of
/// their own.
fn trace(map: &Map, inside: &[bool]) -> Vec<Vec<Point>> {
    let has = |column: i64, row: i64| {
        let space = map.grid.at(column, row);
        space.is_some_and(|space| inside[space.index()])
    };
    // from each corner on, with the squares to the right
    let mut on: BTreeMap<(i64, i64), Vec<(i64, i64)>> = BTreeMap::new();
    for space in (0..inside.len() as u32)
        .map(Space)
        .filter(|s| inside[s.index()])
    {
        let (x, y) = at(map, space);
        let sides = [
            ((0, -1), (x, y), (x + 1, y)),
            ((1, 0), (x + 1, y), (x + 1, y + 1)),
            ((0, 1), (x + 1, y + 1), (x, y + 1)),
            ((-1, 0), (x, y + 1), (x, y)),
        ];
        for (beside, from, to) in sides {
            if !has(x + beside.0, y + beside.1) {
                on.entry(from).or_default().push(to);
            }
        }
    }
    let mut lines = Vec::new();
    while let Some((&start, _)) = on.first_key_value() {
        let mut line = vec![start];
        let (mut here, mut way) = (start, (0, 0));
        while let Some(next) = take(&mut on, here, way) {
            let step = (next.0 - here.0, next.1 - here.1);
            if step == way {
                line.pop();
            }
            line.push(next);
            (here, way) = (next, step);
            if here == start {
                break;
            }
        }
        lines.push(
            line.into_iter()
                .map(|(x, y)| (x as f64, y as f64))
                .collect(),
        );
    }
    lines
}

/// Takes the way on from a corner: to the right, where there are two.
fn take(
    on: &mut BTreeMap<(i64, i64), Vec<(i64, i64)>>,
    here: (i64, i64),
    way: (i64, i64),
) -> Option<(i64, i64)> {
    let ways = on.get_mut(&here)?;
    let right = (here.0 - way.1, here.1 + way.0);
    let which = ways.iter().position(|next| *next == right).unwrap_or(0);
    let next = ways.remove(which);
    if ways.is_empty() {
        on.remove(&here);
    }
    Some(next)
}
