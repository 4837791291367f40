//! The odds of attacks, for one figure and for all who join in, and the numbers behind them.

use super::config::Fire;
use super::volley::{Shot, chain, closest, dice_of, need, need_onto, parts, rolling, shooters};
use super::{Frame, Phase, Plastic, squad};
use crate::battle::{Act, Battle, Fig, How, Line, Odds, Ratio, Stand, Target};
use crate::board::{Sight, Space};
use crate::dice::Faces;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Faces that stand for all that come to the same: for each shooter, how many of its dice kill.
pub fn throws(b: &Battle<Plastic>) -> Option<Vec<(Faces, u64)>> {
    let Some(Frame::Volley { queue, .. }) = b.state.frames.last() else {
        return None;
    };
    if b.setup.config.fire == Fire::Each {
        return None;
    }
    let die = u64::from(b.setup.config.die.get());
    let now = rolling(queue);
    let need = u64::from(now.first()?.need);
    let (good, bad) = (die + 1 - need, need - 1);
    let mut all: Vec<(Faces, u64)> = vec![(Faces::new(), 1)];
    for shooter in now {
        let dice = dice_of(b, std::slice::from_ref(shooter));
        let mut next = Vec::with_capacity(all.len() * (dice + 1));
        for (faces, ways) in all {
            for hits in 0..=dice {
                let share =
                    choose(dice, hits) * good.pow(hits as u32) * bad.pow((dice - hits) as u32);
                if share > 0 {
                    let mut faces = faces.clone();
                    faces.extend(std::iter::repeat_n(die as u8, hits));
                    faces.extend(std::iter::repeat_n(1, dice - hits));
                    next.push((faces, ways.checked_mul(share)?));
                }
            }
        }
        all = next;
    }
    Some(all)
}

/// In how many ways so many can be chosen.
fn choose(of: usize, some: usize) -> u64 {
    (0..some as u64).fold(1, |ways, i| ways * (of as u64 - i) / (i + 1))
}

/// The chances of 0, 1, … hits with so many dice.
fn hits(dice: usize, need: u8, die: u8) -> Vec<Ratio> {
    let (good, die) = (u64::from(die + 1 - need), u64::from(die));
    (0..=dice)
        .map(|k| {
            let ways = choose(dice, k) * good.pow(k as u32) * (die - good).pow((dice - k) as u32);
            Ratio::new(ways, die.pow(dice as u32))
        })
        .collect()
}

/// The exact odds of an attack: of a figure's own dice, or of all who join in.
pub fn odds(b: &Battle<Plastic>, act: &Act) -> Odds {
    let (How::Shoot, Target::Figure(target)) = (act.how, act.at) else {
        return Odds::NONE;
    };
    let to = act.onto.unwrap_or(b.figure(target).at);
    let alone = onto(b, act.who, act.stand.at, (target, to), act.sight);
    if act.joint && b.setup.config.fire == Fire::Squad {
        joint(b, act.who, target, alone)
    } else {
        alone
    }
}

/// The exact odds of a figure's own dice from a space against a target on another.
fn onto(
    b: &Battle<Plastic>,
    who: Fig,
    from: Space,
    (target, to): (Fig, Space),
    seen: Sight,
) -> Odds {
    if seen == Sight::Blocked {
        return Odds::NONE;
    }
    let from = Shot::stand(b, who, from);
    let Some(need) = need_onto(b, who, from, (target, to), seen) else {
        return Odds::NONE;
    };
    let config = &b.setup.config;
    let dice = usize::from(config.dice.of(b.unit(who).kind).get());
    if config.fire == Fire::Each {
        let line = chain(b, (who, from), (target, need), dice);
        return each_die(&line, dice, config.die.get());
    }
    let chances = hits(dice, need, config.die.get());
    let hit = Ratio::from_integer(1) - chances[0];
    let mut odds = Odds {
        hit,
        defeat: hit,
        ..Odds::NONE
    };
    if dice > 1 {
        // Further hits kill those who stand behind it.
        let others = squad::mates(b, target).len().saturating_sub(1);
        odds.more = (2..=dice).fold(Ratio::from_integer(0), |sum, k| {
            sum + chances[k] * Ratio::from_integer((k - 1).min(others) as u64)
        });
    }
    odds
}

/// The odds of dice that are rolled one after the other at these figures: each kills the first that
/// is left or nobody.
fn each_die(line: &[(Fig, u8)], dice: usize, die: u8) -> Odds {
    let (zero, one) = (Ratio::from_integer(0), Ratio::from_integer(1));
    // Chance of each number of kills.
    let mut chances: SmallVec<[Ratio; 8]> = SmallVec::from_elem(zero, line.len() + 1);
    chances[0] = one;
    for _ in 0..dice {
        for (killed, (_, need)) in line.iter().enumerate().rev() {
            let kill = Ratio::new(u64::from(die + 1 - need), u64::from(die));
            let (stays, goes) = (chances[killed] * (one - kill), chances[killed] * kill);
            chances[killed] = stays;
            chances[killed + 1] += goes;
        }
    }
    let hit = one - chances[0];
    let more = chances.iter().enumerate().skip(2);
    Odds {
        hit,
        defeat: hit,
        more: more.fold(zero, |sum, (k, p)| {
            sum + *p * Ratio::from_integer(k as u64 - 1)
        }),
        ..Odds::NONE
    }
}

/// How an attack of a whole squad ends: which of the targets are left, a bit each, with exact
/// chances.
fn ends(b: &Battle<Plastic>, who: Fig, at: Fig) -> (SmallVec<[Fig; 12]>, FxHashMap<u64, Ratio>) {
    let targets = squad::mates(b, at);
    let die = b.setup.config.die.get();
    let mut queue = shooters(b, who, at);
    let mut left: FxHashMap<u64, Ratio> = FxHashMap::default();
    let everybody = if targets.len() >= 64 {
        u64::MAX
    } else {
        (1 << targets.len()) - 1
    };
    left.insert(everybody, Ratio::from_integer(1));
    for shooter in queue.drain(..) {
        let from = Shot::stand(b, shooter.who, b.figure(shooter.who).at);
        let line: SmallVec<[u64; 12]> = closest(b, shooter.who, from, &targets, Some(at))
            .iter()
            .filter_map(|(f, _)| targets.iter().position(|t| t == f))
            .map(|i| 1u64.checked_shl(i as u32).unwrap_or(0))
            .collect();
        let chances = hits(
            dice_of(b, std::slice::from_ref(&shooter)),
            shooter.need,
            die,
        );
        let mut next: FxHashMap<u64, Ratio> = FxHashMap::default();
        for (set, chance) in left {
            let mut set = set;
            let mut there = line.iter().filter(|bit| set & **bit != 0);
            let killed: SmallVec<[u64; 8]> = there.by_ref().take(chances.len()).copied().collect();
            for (k, p) in chances.iter().enumerate() {
                if k > 0 {
                    set &= !killed.get(k - 1).copied().unwrap_or(0);
                }
                *next.entry(set).or_insert(Ratio::from_integer(0)) += chance * *p;
            }
        }
        left = next;
    }
    (targets, left)
}

/// The exact odds of a whole squad's attack, as things stand; where it cannot be made now, those
/// of the figure's own dice.
fn joint(b: &Battle<Plastic>, who: Fig, target: Fig, alone: Odds) -> Odds {
    let joining = shooters(b, who, target);
    let all: usize = dice_of(b, &joining);
    if !joining.iter().any(|s| s.who == who) || all > 24 {
        return alone;
    }
    let (targets, left) = ends(b, who, target);
    let zero = Ratio::from_integer(0);
    let named = targets.iter().position(|f| *f == target).unwrap_or(0);
    let (mut any, mut dead, mut killed) = (zero, zero, zero);
    for (set, p) in &left {
        let gone = targets.len() as u32 - set.count_ones();
        if gone > 0 {
            any += p;
        }
        if set >> named & 1 == 0 {
            dead += p;
        }
        killed += p * Ratio::from_integer(u64::from(gone));
    }
    Odds {
        hit: any,
        defeat: dead,
        more: killed - dead,
        ..Odds::NONE
    }
}

/// The numbers behind the odds, named.
pub fn lines(
    b: &Battle<Plastic>,
    who: Fig,
    stand: Stand,
    how: How,
    at: Target,
    seen: Sight,
) -> Vec<Line> {
    let (How::Shoot, Target::Figure(target)) = (how, at) else {
        return Vec::new();
    };
    let line = |name: &str, value: String| Line {
        name: name.into(),
        value,
    };
    let config = &b.setup.config;
    let from = Shot::stand(b, who, stand.at);
    let mut lines = vec![line("to kill", format!("{}+", config.to_kill))];
    for (name, value) in parts(b, who, from, (target, b.figure(target).at), seen) {
        lines.push(line(name, format!("{value:+}")));
    }
    lines.push(match need(b, who, from, target, seen) {
        Some(need) => line("each die needs", format!("{need}+")),
        None => line("each die needs", "too well protected".into()),
    });
    let dice = usize::from(config.dice.of(b.unit(who).kind).get());
    if dice > 1 {
        lines.push(line("its own dice", dice.to_string()));
    }
    if let (Fire::Each, Some(need)) = (config.fire, need(b, who, from, target, seen)) {
        let next = chain(b, (who, from), (target, need), dice);
        for (_, need) in next.iter().skip(1) {
            lines.push(line("the figure behind needs", format!("{need}+")));
        }
    }
    let acting = b.state.table.phase == Phase::Attack && stand.at == b.figure(who).at;
    let joining = shooters(b, who, target);
    if acting && joining.iter().any(|s| s.who == who) && joining.len() > 1 {
        let mut rest = &joining[..];
        while !rest.is_empty() {
            let same = rolling(rest);
            let name = format!("dice that need {}+", same[0].need);
            lines.push(line(&name, dice_of(b, same).to_string()));
            rest = &rest[same.len()..];
        }
    }
    lines
}
