//! The build script: tells the program which commit it is built from, and lists the chapters of the
//! rule books.
//!
//! A debug build is a "development build", so that a commit never makes cargo compile it again.

use std::path::Path;
use std::process::Command;

fn main() {
    list_chapters();
    println!("cargo:rerun-if-changed=src/build.rs");
    println!("cargo:rerun-if-env-changed=SKIRMISH_COMMIT");
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let given = std::env::var("SKIRMISH_COMMIT").ok();
    let build = match given.filter(|commit| !commit.trim().is_empty()) {
        Some(commit) => format!("commit {}", commit.trim()),
        None if !release => "development build".to_owned(),
        None => {
            let commit = packaged().or_else(checked_out);
            format!("commit {}", commit.as_deref().unwrap_or("unknown"))
        }
    };
    println!("cargo:rustc-env=SKIRMISH_BUILD={build}");
}

/// Writes the chapters under `src/book/text` as a table of (ruleset, its chapters), each chapter a
/// file name and its text, in the order of the names.
fn list_chapters() {
    const TEXTS: &str = "src/book/text";
    println!("cargo:rerun-if-changed={TEXTS}");
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    };
    let mut table = String::from("&[\n");
    for ruleset in names(TEXTS) {
        table += &format!("(\"{ruleset}\", &[\n");
        for file in names(&format!("{TEXTS}/{ruleset}")) {
            if file.ends_with(".md") {
                table += &format!(
                    "(\"{file}\", include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{TEXTS}/{ruleset}/{file}\"))),\n"
                );
            }
        }
        table += "]),\n";
    }
    table += "]\n";
    let out = std::env::var("OUT_DIR").expect("cargo names a folder");
    std::fs::write(Path::new(&out).join("chapters.rs"), table).expect("the folder can be written");
}

/// The commit that `cargo package` writes into a package.
fn packaged() -> Option<String> {
    let about = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = about.split_once("\"sha1\"")?;
    let sha = rest.split('"').nth(1)?;
    Some(sha.get(..7)?.to_owned())
}

/// The commit of the folder's own repository, and whether files have changed since.
fn checked_out() -> Option<String> {
    // a repository around the folder that does not hold it says nothing about it
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    for place in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", place])
            && Path::new(&path).exists()
        {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    for part in ["src", "maps", "ai", "Cargo.toml", "Cargo.lock"] {
        println!("cargo:rerun-if-changed={part}");
    }
    let commit = git(&["rev-parse", "--short=7", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    match changed.is_empty() {
        true => Some(commit),
        false => Some(format!("{commit} with changes")),
    }
}

/// What git prints, if it is there and succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
