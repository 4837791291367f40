//! Which build of the program this is.

/// Its version.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// What it was built from: `commit aad6d07`, `commit unknown` or `development build`.
pub const BUILD: &str = env!("SKIRMISH_BUILD");

/// The optional features that were built in.
pub fn features() -> Vec<&'static str> {
    let all = [
        ("window", cfg!(feature = "window")),
        ("print", cfg!(feature = "print")),
    ];
    let built = all.into_iter().filter(|(_, built)| *built);
    built.map(|(name, _)| name).collect()
}

/// Version, build and features: `0.1.0 (commit aad6d07, features: window, print)`.
pub fn details() -> String {
    let features = match features().as_slice() {
        [] => "none".to_owned(),
        features => features.join(", "),
    };
    format!("{NUMBER} ({BUILD}, features: {features})")
}
