//! Lists of names, and the choices that can be made from them.

use crate::rules::Rules;
use crate::source::Source;

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
pub(super) fn agent_names(given: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for text in given {
        if text.starts_with("cmd:") {
            names.push(text.clone());
        } else {
            names.extend(text.split(',').map(|n| n.trim().to_owned()));
        }
    }
    names.retain(|n| !n.is_empty());
    names
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
