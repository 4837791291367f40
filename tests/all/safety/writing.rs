//! Outputs: what is no regular file is written into, links stay, folders are not made, and a full
//! disk is named with its file.

use super::{recorded, run, say};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;

fn pipe(home: &Path, name: &str) {
    let made = std::process::Command::new("mkfifo")
        .arg(home.join(name))
        .status();
    assert!(made.unwrap().success());
}

/// Commands that write one file, whose name stands in place of `OUT`.
fn commands() -> Vec<(&'static str, &'static str)> {
    let mut all = vec![
        (
            "map new --theme village --grid square --size 16x16 --seed 1 --out OUT",
            ".toml",
        ),
        ("map convert ford OUT", ".toml"),
        (ARENA_HTML, ".html"),
        (ARENA_CSV, ".csv"),
        (ARENA_JSON, ".json"),
        (WATCH, ".jsonl"),
    ];
    if cfg!(feature = "print") {
        all.push(("map print ford --out OUT", ".svg"));
    }
    all
}

const ARENA_HTML: &str = "arena --map duel-ground --ruleset violence --agent random --agent random --games 2 --rounds 1 --seed 1 --html OUT";
const ARENA_CSV: &str = "arena --map duel-ground --ruleset violence --agent random --agent random --games 2 --rounds 1 --seed 1 --csv OUT";
const ARENA_JSON: &str = "arena --map duel-ground --ruleset violence --agent random --agent random --games 2 --rounds 1 --seed 1 --json OUT";
const WATCH: &str = "watch --map duel-ground --ruleset violence --agent random --agent random --rounds 1 --seed 1 --record OUT";

#[test]
fn a_pipe_that_nobody_reads_is_an_error_and_stays_a_pipe() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (words, ending) in commands() {
        let name = format!("pipe{ending}");
        let _ = std::fs::remove_file(home.join(&name));
        pipe(home, &name);
        let gave = say(home, &words.replace("OUT", &name));
        assert_eq!(gave.code, 2, "{words}: {}{}", gave.out, gave.err);
        assert!(
            gave.err.contains("nobody reads this pipe"),
            "{words}: {}",
            gave.err
        );
        assert!(gave.err.contains(&name), "{words}: {}", gave.err);
        let about = std::fs::symlink_metadata(home.join(&name)).unwrap();
        assert!(about.file_type().is_fifo(), "{words}");
    }
}

#[test]
fn a_pipe_with_a_reader_gets_everything() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (words, ending) in commands() {
        let name = format!("pipe{ending}");
        let _ = std::fs::remove_file(home.join(&name));
        pipe(home, &name);
        let path = home.join(&name);
        let reader = std::thread::spawn(move || std::fs::read(path).unwrap());
        // until the reader has opened it there is nobody
        let mut gave = say(home, &words.replace("OUT", &name));
        for _ in 0..50 {
            if !gave.err.contains("nobody reads") {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
            gave = say(home, &words.replace("OUT", &name));
        }
        assert_eq!(gave.code, 0, "{words}: {}", gave.err);
        assert!(reader.join().unwrap().len() > 100, "{words}");
    }
}

#[test]
fn a_link_stays_and_its_target_changes() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (words, ending) in commands() {
        let (link, file) = (
            home.join(format!("link{ending}")),
            home.join(format!("file{ending}")),
        );
        let _ = std::fs::remove_file(&link);
        let _ = std::fs::remove_file(&file);
        // also to a file that does not exist yet
        symlink(format!("file{ending}"), &link).unwrap();
        let gave = say(home, &words.replace("OUT", &format!("link{ending}")));
        assert_eq!(gave.code, 0, "{words}: {}", gave.err);
        assert!(
            std::fs::symlink_metadata(&link).unwrap().is_symlink(),
            "{words}"
        );
        let about = std::fs::symlink_metadata(&file).unwrap();
        assert!(about.is_file() && about.len() > 100, "{words}");
    }
}

#[test]
fn a_full_disk_is_named_with_its_file() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (words, ending) in commands() {
        let name = format!("full{ending}");
        let _ = std::fs::remove_file(home.join(&name));
        symlink("/dev/full", home.join(&name)).unwrap();
        let gave = say(home, &words.replace("OUT", &name));
        assert_eq!(gave.code, 2, "{words}: {}{}", gave.out, gave.err);
        assert!(gave.err.contains(&name), "{words}: {}", gave.err);
        assert!(
            gave.err.contains("the disk is full"),
            "{words}: {}",
            gave.err
        );
        assert!(
            std::fs::metadata("/dev/full")
                .unwrap()
                .file_type()
                .is_char_device()
        );
        assert!(
            std::fs::symlink_metadata(home.join(&name))
                .unwrap()
                .is_symlink()
        );
    }
}

#[test]
fn a_full_standard_output_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    for words in [
        "--help",
        "--version",
        "map --help",
        "map list",
        "force list --json",
        "odds --attacker troop,distance --target troop,distance",
        "map show ford",
        "completions bash",
        "help maps",
        "doctor",
        "list",
        "watch --map duel-ground --ruleset violence --agent random --agent random --rounds 1 --seed 1",
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let out = std::process::Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .args(words.split(' '))
            .env("SKIRMISH_HOME", home.path())
            .stdout(full)
            .output()
            .unwrap();
        let err = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{words}: {err}");
        assert!(
            err.contains("standard output: the disk is full"),
            "{words}: {err}"
        );
    }
}

#[test]
fn no_output_makes_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    for (words, ending) in commands() {
        let file = elsewhere.path().join(format!("no/such/file{ending}"));
        let gave = say(home.path(), &words.replace("OUT", file.to_str().unwrap()));
        assert_eq!(gave.code, 2, "{words}: {}{}", gave.out, gave.err);
        let folder = file.parent().unwrap().display().to_string();
        assert!(
            gave.err.contains(&format!("there is no folder {folder}")),
            "{words}: {}",
            gave.err
        );
        assert!(!elsewhere.path().join("no").exists(), "{words}");
    }
}

#[test]
fn a_battle_that_cannot_be_saved_says_so_and_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::write(home.join("records"), "no folder").unwrap();
    let gave = say(home, &WATCH.replace(" --record OUT", ""));
    assert_eq!(gave.code, 0, "{}", gave.err);
    assert!(
        gave.err.contains("notice: this battle is not saved"),
        "{}",
        gave.err
    );
    assert!(!gave.err.contains("the battle stops"), "{}", gave.err);
}

#[test]
fn a_file_that_grows_too_long_is_an_error_of_the_write() {
    let home = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_skirmish");
    for (option, name) in [("--json", "a.json"), ("--csv", "a.csv")] {
        let script = format!(
            "ulimit -f 1; exec '{program}' {}",
            ARENA_JSON
                .replace("--games 2", "--games 40")
                .replace("--json OUT", &format!("{option} {name}"))
        );
        let out = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(home.path())
            .env("SKIRMISH_HOME", home.path())
            .output()
            .unwrap();
        let err = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{option}: {err}");
        assert!(
            err.contains(&format!("{name}: the file would become larger")),
            "{option}: {err}"
        );
    }
}

#[test]
fn a_battle_stops_where_its_record_cannot_be_written() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let watch = WATCH
        .replace("--rounds 1", "--rounds 8")
        .replace("violence", "vsgmr");
    // in the data folder, and where an option says
    for (option, name) in [
        (" --record OUT", "records/duel-ground-1.jsonl"),
        ("", "r.jsonl"),
    ] {
        let words = watch.replace(option, "").replace("OUT", name);
        let script = format!(
            "ulimit -f 40; exec '{}' {words}",
            env!("CARGO_BIN_EXE_skirmish")
        );
        let out = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(home)
            .env("SKIRMISH_HOME", home)
            .output()
            .unwrap();
        let err = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{name}: {err}");
        assert!(
            err.contains("the battle stops here") && err.contains(name),
            "{err}"
        );
        let gave = say(home, &format!("replay {name} --verify"));
        assert_eq!(gave.code, 0, "{}", gave.err);
        assert!(gave.out.contains("unfinished"), "{}", gave.out);
    }
}

#[test]
fn merging_destroys_none_of_its_parts() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    assert_eq!(say(home, &ARENA_JSON.replace("OUT", "a.json")).code, 0);
    symlink("a.json", home.join("b.json")).unwrap();
    let before = std::fs::read(home.join("a.json")).unwrap();
    for option in ["--json", "--csv", "--html"] {
        for name in ["a.json", "./a.json", "b.json"] {
            let gave = say(home, &format!("arena merge a.json {option} {name}"));
            assert_eq!(gave.code, 2, "{option} {name}");
            assert!(gave.err.contains("is one of the parts"), "{}", gave.err);
            assert_eq!(std::fs::read(home.join("a.json")).unwrap(), before);
        }
    }
}

#[test]
fn results_that_another_program_writes_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    recorded(home);
    let words = [
        ("a.json", ARENA_JSON),
        ("r.jsonl", WATCH),
        ("a.csv", ARENA_CSV),
    ];
    for (name, words) in words {
        let _ = std::fs::remove_file(home.join(name));
        let file = std::fs::File::create(home.join(name)).unwrap();
        file.lock().unwrap();
        let words = words.replace("OUT", name);
        let gave = run(home, &words.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(gave.code, 2, "{words}: {}", gave.err);
        assert!(
            gave.err.contains("another skirmish program is using the"),
            "{}",
            gave.err
        );
        assert!(gave.err.contains(name), "{}", gave.err);
    }
}

/// A journal that cannot be written ends a command, given with `OUT` in its place.
fn refuses_journals(words: &str) {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    pipe(home, "pipe.jsonl");
    let file = std::fs::File::create(home.join("used.jsonl")).unwrap();
    file.lock().unwrap();
    for (name, why) in [
        ("no/such/j.jsonl", "there is no folder no/such"),
        ("pipe.jsonl", "nobody reads this pipe"),
        (
            "used.jsonl",
            "another skirmish program is using the journal",
        ),
    ] {
        let gave = say(home, &words.replace("OUT", name));
        assert_eq!(gave.code, 2, "{words} {name}: {}", gave.err);
        assert!(gave.err.contains(why), "{words}: {}", gave.err);
        assert!(gave.err.contains(name), "{words}: {}", gave.err);
    }
    assert!(!home.join("no").exists() && !home.join("t.toml").exists());
}

#[test]
fn journals_of_measurements_are_opened_as_other_outputs_are() {
    refuses_journals("ai measure --on held-out --rows matches --only random --resume OUT");
}

#[test]
fn journals_of_tuning_are_opened_as_other_outputs_are() {
    refuses_journals("ai tune utility --out t.toml --journal OUT");
}

#[test]
fn a_map_and_its_picture_are_written_both_or_neither() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for taken in ["o.tmx", "o-tiles.png"] {
        std::fs::create_dir(home.join(taken)).unwrap();
        let gave = say(home, "map convert duel-ground o.tmx");
        assert_eq!(gave.code, 2, "{}", gave.out);
        assert!(
            gave.err.contains(&format!("cannot write {taken}")),
            "{}",
            gave.err
        );
        let names: Vec<_> = std::fs::read_dir(home).unwrap().flatten().collect();
        assert_eq!(names.len(), 1, "{names:?}");
        std::fs::remove_dir(home.join(taken)).unwrap();
    }
    assert_eq!(say(home, "map convert duel-ground o.tmx").code, 0);
    assert!(home.join("o.tmx").is_file() && home.join("o-tiles.png").is_file());
}
