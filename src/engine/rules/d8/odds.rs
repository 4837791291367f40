//! Exact chances, without playing the dice out (D3–D6).

use super::aiming::{self, Aimed, Shot};
use super::unit::{Kind, Weapon};
use super::{Battle8, defence, ground, skill};
use crate::battle::{Fig, How, Line, Odds, Ratio, Stand, Target};
use crate::board::{Facing, Footprint, Landing, Sight, Space};
use smallvec::SmallVec;

/// Chances as whole numbers out of a common number of ways.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Ways {
    /// The attack succeeds.
    hit: u64,
    /// It does so critically.
    critical: u64,
    /// Of so many.
    of: u64,
}

/// The attack roll of a weapon (D3).
fn attack_ways(b: &Battle8, weapon: Weapon, bonus: i8, band: u8) -> Ways {
    let config = &b.setup.config;
    let (need, bonus) = (config.need(band), bonus + config.weapon(weapon).bonus);
    let mut ways = Ways {
        hit: 0,
        critical: 0,
        of: u64::from(config.die.get()),
    };
    for face in 1..=config.die.get() {
        let critical = face >= config.critical;
        ways.critical += u64::from(critical);
        ways.hit += u64::from(critical || (face > config.failure && face as i8 + bonus >= need));
    }
    ways
}

/// How many faces of the defence die fail (D4).
fn open_ways(b: &Battle8, bonus: i8) -> u64 {
    let config = &b.setup.config;
    (1..=config.die.get())
        .filter(|face| *face as i8 + bonus < config.defence as i8)
        .count() as u64
}

/// What one shot may do to a unit, in ways out of `of`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Harm {
    defeat: u128,
    wound: u128,
    of: u128,
}

/// A unit that shots may harm.
#[derive(Copy, Clone, Debug)]
struct Mark {
    /// The unit.
    who: Fig,
    /// Whether the shots are aimed at it.
    aimed: bool,
    /// How many faces of its defence die fail.
    open: u64,
}

/// An attack: what is aimed at, and what is added to its rolls.
#[derive(Copy, Clone, Debug)]
struct Attack<'a> {
    shot: &'a Shot,
    /// What the shots are aimed at.
    at: Target,
    bonus: i8,
    /// The gunner, if its own shots may hit it and end the burst.
    gunner: Option<Mark>,
}

/// What one shot may do to a unit; `first`: it is the first of its attack.
fn harm(b: &Battle8, weapon: Weapon, first: bool, attack: &Attack, mark: Mark) -> Harm {
    let config = &b.setup.config;
    let arm = config.weapon(weapon);
    let (shot, target, aimed) = (attack.shot, mark.who, mark.aimed);
    let mut ways = attack_ways(b, weapon, attack.bonus, shot.band);
    if !defence::may_be_critical(b, weapon, first, attack.at) {
        ways.critical = 0;
    }
    let open = mark.open;
    let die = u128::from(ways.of);
    let (hit, critical, open) = (
        u128::from(ways.hit),
        u128::from(ways.critical),
        u128::from(open),
    );
    let wounds = b.unit(target).kind == Kind::Hero;
    if !arm.area || ground::is_off(b, target) {
        // Out of attack × defence.
        let hurt = defence::harms(b, weapon, target, true);
        let plain = if hurt { (hit - critical) * open } else { 0 };
        return if wounds {
            Harm {
                defeat: critical * die,
                wound: plain,
                of: die * die,
            }
        } else {
            Harm {
                defeat: critical * die + plain,
                wound: 0,
                of: die * die,
            }
        };
    }
    // Out of attack × (direction × distance) × defence.
    let grid = b.board.grid();
    let directions = u128::from(grid.directions());
    let astray = directions * die;
    let own = ground::spaces(b, target);
    let mut sum = Harm {
        of: die * astray * die,
        ..Harm::default()
    };
    let mut land = |at: Option<Space>, beside: &[Space], ways: u128| {
        let direct = at.is_some_and(|s| own.contains(&s));
        let near = arm.splash && own.iter().any(|s| beside.contains(s));
        if !(direct || near) || !defence::harms(b, weapon, target, direct) {
            return;
        }
        if direct || !wounds {
            sum.defeat += ways * open;
        } else {
            sum.wound += ways * open;
        }
    };
    let beside: Footprint = grid.neighbours(shot.aim).map(|n| n.1).collect();
    land(Some(shot.aim), &beside, (hit - critical) * astray);
    for direction in 0..grid.directions() {
        let mut face = 1;
        while face <= config.die.get() {
            // Faces that lead to the same space are counted together.
            let far = config.astray(face, b.setup.brief.scale);
            let same = (face..=config.die.get())
                .take_while(|f| config.astray(*f, b.setup.brief.scale) == far)
                .count() as u8;
            let (landing, beside) = grid.scattered(shot.aim, Facing(direction), far);
            let at = match landing {
                Landing::On(space) if b.board.exists(space) => Some(space),
                _ => None,
            };
            land(at, &beside, (die - hit) * u128::from(same));
            face += same;
        }
    }
    let deep = b.unit(target).kind == Kind::Submarine && arm.at == super::config::At::Surface;
    if aimed && !deep {
        sum.defeat += critical * astray * die;
    } else {
        land(Some(shot.aim), &beside, critical * astray);
    }
    sum
}

/// A chance as a ratio; exact where it fits.
fn ratio(ways: u128, of: u128) -> Ratio {
    let (mut ways, mut of) = (ways, of.max(1));
    let mut a = ways;
    let mut b = of;
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a > 1 {
        (ways, of) = (ways / a, of / a);
    }
    while of > u128::from(u64::MAX) {
        (ways, of) = (ways >> 1, of >> 1);
    }
    Ratio::new(ways as u64, of as u64)
}

/// Shortens ways and their number before another factor could overflow.
fn shortened(all: &mut [u128], of: &mut u128, next: u128) {
    while *of > u128::MAX / next.max(1) {
        all.iter_mut().for_each(|n| *n >>= 1);
        *of >>= 1;
    }
}

/// What an attack may do to a unit: (defeated, wounded but alive).
fn chances(b: &Battle8, attack: &Attack, mark: Mark) -> [Ratio; 2] {
    // Ways to have taken so many wounds and live; the last: to be gone. Then the same for a burst
    // that has ended with its gunner.
    let gone = usize::from(b.figure(mark.who).mark.left.max(1));
    let mut state: SmallVec<[u128; 8]> = SmallVec::from_elem(0, 2 * (gone + 1));
    state[0] = 1;
    let mut of = 1u128;
    type Known = ((Weapon, bool), Harm, Harm);
    let mut known: SmallVec<[Known; 3]> = SmallVec::new();
    for (number, weapon) in attack.shot.shots.iter().enumerate() {
        let key = (*weapon, number == 0);
        let (one, own) = match known.iter().find(|(k, ..)| *k == key) {
            Some((_, one, own)) => (*one, *own),
            None => {
                let one = shorter(harm(b, *weapon, key.1, attack, mark));
                let gunner = attack.gunner.filter(|gunner| gunner.who != mark.who);
                let own = gunner.map_or(Harm::default(), |gunner| {
                    shorter(harm(b, *weapon, key.1, attack, gunner))
                });
                let (one, own) = common(one, own);
                known.push((key, one, own));
                (one, own)
            }
        };
        shortened(&mut state, &mut of, one.of);
        let safe = one.of - one.defeat - one.wound - own.defeat;
        let (on, ended) = state.split_at_mut(gone + 1);
        ended.iter_mut().for_each(|ways| *ways *= one.of);
        for wounds in 0..=gone {
            ended[wounds] += on[wounds] * own.defeat;
        }
        on[gone] *= one.of - own.defeat;
        for wounds in (0..gone).rev() {
            let ways = on[wounds];
            on[gone] += ways * one.defeat;
            on[wounds + 1] += ways * one.wound;
            on[wounds] = ways * safe;
        }
        of *= one.of;
    }
    let both = |wounds: usize| state[wounds] + state[gone + 1 + wounds];
    let hurt: u128 = (1..gone).map(both).sum();
    [ratio(both(gone), of), ratio(hurt, of)]
}

/// Two chances out of the same number of ways.
fn common(one: Harm, own: Harm) -> (Harm, Harm) {
    if own.defeat == 0 {
        return (one, Harm { of: one.of, ..own });
    }
    let times = |harm: Harm, by: u128| Harm {
        defeat: harm.defeat * by,
        wound: harm.wound * by,
        of: harm.of * by,
    };
    (times(one, own.of), times(own, one.of))
}

/// The same chances with the smallest numbers.
fn shorter(harm: Harm) -> Harm {
    let gcd = |mut a: u128, mut b: u128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let by = gcd(gcd(harm.defeat, harm.wound), harm.of).max(1);
    Harm {
        defeat: harm.defeat / by,
        wound: harm.wound / by,
        of: harm.of / by,
    }
}

/// The chance that at least one attack roll succeeds.
fn any_hit(b: &Battle8, attack: &Attack) -> Ratio {
    let mut missed = [1u128, 0];
    let mut of = 1u128;
    for (number, weapon) in attack.shot.shots.iter().enumerate() {
        let ways = attack_ways(b, *weapon, attack.bonus, attack.shot.band);
        let own = attack.gunner.map_or(Harm::default(), |gunner| {
            shorter(harm(b, *weapon, number == 0, attack, gunner))
        });
        // Out of the faces of the attack die times the ways in which the gunner is hit.
        let all = u128::from(ways.of) * own.of.max(1);
        shortened(&mut missed, &mut of, all);
        let fails = u128::from(ways.of - ways.hit) * own.of.max(1);
        let ends = own.defeat * u128::from(ways.of);
        missed[1] = missed[1] * all + missed[0] * ends;
        missed[0] *= fails - ends;
        of *= all;
    }
    ratio(of - missed[0] - missed[1], of)
}

/// See [`crate::battle::Ruleset::odds`]. For a bare space: the chance that a shot lands there.
pub fn odds(b: &Battle8, who: Fig, stand: Stand, how: How, at: Target, sight: Sight) -> Odds {
    if sight == Sight::Blocked {
        return Odds::NONE;
    }
    if how == How::Skill {
        return skill::odds(b, who);
    }
    let from = from(b, who, Some(stand));
    let Some(shot) = supposed(b, who, from, None, how, at, sight) else {
        return Odds::NONE;
    };
    at_shot(b, who, Some(stand), &shot, at)
}

/// As `odds`, from so many spaces away.
pub fn odds_from(b: &Battle8, who: Fig, how: How, at: Target, sight: Sight, gap: u32) -> Odds {
    if sight == Sight::Blocked {
        return Odds::NONE;
    }
    let from = from(b, who, None);
    match supposed(b, who, from, Some(gap), how, at, sight) {
        Some(shot) => at_shot(b, who, None, &shot, at),
        None => Odds::NONE,
    }
}

/// The spaces a unit attacks from; none: off the map.
fn from(b: &Battle8, who: Fig, stand: Option<Stand>) -> Footprint {
    match stand {
        _ if ground::stays_off(b, who) => Footprint::new(),
        Some(stand) => ground::spaces_from(b, who, stand),
        None => ground::spaces(b, who),
    }
}

/// The odds of an attack that can be made.
fn at_shot(b: &Battle8, who: Fig, stand: Option<Stand>, shot: &Shot, at: Target) -> Odds {
    let attack = attack_of(b, who, stand, shot, at);
    let hit = any_hit(b, &attack);
    let Target::Figure(target) = at else {
        return Odds {
            hit,
            defeat: hit,
            ..Odds::NONE
        };
    };
    let open = open_ways(b, defence::defence(b, target, Some(shot.sight)));
    let (who, aimed) = (target, true);
    let [defeat, wound] = chances(b, &attack, Mark { who, aimed, open });
    let left = b.figure(target).mark.left.max(1);
    Odds {
        hit,
        defeat,
        wound,
        part: Ratio::new(1, u64::from(left)),
        ..Odds::NONE
    }
}

/// An attack of a unit, with the danger that its own burst is for it (D8).
fn attack_of<'a>(
    b: &Battle8,
    who: Fig,
    stand: Option<Stand>,
    shot: &'a Shot,
    at: Target,
) -> Attack<'a> {
    let bonus = aiming::bonus(b, who, stand);
    let config = &b.setup.config;
    let arm = config.weapon(shot.shots[0]);
    let burst = shot.shots.len() > 1 && arm.area && !arm.splash;
    let there = stand.is_none_or(|stand| stand.at == b.figure(who).at);
    let exposed = b.figure(who).is_on() && b.figure(who).aboard.is_none();
    let gunner = (config.burst_ends && burst && there && exposed).then(|| {
        let seen = defence::seen(b, &shot.from, &shot.from);
        let open = open_ways(b, defence::defence(b, who, Some(seen)));
        let aimed = false;
        Mark { who, aimed, open }
    });
    Attack {
        shot,
        at,
        bonus,
        gunner,
    }
}

/// The attack as it would be with that sight, whether or not it is legal now.
fn supposed(
    b: &Battle8,
    who: Fig,
    from: Footprint,
    gap: Option<u32>,
    how: How,
    at: Target,
    sight: Sight,
) -> Option<Shot> {
    let (to, aimed) = match at {
        Target::Figure(target) if ground::is_off(b, target) => {
            if !aiming::may_intercept(b, who, how, target) {
                return None;
            }
            (Footprint::new(), Aimed::figure(b, target))
        }
        // Whoever is aboard of something is out of the way.
        Target::Figure(target) if b.figure(target).aboard.is_some() => return None,
        Target::Figure(target) => (ground::spaces(b, target), Aimed::figure(b, target)),
        Target::Space(space) => (Footprint::from_slice(&[space]), Aimed::space(b, space)),
        _ => return None,
    };
    let band = if aimed.off || ground::stays_off(b, who) {
        2
    } else {
        let gap = gap.unwrap_or_else(|| b.board.grid().gap(&from, &to));
        b.setup.config.band(gap, b.setup.brief.scale)?
    };
    let shots = aiming::shots_of(b, who, how, band, aimed);
    if shots.is_empty() {
        return None;
    }
    let aim = aiming::aim_point(b, &from, &to);
    Some(Shot {
        from,
        aim,
        band,
        sight,
        shots,
    })
}

/// Everybody besides the target whom an act may hurt, friends too, with the odds of each.
pub fn spread(
    b: &Battle8,
    who: Fig,
    stand: Stand,
    how: How,
    at: Target,
    each: &mut dyn FnMut(Fig, Odds),
) {
    let Ok(shot) = aiming::aim(b, who, Some(stand), how, at) else {
        return;
    };
    let config = &b.setup.config;
    let off = matches!(at, Target::Figure(f) if ground::is_off(b, f));
    if off || !config.weapon(shot.shots[0]).area {
        return;
    }
    // Nobody is hit farther off than a shot goes astray, and one more.
    let far = config.astray(config.die.get(), b.setup.brief.scale) + 1;
    let attack = attack_of(b, who, Some(stand), &shot, at);
    let grid = b.board.grid();
    for other in b.on_board().filter(|f| b.figure(*f).aboard.is_none()) {
        let own = ground::spaces(b, other);
        if Target::Figure(other) == at || grid.gap(&own, &[shot.aim]) > far {
            continue;
        }
        let seen = defence::seen(b, &shot.from, &own);
        let open = open_ways(b, defence::defence(b, other, Some(seen)));
        let mark = Mark {
            who: other,
            aimed: false,
            open,
        };
        let [defeat, wound] = chances(b, &attack, mark);
        if defeat == Ratio::from_integer(0) && wound == Ratio::from_integer(0) {
            continue;
        }
        let left = b.figure(other).mark.left.max(1);
        each(
            other,
            Odds {
                defeat,
                wound,
                part: Ratio::new(1, u64::from(left)),
                ..Odds::NONE
            },
        );
    }
}

/// The numbers behind the odds, named.
pub fn lines(b: &Battle8, who: Fig, stand: Stand, how: How, at: Target, sight: Sight) -> Vec<Line> {
    if how == How::Skill {
        return vec![Line {
            name: "skill roll".into(),
            value: format!("{}+", skill::needed(b, who)),
        }];
    }
    let own = from(b, who, Some(stand));
    let Some(shot) = supposed(b, who, own, None, how, at, sight) else {
        return Vec::new();
    };
    let config = &b.setup.config;
    let line = |name: &str, value: String| Line {
        name: name.into(),
        value,
    };
    let signed = |n: i8| format!("{n:+}");
    let range = ["adjacent", "short", "long"][usize::from(shot.band.min(2))];
    let mut weapons: Vec<&str> = shot.shots.iter().map(|weapon| weapon.name()).collect();
    weapons.dedup();
    let mut lines = vec![
        line("weapon", weapons.join(" and ")),
        line("shots", format!("{} × d{}", shot.shots.len(), config.die)),
        line(range, format!("{}+", config.need(shot.band))),
    ];
    let arm = config.weapon(shot.shots[0]);
    let (unit, figure) = (b.unit(who), b.figure(who));
    let cheer = figure.is_on() && {
        let own = ground::spaces_from(b, who, stand);
        ground::cheered(b, who, &own)
    };
    for (name, bonus) in [
        (shot.shots[0].name(), arm.bonus),
        ("accuracy", unit.accuracy as i8),
        ("morale", i8::from(cheer)),
        (
            "aboard",
            if figure.aboard.is_some() {
                config.aboard
            } else {
                0
            },
        ),
    ] {
        if bonus != 0 {
            lines.push(line(name, signed(bonus)));
        }
    }
    if let Target::Figure(target) = at {
        let defence = defence::defence(b, target, Some(sight));
        let need = (config.defence as i8 - defence).max(1);
        if defence::harms(b, shot.shots[0], target, true) {
            lines.push(line("defence", format!("{need}+")));
        } else {
            lines.push(line("harms only if", "critical".into()));
        }
        if sight == Sight::Cover {
            lines.push(line("cover", format!("+{}", config.cover)));
        }
    }
    lines
}
