//! Soldiers, heavy weapons, snipers, their squads, and the files that list them.

use super::config::Config;
use crate::battle::{Finding, Force, Part, Pick, Severity, Sheet, Word};
use crate::rules::{ForceSummary, parts};
use crate::source::{Fault, Source};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// What kind of figure it is (L7).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One die.
    Soldier,
    /// A machine gun, bazooka or mortar: four dice.
    Heavy,
    /// Alone; two attacks, if it stands still.
    Sniper,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Soldier, Kind::Heavy, Kind::Sniper];
    /// Its name in force files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Soldier => "soldier",
            Kind::Heavy => "heavy weapon",
            Kind::Sniper => "sniper",
        }
    }
    /// The kind of a name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|k| k.name().eq_ignore_ascii_case(name.trim()))
    }
    /// Whether it is one of the specialists (L7).
    pub fn is_special(self) -> bool {
        self != Kind::Soldier
    }
}

/// What a figure is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Its kind.
    pub kind: Kind,
    /// The number of its squad; none: it acts alone.
    pub squad: Option<u8>,
}

impl Unit {
    /// In the words of force files.
    pub fn words(self) -> String {
        match self.squad {
            Some(number) => format!("{}, squad {number}", self.kind.name()),
            None => self.kind.name().to_string(),
        }
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

/// Reads the words of one figure.
fn unit(words: &str, config: &Config) -> Result<Unit, String> {
    let mut kind = None;
    let mut squad = None;
    for word in words.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        if let Some(known) = Kind::named(word) {
            if kind.replace(known).is_some() {
                return Err(format!(
                    "{words:?} has two kinds of figure; a figure has only one"
                ));
            }
        } else if let Some(number) = word.strip_prefix("squad") {
            let number: u8 = number
                .trim()
                .parse()
                .ok()
                .filter(|n| *n > 0)
                .ok_or_else(|| {
                    format!("{word:?} is not a squad; squads have numbers from 1 to 255")
                })?;
            if squad.replace(number).is_some() {
                return Err(format!("{words:?} has two squads; a figure is in only one"));
            }
        } else {
            let known: Vec<_> = Kind::ALL.iter().map(|k| k.name()).collect();
            return Err(format!(
                "unknown word {word:?}; the words are {}, squad 1, squad 2, …",
                known.join(", ")
            ));
        }
    }
    let kind = kind.unwrap_or(Kind::Soldier);
    if squad.is_some() && !config.in_squad.of(kind) {
        return Err(format!(
            "a {} cannot be part of a squad; remove the squad",
            kind.name()
        ));
    }
    Ok(Unit { kind, squad })
}

/// Reads a force file.
///
/// # Errors
/// What is wrong in the file, and where.
pub fn read(source: &Source, config: &Config) -> Result<Force<Unit>, Fault> {
    source.check_format("force", 1)?;
    let draft: Draft = source.parse()?;
    source.version(&draft.format, "force", 1)?;
    parts::written_for(source, &draft.ruleset, "plastic")?;
    let mut figures = Vec::new();
    for figure in &draft.figure {
        let unit = unit(figure.is.get_ref(), config)
            .map_err(|what| source.fault(figure.is.span(), what))?;
        let given = figure.count.as_ref();
        let line = figure.is.span();
        let count = parts::count(source, given, line, figures.len(), "figures")?;
        let name = parts::name(source, figure.name.as_ref(), "the figure's")?;
        let name = name.unwrap_or_else(|| unit.kind.name().to_string());
        figures.extend((0..count).map(|_| (name.clone(), None, unit)));
    }
    if figures.is_empty() {
        return Err(source.fault_somewhere(
            "the force has no figures; add a [[figure]] with name, count and is",
        ));
    }
    let points = figures.iter().map(|(_, _, u)| halves(*u, config)).sum();
    let findings = too_many(figures.iter().map(|(_, _, u)| *u), config)
        .map(|what| Finding {
            severity: Severity::Error,
            place: source.name.clone(),
            what,
            mend: "make some of them soldiers, or add a squad".into(),
        })
        .into_iter()
        .collect();
    Ok(Force {
        name: draft.name,
        figures,
        points,
        findings,
    })
}

/// What killing a figure counts, in half points (L8).
pub fn halves(unit: Unit, config: &Config) -> i32 {
    2 * i32::from(config.score.of(unit.kind))
}

/// What figures can be, for whoever helps to write a force (L7).
pub fn sheet() -> Sheet {
    const SQUADS: u8 = 9;
    let usual = Config::default();
    let kinds = Kind::ALL.map(|kind| {
        let still = if usual.attack_after_move.of(kind) {
            ""
        } else {
            ", only if it has not moved"
        };
        let about = format!(
            "{} dice, {} attacks a turn{still}",
            usual.dice.of(kind),
            usual.attacks.of(kind)
        );
        Word::new(kind.name(), about)
    });
    let squads =
        (1..=SQUADS).map(|n| Word::new(format!("squad {n}"), "Moves and attacks with this squad"));
    Sheet {
        parts: vec![
            Part {
                name: "Kind",
                pick: Pick::One,
                words: kinds.into(),
            },
            Part {
                name: "Squad",
                pick: Pick::AtMostOne,
                words: squads.collect(),
            },
        ],
        keys: Vec::new(),
        head: Vec::new(),
        most: parts::MOST,
    }
}

/// That there are more specials than squads allow, as a sentence (L7). A force without any
/// squad and without any special is allowed.
pub fn too_many(units: impl Iterator<Item = Unit>, config: &Config) -> Option<String> {
    let mut squads: BTreeMap<u8, usize> = BTreeMap::new();
    let mut specials = 0;
    for unit in units {
        specials += usize::from(unit.kind.is_special());
        if let Some(squad) = unit.squad {
            *squads.entry(squad).or_default() += 1;
        }
    }
    let least = usize::from(config.squad_least.get());
    let squads = squads.values().filter(|n| **n >= least).count();
    let most = squads * usize::from(config.specials_per_squad);
    (specials > most).then(|| {
        format!("the force has {specials} heavy weapons and snipers, but its squads ({squads}) allow only {most}")
    })
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
            .map(|(name, _, unit)| (name, unit.words(), halves(unit, &config)))
            .collect(),
        findings: force.findings,
    })
}
