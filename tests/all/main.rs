//! The one integration test binary: a module per feature.

mod absent;
mod ai;
mod arena;
mod board;
mod dice;
mod drawn;
mod force;
mod laws;
mod map_check;
mod map_commands;
mod map_files;
mod odds;
mod reach;
mod scenario;
mod scenarios;
mod sight;
mod sight_reference;
mod violence;
mod vsgmr;
