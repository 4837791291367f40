//! The head of a Markdown section with measurements: what was measured, when and on what.

use crate::store::text::quoted;
use std::time::{SystemTime, UNIX_EPOCH};

/// A section for a page of measurements: title, program version, date (UTC), number of cores and
/// command line, then `body`.
pub fn section(title: &str, body: &str) -> String {
    let cores = super::machine::threads();
    let machine = format!(
        "{} {}, {cores} {}",
        std::env::consts::OS,
        std::env::consts::ARCH,
        if cores == 1 { "core" } else { "cores" }
    );
    let words = std::env::args().skip(1).map(|word| quoted(&word));
    let command: Vec<String> = std::iter::once("skirmish".to_owned())
        .chain(words)
        .collect();
    format!(
        "## {title}\n\n- Version: {}\n- Date: {}\n- Machine: {machine}\n- Command: `{}`\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        today(),
        command.join(" "),
        body.trim_end()
    )
}

/// Today's date (UTC) as `2026-01-31`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.map_or(0, |time| time.as_secs() / 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of the Gregorian calendar, from days since 1970-01-01.
///
/// ```
/// use skirmish::cli::markdown::date;
/// assert_eq!(date(0), (1970, 1, 1));
/// assert_eq!(date(11_016), (2000, 2, 29));
/// assert_eq!(date(20_453), (2025, 12, 31));
/// ```
pub fn date(days: u64) -> (u64, u64, u64) {
    // Eras of 400 years that begin on 1 March, so that a leap day is the last day of a year.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * era + year + u64::from(month <= 2), month, date)
}
