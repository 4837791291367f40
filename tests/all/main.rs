//! The one integration test binary: a module per feature.
mod map_files;
mod arena;
mod force;
