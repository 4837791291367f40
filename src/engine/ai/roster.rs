//! The opponents by name.

use super::agent::Agent;
use super::baseline::charge::Charge;
use super::baseline::newcomer::Newcomer;
use super::baseline::passer::Passer;
use super::baseline::random::Random;
use super::plan::utility::UtilityAgent;
use super::score::noise::NoiseSource;
use super::score::profile::{HIGHEST, Profile, profiles};
use super::search::lookahead::Search;
use crate::battle::Side;

/// The opponents without a profile: name, and what they do.
pub const BASELINES: [(&str, &str); 5] = [
    ("passer", "does nothing"),
    (
        "newcomer",
        "plays like a person in a first battle, by a script",
    ),
    ("random", "plays at random"),
    ("charge", "runs to the nearest enemy and attacks it"),
    (
        "greedy",
        "looks only at the expected damage of its next action",
    ),
];

/// The highest level. Level 1 considers only its own attacks; 2 also the threats of enemies; 3 all
/// terms and planned attacks; 4 also exact sight at its best places; 5 also playouts. Levels 1 to 3
/// misjudge, by a bounded amount.
pub const LEVELS: u8 = HIGHEST;

/// The named strengths, from the weakest to the strongest.
pub const LADDER: [&str; 4] = ["recruit", "veteran", "captain", "warlord"];

/// The opponent that takes time to think. The strongest named strength plays like it if it is given time.
pub const THINKER: &str = "search";

/// The opponent of a person who names none.
pub const DEFAULT: &str = LADDER[2];

/// Noise amplitude of each level, as a multiple of the side's mean figure value.
const NOISE: [f64; LEVELS as usize] = [2.2, 1.5, 0.6, 0.0, 0.0];

/// The level of a name that gives none.
const USUAL: u8 = 4;

/// The opponent of a name, `NAME` or `NAME:LEVEL`, for a side: a baseline, or a profile that
/// ships with the program.
///
/// # Errors
/// A name or level there is not; the message lists those there are.
pub fn agent(name: &str, seed: u64, side: Side) -> Result<Box<dyn Agent>, String> {
    let (stem, level) = match name.split_once(':') {
        Some((stem, level)) => (stem, Some(level)),
        None => (name, None),
    };
    if BASELINES.iter().any(|(known, _)| *known == stem) {
        if let Some(level) = level {
            return Err(format!(
                "{stem} has no levels; write {stem} without :{level}"
            ));
        }
        return Ok(match stem {
            "random" => Box::new(Random::new(seed, side)),
            "charge" => Box::new(Charge::default()),
            "passer" => Box::new(Passer),
            "newcomer" => Box::new(Newcomer),
            _ => Box::new(UtilityAgent::new(Profile::greedy(), USUAL, stem.into())),
        });
    }
    let all = profiles();
    let Some(profile) = all.iter().find(|p| p.name == stem) else {
        let known: Vec<&str> = BASELINES
            .iter()
            .map(|(known, _)| *known)
            .chain(all.iter().map(|p| p.name.as_str()))
            .collect();
        return Err(format!(
            "unknown opponent {stem:?}; the opponents are {}",
            known.join(", ")
        ));
    };
    profiled(profile.clone(), level, name, seed ^ u64::from(side.0))
}

/// The opponent of a profile, from wherever it was read.
///
/// `seed`: of its misjudgements at the lower levels, and of the dice it imagines at the highest.
///
/// # Errors
/// A level there is not.
pub fn profiled(
    profile: Profile,
    level: Option<&str>,
    name: &str,
    seed: u64,
) -> Result<Box<dyn Agent>, String> {
    let number = match level {
        None => profile.level.unwrap_or(USUAL),
        Some(text) => text
            .parse::<u8>()
            .ok()
            .filter(|n| (1..=LEVELS).contains(n))
            .ok_or_else(|| {
                format!("the level in {name:?} is {text:?}; it must be from 1 to {LEVELS}")
            })?,
    };
    if number == LEVELS {
        return Ok(Box::new(Search::new(&profile, name.into(), seed)));
    }
    // A named strength errs by its habits alone.
    let named = level.is_none() && profile.level.is_some();
    let noise = NoiseSource {
        seed,
        most: if named {
            0.0
        } else {
            NOISE[usize::from(number) - 1]
        },
    };
    Ok(Box::new(
        UtilityAgent::new(profile, number, name.into()).with_noise(noise),
    ))
}
