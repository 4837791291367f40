//! Activations of several actions: guard, attack, move, attack again, or attack and get away.

use super::candidate::{Candidate, strikes};
use crate::ai::model::mover::{Mover, Options};
use crate::ai::score::attack::{AttackValue, best_attack};
use crate::ai::score::danger::Danger;
use crate::ai::score::evaluator::{Approach, Evaluator};
use crate::ai::score::place::score_place;
use crate::ai::score::sweep::{Workspace, sweep};
use crate::ai::score::terms::Score;
use crate::battle::{Answer, Fig, How, Milli, Target};
use crate::board::Space;
use smallvec::SmallVec;

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
}

impl Line {
    /// Acts of which `first` comes first, after a guard if there is one.
    fn after(guard: &Option<Answer>, first: Answer, score: Score, more: String) -> Self {
        Self {
            what: match guard {
                Some(_) => format!("goes on guard, then {more}"),
                None => more,
            },
            first: guard.clone().unwrap_or(first),
            score,
        }
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
    for who in &table.friends {
        let figure = table.figure(*who);
        if !figure.own || only.is_some_and(|o| o != *who) {
            continue;
        }
        let times = |m: &crate::battle::Mode| if m.how.takes_action() { m.times } else { 0 };
        let known = options.movers.iter().find(|m| m.lead == *who);
        let actions = figure.modes.iter().map(times).max().unwrap_or(0);
        let actions = actions.max(u8::from(known.is_some()));
        if actions == 0 {
            continue;
        }
        let unmoving;
        let mover = match known {
            Some(mover) => mover,
            None => {
                unmoving = Mover::staying(*who);
                &unmoving
            }
        };
        candidates.extend(best_of(evaluator, work, mover, actions));
        if let Some(all) = shared.filter(|_| actions > 1) {
            // Where others may use the actions, one alone counts as much as all together.
            let one = best_of(evaluator, work, mover, 1);
            candidates.extend(one.map(|mut candidate| {
                candidate.score = candidate.score.times(i64::from(all.min(actions)));
                candidate
            }));
        }
    }
}

/// The best way for one figure or group to spend its actions, if it is worth more than nothing.
fn best_of(
    evaluator: &Evaluator,
    work: &mut Workspace,
    mover: &Mover,
    actions: u8,
) -> Option<Candidate> {
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
    let nothing = score_place(evaluator, &mut work.cache, mover, at, idle);
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
    (score.total() > Milli::ZERO).then(|| Candidate {
        answer: best.first,
        who: Some(who),
        action: format!("{} {}", game.label(who), best.what).into(),
        score,
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
    let line = |first, score, more| Line::after(&guard, first, score, more);
    if actions == 0 {
        if let Some(first) = &guard {
            let score = score_place(
                evaluator,
                &mut work.cache,
                mover,
                at,
                approach(false, exact, 0),
            );
            lines.push(line(first.clone(), score, "stays where it is".into()));
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
            lines.push(line(strike(attack), stays, more));
        }
        (None, Some(first)) => lines.push(line(first.clone(), stays, "stays where it is".into())),
        (None, None) => {}
    }
    // A move, then attacks.
    let name = |to: Space| table.grid.name(to);
    let go = |to: Space| Answer::Move { who, to };
    for to in promising(evaluator, work, mover, approach(true, false, actions - 1)) {
        let score = score_place(
            evaluator,
            &mut work.cache,
            mover,
            to,
            approach(true, exact, actions - 1),
        );
        lines.push(line(go(to), score, format!("moves to {}", name(to))));
    }
    // Attacks, then a move.
    if actions >= 2
        && let Some(attack) = attack(work, actions - 1)
    {
        for to in promising(evaluator, work, mover, approach(true, false, 0)) {
            let mut score = score_place(
                evaluator,
                &mut work.cache,
                mover,
                to,
                approach(true, exact, 0),
            );
            attack.count(evaluator.profile, &mut score);
            let label = table.game.label(attack.at);
            let more = format!("attacks {label}, then moves to {}", name(to));
            lines.push(line(strike(&attack), score, more));
        }
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
