//! The one integration test binary: a module per feature.
mod arena;
mod board;
mod drawn;
mod force;
mod map_files;
mod odds;
mod reach;
mod sight;
mod sight_reference;
