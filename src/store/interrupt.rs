//! State for a program that is about to end early: whether a line is being written, and which
//! record is open. A handler of Ctrl-C asks; `store` itself handles no signals.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held while a line is being written.
static WRITING: Mutex<()> = Mutex::new(());
/// The record that is being written.
static RECORD: Mutex<Option<String>> = Mutex::new(None);

/// Keeps the end of the program waiting until the guard is dropped.
pub fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Names the record that is being written from now on.
pub fn recording(name: Option<String>) {
    *RECORD.lock().unwrap_or_else(PoisonError::into_inner) = name;
}

/// The record that is being written.
pub fn record() -> Option<String> {
    RECORD
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}
