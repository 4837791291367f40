//! Plans for a whole turn: all that a side does until dice are rolled or another side acts.

use crate::ai::agent::{Agent, Thought, View};
use crate::ai::plan::candidates::Choice;
use crate::ai::plan::utility::{SharedWorkspace, UtilityAgent};
use crate::ai::score::profile::Profile;
use crate::ai::score::terms::Part;
use crate::battle::{Answer, Ask, Fig, Who};
use crate::board::Space;
use crate::rules::Game;

/// Largest number of answers in a plan.
const LONGEST: usize = 400;
/// How many of the answers that it weighs are tried where it is asked for one only.
const ANSWERS: usize = 6;
/// The posture of a side that waits.
pub const HOLD: [(Part, f64); 2] = [(Part::Loss, 1.6), (Part::Tempo, 0.2)];

/// Postures: factors on the weights, each of which makes another plan.
///
/// Of fifty, most of them drawn at random, these twelve together hold the best plan most often.
const POSTURES: [(&str, &[(Part, f64)]); 12] = [
    (
        "hide",
        &[(Part::Kill, 0.6), (Part::Loss, 6.0), (Part::Tempo, 0.0)],
    ),
    (
        "rush",
        &[
            (Part::Loss, 0.6),
            (Part::Tempo, 3.0),
            (Part::Objective, 3.0),
        ],
    ),
    (
        "charge",
        &[(Part::Loss, 0.1), (Part::Later, 0.0), (Part::Tempo, 4.0)],
    ),
    (
        "safe attacks",
        &[
            (Part::Kill, 1.5),
            (Part::Loss, 2.2),
            (Part::Later, 0.35),
            (Part::Objective, 0.2),
        ],
    ),
    (
        "close ranks",
        &[
            (Part::Kill, 2.0),
            (Part::Loss, 0.35),
            (Part::Later, 2.8),
            (Part::Tempo, 0.65),
            (Part::Cohesion, 5.5),
            (Part::Screen, 3.7),
            (Part::Aura, 0.4),
        ],
    ),
    (
        "think of later",
        &[
            (Part::Kill, 0.4),
            (Part::Loss, 0.3),
            (Part::Later, 7.0),
            (Part::Return, 2.0),
            (Part::Screen, 2.0),
            (Part::Objective, 1.5),
        ],
    ),
    (
        "attack",
        &[(Part::Kill, 2.3), (Part::Loss, 1.3), (Part::Aura, 2.8)],
    ),
    (
        "advance",
        &[
            (Part::Loss, 0.65),
            (Part::Return, 1.7),
            (Part::Tempo, 2.3),
            (Part::Cohesion, 3.4),
        ],
    ),
    (
        "risk all",
        &[
            (Part::Loss, 0.1),
            (Part::Later, 0.5),
            (Part::Return, 0.5),
            (Part::Cohesion, 2.0),
            (Part::Objective, 2.9),
        ],
    ),
    (
        "gather",
        &[
            (Part::Kill, 0.25),
            (Part::Tempo, 0.25),
            (Part::Cohesion, 6.8),
            (Part::Screen, 0.4),
            (Part::Aura, 0.3),
        ],
    ),
    (
        "lie in wait",
        &[
            (Part::Kill, 2.5),
            (Part::Later, 2.3),
            (Part::Return, 3.4),
            (Part::Tempo, 0.1),
            (Part::Cohesion, 2.3),
            (Part::Aura, 2.6),
            (Part::Objective, 0.2),
        ],
    ),
    (
        "march",
        &[
            (Part::Kill, 0.3),
            (Part::Loss, 0.35),
            (Part::Later, 0.5),
            (Part::Tempo, 5.2),
            (Part::Screen, 2.9),
        ],
    ),
];

/// A plan for a turn.
pub struct TurnPlan {
    /// In short words, how it differs from the baseline.
    pub what: String,
    /// What the side answers, in order.
    pub answers: Vec<Answer>,
    /// The digests of the battles in which it answers so.
    pub asked: Vec<u64>,
    /// The battle after that.
    pub then: Game,
    /// The digest of that battle.
    digest: u64,
}

/// Plans that lead to the same state are equal.
impl PartialEq for TurnPlan {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

/// Makes candidate plans.
pub struct PlanMaker {
    /// The opponent that makes the baseline.
    pub base: UtilityAgent,
    postures: Vec<UtilityAgent>,
}

impl PlanMaker {
    /// Those of a profile at a level.
    pub fn new(profile: &Profile, level: u8, shared: &SharedWorkspace) -> Self {
        let agent =
            |profile: Profile| UtilityAgent::new(profile, level, "plan".into()).sharing(shared);
        let posed = |(_, factors): &(&str, &[(Part, f64)])| profile.clone().scaled(factors);
        Self {
            base: agent(profile.clone()),
            postures: POSTURES.iter().map(posed).map(agent).collect(),
        }
    }

    /// The ways to go on that differ in what they come to, of which the first is that of the plain
    /// opinion; and what is to be tried in the best of them.
    pub fn of(&mut self, view: &View, number: u64) -> (Vec<TurnPlan>, Vec<Variant>) {
        let game = view.game;
        let mut all = vec![follow(view, number, &mut self.base, &[], String::new())];
        if matches!(game.decision().ask, Ask::First) {
            for side in game.all_sides() {
                let first = [Answer::Side(side)];
                if game.check(&first[0]).is_ok() {
                    let what = format!("{} goes first", game.sides()[side.index()].name);
                    add(&mut all, follow(view, number, &mut self.base, &first, what));
                }
            }
            return (all, Vec::new());
        }
        for (agent, (name, _)) in self.postures.iter_mut().zip(POSTURES) {
            add(&mut all, follow(view, number, agent, &[], name.to_owned()));
        }
        let weighed = self.base.ranked(view, number);
        if self.base.choice(view) == Choice::Turn {
            let variants = variants(&all, &weighed);
            return (all, variants);
        }
        for Thought { answer, why } in weighed.into_iter().take(ANSWERS) {
            if game.check(&answer).is_ok() {
                let what = why.map_or_else(String::new, |why| why.chosen.action.to_string());
                add(
                    &mut all,
                    follow(view, number, &mut self.base, &[answer], what),
                );
            }
        }
        let variants = variants(&all, &[]);
        (all, variants)
    }

    /// A way with one figure doing something else; none where it does that anyway.
    pub fn varied(
        &mut self,
        view: &View,
        number: u64,
        plan: &TurnPlan,
        variant: Variant,
    ) -> Option<TurnPlan> {
        let Variant { who, to } = variant;
        if plan.moved(who) == to {
            return None;
        }
        let game = view.game;
        let mut what = match to {
            Some(to) => format!("{} to {}", game.label(who), game.board().grid().name(to)),
            None => format!("{} stays", game.label(who)),
        };
        if !plan.what.is_empty() {
            what = format!("{}, {what}", plan.what);
        }
        let answers = plan.sending(who, to);
        Some(follow(view, number, &mut self.base, &answers, what))
    }
}

/// One figure going somewhere, or staying.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    who: Fig,
    to: Option<Space>,
}

impl TurnPlan {
    /// How many figures do something, all of a squad that moves and what a figure carries included; whoever
    /// does two things counts twice.
    pub fn figures(&self, view: &View) -> usize {
        let does = |answer: &&Answer| matches!(answer, Answer::Move { .. } | Answer::Strike { .. });
        let acts = self.answers.iter().filter(does).count();
        let mut others = 0;
        view.game.groups(view.side, &mut |group| {
            if self.movers().any(|who| group.contains(&who)) {
                others += group.len() - 1;
            }
        });
        acts + others
    }

    /// The figures that move, in order.
    fn movers(&self) -> impl Iterator<Item = Fig> {
        self.answers.iter().filter_map(|answer| match answer {
            Answer::Move { who, .. } => Some(*who),
            _ => None,
        })
    }

    /// Where a figure goes first.
    fn moved(&self, who: Fig) -> Option<Space> {
        self.answers.iter().find_map(|answer| match answer {
            Answer::Move { who: mover, to } if *mover == who => Some(*to),
            _ => None,
        })
    }

    /// Its answers with one figure going elsewhere, or staying.
    fn sending(&self, who: Fig, to: Option<Space>) -> Vec<Answer> {
        let mut sent = to.map(|to| Answer::Move { who, to });
        let mut answers = Vec::with_capacity(self.answers.len() + 1);
        for answer in &self.answers {
            match answer {
                Answer::Move { who: mover, .. } if *mover == who => answers.extend(sent.take()),
                Answer::Done => answers.extend(sent.take().into_iter().chain([Answer::Done])),
                _ => answers.push(answer.clone()),
            }
        }
        answers
    }
}

/// What figures do in one way and not in others, or nothing at all, in the order in which they have
/// their turn; and where else it has weighed that they could go.
fn variants(all: &[TurnPlan], weighed: &[Thought]) -> Vec<Variant> {
    let mut figures: Vec<Fig> = Vec::new();
    for who in all.iter().flat_map(TurnPlan::movers) {
        if !figures.contains(&who) {
            figures.push(who);
        }
    }
    let of_ways = figures
        .iter()
        .flat_map(|who| all.iter().map(|plan| (*who, plan.moved(*who))));
    let of_thoughts = weighed.iter().filter_map(|thought| match thought.answer {
        Answer::Move { who, to } => Some((who, Some(to))),
        _ => None,
    });
    let mut variants = Vec::new();
    for (who, to) in of_ways.chain(of_thoughts) {
        let variant = Variant { who, to };
        if !variants.contains(&variant) {
            variants.push(variant);
        }
    }
    variants
}

/// Adds a plan, unless a known one leads to the same state.
fn add(all: &mut Vec<TurnPlan>, plan: TurnPlan) {
    if !all.contains(&plan) {
        all.push(plan);
    }
}

/// What a side comes to if it answers as given, as far as that is legal when it is asked to act,
/// and else as a mind would.
fn follow(
    view: &View,
    number: u64,
    agent: &mut UtilityAgent,
    given: &[Answer],
    what: String,
) -> TurnPlan {
    let mut then = view.imagine();
    // Nothing that was thought of another battle decides.
    agent.forget();
    let mut answers = Vec::with_capacity(given.len() + 8);
    let mut asked = Vec::with_capacity(given.len() + 8);
    let mut given = given.iter();
    while answers.len() < LONGEST && then.decision().who == Who::Side(view.side) {
        let next = match then.decision().ask {
            Ask::First | Ask::Act { .. } => given.find(|answer| then.check(answer).is_ok()),
            _ => None,
        };
        let answer = next.cloned().unwrap_or_else(|| {
            let seen = View::new(&then, view.side);
            agent.decide(&seen, number + answers.len() as u64).answer
        });
        asked.push(then.digest());
        then.settle(&answer, &mut ());
        answers.push(answer);
    }
    let digest = then.digest();
    TurnPlan {
        what,
        answers,
        asked,
        then,
        digest,
    }
}
