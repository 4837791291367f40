//! Force files, figures in words, and the rules file (P1–P6, R11).

use skirmish::battle::{
    Choice, ForceFigure, Gear, HalfPoints, Milli, Severity, Silhouette, Weapon,
};
use skirmish::rules::Rules;
use skirmish::rules::vsgmr::unit::{Armour, Kind, Trait};
use skirmish::rules::vsgmr::words::{spell, words};
use skirmish::rules::vsgmr::{Config, force};
use skirmish::source::Source;

fn halves(text: &str) -> i32 {
    words(text)
        .unwrap_or_else(|e| panic!("{text}: {e:?}"))
        .cost
        .0
}

fn refused(text: &str) -> (usize, String) {
    words(text).expect_err(text)
}

fn file(figures: &str) -> Source {
    Source::new(
        "x.toml",
        format!("format = \"skirmish-force/1\"\nname = \"X\"\n{figures}"),
    )
}

/// `file:line:column: what` of the fault of these figures, which begin on line 3.
fn fault(figures: &str) -> String {
    Rules::Vsgmr
        .force(&file(figures), None)
        .expect_err(figures)
        .to_string()
}

fn warnings(figures: &str) -> Vec<String> {
    let force = Rules::Vsgmr.force(&file(figures), None).expect("a force");
    assert!(
        force
            .findings
            .iter()
            .all(|f| f.severity == Severity::Warning)
    );
    force
        .findings
        .iter()
        .map(|f| format!("{} {}", f.place, f.what))
        .collect()
}

fn figure(is: &str) -> String {
    format!("[[figure]]\nname = \"A\"\nis = \"{is}\"\n")
}

#[test]
fn p1_guys_cost_what_they_are_and_wear() {
    assert_eq!(halves("troop"), 2);
    assert_eq!(halves("hero"), 4);
    assert_eq!(halves("mook"), 1);
    for kind in ["troop", "hero", "mook"] {
        let plain = halves(kind);
        assert_eq!(halves(&format!("{kind}, distance")), plain + 2);
        assert_eq!(halves(&format!("{kind}, light armour")), plain + 2);
        assert_eq!(halves(&format!("{kind}, heavy armour")), plain + 4);
        assert_eq!(
            halves(&format!("{kind}, distance, automatic fire")),
            plain + 4
        );
    }
}

#[test]
fn p1_mooks_are_a_toggle() {
    let rules = Source::new("r.toml", "format = \"skirmish-rules/1\"\nmooks = false\n");
    let fault = Rules::Vsgmr
        .force(&file(&figure("light armour, mook")), Some(&rules))
        .unwrap_err();
    assert_eq!(
        fault.to_string(),
        "x.toml:5:21: these rules have no mooks; use troop, or set mooks = true in the rules"
    );
}

#[test]
fn p2_mounts_have_light_armour_free() {
    assert_eq!(halves("cavalry"), 4);
    assert_eq!(halves("vehicle"), 6);
    for kind in ["cavalry", "vehicle"] {
        let plain = halves(kind);
        assert_eq!(words(kind).unwrap().armour, Armour::Light);
        assert_eq!(halves(&format!("{kind}, light armour")), plain);
        assert_eq!(halves(&format!("{kind}, heavy armour")), plain + 2);
        assert_eq!(halves(&format!("{kind}, distance")), plain + 2);
        assert_eq!(
            halves(&format!("{kind}, distance, automatic fire")),
            plain + 4
        );
    }
}

#[test]
fn p3_a_trait_costs_two_and_a_power_what_it_lists() {
    for one in Trait::ALL {
        let kind = if one == Trait::Independent {
            "cavalry"
        } else {
            "troop"
        };
        assert_eq!(halves(&format!("{kind}, {}", one.name())), halves(kind) + 4);
        let shouted = one.name().to_uppercase();
        assert!(words(&format!("{kind}, {shouted}")).unwrap().has(one));
    }
    assert!(
        words("hero, ignores armour")
            .unwrap()
            .has(Trait::IgnoresArmor)
    );
    for (power, costs) in [
        ("armor", [3, 4, 5]),
        ("blast", [2, 3, 4]),
        ("fight", [2, 3, 4]),
        ("move", [2, 3, 4]),
        ("skill", [1, 2, 3]),
    ] {
        for (level, cost) in ["minor", "major", "superior"].into_iter().zip(costs) {
            assert_eq!(
                halves(&format!("hero, super-{power} {level}")),
                4 + 2 * cost
            );
            let other = words(&format!("hero, {level} Super-{power}")).unwrap();
            assert_eq!(
                other,
                words(&format!("hero, super {power} {level}")).unwrap()
            );
        }
    }
    assert_eq!(
        words("hero, super-armour major"),
        words("hero, major super-armor")
    );
}

#[test]
fn p4_a_hero_who_commands_has_heavy_armour_free() {
    let hero = words("hero, commander").unwrap();
    assert_eq!((hero.armour, hero.cost), (Armour::Heavy, HalfPoints(4)));
    assert_eq!(words("commander").unwrap(), hero);
    let troop = words("troop, commander").unwrap();
    assert_eq!((troop.armour, troop.cost), (Armour::None, HalfPoints(2)));
    assert_eq!(halves("troop, commander, heavy armour"), 6);
    for kind in ["mook", "cavalry", "vehicle"] {
        let (at, what) = refused(&format!("{kind}, commander"));
        assert_eq!(at, kind.len() + 2);
        assert!(what.contains("cannot be the commander"), "{what}");
    }
}

#[test]
fn p4_one_commander_a_force() {
    let two = format!(
        "{}[[figure]]\nname = \"B\"\nis = \"hero, commander\"\n",
        figure("commander")
    );
    assert_eq!(
        fault(&two),
        "x.toml:8:13: a force has only one commander, and this is a second one"
    );
    let twice = figure("hero, commander").replace("is =", "count = 2\nis =");
    assert!(fault(&twice).starts_with("x.toml:6:13: a force has only one commander"));
}

#[test]
fn p5_every_sample_force_costs_what_is_listed() {
    let listed = [
        ("medieval-infantry", 23, 10),
        ("dwarves", 28, 5),
        ("elves", 25, 7),
        ("orcs", 24, 7),
        ("undead", 25, 11),
        ("fantasy-adventurers", 27, 5),
        ("bandits", 22, 8),
        ("zombies", 20, 13),
        ("survivors", 19, 4),
        ("modern-infantry", 24, 5),
        ("justice-team", 42, 3),
        ("mightiest-heroes", 38, 3),
        ("star-soldiers", 36, 3),
        ("bug-aliens", 37, 8),
    ];
    assert_eq!(Rules::Vsgmr.forces().len(), listed.len());
    for ((stem, text), (wanted, points, figures)) in Rules::Vsgmr.forces().iter().zip(listed) {
        assert_eq!(*stem, wanted);
        let source = Source::new(*stem, *text);
        assert_eq!(Rules::of_force(&source).unwrap(), Rules::Vsgmr);
        let force = Rules::Vsgmr.force(&source, None).unwrap();
        assert_eq!(
            (force.points, force.figures.len()),
            (HalfPoints(2 * points), figures),
            "{stem}"
        );
        for ForceFigure {
            words: words_of,
            points: halves_of,
            ..
        } in &force.figures
        {
            assert_eq!(HalfPoints(halves(words_of)), *halves_of);
        }
    }
}

#[test]
fn p5_the_notes_of_the_sample_forces_are_played() {
    let read = |stem: &str| {
        let (_, text) = Rules::Vsgmr.forces().iter().find(|f| f.0 == stem).unwrap();
        force::read(&Source::new(stem, *text), &Config::default()).unwrap()
    };
    let unit = |stem: &str, name: &str| {
        let force = read(stem);
        force
            .figures
            .into_iter()
            .find(|f| f.name == name)
            .unwrap()
            .unit
    };
    assert_eq!(unit("undead", "Demon").seats, 0);
    assert_eq!(unit("bug-aliens", "Bio-Weapon").seats, 5);
    assert!(unit("survivors", "Scream Queen").summon_waits);
    assert_eq!(
        unit("fantasy-adventurers", "Cleric").support,
        Choice::Armour
    );
    // Each of the three Star Soldiers supports another kind of roll.
    for (stem, name, kind) in [
        ("elves", "Mage", Choice::Shooting),
        ("star-soldiers", "Captain", Choice::Shooting),
        ("star-soldiers", "Lieutenant", Choice::Armour),
        (
            "star-soldiers",
            "Heavy Weapons Specialist",
            Choice::Fighting,
        ),
    ] {
        assert_eq!(unit(stem, name).support, kind, "{name}");
    }
    assert_eq!(unit("dwarves", "Runepriest").armour, Armour::None);
    let bandits = read("bandits");
    let aboard: Vec<_> = bandits.figures.iter().map(|f| f.aboard).collect();
    assert_eq!(
        aboard,
        [Some(4), Some(5), Some(6), Some(7), None, None, None, None]
    );
}

#[test]
fn p6_a_wrong_word_is_pointed_at() {
    assert_eq!(
        fault(&figure("hero, Sharpshoter, distance")),
        "x.toml:5:13: unknown word \"Sharpshoter\"; similar words are Sharpshooter"
    );
    for (is, column, what) in [
        ("hero, Tough, distance, tough", 30, "Tough is there twice"),
        ("hero, Independent", 13, "cannot be Independent"),
        (
            "vehicle, distance, super-skill major",
            26,
            "cannot have Super-Skill",
        ),
        ("mook, commander", 13, "cannot be the commander"),
        ("distance", 7, "kind of figure is missing"),
        ("hero, cavalry", 13, "only one kind"),
        ("hero,, distance", 12, "a word is missing between"),
        ("hero, super-blast", 13, "needs a level"),
        (
            "hero, super-blast minor, major super-blast",
            32,
            "is there twice",
        ),
        ("troop, light armour, heavy armor", 28, "not both"),
        ("commander, light armor", 18, "for free"),
        ("hero, wings of a dove", 13, "the traits are"),
    ] {
        let text = fault(&figure(is));
        assert!(
            text.starts_with(&format!("x.toml:5:{column}: ")),
            "{is}: {text}"
        );
        assert!(text.contains(what), "{is}: {text}");
    }
}

#[test]
fn p6_a_wrong_file_is_pointed_at() {
    for (figures, begins, what) in [
        ("", "x.toml:1:1: ", "has no figures"),
        (
            "[[figure]]\nname = \"A\"\nis = \"hero\"\ncount = 0\n",
            "x.toml:6:9: ",
            "count is 0",
        ),
        (
            "[[figure]]\nname = \"A\"\nis = \"hero\"\ncount = 9999\n",
            "x.toml:6:9: ",
            "at most",
        ),
        (
            "[[figure]]\nname = \"A\"\nis = \"hero\"\ncount = -1\n",
            "x.toml:6:9: ",
            "",
        ),
        (
            "[[figure]]\nname = \"A\"\nis = \"hero\"\ncolour = 1\n",
            "x.toml:6:1: ",
            "colour",
        ),
        (
            "[[figure]]\nname = \"A\"\nis = \"hero\"\nsize = 4\n",
            "x.toml:6:8: ",
            "size must be",
        ),
        (
            "[[figure]]\nname = \"A\"\nis = \"hero\"\nseats = 1\n",
            "x.toml:6:9: ",
            "has no seats",
        ),
        (
            "[[figure]]\nname = \"A\"\nis = \"hero\"\nsupport = \"skill\"\n",
            "x.toml:6:11: ",
            "Support",
        ),
        (
            "[[figure]]\nname = \"A\"\nis = \"hero\"\nmounted_on = \"B\"\n",
            "x.toml:6:14: ",
            "mounted_on names \"B\"",
        ),
        (
            "points = 1\n[[figure]]\nname = \"A\"\nis = \"hero\"\n",
            "x.toml:3:10: ",
            "cost 2 points",
        ),
    ] {
        let text = fault(figures);
        assert!(
            text.starts_with(begins) && text.contains(what),
            "{figures}: {text}"
        );
    }
    let newer = Source::new("x.toml", "format = \"skirmish-force/2\"\nname = \"X\"\n");
    let text = Rules::Vsgmr.force(&newer, None).unwrap_err().to_string();
    assert!(text.starts_with("x.toml:1:10: "), "{text}");
}

#[test]
fn p6_what_is_doubtful_is_a_warning() {
    for (figures, what) in [
        (figure("cavalry"), "mounts need a rider"),
        (figure("hero, automatic fire"), "automatic fire"),
        (figure("hero, super-blast minor"), "Super-Blast"),
        (figure("hero, Tough"), "Tough"),
        (figure("hero, super-armour minor"), "Super-Armor"),
        (figure("mook"), "more mooks (1) than troops (0)"),
        (
            format!("points = 9\n{}", figure("hero")),
            "7 of its points are not spent",
        ),
    ] {
        let mut found = warnings(&figures);
        found.retain(|warning| !warning.contains("no commander"));
        assert_eq!(found.len(), 1, "{figures}: {found:?}");
        assert!(found[0].contains(what), "{found:?}");
        assert!(found[0].starts_with("x.toml:"), "{found:?}");
    }
    assert!(warnings(&figure("cavalry, Independent")).is_empty());
    assert!(warnings(&figure("hero, commander, distance, automatic fire")).is_empty());
}

#[test]
fn words_and_spelling_go_both_ways() {
    for text in [
        "troop",
        "hero, commander, heavy armour, distance, Sharpshooter, Support (distance)",
        "cavalry, light armour, Independent",
        "hero, light armour, Support (armour)",
        "vehicle, heavy armour, distance, automatic fire, Flight",
        "mook, distance, Super-Armor minor, Super-Blast superior",
    ] {
        assert_eq!(spell(&words(text).unwrap()), text);
    }
    // armour that comes free is worn all the same
    let free = spell(&words("commander").unwrap());
    assert_eq!(free, "hero, commander, heavy armour");
    assert_eq!(words("Vehicle").unwrap().kind, Kind::Vehicle);
    let all = [1, 2, 5, 0, -3, -1].map(HalfPoints);
    let written = all.map(HalfPoints::written);
    assert_eq!(written, ["½", "1", "2½", "0", "-1½", "-½"]);
    let text = all.map(|points| points.to_string());
    assert_eq!(text, ["0.5", "1", "2.5", "0", "-1.5", "-0.5"]);
    assert_eq!(format!("{:>5}|", HalfPoints(5)), "  2.5|");
    assert_eq!(all.map(HalfPoints::named)[..2], ["0.5 points", "1 point"]);
    assert_eq!(serde_json::json!(all)[2], 5, "transparent");
    assert_eq!(all.iter().sum::<HalfPoints>(), HalfPoints(4));
    assert_eq!(HalfPoints(3).milli() - Milli::ONE, Milli(500));
}

#[test]
fn r11_the_defaults_are_the_rules_as_written() {
    let config = Rules::Vsgmr.config(None).unwrap();
    for on in ["points", "mooks", "traits", "super_powers", "facing"] {
        assert_eq!(config[on], true, "{on}");
    }
    for off in ["everyone_acts", "specific_skills"] {
        assert_eq!(config[off], false, "{off}");
    }
    assert_eq!(config["solo"], "off");
}

#[test]
fn a_wrong_rules_file_is_pointed_at() {
    for (line, begins) in [
        (
            "shoot_need = 99",
            "r.toml:2:14: shoot_need is 99; it must be from -20 to 20",
        ),
        ("dau_28mm = -1", "r.toml:2:12: "),
        ("rounds = \"many\"", "r.toml:2:10: "),
        ("shoot_ned = 5", "r.toml:2:1: unknown key \"shoot_ned\""),
        (
            "ruleset = \"chess\"",
            "r.toml:2:11: these rules are for the ruleset \"chess\", but the battle uses \"vsgmr\"",
        ),
        ("scale = \"5mm\"", "r.toml:2:9: "),
    ] {
        let rules = Source::new("r.toml", format!("format = \"skirmish-rules/1\"\n{line}\n"));
        let text = Rules::Vsgmr.config(Some(&rules)).unwrap_err().to_string();
        assert!(text.starts_with(begins), "{line}: {text}");
    }
    let rules = Source::new(
        "r.toml",
        "format = \"skirmish-rules/1\"\ninspiration_armor = \"own_turn\"\n",
    );
    let config = Rules::Vsgmr.config(Some(&rules)).unwrap();
    assert_eq!(config["inspiration_armour"], "own_turn");
}

#[test]
fn p4_changed_a_force_without_a_commander_is_warned_about_or_refused() {
    let text = figure("hero");
    assert!(
        warnings(&text).iter().any(|w| w.contains("no commander")),
        "{text}"
    );
    assert!(warnings(&figure("hero, commander")).is_empty());
    let rules = Source::new(
        "rules.toml",
        "format = \"skirmish-rules/1\"\ncommander_required = true\n",
    );
    let fault = Rules::Vsgmr
        .force(&file(&text), Some(&rules))
        .expect_err("no commander")
        .to_string();
    assert!(
        fault.starts_with("x.toml:2:8: the force has no commander"),
        "{fault}"
    );
    // the edition of 2017 knows no commanders
    let source = Source::new(
        "x.toml",
        format!("format = \"skirmish-force/1\"\nruleset = \"vsgmr2017\"\nname = \"X\"\n{text}"),
    );
    let force = Rules::Vsgmr2017.force(&source, None).expect("a force");
    assert!(!force.findings.iter().any(|f| f.what.contains("commander")));
}

#[test]
fn p5_changed_support_has_its_kind_and_the_undead_know_no_fear() {
    let config = Config::default();
    let read = |name: &str| {
        let (_, text) = *Rules::Vsgmr
            .forces()
            .iter()
            .find(|f| f.0 == name)
            .expect(name);
        force::read(&Source::new(name, text), &config)
            .expect(name)
            .figures
    };
    let soldiers = read("star-soldiers");
    let kinds: Vec<Choice> = soldiers.iter().map(|f| f.unit.support).collect();
    assert_eq!(kinds, [Choice::Shooting, Choice::Armour, Choice::Fighting]);
    for (name, who, kind) in [
        ("fantasy-adventurers", "Cleric", Choice::Armour),
        ("elves", "Mage", Choice::Shooting),
    ] {
        let figures = read(name);
        let found = figures.iter().find(|f| f.name == who).expect(who);
        assert_eq!(found.unit.support, kind);
    }
    let fearless = |name: &str| -> Vec<String> {
        let figures = read(name);
        let brave = figures.iter().filter(|f| !f.unit.fearless);
        brave.map(|f| f.name.clone()).collect()
    };
    assert_eq!(fearless("undead"), ["Necromancer"]);
    assert!(fearless("zombies").is_empty());
    assert!(!fearless("bug-aliens").contains(&"Bio-Weapon".to_owned()));
    // of the two beasts only the Demon carries nobody
    let seats = |name: &str, who: &str| {
        let figures = read(name);
        let found = figures.iter().find(|f| f.name == who).expect(who);
        found.unit.seats
    };
    assert_eq!(
        (seats("undead", "Demon"), seats("bug-aliens", "Bio-Weapon")),
        (0, 5)
    );
}

/// What a figure carries follows from what it is, not from its name.
#[test]
fn no_weapon_is_guessed_from_a_name() {
    let weapon = |name: &str, is: &str| {
        let figure = format!("[[figure]]\nname = \"{name}\"\nis = \"{is}\"\n");
        let force = Rules::Vsgmr.force(&file(&figure), None).expect("a force");
        force.figures[0].appearance.gear.weapon
    };
    for name in ["Elbow", "Rainbow", "Archer", "Gunner", "Anna"] {
        assert_eq!(weapon(name, "troop"), Some(Weapon::Sword), "{name}");
        let sharp = weapon(name, "troop, Sharpshooter");
        assert_eq!(sharp, Some(Weapon::Sword), "{name}");
        assert_eq!(weapon(name, "troop, distance"), Some(Weapon::Gun), "{name}");
        assert_eq!(weapon(name, "mook"), None, "{name}");
    }
    let look = |rules: Rules, is: &str| {
        let text = format!(
            "format = \"skirmish-force/1\"\nruleset = \"{}\"\nname = \"X\"\n[[figure]]\nis = \"{is}\"\n",
            rules.name()
        );
        let force = rules.force(&Source::new("x.toml", text), None);
        force.expect("a force").figures[0].appearance
    };
    let tank = look(Rules::D8, "tank");
    assert_eq!(tank.silhouette, Silhouette::Vehicle);
    assert!(!tank.silhouette.is_person());
    let grenadier = look(Rules::D8, "grenadier").gear;
    assert_eq!(grenadier, Gear::of(Weapon::Launcher));
    let heavy = look(Rules::Plastic, "heavy weapon");
    assert_eq!(heavy.gear.weapon, Some(Weapon::Launcher));
    assert_eq!(look(Rules::Violence, "large").silhouette, Silhouette::Large);
}
