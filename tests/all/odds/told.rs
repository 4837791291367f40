//! Odds as the program tells them.

use super::*;

/// What the program prints for these options, and its exit code.
fn program(args: &[&str]) -> (String, i32) {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .arg("odds")
        .args(args)
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    text.push_str(&String::from_utf8(output.stderr).unwrap());
    (text, output.status.code().unwrap())
}

#[test]
fn the_program_tells_odds_of_words_and_of_set_positions() {
    let (text, code) = program(&[
        "--attacker",
        "hero, distance",
        "--target",
        "troop",
        "--json",
    ]);
    let sheet: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (code, &sheet["hit"], &sheet["defeat_p"]),
        (0, &"1/2".into(), &0.5.into())
    );
    let (text, code) = program(&["--attacker", "hero, wings", "--target", "troop"]);
    assert!(
        code == 2 && text.contains("--attacker:1:7: unknown word"),
        "{text}"
    );
    let violence = [
        "--ruleset",
        "violence",
        "--attacker",
        "small",
        "--target",
        "large",
        "--json",
    ];
    let (text, code) = program(&violence);
    let sheet: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (code, &sheet["outcomes"][0]["p"]),
        (0, &"7/12".into()),
        "{text}"
    );

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel.toml");
    let scenario = "format = \"skirmish-scenario/1\"\nname = \"D\"\nmap = \"duel-ground\"\n\
        round = 1\nstep = \"shoot\"\nturn = 1\n\
        [[side]]\nforce = \"elves\"\n[[side]]\nforce = \"dwarves\"\n\
        [[figure]]\nside = 1\nunit = 1\nat = \"E2\"\nfacing = \"E\"\n\
        [[figure]]\nside = 1\nunit = 2\nat = \"E3\"\nfacing = \"E\"\n\
        [[figure]]\nside = 2\nunit = 1\nat = \"H2\"\n\
        [[figure]]\nside = 2\nunit = 2\nat = \"E4\"\n";
    std::fs::write(&file, scenario).unwrap();
    let file = file.display().to_string();
    let ask = |by: &str, at: &str, more: &[&str]| {
        let mut args = vec!["--on", &file, "--by", by, "--at", at, "--json"];
        args.extend(more);
        let (text, code) = program(&args);
        assert_eq!(code, 0, "{text}");
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    };
    // 5+, hero, Sharpshooter, the mage's own Support; heavy armour and Tough.
    let sheet = ask("1.2", "2.1", &[]);
    assert_eq!(
        (&sheet["how"], &sheet["need"]),
        (&"shoot".into(), &2.into()),
        "{sheet}"
    );
    assert_eq!(
        (&sheet["hit"], &sheet["armour_need"]),
        (&"5/6".into(), &3.into())
    );
    assert_eq!(sheet["defeat"], "5/18");
    let sheet = ask("1.2", "2.2", &["--hand-to-hand"]);
    assert_eq!(
        (&sheet["how"], &sheet["need"]),
        (&"fight".into(), &3.into())
    );
    let sheet = ask("2.1", "1.1", &[]);
    assert_eq!(sheet["hit"], "0", "it cannot");
    let (text, code) = program(&["--on", &file, "--by", "7.1", "--at", "2.1"]);
    assert!(code == 2 && text.contains("no such figure"), "{text}");
}

#[test]
fn odds_begin_with_a_sentence() {
    let first = |args: &[&str]| {
        let (text, code) = program(args);
        assert_eq!(code, 0, "{text}");
        text.lines().next().unwrap().to_owned()
    };
    let hero = [
        "--attacker",
        "hero, distance",
        "--target",
        "troop, light armour",
    ];
    let sentence = "The hero hits in 1 of 2 attacks and defeats the troop in 5 of 12 (42 %).";
    assert_eq!(first(&hero), sentence);
    let (text, _) = program(&[&hero[..], &["--json"]].concat());
    let sheet: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(sheet["sentence"], sentence);
    let of = |ruleset, attacker, target| {
        first(&[
            "--ruleset",
            ruleset,
            "--attacker",
            attacker,
            "--target",
            target,
        ])
    };
    assert_eq!(
        of("violence", "small", "large"),
        "The attacker wounds the target in 5 of 12 (42 %)."
    );
    assert_eq!(
        of("plastic", "soldier", "soldier"),
        "The soldier defeats the soldier in 2 of 3 (67 %)."
    );
    assert_eq!(
        of(
            "d8",
            "destroyer, rocket launcher, heavy machine gun",
            "rifleman"
        ),
        "The destroyer attacks: with a burst it defeats the rifleman in 98 % of attacks; with a blast it defeats the rifleman in 64 % of attacks."
    );
    assert_eq!(
        of("vsgmr2017", "hero, distance", "building"),
        "The hero hits in 1 of 2 attacks, damages the building in 1 of 2 (50 %) and never defeats it."
    );
}

/// Odds of figures in words, in any ruleset.
fn staged(rules: Rules, words: [&str; 2], beside: bool, cover: bool, apart: u32) -> String {
    let sheet = rules.duel(&Duel {
        attacker: &Source::new("--attacker", words[0]),
        target: &Source::new("--target", words[1]),
        hand_to_hand: beside,
        cover,
        apart,
        policy: Policy::default(),
        rules: None,
    });
    let sheet = match sheet {
        Ok(sheet) => sheet,
        Err(fault) => return fault.to_string(),
    };
    let lines = sheet["lines"].as_array().unwrap().iter();
    let lines: Vec<String> = lines
        .map(|l| {
            format!(
                "{} {}",
                l["name"].as_str().unwrap(),
                l["value"].as_str().unwrap()
            )
        })
        .collect();
    let ways = sheet["ways"].as_array().map_or(1, Vec::len);
    format!(
        "{} {ways}: {}",
        sheet["how"].as_str().unwrap_or("nothing"),
        lines.join(", ")
    )
}

#[test]
fn odds_in_words_know_cover_distance_and_every_way() {
    let rifle = |beside, cover, apart| {
        let words = ["rifleman", "rifleman"];
        staged(Rules::D8, words, beside, cover, apart)
    };
    assert_eq!(
        rifle(false, false, 4),
        "attack 1: weapon combat rifle, shots 1 × d8, short 4+, defence 8+"
    );
    assert_eq!(
        rifle(true, false, 4),
        "attack 1: weapon combat rifle, shots 1 × d8, adjacent 2+, defence 8+"
    );
    assert!(rifle(false, false, 20).contains("long 6+"));
    assert!(rifle(false, true, 4).contains("cover +2"));
    assert!(rifle(false, false, 90).starts_with("nothing 1: reach 25 spaces"));
    let shot = |apart| {
        let words = ["hero, distance", "troop"];
        staged(Rules::Vsgmr, words, false, false, apart)
    };
    assert!(shot(12).starts_with("shoot"));
    assert_eq!(shot(24), "nothing 1: reach 12 spaces, distance 24 spaces");
    let soldier = |cover| staged(Rules::Plastic, ["soldier", "soldier"], false, cover, 4);
    assert!(soldier(false).ends_with("each die needs 3+"));
    assert!(soldier(true).ends_with("cover +1, each die needs 4+"));
    // Vehicles take more room; what defeats most surely comes first.
    // Only the first shot of a burst can be critical against a vehicle: a blast is better there, and
    // a burst against infantry.
    for (target, first) in [("APC", "blast 2: "), ("rifleman", "burst 2: ")] {
        let both = "destroyer, rocket launcher, heavy machine gun";
        let ship = staged(Rules::D8, [both, target], true, false, 4);
        assert!(
            ship.starts_with(first) && ship.contains("adjacent"),
            "{ship}"
        );
    }
    assert_eq!(
        staged(Rules::D8, ["rifleman, laser", "tank"], false, false, 4)
            .split(';')
            .next(),
        Some("--attacker:1:11: unknown word \"laser\"")
    );
}

#[test]
fn odds_in_words_know_guards_shooters_that_moved_and_several_kills() {
    let outcomes = |rules: Rules, attacker: &str, target: &str| -> Vec<(String, String)> {
        let sheet = rules.duel(&Duel {
            attacker: &Source::new("--attacker", attacker),
            target: &Source::new("--target", target),
            hand_to_hand: false,
            cover: false,
            apart: 4,
            policy: Policy::default(),
            rules: None,
        });
        let sheet = sheet.unwrap_or_else(|fault| panic!("{fault}"));
        let all = sheet["outcomes"].as_array().unwrap().iter();
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        all.map(|one| (text(&one["outcome"]), text(&one["p"])))
            .collect()
    };
    let chance = |rules, attacker, target, outcome: &str| {
        let all = outcomes(rules, attacker, target);
        let found = all.iter().find(|(name, _)| name == outcome);
        found.map(|(_, p)| p.clone()).unwrap_or_default()
    };
    let guard = |target| chance(Rules::Violence, "large", target, "defeated");
    assert_eq!(
        (guard("small"), guard("small, on guard")),
        ("5/12".into(), "1/12".into())
    );
    let shot = |attacker| chance(Rules::Plastic, attacker, "soldier", "defeated");
    assert_eq!(
        (shot("soldier"), shot("soldier, moved")),
        ("2/3".into(), "1/2".into())
    );
    // Four dice of 2 and more against a squad of four: all of them fall.
    let squad = "soldier, squad 1, and 3 more";
    let all = chance(
        Rules::Plastic,
        "heavy weapon",
        squad,
        "defeated, 3 more defeated",
    );
    assert_eq!(all, "625/1296");
}
