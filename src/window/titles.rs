//! Names for people: titles of maps, forces, scenarios and opponents instead of file names.

use crate::battle::Side;
use crate::play::{AgentName, Summary};
use crate::rules::Game;
use crate::source::Source;

/// The title for a name of a file or option: `two-fords` is `Two fords`.
pub fn of_name(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

/// The title that a file gives itself with its key `name`, else the title for its file name.
pub fn of_file(source: &Source, file: &str) -> String {
    let table = source.parse::<toml::Table>().ok();
    let title = table.as_ref().and_then(|t| t.get("name")?.as_str());
    title.map_or_else(|| of_name(file), str::to_owned)
}

/// A title, marked if the file is the player's own.
pub fn marked(title: &str, own: bool) -> String {
    match own {
        true => format!("{title} (yours)"),
        false => title.to_owned(),
    }
}

/// The player of a side in words: `human` is `person`, `utility:3` is `Utility, level 3`.
pub fn player(agent: &AgentName) -> String {
    match agent {
        AgentName::Human => "person".to_owned(),
        AgentName::Stdin | AgentName::Command(_) => "program".to_owned(),
        AgentName::Opponent { name, level: None } => of_name(name),
        AgentName::Opponent {
            name,
            level: Some(level),
        } => format!("{}, level {level}", of_name(name)),
    }
}

/// The sides of a saved battle and who plays them: `Orcs (person) against Elves (Utility)`.
pub fn sides(about: &Summary) -> String {
    let pairs = about.forces.iter().zip(&about.agents);
    let sides = pairs.map(|(force, agent)| format!("{force} ({})", player(agent)));
    sides.collect::<Vec<_>>().join(" against ")
}

/// A side's name, with its number where others are called the same.
pub fn side_name(game: &Game, side: Side) -> String {
    let name = &game.sides()[side.index()].name;
    let alike = game.sides().iter().filter(|s| s.name == *name).count();
    match alike {
        1 => name.clone(),
        _ => format!("{name} ({})", side.index() + 1),
    }
}
