//! `skirmish ai`: lists, shows, checks, measures and tunes computer opponents.

mod check;
mod measure;
mod tune;

use super::output;
use super::{Ended, Exit, Failure};
use crate::ai;
use crate::store::opponents;
use clap::Subcommand;
use serde_json::json;

/// Computer opponents
#[derive(Clone, Debug, Subcommand)]
pub enum AiCommand {
    /// List all opponents
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show the weights of an opponent
    Show {
        /// Name or profile file of the opponent
        name: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Play battles with your own bot and report mistakes in its protocol
    Check(check::CheckArgs),
    /// List the words of the protocol for your own bot, or print its JSON schema
    Protocol {
        /// Print the JSON schema of all lines
        #[arg(long)]
        schema: bool,
    },
    /// Measure how strong the opponents are
    Measure(measure::MeasureArgs),
    /// Improve the weights of a profile by many battles
    Tune(Box<tune::TuneArgs>),
}

/// Runs `skirmish ai`.
///
/// # Errors
/// If there is no such opponent.
pub fn run(command: &AiCommand) -> Ended {
    match command {
        AiCommand::List { json } => list(*json)?,
        AiCommand::Show { name, json } => show(name, *json)?,
        AiCommand::Check(args) => return check::run(args),
        AiCommand::Protocol { schema } => protocol(*schema)?,
        AiCommand::Measure(args) => return measure::run(args),
        AiCommand::Tune(args) => return tune::run(args),
    }
    Ok(Exit::Done)
}

/// The words of the protocol by kind, or its schema.
fn protocol(schema: bool) -> Result<(), Failure> {
    use crate::play::external::{Request, vocabulary};
    if schema {
        return output::print(&format!("{:#}\n", vocabulary::schema()));
    }
    let names = |entries: &[vocabulary::Entry]| -> String {
        let names: Vec<&str> = entries.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    };
    let answers: Vec<&str> = vocabulary::answers().collect();
    let codes: Vec<&str> = vocabulary::codes().collect();
    output::print(&format!(
        "lines to a bot: {}\nquestions: {}\nanswers: {}\nrequests: {}\nevents: {}, {}\nreasons of refusals: {}\nfields: skirmish ai protocol --schema\n",
        names(&vocabulary::LINES),
        names(&vocabulary::QUESTIONS),
        answers.join(", "),
        Request::NAMES.join(", "),
        names(&vocabulary::EVENTS),
        vocabulary::ENDED.0,
        codes.join(", "),
    ))
}

fn list(as_json: bool) -> Result<(), Failure> {
    let mut all: Vec<(String, String)> = ai::BASELINES
        .iter()
        .map(|(name, about)| ((*name).to_owned(), (*about).to_owned()))
        .collect();
    let profiles = ai::profiles().iter();
    all.extend(profiles.map(|p| (p.name.clone(), p.about.clone())));
    if as_json {
        let list: Vec<_> = all
            .iter()
            .map(|(name, about)| match name == ai::DEFAULT {
                true => json!({"name": name, "about": about, "default": true}),
                false => json!({"name": name, "about": about}),
            })
            .collect();
        return output::print(&format!("{}\n", json!({ "agents": list })));
    }
    all.push(("human".into(), "a person at this computer".into()));
    all.push((
        "stdin".into(),
        "a program that reads and writes standard input and output".into(),
    ));
    all.push((
        "cmd:\"…\"".into(),
        "a program that skirmish starts, such as cmd:\"python3 bot.py\"".into(),
    ));
    let lines: Vec<String> = all
        .iter()
        .map(|(name, about)| format!("{name:<12} {about}\n"))
        .collect();
    output::print(&lines.concat())
}

fn show(name: &str, as_json: bool) -> Result<(), Failure> {
    if let Some((name, about)) = ai::BASELINES.iter().find(|(n, _)| *n == name) {
        let text = if as_json {
            format!("{}\n", json!({"name": name, "about": about}))
        } else {
            format!("{name}: {about}\nThis opponent has no weights.\n")
        };
        return output::print(&text);
    }
    let profile = opponents::profile(name)?;
    if as_json {
        let weights: serde_json::Map<_, _> = profile
            .weights()
            .map(|(key, value)| (key.to_owned(), json!(value)))
            .collect();
        let object = json!({"name": profile.name, "about": profile.about, "weights": weights});
        return output::print(&format!("{object}\n"));
    }
    let mut text = format!("{}: {}\n", profile.name, profile.about);
    for (key, value) in profile.weights() {
        text.push_str(&format!("  {key:<12} {value}\n"));
    }
    output::print(&text)
}
