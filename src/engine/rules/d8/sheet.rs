//! What units can be, for whoever helps to write a force (D7, D8).

use super::config::{Against, At, Config, Far};
use super::force::MOST;
use super::unit::{Kind, Weapon};
use crate::battle::{How, Key, KeyKind, Nerve, Part, Pick, Scale, Sheet, Sort, Word};
use crate::rules::kit::counted;

/// What units can be.
pub fn sheet(usual: &Config) -> Sheet {
    let kinds = Kind::ALL
        .iter()
        .map(|kind| Word::new(kind.name(), kind_about(*kind, usual)));
    let weapons = Weapon::ALL
        .iter()
        .map(|weapon| Word::new(weapon.name(), weapon_about(*weapon, usual)));
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
    let part = |name, sort, pick, words| Part {
        name,
        sort,
        pick,
        words,
    };
    Sheet {
        parts: vec![
            part("Kind", Sort::Unit, Pick::One, kinds.collect()),
            part("Weapons", Sort::Weapon, Pick::Any, weapons.collect()),
            part(
                "Armour",
                Sort::Power,
                Pick::AtMostOne,
                buff("armour", usual.armour_most, "+1 to defence rolls"),
            ),
            part(
                "Agility",
                Sort::Power,
                Pick::AtMostOne,
                buff(
                    "agility",
                    usual.agility_most,
                    "+1 movement point and +1 to defence rolls; no heavy weapons, no armour",
                ),
            ),
            part(
                "Accuracy",
                Sort::Power,
                Pick::AtMostOne,
                buff("accuracy", usual.accuracy_most, "+1 to attack rolls"),
            ),
            part(
                "Morale",
                Sort::Power,
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
        head: vec![
            Key {
                name: "points",
                shown: "Points to spend",
                about: "Largest cost of the force",
                kind: KeyKind::Number(1, 1000),
            },
            Nerve::KEY,
        ],
        most: MOST,
    }
}

fn kind_about(kind: Kind, usual: &Config) -> String {
    let sort = usual.kind(kind);
    let mut about = format!("Costs {}", counted(sort.cost, "point"));
    let mut say = |on: bool, what: String| {
        if on {
            about += "; ";
            about += &what;
        }
    };
    say(
        sort.movement > 0,
        format!(
            "moves {} ({} at 28 mm)",
            counted(sort.movement, "movement point"),
            counted(
                u32::from(sort.movement) * usual.point_of(Scale::Mm28),
                "space"
            )
        ),
    );
    say(
        kind == Kind::Hero,
        format!(
            "falls at {}; may buy armour, agility, accuracy and morale",
            counted(usual.hero_wounds.get(), "wound")
        ),
    );
    say(
        sort.armour > 0,
        format!("+{} to defence rolls", sort.armour),
    );
    say(
        sort.seats > 0,
        format!("carries {}", counted(sort.seats, "infantry unit")),
    );
    say(sort.open, "units aboard may attack".to_owned());
    say(sort.crew > 0, format!("needs a crew of {}", sort.crew));
    say(
        sort.hangar > 0,
        format!("carries {}", counted(sort.hangar, "boat")),
    );
    say(sort.off_map, "acts from off the map".to_owned());
    say(kind.sails(), "moves on water only".to_owned());
    let weapons: Vec<&str> = sort.usual().map(Weapon::name).collect();
    say(
        !weapons.is_empty(),
        format!(
            "armed with {} unless its force says otherwise",
            weapons.join(" and ")
        ),
    );
    about
}

fn weapon_about(weapon: Weapon, usual: &Config) -> String {
    let arm = usual.weapon(weapon);
    let mut about = match arm.how() {
        How::Burst if arm.area => format!("{} shots at one space", arm.shots),
        How::Burst => format!("{} shots at one target", arm.shots),
        How::Blast if arm.shots > 1 => {
            format!("{} shells, each at one space and all around it", arm.shots)
        }
        How::Blast => "One shot at a space and all around it".to_string(),
        _ => "One shot".to_string(),
    };
    about += match arm.reach {
        Far::Short => "; short range",
        Far::Long => "; long range",
    };
    about += &match arm.reach {
        Far::Short => format!(" only: {}+ to hit", usual.short),
        Far::Long => format!(": {}+ to hit, {}+ at short range", usual.long, usual.short),
    };
    about += match arm.against {
        Against::All => "",
        Against::Vehicles => "; made against vehicles, which its hits harm as they harm infantry",
        Against::Infantry if usual.anti_infantry_spares_vehicles => {
            "; made against infantry, harms vehicles only by critical hits"
        }
        Against::Infantry => "; made against infantry",
    };
    about += match arm.at {
        At::Surface => "",
        At::Ships => "; aimed only at boats and submarines",
        At::Submarines => "; aimed only at submarines",
    };
    if arm.heavy {
        about += "; heavy, so not for heroes with agility";
    }
    if arm.bonus != 0 {
        about += &format!("; {:+} to attack rolls", arm.bonus);
    }
    about
}
