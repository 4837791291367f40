//! Programs that play badly: nothing hangs, grows or is left behind, and reports are honest. And
//! programs that play well get what they need.

use serde_json::{Value, json};
use skirmish::play::external::{Request, vocabulary};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn skirmish(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command
        .args(arguments)
        .current_dir(home)
        .env("SKIRMISH_HOME", home)
        .stdin(Stdio::null());
    command
}

fn ran(home: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = skirmish(home, arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// A battle of a program against the simplest opponent.
fn watched<'a>(bot: &'a str, bot_time: &'a str) -> Vec<&'a str> {
    let options = "watch --ruleset violence --map duel-ground --rounds 4 --seed 3";
    let mut all: Vec<&str> = options.split(' ').collect();
    all.extend(["--bot-time", bot_time, "--agent", bot, "--agent", "charge"]);
    all
}

fn has_python() -> bool {
    let python = Command::new("python3").arg("--version").output();
    python.is_ok_and(|p| p.status.success())
}

/// A program in Python that gives the default answers.
const PRESETS: &str = "\
import json, sys
for text in sys.stdin:
    line = json.loads(text)
    if line['type'] == 'ask':
        print(json.dumps(line['preset']), flush=True)
";

// ---- pipes and the clock ----

#[test]
fn a_program_that_does_not_read_cannot_block_a_battle() {
    let home = tempfile::tempdir().unwrap();
    // Its requests get long lines, which fill its input.
    let bot = r#"cmd:sh -c 'while :; do echo "{\"do\":\"state\"}"; done'"#;
    let begun = Instant::now();
    let (code, _, said) = ran(home.path(), &watched(bot, "0.5"));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("does not read its input"), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(60));
    let (code, found, _) = ran(home.path(), &["ai", "check", bot, "--bot-time", "0.5"]);
    assert_eq!(code, Some(1));
    assert!(found.contains("does not read its input"), "{found}");
}

#[test]
fn requests_do_not_make_the_time_longer() {
    let home = tempfile::tempdir().unwrap();
    let bot = r#"cmd:sh -c 'while read line; do echo "{\"do\":\"sight\",\"pairs\":[[\"A1\",\"A2\"]]}"; sleep 0.02; done'"#;
    let begun = Instant::now();
    let (code, found, _) = ran(home.path(), &["ai", "check", bot, "--bot-time", "0.3"]);
    assert_eq!(code, Some(1));
    assert!(
        found.contains("made requests until the time was over"),
        "{found}"
    );
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_program_that_ignores_a_refusal_is_told_so() {
    let home = tempfile::tempdir().unwrap();
    let bot = r#"cmd:sh -c 'while read line; do case "$line" in *\"ask\":*) case "$line" in "$last") ;; *) echo "{\"do\":\"dance\"}";; esac; last="$line";; esac; done'"#;
    let (code, found, _) = ran(home.path(), &["ai", "check", bot, "--bot-time", "0.2"]);
    assert_eq!(code, Some(1));
    assert!(
        found.contains("was refused, and it did not answer again"),
        "{found}"
    );
    assert!(
        found.contains("ask\" line comes again: answer it"),
        "{found}"
    );
}

// ---- output without bounds ----

/// The most memory that a run of skirmish uses, in KiB, and what it says.
#[cfg(target_os = "linux")]
fn memory(home: &Path, arguments: &[&str]) -> (u64, String) {
    let mut command = skirmish(home, arguments);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(10));
    }
    let said = child.wait_with_output().unwrap().stderr;
    (most, String::from_utf8(said).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow"]
fn output_without_end_costs_bounded_memory() {
    let home = tempfile::tempdir().unwrap();
    let bot = "cmd:sh -c 'exec cat /dev/zero'";
    let (most, said) = memory(home.path(), &watched(bot, "20"));
    assert!(said.contains("a line that does not end"), "{said}");
    assert!(most < 400_000, "{most} KiB");
    if !has_python() {
        return;
    }
    let code = PRESETS.replace(
        "flush=True)",
        "flush=True)\n        print('{\"do\":\"done\",\"n\":1}\\n' * 20000, flush=True)",
    );
    std::fs::write(home.path().join("flood.py"), code).unwrap();
    let (most, said) = memory(home.path(), &watched("cmd:python3 flood.py", "20"));
    assert!(!said.contains("is no longer asked"), "{said}");
    assert!(most < 400_000, "{most} KiB");
}

// ---- nothing is left behind ----

/// A program whose three children, like itself, ignore SIGTERM; all their numbers are in a file.
#[cfg(target_os = "linux")]
const FAMILY: &str = "\
trap '' TERM
echo $$ >> pids
for i in 1 2 3; do sleep 300 & echo $! >> pids; done
touch ready
while read line; do :; done
sleep 300
";

/// The processes of the family that still run, apart from those that nobody has waited for.
#[cfg(target_os = "linux")]
fn running(home: &Path) -> Vec<String> {
    let pids = std::fs::read_to_string(home.join("pids")).unwrap();
    let runs = |pid: &&str| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().unwrap_or_default();
        !state.is_empty() && !state.starts_with('Z')
    };
    pids.lines().filter(runs).map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
fn soon_ended(home: &Path, left: usize) {
    let until = Instant::now() + Duration::from_secs(10);
    while running(home).len() > left {
        assert!(Instant::now() < until, "{:?}", running(home));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_children_of_a_program_end_with_it() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("family.sh"), FAMILY).unwrap();
    let (code, _, said) = ran(home.path(), &watched("cmd:sh family.sh", "0.2"));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("was late"), "{said}");
    assert_eq!(running(home.path()), Vec::<String>::new());
}

/// Starts a battle of the family, sends skirmish a signal and waits for its end.
#[cfg(target_os = "linux")]
fn signalled(signal: &str) -> (tempfile::TempDir, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    std::fs::write(home.join("family.sh"), FAMILY).unwrap();
    let mut child = skirmish(home, &watched("cmd:sh family.sh", "100"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while !home.join("ready").exists() {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args([signal, &pid]).status().unwrap();
    assert!(sent.success());
    let code = child.wait().unwrap().code();
    (folder, code)
}

#[cfg(target_os = "linux")]
#[test]
fn the_children_of_a_program_end_when_skirmish_is_interrupted() {
    for signal in ["-INT", "-TERM"] {
        let (home, code) = signalled(signal);
        assert_eq!(code, Some(130), "{signal}");
        soon_ended(home.path(), 0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_ends_when_skirmish_is_killed() {
    let (home, _) = signalled("-KILL");
    let leader = std::fs::read_to_string(home.path().join("pids")).unwrap();
    let leader = leader.lines().next().unwrap().to_owned();
    soon_ended(home.path(), 3);
    let left = running(home.path());
    assert!(!left.contains(&leader));
    for pid in left {
        assert!(
            Command::new("kill")
                .args(["-KILL", &pid])
                .status()
                .unwrap()
                .success()
        );
    }
}

// ---- the arena ----

#[test]
fn a_program_that_ends_before_its_first_answer_stops_everything() {
    let home = tempfile::tempdir().unwrap();
    let bot = r"cmd:sh -c 'printf \\033[31mbroken\\n >&2; exit 7'";
    let mut arena: Vec<&str> = "arena --games 20 --ruleset violence --seed 1"
        .split(' ')
        .collect();
    arena.extend(["--agent", bot, "--agent", "charge"]);
    for arguments in [arena, watched(bot, "10")] {
        let (code, _, said) = ran(home.path(), &arguments);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("ended before its first answer"), "{said}");
        assert!(said.contains("broken") && said.contains("7"), "{said}");
        assert!(!said.contains('\u{1b}'), "{said}");
    }
}

#[test]
fn a_program_in_a_list_with_commas_is_refused() {
    let home = tempfile::tempdir().unwrap();
    for list in ["cmd:python3 bot.py,greedy", "greedy,cmd:python3 bot.py"] {
        let (code, _, said) = ran(
            home.path(),
            &[
                "arena",
                "--games",
                "2",
                "--ruleset",
                "violence",
                "--agents",
                list,
            ],
        );
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("--agents 'cmd:python3 bot.py'"), "{said}");
        assert!(said.contains("--agents greedy"), "{said}");
    }
}

#[test]
fn the_arena_counts_the_answers_that_the_default_replaced() {
    let home = tempfile::tempdir().unwrap();
    let bot = "cmd:sh -c 'while read line; do echo nonsense; done'";
    let options = "arena --games 2 --ruleset violence --map duel-ground --rounds 2 --seed 1 --json r.jsonl --csv r.csv --html r.html";
    let mut all: Vec<&str> = options.split(' ').collect();
    all.extend(["--agent", bot, "--agent", "charge"]);
    let (code, table, said) = ran(home.path(), &all);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        table.contains("answers replaced by the default answer"),
        "{table}"
    );
    let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap();
    let lines: Vec<Value> = read("r.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut all = 0;
    for game in &lines[..2] {
        let replaced = game["replaced"].as_array().unwrap();
        let seat = usize::from(game["agents"][1] != "charge");
        assert!(replaced[seat].as_u64().unwrap() > 0 && replaced[1 - seat] == 0);
        all += replaced[seat].as_u64().unwrap();
    }
    let agents = lines[2]["agents"].as_array().unwrap();
    let own = agents.iter().find(|a| a["agent"] != "charge").unwrap();
    assert_eq!(own["replaced"], all);
    let csv = read("r.csv");
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    for (row, game) in rows.zip(&lines[..2]) {
        for seat in [1, 2] {
            let column = head
                .iter()
                .position(|name| *name == format!("replaced{seat}"));
            let count: u64 = row[column.unwrap()].parse().unwrap();
            assert_eq!(count, game["replaced"][seat - 1]);
        }
    }
    assert!(read("r.html").contains("Answers replaced by the default answer"));
}

// ---- what a program may ask ----

/// The replies to some lines at the question of this number; the questions before it get their
/// default answers.
fn replies(number: u64, lines: &[Value]) -> Vec<Value> {
    let home = tempfile::tempdir().unwrap();
    let options =
        "watch --ruleset violence --map duel-ground --seed 3 --agent stdin --agent charge";
    let options: Vec<&str> = options.split(' ').collect();
    let mut child = skirmish(home.path(), &options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let mut line = || -> Value { serde_json::from_str(&from.next().unwrap().unwrap()).unwrap() };
    let asked = loop {
        let ask = line();
        if ask["n"].as_u64().unwrap() >= number {
            break ask;
        }
        writeln!(to, "{}", ask["preset"]).unwrap();
    };
    let mut all = Vec::new();
    for request in lines {
        writeln!(to, "{request}").unwrap();
        all.push(line());
        if all.last().is_some_and(|reply| reply["type"] == "refused") {
            assert_eq!(line(), asked);
        }
    }
    drop(to);
    child.wait().unwrap();
    all
}

#[test]
fn a_program_knows_what_a_player_knows() {
    let query = json!({"figure": "1.1", "at": "2.1"});
    let mut far = query.clone();
    far["from"] = json!("A1");
    let all = replies(
        10,
        &[
            json!({"do": "state"}),
            json!({"do": "odds", "queries": [query, far]}),
            json!({"do": "reach", "figures": ["1.1", "2.1"]}),
            json!({"do": "sight", "pairs": [["A1", "B1"], ["A1", "A2"]]}),
            json!({"do": "odds", "queries": vec![query.clone(); 4096]}),
            json!({"do": "odds", "queries": vec![query.clone(); 4097]}),
            json!({"do": "odds", "queries": [{"figure": "9.9", "at": "2.1"}]}),
            json!({"do": "dance"}),
        ],
    );
    let state = &all[0];
    let figure = &state["figures"][0];
    let fields: BTreeSet<&str> = figure
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(fields, vocabulary::FIGURES.into_iter().collect());
    assert!(figure["move"].as_u64().unwrap() > 0);
    assert!(!figure["acts"].as_array().unwrap().is_empty());
    let map = &state["map"];
    let rows = map["rows"].as_u64().unwrap() as usize;
    for layer in ["terrain", "cost", "sight", "cover", "height", "level"] {
        assert_eq!(map[layer].as_array().unwrap().len(), rows, "{layer}");
        assert_eq!(
            map[layer][0].as_array().unwrap().len() as u64,
            map["columns"]
        );
    }
    let odds = all[1]["answers"].as_array().unwrap();
    assert_eq!(all[1]["type"], "odds");
    assert_eq!(odds.len(), 2);
    assert_eq!(odds[1]["none"], "out of reach", "{odds:?}");
    let reach = all[2]["answers"].as_array().unwrap();
    assert_eq!(reach[0]["figure"], "1.1");
    assert_eq!(reach[0]["spaces"][0][0], figure["at"]);
    assert_eq!(reach[0]["spaces"][0][1], 0);
    assert_eq!(all[3]["answers"].as_array().unwrap().len(), 2);
    assert_eq!(all[4]["answers"].as_array().unwrap().len(), 4096);
    assert_eq!(all[5]["type"], "refused");
    assert!(all[5]["error"].as_str().unwrap().contains("4096"));
    assert!(
        all[6]["error"]
            .as_str()
            .unwrap()
            .contains("queries[0]: unknown figure")
    );
    let error = all[7]["error"].as_str().unwrap();
    for verb in vocabulary::verbs() {
        assert!(error.contains(verb), "{verb}: {error}");
    }
    assert_eq!(all[7]["code"], "not-understood");
}

// ---- the words of the protocol ----

/// Whether a text has a word that no letter or digit touches.
fn has_word(text: &str, word: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(at, _)| {
        !joins(text[..at].chars().next_back()) && !joins(text[at + word.len()..].chars().next())
    })
}

#[test]
fn every_word_of_the_protocol_is_in_its_documentation() {
    let page = include_str!("../../docs/protocol.md").replace('\n', " ");
    let pieces = |word: &str| word.split(' ').all(|part| has_word(&page, part));
    for word in vocabulary::words() {
        assert!(pieces(word), "docs/protocol.md does not have {word:?}");
    }
    for (name, _) in vocabulary::QUESTIONS {
        let example = format!("\"ask\":\"{name}\"");
        assert!(page.contains(&example), "no example of {example}");
    }
    for name in vocabulary::verbs() {
        let example = format!("{{\"do\":\"{name}\"");
        assert!(page.contains(&example), "no example of {example}");
    }
    for (name, _) in vocabulary::EVENTS.into_iter().chain([vocabulary::ENDED]) {
        let example = format!("\"event\":\"{name}\"");
        assert!(page.contains(&example), "no example of {example}");
    }
    for (name, _) in vocabulary::LINES {
        let example = format!("\"type\":\"{name}\"");
        assert!(page.contains(&example), "no example of {example}");
    }
}

/// The words that stand before `=>` at the beginning of a line of code.
fn branches(code: &str, after: &str) -> BTreeSet<String> {
    let lines = code.lines().map(str::trim);
    let named = lines.filter_map(|line| line.strip_prefix('"')?.split_once("\" =>"));
    let made = named.filter(|(_, rest)| rest.trim().starts_with(after));
    made.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn the_lists_of_words_are_those_of_the_code() {
    let reading = include_str!("../../src/engine/play/words/reading.rs");
    let listed = vocabulary::EVENTS.into_iter().chain([vocabulary::ENDED]);
    let listed: BTreeSet<String> = listed.map(|(name, _)| name.to_owned()).collect();
    assert_eq!(branches(reading, "Event::"), listed);
    let listed: BTreeSet<String> = vocabulary::CHANGES.map(str::to_owned).into();
    let changes = branches(reading, "Change::");
    assert!(changes.is_subset(&listed), "{changes:?}");
    let answers = include_str!("../../src/engine/play/words/answers.rs");
    let listed: BTreeSet<String> = vocabulary::ANSWERS.map(|(name, _)| name.to_owned()).into();
    assert_eq!(branches(answers, "Answer::"), listed);
    let ask = include_str!("../../src/engine/battle/ask.rs");
    let mut named: BTreeSet<&str> = ask
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Ask::")?.split_once("=> \""))
        .map(|(_, name)| name.trim_end_matches("\","))
        .collect();
    named.remove("over");
    let listed: BTreeSet<&str> = vocabulary::QUESTIONS
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(named, listed);
}

#[test]
fn the_schema_has_every_kind_of_line() {
    let home = tempfile::tempdir().unwrap();
    let (code, text, _) = ran(home.path(), &["ai", "protocol", "--schema"]);
    assert_eq!(code, Some(0));
    let schema: Value = serde_json::from_str(&text).unwrap();
    let many = |kind: &str| schema["$defs"][kind]["oneOf"].as_array().unwrap().len();
    assert_eq!(many("line"), vocabulary::LINES.len());
    assert_eq!(many("question"), vocabulary::QUESTIONS.len());
    assert_eq!(many("event"), vocabulary::EVENTS.len() + 1);
    assert_eq!(many("answer") + many("request"), vocabulary::verbs().len());
    assert_eq!(many("request"), Request::NAMES.len());
    let (code, text, _) = ran(home.path(), &["ai", "protocol"]);
    assert_eq!(code, Some(0));
    assert!(
        text.contains("requests: list, state, odds, reach, sight"),
        "{text}"
    );
}

#[test]
#[ignore = "slow"]
fn the_example_bot_beats_the_default_answers() {
    if !has_python() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("presets.py"), PRESETS).unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/ai/bots/bot.py");
    std::fs::copy(example, home.path().join("bot.py")).unwrap();
    let options = "arena --games 20 --ruleset violence --map duel-ground --force knives --force knives --seed 1 --bot-time 60 --json -";
    let mut all: Vec<&str> = options.split(' ').collect();
    all.extend([
        "--agent",
        "cmd:python3 bot.py",
        "--agent",
        "cmd:python3 presets.py",
    ]);
    let (code, lines, said) = ran(home.path(), &all);
    assert_eq!(code, Some(0), "{said}");
    let summary: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    let bot = &summary["agents"][0];
    assert_eq!(bot["agent"], "cmd:python3 bot.py");
    assert_eq!(bot["replaced"], 0);
    assert!(bot["share"].as_f64().unwrap() > 0.6, "{bot}");
}
