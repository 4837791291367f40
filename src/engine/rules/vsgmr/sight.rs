//! Who sees, touches and reaches whom, and with what (S1–S8, A1, A4, A8, A9, T4, T15).

use super::eyes::{self, Eyes};
use super::table::Mark;
use super::unit::Trait;
use super::{Skirmish, allowance, moving, numbers, riding, skill, traits};
use crate::battle::{Fig, How, Mode, Range, Stand, Target};
use crate::board::Sight;
use smallvec::SmallVec;

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

/// The ways in which a figure may still act this round, or could in a fresh one (R5, A9, T4).
#[inline]
pub fn ways(b: &Skirmish, who: Fig, fresh: bool) -> Ways {
    if fresh {
        let busy = riding::is_busy_aboard(b, who);
        if !b.figure(who).is_on() || busy || !riding::may_attack(b, who) {
            return Ways::default();
        }
    } else if !riding::able(b, who) || !allowance::may_act(b, who) {
        return Ways::default();
    }
    let mut ways = armed(b, who, fresh);
    // Skill rolls need leaving the mount (M4).
    ways.skill &= b.figure(who).aboard.is_none();
    ways
}

/// What a figure has to act with, once nothing else hinders it.
#[inline]
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
pub fn modes_after_dismount(b: &Skirmish, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]> {
    let figure = b.figure(who);
    let able = figure.is_on() && figure.aboard.is_some() && !figure.mark.has(Mark::DISABLED);
    let may = fresh || moving::may_move(b, who) && allowance::may_act(b, who);
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
        let farthest = match ways.shoot || ways.disable {
            true => range.max(1),
            false => 1,
        };
        let apart = match eyes.from[..] {
            [from] => b.board.distances(from),
            _ => None,
        };
        for at in b.on_board() {
            if own.contains(b.figure(at).side) {
                continue;
            }
            if let Some(apart) = apart {
                let carrier = b.carrier(at);
                let gap = apart[b.figure(carrier).at.index()];
                if b.unit(carrier).size == 1 && u32::from(gap) > farthest {
                    continue;
                }
            }
            let to = eyes::spaces(b, at);
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
                && eyes::ground(b, &eyes, stand, how, range, at)
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
    let stand = b.stand(who);
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
            if ways.has(how) && eyes::ground(b, &eyes, stand, how, range, at) && !each(how, at) {
                return false;
            }
        }
    }
    true
}

/// Everything a figure may do where it stands in these ways, terrain included, as answers'
/// parts, until `each` says false; false then.
pub fn acts(b: &Skirmish, who: Fig, ways: Ways, each: &mut dyn FnMut(How, Target) -> bool) -> bool {
    strikes(b, who, b.stand(who), ways, &mut |how, at, _| each(how, at))
        && terrain(b, who, ways, each)
}

/// Whether a figure could do anything where it stands in these ways.
pub fn has_act(b: &Skirmish, who: Fig, ways: Ways) -> bool {
    !acts(b, who, ways, &mut |_, _| false)
}
