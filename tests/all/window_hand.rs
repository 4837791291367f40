//! What a hand meets in the window: the menu of several ways to attack, the tray of figures off the
//! board, files that are opened and exported, links with whole records.

use skirmish::play::record::{Record, Verdict, verify};
use skirmish::store::disk::{exists, with_home, write};
use skirmish::store::options::BattleOptions;
use skirmish::window::{App, link, rehearse};
use std::path::Path;

/// A small map.
const YARD: &str = "format = \"skirmish-map/1\"\nname = \"Yard\"\ngrid = \"square\"\n\
                    terrain = \"\"\"\n....\n....\"\"\"\n";

/// A tank and a jet against riflemen, the tank near them, at the first act of the tank's side.
fn tank(home: &Path) -> App {
    let text = |name: &str, text: &str| {
        let path = home.join(name);
        write(&path, text.as_bytes()).expect("a file");
        path.display().to_string()
    };
    let column = text(
        "column.toml",
        "format = \"skirmish-force/1\"\nruleset = \"d8\"\nname = \"Column\"\n\
         [[figure]]\nname = \"Tank\"\n\
         is = \"tank, rocket launcher, heavy machine gun\"\n[[figure]]\nname = \"Jet\"\nis = \"plane\"\n",
    );
    let squad = text(
        "squad.toml",
        "format = \"skirmish-force/1\"\nruleset = \"d8\"\nname = \"Squad\"\n\
         [[figure]]\nname = \"Rifleman\"\nis = \"rifleman\"\ncount = 6\n",
    );
    let scenario = text(
        "near.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"Near\"\nmap = \"duel-ground\"\nruleset = \"d8\"\n\
         aim = \"battle\"\nround = 1\n\
         [[side]]\nforce = \"column.toml\"\n[[side]]\nforce = \"squad.toml\"\n\
         [[figure]]\nside = 1\nunit = \"Tank\"\nat = \"H10\"\n\
         [[figure]]\nside = 2\nunit = 1\nat = \"H6\"\n\
         [[figure]]\nside = 2\nunit = 2\nat = \"J6\"\n",
    );
    let options = BattleOptions {
        scenario: Some(scenario),
        changes: vec!["kind.tank.arms=2".into(), "kind.tank.heavy=2".into()],
        forces: vec![column, squad],
        agents: vec!["human".into(), "charge".into()],
        seed: Some(7),
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    App::recorded(setup, &home.join("battle.jsonl")).expect("a battle that begins")
}

fn done(app: &mut App, script: &str) {
    rehearse(app, script).unwrap_or_else(|e| panic!("{e}"));
}

fn recorded(home: &Path) -> String {
    std::fs::read_to_string(home.join("battle.jsonl")).expect("a record")
}

#[test]
fn several_ways_to_attack_are_a_menu_with_weapon_dice_and_odds() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = tank(home.path());
    let open = "wait idle\nclick H10\nwait 2\nclick J6\nwait 3\n\
                see \"weapon heavy machine gun\"\nsee \"shots 5 × d8\"\n\
                see \"weapon rocket launcher\"\nsee \"50% to defeat\"\n";
    done(&mut app, open);
    // Escape and a click beside it close the menu, and nothing has been done
    done(
        &mut app,
        "key Escape\nwait 2\nclick J6\nwait 2\nclick C15\nwait 2\n",
    );
    assert!(rehearse(&mut app, "see \"weapon rocket\"").is_err());
    assert!(!recorded(home.path()).contains("\"by\":1"));
    done(
        &mut app,
        "click J6\nwait 2\nkey Down\nkey Enter\nwait idle\n",
    );
    let record = recorded(home.path());
    assert!(record.contains("\"how\":\"blast\""), "{record}");
}

#[test]
#[ignore = "slow"]
fn a_way_to_attack_is_chosen_by_its_number_or_with_the_mouse() {
    for choice in ["key 2", "button \"Fire on\""] {
        let home = tempfile::tempdir().expect("a folder");
        let mut app = tank(home.path());
        let script =
            format!("wait idle\nclick H10\nwait 2\nclick J6\nwait 3\n{choice}\nwait idle\n");
        done(&mut app, &script);
        let record = recorded(home.path());
        assert!(record.contains("\"how\":\"blast\""), "{choice}: {record}");
    }
}

#[test]
fn who_acts_from_off_the_board_is_in_a_tray() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = tank(home.path());
    done(
        &mut app,
        "wait idle\nsee \"Off the board\"\nbutton \"1.2 Jet\"\nwait 3\nhover H6\nwait 3\n\
         see \"rocket launcher\"\nclick H6\nwait idle\n",
    );
    let record = recorded(home.path());
    assert!(record.contains("\"figure\":\"1.2\""), "{record}");
}

#[test]
fn keys_of_the_menu_work_after_settings_were_closed_with_escape() {
    let script = "wait 2\nbutton \"Settings\"\nwait 2\nsee \"Text size\"\nkey Escape\nwait 3\n\
                  key Enter\nwait 3\nsee \"Text size\"\n";
    done(&mut App::new(Some(7)), script);
}

#[test]
#[ignore = "slow"]
fn a_new_battle_begins_with_forces_that_are_close_in_points() {
    let home = tempfile::tempdir().expect("a folder");
    with_home(home.path(), || {
        for ruleset in ["vsgmr", "vsgmr2017", "violence", "plastic", "d8"] {
            let script =
                format!("wait 2\nbutton \"New battle\"\nwait 2\nbutton \"{ruleset}\"\nwait 3\n");
            let mut app = App::new(Some(7));
            done(&mut app, &script);
            let warned = rehearse(&mut app, "see \"points\"").is_ok();
            assert!(warned, "{ruleset}");
        }
    });
}

#[test]
#[ignore = "slow"]
fn a_link_holds_a_whole_record_or_says_that_it_is_too_long() {
    let home = tempfile::tempdir().expect("a folder");
    let options = BattleOptions {
        map: Some("duel-ground".into()),
        forces: vec!["dwarves".into(), "orcs".into()],
        agents: vec!["utility".into(), "charge".into()],
        seed: Some(7),
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    let mut app = App::recorded(setup, &home.path().join("battle.jsonl")).expect("a battle");
    done(&mut app, "wait 5\nkey Space\nkey Space\nwait idle\n");
    let text = recorded(home.path());
    let link = link::of_record(&text).expect("a short battle");
    assert!(link.len() < 32 << 10, "{} bytes", link.len());
    let bytes = link::record(&link)
        .expect("a whole link")
        .expect("a record");
    assert_eq!(bytes, text.as_bytes());
    let record = Record::read("the link", &bytes).expect("a record");
    assert!(matches!(verify(&record), Ok(Verdict::Same { .. })));
    done(&mut App::shown(&bytes), "wait 3\nsee \"Timeline\"\n");
    // what is damaged is said, and the menu is there
    for cut in [link.len() / 2, 40] {
        let Ok(Some(bytes)) = link::record(&link[..cut]) else {
            continue;
        };
        done(&mut App::shown(&bytes), "wait 3\nsee \"Quick battle\"\n");
    }
    let mut word = 7_u64;
    let noise: String = (0..60_000)
        .map(|_| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(b'!' + (word >> 33) as u8 % 90)
        })
        .collect();
    let error = link::of_record(&noise).expect_err("too long").to_string();
    assert!(error.contains("too long for a link"), "{error}");
}

#[test]
#[ignore = "slow"]
fn a_map_is_exported_in_every_format_and_opened_again() {
    let home = tempfile::tempdir().expect("a folder");
    with_home(home.path(), || {
        let mut formats = vec![
            ("Map of this program", "toml"),
            ("Tiled", "tmx"),
            ("Universal VTT", "uvtt"),
        ];
        if cfg!(feature = "print") {
            formats.extend([("Drawing", "svg"), ("Pages to print", "pdf")]);
        }
        let yard = home.path().join("yard.toml");
        write(&yard, YARD.as_bytes()).expect("a file");
        let mut app = App::new(Some(7));
        app.open_file(&yard, false).expect("a map");
        for (format, ending) in formats {
            let choose = format!(
                "wait 2\nbutton \"Export...\"\nwait 2\nbutton \"Format\"\nwait 2\nbutton \"{format}\"\nwait 2\n"
            );
            done(&mut app, &choose);
            let export =
                "button \"Export\"\nwait idle\nsee \"The map is in\"\nbutton \"Close\"\nwait 2\n";
            done(&mut app, export);
            let file = home.path().join(format!("exports/yard.{ending}"));
            assert!(exists(&file), "{ending}");
        }
        // what was exported can be opened, where it lies or as a copy
        for ending in ["toml", "uvtt", "tmx"] {
            let mut app = App::new(Some(7));
            let file = home.path().join(format!("exports/yard.{ending}"));
            app.open_file(&file, false).expect("a map");
            assert!(app.draft().is_some(), "{ending}");
        }
        let mut app = App::new(Some(7));
        app.open_file(&yard, true).expect("a map");
        assert!(exists(&home.path().join("maps/yard.toml")));
        let wrong = app.open_file(&home.path().join("none.toml"), false);
        assert!(wrong.is_err());
    });
}

#[test]
fn a_file_is_found_and_opened_from_its_folder() {
    let home = tempfile::tempdir().expect("a folder");
    with_home(home.path(), || {
        write(&home.path().join("yard.toml"), YARD.as_bytes()).expect("a file");
        let path = home.path().join("yard.toml");
        let mut app = App::new(Some(7));
        done(
            &mut app,
            &format!(
                "wait 2\nbutton \"Open a file\"\nwait 3\ntype {}\nwait 2\nbutton \"Open\"\nwait 4\nsee \"Yard\"\n",
                path.display()
            ),
        );
        assert!(app.draft().is_some());
        let mut app = App::new(Some(7));
        done(
            &mut app,
            "wait 2\nbutton \"Open a file\"\nwait 3\ntype nothing.toml\nwait 2\nbutton \"Open\"\nwait 4\nsee \"There is no file\"\n",
        );
    });
}

#[test]
fn the_view_follows_what_others_do_and_returns_for_the_persons_turn() {
    let home = tempfile::tempdir().expect("a folder");
    let options = BattleOptions {
        map: Some("duel-ground".into()),
        forces: vec!["dwarves".into(), "orcs".into()],
        agents: vec!["human".into(), "utility".into()],
        seed: Some(7),
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    let mut app = App::recorded(setup, &home.path().join("battle.jsonl")).expect("a battle");
    let near = "key +\n".repeat(6);
    done(
        &mut app,
        &format!(
            "wait idle\nbutton \"Place everything for me\"\nwait idle\n{near}{}wait 3\n",
            "key Shift+Up\n".repeat(3)
        ),
    );
    let before = app.place_of("J6").expect("it is in view");
    let at = |app: &App| app.place_of("J6").ok();
    // a script that ends with a click ends before the button comes up
    done(&mut app, "button \"End step\"\nwait 3\n");
    let moved = (0..60).any(|_| {
        done(&mut app, "wait 5\n");
        at(&app).is_none_or(|at| at.distance(before) > 40.0)
    });
    assert!(moved, "the view has not moved");
    done(&mut app, "wait idle\n");
    let after = at(&app).expect("it is in view again");
    assert!(after.distance(before) < 3.0, "{before} and {after}");
}

#[test]
fn a_battle_is_given_up_after_a_question_and_the_record_says_by_whom() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = tank(home.path());
    let asked = "wait idle\nbutton \"Battle\"\nwait 3\nbutton \"Give up...\"\nwait 3\nsee \"Do you give up\"\n";
    done(&mut app, &format!("{asked}button \"Cancel\"\nwait 3\n"));
    assert!(!recorded(home.path()).contains("\"type\":\"result\""));
    done(
        &mut app,
        &format!("{asked}button \"Give up\"\nwait 20\nsee \"Winner\"\nsee \"gave up\"\n"),
    );
    done(
        &mut app,
        "button \"Look at the board\"\nwait 3\nkey U\nwait 3\nsee \"you gave up\"\n",
    );
    app.close();
    let text = recorded(home.path());
    let last = text.lines().last().expect("a line");
    assert!(last.contains("\"conceded\":1"), "{last}");
    let record = Record::read("battle.jsonl", text.as_bytes()).expect("a record");
    assert!(matches!(verify(&record), Ok(Verdict::Same { .. })));
    // and it is shown so
    let mut app = App::shown(text.as_bytes());
    done(
        &mut app,
        "wait 5\nkey Space\nkey Space\nwait idle\nsee \"gave up\"\n",
    );
}

#[test]
fn a_handicap_is_chosen_beside_the_points_and_told() {
    let home = tempfile::tempdir().expect("a folder");
    with_home(home.path(), || {
        write(
            &home.path().join("new-battle.toml"),
            b"handicap = 30\nforces = [\"elves\", \"orcs\"]\nagents = [\"human\", \"utility\"]\n",
        )
        .expect("a file");
        let mut app = App::new(Some(7));
        done(
            &mut app,
            "wait 2\nbutton \"New battle\"\nwait 3\nsee \"30 % fewer points for the computer\"\n\
             see \"stay at home\"\nbutton \"Begin\"\nwait 10\n",
        );
        let records = std::fs::read_dir(home.path().join("records")).expect("records");
        let record = records.flatten().next().expect("a record").path();
        let text = std::fs::read_to_string(record).expect("a record");
        let first = text.lines().next().expect("a line");
        assert!(first.contains("\"handicap\":{\"percent\":30"), "{first}");
    });
}

#[test]
fn a_script_says_how_fast_an_opponent_plays_and_finds_small_controls() {
    let mut app = App::new(Some(7));
    done(&mut app, "wait 2\nspeed 1 random\nlarge 10\n");
    let small = rehearse(&mut app, "wait 2\nlarge 400\n").expect_err("nothing is so large");
    let small = small.to_string();
    assert!(small.contains("smaller than 400 points"), "{small}");
    let nobody = rehearse(&mut app, "wait 2\nspeed 1 nobody\n").expect_err("nobody");
    let nobody = nobody.to_string();
    assert!(nobody.starts_with("script:2:7: "), "{nobody}");
}
