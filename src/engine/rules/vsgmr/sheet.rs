//! What figures can be, for whoever helps to write a force (P1–P4).

use super::config::{Config, SniperRange};
use super::force::{MOST_FIGURES, MOST_SEATS};
use super::numbers;
use super::unit::{Edition, Kind, Level, Power, Trait};
use super::words::SIZES;
use crate::battle::{Key, KeyKind, Nerve, Part, Pick, Sheet, Sort, Word};
use crate::rules::kit::counted;

/// What figures can be in an edition, and what it does under a configuration.
pub fn sheet(edition: Edition, config: &Config) -> Sheet {
    match edition {
        Edition::Grid => sheet_of_grid(config),
        Edition::Of2017 => sheet_of_2017(config),
    }
}

/// Without what the toggles of 2017 leave out (E4), and with the sizes of buildings (E3).
fn sheet_of_2017(usual: &Config) -> Sheet {
    let mut sheet = sheet_of_grid(usual);
    sheet.parts.retain(|part| match part.sort {
        Sort::Trait => usual.traits,
        Sort::Power => usual.super_powers,
        _ => part.name != "Rank" || usual.commanders,
    });
    sheet.parts[0].words = Kind::ALL
        .into_iter()
        .filter(|kind| *kind != Kind::Mook || usual.mooks)
        .map(|kind| Word::new(kind.name(), kind_about_2017(kind, usual)))
        .collect();
    let hits = [usual.small_hits, usual.medium_hits, usual.large_hits];
    sheet.parts.push(Part {
        name: "Size of a building",
        sort: Sort::Other,
        pick: Pick::AtMostOne,
        words: SIZES
            .into_iter()
            .zip(hits)
            .map(|(size, hits)| Word::new(size, format!("Takes {hits} hits")))
            .collect(),
    });
    sheet.keys.retain(|key| {
        let of_traits = ["support", "fearless", "summon_waits"];
        usual.traits || !of_traits.contains(&key.name)
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

#[expect(clippy::too_many_lines, reason = "a table")]
fn sheet_of_grid(usual: &Config) -> Sheet {
    let mut parts = vec![
        Part {
            name: "Kind",
            sort: Sort::Unit,
            pick: Pick::One,
            words: Kind::ALL
                .into_iter()
                .filter(|kind| kind.is_of(Edition::Grid))
                .map(|kind| Word::new(kind.name(), kind_about(kind, usual)))
                .collect(),
        },
        Part {
            name: "Rank",
            sort: Sort::Other,
            pick: Pick::AtMostOne,
            words: vec![Word::new(
                "commander",
                "Leads the force; only one. A hero commander has heavy armour for free",
            )],
        },
        Part {
            name: "Armour",
            sort: Sort::Other,
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
            sort: Sort::Weapon,
            pick: Pick::Any,
            words: vec![
                Word::new(
                    "distance",
                    format!(
                        "Can shoot at what it sees within {}: {}+ hits. Every figure can fight hand to hand",
                        spaces(numbers::distance_range(usual)),
                        usual.shoot_need
                    ),
                ),
                Word::new(
                    "automatic fire",
                    format!(
                        "Rolls {} dice to shoot; the highest counts",
                        usual.automatic_dice
                    ),
                ),
                Word::new("swims", "Water and deep water are open ground to it"),
                Word::new("boat", "Stays on water and carries others there"),
            ],
        },
        Part {
            name: "Traits",
            sort: Sort::Trait,
            pick: Pick::Any,
            words: Trait::ALL
                .into_iter()
                .map(|one| Word::new(one.name(), trait_about(one, usual)))
                .collect(),
        },
    ];
    parts.extend(Power::ALL.map(|power| {
        Part {
            name: power.name(),
            sort: Sort::Power,
            pick: Pick::AtMostOne,
            words: Level::ALL
                .into_iter()
                .map(|level| {
                    let word = format!("{} {}", power.name(), level.name());
                    Word::new(word, power_about(power, level, usual))
                })
                .collect(),
        }
    }));
    Sheet {
        parts,
        keys: keys(),
        head: vec![
            Key {
                name: "points",
                shown: "Points to spend",
                about: "A force that costs more is an error; one that costs less gives a warning",
                kind: KeyKind::Number(1, 10_000),
            },
            Nerve::KEY,
        ],
        most: MOST_FIGURES,
    }
}

fn kind_about(kind: Kind, usual: &Config) -> String {
    match kind {
        Kind::Troop => format!("An ordinary figure on foot; moves {}", moves(usual, kind)),
        Kind::Hero => format!(
            "{:+} to attack and skill rolls; moves {}",
            usual.hero_bonus,
            moves(usual, kind)
        ),
        Kind::Mook => format!(
            "{:+} to attack, armour and skill rolls; costs half a point; moves {}",
            usual.mook_bonus,
            moves(usual, kind)
        ),
        Kind::Cavalry => format!(
            "Carries a rider; light armour; moves {}, one and a half Move Units of a guy",
            moves(usual, kind)
        ),
        Kind::Vehicle => format!(
            "Carries five; light armour; {:+} to attack and armour rolls; moves {}, two Move Units of a guy",
            usual.vehicle_bonus,
            moves(usual, kind)
        ),
        Kind::Building => format!(
            "Never moves and takes several hits; {:+} to distance attack and armour rolls",
            usual.building_bonus
        ),
    }
}

/// What a trait does, in full, with the numbers of the rules.
pub fn trait_about(one: Trait, rules: &Config) -> String {
    let more = rules.trait_bonus;
    let half = spaces(numbers::half_unit(rules, Kind::Troop));
    match one {
        Trait::AreaEffect => format!(
            "After a distance attack that succeeds, it may attack again at once, and once more after \
             that: the same target or others within half its Move Unit ({half}) of the first one"
        ),
        Trait::CauseFear => format!(
            "An attacker whose die shows {} or less misses, turns away and flees one Move Unit ({}), off \
             the board if need be; fearless figures and buildings do not flee",
            rules.fear_up_to,
            spaces(numbers::move_unit(rules, Kind::Troop))
        ),
        Trait::CombatMaster => format!("{more:+} to hand to hand attacks"),
        Trait::Disable => format!(
            "Instead of an attack and a skill roll it rolls a d6 against an enemy within its reach, \
             seen or not: on {}+ that enemy does not move, attack or roll for skill in the next round",
            rules.disable_need
        ),
        Trait::DoubleStrike => {
            "After a hand to hand attack that succeeds, it may make one more at once; after a failed \
             one it may not"
                .into()
        }
        Trait::IgnoresArmor => {
            "A target with armour must succeed at two armour rolls, one after the other".into()
        }
        Trait::Flight => "Moves its full movement over rough ground, barriers, obstacles and figures, \
             and may stay in the air: there it neither fights hand to hand nor is fought so"
            .into(),
        Trait::Independent => {
            "A mount or vehicle that moves and attacks without a rider; it can still carry others"
                .into()
        }
        Trait::Inspiration => "Once a round its player may repeat one attack, armour or skill roll of \
             any figure of the side; the second roll stands"
            .into(),
        Trait::Recruit => format!(
            "After it defeats an enemy hand to hand it rolls a d6: on {}+ that enemy joins its side \
             and acts from the next round on",
            rules.recruit_need
        ),
        Trait::Revenge => "When it is defeated, it makes one last attack of the same kind on the \
             attacker, before it is removed"
            .into(),
        Trait::Sharpshooter => format!("{more:+} to distance attacks"),
        Trait::Sniper => match rules.sniper {
            SniperRange::Double => format!(
                "Its Distance Attack Unit is twice as long: {}",
                spaces(2 * numbers::distance_range(rules))
            ),
            SniperRange::LongRange => "It reaches as far as the long range of the scale".into(),
        },
        Trait::Stealth => format!(
            "Always counts as in cover ({}+ to hit with a distance attack); really in cover {}+",
            rules.cover_need, rules.stealth_cover_need
        ),
        Trait::Summon => format!(
            "Instead of an attack and a skill roll it rolls a d6: on {}+ a friend comes to a free \
             space within half its Move Unit ({half}); it may act at once, if it has not yet attacked",
            rules.summon_need
        ),
        Trait::Support => format!(
            "{more:+} to one kind of roll, chosen before the battle, for itself and friends within \
             half its Move Unit ({half}){}",
            if rules.support_stacks {
                "; the bonus of several adds up"
            } else {
                ""
            }
        ),
        Trait::Tough => format!("{more:+} to armour rolls"),
    }
}

/// `1 space`, `6 spaces`.
fn spaces(number: u32) -> String {
    counted(number, "space")
}

/// How far a kind of figure moves.
fn moves(rules: &Config, kind: Kind) -> String {
    spaces(numbers::move_unit(rules, kind))
}

/// What a high die of Super-Blast or Super-Fight does.
fn knockback(rules: &Config) -> String {
    let from = rules.knockback_from;
    format!(
        "a hit with {from} or more that armour stops knocks the target back, by half its Move Unit \
         for each point above {}",
        from.saturating_sub(1)
    )
}

fn power_about(power: Power, level: Level, rules: &Config) -> String {
    let die = level.die();
    match power {
        Power::Armour => format!("Uses a d{die} for armour rolls"),
        Power::Blast => format!("Uses a d{die} for distance attacks; {}", knockback(rules)),
        Power::Fight => format!(
            "Uses a d{die} for hand to hand attacks; {}",
            knockback(rules)
        ),
        Power::Move => {
            let (whole, half) = (
                numbers::move_unit(rules, Kind::Troop),
                numbers::half_unit(rules, Kind::Troop),
            );
            let (more, far) = match level {
                Level::None | Level::Minor => ("half a Move Unit", half),
                Level::Major => ("one Move Unit", whole),
                Level::Superior => ("one and a half Move Units", whole + half),
            };
            format!(
                "Moves {more} farther ({} on foot); adds {} to its side's roll for who goes first",
                spaces(far),
                level as u8
            )
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
            "Water and deep water are open ground to it",
            KeyKind::Switch,
        ),
        key(
            "boat",
            "Boat",
            "It moves on water alone, deep or not",
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
