//! One line of comma-separated values a battle.

use serde_json::Value;

/// The names of the columns.
const COLUMNS: [&str; 15] = [
    "game",
    "pair",
    "map",
    "scenario",
    "agents",
    "forces",
    "winners",
    "reason",
    "rounds",
    "points",
    "lost",
    "lead_changes",
    "seed",
    "digest",
    "replaced",
];

/// The first line.
pub const CSV_HEAD: &str = "game,pair,map,scenario,agents,forces,winners,reason,rounds,points,lost,lead_changes,seed,digest,replaced";

/// The line of a battle, from its line of JSON. The entries of a list are separated by blanks.
///
/// # Errors
/// When the line is not JSON.
pub fn csv_line(line: &str) -> Result<String, String> {
    let row: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let cell = |name: &&str| match &row[*name] {
        Value::Null => String::new(),
        Value::String(text) => field(text),
        Value::Array(list) => {
            let words = list
                .iter()
                .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned));
            field(&words.collect::<Vec<_>>().join(" "))
        }
        other => other.to_string(),
    };
    Ok(COLUMNS.iter().map(cell).collect::<Vec<_>>().join(","))
}

/// A field, quoted if CSV needs it.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
