//! Fighters, and the files that list them.

use super::config::Config;
use crate::battle::{
    Appearance, Finding, Force, ForceFigure, HalfPoints, Nerve, Part, Pick, Severity, Sheet,
    Silhouette, Sort, Weapon, Word,
};
use crate::rules::{kit, parts};
use crate::source::{Fault, Source};

/// How big a fighter is: all that tells it from another (V1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// Three actions, one damage point.
    Small,
    /// Two actions, two damage points.
    Medium,
    /// One action, three damage points.
    Large,
}

impl Size {
    /// All sizes.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];
    /// Its name in force files.
    pub fn name(self) -> &'static str {
        match self {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
        }
    }
    /// What it looks like.
    pub fn appearance(self) -> Appearance {
        let silhouette = match self {
            Size::Small => Silhouette::Small,
            Size::Medium => Silhouette::Person,
            Size::Large => Silhouette::Large,
        };
        Appearance::armed(silhouette, Weapon::Sword)
    }
    /// The size of a name.
    pub fn named(name: &str) -> Option<Size> {
        Size::ALL.into_iter().find(|s| s.name() == name.trim())
    }
}

/// A word of a force file that is no size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown size {0:?}; it must be small, medium or large")]
struct UnknownSize(String);

/// Reads a force file.
///
/// # Errors
/// What is wrong in the file, and where.
pub fn read(source: &Source, config: &Config) -> Result<Force<Size>, Fault> {
    let mut force = kit::force(source, "violence", "fighter", |words| {
        let size = Size::named(words).ok_or_else(|| UnknownSize(words.to_owned()))?;
        Ok::<_, UnknownSize>(ForceFigure {
            name: format!("{} fighter", size.name()),
            aboard: None,
            unit: size,
            words: size.name().into(),
            appearance: size.appearance(),
            size: 1,
            points: cost(size, config),
        })
    })?;
    force.findings = findings(source, &force, config);
    Ok(force)
}

/// What a fighter costs (V1).
pub fn cost(size: Size, config: &Config) -> HalfPoints {
    HalfPoints::whole(config.cost.of(size))
}

/// What fighters can be, for whoever helps to write a force (V1, V2).
pub fn sheet(usual: &Config) -> Sheet {
    let words = Size::ALL.map(|size| {
        let about = format!(
            "Costs {}; has {} and {} in a turn; an arrow of {} a move; a guard adds {}",
            kit::counted(usual.cost.of(size), "point"),
            kit::counted(usual.damage_points.of(size).get(), "damage point"),
            kit::counted(usual.actions.of(size).get(), "action"),
            kit::counted(usual.moves.of(size), "space"),
            usual.guard.of(size)
        );
        Word::new(size.name(), about)
    });
    Sheet {
        parts: vec![Part {
            name: "Size",
            sort: Sort::Unit,
            pick: Pick::One,
            words: words.into(),
        }],
        keys: Vec::new(),
        head: vec![Nerve::KEY],
        most: parts::MOST,
    }
}

/// What is doubtful about a force (V1).
fn findings(source: &Source, force: &Force<Size>, config: &Config) -> Vec<Finding> {
    let budget = HalfPoints::whole(config.points);
    let finding = |severity, what: String, mend: &str| Finding {
        severity,
        place: source.name.clone(),
        what,
        mend: mend.into(),
    };
    let cheapest = Size::ALL.map(|s| cost(s, config)).into_iter().min();
    if budget == HalfPoints::ZERO {
        Vec::new()
    } else if force.points > budget {
        vec![finding(
            Severity::Error,
            kit::TooDear::for_rules(force.points, budget).to_string(),
            "remove fighters, or make them smaller",
        )]
    } else if cheapest.is_some_and(|least| force.points + least <= budget) {
        vec![finding(
            Severity::Warning,
            format!(
                "the force costs only {} of {} points",
                force.points.floor(),
                budget.floor()
            ),
            "add a fighter",
        )]
    } else {
        Vec::new()
    }
}
