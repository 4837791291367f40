//! The window without a display: scripts drive the same frames, and nothing is drawn.

mod dice;
mod rule_book;

use skirmish::play::DiceSource;
use skirmish::play::record::{Record, Verdict, verify};
use skirmish::source::Source;
use skirmish::store::disk::{with_home, write};
use skirmish::store::options::{BattleOptions, Rounds};
use skirmish::window::keys::{Act, Keys};
use skirmish::window::{App, rehearse, script};
use std::path::Path;

/// The battle at the first move of the person.
const BEGUN: &str = "wait idle
button \"Place everything for me\"
wait idle
";

/// Carries a script out at the first move of the person.
fn at_first_move(script: &str) -> App {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = battle(["human", "utility"], home.path());
    rehearse(&mut app, &format!("{BEGUN}{script}")).unwrap_or_else(|e| panic!("{e}"));
    app
}

/// A battle between two agents on a small map.
fn battle(agents: [&str; 2], home: &std::path::Path) -> App {
    battle_with(7, agents, home)
}

/// Such a battle with other dice.
fn battle_with(seed: u64, agents: [&str; 2], home: &std::path::Path) -> App {
    // the record goes to a folder of its own; no other test of this binary reads it
    let options = BattleOptions {
        map: Some("duel-ground".into()),
        forces: vec!["dwarves".into(), "orcs".into()],
        agents: agents.map(Into::into).to_vec(),
        seed: Some(seed),
        record: Some(home.join("battle.jsonl")),
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    App::recorded(setup, &home.join("battle.jsonl")).expect("a battle that begins")
}

/// One of the person's figures beside a wall, no enemy near, and its moves over.
const BESIDE_A_WALL: &str = "click H4\nclick H7\nwait idle\nbutton \"End step\"\nwait idle\n";

/// A battle of two people who roll real dice.
fn by_hand(options: BattleOptions, record: &Path) -> App {
    let options = BattleOptions {
        agents: vec!["human".into(), "human".into()],
        dice: Some(DiceSource::Typed),
        seed: Some(7),
        ..options
    };
    let setup = options.setup("human").expect("a battle");
    App::recorded(setup, record).expect("a battle that begins")
}

#[test]
fn a_step_in_which_only_walls_could_be_attacked_ends_by_itself_and_can_be_gone_back_to() {
    let moved = BESIDE_A_WALL.trim_end().trim_end_matches("wait idle");
    // a script that ends with a click ends before the button comes up
    let mut app = at_first_move(&format!("{moved}\nwait 3\n"));
    // the others move first; then the battle waits a moment
    let ended = "wait 6\nsee \"Only walls and other objects could be attacked\"";
    assert!((0..60).any(|_| rehearse(&mut app, ended).is_ok()));
    let script = "key U\nwait idle\nsee \"No enemy can be attacked: end the step\"\nwait 90\n\
                  see \"No enemy can be attacked: end the step\"";
    rehearse(&mut app, script).unwrap_or_else(|e| panic!("{e}"));
    // who wants to end such steps is asked
    at_first_move(&format!(
        "key Shift+A\n{BESIDE_A_WALL}see \"No enemy can be attacked: end the step\"\nsee \"Round 1\""
    ));
}

#[test]
fn what_is_asked_by_buttons_comes_before_moves() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = battle_with(4, ["human", "utility"], home.path());
    let script = "click H4\nclick H8\nwait 3\nsee \"Please answer this first: Who goes first?\"";
    rehearse(&mut app, &format!("{BEGUN}{script}")).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn keys_work_while_a_button_has_the_focus() {
    at_first_move(
        "key Tab\nkey Tab\nkey T\nwait 3\nsee \"the risk of losing the selected figure on each space\"",
    );
}

#[test]
fn a_script_with_a_wrong_line_is_refused_with_its_place() {
    let error = script::read("s", "wait idle\n\njump C4").expect_err("no such command");
    let error = error.to_string();
    assert!(
        error.starts_with("s:3:1: unknown command \"jump\""),
        "{error}"
    );
    for (text, place) in [
        ("key Elephant", "s:1:5: there is no key \"Elephant\""),
        ("  jump", "s:1:3: unknown command"),
        ("wait 3\n  click", "s:2:9: click needs a space"),
        ("wheel   up", "s:1:9: wheel needs a number"),
        ("film begin\n film begin", "s:2:2: a film has begun"),
    ] {
        let error = script::read("s", text).expect_err(text).to_string();
        assert!(error.starts_with(place), "{error}");
    }
}

#[test]
fn an_unknown_control_fails_with_its_line() {
    let error = rehearse(&mut App::new(Some(7)), "wait 2\nbutton \"Elephant\"")
        .expect_err("no such button");
    let error = error.to_string();
    assert!(
        error.starts_with("script:2:8: there is no control \"Elephant\""),
        "{error}"
    );
    assert!(error.contains("Quick battle"), "{error}");
}

#[test]
fn a_battle_played_through_the_window_has_a_record_that_verifies() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = battle(["human", "utility"], home.path());
    let mut script = String::from("wait idle\nbutton \"Place everything for me\"\nwait idle\n");
    // every question in the usual way, some by mouse and button
    script.push_str("key N\nkey H\nbutton \"Do it\"\nwait idle\nkey U\nwait idle\n");
    for _ in 0..40 {
        script.push_str("key Enter\nkey Space\nwait idle\n");
    }
    rehearse(&mut app, &script).expect("every line can be done");
    app.close();
    let bytes = std::fs::read(home.path().join("battle.jsonl")).expect("a record");
    let record = Record::read("battle.jsonl", &bytes).expect("a whole record");
    assert!(
        record.answers.len() > 30,
        "{} answers",
        record.answers.len()
    );
    let verdict = verify(&record).expect("a record that can be played");
    assert!(!matches!(verdict, Verdict::Differs { .. }), "{verdict:?}");
}

#[test]
#[ignore = "slow"]
fn a_watched_battle_gives_the_same_as_the_same_battle_without_a_window() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = battle(["utility", "charge"], home.path());
    rehearse(
        &mut app,
        "wait 5\nkey Space\nwait 2\nkey Space\nwait idle\n",
    )
    .expect("done");
    app.close();
    let bytes = std::fs::read(home.path().join("battle.jsonl")).expect("a record");
    let record = Record::read("battle.jsonl", &bytes).expect("a whole record");
    let verdict = verify(&record).expect("a record that can be played");
    let Verdict::Same { digest, .. } = verdict else {
        panic!("the battle is not over: {verdict:?}");
    };
    let setup = record.setup.clone();
    let mut agents: Vec<_> = setup
        .agents
        .iter()
        .enumerate()
        .map(|(i, name)| {
            skirmish::ai::agent(
                &name.to_string(),
                setup.seed,
                skirmish::battle::Side(i as u8),
            )
            .expect("known")
        })
        .collect();
    let game = setup.begin().expect("the same battle");
    let played = skirmish::play::run(game, &mut agents, setup.seed);
    assert_eq!(skirmish::play::words::digest(&played.game), digest);
}

#[test]
fn a_hint_ranks_several_choices_and_does_the_one_that_is_picked() {
    at_first_move(
        "button \"Hint\"
see \"1. \"
see \"2. \"
button \"2. \"
see \"the second choice, \"
button \"Numbers\"
wait 20
see \"Next best\"
see \"total\"
button \"Do it\"
wait idle
key U
",
    );
}

#[test]
fn why_not_says_what_the_rules_refuse_and_what_the_computer_weighs() {
    at_first_move(
        "key N
key Q
hover A20
see \"Why not A20?\"
see \"moves to A20: \"
hover J7
see \"Why not J7?\"
see \"goes to J7: it \"
click J7
button \"Numbers\"
wait 20
see \"This space: \"
see \"Best choice: \"
key Escape
see \"Click a figure\"
",
    );
}

#[test]
fn the_computers_last_choice_is_asked_about_on_the_tab_of_reasons() {
    at_first_move(
        "key E
wait idle
button \"Why\"
key Q
hover J14
see \"Why not J14?\"
",
    );
}

#[test]
fn all_that_can_be_done_can_be_done_with_keys() {
    let mut script = String::from("key N\nkey N\n");
    // point with the arrows, go there, take it back
    script
        .push_str("key Down\nkey Down\nsee \"Move to\"\nkey Space\nwait idle\nkey U\nwait idle\n");
    for tool in ["S", "T", "R", "Q"] {
        script.push_str(&format!("key {tool}\nwait idle\nkey Escape\n"));
    }
    for key in [
        "G",
        "L",
        "W",
        "C",
        "A",
        "A",
        "F",
        "+",
        "-",
        "Shift+Left",
        "Shift+N",
        "PageUp",
    ] {
        script.push_str(&format!("key {key}\n"));
    }
    script.push_str("key ?\nsee \"go to the menu (the battle is saved)\"\nkey Escape\n");
    script.push_str("key P\nwait idle\nkey Shift+P\nwait idle\nkey M\nsee \"Quick battle\"\n");
    at_first_move(&script);
}

/// The record of a battle of elves against orcs, after a script at the first move.
fn record_after(script: &str) -> String {
    let begun = "wait idle\nkey Enter\nwait idle\nbutton \"Place everything for me\"\nwait idle\n";
    record_from_start(&format!("{begun}{script}"))
}

/// The record of that battle after a script from its beginning.
fn record_from_start(script: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("battle.jsonl");
    let options = BattleOptions {
        map: Some("duel-ground".into()),
        forces: vec!["elves".into(), "orcs".into()],
        agents: vec!["human".into(), "utility".into()],
        seed: Some(7),
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    let mut app = App::recorded(setup, &path).expect("a battle that begins");
    rehearse(&mut app, script).unwrap_or_else(|e| panic!("{e}"));
    app.close();
    std::fs::read_to_string(&path).expect("a record")
}

#[test]
fn a_drag_from_a_space_moves_there_and_looks_that_way() {
    // whoever shoots is asked where to look; whoever does not is not
    let text = record_after("click F4\ndrag F7 I7\nwait idle\nsee \"Act with a figure\"\n");
    let moved = text.contains("\"by\":1,\"do\":\"move\"");
    let faced = text.contains("\"by\":1,\"do\":\"face\",\"facing\":\"E\"");
    assert!(moved && faced, "{text}");
}

#[test]
fn a_second_click_on_a_figure_does_not_end_its_move() {
    let moved = "\"by\":1,\"do\":\"move\"";
    let text = record_after("click F4\nclick F4\nclick F4\nwait idle\nsee \"Stay here\"\n");
    assert!(!text.contains(moved), "{text}");
    // who wants that says so
    let text = record_after("click F4\nkey 1\nwait idle\n");
    assert!(text.contains(moved), "{text}");
}

#[test]
fn a_question_with_buttons_is_answered_by_their_numbers() {
    let text = record_from_start("wait idle\nsee \"hand to hand\"\nkey 2\nwait idle\n");
    assert!(text.contains("\"choice\":\"hand to hand\""), "{text}");
}

#[test]
fn the_key_of_the_next_figure_answers_no_question_of_yes_or_no() {
    let home = tempfile::tempdir().expect("a folder");
    let scenario = home.path().join("blow.toml");
    let text = "format = \"skirmish-scenario/1\"
name = \"Blow\"
map = \"duel-ground\"
ruleset = \"vsgmr\"
round = 1
step = \"fight\"
turn = 1
[[side]]
force = \"dwarves\"
[[side]]
force = \"orcs\"
[[figure]]
side = 1
unit = \"Guard\"
at = \"J10\"
[[figure]]
side = 1
unit = \"Runepriest\"
at = \"C3\"
[[figure]]
side = 2
unit = \"Warrior\"
at = \"J9\"
";
    write(&scenario, text.as_bytes()).expect("a scenario");
    let record = home.path().join("b.jsonl");
    let options = BattleOptions {
        scenario: Some(scenario.display().to_string()),
        ..BattleOptions::default()
    };
    let mut app = by_hand(options, &record);
    rehearse(
        &mut app,
        "wait idle
key N
key 1
wait idle
key 1
key Enter
wait idle
see \"again?\"
key N
see \"Please answer yes (Y) or no (X) first.\"
key 2
wait idle
see \"Act with a figure\"
",
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let text = std::fs::read_to_string(&record).expect("a record");
    assert_eq!(text.matches("\"do\":\"no\"").count(), 1, "{text}");
}

#[test]
fn the_computer_plays_a_figure_or_the_whole_battle_for_a_person() {
    // a move and where it looks then are one
    let text = record_after("key P\nwait idle\nsee \"Act with a figure\"\n");
    let moves = text.matches("\"by\":1,\"do\":\"move\"").count();
    assert_eq!(moves, 1, "{text}");
    let text = record_after("key Ctrl+P\nwait idle\nsee \"Turning points\"\n");
    assert!(text.contains("\"type\":\"result\""), "{text}");
}

#[test]
fn what_lies_on_a_space_is_said_where_it_is_pointed_at() {
    let chest_at = |changes: &[&str], space: &str| {
        let home = tempfile::tempdir().expect("a folder");
        let options = BattleOptions {
            map: Some("duel-ground".into()),
            scenario: Some("transport".into()),
            changes: changes.iter().map(ToString::to_string).collect(),
            seed: Some(7),
            ..BattleOptions::default()
        };
        let setup = options.setup("human").expect("a battle");
        let mut app = App::recorded(setup, &home.path().join("b.jsonl")).expect("a battle");
        let script = format!("wait idle\nhover {space}\nsee \"chest lies here\"\n");
        rehearse(&mut app, &script)
    };
    // A die puts it on K10; by the older reading it lies on the first space of the middle.
    for (changes, at, elsewhere) in [
        (&[][..], "K10", "J10"),
        (&["transport_object=first"], "J10", "K10"),
    ] {
        chest_at(changes, at).unwrap_or_else(|e| panic!("{e}"));
        let error = chest_at(changes, elsewhere).expect_err(elsewhere);
        let error = error.to_string();
        assert!(error.contains("nothing on the screen says"), "{error}");
    }
}

#[test]
#[ignore = "slow"]
fn a_battle_is_taken_over_from_where_it_is_looked_at() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = battle(["utility", "charge"], home.path());
    rehearse(
        &mut app,
        "wait 5\nkey Space\nkey Space\nwait idle\nbutton \"Look at the board\"\nbutton \"Round\"
button \"Round 2\"\nbutton \"Take over\"\nbutton \"Play Dwarves from here\"\nwait idle
see \"Round 2 of 5\"\nsee \"Play to the end\"\n",
    )
    .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn after_the_end_the_battle_can_be_gone_through() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = battle(["utility", "charge"], home.path());
    rehearse(
        &mut app,
        "wait 5\nkey Space\nkey Space\nwait idle\nbutton \"Look at the board\"\nsee \"Play\"\nkey Space
see \"Before the battle\"\nbutton \"Pause\"\nbutton \"Start\"
button \"Round\"\nbutton \"Round 2\"\nkey .\nkey ,\nkey ]\nkey [\nbutton \"Why not?\"
hover J10\nkey Escape\nbutton \"Speed\"\nkey Escape\n",
    )
    .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn keys_are_read_from_a_file_and_faults_named_with_their_place() {
    let read = |text: &str| Keys::read(&Source::new("keys.toml", text));
    let keys = read(
        "format = \"skirmish-keys/1\"\n[keys]\nhint = [\"F1\", \"Ctrl+H\"]\nundo = \"Backspace\"\n",
    )
    .expect("good keys");
    assert_eq!(keys.shown(Act::Hint), "F1, Ctrl+H");
    assert_eq!(keys.shown(Act::Undo), "Backspace");
    assert_eq!(keys.shown(Act::EndStep), "E");
    let again = read(&keys.text()).expect("what is written can be read");
    assert_eq!(again, keys);
    for (text, fault) in [
        (
            "[keys]\njump = \"J\"\n",
            "keys.toml:3:1: there is no action \"jump\"; known: yes, no, ",
        ),
        (
            "[keys]\nundo = \"Elephant\"\n",
            "keys.toml:3:8: there is no key \"Elephant\"",
        ),
        (
            "[keys]\nundo = \"Hyper+U\"\n",
            "keys.toml:3:8: \"Hyper\" cannot be combined",
        ),
    ] {
        let error = read(&format!("format = \"skirmish-keys/1\"\n{text}")).expect_err("a fault");
        assert!(error.to_string().starts_with(fault), "{error}");
    }
}

#[test]
fn every_action_has_a_key_and_every_usual_key_can_be_written_and_read() {
    let keys = Keys::default();
    for act in Act::ALL {
        assert!(!keys.shown(*act).is_empty(), "{}", act.name());
    }
    let again = Keys::read(&Source::new("keys.toml", keys.text())).expect("it reads its own");
    assert_eq!(again, keys);
}

#[test]
#[ignore = "slow"]
fn where_nothing_is_to_glide_a_battle_is_still_watched_answer_by_answer() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("window.toml"), "still = true\n").expect("a file");
    with_home(home.path(), || {
        let mut app = battle(["greedy", "greedy"], home.path());
        let script = "wait 5\nkey Space\nkey Space\nwait idle\nbutton \"Start\"\n\
                      button \"Play\"\nwait 5\nsee \"Before the battle\"\n";
        rehearse(&mut app, script).unwrap_or_else(|e| panic!("{e}"));
    });
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind_and_says_why() {
    let home = tempfile::tempdir().expect("a folder");
    let taken = home.path().join("report.txt");
    std::fs::create_dir(&taken).expect("a folder");
    let error = write(&taken, b"text").expect_err("a folder is in the way");
    let error = error.to_string();
    assert!(
        error.contains("cannot write ") && error.contains("report.txt"),
        "{error}"
    );
    let left = std::fs::read_dir(home.path()).expect("the folder").count();
    assert_eq!(left, 1, "only what was there");
    std::fs::write(home.path().join("reports"), "a file").expect("a file");
    let error = write(&home.path().join("reports/a.txt"), b"text").expect_err("no folder");
    let error = error.to_string();
    assert!(error.contains("there is no folder"), "{error}");
}

#[test]
#[ignore = "slow"]
fn the_report_says_how_it_ended_first_and_leaves_out_steps_without_deeds() {
    let maps = [
        ("duel-ground", "Duel Ground", true),
        ("farmstead", "Farmstead", false),
    ];
    for (map, name, turned) in maps {
        let seed = 7;
        let home = tempfile::tempdir().expect("a folder");
        let options = BattleOptions {
            map: Some(map.into()),
            forces: vec!["dwarves".into(), "orcs".into()],
            agents: vec!["utility".into(), "charge".into()],
            seed: Some(seed),
            // in one round nobody comes near anybody
            rounds: (!turned).then_some(Rounds(Some(1))),
            ..BattleOptions::default()
        };
        let setup = options.setup("human").expect("a battle");
        let text = with_home(home.path(), || {
            let record = home.path().join("battle.jsonl");
            let mut app = App::recorded(setup, &record).expect("a battle that begins");
            rehearse(
                &mut app,
                "wait 5\nkey Space\nkey Space\nwait idle\nbutton \"Save report\"\n",
            )
            .unwrap_or_else(|e| panic!("{e}"));
            let file = home.path().join(format!("reports/{map}-{seed}.txt"));
            std::fs::read_to_string(file).expect("a report")
        });
        let place = |what: &str| {
            text.find(what)
                .unwrap_or_else(|| panic!("no {what:?} in {text}"))
        };
        assert!(text.starts_with("Dwarves against Orcs\n"), "{text}");
        let turns = match turned {
            true => "\nTurning points\nRound ",
            false => "\nThere were no turning points: ",
        };
        let parts = [
            "The battle is over after ",
            &format!("Map: {name}"),
            turns,
            "\nLuck\n",
        ];
        let mut places: Vec<usize> = parts.iter().map(|part| place(part)).collect();
        places.push(place("\nBattle log\n"));
        assert!(places.is_sorted(), "{text}");
        assert!(!text.contains(" is done"), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let empty = lines.windows(2).find(|two| {
            let heading = |line: &str| line.starts_with("-- ") || line.starts_with("== ");
            two[0].starts_with("-- ") && heading(two[1])
        });
        assert_eq!(empty, None, "{text}");
    }
}
