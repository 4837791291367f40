//! Whether an attack can be made: the weapons that reach the target, and how it is seen (D3, D8, D10).

use super::config::At;
use super::defence::{harms, roofed};
use super::unit::{Kind, Weapon};
use super::{Battle8, ground, known};
use crate::battle::{Fig, How, Refused, Stand, Target};
use crate::board::{Footprint, Sight, Space};
use smallvec::SmallVec;

/// Something that may be attacked from a stand.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The spaces it is attacked from.
    pub from: Footprint,
    /// The space aimed at.
    pub aim: Space,
    /// How near it is.
    pub band: u8,
    /// How it is seen.
    pub sight: Sight,
    /// The weapons that reach it, a shot each.
    pub shots: SmallVec<[Weapon; 8]>,
}

/// Whether a unit may attack from where it is: on foot, or aboard of what is open (D9).
pub fn in_action(b: &Battle8, who: Fig) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    match b.figure(who).aboard {
        Some(vehicle) if !ground::sort(b, vehicle).open || b.figure(vehicle).aboard.is_some() => {
            refuse(format!(
                "it is aboard {}, and units aboard it cannot attack",
                b.label_and_name(vehicle)
            ))
        }
        _ if !ground::manned(b, who) => refuse(format!(
            "it needs a crew of {} aboard",
            ground::sort(b, who).crew
        )),
        _ => Ok(()),
    }
}

/// What weapons need to know of what they are aimed at.
#[derive(Copy, Clone, Debug)]
pub struct Aimed {
    /// It is under water.
    sunk: bool,
    /// It is a ship, or water.
    ship: bool,
    /// The figure, if it is one.
    figure: Option<Fig>,
    /// It acts from off the map (D9).
    pub off: bool,
}

impl Aimed {
    /// A figure.
    pub fn figure(b: &Battle8, who: Fig) -> Self {
        let kind = b.unit(who).kind;
        Self {
            sunk: kind == Kind::Submarine,
            ship: kind.sails() || kind == Kind::Battleship,
            figure: Some(who),
            off: ground::is_off(b, who),
        }
    }
    /// A space.
    pub fn space(b: &Battle8, space: Space) -> Self {
        Self {
            sunk: false,
            ship: b.board.terrain(space).water,
            figure: None,
            off: false,
        }
    }
}

/// Whether a unit may attack one that acts from off the map (D9): those at sea and in the air a
/// battleship, with fire on a space; planes a plane.
pub fn may_intercept(b: &Battle8, who: Fig, how: How, at: Fig) -> bool {
    let (own, other) = (b.unit(who).kind, b.unit(at).kind);
    let hunts = match other {
        Kind::Battleship => {
            how == How::Blast && matches!(own, Kind::Submarine | Kind::Destroyer | Kind::Plane)
        }
        Kind::Plane => own == Kind::Plane,
        _ => false,
    };
    b.setup.config.intercept && ground::is_off(b, at) && hunts
}

/// The shots of an attack, a weapon each: of all weapons that are used in this way, suit the target
/// and reach it, or of the one among them that does most (D1).
pub fn shots_of(b: &Battle8, who: Fig, how: How, band: u8, aimed: Aimed) -> SmallVec<[Weapon; 8]> {
    let config = &b.setup.config;
    let suits = |weapon: &Weapon| {
        let arm = config.weapon(*weapon);
        let wanted = match arm.at {
            At::Surface => !aimed.sunk,
            At::Ships => aimed.ship,
            At::Submarines => aimed.sunk || (aimed.ship && aimed.figure.is_none()),
        };
        wanted && config.reaches(arm, band)
    };
    let does = |weapon: &Weapon| {
        let arm = config.weapon(*weapon);
        let harms = aimed.figure.is_none_or(|f| harms(b, *weapon, f, true));
        (harms, arm.shots, arm.bonus)
    };
    let unit = b.unit(who);
    let all = || unit.battery(config, how).filter(suits);
    // The last of several equal ones would be taken: the first comes last.
    let listed: SmallVec<[Weapon; 4]> = all().collect();
    let best = listed.iter().rev().copied().max_by_key(does);
    let mut shots: SmallVec<[Weapon; 8]> = SmallVec::new();
    for weapon in all().filter(|w| !config.one_weapon || Some(*w) == best) {
        let n = usize::from(config.weapon(weapon).shots);
        shots.extend(std::iter::repeat_n(weapon, n));
    }
    shots.truncate(super::config::MOST_SHOTS);
    shots
}

/// What is attacked, and its spaces: none if it is off the map.
fn target_of(b: &Battle8, who: Fig, how: How, at: Target) -> Result<(Footprint, Aimed), Refused> {
    let refuse = |why: String| Err(Refused(why));
    match at {
        Target::Figure(target) => {
            let known = target.index() < b.state.figures.len();
            if known && !b.allied(who, target) && may_intercept(b, who, how, target) {
                return Ok((Footprint::new(), Aimed::figure(b, target)));
            }
            if !known || !b.figure(target).is_on() {
                return refuse("the target is not on the board".into());
            }
            if b.allied(who, target) {
                return refuse(format!("{} is a friend", b.label_and_name(target)));
            }
            if let Some(vehicle) = b.figure(target).aboard {
                return refuse(format!(
                    "{} is aboard {}; attack the vehicle",
                    b.label_and_name(target),
                    b.label_and_name(vehicle)
                ));
            }
            Ok((ground::spaces(b, target), Aimed::figure(b, target)))
        }
        Target::Space(space) if how == How::Blast => {
            if !known(b, space) {
                return refuse("that space is not on the board".into());
            }
            if let Some(there) = ground::standing(b, space) {
                return refuse(format!(
                    "{} stands there; aim at the figure",
                    b.label_and_name(there)
                ));
            }
            if !ground::beside_enemy(b, who, space) {
                return refuse("no enemy stands next to that space".into());
            }
            Ok((Footprint::from_slice(&[space]), Aimed::space(b, space)))
        }
        _ => refuse("that cannot be attacked".into()),
    }
}

/// An attack in a way on something from a stand, if it can be made (D3, D8, D10).
///
/// # Errors
/// Why not.
pub fn aim(
    b: &Battle8,
    who: Fig,
    stand: Option<Stand>,
    how: How,
    at: Target,
) -> Result<Shot, Refused> {
    let refuse = |why: &str| Err(Refused(why.into()));
    let (unit, config) = (b.unit(who), &b.setup.config);
    let off = ground::stays_off(b, who);
    let from: Footprint = if off {
        Footprint::new()
    } else {
        let here = b.figure(who).at;
        let stand = stand.map_or(here, |s| s.at);
        b.spaces_at(stand, ground::size(b, who))
    };
    if unit.battery(config, how).next().is_none() {
        return Err(Refused(format!(
            "this {} has no weapon {}",
            unit.kind.name(),
            match how {
                How::Burst => "that fires bursts",
                How::Blast => "that fires on a whole space",
                _ => "for single shots",
            }
        )));
    }
    let (to, aimed) = target_of(b, who, how, at)?;
    let gap = b.board.grid().gap(&from, &to);
    let scale = b.setup.brief.scale;
    let band = match config.band(gap, scale) {
        _ if off || aimed.off => 2,
        Some(band) => band,
        None => {
            let (_, long) = config.ranges(scale);
            return Err(Refused(format!(
                "the target is {gap} spaces away; long range is {long}"
            )));
        }
    };
    let shots = shots_of(b, who, how, band, aimed);
    if shots.is_empty() {
        return refuse(if aimed.sunk {
            "the target is under water, and these weapons cannot reach it"
        } else {
            "none of its weapons suits this target and reaches so far"
        });
    }
    let sight = match (aimed.off, off) {
        (true, _) => Sight::Clear,
        (false, true) => roofed(b, &to),
        (false, false) => ground::sight(b, &from, &to),
    };
    if sight == Sight::Blocked {
        return refuse("the target is out of sight");
    }
    let aim = aim_point(b, &from, &to);
    Ok(Shot {
        from,
        aim,
        band,
        sight,
        shots,
    })
}

/// The space that is aimed at: of those seen the nearest.
pub fn aim_point(b: &Battle8, from: &[Space], to: &[Space]) -> Space {
    if from.is_empty() || to.len() < 2 {
        return to.first().copied().unwrap_or(Space(0));
    }
    let near = |s: &Space| {
        let seen = ground::sight(b, from, &[*s]);
        (seen == Sight::Blocked, b.board.grid().gap(from, &[*s]), *s)
    };
    to.iter().copied().min_by_key(near).unwrap_or(to[0])
}

/// What is added to the attack rolls of a unit from a stand (D3, D7, D9).
pub fn bonus(b: &Battle8, who: Fig, stand: Option<Stand>) -> i8 {
    let config = &b.setup.config;
    let unit = b.unit(who);
    let figure = b.figure(who);
    let mut bonus = unit.accuracy as i8;
    // From inside what is closed nobody attacks: whoever is there has got off by then.
    let exposed = |vehicle| ground::sort(b, vehicle).open;
    if figure.aboard.is_some_and(exposed) {
        bonus = bonus.saturating_add(config.aboard);
    }
    if figure.is_on() {
        let own = stand.map_or_else(
            || ground::spaces(b, who),
            |s| ground::spaces_from(b, who, s),
        );
        bonus += i8::from(ground::cheered(b, who, &own));
    }
    bonus
}
