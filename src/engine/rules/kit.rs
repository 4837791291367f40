//! What several rulesets share: configurations, plain forces and the assembling of a battle,
//! questions, rolls for who goes first, the last round, the end.
//!
//! No game is in here: a ruleset that plays otherwise writes its own.

use super::{aims, prizes};
use crate::battle::{
    Aim, Answer, Ask, Battle, Decision, Effect, Event, Fig, Figure, HalfPoints, Log, Place,
    Purpose, Reason, Refused, Roll, Ruleset, Scale, Side, Sides, Target, Victory, Who,
};
use crate::board::{Mover, Reach, Route, Space, Spaces};
use crate::dice::{Dice, Faces, fit};
use serde::Serialize;
use smallvec::SmallVec;
use std::num::{NonZeroU8, NonZeroU16};
use std::rc::Rc;

pub use crate::rules_config as config;

pub use super::parts::{end, sides, stands};

pub use super::assemble::{
    TooDear, assemble, begin_plain, deploys_others, enlist, force, muster, prepared, within_budget,
};

// ---- configurations ----

/// A ruleset's configuration: each key with what it means, its type, and what it is unless a rules file
/// says otherwise. The package that uses it needs `serde` and `schemars`.
///
/// `tests/all/toy.rs` shows it. Each key has a comment, a type and its usual value:
/// `pub dry_rounds: u16 = 2,`.
#[macro_export]
macro_rules! rules_config {
    (
        $(#[$about:meta])*
        pub struct $name:ident of $ruleset:literal {
            $($(#[$meaning:meta])* $seen:vis $key:ident: $type:ty = $usual:expr,)*
        }
    ) => {
        $(#[$about])*
        #[derive(
            Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// File format and version; begins with `skirmish-rules/`.
            pub format: String,
            /// Name of the ruleset that this file changes.
            pub ruleset: String,
            $($(#[$meaning])* $seen $key: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    format: "skirmish-rules/1".into(),
                    ruleset: $ruleset.into(),
                    $($key: $usual,)*
                }
            }
        }
    };
}

/// A configuration as JSON.
pub fn plain(config: impl Serialize) -> serde_json::Value {
    serde_json::to_value(config).expect("a configuration is plain data")
}

/// A number known not to be 0.
pub const fn some(n: u8) -> NonZeroU8 {
    NonZeroU8::new(n).expect("not 0")
}

/// A number of rounds known not to be 0.
pub const fn rounds(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("not 0")
}

/// Spaces at 28 mm, in another scale: as its Move Unit is to that of 28 mm, rounded down, but
/// something stays something.
pub fn in_scale(spaces: u8, scale: Scale) -> u32 {
    let n = u32::from(spaces);
    (n * scale.move_unit() / Scale::Mm28.move_unit()).max(n.min(1))
}

// ---- questions ----

/// A question to a side.
pub fn player(side: Side, ask: Ask) -> Decision {
    Decision {
        who: Who::Side(side),
        ask,
    }
}

/// What is asked in a ruleset without other steps: nothing once the battle is over; else what
/// `half_done` asks of the innermost frame; else the side places a figure, where it `deploys`, or acts.
pub fn decision<R: Ruleset>(
    b: &Battle<R>,
    (side, deploys): (Side, bool),
    half_done: impl FnOnce(&R::Frame) -> Option<Decision>,
) -> Decision {
    if b.state.outcome.is_some() {
        return over();
    }
    let asked = b.state.frames.last().and_then(half_done);
    asked.unwrap_or_else(|| match deploys {
        true => player(side, Ask::Deploy),
        false => player(side, Ask::Act { only: None }),
    })
}

/// Nothing is asked any more: the battle is over.
pub fn over() -> Decision {
    Decision {
        who: Who::Chance,
        ask: Ask::Over,
    }
}

/// The roll for who goes first: a die for each of these sides.
pub fn initiative(die: u8, sides: &[Side]) -> Decision {
    let dice = SmallVec::from_elem(die, sides.len());
    roll(Purpose::Initiative, dice, None, sides.to_vec(), None)
}

/// A roll of dice, by a figure and these sides.
pub fn roll(
    purpose: Purpose,
    dice: Dice,
    by: Option<Fig>,
    sides: Vec<Side>,
    need: Option<i8>,
) -> Decision {
    Decision {
        who: Who::Chance,
        ask: Ask::Roll {
            purpose,
            dice,
            by,
            sides,
            need,
        },
    }
}

/// A roll of dice by a figure, for its side.
pub fn roll_of<R: Ruleset>(
    b: &Battle<R>,
    purpose: Purpose,
    dice: Dice,
    by: Fig,
    need: Option<i8>,
) -> Decision {
    roll(purpose, dice, Some(by), vec![b.figure(by).side], need)
}

/// Dice of these numbers of sides.
pub fn dice(sides: &[u8]) -> Dice {
    Dice::from_slice(sides)
}

/// Records a figure's roll, and returns whether its best face with the bonus is as much as is
/// needed.
pub fn rolled<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    purpose: Purpose,
    who: Fig,
    faces: &Faces,
    (bonus, need): (i8, i8),
    log: &mut L,
) -> bool {
    let roll = b.roll_of(purpose, who, faces);
    let success = roll.natural as i8 + bonus >= need;
    let roll = Roll {
        bonus,
        need: Some(need),
        success: Some(success),
        ..roll
    };
    b.emit(Event::Rolled(roll), log);
    success
}

/// Records that a figure hits its target, or misses it.
pub fn hit_or_miss<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    hit: bool,
    (who, at): (Fig, Target),
    log: &mut L,
) {
    let event = match hit {
        true => Event::Hit { who, at },
        false => Event::Missed { who, at },
    };
    b.emit(event, log);
}

/// Records that a figure is defeated by another, whose side scores so many points for it.
pub fn defeat<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    (who, by): (Fig, Fig),
    points: HalfPoints,
    log: &mut L,
) {
    let side = b.figure(by).side;
    let by = Some(side);
    b.emit(Event::Defeated { who, by }, log);
    b.emit(Event::Scored { side, points }, log);
}

/// That faces fit the dice that are asked for.
///
/// # Errors
/// What must be rolled instead.
pub fn check_faces(dice: &Dice, faces: &Faces) -> Result<(), Refused> {
    if fit(dice, faces) {
        return Ok(());
    }
    Err(Refused(format!(
        "roll {} dice with {} sides; {:?} does not fit",
        dice.len(),
        dice.first().unwrap_or(&0),
        faces.as_slice()
    )))
}

/// A figure of a side on the board.
///
/// # Errors
/// It does not exist, or is another's, or is not on the board.
pub fn own_figure<R: Ruleset>(
    b: &Battle<R>,
    who: Fig,
    side: Side,
) -> Result<&Figure<R::Mark>, Refused> {
    let refuse = |why: &str| Err(Refused(why.into()));
    match b.state.figures.get(who.index()) {
        None => refuse("that figure does not exist"),
        Some(figure) if figure.side != side => refuse("it belongs to another side"),
        Some(figure) if !figure.is_on() => refuse("it is not on the board"),
        Some(figure) => Ok(figure),
    }
}

/// Why a figure that moves so many spaces cannot move to a space: it is too far away, or there is
/// no way to it.
pub fn out_of_reach<R: Ruleset>(b: &Battle<R>, from: Space, to: Space, budget: u32) -> Refused {
    let (name, away) = (b.board.grid().name(to), b.board.grid().distance(from, to));
    Refused(if away > budget {
        format!("{name} is {away} spaces away, and it can move only {budget}")
    } else {
        format!("no way to {name} is short enough: it can move only {budget}")
    })
}

/// Where a figure can walk to: so many spaces, through friends, not through enemies or what else is
/// `closed`, and to a free space. False: it is not on the board.
pub fn walk_reach<R: Ruleset>(
    b: &Battle<R>,
    who: Fig,
    walk: (u32, &Spaces),
    out: &mut Reach,
) -> bool {
    let figure = b.figure(who);
    walking(b, who, walk, |mover| b.board.reach(figure.at, mover, out));
    figure.is_on()
}

/// Records a move of a figure to a space that it can walk to, as [`walk_reach`] says.
pub fn walk<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    (who, to): (Fig, Space),
    walk: (u32, &Spaces),
    log: &mut L,
) {
    let from = b.figure(who).at;
    let route = walking(b, who, walk, |mover| b.board.route(from, to, mover));
    go(b, who, route, log);
}

/// Calls `go` with a figure as it walks.
fn walking<R: Ruleset, T>(
    b: &Battle<R>,
    who: Fig,
    (budget, closed): (u32, &Spaces),
    go: impl FnOnce(&Mover) -> T,
) -> T {
    let others = b.on_board().filter(|f| *f != who);
    let (mut closed, mut taken) = (closed.clone(), closed.clone());
    for other in others {
        let at = b.figure(other).at;
        taken.insert(at);
        if !b.allied(other, who) {
            closed.insert(at);
        }
    }
    go(&Mover::on_foot(budget, &closed, &taken))
}

/// Records a move of a figure along a route; nothing without one.
pub fn go<R: Ruleset, L: Log>(b: &mut Battle<R>, who: Fig, route: Option<Route>, log: &mut L) {
    if let Some(Route { path, cost }) = route {
        b.emit(Event::Moved { who, path, cost }, log);
    }
}

/// The move that brings somebody nearer to the enemy: of those who can come nearer, the nearest
/// goes. `ways` measures a figure's way from each space to a set of spaces.
pub fn nearest_move<R: Ruleset>(
    b: &Battle<R>,
    able: &[Fig],
    mut ways: impl FnMut(Fig, &Spaces) -> Rc<[u32]>,
) -> Option<Answer> {
    let me = able.first()?;
    let foes = b.on_board().filter(|f| !b.allied(*me, *f));
    let enemies: Vec<Space> = foes.map(|f| b.figure(f).at).collect();
    let goals = Spaces::of(b.board.len(), enemies.iter().copied());
    let (grid, mut reach, mut best) = (b.board.grid(), Reach::default(), None);
    for who in able {
        if !R::facts(b, *who).may_move || !R::reach(b, *who, &mut reach) {
            continue;
        }
        let ways = ways(*who, &goals);
        let far = |space: Space| {
            let straight = enemies.iter().map(|e| grid.distance(space, *e)).min();
            (ways[space.index()], straight.unwrap_or(0))
        };
        let from = far(b.figure(*who).at);
        for (to, cost) in reach.ends() {
            let end = far(*to);
            let key = (end, from, *cost, *who, *to);
            if end < from && best.is_none_or(|least| key < least) {
                best = Some(key);
            }
        }
    }
    best.map(|(_, _, _, who, to)| Answer::Move { who, to })
}

// ---- who goes first ----

/// Records a roll for who goes first.
pub fn rolled_off<R: Ruleset, L: Log>(b: &mut Battle<R>, faces: &Faces, log: &mut L) {
    let roll = Roll::new(Purpose::Initiative, None, None, faces);
    b.emit(Event::Rolled(roll), log);
}

/// Records a roll for who goes first: the side that rolled highest does. If several did, they roll
/// again in the `frame` that they make. Returns whether it is decided.
pub fn roll_off<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    sides: &[Side],
    faces: &Faces,
    frame: impl FnOnce(SmallVec<[Side; 4]>) -> R::Frame,
    log: &mut L,
) -> bool {
    rolled_off(b, faces, log);
    let made = |(side, face): (&Side, &u8)| (*face + aims::initiative(b, *side), *side);
    let rolled: SmallVec<[(u8, Side); 4]> = sides.iter().zip(faces).map(made).collect();
    let highest = rolled.iter().map(|(made, _)| *made).max();
    let best = rolled.iter().filter(|(made, _)| Some(*made) == highest);
    let best: SmallVec<[Side; 4]> = best.map(|(_, side)| *side).collect();
    match best.as_slice() {
        [side] => {
            b.emit(Event::First { side: *side }, log);
            true
        }
        _ => {
            b.state.frames.push(frame(best));
            false
        }
    }
}

// ---- rounds and the end ----

/// The last round: as the scenario says, else as the rules do; `longest` where it sets no limit.
pub fn last_round<R: Ruleset>(b: &Battle<R>, usual: NonZeroU16, longest: NonZeroU16) -> u16 {
    match b.setup.brief.rounds {
        None => usual.get(),
        Some(None) => longest.get(),
        Some(Some(rounds)) => rounds,
    }
}

/// How the battle ends now that only these sides have anybody left: for the last team, or by
/// points where the scenario says so. `None`: it goes on. `nobody`: who wins if nobody is left.
pub fn ending<R: Ruleset>(
    b: &Battle<R>,
    left: impl Fn(Side) -> bool,
    nobody: Sides,
) -> Option<(Sides, Reason)> {
    let mut teams: SmallVec<[u8; 8]> = sides(b).filter(|s| left(*s)).map(|s| b.team(s)).collect();
    teams.sort_unstable();
    teams.dedup();
    match teams.as_slice() {
        [] => Some((nobody, Reason::NobodyLeft)),
        [_] if b.setup.brief.victory == Some(Victory::Points) => {
            Some((b.leading(), Reason::Points))
        }
        [team] => Some((b.team_sides(*team), Reason::LastStanding)),
        _ => None,
    }
}

/// Ends the battle if no more than one team has anybody on the board. False: it goes on.
pub fn end_if_won<R: Ruleset, L: Log>(b: &mut Battle<R>, rounds: u16, log: &mut L) -> bool {
    let ending = ending(b, |side| stands(b, side), Sides::NONE);
    if let Some(how) = ending {
        end(b, how, rounds, log);
    }
    ending.is_some()
}

/// The most points that the team of a side can still score by defeating enemies, each of this
/// `value`, and by devices that score once; `None`: points do not decide alone, or there is no limit.
pub fn points_left<R: Ruleset>(
    b: &Battle<R>,
    side: Side,
    victory: Option<Victory>,
    value: impl Fn(Fig) -> HalfPoints,
) -> Option<HalfPoints> {
    let brief = &b.setup.brief;
    let plain = matches!(brief.aim, Aim::Battle | Aim::Ambush) && !brief.rewards_exits();
    if !plain || prizes::any(b) || victory != Some(Victory::Points) {
        return None;
    }
    let mut left = HalfPoints::ZERO;
    for (device, used) in brief.devices.iter().zip(&b.state.devices) {
        match device.effect {
            Effect::Win => return None,
            Effect::Score(_) if device.again || device.guard.is_some() => return None,
            Effect::Score(points) if !used => left += points.max(HalfPoints::ZERO),
            _ => {}
        }
    }
    let team = b.team(side);
    let foes = b.all().filter(|f| {
        let figure = b.figure(*f);
        figure.place != Place::Gone && b.team(figure.side) != team
    });
    Some(left + foes.map(value).sum::<HalfPoints>())
}

// ---- how figures are shown ----

/// `1 action`, `2 actions`.
pub fn counted(number: impl Into<u64>, word: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {word}{plural}")
}
