//! What units can be, for whoever helps to write a force (D7, D8).

use super::config::{Config, Far};
use super::force::MOST;
use super::unit::{Kind, Weapon};
use crate::battle::{How, Key, KeyKind, Part, Pick, Sheet, Word};

/// What units can be.
pub fn sheet() -> Sheet {
    let usual = Config::default();
    let kinds = Kind::ALL
        .iter()
        .map(|kind| Word::new(kind.name(), kind_about(*kind, &usual)));
    let weapons = Weapon::ALL
        .iter()
        .map(|weapon| Word::new(weapon.name(), weapon_about(*weapon, &usual)));
    let buff = |name: &str, most: u8, about: &str| -> Vec<Word> {
        let word = |n: u8| match n {
            1 => Word::new(name, format!("Heroes: {about}")),
            n => Word::new(
                format!("{name} {n}"),
                format!("Heroes: {about}, counted {n} times"),
            ),
        };
        (1..=most).map(word).collect()
    };
    let part = |name, pick, words| Part { name, pick, words };
    Sheet {
        parts: vec![
            part("Kind", Pick::One, kinds.collect()),
            part("Weapons", Pick::Any, weapons.collect()),
            part(
                "Armour",
                Pick::AtMostOne,
                buff("armour", usual.armour_most, "+1 to defence rolls"),
            ),
            part(
                "Agility",
                Pick::AtMostOne,
                buff(
                    "agility",
                    usual.agility_most,
                    "+1 movement point and +1 to defence rolls; no heavy weapons, no armour",
                ),
            ),
            part(
                "Accuracy",
                Pick::AtMostOne,
                buff("accuracy", usual.accuracy_most, "+1 to attack rolls"),
            ),
            part(
                "Morale",
                Pick::AtMostOne,
                buff(
                    "morale",
                    usual.morale_most,
                    "+1 to all rolls of friends within 10 cm",
                ),
            ),
        ],
        keys: vec![Key {
            name: "mounted_on",
            shown: "Begins aboard",
            about: "The vehicle that carries it at the beginning; infantry only",
            kind: KeyKind::Figure,
        }],
        head: vec![Key {
            name: "points",
            shown: "Points to spend",
            about: "Largest cost of the force",
            kind: KeyKind::Number(1, 1000),
        }],
        most: MOST,
    }
}

fn kind_about(kind: Kind, usual: &Config) -> String {
    let sort = usual.kind(kind);
    let mut about = format!("{} points", sort.cost);
    if sort.movement > 1 {
        about += &format!("; {} movement points", sort.movement);
    }
    if sort.armour > 0 {
        about += &format!("; armour {}", sort.armour);
    }
    if sort.seats > 0 {
        about += &format!("; carries {} infantry units", sort.seats);
    }
    if sort.off_map {
        about += "; stays off the map";
    }
    if kind.sails() {
        about += "; moves on water";
    }
    about
}

fn weapon_about(weapon: Weapon, usual: &Config) -> String {
    let arm = usual.weapon(weapon);
    let mut about = match arm.how() {
        How::Burst => format!("{} shots at one space", arm.shots),
        How::Blast if arm.shots > 1 => {
            format!("{} shells, each at one space and all around it", arm.shots)
        }
        How::Blast => "One space and all around it".to_string(),
        _ => "One shot".to_string(),
    };
    if arm.heavy {
        about += "; heavy";
    }
    about += match arm.reach {
        Far::Short => "; short range",
        Far::Long => "; long range",
    };
    if arm.bonus != 0 {
        about += &format!("; {:+} to attack rolls", arm.bonus);
    }
    about
}
