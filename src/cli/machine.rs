//! The machine on which the program runs.

/// The number of cores.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
