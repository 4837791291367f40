//! What an attack may lead to, in closed form, and the numbers behind it by name.
//!
//! A [`Case`] is all that matters about one attack or other roll; it knows no board. Its
//! [`Profile`] is what the dice need; its [`Case::lines`] say how that came about.

use super::chance::Roll;
use super::unit::{Armour, Kind, Level, Power, Trait};
use super::{Config, Unit};
use crate::battle::{Choice, How, Line, Odds, Ratio, both, either};

/// What is attacked or used.
#[derive(Copy, Clone, Debug)]
pub enum Aim<'a> {
    /// A figure.
    Figure(&'a Unit),
    /// Terrain or a building (A8).
    Terrain,
    /// A device, or nothing in particular.
    Other,
}

/// All that matters about one attack, skill roll, Disable or Summon.
#[derive(Copy, Clone, Debug)]
pub struct Case<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// Who acts.
    pub who: &'a Unit,
    /// How.
    pub how: How,
    /// On what.
    pub at: Aim<'a>,
    /// The target is really in cover (A2, M5).
    pub covered: bool,
    /// The attacker touches its target: no cover counts (S5).
    pub close: bool,
    /// How many support the roll (T16).
    pub supports: u8,
    /// How many support the target's armour roll (T16).
    pub armour_supports: u8,
    /// The device needs a skill that the figure has (A9).
    pub skilled: bool,
    /// Hits that the target takes before it is gone, this one included (E3).
    pub hits: u8,
}

/// What the dice of an attack need to know.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// The attack roll.
    pub attack: Roll,
    /// Natural faces up to this one flee in fear (T2); 0: none do.
    pub fear: u8,
    /// Natural faces from this one on knock back when armour saves (U3); 0: none do.
    pub push: u8,
    /// The armour roll, and how many must succeed (A5, T6); none: no roll.
    pub armour: Option<(Roll, u8)>,
}

/// Who rolls a failure again, once (T9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Rerolls {
    /// The attack roll.
    pub attack: bool,
    /// An armour roll.
    pub armour: bool,
}

/// The kind of roll a way of acting is.
pub fn roll_of(how: How) -> Choice {
    match how {
        How::Shoot => Choice::Shooting,
        How::Skill => Choice::Skill,
        _ => Choice::Fighting,
    }
}

/// What a unit's flavour adds to a kind of roll, with its name (A1, A4, A5, A9, E2, P1).
fn flavour(config: &Config, unit: &Unit, roll: Choice) -> i8 {
    match unit.kind {
        Kind::Hero if roll != Choice::Armour => config.hero_bonus,
        Kind::Vehicle if roll != Choice::Skill => config.vehicle_bonus,
        Kind::Building if matches!(roll, Choice::Shooting | Choice::Armour) => {
            config.building_bonus
        }
        Kind::Mook => config.mook_bonus,
        _ => 0,
    }
}

/// The trait that adds to a kind of roll (T3, T12, T17).
fn talent(roll: Choice) -> Option<Trait> {
    match roll {
        Choice::Shooting => Some(Trait::Sharpshooter),
        Choice::Fighting => Some(Trait::CombatMaster),
        Choice::Armour => Some(Trait::Tough),
        _ => None,
    }
}

/// The super power that gives a kind of roll its die (U1).
fn power(roll: Choice) -> Power {
    match roll {
        Choice::Shooting => Power::Blast,
        Choice::Fighting => Power::Fight,
        Choice::Armour => Power::Armour,
        _ => Power::Skill,
    }
}

/// What is added to a unit's rolls of a kind.
pub fn bonus(config: &Config, unit: &Unit, roll: Choice, supports: u8) -> i8 {
    flavour(config, unit, roll)
        + if talent(roll).is_some_and(|t| unit.has(t)) {
            config.trait_bonus
        } else {
            0
        }
        + helped(config, supports)
}

/// What so many supporters add (T16).
fn helped(config: &Config, supports: u8) -> i8 {
    config.trait_bonus.saturating_mul(supports.min(100) as i8)
}

impl Case<'_> {
    /// What is needed after adding.
    pub fn need(&self) -> i8 {
        let config = self.config;
        match (self.how, self.at) {
            (How::Shoot, Aim::Figure(_)) if self.close => config.shoot_need,
            (How::Shoot, Aim::Figure(target)) => match (self.covered, target.has(Trait::Stealth)) {
                (true, true) => config.stealth_cover_need,
                (true, false) | (false, true) => config.cover_need,
                (false, false) => config.shoot_need,
            },
            (How::Shoot, _) => config.shoot_need,
            (How::Skill, _) => config.skill_need,
            (How::Disable, _) => config.disable_need,
            (How::Summon, _) => config.summon_need,
            _ => config.fight_need,
        }
    }

    /// What is added to the roll.
    pub fn bonus(&self) -> i8 {
        if matches!(self.how, How::Disable | How::Summon) {
            return 0;
        }
        bonus(self.config, self.who, roll_of(self.how), self.supports)
            + if self.skilled {
                self.config.trait_bonus
            } else {
                0
            }
    }

    /// The roll: which dice, and the natural face needed.
    pub fn roll(&self) -> Roll {
        let die = match self.how {
            How::Disable | How::Summon => 6,
            how => self.who.power(power(roll_of(how))).die(),
        };
        let dice = if self.how == How::Shoot && self.who.automatic {
            self.config.automatic_dice
        } else {
            1
        };
        let from = self.need() - self.bonus();
        Roll { die, dice, from }
    }

    /// The target's armour roll and how many must succeed; none: no roll.
    pub fn armour(&self) -> Option<(Roll, u8)> {
        let config = self.config;
        let (need, die, bonus, rolls) = match self.at {
            Aim::Terrain if !config.terrain_armour => return None,
            Aim::Terrain => (config.terrain_need, 6, 0, 1),
            Aim::Other => return None,
            Aim::Figure(target) => (
                match target.armour {
                    Armour::None => return None,
                    Armour::Light => config.light_need,
                    Armour::Heavy => config.heavy_need,
                },
                target.power(Power::Armour).die(),
                bonus(config, target, Choice::Armour, self.armour_supports),
                1 + u8::from(self.who.has(Trait::IgnoresArmor)),
            ),
        };
        let roll = Roll {
            die,
            dice: 1,
            from: need - bonus,
        };
        Some((roll, rolls))
    }

    /// What the dice need to know of an attack.
    pub fn profile(&self) -> Profile {
        let mut attack = self.roll();
        let Aim::Figure(target) = self.at else {
            return Profile {
                attack,
                fear: 0,
                push: 0,
                armour: self.armour(),
            };
        };
        let fear = if target.has(Trait::CauseFear) && !self.who.is_fearless() {
            self.config.fear_up_to
        } else {
            0
        };
        attack.from = attack.from.max(fear as i8 + 1);
        let unmoved = target.is_building();
        let push = if unmoved || self.who.power(power(roll_of(self.how))) == Level::None {
            0
        } else {
            self.config.knockback_from
        };
        Profile {
            attack,
            fear,
            push,
            armour: self.armour(),
        }
    }

    /// The odds; what may follow (`lost`, `again`) is left out.
    pub fn odds(&self) -> Odds {
        match self.how {
            How::Shoot | How::Fight => self.worn(self.profile().odds()),
            _ => {
                let works = self.roll().chance();
                Odds {
                    hit: works,
                    defeat: works,
                    ..Odds::NONE
                }
            }
        }
    }
}

impl Case<'_> {
    /// The odds when failures are rolled again, once a side.
    pub fn odds_if(&self, rerolls: Rerolls) -> Odds {
        let attack = matches!(self.how, How::Shoot | How::Fight);
        if attack && rerolls != Rerolls::default() {
            self.worn(self.profile().rerolled(rerolls))
        } else {
            self.odds()
        }
    }

    /// The chance that the attacker falls to one last attack of its target (T11): `back`. Whoever
    /// rolled a failure again before has no reroll left for it.
    pub fn avenged(&self, back: &Case, rerolls: Rerolls) -> Ratio {
        if self.hits > 1 {
            return Ratio::new_raw(0, 1);
        }
        let profile = self.profile();
        let felled = profile.rerolled(Rerolls {
            attack: false,
            ..rerolls
        });
        // An armour roll that cannot succeed is not asked for, so it is not rolled again either.
        let rolled = profile.armour.is_some_and(|(armour, _)| {
            self.config.hopeless_rolls || armour.chance() != Ratio::from_integer(0)
        });
        let answered = |fresh: bool| {
            let left = Rerolls {
                // An armour roll that failed has been rolled again.
                attack: rerolls.armour && !rolled,
                armour: fresh,
            };
            back.odds_if(left).defeat
        };
        let mut lost = both(felled.defeat, answered(rerolls.attack));
        if rerolls.attack {
            let missed = Ratio::from_integer(1) - profile.attack.chance();
            let late = both(missed, felled.defeat);
            lost = either(lost, both(late, answered(false)));
        }
        let joins = matches!(self.at, Aim::Figure(target) if !target.is_building());
        if self.how == How::Fight && self.who.has(Trait::Recruit) && joins {
            let faces = (7 - self.config.recruit_need).clamp(0, 6) as u64;
            lost = both(lost, Ratio::new(6 - faces, 6));
        }
        lost
    }

    /// Odds of an attack on something that takes several hits: all but the last wear it down.
    pub fn worn(&self, odds: Odds) -> Odds {
        if self.hits <= 1 {
            return odds;
        }
        Odds {
            defeat: Odds::NONE.defeat,
            wound: odds.defeat,
            part: Ratio::new(1, u64::from(self.hits)),
            ..odds
        }
    }
}

impl Profile {
    /// The odds of the attack, nobody rolling again.
    pub fn odds(&self) -> Odds {
        let hit = self.attack.chance();
        let Some((armour, rolls)) = self.armour else {
            return Odds {
                hit,
                defeat: hit,
                flee: self.flee(),
                ..Odds::NONE
            };
        };
        Odds {
            hit,
            defeat: self.attack.then(armour, rolls, false),
            flee: self.flee(),
            pushed: match self.pushing() {
                Some(roll) => roll.then(armour, rolls, true),
                None => Ratio::new_raw(0, 1),
            },
            ..Odds::NONE
        }
    }

    /// The roll that hits and would knock back.
    fn pushing(&self) -> Option<Roll> {
        (self.push > 0 && self.push <= self.attack.die).then(|| Roll {
            from: self.attack.from.max(self.push as i8),
            ..self.attack
        })
    }

    /// The chance to flee.
    fn flee(&self) -> Ratio {
        if self.fear == 0 {
            return Ratio::new_raw(0, 1);
        }
        let stays = Roll {
            from: self.fear as i8 + 1,
            ..self.attack
        };
        Ratio::from_integer(1) - stays.chance()
    }

    /// The odds when failures are rolled again: one roll of each side at most.
    pub fn rerolled(&self, rerolls: Rerolls) -> Odds {
        let one = Ratio::from_integer(1);
        let zero = Ratio::from_integer(0);
        let first = self.attack.chance();
        let missed = one - first;
        // What the attack roll gives is reached at the first roll, or after a miss at the second.
        let more = if rerolls.attack { one + missed } else { one };
        let flee = self.flee() * if rerolls.attack { missed } else { one };
        let saved = match self.armour {
            None => zero,
            Some((armour, rolls)) => {
                let save = armour.chance();
                let again = if rerolls.armour { one - save } else { zero };
                match rolls {
                    1 => save + again * save,
                    // One of the two may be the one that is rolled again.
                    _ => save * save * (one + again + again),
                }
            }
        };
        Odds {
            hit: first * more,
            defeat: first * more * (one - saved),
            flee,
            pushed: self.pushing().map_or(zero, |roll| roll.chance()) * more * saved,
            ..Odds::NONE
        }
    }
}

/// One named number.
fn line(name: impl Into<String>, value: impl Into<String>) -> Line {
    Line {
        name: name.into(),
        value: value.into(),
    }
}

impl Case<'_> {
    /// The numbers behind the odds, named, in the order a player would add them.
    pub fn lines(&self) -> Vec<Line> {
        let config = self.config;
        let roll = roll_of(self.how);
        let mut lines = Vec::new();
        let plain = match self.how {
            How::Shoot => line("to hit", format!("{}+", config.shoot_need)),
            How::Skill => line("skill roll", format!("{}+", config.skill_need)),
            How::Disable => line("to disable", format!("{}+", config.disable_need)),
            How::Summon => line("to summon", format!("{}+", config.summon_need)),
            _ => line("to hit", format!("{}+", config.fight_need)),
        };
        lines.push(plain);
        if let (How::Shoot, Aim::Figure(target), false) = (self.how, self.at, self.close) {
            let name = match (self.covered, target.has(Trait::Stealth)) {
                (true, true) => "Stealth in cover",
                (true, false) => "cover",
                (false, true) => "Stealth",
                (false, false) => "",
            };
            if !name.is_empty() {
                lines.push(line(name, format!("{}+", self.need())));
            }
        }
        if matches!(self.how, How::Disable | How::Summon) {
            lines.push(line("dice", "d6"));
            return lines;
        }
        adding(&mut lines, config, self.who, roll, self.supports);
        if self.skilled {
            lines.push(line("named skill", format!("{:+}", config.trait_bonus)));
        }
        let dice = self.roll();
        if self.how == How::Shoot && self.who.automatic {
            let value = format!("{} dice, the highest counts", dice.dice);
            lines.push(line("automatic fire", value));
        }
        if self.who.power(power(roll)) != Level::None {
            lines.push(powered(self.who, power(roll)));
        }
        lines.push(line("needed on the die", face(dice.from)));
        match self.at {
            Aim::Figure(target) => self.target_lines(target, &mut lines),
            Aim::Terrain if !config.terrain_armour => lines.push(line("armour", "none")),
            Aim::Terrain => lines.push(line("terrain armour", format!("{}+", config.terrain_need))),
            Aim::Other => {}
        }
        for (number, chance) in (1..).zip(self.turn()).skip(1) {
            lines.push(line(
                format!("defeats {number} such targets in the turn"),
                chance.to_string(),
            ));
        }
        lines
    }

    /// The chance to defeat at least one, two, … targets like this one in a turn, as far as attacks
    /// follow a success (T1, T5).
    pub fn turn(&self) -> Vec<Ratio> {
        let more = match (self.how, self.at) {
            (How::Shoot, Aim::Figure(_)) if self.who.has(Trait::AreaEffect) => 2,
            (How::Fight, Aim::Figure(_)) if self.who.has(Trait::DoubleStrike) => 1,
            _ => 0,
        };
        let once = self.odds().defeat;
        (1..=1 + more).map(|n| once.pow(n)).collect()
    }

    /// What the target has to say.
    fn target_lines(&self, target: &Unit, lines: &mut Vec<Line>) {
        let config = self.config;
        let profile = self.profile();
        if profile.fear > 0 {
            let value = format!("flees on {} or less", profile.fear);
            lines.push(line("Cause Fear", value));
        }
        match (target.armour, profile.armour) {
            (Armour::None, _) | (_, None) => lines.push(line("armour", "none")),
            (armour, Some((roll, rolls))) => {
                let (name, need) = match armour {
                    Armour::Heavy => ("heavy armour", config.heavy_need),
                    _ => ("light armour", config.light_need),
                };
                lines.push(line(name, format!("{need}+")));
                adding(lines, config, target, Choice::Armour, self.armour_supports);
                if target.power(Power::Armour) != Level::None {
                    lines.push(powered(target, Power::Armour));
                }
                if rolls == 2 {
                    lines.push(line(Trait::IgnoresArmor.name(), "2 armour rolls"));
                }
                lines.push(line("needed on the armour die", face(roll.from)));
                if let Some(push) = profile.pushing() {
                    lines.push(line("knockback", face(push.from.max(profile.push as i8))));
                }
            }
        }
        if self.hits > 1 {
            lines.push(line("hits needed to destroy it", self.hits.to_string()));
        }
        match self.how {
            How::Shoot if self.who.has(Trait::AreaEffect) => {
                lines.push(line(Trait::AreaEffect.name(), "up to 2 more attacks"));
            }
            How::Fight if self.who.has(Trait::DoubleStrike) => {
                lines.push(line(Trait::DoubleStrike.name(), "1 more attack"));
            }
            _ => {}
        }
        if self.how == How::Fight && self.who.has(Trait::Recruit) && !target.is_building() {
            let value = format!("{}+", config.recruit_need);
            lines.push(line(Trait::Recruit.name(), value));
        }
        if target.has(Trait::Revenge) && (self.how != How::Shoot || target.distance) {
            lines.push(line(Trait::Revenge.name(), "1 last attack"));
        }
    }
}

/// A natural face from which on a roll succeeds.
fn face(from: i8) -> String {
    if from <= 1 {
        "any".into()
    } else {
        format!("{from}+")
    }
}

/// The die of a super power.
fn powered(unit: &Unit, power: Power) -> Line {
    let level = unit.power(power);
    line(
        format!("{} {}", power.name(), level.name()),
        format!("d{}", level.die()),
    )
}

/// What is added to a unit's roll, each by its name.
fn adding(lines: &mut Vec<Line>, config: &Config, unit: &Unit, roll: Choice, supports: u8) {
    let mut add = |name: &str, value: i8| {
        if value != 0 {
            lines.push(line(name, format!("{value:+}")));
        }
    };
    add(unit.kind.name(), flavour(config, unit, roll));
    if let Some(talent) = talent(roll)
        && unit.has(talent)
    {
        add(talent.name(), config.trait_bonus);
    }
    add(Trait::Support.name(), helped(config, supports));
}
