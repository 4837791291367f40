//! `skirmish doctor`: what the program finds on this machine, for reports of faults.

use super::{Ended, Exit, output, version};
use crate::rules::Rules;
use crate::store::library::{self, Library, MAPS};
use crate::store::{disk, record_file};
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Options of `doctor`.
#[derive(Clone, Debug, Args)]
pub struct DoctorArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Something that does not work here, and what would help.
struct Problem {
    what: String,
    help: &'static str,
}

/// Prints what is found, and what would help where something is missing.
///
/// # Errors
/// The output cannot be written.
pub fn run(args: &DoctorArgs) -> Ended {
    let mut problems = Vec::new();
    let mut found = Map::new();
    let program = std::env::current_exe().ok();
    found.insert(
        "program".into(),
        json!({
            "version": version::NUMBER,
            "build": version::BUILD,
            "features": version::features(),
            "file": program.map(|path| path.display().to_string()),
        }),
    );
    found.insert("system".into(), system());
    found.insert("terminal".into(), terminal(&mut problems));
    found.insert("window".into(), window(&mut problems));
    found.insert("data folder".into(), data(&mut problems));
    found.insert(
        "sound".into(),
        json!({ "used": "no: skirmish makes no sound" }),
    );
    let problems: Vec<Value> = problems
        .into_iter()
        .map(|problem| json!({"what": problem.what, "help": problem.help}))
        .collect();
    if args.json {
        let mut object: Map<String, Value> = found
            .into_iter()
            .map(|(key, value)| (key.replace(' ', "_"), value))
            .collect();
        object.insert("problems".into(), Value::Array(problems));
        output::print(&format!("{}\n", Value::Object(object)))?;
    } else {
        output::print(&report_text(&found, &problems))?;
    }
    Ok(Exit::Done)
}

/// The findings as text for people.
fn report_text(found: &Map<String, Value>, problems: &[Value]) -> String {
    let mut text = format!("skirmish {}\n", version::details());
    for (section, values) in found {
        text.push_str(&format!("\n{section}\n"));
        for (key, value) in values.as_object().into_iter().flatten() {
            let (label, value) = match key.strip_suffix("_bytes") {
                Some(label) => (label, value.as_u64().map(|n| json!(size(n)))),
                None => (key.as_str(), Some(value.clone())),
            };
            // names of environment variables stay as they are
            let ours = !label.contains(|c: char| c.is_ascii_uppercase());
            let label = match ours {
                true => label.replace('_', " "),
                false => label.to_owned(),
            };
            let value = word(&value.unwrap_or(Value::Null));
            text.push_str(&format!("  {label:<18} {value}\n"));
        }
    }
    match problems {
        [] => text.push_str("\nno problems found\n"),
        _ => text.push_str("\nproblems\n"),
    }
    for problem in problems {
        let [what, help] = ["what", "help"].map(|key| word(&problem[key]));
        text.push_str(&format!("  {what}\n    {help}\n"));
    }
    crate::shown::message(&text)
}

fn word(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(all) if all.is_empty() => "none".to_owned(),
        Value::Array(all) => all.iter().map(word).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

fn size(bytes: u64) -> String {
    format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
}

/// An environment variable that is set to something.
fn variable(name: &str) -> Option<String> {
    let value = std::env::var_os(name)?.to_string_lossy().into_owned();
    (!value.is_empty()).then_some(value)
}

/// What another program of the system prints. None: it is missing or fails.
fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn system() -> Value {
    let name = match std::env::consts::OS {
        "linux" => std::fs::read_to_string("/etc/os-release")
            .ok()
            .and_then(|text| {
                let line = text.lines().find_map(|l| l.strip_prefix("PRETTY_NAME="));
                line.map(|name| name.trim_matches('"').to_owned())
            }),
        "macos" => output_of("sw_vers", &["-productVersion"]),
        "windows" => output_of("cmd", &["/c", "ver"]),
        _ => None,
    };
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").ok();
    let kernel = kernel.map(|text| text.trim().to_owned());
    json!({
        "system": std::env::consts::OS,
        "name": name,
        "kernel": kernel.or_else(|| output_of("uname", &["-r"])),
        "processor": std::env::consts::ARCH,
        "processor_threads": std::thread::available_parallelism().ok().map(usize::from),
        "locale": locale(),
    })
}

/// The language and encoding that programs in a terminal use.
fn locale() -> Option<String> {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    names.into_iter().find_map(variable)
}

fn terminal(problems: &mut Vec<Problem>) -> Value {
    let size = crossterm::terminal::size().ok();
    let input = std::io::stdin().is_terminal();
    let output = output::is_terminal();
    let utf8 = locale().is_some_and(|name| {
        let name = name.to_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    });
    if cfg!(unix) && !utf8 {
        problems.push(Problem {
            what: "the locale is not UTF-8: some signs on boards may look wrong in the terminal"
                .to_owned(),
            help: "set it before you start skirmish, for example: export LANG=C.UTF-8",
        });
    }
    if output && size.is_some_and(|(columns, rows)| columns < 80 || rows < 24) {
        problems.push(Problem {
            what: "the terminal has fewer than 80 columns or 24 rows".to_owned(),
            help: "make it larger, so that a whole board fits",
        });
    }
    json!({
        "input_is_terminal": input,
        "output_is_terminal": output,
        "columns": size.map(|size| size.0),
        "rows": size.map(|size| size.1),
        "colours": match crossterm::style::available_color_count() {
            u16::MAX => "16 million".to_owned(),
            count => count.to_string(),
        },
        "TERM": variable("TERM").unwrap_or_else(|| "not set".to_owned()),
        "NO_COLOR": variable("NO_COLOR").is_some(),
    })
}

#[cfg(not(feature = "window"))]
fn window(_: &mut [Problem]) -> Value {
    json!({ "built_in": false })
}

#[cfg(feature = "window")]
fn window(problems: &mut Vec<Problem>) -> Value {
    let display = crate::window::display();
    let driver = match &display {
        Ok(()) => crate::window::driver(),
        Err(why) => Err(why.clone()),
    };
    let driver = driver.map_err(|why| why.to_string());
    let help = match (&display, &driver) {
        (_, Err(why)) if why.contains("XOpenDisplay") => Some(
            "DISPLAY names a display that does not answer: correct it, or play in the terminal: skirmish play --terminal",
        ),
        (Err(_), _) => Some("skirmish runs in the terminal: skirmish play --terminal"),
        (_, Err(_)) => Some(
            "install the graphics driver (on Debian: libgl1 libgl1-mesa-dri libx11-6 libxi6 \
             libxkbcommon0 libxcursor1), or play in the terminal: skirmish play --terminal",
        ),
        _ => None,
    };
    if let (Some(help), Err(why)) = (help, &driver) {
        let what = format!("the window cannot be opened: {why}");
        problems.push(Problem { what, help });
    }
    let set = |name: &str| variable(name).unwrap_or_else(|| "not set".to_owned());
    json!({
        "built_in": true,
        "display": display.is_ok(),
        "graphics_driver": driver.ok(),
        "DISPLAY": set("DISPLAY"),
        "WAYLAND_DISPLAY": set("WAYLAND_DISPLAY"),
        "XDG_SESSION_TYPE": set("XDG_SESSION_TYPE"),
    })
}

fn data(problems: &mut Vec<Problem>) -> Value {
    let Some(home) = disk::home() else {
        problems.push(Problem {
            what: "there is no data folder: neither SKIRMISH_HOME nor HOME is set".to_owned(),
            help: "set SKIRMISH_HOME to a folder; without it battles are not recorded",
        });
        return json!({ "folder": null });
    };
    let existing = home.ancestors().find(|folder| folder.exists());
    let writable = existing.map(is_writable);
    if writable != Some(true) {
        problems.push(Problem {
            what: format!("the data folder {} cannot be written", home.display()),
            help: "change its permissions, or set SKIRMISH_HOME to another folder",
        });
    }
    json!({
        "folder": home.display().to_string(),
        "exists": home.is_dir(),
        "writable": writable,
        "free_space_bytes": existing.and_then(free_space),
        "records": files_in(record_file::folder()),
        "own_maps": own(&MAPS),
        "own_scenarios": own(&library::SCENARIOS),
        "own_forces": own(&library::forces(Rules::ALL[0])),
        "own_rules_files": own(&library::RULES),
        "own_profiles": own(&library::PROFILES),
    })
}

/// Whether a file can be written in a folder: one is created and removed again.
fn is_writable(folder: &Path) -> bool {
    let name = format!(".skirmish-doctor-{}", std::process::id());
    let probe = folder.join(name);
    let mut create = std::fs::OpenOptions::new();
    let created = create.write(true).create_new(true).open(&probe);
    let removed = std::fs::remove_file(&probe);
    created.is_ok() && removed.is_ok()
}

/// Free space of the disk a folder is on, in bytes, where `df` tells it.
fn free_space(folder: &Path) -> Option<u64> {
    if !cfg!(unix) {
        return None;
    }
    let usage = output_of("df", &["-Pk", folder.to_str()?])?;
    let row = usage.lines().nth(1)?;
    // file system, blocks, used, available, capacity, mount point
    let kib: u64 = row.split_whitespace().nth(3)?.parse().ok()?;
    kib.checked_mul(1024)
}

/// The number of the user's own files in a library.
fn own(library: &Library) -> usize {
    let all = library.all().into_iter();
    all.filter(|entry| entry.path.is_some()).count()
}

/// How many files a folder holds; 0 if there is none.
fn files_in(folder: Option<PathBuf>) -> usize {
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    let files = entries.into_iter().flatten().flatten();
    files.filter(|entry| entry.path().is_file()).count()
}
