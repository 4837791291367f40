//! The ladder of named strengths, and what makes battles against them fair: advice that agrees with the
//! brackets, giving up, handicaps, a clock.

use super::cli_play::run;
use skirmish::battle::{HalfPoints, Side};
use skirmish::play::concession;
use skirmish::play::handicap::{HandicapFault, Percent, lessened};
use skirmish::rules::Rules;
use skirmish::source::Source;
use skirmish::store::ladder::Ladder;
use skirmish::store::options::BattleOptions;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// A battle at the prompt: `hint` at each question to a person, then Enter, and `y` where the program asks
/// before a step ends. Returns how many questions there were, how many of these were asked twice, and those
/// where bracket and hint differ.
fn hinted(options: &[&str]) -> (u32, u32, Vec<String>) {
    let home = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .arg("play")
        .args(options)
        .env("SKIRMISH_HOME", home.path())
        .env("SKIRMISH_NO_WINDOW", "this is a test")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    let output = BufReader::new(child.stdout.take().expect("piped"));
    let (mut asked, mut sure, mut differ) = (0, 0, Vec::new());
    // What the brackets say at the question under way, and the advice once there is some.
    let mut bracket: Option<String> = None;
    let mut advice: Option<String> = None;
    for line in output.lines() {
        let line = line.expect("text");
        let mut typed = |text: &str| writeln!(input, "{text}").expect("it reads");
        if line.ends_with("[yes]") {
            sure += 1;
            typed("y");
        } else if let Some(told) = line.strip_prefix("advice: ") {
            advice = Some(told.to_owned());
        } else if let Some((_, rest)) = line.split_once("[Enter: ") {
            let shown = rest.trim_end_matches(']').to_owned();
            match (bracket.take(), advice.take()) {
                (Some(before), Some(advice)) => {
                    if before != advice || shown != advice {
                        differ.push(format!("[{before}], [{shown}], advice: {advice}"));
                    }
                    typed("");
                }
                (Some(before), None) => panic!("no advice where the brackets say {before}"),
                (None, _) => {
                    asked += 1;
                    bracket = Some(shown);
                    typed("hint");
                }
            }
        }
    }
    assert!(child.wait().expect("it ends").success());
    (asked, sure, differ)
}

#[test]
#[ignore = "slow"]
fn brackets_and_hints_agree_in_ten_battles() {
    let (mut asked, mut sure, mut differ) = (0, 0, Vec::new());
    for (i, rules) in Rules::ALL.into_iter().enumerate().cycle().take(10) {
        let seed = format!("{}", asked + i as u32);
        let options = ["--rounds", "1", "--ruleset", rules.name(), "--seed", &seed];
        let options = [&options[..], &["--map", "duel-ground"]].concat();
        let found = hinted(&options);
        asked += found.0;
        sure += found.1;
        differ.extend(found.2);
    }
    assert!(asked > 150, "{asked} questions");
    assert!(sure > 0, "Enter never had to ask before it ends a step");
    assert_eq!(differ, Vec::<String>::new(), "of {asked} questions");
}

#[test]
fn enter_asks_before_it_ends_a_step_and_enter_again_ends_it() {
    let home = tempfile::tempdir().expect("a folder");
    let how = ["play", "--seed", "5", "--map", "duel-ground"];
    let gave = run(home.path(), &how, &"\n".repeat(300));
    assert_eq!(gave.code, 0, "{}", gave.err);
    let asked = gave.out.lines().filter(|line| line.ends_with("[yes]"));
    assert!(asked.clone().count() > 0, "{}", gave.out);
    let ended = "End the step \"";
    assert!(asked.clone().all(|line| line.contains(ended)));
    // Whoever presses nothing but Enter comes to the end.
    assert!(gave.out.contains("The battle is over"), "{}", gave.out);
    // "n" means no: the same question comes once more, and nothing has ended.
    let before = gave.out.lines().take_while(|line| !line.ends_with("[yes]"));
    let enters = before.filter(|line| line.contains("[Enter: ")).count();
    let typed = "\n".repeat(enters) + "n\n\nn\nq\n";
    let refused = run(home.path(), &how, &typed);
    let asked: Vec<&str> = refused
        .out
        .lines()
        .filter(|line| line.ends_with("[yes]"))
        .collect();
    assert_eq!(asked.len(), 2, "{}", refused.out);
    assert_eq!(asked[0], asked[1]);
}

#[test]
fn an_order_may_begin_with_the_figure() {
    let home = tempfile::tempdir().expect("a folder");
    let how = [
        "play",
        "--seed",
        "5",
        "--map",
        "duel-ground",
        "--force",
        "dwarves",
        "--force",
        "orcs",
    ];
    let typed = "\n1.1 A1\n1.1 G4\nauto step\nside 1\n1.1 ZZ99\n1.1\n3 H8\n1.1 2.1\nq\n";
    let gave = run(home.path(), &how, typed);
    assert_eq!(gave.code, 0, "{}", gave.err);
    let told = [
        "Thane (1.1) cannot be placed on A1",
        "Thane (1.1) is placed on G4",
        "unknown space \"ZZ99\"",
        "move to:",
        "Guard (1.3) moves from",
        "Thane (1.1) cannot fight Warlord (2.1)",
    ];
    let mut rest = gave.out.as_str();
    for told in told {
        let at = rest.find(told);
        let at = at.unwrap_or_else(|| panic!("no {told:?} in {rest}"));
        rest = &rest[at + told.len()..];
    }
}

#[test]
fn a_battle_is_given_up() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("r.jsonl");
    let name = file.to_str().expect("a path");
    let how = ["play", "--seed", "5", "--record", name];
    let gave = run(home.path(), &how, "concede\n\nauto step\nconcede\ny\n");
    assert_eq!(gave.code, 0, "{}", gave.err);
    let question = "Do you give up this battle? [no]";
    assert_eq!(gave.out.matches(question).count(), 2, "{}", gave.out);
    let end = "side 2 (Dwarves) wins (the other side gave up).";
    assert!(gave.out.contains(end), "{}", gave.out);

    let text = fs::read_to_string(&file).expect("a record");
    let result: serde_json::Value =
        serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert_eq!(result["type"], "result");
    assert_eq!(result["reason"], "conceded");
    assert_eq!(result["conceded"], 1);
    assert_eq!(result["winners"], serde_json::json!([2]));
    let verified = run(home.path(), &["replay", name, "--verify"], "");
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let shown = run(home.path(), &["replay", name], "");
    assert!(
        shown.out.contains(end) && shown.err.is_empty(),
        "{}",
        shown.err
    );
    let resumed = run(home.path(), &["play", "--resume", name], "");
    assert!(resumed.out.contains(end), "{}", resumed.out);
    // A result that says otherwise does not verify.
    fs::write(&file, text.replace("\"winners\":[2]", "\"winners\":[1]")).expect("written");
    let verified = run(home.path(), &["replay", name, "--verify"], "");
    assert_eq!(verified.code, 1, "{}", verified.out);
}

/// A battle of equal forces in d8, decided as this line of the scenario says.
fn decided(victory: &str) -> skirmish::rules::Game {
    let side = "[[side]]\nforce = \"rifle-platoon\"\n";
    let scenario = format!(
        "format = \"skirmish-scenario/1\"\nname = \"Late\"\nmap = \"ford\"\n\
         ruleset = \"d8\"\n{victory}{side}{side}"
    );
    let source = Source::new("late.scenario.toml", scenario);
    let setup = BattleOptions::default()
        .setup_of("random", source, None, None)
        .expect("a battle");
    setup.begin().expect("it begins")
}

#[test]
fn that_a_side_cannot_win_any_more_is_proven_by_points() {
    let open = decided("");
    assert_eq!(open.points_left(Side(0)), None);
    assert!(!concession::is_hopeless(&open, Side(0)));
    let game = decided("victory = \"points\"\n");
    let all = game.sides()[1].points;
    assert_eq!(game.points_left(Side(0)), Some(all));
    assert!(!concession::is_hopeless(&game, Side(0)));
    // What the enemy leads by is more than all that is left.
    let mut late = game.clone();
    late.show(&skirmish::battle::Event::Scored {
        side: Side(1),
        points: all,
    });
    assert!(concession::is_hopeless(&late, Side(0)));
    assert!(!concession::is_hopeless(&late, Side(1)));
    let mut close = game;
    close.show(&skirmish::battle::Event::Scored {
        side: Side(1),
        points: all - HalfPoints(1),
    });
    assert!(!concession::is_hopeless(&close, Side(0)));
}

#[test]
fn every_force_can_be_lessened_and_stays_a_force() {
    for rules in Rules::ALL {
        for (name, text) in rules.forces() {
            let source = Source::new(*name, *text);
            let whole = rules.force(&source, None).expect("a sample force").points;
            for percent in [10, 20, 50] {
                let part = (Side(1), percent);
                match lessened(rules, None, &source, part) {
                    Ok((left, at_home)) => {
                        let points = rules.force(&left, None).expect("a force").points;
                        assert_eq!(points + at_home.points, whole, "{name}");
                        assert!(at_home.points * 100 <= whole * i32::from(percent), "{name}");
                        let again = lessened(rules, None, &source, part).expect("again");
                        assert_eq!(again.0.text, left.text, "{name}");
                    }
                    Err(why) => assert!(
                        matches!(
                            why,
                            HandicapFault::TooSmall { .. } | HandicapFault::NothingToLeave(_)
                        ),
                        "{name}: {why}"
                    ),
                }
            }
        }
    }
}

#[test]
fn a_handicap_is_told_and_recorded() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("r.jsonl");
    let name = file.to_str().expect("a path");
    let battle = [
        "--force", "elves", "--force", "orcs", "--seed", "4", "--rounds", "1",
    ];
    let watch = |more: &[&str]| run(home.path(), &[&["watch"], &battle[..], more].concat(), "");
    let gave = watch(&["--handicap", "20%", "--record", name]);
    assert_eq!(gave.code, 0, "{}", gave.err);
    let told = "handicap: Orcs: 4 of 24 points stay at home (";
    assert!(gave.err.contains(told), "{}", gave.err);
    let text = fs::read_to_string(&file).expect("a record");
    let head: serde_json::Value =
        serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    assert_eq!(head["handicap"]["percent"], 20);
    assert_eq!(head["handicap"]["at_home"][0]["side"], 2);
    let verified = run(home.path(), &["replay", name, "--verify"], "");
    assert_eq!(verified.code, 0, "{}", verified.out);
    // The other way round; and what cannot be.
    let other = watch(&["--handicap=-20%"]);
    assert!(other.err.contains("handicap: Elves: "), "{}", other.err);
    let wrong = watch(&["--handicap", "3%"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("% are possible"), "{}", wrong.err);
    for percent in ["0", "95%", "much"] {
        assert_eq!(watch(&["--handicap", percent]).code, 2, "{percent}");
    }
    assert_eq!(Percent::read("-20%").map(Percent::hundredths), Ok(-20));
}

#[test]
fn an_arena_keeps_the_handicap_with_the_entrant() {
    let home = tempfile::tempdir().expect("a folder");
    let how = [
        "arena",
        "--force",
        "elves",
        "--force",
        "orcs",
        "--seed",
        "4",
        "--rounds",
        "1",
        "--agent",
        "charge",
        "--agent",
        "random",
        "--games",
        "2",
        "--json",
        "-",
        "--handicap",
        "20%",
    ];
    let gave = run(home.path(), &how, "");
    assert_eq!(gave.code, 0, "{}", gave.err);
    let lines: Vec<serde_json::Value> = gave
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for (game, (percent, side)) in lines.iter().zip([(20, 2), (-20, 1)]) {
        assert_eq!(game["handicap"]["percent"], percent);
        assert_eq!(game["handicap"]["at_home"][0]["side"], side);
        // The lessened force is the one of the agent named last.
        assert_eq!(game["agents"][side - 1], "random");
        let watch = game["watch"].as_str().expect("a command");
        let words: Vec<&str> = watch.split(' ').skip(1).collect();
        let again = run(home.path(), &[&words[..], &["--json"]].concat(), "");
        let last: serde_json::Value =
            serde_json::from_str(again.out.lines().last().expect("a line")).expect("JSON");
        assert_eq!(last["digest"], game["digest"], "{watch}");
    }
}

#[test]
fn the_next_strength_is_proposed_after_three_wins() {
    let mut ladder = Ladder::default();
    assert_eq!(ladder.proposed(), "recruit");
    assert_eq!(ladder.count("recruit", true), None);
    assert_eq!(ladder.count("recruit", true), None);
    assert_eq!(ladder.count("recruit", false), None);
    assert_eq!(ladder.proposed(), "recruit");
    assert_eq!(ladder.count("recruit", true), None);
    assert_eq!(ladder.count("recruit", true), None);
    let said = ladder.count("recruit", true).expect("a proposal");
    assert_eq!(
        said,
        "You have beaten the Recruit three times in a row. Next time: Veteran?"
    );
    assert_eq!(ladder.proposed(), "veteran");
    // It is said once, and a battle against another strength begins the count again.
    assert_eq!(ladder.count("recruit", true), None);
    assert_eq!(ladder.proposed(), "veteran");
    assert_eq!(ladder.count("captain", true), None);
    assert_eq!(ladder.proposed(), "captain");
    let said: Vec<Option<String>> = (0..4).map(|_| ladder.count("warlord", true)).collect();
    assert_eq!(
        said[2].as_deref(),
        Some(
            "You have beaten the Warlord three times in a row. Next time: search, the Warlord with \
             time to think?"
        )
    );
    assert!(said.iter().flatten().count() == 1, "{said:?}");
    assert_eq!(ladder.proposed(), "warlord");
    // a file may say anything
    let text = format!(
        "format = \"skirmish-ladder/1\"\nstrength = \"warlord\"\nwins = {}\n",
        u32::MAX
    );
    let mut most: Ladder = Source::new("ladder.toml", text).parse().expect("a ladder");
    assert_eq!(most.count("warlord", true), None);
}

#[test]
fn the_first_battle_of_a_person_is_against_a_recruit() {
    let home = tempfile::tempdir().expect("a folder");
    let battle = ["play", "--terminal", "--seed", "5", "--rounds", "1"];
    let play = |more: &[&str], input| run(home.path(), &[&battle[..], more].concat(), input);
    // Long lines are broken.
    let played_by = |gave: super::cli_play::Gave| {
        let words: Vec<&str> = gave.out.split_whitespace().collect();
        words
            .join(" ")
            .split("played by ")
            .skip(2)
            .collect::<String>()
    };
    assert!(played_by(play(&[], "quit\n")).starts_with("the computer (recruit)."));
    let given = play(&["--agent", "human", "--agent", "veteran"], "concede\ny\n");
    assert_eq!(given.code, 0, "{}", given.err);
    let kept = fs::read_to_string(home.path().join("ladder.toml")).expect("a file");
    assert!(kept.contains("strength = \"veteran\""), "{kept}");
    assert!(played_by(play(&[], "quit\n")).starts_with("the computer (veteran)."));
    // A battle that is not for a person at the keyboard does not depend on this.
    let piped = run(home.path(), &["play", "--seed", "5"], "aim\nquit\n");
    assert!(played_by(piped).starts_with("the computer (captain)."));
}

#[test]
fn a_limit_of_time_is_recorded_and_verifies() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("r.jsonl");
    let name = file.to_str().expect("a path");
    let how = [
        "watch",
        "--ruleset",
        "violence",
        "--map",
        "duel-ground",
        "--seed",
        "4",
        "--rounds",
        "1",
        "--agent",
        "warlord",
        "--agent",
        "charge",
        "--think",
        "0.01",
        "--why",
        "--record",
        name,
    ];
    let gave = run(home.path(), &how, "");
    assert_eq!(gave.code, 0, "{}", gave.err);
    assert!(gave.out.contains("(stopped after "), "{}", gave.out);
    let text = fs::read_to_string(&file).expect("a record");
    let head: serde_json::Value =
        serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    assert_eq!(head["think"], 0.01);
    assert_eq!(head["agents"][0], "search");
    let verified = run(home.path(), &["replay", name, "--verify"], "");
    assert_eq!(verified.code, 0, "{}", verified.out);
}

#[test]
fn reasons_are_told_in_words_first() {
    let home = tempfile::tempdir().expect("a folder");
    let gave = run(home.path(), &["watch", "--seed", "5", "--why"], "");
    let told: Vec<&str> = gave
        .out
        .lines()
        .filter(|l| l.starts_with("why: "))
        .collect();
    assert!(!told.is_empty(), "{}", gave.out);
    assert!(told.iter().any(|l| l.contains(": it expects to take ")));
    assert!(told.iter().any(|l| l.contains("; the second choice, ")));
    assert!(gave.out.contains("\n  exactly: "));
}
