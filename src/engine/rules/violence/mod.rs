//! Very Quick Violence: opposed dice, actions, wounds.
//!
//! [`force`]: small, medium and large fighters for ten points. [`begin`], [`deploy`]: how a
//! battle is set up. [`round`]: who goes first, activations, moves, the end. [`attack`]: dice,
//! guard and damage. [`ground`]: what is flat. [`config`]: every number.

pub mod attack;
pub mod begin;
pub mod config;
pub mod deploy;
pub mod force;
pub mod ground;
mod legal;
mod preset;
pub mod round;

use super::{aims, kit};
use crate::battle::{
    Act, Answer, Ask, Battle, Brief, Decision, EachStrike, Event, Facts, Fig, Goal, HalfPoints,
    Hints, How, Line, Log, Milli, Mode, Modes, Odds, OddsState, Place, Pose, Purpose, Range,
    Ruleset, Samples, Setup, Shelter, Shown, Side, Stand, State, Status, Target,
};
use crate::board::{Gait, Look, Mover, Reach, Sight, Space, Spaces};
use smallvec::{SmallVec, smallvec};

pub use config::Config;
pub use force::Size;

/// The ruleset's name as a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Violence;

/// What is remembered about a fighter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Damage points left (V2).
    pub left: u8,
    /// Whether it was activated in this turn (V3).
    pub acted: bool,
    /// Turns its guard still lasts, this one included; 0: it has none (V6).
    pub guard: u8,
    /// Whether it is to be deployed.
    pub waits: bool,
}

impl Mark {
    /// As a fighter begins.
    pub fn new(config: &Config, brief: &Brief, size: &Size) -> Self {
        Self {
            left: config.damage_points.of(*size).get(),
            acted: false,
            guard: 0,
            waits: kit::deploys_others(brief),
        }
    }
}

phases! {
    /// Fighters act.
    Act: "act",
}

/// The turn, and whose it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// What is going on.
    pub phase: Phase,
    /// The turn, from 1.
    pub turn: u16,
    /// Whose turn it is.
    pub side: Side,
    /// Fighters each side may still activate in this turn (V3).
    pub left: SmallVec<[u16; 4]>,
}

/// What is half done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// These sides roll for who goes first (V3).
    RollOff {
        /// The sides.
        sides: SmallVec<[Side; 4]>,
    },
    /// A fighter acts (V2).
    Active {
        /// The fighter.
        who: Fig,
        /// Actions it has left.
        left: u8,
    },
    /// An attack waits for its dice (V5).
    Attack {
        /// The attacker.
        who: Fig,
        /// The target.
        at: Fig,
    },
}

/// Spaces of one move of a fighter (V4).
fn move_of(b: &Battle<Violence>, who: Fig) -> u32 {
    b.setup.config.move_of(*b.unit(who), b.setup.brief.scale)
}

/// Spaces an attack reaches (V5).
fn attack_range(b: &Battle<Violence>) -> u32 {
    b.setup.config.reach_of_attack(b.setup.brief.scale)
}

/// The spaces of all fighters but one: nobody moves through another, friend or foe (V7).
fn others(b: &Battle<Violence>, who: Fig) -> Spaces {
    let fighters = b.on_board().filter(|f| *f != who);
    Spaces::of(b.board.len(), fighters.map(|f| b.figure(f).at))
}

/// A fighter that moves along any way (V4).
fn walker(budget: u32, taken: &Spaces) -> Mover<'_> {
    Mover {
        size: 1,
        gait: Gait::Walk,
        budget,
        closed: taken,
        taken,
    }
}

/// What a fighter of this side sees from one space of another; without the rule of sight, all.
fn sight(b: &Battle<Violence>, blockers: Option<&Spaces>, from: Space, to: Space) -> Sight {
    let Some(figures) = blockers else {
        return Sight::Clear;
    };
    let look = Look {
        from: &[from],
        to: &[to],
        eyes: (1, 1),
        figures: Some(figures),
    };
    b.board
        .look(&look, |_, _| true)
        .map_or(Sight::Blocked, |seen| seen.sight)
}

/// The figures that block sight, where sight is needed at all (V5).
fn blockers_of(b: &Battle<Violence>, side: Side) -> Option<Spaces> {
    b.setup.config.sight.then(|| Violence::blockers(b, side))
}

/// What is asked while something is half done.
fn half_done(b: &Battle<Violence>, frame: &Frame) -> Option<Decision> {
    let die = b.setup.config.die.get();
    let side = b.state.table.side;
    Some(match frame {
        Frame::RollOff { sides } => kit::initiative(die, sides),
        Frame::Attack { who, at } => {
            let sides = vec![b.figure(*who).side, b.figure(*at).side];
            let dice = smallvec![die, die];
            kit::roll(Purpose::Attack, dice, Some(*who), sides, None)
        }
        Frame::Active { who, .. } => kit::player(side, Ask::Act { only: Some(*who) }),
    })
}

impl Ruleset for Violence {
    ruleset_parts! {
        name: "violence",
        unit: Size,
        force: force::read,
        sheet: force::sheet,
    }
    legal_parts! {}
    const ABOUT: &'static str = "Very Quick Violence: small, medium and large fighters, opposed dice rolls, actions and damage";
    const FORCES: Samples = samples!["forces": "knives", "brutes", "watch", "crew", "circus"];
    const STEP_WORDS: &'static [&'static str] = &["deploy", "act"];
    const MARKS: &'static [(&'static str, &'static str)] = &[
        ("… actions left", "It is acting, and may still do so much"),
        ("acted", "It has had its activation in this turn"),
        (
            "on guard +…",
            "It is on guard: that number is added to its dice",
        ),
    ];

    fn status(b: &Battle<Self>) -> Status {
        let table = &b.state.table;
        let now = table.phase.now(table.side);
        Status::of((table.turn, round::last_turn(b)), now, None)
    }
    fn resolve<L: Log>(b: &mut Battle<Self>, answer: &Answer, log: &mut L) {
        match (b.state.frames.last(), answer) {
            (Some(Frame::RollOff { .. }), Answer::Faces(faces)) => round::roll_off(b, faces, log),
            (Some(Frame::Attack { .. }), Answer::Faces(faces)) => attack::resolve(b, faces, log),
            (None, Answer::Place { .. }) => deploy::resolve(b, answer, log),
            _ => round::act(b, answer, log),
        }
        aims::settle(b, b.state.table.turn, log);
    }

    fn apply(setup: &Setup<Self>, state: &mut State<Self>, event: &Event) {
        let table = &mut state.table;
        match event {
            Event::Round { number } => {
                (table.phase, table.turn) = (Phase::Roll, *number);
                for figure in &mut state.figures {
                    figure.mark.acted = false;
                    figure.mark.guard = figure.mark.guard.saturating_sub(1);
                }
            }
            Event::First { side } => {
                table.phase = Phase::Act;
                table.side = *side;
                for (index, left) in table.left.iter_mut().enumerate() {
                    let living = state
                        .figures
                        .iter()
                        .filter(|f| f.is_on() && f.side.index() == index)
                        .count();
                    *left = setup.config.active_percent.rounded_up(living) as u16;
                }
            }
            Event::Step {
                side: Some(side), ..
            } => table.side = *side,
            Event::Passed { side } => table.left[side.index()] = 0,
            Event::Activated { who } => {
                let figure = &mut state.figures[who.index()];
                figure.mark.acted = true;
                figure.mark.guard = 0;
                table.left[figure.side.index()] -= 1;
            }
            Event::Guarded { who } => {
                state.figures[who.index()].mark.guard = setup.config.guard_turns.get();
            }
            Event::Wounded { who, left } => state.figures[who.index()].mark.left = *left,
            Event::Defeated { who, .. } => {
                let mark = &mut state.figures[who.index()].mark;
                mark.left = 0;
                mark.guard = 0;
            }
            Event::Placed { who, .. } => state.figures[who.index()].mark.waits = false,
            _ => {}
        }
    }

    fn facts(b: &Battle<Self>, who: Fig) -> Facts {
        let may_move = move_of(b, who) > 0 && round::actions_left(b, who) > 0;
        Facts::plain(worth(b, who), may_move)
    }
    fn shown(b: &Battle<Self>, who: Fig) -> Shown {
        let (size, figure) = (*b.unit(who), b.figure(who));
        let most = b.setup.config.damage_points.of(size).get();
        let mut status = Vec::new();
        if figure.place == Place::On {
            match round::acting(b) {
                Some((active, left)) if active == who => {
                    status.push(format!("{} left", kit::counted(left, "action")));
                }
                _ if figure.mark.acted => status.push("acted".into()),
                _ => {}
            }
            if figure.mark.guard > 0 {
                status.push(format!("on guard +{}", b.setup.config.guard.of(size)));
            }
        }
        let points = force::cost(size, &b.setup.config);
        Shown {
            appearance: size.appearance(),
            status,
            health: (most > 1).then_some((figure.mark.left, most)),
            ..Shown::plain(&b.setup.roster[who.index()].name, size.name(), points)
        }
    }
    fn reach(b: &Battle<Self>, who: Fig, out: &mut Reach) -> bool {
        let (budget, at) = (move_of(b, who), b.figure(who).at);
        let taken = others(b, who);
        if b.setup.config.bent_moves {
            b.board.reach(at, &walker(budget, &taken), out);
        } else {
            b.board.straight_reach(at, budget, &taken, out);
        }
        budget > 0 && b.figure(who).is_on()
    }
    fn modes(b: &Battle<Self>, who: Fig, fresh: bool) -> Modes {
        let times = if fresh {
            round::all_actions(b, who)
        } else {
            round::actions_left(b, who)
        };
        if times == 0 {
            return Modes::new();
        }
        smallvec![Mode {
            how: How::Attack,
            range: Range::Spaces(attack_range(b)),
            sight: b.setup.config.sight,
            times,
            still: false,
        }]
    }
    fn strikes(b: &Battle<Self>, who: Fig, stand: Stand, each: &mut EachStrike) {
        if round::actions_left(b, who) == 0 {
            return;
        }
        let blockers = blockers_of(b, b.figure(who).side);
        let (grid, range) = (b.board.grid(), attack_range(b));
        for target in b.on_board() {
            let at = b.figure(target).at;
            if b.allied(who, target) || grid.distance(stand.at, at) > range {
                continue;
            }
            let seen = sight(b, blockers.as_ref(), stand.at, at);
            if seen != Sight::Blocked && !each(How::Attack, Target::Figure(target), seen) {
                return;
            }
        }
        if !b.figure(who).mark.acted {
            each(How::Defend, Target::Nothing, Sight::Clear);
        }
    }
    fn odds(b: &Battle<Self>, act: &Act) -> Odds {
        if act.sight == Sight::Blocked {
            return Odds::NONE;
        }
        attack::odds(b, act.who, act.how, act.at)
    }
    fn lines(b: &Battle<Self>, act: &Act) -> Vec<Line> {
        attack::lines(b, act.who, act.how, act.at)
    }

    fn goals(b: &Battle<Self>, side: Side) -> Vec<Goal> {
        let Some(spaces) = round::centre(b) else {
            let mut goals = aims::goals(b, side);
            goals.push(Goal::Fight);
            return goals;
        };
        let own = b.team(side);
        let teams = b.setup.sides.iter().map(|side| side.team);
        let others = teams.filter(|team| *team != own);
        let most = others.map(|team| round::in_centre(b, &spaces, team)).max();
        let need = (most.unwrap_or(0) + 1).saturating_sub(round::in_centre(b, &spaces, own));
        let leave = false;
        let centre = Goal::Reach {
            spaces,
            need,
            leave,
        };
        vec![Goal::Fight, centre]
    }
    fn notice(b: &Battle<Self>, side: Side) -> Option<String> {
        if let Some((_, left)) = round::acting(b) {
            return Some(format!("It has {} left.", kit::counted(left, "action")));
        }
        let left = b.state.table.left.get(side.index())?;
        let fighters = if *left == 1 { "fighter" } else { "fighters" };
        Some(format!(
            "{left} more {fighters} of this side may act in this turn. Sides take turns after each fighter."
        ))
    }
}

impl Hints for Violence {
    const POSES: &'static [Pose<Self>] = &[("on guard", |b, who| {
        b.state.figures[who.index()].mark.guard = b.setup.config.guard_turns.get();
    })];

    fn blockers(b: &Battle<Self>, side: Side) -> Spaces {
        let team = b.team(side);
        let opposing = b
            .on_board()
            .filter(|f| b.setup.config.sight && b.team(b.figure(*f).side) != team);
        Spaces::of(b.board.len(), opposing.map(|f| b.figure(f).at))
    }
    fn odds_state(b: &Battle<Self>) -> Option<OddsState> {
        Some(attack::odds_state(b))
    }
    fn shelter(b: &Battle<Self>, who: Fig) -> Shelter {
        attack::shelter(b, who)
    }
    fn lead_counts(b: &Battle<Self>) -> bool {
        round::points_count(b)
    }
}

/// What a fighter is worth to its side.
pub fn worth(b: &Battle<Violence>, who: Fig) -> Milli {
    // Whoever loses half of its fighters loses: each counts alike, whatever it cost (V8).
    let config = &b.setup.config;
    let mates = || b.all().filter(|f| b.figure(*f).side == b.figure(who).side);
    let all: HalfPoints = mates().map(|f| force::cost(*b.unit(f), config)).sum();
    let each = all.milli().0 / (mates().count() as i64).max(1);
    let most = config.damage_points.of(*b.unit(who)).get();
    Milli(each * i64::from(b.figure(who).mark.left) / i64::from(most))
}
