//! The answers that a question takes, as lists for people: grouped by figure, figures as targets
//! first, walls and other terrain last. The numbers of the short list and of the full one agree.

use super::inquire;
use crate::battle::{Answer, Ask, Decision, Fig, How, Target};
use crate::play::{tell, words};
use crate::rules::Game;
use std::fmt::Write;

/// Whether an answer attacks a wall, a building or other terrain.
fn is_terrain(answer: &Answer) -> bool {
    let Answer::Strike { how, at, .. } = answer else {
        return false;
    };
    match at {
        Target::Border(..) => true,
        Target::Space(_) => !matches!(how, How::Burst | How::Blast),
        _ => false,
    }
}

/// The place of an answer in the list of its figure: attacks on figures, other deeds, moves.
fn class(answer: &Answer) -> u8 {
    match answer {
        Answer::Strike { at, .. } => match at {
            Target::Figure(_) => 0,
            Target::Space(_) => 2,
            _ => 1,
        },
        _ => 3,
    }
}

/// All answers to a question in the order of the lists.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The answers; the number that people type is the place in this list, from 1.
    pub all: Vec<Answer>,
    /// How many of them, from the beginning, do not attack terrain.
    before_terrain: usize,
}

impl Choices {
    /// The answers that the question of this battle takes; none where dice are asked for.
    pub fn new(game: &Game, decision: &Decision) -> Self {
        if matches!(decision.ask, Ask::Roll { .. } | Ask::Over) {
            return Self::default();
        }
        let mut all = game.answers();
        // The sort is stable: within a class the order of the rules stays.
        all.sort_by_key(|answer| {
            let who = answer.figure();
            (
                is_terrain(answer),
                who.is_none(),
                who,
                class(answer),
                matches!(answer, Answer::Done),
            )
        });
        let before_terrain = all.iter().filter(|a| !is_terrain(a)).count();
        Self {
            all,
            before_terrain,
        }
    }

    /// The numbered answers about one figure.
    fn of(&self, who: Fig) -> Vec<(usize, &Answer)> {
        self.numbered(|a| a.figure() == Some(who))
    }

    fn numbered(&self, is: impl Fn(&Answer) -> bool) -> Vec<(usize, &Answer)> {
        let numbered = self.all.iter().enumerate().map(|(i, a)| (i + 1, a));
        numbered.filter(|(_, a)| is(a)).collect()
    }

    /// The figures that answers are about, in order.
    fn figures(&self) -> Vec<Fig> {
        let mut figures: Vec<Fig> = Vec::new();
        for figure in self.all.iter().filter_map(Answer::figure) {
            if !figures.contains(&figure) {
                figures.push(figure);
            }
        }
        figures
    }

    /// The figures that can move.
    pub fn movers(&self) -> Vec<Fig> {
        self.doing(|a| matches!(a, Answer::Move { .. }))
    }

    /// The figures that can attack another.
    pub fn attackers(&self) -> Vec<Fig> {
        let attacks = |a: &Answer| {
            matches!(
                a,
                Answer::Strike {
                    at: Target::Figure(_),
                    ..
                }
            )
        };
        self.doing(attacks)
    }

    fn doing(&self, is: impl Fn(&Answer) -> bool) -> Vec<Fig> {
        let mut figures: Vec<Fig> = self
            .all
            .iter()
            .filter(|a| is(a))
            .filter_map(Answer::figure)
            .collect();
        figures.sort_unstable();
        figures.dedup();
        figures
    }

    fn terrain(&self) -> usize {
        self.all.len() - self.before_terrain
    }

    /// A few lines under a question: what can be answered, at most `most` lines of `wide`
    /// characters.
    pub fn brief(&self, game: &Game, most: usize, wide: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let (mut movers, mut placed) = (Vec::new(), Vec::new());
        for who in self.figures() {
            let own = self.of(who);
            let deeds: Vec<_> = own
                .iter()
                .filter(|(_, a)| class(a) < 3 && !is_terrain(a))
                .collect();
            let moves = own
                .iter()
                .filter(|(_, a)| matches!(a, Answer::Move { .. }))
                .count();
            let places = own
                .iter()
                .filter(|(_, a)| matches!(a, Answer::Place { .. }))
                .count();
            if deeds.is_empty() {
                if places > 0 {
                    placed.push(who);
                } else if moves > 0 {
                    movers.push(who);
                }
                continue;
            }
            let mut parts: Vec<String> = deeds
                .iter()
                .map(|(n, a)| format!("#{n} {}", short(game, a)))
                .collect();
            if moves > 0 {
                parts.push(format!("move to {moves} spaces"));
            }
            lines.push(fitted(&tell::figure(game, who), &parts, wide));
        }
        for (head, figures) in [("Can move", movers), ("To place", placed)] {
            if !figures.is_empty() {
                lines.push(fitted(head, &by_name(game, &figures), wide));
            }
        }
        lines.extend(self.general(game, wide));
        if self.terrain() > 0 {
            lines.push(format!(
                "Walls and other terrain to attack: {} (list all)",
                self.terrain()
            ));
        }
        if lines.len() > most {
            let left = lines.len() + 1 - most.max(1);
            lines.truncate(most.max(1) - 1);
            lines.push(format!("… and {left} more lines: list"));
        }
        lines
    }

    /// The answers that are about no figure, in a line or none.
    fn general(&self, game: &Game, wide: usize) -> Option<String> {
        let lays = self.numbered(|a| matches!(a, Answer::Lay { .. }));
        if !lays.is_empty() {
            let parts: Vec<String> = lays.iter().map(|(_, a)| short(game, a)).collect();
            return Some(fitted("Spaces", &parts, wide));
        }
        let others = self.numbered(|a| a.figure().is_none());
        let only_done = others.iter().all(|(_, a)| matches!(a, Answer::Done));
        if others.is_empty() || only_done {
            return None;
        }
        let parts: Vec<String> = others
            .iter()
            .map(|(n, a)| format!("#{n} {}", short(game, a)))
            .collect();
        Some(fitted("Choices", &parts, wide))
    }

    /// The full list, or that of one figure: everything with `terrain`, else spaces shortened
    /// to one line and attacks on terrain only counted.
    pub fn full(&self, game: &Game, who: Option<Fig>, terrain: bool, wide: usize) -> String {
        if self.all.is_empty() {
            return "There is nothing to choose from.".to_owned();
        }
        let shown = |a: &Answer| terrain || !is_terrain(a);
        let mut out = String::new();
        for figure in self.figures() {
            if who.is_some_and(|who| who != figure) {
                continue;
            }
            let own = self.numbered(|a| a.figure() == Some(figure) && shown(a));
            if own.is_empty() {
                continue;
            }
            writeln!(out, "{}", tell::figure(game, figure)).expect("writing to a string");
            write_answers(game, &own, (wide, terrain), &mut out);
        }
        let others = self.numbered(|a| a.figure().is_none());
        write_answers(game, &others, (wide, terrain), &mut out);
        let hidden = self
            .numbered(|a| !shown(a) && (who.is_none() || a.figure() == who))
            .len();
        if hidden > 0 {
            writeln!(
                out,
                "Walls and other terrain to attack: {hidden}; list all shows all of them."
            )
            .expect("writing to a string");
        }
        out.trim_end().to_owned()
    }
}

/// Figures as parts of a line; those of the same name and in a row together: `Guard (2.3–2.5)`.
fn by_name(game: &Game, figures: &[Fig]) -> Vec<String> {
    let mut runs: Vec<(Fig, Fig)> = Vec::new();
    for figure in figures {
        match runs.last_mut() {
            Some((_, last)) if game.name(*last) == game.name(*figure) && last.0 + 1 == figure.0 => {
                *last = *figure;
            }
            _ => runs.push((*figure, *figure)),
        }
    }
    runs.into_iter()
        .map(|(first, last)| match first == last {
            true => tell::figure(game, first),
            false => inquire::named(game, first, last),
        })
        .collect()
}

/// Answers of one figure: attacks on figures a line each, spaces and terrain several in a line;
/// unless `all` are wanted, one line of them.
fn write_answers(
    game: &Game,
    own: &[(usize, &Answer)],
    (wide, all): (usize, bool),
    out: &mut String,
) {
    let mut run: Option<(String, Vec<String>)> = None;
    let flush = |run: &mut Option<(String, Vec<String>)>, out: &mut String| {
        if let Some((head, parts)) = run.take() {
            if !all {
                writeln!(out, "{}", fitted(&format!("  {head}"), &parts, wide))
                    .expect("writing to a string");
                return;
            }
            let mut line = format!("  {head}:");
            for part in parts {
                if line.chars().count() + 2 + part.chars().count() > wide {
                    writeln!(out, "{line}").expect("writing to a string");
                    line = "   ".to_owned();
                }
                line.push_str("  ");
                line.push_str(&part);
            }
            writeln!(out, "{line}").expect("writing to a string");
        }
    };
    for (n, answer) in own {
        match many(game, answer) {
            Some((head, place)) => {
                if run.as_ref().is_some_and(|(h, _)| *h != head) {
                    flush(&mut run, out);
                }
                let (_, parts) = run.get_or_insert_with(|| (head, Vec::new()));
                parts.push(format!("#{n} {place}"));
            }
            None => {
                flush(&mut run, out);
                writeln!(out, "  #{n:<4} {}", short(game, answer)).expect("writing to a string");
            }
        }
    }
    flush(&mut run, out);
}

/// Answers of which there are many of a kind: what is done, and where.
fn many(game: &Game, answer: &Answer) -> Option<(String, String)> {
    Some(match answer {
        Answer::Move { to, .. } => ("move to".to_owned(), words::space(game, *to)),
        Answer::Place { to, .. } => ("place on".to_owned(), words::space(game, *to)),
        Answer::Lay { to } => ("lay it on".to_owned(), words::space(game, *to)),
        Answer::Strike { how, at, .. } => match at {
            Target::Space(space) => {
                let name = if matches!(how, How::Burst | How::Blast) {
                    String::new()
                } else {
                    format!(" {}", game.board().terrain(*space).name)
                };
                (format!("{}{name}", how.name()), words::space(game, *space))
            }
            Target::Border(a, b) => {
                let text = tell::target(game, *at);
                let border = words::border(game, *a, *b);
                let kind = text.trim_end_matches(border.as_str()).trim();
                (
                    format!("{} {}", how.name(), kind.trim_start_matches("the ")),
                    border,
                )
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// An answer without the figure that it is about.
fn short(game: &Game, answer: &Answer) -> String {
    match answer {
        Answer::Strike { how, at, .. } => tell::deed(game, *how, *at),
        Answer::Move { to, .. } => format!("move to {}", words::space(game, *to)),
        Answer::Place { to, .. } => format!("place on {}", words::space(game, *to)),
        Answer::Leave { .. } => "leave the board".to_owned(),
        Answer::Lay { to } => words::space(game, *to),
        Answer::Face(facing) => game.board().grid().facing_name(*facing).to_owned(),
        Answer::Done => "nothing more (e)".to_owned(),
        other => tell::answer(game, other),
    }
}

/// A line of parts, cut where it would be too long, with how many are left out.
fn fitted(head: &str, parts: &[String], wide: usize) -> String {
    let mut line = format!("{head}:");
    for (i, part) in parts.iter().enumerate() {
        let left = parts.len() - i;
        let comma = if i == 0 { " " } else { ", " };
        let more = format!(", … {left} more");
        let room = if left == 1 { 0 } else { more.chars().count() };
        if i > 0 && line.chars().count() + comma.len() + part.chars().count() + room > wide {
            line.push_str(&more);
            break;
        }
        line.push_str(comma);
        line.push_str(part);
    }
    line
}
