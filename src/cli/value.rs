//! Values of options that cannot be read, and what would be right. clap puts the name of the option
//! before these sentences.

use crate::store::suggest;
use crate::survey::generate::{EDITION, EDITIONS};

/// Why a value cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// It has another form than this one, or lies outside its range.
    #[error("expected {0}")]
    Expected(&'static str),
    /// It is none of the names there are.
    #[error("{}", suggest::choices(given, known))]
    Unknown {
        /// The value.
        given: String,
        /// All names.
        known: Vec<&'static str>,
    },
    /// It is no number of an edition of the map generator.
    #[error("expected a number, such as {newest}", newest = EDITION)]
    NoEdition,
    /// This version does not have that edition of the map generator.
    #[error(
        "this version supports editions {oldest} to {newest} of the map generator, not edition {0}; without --edition, the recipe gives a different map, of edition {newest}",
        oldest = EDITIONS.start(),
        newest = EDITION
    )]
    Edition(u32),
    /// Spaces on paper would be too small.
    #[error("a space must be at least 1 mm")]
    SmallSpace,
}

/// The one of `all` that has the name `text`.
pub(super) fn one_of<T: Copy>(
    text: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<T, ValueError> {
    let found = all.iter().copied().find(|one| name(*one) == text);
    found.ok_or_else(|| ValueError::Unknown {
        given: text.to_owned(),
        known: all.iter().map(|one| name(*one)).collect(),
    })
}
