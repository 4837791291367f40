//! Programs that are killed at a random moment: what they kept must be whole, and lead to the same
//! end.

use super::Figures;
use super::battles::{difference, playable, random, recorded};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;
use skirmish::files;
use skirmish::rules::Rules;
use skirmish::store::disk::with_home;
use skirmish::window::{App, rehearse};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Gestures of the map editor and of the force builder.
const GESTURES: usize = 12;
/// The map that is drawn.
const MAP: &str = "format = \"skirmish-map/1\"\nname = \"Heath\"\ngrid = \"square\"\nterrain = \"\"\"\n........\n........\n........\n........\n........\n........\n........\n........\"\"\"\n";

/// The kill of this number: a battle, the map editor or the force builder in turn.
pub fn one(program: &Path, seed: u64, number: u64, figures: &Figures) {
    let mut random = random(seed, u64::MAX / 2 - number);
    let home = tempfile::tempdir().expect("a folder");
    let done = match number % 3 {
        0 => battle(program, &mut random, home.path(), figures),
        1 => drawn("editor", &mut random, home.path(), figures),
        _ => drawn("builder", &mut random, home.path(), figures),
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

fn digest(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The gestures of a task, the same for the same seed.
fn gestures(task: &str, seed: u64) -> Vec<String> {
    let mut random = random(seed, 0);
    (0..GESTURES)
        .map(|_| match task {
            "editor" => match random.random_range(0..6) {
                0 => "key Ctrl+Z".to_owned(),
                1 => "key Ctrl+Y".to_owned(),
                _ => {
                    let column = char::from(b'A' + random.random_range(0..8));
                    format!("click {column}{}", random.random_range(1..=8))
                }
            },
            _ => {
                let labels = [
                    "hero",
                    "mook",
                    "Tough",
                    "One more",
                    "Add figure",
                    "Undo",
                    "distance",
                ];
                format!("button \"{}\"", labels.choose(&mut random).expect("labels"))
            }
        })
        .collect()
}

/// The draft of the force builder in a data folder.
fn draft(home: &Path) -> String {
    let all = std::fs::read_dir(home.join("drafts"))
        .into_iter()
        .flatten()
        .flatten();
    let mut drafts: Vec<_> = all
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    drafts.sort();
    let texts = drafts
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap_or_default());
    texts.collect()
}

/// The app of a task, as it was left.
fn app(task: &str, home: &Path) -> App {
    let app = match task {
        "editor" => App::edit_map(home.join("heath.toml").to_str()),
        _ => App::make_force(Rules::Vsgmr, None),
    };
    app.expect("it opens")
}

/// What a task has come to.
fn state(task: &str, app: &App, home: &Path) -> String {
    digest(&match task {
        "editor" => files::write(&app.draft().expect("a map is drawn").sheet().map()),
        _ => draft(home),
    })
}

/// Draws or builds in its data folder, and tells after every gesture what it has come to.
pub fn child(task: &str, seed: u64) {
    let home = std::env::current_dir().expect("a folder");
    with_home(&home, || {
        let mut app = app(task, &home);
        super::say(&state(task, &app, &home));
        for gesture in gestures(task, seed) {
            // a button that is not there changes nothing
            let _ = rehearse(&mut app, &format!("{gesture}\nwait 2\n"));
            super::say(&state(task, &app, &home));
        }
    });
}

/// What a child told until it ended, or was killed after this many lines and some time.
fn told(
    task: &str,
    seed: u64,
    home: &Path,
    kill: Option<(usize, Duration)>,
) -> Result<(Vec<String>, bool), String> {
    std::fs::write(home.join("heath.toml"), MAP).map_err(|e| e.to_string())?;
    let me = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut child = Command::new(me)
        .args(["--child", task, "--seed", &seed.to_string()])
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    let from = BufReader::new(child.stdout.take().expect("a pipe"));
    let most = kill.map_or(usize::MAX, |(lines, _)| lines);
    let lines: Vec<String> = from.lines().map_while(Result::ok).take(most).collect();
    if let Some((_, time)) = kill {
        std::thread::sleep(time);
        let _ = child.kill();
    }
    let ended = child.wait().map_err(|e| e.to_string())?;
    Ok((lines, ended.code().is_none()))
}

/// Kills the map editor or the force builder; what it had told of must be there again, and what is
/// there must be a state that it was in.
fn drawn(task: &str, random: &mut Pcg64, home: &Path, figures: &Figures) -> Result<(), String> {
    let seed = random.random_range(0..1 << 40);
    let whole = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (all, _) = told(task, seed, whole.path(), None)?;
    if all.len() != GESTURES + 1 {
        return Err(format!("{task}: {} states with the seed {seed}", all.len()));
    }
    let lines = random.random_range(1..=GESTURES);
    let time = Duration::from_micros(random.random_range(0..60_000));
    let (seen, landed) = told(task, seed, home, Some((lines, time)))?;
    figures
        .landed
        .fetch_add(u64::from(landed), Ordering::Relaxed);
    if seen[..] != all[..seen.len()] {
        return Err(format!(
            "{task}: other states than before with the seed {seed}"
        ));
    }
    let now = with_home(home, || {
        let app = app(task, home);
        state(task, &app, home)
    });
    let possible = &all[seen.len().saturating_sub(1)..];
    match possible.contains(&now) {
        true => Ok(()),
        false => Err(format!(
            "{task}: killed after {lines} states, it came back as none of the later ones; seed {seed}"
        )),
    }
}
