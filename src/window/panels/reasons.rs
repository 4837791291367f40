//! Why the computer chose what it chose.

use super::super::theme;
use crate::ai::{self, Weighed, Why};
use crate::battle::Milli;
use crate::play::tell;
use crate::rules::Game;
use egui::{Label, Rect, RichText, Sense, Ui, pos2, vec2};

/// The reasons of a choice in words; behind a fold the terms as bars, and what tipped the choice.
/// `id`: of the fold.
pub(super) fn reasons(ui: &mut Ui, id: &str, game: &Game, why: &Why) {
    ui.label(tell::because(game, why));
    let next = why.runner_up.as_ref();
    numbers(ui, id, |ui| {
        let most = longest(&why.chosen, next);
        bars(ui, "Chosen", &why.chosen, most);
        let Some(next) = next else { return };
        bars(ui, "Next best", next, most);
        if let Some((by, name)) = tipped(&why.chosen, next) {
            ui.label(format!(
                "The main difference: {} ({})",
                meaning(name),
                signed(by)
            ));
        } else if why.chosen.score() == next.score() {
            ui.label("Both are worth the same. The computer took the first one.");
        }
    });
}

/// How a place is weighed beside what was chosen, in words; behind a fold the terms, and what makes
/// the difference.
pub(super) fn against(ui: &mut Ui, game: &Game, there: &Weighed, chosen: Option<&Weighed>) {
    ui.label(tell::instead(game, there, chosen));
    numbers(ui, "why not", |ui| {
        let most = longest(there, chosen);
        bars(ui, "This space", there, most);
        let Some(chosen) = chosen else { return };
        bars(ui, "Best choice", chosen, most);
        if let Some((by, name)) = tipped(chosen, there) {
            ui.label(format!(
                "The main drawback: {} ({})",
                meaning(name),
                signed(-by)
            ));
        }
    });
}

/// A fold with the numbers behind the words; closed until it is wanted, then open for every choice.
fn numbers(ui: &mut Ui, id: &str, show: impl FnOnce(&mut Ui)) {
    egui::CollapsingHeader::new("Numbers")
        .id_salt(("numbers", id))
        .show(ui, show);
}

/// The longest bar of two choices.
fn longest(one: &Weighed, other: Option<&Weighed>) -> Milli {
    let terms = one.terms.iter().chain(other.iter().flat_map(|w| &w.terms));
    let most = terms.map(|t| t.points.abs()).max();
    most.unwrap_or_default().max(Milli(1))
}

/// What a term stands for.
fn meaning(name: &str) -> &str {
    ai::meaning(name).unwrap_or(name)
}

/// Points with their sign, in hundredths.
fn signed(points: Milli) -> String {
    format!("{:+.2}", points.0 as f64 / 1000.0)
}

/// The term in which one choice is ahead of another the most, and by how much.
fn tipped<'a>(one: &'a Weighed, other: &'a Weighed) -> Option<(Milli, &'a str)> {
    let mut names: Vec<&str> = one
        .terms
        .iter()
        .chain(&other.terms)
        .map(|t| t.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    let value = |w: &Weighed, name: &str| -> Milli {
        w.terms
            .iter()
            .filter(|t| t.name == name)
            .map(|t| t.points)
            .sum()
    };
    names
        .into_iter()
        .map(|n| (value(one, n) - value(other, n), n))
        .max()
        .filter(|(by, _)| *by > Milli::ZERO)
}

/// The terms of a choice, each with its bar and what it stands for.
fn bars(ui: &mut Ui, title: &str, weighed: &Weighed, most: Milli) {
    ui.label(RichText::new(format!("{title}: {}", weighed.action)).weak());
    for term in &weighed.terms {
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(64.0, 14.0), Sense::hover());
            let rect = rect.shrink2(vec2(0.0, 1.0));
            let middle = rect.center().x;
            let long = (term.points.0 as f32 / most.0 as f32) * rect.width() / 2.0;
            let bar =
                Rect::from_two_pos(pos2(middle, rect.top()), pos2(middle + long, rect.bottom()));
            let fill = if term.points >= Milli::ZERO {
                theme::GOOD
            } else {
                theme::BAD
            };
            ui.painter()
                .rect_filled(rect, 2.0, theme::shade(theme::CARD, 0.8));
            ui.painter().rect_filled(bar, 2.0, fill);
            let text = format!("{} {}", signed(term.points), meaning(term.name));
            ui.add(Label::new(RichText::new(text).size(12.0)).wrap());
        });
    }
    ui.label(RichText::new(format!("total {}", signed(weighed.score()))).strong());
}
