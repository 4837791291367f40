//! The `skirmish` program.
fn main() {}
