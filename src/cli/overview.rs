//! `skirmish list`, `skirmish scenarios` and `skirmish help TOPIC`: what exists, and where to go on.

use super::{Ended, Exit, Failure, force, output};
use crate::ai;
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::store::library::{self, Library, MAPS};
use crate::store::suggest;
use clap::Args;
use serde_json::{Map, Value, json};

/// Options of commands that list something.
#[derive(Clone, Debug, Args)]
pub struct ListArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Options of `help`.
#[derive(Clone, Debug, Args)]
pub struct HelpArgs {
    /// A command such as "map new", or a topic: maps, scenarios, forces, rulesets, opponents
    words: Vec<String>,
}

/// Something there are several of, and what a newcomer should know about it.
struct Topic {
    name: &'static str,
    /// Another name people use.
    alias: &'static str,
    about: &'static str,
    /// Commands to go on with, each with what it does.
    next: &'static [(&'static str, &'static str)],
    names: fn() -> Vec<Named>,
}

/// All topics, in the order in which `skirmish list` shows them.
const TOPICS: [Topic; 5] = [
    Topic {
        name: "maps",
        alias: "boards",
        about: "A map is the board of a battle: spaces, walls, heights and deployment zones.",
        next: &[
            ("skirmish map list", "lists all maps with their size"),
            ("skirmish map show castle", "draws one"),
            ("skirmish play --map castle", "plays on one"),
            ("skirmish map --help", "shows how to make and change maps"),
        ],
        names: || own_and_shipped(&MAPS),
    },
    Topic {
        name: "scenarios",
        alias: "missions",
        about: "A scenario says what the sides fight for, where they begin and how long it takes.",
        next: &[
            (
                "skirmish scenarios",
                "lists all scenarios and describes them",
            ),
            ("skirmish play --scenario siege", "plays one"),
        ],
        names: || own_and_shipped(&library::SCENARIOS),
    },
    Topic {
        name: "forces",
        alias: "armies",
        about: "A force is the figures of one side. Each force belongs to one ruleset.",
        next: &[
            (
                "skirmish force list",
                "lists all forces with ruleset and points",
            ),
            ("skirmish force show orcs", "shows one"),
            (
                "skirmish play --force elves --force orcs",
                "plays one against another",
            ),
            (
                "skirmish force --help",
                "shows how to make and change forces",
            ),
        ],
        names: force_names,
    },
    Topic {
        name: "rulesets",
        alias: "games",
        about: "A ruleset is the game that is played. The first one is the default.",
        next: &[
            (
                "skirmish rules list",
                "lists all rulesets and describes them",
            ),
            (
                "skirmish rules show d8",
                "shows every number that can be changed",
            ),
            ("skirmish play --ruleset d8", "plays by one"),
        ],
        names: || Rules::ALL.iter().map(|r| Named::new(r.name())).collect(),
    },
    Topic {
        name: "opponents",
        alias: "agents",
        about: "An opponent (agent) decides for a side. Some have levels from 1 to 5, such as utility:2.\n\
Besides those below, a side can be human, stdin, or a program such as cmd:\"python3 bot.py\".",
        next: &[
            ("skirmish ai list", "lists all opponents and how they play"),
            (
                "skirmish play --agent human --agent bold",
                "plays against one",
            ),
            (
                "skirmish watch --agent bold --agent raider",
                "watches two of them",
            ),
        ],
        names: opponent_names,
    },
];

/// Something that is listed.
struct Named {
    name: String,
    /// What stands behind the name: a star for the user's own files, a ruleset where two of them
    /// have one of this name.
    mark: String,
}

impl Named {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            mark: String::new(),
        }
    }
    /// The user's own file, or one that ships with the program.
    fn file(name: &str, is_own: bool) -> Self {
        Self {
            mark: if is_own { OWN } else { "" }.to_owned(),
            ..Self::new(name)
        }
    }
}

/// The mark of the user's own files.
const OWN: &str = "*";

/// The names in a library.
fn own_and_shipped(library: &Library) -> Vec<Named> {
    let entries = library.all().into_iter();
    entries
        .map(|entry| Named::file(&entry.name, entry.path.is_some()))
        .collect()
}

/// The forces of all rulesets.
fn force_names() -> Vec<Named> {
    let all = force::all();
    let is_shared = |name: &str| all.iter().filter(|force| force.name == name).count() > 1;
    let named = all.iter().map(|force| match is_shared(&force.name) {
        true => Named {
            mark: format!(" ({})", force.rules.name()),
            ..Named::new(&force.name)
        },
        false => Named::file(&force.name, force.file.is_some()),
    });
    named.collect()
}

/// The opponents that ship and the user's own profiles.
fn opponent_names() -> Vec<Named> {
    let baselines = ai::BASELINES.iter().map(|(name, _)| Named::new(name));
    let profiles = ai::profiles().iter().map(|p| Named::new(&p.name));
    let mut names: Vec<Named> = baselines.chain(profiles).collect();
    names.extend(own_and_shipped(&library::PROFILES));
    names
}

/// Names in a paragraph, each with its mark.
fn paragraph(names: &[Named]) -> String {
    let all: Vec<String> = names
        .iter()
        .map(|n| format!("{}{}", n.name, n.mark))
        .collect();
    wrapped(&all.join(", "))
}

/// Whether any of them is the user's own file.
fn has_own(names: &[Named]) -> bool {
    names.iter().any(|named| named.mark == OWN)
}

/// Prints everything that exists, kind by kind.
///
/// # Errors
/// The output cannot be written.
pub fn list(args: &ListArgs) -> Ended {
    if args.json {
        let mut all = Map::new();
        for topic in &TOPICS {
            let mut names: Vec<String> = Vec::new();
            for named in (topic.names)() {
                if !names.contains(&named.name) {
                    names.push(named.name);
                }
            }
            all.insert(topic.name.to_owned(), json!(names));
        }
        output::print(&format!("{}\n", Value::Object(all)))?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    let mut own = false;
    for topic in &TOPICS {
        let names = (topic.names)();
        own |= has_own(&names);
        let title = format!("{}{}", topic.name[..1].to_uppercase(), &topic.name[1..]);
        let (more, _) = topic.next[0];
        text.push_str(&format!("{title} ({}; more: {more})\n", names.len()));
        text.push_str(&paragraph(&names));
        text.push('\n');
    }
    if own {
        text.push_str("* your own file\n");
    }
    text.push_str("More: skirmish help maps (or another topic), skirmish play, skirmish --help\n");
    output::print(&text)?;
    Ok(Exit::Done)
}

/// Prints the scenarios with what they are about.
///
/// # Errors
/// The output cannot be written.
pub fn scenarios(args: &ListArgs) -> Ended {
    let mut listed = Vec::new();
    let mut text = String::new();
    for entry in library::SCENARIOS.all() {
        let named = match &entry.path {
            Some(path) => path.display().to_string(),
            None => entry.name.clone(),
        };
        let read = library::SCENARIOS
            .open(&named)
            .and_then(|found| Ok(Scenario::read(&found.source)?));
        let scenario = match read {
            Ok(scenario) => scenario,
            Err(failure) => {
                let failure = crate::shown::message(&failure.to_string());
                text.push_str(&format!("{}\n    unreadable: {failure}\n", entry.name));
                continue;
            }
        };
        let ruleset = scenario.ruleset().map(Rules::name);
        let notes = scenario.notes().unwrap_or_default();
        text.push_str(&format!(
            "{:<16} {} (ruleset {}, map {})\n",
            entry.name,
            scenario.name(),
            ruleset.unwrap_or("any"),
            scenario.map().unwrap_or("any")
        ));
        if !notes.is_empty() {
            text.push_str(&wrapped(notes));
        }
        listed.push(json!({
            "name": entry.name,
            "title": scenario.name(),
            "notes": notes,
            "ruleset": ruleset,
            "map": scenario.map(),
            "sides": scenario.sides(),
            "file": entry.path.map(|path| path.display().to_string()),
        }));
    }
    if args.json {
        output::print(&format!("{}\n", json!({ "scenarios": listed })))?;
        return Ok(Exit::Done);
    }
    text.push_str("\nPlay one: skirmish play --scenario NAME\n");
    output::print(&text)?;
    Ok(Exit::Done)
}

/// Prints the help of a command, or a topic.
///
/// # Errors
/// There is no such command or topic, or the output cannot be written.
pub fn help(args: &HelpArgs, mut command: clap::Command) -> Ended {
    command.build();
    let topic = |word: &str| {
        let same = |name: &str| name.eq_ignore_ascii_case(word);
        TOPICS.iter().find(|t| same(t.name) || same(t.alias))
    };
    if let [word] = args.words.as_slice()
        && let Some(topic) = topic(word)
    {
        return explain(topic);
    }
    let mut at = &command;
    for (depth, word) in args.words.iter().enumerate() {
        let Some(below) = at.find_subcommand(word) else {
            return Err(no_command(at, &args.words[..depth], word));
        };
        at = below;
    }
    let words = args.words.iter().map(String::as_str);
    let asked = ["skirmish"].into_iter().chain(words).chain(["--help"]);
    match command.try_get_matches_from(asked) {
        Err(help) => write_styled(&help.render())?,
        Ok(_) => unreachable!("--help always ends the parse"),
    }
    Ok(Exit::Done)
}

/// The message about a word that is no command after the words before it.
fn no_command(at: &clap::Command, before: &[String], word: &str) -> Failure {
    let commands = at.get_subcommands().filter(|below| !below.is_hide_set());
    let mut known: Vec<&str> = commands.map(clap::Command::get_name).collect();
    Failure::message(match before {
        [] => {
            known.extend(TOPICS.iter().flat_map(|topic| [topic.name, topic.alias]));
            suggest::unknown("command or topic", word, &known)
        }
        _ => {
            let kind = format!("{} command", before.join(" "));
            suggest::unknown(&kind, word, &known)
        }
    })
}

/// Prints a text of clap, in colour where the terminal shows colours.
fn write_styled(text: &clap::builder::StyledStr) -> Result<(), Failure> {
    output::print_coloured(&text.ansi().to_string())
}

fn explain(topic: &Topic) -> Ended {
    let names = (topic.names)();
    let mut text = format!("{}\n\n{}\n", topic.about, paragraph(&names));
    if has_own(&names) {
        text.push_str("* your own file\n\n");
    }
    for (command, what) in topic.next {
        text.push_str(&format!("{command:<44} {what}\n"));
    }
    output::print(&text)?;
    Ok(Exit::Done)
}

/// A text in lines of at most 78 characters, each indented by two.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut line = String::from(" ");
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > 78 && line.len() > 1 {
            out.push_str(&line);
            out.push('\n');
            line = String::from(" ");
        }
        line.push(' ');
        line.push_str(word);
    }
    out.push_str(&line);
    out.push('\n');
    out
}
