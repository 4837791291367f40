//! The map check: faults of a map, and properties that are likely to spoil a battle on it.

use super::measures::{Measures, measures, opened};
use super::ways::{breach, gap, groups};
use crate::battle::Scale;
use crate::board::{Board, BorderKind, Cost, Gait, Sight, Space, Spaces, Use, Zone};
use crate::files::propose::{edge, edge_name};
use crate::files::spans;
use serde::Serialize;
use std::collections::BTreeMap;

/// How bad a finding is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Battles cannot be set up or cannot happen.
    Error,
    /// Battles may be duller or less fair than they could be.
    Warning,
}

/// One thing that is wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Spaces, a border or a zone.
    #[serde(rename = "where")]
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What would put it right.
    pub mend: String,
}

/// How fast the slowest foot is, how far an ordinary shot goes, how long a battle lasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Movement of a guy on foot, in spaces.
    pub movement: u32,
    /// An ordinary shot, in spaces.
    pub shot: u32,
    /// Rounds of a battle.
    pub rounds: u32,
}

impl Pace {
    /// The pace of a figure scale, with battles of five rounds (B3, R4).
    pub fn of(scale: Scale) -> Self {
        let shot = if scale == Scale::Mm28 {
            12
        } else {
            scale.short()
        };
        Pace {
            movement: scale.move_unit(),
            shot,
            rounds: 5,
        }
    }
}

/// Fewest spaces a force of ten figures deploys on in comfort.
const COMFORTABLE: usize = 10;
/// Fewest spaces anybody can deploy on.
const FEWEST: usize = 4;
/// Percentage of pairs of deployment spaces in clear sight of each other that spoils a start.
const EXPOSED: usize = 25;
/// Percentage points by which the cover on the ground of two sides may differ.
const LOPSIDED: usize = 15;

/// Everything that is wrong with a map at this pace: errors first, each kind in a fixed order.
pub fn check(board: &Board, pace: Pace) -> Vec<Finding> {
    let mut survey = Survey {
        board,
        opened: opened(board),
        measured: measures(board, pace),
        pace,
        zones: deployments(board),
        findings: Vec::new(),
    };
    survey.deployment();
    survey.zones_stand_on_ground();
    survey.connections();
    survey.lost_areas();
    survey.needless_borders();
    survey.openings();
    survey.contact();
    survey.objectives();
    survey.narrows();
    survey.shares();
    let mut findings = survey.findings;
    findings.sort_by_key(|finding| finding.severity);
    findings
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
        severity: Severity,
        place: impl Into<String>,
        what: impl Into<String>,
        mend: impl Into<String>,
    ) {
        let (place, what, mend) = (place.into(), what.into(), mend.into());
        self.findings.push(Finding {
            severity,
            place,
            what,
            mend,
        });
    }

    fn name(&self, space: Space) -> String {
        self.board.grid().name(space)
    }

    /// Spaces of a zone that somebody can stand on.
    fn ground(&self, zone: &Zone) -> Spaces {
        let mut ground = zone.spaces.clone();
        ground.keep(self.board.standable());
        ground
    }

    /// Spaces to stand on of a zone, evenly thinned out to a thousand at most.
    fn sample(&self, zone: &Zone) -> Vec<Space> {
        let ground: Vec<Space> = self.ground(zone).iter().collect();
        let every = ground.len().div_ceil(1000).max(1);
        ground.into_iter().step_by(every).collect()
    }

    /// Seats 1 and 2 at least, without gaps, each with room.
    fn deployment(&mut self) {
        let last = self.zones.last().map_or(0, |(seat, _)| *seat).max(2);
        for seat in 1..=last {
            let room = self
                .zones
                .iter()
                .find(|(s, _)| *s == seat)
                .map(|(_, zone)| self.ground(zone).count());
            let place = format!("seat {seat}");
            match room {
                None => self.find(
                    Severity::Error,
                    place,
                    self.unzoned(seat),
                    format!("add a [[zone]] with kind = \"deployment\" and seat = {seat}"),
                ),
                Some(n) if n < FEWEST => self.find(
                    Severity::Error,
                    place,
                    format!(
                        "figures can stand on only {} of the deployment zone",
                        counted(n, "space")
                    ),
                    format!("give it at least {FEWEST} such spaces; 20 are better"),
                ),
                Some(n) if n < COMFORTABLE => self.find(
                    Severity::Warning,
                    place,
                    format!("figures can stand on only {n} spaces of the deployment zone"),
                    format!("give it at least {COMFORTABLE} such spaces, so that a force of ten figures fits"),
                ),
                Some(_) => {}
            }
        }
    }

    /// What is said of a seat without a zone: also where a battle would put it.
    fn unzoned(&self, seat: u8) -> String {
        let what = "there is no deployment zone for this seat";
        if !self.zones.is_empty() {
            return what.to_owned();
        }
        let grid = self.board.grid();
        let edge = edge_name(edge(grid.columns, grid.rows, seat));
        format!("{what}; a battle would deploy it along the {edge} edge")
    }

    fn zones_stand_on_ground(&mut self) {
        let zones: Vec<&Zone> = self.board.map().zones.iter().collect();
        for (i, zone) in zones.into_iter().enumerate() {
            let mut bad = zone.spaces.clone();
            bad.subtract(self.board.standable());
            let count = bad.count();
            if count == 0 {
                continue;
            }
            let mend = "remove them from the zone, or change their terrain";
            let place = listed(self.board, &bad);
            let all = count == zone.spaces.count();
            let severity = if all && zone.kind != Use::Deployment {
                Severity::Error
            } else {
                Severity::Warning
            };
            let what = format!(
                "figures cannot stand on {} of zone {} ({})",
                counted(count, "space"),
                i + 1,
                title(zone)
            );
            self.find(severity, place, what, mend);
        }
    }

    /// Every zone must be in reach of the others, best without opening a door.
    fn connections(&mut self) {
        let (shut, _) = groups(self.board);
        let (open, _) = groups(&self.opened);
        let Some((home, first)) = self.zones.first().copied() else {
            return;
        };
        let of = |zone: &Zone, group: &[u32]| -> Vec<u32> {
            let mut found: Vec<u32> = self.ground(zone).iter().map(|s| group[s.index()]).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let meet = |a: &[u32], b: &[u32]| a.iter().any(|g| b.contains(g));
        let (home_open, home_shut) = (of(first, &open), of(first, &shut));
        let mut found = Vec::new();
        for (seat, zone) in self.zones.iter().filter(|_| !self.can_be_sailed()) {
            found.extend(self.cut_off(*seat, zone, &open));
        }
        for zone in &self.board.map().zones {
            let (here_open, here_shut) = (of(zone, &open), of(zone, &shut));
            if std::ptr::eq(zone, first) || here_open.is_empty() {
                continue;
            }
            let place = listed(self.board, &zone.spaces);
            if !meet(&home_open, &here_open) {
                let mend = match breach(&self.opened, &self.ground(first), &self.ground(zone)) {
                    Some(at) => format!("open a path: the smallest obstacle is at {at}"),
                    None => "open a path: a gap in a wall, an open door or a ford".to_owned(),
                };
                found.push((
                    Severity::Error,
                    place,
                    format!("{} cannot be reached from seat {home}", title(zone)),
                    mend,
                ));
            } else if !meet(&home_shut, &here_shut) {
                let what = format!(
                    "{} can be reached from seat {home} only through shut doors",
                    title(zone)
                );
                let mend = match breach(self.board, &self.ground(first), &self.ground(zone)) {
                    Some(at) => format!("open the door at {at}, or make a gap"),
                    None => "open a door".to_owned(),
                };
                found.push((Severity::Warning, place, what, mend));
            }
        }
        for (severity, place, what, mend) in found {
            self.find(severity, place, what, mend);
        }
    }

    /// A zone with parts that are not connected to its largest part.
    fn cut_off(
        &self,
        seat: u8,
        zone: &Zone,
        group: &[u32],
    ) -> Option<(Severity, String, String, String)> {
        let ground = self.ground(zone);
        let mut parts: BTreeMap<u32, Spaces> = BTreeMap::new();
        let none = || Spaces::new(self.board.grid().len());
        for space in ground.iter() {
            let part = parts.entry(group[space.index()]).or_insert_with(none);
            part.insert(space);
        }
        let (_, largest) = parts.iter().max_by_key(|(_, part)| part.count())?;
        let mut rest = ground.clone();
        rest.subtract(largest);
        let count = rest.count();
        let way = match breach(&self.opened, largest, &rest) {
            Some(at) => format!("open a path: the smallest obstacle is at {at}"),
            None => "open a path".to_owned(),
        };
        (count > 0).then(|| {
            (
                Severity::Warning,
                listed(self.board, &rest),
                format!(
                    "{} of the deployment zone of seat {seat} {} cut off from the rest of it",
                    counted(count, "space"),
                    if count == 1 { "is" } else { "are" }
                ),
                format!("{way}, or remove them from the zone"),
            )
        })
    }

    /// Whether there is water that only boats cross.
    fn can_be_sailed(&self) -> bool {
        let deep = |space: Space| {
            let ground = self.board.terrain(space);
            ground.water && ground.cost == Cost::No
        };
        self.board.spaces().iter().any(deep)
    }

    /// Every path leads through one single space, and boats cannot go around it.
    fn narrows(&mut self) {
        if self.can_be_sailed() {
            return;
        }
        for way in self.measured.ways.clone() {
            let Some(narrows) = way.narrows.filter(|names| names.len() == 1) else {
                continue;
            };
            if narrows[0].contains(':') {
                continue;
            }
            let [seat, other] = way.seats;
            self.find(
                Severity::Warning,
                narrows[0].clone(),
                format!("every path between seats {seat} and {other} leads through this one space"),
                "open a second path, or widen this one",
            );
        }
    }

    /// The first two sides have much more or less cover on the ground they get to first.
    fn shares(&mut self) {
        let [first, second, ..] = &self.measured.sides[..] else {
            return;
        };
        if first.spaces == 0 || second.spaces == 0 || first.cover.abs_diff(second.cover) <= LOPSIDED
        {
            return;
        }
        let what = format!(
            "seat 1 has cover on {} % of the ground it reaches first, seat 2 on {} %",
            first.cover, second.cover
        );
        let poor = if first.cover < second.cover { 1 } else { 2 };
        self.find(
            Severity::Warning,
            "seats 1 and 2",
            what,
            format!("add cover near seat {poor}, or remove some near the other seat"),
        );
    }

    /// Walkable ground that nobody can walk to.
    fn lost_areas(&mut self) {
        let (_, areas) = groups(&self.opened);
        let main = match self.zones.first().map(|(_, zone)| self.ground(zone)) {
            Some(ground) if !ground.is_empty() => areas
                .iter()
                .position(|area| area.iter().any(|s| ground.contains(*s))),
            _ => (0..areas.len()).max_by_key(|i| (areas[*i].len(), std::cmp::Reverse(*i))),
        };
        for (i, area) in areas.iter().enumerate() {
            if Some(i) == main {
                continue;
            }
            let spaces = Spaces::of(self.board.len(), area.iter().copied());
            // A deployment zone that is cut off has been reported as such.
            if self
                .zones
                .iter()
                .any(|(_, zone)| zone.spaces.meets(&spaces))
            {
                continue;
            }
            self.find(
                Severity::Warning,
                listed(self.board, &spaces),
                format!(
                    "{} that no figure on foot can reach",
                    counted(area.len(), "walkable space")
                ),
                "open a path to them, or make them impassable",
            );
        }
    }

    /// Borders beside void or between two spaces nobody can stand on, and doors that lead nowhere.
    fn needless_borders(&mut self) {
        let stand = self.board.standable();
        let idle = super::doors::idle(self.board);
        let mut found = Vec::new();
        for border in self.board.borders() {
            let (a, b) = border.between;
            let place = format!("{}|{}", self.name(a), self.name(b));
            if !self.board.exists(a) || !self.board.exists(b) {
                found.push((
                    place,
                    "a border at the edge of the board has no effect",
                    "remove it",
                ));
            } else if border.kind == BorderKind::Door && !(stand.contains(a) && stand.contains(b)) {
                found.push((
                    place,
                    "a door to a space where no figure can stand",
                    "move the door, or open the space behind it",
                ));
            } else if idle.binary_search(&border.between).is_ok() {
                found.push((
                    place,
                    "a door that leads nowhere: one end stands free",
                    "close the gap beside it, or remove it",
                ));
            } else if !stand.contains(a) && !stand.contains(b) {
                let dull = [a, b]
                    .map(|s| self.board.terrain(s))
                    .iter()
                    .all(|t| t.height >= border.height);
                if dull {
                    found.push((
                        place,
                        "a border between two spaces that no figure can enter",
                        "remove it",
                    ));
                }
            }
        }
        for (place, what, mend) in found {
            self.find(Severity::Warning, place, what, mend);
        }
    }

    /// Sides that can shoot at each other before the first move.
    fn openings(&mut self) {
        let mut found = Vec::new();
        let (grid, shot) = (self.board.grid(), self.pace.shot);
        for (i, (seat, zone)) in self.zones.iter().enumerate() {
            for (other, facing) in &self.zones[i + 1..] {
                let (ours, theirs) = (self.sample(zone), self.sample(facing));
                let mut seen = 0;
                for a in &ours {
                    let near = theirs.iter().filter(|b| grid.distance(*a, **b) <= shot);
                    seen += near
                        .filter(|b| self.board.line(*a, **b) == Sight::Clear)
                        .count();
                }
                let pairs = ours.len() * theirs.len();
                if pairs > 0 && seen * 100 > pairs * EXPOSED {
                    let share = seen * 100 / pairs;
                    let what = format!(
                        "{share} % of the pairs of their deployment spaces see each other within {shot} spaces"
                    );
                    found.push((format!("seats {seat} and {other}"), what));
                }
            }
        }
        for (place, what) in found {
            self.find(
                Severity::Warning,
                place,
                what,
                "move the zones apart, or block the line of sight between them",
            );
        }
    }

    /// Whether battles can happen in the rounds there are.
    fn contact(&mut self) {
        let far = 3 * self.pace.movement;
        let mut found = Vec::new();
        for (i, (seat, zone)) in self.zones.iter().enumerate() {
            let ours = self.ground(zone);
            let costs = self.opened.field(&ours, 1, Gait::Walk);
            // Each seat must get at somebody; of the first two, at the other.
            let others = self.zones.iter().enumerate().filter(|(j, _)| match i {
                0 => *j == 1,
                1 => false,
                _ => *j != i,
            });
            let nearest = others
                .filter_map(|(_, (other, facing))| {
                    let theirs = self.ground(facing);
                    let cost = theirs
                        .iter()
                        .map(|s| costs[s.index()])
                        .min()
                        .filter(|c| *c != u32::MAX)?;
                    Some((cost, gap(self.board.grid(), &ours, &theirs), *other))
                })
                .min();
            let Some((cost, gap, other)) = nearest else {
                continue;
            };
            let place = format!("seats {seat} and {other}");
            if gap > far {
                let what =
                    format!("their deployment zones are {gap} spaces apart, more than {far}");
                found.push((
                    place.clone(),
                    what,
                    "move them closer together, or play more rounds",
                ));
            }
            let round = cost
                .saturating_sub(1)
                .div_ceil(self.pace.movement.max(1))
                .max(1);
            if round + 2 > self.pace.rounds {
                let what = format!(
                    "the slowest figures on foot ({} spaces a round) reach the other side only in round {round} of {}",
                    self.pace.movement, self.pace.rounds
                );
                found.push((
                    place,
                    what,
                    "move the zones closer together, clear a road between them, or play more rounds",
                ));
            }
        }
        for (place, what, mend) in found {
            self.find(Severity::Warning, place, what, mend);
        }
    }

    /// Objectives much nearer to one of the first two sides.
    fn objectives(&mut self) {
        let [(_, first), (_, second), ..] = self.zones[..] else {
            return;
        };
        let goals: Vec<(usize, Spaces)> = self
            .board
            .map()
            .zones
            .iter()
            .enumerate()
            .filter(|(_, z)| z.kind == Use::Objective && z.seat.is_none())
            .map(|(i, z)| (i, self.ground(z)))
            .collect();
        if goals.is_empty() {
            return;
        }
        let costs =
            [first, second].map(|zone| self.opened.field(&self.ground(zone), 1, Gait::Walk));
        // Objectives are judged together: a pair that mirrors each other is fair.
        let ways: Vec<[u32; 2]> = goals
            .iter()
            .map(|(_, goal)| {
                [0, 1].map(|k| {
                    goal.iter()
                        .map(|s| costs[k][s.index()])
                        .min()
                        .unwrap_or(u32::MAX)
                })
            })
            .filter(|way| !way.contains(&u32::MAX))
            .collect();
        let nearest = [0, 1].map(|k| ways.iter().map(|w| w[k]).min());
        let ([Some(a), Some(b)], allowed) = (nearest, self.pace.movement.div_ceil(2)) else {
            return;
        };
        if a.abs_diff(b) > allowed {
            let places: Vec<String> = goals.iter().map(|(_, g)| listed(self.board, g)).collect();
            self.find(
                Severity::Warning,
                places.join("; "),
                format!(
                    "the path to the nearest objective costs {a} for seat 1 and {b} for seat 2"
                ),
                format!("move objectives or zones until the costs differ by at most {allowed}"),
            );
        }
    }
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
