//! Every number and toggle of the rules, each to be changed in a rules file.

pub use super::toggles::*;
use super::unit::Edition;
use crate::battle::{Scale, Solo, Victory};
use crate::source::{Fault, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml::Spanned;

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
    /// What difficult ground and hills do to a move (B6, E6): each such step costs 2, or the whole
    /// move covers at most half of the Move Unit.
    pub rough: RoughGround,
    /// If on, with paper measures a move that touches difficult ground covers at most the half
    /// Move Unit of the sheet (B5); if off, such steps cost 2 there too.
    pub paper_halves: bool,
    /// How doors are opened (B8): by moving through, by skill rolls, or only by devices of a
    /// scenario. Locked doors always take a skill roll or force.
    pub doors: Doors,
    /// If on, a skill roll prises a fence or window open (A9); if off, such barriers can only be
    /// destroyed.
    pub prising: bool,
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
    /// End of a battle of three or more teams (R4): one team is left, or the first one is gone.
    pub first_gone: FirstGone,
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
    /// If on, a force without a commander is an error (P4); if off, it gives a warning.
    pub commander_required: bool,
    /// If on, forces may have mooks (P1); if off, naming one is an error.
    pub mooks: bool,
    /// If on, traits work (T); if off, they have no effect.
    pub traits: bool,
    /// If on, super powers work (U); if off, they have no effect.
    pub super_powers: bool,
    /// If on, figures face one direction and shoot only into their front half (S8); if off, all
    /// around.
    pub facing: bool,
    /// If on, all figures turn after a move, also those that facing does not concern (S8); if off,
    /// only those that shoot, and mounts of those that shoot.
    pub facing_of_all: bool,
    /// If on, opposing figures block lines of sight (S2); if off, only terrain does (E8).
    pub enemies_block_sight: bool,
    /// If on, a target that the attacker touches can be in cover from its shots (S5); if off, the
    /// cover rule does not apply then.
    pub touching_cover: bool,
    /// If on, a figure in the air may end its move over anything but a figure (T7); if off, only
    /// over ground where it could stand.
    pub hover_anywhere: bool,
    /// If on, a guy may board an empty mount of an opponent, which then changes sides (M2).
    pub capture_mounts: bool,
    /// If on, everybody aboard but the figure that controls the mount may attack from it (M4); if
    /// off, nobody aboard attacks.
    pub passengers_attack: bool,
    /// If on, mounts without a rider may fight, but not move (E8); if off, they do nothing (M3).
    pub idle_mounts_fight: bool,
    /// If on, mounts that nobody is left to ride keep their side in the battle (R4); if off, they do
    /// not.
    pub empty_mounts_stand: bool,
    /// If on, the bonus of several figures with Support adds up (T16); if off, one counts.
    pub support_stacks: bool,
    /// If on, dice are rolled even where no face can succeed; if off, such a roll fails at once.
    pub hopeless_rolls: bool,
    /// If on, sides take turns figure by figure; if off, each side completes its step first (R6).
    pub everyone_acts: bool,
    /// If on, a named skill helps with devices that ask for it (A9); if off, named skills have no
    /// effect.
    pub specific_skills: bool,
    /// Which sides roll on the solo table each round (O4). The roll says how many figures may act.
    pub solo: Solo,
    /// If on, a 6 on the solo table can return a mount or vehicle without a rider (O2).
    pub lone_mounts_return: bool,
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
    /// Which terrain can be destroyed (A8): all that stands on the ground, or walls and buildings
    /// only.
    pub breakable: Breakable,
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
    /// Objects that take several hits (E3): each space and border by itself, or connected walls, in
    /// pieces, and whole buildings.
    pub objects: Objects,
    /// Largest piece of connected walls, in spaces or borders (E3); longer runs are several pieces.
    pub piece_most: u32,
    /// A building that stands alone is one large object up to this number of spaces (E3); larger
    /// ones are several pieces.
    pub block_most: u32,
    /// Connected terrain is of medium size from this number of spaces on (E3).
    pub medium_from: u32,
    /// Connected terrain is large from this number of spaces on (E3).
    pub large_from: u32,
    /// Sides of the die that says how many pieces of terrain each player places (E5). 0: players
    /// place none.
    pub terrain_die: u8,
    /// If on, players place terrain before they deploy their figures (E5); if off, after that.
    pub terrain_first: bool,
    /// If on, a wall that players place is a line one space wide (E5); if off, a block.
    pub wall_lines: bool,
    /// If on, a player may dispute the place of another player's last piece of terrain (E5).
    pub terrain_disputes: bool,
    /// If on, a player may dispute the place of another player's figure where zones overlap (R7);
    /// if off, the place is taken.
    pub figure_disputes: bool,
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
    /// Where the object of a transport battle lies (C4): a die decides among the spaces nearest to
    /// the centre, or it is the first of them.
    pub transport_object: ObjectPlace,
    /// The building of a fortress assault (C5): one that the map gives hits, or any run of walls.
    pub fortress: FortressKind,
    /// Number of unsaved hits that destroy the fortress (C5).
    pub fortress_hits: u8,
    /// Dice rolled for an attack with automatic fire; the highest counts (A3).
    pub automatic_dice: u8,
}

impl Default for Config {
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn default() -> Self {
        Self {
            format: "skirmish-rules/1".into(),
            ruleset: "vsgmr".into(),
            scale: Scale::default(),
            measure: Measure::default(),
            rough: RoughGround::default(),
            paper_halves: true,
            doors: Doors::default(),
            prising: true,
            guy_move_28mm: 6,
            cavalry_move_28mm: 9,
            vehicle_move_28mm: 12,
            move_through_enemies: false,
            dau_28mm: 12,
            rounds: 5,
            longest: 50,
            victory: Victory::default(),
            first_gone: FirstGone::default(),
            points_tolerance: 5,
            points: true,
            equal_figures: false,
            figures_least: 0,
            figures_most: 0,
            heroes: 0,
            commanders: true,
            commander_required: false,
            mooks: true,
            traits: true,
            super_powers: true,
            facing: true,
            facing_of_all: false,
            enemies_block_sight: true,
            touching_cover: false,
            hover_anywhere: true,
            capture_mounts: true,
            passengers_attack: true,
            idle_mounts_fight: false,
            empty_mounts_stand: false,
            support_stacks: true,
            hopeless_rolls: false,
            everyone_acts: false,
            specific_skills: false,
            solo: Solo::Off,
            lone_mounts_return: true,
            solo_half: SoloHalf::default(),
            inspiration_armour: InspirationArmour::default(),
            sniper: SniperRange::default(),
            fly_height: 3,
            shoot_need: 5,
            cover_need: 6,
            stealth_cover_need: 7,
            fight_need: 4,
            light_need: 6,
            heavy_need: 4,
            breakable: Breakable::default(),
            terrain_armour: true,
            terrain_need: 3,
            hits_by_size: false,
            small_hits: 1,
            medium_hits: 3,
            large_hits: 5,
            objects: Objects::default(),
            piece_most: 6,
            block_most: 60,
            medium_from: 2,
            large_from: 5,
            terrain_die: 0,
            terrain_first: false,
            wall_lines: true,
            terrain_disputes: true,
            figure_disputes: true,
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
            transport_object: ObjectPlace::default(),
            fortress: FortressKind::default(),
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
                rough: RoughGround::HalfMove,
                move_through_enemies: true,
                enemies_block_sight: false,
                idle_mounts_fight: true,
                victory: Victory::Points,
                first_gone: FirstGone::Ends,
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
                objects: Objects::Runs,
                medium_from: 3,
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
            ruleset: Option<Spanned<String>>,
        }
        source.check_format("rules", 1)?;
        let head: Head = source.parse()?;
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
            ("piece_most", i64::from(self.piece_most), 1, 10_000),
            ("block_most", i64::from(self.block_most), 1, 10_000),
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
