//! The options that say which battle, as they are typed; what they mean is
//! [`BattleOptions`].

use super::{ValueError, output};
use crate::battle::Scale;
use crate::play::handicap::Percent;
use crate::play::{AgentName, DiceSource};
use crate::store::options::{BattleOptions, Rounds};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use std::time::Duration;

/// Reads a source of the dice.
fn dice() -> impl TypedValueParser<Value = DiceSource> {
    let values = DiceSource::ALL.map(|source| {
        let help = match source {
            DiceSource::Seeded => "The program rolls, by the seed",
            DiceSource::Typed => "You roll real dice and type what they show",
            DiceSource::Stdin => "A program sends the faces on standard input",
        };
        PossibleValue::new(source.name()).help(help)
    });
    PossibleValuesParser::new(values).map(|name| DiceSource::named(&name).unwrap_or_default())
}

/// Options that describe a battle.
#[derive(Args)]
#[command(next_help_heading = "Battle")]
struct BattleArgs {
    /// Map (name or file)
    #[arg(long, value_name = "M")]
    map: Option<String>,
    /// Scenario (name or file)
    #[arg(long, value_name = "S")]
    scenario: Option<String>,
    /// Ruleset
    #[arg(long, value_name = "R")]
    ruleset: Option<String>,
    /// Rules file: numbers and switches that differ from the ruleset
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,
    /// Change a number or switch of the rules, such as facing=false, moves.small=5 or
    /// cost={small=3}; may be repeated
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    changes: Vec<String>,
    /// Force (name or file); give it once for each side
    #[arg(long = "force", value_name = "NAME|FILE")]
    forces: Vec<String>,
    /// Player of a side: human, stdin, cmd:"…" or an opponent such as greedy, utility or
    /// search, some with :LEVEL (skirmish ai list shows all); give it once for each side
    #[arg(long = "agent", value_name = "NAME[:LEVEL]")]
    agents: Vec<String>,
    /// Sides that roll on the solo table, in a battle without an opponent: off (none), enemy (those of
    /// the computer) or both; without a value, both
    #[arg(
        long,
        value_name = "off|enemy|both",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "both",
        value_parser = ["off", "enemy", "both"]
    )]
    solo: Option<String>,
    /// Number of rounds, or none for no limit
    #[arg(long, value_name = "N|none", value_parser = rounds, allow_hyphen_values = true)]
    rounds: Option<Rounds>,
    /// Scale of the figures, such as 28mm
    #[arg(long, value_name = "S", value_parser = scale, allow_hyphen_values = true)]
    scale: Option<Scale>,
    /// Seed of dice and opponents; without it, a random seed is used and printed
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Source of the dice
    #[arg(long, value_name = "seeded|typed|stdin", value_parser = dice())]
    dice: Option<DiceSource>,
    /// File for the record; without it, a new file in the data folder
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print the reasons for each choice
    #[arg(long)]
    why: bool,
    /// Record the time that each choice took
    #[arg(long)]
    timing: bool,
    /// Handicap: how much of its force the computer leaves at home, such as 20%; below 0, how much
    /// you leave at home
    #[arg(long, value_name = "PERCENT", value_parser = Percent::read, allow_hyphen_values = true)]
    handicap: Option<Percent>,
    /// Time limit in seconds for each thought of an opponent that plays battles out; without it the
    /// result does not depend on the time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    think: Option<f64>,
    /// Time limit in seconds for an answer of an outside program
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    bot_time: f64,
}

impl From<BattleArgs> for BattleOptions {
    fn from(args: BattleArgs) -> Self {
        Self {
            map: args.map,
            scenario: args.scenario,
            ruleset: args.ruleset,
            rules: args.rules,
            changes: args.changes,
            forces: args.forces,
            agents: args.agents.into_iter().map(AgentName::from).collect(),
            solo: args.solo,
            rounds: args.rounds,
            scale: args.scale,
            seed: args.seed,
            dice: args.dice,
            record: args.record,
            why: args.why,
            timing: args.timing,
            bot_time: Some(Duration::from_secs_f64(args.bot_time)),
            handicap: args.handicap,
            think: args.think,
            opponent: None,
        }
    }
}

/// Makes a type that knows nothing of clap a group of options: those of another type, of which it is
/// made.
macro_rules! options_of {
    ($options:ty, $args:ty) => {
        impl ::clap::Args for $options {
            fn augment_args(command: ::clap::Command) -> ::clap::Command {
                <$args as ::clap::Args>::augment_args(command)
            }
            fn augment_args_for_update(command: ::clap::Command) -> ::clap::Command {
                <$args as ::clap::Args>::augment_args_for_update(command)
            }
        }

        impl ::clap::FromArgMatches for $options {
            fn from_arg_matches(matches: &::clap::ArgMatches) -> Result<Self, ::clap::Error> {
                <$args as ::clap::FromArgMatches>::from_arg_matches(matches).map(Self::from)
            }
            fn update_from_arg_matches(
                &mut self,
                matches: &::clap::ArgMatches,
            ) -> Result<(), ::clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}
pub(super) use options_of;

options_of!(BattleOptions, BattleArgs);

fn rounds(text: &str) -> Result<Rounds, ValueError> {
    if text == "none" {
        return Ok(Rounds(None));
    }
    match text.parse::<u16>() {
        Ok(n) if n > 0 => Ok(Rounds(Some(n))),
        _ => Err(ValueError::Expected(
            "a number of rounds from 1 to 65535, or none",
        )),
    }
}

/// Reads a figure scale, like 28mm.
///
/// # Errors
/// There is no such scale.
pub fn scale(text: &str) -> Result<Scale, ValueError> {
    let scale = Scale::named(text).ok_or_else(|| ValueError::Unknown {
        given: text.to_owned(),
        known: Scale::ALL.iter().map(|s| s.name()).collect(),
    })?;
    tell_nearest(text, scale);
    Ok(scale)
}

/// Says which row of the scale table was taken for a scale that is not in it.
pub fn tell_nearest(text: &str, scale: Scale) {
    if !scale.is_exact(text) {
        output::note(format!(
            "the scale {text} is not in the table; the nearest row is {}",
            scale.name()
        ));
    }
}

fn seconds(text: &str) -> Result<f64, ValueError> {
    match text.parse::<f64>() {
        Ok(n) if n > 0.0 && n <= 3600.0 => Ok(n),
        _ => Err(ValueError::Expected(
            "a number of seconds above 0, at most 3600",
        )),
    }
}
