//! A report for people and programs: a sentence, a table, Markdown, JSON, CSV and an HTML page.

mod csv;
mod headline;
mod html;
mod markdown;
mod summary;
mod svg;
mod table;

pub use csv::{csv_head, csv_line};
pub use headline::{
    FAIR, Judged, Seat, against, battles_wanted, fairness, headline, judged, percent, title,
};
pub use html::page;
pub use markdown::{markdown, markdown_table};
pub use summary::summary;
pub use table::table;

/// Note on an interval that contains one half.
pub const NOT_ENOUGH: &str = "not enough battles";

/// The meaning of the columns, for text and HTML reports.
const LEGEND: &str =
    "Score: wins in %, a draw counts as half; 50 % is even. Intervals (95 %) are taken over pairs.";
