//! The options that make a grid of pairings, as they are typed.

use super::super::options::options_of;
use crate::arena::grid::{GridOptions, Matchups};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

impl ValueEnum for Matchups {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Each, Self::Mirror, Self::All]
    }
    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Matchups::Each => ("each", "Different forces fight each other"),
            Matchups::Mirror => ("mirror", "All sides have the same force"),
            Matchups::All => ("all", "Both"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// Lists that make a grid of pairings.
#[derive(Args)]
#[command(next_help_heading = "Grid")]
struct GridArgs {
    /// Maps by name or file, or "all"
    #[arg(
        long,
        value_name = "M,M…|all",
        value_delimiter = ',',
        conflicts_with = "map"
    )]
    maps: Vec<String>,
    /// Scenarios by name or file, or "all"; scenarios made for one map are played on that map
    #[arg(
        long,
        value_name = "S,S…|all",
        value_delimiter = ',',
        conflicts_with = "scenario"
    )]
    scenarios: Vec<String>,
    /// Forces by name or file, or "all" of the ruleset
    #[arg(
        long = "forces",
        value_name = "F,F…|all",
        value_delimiter = ',',
        conflicts_with = "forces"
    )]
    force_list: Vec<String>,
    /// Agents; each plays against each other
    #[arg(long = "agents", value_name = "A,A…", conflicts_with = "agents")]
    agent_list: Vec<String>,
    /// Number of sides, if the scenario does not say
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    sides: Option<u8>,
    /// Which of the listed forces fight each other; default: "each", with several agents "all"
    #[arg(long, value_enum, value_name = "each|mirror|all")]
    matchups: Option<Matchups>,
}

impl From<GridArgs> for GridOptions {
    fn from(args: GridArgs) -> Self {
        Self {
            maps: args.maps,
            scenarios: args.scenarios,
            force_list: args.force_list,
            agent_list: args.agent_list,
            sides: args.sides,
            matchups: args.matchups,
        }
    }
}

options_of!(GridOptions, GridArgs);
