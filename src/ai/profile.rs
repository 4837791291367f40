//! Profiles: what an opponent cares about, from `ai/*.toml`.

use super::terms::Part;
use crate::source::{Fault, Source};
use serde::Deserialize;

/// The profiles that ship with the program: (name, text). The first is the one the others vary.
const SHIPPED: [(&str, &str); 5] = [
    ("utility", include_str!("../../ai/utility.toml")),
    ("bold", include_str!("../../ai/bold.toml")),
    ("cautious", include_str!("../../ai/cautious.toml")),
    ("marksman", include_str!("../../ai/marksman.toml")),
    ("raider", include_str!("../../ai/raider.toml")),
];

/// The character of an opponent: how much each part of a score counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its name, as options say it.
    pub name: String,
    /// What it is like, one line.
    pub about: String,
    weights: [f64; Part::COUNT],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: toml::Spanned<String>,
    name: toml::Spanned<String>,
    about: String,
    weights: DraftWeights,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftWeights {
    kill: Weight,
    wound: Weight,
    loss: Weight,
    later: Weight,
    r#return: Weight,
    objective: Weight,
    deny: Weight,
    tempo: Weight,
    aura: Weight,
    cohesion: Weight,
    screen: Weight,
    hazard: Weight,
}

type Weight = toml::Spanned<f64>;

/// The largest weight a profile may give.
const HEAVIEST: f64 = 100.0;

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// What is wrong in it, and where.
    pub fn read(source: &Source) -> Result<Profile, Fault> {
        let draft: Draft = source.parse()?;
        source.version(&draft.format, "profile", 1)?;
        let name = draft.name.get_ref();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(source.fault(
                draft.name.span(),
                format!("name {name:?} must be lower-case letters, digits, - and _"),
            ));
        }
        let w = draft.weights;
        // In the order of `Part`.
        let listed = [
            w.kill,
            w.wound,
            w.loss,
            w.later,
            w.r#return,
            w.objective,
            w.deny,
            w.tempo,
            w.aura,
            w.cohesion,
            w.screen,
            w.hazard,
        ];
        let mut weights = [0.0; Part::COUNT];
        for ((to, from), part) in weights.iter_mut().zip(&listed).zip(Part::NAMES) {
            let value = *from.get_ref();
            if !(0.0..=HEAVIEST).contains(&value) {
                return Err(source.fault(
                    from.span(),
                    format!("weight {part} is {value}, expected 0 to {HEAVIEST}"),
                ));
            }
            *to = value;
        }
        Ok(Profile {
            name: draft.name.into_inner(),
            about: draft.about,
            weights,
        })
    }

    /// The weights with their names, in the order of the terms.
    pub fn weights(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        Part::NAMES.into_iter().zip(self.weights)
    }

    /// How much a part counts.
    pub(super) fn weight(&self, part: Part) -> f64 {
        self.weights[part as usize]
    }

    /// The same character that does not care about a part.
    pub(super) fn without(mut self, parts: &[Part]) -> Self {
        for part in parts {
            self.weights[*part as usize] = 0.0;
        }
        self
    }

    /// Only damage counts, and getting where damage can be done.
    pub(super) fn greedy() -> Self {
        let mut weights = [0.0; Part::COUNT];
        weights[Part::Kill as usize] = 1.0;
        weights[Part::Wound as usize] = 1.0;
        weights[Part::Tempo as usize] = 0.25;
        Profile {
            name: "greedy".into(),
            about: "expected damage only".into(),
            weights,
        }
    }
}

/// The profiles that ship with the program.
///
/// # Panics
/// When one of them is not a profile, which a test rules out.
pub fn profiles() -> Vec<Profile> {
    SHIPPED
        .iter()
        .map(|(name, text)| {
            Profile::read(&Source::new(format!("ai/{name}.toml"), *text))
                .unwrap_or_else(|fault| panic!("{fault}"))
        })
        .collect()
}
