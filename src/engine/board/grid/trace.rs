//! Straight lines over a grid, exactly: which spaces and corners lie between two centres.

use super::{GridKind, HEX_FLAT, Offset, cross, wide};

/// What a straight line meets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// The interior of this space.
    Through(Offset),
    /// The side shared by these two spaces, or the corner at which they lie opposite.
    Between(Offset, Offset),
}

/// A stretch of a line; it ends where the next one starts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Portion {
    /// What it lies in.
    pub crossing: Crossing,
    /// Where it starts, as a fraction of the whole line: numerator, positive denominator.
    pub entered: (i32, i32),
}

/// Follows the line from the centre of the space at the origin to the centre of the one at
/// `to`: everything it meets after leaving the first space, up to the last space.
pub fn trace(kind: GridKind, to: Offset) -> Vec<Portion> {
    match kind {
        GridKind::Square => square(to),
        GridKind::HexFlat | GridKind::HexPointy => hex(to),
    }
}

fn square(to: Offset) -> Vec<Portion> {
    let (dx, dy) = (i64::from(to.0.abs()), i64::from(to.1.abs()));
    let mut at = (0, 0);
    let mut done = (0i64, 0i64);
    let mut line = Vec::with_capacity((dx + dy) as usize);
    while at != to {
        // the next side of the column is crossed at (2i + 1) / 2dx, of the row at (2j + 1) / 2dy
        let (i, j) = (2 * done.0 + 1, 2 * done.1 + 1);
        let sooner = if dx == 0 || dy == 0 {
            dy.cmp(&dx)
        } else {
            (i * dy).cmp(&(j * dx))
        };
        let entered = if sooner.is_gt() || dx == 0 {
            (j as i32, 2 * dy as i32)
        } else {
            (i as i32, 2 * dx as i32)
        };
        let before = at;
        if sooner.is_le() {
            done.0 += 1;
            at.0 += to.0.signum();
        }
        if sooner.is_ge() {
            done.1 += 1;
            at.1 += to.1.signum();
        }
        if sooner.is_eq() {
            let crossing = Crossing::Between((at.0, before.1), (before.0, at.1));
            line.push(Portion { crossing, entered });
        }
        line.push(Portion {
            crossing: Crossing::Through(at),
            entered,
        });
    }
    line
}

fn hex(to: Offset) -> Vec<Portion> {
    let line = wide(to);
    let steps = HEX_FLAT;
    // corner d of a hex lies between its directions d and d + 1; three times the lattice's
    // scale makes corners whole: the sum of the centres of the three hexes that meet there
    let outward = |d: usize| {
        let (a, b) = (wide(steps[d % 6]), wide(steps[(d + 1) % 6]));
        (a.0 + b.0, a.1 + b.1)
    };
    let mut at = (0, 0);
    let mut all = Vec::new();
    while at != to {
        let centre = (3 * i64::from(at.0), 3 * i64::from(at.1));
        let corner = |d: usize| (centre.0 + outward(d).0, centre.1 + outward(d).1);
        let side: [i64; 6] = std::array::from_fn(|d| cross(line, corner(d)));
        let exit = (0..6).find(|&d| {
            let beyond = if side[d] == 0 {
                side[(d + 1) % 6]
            } else {
                side[d]
            };
            side[(d + 5) % 6] < 0 && beyond > 0
        });
        let d = exit.expect("a line leaves each hex it enters");
        let step = |d: usize| (at.0 + steps[d % 6].0, at.1 + steps[d % 6].1);
        if side[d] != 0 {
            // through the inside of side d, from corner d - 1 to corner d
            let (from, along) = (corner(d + 5), (outward(d), outward(d + 5)));
            let along = (along.0.0 - along.1.0, along.0.1 - along.1.1);
            let entered = fraction(cross(from, along), 3 * cross(line, along));
            at = step(d);
            all.push(Portion {
                crossing: Crossing::Through(at),
                entered,
            });
            continue;
        }
        let share = |p: (i64, i64)| {
            if line.0 == 0 {
                fraction(p.1, 3 * line.1)
            } else {
                fraction(p.0, 3 * line.0)
            }
        };
        let entered = share(corner(d));
        let turn = cross(line, outward(d));
        if turn == 0 {
            // along the side between the two hexes ahead, on to the hex beyond
            let crossing = Crossing::Between(step(d), step(d + 1));
            all.push(Portion { crossing, entered });
            let far = (corner(d).0 + outward(d).0, corner(d).1 + outward(d).1);
            at = (at.0 + outward(d).0 as i32, at.1 + outward(d).1 as i32);
            all.push(Portion {
                crossing: Crossing::Through(at),
                entered: share(far),
            });
        } else {
            // through the corner into one of them; the other is touched at a point only
            at = step(if turn > 0 { d } else { d + 1 });
            all.push(Portion {
                crossing: Crossing::Through(at),
                entered,
            });
        }
    }
    all
}

fn fraction(numerator: i64, denominator: i64) -> (i32, i32) {
    let sign = denominator.signum();
    ((sign * numerator) as i32, (sign * denominator) as i32)
}
