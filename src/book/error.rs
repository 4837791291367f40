//! Errors in the text of a chapter.

/// Why a text, or a condition of one, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// An expression between braces is wrong.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// A condition names a key that the ruleset does not have.
    #[error("the configuration has no key {0:?}")]
    NoKey(String),
    /// A brace has no partner.
    #[error("a brace is not closed")]
    OpenBrace,
    /// The mark of a term has no partner.
    #[error("** is not closed")]
    OpenTerm,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// Something else than digits stands behind `const`.
    #[error("{0:?} is not a whole number")]
    NotWhole(String),
    /// A chance has another form.
    #[error("{0:?} is no chance; write {{chance N+ dM}}")]
    NotAChance(String),
    /// A chance is asked for a fraction.
    #[error("a chance needs whole numbers")]
    BrokenChance,
    /// A die has this number of sides.
    #[error("a die has no {0} sides")]
    NoDie(i64),
    /// A divisor is 0.
    #[error("it divides by 0")]
    DivisionByZero,
    /// Something follows the expression.
    #[error("{found:?} is not expected in {text:?}")]
    Left {
        /// The first sign of it.
        found: char,
        /// The expression.
        text: String,
    },
    /// A sign is missing.
    #[error("{sign:?} is missing in {text:?}")]
    Missing {
        /// The sign.
        sign: char,
        /// The expression.
        text: String,
    },
    /// A number or a key is missing.
    #[error("something is missing in {0:?}")]
    Empty(String),
    /// A number has too many digits.
    #[error("{0} is too large")]
    TooLarge(String),
    /// The value of a key is no number to reckon with.
    #[error("the value of {0:?} is not a whole number")]
    NoNumber(String),
    /// The ruleset has no such key.
    #[error("the configuration has no key {0:?}")]
    NoKey(String),
}

/// Why a diagram cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// A line lacks a word.
    #[error("{line:?} needs two words behind {word:?}")]
    TwoWords {
        /// The line.
        line: String,
        /// Its first word.
        word: String,
    },
    /// A line begins with no known word.
    #[error(
        "{0:?} is no line of a board; known: grid, rows, border, line, way, mark, note, and figures: A at B2 Hero"
    )]
    Line(String),
    /// Its board, forces or rules are refused, for this reason.
    #[error("{0}")]
    Refused(String),
    /// Its board is too large.
    #[error("a diagram has at most {columns} columns and {rows} rows")]
    TooLarge {
        /// Columns at most.
        columns: u32,
        /// Rows at most.
        rows: u32,
    },
    /// A name is that of no space.
    #[error("{0:?} is no space of this board")]
    NoSpace(String),
    /// Two figures have this letter, or stand on one space.
    #[error("figure {0} stands there twice")]
    Twice(char),
    /// The ruleset has no plain figure.
    #[error("no plain figure fits a force")]
    NoFigure,
}

impl From<crate::source::Fault> for DiagramError {
    fn from(fault: crate::source::Fault) -> Self {
        DiagramError::Refused(fault.what)
    }
}
