//! Activations of several actions: guard, attack, move, attack again, or attack and get away.

use super::candidate::{Candidate, strikes};
use super::together::{Deed, beside, count_reply, together};
use crate::ai::model::mover::{Mover, Options};
use crate::ai::score::attack::{AttackValue, best_attack};
use crate::ai::score::danger::Danger;
use crate::ai::score::evaluator::{Approach, Evaluator};
use crate::ai::score::place::score_place;
use crate::ai::score::reply::{Gone, Reply};
use crate::ai::score::sweep::{Workspace, sweep};
use crate::ai::score::terms::Score;
use crate::battle::{Answer, Fig, How, Milli, Target};
use crate::board::Space;
use smallvec::SmallVec;
use std::borrow::Cow;

/// To how many of a figure's best places its moves are looked at closely.
const PROMISING: usize = 6;

/// One way to spend the actions that are left.
struct Line {
    /// What is done first.
    first: Answer,
    /// In short words, without the name.
    what: String,
    /// What all of it is worth.
    score: Score,
    /// Where it ends.
    to: Space,
    /// Its attack, if there is one.
    attack: Option<AttackValue>,
}

impl Line {
    /// Acts of which `first` comes first, after a guard if there is one.
    fn after(
        guard: &Option<Answer>,
        first: Answer,
        score: Score,
        more: String,
        (to, attack): (Space, Option<AttackValue>),
    ) -> Self {
        Self {
            to,
            attack,
            what: match guard {
                Some(_) => format!("goes on guard, then {more}"),
                None => more,
            },
            first: guard.clone().unwrap_or(first),
            score,
        }
    }

    /// The enemies that are gone after it, each with its chance.
    fn gone(&self, evaluator: &Evaluator, who: Fig) -> Gone {
        let mut gone = Gone::new();
        if let Some(attack) = &self.attack {
            if !matches!(self.first, Answer::Move { .. }) {
                gone = beside(evaluator, who, attack.how, Target::Figure(attack.at));
            }
            gone.push((attack.at, attack.gone));
        }
        gone
    }
}

/// The activations worth more than doing nothing, and whatever else can be done now.
pub fn activations(
    evaluator: &Evaluator,
    work: &mut Workspace,
    options: &Options,
    only: Option<Fig>,
    candidates: &mut Vec<Candidate>,
) {
    let table = &evaluator.table;
    let mut others = Vec::new();
    strikes(evaluator, &mut work.cache, only, &mut others);
    others.retain(|candidate| {
        let Answer::Strike { how, at, .. } = candidate.answer else {
            return true;
        };
        let away = candidate.who.is_some_and(|who| !table.figure(who).on);
        let counted = how.takes_action() && matches!(at, Target::Figure(_)) && !away;
        how != How::Defend && !counted
    });
    let shared = table.game.shared_actions();
    if evaluator.reckons_with_reply() {
        return together(evaluator, work, options, only, others, candidates);
    }
    if shared.is_some() {
        let own = table
            .friends
            .iter()
            .map(|f| table.figure(*f))
            .filter(|figure| figure.own);
        let left = own
            .flat_map(|figure| figure.modes.iter().map(|m| m.times))
            .max();
        for candidate in &mut others {
            candidate.score = candidate.score.times(i64::from(left.unwrap_or(1).max(1)));
        }
    }
    candidates.extend(others);
    for (mover, actions) in actors(evaluator, options, only) {
        let mover = mover.as_ref();
        let all_of_it = best_of(evaluator, work, mover, actions, None);
        candidates.extend(all_of_it.map(|deed| deed.candidate));
        if let Some(all) = shared.filter(|_| actions > 1) {
            // Where others may use the actions, one alone counts as much as all together.
            let one = best_of(evaluator, work, mover, 1, None);
            candidates.extend(one.map(|Deed { mut candidate, .. }| {
                candidate.score = candidate.score.times(i64::from(all.min(actions)));
                candidate
            }));
        }
    }
}

/// The figures and groups that can act now, each with the actions that it may use.
pub fn actors<'a>(
    evaluator: &'a Evaluator,
    options: &'a Options,
    only: Option<Fig>,
) -> impl Iterator<Item = (Cow<'a, Mover>, u8)> {
    let friends = evaluator.table.friends.iter().copied();
    let asked = friends.filter(move |who| only.is_none_or(|only| only == *who));
    asked.filter_map(|who| {
        let figure = evaluator.table.figure(who);
        let known = options.movers.iter().find(|m| m.lead == who);
        let actions = figure.actions().max(u8::from(known.is_some()));
        let mover = || known.map_or_else(|| Cow::Owned(Mover::staying(who)), Cow::Borrowed);
        (figure.own && actions > 0).then(|| (mover(), actions))
    })
}

/// The best way for one figure or group to spend its actions, if it is worth more than nothing. With
/// `reply`, what the enemies take then counts instead of what threatens the mover alone.
pub fn best_of(
    evaluator: &Evaluator,
    work: &mut Workspace,
    mover: &Mover,
    actions: u8,
    reply: Option<&Reply>,
) -> Option<Deed> {
    let game = evaluator.table.game;
    let who = mover.lead;
    let at = evaluator.table.figure(who).at;
    let idle = Approach {
        moving: false,
        exact: evaluator.depth.exact,
        strikes: Some(0),
        leaving: false,
        open: 1.0,
    };
    let mut nothing = score_place(evaluator, &mut work.cache, mover, at, idle);
    let mut lines: Vec<Line> = Vec::new();
    let (acting, guarded) = evaluator.shelter(who);
    spend(evaluator, work, mover, None, actions, acting, &mut lines);
    if let Some(open) = guarded {
        let first = Answer::Strike {
            who,
            how: How::Defend,
            at: Target::Nothing,
        };
        let left = actions - 1;
        spend(evaluator, work, mover, Some(first), left, open, &mut lines);
    }
    if let Some(reply) = reply {
        count_reply(evaluator, reply.before, &mut nothing);
        for line in &mut lines {
            let (gone, end) = (line.gone(evaluator, who), Some((mover, line.to)));
            let after = reply.after(evaluator, &mut work.cache, end, &gone);
            count_reply(evaluator, after, &mut line.score);
        }
    }
    let best = lines
        .into_iter()
        .filter(|line| game.check(&line.first).is_ok())
        .reduce(|best, line| {
            if line.score.total() > best.score.total() {
                line
            } else {
                best
            }
        })?;
    let score = best.score.minus(&nothing);
    (score.total() > Milli::ZERO).then(|| Deed {
        gone: reply.map_or_else(Gone::new, |_| best.gone(evaluator, who)),
        candidate: Candidate {
            answer: best.first,
            who: Some(who),
            action: format!("{} {}", game.label(who), best.what).into(),
            score,
        },
    })
}

/// The ways to spend so many actions: all on attacks from here, a move and then attacks, or
/// attacks and then a move away. `guard`: done before, if anything.
fn spend(
    evaluator: &Evaluator,
    work: &mut Workspace,
    mover: &Mover,
    guard: Option<Answer>,
    actions: u8,
    open: f64,
    lines: &mut Vec<Line>,
) {
    let table = &evaluator.table;
    let who = mover.lead;
    let at = table.figure(who).at;
    let exact = evaluator.depth.exact;
    let approach = |moving: bool, exact: bool, strikes: u8| Approach {
        moving,
        exact,
        strikes: Some(strikes),
        leaving: false,
        open,
    };
    let attack = |work: &mut Workspace, strikes| {
        attack_from_here(evaluator, work, who, approach(false, true, strikes))
    };
    let strike = |attack: &AttackValue| Answer::Strike {
        who,
        how: attack.how,
        at: Target::Figure(attack.at),
    };
    let line = |first, score, more, end| Line::after(&guard, first, score, more, end);
    if actions == 0 {
        if let Some(first) = &guard {
            let score = score_place(
                evaluator,
                &mut work.cache,
                mover,
                at,
                approach(false, exact, 0),
            );
            let end = (at, None);
            lines.push(line(first.clone(), score, "stays where it is".into(), end));
        }
        return;
    }
    // All from here.
    let all = attack(work, actions);
    let stays = score_place(
        evaluator,
        &mut work.cache,
        mover,
        at,
        approach(false, exact, actions),
    );
    match (&all, &guard) {
        (Some(attack), _) => {
            let more = format!("attacks {}", table.game.label(attack.at));
            lines.push(line(strike(attack), stays, more, (at, all)));
        }
        (None, Some(first)) => {
            let end = (at, None);
            lines.push(line(first.clone(), stays, "stays where it is".into(), end));
        }
        (None, None) => {}
    }
    // A move, then attacks.
    let name = |to: Space| table.grid.name(to);
    let go = |to: Space| Answer::Move { who, to };
    for to in promising(evaluator, work, mover, approach(true, false, actions - 1)) {
        let coming = approach(true, exact, actions - 1);
        let score = score_place(evaluator, &mut work.cache, mover, to, coming);
        let then = attack_after(evaluator, work, who, to, coming);
        let more = format!("moves to {}", name(to));
        lines.push(line(go(to), score, more, (to, then)));
    }
    if actions >= 2
        && let Some(attack) = attack(work, actions - 1)
    {
        get_away(evaluator, work, mover, &guard, attack, open, lines);
    }
}

/// The ways to attack and then to move away.
fn get_away(
    evaluator: &Evaluator,
    work: &mut Workspace,
    mover: &Mover,
    guard: &Option<Answer>,
    attack: AttackValue,
    open: f64,
    lines: &mut Vec<Line>,
) {
    let table = &evaluator.table;
    let away = |exact| Approach {
        moving: true,
        exact,
        strikes: Some(0),
        leaving: false,
        open,
    };
    for to in promising(evaluator, work, mover, away(false)) {
        let away = away(evaluator.depth.exact);
        let mut score = score_place(evaluator, &mut work.cache, mover, to, away);
        attack.count(evaluator.profile, &mut score);
        let (label, name) = (table.game.label(attack.at), table.grid.name(to));
        let more = format!("attacks {label}, then moves to {name}");
        let first = Answer::Strike {
            who: mover.lead,
            how: attack.how,
            at: Target::Figure(attack.at),
        };
        lines.push(Line::after(guard, first, score, more, (to, Some(attack))));
    }
}

/// The best attacks of a figure from where it stands.
fn attack_from_here(
    evaluator: &Evaluator,
    work: &mut Workspace,
    who: Fig,
    approach: Approach,
) -> Option<AttackValue> {
    let figure = evaluator.table.figure(who);
    let (cache, calm) = (&mut work.cache, Danger::default());
    best_attack(
        evaluator,
        cache,
        who,
        figure.at,
        &figure.spaces,
        approach,
        &calm,
        0,
    )
}

/// The best attacks of a figure after a move, where it matters what they leave of the enemies.
fn attack_after(
    evaluator: &Evaluator,
    work: &mut Workspace,
    who: Fig,
    to: Space,
    approach: Approach,
) -> Option<AttackValue> {
    if !evaluator.reckons_with_reply() || approach.strikes == Some(0) {
        return None;
    }
    let spaces = evaluator.table.spaces_at(evaluator.table.figure(who), to);
    let (cache, calm) = (&mut work.cache, Danger::default());
    best_attack(evaluator, cache, who, to, &spaces, approach, &calm, 0)
}

/// The places that look best at a rough look.
fn promising(
    evaluator: &Evaluator,
    work: &mut Workspace,
    mover: &Mover,
    approach: Approach,
) -> SmallVec<[Space; PROMISING]> {
    let places = sweep(evaluator, work, mover, approach, PROMISING);
    places.into_iter().map(|place| place.to).collect()
}
