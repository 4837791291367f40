//! The options that make a grid of pairings, as they are typed.

use crate::arena::grid::{GridOptions, Matchups};
use clap::builder::PossibleValue;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

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

/// Commands take [`GridOptions`] as a group of options.
impl Args for GridOptions {
    fn augment_args(command: Command) -> Command {
        GridArgs::augment_args(command)
    }
    fn augment_args_for_update(command: Command) -> Command {
        GridArgs::augment_args_for_update(command)
    }
}

impl FromArgMatches for GridOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        GridArgs::from_arg_matches(matches).map(Self::from)
    }
    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
