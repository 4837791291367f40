//! Scenarios, forces and rules files by path or by name, as maps are found.

use super::open::{self, Shelf};
use super::{Failure, suggest};
use crate::battle::Scale;
use crate::draft::Plan;
use crate::draft::plan::Rounds;
use crate::rules::Rules;
use crate::source::Source;
use crate::survey::Pace;
use std::path::{Path, PathBuf};

/// The scenarios.
pub const SCENARIOS: Shelf = Shelf {
    what: "scenario",
    folder: "maps",
    ending: ".scenario.toml",
    shipped: crate::scenario::SHIPPED,
};

/// The rules files; none ship with the program.
pub const RULES: Shelf = Shelf {
    what: "rules file",
    folder: "rules",
    ending: ".toml",
    shipped: &[],
};

/// The user's own opponent profiles; the shipped ones are part of `ai`.
pub const PROFILES: Shelf = Shelf {
    what: "profile",
    folder: "ai",
    ending: ".toml",
    shipped: &[],
};

/// The forces of a ruleset.
pub fn forces(rules: Rules) -> Shelf {
    Shelf {
        what: "force",
        folder: "forces",
        ending: ".toml",
        shipped: rules.forces(),
    }
}

/// Where records go unless an option says otherwise.
pub fn records() -> Option<PathBuf> {
    open::home().map(|home| home.join("records"))
}

/// A force by path or name; where no ruleset is known, of any.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn force(name: &str, rules: Option<Rules>) -> Result<Source, Failure> {
    let stem = name.strip_suffix(".toml").unwrap_or(name);
    let of = |force: &str| {
        Rules::ALL.into_iter().find(|r| {
            let mut forces = r.forces().iter();
            forces.any(|(shipped, _)| shipped.eq_ignore_ascii_case(force))
        })
    };
    // of an unknown name: the ruleset of the nearest force, so that the message can name that one
    let near = || {
        let all: Vec<&str> = Rules::ALL
            .iter()
            .flat_map(|r| r.forces())
            .map(|f| f.0)
            .collect();
        suggest::nearest(stem, &all)
            .first()
            .and_then(|force| of(force))
    };
    let rules = rules
        .or_else(|| of(stem))
        .or_else(near)
        .unwrap_or(Rules::ALL[0]);
    Ok(forces(rules).open(name)?.source)
}

/// Reads a record's bytes.
///
/// # Errors
/// It cannot be read, is not a file, or is too long.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    open::bytes(path, LONGEST_RECORD, "a record")
}

/// The longest record that is read, in bytes.
const LONGEST_RECORD: u64 = 1 << 30;

/// A scenario by name or file, as it is written.
///
/// # Errors
/// There is none of that name, or its file is not a scenario.
pub fn plan(named: &str) -> Result<Plan, Failure> {
    let found = SCENARIOS.open(named)?;
    Ok(Plan::read(&found.source)?)
}

/// How fast figures are, and how long the battle is, as far as a scenario says.
pub fn pace(plan: Option<&Plan>) -> Pace {
    let scale = plan.and_then(|p| p.scale.as_deref());
    let scale = scale.and_then(Scale::named);
    let mut pace = Pace::of(scale.unwrap_or_default());
    if let Some(Rounds::Count(n)) = plan.and_then(|p| p.rounds.as_ref()) {
        pace.rounds = u32::from(*n);
    }
    pace
}
