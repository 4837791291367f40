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
            "The one hero of the force: {:+} to attacks and skill rolls",
            usual.hero_bonus
        ),
        Kind::Cavalry => format!(
            "Carries a rider; moves {} at 28 mm",
            usual.cavalry_move_28mm
        ),
        Kind::Vehicle => format!(
            "Carries five; {:+} to attacks and armour; moves {} at 28 mm",
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
                "Leads the force, one at most; a hero commander wears heavy armour for nothing",
            )],
        },
        Part {
            name: "Armour",
            pick: Pick::AtMostOne,
            words: vec![
                Word::new(
                    "light armour",
                    format!("Turns a hit on {}+", usual.light_need),
                ),
                Word::new(
                    "heavy armour",
                    format!("Turns a hit on {}+", usual.heavy_need),
                ),
            ],
        },
        Part {
            name: "Weapons",
            pick: Pick::Any,
            words: vec![
                Word::new("distance", "Shoots; everybody fights hand to hand"),
                Word::new(
                    "automatic fire",
                    "Shoots with two dice and takes the higher one",
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
            about: "More than these is an error, fewer a warning",
            kind: KeyKind::Number(1, 10_000),
        }],
        most: MOST_FIGURES,
    }
}

fn kind_about(kind: Kind, usual: &Config) -> String {
    match kind {
        Kind::Troop => "An ordinary guy".into(),
        Kind::Hero => format!("{:+} to attacks and skill rolls", usual.hero_bonus),
        Kind::Mook => format!(
            "{:+} to attacks, armour and skill rolls; half a point",
            usual.mook_bonus
        ),
        Kind::Cavalry => "Carries a rider; light armour; moves one and a half Move Units".into(),
        Kind::Vehicle => format!(
            "Carries five; light armour; {:+} to attacks and armour; moves two Move Units",
            usual.vehicle_bonus
        ),
        Kind::Building => format!(
            "Never moves, takes several hits; {:+} to shoot and to armour",
            usual.building_bonus
        ),
    }
}

fn trait_about(one: Trait) -> &'static str {
    match one {
        Trait::AreaEffect => "A shot that succeeds allows another near its target, up to three",
        Trait::CauseFear => "Who attacks it and rolls a natural 1 or 2 fails and runs",
        Trait::CombatMaster => "+1 to fight hand to hand",
        Trait::Disable => "Instead of attack and skill: the target does nothing next round",
        Trait::DoubleStrike => "One more blow hand to hand",
        Trait::IgnoresArmor => "The target's armour must hold twice",
        Trait::Flight => "Moves over everything, and may stay in the air",
        Trait::Independent => "A mount that acts without a rider",
        Trait::Inspiration => "Once a round one roll of an own figure is made again",
        Trait::Recruit => "Whom it defeats hand to hand may change sides",
        Trait::Revenge => "One last attack at whoever defeats it",
        Trait::Sharpshooter => "+1 to shoot",
        Trait::Sniper => "Shoots twice as far",
        Trait::Stealth => "Always in cover, and harder still in real cover",
        Trait::Summon => "Brings a friend near, who may act at once",
        Trait::Support => "+1 to one kind of roll of friends close by",
        Trait::Tough => "+1 to armour rolls",
    }
}

fn power_about(power: Power, level: Level) -> String {
    let die = level.die();
    match power {
        Power::Armour => format!("Armour rolls with a d{die}"),
        Power::Blast => format!("Shoots with a d{die}, and knocks back"),
        Power::Fight => format!("Fights hand to hand with a d{die}, and knocks back"),
        Power::Move => {
            let more = match level {
                Level::None | Level::Minor => "half a Move Unit",
                Level::Major => "one Move Unit",
                Level::Superior => "one and a half Move Units",
            };
            format!("Moves {more} farther, and helps to go first")
        }
        Power::Skill => format!("Skill rolls with a d{die}"),
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
            "Aboard of",
            "The mount on which it begins",
            KeyKind::Figure,
        ),
        key(
            "support",
            "Supports",
            "The kind of roll that Support helps",
            KeyKind::Choice(&["distance", "hand to hand", "armour", "skill"]),
        ),
        key(
            "size",
            "Size",
            "Spaces across that it stands on",
            KeyKind::Number(1, 3),
        ),
        key(
            "seats",
            "Seats",
            "Guys that a mount carries, the one who leads it included",
            KeyKind::Number(0, MOST_SEATS as i64),
        ),
        key(
            "carries",
            "Carries mounts",
            "A vehicle that carries cavalry and smaller vehicles too",
            KeyKind::Switch,
        ),
        key("swims", "Swims", "Water does not slow it", KeyKind::Switch),
        key(
            "fearless",
            "Fearless",
            "Never struck by fear",
            KeyKind::Switch,
        ),
        key(
            "summon_waits",
            "Summoned wait",
            "Whoever it summons waits a round",
            KeyKind::Switch,
        ),
        key(
            "skills",
            "Skills",
            "Named skills, for devices that ask for them",
            KeyKind::Texts,
        ),
    ]
}
