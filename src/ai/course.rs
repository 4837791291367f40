//! Ways to go on: all that a side does until chance or another side has its turn.

use super::mind::Mind;
use super::profile::Profile;
use super::terms::Part;
use super::{Agent, View};
use crate::battle::{Answer, Ask, Fig, Who};
use crate::board::Space;
use crate::rules::Game;

/// Answers after which a way is broken off.
const LONGEST: usize = 400;
/// To how many other places the figure that moves first is sent, at most.
const OTHERWISE: usize = 2;

/// Who waits for the others.
pub(super) const HOLD: [(Part, f64); 2] = [(Part::Loss, 1.6), (Part::Tempo, 0.2)];

/// Ways of going on, as what counts how much more or less than usual.
const POSTURES: [(&str, &[(Part, f64)]); 5] = [
    (
        "attack",
        &[(Part::Loss, 0.4), (Part::Later, 0.0), (Part::Tempo, 1.5)],
    ),
    (
        "rush",
        &[
            (Part::Objective, 3.0),
            (Part::Tempo, 3.0),
            (Part::Loss, 0.6),
        ],
    ),
    ("hold", &HOLD),
    (
        "fall back",
        &[(Part::Loss, 3.0), (Part::Later, 3.0), (Part::Tempo, 0.0)],
    ),
    ("strike", &[(Part::Kill, 1.6), (Part::Return, 2.0)]),
];

/// A way to go on.
pub(super) struct Course {
    /// In short words, what is not as in the plain opinion.
    pub what: String,
    /// What the side answers, in order.
    pub answers: Vec<Answer>,
    /// The battle after that.
    pub then: Game,
    /// The digest of that battle.
    pub digest: u64,
}

/// Thinks of ways to go on.
pub(super) struct Courses {
    /// The plain opinion.
    pub base: Mind,
    postures: Vec<Mind>,
}

impl Courses {
    /// Those of a profile at a level.
    pub(super) fn new(profile: &Profile, level: u8) -> Self {
        let mind = |profile: Profile| Mind::new(profile, level, "course".into());
        let posed = |(_, factors): &(&str, &[(Part, f64)])| profile.clone().scaled(factors);
        Self {
            base: mind(profile.clone()),
            postures: POSTURES.iter().map(posed).map(mind).collect(),
        }
    }

    /// The ways to go on that differ in what they come to; the first is that of the plain
    /// opinion, which begins with this answer.
    pub(super) fn of(&mut self, view: &View, number: u64, plain: &Answer) -> Vec<Course> {
        let game = view.game;
        let plain = std::slice::from_ref(plain);
        let mut all = vec![follow(view, number, &mut self.base, plain, String::new())];
        if matches!(game.decision().ask, Ask::First) {
            for side in game.all_sides() {
                let first = [Answer::Side(side)];
                if game.check(&first[0]).is_ok() {
                    let what = format!("{} goes first", game.sides()[side.index()].name);
                    add(&mut all, follow(view, number, &mut self.base, &first, what));
                }
            }
            return all;
        }
        for (mind, (name, _)) in self.postures.iter_mut().zip(POSTURES) {
            add(&mut all, follow(view, number, mind, &[], name.to_owned()));
        }
        self.vary(view, number, &mut all);
        all
    }

    /// Adds the plain way with the figure that moves first going where it would in another, or
    /// not at all. Every other has its turn when it would move first.
    fn vary(&mut self, view: &View, number: u64, all: &mut Vec<Course>) {
        let game = view.game;
        let Some(Answer::Move { who, to }) = all[0].answers.first().cloned() else {
            return;
        };
        let mut tried = vec![Some(to)];
        for other in 1..all.len() {
            let to = all[other].moved(who);
            if tried.len() > OTHERWISE || tried.contains(&to) {
                continue;
            }
            tried.push(to);
            let what = match to {
                Some(to) => format!("{} to {}", game.label(who), game.board().grid().name(to)),
                None => format!("{} stays", game.label(who)),
            };
            let answers = all[0].sending(who, to);
            add(all, follow(view, number, &mut self.base, &answers, what));
        }
    }
}

impl Course {
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

/// Adds a way, unless one that is known comes to the same.
fn add(all: &mut Vec<Course>, course: Course) {
    if all.iter().all(|known| known.digest != course.digest) {
        all.push(course);
    }
}

/// What a side comes to if it answers as given, as far as that is legal when it is asked to act,
/// and else as a mind would.
fn follow(view: &View, number: u64, mind: &mut Mind, given: &[Answer], what: String) -> Course {
    let mut then = view.imagine();
    let mut answers = Vec::with_capacity(given.len() + 8);
    let mut given = given.iter();
    while answers.len() < LONGEST && then.decision().who == Who::Side(view.side) {
        let next = match then.decision().ask {
            Ask::First | Ask::Act { .. } => given.find(|answer| then.check(answer).is_ok()),
            _ => None,
        };
        let answer = next.cloned().unwrap_or_else(|| {
            let seen = View::new(&then, view.side);
            mind.decide(&seen, number + answers.len() as u64).answer
        });
        then.settle(&answer, &mut ());
        answers.push(answer);
    }
    let digest = then.digest();
    Course {
        what,
        answers,
        then,
        digest,
    }
}
