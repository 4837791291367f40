//! What a figure counts towards winning: who is far ahead or behind gains less by one more than
//! who is level, and the nearer the end, the sooner that is so.

use super::table::Table;

/// How far ahead a side is that has half of all there is to gain by it once no round is left, in
/// times of what a figure is worth on average.
const AT_THE_END: f64 = 1.0;
/// What each round still to come adds to that.
const A_ROUND: f64 = 3.0;
/// The share of its points that a figure always counts.
const ALWAYS: f64 = 0.1;

/// What it is worth to be so many points ahead: the points themselves near 0, no more than
/// `scale` besides [`ALWAYS`] a share of them far from it.
fn value(ahead: f64, scale: f64) -> f64 {
    ahead / (1.0 + ahead.abs() / scale) + ALWAYS * ahead
}

/// How many points the team of the side that looks has more than the best of the others.
pub fn points_ahead(table: &Table) -> f64 {
    let game = table.game;
    let (mut own, mut best) = (0, 0);
    for side in game.all_sides() {
        let score = game.scores()[side.index()];
        if game.team(side) == game.team(table.side) {
            own += score;
        } else {
            best = best.max(score);
        }
    }
    // Scores are in half points.
    f64::from(own - best) / 2.0
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
