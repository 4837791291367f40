//! What is doubtful about a battle as it was set up: when the sides meet, and what skills are worth
//! (B13, A9).

use super::unit::{Kind, Level, Power, Trait};
use super::{Skirmish, numbers, round, skill};
use crate::battle::{Aim, Choice, Finding, Severity, Side};
use crate::board::{Gait, Spaces};

/// Everything that is doubtful about where the sides begin, and about what their skills are worth.
pub fn findings(b: &Skirmish) -> Vec<Finding> {
    let mut found = Vec::new();
    found.extend(meetings(b));
    found.extend(idle_skills(b));
    found
}

fn warning(place: String, what: String, mend: &str) -> Finding {
    Finding {
        severity: Severity::Warning,
        place,
        what,
        mend: mend.into(),
    }
}

/// Sides that begin too near to each other, or meet too late for the rounds (B13, C1).
fn meetings(b: &Skirmish) -> Vec<Finding> {
    let mut found = Vec::new();
    let aim = b.setup.brief.aim;
    // ambushers begin anywhere, and assaulters around the building
    if matches!(aim, Aim::Ambush | Aim::Fortress) || !b.setup.brief.placed.is_empty() {
        return found;
    }
    let config = &b.setup.config;
    let unit = numbers::move_unit(config, Kind::Troop);
    let sides = &b.setup.sides;
    for (i, one) in sides.iter().enumerate() {
        let from = b.board.field(&ground(b, &one.zone), 1, Gait::Walk);
        for other in sides[..i].iter().filter(|other| other.team != one.team) {
            let place = format!("{} and {}", other.name, one.name);
            let near: Vec<_> = other.zone.iter().collect();
            let ours: Vec<_> = one.zone.iter().collect();
            let gap = b.board.grid().gap(&ours, &near);
            if gap < 2 * unit {
                let what = format!(
                    "the sides begin {gap} spaces apart; at least two Move Units ({}) are usual",
                    2 * unit
                );
                found.push(warning(
                    place.clone(),
                    what,
                    "take a larger map, or smaller figures",
                ));
            }
            let cost = near.iter().map(|s| from[s.index()]).min();
            let (Some(cost), Some(rounds)) = (cost, round::rounds(b)) else {
                continue;
            };
            if cost == u32::MAX {
                continue;
            }
            // both walk
            let meet = cost.saturating_sub(1).div_ceil(2 * unit.max(1)).max(1);
            if meet + 2 > u32::from(rounds) {
                let what = format!(
                    "figures on foot meet in round {meet} of {rounds}: the way between the sides costs {cost}"
                );
                found.push(warning(
                    place,
                    what,
                    "allow more rounds, or take a smaller map",
                ));
            }
        }
    }
    found
}

/// The part of a zone where figures on foot can stand.
fn ground(b: &Skirmish, zone: &Spaces) -> Spaces {
    let mut ground = zone.clone();
    ground.keep(b.board.standable());
    ground
}

/// Figures that have paid for skill rolls where none can be made (A9).
fn idle_skills(b: &Skirmish) -> Vec<Finding> {
    let used = !b.setup.brief.devices.is_empty() || skill::has_use(b);
    if used {
        return Vec::new();
    }
    let supports =
        |who| b.unit(who).has(Trait::Support) && b.figure(who).mark.support == Choice::Skill;
    let paid = b
        .all()
        .filter(|who| b.unit(*who).power(Power::Skill) != Level::None || supports(*who));
    let mut sides: Vec<Side> = paid.map(|who| b.figure(who).side).collect();
    sides.dedup();
    let what = "Super-Skill and Support for skills are worth nothing here: there is no device, no \
                locked door, and no barrier to prise open";
    let mend = "take another map, or other powers";
    sides
        .into_iter()
        .map(|side| {
            let name = b.setup.sides[side.index()].name.clone();
            warning(name, what.into(), mend)
        })
        .collect()
}
