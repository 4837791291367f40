//! A battle behind a diagram: it says what its figures see, and what ground costs, by the rules in
//! force.

use super::diagram::Figure;
use super::error::DiagramError;
use crate::battle::{Brief, Fig, Pick, Placed, Side, Stand, Target};
use crate::board::{Board, Cause, Look, Reach, Sight, Space};
use crate::rules::{Game, Rules};
use crate::source::Source;
use std::sync::Arc;

/// A battle with plain figures on the spaces of a diagram.
pub struct Stage {
    game: Game,
    /// The figures of the diagram in the battle, with their spaces.
    figures: Vec<(Space, Fig)>,
}

impl Stage {
    /// Sets figures on a board.
    ///
    /// # Errors
    /// The rules do not allow it.
    pub fn new(
        (rules, house): (Rules, Option<&Source>),
        board: &Arc<Board>,
        figures: &[Figure],
    ) -> Result<Stage, DiagramError> {
        let words = words(rules)?;
        let of = |side: u8| figures.iter().filter(move |figure| figure.side == side);
        let force = |side| Source::new("force", force(rules, &words, of(side).count().max(1)));
        let mut brief = Brief::new(board.clone(), [force(0), force(1)]);
        brief.rules = house.cloned();
        let mut spaces = Vec::new();
        for side in [0, 1] {
            let mut number = 0;
            for figure in of(side) {
                number += 1;
                let mut placed = Placed::new(Side(side), number.to_string());
                placed.at = Some(figure.at);
                brief.placed.push(placed);
                spaces.push(figure.at);
            }
            if number == 0 {
                let mut placed = Placed::new(Side(side), "1");
                placed.reserve = true;
                brief.placed.push(placed);
            }
        }
        let game = rules.begin(brief)?;
        let on = |space: &Space| {
            let who = game.on_board().find(|who| game.at(*who) == *space)?;
            Some((*space, who))
        };
        let figures = spaces.iter().filter_map(on).collect();
        Ok(Stage { game, figures })
    }

    /// The figure on a space.
    fn figure(&self, space: Space) -> Option<Fig> {
        let found = self.figures.iter().find(|(at, _)| *at == space);
        found.map(|(_, who)| *who)
    }

    /// What is seen from one space of another, and the spaces and borders that cover or block.
    pub fn sight(&self, (from, to): (Space, Space)) -> (Sight, Vec<String>) {
        let (game, board) = (&self.game, self.game.board());
        let grid = board.grid();
        let side = self.figure(from).map_or(Side(0), |who| game.side(who));
        let blockers = game.blockers(side);
        let look = Look {
            from: &[from],
            to: &[to],
            eyes: (1, 1),
            figures: Some(&blockers),
        };
        let seen = board.look(&look, |_, _| true);
        let mut sight = seen.map_or(Sight::Blocked, |seen| seen.sight);
        if let (Some(who), Some(target)) = (self.figure(from), self.figure(to)) {
            let stand = Stand {
                at: from,
                facing: Some(grid.facing_to(from, to)),
                aloft: false,
            };
            let mut best = None;
            game.strikes(who, stand, &mut |_, at, sight| {
                if at == Target::Figure(target) {
                    best = best.max(Some(sight));
                }
                true
            });
            sight = best.unwrap_or(sight);
        }
        if sight == Sight::Clear {
            return (sight, Vec::new());
        }
        let mut by = Vec::new();
        for cause in board.causes(from, to, &look) {
            by.push(match cause {
                Cause::Space(space) => grid.name(space),
                Cause::Border(a, b) => grid.side_name((a, b)),
            });
        }
        (sight, by)
    }

    /// What the cheapest way of the figure on one space to another costs; `None`: there is none.
    pub fn cost(&self, from: Space, to: Space) -> Option<u32> {
        let mut reach = Reach::default();
        if !self.game.reach(self.figure(from)?, &mut reach) {
            return None;
        }
        let ends = reach.ends();
        ends.iter()
            .find(|(space, _)| *space == to)
            .map(|(_, cost)| *cost)
    }

    /// The cost of the farthest place that the figure on a space reaches.
    pub fn farthest(&self, from: Space) -> u32 {
        let mut reach = Reach::default();
        let moves = self
            .figure(from)
            .is_some_and(|who| self.game.reach(who, &mut reach));
        let costs = reach.ends().iter().map(|(_, cost)| *cost);
        costs.max().filter(|_| moves).unwrap_or(0)
    }
}

/// The words of a plain figure that can shoot, if the ruleset has any.
fn words(rules: Rules) -> Result<String, DiagramError> {
    let sheet = rules.sheet();
    let first = |pick: Pick| {
        let parts = sheet.parts.iter().filter(move |part| part.pick == pick);
        parts
            .filter_map(|part| part.words.first())
            .map(|word| word.word.clone())
    };
    let kind: Vec<String> = first(Pick::One).collect();
    let kind = kind.join(", ");
    let more = [first(Pick::Any).next(), None];
    let fits = |words: &String| {
        let force = Source::new("force", force(rules, words, 1));
        rules.force(&force, None).is_ok()
    };
    let tries = more.into_iter().map(|more| match more {
        Some(more) => format!("{kind}, {more}"),
        None => kind.clone(),
    });
    let squads = first(Pick::AtMostOne).map(|word| format!("{kind}, {word}"));
    let mut tries = tries.chain(squads);
    tries.find(fits).ok_or(DiagramError::NoFigure)
}

/// A force of equal figures.
fn force(rules: Rules, words: &str, count: usize) -> String {
    format!(
        "format = \"skirmish-force/1\"\nruleset = \"{}\"\nname = \"Diagram\"\n\
         [[figure]]\nname = \"Figure\"\ncount = {count}\nis = \"{words}\"\n",
        rules.name()
    )
}
