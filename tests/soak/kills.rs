//! Battles that are killed at a random moment: what they kept must be whole, and lead to the same end.

use super::Figures;
use super::battles::{difference, playable, random, recorded};
use rand::RngExt;
use rand_pcg::Pcg64;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The kill of this number: a battle, the map editor or the force builder in turn; without the window,
/// always a battle.
pub fn one(program: &Path, seed: u64, number: u64, figures: &Figures) {
    let mut random = random(seed, u64::MAX / 2 - number);
    let home = tempfile::tempdir().expect("a folder");
    let done = match number % 3 {
        #[cfg(feature = "window")]
        1 => super::drawn::killed("editor", &mut random, home.path(), figures),
        #[cfg(feature = "window")]
        2 => super::drawn::killed("builder", &mut random, home.path(), figures),
        _ => battle(program, &mut random, home.path(), figures),
    };
    if let Err(what) = done {
        figures.differs(format!("kill {number}: {what}"));
    }
}

/// The program with this data folder.
fn skirmish(program: &Path, home: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(home)
        .env("SKIRMISH_HOME", home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Kills a recorded battle and resumes it, until it comes to its end.
fn battle(
    program: &Path,
    random: &mut Pcg64,
    home: &Path,
    figures: &Figures,
) -> Result<(), String> {
    let (options, setup) = playable(random, figures);
    let begun = Instant::now();
    let whole = recorded(&setup);
    // until the program has started, played and recorded it, more or less
    let span = Duration::from_millis(30) + 2 * begun.elapsed();
    let mut words = vec![
        "watch".to_owned(),
        "--record".to_owned(),
        "r.jsonl".to_owned(),
    ];
    let mut say = |option: &str, value: Option<&str>| {
        if let Some(value) = value {
            words.push(format!("--{option}={value}"));
        }
    };
    say("ruleset", options.ruleset.as_deref());
    say("map", options.map.as_deref());
    say("scenario", options.scenario.as_deref());
    say("solo", options.solo.as_deref());
    let rounds = options
        .rounds
        .and_then(|rounds| rounds.0)
        .map(|n| n.to_string());
    say("rounds", rounds.as_deref());
    say("seed", Some(&setup.seed.to_string()));
    for force in &options.forces {
        say("force", Some(force));
    }
    for agent in &options.agents {
        say("agent", Some(&agent.to_string()));
    }
    for _ in 0..4 {
        let mut child = skirmish(program, home)
            .args(&words)
            .spawn()
            .map_err(|e| e.to_string())?;
        std::thread::sleep(random.random_range(Duration::ZERO..span));
        let _ = child.kill();
        let ended = child.wait().map_err(|e| e.to_string())?;
        figures
            .landed
            .fetch_add(u64::from(ended.code().is_none()), Ordering::Relaxed);
        let kept = std::fs::read_to_string(home.join("r.jsonl")).unwrap_or_default();
        if !whole.starts_with(kept.as_str()) {
            return Err(format!(
                "the killed record is no beginning of the whole: {options:?}"
            ));
        }
        if kept.contains('\n') {
            words = ["play", "--terminal", "--resume", "r.jsonl"]
                .map(str::to_owned)
                .into();
        } else {
            let _ = std::fs::remove_file(home.join("r.jsonl"));
        }
    }
    let ended = skirmish(program, home)
        .args(&words)
        .status()
        .map_err(|e| e.to_string())?;
    let kept = std::fs::read_to_string(home.join("r.jsonl")).unwrap_or_default();
    match difference(&whole, &kept) {
        None if ended.success() => Ok(()),
        None => Err(format!("{ended}: {options:?}")),
        Some(what) => Err(format!("resumed after kills: {what}: {options:?}")),
    }
}
