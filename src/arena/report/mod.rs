//! A report in words and files: a table for people, JSON, CSV and a page of HTML.

mod csv;
mod html;
mod summary;
mod svg;
mod table;

pub use csv::{CSV_HEAD, csv_line};
pub use html::page;
pub use summary::summary;
pub use table::table;

/// What is said about an interval that does not decide.
pub const NOT_ENOUGH: &str = "not enough battles";
