//! Attacks: the roll, where a shot comes down, who defends, what a hit does (D3–D6, D8).

use super::config::{Against, At, BurstCriticals};
use super::unit::{Kind, Weapon};
use super::wreck::defeat;
use super::{Battle8, Frame, ground, known, round};
use crate::battle::{Event, Fig, How, Log, Place, Purpose, Refused, Roll, Stand, Target};
use crate::board::{Facing, Footprint, Landing, Sight, Space};
use crate::dice::Faces;
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

/// The attack under way.
pub fn salvo(b: &Battle8) -> Option<&Salvo> {
    b.state.frames.iter().rev().find_map(|frame| match frame {
        Frame::Salvo(salvo) => Some(salvo),
        _ => None,
    })
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

/// How somebody on these spaces is seen from above: in cover where all of them give some.
fn roofed(b: &Battle8, spaces: &[Space]) -> Sight {
    if spaces.iter().all(|s| b.board.terrain(*s).cover) {
        Sight::Cover
    } else {
        Sight::Clear
    }
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

/// Begins an attack.
pub fn begin<L: Log>(b: &mut Battle8, who: Fig, how: How, at: Target, log: &mut L) {
    let Ok(shot) = aim(b, who, None, how, at) else {
        return;
    };
    let bonus = bonus(b, who, None);
    let cheered = b
        .on_board()
        .filter(|f| ground::cheered(b, *f, &ground::spaces(b, *f)))
        .collect();
    b.emit(Event::Activated { who }, log);
    b.emit(Event::Struck { who, how, at }, log);
    b.state.frames.push(Frame::Salvo(Salvo {
        who,
        from: shot.from,
        at,
        aim: shot.aim,
        band: shot.band,
        bonus,
        fired: 0,
        shots: shot.shots,
        cheered,
    }));
}

/// What this shot adds to its roll.
fn shot_bonus(b: &Battle8, salvo: &Salvo) -> i8 {
    let own = b.setup.config.weapon(salvo.shots[0]).bonus;
    salvo.bonus.saturating_add(own)
}

/// The unmodified result this shot needs.
pub fn need(b: &Battle8, salvo: &Salvo) -> i8 {
    let config = &b.setup.config;
    let plain = config.need(salvo.band) - shot_bonus(b, salvo);
    plain.clamp(config.failure as i8 + 1, config.critical as i8)
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

/// The attack roll of a shot (D3).
pub fn shoot<L: Log>(b: &mut Battle8, face: u8, log: &mut L) {
    let Some(salvo) = salvo(b).cloned() else {
        return;
    };
    let config = &b.setup.config;
    let arm = *config.weapon(salvo.shots[0]);
    let (bonus, need) = (shot_bonus(b, &salvo), config.need(salvo.band));
    let highest = face >= config.critical;
    let critical = highest && may_be_critical(b, salvo.shots[0], salvo.fired == 0, salvo.at);
    let success = highest || (face > config.failure && face as i8 + bonus >= need);
    let off = matches!(salvo.at, Target::Figure(f) if ground::is_off(b, f));
    b.emit(
        Event::Rolled(Roll {
            purpose: Purpose::Attack,
            by: Some(salvo.who),
            side: Some(b.figure(salvo.who).side),
            faces: Faces::from_slice(&[face]),
            natural: face,
            bonus,
            need: Some(need),
            success: Some(success),
        }),
        log,
    );
    let (who, at) = (salvo.who, salvo.at);
    let told = if success {
        Event::Hit { who, at }
    } else {
        Event::Missed { who, at }
    };
    b.emit(told, log);
    match (arm.area && !off, at) {
        (true, _) if !success => b.state.frames.push(Frame::Scatter),
        (true, _) => {
            let beside: Footprint = b.board.grid().neighbours(salvo.aim).map(|n| n.1).collect();
            land(b, Some(salvo.aim), &beside, critical, log);
        }
        (false, Target::Figure(target)) if critical => {
            defeat(b, salvo.who, target, log);
            next_shot(b, log);
        }
        (false, Target::Figure(target)) if success => {
            if harms(b, salvo.shots[0], target, true) {
                let hit = SmallVec::from_slice(&[(target, true)]);
                b.state.frames.push(Frame::Defend { hit });
            } else {
                b.emit(Event::Saved { at }, log);
                next_shot(b, log);
            }
        }
        _ => next_shot(b, log),
    }
}

/// A shot that missed comes down somewhere else (D6).
pub fn scatter<L: Log>(b: &mut Battle8, faces: &Faces, log: &mut L) {
    b.state.frames.pop();
    let Some(salvo) = salvo(b).cloned() else {
        return;
    };
    b.emit(
        Event::Rolled(Roll {
            purpose: Purpose::Scatter,
            by: Some(salvo.who),
            side: Some(b.figure(salvo.who).side),
            faces: faces.clone(),
            natural: faces[0],
            bonus: 0,
            need: None,
            success: None,
        }),
        log,
    );
    let far = b.setup.config.astray(faces[1], b.setup.brief.scale);
    let way = Facing(faces[0] - 1);
    let (landing, beside) = b.board.grid().scattered(salvo.aim, way, far);
    let at = match landing {
        Landing::On(space) if b.board.exists(space) => Some(space),
        _ => None,
    };
    b.emit(Event::Landed { who: salvo.who, at }, log);
    land(b, at, &beside, false, log);
}

/// Whom a shot of a weapon hits that comes down here: all on the space directly, with splash
/// all beside it too (D6).
pub fn struck(
    b: &Battle8,
    weapon: Weapon,
    at: Option<Space>,
    beside: &[Space],
) -> SmallVec<[(Fig, bool); 8]> {
    let splash = b.setup.config.weapon(weapon).splash;
    let mut hit = SmallVec::new();
    for who in b.on_board().filter(|f| b.figure(*f).aboard.is_none()) {
        let own = ground::spaces(b, who);
        let direct = at.is_some_and(|s| own.contains(&s));
        let near = splash && own.iter().any(|s| beside.contains(s));
        if (direct || near) && harms(b, weapon, who, direct) {
            hit.push((who, direct));
        }
    }
    hit
}

/// A shot comes down.
fn land<L: Log>(b: &mut Battle8, at: Option<Space>, beside: &[Space], critical: bool, log: &mut L) {
    let Some((who, weapon)) = salvo(b).map(|s| (s.who, s.shots[0])) else {
        return;
    };
    let mut hit = struck(b, weapon, at, beside);
    if critical {
        // Nobody defends against a critical success, not even a vehicle (D4, D5).
        let under = |f: Fig| {
            b.unit(f).kind == Kind::Submarine && b.setup.config.weapon(weapon).at == At::Surface
        };
        let aimed = at
            .and_then(|s| ground::standing(b, s))
            .filter(|f| !under(*f));
        if let Some(target) = aimed {
            hit.retain(|(f, _)| *f != target);
            defeat(b, who, target, log);
        }
    }
    if hit.is_empty() {
        return next_shot(b, log);
    }
    hit.reverse();
    b.state.frames.push(Frame::Defend { hit });
}

/// Tells of a die of a figure against a number; whether it succeeds.
pub fn rolled<L: Log>(
    b: &mut Battle8,
    purpose: Purpose,
    who: Fig,
    face: u8,
    (bonus, need): (i8, i8),
    log: &mut L,
) -> bool {
    let success = face as i8 + bonus >= need;
    b.emit(
        Event::Rolled(Roll {
            purpose,
            by: Some(who),
            side: Some(b.figure(who).side),
            faces: Faces::from_slice(&[face]),
            natural: face,
            bonus,
            need: Some(need),
            success: Some(success),
        }),
        log,
    );
    success
}

/// A defence roll, and what comes of it (D4, D5).
pub fn defend<L: Log>(b: &mut Battle8, face: u8, log: &mut L) {
    let Some(Frame::Defend { hit }) = b.state.frames.last_mut() else {
        return;
    };
    let Some((who, direct)) = hit.pop() else {
        return;
    };
    let last = hit.is_empty();
    if last {
        b.state.frames.pop();
    }
    let bonus = defence(b, who, None);
    let need = b.setup.config.defence as i8;
    let success = rolled(b, Purpose::Defence, who, face, (bonus, need), log);
    let Some((by, weapon)) = salvo(b).map(|s| (s.who, s.shots[0])) else {
        return;
    };
    if success {
        let at = Target::Figure(who);
        b.emit(Event::Saved { at }, log);
    } else {
        let area = b.setup.config.weapon(weapon).area;
        let left = b.figure(who).mark.left - 1;
        if left == 0 || (area && direct) || b.unit(who).kind.is_vehicle() {
            defeat(b, by, who, log);
        } else {
            b.emit(Event::Wounded { who, left }, log);
        }
    }
    if last {
        next_shot(b, log);
    }
}

/// Goes on to the next shot, or ends the attack; nothing while others have to roll first.
pub fn next_shot<L: Log>(b: &mut Battle8, log: &mut L) {
    let Some(salvo) = b.state.frames.last() else {
        return;
    };
    let Frame::Salvo(salvo) = salvo else { return };
    let target_gone = match salvo.at {
        Target::Figure(target) => b.figure(target).place == Place::Gone,
        _ => false,
    };
    let gunner_gone = b.figure(salvo.who).place == Place::Gone;
    let config = &b.setup.config;
    let area = config.weapon(salvo.shots[0]).area;
    let over =
        salvo.shots.len() < 2 || (!area && target_gone) || (config.burst_ends && gunner_gone);
    if over {
        b.state.frames.pop();
        round::after_action(b, log);
    } else if let Some(Frame::Salvo(salvo)) = b.state.frames.last_mut() {
        salvo.shots.remove(0);
        salvo.fired += 1;
    }
}
