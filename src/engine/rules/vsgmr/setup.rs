//! Before the first round: what supporters support, who deploys first, and who stands where
//! (R7, R8, T16, C1–C6).

use super::moving::{Ground, gait};
use super::stages::{Contest, Deploying, SetupStage};
use super::table::Frame;
use super::toggles::ObjectPlace;
use super::unit::Trait;
use super::{Skirmish, begin, contested, pieces, places, riding, round, structures};
use crate::battle::{
    Aim, Answer, Ask, Choice, Decision, Deploy, Event, Fig, Holder, Log, Place, Purpose, Refused,
    Role, Side, Topic, Who,
};
use crate::board::{Gait, Space, Spaces};
use crate::dice::{Dice, Faces};
use crate::rules::kit;
use crate::source::Fault;
use smallvec::{SmallVec, smallvec};

/// The kinds of roll that can be supported (T16).
pub const SUPPORTED: [Choice; 4] = [
    Choice::Shooting,
    Choice::Fighting,
    Choice::Armour,
    Choice::Skill,
];

// ---- the course of it ----

/// Begins the preparations; what is to be done without asking is done.
///
/// # Errors
/// When the forces do not fit on the board.
pub fn start(b: &mut Skirmish) -> Result<(), Fault> {
    come_aboard(b);
    match undecided(b, 0) {
        Some(item) => {
            // The die comes first: whether the forces fit is said before.
            prepare(&mut b.clone(), &mut ())?;
            b.state
                .frames
                .push(Frame::Setup(SetupStage::Object { item }));
            Ok(())
        }
        None => prepare(b, &mut ()),
    }
}

/// The next item from this one on for which a die decides where it lies: in a transport battle that
/// begins now, if several spaces are equally near to the centre (C4).
fn undecided(b: &Skirmish, from: u8) -> Option<u8> {
    let brief = &b.setup.brief;
    let dice = b.setup.config.transport_object == ObjectPlace::Die;
    if !dice || brief.aim != Aim::Transport || brief.start.round > 0 {
        return None;
    }
    let mut items = brief.items.iter().enumerate().skip(usize::from(from));
    let item = items.find(|(_, item)| item.at.is_none())?.0;
    (places::middles(b).len() > 1).then_some(item as u8)
}

/// Begins the preparations of the sides.
///
/// # Errors
/// When the forces do not fit on the board.
fn prepare<L: Log>(b: &mut Skirmish, log: &mut L) -> Result<(), Fault> {
    let brief = &b.setup.brief;
    let set = !brief.placed.is_empty();
    let deploy = match brief.deploy {
        None if set => return Ok(()),
        None if brief.start.round > 0 => Deploy::Auto,
        deploy => deploy.unwrap_or_default(),
    };
    let order: SmallVec<[Side; 8]> = groups(b).iter().flat_map(|g| round::rollers(*g)).collect();
    if deploy == Deploy::Auto {
        if pieces::wanted(b) {
            // The dice say how many pieces there are (E5): first whether the forces fit.
            place_all(&mut b.clone(), order.clone(), &mut ())?;
            if b.setup.config.terrain_first {
                pieces::begin(b, order);
                return Ok(());
            }
        }
        return place_all(b, order, log);
    }
    match supporter(b, None).filter(|_| !set) {
        Some(who) => b
            .state
            .frames
            .push(Frame::Setup(SetupStage::Support { who })),
        None => rolling(b, groups(b)),
    }
    Ok(())
}

/// Places everybody.
///
/// # Errors
/// When the forces do not fit on the board.
fn place_all<L: Log>(
    b: &mut Skirmish,
    order: SmallVec<[Side; 8]>,
    log: &mut L,
) -> Result<(), Fault> {
    deploying(b, order);
    unasked(b, log);
    if let Some(Frame::Setup(SetupStage::Deploy(_))) = b.state.frames.last() {
        let what = format!(
            "the map {} is too small for these forces",
            b.board.map().name
        );
        return Err(b.setup.brief.scenario.fault_under(&["map"], what));
    }
    Ok(())
}

/// Answers what players would be asked, up to the next roll of dice or the end of the preparations.
fn unasked<L: Log>(b: &mut Skirmish, log: &mut L) {
    while let Some(Frame::Setup(stage)) = b.state.frames.last().cloned()
        && matches!(decision(b, &stage).who, Who::Side(_))
    {
        let answer = preset(b, &stage);
        if answer == Answer::Done {
            return;
        }
        step(b, stage, &answer, log);
    }
}

/// Whoever begins aboard of a mount that the scenario has set is aboard, unless it says where.
fn come_aboard(b: &mut Skirmish) {
    for who in b.all() {
        let listed = &b.setup.roster[who.index()];
        let named = b.setup.brief.placed.iter().any(|p| {
            p.side == listed.side
                && (p.unit == listed.number.to_string()
                    || p.unit.eq_ignore_ascii_case(&listed.name))
        });
        let mount = listed.aboard.filter(|mount| b.figure(*mount).is_on());
        if let (false, Some(mount)) = (named, mount)
            && b.figure(who).place == Place::Reserve
            && riding::has_seat(b, mount, who)
        {
            begin::seat(b, who, mount);
        }
    }
}

/// The next figure after one, in roster order, whose player says what it supports.
fn supporter(b: &Skirmish, after: Option<Fig>) -> Option<Fig> {
    b.all()
        .filter(|f| after.is_none_or(|after| *f > after))
        .find(|f| b.unit(*f).has(Trait::Support))
}

/// Who deploys with whom before whom, as far as the scenario says (C3): a bit a side.
fn groups(b: &Skirmish) -> SmallVec<[u8; 8]> {
    let bits = |wanted: &dyn Fn(Role) -> bool| {
        kit::sides(b)
            .filter(|s| wanted(b.setup.sides[s.index()].role))
            .fold(0u8, |bits, s| bits | 1 << s.0)
    };
    let groups = if b.setup.brief.aim == Aim::Ambush {
        [
            bits(&|r| r != Role::Attacker),
            bits(&|r| r == Role::Attacker),
        ]
    } else {
        [bits(&|_| true), 0]
    };
    groups.into_iter().filter(|g| *g != 0).collect()
}

/// Rolls on, or goes over to placing once the order is known.
fn rolling(b: &mut Skirmish, groups: SmallVec<[u8; 8]>) {
    if groups.iter().any(|g| g.count_ones() > 1) {
        b.state
            .frames
            .push(Frame::Setup(SetupStage::Order { groups }));
        return;
    }
    let order = groups.iter().flat_map(|g| round::rollers(*g)).collect();
    if pieces::wanted(b) && b.setup.config.terrain_first {
        pieces::begin(b, order);
    } else {
        deploying(b, order);
    }
}

/// Goes over to placing figures, in this order of sides.
pub fn deploying(b: &mut Skirmish, order: SmallVec<[Side; 8]>) {
    let stage = SetupStage::Deploy(Deploying {
        order,
        turn: 0,
        settled: SmallVec::new(),
    });
    b.state.frames.push(Frame::Setup(stage));
    settle(b);
}

/// The side that alone has the highest roll.
pub fn rolled_off(highest: u8) -> Side {
    Side(highest.trailing_zeros() as u8)
}

/// Goes on to a side that has something to place; done when there is none.
fn settle(b: &mut Skirmish) {
    let Some(Frame::Setup(SetupStage::Deploy(mut deploying))) = b.state.frames.last().cloned()
    else {
        return;
    };
    let sides = deploying.order.len() as u8;
    let next = (0..sides)
        .map(|i| (deploying.turn + i) % sides)
        .find(|turn| {
            let side = deploying.order[usize::from(*turn)];
            to_place(b, side).next().is_some()
        });
    b.state.frames.pop();
    match next {
        Some(turn) => {
            deploying.turn = turn;
            let stage = SetupStage::Deploy(deploying);
            b.state.frames.push(Frame::Setup(stage));
        }
        None if pieces::wanted(b) && !b.setup.config.terrain_first => {
            pieces::begin(b, deploying.order);
        }
        None => {}
    }
}

/// The figures a side has yet to place, in roster order; those aboard come with their mounts.
pub fn to_place(b: &Skirmish, side: Side) -> impl Iterator<Item = Fig> + '_ {
    let own = move |f: &Fig| b.setup.roster[f.index()].side == side;
    let spawner =
        b.setup.brief.aim == Aim::Spawning && b.setup.sides[side.index()].role == Role::Attacker;
    let enough = spawner && b.on_board().any(|f| own(&f));
    b.all()
        .filter(own)
        .filter(move |f| !enough && b.figure(*f).place == Place::Reserve)
        .filter(|f| {
            let mount = b.setup.roster[f.index()].aboard;
            mount.is_none_or(|m| b.figure(m).place != Place::Reserve)
        })
        .filter(|f| !explicit_reserve(b, *f))
}

/// Whether the scenario keeps a figure in reserve by name.
fn explicit_reserve(b: &Skirmish, who: Fig) -> bool {
    let listed = &b.setup.roster[who.index()];
    b.setup.brief.placed.iter().any(|p| {
        p.reserve
            && p.side == listed.side
            && (p.unit == listed.number.to_string() || p.unit.eq_ignore_ascii_case(&listed.name))
    })
}

/// What is asked.
pub fn decision(b: &Skirmish, stage: &SetupStage) -> Decision {
    match stage {
        SetupStage::Object { .. } => {
            let die = places::object_die(places::middles(b).len());
            kit::roll(Purpose::Object, smallvec![die], None, Vec::new(), None)
        }
        SetupStage::Support { who } => Decision {
            who: Who::Side(b.figure(*who).side),
            ask: Ask::Choose {
                topic: Topic::Support,
                who: Some(*who),
            },
        },
        SetupStage::Order { groups } => {
            let rollers = rolling_now(groups);
            let dice: Dice = rollers.iter().map(|_| 6).collect();
            kit::roll(Purpose::Deployment, dice, None, rollers, None)
        }
        SetupStage::Pieces(stage) => pieces::decision(b, stage),
        SetupStage::Deploy(deploying) => Decision {
            who: Who::Side(deploying.side()),
            ask: Ask::Deploy,
        },
        SetupStage::Contest(contest) => {
            let sides = round::rollers(contested::rollers(b, contest));
            kit::roll(Purpose::Dispute, smallvec![6, 6], None, sides, None)
        }
    }
}

/// The sides that roll against each other now.
fn rolling_now(groups: &[u8]) -> Vec<Side> {
    let level = groups.iter().find(|g| g.count_ones() > 1);
    round::rollers(level.copied().unwrap_or(0))
}

/// Every legal answer.
pub fn legal(b: &Skirmish, stage: &SetupStage, each: &mut dyn FnMut(Answer) -> bool) {
    match stage {
        SetupStage::Support { .. } => {
            let _ = SUPPORTED.into_iter().all(|c| each(Answer::Choose(c)));
        }
        SetupStage::Order { .. } | SetupStage::Object { .. } | SetupStage::Contest(_) => {}
        SetupStage::Pieces(stage) => pieces::legal(b, stage, each),
        SetupStage::Deploy(deploying) => {
            let side = deploying.side();
            let mut known: Vec<(u8, Gait, bool, Spaces)> = Vec::new();
            for who in to_place(b, side) {
                let unit = b.unit(who);
                let (size, gait, stays) = (unit.size, gait(unit, false), unit.is_building());
                let alike = |k: &(u8, Gait, bool, Spaces)| (k.0, k.1, k.2) == (size, gait, stays);
                let at = known.iter().position(alike);
                let at = at.unwrap_or_else(|| {
                    known.push((size, gait, stays, places::of(b, who)));
                    known.len() - 1
                });
                let mounts = mounts(b, who).map(|m| b.figure(m).at);
                let wanted = contested::places(b, deploying, who);
                for to in known[at].3.iter().chain(mounts).chain(wanted) {
                    if !each(Answer::Place { who, to }) {
                        return;
                    }
                }
            }
            if known.iter().all(|k| k.3.is_empty()) {
                each(Answer::Done);
            }
        }
    }
}

/// Whether an answer is legal.
///
/// # Errors
/// Why not.
pub fn check(b: &Skirmish, stage: &SetupStage, answer: &Answer) -> Result<(), Refused> {
    match (stage, answer) {
        (SetupStage::Pieces(stage), answer) => pieces::check(b, stage, answer),
        (SetupStage::Support { .. }, Answer::Choose(choice)) if SUPPORTED.contains(choice) => {
            Ok(())
        }
        (SetupStage::Support { .. }, Answer::Choose(_)) => {
            Err("Support helps distance, hand to hand, armour or skill rolls".into())
        }
        (SetupStage::Deploy(deploying), Answer::Place { who, to }) => {
            let side = deploying.side();
            if !to_place(b, side).any(|f| f == *who) {
                return Err("this figure cannot be placed now".into());
            }
            if mounts(b, *who).any(|m| b.figure(m).at == *to) || places::of(b, *who).contains(*to) {
                return Ok(());
            }
            if contested::rival(b, deploying, *who, *to).is_some() {
                return Ok(());
            }
            let free = to.index() < b.board.len() && Ground::new(b, *who).free(b, *to).is_some();
            Err(if free {
                places::why_not_there(b, side).into()
            } else {
                "there is no free space for it there".into()
            })
        }
        (SetupStage::Deploy(deploying), Answer::Done) => {
            let side = deploying.side();
            if to_place(b, side).all(|who| places::of(b, who).is_empty()) {
                Ok(())
            } else {
                Err("some figures are not placed yet".into())
            }
        }
        _ => Err("that does not answer the question".into()),
    }
}

/// Carries out a legal answer; where the program places everything, what follows from it too.
pub fn resolve<L: Log>(b: &mut Skirmish, stage: SetupStage, answer: &Answer, log: &mut L) {
    step(b, stage, answer, log);
    if b.setup.brief.deploy == Some(Deploy::Auto) {
        unasked(b, log);
    }
}

fn step<L: Log>(b: &mut Skirmish, stage: SetupStage, answer: &Answer, log: &mut L) {
    match (stage, answer) {
        (SetupStage::Object { item }, Answer::Faces(faces)) => {
            b.state.frames.pop();
            decided(b, item, faces, log);
        }
        (SetupStage::Support { who }, Answer::Choose(choice)) => {
            b.state.frames.pop();
            let (who_said, choice) = (Some(who), *choice);
            b.emit(
                Event::Chosen {
                    who: who_said,
                    choice,
                },
                log,
            );
            match supporter(b, Some(who)) {
                Some(who) => b
                    .state
                    .frames
                    .push(Frame::Setup(SetupStage::Support { who })),
                None => rolling(b, groups(b)),
            }
        }
        (SetupStage::Pieces(stage), answer) => pieces::resolve(b, stage, answer, log),
        (SetupStage::Order { groups }, Answer::Faces(faces)) => {
            b.state.frames.pop();
            let groups = sorted(b, groups, faces, log);
            rolling(b, groups);
        }
        (SetupStage::Deploy(deploying), Answer::Place { who, to }) => {
            let (who, to) = (*who, *to);
            if contested::rival(b, &deploying, who, to).is_none() {
                placed(b, who, to, log);
                return;
            }
            b.state.frames.pop();
            let contest = Contest { deploying, who, to };
            b.state
                .frames
                .push(Frame::Setup(SetupStage::Contest(contest)));
        }
        (SetupStage::Contest(contest), Answer::Faces(faces)) => {
            contest_rolled(b, contest, faces, log);
        }
        (SetupStage::Deploy(_), _) => {
            b.state.frames.pop();
        }
        _ => {}
    }
}

/// Puts a figure where its player wants it; the next one places.
pub fn placed<L: Log>(b: &mut Skirmish, who: Fig, to: Space, log: &mut L) {
    put(b, who, to, log);
    if alternating(b)
        && let Some(Frame::Setup(SetupStage::Deploy(deploying))) = b.state.frames.last_mut()
    {
        deploying.turn = (deploying.turn + 1) % deploying.order.len() as u8;
    }
    settle(b);
}

/// Both have rolled for a place: the higher one's figure stands there, the other one goes elsewhere.
fn contest_rolled<L: Log>(b: &mut Skirmish, contest: Contest, faces: &Faces, log: &mut L) {
    let rolling = contested::rollers(b, &contest);
    let highest = round::highest(b, Purpose::Dispute, rolling, faces, log);
    if highest.count_ones() > 1 {
        // level: the same question again
        return;
    }
    let (who, to) = (contest.who, contest.to);
    let won = rolled_off(highest) == b.figure(who).side;
    b.state.frames.pop();
    let deploying = contested::settle(b, contest, won, log);
    b.state
        .frames
        .push(Frame::Setup(SetupStage::Deploy(deploying)));
    if won {
        placed(b, who, to, log);
    }
}

/// The die says where an object of the middle lies; the preparations go on.
fn decided<L: Log>(b: &mut Skirmish, item: u8, faces: &Faces, log: &mut L) {
    let natural = round::record_roll(b, Purpose::Object, None, faces, log);
    let spaces = places::middles(b);
    let each = usize::from(places::object_die(spaces.len())) / spaces.len();
    let index = usize::from(natural.saturating_sub(1)) / each.max(1);
    if let Some(at) = spaces.get(index.min(spaces.len() - 1)) {
        let holder = Holder::Space(*at);
        b.emit(Event::Item { item, holder }, log);
    }
    match undecided(b, item + 1) {
        Some(item) => b
            .state
            .frames
            .push(Frame::Setup(SetupStage::Object { item })),
        // It was tried before the die was rolled.
        None => drop(prepare(b, log)),
    }
}

fn alternating(b: &Skirmish) -> bool {
    b.setup.brief.deploy == Some(Deploy::Alternating)
}

/// The dice of the first group that is level sort it, highest first.
fn sorted<L: Log>(
    b: &mut Skirmish,
    groups: SmallVec<[u8; 8]>,
    faces: &Faces,
    log: &mut L,
) -> SmallVec<[u8; 8]> {
    let rolling = rolling_now(&groups);
    let bits = rolling.iter().fold(0, |bits, s| bits | 1 << s.0);
    round::highest(b, Purpose::Deployment, bits, faces, log);
    let mut sorted = SmallVec::new();
    for group in groups {
        if group != bits {
            sorted.push(group);
            continue;
        }
        for face in (1..=6).rev() {
            let level = rolling
                .iter()
                .zip(faces)
                .filter(|(_, shown)| **shown == face)
                .fold(0, |bits, (side, _)| bits | 1 << side.0);
            if level != 0 {
                sorted.push(level);
            }
        }
    }
    sorted
}

/// The mounts on the board that a figure could begin aboard of (M2).
fn mounts(b: &Skirmish, who: Fig) -> impl Iterator<Item = Fig> + '_ {
    b.on_board()
        .filter(move |m| riding::boardable(b, *m, who) && b.figure(*m).side == b.figure(who).side)
}

/// Puts a figure on a space, or aboard of the mount there, with whoever begins aboard of it.
pub fn put<L: Log>(b: &mut Skirmish, who: Fig, to: Space, log: &mut L) {
    let mount = mounts(b, who).find(|m| b.figure(*m).at == to);
    let facing = match mount {
        Some(mount) => b.figure(mount).facing,
        None => facing_at(b, who, to),
    };
    b.emit(
        Event::Placed {
            who,
            to,
            aboard: mount,
            facing,
        },
        log,
    );
    structures::raise(b, who, log);
    let load: Vec<Fig> = b
        .all()
        .filter(|f| {
            b.setup.roster[f.index()].aboard == Some(who) && b.figure(*f).place == Place::Reserve
        })
        .collect();
    for rider in load {
        b.emit(
            Event::Placed {
                who: rider,
                to,
                aboard: Some(who),
                facing,
            },
            log,
        );
    }
}

/// Where a figure looks that is put on a space: at the nearest enemy, else across the board.
pub fn facing_at(b: &Skirmish, who: Fig, to: Space) -> crate::board::Facing {
    let grid = b.board.grid();
    let side = b.figure(who).side;
    let nearest = b
        .on_board()
        .filter(|f| b.team(b.figure(*f).side) != b.team(side))
        .map(|f| b.figure(f).at)
        .filter(|at| *at != to)
        .min_by_key(|at| (grid.distance(to, *at), *at));
    match nearest {
        Some(at) => grid.facing_to(to, at),
        None => begin::inward(b, b.setup.sides[side.index()].edge),
    }
}

// ---- presets ----

/// A sensible answer: what the force file says is supported, and the front rank first.
pub fn preset(b: &Skirmish, stage: &SetupStage) -> Answer {
    match stage {
        SetupStage::Support { who } => Answer::Choose(b.figure(*who).mark.support),
        SetupStage::Order { .. } | SetupStage::Object { .. } | SetupStage::Contest(_) => {
            Answer::Done
        }
        SetupStage::Pieces(stage) => pieces::preset(b, stage),
        SetupStage::Deploy(deploying) => {
            let side = deploying.side();
            let mut left: Vec<Fig> = to_place(b, side).collect();
            // Mounts first, so that their riders are there; the commander last.
            left.sort_by_key(|f| (b.unit(*f).commander, std::cmp::Reverse(b.unit(*f).size), *f));
            left.into_iter()
                .find_map(|who| places::best(b, who).map(|to| Answer::Place { who, to }))
                .unwrap_or(Answer::Done)
        }
    }
}
