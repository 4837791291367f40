//! Maps, scenarios, forces, rules files and profiles by path, by name in the data folder, or built
//! in.

use super::text::read_text;
use super::{Failure, disk, suggest};
use crate::battle::Scale;
use crate::draft::Plan;
use crate::draft::plan::Rounds;
use crate::files::foreign::Format;
use crate::files::shipped::{self, Shipped};
use crate::rules::Rules;
use crate::source::Source;
use crate::survey::Pace;
use std::path::{Path, PathBuf};

/// All files of one kind that people name in options: the shipped ones, and the user's own.
#[derive(Copy, Clone, Debug)]
pub struct Library {
    /// The word for one such file: `map`.
    pub kind: &'static str,
    /// The subfolder of the data folder that holds the user's files.
    pub folder: &'static str,
    /// The ending of their file names.
    pub ending: &'static str,
    /// Those that ship with the program.
    pub shipped: &'static [Shipped],
}

/// The maps.
pub const MAPS: Library = Library {
    kind: "map",
    folder: "maps",
    ending: ".toml",
    shipped: shipped::MAPS,
};

/// The scenarios.
pub const SCENARIOS: Library = Library {
    kind: "scenario",
    folder: "maps",
    ending: ".scenario.toml",
    shipped: crate::scenario::SHIPPED,
};

/// The rules files; none ship with the program.
pub const RULES: Library = Library {
    kind: "rules file",
    folder: "rules",
    ending: ".toml",
    shipped: &[],
};

/// The user's own opponent profiles; the shipped ones are part of `ai`.
pub const PROFILES: Library = Library {
    kind: "profile",
    folder: "ai",
    ending: ".toml",
    shipped: &[],
};

/// The forces of a ruleset.
pub fn forces(rules: Rules) -> Library {
    Library {
        kind: "force",
        folder: "forces",
        ending: ".toml",
        shipped: rules.forces(),
    }
}

/// A text that was found, and where.
#[derive(Clone, Debug)]
pub struct Found {
    /// The text, under the name faults report.
    pub source: Source,
    /// The file name without its ending.
    pub name: String,
    /// The file; `None` if it is built in.
    pub path: Option<PathBuf>,
}

/// A file of a library.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The file name without its ending.
    pub name: String,
    /// The file; `None` if it is built in.
    pub path: Option<PathBuf>,
}

impl Library {
    /// Finds and reads what a player named: a path, else a name in the data folder, else a
    /// built-in. Names need no ending, no capitals and no hyphens: `Hill Pass` is `hill-pass`.
    ///
    /// # Errors
    /// There is no such file or name (close names are listed), or it cannot be read as text.
    pub fn open(&self, named: &str) -> Result<Found, Failure> {
        let path = Path::new(named);
        if disk::is_file(path) || named.contains(['/', '\\']) {
            return self.read(path);
        }
        let stem = &self.stem(named).trim().replace(' ', "-");
        if let Some(found) = self
            .all()
            .into_iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(stem))
        {
            return match found.path {
                Some(path) => self.read(&path),
                None => Ok(self.built_in(found.name)),
            };
        }
        if disk::exists(path) || named.ends_with(self.ending) {
            return self.read(path);
        }
        let known: Vec<String> = self.all().into_iter().map(|entry| entry.name).collect();
        Err(Failure::message(suggest::unknown(self.kind, named, &known)))
    }

    /// All files by name. The user's own hide shipped ones of the same name.
    pub fn all(&self) -> Vec<Entry> {
        let mut all: Vec<Entry> = Vec::new();
        let folder = disk::home().map(|home| home.join(self.folder));
        for file in folder.map_or_else(Vec::new, |folder| disk::list(&folder)) {
            let stem = self.stem(&file.name);
            // Another kind of file in the same folder has an inner ending of its own.
            if stem != file.name && !stem.is_empty() && !stem.contains('.') {
                all.push(Entry {
                    name: stem.to_owned(),
                    path: Some(file.path),
                });
            }
        }
        for (name, _) in self.shipped {
            if !all
                .iter()
                .any(|entry| entry.name.eq_ignore_ascii_case(name))
            {
                all.push(Entry {
                    name: (*name).to_owned(),
                    path: None,
                });
            }
        }
        all.sort();
        all
    }

    /// A file name without the ending of this library.
    fn stem<'a>(&self, name: &'a str) -> &'a str {
        let cut = name
            .len()
            .checked_sub(self.ending.len())
            .filter(|at| name.is_char_boundary(*at));
        match cut {
            Some(at) if name[at..].eq_ignore_ascii_case(self.ending) => &name[..at],
            _ => name,
        }
    }

    fn built_in(&self, name: String) -> Found {
        let text = self
            .shipped
            .iter()
            .find(|(n, _)| *n == name)
            .expect("listed")
            .1;
        Found {
            source: Source::new(format!("{name}{}", self.ending), text),
            name,
            path: None,
        }
    }

    fn read(&self, path: &Path) -> Result<Found, Failure> {
        let text = read_text(path)?;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let name = self.stem(&file).to_owned();
        Ok(Found {
            source: Source::new(path.display().to_string(), text),
            name,
            path: Some(path.to_owned()),
        })
    }
}

/// A force by path or name; where no ruleset is known, of any.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn force(name: &str, rules: Option<Rules>) -> Result<Source, Failure> {
    let stem = name.strip_suffix(".toml").unwrap_or(name);
    let of = |force: &str| {
        Rules::ALL.into_iter().find(|r| {
            let mut forces = r.forces().iter();
            forces.any(|(shipped, _)| shipped.eq_ignore_ascii_case(force))
        })
    };
    // of an unknown name: the ruleset of the nearest force, so that the message can name that one
    let near = || {
        let all: Vec<&str> = Rules::ALL
            .iter()
            .flat_map(|r| r.forces())
            .map(|f| f.0)
            .collect();
        suggest::nearest(stem, &all)
            .first()
            .and_then(|force| of(force))
    };
    let rules = rules
        .or_else(|| of(stem))
        .or_else(near)
        .unwrap_or(Rules::ALL[0]);
    Ok(forces(rules).open(name)?.source)
}

/// A scenario by name or file, as it is written.
///
/// # Errors
/// There is none of that name, or its file is not a scenario.
pub fn plan(named: &str) -> Result<Plan, Failure> {
    let found = SCENARIOS.open(named)?;
    Ok(Plan::read(&found.source)?)
}

/// How fast figures are, and how long the battle is, as far as a scenario says.
pub fn pace(plan: Option<&Plan>) -> Pace {
    let scale = plan.and_then(|p| p.scale.as_deref());
    let scale = scale.and_then(Scale::named);
    let mut pace = Pace::of(scale.unwrap_or_default());
    if let Some(Rounds::Count(n)) = plan.and_then(|p| p.rounds.as_ref()) {
        pace.rounds = u32::from(*n);
    }
    pace
}

/// Whether a path is an existing file whose ending belongs to a map format of another program.
pub fn is_foreign(named: &str) -> bool {
    let path = Path::new(named);
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let format = Format::of_ending(&ending);
    disk::is_file(path) && format.is_some_and(|format| format != Format::Skirmish)
}
