//! Soldiers, heavy weapons, snipers, their squads, and the files that list them.

use super::config::Config;
use crate::battle::{
    Appearance, Finding, Force, ForceFigure, HalfPoints, Nerve, Part, Pick, Severity, Sheet,
    Silhouette, Sort, Weapon, Word,
};
use crate::rules::{kit, parts};
use crate::source::{Fault, Source};
use std::collections::BTreeMap;

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
    /// What it looks like.
    pub fn appearance(self) -> Appearance {
        let weapon = match self {
            Kind::Soldier => Weapon::Gun,
            Kind::Heavy => Weapon::Launcher,
            Kind::Sniper => Weapon::LongGun,
        };
        Appearance::armed(Silhouette::Person, weapon)
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

/// What is wrong with the words of a figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum WordFault {
    #[error("{0:?} has two kinds of figure; a figure has only one")]
    TwoKinds(String),
    #[error("{0:?} is not a squad; squads have numbers from 1 to 255")]
    NoSquad(String),
    #[error("{0:?} has two squads; a figure is in only one")]
    TwoSquads(String),
    #[error(
        "unknown word {0:?}; the words are {kinds}, squad 1, squad 2, …",
        kinds = Kind::ALL.map(Kind::name).join(", ")
    )]
    Unknown(String),
    #[error("a {} cannot be part of a squad; remove the squad", .0.name())]
    NotInSquad(Kind),
}

/// Reads the words of one figure.
fn unit(words: &str, config: &Config) -> Result<Unit, WordFault> {
    let mut kind = None;
    let mut squad = None;
    for word in words.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        if let Some(known) = Kind::named(word) {
            if kind.replace(known).is_some() {
                return Err(WordFault::TwoKinds(words.to_owned()));
            }
        } else if let Some(number) = word.strip_prefix("squad") {
            let number = number.trim().parse().ok().filter(|n: &u8| *n > 0);
            let number = number.ok_or_else(|| WordFault::NoSquad(word.to_owned()))?;
            if squad.replace(number).is_some() {
                return Err(WordFault::TwoSquads(words.to_owned()));
            }
        } else {
            return Err(WordFault::Unknown(word.to_owned()));
        }
    }
    let kind = kind.unwrap_or(Kind::Soldier);
    if squad.is_some() && !config.in_squad.of(kind) {
        return Err(WordFault::NotInSquad(kind));
    }
    Ok(Unit { kind, squad })
}

/// Reads a force file.
///
/// # Errors
/// What is wrong in the file, and where.
pub fn read(source: &Source, config: &Config) -> Result<Force<Unit>, Fault> {
    let mut force = kit::force(source, "plastic", "figure", |words| {
        let unit = unit(words, config)?;
        Ok::<_, WordFault>(ForceFigure {
            name: unit.kind.name().into(),
            aboard: None,
            unit,
            words: unit.words(),
            appearance: unit.kind.appearance(),
            size: 1,
            points: value(unit, config),
        })
    })?;
    let doubt = |what| Finding {
        severity: Severity::Error,
        place: source.name.clone(),
        what,
        mend: "make some of them soldiers, or add a squad".into(),
    };
    let too_many = too_many(force.figures.iter().map(|f| f.unit), config);
    force
        .findings
        .extend(too_many.map(|many| doubt(many.to_string())));
    Ok(force)
}

/// What killing a figure counts (L8).
pub fn value(unit: Unit, config: &Config) -> HalfPoints {
    HalfPoints::whole(config.score.of(unit.kind))
}

/// What figures can be, for whoever helps to write a force (L7).
pub fn sheet(usual: &Config) -> Sheet {
    const SQUADS: u8 = 9;
    let kinds = Kind::ALL.map(|kind| {
        let still = if usual.attack_after_move.of(kind) {
            ""
        } else {
            ", only if it has not moved"
        };
        let about = format!(
            "Rolls {} in an attack and has {} a turn{still}; killing it scores {}",
            kit::counted(usual.dice.of(kind).get(), "die").replace("dies", "dice"),
            kit::counted(usual.attacks.of(kind).get(), "attack"),
            kit::counted(usual.score.of(kind), "point")
        );
        Word::new(kind.name(), about)
    });
    let squads =
        (1..=SQUADS).map(|n| Word::new(format!("squad {n}"), "Moves and attacks with this squad"));
    Sheet {
        parts: vec![
            Part {
                name: "Kind",
                sort: Sort::Unit,
                pick: Pick::One,
                words: kinds.into(),
            },
            Part {
                name: "Squad",
                sort: Sort::Other,
                pick: Pick::AtMostOne,
                words: squads.collect(),
            },
        ],
        keys: Vec::new(),
        head: vec![Nerve::KEY],
        most: parts::MOST,
    }
}

/// More specials than the squads of a force allow (L7).
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the force has {specials} heavy weapons and snipers, but its squads ({squads}) allow only {most}"
)]
pub struct TooManySpecials {
    specials: usize,
    squads: usize,
    most: usize,
}

/// Whether there are more specials than squads allow (L7). A force without any squad and without
/// any special is allowed.
pub fn too_many(units: impl Iterator<Item = Unit>, config: &Config) -> Option<TooManySpecials> {
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
    (specials > most).then_some(TooManySpecials {
        specials,
        squads,
        most,
    })
}
