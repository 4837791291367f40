//! Symmetry on drafts: exact on every grid, kept by whatever is painted.

use super::{any, grids, sheet, some};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use skirmish::board::{BorderKind, GridKind, Motion, Space, Spaces, Symmetry};
use skirmish::draft::{Barrier, Clip, Draft, Op, Sheet, area};

#[test]
fn a_motion_keeps_neighbours_and_goes_back_where_it_came_from() {
    for grid in grids() {
        let spaces: Vec<Space> = (0..grid.len() as u32).map(Space).collect();
        for motion in [
            Motion::LeftRight,
            Motion::TopBottom,
            Motion::HalfTurn,
            Motion::QuarterTurn,
        ] {
            let back = if motion == Motion::QuarterTurn { 4 } else { 2 };
            for a in &spaces {
                let Some(moved) = grid.moved(motion, *a) else {
                    continue;
                };
                let again = (0..back).try_fold(*a, |s, _| grid.moved(motion, s));
                assert_eq!(again, Some(*a), "{motion:?} on {grid:?}");
                for b in &spaces {
                    if let Some(other) = grid.moved(motion, *b) {
                        assert_eq!(grid.distance(*a, *b), grid.distance(moved, other));
                    }
                }
            }
        }
    }
}

#[test]
fn a_mirror_of_flat_hexes_needs_odd_columns_and_a_half_turn_even_ones() {
    let exact = |kind, columns, rows, symmetry: Symmetry| {
        symmetry
            .lacking(&Sheet::fresh("A map", kind, columns, rows))
            .is_empty()
    };
    for n in 5..=8 {
        let (odd, even) = (n % 2 == 1, n % 2 == 0);
        assert_eq!(exact(GridKind::HexFlat, n, 7, Symmetry::LeftRight), odd);
        assert_eq!(exact(GridKind::HexFlat, n, 7, Symmetry::HalfTurn), even);
        assert_eq!(exact(GridKind::HexPointy, 7, n, Symmetry::TopBottom), odd);
        assert_eq!(exact(GridKind::HexPointy, 7, n, Symmetry::HalfTurn), even);
        assert!(!exact(GridKind::HexFlat, n, 7, Symmetry::TopBottom));
        assert!(!exact(GridKind::HexPointy, 7, n, Symmetry::LeftRight));
        for symmetry in [
            Symmetry::LeftRight,
            Symmetry::TopBottom,
            Symmetry::HalfTurn,
            Symmetry::Both,
        ] {
            assert!(exact(GridKind::Square, n, 7, symmetry));
        }
        assert_eq!(exact(GridKind::Square, n, 7, Symmetry::QuarterTurn), n == 7);
    }
}

#[test]
fn trimming_makes_every_symmetry_exact_and_painting_keeps_it() {
    for (i, grid) in grids().enumerate() {
        for symmetry in Symmetry::ALL.into_iter().filter(|s| s.suits(grid.kind)) {
            let mut chance = Pcg32::seed_from_u64(i as u64);
            let mut draft = Draft::new(sheet(grid).map());
            draft
                .gesture(&[symmetry.trim(draft.sheet())])
                .expect("trimmed");
            assert!(symmetry.lacking(draft.sheet()).is_empty());
            for _ in 0..12 {
                let on = some(&grid, &mut chance);
                let sides = symmetry.spread_sides(&grid, &area::outline(&grid, &on));
                let on = symmetry.spread(&grid, &on);
                let op = match chance.random_range(0..4) {
                    0 => Op::Ground {
                        kind: "wood".into(),
                        on,
                    },
                    1 => Op::Ground {
                        kind: "void".into(),
                        on,
                    },
                    2 => Op::Raise { by: 1, on },
                    _ => Op::Side {
                        barrier: Some(Barrier::of(BorderKind::Wall, false)),
                        on: sides.into_iter().collect(),
                    },
                };
                draft.gesture(&[op]).expect("painted");
            }
            let sheet = draft.sheet();
            assert!(symmetry.lacking(sheet).is_empty());
            for space in sheet.spaces().filter(|s| sheet.exists(*s)) {
                for image in symmetry.images(&grid, space).expect("a partner") {
                    assert_eq!(
                        sheet.kind(space),
                        sheet.kind(image),
                        "{symmetry:?} on {grid:?}"
                    );
                    assert_eq!(sheet.levels[space.index()], sheet.levels[image.index()]);
                }
            }
            for (a, b) in sheet.borders.keys() {
                let a = symmetry.images(&grid, *a).expect("a partner");
                let b = symmetry.images(&grid, *b).expect("a partner");
                for (a, b) in a.into_iter().zip(b) {
                    assert!(sheet.borders.contains_key(&(a.min(b), a.max(b))));
                }
            }
        }
    }
}

#[test]
fn zones_painted_in_symmetry_belong_to_who_stands_there() {
    let mut draft = Draft::new(Sheet::fresh("A map", GridKind::Square, 8, 8).map());
    let on = Spaces::of(64, [Space(0)]);
    let seat = |draft: &Draft, seat| {
        let found = draft
            .sheet()
            .zones
            .iter()
            .find(|z| z.seat == Some(seat))
            .cloned();
        found.map_or(Spaces::new(64), |z| z.spaces)
    };
    let ops = Symmetry::HalfTurn.zoned(draft.sheet(), 0, true, &on, true);
    draft.gesture(&ops).expect("painted");
    assert!(seat(&draft, 1).contains(Space(0)) && seat(&draft, 2).contains(Space(63)));
    let ops = Symmetry::QuarterTurn.zoned(draft.sheet(), 0, true, &on, true);
    draft.gesture(&ops).expect("painted");
    for (who, corner) in [(1, 0), (2, 63), (3, 7), (4, 56)] {
        assert!(seat(&draft, who).contains(Space(corner)), "seat {who}");
    }
}

#[test]
fn what_is_put_down_in_a_symmetry_is_put_down_in_every_part() {
    for (i, grid) in grids().enumerate() {
        for symmetry in Symmetry::ALL.into_iter().filter(|s| s.suits(grid.kind)) {
            let mut chance = Pcg32::seed_from_u64(100 + i as u64);
            let mut from = Draft::new(sheet(grid).map());
            for _ in 0..20 {
                let op = any(from.sheet(), &mut chance);
                if !matches!(op, Op::Size { .. }) {
                    let _ = from.gesture(&[op]);
                }
            }
            let part = area::around(&grid, Space(grid.len() as u32 / 3), 3);
            let Some(clip) = Clip::copy(from.sheet(), &part) else {
                continue;
            };
            let mut draft = Draft::new(sheet(grid).map());
            draft
                .gesture(&[symmetry.trim(draft.sheet())])
                .expect("trimmed");
            for _ in 0..4 {
                let at = Space(chance.random_range(0..grid.len() as u32));
                let ops = clip.paste(draft.sheet(), at, symmetry);
                draft.gesture(&ops).expect("put down");
            }
            let sheet = draft.sheet();
            let whole = |s: &Space| symmetry.images(&grid, *s).is_some();
            for space in sheet.spaces().filter(whole) {
                for image in symmetry.images(&grid, space).expect("images") {
                    assert_eq!(
                        sheet.kind(space),
                        sheet.kind(image),
                        "{symmetry:?} {grid:?}"
                    );
                    assert_eq!(sheet.levels[space.index()], sheet.levels[image.index()]);
                }
            }
            for ((a, b), border) in &sheet.borders {
                let there = (symmetry.images(&grid, *a), symmetry.images(&grid, *b));
                let (Some(a), Some(b)) = there else { continue };
                for (a, b) in a.into_iter().zip(b) {
                    let other = sheet.borders.get(&(a.min(b), a.max(b)));
                    assert_eq!(
                        other.map(|o| (o.kind, o.open)),
                        Some((border.kind, border.open))
                    );
                }
            }
        }
    }
}
