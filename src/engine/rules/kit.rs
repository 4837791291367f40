//! What several rulesets share: reading configurations and plain forces, assembling a battle,
//! questions, rolls for who goes first, the last round, the end.
//!
//! No game is in here: a ruleset that plays otherwise writes its own.

use super::{aims, deploying, parts};
use crate::battle::{
    Aim, Answer, Ask, Battle, Brief, Decision, Effect, Event, Fig, Figure, Force, ForceFigure,
    Holder, Listed, Log, Outcome, Place, Purpose, Reason, Refused, Roll, Ruleset, Scale, Setup,
    Side, SideSetup, Sides, State, Victory, Who,
};
use crate::board::{Board, Damage, DamagedBoards, Facing, Reach, Space, Spaces, Use};
use crate::dice::{Dice, Faces, fit};
use crate::source::{Fault, Source};
use serde::Serialize;
use smallvec::SmallVec;
use std::fmt::Display;
use std::num::{NonZeroU8, NonZeroU16};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use toml::Spanned;

// ---- configurations ----

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

// ---- forces ----

/// A force file in which a figure has a name, a count and words.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: Spanned<String>,
    ruleset: Spanned<String>,
    name: String,
    #[serde(default)]
    figure: Vec<DraftFigure>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftFigure {
    name: Option<Spanned<String>>,
    count: Option<Spanned<u16>>,
    is: Spanned<String>,
}

/// Reads a force file in which a figure has a name, a count and words (`is`). `figure` makes one
/// of its words, with the name it has unless the file gives one; `called` is what one is called.
///
/// # Errors
/// What is wrong in the file, and where.
pub fn force<U: Clone, E: Display>(
    source: &Source,
    ruleset: &str,
    called: &str,
    figure: impl Fn(&str) -> Result<ForceFigure<U>, E>,
) -> Result<Force<U>, Fault> {
    source.check_format("force", 1)?;
    let draft: Draft = source.parse()?;
    source.version(&draft.format, "force", 1)?;
    parts::written_for(source, &draft.ruleset, ruleset)?;
    let all = format!("{called}s");
    let mut figures = Vec::new();
    for line in &draft.figure {
        let span: Range<usize> = line.is.span();
        let mut made =
            figure(line.is.get_ref()).map_err(|e| source.fault(span.clone(), e.to_string()))?;
        let count = parts::count(source, line.count.as_ref(), span, figures.len(), &all)?;
        if let Some(name) = parts::name(source, line.name.as_ref(), &format!("the {called}'s"))? {
            made.name = name;
        }
        figures.extend(std::iter::repeat_n(made, count));
    }
    if figures.is_empty() {
        return Err(source.fault_somewhere(format!(
            "the force has no {all}; add a [[figure]] with name, count and is"
        )));
    }
    Ok(Force {
        name: draft.name,
        points: figures.iter().map(|f| f.points).sum(),
        figures,
        findings: Vec::new(),
    })
}

/// Half points as a number of points: `3`, `3.5`.
pub fn points_text(halves: i32) -> String {
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{}{half}", halves / 2)
}

// ---- assembling a battle ----

/// The brief of a battle with what its aim needs, and its configuration. `steps`: where it may begin;
/// `devices`: whether the rules have devices.
///
/// # Errors
/// What is wrong with the rules file, or what these rules cannot play.
pub fn prepared<R: Ruleset>(
    mut brief: Brief,
    steps: &[&str],
    devices: bool,
) -> Result<(Brief, R::Config), Fault> {
    let config = R::config(brief.rules.as_ref())?;
    aims::check(&brief, R::NAME, steps, devices)?;
    aims::prepare(&mut brief);
    Ok((brief, config))
}

/// Adds the figures of a force to the roster, and returns its side, without a zone yet.
pub fn enlist<U>(
    roster: &mut Vec<Listed<U>>,
    brief: &Brief,
    index: usize,
    force: Force<U>,
) -> SideSetup {
    let base = roster.len();
    for (number, figure) in (1u16..).zip(force.figures) {
        roster.push(Listed {
            side: Side(index as u8),
            number,
            name: figure.name,
            aboard: figure.aboard.map(|mount| Fig((base + mount) as u16)),
            unit: figure.unit,
        });
    }
    let side = &brief.sides[index];
    SideSetup {
        name: force.name,
        seat: side.seat,
        team: side.team,
        role: side.role,
        zone: Spaces::default(),
        edge: parts::edge_of(side.seat),
        solo: false,
        points: force.points,
    }
}

/// Reads the forces of all sides of a plain battle, each with a zone on this `ground` that holds
/// `room` spaces for each figure. `allowed` refuses a force.
///
/// # Errors
/// What is wrong with a force.
#[allow(clippy::type_complexity)]
pub fn muster<R: Ruleset, E: Display>(
    brief: &Brief,
    config: &R::Config,
    board: &Board,
    (room, ground): (usize, &Spaces),
    allowed: impl Fn(usize, &Force<R::Unit>) -> Result<(), E>,
) -> Result<(Vec<Listed<R::Unit>>, Vec<SideSetup>), Fault> {
    let (mut roster, mut sides) = (Vec::new(), Vec::new());
    for (index, side) in brief.sides.iter().enumerate() {
        let force = R::force(&side.force, config)?;
        allowed(index, &force)
            .map_err(|why| side.force.fault_under(&["figure"], why.to_string()))?;
        let room = room * force.figures.len();
        let mut setup = enlist(&mut roster, brief, index, force);
        if brief.aim != Aim::Battle {
            setup.edge = parts::edges(brief)[index];
        }
        let given = side.zone.as_ref().or_else(|| match brief.aim {
            Aim::Battle => board.zone(Use::Deployment, side.seat),
            _ => None,
        });
        setup.zone = match given {
            Some(zone) => {
                let mut zone = zone.clone();
                zone.keep(ground);
                zone
            }
            None => aims::zone(board, (brief.aim, brief.scale), setup.edge, room, ground),
        };
        sides.push(setup);
    }
    Ok((roster, sides))
}

/// A force that costs too much.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct TooDear {
    /// What it costs, in half points.
    points: i32,
    /// What it may cost, in half points.
    budget: i32,
    /// Whether the scenario says so, and not the rules.
    by_scenario: bool,
}

impl TooDear {
    /// A force that costs more than the rules allow.
    pub fn for_rules(points: i32, budget: i32) -> Self {
        Self {
            points,
            budget,
            by_scenario: false,
        }
    }

    fn text(&self) -> String {
        let (points, budget) = (self.points, self.budget);
        match self.by_scenario {
            true => format!(
                "the force costs {} points; the scenario allows only {}",
                points / 2,
                budget / 2
            ),
            false => format!(
                "the force costs {} points, but it may cost only {}",
                points_text(points),
                points_text(budget)
            ),
        }
    }
}

/// That a force costs no more than the scenario allows.
///
/// # Errors
/// By how much it does.
pub fn within_budget<U>(budget: Option<i32>, force: &Force<U>) -> Result<(), TooDear> {
    match budget {
        Some(budget) if force.points > budget => Err(TooDear {
            points: force.points,
            budget,
            by_scenario: true,
        }),
        _ => Ok(()),
    }
}

/// A battle before anybody is placed: everybody is in reserve with the `mark` it begins with.
pub fn assemble<R: Ruleset>(
    brief: Brief,
    config: R::Config,
    board: Arc<Board>,
    (roster, sides): (Vec<Listed<R::Unit>>, Vec<SideSetup>),
    mark: impl Fn(&R::Config, &Brief, &R::Unit) -> R::Mark,
    table: R::Table,
) -> Battle<R> {
    let figures = roster.iter().map(|listed| Figure {
        side: listed.side,
        place: Place::Reserve,
        at: Space(0),
        facing: Facing::default(),
        aloft: false,
        aboard: None,
        mark: mark(&config, &brief, &listed.unit),
    });
    let middle = || board.grid().nearest_to_centre(board.standable());
    let items = brief.items.iter().map(|item| item.at.or_else(middle));
    let state = State {
        figures: figures.collect(),
        items: items
            .map(|at| Holder::Space(at.unwrap_or(Space(0))))
            .collect(),
        devices: vec![false; brief.devices.len()],
        scores: vec![0; sides.len()],
        damage: Damage::default(),
        outcome: None,
        table,
        frames: Vec::new(),
    };
    let setup = Setup {
        board,
        boards: DamagedBoards::default(),
        sides,
        roster,
        config,
        brief,
    };
    Battle::new(Arc::new(setup), state)
}

/// A plain battle in which nobody is asked where figures begin: every figure stands on the board,
/// with the `mark` it begins with. `called` is what a figure is called.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin_plain<R: Ruleset>(
    brief: Brief,
    called: &str,
    mark: R::Mark,
    table: R::Table,
) -> Result<Battle<R>, Fault> {
    let config = R::config(brief.rules.as_ref())?;
    parts::plain_battle(&brief, R::NAME, &[])?;
    let board = brief.board.clone();
    let ground = (1, board.standable());
    let allowed = |_, _: &Force<_>| Ok::<_, TooDear>(());
    let forces = muster::<R, _>(&brief, &config, &board, ground, allowed)?;
    let mut b = assemble(brief, config, board, forces, |_, _, _| mark.clone(), table);
    deploying::place_everybody(&mut b, called)?;
    Ok(b)
}

/// Whether figures that the scenario does not name are deployed: if it names none, or says how.
pub fn deploys_others(brief: &Brief) -> bool {
    brief.placed.is_empty() || brief.deploy.is_some()
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

/// All sides, in order.
pub fn sides<R: Ruleset>(b: &Battle<R>) -> impl Iterator<Item = Side> + use<R> {
    (0..b.setup.sides.len() as u8).map(Side)
}

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

/// Whether a side has somebody on the board.
pub fn stands<R: Ruleset>(b: &Battle<R>, side: Side) -> bool {
    b.on_board().any(|f| b.figure(f).side == side)
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

/// The most half points that the team of a side can still score by defeating enemies, each of this
/// `value`, and by devices that score once; `None`: points do not decide alone, or there is no limit.
pub fn points_left<R: Ruleset>(
    b: &Battle<R>,
    side: Side,
    victory: Option<Victory>,
    value: impl Fn(Fig) -> i32,
) -> Option<i32> {
    let brief = &b.setup.brief;
    let plain = matches!(brief.aim, Aim::Battle | Aim::Ambush) && !brief.rewards_exits();
    if !plain || victory != Some(Victory::Points) {
        return None;
    }
    let mut left = 0;
    for (device, used) in brief.devices.iter().zip(&b.state.devices) {
        match device.effect {
            Effect::Win => return None,
            Effect::Score(_) if device.again => return None,
            Effect::Score(halves) if !used => left += halves.max(0),
            _ => {}
        }
    }
    let team = b.team(side);
    let foes = b.all().filter(|f| {
        let figure = b.figure(*f);
        figure.place != Place::Gone && b.team(figure.side) != team
    });
    Some(left + foes.map(value).sum::<i32>())
}

/// Ends the battle in this round.
pub fn end<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    (winners, reason): (Sides, Reason),
    rounds: u16,
    log: &mut L,
) {
    b.state.frames.clear();
    let outcome = Outcome {
        winners,
        reason,
        rounds,
    };
    b.emit(Event::Ended(outcome), log);
}

// ---- how figures are shown ----

/// `1 action`, `2 actions`.
pub fn counted(number: impl Into<u64>, word: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {word}{plural}")
}
