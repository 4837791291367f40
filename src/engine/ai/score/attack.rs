//! The best attack of a figure from a place, and what attacks are worth.

use super::danger::Danger;
use super::evaluator::{Approach, Evaluator, SPENT};
use super::profile::Profile;
use super::terms::{Part, Score, Tally};
use crate::ai::model::cache::Cache;
use crate::ai::model::figure::{Chance, FOLLOWED, Splash, rank, reach_of, repeated, sees, to_f64};
use crate::ai::model::mover::Mover;
use crate::ai::model::threat::Threat;
use crate::battle::{Act, Fig, How, Menace, Mode, Range, Stand, Target};
use crate::board::{Sight, Space};
use crate::rules::Game;
use std::cell::OnceCell;

/// The best attack found from a place.
#[derive(Copy, Clone, Debug)]
pub struct AttackValue {
    pub at: Fig,
    pub how: How,
    pub kill: f64,
    pub deny: f64,
    pub wound: f64,
    pub prevented: f64,
    pub hazard: f64,
    pub gone: f64,
    pub total: f64,
}

impl AttackValue {
    /// The same attack, if it comes about with this chance.
    pub fn likely(&self, chance: f64) -> AttackValue {
        AttackValue {
            kill: self.kill * chance,
            deny: self.deny * chance,
            wound: self.wound * chance,
            prevented: self.prevented * chance,
            hazard: self.hazard * chance,
            gone: self.gone * chance,
            total: self.total * chance,
            ..*self
        }
    }
    /// Adds its parts to a score.
    pub fn count(&self, profile: &Profile, score: &mut impl Tally) {
        for (part, points) in [
            (Part::Kill, self.kill),
            (Part::Deny, self.deny),
            (Part::Wound, self.wound),
            (Part::Return, self.prevented),
            (Part::Hazard, self.hazard),
        ] {
            score.add(part, profile.weight(part) * points);
        }
    }
}

/// Adds what an act does to others than its target to a score.
pub fn count_splash(splash: &Splash, profile: &Profile, score: &mut Score) {
    score.add(Part::Kill, profile.weight(Part::Kill) * splash.kill);
    score.add(Part::Hazard, -profile.weight(Part::Kill) * splash.own);
}

/// What an act does to others than its target comes to.
fn splash_total(splash: &Splash, profile: &Profile) -> f64 {
    profile.weight(Part::Kill) * (splash.kill - splash.own)
}

/// What an act does to others than its target, from where the figure is.
pub fn splash_of(
    evaluator: &Evaluator,
    cache: &mut Cache,
    who: Fig,
    how: How,
    at: Target,
) -> Splash {
    if !matches!(how, How::Burst | How::Blast) {
        return Splash::default();
    }
    let (game, mut splash) = (evaluator.table.game, Splash::default());
    if let Some(known) = cache.splash(who, how, at) {
        return known;
    }
    let act = Act::new(who, game.stand(who), how, at, Sight::Clear);
    game.spread(&act, &mut |other, odds| {
        let figure = evaluator.table.figure(other);
        let harm = to_f64(odds.defeat) + to_f64(odds.wound) * to_f64(odds.part);
        let points = figure.worth * evaluator.remaining(other) * harm;
        if figure.friend {
            splash.own += points;
        } else {
            splash.kill += points;
        }
    });
    cache.keep_splash(who, how, at, splash);
    splash
}

/// Counts the attacks of friends that will not move any more, best first, so that other figures do
/// not plan on the same targets.
pub fn settle_attacks(evaluator: &mut Evaluator, cache: &mut Cache, movers: &[Mover]) {
    if !evaluator.depth.chaining {
        return;
    }
    let mut waiting: Vec<Fig> = evaluator
        .table
        .friends
        .iter()
        .copied()
        .filter(|f| !movers.iter().any(|m| m.members.contains(f)))
        .filter(|f| !evaluator.table.figure(*f).modes.is_empty())
        .collect();
    while !waiting.is_empty() {
        let mut best: Option<(usize, AttackValue)> = None;
        for (i, who) in waiting.iter().enumerate() {
            let figure = evaluator.table.figure(*who);
            let (at, spaces) = (figure.at, figure.spaces.clone());
            if let Some(attack) = best_attack(
                evaluator,
                cache,
                *who,
                at,
                &spaces,
                Approach::STAY.exactly(),
                &Danger::default(),
                0,
            ) && best.is_none_or(|(_, old)| attack.total > old.total)
            {
                best = Some((i, attack));
            }
        }
        let Some((i, attack)) = best else { break };
        waiting.swap_remove(i);
        waiting.sort_unstable();
        evaluator.reduce(attack.at, attack.gone);
        evaluator
            .threats
            .planned(attack.at, attack.how, attack.gone);
    }
}

/// How an enemy that may still move can be caught by a way of attacking.
pub fn catch_chance(evaluator: &Evaluator, foe: Fig, mode: &Mode) -> CatchChance {
    let moving = |threat: &&Threat| threat.menace == Menace::Moving;
    match evaluator.threats.of(foe).filter(moving) {
        Some(_) if mode.how.takes_action() => CatchChance::Surely,
        Some(_) if mode.range == Range::Touch => CatchChance::Beside,
        Some(threat) => CatchChance::Within {
            range: f64::from(reach_of(mode)),
            pace: f64::from(threat.pace.max(1)),
        },
        None => CatchChance::Surely,
    }
}

/// The best attack of a figure from a place, given what threatens the group there that it is
/// this member of.
#[allow(clippy::too_many_arguments)]
pub fn best_attack(
    evaluator: &Evaluator,
    cache: &mut Cache,
    who: Fig,
    anchor: Space,
    spaces: &[Space],
    approach: Approach,
    danger: &Danger,
    member: usize,
) -> Option<AttackValue> {
    let table = &evaluator.table;
    let figure = table.figure(who);
    let struck = danger.of(member);
    let mut best: Option<AttackValue> = None;
    awaiting(evaluator, cache, who, &danger.coming, &mut best);
    let modes = if approach.leaving {
        figure.modes_on_foot(false)
    } else {
        &figure.modes
    };
    // A figure that stays does not turn.
    let arc = if approach.moving { None } else { figure.arc };
    if approach.exact && !approach.leaving {
        let stand = Stand {
            at: anchor,
            facing: arc,
            aloft: figure.aloft && !approach.moving,
        };
        for (how, foe, sight) in cache.strikes(table.game, who, stand).iter() {
            if let Some(mode) = figure.modes.iter().find(|m| m.how == *how)
                && !table.figure(*foe).friend
            {
                consider(
                    evaluator, cache, who, anchor, *foe, mode, *sight, spaces, approach, struck,
                    &mut best,
                );
            }
        }
        return best;
    }
    for mode in modes {
        for foe in &table.foes {
            let target = table.figure(*foe);
            let gap = target.gap(spaces);
            if gap > reach_of(mode) || (mode.range == Range::Touch && target.aloft) {
                continue;
            }
            if let Some(sight) = sees(table.board, mode, spaces, &target.spaces, gap, arc) {
                consider(
                    evaluator, cache, who, anchor, *foe, mode, sight, spaces, approach, struck,
                    &mut best,
                );
            }
        }
    }
    best
}

/// What a figure may do to enemies that come to attack it, before they do.
pub fn awaiting(
    evaluator: &Evaluator,
    cache: &mut Cache,
    who: Fig,
    coming: &[(Fig, f64)],
    best: &mut Option<AttackValue>,
) {
    if !evaluator.threats.own_side_first || !evaluator.depth.chaining {
        return;
    }
    for (foe, coming) in coming {
        for mode in &evaluator.table.figure(who).modes {
            if mode.how.takes_action() || evaluator.table.figure(*foe).aloft {
                continue;
            }
            let chance = evaluator
                .table
                .chance(cache, who, *foe, mode.how, Sight::Clear);
            let attack = value_of(evaluator, who, *foe, mode.how, &chance, 1, 0.7 * coming);
            if best.is_none_or(|old| attack.total > old.total) {
                *best = Some(attack);
            }
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn consider(
    evaluator: &Evaluator,
    cache: &mut Cache,
    who: Fig,
    anchor: Space,
    foe: Fig,
    mode: &Mode,
    sight: Sight,
    spaces: &[Space],
    approach: Approach,
    struck: [f64; 2],
    best: &mut Option<AttackValue>,
) {
    let table = &evaluator.table;
    let gap = table.figure(foe).gap(spaces);
    let mut chance = table.chance_from(cache, who, anchor, foe, mode.how, sight, gap);
    let times = approach.times(mode);
    if times == 0 {
        return;
    }
    if approach.exact {
        chance = table.running(chance, who, anchor, foe);
    }
    let caught = catch_chance(evaluator, foe, mode).from(gap);
    let there = there(mode, struck.map(|struck| 1.0 - struck));
    let mut attack = value_of(
        evaluator,
        who,
        foe,
        mode.how,
        &chance,
        times,
        caught * there,
    );
    if !approach.moving && approach.exact {
        let splash = splash_of(evaluator, cache, who, mode.how, Target::Figure(foe));
        let splash = splash.times(f64::from(times));
        attack.kill += splash.kill;
        attack.hazard -= splash.own;
        attack.total += splash_total(&splash, evaluator.profile);
    }
    if best.is_none_or(|old| attack.total > old.total) {
        *best = Some(attack);
    }
}

/// What an attack is worth, if it comes about with this chance.
pub fn value_of(
    evaluator: &Evaluator,
    who: Fig,
    foe: Fig,
    how: How,
    chance: &Chance,
    times: u8,
    likely: f64,
) -> AttackValue {
    let table = &evaluator.table;
    let worth = table.figure(foe).worth;
    let bounty = evaluator.goals.bounty[foe.index()];
    let left = evaluator.remaining(foe);
    let harm = chance.harm();
    let all = repeated(harm, times);
    let defeat = if harm > 0.0 {
        all * (chance.defeat / harm)
    } else {
        0.0
    };
    let mut kill = worth * left * defeat * likely;
    if chance.again > 0 {
        let spaces = &table.figure(foe).spaces;
        let others = table
            .foes
            .iter()
            .filter(|f| **f != foe)
            .filter(|f| table.figure(**f).gap(spaces) <= chance.within.max(1))
            .take(usize::from(chance.again))
            .map(|f| evaluator.worth(*f) * evaluator.remaining(*f))
            .sum::<f64>();
        kill += others * chance.hit * chance.defeat * FOLLOWED * likely;
    }
    if chance.more > 0.0 {
        kill += chance.more * table.beside(foe) * left * likely;
    }
    let deny = bounty * left * defeat * likely;
    let wound = (worth + bounty) * left * (all - defeat) * likely;
    let gone = all * likely;
    let prevented = match evaluator.threats.of(foe) {
        Some(threat) if evaluator.depth.threats => {
            let ahead = if table.rounds_left > 0 { 1.0 } else { 0.0 };
            gone * left * threat.damage * (0.5 + 0.5 * ahead)
        }
        _ => 0.0,
    };
    let own = table.figure(who).worth;
    let hazard = -likely * (chance.lost * own + chance.flee * own * 0.25);
    let weigh = |part| evaluator.profile.weight(part);
    let total = kill * weigh(Part::Kill)
        + deny * weigh(Part::Deny)
        + wound * weigh(Part::Wound)
        + prevented * weigh(Part::Return)
        + hazard * weigh(Part::Hazard);
    AttackValue {
        at: foe,
        how,
        kill,
        deny,
        wound,
        prevented,
        hazard,
        gone,
        total,
    }
}

/// Counts on it that a friend that walks alone has gone to a space: `game` is the battle after
/// that.
pub fn moved(evaluator: &mut Evaluator, cache: &mut Cache, game: &Game, who: Fig, to: Space) {
    let figure = evaluator.table.figure(who);
    let from = figure.spaces.clone();
    let spaces = evaluator.table.spaces_at(figure, to);
    if evaluator.depth.chaining {
        let approach = Approach::GO.exactly();
        if let Some(attack) = best_attack(
            evaluator,
            cache,
            who,
            to,
            &spaces,
            approach,
            &Danger::default(),
            0,
        ) {
            evaluator.reduce(attack.at, SPENT * attack.gone);
            evaluator
                .threats
                .planned(attack.at, attack.how, SPENT * attack.gone);
        }
    }
    evaluator.table.moved(cache, game, who, spaces);
    evaluator
        .threats
        .moved(&evaluator.table, cache, game, who, &from);
    let team = game.team(evaluator.table.side);
    for (side, blockers) in game.all_sides().zip(&mut evaluator.blockers) {
        if evaluator.depth.exact && game.team(side) != team {
            *blockers = OnceCell::from(game.blockers(side));
        }
    }
}

/// How likely an enemy can be attacked from where it is now when it is time.
#[derive(Copy, Clone)]
pub enum CatchChance {
    /// It does not go before that.
    Surely,
    /// It may go out of touch.
    Beside,
    /// It may go out of range, in spaces, as far as its pace allows.
    Within {
        /// How far the attack reaches.
        range: f64,
        /// How far it goes.
        pace: f64,
    },
}

impl CatchChance {
    /// From so far away.
    #[inline]
    pub fn from(self, gap: u32) -> f64 {
        match self {
            CatchChance::Surely => 1.0,
            CatchChance::Beside if gap <= 1 => 0.6,
            CatchChance::Beside => 0.0,
            // From 0.4 at the limit of range up to 0.9 where it cannot get out.
            CatchChance::Within { range, pace } => {
                let inside = (range - f64::from(gap)) / pace;
                0.4 + 0.5 * if inside > 1.0 { 1.0 } else { inside }
            }
        }
    }
}

/// Probability that a figure is still alive when its attack is due, given that for shots and for
/// blows. Attacks made at once come before anything can happen.
pub fn there(mode: &Mode, unstruck: [f64; 2]) -> f64 {
    match mode.how {
        how if how.takes_action() => 1.0,
        how => unstruck[usize::from(rank(how))],
    }
}
