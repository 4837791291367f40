//! Small boards with figures, lines of sight and paths. What a figure sees is the program's own
//! answer, by the rules in force.
//!
//! A diagram is a fence tagged `board`, with these lines:
//!
//! ```text
//! grid square
//! rows
//! ..##..
//! ......
//! end
//! A at B2 Hero
//! border C1|C2 door shut
//! line A E1
//! way B2 C2 D2
//! mark D2 3
//! note A sentence below the board.
//! ```

use super::error::DiagramError;
use super::reading::{Line, fault};
use super::stage::Stage;
use crate::board::{Board, Sight, Space};
use crate::files::map;
use crate::rules::Rules;
use crate::source::{Fault, Source};
use std::fmt::Write;
use std::sync::Arc;

/// The most columns of a diagram.
pub const MOST_COLUMNS: u32 = 12;
/// The most rows of a diagram.
pub const MOST_ROWS: u32 = 8;

/// A figure on a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its letter.
    pub letter: char,
    /// Where it stands.
    pub at: Space,
    /// A description, such as `Hero`.
    pub what: String,
    /// Its side, 0 or 1.
    pub side: u8,
}

/// A line of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SightLine {
    /// Its ends as they are named: a letter or a space.
    pub names: (String, String),
    /// Its ends.
    pub ends: (Space, Space),
    /// Whether its end is seen.
    pub sight: Sight,
    /// Spaces and borders that cover or block.
    pub by: Vec<String>,
}

/// A small board.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The board.
    pub board: Arc<Board>,
    /// Figures on it.
    pub figures: Vec<Figure>,
    /// Lines of sight.
    pub lines: Vec<SightLine>,
    /// Paths from space to space.
    pub ways: Vec<Vec<Space>>,
    /// Short texts on spaces.
    pub marks: Vec<(Space, String)>,
    /// The sentence below it.
    pub note: String,
}

impl Diagram {
    /// The figure on a space.
    pub fn figure(&self, space: Space) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.at == space)
    }
    /// A sentence for each line of sight.
    pub fn seen(&self) -> Vec<String> {
        let told = |line: &SightLine| {
            let (from, to) = &line.names;
            let by = match line.by.is_empty() {
                true => String::new(),
                false => format!(" ({})", line.by.join(", ")),
            };
            match line.sight {
                Sight::Clear => format!("{from} sees {to}."),
                Sight::Cover => format!("{from} sees {to} in cover{by}."),
                Sight::Blocked => format!("{from} does not see {to}{by}."),
            }
        };
        self.lines.iter().map(told).collect()
    }
    /// The letters with what they stand for: `A Hero, B Orc`.
    pub fn key(&self) -> String {
        let each = self.figures.iter().filter(|figure| !figure.what.is_empty());
        let each: Vec<String> = each.map(|f| format!("{} {}", f.letter, f.what)).collect();
        each.join(", ")
    }

    /// Reads the lines of a diagram.
    ///
    /// # Errors
    /// What is wrong, and on which line.
    pub(super) fn read(
        source: &Source,
        lines: &[Line],
        (rules, house): (Rules, Option<&Source>),
    ) -> Result<Diagram, Fault> {
        let mut draft = Draft::default();
        let mut rows = false;
        for (line, text) in lines {
            if rows {
                rows = text.trim() != "end";
                if rows {
                    draft.rows.push(text.trim_end());
                }
            } else if text.trim() == "rows" {
                rows = true;
            } else if !text.trim().is_empty() {
                let found = draft.line(text.trim());
                found.map_err(|why| fault(source, *line, why.to_string()))?;
                draft.begins.push(*line);
            }
        }
        let first = lines.first().map_or(1, |(line, _)| *line);
        let drawn = draft
            .board()
            .and_then(|board| draft.finish(board, (rules, house)));
        drawn.map_err(|why| fault(source, first, why.to_string()))
    }
}

/// A diagram while it is read: names of spaces are not looked up yet.
#[derive(Default)]
struct Draft<'a> {
    grid: &'a str,
    rows: Vec<&'a str>,
    figures: Vec<(char, &'a str, &'a str)>,
    borders: Vec<(&'a str, &'a str)>,
    lines: Vec<(&'a str, &'a str)>,
    ways: Vec<Vec<&'a str>>,
    marks: Vec<(&'a str, &'a str)>,
    note: &'a str,
    begins: Vec<usize>,
}

impl<'a> Draft<'a> {
    fn line(&mut self, text: &'a str) -> Result<(), DiagramError> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        let two = || {
            rest.split_once(' ')
                .map(|(a, b)| (a, b.trim()))
                .ok_or_else(|| DiagramError::TwoWords {
                    line: text.to_owned(),
                    word: word.to_owned(),
                })
        };
        match word {
            "grid" => self.grid = rest,
            "border" => self.borders.push(two()?),
            "line" => self.lines.push(two()?),
            "way" => self.ways.push(rest.split_whitespace().collect()),
            "mark" => self.marks.push(two()?),
            "note" => self.note = rest,
            _ => {
                let mut letters = word.chars();
                let at = rest.strip_prefix("at ").map(str::trim);
                let (Some(letter), None, Some(at)) = (letters.next(), letters.next(), at) else {
                    return Err(DiagramError::Line(text.to_owned()));
                };
                let (at, what) = at.split_once(' ').unwrap_or((at, ""));
                self.figures.push((letter, at, what.trim()));
            }
        }
        Ok(())
    }

    fn board(&self) -> Result<Arc<Board>, DiagramError> {
        let mut text = format!(
            "format = \"skirmish-map/1\"\nname = \"Diagram\"\ngrid = \"{}\"\nterrain = '''\n{}'''\n",
            self.grid,
            self.rows.join("\n")
        );
        for (between, kind) in &self.borders {
            let (kind, state) = kind.split_once(' ').unwrap_or((kind, ""));
            let _ = write!(
                text,
                "[[border]]\nbetween = [\"{between}\"]\nkind = \"{kind}\"\n"
            );
            if !state.is_empty() {
                let _ = writeln!(text, "state = \"{state}\"");
            }
        }
        let read = map::read(&Source::new("board", text))?;
        let grid = read.grid;
        if grid.columns > MOST_COLUMNS || grid.rows > MOST_ROWS {
            return Err(DiagramError::TooLarge {
                columns: MOST_COLUMNS,
                rows: MOST_ROWS,
            });
        }
        Ok(Arc::new(Board::new(read)))
    }

    fn finish(
        &self,
        board: Arc<Board>,
        (rules, house): (Rules, Option<&Source>),
    ) -> Result<Diagram, DiagramError> {
        let space = |name: &str| {
            let found = board.grid().named(name);
            found.ok_or_else(|| DiagramError::NoSpace(name.to_owned()))
        };
        let sides = self.sides();
        let mut figures: Vec<Figure> = Vec::new();
        for ((letter, at, what), side) in self.figures.iter().zip(sides) {
            let at = space(at)?;
            if figures.iter().any(|f| f.letter == *letter || f.at == at) {
                return Err(DiagramError::Twice(*letter));
            }
            let what = (*what).to_owned();
            figures.push(Figure {
                letter: *letter,
                at,
                what,
                side,
            });
        }
        let end = |name: &str| {
            let letter = figures.iter().find(|f| name == f.letter.to_string());
            letter.map_or_else(|| space(name), |figure| Ok(figure.at))
        };
        let mut lines = Vec::new();
        if !self.lines.is_empty() {
            let stage = Stage::new((rules, house), &board, &figures)?;
            for (from, to) in &self.lines {
                let ends = (end(from)?, end(to)?);
                let (sight, by) = stage.sight(ends);
                lines.push(SightLine {
                    names: ((*from).to_owned(), (*to).to_owned()),
                    ends,
                    sight,
                    by,
                });
            }
        }
        let way = |names: &Vec<&str>| names.iter().map(|name| end(name)).collect();
        let mark = |(at, text): &(&str, &str)| Ok((space(at)?, (*text).to_owned()));
        Ok(Diagram {
            ways: self
                .ways
                .iter()
                .map(way)
                .collect::<Result<_, DiagramError>>()?,
            marks: self
                .marks
                .iter()
                .map(mark)
                .collect::<Result<_, DiagramError>>()?,
            note: self.note.to_owned(),
            board,
            figures,
            lines,
        })
    }

    /// The side of each figure: that of the words friend and enemy, else of one that is the same,
    /// else the other side than one that looks at it; the first belongs to the first side.
    fn sides(&self) -> Vec<u8> {
        let said = |what: &str| {
            let what = what.to_lowercase();
            let has = |words: &[&str]| words.iter().any(|word| what.contains(word));
            match (has(&["enemy", "foe", "opponent"]), has(&["friend"])) {
                (true, _) => Some(1),
                (_, true) => Some(0),
                _ => None,
            }
        };
        let mut sides: Vec<Option<u8>> = self.figures.iter().map(|(.., what)| said(what)).collect();
        if let Some(first) = sides.first_mut() {
            first.get_or_insert(0);
        }
        let number = |name: &str| {
            let mut figures = self.figures.iter();
            figures.position(|(letter, ..)| name == letter.to_string())
        };
        for (from, to) in &self.lines {
            if let (Some(from), Some(to)) = (number(from), number(to)) {
                let mine = *sides[from].get_or_insert(0);
                sides[to].get_or_insert(1 - mine);
            }
        }
        for i in 0..sides.len() {
            let what = self.figures[i].2;
            let same = (0..sides.len()).find(|j| self.figures[*j].2 == what && sides[*j].is_some());
            let side = same.and_then(|j| sides[j]).unwrap_or(0);
            sides[i].get_or_insert(side);
        }
        sides.into_iter().flatten().collect()
    }
}
