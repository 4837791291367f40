//! Sets of spaces as they stand in a journal: pairs of a first space and how many follow it.

use crate::board::{Space, Spaces};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub fn serialize<S: Serializer>(spaces: &Spaces, to: S) -> Result<S::Ok, S::Error> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for Space(n) in spaces.iter() {
        match runs.last_mut() {
            Some((first, many)) if *first + *many == n => *many += 1,
            _ => runs.push((n, 1)),
        }
    }
    runs.serialize(to)
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Spaces, D::Error> {
    const MOST: u64 = crate::files::map::MOST_SPACES as u64;
    let runs = Vec::<(u32, u32)>::deserialize(from)?;
    let end = |(first, many): &(u32, u32)| u64::from(*first) + u64::from(*many);
    let len = runs.iter().map(end).max().unwrap_or(0);
    if len > MOST {
        return Err(D::Error::custom("a space beyond the largest board"));
    }
    let all = runs.iter().flat_map(|(first, many)| *first..first + many);
    Ok(Spaces::of(len as usize, all.map(Space)))
}
