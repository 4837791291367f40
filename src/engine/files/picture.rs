//! Strings of rows in map files: one line a row of spaces, one character a space.

use super::builtin::TERRAINS;
use super::map::MOST_SPACES;
use crate::board::TerrainId;
use crate::source::{Fault, Source};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// A string of rows, whose characters can be found again in the file.
pub(super) struct Picture<'a> {
    /// The file.
    pub source: &'a Source,
    /// The key.
    pub what: &'static str,
    /// The string.
    pub string: &'a Spanned<String>,
}

impl<'a> Picture<'a> {
    fn rows(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let text = self.string.get_ref();
        let text = text.strip_suffix('\n').unwrap_or(text);
        text.split('\n')
            .map(|row| row.strip_suffix('\r').unwrap_or(row))
    }

    /// Columns and rows, with the limit checked before anything is kept.
    pub fn size(&self) -> Result<(usize, usize), Fault> {
        let rows = self.rows().count();
        let columns = self.rows().next().map_or(0, |row| row.chars().count());
        if columns == 0 {
            return Err(self.source.fault(
                self.string.span(),
                format!("the first row of {} is empty", self.what),
            ));
        }
        match columns.checked_mul(rows) {
            Some(spaces) if spaces <= MOST_SPACES => Ok((columns, rows)),
            _ => Err(self.source.fault(
                self.string.span(),
                format!(
                    "the board is {columns} × {rows} spaces, the limit is {MOST_SPACES} in all"
                ),
            )),
        }
    }

    /// All characters in reading order; every row must have `columns`.
    pub fn chars(&self, columns: usize, rows: usize) -> Result<Vec<char>, Fault> {
        let found = self.rows().count();
        if found != rows {
            let at = found.min(rows).saturating_sub(1);
            return Err(self.fault(
                at,
                0,
                format!("{} has {found} rows, but terrain has {rows}", self.what),
            ));
        }
        let mut all = Vec::with_capacity(columns * rows);
        for (r, row) in self.rows().enumerate() {
            let before = all.len();
            all.extend(row.chars());
            let length = all.len() - before;
            if length != columns {
                let hint = if length < columns {
                    "; for spaces outside the board, give void a visible character, e.g. \"_\" = \"void\" in [legend]"
                } else {
                    ""
                };
                let what = format!(
                    "row {} of {} has {length} characters, expected {columns} as in the first row of the terrain{hint}",
                    r + 1,
                    self.what
                );
                return Err(self.fault(r, length.min(columns), what));
            }
        }
        Ok(all)
    }

    /// The terrain of each character, row by row.
    ///
    /// # Errors
    /// A character that stands for none.
    pub fn terrain(
        &self,
        signs: &[char],
        columns: usize,
        ids: &BTreeMap<char, TerrainId>,
    ) -> Result<Vec<TerrainId>, Fault> {
        let of = |(i, sign): (usize, &char)| {
            ids.get(sign).copied().ok_or_else(|| {
                let known = TERRAINS.iter().map(|t| &t.sign).chain(ids.keys());
                let known: String = known.collect::<BTreeSet<_>>().into_iter().collect();
                let what = format!(
                    "unknown terrain character {sign:?}; known: {known:?}, others need a line in [legend]"
                );
                self.fault(i / columns, i % columns, what)
            })
        };
        signs.iter().enumerate().map(of).collect()
    }

    pub fn levels(&self, columns: usize, rows: usize, exists: &[bool]) -> Result<Vec<i8>, Fault> {
        let level = |i: usize, sign: char| match sign {
            _ if !exists[i] && (sign == ' ' || sign.is_ascii_digit()) => Some(0),
            '0'..='9' => Some(sign as i8 - b'0' as i8),
            'a'..='i' => Some(b'a' as i8 - 1 - sign as i8),
            _ => None,
        };
        let signs = self.chars(columns, rows)?;
        let mut levels = Vec::with_capacity(signs.len());
        for (i, &sign) in signs.iter().enumerate() {
            levels.push(level(i, sign).ok_or_else(|| {
                let what = format!("{sign:?} is not a level; write 0 to 9, or a to i for −1 to −9 (blank only on void)");
                self.fault(i / columns, i % columns, what)
            })?);
        }
        Ok(levels)
    }

    /// A fault at a character of the picture, both from 0.
    pub fn fault(&self, row: usize, column: usize, what: String) -> Fault {
        let span = self.string.span();
        let offset = span.start + offset_in_token(&self.source.text[span.clone()], row, column);
        self.source.fault(offset..offset, what)
    }
}

/// The byte offset of a character of a string in the TOML token that spells it.
fn offset_in_token(token: &str, row: usize, column: usize) -> usize {
    let quotes = if token.starts_with("\"\"\"") || token.starts_with("'''") {
        3
    } else {
        1
    };
    let escapes = token.starts_with('"');
    let mut at = quotes.min(token.len());
    for start in ["\r\n", "\n"] {
        if quotes == 3 && token[at..].starts_with(start) {
            at += start.len();
            break;
        }
    }
    let (mut r, mut c) = (0, 0);
    while at < token.len() && (r, c) != (row, column) {
        let rest = &token[at..];
        let Some(sign) = rest.chars().next() else {
            break;
        };
        let mut decoded = Some(sign);
        let mut length = sign.len_utf8();
        if escapes && sign == '\\' {
            let escaped = rest[1..].chars().next().unwrap_or('\\');
            (length, decoded) = match escaped {
                'x' => (4, Some(' ')),
                'u' => (6, Some(' ')),
                'U' => (10, Some(' ')),
                'n' => (2, Some('\n')),
                ' ' | '\t' | '\r' | '\n' => {
                    let blanks = rest[1..].len()
                        - rest[1..].trim_start_matches([' ', '\t', '\r', '\n']).len();
                    (1 + blanks, None)
                }
                other => (1 + other.len_utf8(), Some(' ')),
            };
        }
        match decoded {
            Some('\n') if r == row => break, // the row ends here
            Some('\n') => (r, c) = (r + 1, 0),
            Some('\r') | None => {}
            Some(_) => c += 1,
        }
        at += length.min(rest.len());
    }
    at
}
