//! Movement, flight, leaving, picking up (B4–B9, M1, M7, T7).

use super::routes::{Taken, open_doors, route, way};
use super::table::{Frame, Mark, Step};
use super::toggles::{Doors, Measure, RoughGround};
use super::unit::{Trait, Unit};
use super::{Config, Skirmish, allowance, eyes, numbers, riding};
use crate::battle::{Aim, Event, Fig, Holder, Log, Refused, Role};
use crate::board::{Change, Footprint, Gait, Going, Mover, Reach, Rough, Space, Spaces, Use};
use crate::rules::prizes;
use smallvec::smallvec;

/// Movement of a figure in a round.
pub fn movement(b: &Skirmish, who: Fig) -> u32 {
    numbers::movement(&b.setup.config, b.unit(who))
}

/// How a unit moves; `fly`: whether it may use its wings.
pub fn gait(unit: &Unit, fly: bool) -> Gait {
    if fly && unit.has(Trait::Flight) {
        Gait::Fly
    } else if unit.boat {
        Gait::Sail
    } else if unit.swims {
        Gait::Swim
    } else {
        Gait::Walk
    }
}

/// How a unit goes its way on its own feet, besides its gait (B8, T7).
pub fn going(config: &Config, unit: &Unit) -> Going {
    Going {
        doors: config.doors == Doors::Move && unit.kind.is_guy() && unit.size == 1,
        rough: Rough::Slow,
        hover: config.hover_anywhere,
    }
}

/// The most that a figure covers in a move that touches rough ground, if it is held to that (B5,
/// E6); none: rough steps cost 2.
pub(super) fn most_on_rough(b: &Skirmish, who: Fig) -> Option<u32> {
    let (config, unit) = (&b.setup.config, b.unit(who));
    let by_paper = config.measure == Measure::Paper && config.paper_halves;
    let held = config.rough == RoughGround::HalfMove || by_paper;
    (held && !unit.has(Trait::Flight)).then(|| numbers::half_movement(config, unit))
}

/// Who stands where, as a figure about to move sees it.
pub struct Ground {
    /// Spaces of landed opposing figures, unless the rules let them be passed: no way through
    /// (B7).
    pub closed: Spaces,
    /// Spaces of all other figures: no place to end (B7).
    pub taken: Spaces,
    size: u8,
    gait: Gait,
    nowhere: Spaces,
    /// Whether anything else on the board carries others.
    mounts: bool,
}

impl Ground {
    /// The ground around a figure. Its load does not count, a mount it is aboard of does.
    pub fn new(b: &Skirmish, who: Fig) -> Self {
        let unit = b.unit(who);
        let mut ground = Self {
            closed: Spaces::new(b.board.len()),
            taken: Spaces::new(b.board.len()),
            size: unit.size,
            gait: gait(unit, false),
            nowhere: Spaces::default(),
            mounts: false,
        };
        let own = b.team(b.figure(who).side);
        let through = b.setup.config.move_through_enemies;
        let (closed, taken) = (ground.closed.words_mut(), ground.taken.words_mut());
        for (index, figure) in b.state.figures.iter().enumerate() {
            if !figure.is_on() || index == who.index() || figure.aboard.is_some() {
                continue;
            }
            let unit = &b.setup.roster[index].unit;
            ground.mounts |= unit.seats > 0;
            let blocks = !figure.aloft && !through && b.team(figure.side) != own;
            let mut stands = |space: Space| {
                let (word, bit) = (space.index() / 64, space.index() % 64);
                taken[word] |= 1 << bit;
                closed[word] |= u64::from(blocks) << bit;
            };
            match unit.size {
                1 => stands(figure.at),
                size => b.spaces_at(figure.at, size).into_iter().for_each(stands),
            }
        }
        ground
    }
    /// The spaces it may not move through: none in flight (T7).
    fn barred(&self, gait: Gait) -> &Spaces {
        if gait == Gait::Fly {
            &self.nowhere
        } else {
            &self.closed
        }
    }
    /// The anchors at which the figure fits into a zone where nobody else is.
    pub fn within(&self, b: &Skirmish, zone: &Spaces) -> Spaces {
        if self.size == 1 && self.gait == Gait::Walk {
            let mut free = zone.clone();
            free.keep(b.board.standable());
            free.subtract(&self.taken);
            return free;
        }
        let inside = |spaces: Footprint| spaces.iter().all(|s| zone.contains(*s));
        let fits = |at: &Space| self.free(b, *at).is_some_and(inside);
        Spaces::of(b.board.len(), zone.iter().filter(fits))
    }
    /// The spaces of the figure set down at an anchor, if it fits there and nobody else is.
    pub fn free(&self, b: &Skirmish, at: Space) -> Option<Footprint> {
        b.board
            .fits(at, self.size, self.gait)
            .filter(|spaces| !spaces.iter().any(|s| self.taken.contains(*s)))
    }
}

/// Whether a figure may still move in this round (M1, M3, M4, T4).
#[inline]
pub fn may_move(b: &Skirmish, who: Fig) -> bool {
    let figure = b.figure(who);
    if !figure.is_on() {
        return false;
    }
    if figure.aboard.is_some() {
        return riding::may_step_off(b, who) && allowance::may_act(b, who);
    }
    !figure.mark.has(Mark::MOVED | Mark::DISABLED)
        && !b.unit(who).is_building()
        && riding::controlled(b, who)
        && allowance::may_act(b, who)
}

/// Why a figure may not move now.
fn why_not_move(b: &Skirmish, who: Fig) -> &'static str {
    let figure = b.figure(who);
    if !figure.is_on() {
        "it is not on the board"
    } else if b.unit(who).is_building() {
        "buildings do not move"
    } else if figure.mark.has(Mark::DISABLED) {
        "it is disabled in this round"
    } else if figure.aboard.is_some() && figure.aloft {
        "it cannot get off: its mount is in the air"
    } else if figure.mark.has(Mark::BOARDED) {
        "it got on in this round and cannot get off before the next"
    } else if figure.mark.has(Mark::MOVED) {
        "it has already moved in this round"
    } else if !allowance::may_act(b, who) {
        "the solo table lets no other figure of its side act in this round"
    } else {
        "it has no rider aboard that can steer it"
    }
}

/// Fills `out` with where a figure could move: onto mounts with a free seat too (M2).
pub(super) fn fill(b: &Skirmish, who: Fig, ground: &Ground, out: &mut Reach) {
    let unit = b.unit(who);
    let mut taken = None;
    if unit.size == 1 && ground.mounts {
        let steps_on = |m: &Fig| riding::boardable(b, *m, who) && !from_beside(b, who, *m);
        for mount in b.on_board().filter(steps_on) {
            let free = taken.get_or_insert_with(|| ground.taken.clone());
            for space in b.spaces_at(b.figure(mount).at, b.unit(mount).size) {
                free.remove(space);
            }
        }
    }
    let mover = mover(b, who, ground, taken.as_ref().unwrap_or(&ground.taken));
    let starts = starts(b, who);
    let going = going(&b.setup.config, unit);
    match most_on_rough(b, who) {
        Some(half) => b.board.reach_by_halves(&starts, (&mover, half), going, out),
        None => b.board.reach_going(&starts, &mover, going, out),
    }
}

/// The anchors from which a figure sets out: its own, or its mount's spaces (M4).
pub(super) fn starts(b: &Skirmish, who: Fig) -> Footprint {
    if b.figure(who).aboard.is_some() && b.unit(who).size == 1 {
        eyes::spaces(b, who)
    } else {
        smallvec![b.figure(who).at]
    }
}

/// See [`crate::battle::Ruleset::reach`].
pub fn reach(b: &Skirmish, who: Fig, out: &mut Reach) -> bool {
    let figure = b.figure(who);
    let mark = figure.mark;
    let bound = mark.has(Mark::TO_BE_DISABLED)
        || mark.has(Mark::DISABLED) && b.state.table.step == Step::Move
        || figure.aboard.is_some() && figure.aloft
        || b.unit(who).is_building();
    if bound || !figure.is_on() || !riding::controlled(b, who) {
        let none = Spaces::new(b.board.len());
        let mover = Mover {
            size: b.unit(who).size,
            gait: Gait::Walk,
            budget: 0,
            closed: &none,
            taken: &none,
        };
        b.board.reach(figure.at, &mover, out);
        return false;
    }
    fill(b, who, &Ground::new(b, who), out);
    true
}

/// What a move to a space would be.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// It ends there.
    On,
    /// It boards a mount.
    Aboard,
}

/// The mount that a figure would board at a space (M2).
pub(super) fn mount_at(b: &Skirmish, who: Fig, to: Space) -> Option<Fig> {
    b.on_board().find(|m| {
        riding::boardable(b, *m, who) && b.spaces_at(b.figure(*m).at, b.unit(*m).size).contains(&to)
    })
}

/// What reaching a space means, if it can be reached.
pub(super) fn end(b: &Skirmish, who: Fig, out: &Reach, to: Space) -> Option<End> {
    if let Some(mount) = mount_at(b, who, to) {
        if out.cost(to).is_some() && b.unit(who).size == 1 {
            return Some(End::Aboard);
        }
        return beside(b, who, mount, out).map(|_| End::Aboard);
    }
    if b.figure(who).aboard.is_some() && eyes::spaces(b, who).contains(&to) {
        return None;
    }
    out.cost(to).map(|_| End::On)
}

/// Whether a figure boards a mount from beside it, not by walking onto it: a large figure, who
/// boards a boat on deep water, and who takes an opponent's mount.
fn from_beside(b: &Skirmish, who: Fig, mount: Fig) -> bool {
    b.unit(who).size > 1 || b.unit(mount).boat || b.figure(mount).side != b.figure(who).side
}

/// Where a figure stands when it steps aboard from beside a mount, and what it costs to come
/// there.
pub(super) fn beside(b: &Skirmish, who: Fig, mount: Fig, out: &Reach) -> Option<(Space, u32)> {
    if !from_beside(b, who, mount) {
        return None;
    }
    let (unit, most) = (b.unit(who), movement(b, who));
    let spaces = eyes::spaces(b, mount);
    let open = |at: Space, cost: u32| {
        let steps = |to: &Space| {
            let direction = b.board.grid().direction(at, *to)?;
            b.board.step_cost(at, direction, 1, gait(unit, true))
        };
        spaces
            .iter()
            .filter_map(steps)
            .any(|step| cost + step <= most)
    };
    let aboard = b.figure(who).aboard.is_some();
    out.ends().iter().copied().find(|(at, cost)| {
        if *cost >= most || aboard && *cost == 0 {
            return false;
        }
        if unit.size > 1 || b.unit(mount).boat {
            b.board.touching(&b.spaces_at(*at, unit.size), &spaces)
        } else {
            open(*at, *cost)
        }
    })
}

/// Every move a figure may make, until `each` says false; false then. `out`: memory for where it
/// can go.
pub fn moves(
    b: &Skirmish,
    who: Fig,
    out: &mut Reach,
    each: &mut (impl FnMut(Space) -> bool + ?Sized),
) -> bool {
    if !may_move(b, who) {
        return true;
    }
    let ground = Ground::new(b, who);
    fill(b, who, &ground, out);
    // Without a mount to get on or off, every space reached is one to stand on.
    let boards = || b.on_board().any(|m| riding::boardable(b, m, who));
    let on_foot = b.figure(who).aboard.is_none() && !(ground.mounts && boards());
    for (to, _) in out.ends() {
        if (on_foot || end(b, who, out, *to).is_some()) && !each(*to) {
            return false;
        }
    }
    if ground.mounts {
        let beside = |m: &Fig| riding::boardable(b, *m, who) && from_beside(b, who, *m);
        for mount in b.on_board().filter(beside) {
            for to in eyes::spaces(b, mount) {
                if out.cost(to).is_none() && end(b, who, out, to).is_some() && !each(to) {
                    return false;
                }
            }
        }
    }
    true
}

/// Whether a figure may move to a space now.
///
/// # Errors
/// Why not, with the cost and the movement.
pub fn check(b: &Skirmish, who: Fig, to: Space) -> Result<(), Refused> {
    if !may_move(b, who) {
        return Err(Refused(why_not_move(b, who).into()));
    }
    if to.index() >= b.board.len() {
        return Err(Refused("that space is not on the board".into()));
    }
    let ground = Ground::new(b, who);
    let mover = mover(b, who, &ground, &ground.taken);
    let route = || way(b, who, b.figure(who).at, to, &mover);
    let going = going(&b.setup.config, b.unit(who));
    let slow = most_on_rough(b, who).is_none();
    if b.figure(who).aboard.is_some() || ground.mounts {
        let mut out = Reach::default();
        fill(b, who, &ground, &mut out);
        if end(b, who, &out, to).is_some() {
            return Ok(());
        }
    } else if slow && b.board.walks_straight(b.figure(who).at, to, &mover, going)
        || route().is_some_and(|way| way.affordable)
    {
        return Ok(());
    }
    let name = b.board.grid().name(to);
    if ground.taken.contains(to) {
        let there = b.on_board().find(|f| eyes::spaces(b, *f).contains(&to));
        let there = there.map_or_else(|| "another figure".into(), |f| b.label_and_name(f));
        return Err(Refused(format!("{there} stands on {name}")));
    }
    Err(Refused(match route() {
        Some(way) => format!(
            "the way to {name} costs {}, and it can move only {}",
            way.route.cost, way.most
        ),
        None if ground.free(b, to).is_some() => format!("no way leads to {name}"),
        None if ground.size == 1 => {
            format!("it cannot stand on {name} ({})", b.board.terrain(to).name)
        }
        None => format!("there is not enough room for it at {name}"),
    }))
}

pub(super) fn mover<'a>(
    b: &Skirmish,
    who: Fig,
    ground: &'a Ground,
    taken: &'a Spaces,
) -> Mover<'a> {
    let unit = b.unit(who);
    Mover {
        size: unit.size,
        gait: gait(unit, true),
        budget: movement(b, who),
        closed: ground.barred(gait(unit, true)),
        taken,
    }
}

/// Carries out a legal move and asks what follows from it. `shut`: a door to be shut at its end.
pub fn go<L: Log>(
    b: &mut Skirmish,
    who: Fig,
    to: Space,
    shut: Option<(Space, Space)>,
    log: &mut L,
) {
    let mount = mount_at(b, who, to);
    let aboard = b.figure(who).aboard.is_some();
    // the last step tells where a figure faces that does not choose it
    let turns = b.setup.config.facing_of_all
        && b.setup.config.facing
        && !b.unit(who).distance
        && mount.is_none();
    let doors = going(&b.setup.config, b.unit(who)).doors && b.board.has_shut_doors();
    let (path, cost) = if L::IS_READ || turns || aboard || doors {
        let taken = route(b, who, to, &Ground::new(b, who), mount);
        open_doors(b, who, &taken, log);
        (taken.path, taken.cost)
    } else {
        (vec![b.figure(who).at, to], 0)
    };
    let last = path.len().checked_sub(2).map(|i| (path[i], path[i + 1]));
    if aboard {
        b.emit(Event::Alighted { who, to: path[0] }, log);
    }
    b.emit(Event::Moved { who, path, cost }, log);
    if let Some((x, y)) = shut {
        b.emit(Event::Changed(Change::Door(x, y, false)), log);
    }
    if let Some(mount) = mount {
        let side = b.figure(who).side;
        if b.figure(mount).side != side {
            prizes::follow(b, mount, side, log);
            b.emit(Event::Captured { who: mount, side }, log);
        }
        b.emit(Event::Boarded { who, mount }, log);
    } else {
        face_after(b, who, last, log);
    }
    for item in (0..b.state.items.len() as u8).rev() {
        if lies_here(b, who, item) {
            b.state.frames.push(Frame::PickUp { who, item });
        }
    }
    if mount.is_none() && b.unit(who).has(Trait::Flight) {
        if fits(b, who, to).is_some() {
            b.state.frames.push(Frame::Land { who });
        } else if !b.figure(who).aloft {
            b.emit(Event::Flew { who, aloft: true }, log);
        }
    }
}

/// Whether where a figure looks matters: it shoots, or somebody aboard shoots from it (S8).
pub fn has_front(b: &Skirmish, who: Fig) -> bool {
    let config = &b.setup.config;
    let shoots = |f: Fig| b.unit(f).distance;
    shoots(who)
        || config.passengers_attack && b.load(who).any(|f| shoots(f) && !riding::controls(b, f))
}

/// Asks where a figure faces, where that matters; else it looks where it went, if all do (S8).
fn face_after<L: Log>(b: &mut Skirmish, who: Fig, last: Option<(Space, Space)>, log: &mut L) {
    if !b.setup.config.facing {
        return;
    }
    if has_front(b, who) {
        b.state.frames.push(Frame::Face { who });
    } else if b.setup.config.facing_of_all
        && let Some(facing) = last.and_then(|(x, y)| b.board.grid().direction(x, y))
        && facing != b.figure(who).facing
    {
        b.emit(Event::Faced { who, facing }, log);
    }
}

/// Asks where a figure faces that has just been put somewhere (S8).
pub fn face_placed(b: &mut Skirmish, who: Fig) {
    if b.setup.config.facing && riding::able(b, who) && has_front(b, who) {
        b.state.frames.push(Frame::Face { who });
    }
}

/// Whether an item lies where a figure stands and could be picked up by it (M7, T7).
pub fn lies_here(b: &Skirmish, who: Fig, item: u8) -> bool {
    let figure = b.figure(who);
    match b.state.items[usize::from(item)] {
        Holder::Space(at) => figure.is_on() && eyes::spaces(b, who).contains(&at),
        Holder::Figure(_) => false,
    }
}

/// Lays down everything a figure holds, on its anchor space (M7).
pub fn drop_items<L: Log>(b: &mut Skirmish, who: Fig, log: &mut L) {
    for item in 0..b.state.items.len() {
        if b.state.items[item] == Holder::Figure(who) {
            let holder = Holder::Space(b.figure(who).at);
            prizes::moves(b, item as u8, holder, log);
        }
    }
}

/// The spaces from which a side may walk off the board, if that is rewarded (B9): its exit
/// zone, else the edge opposite its own.
fn exits(b: &Skirmish, who: Fig) -> Option<Spaces> {
    let brief = &b.setup.brief;
    if !brief.rewards_exits() {
        return None;
    }
    let side = &b.setup.sides[b.figure(who).side.index()];
    if brief.aim == Aim::Escape && side.role == Role::Defender {
        return None;
    }
    let grid = b.board.grid();
    Some(match b.board.zone(Use::Exit, side.seat) {
        Some(zone) => {
            let mut rim = Spaces::new(b.board.len());
            for edge in crate::board::Edge::ALL {
                rim.add(&grid.edge(edge, 1));
            }
            rim.keep(zone);
            rim
        }
        None => grid.edge(side.edge.turned(2), 1),
    })
}

/// The space from which a figure would walk off the board, if it may and can (B9).
pub fn way_out(b: &Skirmish, who: Fig) -> Option<Space> {
    if !may_move(b, who) {
        return None;
    }
    let exits = exits(b, who)?;
    let mut out = Reach::default();
    fill(b, who, &Ground::new(b, who), &mut out);
    let budget = movement(b, who);
    out.ends()
        .iter()
        .filter(|(at, cost)| *cost < budget && end(b, who, &out, *at) == Some(End::On))
        .find(|(at, _)| {
            b.spaces_at(*at, b.unit(who).size)
                .iter()
                .any(|s| exits.contains(*s))
        })
        .map(|(at, _)| *at)
}

/// Walks off the board, with everything aboard.
pub fn leave<L: Log>(b: &mut Skirmish, who: Fig, from: Space, log: &mut L) {
    let ground = Ground::new(b, who);
    let taken = route(b, who, from, &ground, None);
    open_doors(b, who, &taken, log);
    let Taken { path, cost, .. } = taken;
    if b.figure(who).aboard.is_some() {
        b.emit(Event::Alighted { who, to: path[0] }, log);
    }
    b.emit(
        Event::Moved {
            who,
            path,
            cost: cost + 1,
        },
        log,
    );
    let load: Vec<Fig> = b.load(who).collect();
    for one in load {
        b.emit(Event::Left { who: one }, log);
    }
    b.emit(Event::Left { who }, log);
}

/// The gait and free ground of a figure, for the places where it may stand.
pub fn fits(b: &Skirmish, who: Fig, at: Space) -> Option<Footprint> {
    b.board.fits(at, b.unit(who).size, gait(b.unit(who), false))
}
