//! The one integration test binary: a module per feature.

#[macro_use]
mod each;

mod absent;
mod advice;
mod ai;
mod ai_temper;
mod arena;
mod arena_commands;
mod battles;
mod blunders;
mod board;
mod book;
#[cfg(unix)]
mod bots;
mod cli_play;
mod cli_talk;
mod convert;
mod coverage;
mod d8;
mod dice;
#[cfg(all(feature = "print", feature = "window"))]
mod docs;
mod draft;
mod drawn;
mod enemy;
mod entrance;
mod examples;
mod examples_engine;
mod force;
mod force_commands;
mod foresight;
mod fuzzed;
mod generate;
mod house;
#[cfg(unix)]
mod inputs;
mod ladder;
mod laws;
mod luck;
mod map_advice;
mod map_check;
mod map_commands;
mod map_files;
mod measures;
#[cfg(feature = "window")]
mod menus;
mod muster;
mod nerve;
mod odds;
mod odds_enumerated;
mod outside;
mod plain_words;
mod plastic;
mod positions;
#[cfg(feature = "print")]
mod print;
mod probes;
mod protocol;
mod race;
mod reach;
mod record;
mod records;
mod regrid;
mod route;
#[cfg(unix)]
mod safety;
mod scenario;
mod scenarios;
mod sight;
mod sight_reference;
mod sight_table;
mod staged;
mod table_text;
mod terminal_menu;
mod toy;
mod toy_plays;
mod tuning;
mod verdicts;
mod violence;
mod vsgmr;
#[cfg(feature = "window")]
mod window;
#[cfg(feature = "window")]
mod window_display;
#[cfg(feature = "window")]
mod window_frames;
#[cfg(feature = "window")]
mod window_hand;
#[cfg(feature = "window")]
mod window_tools;
mod words;

/// Half points, a side each.
fn halves<const SIDES: usize>(all: [i32; SIDES]) -> [skirmish::battle::HalfPoints; SIDES] {
    all.map(skirmish::battle::HalfPoints)
}
