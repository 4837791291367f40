//! What a figure counts towards winning. A side that is far ahead or behind gains less by one more
//! figure than a side that is level; near the end of the battle this begins at a smaller lead.

use super::table::Table;
use crate::battle::HalfPoints;

/// Lead (in average figure values) at which the marginal value of a point is halved, in the last
/// round.
const AT_THE_END: f64 = 1.0;
/// Added to that lead for each round that is left.
const A_ROUND: f64 = 3.0;
/// The share of its points that a figure counts at any lead.
const ALWAYS: f64 = 0.1;

/// The value of a lead in points: the points themselves near 0, at most `scale` far from it, and
/// [`ALWAYS`] times the points in addition.
fn value(ahead: f64, scale: f64) -> f64 {
    ahead / (1.0 + ahead.abs() / scale) + ALWAYS * ahead
}

/// The lead in points of the own team over the best other team; negative if it is behind.
pub fn points_ahead(table: &Table) -> f64 {
    let game = table.game;
    let (mut own, mut best) = (HalfPoints::ZERO, HalfPoints::ZERO);
    for side in game.all_sides() {
        let score = game.scores()[side.index()];
        if game.team(side) == game.team(table.side) {
            own += score;
        } else {
            best = best.max(score);
        }
    }
    f64::from((own - best).0) / 2.0
}

/// Turns what figures are worth into what they count towards winning, where two play for
/// points until a last round: as it is while they are level, else by what losing or felling
/// the figure changes, beside what that would change between equals.
pub fn scale_by_lead(table: &mut Table) {
    let game = table.game;
    let counts = game.lead_counts() && game.status().rounds.is_some();
    if !counts || table.rivals != 1 {
        return;
    }
    let on = table.figures.iter().filter(|figure| figure.on);
    let (sum, count) = on.fold((0.0, 0.0), |(sum, count), figure| {
        (sum + figure.worth, count + 1.0)
    });
    let scale = (AT_THE_END + A_ROUND * f64::from(table.rounds_left)) * sum / count;
    if scale > 0.0 {
        let ahead = points_ahead(table);
        let now = value(ahead, scale);
        for figure in &mut table.figures {
            let level = value(figure.worth, scale);
            if level > 0.0 {
                let change = if figure.friend {
                    now - value(ahead - figure.worth, scale)
                } else {
                    value(ahead + figure.worth, scale) - now
                };
                figure.worth *= change / level;
            }
        }
    }
}
