//! The map check: faults of a map, and properties that are likely to spoil a battle on it.
//!
//! Each finding has an id. A map file that lists an id under `accept` accepts the warnings with it;
//! errors cannot be accepted.

mod borders;
mod chances;
mod ids;
mod large;
mod opening;
pub(super) mod paths;
mod zones;

use super::measures::{Measures, measures, opened};
use super::pace::Pace;
use crate::battle::Scale;
use crate::board::{Board, Cost, Space, Spaces, Use, Zone};
use crate::files::spans;
pub use ids::FindingId;
pub use large::too_narrow;
use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Battles cannot be set up or cannot happen.
    Error,
    /// Battles may be duller or less fair than they could be.
    Warning,
}

/// One thing that is wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub id: FindingId,
    /// Spaces, a border or a zone.
    #[serde(rename = "where")]
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What would put it right.
    pub mend: String,
}

/// What the check says about a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What is wrong: errors first, each kind in a fixed order.
    pub findings: Vec<Finding>,
    /// Warnings that the map file accepts.
    pub accepted: Vec<Finding>,
}

impl Report {
    /// Adds findings, such as those of a scenario on the map.
    pub fn add(&mut self, board: &Board, more: Vec<Finding>) {
        let accepts = |finding: &Finding| {
            let mut ids = board.map().credit.accept.iter();
            finding.severity == Severity::Warning && ids.any(|id| id == finding.id.name())
        };
        let (accepted, findings): (Vec<_>, Vec<_>) = more.into_iter().partition(accepts);
        self.accepted.extend(accepted);
        self.findings.extend(findings);
        self.findings.sort_by_key(|finding| finding.severity);
    }
}

/// Everything that is wrong with a map at this pace, except what its file accepts: errors first,
/// each kind in a fixed order.
pub fn check(board: &Board, pace: Pace) -> Vec<Finding> {
    report(board, pace).findings
}

/// Everything that is wrong with a map at this pace, and what its file accepts.
pub fn report(board: &Board, pace: Pace) -> Report {
    let mut survey = Survey {
        board,
        opened: opened(board),
        measured: measures(board, pace),
        pace,
        zones: deployments(board),
        findings: Vec::new(),
    };
    survey.deployment();
    survey.blocked_zones();
    survey.connections();
    survey.lost_areas();
    survey.locked_areas();
    survey.borders();
    survey.openings();
    survey.contact();
    survey.objectives();
    survey.narrows();
    survey.cover();
    survey.nearness();
    survey.heights();
    survey.large_objectives();
    survey.darkness();
    survey.size();
    survey.accepted_ids();
    let findings = survey.findings;
    let mut report = Report::default();
    report.add(board, findings);
    report
}

/// The scales at which two sides can play on a map in these rounds: figures neither begin too near
/// nor meet too late, and the board fits a table.
pub fn scales(board: &Board, rounds: u32) -> Vec<Scale> {
    let fits = |scale: &Scale| {
        let pace = Pace {
            rounds,
            ..Pace::of(*scale)
        };
        let mut survey = Survey {
            board,
            opened: opened(board),
            measured: Measures::default(),
            pace,
            zones: deployments(board).into_iter().take(2).collect(),
            findings: Vec::new(),
        };
        survey.contact();
        survey.nearness();
        survey.size();
        survey.findings.is_empty() && survey.zones.len() > 1
    };
    Scale::ALL.into_iter().filter(fits).collect()
}

struct Survey<'a> {
    board: &'a Board,
    /// The same board with every door open.
    opened: Board,
    measured: Measures,
    pace: Pace,
    /// Deployment zones by seat.
    zones: Vec<(u8, &'a Zone)>,
    findings: Vec<Finding>,
}

fn deployments(board: &Board) -> Vec<(u8, &Zone)> {
    let zones = board
        .map()
        .zones
        .iter()
        .filter(|z| z.kind == Use::Deployment);
    let mut zones: Vec<_> = zones.filter_map(|z| Some((z.seat?, z))).collect();
    zones.sort_by_key(|(seat, _)| *seat);
    zones
}

impl Survey<'_> {
    fn find(
        &mut self,
        (severity, id): (Severity, FindingId),
        place: impl Into<String>,
        what: impl Into<String>,
        mend: impl Into<String>,
    ) {
        let (place, what, mend) = (place.into(), what.into(), mend.into());
        self.findings.push(Finding {
            severity,
            id,
            place,
            what,
            mend,
        });
    }

    fn warn(
        &mut self,
        id: FindingId,
        place: impl Into<String>,
        what: impl Into<String>,
        mend: impl Into<String>,
    ) {
        self.find((Severity::Warning, id), place, what, mend);
    }

    fn name(&self, space: Space) -> String {
        self.board.grid().name(space)
    }

    /// Spaces of a zone that somebody can stand on.
    fn ground(&self, zone: &Zone) -> Spaces {
        standing(self.board, zone)
    }

    /// Spaces to stand on of a zone, evenly thinned out to a thousand at most.
    fn sample(&self, zone: &Zone) -> Vec<Space> {
        let ground: Vec<Space> = self.ground(zone).iter().collect();
        let every = ground.len().div_ceil(1000).max(1);
        ground.into_iter().step_by(every).collect()
    }

    /// Whether there is water that only boats cross.
    fn can_be_sailed(&self) -> bool {
        let deep = |space: Space| {
            let ground = self.board.terrain(space);
            ground.water && ground.cost == Cost::No
        };
        self.board.spaces().iter().any(deep)
    }

    /// Names under `accept` that are not ids.
    fn accepted_ids(&mut self) {
        let board = self.board;
        let unknown = board.map().credit.accept.iter();
        for name in unknown.filter(|name| FindingId::named(name).is_none()) {
            self.warn(
                FindingId::AcceptUnknown,
                "accept",
                format!("no finding has the id {name:?}"),
                "list ids as the check prints them, or remove it",
            );
        }
    }
}

/// Spaces of a zone that somebody can stand on.
fn standing(board: &Board, zone: &Zone) -> Spaces {
    let mut ground = zone.spaces.clone();
    ground.keep(board.standable());
    ground
}

/// A number of things in words: "1 space", "3 spaces".
pub fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// What a zone is, in words.
fn title(zone: &Zone) -> String {
    let kind = match zone.kind {
        Use::Deployment => "deployment zone",
        Use::Objective => "objective",
        Use::Exit => "exit",
    };
    match zone.seat {
        Some(seat) => format!("the {kind} of seat {seat}"),
        None => format!("an {kind}"),
    }
}

/// A set of spaces in few words.
fn listed(board: &Board, spaces: &Spaces) -> String {
    let mut names = spans(board.grid(), spaces);
    if names.len() > 6 {
        names.truncate(5);
        names.push("…".to_owned());
    }
    names.join(", ")
}
