//! The one integration test binary: a module per feature.
mod ai;
mod arena;
mod board;
mod drawn;
mod force;
mod map_check;
mod map_commands;
mod map_files;
mod odds;
mod reach;
mod scenario;
mod sight;
mod sight_reference;
mod violence;
mod vsgmr;
