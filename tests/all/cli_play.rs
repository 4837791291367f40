//! play, watch, replay and the lists as people and scripts call them.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

pub struct Gave {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn run(home: &Path, arguments: &[&str], input: &str) -> Gave {
    let gave = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(arguments)
        .env("SKIRMISH_HOME", home)
        // alone it would open a window wherever there is a display, and wait for somebody to close it
        .env("SKIRMISH_NO_WINDOW", "this is a test")
        .write_stdin(input)
        .output()
        .unwrap();
    Gave {
        code: gave.status.code().unwrap_or(-1),
        out: String::from_utf8(gave.stdout).unwrap(),
        err: String::from_utf8(gave.stderr).unwrap(),
    }
}

#[test]
fn r8_uneven_forces_are_told_of_before_the_battle() {
    let home = tempfile::tempdir().unwrap();
    let gave = |forces: [&str; 2]| {
        let [one, other] = forces.map(|name| ["--force", name]);
        let how = ["watch", "--rounds", "1", "--seed", "1", "--agent", "random"];
        run(
            home.path(),
            &[&how[..], &["--agent", "random"], &one, &other].concat(),
            "",
        )
    };
    let uneven = gave(["survivors", "justice-team"]);
    let warning = "warning: Justice Team: it has 42 points and Horror Film Survivors has 19; \
                   they differ by more than 5; ";
    assert_eq!(uneven.code, 0);
    assert!(uneven.err.contains(warning), "{}", uneven.err);
    let even = gave(["elves", "orcs"]);
    assert_eq!(even.code, 0);
    assert!(!even.err.contains(" points"), "{}", even.err);
    assert!(!even.err.contains("they differ by"), "{}", even.err);
    // One round is too short to meet on foot: that alone is said of them.
    assert_eq!(even.err.matches("warning: ").count(), 1, "{}", even.err);
    assert!(
        even.err
            .contains("warning: Elves and Orcs: figures on foot meet in round "),
        "{}",
        even.err
    );
}

#[test]
fn a_watched_battle_is_recorded_replayed_and_verified() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("r.jsonl");
    let name = file.to_str().unwrap();
    let options = ["--seed", "3", "--agent", "charge", "--agent", "random"];
    let stream = run(
        home.path(),
        &[&["watch", "--json", "--record", name], &options[..]].concat(),
        "",
    );
    assert_eq!(stream.code, 0, "{}", stream.err);
    assert_eq!(stream.out, fs::read_to_string(&file).unwrap());
    let lines = run(home.path(), &[&["watch"], &options[..]].concat(), "");
    let replay = run(home.path(), &["replay", name], "");
    assert_eq!((replay.code, replay.out), (0, lines.out));
    let verified = run(home.path(), &["replay", name, "--verify"], "");
    assert_eq!(verified.code, 0);
    assert!(verified.out.contains("verified"));
    // A second battle does not write over it.
    let again = run(
        home.path(),
        &[&["watch", "--record", name], &options[..]].concat(),
        "",
    );
    assert_eq!(again.code, 2);
    assert_eq!(stream.out, fs::read_to_string(&file).unwrap());

    let text = stream.out;
    let cut = text.rfind("{\"type\":\"answer\"").unwrap();
    fs::write(&file, &text[..cut + 9]).unwrap();
    let verified = run(home.path(), &["replay", name, "--verify"], "");
    assert_eq!(verified.code, 0);
    assert!(verified.out.contains("unfinished"));
    assert!(verified.err.contains("the last line is incomplete"));
    let resumed = run(home.path(), &["play", "--resume", name], "");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);

    // A fault of a text in the record names the record too.
    fs::write(&file, text.replacen("hex-flat", "hex-round", 1)).unwrap();
    let damaged = run(home.path(), &["replay", name], "");
    assert_eq!(damaged.code, 2);
    assert!(
        damaged.err.contains("r.jsonl:1:1: ford.toml:"),
        "{}",
        damaged.err
    );

    fs::write(&file, text.replacen("\"do\":\"roll\"", "\"do\":\"ro", 1)).unwrap();
    let damaged = run(home.path(), &["replay", name], "");
    assert_eq!(damaged.code, 2);
    assert!(damaged.err.contains("r.jsonl:2:"), "{}", damaged.err);
}

#[test]
fn a_person_plays_in_short_commands() {
    let home = tempfile::tempdir().unwrap();
    let gave = run(
        home.path(),
        &["play", "--seed", "5", "--ruleset", "violence"],
        "?\nb\ni\nl\nhint\n\nundo\nnonsense\nauto step\nr 1.1\no 1.1\nauto rest\n",
    );
    assert_eq!(gave.code, 0, "{}", gave.err);
    for said in [
        "exact odds",
        "advice:",
        "(taken back)",
        "not understood",
        "The battle is over",
    ] {
        assert!(gave.out.contains(said), "{said} in {}", gave.out);
    }
}

#[test]
fn typed_dice_are_checked() {
    let home = tempfile::tempdir().unwrap();
    let gave = run(
        home.path(),
        &["watch", "--seed", "5", "--dice", "typed"],
        "7 1\n4\n6 2\nquit\n",
    );
    assert_eq!(gave.code, 0, "{}", gave.err);
    assert_eq!(
        gave.out.matches("does not fit the dice").count(),
        2,
        "{}",
        gave.out
    );
    for said in [" rolls 6, side 2 (", " rolls 2\n"] {
        assert!(gave.out.contains(said), "{said} in {}", gave.out);
    }
}

#[test]
fn wrong_usage_is_said_in_one_paragraph_and_writes_nothing() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("r.jsonl");
    let name = file.to_str().unwrap();
    let folder = home.path().to_str().unwrap();
    for arguments in [
        &["watch", "--agent", "nobody"][..],
        &["watch", "--map", "nowhere"],
        &["watch", "--map", folder],
        &["watch", "--force", "nothing"],
        &["watch", "--scale", "-3"],
        &["watch", "--rounds", "0"],
        &["watch", "--seed", "x"],
        &["watch", "--solo=maybe"],
        &["replay", folder],
        &["replay", "/nowhere/r.jsonl"],
        &["dance"],
    ] {
        let mut all = arguments.to_vec();
        if arguments[0] == "watch" {
            all.extend(["--record", name]);
        }
        let gave = run(home.path(), &all, "");
        assert_eq!(gave.code, 2, "{arguments:?}: {}", gave.err);
        assert!(!gave.err.is_empty() && gave.out.is_empty(), "{arguments:?}");
        assert!(!file.exists(), "{arguments:?}");
    }
}

#[test]
fn alone_in_a_pipe_it_plays_a_quick_battle() {
    let home = tempfile::tempdir().unwrap();
    let gave = run(home.path(), &[], "");
    assert_eq!(gave.code, 0);
    // One line says which and why; then the seed and the record.
    let first = gave.err.lines().next().unwrap_or_default();
    assert!(
        first.contains("quick battle") && first.contains("no terminal"),
        "{first}"
    );
    assert!(
        gave.err
            .lines()
            .nth(1)
            .is_some_and(|l| l.starts_with("seed ")),
        "{}",
        gave.err
    );
    assert!(gave.out.contains("The battle is over"));
    // and the one that is asked for
    let seeded = || run(home.path(), &["--seed", "11"], "");
    let (one, other) = (seeded(), seeded());
    assert!(one.err.contains("-11.jsonl"), "{}", one.err);
    assert_eq!(one.out, other.out);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::Read;
    let home = tempfile::tempdir().unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(["watch", "--seed", "1"])
        .env("SKIRMISH_HOME", home.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut few = [0; 20];
    child.stdout.take().unwrap().read_exact(&mut few).unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(
        ended.status.success() && !said.contains("panicked"),
        "{said}"
    );
}

#[test]
fn lists_are_lists() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["force", "list", "--json"][..],
        &["rules", "list", "--json"],
        &["rules", "show", "violence", "--json"],
        &["ai", "list", "--json"],
        &["ai", "show", "bold", "--json"],
    ] {
        let gave = run(home.path(), arguments, "");
        assert_eq!(gave.code, 0, "{}", gave.err);
        let value: serde_json::Value = serde_json::from_str(&gave.out).unwrap();
        assert!(value.is_object());
    }
    let forces = run(home.path(), &["force", "list"], "");
    let shipped = skirmish::rules::Rules::ALL.iter().map(|r| r.forces().len());
    assert_eq!(forces.out.lines().count(), shipped.sum::<usize>());
    // two rulesets have a force of this name
    for ruleset in ["vsgmr2017", "d8"] {
        let words = ["force", "show", "armoured-column", "--ruleset", ruleset];
        let gave = run(home.path(), &words, "");
        let head = format!("Armoured Column ({ruleset})");
        assert!(gave.out.starts_with(&head), "{}", gave.out);
    }
}

#[test]
fn odds_are_asked_on_a_set_position() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("set.scenario.toml");
    fs::write(
        &file,
        "format = \"skirmish-scenario/1\"\nname = \"Set\"\nmap = \"ford\"\nround = 1\nstep = \"fight\"\n\
         [[side]]\nforce = \"dwarves\"\n[[side]]\nforce = \"orcs\"\n\
         [[figure]]\nside = 1\nunit = \"Thane\"\nat = \"P10\"\n\
         [[figure]]\nside = 2\nunit = \"1\"\nat = \"P11\"\n",
    )
    .unwrap();
    let on = file.to_str().unwrap();
    let gave = run(
        home.path(),
        &["odds", "--on", on, "--by", "1.1", "--at", "2.1", "--json"],
        "",
    );
    assert_eq!(gave.code, 0, "{}", gave.err);
    let sheet: serde_json::Value = serde_json::from_str(&gave.out).unwrap();
    assert_eq!(sheet["hit"], "2/3");
    let gave = run(
        home.path(),
        &["odds", "--on", on, "--by", "1.9", "--at", "2.1"],
        "",
    );
    assert_eq!(gave.code, 2);
}

#[test]
fn what_rules_show_prints_is_a_rules_file() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("r.toml");
    let name = file.to_str().unwrap();
    for rules in ["vsgmr", "vsgmr2017", "violence", "plastic", "d8"] {
        let shown = run(home.path(), &["rules", "show", rules], "");
        fs::write(&file, &shown.out).unwrap();
        let again = run(home.path(), &["rules", "show", name], "");
        assert_eq!(
            (again.code, again.out),
            (0, shown.out),
            "{rules}: {}",
            again.err
        );
    }
}

#[test]
fn rules_show_of_vsgmr_explains_each_key_and_has_none_of_the_edition_of_2017() {
    let home = tempfile::tempdir().unwrap();
    let shown = run(home.path(), &["rules", "show", "vsgmr"], "");
    for key in [
        "terrain_die",
        "small_hits",
        "building_bonus",
        "figures_least",
    ] {
        assert!(!shown.out.contains(&format!("\n{key} =")), "{key}");
    }
    let lines: Vec<&str> = shown.out.lines().collect();
    let mut keys = 0;
    for (before, line) in lines.iter().zip(&lines[1..]) {
        let key = line.split_once(" = ").map_or("#", |(key, _)| key);
        if !key.starts_with('#') && !["format", "ruleset"].contains(&key) {
            assert!(before.starts_with("# "), "no comment before {line}");
            keys += 1;
        }
    }
    assert!(keys > 50, "{keys} keys");
}

#[test]
fn rules_show_says_what_each_column_of_a_table_means_and_what_is_our_choice() {
    let home = tempfile::tempdir().unwrap();
    let shown = run(home.path(), &["rules", "show", "d8"], "");
    for line in [
        "# Kinds of unit.",
        "# armour: Added to its defence rolls; vehicles only (our choice).",
        "# seats: Number of infantry units that it carries (our choice).",
        "# bonus: Added to its attack rolls (our choice).",
        "# Number of wounds that defeat a hero (D5; our choice).",
        "# Short range in spaces (D3; our choice).",
        "# Number of rounds after which points decide the battle (D10; our choice).",
        "# Length of one movement point (10 cm), in spaces at 28 mm (D2; our choice).",
        "# Largest difference between the forces, in points, without a warning (D7; our choice).",
        "# arms: Largest number of weapons (our choice, but for squad boats, planes and helicopters).",
    ] {
        assert!(shown.out.contains(line), "{line}: {}", shown.out);
    }
    assert!(
        shown.out.contains("\nkind.tank = { cost = 10"),
        "a line each"
    );
}

#[test]
fn single_rules_are_changed_on_the_command_line() {
    let home = tempfile::tempdir().unwrap();
    let watch = |more: &[&str]| {
        let battle = ["watch", "--json", "--ruleset", "violence", "--seed", "2"];
        run(home.path(), &[&battle[..], more].concat(), "")
    };
    let gave = watch(&[
        "--rule",
        "moves.small=5",
        "--rule",
        "cost = { small = 1, medium = 2 }",
    ]);
    assert_eq!(gave.code, 0, "{}", gave.err);
    let head: serde_json::Value = serde_json::from_str(gave.out.lines().next().unwrap()).unwrap();
    assert_eq!(head["config"]["moves"]["small"], 5);
    assert_eq!(head["config"]["moves"]["large"], 7);
    assert_eq!(head["config"]["cost"]["medium"], 2);
    for (change, what) in [
        ("moves.tiny=5", "moves.tiny=5"),
        ("move=5", "unknown rule \"move\"; the rules are "),
        ("moves=5", "name one of them, such as moves."),
        ("moves.small=-5", "moves.small=-5"),
        ("moves", "a rule needs a key and a value"),
        ("ruleset=d8", "unknown rule \"ruleset\""),
    ] {
        let gave = watch(&["--rule", change]);
        assert_eq!((gave.code, gave.out.as_str()), (2, ""), "{change}");
        assert!(gave.err.contains(what), "{change}: {}", gave.err);
    }
    let odds = [
        "odds",
        "--attacker",
        "troop, distance",
        "--target",
        "troop",
        "--json",
    ];
    let odds = run(
        home.path(),
        &[&odds[..], &["--rule", "shoot_need=3"]].concat(),
        "",
    );
    assert!(
        odds.out.contains("\"hit\":\"2/3\""),
        "{}{}",
        odds.out,
        odds.err
    );
}

#[test]
fn maps_of_other_programs_are_shown_and_played_on() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("ford.tmx");
    let name = file.to_str().unwrap();
    assert_eq!(
        run(home.path(), &["map", "convert", "ford", name], "").code,
        0
    );
    let (own, other) = (["map", "show", "ford"], ["map", "show", name]);
    let (own, other) = (run(home.path(), &own, ""), run(home.path(), &other, ""));
    assert_eq!((other.code, other.out), (0, own.out), "{}", other.err);
    // and played on as on the map itself, roll by roll
    let watch = |map: &str, to: &str| {
        let record = home.path().join(to);
        let words = ["watch", "--map", map, "--seed", "7", "--rounds", "2"];
        let words = [&words[..], &["--record", record.to_str().unwrap()]].concat();
        let gave = run(home.path(), &words, "");
        assert_eq!(gave.code, 0, "{map}: {}", gave.err);
        assert!(gave.out.contains("== Round 2 =="), "{map}: {}", gave.out);
        gave.out
    };
    assert_eq!(watch(name, "other.jsonl"), watch("ford", "own.jsonl"));
}

#[test]
fn a_scenario_that_names_what_is_not_there_is_pointed_at() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("s.scenario.toml");
    let name = file.to_str().unwrap();
    let head = "format = \"skirmish-scenario/1\"\nname = \"S\"\n";
    for (text, at) in [
        ("map = \"nowhere.toml\"\n", "s.scenario.toml:3:7: "),
        (
            "[[side]]\nforce = \"nobody\"\n[[side]]\n",
            "s.scenario.toml:4:9: ",
        ),
    ] {
        fs::write(&file, format!("{head}{text}")).unwrap();
        let gave = run(home.path(), &["watch", "--scenario", name], "");
        assert_eq!(gave.code, 2);
        assert!(gave.err.contains(at), "{}", gave.err);
    }
}
