//! Why the computer chose what it chose.

use super::super::theme::{self};
use crate::ai::{self, Weighed, Why};
use crate::battle::Milli;
use egui::{Rect, RichText, Sense, Ui, pos2, vec2};

/// The terms of a choice as bars, the runner-up, and what tipped it.
pub(super) fn reasons(ui: &mut Ui, why: &Why) {
    let most = why
        .chosen
        .terms
        .iter()
        .chain(why.runner_up.iter().flat_map(|r| &r.terms))
        .map(|t| t.points.abs())
        .max()
        .unwrap_or_default()
        .max(Milli(1));
    bars(ui, "Chosen", &why.chosen, most);
    if let Some(next) = &why.runner_up {
        bars(ui, "Next best", next, most);
        if let Some((by, name)) = tipped(&why.chosen, next) {
            let by = by.0 as f64 / 1000.0;
            ui.label(format!("The main difference: {name} ({by:+.3})"));
        } else if why.chosen.score() == next.score() {
            ui.label("Both are worth the same. The computer took the first one.");
        }
    }
}

/// How a place is weighed beside what was chosen, and what makes the difference.
pub(super) fn against(ui: &mut Ui, there: &Weighed, chosen: Option<&Weighed>) {
    let all = there
        .terms
        .iter()
        .chain(chosen.iter().flat_map(|c| &c.terms));
    let most = all.map(|t| t.points.abs()).max().unwrap_or_default();
    let most = most.max(Milli(1));
    bars(ui, "This space", there, most);
    let Some(chosen) = chosen else { return };
    bars(ui, "Best choice", chosen, most);
    if let Some((by, name)) = tipped(chosen, there) {
        ui.label(format!(
            "The main drawback: {name} ({:+.3})",
            -by.0 as f64 / 1000.0
        ));
    }
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

pub(super) fn bars(ui: &mut Ui, title: &str, weighed: &Weighed, most: Milli) {
    ui.label(RichText::new(format!("{title}: {}", weighed.action)).weak());
    for term in &weighed.terms {
        ui.horizontal(|ui| {
            ui.set_height(16.0);
            let (rect, _) = ui.allocate_exact_size(vec2(110.0, 12.0), Sense::hover());
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
            let text = format!("{:+.3} {}", term.points.0 as f64 / 1000.0, term.name);
            let label = ui.label(RichText::new(text).size(12.0));
            if let Some(meaning) = ai::meaning(term.name) {
                label.on_hover_text(meaning);
            }
        });
    }
    ui.label(RichText::new(format!("total {:+.3}", weighed.score().0 as f64 / 1000.0)).strong());
}
