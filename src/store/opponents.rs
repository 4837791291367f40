//! Opponents by name: shipped ones, and the user's profiles by path or in the data folder.

use super::library::PROFILES;
use super::{Failure, suggest};
use crate::ai::{self, Agent, Profile};
use crate::battle::Side;
use crate::play::AgentName;

/// The profile of a name: a shipped one, else a file.
///
/// # Errors
/// There is none, or its file is faulty.
pub fn profile(name: &str) -> Result<Profile, Failure> {
    let shipped = ai::profiles();
    if let Some(profile) = shipped.iter().find(|p| p.name == name) {
        return Ok(profile.clone());
    }
    match PROFILES.open(name) {
        Ok(found) => Ok(Profile::read(&found.source)?),
        // A name that looks like a file's is meant as one: the library's message says more.
        Err(failure) if name.contains(['/', '\\']) || name.ends_with(".toml") => Err(failure),
        Err(_) => {
            let baselines = ai::BASELINES.iter().map(|(known, _)| (*known).to_owned());
            let mut known: Vec<String> = baselines.collect();
            known.extend(shipped.iter().map(|p| p.name.clone()));
            known.extend(PROFILES.all().into_iter().map(|entry| entry.name));
            known.extend(["human".to_owned(), "stdin".to_owned()]);
            Err(Failure::message(suggest::unknown("opponent", name, &known)))
        }
    }
}

/// The computer opponent of a name, with or without a level: `utility`, `bold:3`, `./mine.toml:2`;
/// `utility~loss` is the profile without one of its terms, to learn what the term is worth.
///
/// # Errors
/// When there is none, or it has no such level.
pub fn agent(name: &AgentName, seed: u64, side: Side) -> Result<Box<dyn Agent>, Failure> {
    let whole = name.to_string();
    let (stem, level) = match name {
        AgentName::Opponent { name, level } => (name.as_str(), level.as_deref()),
        _ => (whole.as_str(), None),
    };
    if ai::BASELINES.iter().any(|(known, _)| *known == stem) {
        return ai::agent(&whole, seed, side).map_err(Failure::Message);
    }
    // A folder may have a tilde in its name.
    let file = stem.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let end = stem[file..].find('~').map_or(stem.len(), |at| file + at);
    let terms: Vec<&str> = stem[end..].split('~').skip(1).collect();
    let found = profile(&stem[..end])?;
    let found = found.ignoring(&terms).map_err(Failure::Message)?;
    ai::profiled(found, level, &whole, seed ^ u64::from(side.0)).map_err(Failure::Message)
}
