//! The devices of a scenario (A9): whether one still has an effect, and what its use does to the
//! board and the scores.

use super::{deploying, prizes};
use crate::battle::{Battle, DeviceSpec, Effect, Event, Fig, Log, Place, Ruleset, Side};
use crate::board::{Change, Space};

/// Whether a device still has an effect on the board as it is.
pub fn has_effect<R: Ruleset>(b: &Battle<R>, device: &DeviceSpec) -> bool {
    match device.effect {
        Effect::Door(x, y) | Effect::Force(x, y) => b.board.border(x, y).is_some(),
        Effect::Clear(space) => b.board.terrain(space).becomes.is_some(),
        Effect::Score(_) | Effect::Win | Effect::Free => true,
    }
}

/// What a ruleset itself has to do when a device was used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing more.
    Nothing,
    /// To end the battle: this side wins.
    Win(Side),
    /// To put a reserve figure of the side on the board, near a space.
    Free(Side, Space),
}

/// Records that a figure has used a device with success, and what that does to the board and the
/// scores.
pub fn used<R: Ruleset, L: Log>(b: &mut Battle<R>, who: Fig, device: u8, log: &mut L) -> Rest {
    b.emit(Event::Device { device, who }, log);
    let spec = &b.setup.brief.devices[usize::from(device)];
    let side = b.figure(who).side;
    let pair = |x: Space, y: Space| (x.min(y), x.max(y));
    let (effect, at, guard) = (spec.effect.clone(), spec.at, spec.guard);
    let change = match effect {
        Effect::Door(x, y) => {
            let (x, y) = pair(x, y);
            let open = b.board.border(x, y).is_some_and(|door| door.open);
            Change::Door(x, y, !open)
        }
        Effect::Force(x, y) => {
            let (x, y) = pair(x, y);
            Change::Removed(x, y)
        }
        Effect::Clear(space) => Change::Ruined(space),
        Effect::Score(points) => {
            prizes::score(b, side, points, guard, log);
            return Rest::Nothing;
        }
        Effect::Win => return Rest::Win(side),
        Effect::Free => return Rest::Free(side, at),
    };
    b.emit(Event::Changed(change), log);
    Rest::Nothing
}

/// The reserve figures of a side.
pub fn reserve<R: Ruleset>(b: &Battle<R>, side: Side) -> impl Iterator<Item = Fig> + '_ {
    b.all().filter(move |f| {
        let figure = b.figure(*f);
        figure.place == Place::Reserve && figure.side == side
    })
}

/// Puts a figure that was freed on a space; it looks as the one that freed it.
pub fn free<R: Ruleset, L: Log>(b: &mut Battle<R>, by: Fig, who: Fig, to: Space, log: &mut L) {
    let facing = b.figure(by).facing;
    deploying::place_facing(b, who, (to, facing), None, log);
}
