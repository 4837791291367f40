//! Why not there: for any space, for the player's figure or for the computer's choice.

use super::{BattleScreen, Tab};
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

impl BattleScreen {
    /// Finds out why not there, once.
    pub(super) fn ask_why_not(&mut self, space: Space) {
        let of_computer = self.tab == Tab::Why || !self.is_played();
        let shown = self.player.shown.min(self.history.len());
        let asked = (
            shown,
            self.chosen,
            space,
            of_computer.then(|| self.reasoned()),
        );
        if self.tools.why_not().is_some_and(|w| w.asked == asked) {
            return;
        }
        self.tools.why_not = if of_computer {
            self.of_computer(space, asked)
        } else {
            self.of_figure(space, asked)
        };
    }

    fn of_figure(&self, space: Space, asked: Query) -> Option<WhyNot> {
        let game = self.history.game(self.history.len());
        let name = game.board().grid().name(space);
        let mut out = WhyNot {
            asked,
            title: format!("Why not {name}?"),
            lines: Vec::new(),
            there: None,
            chosen: None,
        };
        let Some(who) = self.chosen.filter(|f| game.place(*f) == Place::On) else {
            out.lines.push("Select a figure first.".to_owned());
            return Some(out);
        };
        let mut agent = ai::agent(USUAL, self.setup.seed, game.side(who)).ok()?;
        let view = View::new(game, game.side(who));
        self.fill(
            &mut out,
            game,
            &view,
            &mut *agent,
            &answers(game, who, space),
        );
        if out.there.is_some()
            && let Some(session) = &self.session
        {
            let best = session.ranked().into_iter().next();
            out.chosen = best.and_then(|t| t.why).map(|why| why.chosen);
        }
        Some(out)
    }

    /// Of the computer's choice that is looked at, else of the last one of a figure.
    fn of_computer(&mut self, space: Space, asked: Query) -> Option<WhyNot> {
        let of_figure =
            |screen: &Self, i: &usize| screen.history.moments[*i].applied.answer.figure().is_some();
        let mut choice = self.reasoned();
        while let Some(i) = choice.filter(|i| !of_figure(self, i)) {
            choice = self.choice_before(i);
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
        self.find_reasons(i);
        let why = self.why(i).cloned();
        let applied = &self.history.moments[i].applied;
        let who = applied.answer.figure()?;
        let game = self.history.game(i);
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
        let agent = self.setup.agents.get(side.index());
        let mut agent = agent
            .and_then(|name| opponents::agent(name, self.setup.seed, side).ok())
            .or_else(|| ai::agent(USUAL, self.setup.seed, side).ok())?;
        let view = View::new(game, side);
        self.fill(
            &mut out,
            game,
            &view,
            &mut *agent,
            &answers(game, who, space),
        );
        Some(out)
    }

    /// Says of each answer why it is refused, or how it is weighed.
    fn fill(
        &self,
        out: &mut WhyNot,
        game: &Game,
        view: &View,
        agent: &mut dyn ai::Agent,
        answers: &[Answer],
    ) {
        for answer in answers {
            let what = tell::answer(game, answer);
            match game.check(answer) {
                Err(refused) => out.lines.push(format!("{what}: {refused}.")),
                Ok(()) => {
                    let weighed = agent.weigh(view, answer);
                    out.lines.push(match &weighed {
                        Some(_) => format!("{what}: this is possible."),
                        None => format!(
                            "{what}: this is possible, but the computer sees no gain in it."
                        ),
                    });
                    let better = |new: &Weighed| {
                        out.there
                            .as_ref()
                            .is_none_or(|old| new.score() > old.score())
                    };
                    if weighed.as_ref().is_some_and(better) {
                        out.there = weighed;
                    }
                }
            }
        }
        if answers.is_empty() {
            out.lines
                .push("It cannot do anything to the figure there.".to_owned());
        }
    }
}
