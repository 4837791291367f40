//! Forced moves along a line: knockback, and the way of those who flee (T2, U3, B9).

use super::moving::{Ground, gait};
use super::unit::{Level, Power};
use super::{Skirmish, eyes, numbers, traits};
use crate::battle::{Fig, How, Log};
use crate::board::{Facing, Gait, Grid, Landing, Space};

/// A forced move.
pub struct Push {
    /// Anchor spaces, both ends included.
    pub path: Vec<Space>,
    /// It goes on beyond the edge of the board.
    pub off: bool,
}

/// Whether a figure's attacks of a kind can knock back (U3).
pub fn pushes(b: &Skirmish, who: Fig, how: How) -> bool {
    let power = if how == How::Shoot {
        Power::Blast
    } else {
        Power::Fight
    };
    b.unit(who).power(power) != Level::None
}

/// Knocks a figure back that was hit and saved by its armour (U3).
pub fn knock_back<L: Log>(b: &mut Skirmish, by: Fig, who: Fig, strength: u8, log: &mut L) {
    let unit = numbers::move_unit(&b.setup.config, b.unit(who).kind);
    let far = (u32::from(strength) * unit / 2).max(1);
    let (at, own) = (b.figure(who).at, eyes::spaces(b, who));
    let push = line(b, who, at, &own, &eyes::spaces(b, by), far, false);
    traits::forced(b, who, push, b.figure(by).side, false, log);
}

/// The way of a figure that flees from some spaces, from where it stands or might stand (T2).
pub fn flight(b: &Skirmish, who: Fig, at: Space, own: &[Space], from: &[Space]) -> Push {
    let far = numbers::move_unit(&b.setup.config, b.unit(who).kind);
    line(b, who, at, own, from, far, true)
}

/// Whether fear of another would drive a figure off the board, if it stood at a space (B9, T2).
pub fn runs_off(b: &Skirmish, who: Fig, at: Space, feared: Fig) -> bool {
    let own = b.spaces_at(at, b.unit(who).size);
    flight(b, who, at, &own, &eyes::spaces(b, feared)).off
}

/// The possible step that leads farthest away from a space: the anchor after it, its cost, and the
/// neighbour of `near` that it leads to.
fn around(
    grid: &Grid,
    from: Space,
    near: Space,
    step: impl Fn(Facing) -> Option<(Space, u32)>,
) -> Option<(Space, u32, Space)> {
    let away = |s: Space| grid.squared_distance(from, s);
    let mut best: Option<(Space, u32, Space)> = None;
    for (way, tracked) in grid.neighbours(near) {
        if away(tracked) <= away(best.map_or(near, |best| best.2)) {
            continue;
        }
        if let Some((next, cost)) = step(way) {
            best = Some((next, cost, tracked));
        }
    }
    best
}

/// The way of a figure that is driven away from some spaces. One that flees goes round what is
/// in its way, where that leads farther off.
fn line(
    b: &Skirmish,
    who: Fig,
    at: Space,
    own: &[Space],
    from: &[Space],
    far: u32,
    flees: bool,
) -> Push {
    let grid = *b.board.grid();
    let figure = b.figure(who);
    let ground = Ground::new(b, who);
    let size = b.unit(who).size;
    let gait = if figure.aloft {
        Gait::Fly
    } else {
        gait(b.unit(who), false)
    };
    let (a, mut near) = grid.nearest_pair(from, own);
    // somebody aboard starts from the mount's space that is nearest
    let mut anchor = if figure.aboard.is_some() { near } else { at };
    let mut push = Push {
        path: vec![anchor],
        off: false,
    };
    if a == near {
        return push;
    }
    let mut line = (near, 0);
    let mut left = far;
    let mut last_free = 1;
    while left > 0 {
        let closed = |anchor: Space, direction: Facing| -> Option<(Space, u32)> {
            let cost = b.board.step_cost(anchor, direction, size, gait)?;
            let next = grid.neighbour(anchor, direction)?;
            let spaces = grid.footprint(next, size)?;
            let blocked = gait != Gait::Fly && spaces.iter().any(|s| ground.closed.contains(*s));
            (!blocked).then_some((next, cost))
        };
        let first = push.path.len() == 1;
        let affordable = |cost: u32| cost <= left || first;
        let step = match grid.pushed(a, line.0, line.1 + 1) {
            Landing::Off => {
                push.off = true;
                break;
            }
            Landing::On(space) => {
                line.1 += 1;
                grid.direction(near, space).map(|d| (space, d))
            }
        };
        let Some((space, direction)) = step else {
            break;
        };
        let beyond = grid
            .neighbour(anchor, direction)
            .and_then(|next| grid.footprint(next, size))
            .is_none();
        if beyond {
            push.off = true;
            break;
        }
        let (next, cost, tracked) = match closed(anchor, direction) {
            Some((next, cost)) => (next, cost, space),
            None if flees => {
                let step = |way| closed(anchor, way);
                let Some(best) = around(&grid, a, near, step) else {
                    break;
                };
                line = (best.2, 0);
                best
            }
            None => break,
        };
        if !affordable(cost) {
            break;
        }
        left = left.saturating_sub(cost);
        (anchor, near) = (next, tracked);
        push.path.push(anchor);
        if ground.free(b, anchor).is_some() {
            last_free = push.path.len();
        }
    }
    if !push.off {
        push.path.truncate(last_free);
    }
    push
}
