//! What figures can be, for whoever helps to write a force (P1–P4).

use super::config::Config;
use super::force::{MOST_FIGURES, MOST_SEATS};
use super::unit::{Edition, Kind, Level, Power, Trait};
use super::words::SIZES;
use crate::battle::{Key, KeyKind, Part, Pick, Sheet, Word};

/// What figures can be in an edition.
pub fn sheet(edition: Edition) -> Sheet {
    match edition {
        Edition::Grid => sheet_of_grid(),
        Edition::Of2017 => sheet_of_2017(),
    }
}

/// Without what the toggles of 2017 leave out (E4), and with the sizes of buildings (E3).
fn sheet_of_2017() -> Sheet {
    let usual = Config::of(Edition::Of2017);
    let mut sheet = sheet_of_grid();
    sheet
        .parts
        .retain(|part| matches!(part.name, "Kind" | "Armour" | "Weapons"));
    let kinds = [
        Kind::Troop,
        Kind::Hero,
        Kind::Cavalry,
        Kind::Vehicle,
        Kind::Building,
    ];
    sheet.parts[0].words = kinds
        .into_iter()
        .map(|kind| Word::new(kind.name(), kind_about_2017(kind, &usual)))
        .collect();
    let hits = [usual.small_hits, usual.medium_hits, usual.large_hits];
    sheet.parts.push(Part {
        name: "Size of a building",
        pick: Pick::AtMostOne,
        words: SIZES
            .into_iter()
            .zip(hits)
            .map(|(size, hits)| Word::new(size, format!("Takes {hits} hits")))
            .collect(),
    });
    sheet.keys.retain(|key| {
        let idle = ["support", "fearless", "summon_waits"];
        !idle.contains(&key.name)
    });
    sheet.head.clear();
    sheet
}

fn kind_about_2017(kind: Kind, usual: &Config) -> String {
    match kind {
        Kind::Hero => format!(
            "{:+} to attack and skill rolls; only one in a force",
            usual.hero_bonus
        ),
        Kind::Cavalry => format!(
            "Carries a rider; moves {} spaces at 28 mm",
            usual.cavalry_move_28mm
        ),
        Kind::Vehicle => format!(
            "Carries five; {:+} to attack and armour rolls; moves {} spaces at 28 mm",
            usual.vehicle_bonus, usual.vehicle_move_28mm
        ),
        kind => kind_about(kind, usual),
    }
}

fn sheet_of_grid() -> Sheet {
    let usual = Config::default();
    let mut parts = vec![
        Part {
            name: "Kind",
            pick: Pick::One,
            words: Kind::ALL
                .into_iter()
                .filter(|kind| kind.is_of(Edition::Grid))
                .map(|kind| Word::new(kind.name(), kind_about(kind, &usual)))
                .collect(),
        },
        Part {
            name: "Rank",
            pick: Pick::AtMostOne,
            words: vec![Word::new(
                "commander",
                "Leads the force; only one. A hero commander has heavy armour for free",
            )],
        },
        Part {
            name: "Armour",
            pick: Pick::AtMostOne,
            words: vec![
                Word::new(
                    "light armour",
                    format!("Stops a hit on {}+", usual.light_need),
                ),
                Word::new(
                    "heavy armour",
                    format!("Stops a hit on {}+", usual.heavy_need),
                ),
            ],
        },
        Part {
            name: "Weapons",
            pick: Pick::Any,
            words: vec![
                Word::new("distance", "Can shoot. Every figure can fight hand to hand"),
                Word::new(
                    "automatic fire",
                    "Rolls two dice to shoot; the higher one counts",
                ),
            ],
        },
        Part {
            name: "Traits",
            pick: Pick::Any,
            words: Trait::ALL
                .into_iter()
                .map(|one| Word::new(one.name(), trait_about(one)))
                .collect(),
        },
    ];
    parts.extend(Power::ALL.map(|power| {
        Part {
            name: power.name(),
            pick: Pick::AtMostOne,
            words: Level::ALL
                .into_iter()
                .map(|level| {
                    let word = format!("{} {}", power.name(), level.name());
                    Word::new(word, power_about(power, level))
                })
                .collect(),
        }
    }));
    Sheet {
        parts,
        keys: keys(),
        head: vec![Key {
            name: "points",
            shown: "Points to spend",
            about: "A force that costs more is an error; one that costs less gives a warning",
            kind: KeyKind::Number(1, 10_000),
        }],
        most: MOST_FIGURES,
    }
}

fn kind_about(kind: Kind, usual: &Config) -> String {
    match kind {
        Kind::Troop => "An ordinary figure on foot".into(),
        Kind::Hero => format!("{:+} to attack and skill rolls", usual.hero_bonus),
        Kind::Mook => format!(
            "{:+} to attack, armour and skill rolls; costs half a point",
            usual.mook_bonus
        ),
        Kind::Cavalry => "Carries a rider; light armour; moves one and a half Move Units".into(),
        Kind::Vehicle => format!(
            "Carries five; light armour; {:+} to attack and armour rolls; moves two Move Units",
            usual.vehicle_bonus
        ),
        Kind::Building => format!(
            "Never moves and takes several hits; {:+} to distance attack and armour rolls",
            usual.building_bonus
        ),
    }
}

fn trait_about(one: Trait) -> &'static str {
    match one {
        Trait::AreaEffect => {
            "A successful shot allows another shot at an enemy near the target, three shots at most"
        }
        Trait::CauseFear => "An attacker whose die shows 1 or 2 misses and flees",
        Trait::CombatMaster => "+1 to hand to hand attacks",
        Trait::Disable => {
            "Instead of attacking or using a skill, makes a target do nothing in the next round"
        }
        Trait::DoubleStrike => "One more hand to hand attack after a success",
        Trait::IgnoresArmor => "The target must succeed at two armour rolls",
        Trait::Flight => "Flies over everything and may stay in the air",
        Trait::Independent => "A mount that moves and attacks without a rider",
        Trait::Inspiration => "Once a round, repeats one roll of a figure of its side",
        Trait::Recruit => "An enemy that it defeats hand to hand may join its side",
        Trait::Revenge => "When it is defeated, makes one last attack on the attacker",
        Trait::Sharpshooter => "+1 to distance attacks",
        Trait::Sniper => "Shoots twice as far",
        Trait::Stealth => "Always counts as in cover; even harder to hit in real cover",
        Trait::Summon => "Calls a friend to a space nearby; the friend may act at once",
        Trait::Support => "+1 to one kind of roll of friends nearby",
        Trait::Tough => "+1 to armour rolls",
    }
}

fn power_about(power: Power, level: Level) -> String {
    let die = level.die();
    match power {
        Power::Armour => format!("Uses a d{die} for armour rolls"),
        Power::Blast => format!("Uses a d{die} for distance attacks; may knock the target back"),
        Power::Fight => {
            format!("Uses a d{die} for hand to hand attacks; may knock the target back")
        }
        Power::Move => {
            let more = match level {
                Level::None | Level::Minor => "half a Move Unit",
                Level::Major => "one Move Unit",
                Level::Superior => "one and a half Move Units",
            };
            format!("Moves {more} farther; helps its side to go first")
        }
        Power::Skill => format!("Uses a d{die} for skill rolls"),
    }
}

fn keys() -> Vec<Key> {
    let key = |name, shown, about, kind| Key {
        name,
        shown,
        about,
        kind,
    };
    vec![
        key(
            "mounted_on",
            "Begins aboard",
            "The mount that carries it at the beginning",
            KeyKind::Figure,
        ),
        key(
            "support",
            "Supports",
            "Kind of roll that the trait Support helps",
            KeyKind::Choice(&["distance", "hand to hand", "armour", "skill"]),
        ),
        key("size", "Size", "Width in spaces", KeyKind::Number(1, 3)),
        key(
            "seats",
            "Seats",
            "Number of guys that the mount carries, its rider included",
            KeyKind::Number(0, MOST_SEATS as i64),
        ),
        key(
            "carries",
            "Carries mounts",
            "The vehicle can also carry cavalry and smaller vehicles",
            KeyKind::Switch,
        ),
        key(
            "swims",
            "Swims",
            "Water does not slow it down",
            KeyKind::Switch,
        ),
        key(
            "fearless",
            "Fearless",
            "Never flees from Cause Fear",
            KeyKind::Switch,
        ),
        key(
            "summon_waits",
            "Summoned friends wait",
            "Figures that it summons may not act before the next round",
            KeyKind::Switch,
        ),
        key(
            "skills",
            "Skills",
            "Named skills; some devices need one",
            KeyKind::Texts,
        ),
    ]
}
