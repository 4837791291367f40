//! Who sees, touches and reaches whom, and with what (S1–S8, A1, A4, A8, A9, T4, T15).

use super::table::Mark;
use super::unit::Trait;
use super::{Skirmish, moving, numbers, riding, skill, solo, traits};
use crate::battle::{Fig, How, Mode, Range, Side, Stand, Target};
use crate::board::{Cause, Facing, Footprint, Look, Opacity, Sight, Space, Spaces};
use smallvec::SmallVec;

/// The spaces a figure occupies: its mount's, when aboard (S2).
pub fn spaces(b: &Skirmish, who: Fig) -> Footprint {
    let carrier = b.carrier(who);
    b.spaces_at(b.figure(carrier).at, b.unit(carrier).size)
}

/// Whether an attacker on some spaces could fight its target hand to hand, so that no cover counts
/// when it shoots (S5).
pub fn close(b: &Skirmish, who: Fig, from: &[Space], aloft: bool, at: Fig) -> bool {
    !b.setup.config.touching_cover
        && !aloft
        && !b.figure(at).aloft
        && !b.unit(who).is_building()
        && b.board.touching(from, &spaces(b, at))
}

/// Where a figure stands.
pub fn stand(b: &Skirmish, who: Fig) -> Stand {
    let figure = b.figure(who);
    Stand {
        at: figure.at,
        facing: Some(figure.facing),
        aloft: figure.aloft,
    }
}

/// Where a figure looks, if its facing limits what it shoots at (S8).
pub fn arc(b: &Skirmish, who: Fig) -> Option<Facing> {
    let limited = b.setup.config.facing && !b.unit(who).is_building();
    limited.then_some(b.figure(who).facing)
}

/// The spaces whose figures block this side's lines of sight: landed and opposing (S2).
pub fn blockers(b: &Skirmish, side: Side) -> Spaces {
    let mut set = Spaces::new(b.board.len());
    if !b.setup.config.enemies_block_sight {
        return set;
    }
    let team = b.team(side);
    for who in b.on_board() {
        let figure = b.figure(who);
        // buildings stand on the board as terrain, for friend and foe (E2)
        let hides = figure.aboard.is_none() && !figure.aloft && !b.unit(who).is_building();
        if hides && b.team(figure.side) != team {
            match b.unit(who).size {
                1 => {
                    set.insert(figure.at);
                }
                size => b.spaces_at(figure.at, size).into_iter().for_each(|space| {
                    set.insert(space);
                }),
            }
        }
    }
    set
}

/// Eye level above the ground (S6).
fn eye(b: &Skirmish, aloft: bool) -> u8 {
    if aloft { b.setup.config.fly_height } else { 1 }
}

/// An attacker at a stand, with what is the same for all its targets.
pub struct Eyes<'a> {
    b: &'a Skirmish,
    /// Its spaces there.
    pub from: Footprint,
    aloft: bool,
    facing: Option<Facing>,
    blockers: std::cell::OnceCell<Spaces>,
    side: Side,
    /// Whether it could fight hand to hand what it touches (S5).
    fights: bool,
}

impl<'a> Eyes<'a> {
    /// The eyes of a figure at a stand; `arc`: whether its facing matters (S8).
    pub fn new(b: &'a Skirmish, who: Fig, stand: Stand, arc: bool) -> Self {
        let carrier = b.carrier(who);
        let arc = arc && self::arc(b, who).is_some();
        Self {
            b,
            from: b.spaces_at(stand.at, b.unit(carrier).size),
            aloft: stand.aloft,
            facing: stand.facing.filter(|_| arc),
            blockers: std::cell::OnceCell::new(),
            side: b.figure(who).side,
            fights: !b.setup.config.touching_cover && !b.unit(who).is_building(),
        }
    }
    fn look<'s>(&'s self, to: &'s [Space], aloft: bool) -> Look<'s> {
        Look {
            from: &self.from,
            to,
            eyes: (eye(self.b, self.aloft), eye(self.b, aloft)),
            figures: Some(self.blockers.get_or_init(|| blockers(self.b, self.side))),
        }
    }
    /// How these spaces are seen; blocked: not at all, or not within the arc.
    pub fn see(&self, to: &[Space], aloft: bool) -> Sight {
        let grid = self.b.board.grid();
        let seen = self.b.board.look(&self.look(to, aloft), |a, t| {
            self.facing.is_none_or(|facing| grid.in_arc(facing, a, t))
        });
        match seen.map_or(Sight::Blocked, |seen| seen.sight) {
            Sight::Cover
                if self.fights
                    && !self.aloft
                    && !aloft
                    && self.b.board.gap(&self.from, to) <= 1
                    && self.b.board.touching(&self.from, to) =>
            {
                Sight::Clear
            }
            seen => seen,
        }
    }
    /// How a figure is seen.
    pub fn see_figure(&self, at: Fig) -> Sight {
        self.see(&spaces(self.b, at), self.b.figure(at).aloft)
    }
    /// Whether a border is seen: one of its spaces within range is, the border itself not
    /// counting (A8).
    pub fn see_border(&self, border: (Space, Space), range: u32) -> bool {
        [border.0, border.1].into_iter().any(|end| {
            if self.b.board.gap(&self.from, &[end]) > range {
                return false;
            }
            if self.see(&[end], false) != Sight::Blocked {
                return true;
            }
            let grid = self.b.board.grid();
            let look = self.look(std::slice::from_ref(&end), false);
            self.from.iter().any(|a| {
                self.facing
                    .is_none_or(|facing| grid.in_arc(facing, *a, end))
                    && self
                        .b
                        .board
                        .causes(*a, end, &look)
                        .into_iter()
                        .all(|cause| match cause {
                            Cause::Border(x, y) if (x, y) == border => true,
                            Cause::Border(x, y) => self
                                .b
                                .board
                                .border(x, y)
                                .is_none_or(|other| other.sight != Opacity::Blocking),
                            Cause::Space(space) => {
                                self.b.board.terrain(space).sight == Opacity::Partial
                                    && !look.figures.is_some_and(|f| f.contains(space))
                            }
                        })
            })
        })
    }
    /// What blocks the view of these spaces, for refusals.
    pub fn why_not(&self, to: &[Space], aloft: bool) -> String {
        let b = self.b;
        let free = b.board.look(&self.look(to, aloft), |_, _| true);
        if free.is_some_and(|seen| seen.sight != Sight::Blocked) {
            return "the target is behind it: it shoots only into its front half".into();
        }
        let (a, t) = b.board.grid().nearest_pair(&self.from, to);
        let name = |s: Space| b.board.grid().name(s);
        let look = self.look(to, aloft);
        let causes = b.board.causes(a, t, &look);
        let is_figure = |space| look.figures.is_some_and(|f| f.contains(space));
        let only_covers = |cause: &&Cause| match **cause {
            Cause::Space(space) => {
                b.board.terrain(space).sight == Opacity::Partial && !is_figure(space)
            }
            Cause::Border(x, y) => b
                .board
                .border(x, y)
                .is_some_and(|border| border.sight == Opacity::Partial),
        };
        let first = causes.iter().find(|cause| !only_covers(cause));
        match first.or(causes.first()) {
            Some(Cause::Space(space)) => {
                let what = blocker(b, *space, is_figure(*space));
                format!("{what} blocks the line of sight")
            }
            Some(Cause::Border(x, y)) => {
                let kind = b.board.border(*x, *y).map(|k| format!("{:?}", k.kind));
                let kind = kind.map_or("border".into(), |k| k.to_lowercase());
                let (x, y) = (name(*x), name(*y));
                format!("the {kind} at {x}|{y} blocks the line of sight")
            }
            None => "the target is out of sight".into(),
        }
    }
}

/// What blocks the view on a space, for refusals: the figure that stands there, the terrain, or
/// the height of the ground.
fn blocker(b: &Skirmish, space: Space, figure: bool) -> String {
    let name = b.board.grid().name(space);
    let terrain = b.board.terrain(space);
    let who = b
        .on_board()
        .find(|who| figure && spaces(b, *who).contains(&space));
    match who {
        Some(who) => format!("{} on {name}", b.label_and_name(who)),
        None if terrain.sight == Opacity::Clear => format!("the ground at {name}"),
        None => format!("the {} at {name}", terrain.name),
    }
}

/// What a figure may still use this round.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// A distance attack.
    pub shoot: bool,
    /// A hand to hand attack.
    pub fight: bool,
    /// A skill roll.
    pub skill: bool,
    /// Disabling.
    pub disable: bool,
    /// Summoning.
    pub summon: bool,
}

impl Ways {
    /// Whether there is none.
    pub fn none(self) -> bool {
        self == Ways::default()
    }
    /// Whether this way is among them.
    pub fn has(self, how: How) -> bool {
        match how {
            How::Shoot => self.shoot,
            How::Fight => self.fight,
            How::Skill => self.skill,
            How::Disable => self.disable,
            How::Summon => self.summon,
            _ => false,
        }
    }
}

/// Whether a figure is able to act at all: on the board, not steering a mount, controlled if it is
/// one, and not disabled (M3, M4, T4).
pub fn able(b: &Skirmish, who: Fig) -> bool {
    let figure = b.figure(who);
    figure.is_on()
        && !riding::is_busy_aboard(b, who)
        && !figure.mark.has(Mark::DISABLED)
        && riding::may_attack(b, who)
}

/// The ways in which a figure may still act this round, or could in a fresh one (R5, A9, T4).
pub fn ways(b: &Skirmish, who: Fig, fresh: bool) -> Ways {
    if fresh {
        let busy = riding::is_busy_aboard(b, who);
        if !b.figure(who).is_on() || busy || !riding::may_attack(b, who) {
            return Ways::default();
        }
    } else if !able(b, who) || !solo::may_act(b, who) {
        return Ways::default();
    }
    let mut ways = armed(b, who, fresh);
    // Skill rolls need leaving the mount (M4).
    ways.skill &= b.figure(who).aboard.is_none();
    ways
}

/// What a figure has to act with, once nothing else hinders it.
fn armed(b: &Skirmish, who: Fig, fresh: bool) -> Ways {
    let (unit, mark) = (b.unit(who), b.figure(who).mark);
    let attack = fresh || !mark.has(Mark::ATTACKED);
    let instead = fresh || !mark.has(Mark::ATTACKED | Mark::ROLLED);
    Ways {
        shoot: attack && unit.distance,
        fight: attack && !unit.is_building(),
        skill: (fresh || !mark.has(Mark::ROLLED)) && unit.kind.is_guy(),
        disable: instead && unit.has(Trait::Disable),
        summon: instead && unit.has(Trait::Summon),
    }
}

/// See [`crate::battle::Ruleset::modes`].
pub fn modes(b: &Skirmish, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]> {
    listed(b, who, ways(b, who, fresh))
}

/// See [`crate::battle::Hints::modes_after_dismount`] (M4).
pub fn afoot(b: &Skirmish, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]> {
    let figure = b.figure(who);
    let able = figure.is_on() && figure.aboard.is_some() && !figure.mark.has(Mark::DISABLED);
    let may = fresh || moving::may_move(b, who) && solo::may_act(b, who);
    if !able || !may {
        return SmallVec::new();
    }
    listed(b, who, armed(b, who, fresh))
}

/// Ways of acting as the figure's modes.
fn listed(b: &Skirmish, who: Fig, ways: Ways) -> SmallVec<[Mode; 3]> {
    let mut modes = SmallVec::new();
    let mode = |how, range, sight| Mode {
        how,
        range,
        sight,
        times: 1,
        still: false,
    };
    if ways.shoot {
        modes.push(mode(
            How::Shoot,
            Range::Spaces(numbers::range(b, who)),
            true,
        ));
    }
    if ways.fight {
        modes.push(mode(How::Fight, Range::Touch, false));
    }
    if ways.disable {
        modes.push(mode(
            How::Disable,
            Range::Spaces(numbers::range(b, who)),
            false,
        ));
    }
    if ways.summon {
        modes.push(mode(
            How::Summon,
            Range::Spaces(numbers::half(b, who)),
            false,
        ));
    }
    modes
}

/// Every act of a figure from a stand, in these ways, on figures, devices and objects that goals
/// name, until `each` says false; false then.
pub fn strikes(
    b: &Skirmish,
    who: Fig,
    stand: Stand,
    ways: Ways,
    each: &mut dyn FnMut(How, Target, Sight) -> bool,
) -> bool {
    if ways.none() {
        return true;
    }
    let eyes = Eyes::new(b, who, stand, true);
    let range = numbers::range(b, who);
    if ways.shoot || ways.fight || ways.disable {
        let own = b.team_sides(b.team(b.figure(who).side));
        for at in b.on_board() {
            if own.contains(b.figure(at).side) {
                continue;
            }
            let to = spaces(b, at);
            let gap = b.board.gap(&eyes.from, &to);
            let aloft = b.figure(at).aloft;
            if ways.shoot && gap <= range {
                let sight = eyes.see(&to, aloft);
                if sight != Sight::Blocked && !each(How::Shoot, Target::Figure(at), sight) {
                    return false;
                }
            }
            if ways.fight
                && gap <= 1
                && !stand.aloft
                && !aloft
                && b.board.touching(&eyes.from, &to)
                && !each(How::Fight, Target::Figure(at), Sight::Clear)
            {
                return false;
            }
            if ways.disable && gap <= range && !each(How::Disable, Target::Figure(at), Sight::Clear)
            {
                return false;
            }
        }
    }
    if ways.summon
        && traits::anyone_to_call(b, who, stand)
        && !each(How::Summon, Target::Nothing, Sight::Clear)
    {
        return false;
    }
    if ways.skill {
        for device in 0..b.setup.brief.devices.len() as u8 {
            if skill::in_reach(b, who, stand, device).is_ok()
                && !each(How::Skill, Target::Device(device), Sight::Clear)
            {
                return false;
            }
        }
        let mut doors = skill::barriers(b, who, stand, true);
        if !doors.all(|(x, y)| each(How::Skill, Target::Border(x, y), Sight::Clear)) {
            return false;
        }
    }
    for at in super::fortress::wanted(b, b.figure(who).side) {
        for how in [How::Shoot, How::Fight] {
            if ways.has(how)
                && ground(b, &eyes, stand, how, range, at)
                && !each(how, at, Sight::Clear)
            {
                return false;
            }
        }
    }
    true
}

/// Every attack of a figure on destructible spaces and borders (A8), until `each` says false;
/// false then. Spaces that goals name come with [`strikes`].
pub fn terrain(
    b: &Skirmish,
    who: Fig,
    ways: Ways,
    each: &mut dyn FnMut(How, Target) -> bool,
) -> bool {
    let stand = stand(b, who);
    if ways.skill {
        let mut prised = skill::barriers(b, who, stand, false);
        if !prised.all(|(x, y)| each(How::Skill, Target::Border(x, y))) {
            return false;
        }
    }
    if !ways.shoot && !ways.fight {
        return true;
    }
    let eyes = Eyes::new(b, who, stand, true);
    let range = numbers::range(b, who);
    let farthest = if ways.shoot { range } else { 1 };
    let side = b.figure(who).side;
    let wanted = super::fortress::wanted(b, side);
    let near = b.board.within(&eyes.from, farthest, b.board.breakable());
    let targets = (near.iter())
        .filter(|s| super::attack::destructible(b, side, *s))
        .map(Target::Space)
        .chain(
            b.board
                .borders()
                .iter()
                .map(|border| Target::Border(border.between.0, border.between.1))
                .filter(|at| super::fortress::may_destroy(b, side, *at)),
        )
        .filter(|at| !wanted.contains(at));
    for at in targets {
        for how in [How::Shoot, How::Fight] {
            if ways.has(how) && ground(b, &eyes, stand, how, range, at) && !each(how, at) {
                return false;
            }
        }
    }
    true
}

/// The spaces of the board within some distance of a figure's, in reading order.
pub fn near(b: &Skirmish, from: &[Space], distance: u32) -> impl Iterator<Item = Space> {
    let grid = *b.board.grid();
    let d = i64::from(distance);
    let columns = |s: &Space| i64::from(grid.column(*s));
    let rows = |s: &Space| i64::from(grid.row(*s));
    let (left, right) = (
        from.iter().map(columns).min().unwrap_or(0) - d,
        from.iter().map(columns).max().unwrap_or(0) + d,
    );
    // half a row more, for hexes
    let (top, bottom) = (
        from.iter().map(rows).min().unwrap_or(0) - d - 1,
        from.iter().map(rows).max().unwrap_or(0) + d + 1,
    );
    let from: Footprint = from.iter().copied().collect();
    let (left, right) = if grid.kind == crate::board::GridKind::Square {
        (left, right)
    } else {
        (left - 1, right + 1)
    };
    (top..=bottom)
        .flat_map(move |row| (left..=right).filter_map(move |column| grid.at(column, row)))
        .filter(move |s| grid.gap(&from, std::slice::from_ref(s)) <= distance)
}

/// Whether a space or border can be attacked from these eyes in this way (A8).
pub fn ground(b: &Skirmish, eyes: &Eyes, stand: Stand, how: How, range: u32, at: Target) -> bool {
    let ends = match ends(at) {
        Some(ends) => ends,
        None => return false,
    };
    if how == How::Shoot {
        return b.board.gap(&eyes.from, &ends) <= range
            && match at {
                Target::Border(x, y) => eyes.see_border((x, y), range),
                _ => eyes.see(&ends, false) != Sight::Blocked,
            };
    }
    !stand.aloft
        && match at {
            Target::Border(x, y) => eyes.from.contains(&x) || eyes.from.contains(&y),
            _ => b.board.touching(&eyes.from, &ends),
        }
}

/// The spaces of a part of the board.
fn ends(at: Target) -> Option<Footprint> {
    match at {
        Target::Space(space) => Some(Footprint::from_slice(&[space])),
        Target::Border(x, y) => Some(Footprint::from_slice(&[x, y])),
        _ => None,
    }
}

/// As [`ground`], with the reason why not.
pub fn ground_why(
    b: &Skirmish,
    eyes: &Eyes,
    stand: Stand,
    how: How,
    range: u32,
    at: Target,
) -> Result<(), String> {
    if ground(b, eyes, stand, how, range, at) {
        return Ok(());
    }
    let Some(ends) = ends(at) else {
        return Err("that is not on the board".into());
    };
    if how == How::Shoot {
        let gap = b.board.grid().gap(&eyes.from, &ends);
        return Err(if gap > range {
            format!("the target is {gap} spaces away; it reaches only {range}")
        } else {
            eyes.why_not(&ends, false)
        });
    }
    Err(if stand.aloft {
        "it is in the air and cannot fight hand to hand".into()
    } else {
        "it must stand next to the target".into()
    })
}

/// Everything a figure may do where it stands in these ways, terrain included, as answers'
/// parts, until `each` says false; false then.
pub fn acts(b: &Skirmish, who: Fig, ways: Ways, each: &mut dyn FnMut(How, Target) -> bool) -> bool {
    strikes(b, who, stand(b, who), ways, &mut |how, at, _| each(how, at))
        && terrain(b, who, ways, each)
}

/// Whether a figure could do anything where it stands in these ways.
pub fn has_act(b: &Skirmish, who: Fig, ways: Ways) -> bool {
    !acts(b, who, ways, &mut |_, _| false)
}

/// The nearest opposing figure that can be seen, else the nearest: its nearest space.
pub fn nearest_enemy(b: &Skirmish, who: Fig) -> Option<Space> {
    let eyes = Eyes::new(b, who, stand(b, who), false);
    let grid = b.board.grid();
    b.on_board()
        .filter(|at| !b.allied(*at, who))
        .map(|at| {
            let to = spaces(b, at);
            let hidden = eyes.see(&to, b.figure(at).aloft) == Sight::Blocked;
            (
                hidden,
                grid.gap(&eyes.from, &to),
                grid.nearest_pair(&eyes.from, &to).1,
            )
        })
        .min()
        .map(|(_, _, space)| space)
}

/// The gait and free ground of a figure, for the places where it may stand.
pub fn fits(b: &Skirmish, who: Fig, at: Space) -> Option<Footprint> {
    b.board
        .fits(at, b.unit(who).size, moving::gait(b.unit(who), false))
}
