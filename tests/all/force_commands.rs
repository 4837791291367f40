//! `force new` and `force edit` in lines, and rosters.

use std::path::Path;

/// What a command gave: exit code, output, errors.
fn run(home: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(arguments)
        .env("SKIRMISH_HOME", home)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .write_stdin(input)
        .output()
        .expect("it runs");
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn a_force_is_made_in_lines() {
    let home = tempfile::tempdir().unwrap();
    let lines = "\
name River Patrol
add Captain: hero, commander
add Archer: troop, distanse
2 is troop, distance
2 count 3
2 Sharpshooter
words 1
save river-patrol
quit
";
    let (code, out, err) = run(home.path(), &["force", "new"], lines);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("error: unknown word \"distanse\""), "{out}");
    assert!(
        out.contains("has it") && out.contains("Area Effect Attack"),
        "{out}"
    );
    let (code, out, _) = run(home.path(), &["force", "show", "river-patrol"], "");
    assert_eq!(code, 0);
    // commander 2 with heavy armour free, archers 1 + 1 + 2 each
    assert!(out.starts_with("River Patrol (vsgmr), 14 points"), "{out}");
    let (_, out, _) = run(
        home.path(),
        &["force", "edit", "river-patrol"],
        "del 1\nundo\n1 name Boss\nsave\n",
    );
    assert!(out.contains("saved in"), "{out}");
    let (_, out, _) = run(
        home.path(),
        &["force", "show", "river-patrol", "--roster"],
        "",
    );
    assert!(
        out.contains("Boss") && out.matches("[ ]").count() == 4,
        "{out}"
    );
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let lines = "1 is hero\nfly\nadd A: hero\n1 Tuff\ncopy 9\nsave\nquit\nquit\n";
    let (code, out, _) = run(home.path(), &["force", "new"], lines);
    assert_eq!(code, 0);
    for said in [
        "there is no figure yet",
        "\"fly\" is not a command",
        "there is no word \"Tuff\"",
        "\"9\" is not a figure",
        "save NAME",
        "quit again",
    ] {
        assert!(out.contains(said), "{said}: {out}");
    }
    let (_, _, err) = run(home.path(), &["force", "new"], "add A: hero\n");
    assert!(err.contains("was not saved"), "{err}");
    let (code, _, err) = run(home.path(), &["force", "edit", "nobody"], "");
    assert_eq!(code, 2);
    assert!(err.contains("no force called"), "{err}");
    let begin = ["force", "new", "--from", "dwarves"];
    let (_, out, _) = run(home.path(), &begin, "save dwarves\nsave dwarves\nquit\n");
    assert!(out.contains("28 points"), "{out}");
}

#[test]
fn a_roster_page_is_written() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("r.html");
    let name = file.display().to_string();
    let (code, _, err) = run(
        home.path(),
        &["force", "show", "dwarves", "--page", &name],
        "",
    );
    assert_eq!(code, 0, "{err}");
    let page = std::fs::read_to_string(file).unwrap();
    assert_eq!(page.matches("<i></i>").count(), 5);
}
