//! d8: actions shared by a player's units, attack and defence on a d8, fire on spaces.
//!
//! [`unit`]: kinds, weapons, buffs, in words. [`config`], [`kinds`]: every number. [`force`]: force files.
//! [`begin`], [`deploy`]: how a battle is set up. [`ground`]: where units stand, go, see.
//! [`round`]: initiative, actions, free actions, the end. [`attack`]: shots, scatter, wounds.
//! [`odds`]: the same as exact chances.

pub mod aiming;
pub mod attack;
pub mod begin;
pub mod config;
pub mod defence;
pub mod deploy;
pub mod force;
pub mod ground;
pub mod kinds;
mod legal;
pub mod odds;
mod preset;
mod query;
pub mod round;
mod sheet;
mod skill;
pub mod unit;
mod wreck;

use super::{aims, kit};
use crate::battle::{
    Act, Answer, Bands, Battle, Brief, Decision, EachGroup, EachStrike, Event, Facts, Fig, Finding,
    Goal, HalfPoints, Hints, How, Line, Log, Menace, Modes, Odds, Place, Purpose, Ruleset, Samples,
    Setup, Severity, Shown, Side, SideSetup, Stand, State, Status, read_config,
};
use crate::board::{Reach, Space};
use crate::source::{Fault, Source};
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

pub use config::Config;
use config::FreeActions;
pub use unit::Unit;

/// The ruleset's name as a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct D8;

/// A battle by these rules.
type Battle8 = Battle<D8>;

/// What is remembered about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Hits that leave wounds it can still take; the last defeats it (D5).
    pub left: u8,
    /// Actions it has used this round, where each unit has its own (D1).
    pub used: u8,
    /// Whether it has got on or off in this round's free actions (D1).
    pub freed: bool,
    /// The first round in which it may attack again from off the map (D9).
    pub back: u16,
    /// Whether it is to be deployed.
    pub waits: bool,
    /// What it has got on in this round's free actions, where their number is not limited: it does
    /// not get on there again, so that the actions end.
    pub boarded: SmallVec<[Fig; 2]>,
}

impl Hash for Mark {
    /// As before there was `boarded`, so that older records keep their digests.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.left, self.used, self.freed, self.back, self.waits).hash(state);
        if !self.boarded.is_empty() {
            self.boarded.hash(state);
        }
    }
}

impl Mark {
    /// As a unit begins.
    pub fn new(config: &Config, brief: &Brief, unit: &Unit) -> Self {
        Self {
            left: begin::wounds(unit, config),
            used: 0,
            freed: false,
            back: 0,
            boarded: SmallVec::new(),
            waits: !config.kind(unit.kind).off_map && kit::deploys_others(brief),
        }
    }
}

phases! {
    /// Actions, side by side.
    Act: "act",
    /// Free actions, side by side.
    Free: "free actions",
}

/// The round, and whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// What is going on.
    pub phase: Phase,
    /// The round, from 1.
    pub round: u16,
    /// Whose turn it is.
    pub side: Side,
    /// Actions the side has left, where they are the player's (D1).
    pub left: u8,
}

/// What is half done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Sides in order of initiative, as far as it is known; those from `begin` to before `end`
    /// are equal and roll (D1).
    RollOff {
        /// The order.
        order: SmallVec<[Side; 4]>,
        /// The sides that are level with each other stand together: where each group ends.
        ends: SmallVec<[u8; 4]>,
    },
    /// The order of this round, and whose turn it is now: an index.
    Turns {
        /// The order.
        order: SmallVec<[Side; 4]>,
        /// The turn.
        turn: u8,
    },
    /// An attack with shots to come.
    Salvo(defence::Salvo),
    /// A shot has missed and comes down somewhere (D6).
    Scatter,
    /// Those a shot may have hit defend themselves one by one, the last first (D4, D5).
    Defend {
        /// The units, and whether each was hit directly.
        hit: SmallVec<[(Fig, bool); 8]>,
    },
    /// A skill roll waits for its die (D1).
    Skill {
        /// The unit.
        who: Fig,
        /// The device.
        device: u8,
    },
    /// Those who were aboard of a wreck roll whether they get out of it, the last first (D9).
    Wreck {
        /// Who destroyed it.
        by: Fig,
        /// The units.
        out: SmallVec<[Fig; 8]>,
    },
    /// A skill roll on a door waits for its die (B8).
    Door {
        /// The unit.
        who: Fig,
        /// The spaces on its two sides.
        between: (Space, Space),
    },
}

/// What is asked while something is half done.
fn half_done(b: &Battle<D8>, frame: &Frame) -> Option<Decision> {
    let die = b.setup.config.die.get();
    let rolls = |purpose, who: Fig, need| {
        let sides = vec![b.figure(who).side];
        kit::roll(purpose, smallvec![die], Some(who), sides, Some(need))
    };
    Some(match frame {
        Frame::RollOff { order, ends } => kit::initiative(die, round::level(order, ends)),
        Frame::Salvo(salvo) => rolls(Purpose::Attack, salvo.who, attack::need(b, salvo)),
        Frame::Scatter => {
            let dice = smallvec![b.board.grid().directions(), die];
            let who = defence::salvo(b).map(|s| s.who);
            let sides = who.map(|w| b.figure(w).side).into_iter().collect();
            kit::roll(Purpose::Scatter, dice, who, sides, None)
        }
        Frame::Defend { hit } => {
            let who = hit.last().map_or(Fig(0), |(who, _)| *who);
            rolls(Purpose::Defence, who, defence::defence_needed(b, who))
        }
        Frame::Skill { who, .. } | Frame::Door { who, .. } => {
            rolls(Purpose::Skill, *who, skill::needed(b, *who))
        }
        Frame::Wreck { out, .. } => {
            let who = out.last().copied().unwrap_or(Fig(0));
            rolls(Purpose::Defence, who, wreck::wreck_needed(b, who))
        }
        Frame::Turns { .. } => return None,
    })
}

impl Ruleset for D8 {
    ruleset_parts! {
        name: "d8",
        unit: Unit,
        force: force::read,
        sheet: sheet::sheet,
    }
    legal_parts! {}
    const ABOUT: &'static str =
        "Modern forces with vehicles, boats and planes; a player divides actions among the units";
    const FORCES: Samples = samples!["forces": "rifle-platoon", "armoured-column", "air-cavalry", "commandos", "river-patrol", "task-force", "wolf-pack"];
    const STEPS: &'static [&'static str] = &["act", "free actions"];
    const STEP_WORDS: &'static [&'static str] = &["deploy", "act", "free"];
    const MARKS: &'static [(&'static str, &'static str)] = &[
        (
            "aboard …",
            "It is inside a vehicle or boat, and moves with it",
        ),
        ("acted", "It has used an action in this turn"),
        (
            "no crew",
            "Nobody is aboard to move it and to attack with it",
        ),
        ("off the map", "It acts from off the map"),
        ("back in round …", "It acts again in that round"),
    ];

    fn config(rules: Option<&Source>) -> Result<Config, Fault> {
        let mut config: Config = read_config(rules, Self::NAME)?;
        config.settle();
        rules.map_or(Ok(()), |source| config.check(source))?;
        Ok(config)
    }
    /// Forces of unequal points (D7).
    fn findings(b: &Battle<Self>) -> Vec<Finding> {
        let points = |side: &SideSetup| side.points.floor();
        let most = b.setup.sides.iter().map(points).max().unwrap_or(0);
        let least = b.setup.sides.iter().map(points).min().unwrap_or(0);
        let tolerance = i32::from(b.setup.config.points_tolerance);
        if most - least <= tolerance {
            return Vec::new();
        }
        vec![Finding {
            severity: Severity::Warning,
            place: b.setup.brief.scenario.name.clone(),
            what: format!("the forces have between {least} and {most} points"),
            mend: format!("choose forces that differ by at most {tolerance} points"),
        }]
    }

    fn resolve<L: Log>(b: &mut Battle<Self>, answer: &Answer, log: &mut L) {
        match (b.state.frames.last(), answer) {
            (Some(Frame::RollOff { .. }), Answer::Faces(faces)) => round::roll_off(b, faces, log),
            (Some(Frame::Salvo(_)), Answer::Faces(faces)) => attack::shoot(b, faces[0], log),
            (Some(Frame::Scatter), Answer::Faces(faces)) => attack::scatter(b, faces, log),
            (Some(Frame::Defend { .. }), Answer::Faces(faces)) => attack::defend(b, faces[0], log),
            (Some(Frame::Skill { .. } | Frame::Door { .. }), Answer::Faces(faces)) => {
                skill::rolled(b, faces[0], log);
            }
            (Some(Frame::Wreck { .. }), Answer::Faces(faces)) => {
                wreck::wreck(b, faces[0], log);
            }
            (_, Answer::Place { .. }) => deploy::resolve(b, answer, log),
            _ => round::act(b, answer, log),
        }
        aims::settle(b, b.state.table.round, log);
    }

    fn apply(setup: &Setup<Self>, state: &mut State<Self>, event: &Event) {
        let table = &mut state.table;
        let config = &setup.config;
        match event {
            Event::Round { number } => {
                table.phase = Phase::Roll;
                table.round = *number;
                for figure in &mut state.figures {
                    figure.mark.used = 0;
                    figure.mark.freed = false;
                    figure.mark.boarded.clear();
                }
            }
            Event::First { side } => {
                table.phase = Phase::Act;
                table.side = *side;
                table.left = match config.opening_actions {
                    few if few > 0 && table.round == 1 => few,
                    _ => config.actions.get(),
                };
            }
            Event::Step { side, step } => {
                if let Some(side) = side {
                    table.side = *side;
                }
                match *step {
                    "act" => {
                        table.phase = Phase::Act;
                        table.left = config.actions.get();
                    }
                    "free" => table.phase = Phase::Free,
                    _ => {}
                }
            }
            Event::Activated { who } => {
                table.left = table.left.saturating_sub(1);
                state.figures[who.index()].mark.used += 1;
            }
            Event::Struck { who, .. } => {
                let off = state.figures[who.index()].place == Place::Reserve;
                if off {
                    let away = query::away_for(setup, state, *who);
                    state.figures[who.index()].mark.back = state.table.round + 1 + away;
                }
            }
            Event::Boarded { who, mount } => {
                let mark = &mut state.figures[who.index()].mark;
                mark.freed = true;
                if config.free_actions == FreeActions::Unlimited {
                    mark.boarded.push(*mount);
                }
            }
            Event::Alighted { who, .. } => state.figures[who.index()].mark.freed = true,
            Event::Wounded { who, left } => state.figures[who.index()].mark.left = *left,
            Event::Defeated { who, .. } => state.figures[who.index()].mark.left = 0,
            Event::Placed { who, .. } => state.figures[who.index()].mark.waits = false,
            _ => {}
        }
    }
    fn status(b: &Battle<Self>) -> Status {
        let table = &b.state.table;
        let now = table.phase.now(table.side);
        let first = b.state.frames.iter().find_map(|frame| match frame {
            Frame::Turns { order, .. } => order.first().copied(),
            _ => None,
        });
        Status::of((table.round, round::last_round(b)), now, first)
    }

    fn facts(b: &Battle<Self>, who: Fig) -> Facts {
        let inspires = b.unit(who).morale > 0;
        Facts {
            worth: query::worth(b, who),
            may_move: ground::movement(b, who) > 0 && round::actions_left(b, who) > 0,
            in_action: aiming::in_action(b, who).is_ok(),
            aura: match inspires {
                true => b.setup.config.point_of(b.setup.brief.scale),
                false => 0,
            },
            arc: None,
        }
    }
    fn shown(b: &Battle<Self>, who: Fig) -> Shown {
        query::shown(b, who)
    }
    fn size(b: &Battle<Self>, who: Fig) -> u8 {
        ground::size(b, who)
    }

    fn reach(b: &Battle<Self>, who: Fig, out: &mut Reach) -> bool {
        ground::reach(b, who, out)
    }
    fn modes(b: &Battle<Self>, who: Fig, fresh: bool) -> Modes {
        query::modes(b, who, fresh)
    }
    fn strikes(b: &Battle<Self>, who: Fig, stand: Stand, each: &mut EachStrike) {
        query::strikes(b, who, stand, each);
    }
    fn odds(b: &Battle<Self>, act: &Act) -> Odds {
        match act.gap {
            Some(gap) => odds::odds_from(b, act.who, act.how, act.at, act.sight, gap),
            None => odds::odds(b, act.who, act.stand, act.how, act.at, act.sight),
        }
    }
    fn lines(b: &Battle<Self>, act: &Act) -> Vec<Line> {
        odds::lines(b, act.who, act.stand, act.how, act.at, act.sight)
    }

    fn goals(b: &Battle<Self>, side: Side) -> Vec<Goal> {
        let mut goals = aims::goals(b, side);
        goals.extend(skill::goals(b, side));
        goals.insert(0, Goal::Fight);
        goals
    }
    fn notice(b: &Battle<Self>, side: Side) -> Option<String> {
        let table = &b.state.table;
        match table.phase {
            Phase::Act if Self::shared_actions(b).is_some() && table.side == side => {
                let actions = kit::counted(table.left, "action");
                Some(format!("This side has {actions} left."))
            }
            Phase::Free => Some(match b.setup.config.free_actions {
                FreeActions::Unlimited => "Units may get on and off vehicles.".to_owned(),
                FreeActions::Once => "Each unit may get on or off a vehicle once.".to_owned(),
            }),
            _ => None,
        }
    }
}

impl Hints for D8 {
    const BANDS: Bands = Bands::Many;
    const PACE_BY_REACH: bool = false;

    fn groups(b: &Battle<Self>, side: Side, each: &mut EachGroup) {
        query::groups(b, side, each);
    }
    fn pace(b: &Battle<Self>, who: Fig, _: &mut Reach) -> u32 {
        ground::pace(b, who)
    }
    fn band(b: &Battle<Self>, _: Fig, _: How, gap: u32) -> u8 {
        let band = b.setup.config.band(gap, b.setup.brief.scale);
        band.unwrap_or(3)
    }
    fn spread(b: &Battle<Self>, act: &Act, each: &mut dyn FnMut(Fig, Odds)) {
        odds::spread(b, act.who, act.stand, act.how, act.at, each);
    }
    fn menace(b: &Battle<Self>, enemy: Fig, who: Fig) -> Menace {
        query::menace(b, enemy, who)
    }
    fn off_board_figures(b: &Battle<Self>, side: Side) -> Vec<Fig> {
        let off = |f: &Fig| ground::is_off(b, *f);
        b.all()
            .filter(|f| b.figure(*f).side == side && off(f))
            .collect()
    }
    fn shared_actions(b: &Battle<Self>) -> Option<u8> {
        let config = &b.setup.config;
        (config.actions_per == config::ActionsPer::Player).then_some(config.actions.get())
    }
    fn points_left(b: &Battle<Self>, side: Side) -> Option<HalfPoints> {
        let value = |f| b.unit(f).cost(&b.setup.config);
        kit::points_left(b, side, b.setup.brief.victory, value)
    }
}

/// Whether a space is part of the board.
fn known(b: &Battle8, space: Space) -> bool {
    space.index() < b.board.len() && b.board.exists(space)
}
