//! Why not there: for any space, for the player's figure or for the computer's choice.

use super::course::Course;
use super::reasons::Reasons;
use super::tools::Tools;
use crate::ai::{self, View, Weighed};
use crate::battle::{Answer, Fig, Place, Target, Who};
use crate::board::Space;
use crate::play::tell;
use crate::rules::Game;
use crate::store::opponents;
use crate::store::options::USUAL;

/// The question: after how many answers, of whom or of which choice of the computer, of which
/// space.
type Query = (usize, Option<Fig>, Space, Option<Option<usize>>);

/// An answer to "why not there?".
pub struct WhyNot {
    asked: Query,
    /// The question in words.
    pub title: String,
    /// The rules' refusals, or that it could be done.
    pub lines: Vec<String>,
    /// How the computer weighs it.
    pub there: Option<Weighed>,
    /// The choice with which it is compared.
    pub chosen: Option<Weighed>,
}

/// Answers of a figure about a space: to go there, or to act on the figure there.
fn answers(game: &Game, who: Fig, space: Space) -> Vec<Answer> {
    let targets: Vec<Fig> = game
        .on_board()
        .filter(|f| game.spaces(*f).contains(&space) && !game.allied(*f, who))
        .collect();
    if targets.is_empty() {
        return vec![Answer::Move { who, to: space }];
    }
    let mut all = Vec::new();
    for at in targets.into_iter().map(Target::Figure) {
        for mode in game.modes(who, true) {
            let how = mode.how;
            all.push(Answer::Strike { who, how, at });
        }
    }
    all
}

impl Tools {
    /// Finds out why not there, once: for the computer's choice if its reasons are given, else for
    /// the chosen figure.
    pub(super) fn ask_why_not(
        &mut self,
        space: Space,
        course: &Course,
        chosen: Option<Fig>,
        reasons: Option<&mut Reasons>,
    ) {
        let choice = reasons.as_ref().map(|reasons| reasons.choice(course));
        let asked = (course.shown(), chosen, space, choice);
        if self.why_not().is_some_and(|w| w.asked == asked) {
            return;
        }
        self.why_not = match reasons {
            Some(reasons) => of_computer(course, reasons, space, asked),
            None => of_figure(course, chosen, space, asked),
        };
    }
}

fn of_figure(course: &Course, chosen: Option<Fig>, space: Space, asked: Query) -> Option<WhyNot> {
    let game = course.newest();
    let name = game.board().grid().name(space);
    let mut out = WhyNot {
        asked,
        title: format!("Why not {name}?"),
        lines: Vec::new(),
        there: None,
        chosen: None,
    };
    let Some(who) = chosen.filter(|f| game.place(*f) == Place::On) else {
        out.lines.push("Select a figure first.".to_owned());
        return Some(out);
    };
    let mut agent = ai::agent(USUAL, course.setup.seed, game.side(who)).ok()?;
    let view = View::new(game, game.side(who));
    out.weigh(game, &view, &mut *agent, &answers(game, who, space));
    if out.there.is_some()
        && let Some(session) = &course.session
    {
        let best = session.ranked().into_iter().next();
        out.chosen = best.and_then(|t| t.why).map(|why| why.chosen);
    }
    Some(out)
}

/// Of the computer's choice that is looked at, else of the last one of a figure.
fn of_computer(
    course: &Course,
    reasons: &mut Reasons,
    space: Space,
    asked: Query,
) -> Option<WhyNot> {
    let of_figure = |i: &usize| course.history.moments[*i].applied.answer.figure().is_some();
    let mut choice = reasons.choice(course);
    while let Some(i) = choice.filter(|i| !of_figure(i)) {
        choice = course.choice_before(i);
    }
    let Some(i) = choice else {
        return Some(WhyNot {
            asked,
            title: "Why not there?".to_owned(),
            lines: vec!["The computer has not moved a figure yet.".to_owned()],
            there: None,
            chosen: None,
        });
    };
    reasons.find(course, i);
    let why = reasons.why(course, i).cloned();
    let applied = &course.history.moments[i].applied;
    let who = applied.answer.figure()?;
    let game = course.history.game(i);
    let Who::Side(side) = applied.by else {
        return None;
    };
    let name = game.board().grid().name(space);
    let mut out = WhyNot {
        asked,
        title: format!("{}. Why not {name}?", tell::answer(game, &applied.answer)),
        lines: Vec::new(),
        there: None,
        chosen: why.map(|why| why.chosen),
    };
    let seed = course.setup.seed;
    let agent = course.setup.agents.get(side.index());
    let mut agent = agent
        .and_then(|name| opponents::agent(name, seed, side).ok())
        .or_else(|| ai::agent(USUAL, seed, side).ok())?;
    let view = View::new(game, side);
    out.weigh(game, &view, &mut *agent, &answers(game, who, space));
    Some(out)
}

impl WhyNot {
    /// Says of each answer why it is refused, or how it is weighed.
    fn weigh(&mut self, game: &Game, view: &View, agent: &mut dyn ai::Agent, answers: &[Answer]) {
        for answer in answers {
            let what = tell::answer(game, answer);
            match game.check(answer) {
                Err(refused) => self.lines.push(format!("{what}: {refused}.")),
                Ok(()) => {
                    let weighed = agent.weigh(view, answer);
                    self.lines.push(match &weighed {
                        Some(_) => format!("{what}: this is possible."),
                        None => format!(
                            "{what}: this is possible, but the computer sees no gain in it."
                        ),
                    });
                    let better = |new: &Weighed| {
                        self.there
                            .as_ref()
                            .is_none_or(|old| new.score() > old.score())
                    };
                    if weighed.as_ref().is_some_and(better) {
                        self.there = weighed;
                    }
                }
            }
        }
        if answers.is_empty() {
            self.lines
                .push("It cannot do anything to the figure there.".to_owned());
        }
    }
}
