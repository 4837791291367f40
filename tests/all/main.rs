//! The one integration test binary: a module per feature.
mod arena;
mod force;
mod map_files;
