//! Units that are lost, and whoever was aboard of them (D9, D10).

use super::attack::next_shot;
use super::config::LostLoad;
use super::defence::defence;
use super::unit::Kind;
use super::{Battle8, Frame, ground};
use crate::battle::{Event, Fig, Log, Purpose, Target};
use crate::board::Sight;
use crate::dice::Faces;
use crate::rules::kit;
use smallvec::SmallVec;

/// Takes a unit off the board, with the points for it; whoever was aboard gets out, or is lost
/// where there is nowhere to stand (D9).
pub fn defeat<L: Log>(b: &mut Battle8, by: Fig, who: Fig, log: &mut L) {
    let spaces = ground::spaces(b, who);
    let load: SmallVec<[Fig; 8]> = ground::seated(b, who).collect();
    remove(b, by, who, log);
    let config = &b.setup.config;
    let hurt = config.lost_load == LostLoad::Hurt;
    let within = if hurt { u32::MAX } else { config.escape.into() };
    let mut out = SmallVec::new();
    for rider in load {
        match ground::nearest_free(b, rider, &spaces, within) {
            Some(to) => {
                b.emit(Event::Alighted { who: rider, to }, log);
                out.push(rider);
            }
            None => remove(b, by, rider, log),
        }
    }
    if hurt && !out.is_empty() {
        out.reverse();
        b.state.frames.push(Frame::Wreck { by, out });
        next_of_wreck(b, log);
    }
}

/// Wounds the heroes among those who get out of a wreck, up to the next who has to roll; goes on
/// with the attack after the last (D9).
fn next_of_wreck<L: Log>(b: &mut Battle8, log: &mut L) {
    while let Some(Frame::Wreck { by, out }) = b.state.frames.last() {
        let (by, next) = (*by, out.last().copied());
        match next {
            Some(who) if b.unit(who).kind == Kind::Hero => {
                if let Some(Frame::Wreck { out, .. }) = b.state.frames.last_mut() {
                    out.pop();
                }
                match b.figure(who).mark.left - 1 {
                    0 => remove(b, by, who, log),
                    left => b.emit(Event::Wounded { who, left }, log),
                }
            }
            Some(_) => return,
            None => {
                b.state.frames.pop();
            }
        }
    }
}

/// A defence roll of somebody who gets out of a wreck (D9).
pub fn wreck<L: Log>(b: &mut Battle8, face: u8, log: &mut L) {
    let Some(Frame::Wreck { by, out }) = b.state.frames.last_mut() else {
        return;
    };
    let by = *by;
    let Some(who) = out.pop() else { return };
    let bonus = defence(b, who, Some(Sight::Clear));
    let need = b.setup.config.defence as i8;
    let faces = Faces::from_slice(&[face]);
    let success = kit::rolled(b, Purpose::Defence, who, &faces, (bonus, need), log);
    if success {
        let at = Target::Figure(who);
        b.emit(Event::Saved { at }, log);
    } else {
        // A boat that sinks with its carrier lets its own load out.
        defeat(b, by, who, log);
    }
    next_of_wreck(b, log);
    next_shot(b, log);
}

/// The unmodified result that somebody who gets out of a wreck needs.
pub fn wreck_needed(b: &Battle8, who: Fig) -> i8 {
    let bonus = defence(b, who, Some(Sight::Clear));
    (b.setup.config.defence as i8 - bonus).max(1)
}

/// Takes a unit off the board; points only for the other side's (D10).
fn remove<L: Log>(b: &mut Battle8, by: Fig, who: Fig, log: &mut L) {
    let side = b.figure(by).side;
    let enemy = !b.allied(by, who);
    let points = b.unit(who).cost(&b.setup.config);
    b.emit(
        Event::Defeated {
            who,
            by: Some(side),
        },
        log,
    );
    if enemy {
        b.emit(Event::Scored { side, points }, log);
    }
}
