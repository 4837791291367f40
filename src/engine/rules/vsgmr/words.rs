//! A figure in words: `hero, distance, automatic fire, Sharpshooter, super-blast major` (P1–P4).

use super::Unit;
use super::unit::{Armour, Edition, Kind, Level, Power, Trait, Traits};
use crate::battle::{Choice, HalfPoints};
use std::fmt::Write;

/// What is wrong with a text of words: the byte where the word begins, and the sentence.
pub type Wrong = (usize, String);

/// Half points of a trait (P3).
const TRAIT: i32 = 4;

/// Reads a figure's words as the grid variant has them: see [`words_of`].
///
/// # Errors
/// The byte where the first wrong word begins, and what is wrong with it.
pub fn words(text: &str) -> Result<Unit, Wrong> {
    words_of(text, Edition::Grid)
}

/// Reads a figure's words. Separated by commas, in any order, capitals do not matter, `armor` is
/// `armour`: a kind (`troop`, `hero`, `mook`, `cavalry`, `vehicle`), `commander`, `light armour`,
/// `heavy armour`, `distance`, `automatic fire`, traits (P3), super powers with their level on
/// either side. A commander without a kind is a hero. In the edition of 2017 there is the kind
/// `building` too, `small`, `medium` (if nothing is said) or `large`, and no armour is free (E2).
///
/// # Errors
/// The byte where the first wrong word begins, and what is wrong with it.
pub fn words_of(text: &str, edition: Edition) -> Result<Unit, Wrong> {
    let mut read = Reading {
        edition,
        ..Reading::default()
    };
    let mut start = 0;
    for part in text.split(',') {
        let at = start + (part.len() - part.trim_start().len());
        start += part.len() + 1;
        let word = plain(part);
        if word.is_empty() {
            if text.trim().is_empty() {
                break;
            }
            return Err((at, "a word is missing between these commas".into()));
        }
        read.word(at, part.trim(), &word)?;
    }
    read.unit()
}

/// A word without what does not matter about it.
fn plain(part: &str) -> String {
    let mut word = part
        .to_lowercase()
        .replace(['-', '_'], " ")
        .replace("armour", "armor");
    for over in [" trait", " super power", " guy"] {
        if let Some(rest) = word.trim_end().strip_suffix(over) {
            word = rest.to_string();
        }
    }
    word.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What has been said so far, and where.
#[derive(Default)]
struct Reading {
    edition: Edition,
    size: Option<(usize, u8)>,
    kind: Option<(usize, Kind)>,
    commander: Option<usize>,
    armour: Option<(usize, Armour)>,
    distance: Option<usize>,
    automatic: Option<usize>,
    traits: Traits,
    independent: Option<usize>,
    support: Option<Choice>,
    powers: [Level; 5],
    skill: Option<usize>,
    swims: Option<usize>,
    boat: Option<usize>,
}

impl Reading {
    /// Takes in one word; `shown` is how it was written.
    fn word(&mut self, at: usize, shown: &str, word: &str) -> Result<(), Wrong> {
        let twice = || (at, format!("{shown:?} is there twice; remove one"));
        let kinds = || {
            Kind::ALL
                .into_iter()
                .filter(|kind| kind.is_of(self.edition))
        };
        if self.edition == Edition::Of2017
            && let Some(size) = SIZES.iter().position(|size| *size == word)
        {
            return match self.size.replace((at, size as u8 + 1)) {
                None => Ok(()),
                Some(_) => Err((
                    at,
                    "a building has only one size: small, medium or large".into(),
                )),
            };
        }
        if let Some(kind) = kinds().find(|k| k.name() == word) {
            if let Some((_, other)) = self.kind.replace((at, kind)) {
                let both = format!(
                    "a figure has only one kind: {} or {word}, not both",
                    other.name()
                );
                return Err(if other == kind { twice() } else { (at, both) });
            }
            return Ok(());
        }
        let armour = match word {
            "light armor" => Some(Armour::Light),
            "heavy armor" => Some(Armour::Heavy),
            _ => None,
        };
        if let Some(armour) = armour {
            return match self.armour.replace((at, armour)) {
                None => Ok(()),
                Some((_, other)) if other == armour => Err(twice()),
                Some(_) => Err((at, "a figure has light or heavy armour, not both".into())),
            };
        }
        let said = match word {
            "commander" => &mut self.commander,
            "distance" | "distance attack" | "distance attacks" => &mut self.distance,
            "automatic fire" | "automatic" => &mut self.automatic,
            "swims" | "swimmer" => &mut self.swims,
            "boat" | "ship" => &mut self.boat,
            _ => return self.feature(at, shown, word),
        };
        match said.replace(at) {
            None => Ok(()),
            Some(_) => Err(twice()),
        }
    }

    /// Takes in a trait or a super power.
    fn feature(&mut self, at: usize, shown: &str, word: &str) -> Result<(), Wrong> {
        let (name, of) = match word.split_once('(') {
            Some((name, of)) if of.ends_with(')') => (name.trim(), Some(of.trim_end_matches(')'))),
            _ => (word, None),
        };
        if let Some(one) = trait_named(name) {
            if !self.traits.add(one) {
                let what = format!(
                    "{} is there twice; a figure has a trait only once",
                    one.name()
                );
                return Err((at, what));
            }
            if one == Trait::Independent {
                self.independent = Some(at);
            }
            match of {
                Some(of) if one == Trait::Support => {
                    let kind = support_named(of).ok_or_else(|| (at, unknown_support(of)))?;
                    self.support = Some(kind);
                }
                Some(_) => return Err((at, format!("{} takes nothing in brackets", one.name()))),
                None => {}
            }
            return Ok(());
        }
        match power_named(word) {
            Some((power, Some(level))) => {
                let old = &mut self.powers[power as usize];
                if *old != Level::None {
                    let what =
                        format!("{} is there twice; a figure has it only once", power.name());
                    return Err((at, what));
                }
                *old = level;
                if power == Power::Skill {
                    self.skill = Some(at);
                }
                Ok(())
            }
            Some((power, None)) => Err((
                at,
                format!(
                    "{} needs a level: {} minor, major or superior",
                    power.name(),
                    power.name()
                ),
            )),
            None => Err((at, unknown(shown, word, self.edition))),
        }
    }

    /// The figure, once every word is in.
    fn unit(self) -> Result<Unit, Wrong> {
        let kind = match (self.kind, self.commander) {
            (Some((_, kind)), _) => kind,
            (None, Some(_)) => Kind::Hero,
            (None, None) => {
                let kinds = match self.edition {
                    Edition::Grid => "troop, hero, mook, cavalry or vehicle",
                    Edition::Of2017 => "troop, hero, cavalry, vehicle or building",
                };
                return Err((0, format!("the kind of figure is missing; add {kinds}")));
            }
        };
        self.check(kind)?;
        let free = free_armour(self.edition, kind, self.commander.is_some());
        let armour = match self.armour {
            None => free,
            Some((at, armour)) if armour < free => {
                return Err((
                    at,
                    "a hero commander already has heavy armour, for free; remove light armour"
                        .into(),
                ));
            }
            Some((_, armour)) => armour,
        };
        let distance = self.distance.is_some();
        let mut unit = Unit {
            edition: self.edition,
            kind,
            commander: self.commander.is_some(),
            armour,
            distance,
            automatic: self.automatic.is_some(),
            traits: self.traits,
            powers: self.powers,
            support: self.support.unwrap_or(if distance {
                Choice::Shooting
            } else {
                Choice::Fighting
            }),
            size: match (kind, self.size) {
                (Kind::Building, Some((_, size))) => size,
                (Kind::Vehicle | Kind::Building, _) => 2,
                _ => 1,
            },
            seats: match kind {
                Kind::Cavalry => 1,
                Kind::Vehicle => 5,
                _ => 0,
            },
            carries_mounts: false,
            swims: self.swims.is_some(),
            boat: self.boat.is_some(),
            fearless: false,
            summon_waits: false,
            skills: Vec::new(),
            cost: HalfPoints::ZERO,
        };
        unit.cost = cost(&unit);
        Ok(unit)
    }

    /// Whether a kind of figure can have all of the words.
    fn check(&self, kind: Kind) -> Result<(), Wrong> {
        if let Some(at) = self.commander
            && !matches!(kind, Kind::Troop | Kind::Hero)
        {
            let what = format!(
                "a {} cannot be the commander; only a troop or a hero can",
                kind.name()
            );
            return Err((at, what));
        }
        if let Some(at) = self.independent
            && !matches!(kind, Kind::Cavalry | Kind::Vehicle)
        {
            let what = format!(
                "a {} cannot be Independent; only cavalry and vehicles can",
                kind.name()
            );
            return Err((at, what));
        }
        if let Some(at) = self.skill
            && !kind.is_guy()
        {
            let what = format!(
                "a {} cannot have Super-Skill; only troops, heroes and mooks can",
                kind.name()
            );
            return Err((at, what));
        }
        if let Some(at) = self.boat
            && !matches!(kind, Kind::Cavalry | Kind::Vehicle)
        {
            let what = format!(
                "a {} cannot be a boat; only cavalry and vehicles can",
                kind.name()
            );
            return Err((at, what));
        }
        if let Some((at, _)) = self.size
            && kind != Kind::Building
        {
            return Err((
                at,
                "only buildings have a size word; small, medium and large do not fit other kinds"
                    .into(),
            ));
        }
        Ok(())
    }
}

/// The sizes of buildings in words, the smallest first (E3).
pub const SIZES: [&str; 3] = ["small", "medium", "large"];

/// Armour that costs nothing (P2, P4).
fn free_armour(edition: Edition, kind: Kind, commander: bool) -> Armour {
    match kind {
        _ if edition == Edition::Of2017 => Armour::None,
        Kind::Cavalry | Kind::Vehicle => Armour::Light,
        Kind::Hero if commander => Armour::Heavy,
        _ => Armour::None,
    }
}

/// What a figure costs (P1–P4); a building as much as a vehicle.
pub fn cost(unit: &Unit) -> HalfPoints {
    let kind = match unit.kind {
        Kind::Mook => 1,
        Kind::Troop => 2,
        Kind::Hero | Kind::Cavalry => 4,
        Kind::Vehicle | Kind::Building => 6,
    };
    let free = free_armour(unit.edition, unit.kind, unit.commander);
    let armour = 2 * (unit.armour as i32 - free as i32).max(0);
    let weapons = 2 * (i32::from(unit.distance) + i32::from(unit.automatic));
    let traits = TRAIT * unit.traits.count() as i32;
    let powers: i32 = Power::ALL
        .into_iter()
        .map(|power| match unit.power(power) as i32 {
            0 => 0,
            level => {
                2 * level
                    + match power {
                        Power::Armour => 4,
                        Power::Blast | Power::Fight | Power::Move => 2,
                        Power::Skill => 0,
                    }
            }
        })
        .sum();
    HalfPoints(kind + armour + weapons + traits + powers)
}

/// The words of a figure, as `words` reads them.
pub fn spell(unit: &Unit) -> String {
    let mut text = unit.kind.name().to_string();
    let mut add = |word: &str| {
        let _ = write!(text, ", {word}");
    };
    if unit.commander {
        add("commander");
    }
    if unit.is_building()
        && let Some(size) = SIZES.get(usize::from(unit.size).wrapping_sub(1))
    {
        add(size);
    }
    // said also where it costs nothing: it is worn all the same
    match unit.armour {
        Armour::None => {}
        Armour::Light => add("light armour"),
        Armour::Heavy => add("heavy armour"),
    }
    if unit.distance {
        add("distance");
    }
    if unit.automatic {
        add("automatic fire");
    }
    if unit.swims {
        add("swims");
    }
    if unit.boat {
        add("boat");
    }
    for one in unit.traits.iter() {
        if one == Trait::Support {
            add(&format!("Support ({})", unit.support.name()));
        } else {
            add(one.name());
        }
    }
    for power in Power::ALL {
        if unit.power(power) != Level::None {
            add(&format!("{} {}", power.name(), unit.power(power).name()));
        }
    }
    text
}

/// The trait of a plain word.
fn trait_named(word: &str) -> Option<Trait> {
    match word {
        "area effect" => Some(Trait::AreaEffect),
        "ignore armor" => Some(Trait::IgnoresArmor),
        _ => Trait::ALL
            .into_iter()
            .find(|t| t.name().eq_ignore_ascii_case(word)),
    }
}

/// The super power of a plain word, and its level if it is said.
fn power_named(word: &str) -> Option<(Power, Option<Level>)> {
    let mut level = None;
    let mut rest = Vec::new();
    for piece in word.split(' ') {
        match Level::ALL.into_iter().find(|l| l.name() == piece) {
            Some(said) if level.is_none() => level = Some(said),
            _ => rest.push(piece),
        }
    }
    let rest = rest.join(" ");
    Power::ALL
        .into_iter()
        .find(|p| plain(p.name()) == rest)
        .map(|power| (power, level))
}

/// The kind of roll Support supports, of a word (T16).
pub fn support_named(word: &str) -> Option<Choice> {
    match plain(word).as_str() {
        "distance" | "distance attack" | "distance attacks" => Some(Choice::Shooting),
        "hand to hand" | "hand to hand attack" | "hand to hand attacks" => Some(Choice::Fighting),
        "armor" | "armor roll" | "armor rolls" => Some(Choice::Armour),
        "skill" | "skill roll" | "skill rolls" => Some(Choice::Skill),
        _ => None,
    }
}

/// What is wrong with a kind of support.
pub fn unknown_support(word: &str) -> String {
    format!("Support cannot help {word:?}; it helps distance, hand to hand, armour or skill")
}

/// What is wrong with an unknown word: with the nearest known ones.
fn unknown(shown: &str, word: &str, edition: Edition) -> String {
    let mut known: Vec<String> = Kind::ALL
        .into_iter()
        .filter(|kind| kind.is_of(edition))
        .map(|kind| kind.name().to_string())
        .collect();
    for more in [
        "commander",
        "light armour",
        "heavy armour",
        "distance",
        "automatic fire",
        "swims",
        "boat",
    ] {
        known.push(more.into());
    }
    known.extend(Trait::ALL.map(|t| t.name().to_string()));
    for power in Power::ALL {
        known.extend(Level::ALL.map(|l| format!("{} {}", power.name(), l.name())));
    }
    let mut near: Vec<(usize, String)> = known
        .into_iter()
        .map(|name| (distance(word, &plain(&name)), name))
        .filter(|(far, name)| *far <= 2.max(name.len() / 3) || plain(name).contains(word))
        .collect();
    near.sort();
    let near: Vec<String> = near.into_iter().take(3).map(|(_, name)| name).collect();
    if near.is_empty() {
        let traits: Vec<_> = Trait::ALL.map(Trait::name).into();
        format!(
            "unknown word {shown:?}; the traits are {}",
            traits.join(", ")
        )
    } else {
        format!(
            "unknown word {shown:?}; similar words are {}",
            near.join(", ")
        )
    }
}

/// How many letters must be added, taken or changed to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}
