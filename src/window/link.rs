//! Links that open a battle: `#map=ford&force=elves&force=orcs&ruleset=vsgmr&seed=7`. A link names
//! shipped files and files of the person who opens it; it never starts a program.

use crate::play::{AgentName, Setup};
use crate::scenario::Scenario;
use crate::shown::short;
use crate::store::options::BattleOptions;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::io::{Read, Write};

/// The longest link that is read, in bytes.
const LONGEST: usize = 32 << 10;
/// The longest word of a link, in letters.
const LONGEST_WORD: usize = 200;
/// The most sides a link names.
const MOST_SIDES: usize = 8;

/// What need not be escaped in a link.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b':');

/// What stands before a whole record.
const RECORD: &str = "record=";
/// The room in a link for the address of the page, in bytes.
const ADDRESS: usize = 512;
/// The longest record of a link, in bytes.
const LONGEST_RECORD: u64 = 16 << 20;

/// The keys of a link.
const KEYS: &str = "map, force, ruleset, scenario, agent, seed";

/// Reads the text behind `#`; `None` if it names no battle.
///
/// # Errors
/// A key or value that a link cannot have, and what it can have.
///
/// ```
/// use skirmish::window::link;
///
/// let battle = link::read("map=ford&force=elves&force=orcs&seed=7").unwrap().unwrap();
/// assert_eq!(battle.seed, Some(7));
/// assert!(link::read("agent=cmd%3Arm").is_err());
/// ```
pub fn read(text: &str) -> Result<Option<BattleOptions>, String> {
    if text.len() > LONGEST {
        return Err(format!(
            "This link has {} bytes, at most {LONGEST} are read.",
            text.len()
        ));
    }
    let mut battle = BattleOptions::default();
    let mut named = false;
    for part in text.split('&').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        // the page itself reads scripts, in pages built for tests
        if key == "script" {
            continue;
        }
        let value = word(key, value)?;
        named = true;
        match key {
            "map" => battle.map = Some(value),
            "ruleset" => battle.ruleset = Some(value),
            "scenario" => battle.scenario = Some(value),
            "force" if battle.forces.len() < MOST_SIDES => battle.forces.push(value),
            "agent" if battle.agents.len() < MOST_SIDES => battle.agents.push(agent(&value)?),
            "force" | "agent" => {
                return Err(format!("This link has more than {MOST_SIDES} of {key}."));
            }
            "seed" => {
                battle.seed = Some(value.parse().map_err(|_| {
                    format!(
                        "This link has the seed {:?}, expected a whole number.",
                        short(&value)
                    )
                })?);
            }
            _ => {
                return Err(format!(
                    "This link has an unknown key {:?}, expected one of {KEYS}.",
                    short(key)
                ));
            }
        }
    }
    Ok(named.then_some(battle))
}

/// The record that the text behind `#` holds; `None` if it holds none.
///
/// # Errors
/// The record is damaged or too long.
///
/// ```
/// use skirmish::window::link;
///
/// let link = link::of_record("a line\n").unwrap();
/// assert_eq!(link::record(&link).unwrap().unwrap(), b"a line\n");
/// assert!(link::record("record=???").is_err());
/// assert_eq!(link::record("map=ford").unwrap(), None);
/// ```
pub fn record(text: &str) -> Result<Option<Vec<u8>>, String> {
    let Some(packed) = text.split('&').find_map(|part| part.strip_prefix(RECORD)) else {
        return Ok(None);
    };
    if packed.len() > LONGEST {
        return Err(format!(
            "This link has a record of {} bytes, at most {LONGEST} are read.",
            packed.len()
        ));
    }
    let damaged = || "The battle in this link is damaged. Copy the whole link again.".to_owned();
    let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| damaged())?;
    let mut bytes = Vec::new();
    let mut unpacked = DeflateDecoder::new(&*packed).take(LONGEST_RECORD + 1);
    unpacked.read_to_end(&mut bytes).map_err(|_| damaged())?;
    if bytes.len() as u64 > LONGEST_RECORD {
        return Err(format!(
            "The battle in this link is longer than {} MiB.",
            LONGEST_RECORD >> 20
        ));
    }
    Ok(Some(bytes))
}

/// The link of a whole record, from `record=` on.
///
/// # Errors
/// It is too long for a link.
pub fn of_record(text: &str) -> Result<String, String> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = packer
        .write_all(text.as_bytes())
        .and_then(|()| packer.finish())
        .map_err(|error| error.to_string())?;
    let link = format!("{RECORD}{}", URL_SAFE_NO_PAD.encode(packed));
    match link.len() + ADDRESS > LONGEST {
        false => Ok(link),
        true => Err(format!(
            "This battle is too long for a link: it takes {} KB, and a link has room for {}. Export it as a file instead.",
            link.len().div_ceil(1 << 10),
            (LONGEST - ADDRESS) >> 10
        )),
    }
}

/// A value, unescaped.
fn word(key: &str, value: &str) -> Result<String, String> {
    let value = value.replace('+', " ");
    let value = percent_decode_str(&value).decode_utf8().map_err(|_| {
        format!(
            "This link has a value of {:?} that is not UTF-8 text.",
            short(key)
        )
    })?;
    if value.chars().count() > LONGEST_WORD {
        return Err(format!(
            "This link has a value of {:?} with more than {LONGEST_WORD} letters.",
            short(key)
        ));
    }
    if value.contains(['/', '\\']) || value.chars().any(char::is_control) {
        return Err(format!(
            "This link has a path or a control character in {:?}, expected a name.",
            short(key)
        ));
    }
    Ok(value.into_owned())
}

/// Who plays a side.
fn agent(name: &str) -> Result<AgentName, String> {
    match AgentName::from(name) {
        AgentName::Command(_) | AgentName::Stdin => Err(format!(
            "This link names the program {:?} as a player. A link cannot start a program.",
            short(name)
        )),
        agent => Ok(agent),
    }
}

/// The link of a battle, from `map=` on. Whoever opens it plays or watches as here, from the beginning.
pub fn of(setup: &Setup) -> String {
    let mut parts = Vec::new();
    let mut add = |key: &str, value: &str| {
        parts.push(format!("{key}={}", utf8_percent_encode(value, PLAIN)));
    };
    let stem = |name: &str| {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        file.trim_end_matches(".toml")
            .trim_end_matches(".scenario")
            .to_owned()
    };
    add("map", &stem(&setup.map.name));
    for force in &setup.forces {
        add("force", &stem(&force.name));
    }
    add("ruleset", setup.rules.name());
    if setup.scenario.name != Scenario::plain().source().name {
        add("scenario", &stem(&setup.scenario.name));
    }
    for agent in &setup.agents {
        add("agent", &agent.to_string());
    }
    add("seed", &setup.seed.to_string());
    parts.join("&")
}
