//! The odds in closed form beside the same rolls played face by face, and what `odds` prints.

use skirmish::battle::{How, Ratio};
use skirmish::rules::duel::{APART, Duel};
use skirmish::rules::vsgmr::Config;
use skirmish::rules::vsgmr::odds::{Aim, Case, Rerolls};
use skirmish::rules::vsgmr::unit::{Armour, Edition, Kind, Level, Power, Trait, Unit};
use skirmish::rules::vsgmr::words::{words, words_of};
use skirmish::rules::{Policy, Rules};
use skirmish::source::Source;

/// What became of one attack: hit, defeated, fled, pushed.
#[derive(Default, PartialEq, Debug)]
struct Tally {
    hit: Ratio,
    defeat: Ratio,
    flee: Ratio,
    pushed: Ratio,
}

/// Every combination of faces of these dice, with the highest of them.
fn highest(die: u8, dice: u8) -> Vec<u8> {
    let mut best = vec![0u8];
    for _ in 0..dice {
        best = best
            .iter()
            .flat_map(|b| (1..=die).map(|f| f.max(*b)))
            .collect();
    }
    best
}

fn power(unit: &Unit, power: Power) -> u8 {
    [6, 8, 10, 12][unit.powers[power as usize] as usize]
}

/// An attack played face by face, straight from the text of the rules.
fn played(case: &Case, target: &Unit, rerolls: Rerolls) -> Tally {
    let (who, shooting) = (case.who, case.how == How::Shoot);
    let need = if !shooting {
        4
    } else {
        5 + i32::from(case.covered || target.has(Trait::Stealth))
            + i32::from(case.covered && target.has(Trait::Stealth))
    };
    let mut bonus = match who.kind {
        Kind::Hero | Kind::Vehicle => 1,
        Kind::Building if shooting => 1,
        Kind::Mook => -1,
        _ => 0,
    };
    bonus += i32::from(who.has(if shooting {
        Trait::Sharpshooter
    } else {
        Trait::CombatMaster
    }));
    bonus += i32::from(case.supports);
    let blow = if shooting { Power::Blast } else { Power::Fight };
    let dice = if shooting && who.automatic { 2 } else { 1 };
    let faces = highest(power(who, blow), dice);
    let still = |unit: &Unit| unit.kind == Kind::Building;
    let feared = target.has(Trait::CauseFear) && !who.fearless && !still(who);

    // The armour's saves, as a chance.
    let mut saves = Ratio::from_integer(0);
    if target.armour != Armour::None {
        let need = if target.armour == Armour::Light { 6 } else { 4 };
        let mut bonus = match target.kind {
            Kind::Vehicle | Kind::Building => 1,
            Kind::Mook => -1,
            _ => 0,
        };
        bonus += i32::from(target.has(Trait::Tough)) + i32::from(case.armour_supports);
        let die = power(target, Power::Armour);
        let holds = |f: u8| i32::from(f) + bonus >= need;
        let rolls = 1 + u8::from(who.has(Trait::IgnoresArmor));
        // Up to three dice: two rolls and one of them again.
        let share = Ratio::new(1, u64::from(die).pow(3));
        for a in 1..=die {
            for b in 1..=die {
                for c in 1..=die {
                    let mut spare = rerolls.armour.then_some(c);
                    let all = [a, b]
                        .into_iter()
                        .take(usize::from(rolls))
                        .all(|f| holds(f) || spare.take().is_some_and(holds));
                    if all {
                        saves += share;
                    }
                }
            }
        }
    }
    let mut tally = Tally::default();
    let mut count = |face: u8, share: Ratio| -> bool {
        if feared && face <= 2 {
            tally.flee += share;
            return false;
        }
        if i32::from(face) + bonus < need {
            return false;
        }
        tally.hit += share;
        tally.defeat += share * (Ratio::from_integer(1) - saves);
        if who.powers[blow as usize] != Level::None && face >= 8 && !still(target) {
            tally.pushed += share * saves;
        }
        true
    };
    let share = Ratio::new(1, faces.len() as u64);
    let fails = |face: u8| i32::from(face) + bonus < need || feared && face <= 2;
    for first in &faces {
        if rerolls.attack && fails(*first) {
            for second in &faces {
                count(*second, share * share);
            }
        } else {
            count(*first, share);
        }
    }
    tally
}

fn unit(kind: Kind) -> Unit {
    let edition = Edition::ALL.into_iter().find(|e| kind.is_of(*e));
    words_of(kind.name(), edition.unwrap()).unwrap()
}

fn with(unit: &Unit, traits: &[Trait]) -> Unit {
    let mut unit = unit.clone();
    for one in traits {
        unit.traits.add(*one);
    }
    unit
}

const LEVELS: [Level; 4] = [Level::None, Level::Minor, Level::Major, Level::Superior];

fn attackers() -> Vec<Unit> {
    let mut all = Vec::new();
    for kind in Kind::ALL {
        for traits in 0..4 {
            for level in LEVELS {
                for automatic in [false, true] {
                    for fearless in [false, true] {
                        let mut who = unit(kind);
                        who.automatic = automatic;
                        who.fearless = fearless;
                        who.distance = true;
                        who.powers[Power::Blast as usize] = level;
                        who.powers[Power::Fight as usize] = level;
                        if traits & 1 == 1 {
                            who = with(&who, &[Trait::Sharpshooter, Trait::CombatMaster]);
                        }
                        if traits & 2 == 2 {
                            who = with(&who, &[Trait::IgnoresArmor]);
                        }
                        all.push(who);
                    }
                }
            }
        }
    }
    all
}

fn targets() -> Vec<Unit> {
    let mut all = Vec::new();
    for kind in [Kind::Troop, Kind::Mook, Kind::Vehicle] {
        for armour in [Armour::None, Armour::Light, Armour::Heavy] {
            for level in LEVELS {
                for traits in 0..8 {
                    let mut target = unit(kind);
                    target.armour = armour;
                    target.powers[Power::Armour as usize] = level;
                    for (bit, one) in [Trait::Tough, Trait::Stealth, Trait::CauseFear]
                        .into_iter()
                        .enumerate()
                    {
                        if traits >> bit & 1 == 1 {
                            target = with(&target, &[one]);
                        }
                    }
                    all.push(target);
                }
            }
        }
    }
    all
}

/// Every pair of every third attacker, from one on.
fn faces_counted(from: usize) {
    let config = Config::default();
    let mut counted = 0;
    for (i, who) in attackers().iter().enumerate().skip(from).step_by(3) {
        for (j, target) in targets().iter().enumerate() {
            // Every pair meets one of the eight ways of support, cover and how in turn.
            let ways = (i * 7 + j * 3) as u32;
            let case = Case {
                config: &config,
                who,
                how: if ways & 1 == 0 {
                    How::Shoot
                } else {
                    How::Fight
                },
                at: Aim::Figure(target),
                covered: ways & 2 == 2,
                close: false,
                supports: (ways >> 2 & 3) as u8,
                armour_supports: (ways >> 3 & 1) as u8,
                skilled: false,
                hits: 1,
            };
            let rerolls = Rerolls {
                attack: ways & 16 == 16,
                armour: ways & 32 == 32,
            };
            let plain = case.odds();
            assert_eq!(plain, case.profile().rerolled(Rerolls::default()));
            let odds = case.profile().rerolled(rerolls);
            let wanted = played(&case, target, rerolls);
            let got = Tally {
                hit: odds.hit,
                defeat: odds.defeat,
                flee: odds.flee,
                pushed: odds.pushed,
            };
            assert_eq!(got, wanted, "{who:?} {:?} {target:?}", case.how);
            counted += 1;
        }
    }
    assert!(counted > 13_000);
}

#[test]
fn fast_odds_are_the_faces_counted_for_attackers_1_4_7() {
    faces_counted(0);
}

#[test]
#[ignore = "slow: a third of the attackers is counted in every run"]
fn fast_odds_are_the_faces_counted_for_attackers_2_5_8() {
    faces_counted(1);
}

#[test]
#[ignore = "slow: a third of the attackers is counted in every run"]
fn fast_odds_are_the_faces_counted_for_attackers_3_6_9() {
    faces_counted(2);
}

#[test]
fn a6_there_is_no_natural_one_or_six() {
    let config = Config::default();
    let hit = |words_of: &str, target: &str, how: How, covered: bool| {
        let (who, target) = (words(words_of).unwrap(), words(target).unwrap());
        let case = Case {
            config: &config,
            who: &who,
            how,
            at: Aim::Figure(&target),
            covered,
            close: false,
            supports: 0,
            armour_supports: 0,
            skilled: false,
            hits: 1,
        };
        case.odds().hit
    };
    let shoot = How::Shoot;
    assert_eq!(
        hit("hero, distance, Sharpshooter", "troop", shoot, false),
        Ratio::new(2, 3)
    );
    assert_eq!(
        hit("mook, distance", "troop, Stealth", shoot, true),
        Ratio::from_integer(0)
    );
    assert_eq!(
        hit("troop, distance", "troop, Stealth", shoot, true),
        Ratio::from_integer(0)
    );
    assert_eq!(
        hit("hero, distance", "troop, Stealth", shoot, true),
        Ratio::new(1, 6)
    );
    assert_eq!(
        hit("hero, Combat Master", "troop", How::Fight, true),
        Ratio::new(5, 6)
    );
}

fn duel(
    attacker: &str,
    target: &str,
    fight: bool,
    cover: bool,
    policy: Policy,
) -> serde_json::Value {
    Rules::Vsgmr
        .duel(&Duel {
            attacker: &Source::new("--attacker", attacker),
            target: &Source::new("--target", target),
            hand_to_hand: fight,
            cover,
            apart: APART,
            policy,
            rules: None,
        })
        .unwrap()
}

#[test]
fn a_sheet_of_odds_has_every_field_and_names_every_number() {
    let none = Policy::default();
    let sheet = duel("troop, distance", "troop, heavy armour", false, false, none);
    assert_eq!(sheet["need"], 5);
    assert_eq!(sheet["dice"], serde_json::json!([6]));
    assert_eq!(sheet["hit"], "1/3");
    assert_eq!(sheet["armour_need"], 4);
    assert_eq!(sheet["defeat"], "1/6");
    assert_eq!(sheet["defeat_p"], 0.1667);
    assert_eq!(
        (&sheet["flee"], &sheet["pushed"]),
        (&"0".into(), &"0".into())
    );
    let sheet = duel(
        "hero, distance, automatic fire, Sharpshooter, super-blast major",
        "vehicle, Tough, Stealth, Cause Fear",
        false,
        true,
        none,
    );
    let lines: Vec<String> = sheet["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| {
            format!(
                "{}: {}",
                l["name"].as_str().unwrap(),
                l["value"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            "to hit: 5+",
            "Stealth in cover: 7+",
            "hero: +1",
            "Sharpshooter: +1",
            "automatic fire: 2 dice, the highest counts",
            "Super-Blast major: d10",
            "needed on the die: 5+",
            "Cause Fear: flees on 2 or less",
            "light armour: 6+",
            "vehicle: +1",
            "Tough: +1",
            "needed on the armour die: 4+",
            "knockback: 8+",
        ]
    );
    assert_eq!(sheet["dice"], serde_json::json!([10, 10]));
    assert_eq!(sheet["hit"], "21/25");
    assert_eq!(sheet["flee"], "1/25");
}

#[test]
fn a_failure_is_rolled_again_and_a_success_kept() {
    let attacker = Policy {
        attacker_rerolls: true,
        target_rerolls: false,
    };
    let defender = Policy {
        attacker_rerolls: false,
        target_rerolls: true,
    };
    let sheet = duel("troop, distance", "troop", false, false, attacker);
    assert_eq!(sheet["hit"], "5/9");
    let sheet = duel("troop", "troop, heavy armour", true, false, defender);
    assert_eq!(sheet["defeat"], "1/8");
    let sheet = duel(
        "troop, Ignores Armor",
        "troop, heavy armour",
        true,
        false,
        defender,
    );
    assert_eq!(sheet["defeat"], "1/4");
}

#[test]
fn t11_odds_in_words_tell_what_revenge_costs() {
    let none = Policy::default();
    let sheet = duel("troop", "troop, Revenge", true, false, none);
    assert_eq!(
        (&sheet["defeat"], &sheet["lost"]),
        (&"1/2".into(), &"1/4".into())
    );
    // three of four blows succeed, and the unarmoured target may roll its own again
    let both = Policy {
        attacker_rerolls: true,
        target_rerolls: true,
    };
    let sheet = duel("troop", "troop, Revenge", true, false, both);
    assert_eq!(
        (&sheet["defeat"], &sheet["lost"]),
        (&"3/4".into(), &"9/16".into())
    );
    // nobody answers a shot who cannot shoot
    let sheet = duel("troop, distance", "troop, Revenge", false, false, none);
    assert_eq!(sheet["lost"], "0");
}

#[test]
fn wrong_words_are_pointed_at() {
    let fault = Rules::Vsgmr
        .duel(&Duel {
            attacker: &Source::new("--attacker", "hero, Sharpshoter"),
            target: &Source::new("--target", "troop"),
            hand_to_hand: false,
            cover: false,
            apart: APART,
            policy: Policy::default(),
            rules: None,
        })
        .unwrap_err();
    assert!(
        fault
            .to_string()
            .starts_with("--attacker:1:7: unknown word"),
        "{fault}"
    );
}

#[test]
fn a9_a_skill_roll_is_helped_by_hero_power_and_named_skill() {
    let config = Config::default();
    let chance = |words_of: &str, supported: bool, skilled: bool| {
        let who = words(words_of).unwrap();
        Case {
            config: &config,
            who: &who,
            how: How::Skill,
            at: Aim::Other,
            covered: false,
            close: false,
            supports: u8::from(supported),
            armour_supports: 0,
            skilled,
            hits: 1,
        }
        .odds()
        .defeat
    };
    assert_eq!(chance("troop", false, false), Ratio::new(1, 2));
    assert_eq!(chance("hero", false, false), Ratio::new(2, 3));
    assert_eq!(chance("mook", false, false), Ratio::new(1, 3));
    assert_eq!(chance("hero", true, true), Ratio::from_integer(1));
    assert_eq!(
        chance("hero, super-skill major", false, false),
        Ratio::new(4, 5)
    );
}

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
        of("d8", "tank", "rifleman"),
        "The tank attacks: with a burst it defeats the rifleman in 98 % of attacks; with a blast it defeats the rifleman in 64 % of attacks."
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
        let tank = staged(Rules::D8, ["tank", target], true, false, 4);
        assert!(
            tank.starts_with(first) && tank.contains("adjacent"),
            "{tank}"
        );
    }
    assert_eq!(
        staged(Rules::D8, ["rifleman, laser", "tank"], false, false, 4)
            .split(';')
            .next(),
        Some("--attacker:1:11: unknown word \"laser\"")
    );
}
