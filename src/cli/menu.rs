//! `skirmish` without a command: a menu on a terminal, a quick battle of the computer in a pipe.

use super::input::{self, Line};
use super::{Ended, Exit, Failure, output, play, watch};
use crate::play::AgentName;
use crate::rules::Rules;
use crate::store::options::{self, BattleOptions, USUAL};
use crate::store::{ladder, library, record_file};

/// Runs `skirmish` without a verb and without a window; `why` there is none. `seed`: of battles
/// that are begun.
///
/// # Errors
/// When a battle that was chosen cannot be played.
pub fn run(why: &str, seed: Option<u64>) -> Ended {
    if input::on_terminal() {
        output::note(format!("text menu, because this is a terminal and {why}"));
        return menu(seed);
    }
    output::note(format!(
        "a quick battle of the computer against itself, because {why} and this is no terminal \
         (skirmish --help lists all commands)"
    ));
    let options = seeded(seed);
    watch::begin(options.setup(USUAL)?, &options, false)
}

/// The usual battle with this seed.
fn seeded(seed: Option<u64>) -> BattleOptions {
    BattleOptions {
        seed,
        ..BattleOptions::default()
    }
}

const CHOICES: &str = "
  1  quick battle: you against the computer
  2  watch a battle: the computer against itself
  3  new battle: choose map, forces and opponent
  4  continue the last battle
  5  lists of maps, forces, scenarios and opponents
  6  make a force
  q  quit";

fn menu(seed: Option<u64>) -> Ended {
    loop {
        say(&format!("skirmish: miniature battles\n{CHOICES}"))?;
        let Some(choice) = ask("choose")? else {
            return Ok(Exit::Done);
        };
        let ended = match choice.as_str() {
            "1" => {
                let options = BattleOptions {
                    opponent: Some(ladder::proposed()),
                    ..seeded(seed)
                };
                play::begin(options.setup(AgentName::Human)?, &options)
            }
            "2" => {
                let options = seeded(seed);
                watch::begin(options.setup(USUAL)?, &options, false)
            }
            "3" => new_battle(seeded(seed)),
            "4" => go_on(),
            "5" => lists(),
            "6" => make_force(),
            "q" | "quit" | "0" => return Ok(Exit::Done),
            "" => continue,
            other => {
                say(&format!("{other:?} is not in the menu; type 1 to 6, or q"))?;
                continue;
            }
        };
        match ended {
            Err(failure) if !failure.is_closed_pipe() => say(&format!("{failure}"))?,
            Err(failure) => return Err(failure),
            Ok(_) => {}
        }
    }
}

fn say(text: &str) -> Result<(), Failure> {
    output::line(text)
}

/// Asks for a line. None: there is no more.
fn ask(what: &str) -> Result<Option<String>, Failure> {
    output::print(&format!("{what}> "))?;
    match input::line(&mut std::io::stdin().lock(), 4096).map_err(|error| Failure::Io {
        what: "the standard input".into(),
        error,
    })? {
        Line::End => Ok(None),
        Line::TooLong => Ok(Some(String::new())),
        Line::Text(text) => Ok(Some(text.trim().to_owned())),
    }
}

/// Asks for one of a list, by number or name; Enter takes the first. A path is taken as it is.
fn choose(what: &str, from: &[String]) -> Result<Option<String>, Failure> {
    for (i, name) in from.iter().enumerate() {
        say(&format!("  {:>2}  {name}", i + 1))?;
    }
    loop {
        let first = from.first().map_or("", String::as_str);
        let Some(answer) = ask(&format!("{what} [Enter: {first}]"))? else {
            return Ok(None);
        };
        if answer.is_empty() {
            return Ok(from.first().cloned());
        }
        let by_number = answer
            .parse::<usize>()
            .ok()
            .and_then(|n| from.get(n.checked_sub(1)?));
        let by_name = || from.iter().find(|n| n.eq_ignore_ascii_case(&answer));
        match by_number.or_else(by_name) {
            Some(name) => return Ok(Some(name.clone())),
            None if answer.contains(['/', '.']) => return Ok(Some(answer)),
            None => say(&format!(
                "{answer:?} is not in the list; type a number from 1 to {}, or a name",
                from.len()
            ))?,
        }
    }
}

fn new_battle(mut options: BattleOptions) -> Ended {
    let rulesets: Vec<String> = Rules::ALL.iter().map(|r| r.name().to_owned()).collect();
    let Some(ruleset) = choose("ruleset", &rulesets)? else {
        return Ok(Exit::Done);
    };
    let rules = options::ruleset(&ruleset)?;
    options.ruleset = Some(ruleset);
    let names = |entries: Vec<library::Entry>| -> Vec<String> {
        entries.into_iter().map(|e| e.name).collect()
    };
    options.map = choose("map", &names(library::MAPS.all()))?;
    let forces = names(library::forces(rules).all());
    for whose in ["your force", "force of your opponent"] {
        options.forces.extend(choose(whose, &forces)?);
    }
    let proposed = ladder::proposed();
    let mut agents: Vec<String> = vec![proposed.to_owned()];
    agents.extend(
        crate::ai::profiles()
            .iter()
            .map(|p| p.name.clone())
            .filter(|n| n != proposed),
    );
    agents.extend(crate::ai::BASELINES.iter().map(|(n, _)| (*n).to_owned()));
    agents.push("human".to_owned());
    let Some(agent) = choose("opponent", &agents)? else {
        return Ok(Exit::Done);
    };
    options.agents = vec![AgentName::Human, agent.into()];
    play::begin(options.setup(AgentName::Human)?, &options)
}

/// Resumes the newest record without a result.
fn go_on() -> Ended {
    for (path, _) in record_file::all() {
        let unfinished = record_file::bytes(&path)
            .ok()
            .and_then(|bytes| {
                crate::play::record::Record::read(&path.display().to_string(), &bytes).ok()
            })
            .is_some_and(|record| record.result.is_none());
        if unfinished {
            return play::resume(&path, &BattleOptions::default());
        }
    }
    say("There is no unfinished battle.")?;
    Ok(Exit::Done)
}

fn make_force() -> Ended {
    let rulesets: Vec<String> = Rules::ALL.iter().map(|r| r.name().to_owned()).collect();
    let Some(ruleset) = choose("ruleset", &rulesets)? else {
        return Ok(Exit::Done);
    };
    super::muster::run(options::ruleset(&ruleset)?, None, None)
}

fn lists() -> Ended {
    say("Maps")?;
    super::map::run(super::map::MapCommand::List { json: false })?;
    say("\nForces")?;
    super::force::run(&super::force::ForceCommand::List { json: false })?;
    say("\nScenarios")?;
    for entry in library::SCENARIOS.all() {
        say(&format!("{:<12}", entry.name))?;
    }
    say("\nOpponents")?;
    super::ai::run(&super::ai::AiCommand::List { json: false })
}
