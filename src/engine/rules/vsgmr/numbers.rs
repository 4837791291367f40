//! How far and how well: movement, ranges, dice and what is added to them.

use super::config::Config;
use super::toggles::{Measure, SniperRange};
use super::unit::{Armour, Kind, Level, Power, Trait, Unit};
use super::{Skirmish, eyes, odds};
use crate::battle::{Choice, Fig, HalfPoints, How, Scale};
use crate::board::{Sight, Space};
use crate::dice::Dice;
use smallvec::smallvec;

/// Movement of a kind of figure in a round, the Move Unit of every distance too (B4, B5, E1, R10).
pub fn move_unit(config: &Config, kind: Kind) -> u32 {
    let scaled = |at_28mm: u32| config.scale.move_unit() * at_28mm / Scale::Mm28.move_unit();
    match (config.measure, kind) {
        (_, Kind::Building) => 0,
        (Measure::Paper, Kind::Cavalry) => 11,
        (Measure::Paper, Kind::Vehicle) => 15,
        (Measure::Paper, _) => 8,
        (Measure::Scale, Kind::Cavalry) => scaled(config.cavalry_move_28mm),
        (Measure::Scale, Kind::Vehicle) => scaled(config.vehicle_move_28mm),
        (Measure::Scale, _) => scaled(config.guy_move_28mm),
    }
}

/// Half a Move Unit as a distance: at least 1 (B4, B5).
pub fn half_unit(config: &Config, kind: Kind) -> u32 {
    let half = match (config.measure, kind) {
        (Measure::Paper, Kind::Cavalry | Kind::Vehicle) => 8,
        (Measure::Paper, _) => 4,
        (Measure::Scale, kind) => move_unit(config, kind) / 2,
    };
    half.max(1)
}

/// How far a unit moves in a round, Super-Move included (U2).
pub fn movement(config: &Config, unit: &Unit) -> u32 {
    if unit.is_building() {
        return 0;
    }
    let whole = move_unit(config, unit.kind);
    let half = half_unit(config, unit.kind);
    whole
        + match unit.power(Power::Move) {
            Level::None => 0,
            Level::Minor => half,
            Level::Major => whole,
            Level::Superior => whole + half,
        }
}

/// The most that a unit covers in a move that touches rough ground, where it is held to half of
/// its Move Unit (B5, E6); half of what Super-Move adds counts too.
pub fn half_movement(config: &Config, unit: &Unit) -> u32 {
    let more = movement(config, unit).saturating_sub(move_unit(config, unit.kind));
    half_unit(config, unit.kind) + more / 2
}

/// The Distance Attack Unit of figures without Sniper (B3, B5).
pub fn distance_range(config: &Config) -> u32 {
    match (config.measure, config.scale) {
        (Measure::Paper, _) => 11,
        (Measure::Scale, Scale::Mm28) => config.dau_28mm,
        (Measure::Scale, scale) => scale.short(),
    }
}

/// The Distance Attack Unit of a unit (B3, B5, T13).
pub fn distance_unit(config: &Config, unit: &Unit) -> u32 {
    let plain = distance_range(config);
    match (unit.has(Trait::Sniper), config.sniper) {
        (false, _) => plain,
        (true, SniperRange::Double) => plain * 2,
        (true, SniperRange::LongRange) => config.scale.long(),
    }
}

/// Half a Move Unit of a figure.
pub fn half(b: &Skirmish, who: Fig) -> u32 {
    half_unit(&b.setup.config, b.unit(who).kind)
}

/// The Distance Attack Unit of a figure.
pub fn range(b: &Skirmish, who: Fig) -> u32 {
    distance_unit(&b.setup.config, b.unit(who))
}

/// The dice of an attack (A3, U1).
pub fn attack_dice(config: &Config, unit: &Unit, how: How) -> Dice {
    match how {
        How::Shoot if unit.automatic => std::iter::repeat_n(
            unit.power(Power::Blast).die(),
            usize::from(config.automatic_dice),
        )
        .collect(),
        How::Shoot => smallvec![unit.power(Power::Blast).die()],
        _ => smallvec![unit.power(Power::Fight).die()],
    }
}

/// What is added to a figure's rolls of a kind, Support where it would stand included
/// (A1, A4, A5, A9, T3, T12, T16, T17).
pub fn bonus(b: &Skirmish, who: Fig, at: &[Space], roll: Choice) -> i8 {
    let helped = supports(b, who, at, roll);
    odds::bonus(&b.setup.config, b.unit(who), roll, helped)
}

/// How many figures support a figure's rolls of a kind where it stands (T16): one at most, unless
/// their help adds up.
pub fn supports(b: &Skirmish, who: Fig, at: &[Space], roll: Choice) -> u8 {
    let givers = b.on_board().filter(|giver| {
        b.unit(*giver).has(Trait::Support)
            && b.figure(*giver).mark.support == roll
            && b.allied(*giver, who)
            && (*giver == who
                || b.board.grid().gap(&eyes::spaces(b, *giver), at) <= half(b, *giver))
    });
    let most = if b.setup.config.support_stacks {
        usize::from(u8::MAX)
    } else {
        1
    };
    givers.take(most).count() as u8
}

/// What an attack on a figure needs after adding (A1, A2, A4, M5, T14). `close`: no cover counts
/// (S5).
pub fn attack_need(b: &Skirmish, how: How, at: Fig, sight: Sight, close: bool) -> i8 {
    let config = &b.setup.config;
    if how != How::Shoot {
        return config.fight_need;
    }
    if close {
        return config.shoot_need;
    }
    let covered = sight == Sight::Cover || b.figure(at).aboard.is_some();
    match (covered, b.unit(at).has(Trait::Stealth)) {
        (true, true) => config.stealth_cover_need,
        (true, false) | (false, true) => config.cover_need,
        (false, false) => config.shoot_need,
    }
}

/// What an armour roll needs after adding; none: no armour, no roll (A5).
pub fn armour_need(config: &Config, armour: Armour) -> Option<i8> {
    match armour {
        Armour::None => None,
        Armour::Light => Some(config.light_need),
        Armour::Heavy => Some(config.heavy_need),
    }
}

/// What a figure counts when somebody defeats it (R4).
pub fn value(b: &Skirmish, who: Fig) -> HalfPoints {
    if b.setup.config.points {
        b.unit(who).cost
    } else {
        HalfPoints::ONE
    }
}
