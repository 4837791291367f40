//! The parts of a score: one currency, thousandths of a point.

use crate::ai::action::Action;
use crate::ai::agent::{Term, Weighed};
use crate::battle::Milli;

/// One part of a score.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Points of enemies destroyed.
    Kill,
    /// Points of enemies wounded.
    Wound,
    /// Own points lost to what can attack there before the figure acts again.
    Loss,
    /// Own points lost to what can come there after that.
    Later,
    /// Damage that destroyed enemies can no longer do.
    Return,
    /// Progress towards the aim.
    Objective,
    /// Keeping the enemies from their aim.
    Deny,
    /// Nearer to the next attack.
    Tempo,
    /// Helping friends, or helped by them, by being near.
    Aura,
    /// Friends and enemies around.
    Cohesion,
    /// In the way of attacks on friends worth more.
    Screen,
    /// What the own act may cost.
    Hazard,
    /// Nearer to the fight, by what the figure itself is worth.
    Engage,
    /// What the nerve of the force makes of it.
    Nerve,
    /// The error of a numbered level.
    Noise,
}

impl Part {
    /// How many there are.
    const COUNT: usize = 15;
    /// How many of them, the first, a profile weighs.
    pub const WEIGHED: usize = 13;
    /// Their names, in order; those a profile weighs are the keys of its `[weights]`.
    pub const NAMES: [&'static str; Part::COUNT] = [
        "kill",
        "wound",
        "loss",
        "later",
        "return",
        "objective",
        "deny",
        "tempo",
        "aura",
        "cohesion",
        "screen",
        "hazard",
        "engage",
        "nerve",
        "noise",
    ];
    /// What they stand for, in order, for people.
    const MEANINGS: [&'static str; Part::COUNT] = [
        "expected value of the enemies defeated",
        "expected value of the damage to enemies that survive",
        "expected own losses before the figure acts again",
        "expected own losses after that, from enemies that come near",
        "damage that the defeated enemies can no longer do",
        "progress towards the objective",
        "keeping the enemies from their objective",
        "progress towards the next attack",
        "support for friends nearby, or from them",
        "friends nearby rather than enemies",
        "shielding friends of higher value from attacks",
        "expected own losses that the action itself causes",
        "bringing the figure into the fight, by its own value",
        "what the nerve of the force makes of it",
        "random error, at the lower levels only",
    ];
}

/// What a term of a score stands for, in plain words; all terms are in points. `None` for an
/// unknown name.
pub fn meaning(name: &str) -> Option<&'static str> {
    if name == AHEAD {
        return Some("mean gain over the plan without look-ahead, measured in playouts");
    }
    let at = Part::NAMES.iter().position(|known| *known == name)?;
    Some(Part::MEANINGS[at])
}

/// The term that look-ahead adds to the reasons.
pub const AHEAD: &str = "ahead";

/// What points are added to, part by part.
pub trait Tally: Default {
    /// Adds points to a part.
    fn add(&mut self, part: Part, points: f64);
}

/// The sum of all parts alone: the same as [`Score::total`].
#[derive(Copy, Clone, Debug, Default)]
pub struct Total(pub Milli);

impl Tally for Total {
    #[inline]
    fn add(&mut self, _part: Part, points: f64) {
        if points != 0.0 {
            self.0 += thousandths(points);
        }
    }
}

impl Tally for Score {
    #[inline]
    fn add(&mut self, part: Part, points: f64) {
        self.parts[part as usize] += thousandths(points);
    }
}

/// A score in parts, each rounded once. The total is their exact sum.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Score {
    parts: [Milli; Part::COUNT],
}

impl Score {
    /// The sum of all parts.
    pub fn total(&self) -> Milli {
        self.parts.iter().sum()
    }
    /// One part.
    pub fn part(&self, part: Part) -> Milli {
        self.parts[part as usize]
    }
    /// The score times a factor.
    pub fn times(mut self, factor: i64) -> Score {
        self.parts
            .iter_mut()
            .for_each(|part| *part = *part * factor);
        self
    }
    /// The sum with another score, part by part.
    pub fn plus(mut self, other: &Score) -> Score {
        for (own, its) in self.parts.iter_mut().zip(other.parts) {
            *own += its;
        }
        self
    }
    /// Sets a part to so many points.
    pub fn set(&mut self, part: Part, points: f64) {
        self.parts[part as usize] = thousandths(points);
    }
    /// The difference to another score, part by part.
    pub fn minus(mut self, other: &Score) -> Score {
        for (own, its) in self.parts.iter_mut().zip(other.parts) {
            *own -= its;
        }
        self
    }
    /// As it is shown: the parts that are not zero.
    pub fn weighed(&self, action: Action) -> Weighed {
        let terms = Part::NAMES
            .iter()
            .zip(self.parts)
            .filter(|(_, points)| *points != Milli::ZERO)
            .map(|(name, points)| Term { name, points })
            .collect();
        Weighed { action, terms }
    }
}

/// Points in whole thousandths, halves away from zero.
#[inline]
fn thousandths(points: f64) -> Milli {
    let scaled = points * 1000.0;
    Milli(if scaled < 0.0 {
        (scaled - 0.5) as i64
    } else {
        (scaled + 0.5) as i64
    })
}
