//! Force files: units in words, their costs, what carries whom (D7).

use super::config::Config;
use super::unit::{self, Kind, Unit, spell};
use crate::battle::{Finding, Force, ForceFigure, HalfPoints, Nerve, Severity};
use crate::rules::parts;
use crate::source::{Fault, Source};
use serde::Deserialize;
use toml::Spanned;

/// More units than any table holds.
pub const MOST: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: Spanned<String>,
    ruleset: Spanned<String>,
    name: String,
    #[serde(rename = "notes")]
    _notes: Option<String>,
    #[serde(default)]
    nerve: Nerve,
    points: Option<Spanned<u16>>,
    #[serde(default)]
    figure: Vec<DraftFigure>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftFigure {
    #[serde(rename = "notes")]
    _notes: Option<String>,
    name: Option<Spanned<String>>,
    count: Option<Spanned<u16>>,
    is: Spanned<String>,
    mounted_on: Option<Spanned<String>>,
}

/// Reads a force file.
///
/// # Errors
/// What is wrong in the file, and where.
pub fn read(source: &Source, config: &Config) -> Result<Force<Unit>, Fault> {
    source.check_format("force", 1)?;
    let draft: Draft = source.parse()?;
    source.version(&draft.format, "force", 1)?;
    parts::written_for(source, &draft.ruleset, "d8")?;
    let mut figures: Vec<ForceFigure<Unit>> = Vec::new();
    let mut riders: Vec<(usize, &Spanned<String>)> = Vec::new();
    for figure in &draft.figure {
        let unit = unit::read(figure.is.get_ref(), config).map_err(|(byte, fault)| {
            let span = figure.is.span();
            // Inside the quotes, where there are any.
            let at = (span.start + 1 + byte).min(span.end);
            source.fault(at..at, fault.to_string())
        })?;
        let given = figure.count.as_ref();
        let line = figure.is.span();
        let count = parts::count(source, given, line, figures.len(), "units")?;
        let name = parts::name(source, figure.name.as_ref(), "the unit's")?;
        let name = name.unwrap_or_else(|| {
            let word = unit.kind.name();
            word[..1].to_uppercase() + &word[1..]
        });
        for _ in 0..count {
            if let Some(on) = &figure.mounted_on {
                riders.push((figures.len(), on));
            }
            figures.push(ForceFigure {
                name: name.clone(),
                aboard: None,
                words: spell(&unit),
                appearance: unit.appearance(),
                size: config.kind(unit.kind).size,
                points: unit.cost(config),
                unit: unit.clone(),
            });
        }
    }
    if figures.is_empty() {
        return Err(source
            .fault_somewhere("the force has no units; add a [[figure]] with name, count and is"));
    }
    for (rider, on) in riders {
        let vehicle = place_aboard(&figures, rider, on.get_ref(), config)
            .map_err(|why| source.fault(on.span(), why.to_string()))?;
        figures[rider].aboard = Some(vehicle);
    }
    let points: HalfPoints = figures.iter().map(|f| f.points).sum();
    let mut findings = doubts(source, &figures, config);
    if let Some(listed) = &draft.points {
        let budget = HalfPoints::whole(*listed.get_ref());
        if points > budget {
            return Err(source.fault(
                listed.span(),
                format!(
                    "the units cost {} points, but the force may cost only {}",
                    points.floor(),
                    budget.floor()
                ),
            ));
        }
        if points < budget {
            let (line, column) = source.line_column(listed.span().start);
            findings.push(Finding {
                severity: Severity::Warning,
                place: format!("{}:{line}:{column}", source.name),
                what: format!("{} of its points are not spent", (budget - points).floor()),
                mend: "buy something, or lower points".into(),
            });
        }
    }
    Ok(Force {
        name: draft.name,
        nerve: draft.nerve,
        figures,
        points,
        findings,
    })
}

/// Why a unit cannot begin aboard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NotAboard {
    #[error("only infantry and squad boats can begin aboard a vehicle")]
    NoRider,
    #[error("mounted_on names {0:?}, but the force has no such vehicle")]
    NoVehicle(String),
    #[error("{0:?} has no free seat")]
    Full(String),
}

/// The vehicle of a name with a free seat for a unit.
fn place_aboard(
    figures: &[ForceFigure<Unit>],
    rider: usize,
    name: &str,
    config: &Config,
) -> Result<usize, NotAboard> {
    let kind = figures[rider].unit.kind;
    let boat = kind == Kind::SquadBoat;
    if kind.is_vehicle() && !boat {
        return Err(NotAboard::NoRider);
    }
    let called: Vec<usize> = (0..figures.len())
        .filter(|i| figures[*i].name == name && figures[*i].unit.kind.is_vehicle())
        .collect();
    if called.is_empty() {
        return Err(NotAboard::NoVehicle(name.to_owned()));
    }
    let free = |vehicle: &usize| {
        let spec = config.kind(figures[*vehicle].unit.kind);
        let room = if boat { spec.hangar } else { spec.seats };
        let like = figures
            .iter()
            .filter(|f| f.aboard == Some(*vehicle) && f.unit.kind.is_vehicle() == boat);
        like.count() < usize::from(room)
    };
    called
        .into_iter()
        .find(free)
        .ok_or_else(|| NotAboard::Full(name.to_owned()))
}

/// What is doubtful about a force.
fn doubts(source: &Source, figures: &[ForceFigure<Unit>], config: &Config) -> Vec<Finding> {
    let mut out = Vec::new();
    let mut find = |severity: Severity, what: String, mend: &str| {
        out.push(Finding {
            severity,
            place: source.name.clone(),
            what,
            mend: mend.into(),
        });
    };
    let has = |kind: Kind| figures.iter().any(|f| f.unit.kind == kind);
    if figures.iter().all(|f| config.kind(f.unit.kind).off_map) {
        // No battle begins with it.
        find(
            Severity::Error,
            "all units of this force stay off the map".into(),
            "add units that stand on it",
        );
    }
    let mut doubt = |what: String, mend: &str| find(Severity::Warning, what, mend);
    if has(Kind::Carrier) && !has(Kind::Plane) && !has(Kind::SquadBoat) {
        doubt(
            "a carrier without planes and boats has no effect".into(),
            "add a plane, or a boat with mounted_on",
        );
    }
    for (index, ForceFigure { name, unit, .. }) in figures.iter().enumerate() {
        let crew = usize::from(config.kind(unit.kind).crew);
        let aboard = figures.iter().filter(|f| f.aboard == Some(index)).count();
        if aboard < crew {
            doubt(
                format!("{name} begins without the crew of {crew} that it needs"),
                "let infantry begin aboard with mounted_on",
            );
        }
    }
    out
}
