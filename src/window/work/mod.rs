//! What the window does beside itself, because it takes longer than a frame.

pub mod battles;
pub mod check;
pub mod export;
pub mod generate;
#[cfg(feature = "print")]
pub mod paper;

#[cfg(target_arch = "wasm32")]
use crate::store::Failure;

/// A map in work: the text of its file.
mod as_file {
    use crate::board::Map;
    use crate::files::{map, write};
    use crate::source::Source;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(map: &Map, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&write(map))
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Map, D::Error> {
        let text = String::deserialize(from)?;
        map::read(&Source::new("the map", text)).map_err(D::Error::custom)
    }
}

/// Bytes in work, as text of base64.
mod as_text {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&STANDARD.encode(bytes))
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        STANDARD.decode(text).map_err(D::Error::custom)
    }
}

/// Does the work that a page gives to this worker: the first line of `text` names its kind.
///
/// # Errors
/// It is not known, or cannot be done.
#[cfg(target_arch = "wasm32")]
pub fn serve(text: &str) -> Result<(), Failure> {
    use super::platform::{Work, serve};
    let (name, text) = text.split_once('\n').unwrap_or((text, ""));
    match name {
        battles::TestBattles::NAME => serve::<battles::TestBattles>(text),
        check::MapCheck::NAME => serve::<check::MapCheck>(text),
        export::Export::NAME => serve::<export::Export>(text),
        generate::Generation::NAME => serve::<generate::Generation>(text),
        _ => Err(Failure::message(format!("there is no work {name:?}"))),
    }
}
