//! Text files people write, and what is wrong with them: file, line, column, what would be right.
//!
//! Every TOML file of the program (maps, scenarios, forces, rules, profiles) is read through
//! [`Source`], so that all faults look alike. It knows no paths and opens nothing: whoever read
//! the text says what it is called.

mod missing;
mod words;

pub use words::in_words;

use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::Range;

/// A text and the name it is reported under.
#[derive(Clone, Debug)]
pub struct Source {
    /// File path, or the name of a built-in.
    pub name: String,
    /// The text.
    pub text: String,
}

/// What is wrong with a text, and where: `ford.toml:3:10: unknown terrain "x"; known: …`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// Line and column, from 1; none for a text that is no file.
    pub at: Option<(usize, usize)>,
    /// What is wrong and what would be right, one sentence.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = crate::shown::message(&self.what);
        let file = crate::shown::on_one_line(&self.file);
        match self.at {
            Some((line, column)) => write!(f, "{file}:{line}:{column}: {what}"),
            None => write!(f, "{file}: {what}"),
        }
    }
}

/// Lets errors stand where a text is expected, as the sentence that they are.
macro_rules! as_text {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for String {
            fn from(error: $error) -> String {
                error.to_string()
            }
        })*
    };
}
pub(crate) use as_text;

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Reads the text as TOML into a draft. Use `toml::Spanned` fields where a later check
    /// must point at them.
    ///
    /// # Errors
    /// The first syntax or type fault, with its place.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        toml::from_str(&self.text).map_err(|error| {
            let said = error.message().trim_end().replace('\n', "; ");
            let span = error.span().unwrap_or(0..0);
            let what = match missing::key(&said) {
                Some(key) => missing::sentence(&self.text, span.start, key),
                None => in_words(said),
            };
            self.fault(span, what)
        })
    }

    /// A fault at a byte range of the text (from `Spanned::span`).
    pub fn fault(&self, span: Range<usize>, what: impl Into<String>) -> Fault {
        Fault {
            file: self.name.clone(),
            at: Some(self.line_column(span.start)),
            what: what.into(),
        }
    }

    /// A fault at the first place where something stands, else at the beginning.
    pub fn fault_near(&self, near: &str, what: impl Into<String>) -> Fault {
        let at = self.text.find(near).unwrap_or(0);
        self.fault(at..at, what)
    }

    /// A fault of what stands under a key of a TOML file, such as `["kind", "tank", "size"]`: told at
    /// the innermost of these keys that there is, else at the beginning.
    ///
    /// ```
    /// use skirmish_engine::source::Source;
    /// let source = Source::new("r.toml", "[kind]\ntank = { size = 9 }\n");
    /// assert_eq!(source.fault_under(&["kind", "tank", "size"], "too large").at, Some((2, 10)));
    /// assert_eq!(source.fault_under(&["kind", "plane"], "missing").at, Some((1, 2)));
    /// assert_eq!(source.fault_under(&["aim"], "missing").at, Some((1, 1)));
    /// ```
    pub fn fault_under(&self, keys: &[&str], what: impl Into<String>) -> Fault {
        let parsed = toml_edit::Document::parse(self.text.as_str());
        let mut span = 0..0;
        if let Ok(document) = &parsed {
            let mut at: &dyn toml_edit::TableLike = document.as_table();
            for key in keys {
                let Some((key, item)) = at.get_key_value(key) else {
                    break;
                };
                span = key.span().or_else(|| item.span()).unwrap_or(span);
                match item.as_table_like() {
                    Some(inner) => at = inner,
                    None => break,
                }
            }
        }
        self.fault(span, what)
    }

    /// A fault of the whole file, told at its beginning.
    pub fn fault_somewhere(&self, what: impl Into<String>) -> Fault {
        self.fault(0..0, what)
    }

    /// A fault of a text that is no file, such as an option, where a place would say nothing.
    pub fn fault_of_words(&self, what: impl Into<String>) -> Fault {
        Fault {
            file: self.name.clone(),
            at: None,
            what: what.into(),
        }
    }

    /// Reads the text as TOML that can be changed without losing its comments.
    ///
    /// # Errors
    /// The first syntax fault, with its place.
    pub fn document(&self) -> Result<toml_edit::DocumentMut, Fault> {
        self.text.parse().map_err(|error: toml_edit::TomlError| {
            let span = error.span().unwrap_or(0..0);
            self.fault(span, error.message())
        })
    }

    /// Checks the `format` line before anything else is read, so that a file of a newer version is
    /// told as one, and not by its first unknown key.
    ///
    /// # Errors
    /// There is no such line, it names a wrong kind, or a version this program is too old for.
    pub fn check_format(&self, kind: &str, newest: u32) -> Result<(), Fault> {
        match self.format() {
            Some(Some(format)) => self.version(&format, kind, newest).map(|_| ()),
            Some(None) => Err(self.fault_somewhere(format!(
                "the key \"format\" is missing; expected format = \"skirmish-{kind}/{newest}\" as the first line"
            ))),
            None => Ok(()),
        }
    }

    /// As [`Source::check_format`], but a file without the line passes.
    ///
    /// # Errors
    /// A wrong kind, or a version this program is too old for.
    pub fn check_version(&self, kind: &str, newest: u32) -> Result<(), Fault> {
        match self.format() {
            Some(Some(format)) => self.version(&format, kind, newest).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// The `format` of the file, if it has one; none at all if it is no TOML, or its format no text.
    fn format(&self) -> Option<Option<toml::Spanned<String>>> {
        #[derive(serde::Deserialize)]
        struct Head {
            format: Option<toml::Spanned<String>>,
        }
        let head = toml::from_str::<Head>(&self.text).ok();
        head.map(|head| head.format)
    }

    /// Checks the `format` line: `skirmish-KIND/N` with N up to `newest`; returns N.
    ///
    /// # Errors
    /// A wrong kind, or a version this program is too old for.
    pub fn version(
        &self,
        format: &toml::Spanned<String>,
        kind: &str,
        newest: u32,
    ) -> Result<u32, Fault> {
        let wanted = format!("skirmish-{kind}/");
        let number = format
            .get_ref()
            .strip_prefix(&wanted)
            .and_then(|n| n.parse::<u32>().ok());
        match number {
            Some(n) if (1..=newest).contains(&n) => Ok(n),
            Some(n) => Err(self.fault(
                format.span(),
                format!("{kind} files of version {n} need a newer skirmish; this version reads up to {newest}"),
            )),
            None => Err(self.fault(
                format.span(),
                format!("format is {:?}, expected \"{wanted}{newest}\"", format.get_ref()),
            )),
        }
    }

    /// Line and column, from 1, of a byte offset; columns count characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset.min(self.text.len()))];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }
}
