//! The `skirmish` program.

/// Opponents take and give back many small pieces of memory; the system's own allocator is slower.
#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    skirmish::cli::main()
}

/// In a browser there is the window alone.
#[cfg(target_arch = "wasm32")]
fn main() {
    skirmish::window::web::run();
}
