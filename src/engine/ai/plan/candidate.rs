//! Candidate answers with their scores; attacks as candidates.

use crate::ai::action::Action;
use crate::ai::agent::{Thought, Weighed, Why};
use crate::ai::model::cache::Cache;
use crate::ai::model::figure::reach_of;
use crate::ai::model::table::Table;
use crate::ai::score::attack::{AttackValue, count_splash, splash_of, value_of};
use crate::ai::score::evaluator::Evaluator;
use crate::ai::score::position::summon_value;
use crate::ai::score::terms::{Part, Score, Tally};
use crate::battle::{Act, Answer, Fig, How, Milli, Nerve, Reaches, Target};
use crate::board::{Gait, Sight, Space, Spaces};
use crate::rules::Game;
use smallvec::SmallVec;

/// The share of its worth that it counts to keep an enemy from acting for a round: one that could
/// get at somebody, and one too far away for that.
const KEPT_NEAR: f64 = 0.5;
const KEPT_FAR: f64 = 0.1;

/// An answer that could be given.
pub struct Candidate {
    /// The answer.
    pub answer: Answer,
    /// The figure it is about.
    pub who: Option<Fig>,
    /// In short words.
    pub action: Action,
    /// What it is worth.
    pub score: Score,
}

/// The strikes worth making now, each figure's best.
pub fn strikes(
    evaluator: &Evaluator,
    cache: &mut Cache,
    only: Option<Fig>,
    candidates: &mut Vec<Candidate>,
) {
    let table = &evaluator.table;
    let game = table.game;
    let away = game.off_board_figures(table.side);
    for who in table.friends.iter().chain(&away) {
        if !table.figure(*who).own || only.is_some_and(|o| o != *who) {
            continue;
        }
        if table.figure(*who).on && evaluator.errors.neglects(table, *who) {
            continue;
        }
        let mut found: SmallVec<[(How, Target, Sight); 16]> = SmallVec::new();
        game.strikes(*who, game.stand(*who), &mut |how, at, sight| {
            found.push((how, at, sight));
            true
        });
        let mut own: Vec<Candidate> = Vec::new();
        let mut kept = Milli::ZERO;
        for (how, at, sight) in found {
            let Some(candidate) = strike(evaluator, cache, *who, how, at, sight) else {
                continue;
            };
            if game.check(&candidate.answer).is_ok() {
                own.push(candidate);
            } else if matches!(how, How::Shoot | How::Fight) {
                // Still to come in this round, instead of what could be done now.
                let later = Milli(candidate.score.total().0 * 4 / 5);
                if later > kept {
                    kept = later;
                }
            }
        }
        own.retain(|candidate| {
            let skill = matches!(
                candidate.answer,
                Answer::Strike {
                    how: How::Skill,
                    ..
                }
            );
            skill || candidate.score.total() > kept
        });
        if evaluator.errors.attacks_nearest(*who) {
            keep_nearest(table, *who, &mut own);
        }
        own.sort_by_key(|candidate| (-candidate.score.total(), candidate.answer.clone()));
        // A figure without a good second target comes first.
        if own.len() > 1 {
            own.truncate(2);
        }
        candidates.extend(own);
    }
    if candidates.is_empty() {
        candidates.extend(breach(evaluator, cache, only));
    }
}

/// Of some attacks of a figure, those on the nearest enemy; other acts stay.
fn keep_nearest(table: &Table, who: Fig, own: &mut Vec<Candidate>) {
    let gap = |candidate: &Candidate| match candidate.answer {
        Answer::Strike {
            at: Target::Figure(foe),
            ..
        } if !table.figure(foe).friend => Some(table.figure(who).gap(&table.figure(foe).spaces)),
        _ => None,
    };
    let nearest = own.iter().filter_map(gap).min();
    own.retain(|candidate| gap(candidate).is_none() || gap(candidate) == nearest);
}

/// An attack or skill as a candidate, if it is worth scoring.
pub fn strike(
    evaluator: &Evaluator,
    cache: &mut Cache,
    who: Fig,
    how: How,
    at: Target,
    sight: Sight,
) -> Option<Candidate> {
    let table = &evaluator.table;
    let game = table.game;
    let profile = evaluator.profile;
    let mut score = Score::default();
    match at {
        Target::Figure(foe) => score = score_of_foe(evaluator, cache, who, how, foe, sight),
        Target::Border(x, y) if how == How::Skill => {
            if leads_on(table, who, (x, y)) {
                let works = works(game, who, how, at, sight);
                score.add(Part::Tempo, profile.weight(Part::Tempo) * works * OPENING);
            }
        }
        Target::Space(space) | Target::Border(space, _) => {
            let parts = [Some(space), matching_end(at)];
            let object = evaluator
                .goals
                .objects
                .iter()
                .find(|o| parts.iter().flatten().any(|s| o.spaces.contains(s)));
            if let Some(object) = object {
                let works = works(game, who, how, at, sight);
                score.add(
                    Part::Objective,
                    profile.weight(Part::Objective) * works * object.value,
                );
            }
            count_splash(
                &splash_of(evaluator, cache, who, how, at),
                profile,
                &mut score,
            );
        }
        Target::Device(device) => {
            let value = evaluator
                .goals
                .devices
                .get(usize::from(device))
                .copied()
                .unwrap_or(0.0);
            if value > 0.0 {
                let works = works(game, who, how, at, sight);
                score.add(
                    Part::Objective,
                    profile.weight(Part::Objective) * works * value,
                );
            }
        }
        Target::Nothing => {
            if how == How::Summon {
                let works = works(game, who, how, at, sight);
                score.add(Part::Tempo, works * summon_value(evaluator, who));
            }
        }
    }
    if score.total() <= Milli::ZERO {
        return None;
    }
    evaluator.count_noise_of_act(&mut score, who, how, at);
    Some(Candidate {
        answer: Answer::Strike { who, how, at },
        who: Some(who),
        action: Action::act(game, who, how, at),
        score,
    })
}

/// The score of an attack on a figure, or of disabling it; none for a friend.
fn score_of_foe(
    evaluator: &Evaluator,
    cache: &mut Cache,
    who: Fig,
    how: How,
    foe: Fig,
    sight: Sight,
) -> Score {
    let (table, profile) = (&evaluator.table, evaluator.profile);
    let (figure, at) = (table.figure(foe), Target::Figure(foe));
    let mut score = Score::default();
    match how {
        _ if figure.friend => {}
        _ if how.takes_action() || matches!(how, How::Shoot | How::Fight) => {
            let chance = table.act(cache, who, foe, how, sight);
            let chance = table.running(chance, who, table.figure(who).at, foe);
            let attack: AttackValue = value_of(evaluator, who, foe, how, &chance, 1, 1.0);
            attack.count(profile, &mut score);
            let splash = splash_of(evaluator, cache, who, how, at);
            count_splash(&splash, profile, &mut score);
        }
        How::Disable => {
            let works = works(table.game, who, how, at, sight);
            let rest = match table.rounds_left {
                0 => 0.0,
                _ if near(table, cache, foe) => KEPT_NEAR,
                _ => KEPT_FAR,
            };
            let value = profile.weight(Part::Kill) * works * rest * figure.worth;
            score.add(Part::Return, value);
        }
        _ => {}
    }
    score
}

/// Points for opening a door to where the enemies are.
const OPENING: f64 = 1.0;

/// The other end of a border.
fn matching_end(at: Target) -> Option<Space> {
    match at {
        Target::Border(_, other) => Some(other),
        _ => None,
    }
}

/// Whether a barrier beside a figure is in its way to the enemies: behind it they are nearer, and
/// the way round is more than twice as long as the straight line, or there is none.
fn leads_on(table: &Table, who: Fig, (x, y): (Space, Space)) -> bool {
    let at = table.figure(who).at;
    let beyond = if x == at { y } else { x };
    let Some(foe) = nearest_foe(table, beyond) else {
        return false;
    };
    let straight = table.grid.distance(at, foe);
    if table.grid.distance(beyond, foe) > straight {
        return false;
    }
    let goal = Spaces::of(table.board.len(), [foe]);
    is_detour(
        table.board.field(&goal, 1, Gait::Walk)[at.index()],
        straight,
    )
}

/// The space of the enemy nearest to a space, as the crow flies.
fn nearest_foe(table: &Table, from: Space) -> Option<Space> {
    let foes = table.foes.iter().map(|foe| table.figure(*foe).at);
    foes.min_by_key(|foe| (table.grid.distance(from, *foe), *foe))
}

/// Whether a way round is more than twice as long as the straight line, or there is none.
fn is_detour(round: u32, straight: u32) -> bool {
    round > 2 * straight + 2
}

/// The nearest enemy and the straight distance to it, if a figure is cut off from it: the way is a
/// detour.
pub fn cut_off(table: &Table, cache: &mut Cache, who: Fig) -> Option<(Space, u32)> {
    let at = table.figure(who).at;
    let foe = nearest_foe(table, at)?;
    let straight = table.grid.distance(at, foe);
    let round = cache.field(table.board, foe)[at.index()];
    is_detour(round, straight).then_some((foe, straight))
}

/// The attack on a barrier or on terrain that soonest clears the way of somebody who is cut off from
/// the enemies, where nobody has anything better to do (A8).
fn breach(evaluator: &Evaluator, cache: &mut Cache, only: Option<Fig>) -> Option<Candidate> {
    let table = &evaluator.table;
    if !evaluator.counts_tempo() {
        return None;
    }
    let own = |who: &Fig| table.figure(*who).own && only.is_none_or(|o| o == *who);
    let mut idle: SmallVec<[(Fig, Space, u32); 8]> = SmallVec::new();
    for who in table.friends.iter().copied().filter(own) {
        if !table.figure(who).modes.is_empty()
            && let Some((foe, straight)) = cut_off(table, cache, who)
        {
            idle.push((who, foe, straight));
        }
    }
    if idle.is_empty() {
        return None;
    }
    // Of the attacks on what stands in the straight way, the one that leaves the shortest rest.
    let mut best: Option<(u32, Answer)> = None;
    table.game.legal(&mut Reaches::default(), &mut |answer| {
        let Answer::Strike { who, how, at } = answer else {
            return true;
        };
        let between = match at {
            Target::Border(x, y) => (x, y),
            Target::Space(space) => (space, space),
            _ => return true,
        };
        let cut = idle.iter().find(|(idle, ..)| *idle == who);
        if let Some((_, foe, straight)) = cut
            && matches!(how, How::Shoot | How::Fight)
        {
            let from = table.figure(who).at;
            let by = |near: Space, far: Space| {
                table.grid.distance(from, near) + table.grid.distance(far, *foe)
            };
            let way = by(between.0, between.1).min(by(between.1, between.0));
            if way <= straight + 1 && best.as_ref().is_none_or(|(least, _)| way < *least) {
                best = Some((way, answer));
            }
        }
        true
    });
    let (_, answer) = best?;
    let Answer::Strike { who, how, at } = answer else {
        return None;
    };
    let works = works(table.game, who, how, at, Sight::Clear);
    let mut score = Score::default();
    let weight = evaluator.profile.weight(Part::Tempo);
    score.add(Part::Tempo, weight * works * OPENING);
    (score.total() > Milli::ZERO).then(|| Candidate {
        answer,
        who: Some(who),
        action: Action::act(table.game, who, how, at),
        score,
    })
}

/// Whether an enemy could get at somebody in the next round from where it is.
fn near(table: &Table, cache: &mut Cache, foe: Fig) -> bool {
    let figure = table.figure(foe);
    let reach = figure.fresh.iter().map(reach_of).max().unwrap_or(0);
    let far = cache.pace(table.game, figure.lead) + reach;
    let gap = |friend: &Fig| {
        table
            .board
            .gap(&figure.spaces, &table.figure(*friend).spaces)
    };
    table.friends.iter().any(|friend| gap(friend) <= far)
}

/// The chance that an act that is no attack on a figure works.
fn works(game: &Game, who: Fig, how: How, at: Target, sight: Sight) -> f64 {
    let odds = game.odds(&Act::new(who, game.stand(who), how, at, sight));
    let share = |r: crate::battle::Ratio| *r.numer() as f64 / *r.denom() as f64;
    share(odds.defeat) + share(odds.wound)
}

/// Doing nothing more.
pub fn nothing() -> Candidate {
    Candidate {
        answer: Answer::Done,
        who: None,
        action: Action::Words("does nothing more".into()),
        score: Score::default(),
    }
}

/// The best of the offers; ties to the earlier.
pub fn best(mut candidates: Vec<Candidate>) -> Option<Thought> {
    if candidates.is_empty() {
        return None;
    }
    candidates.sort_by_key(|candidate| -candidate.score.total());
    Some(chosen(candidates))
}

/// The first offer, with the second as the next best.
pub fn chosen(candidates: Vec<Candidate>) -> Thought {
    let mut candidates = candidates.into_iter();
    let first = candidates.next().expect("there is a candidate");
    let weighed = |candidate: Candidate| -> Weighed { candidate.score.weighed(candidate.action) };
    let answer = first.answer.clone();
    let who = first.who;
    Thought {
        answer,
        why: Some(Why {
            who,
            chosen: weighed(first),
            runner_up: candidates.next().map(weighed),
            nerve: Nerve::Steady,
        }),
    }
}

pub fn plain(answer: Answer) -> Thought {
    Thought { answer, why: None }
}
