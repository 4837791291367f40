//! Lists of names, and the choices that can be made from them.

use crate::battle::Side;
use crate::play::AgentName;
use crate::rules::Rules;
use crate::source::Source;
use crate::store::Failure;
use crate::store::options::check_agent;
use crate::store::text::quoted;

/// The title of a force: its `name`, or its file name if the file cannot be read.
pub(super) fn force_title(source: &Source) -> String {
    let force = Rules::of_force(source).and_then(|rules| rules.force(source, None));
    force.map_or_else(|_| source.name.clone(), |force| force.name)
}

/// Whether a list asks for everything.
pub(super) fn all(names: &[String]) -> bool {
    names.iter().any(|n| n == "all")
}

/// The agents of a list; a command is one agent, even if it contains commas.
///
/// # Errors
/// If a command seems to be a list: an agent follows a comma in it.
pub(super) fn agent_names(given: &[String]) -> Result<Vec<AgentName>, Failure> {
    let mut names = Vec::new();
    for text in given {
        if text.split(',').any(|part| is_command(part.trim())) {
            one_command(text)?;
            names.push(AgentName::from(text.as_str()));
        } else {
            let parts = text.split(',').map(str::trim);
            names.extend(parts.filter(|n| !n.is_empty()).map(AgentName::from));
        }
    }
    Ok(names)
}

fn is_command(text: &str) -> bool {
    matches!(AgentName::from(text), AgentName::Command(_))
}

/// Whether a text is one command, and no list of agents.
fn one_command(text: &str) -> Result<(), Failure> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let is_agent = |part: &&str| check_agent(&AgentName::from(*part), Side(0)).is_ok();
    if is_command(text) && !parts[1..].iter().any(is_agent) {
        return Ok(());
    }
    let mut one = |part: &&str| format!("--agents {}", quoted(part));
    let each: Vec<String> = parts.iter().map(&mut one).collect();
    Err(Failure::Message(format!(
        "--agents {}: a program cannot stand in a list with commas; give the option once for each agent: {}",
        quoted(text),
        each.join(" ")
    )))
}

/// Every choice of `size` out of `many`, in order; if `many` is smaller, all of them in turn.
pub(super) fn choices(many: usize, size: usize) -> Vec<Vec<usize>> {
    if many < size {
        return vec![(0..size).map(|at| at % many).collect()];
    }
    let mut out = Vec::new();
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        out.push(chosen.clone());
        let Some(at) = (0..size).rev().find(|at| chosen[*at] < many - size + at) else {
            return out;
        };
        chosen[at] += 1;
        for later in at + 1..size {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
}

/// Every choice in each of its rotations, for scenarios with different seats.
pub(super) fn turned(choices: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = Vec::new();
    for choice in choices {
        for turn in 0..choice.len() {
            let mut turned = choice.clone();
            turned.rotate_left(turn);
            if !out.contains(&turned) {
                out.push(turned);
            }
        }
    }
    out
}
