//! The attack under way, what helps against it, and what its hits do (D4, D5).

use super::config::{Against, At, BurstCriticals};
use super::unit::{Kind, Weapon};
use super::{Battle8, Frame, ground};
use crate::battle::{Fig, Target};
use crate::board::{Footprint, Sight, Space};
use smallvec::SmallVec;

/// An attack with shots to come. What it depends on is settled when it begins: whatever falls
/// to its first shots changes nothing for the others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Salvo {
    /// Who attacks.
    pub who: Fig,
    /// The spaces it attacks from; none: off the map.
    pub from: Footprint,
    /// What it attacks.
    pub at: Target,
    /// The space it aims at.
    pub aim: Space,
    /// How near the target is (D3).
    pub band: u8,
    /// Added to every attack roll, the weapon's own bonus apart.
    pub bonus: i8,
    /// Shots fired before this one.
    pub fired: u8,
    /// The weapons of the shots to come, this one first.
    pub shots: SmallVec<[Weapon; 8]>,
    /// Whose defence rolls morale helps.
    pub cheered: SmallVec<[Fig; 8]>,
}

/// The attack under way.
pub fn salvo(b: &Battle8) -> Option<&Salvo> {
    b.state.frames.iter().rev().find_map(|frame| match frame {
        Frame::Salvo(salvo) => Some(salvo),
        _ => None,
    })
}

/// How somebody on these spaces is seen from above: in cover where all of them give some.
pub fn roofed(b: &Battle8, spaces: &[Space]) -> Sight {
    if spaces.iter().all(|s| b.board.terrain(*s).cover) {
        Sight::Cover
    } else {
        Sight::Clear
    }
}

/// The unmodified result a unit needs to defend itself now.
pub fn defence_needed(b: &Battle8, who: Fig) -> i8 {
    let bonus = defence(b, who, None);
    (b.setup.config.defence as i8 - bonus).max(1)
}

/// What a unit adds to its defence roll (D4, D7): as things are in the attack under way, or as
/// seen in `sight` and where it stands.
pub fn defence(b: &Battle8, who: Fig, sight: Option<Sight>) -> i8 {
    let config = &b.setup.config;
    let unit = b.unit(who);
    let mut bonus = ground::sort(b, who).armour + unit.armour + unit.agility;
    if ground::is_off(b, who) {
        return bonus as i8;
    }
    let own = ground::spaces(b, who);
    let (seen, cheered) = match (sight, salvo(b)) {
        (Some(sight), _) => (sight, ground::cheered(b, who, &own)),
        (None, Some(salvo)) => {
            let seen = if salvo.from.is_empty() {
                roofed(b, &own)
            } else {
                ground::sight(b, &salvo.from, &own)
            };
            (seen, salvo.cheered.contains(&who))
        }
        (None, None) => (Sight::Clear, false),
    };
    if seen != Sight::Clear {
        bonus += config.cover;
    }
    bonus as i8 + i8::from(cheered)
}

/// How a unit on these spaces is seen by who attacks from those; none of those: from above.
pub fn seen(b: &Battle8, from: &[Space], own: &[Space]) -> Sight {
    if from.is_empty() {
        roofed(b, own)
    } else {
        ground::sight(b, from, own)
    }
}

/// Whether a hit of a weapon does anything to a unit (D5).
pub fn harms(b: &Battle8, weapon: Weapon, who: Fig, direct: bool) -> bool {
    let (config, kind) = (&b.setup.config, b.unit(who).kind);
    let arm = config.weapon(weapon);
    if kind == Kind::Submarine && arm.at == At::Surface {
        return false;
    }
    if !kind.is_vehicle() {
        return true;
    }
    let spared = config.anti_infantry_spares_vehicles && arm.against == Against::Infantry;
    direct && !spared && (arm.area || arm.against == Against::Vehicles)
}

/// Whether a shot can be critical (D5): of a burst against a vehicle only the first.
pub fn may_be_critical(b: &Battle8, weapon: Weapon, first: bool, at: Target) -> bool {
    let config = &b.setup.config;
    let vehicle = matches!(at, Target::Figure(f) if b.unit(f).kind.is_vehicle());
    let burst = config.weapon(weapon).shots > 1;
    first || !burst || !vehicle || config.burst_criticals == BurstCriticals::Each
}
