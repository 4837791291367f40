//! What somebody meets first: version, help, lists, suggestions, completions, manual pages, doctor.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a command gave.
struct Gave {
    code: i32,
    out: String,
    err: String,
}

/// The program with a data folder of its own, without a display.
fn program(home: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    program
        .env("SKIRMISH_HOME", home)
        .env("LANG", "C.UTF-8")
        .env_remove("LC_ALL")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null());
    program
}

fn run_in(home: &Path, arguments: &[&str]) -> Gave {
    let output = program(home)
        .args(arguments)
        .current_dir(home)
        .output()
        .unwrap();
    Gave {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run(arguments: &[&str]) -> Gave {
    run_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// What a command prints that succeeds.
fn prints(arguments: &[&str]) -> String {
    let gave = run(arguments);
    assert_eq!(gave.code, 0, "{arguments:?}: {}", gave.err);
    gave.out
}

/// The message of a command that is refused.
fn refused(arguments: &[&str]) -> String {
    let gave = run(arguments);
    assert_eq!(gave.code, 2, "{arguments:?}: {}{}", gave.out, gave.err);
    assert_eq!(gave.out, "", "{arguments:?}");
    gave.err
}

#[test]
fn the_version_names_build_and_features() {
    let number = env!("CARGO_PKG_VERSION");
    assert_eq!(prints(&["-V"]), format!("skirmish {number}\n"));
    let long = prints(&["--version"]);
    let rest = long.strip_prefix(&format!("skirmish {number} (")).unwrap();
    let (build, features) = rest.split_once(", features: ").unwrap();
    assert!(
        build == "development build" || build.starts_with("commit "),
        "{long}"
    );
    let features = features.trim_end().strip_suffix(')').unwrap();
    let built = |name| features.split(", ").any(|feature| feature == name);
    assert_eq!(built("window"), cfg!(feature = "window"), "{long}");
    assert_eq!(built("print"), cfg!(feature = "print"), "{long}");
}

#[test]
fn shells_complete_commands() {
    for (shell, sign) in [
        ("bash", "complete -F _skirmish"),
        ("zsh", "#compdef skirmish"),
        ("fish", "complete -c skirmish"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = prints(&["completions", shell]);
        assert!(script.contains(sign), "{shell}");
        for word in ["doctor", "scenarios", "hand-to-hand"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let err = refused(&["completions", "bahs"]);
    assert!(err.contains("bash"), "{err}");
}

#[test]
fn every_command_has_a_manual_page() {
    let home = tempfile::tempdir().unwrap();
    let pages = home.path().join("pages");
    let gave = run_in(home.path(), &["man", "--out", "pages"]);
    assert_eq!(gave.code, 0, "{}", gave.err);
    assert!(
        gave.out.starts_with("created the folder pages\n"),
        "{}",
        gave.out
    );
    let count = std::fs::read_dir(&pages).unwrap().count();
    assert!(
        gave.out.contains(&format!("{count} manual pages")),
        "{}",
        gave.out
    );
    for (name, word) in [
        ("skirmish", "Tabletop miniature battles"),
        ("skirmish-play", "Examples:"),
        ("skirmish-map-new", "theme"),
        ("skirmish-ai-tune", "profile"),
        ("skirmish-doctor", "bug reports"),
    ] {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.starts_with(".ie") && page.contains(word), "{name}");
    }
    // once more into a folder that is there
    let gave = run_in(home.path(), &["man", "--out", "pages"]);
    assert!(!gave.out.contains("created"), "{}", gave.out);
}

#[test]
fn manual_pages_need_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let gave = run_in(home.path(), &["man", "--out", "not/there"]);
    assert_eq!(gave.code, 2);
    assert!(
        gave.err.contains("there is no folder not/there"),
        "{}",
        gave.err
    );
    assert!(!home.path().join("not").exists());
    std::fs::write(home.path().join("file"), "").unwrap();
    let gave = run_in(home.path(), &["man", "--out", "file"]);
    assert!(gave.err.contains("file is a file"), "{}", gave.err);
    assert_eq!(gave.code, 2);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["completions", "zsh"][..],
        &["list"],
        &["scenarios"],
        &["help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = program(home.path())
            .args(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn doctor_says_what_it_finds() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(home.path().join("records")).unwrap();
    std::fs::write(home.path().join("records/a.jsonl"), "").unwrap();
    let gave = run_in(home.path(), &["doctor", "--json"]);
    assert_eq!(gave.code, 0, "{}", gave.err);
    let found: Value = serde_json::from_str(&gave.out).unwrap();
    assert_eq!(found["program"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        found["data_folder"]["folder"],
        home.path().to_str().unwrap()
    );
    assert_eq!(found["data_folder"]["exists"], true);
    assert_eq!(found["data_folder"]["writable"], true);
    assert_eq!(found["data_folder"]["records"], 1);
    assert_eq!(found["data_folder"]["own_maps"], 0);
    assert!(found["system"]["processor_threads"].as_u64().unwrap() > 0);
    assert_eq!(found["system"]["locale"], "C.UTF-8");
    assert_eq!(found["window"]["built_in"], cfg!(feature = "window"));
    // nothing is left behind
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 1);
    let text = run_in(home.path(), &["doctor"]).out;
    assert!(text.starts_with("skirmish "), "{text}");
    assert!(text.contains("skirmish makes no sound"), "{text}");
}

#[test]
#[cfg(unix)]
fn doctor_says_what_would_help() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("file"), "").unwrap();
    let output = program(&home.path().join("file"))
        .args(["doctor", "--json"])
        .env("LANG", "C")
        .env_remove("LC_CTYPE")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let problems: Vec<&str> = found["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| problem["what"].as_str().unwrap())
        .collect();
    let said = |word: &str| problems.iter().any(|what| what.contains(word));
    assert!(said("UTF-8"), "{problems:?}");
    assert!(said("data folder"), "{problems:?}");
    #[cfg(feature = "window")]
    assert!(said("there is no display"), "{problems:?}");
}

#[test]
fn everything_is_listed_at_one_place() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(home.path().join("maps")).unwrap();
    std::fs::write(home.path().join("maps/my-yard.toml"), "").unwrap();
    let text = run_in(home.path(), &["list"]).out;
    for word in [
        "castle",
        "siege",
        "orcs",
        "river-patrol",
        "vsgmr2017",
        "utility",
        "my-yard*",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    for command in [
        "skirmish map list",
        "skirmish scenarios",
        "skirmish force list",
    ] {
        assert!(text.contains(command), "{text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
    let json: Value = serde_json::from_str(&run_in(home.path(), &["list", "--json"]).out).unwrap();
    let names = |kind: &str| json[kind].as_array().unwrap().len();
    assert!(names("maps") > 20 && names("forces") > 30 && names("opponents") > 8);
    assert_eq!(names("rulesets"), 5);
    let all: Value =
        serde_json::from_str(&run_in(home.path(), &["force", "list", "--json"]).out).unwrap();
    let forces = all["forces"].as_array().unwrap().len();
    assert!(text.contains(&format!("Forces ({forces};")), "{text}");
    // two rulesets have one of this name
    for force in ["armoured-column (d8)", "armoured-column (vsgmr2017)"] {
        assert!(text.replace("\n  ", " ").contains(force), "{force}: {text}");
    }
    assert!(json["maps"].as_array().unwrap().contains(&"my-yard".into()));
}

#[test]
fn commands_without_further_words_list_what_exists() {
    for (command, word, next) in [
        ("map", "castle", "skirmish map --help"),
        ("maps", "castle", "skirmish map --help"),
        ("force", "orcs", "skirmish force --help"),
        ("forces", "orcs", "skirmish force --help"),
        ("rules", "vsgmr2017", "skirmish rules --help"),
        ("rulesets", "vsgmr2017", "skirmish rules --help"),
        ("ai", "utility", "skirmish ai --help"),
        ("opponents", "utility", "skirmish ai --help"),
        ("scenarios", "The Siege of the Keep", "--scenario NAME"),
    ] {
        let text = prints(&[command]);
        assert!(text.contains(word), "{command}: {text}");
        assert!(text.trim_end().ends_with(next), "{command}: {text}");
    }
    let json: Value = serde_json::from_str(&prints(&["scenarios", "--json"])).unwrap();
    let scenarios = json["scenarios"].as_array().unwrap();
    let siege = scenarios.iter().find(|s| s["name"] == "siege").unwrap();
    assert_eq!(siege["map"], "castle");
    assert_eq!(siege["ruleset"], "vsgmr");
}

#[test]
fn help_knows_topics_and_commands() {
    for (topic, word) in [
        ("maps", "castle"),
        ("scenarios", "siege"),
        ("forces", "green-army"),
        ("rulesets", "violence"),
        ("opponents", "cautious"),
        ("agents", "cautious"),
    ] {
        let text = prints(&["help", topic]);
        assert!(text.contains(word), "{topic}: {text}");
        assert!(text.contains("\nskirmish "), "{topic}: {text}");
    }
    let help = prints(&["help", "map", "new"]);
    assert!(help.contains("Usage: skirmish map new"), "{help}");
    assert_eq!(help, prints(&["map", "new", "--help"]));
    assert_eq!(prints(&["help"]), prints(&["--help"]));
    let err = refused(&["help", "scenaros"]);
    assert!(err.contains("did you mean \"scenarios\"?"), "{err}");
    let err = refused(&["help", "map", "nwe"]);
    assert!(
        err.contains("there is no map command \"nwe\"; did you mean \"new\"?"),
        "{err}"
    );
}

#[test]
fn unknown_names_suggest_the_nearest() {
    for (arguments, message) in [
        (
            &["map", "show", "castel"][..],
            "there is no map \"castel\"; did you mean \"castle\"? (skirmish map list shows all)",
        ),
        (
            &["watch", "--map", "Hil Pass"],
            "there is no map \"Hil Pass\"; did you mean \"hill-pass\"? (skirmish map list shows all)",
        ),
        (
            &["force", "show", "orks"],
            "there is no force \"orks\"; did you mean \"orcs\"? (skirmish force list shows all)",
        ),
        (
            &["force", "show", "green-amry"],
            "there is no force \"green-amry\"; did you mean \"green-army\"?",
        ),
        (
            &["watch", "--scenario", "seige"],
            "there is no scenario \"seige\"; did you mean \"siege\"? (skirmish scenarios shows all)",
        ),
        (
            &["rules", "show", "plastik"],
            "there is no ruleset \"plastik\"; did you mean \"plastic\"? (skirmish rules list shows all)",
        ),
        (
            &["watch", "--ruleset", "vsgrm"],
            "there is no ruleset \"vsgrm\"; did you mean \"vsgmr\"?",
        ),
        (
            &["watch", "--agent", "utilty"],
            "there is no opponent \"utilty\"; did you mean \"utility\"? (skirmish ai list shows all)",
        ),
        (
            &["ai", "show", "cautios"],
            "there is no opponent \"cautios\"; did you mean \"cautious\"?",
        ),
        (
            &["rules", "show", "chess"],
            "there is no ruleset \"chess\"; known: vsgmr, vsgmr2017, violence, plastic, d8",
        ),
    ] {
        let err = refused(arguments);
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn wrong_command_lines_are_told_in_a_sentence() {
    let wrong: [(&[&str], &str); 16] = [
        (
            &["wach"][..],
            "there is no command \"wach\"; did you mean \"watch\"? (skirmish --help shows all)",
        ),
        (
            &["map", "sho"],
            "there is no map command \"sho\"; did you mean \"show\"? (skirmish map --help shows all)",
        ),
        (
            &["dance"],
            "there is no command \"dance\"; known: play, watch, ",
        ),
        (
            &["watch", "--dice", "seded"],
            "--dice is \"seded\": expected one of seeded, typed, stdin; did you mean \"seeded\"?",
        ),
        (
            &["watch", "--scenaro", "siege"],
            "there is no option \"--scenaro\"; did you mean \"--scenario\"? (skirmish watch --help shows all)",
        ),
        (
            &["doctor", "now"],
            "\"now\" is a word too many (skirmish doctor --help shows what is expected)",
        ),
        (
            &["map", "show"],
            "skirmish: map show needs <MAP> (skirmish map show --help explains it)",
        ),
        (
            &["watch", "--seed", "x"],
            "--seed is \"x\": expected a whole number",
        ),
        (
            &["arena", "--games", "0"],
            "--games is \"0\": expected a whole number from 1 to 100000000",
        ),
        (
            &["watch", "--map"],
            "--map needs a value (skirmish watch --help explains it)",
        ),
        (
            &["watch", "--seed", "1", "--seed", "2"],
            "--seed can be given only once",
        ),
        (
            &["arena", "--games", "2", "--each", "2"],
            " cannot go together",
        ),
        (
            &["--seed", "3", "play"],
            "options stand behind the command: skirmish play --seed",
        ),
        (
            &["map", "new", "--theme", "vilage"],
            "did you mean \"village\"?",
        ),
        (
            &["map", "new", "--theme", "village", "--grid", "hexflat"],
            "did you mean \"hex-flat\"?",
        ),
        (&["watch", "--scale", "28m"], "did you mean \"28mm\"?"),
    ];
    for (arguments, near) in wrong {
        let err = refused(arguments);
        assert!(err.contains(near), "{arguments:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{arguments:?}: {err}");
    }
}

#[test]
fn one_s_own_names_are_suggested_too() {
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(home.path().join("ai")).unwrap();
    std::fs::write(home.path().join("ai/berserker.toml"), "").unwrap();
    let gave = run_in(home.path(), &["ai", "show", "bersreker"]);
    assert!(
        gave.err.contains("did you mean \"berserker\"?"),
        "{}",
        gave.err
    );
}

#[test]
fn long_and_odd_words_are_cut_and_escaped() {
    let long = "x".repeat(5000);
    let option = format!("--{long}");
    for arguments in [
        &["map", "show", &long][..],
        &["force", "show", &long],
        &["rules", "show", &long],
        &["watch", "--agent", &long],
        &["watch", "--dice", &long],
        &["help", &long],
        &[&long],
        &[&option],
    ] {
        let err = refused(arguments);
        assert!(err.len() < 1500, "{}: {}", arguments[0], err.len());
        assert!(err.contains("(500"), "{err}");
    }
    for odd in ["cas\u{1b}[31mtle", "a\u{7}b\rc", "abc\u{202e}def"] {
        let option = format!("--{odd}");
        for arguments in [
            &["map", "show", odd][..],
            &[
                "watch",
                "--record",
                &format!("{odd}/no/where"),
                "--rounds",
                "1",
            ],
            &["watch", "--dice", odd],
            &["replay", odd],
            &[odd],
            &[&option],
        ] {
            let err = refused(arguments);
            let shows = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!err.contains(shows), "{arguments:?}: {err:?}");
            assert!(
                err.contains("\\u{") || err.contains("\\r"),
                "{arguments:?}: {err:?}"
            );
        }
    }
}

/// The commands under "Examples:" in the help of a command, as words.
fn examples(command: &str) -> Vec<Vec<String>> {
    let help = prints(&[command, "--help"]);
    let (_, examples) = help.split_once("Examples:\n").unwrap();
    let commands = examples
        .lines()
        .map_while(|line| line.strip_prefix("  skirmish "));
    let words = |line: &str| {
        // every other part is between quotation marks
        let parts = line.split('"').enumerate();
        parts
            .flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            })
            .collect()
    };
    commands.map(words).collect()
}

#[test]
fn examples_in_the_help_work() {
    let home = tempfile::tempdir().unwrap();
    for command in ["play", "watch", "arena", "odds", "map", "force"] {
        let examples = examples(command);
        assert!(examples.len() > 2, "{command}");
        for mut words in examples {
            match command {
                // a battle is begun, and left as the input ends
                "play" => words.extend(["--record".into(), "record.jsonl".into()]),
                // long ones are only read
                "watch" | "arena" if !words.contains(&"--json".to_owned()) => {
                    words.push("--help".into());
                }
                _ => {}
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let gave = run_in(home.path(), &words);
            assert_eq!(gave.code, 0, "{words:?}: {}", gave.err);
            let _ = std::fs::remove_file(home.path().join("record.jsonl"));
        }
    }
}

#[test]
fn help_is_in_plain_words() {
    let help = prints(&["--help"]);
    assert!(
        !help.contains("Dots a point") && !help.contains("--scale"),
        "{help}"
    );
    #[cfg(feature = "window")]
    assert!(help.contains("Pixels per point (display scale)"), "{help}");
}
