//! The data folder: records, and files of one's own found by name.

use etcetera::BaseStrategy;
use std::path::PathBuf;

/// The data folder: `SKIRMISH_HOME`, else the platform's own place for such things.
pub fn folder() -> Option<PathBuf> {
    if let Some(home) = std::env::var_os("SKIRMISH_HOME").filter(|h| !h.is_empty()) {
        return Some(PathBuf::from(home));
    }
    let base = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(base.data_dir().join("skirmish"))
}

/// Where records go unless an option says otherwise.
pub fn records() -> Option<PathBuf> {
    folder().map(|f| f.join("records"))
}
