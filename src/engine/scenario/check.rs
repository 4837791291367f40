//! What is wrong with a scenario on its board before anybody has moved.

use crate::battle::{Place, Side};
use crate::board::{Gait, Spaces};
use crate::files::spans;
use crate::rules::Game;
use crate::survey::{Finding, FindingId, Severity, counted};

/// Sides whose figures find no room in their zone, and zones between which there is no way.
pub fn check(game: &Game) -> Vec<Finding> {
    let board = game.board();
    let brief = game.brief();
    let mut findings = Vec::new();
    let mut find = |id: FindingId, place: &Spaces, what: String, mend: String| {
        let mut names = spans(board.grid(), place);
        names.truncate(6);
        findings.push(Finding {
            severity: Severity::Error,
            id,
            place: names.join(", "),
            what,
            mend,
        });
    };
    let ground = |zone: &Spaces| {
        let mut ground = zone.clone();
        ground.keep(board.standable());
        ground
    };
    let homes: Vec<Option<Spaces>> = brief
        .sides
        .iter()
        .map(|side| side.zone.as_ref().map(ground))
        .collect();
    for (i, home) in homes.iter().enumerate() {
        let (Some(home), side) = (home, Side(i as u8)) else {
            continue;
        };
        let waits = game.all().filter(|who| {
            game.first_side(*who) == side
                && game.place(*who) == Place::Reserve
                && game.aboard(*who).is_none()
        });
        let held = brief.placed.iter().filter(|p| p.side == side && p.reserve);
        let wanted: usize = waits.map(|who| usize::from(game.size(who)).pow(2)).sum();
        let (wanted, room) = (wanted.saturating_sub(held.count()), home.count());
        if room < wanted {
            find(
                FindingId::SideCrowded,
                home,
                format!(
                    "the zone of side {} has {} to stand on, but its figures need {wanted}",
                    i + 1,
                    counted(room, "space")
                ),
                "enlarge its zone, or give it a smaller force".to_owned(),
            );
        }
    }
    for (i, from) in homes.iter().enumerate() {
        for (j, to) in homes.iter().enumerate().skip(i + 1) {
            let (Some(from), Some(to)) = (from, to) else {
                continue;
            };
            if from.is_empty() || to.is_empty() {
                continue;
            }
            // a shut door can be opened
            let costs = crate::survey::opened(board).field(from, 1, Gait::Walk);
            if to.iter().all(|s| costs[s.index()] == u32::MAX) {
                find(
                    FindingId::SideCutOff,
                    to,
                    format!(
                        "no figure on foot can get from the zone of side {} to the zone of side {}",
                        i + 1,
                        j + 1
                    ),
                    "open a path between them, or move a zone".to_owned(),
                );
            }
        }
    }
    findings
}
