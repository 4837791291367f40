//! Making a sheet, or a part of it, like another map.

use super::{Barrier, Head, Kind, Op, Sheet, Side};
use crate::board::{Map, Space, Spaces};
use crate::files::builtin::Builtin;
use std::collections::BTreeMap;

/// What makes a sheet all like a map of the same grid.
pub fn whole_of(sheet: &Sheet, map: &Map) -> Vec<Op> {
    let all = Spaces::of(sheet.grid.len(), sheet.spaces());
    let mut ops = part_of(sheet, map, &all);
    ops.extend(
        (0..sheet.zones.len())
            .rev()
            .map(|zone| Op::DropZone { zone }),
    );
    for (zone, new) in map.zones.iter().enumerate() {
        ops.push(Op::NewZone {
            kind: new.kind,
            seat: new.seat,
        });
        ops.push(Op::Zone {
            zone,
            join: true,
            on: new.spaces.clone(),
        });
    }
    ops.push(Op::Head(Head {
        notes: map.credit.notes.clone(),
        recipe: map.credit.recipe.clone(),
        ..sheet.head.clone()
    }));
    ops
}

/// What gives some spaces of a sheet the ground, levels and borders that they have on a map whose
/// columns and rows count from the same corner. Zones stay.
pub fn part_of(sheet: &Sheet, map: &Map, on: &Spaces) -> Vec<Op> {
    let grid = &sheet.grid;
    let empty = || Spaces::new(grid.len());
    let there = |s: Space| {
        map.grid
            .at(i64::from(grid.column(s)), i64::from(grid.row(s)))
    };
    let mut kinds: BTreeMap<u8, Spaces> = BTreeMap::new();
    let mut levels: BTreeMap<i8, Spaces> = BTreeMap::new();
    for space in on.iter() {
        let Some(from) = there(space) else { continue };
        let id = map.terrain[from.index()].0;
        kinds.entry(id).or_insert_with(empty).insert(space);
        let level = map.elevation[from.index()];
        levels.entry(level).or_insert_with(empty).insert(space);
    }
    let inside = |a: &Space, b: &Space| on.contains(*a) && on.contains(*b);
    let bare = sheet.borders.keys().filter(|(a, b)| inside(a, b));
    let mut ops = vec![Op::Side {
        barrier: None,
        on: bare.map(|(a, b)| (a.0, b.0)).collect(),
    }];
    for (id, on) in kinds {
        let terrain = &map.terrains[usize::from(id)];
        if sheet.named(&terrain.name).is_none() && Builtin::named(&terrain.name).is_none() {
            ops.push(Op::Kind(Kind::carried(terrain, &map.terrains)));
        }
        ops.push(Op::Ground {
            kind: terrain.name.clone(),
            on,
        });
    }
    ops.extend(levels.into_iter().map(|(to, on)| Op::Level { to, on }));
    let here = |s: Space| {
        let (column, row) = (map.grid.column(s), map.grid.row(s));
        grid.at(column.into(), row.into())
    };
    let mut barriers: Vec<(Barrier, Vec<Side>)> = Vec::new();
    for border in &map.borders {
        let (Some(a), Some(b)) = (here(border.between.0), here(border.between.1)) else {
            continue;
        };
        if !inside(&a, &b) {
            continue;
        }
        let barrier = Barrier::from(border);
        let side = (a.0.min(b.0), a.0.max(b.0));
        match barriers.iter_mut().find(|(known, _)| *known == barrier) {
            Some((_, on)) => on.push(side),
            None => barriers.push((barrier, vec![side])),
        }
    }
    ops.extend(barriers.into_iter().map(|(barrier, on)| Op::Side {
        barrier: Some(barrier),
        on,
    }));
    ops
}
