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

/// Why a link cannot be read or made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It is longer than any link that is read.
    #[error("This link has {bytes} bytes, at most {most} are read.", most = LONGEST)]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// It names too many forces or players.
    #[error("This link has more than {most} of {0}.", most = MOST_SIDES)]
    TooMany(String),
    /// Its seed is no number.
    #[error("This link has the seed {:?}, expected a whole number.", short(.0))]
    Seed(String),
    /// It has a key that no link has.
    #[error("This link has an unknown key {:?}, expected one of {keys}.", short(.0), keys = KEYS)]
    UnknownKey(String),
    /// The value of this key is no UTF-8 text.
    #[error("This link has a value of {:?} that is not UTF-8 text.", short(.0))]
    NotText(String),
    /// The value of this key is too long.
    #[error(
        "This link has a value of {:?} with more than {most} letters.",
        short(.0),
        most = LONGEST_WORD
    )]
    LongValue(String),
    /// The value of this key could name a file elsewhere.
    #[error(
        "This link has a path or a control character in {:?}, expected a name.",
        short(.0)
    )]
    Path(String),
    /// It lets a program play.
    #[error(
        "This link names the program {:?} as a player. A link cannot start a program.",
        short(.0)
    )]
    Program(String),
    /// It holds a record that is too long to be read.
    #[error("This link has a record of {bytes} bytes, at most {most} are read.", most = LONGEST)]
    LongRecord {
        /// The length of the record in the link.
        bytes: usize,
    },
    /// The record in it cannot be unpacked.
    #[error("The battle in this link is damaged. Copy the whole link again.")]
    Damaged,
    /// The record in it is too long once it is unpacked.
    #[error("The battle in this link is longer than {} MiB.", LONGEST_RECORD >> 20)]
    LongBattle,
    /// The record of a battle cannot be packed.
    #[error("{0}")]
    Unpacked(String),
    /// The record of a battle has no room in a link.
    #[error(
        "This battle is too long for a link: it takes {} KB, and a link has room for {}. Export it as a file instead.",
        .bytes.div_ceil(1 << 10),
        (LONGEST - ADDRESS) >> 10
    )]
    NoRoom {
        /// The length of the link.
        bytes: usize,
    },
}

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
pub fn read(text: &str) -> Result<Option<BattleOptions>, LinkError> {
    if text.len() > LONGEST {
        return Err(LinkError::TooLong { bytes: text.len() });
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
            "force" | "agent" => return Err(LinkError::TooMany(key.to_owned())),
            "seed" => {
                let seed = value.parse().map_err(|_| LinkError::Seed(value))?;
                battle.seed = Some(seed);
            }
            _ => return Err(LinkError::UnknownKey(key.to_owned())),
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
pub fn record(text: &str) -> Result<Option<Vec<u8>>, LinkError> {
    let Some(packed) = text.split('&').find_map(|part| part.strip_prefix(RECORD)) else {
        return Ok(None);
    };
    if packed.len() > LONGEST {
        let bytes = packed.len();
        return Err(LinkError::LongRecord { bytes });
    }
    let packed = URL_SAFE_NO_PAD.decode(packed);
    let packed = packed.map_err(|_| LinkError::Damaged)?;
    let mut bytes = Vec::new();
    let mut unpacked = DeflateDecoder::new(&*packed).take(LONGEST_RECORD + 1);
    let read = unpacked.read_to_end(&mut bytes);
    read.map_err(|_| LinkError::Damaged)?;
    if bytes.len() as u64 > LONGEST_RECORD {
        return Err(LinkError::LongBattle);
    }
    Ok(Some(bytes))
}

/// The link of a whole record, from `record=` on.
///
/// # Errors
/// It is too long for a link.
pub fn of_record(text: &str) -> Result<String, LinkError> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = packer
        .write_all(text.as_bytes())
        .and_then(|()| packer.finish())
        .map_err(|error| LinkError::Unpacked(error.to_string()))?;
    let link = format!("{RECORD}{}", URL_SAFE_NO_PAD.encode(packed));
    match link.len() + ADDRESS > LONGEST {
        false => Ok(link),
        true => Err(LinkError::NoRoom { bytes: link.len() }),
    }
}

/// A value, unescaped.
fn word(key: &str, value: &str) -> Result<String, LinkError> {
    let value = value.replace('+', " ");
    let value = percent_decode_str(&value).decode_utf8();
    let value = value.map_err(|_| LinkError::NotText(key.to_owned()))?;
    if value.chars().count() > LONGEST_WORD {
        return Err(LinkError::LongValue(key.to_owned()));
    }
    if value.contains(['/', '\\']) || value.chars().any(char::is_control) {
        return Err(LinkError::Path(key.to_owned()));
    }
    Ok(value.into_owned())
}

/// Who plays a side.
fn agent(name: &str) -> Result<AgentName, LinkError> {
    match AgentName::from(name) {
        AgentName::Command(_) | AgentName::Stdin => Err(LinkError::Program(name.to_owned())),
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
