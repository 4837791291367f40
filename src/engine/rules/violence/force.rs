//! Fighters, and the files that list them.

use super::config::Config;
use crate::battle::{Finding, Force, Part, Pick, Severity, Sheet, Word};
use crate::rules::{ForceSummary, parts};
use crate::source::{Fault, Source};
use serde::Deserialize;
use toml::Spanned;

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
    /// The size of a name.
    pub fn named(name: &str) -> Option<Size> {
        Size::ALL.into_iter().find(|s| s.name() == name.trim())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: Spanned<String>,
    ruleset: Spanned<String>,
    name: String,
    #[serde(default)]
    figure: Vec<DraftFigure>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftFigure {
    name: Option<Spanned<String>>,
    count: Option<Spanned<u16>>,
    is: Spanned<String>,
}

/// Reads a force file.
///
/// # Errors
/// What is wrong in the file, and where.
pub fn read(source: &Source, config: &Config) -> Result<Force<Size>, Fault> {
    source.check_format("force", 1)?;
    let draft: Draft = source.parse()?;
    source.version(&draft.format, "force", 1)?;
    parts::written_for(source, &draft.ruleset, "violence")?;
    let mut figures = Vec::new();
    for figure in &draft.figure {
        let size = Size::named(figure.is.get_ref()).ok_or_else(|| {
            source.fault(
                figure.is.span(),
                format!(
                    "unknown size {:?}; it must be small, medium or large",
                    figure.is.get_ref()
                ),
            )
        })?;
        let given = figure.count.as_ref();
        let line = figure.is.span();
        let count = parts::count(source, given, line, figures.len(), "fighters")?;
        let name = parts::name(source, figure.name.as_ref(), "the fighter's")?;
        let name = name.unwrap_or_else(|| format!("{} fighter", size.name()));
        figures.extend((0..count).map(|_| (name.clone(), None, size)));
    }
    if figures.is_empty() {
        return Err(source.fault_somewhere(
            "the force has no fighters; add a [[figure]] with name, count and is",
        ));
    }
    let points = figures
        .iter()
        .map(|(_, _, size)| halves(*size, config))
        .sum();
    let mut force = Force {
        name: draft.name,
        figures,
        points,
        findings: Vec::new(),
    };
    force.findings = findings(source, &force, config);
    Ok(force)
}

/// What a fighter costs, in half points (V1).
pub fn halves(size: Size, config: &Config) -> i32 {
    2 * i32::from(config.cost.of(size))
}

/// What fighters can be, for whoever helps to write a force (V1, V2).
pub fn sheet() -> Sheet {
    let usual = Config::default();
    let words = Size::ALL.map(|size| {
        let about = format!(
            "{} damage points; {} actions in a turn; moves {} spaces",
            usual.damage_points.of(size),
            usual.actions.of(size),
            usual.moves.of(size)
        );
        Word::new(size.name(), about)
    });
    Sheet {
        parts: vec![Part {
            name: "Size",
            pick: Pick::One,
            words: words.into(),
        }],
        keys: Vec::new(),
        head: Vec::new(),
        most: parts::MOST,
    }
}

/// What is doubtful about a force (V1).
fn findings(source: &Source, force: &Force<Size>, config: &Config) -> Vec<Finding> {
    let budget = 2 * i32::from(config.points);
    let finding = |severity, what: String, mend: &str| Finding {
        severity,
        place: source.name.clone(),
        what,
        mend: mend.into(),
    };
    let cheapest = Size::ALL.map(|s| halves(s, config)).into_iter().min();
    if budget == 0 {
        Vec::new()
    } else if force.points > budget {
        vec![finding(
            Severity::Error,
            over(force.points, budget),
            "remove fighters, or make them smaller",
        )]
    } else if cheapest.is_some_and(|least| force.points + least <= budget) {
        vec![finding(
            Severity::Warning,
            format!(
                "the force costs only {} of {} points",
                force.points / 2,
                budget / 2
            ),
            "add a fighter",
        )]
    } else {
        Vec::new()
    }
}

/// That a force costs too much, as a sentence.
pub fn over(points: i32, budget: i32) -> String {
    let shown = |halves: i32| {
        if halves % 2 == 0 {
            format!("{}", halves / 2)
        } else {
            format!("{}.5", halves / 2)
        }
    };
    format!(
        "the force costs {} points, but it may cost only {}",
        shown(points),
        shown(budget)
    )
}

/// Reads a force file for lists and checks.
///
/// # Errors
/// What is wrong in it, or in the rules.
pub fn summary(source: &Source, rules: Option<&Source>) -> Result<ForceSummary, Fault> {
    let config = Config::read(rules)?;
    let force = read(source, &config)?;
    Ok(ForceSummary {
        name: force.name,
        points: force.points,
        sizes: vec![1; force.figures.len()],
        aboard: force.figures.iter().map(|f| f.1).collect(),
        figures: force
            .figures
            .into_iter()
            .map(|(name, _, size)| (name, size.name().to_string(), halves(size, &config)))
            .collect(),
        findings: force.findings,
    })
}
