//! Findings about zones: room, obstacles, distances, heights, objectives.

use super::{FindingId, Severity, Survey, counted, listed, title};
use crate::board::{Gait, Space, Spaces, Use, Zone};
use crate::files::propose::{edge, edge_name};
use crate::survey::ways::gap;

/// Fewest spaces a force of ten figures deploys on in comfort.
const COMFORTABLE: usize = 10;
/// Fewest spaces anybody can deploy on.
const FEWEST: usize = 4;
/// Percentage of the board that objectives may cover.
const LARGE: usize = 25;
/// Hundredths of a level by which one side may begin higher.
const HIGHER: i64 = 100;
/// Length and width of a table, in hundredths of an inch: 4 × 6 feet (B13).
const TABLE: [u32; 2] = [4800, 7200];

impl Survey<'_> {
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

    /// Seats 1 and 2 at least, without gaps, each with room.
    pub(super) fn deployment(&mut self) {
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
                    (Severity::Error, FindingId::ZoneMissing),
                    place,
                    self.unzoned(seat),
                    format!("add a [[zone]] with kind = \"deployment\" and seat = {seat}"),
                ),
                Some(n) if n < FEWEST => self.find(
                    (Severity::Error, FindingId::ZoneSmall),
                    place,
                    format!(
                        "figures can stand on only {} of the deployment zone",
                        counted(n, "space")
                    ),
                    format!("give it at least {FEWEST} such spaces; 20 are better"),
                ),
                Some(n) if n < COMFORTABLE => self.warn(
                    FindingId::ZoneSmall,
                    place,
                    format!("figures can stand on only {n} spaces of the deployment zone"),
                    format!("give it at least {COMFORTABLE} such spaces, so that a force of ten figures fits"),
                ),
                Some(_) => {}
            }
        }
    }

    pub(super) fn blocked_zones(&mut self) {
        let zones: Vec<&Zone> = self.board.map().zones.iter().collect();
        for (i, zone) in zones.into_iter().enumerate() {
            let mut bad = zone.spaces.clone();
            bad.subtract(self.board.standable());
            let count = bad.count();
            if count == 0 {
                continue;
            }
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
            self.find(
                (severity, FindingId::ZoneBlocked),
                listed(self.board, &bad),
                what,
                "remove them from the zone, or change their terrain",
            );
        }
    }

    /// Deployment zones that share spaces, or begin nearer than two moves.
    pub(super) fn nearness(&mut self) {
        let nearest = self.pace.nearest();
        for (i, (seat, zone)) in self.zones.clone().into_iter().enumerate() {
            for (other, facing) in self.zones.clone().into_iter().skip(i + 1) {
                let place = format!("seats {seat} and {other}");
                let mut shared = zone.spaces.clone();
                shared.keep(&facing.spaces);
                let (ours, theirs) = (self.ground(zone), self.ground(facing));
                if ours.is_empty() || theirs.is_empty() {
                    continue;
                }
                if !shared.is_empty() {
                    self.warn(
                        FindingId::ZonesOverlap,
                        place,
                        format!("both deployment zones have {}", listed(self.board, &shared)),
                        "give each space to one of the zones",
                    );
                    continue;
                }
                let apart = gap(self.board.grid(), &ours, &theirs);
                if apart < nearest {
                    self.warn(
                        FindingId::ZonesClose,
                        place,
                        format!(
                            "their deployment zones are {} apart, less than {nearest} (two moves)",
                            counted(apart as usize, "space")
                        ),
                        format!("move them {} further apart", nearest - apart),
                    );
                }
            }
        }
    }

    /// One of the first two sides begins on much higher ground.
    pub(super) fn heights(&mut self) {
        let [(first, ours), (second, theirs), ..] = self.zones[..] else {
            return;
        };
        let mean = |zone: &Zone| {
            let ground = self.ground(zone);
            let levels: i64 = ground.iter().map(|s| i64::from(self.board.level(s))).sum();
            levels * 100 / (ground.count() as i64).max(1)
        };
        let (a, b) = (mean(ours), mean(theirs));
        if (a - b).abs() < HIGHER {
            return;
        }
        let (high, low) = if a > b {
            (first, second)
        } else {
            (second, first)
        };
        let levels = (a - b).abs();
        let by = levels / 100;
        self.warn(
            FindingId::HeightOneSide,
            format!("seats {first} and {second}"),
            format!(
                "the deployment zone of seat {high} lies {}.{} levels higher than that of seat {low}",
                levels / 100,
                levels % 100 / 10
            ),
            format!("raise the zone of seat {low} by {by}, or lower that of seat {high}"),
        );
    }

    /// Objectives much nearer to one of the first two sides.
    pub(super) fn objectives(&mut self) {
        let [(_, first), (_, second), ..] = self.zones[..] else {
            return;
        };
        let goals = self.goals();
        if goals.is_empty() {
            return;
        }
        let costs =
            [first, second].map(|zone| self.opened.field(&self.ground(zone), 1, Gait::Walk));
        // Objectives are judged together: a pair that mirrors each other is fair.
        let least = |goal: &Spaces, k: usize| goal.iter().map(|s| costs[k][s.index()]).min();
        let ways: Vec<[u32; 2]> = goals
            .iter()
            .map(|goal| [0, 1].map(|k| least(goal, k).unwrap_or(u32::MAX)))
            .filter(|way| !way.contains(&u32::MAX))
            .collect();
        let nearest = [0, 1].map(|k| ways.iter().map(|w| w[k]).min());
        let ([Some(a), Some(b)], allowed) = (nearest, self.pace.movement.div_ceil(2)) else {
            return;
        };
        if a.abs_diff(b) > allowed {
            let places: Vec<String> = goals.iter().map(|g| listed(self.board, g)).collect();
            self.warn(
                FindingId::ObjectiveOneSide,
                places.join("; "),
                format!(
                    "the path to the nearest objective costs {a} for seat 1 and {b} for seat 2"
                ),
                format!("move objectives or zones until the costs differ by at most {allowed}"),
            );
        }
    }

    /// The ground of the objectives that belong to no seat.
    fn goals(&self) -> Vec<Spaces> {
        let zones = self.board.map().zones.iter();
        zones
            .filter(|z| z.kind == Use::Objective && z.seat.is_none())
            .map(|zone| self.ground(zone))
            .collect()
    }

    /// Objectives that cover a large part of the board.
    pub(super) fn large_objectives(&mut self) {
        let all = self.board.standable().count();
        let most = all * LARGE / 100;
        let board = self.board;
        for zone in board
            .map()
            .zones
            .iter()
            .filter(|z| z.kind == Use::Objective)
        {
            let count = self.ground(zone).count();
            if count <= most {
                continue;
            }
            self.warn(
                FindingId::ObjectiveLarge,
                listed(board, &zone.spaces),
                format!(
                    "{} covers {} % of the ground on which figures can stand",
                    title(zone),
                    count * 100 / all.max(1)
                ),
                format!("reduce it to at most {}", counted(most, "space")),
            );
        }
    }

    /// Darkness over most of the middle third of the board.
    pub(super) fn darkness(&mut self) {
        let grid = self.board.grid();
        let middle = |at: u32, of: u32| (of / 3..of - of / 3).contains(&at);
        let inside = |space: &Space| {
            middle(grid.column(*space), grid.columns) && middle(grid.row(*space), grid.rows)
        };
        let all: Vec<Space> = self.board.spaces().iter().filter(inside).collect();
        let dark = |space: &Space| self.board.terrain(*space).name == "darkness";
        let spaces = Spaces::of(self.board.len(), all.iter().copied().filter(dark));
        let (count, most) = (spaces.count(), all.len() / 2);
        if count > most {
            self.warn(
                FindingId::DarknessMiddle,
                listed(self.board, &spaces),
                format!(
                    "{} of the {} in the middle of the board are dark: figures see only their neighbours",
                    count,
                    counted(all.len(), "space")
                ),
                format!("light at least {}", counted(count - most, "space")),
            );
        }
    }

    /// A board more than twice as large as a table at its scale.
    pub(super) fn size(&mut self) {
        let scale = self.pace.scale;
        let grid = self.board.grid();
        let (wide, high) = (grid.columns * scale.space(), grid.rows * scale.space());
        let [width, length] = TABLE;
        if wide.min(high) <= 2 * width && wide.max(high) <= 2 * length {
            return;
        }
        let feet = |hundredths: u32| (hundredths + 600) / 1200;
        let spaces = |hundredths: u32| hundredths / scale.space();
        self.warn(
            FindingId::ScaleLarge,
            "the board",
            format!(
                "at {} it measures {} × {} feet, more than two tables of 4 × 6 feet each way",
                scale.name(),
                feet(wide),
                feet(high)
            ),
            format!(
                "a table of 4 × 6 feet has {} × {} spaces at this scale; reduce the board, or choose a smaller scale",
                spaces(width),
                spaces(length)
            ),
        );
    }
}
