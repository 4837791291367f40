//! The one integration test binary: a module per feature.
mod arena;
mod map_files;
