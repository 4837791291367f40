//! Every number and toggle of the rules, each to be changed in a rules file.

use super::unit::Edition;
use crate::battle::{Scale, Solo, Victory};
use crate::source::{Fault, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml::Spanned;

/// How distances are measured (B3, B5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// By the table of figure scales.
    #[default]
    Scale,
    /// By the edges of a printed rules sheet.
    Paper,
}

/// In which turns Inspiration may repeat an armour roll (T9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InspirationArmour {
    /// In every turn.
    #[default]
    AnyTurn,
    /// Only in turns of the figure's own side.
    OwnTurn,
}

/// Reach of a figure with Sniper (T13).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SniperRange {
    /// The reach is doubled.
    #[default]
    Double,
    /// The reach is the long range of the scale table.
    LongRange,
}

/// What "half" on the solo table means (O2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SoloHalf {
    /// Half of the figures.
    #[default]
    Figures,
    /// Half of the points.
    Points,
}

/// The configuration. Defaults are the rules as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// File format and version; begins with `skirmish-rules/`.
    pub format: String,
    /// Name of the ruleset that this file changes.
    pub ruleset: String,
    /// Size of the figures; it sets the Move Unit and the ranges (B3). A scenario or `--scale` may
    /// set it too.
    pub scale: Scale,
    /// How distances are measured (B3, B5): by the scale table, or by the edges of a printed rules
    /// sheet.
    pub measure: Measure,
    /// Movement of guys (figures on foot), in spaces at 28 mm (B3, E1). Other scales are in
    /// proportion.
    pub guy_move_28mm: u32,
    /// Movement of cavalry, in spaces at 28 mm (B4, E1). Other scales are in proportion.
    pub cavalry_move_28mm: u32,
    /// Movement of vehicles, in spaces at 28 mm (B4, E1). Other scales are in proportion.
    pub vehicle_move_28mm: u32,
    /// If on, figures may also move through enemies; if off, only through friends (B7).
    pub move_through_enemies: bool,
    /// Range of distance attacks (Distance Attack Unit), in spaces at 28 mm (B3). Other scales are
    /// in proportion.
    pub dau_28mm: u32,
    /// Number of rounds (R4). 0: no limit except `longest`.
    pub rounds: u16,
    /// A battle without a limit ends in a draw after this number of rounds (R4).
    pub longest: u16,
    /// The way in which a battle is decided when its rounds are over (R4).
    pub victory: Victory,
    /// Largest difference between the forces, in points, without a warning (R8).
    pub points_tolerance: u32,
    /// If on, warnings say when forces differ in points or spend too few (R11); if off, points are
    /// ignored.
    pub points: bool,
    /// If on, a warning says when forces differ in their number of figures (E4).
    pub equal_figures: bool,
    /// Smallest usual number of figures in a force; fewer give a warning (E4).
    pub figures_least: u32,
    /// Largest usual number of figures in a force; more give a warning (E4). 0: no limit.
    pub figures_most: u32,
    /// Largest number of heroes in a force (E4). 0: no limit.
    pub heroes: u32,
    /// If on, a force may have a commander (P4); if off, naming one is an error.
    pub commanders: bool,
    /// If on, forces may have mooks (P1); if off, naming one is an error.
    pub mooks: bool,
    /// If on, traits work (T); if off, they have no effect.
    pub traits: bool,
    /// If on, super powers work (U); if off, they have no effect.
    pub super_powers: bool,
    /// If on, figures face one direction and shoot only into their front half (S8); if off, all
    /// around.
    pub facing: bool,
    /// If on, sides take turns figure by figure; if off, each side completes its step first (R6).
    pub everyone_acts: bool,
    /// If on, a named skill helps with devices that ask for it (A9); if off, named skills have no
    /// effect.
    pub specific_skills: bool,
    /// Which sides roll on the solo table each round (O4). The roll says how many figures may act.
    pub solo: Solo,
    /// What "half" on the solo table means: half of the figures or half of the points (O2).
    pub solo_half: SoloHalf,
    /// In which turns Inspiration may repeat an armour roll (T9): all turns, or only those of its
    /// own side.
    #[serde(alias = "inspiration_armor")]
    pub inspiration_armour: InspirationArmour,
    /// Reach of a figure with Sniper (T13): twice the usual reach, or the long range of the scale
    /// table.
    pub sniper: SniperRange,
    /// Eye level of a figure in the air, in levels above its ground (S6).
    pub fly_height: u8,
    /// Number needed on the die to hit with a distance attack (A1).
    pub shoot_need: i8,
    /// Number needed on the die to hit a target in cover with a distance attack (A2).
    pub cover_need: i8,
    /// Number needed on the die to hit a Stealth target that stands in real cover (T14).
    pub stealth_cover_need: i8,
    /// Number needed on the die to hit in hand to hand combat (A4).
    pub fight_need: i8,
    /// Number needed on the die for light armour to stop a hit (A5).
    pub light_need: i8,
    /// Number needed on the die for heavy armour to stop a hit (A5).
    pub heavy_need: i8,
    /// If on, terrain that is hit rolls for armour (A8, E3); if off, each hit counts.
    #[serde(alias = "terrain_armor")]
    pub terrain_armour: bool,
    /// Number needed on the die for terrain and buildings to stop a hit (A8).
    pub terrain_need: i8,
    /// If on, size decides how many hits buildings and terrain take (E3); if off, the map decides.
    pub hits_by_size: bool,
    /// Hits that destroy something small (E3).
    pub small_hits: u8,
    /// Hits that destroy something of medium size (E3).
    pub medium_hits: u8,
    /// Hits that destroy something large (E3).
    pub large_hits: u8,
    /// Connected terrain is of medium size from this number of spaces on (E3).
    pub medium_from: u32,
    /// Connected terrain is large from this number of spaces on (E3).
    pub large_from: u32,
    /// Sides of the die that says how many pieces of terrain each player places (E5). 0: players
    /// place none.
    pub terrain_die: u8,
    /// If on, a player may dispute the place of another player's last piece of terrain (E5).
    pub terrain_disputes: bool,
    /// Number needed on the die for a skill roll (A9).
    pub skill_need: i8,
    /// Number needed on the die to disable a target (T4).
    pub disable_need: i8,
    /// Number needed on the die to summon a friend (T15).
    pub summon_need: i8,
    /// Number needed on the die to recruit a defeated enemy (T10).
    pub recruit_need: i8,
    /// An attacker flees from Cause Fear if its die shows this number or less (T2). 0: nobody flees.
    pub fear_up_to: u8,
    /// Super-Blast and Super-Fight knock the target back if their die shows this number or more
    /// (U3).
    pub knockback_from: u8,
    /// Added to attack and skill rolls of heroes (A1, A4, A9).
    pub hero_bonus: i8,
    /// Added to attack and armour rolls of vehicles (A1, A4, A5).
    pub vehicle_bonus: i8,
    /// Added to distance attack and armour rolls of buildings (E2).
    pub building_bonus: i8,
    /// Added to attack, armour and skill rolls of mooks (P1); usually negative.
    pub mook_bonus: i8,
    /// Added to rolls by Combat Master, Sharpshooter, Tough, Support and named skills.
    pub trait_bonus: i8,
    /// Added to the roll of the ambushers for who goes first (C3).
    pub ambush_bonus: i8,
    /// Number of unsaved hits that destroy the fortress (C5).
    pub fortress_hits: u8,
    /// Dice rolled for an attack with automatic fire; the highest counts (A3).
    pub automatic_dice: u8,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            format: "skirmish-rules/1".into(),
            ruleset: "vsgmr".into(),
            scale: Scale::default(),
            measure: Measure::default(),
            guy_move_28mm: 6,
            cavalry_move_28mm: 9,
            vehicle_move_28mm: 12,
            move_through_enemies: false,
            dau_28mm: 12,
            rounds: 5,
            longest: 50,
            victory: Victory::default(),
            points_tolerance: 5,
            points: true,
            equal_figures: false,
            figures_least: 0,
            figures_most: 0,
            heroes: 0,
            commanders: true,
            mooks: true,
            traits: true,
            super_powers: true,
            facing: true,
            everyone_acts: false,
            specific_skills: false,
            solo: Solo::Off,
            solo_half: SoloHalf::default(),
            inspiration_armour: InspirationArmour::default(),
            sniper: SniperRange::default(),
            fly_height: 1,
            shoot_need: 5,
            cover_need: 6,
            stealth_cover_need: 7,
            fight_need: 4,
            light_need: 6,
            heavy_need: 4,
            terrain_armour: true,
            terrain_need: 3,
            hits_by_size: false,
            small_hits: 1,
            medium_hits: 3,
            large_hits: 5,
            medium_from: 2,
            large_from: 5,
            terrain_die: 0,
            terrain_disputes: true,
            skill_need: 4,
            disable_need: 4,
            summon_need: 5,
            recruit_need: 5,
            fear_up_to: 2,
            knockback_from: 8,
            hero_bonus: 1,
            vehicle_bonus: 1,
            building_bonus: 1,
            mook_bonus: -1,
            trait_bonus: 1,
            ambush_bonus: 1,
            fortress_hits: 2,
            automatic_dice: 2,
        }
    }
}

impl Config {
    /// The rules of an edition as written (E1–E5).
    pub fn of(edition: Edition) -> Self {
        match edition {
            Edition::Grid => Self::default(),
            Edition::Of2017 => Self {
                ruleset: edition.name().into(),
                cavalry_move_28mm: 10,
                vehicle_move_28mm: 18,
                move_through_enemies: true,
                points: false,
                equal_figures: true,
                figures_least: 4,
                figures_most: 10,
                heroes: 1,
                commanders: false,
                mooks: false,
                traits: false,
                super_powers: false,
                terrain_armour: false,
                hits_by_size: true,
                terrain_die: 6,
                ..Self::default()
            },
        }
    }

    /// The edition it configures.
    pub fn edition(&self) -> Edition {
        if self.ruleset == Edition::Of2017.name() {
            Edition::Of2017
        } else {
            Edition::Grid
        }
    }

    /// Reads a rules file; none: the defaults of the edition.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn read(rules: Option<&Source>, edition: Edition) -> Result<Config, Fault> {
        let Some(source) = rules else {
            return Ok(Config::of(edition));
        };
        #[derive(Deserialize)]
        struct Head {
            format: Option<Spanned<String>>,
            ruleset: Option<Spanned<String>>,
        }
        let head: Head = source.parse()?;
        match &head.format {
            Some(format) => source.version(format, "rules", 1)?,
            None => {
                return Err(source
                    .fault_somewhere("the key format is missing; a rules file begins with format = \"skirmish-rules/1\""));
            }
        };
        if let Some(ruleset) = &head.ruleset
            && ruleset.get_ref() != edition.name()
        {
            let what = format!(
                "these rules are for the ruleset {:?}, but the battle uses {:?}",
                ruleset.get_ref(),
                edition.name()
            );
            return Err(source.fault(ruleset.span(), what));
        }
        let config = Config::filled(source, edition)?;
        for (key, value, low, high) in config.ranges() {
            if !(low..=high).contains(&value) {
                let spans: BTreeMap<Spanned<String>, Spanned<toml::Value>> = source.parse()?;
                let span = spans
                    .into_iter()
                    .find(|(k, _)| k.get_ref() == key)
                    .map_or(0..0, |(_, v)| v.span());
                let what = format!("{key} is {value}; it must be from {low} to {high}");
                return Err(source.fault(span, what));
            }
        }
        Ok(config)
    }

    /// What a file says, and for all that it leaves out what the edition says.
    fn filled(source: &Source, edition: Edition) -> Result<Config, Fault> {
        let said: Config = source.parse()?;
        if edition == Edition::Grid {
            return Ok(said);
        }
        let keys: toml::Table = source.parse()?;
        let whole = |what: toml::ser::Error| source.fault_somewhere(what.to_string());
        let said = toml::Table::try_from(&said).map_err(whole)?;
        let mut all = toml::Table::try_from(Config::of(edition)).map_err(whole)?;
        for (key, value) in said {
            // the other spelling of a key counts as the key
            if keys.contains_key(&key) || keys.contains_key(&key.replace("armour", "armor")) {
                all.insert(key, value);
            }
        }
        all.try_into()
            .map_err(|what: toml::de::Error| source.fault_somewhere(what.to_string()))
    }

    /// Every number with the least and the most it can be: (key, value, least, most).
    fn ranges(&self) -> Vec<(&'static str, i64, i64, i64)> {
        let need = |key, value: i8| (key, i64::from(value), -20, 20);
        let bonus = |key, value: i8| (key, i64::from(value), -10, 10);
        vec![
            ("guy_move_28mm", i64::from(self.guy_move_28mm), 1, 1000),
            (
                "cavalry_move_28mm",
                i64::from(self.cavalry_move_28mm),
                1,
                1000,
            ),
            (
                "vehicle_move_28mm",
                i64::from(self.vehicle_move_28mm),
                1,
                1000,
            ),
            ("figures_least", i64::from(self.figures_least), 0, 200),
            ("figures_most", i64::from(self.figures_most), 0, 200),
            ("heroes", i64::from(self.heroes), 0, 200),
            ("small_hits", i64::from(self.small_hits), 1, 100),
            ("medium_hits", i64::from(self.medium_hits), 1, 100),
            ("large_hits", i64::from(self.large_hits), 1, 100),
            ("medium_from", i64::from(self.medium_from), 2, 10_000),
            ("large_from", i64::from(self.large_from), 2, 10_000),
            ("terrain_die", i64::from(self.terrain_die), 0, 12),
            ("dau_28mm", i64::from(self.dau_28mm), 1, 1000),
            ("rounds", i64::from(self.rounds), 0, 1000),
            ("longest", i64::from(self.longest), 1, 1000),
            (
                "points_tolerance",
                i64::from(self.points_tolerance),
                0,
                10_000,
            ),
            ("fly_height", i64::from(self.fly_height), 1, 100),
            ("fear_up_to", i64::from(self.fear_up_to), 0, 12),
            ("knockback_from", i64::from(self.knockback_from), 2, 13),
            ("fortress_hits", i64::from(self.fortress_hits), 1, 100),
            ("automatic_dice", i64::from(self.automatic_dice), 1, 4),
            need("shoot_need", self.shoot_need),
            need("cover_need", self.cover_need),
            need("stealth_cover_need", self.stealth_cover_need),
            need("fight_need", self.fight_need),
            need("light_need", self.light_need),
            need("heavy_need", self.heavy_need),
            need("terrain_need", self.terrain_need),
            need("skill_need", self.skill_need),
            need("disable_need", self.disable_need),
            need("summon_need", self.summon_need),
            need("recruit_need", self.recruit_need),
            bonus("hero_bonus", self.hero_bonus),
            bonus("vehicle_bonus", self.vehicle_bonus),
            bonus("building_bonus", self.building_bonus),
            bonus("mook_bonus", self.mook_bonus),
            bonus("trait_bonus", self.trait_bonus),
            bonus("ambush_bonus", self.ambush_bonus),
        ]
    }
}

/// Writes the defaults of an edition into the schema of the configuration.
pub fn usual(schema: &mut serde_json::Value, edition: Edition) {
    let Ok(serde_json::Value::Object(usual)) = serde_json::to_value(Config::of(edition)) else {
        return;
    };
    let Some(keys) = schema["properties"].as_object_mut() else {
        return;
    };
    for (key, value) in usual {
        if let Some(key) = keys.get_mut(&key) {
            key["default"] = value;
        }
    }
}
