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
    assert!(err.contains("there is no force \"nobody\""), "{err}");
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

#[test]
fn a_force_is_compared_with_a_budget() {
    let home = tempfile::tempdir().unwrap();
    let check = |more: &[&str]| run(home.path(), &[&["force", "check"], more].concat(), "");
    let (code, out, _) = check(&["elves", "--budget", "25"]);
    assert_eq!(
        (code, out.as_str()),
        (0, "Elves: 25 points, within the budget of 25 (0 left)\n")
    );
    let (code, out, _) = check(&["elves", "--budget", "22.5"]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("Elves: 25 points, 2½ over the budget of 22½\nerror: Elves: costs 25")
            || out.starts_with(
                "Elves: 25 points, 2.5 over the budget of 22.5\nerror: Elves: costs 25"
            ),
        "{out}"
    );
    assert!(
        out.contains("without ") && out.contains("it would fit"),
        "{out}"
    );
    let (code, out, _) = check(&["elves", "--budget", "3"]);
    assert!(code == 1 && out.contains("the most expensive are"), "{out}");
    let (code, out, _) = check(&["elves", "--budget", "20", "--json"]);
    let finding: serde_json::Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!(
        (code, &finding["severity"], &finding["where"]),
        (1, &"error".into(), &"Elves".into())
    );
    let (code, _, err) = check(&["elves", "--budget", "many"]);
    assert!(code == 2 && err.contains("steps of 0.5"), "{err}");
}

#[test]
fn a_force_is_compared_with_another_by_battles() {
    let home = tempfile::tempdir().unwrap();
    let check = |more: &[&str]| {
        let what = ["force", "check", "knives", "--agent", "charge"];
        run(home.path(), &[&what, more].concat(), "")
    };
    let games = ["--against", "brutes", "--games", "12", "--seed", "1"];
    let (code, out, err) = check(&[&games[..], &["--jobs", "1"]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    let verdicts = [
        "Alley Knives beat Two Brutes and a Lookout: they win ",
        "Alley Knives lose to Two Brutes and a Lookout: they win ",
        "Alley Knives and Two Brutes and a Lookout are about equally strong: Alley Knives win ",
        "Not enough battles to tell: Alley Knives win ",
    ];
    let verdict = verdicts.iter().position(|said| out.starts_with(said));
    assert!(verdict.is_some(), "{out}");
    assert!(out.contains(" of 12 battles on 6 maps"), "{out}");
    assert_eq!(out, check(&[&games[..], &["--jobs", "3"]].concat()).1);
    let (_, out, _) = check(&[&games[..], &["--json"]].concat());
    let met: serde_json::Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!(
        (&met["type"], &met["games"]),
        (&"battles".into(), &12.into())
    );
    let count = |key: &str| met[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 12);
    // The sentence says what the numbers say.
    match verdict {
        Some(0) => assert!(count("wins") > count("losses"), "{met}"),
        Some(1) => assert!(count("wins") < count("losses"), "{met}"),
        _ => {}
    }
    // The maps are of all three grids.
    let maps = met["maps"].as_array().unwrap();
    assert_eq!(maps.len(), 6);
    for (force, why) in [
        ("elves", "same ruleset"),
        ("knives", "same force"),
        ("nobody", "there is no force \"nobody\""),
    ] {
        let (code, _, err) = check(&["--against", force, "--games", "2", "--seed", "1"]);
        assert!(code == 2 && err.contains(why), "{err}");
    }
    let (code, _, err) = check(&["--games", "2"]);
    assert!(code == 2 && err.contains("--against"), "{err}");
}

#[test]
fn p4_changed_the_check_of_a_force_and_its_battle_say_the_same() {
    let home = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = home.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let nobody = write(
        "nobody.toml",
        "format = \"skirmish-force/1\"\nruleset = \"vsgmr\"\nname = \"Nobody\"\npoints = 30\n\
         [[figure]]\nname = \"T\"\nis = \"troop, distance\"\ncount = 8\n",
    );
    let watch = |ruleset: &str, own: &str, other: &str| {
        let battle = [
            "watch",
            "--ruleset",
            ruleset,
            "--map",
            "duel-ground",
            "--rounds",
            "1",
        ];
        let more = ["--seed", "1", "--agent", "random", "--agent", "random"];
        let forces = ["--force", own, "--force", other];
        run(home.path(), &[&battle[..], &more, &forces].concat(), "")
    };
    let (code, checked, _) = run(home.path(), &["force", "check", &nobody], "");
    assert_eq!((code, checked.lines().count()), (0, 2), "{checked}");
    let (_, _, said) = watch("vsgmr", &nobody, "elves");
    for line in checked.lines() {
        assert!(said.contains(line), "{line:?} is missing: {said}");
    }
    let planes = write(
        "planes.toml",
        "format = \"skirmish-force/1\"\nruleset = \"d8\"\nname = \"Planes\"\n\
         [[figure]]\nname = \"Jet\"\nis = \"plane\"\ncount = 3\n",
    );
    let what = "all units of this force stay off the map";
    let (code, checked, _) = run(home.path(), &["force", "check", &planes], "");
    assert!(code == 1 && checked.contains(what), "{checked}");
    let (code, _, said) = watch("d8", &planes, "rifle-platoon");
    assert!(code == 2 && said.contains(what), "{said}");
}
