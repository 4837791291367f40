//! Findings about large figures: zones and paths that are too narrow for them.

use super::opening::{Search, remedy};
use super::{Finding, FindingId, Severity, deployments, listed, standing};
use crate::board::{Board, Gait, Space, Spaces};
use crate::survey::opened;

/// Zones and paths that are too narrow for figures of these sizes on foot or wheels.
pub fn too_narrow(board: &Board, sizes: &[u8]) -> Vec<Finding> {
    let mut sizes: Vec<u8> = sizes.iter().copied().filter(|size| *size > 1).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let opened = opened(board);
    let mut findings = Vec::new();
    for size in sizes {
        findings.extend(for_size(&opened, size));
    }
    findings
}

fn for_size(board: &Board, size: u8) -> Option<Finding> {
    let zones = deployments(board);
    let (home, first) = zones.first()?;
    let from = standing(board, first);
    for (seat, zone) in &zones[1..] {
        let to = standing(board, zone);
        if from.is_empty() || to.is_empty() || leads(board, size, &from, &to) {
            continue;
        }
        let search = Search {
            size,
            ..Search::new(board)
        };
        let way = search.between(&whole(first), &whole(zone));
        let mend = match way.map(|way| remedy(board, &way)) {
            Some(way) if !way.is_empty() => format!("widen a path: {way}"),
            _ => "make both zones wider".to_owned(),
        };
        return Some(Finding {
            severity: Severity::Warning,
            id: FindingId::PathNarrow,
            place: listed(board, &zone.spaces),
            what: format!("figures {size} spaces wide cannot get from seat {home} to seat {seat}"),
            mend,
        });
    }
    None
}

fn whole(zone: &crate::board::Zone) -> Spaces {
    zone.spaces.clone()
}

/// Whether a figure of this size that stands in one zone gets to stand in the other.
fn leads(board: &Board, size: u8, from: &Spaces, to: &Spaces) -> bool {
    let stands = |anchor: &Space, zone: &Spaces| {
        let footprint = board.fits(*anchor, size, Gait::Walk);
        footprint.is_some_and(|all| all.iter().all(|space| zone.contains(*space)))
    };
    let ends = Spaces::of(board.len(), to.iter().filter(|s| stands(s, to)));
    if ends.is_empty() {
        return false;
    }
    let costs = board.field(&ends, size, Gait::Walk);
    let mut starts = from.iter().filter(|s| stands(s, from));
    starts.any(|start| costs[start.index()] != u32::MAX)
}
