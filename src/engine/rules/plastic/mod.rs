//! Simple Plastic Wargame: squads, moves, a die for each figure.
//!
//! [`force`]: soldiers, heavy weapons and snipers in squads. [`begin`], [`deploy`]: how a battle
//! is set up. [`ground`]: how figures walk, what hides them. [`squad`]: who belongs together and where followers go. [`moving`]: moves.
//! [`volley`]: attacks. [`odds`]: their chances. [`round`]: who goes first, phases, the end. [`config`]: every number.

pub mod begin;
pub mod config;
pub mod deploy;
pub mod force;
pub mod ground;
pub mod moving;
pub mod odds;
mod preset;
pub mod round;
pub mod squad;
pub mod volley;

use super::deploying::in_zone;
use super::{aims, kit};
use crate::battle::{
    Act, Answer, Ask, Battle, Brief, Decision, EachAnswer, EachFormation, EachGroup, EachStrike,
    Event, Facts, Fig, Finding, Goal, HalfPoints, Hints, How, Line, Log, Menace, Mode, Modes, Note,
    Odds, Place, Pose, Purpose, Range, Reaches, Refused, Ruleset, Samples, Setup, Severity, Shown,
    Side, Stand, State, Status, Target,
};
use crate::board::{Reach, Space};
use crate::dice::Faces;
use smallvec::{SmallVec, smallvec};

pub use config::Config;
pub use force::{Kind, Unit};

/// The ruleset's name as a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plastic;

/// A note of events.
const fn note(number: u8, word: &'static str, about: &'static str) -> Note {
    Note {
        number,
        word,
        about,
    }
}

const MOVED: Note = note(1, "moved", "its squad has moved behind it");
const CLOSED: Note = note(
    2,
    "closed-up",
    "its squad has closed its gaps around it, which is no move",
);
const PUT: Note = note(3, "put-elsewhere", "it has been put elsewhere");
const FIRED: Note = note(4, "fired", "it has joined in an attack");

/// What is remembered about a figure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Whether it has moved in this turn (L4).
    pub moved: bool,
    /// Whether its squad has had its move in this turn, or closed its gaps, which is none (L2).
    pub done: bool,
    /// Whether it has been put elsewhere since its squad moved.
    pub put: bool,
    /// Attacks it has left in this turn (L7).
    pub attacks: u8,
    /// Whether it is to be deployed.
    pub waits: bool,
}

impl Mark {
    /// As a figure begins.
    pub fn new(config: &Config, brief: &Brief, unit: &Unit) -> Self {
        Self {
            moved: false,
            done: false,
            put: false,
            attacks: config.attacks.of(unit.kind).get(),
            waits: kit::deploys_others(brief),
        }
    }
}

phases! {
    /// Squads move.
    Move: "move",
    /// Squads attack.
    Attack: "attack",
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
    /// Who goes first in this turn.
    pub first: Side,
    /// The leader of the last move, whose followers may still be put elsewhere.
    pub leader: Option<Fig>,
    /// Where it set out from.
    pub from: Space,
}

/// One of those who attack together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shooter {
    /// Who.
    pub who: Fig,
    /// What each of its dice must show.
    pub need: u8,
    /// How far its closest target is.
    pub away: u32,
}

/// What is half done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// These sides roll for who goes first (L6).
    RollOff {
        /// The sides.
        sides: SmallVec<[Side; 4]>,
    },
    /// An attack waits for its dice (L3).
    Volley {
        /// The enemy that was named.
        at: Fig,
        /// Its squad.
        targets: SmallVec<[Fig; 12]>,
        /// Who has still to roll; those who need the same roll together.
        queue: SmallVec<[Shooter; 12]>,
    },
}

/// Spaces of one move of a leader (L2).
fn pace(b: &Battle<Plastic>) -> u32 {
    b.setup.config.pace(b.setup.brief.scale)
}

/// What is asked while something is half done.
fn half_done(b: &Battle<Plastic>, frame: &Frame) -> Option<Decision> {
    let die = b.setup.config.die.get();
    Some(match frame {
        Frame::RollOff { sides } => kit::initiative(die, sides),
        Frame::Volley { queue, .. } => {
            let now = volley::rolling(queue);
            let dice = SmallVec::from_elem(die, volley::dice_of(b, now));
            let (who, need) = (now[0].who, i8::try_from(now[0].need).ok());
            kit::roll_of(b, Purpose::Volley, dice, who, need)
        }
    })
}

impl Ruleset for Plastic {
    ruleset_parts! {
        name: "plastic",
        unit: Unit,
        force: force::read,
        sheet: force::sheet,
    }
    const ABOUT: &'static str = "Simple Plastic Wargame by Adly Abdullah: squads of toy soldiers that \
         move together; each soldier shoots by itself";
    const FORCES: Samples =
        samples!["forces": "green-army", "tan-army", "grey-guns", "blue-scouts", "red-horde"];
    const STEPS: &'static [&'static str] = &["move", "attack"];
    const NOTES: &'static [Note] = &[MOVED, CLOSED, PUT, FIRED];
    const STEP_WORDS: &'static [&'static str] = &["deploy", "move", "attack"];
    const MARKS: &'static [(&'static str, &'static str)] = &[
        ("moved", "It has moved in this turn"),
        ("has attacked", "It has made all its attacks of this turn"),
        ("… attacks left", "It may attack that often in this turn"),
        (
            "squad has gaps",
            "A figure of its squad is too far from the others; the squad must close up when it moves",
        ),
    ];

    /// Forces of different numbers of figures (L6).
    fn findings(b: &Battle<Self>) -> Vec<Finding> {
        let count = |side: usize| {
            let of = |l: &&crate::battle::Listed<Unit>| l.side.index() == side;
            b.setup.roster.iter().filter(of).count()
        };
        let counts: Vec<usize> = (0..b.setup.sides.len()).map(count).collect();
        let same = counts.iter().all(|n| *n == counts[0]);
        if same || !b.setup.config.equal_figures {
            return Vec::new();
        }
        let numbers: Vec<String> = counts.iter().map(usize::to_string).collect();
        vec![Finding {
            severity: Severity::Warning,
            place: "forces".into(),
            what: format!(
                "the forces have different numbers of figures: {}",
                numbers.join(" and ")
            ),
            mend: "give all sides the same number of figures".into(),
        }]
    }

    fn legal(b: &Battle<Self>, _: &mut Reaches, each: &mut EachAnswer) {
        if b.state.outcome.is_some() || !b.state.frames.is_empty() {
            return;
        }
        match b.state.table.phase {
            Phase::Deploy => in_zone::legal(b, each),
            Phase::Roll => {}
            Phase::Move => moving::legal(b, each),
            Phase::Attack => volley::legal(b, each),
        }
    }
    fn check(b: &Battle<Self>, answer: &Answer) -> Result<(), Refused> {
        let refuse = |why: String| Err(Refused(why));
        let decision = b.decision();
        match (&decision.ask, answer) {
            (Ask::Over, _) => refuse("the battle is over".into()),
            (Ask::Roll { dice, .. }, Answer::Faces(faces)) => kit::check_faces(dice, faces),
            (Ask::Roll { .. }, _) => refuse("roll the dice first".into()),
            (Ask::Deploy, _) => in_zone::check(b, answer),
            (Ask::Act { .. }, Answer::Done) => Ok(()),
            (Ask::Act { .. }, _) => match (b.state.table.phase, answer) {
                (Phase::Move, Answer::Move { who, to }) => moving::check_move(b, *who, *to),
                (Phase::Move, Answer::Place { who, to }) => moving::check_place(b, *who, *to),
                (Phase::Attack, Answer::Strike { who, how, at }) => {
                    volley::check(b, *who, *how, *at)
                }
                (Phase::Attack, _) => refuse("attack with a squad, or answer done".into()),
                _ => refuse("move a squad, or answer done".into()),
            },
            _ => refuse("that does not answer the question".into()),
        }
    }
    fn resolve<L: Log>(b: &mut Battle<Self>, answer: &Answer, log: &mut L) {
        match (b.state.frames.last(), answer) {
            (Some(Frame::RollOff { .. }), Answer::Faces(faces)) => round::roll_off(b, faces, log),
            (Some(Frame::Volley { .. }), Answer::Faces(faces)) => volley::resolve(b, faces, log),
            (None, Answer::Place { .. }) if b.state.table.phase == Phase::Deploy => {
                deploy::resolve(b, answer, log);
            }
            _ => round::act(b, answer, log),
        }
        aims::settle(b, b.state.table.turn, log);
    }
    fn goals(b: &Battle<Self>, side: Side) -> Vec<Goal> {
        let mut goals = aims::goals(b, side);
        goals.push(Goal::Fight);
        goals
    }
    fn apply(setup: &Setup<Self>, state: &mut State<Self>, event: &Event) {
        let table = &mut state.table;
        match event {
            Event::Round { number } => {
                (table.phase, table.turn) = (Phase::Roll, *number);
                table.leader = None;
                for (figure, listed) in state.figures.iter_mut().zip(&setup.roster) {
                    let mark = &mut figure.mark;
                    (mark.moved, mark.done, mark.put) = (false, false, false);
                    mark.attacks = setup.config.attacks.of(listed.unit.kind).get();
                }
            }
            Event::First { side } => {
                table.first = *side;
                table.side = *side;
            }
            Event::Step {
                side: Some(side),
                step,
            } => {
                table.side = *side;
                table.leader = None;
                table.phase = match *step {
                    "attack" => Phase::Attack,
                    "move" => Phase::Move,
                    _ => Phase::Deploy,
                };
            }
            Event::Noted { who, note } => {
                let lead = setup.roster[who.index()].unit;
                let side = state.figures[who.index()].side;
                match *note {
                    MOVED | CLOSED => {
                        table.leader = Some(*who);
                        table.from = state.figures[who.index()].at;
                        for (index, figure) in state.figures.iter_mut().enumerate() {
                            let squad = setup.roster[index].unit.squad;
                            let with = lead.squad.is_some() && squad == lead.squad;
                            if figure.side == side && (with || index == who.index()) {
                                figure.mark.moved = *note == MOVED;
                                figure.mark.done = true;
                                figure.mark.put = false;
                            }
                        }
                    }
                    PUT => state.figures[who.index()].mark.put = true,
                    _ => {
                        let mark = &mut state.figures[who.index()].mark;
                        mark.attacks = mark.attacks.saturating_sub(1);
                    }
                }
            }
            Event::Struck { who, .. } => {
                let mark = &mut state.figures[who.index()].mark;
                mark.attacks = mark.attacks.saturating_sub(1);
            }
            Event::Placed { who, .. } => state.figures[who.index()].mark.waits = false,
            _ => {}
        }
    }
    fn status(b: &Battle<Self>) -> Status {
        let table = &b.state.table;
        let now = table.phase.now(table.side);
        let first = (table.turn > 0).then_some(table.first);
        Status::of((table.turn, round::last_turn(b)), now, first)
    }

    fn facts(b: &Battle<Self>, who: Fig) -> Facts {
        let (figure, table) = (b.figure(who), &b.state.table);
        let fresh = !figure.mark.moved && !figure.mark.done;
        let turn = match table.phase {
            Phase::Deploy | Phase::Roll => true,
            Phase::Move => round::place(b, figure.side) >= round::place(b, table.side),
            Phase::Attack => false,
        };
        let may_move = figure.is_on() && fresh && turn && pace(b) > 0;
        let (unit, config) = (*b.unit(who), &b.setup.config);
        let dice = config.dice.of(unit.kind).get() * config.attacks.of(unit.kind).get();
        // What it counts, and half a point for every die more than one.
        let worth = force::value(unit, config) + HalfPoints(i32::from(dice - 1));
        Facts::plain(worth.milli(), may_move)
    }
    fn shown(b: &Battle<Self>, who: Fig) -> Shown {
        let (unit, figure) = (*b.unit(who), b.figure(who));
        let mut status = Vec::new();
        if figure.place == Place::On {
            let (mark, all) = (&figure.mark, b.setup.config.attacks.of(unit.kind).get());
            if mark.moved {
                status.push("moved".into());
            }
            if mark.attacks == 0 {
                status.push("has attacked".into());
            } else if mark.attacks < all {
                status.push(format!("{} of {all} attacks left", mark.attacks));
            }
            if squad::has_gaps(b, who) {
                status.push("squad has gaps".into());
            }
        }
        let points = force::value(unit, &b.setup.config);
        Shown {
            words: unit.words(),
            appearance: unit.kind.appearance(),
            status,
            ..Shown::plain(&b.setup.roster[who.index()].name, unit.kind.name(), points)
        }
    }
    fn reach(b: &Battle<Self>, who: Fig, out: &mut Reach) -> bool {
        moving::reach(b, who, out)
    }
    fn modes(b: &Battle<Self>, who: Fig, fresh: bool) -> Modes {
        let config = &b.setup.config;
        let times = if fresh {
            config.attacks.of(b.unit(who).kind).get()
        } else {
            volley::left(b, who, volley::Shot::stand(b, who, b.figure(who).at))
        };
        if times == 0 {
            return Modes::new();
        }
        let grid = b.board.grid();
        let range = config
            .reach_of_attack(b.setup.brief.scale)
            .unwrap_or(grid.columns + grid.rows);
        smallvec![Mode {
            how: How::Shoot,
            range: Range::Spaces(range),
            sight: true,
            times,
            still: !config.attack_after_move.of(b.unit(who).kind),
        }]
    }
    fn strikes(b: &Battle<Self>, who: Fig, stand: Stand, each: &mut EachStrike) {
        let from = volley::Shot::stand(b, who, stand.at);
        volley::aims(b, who, from, &mut |f, sight| {
            each(How::Shoot, Target::Figure(f), sight)
        });
    }
    fn odds(b: &Battle<Self>, act: &Act) -> Odds {
        odds::odds(b, act)
    }
    fn lines(b: &Battle<Self>, act: &Act) -> Vec<Line> {
        odds::lines(b, act.who, act.stand, act.how, act.at, act.sight)
    }
}

impl Hints for Plastic {
    const ODDS_BY_PLACE: bool = true;
    const POSES: &'static [Pose<Self>] = &[("moved", |b, who| {
        b.state.figures[who.index()].mark.moved = true;
    })];

    fn groups(b: &Battle<Self>, side: Side, each: &mut EachGroup) {
        for head in squad::heads(b, side) {
            let mut group = squad::mates(b, head);
            let lead = squad::front(b, &group);
            group.retain(|who| *who != lead);
            group.insert(0, lead);
            each(&group);
        }
    }
    fn formations(b: &Battle<Self>, lead: Fig, ends: &[Space], each: &mut EachFormation) {
        moving::formations(b, lead, ends, each);
    }
    fn throws(b: &Battle<Self>) -> Option<Vec<(Faces, u64)>> {
        odds::throws(b)
    }
    fn points_left(b: &Battle<Self>, side: Side) -> Option<HalfPoints> {
        let value = |f| force::value(*b.unit(f), &b.setup.config);
        kit::points_left(b, side, b.setup.brief.victory, value)
    }
    fn menace(b: &Battle<Self>, enemy: Fig, _: Fig) -> Menace {
        let (figure, table) = (b.figure(enemy), &b.state.table);
        if !figure.is_on() {
            return Menace::None;
        }
        let later = round::place(b, figure.side) >= round::place(b, table.side);
        match table.phase {
            Phase::Deploy | Phase::Roll => Menace::Moving,
            Phase::Move if later && Self::facts(b, enemy).may_move => Menace::Moving,
            Phase::Move | Phase::Attack if Self::modes(b, enemy, false).is_empty() => Menace::None,
            Phase::Attack if !later && !b.setup.config.alternate_attacks => Menace::None,
            _ => Menace::Standing,
        }
    }
}
