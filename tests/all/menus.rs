//! The dialogs of the window outside a battle, driven by scripts without a display.

#![cfg(feature = "window")]

use skirmish::play::AgentName;
use skirmish::play::record::Record;
use skirmish::rules::Rules;
use skirmish::source::Source;
use skirmish::store::disk::with_home;
use skirmish::window::script::Stop;
use skirmish::window::{App, rehearse};
use std::fs;
use std::path::{Path, PathBuf};

/// Carries a script out on the menu, with a data folder of its own.
fn act(home: &Path, script: &str) -> Result<(), Stop> {
    with_home(home, || {
        let mut app = App::new(Some(7));
        let done = rehearse(&mut app, script);
        app.close();
        done
    })
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The records there are.
fn records(home: &Path) -> Vec<PathBuf> {
    let Ok(folder) = fs::read_dir(home.join("records")) else {
        return Vec::new();
    };
    let paths = folder.map(|e| e.expect("an entry").path());
    let mut all: Vec<_> = paths.filter(|path| path.is_file()).collect();
    all.sort();
    all
}

fn record(path: &Path) -> Record {
    Record::read("record", &fs::read(path).expect("a record")).expect("whole")
}

#[test]
fn a_battle_is_chosen_and_begins_as_chosen() {
    let home = home();
    let script = "\
button \"New battle\"
button \"crater\"
button \"violence\"
button \"Add a side\"
button \"Remove side 3\"
button \"Player 2\"
button \"charge\"
button \"Begin\"
wait 5
";
    act(home.path(), script).unwrap();
    let all = records(home.path());
    assert_eq!(all.len(), 1);
    let setup = record(&all[0]).setup;
    assert_eq!(setup.rules, Rules::Violence);
    assert_eq!(setup.agents, ["human", "charge"].map(AgentName::from));
    assert!(setup.map.name.contains("crater"), "{}", setup.map.name);
    // and is remembered
    let kept = fs::read_to_string(home.path().join("new-battle.toml")).unwrap();
    assert!(
        kept.contains("violence") && kept.contains("charge"),
        "{kept}"
    );
}

#[test]
fn four_sides_of_people_and_computers_in_teams_play_in_the_window() {
    let home = home();
    let script = "\
button \"New battle\"
button \"crater\"
button \"Add a side\"
button \"Add a side\"
button \"Player 3\"
button \"Person\"
button \"Team 3\"
button \"team 1\"
button \"Team 4\"
button \"team 2\"
button \"Begin\"
wait 5
";
    act(home.path(), script).unwrap();
    let setup = record(&records(home.path())[0]).setup;
    assert_eq!(
        setup.agents,
        ["human", "recruit", "human", "recruit"].map(AgentName::from)
    );
    let game = setup.begin().unwrap();
    let teams: Vec<u8> = game.sides().iter().map(|s| s.team).collect();
    assert_eq!(teams, [1, 2, 1, 2]);
}

#[test]
fn house_rules_are_switched_used_and_kept() {
    let home = home();
    let script = "\
button \"New battle\"
button \"House rules...\"
button \"Shoot need +1\"
button \"Traits\"
button \"Save as...\"
button \"Save\"
button \"Use these\"
button \"Begin\"
wait 5
";
    act(home.path(), script).unwrap();
    let file = fs::read_to_string(home.path().join("rules/my-rules.toml")).unwrap();
    assert!(file.contains("shoot_need = 6") && file.contains("traits = false"));
    let setup = record(&records(home.path())[0]).setup;
    let config = setup.full_config().unwrap();
    assert_eq!(config["shoot_need"], 6);
    assert_eq!(config["traits"], false);
    assert_eq!(config["fight_need"], 4);
}

#[test]
fn a_force_is_made_by_its_words_and_saved() {
    let home = home();
    let script = "\
button \"Forces\"
button \"New force\"
button \"hero\"
button \"Tough\"
button \"One more\"
button \"Add figure\"
button \"mook\"
button \"Save\"
type -test
key Enter
wait 3
button \"Back\"
button \"Back\"
button \"Quick battle\"
";
    act(home.path(), script).unwrap();
    let path = home.path().join("forces/my-force-test.toml");
    let text = fs::read_to_string(&path).unwrap();
    let force = Rules::Vsgmr.force(&Source::new("f", &text), None).unwrap();
    let words: Vec<&str> = force.figures.iter().map(|f| f.words.as_str()).collect();
    assert_eq!(words, ["hero, Tough", "hero, Tough", "mook"], "{text}");
    assert!(!path.with_extension("part").exists());
}

#[test]
fn what_is_not_saved_is_asked_about_before_it_is_left() {
    let home = home();
    let script = "\
button \"Forces\"
button \"New force\"
button \"hero\"
button \"Back\"
button \"Cancel\"
button \"Undo\"
button \"Back\"
button \"New force\"
button \"hero\"
button \"Back\"
button \"Leave without saving\"
button \"Save roster\"
";
    act(home.path(), script).unwrap();
    assert!(!home.path().join("forces").exists());
    let rosters = fs::read_dir(home.path().join("rosters")).unwrap().count();
    assert_eq!(rosters, 1);
}

/// A data folder with one battle that is not over.
fn begun() -> tempfile::TempDir {
    let home = home();
    act(home.path(), "button \"Quick battle\"\nwait idle\n").unwrap();
    fs::rename(
        &records(home.path())[0],
        home.path().join("records/one.jsonl"),
    )
    .unwrap();
    home
}

#[test]
fn kept_battles_go_on_are_renamed_and_deleted() {
    let home = begun();
    act(
        home.path(),
        "button \"Saved battles\"\nbutton \"Resume one\"\nwait idle\n",
    )
    .unwrap();
    act(
        home.path(),
        "button \"Saved battles\"\nbutton \"Watch one\"\nwait 5\n",
    )
    .unwrap();
    act(home.path(), "button \"Continue last battle\"\nwait idle\n").unwrap();
    let script =
        "button \"Saved battles\"\nbutton \"Rename one\"\ntype  & two\nkey Enter\nwait 3\n";
    act(home.path(), script).unwrap();
    let renamed = home.path().join("records/one-two.jsonl");
    assert_eq!(records(home.path()), std::slice::from_ref(&renamed));
    let script = "button \"Saved battles\"\nbutton \"Delete one-two\"\nbutton \"Cancel\"\nwait 3\n";
    act(home.path(), script).unwrap();
    assert_eq!(records(home.path()).len(), 1);
    let script =
        "button \"Saved battles\"\nbutton \"Delete one-two\"\nbutton \"Delete it\"\nwait 3\n";
    let back = format!("{script}button \"Restore it\"\nwait 3\n");
    act(home.path(), &back).unwrap();
    assert_eq!(records(home.path()), [renamed]);
    act(home.path(), script).unwrap();
    assert!(records(home.path()).is_empty());
    assert!(home.path().join("records/deleted/one-two.jsonl").is_file());
}

#[test]
fn a_battle_that_another_program_plays_is_left_alone() {
    let home = begun();
    let path = home.path().join("records/one.jsonl");
    let other = fs::File::open(&path).unwrap();
    other.try_lock().unwrap();
    let script = "\
button \"Saved battles\"
button \"Resume one\"
wait 3
button \"Delete one\"
button \"Delete it\"
wait 3
button \"Rename one\"
type two
key Enter
wait 2
button \"Cancel\"
button \"Back\"
button \"Quit\"
";
    let before = fs::read(&path).unwrap();
    act(home.path(), script).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
    let error = act(home.path(), "button \"Continue last battle\"\n");
    let error = error.unwrap_err().to_string();
    assert!(error.contains("no control"), "{error}");
}

#[test]
fn maps_are_looked_at_and_fought_on() {
    let home = home();
    let script = "\
button \"Maps\"
button \"crater\"
button \"Play here\"
button \"Begin\"
wait 3
";
    act(home.path(), script).unwrap();
    let setup = record(&records(home.path())[0]).setup;
    assert!(setup.map.name.contains("crater"), "{}", setup.map.name);
}

#[test]
fn the_editor_puts_no_figure_down_twice_and_saves_what_was_written_by_hand() {
    let home = home();
    let file = home.path().join("duel.scenario.toml");
    let text = "format = \"skirmish-scenario/1\" # first\nname = \"Duel\"\nmap = \"ford\"\n\
                ruleset = \"vsgmr\"\n# outlaws\n[[side]]\nforce = \"bandits\" # four\n\n\
                [[side]]\nforce = \"dwarves\"\n";
    fs::write(&file, text).expect("written");
    let script = "\
wait idle
button \"Gang Leader (0 of 1)\"
wait idle
click E5
wait idle
button \"Gang Leader (1 of 1)\"
click G7
wait idle
button \"Gang Leader (1 of 1)\"
button \"Save\"
wait idle
";
    let done = with_home(home.path(), || {
        let mut app = App::edit_map(Some(file.to_str().expect("text"))).expect("a scenario");
        rehearse(&mut app, script)
    });
    done.unwrap_or_else(|e| panic!("{e}"));
    let now = fs::read_to_string(&file).expect("saved");
    assert!(now.starts_with(text), "{now}");
    let figures = now.matches("[[figure]]").count();
    assert_eq!((figures, now.contains("at = \"E5\"")), (1, true), "{now}");
}

#[test]
fn a_finding_that_is_clicked_says_what_would_mend_it() {
    let home = home();
    let file = home.path().join("heath.toml");
    let text = "format = \"skirmish-map/1\"\nname = \"Heath\"\ngrid = \"square\"\n\
                terrain = \"\"\"\n....\n....\"\"\"\n";
    fs::write(&file, text).expect("written");
    let script = "\
wait idle
button \"× seat 1: there is no deployment zone for this seat\"
see \"seat 1: add a [[zone]] with kind = \"deployment\" and seat = 1\"
";
    let done = with_home(home.path(), || {
        let mut app = App::edit_map(Some(file.to_str().expect("text"))).expect("a map");
        rehearse(&mut app, script)
    });
    done.unwrap_or_else(|e| panic!("{e}"));
}

#[test]
#[ignore = "slow"]
fn after_three_wins_the_next_strength_is_proposed_in_the_window() {
    let home = home();
    let ladder = "format = \"skirmish-ladder/1\"\nstrength = \"recruit\"\nwins = 2\n";
    let (mut won, mut said) = (false, false);
    // some battles are lost: the computer plays for the person, and dice decide
    for seed in 1..=12 {
        fs::write(home.path().join("ladder.toml"), ladder).expect("written");
        let (is_won, is_said) = with_home(home.path(), || {
            let mut app = App::new(Some(seed));
            let played = "button \"Quick battle\"\nwait idle\nkey Ctrl+P\nwait idle\n";
            rehearse(&mut app, played).expect("a battle");
            let sees =
                |app: &mut App, text: &str| rehearse(app, &format!("see \"{text}\"\n")).is_ok();
            (
                sees(&mut app, "Winner: Dwarves"),
                sees(&mut app, "Next time: Veteran?"),
            )
        });
        assert_eq!(is_won, is_said, "seed {seed}");
        (won, said) = (won || is_won, said || is_said);
        if won {
            break;
        }
    }
    assert!(won && said, "none of twelve battles was won");
}
