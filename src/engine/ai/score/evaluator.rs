//! Everything that is needed to score what a figure could do.

use super::habits::Errors;
use super::noise::{Noise, NoiseSource};
use super::profile::Profile;
use super::stance::Stance;
use super::temper::{Temper, nearest_enemy};
use super::terms::{Part, Score, Tally};
use crate::ai::agent::View;
use crate::ai::model::cache::Cache;
use crate::ai::model::deterrence::Deterrence;
use crate::ai::model::figure::{times, to_f64};
use crate::ai::model::goals::Goals;
use crate::ai::model::lead::scale_by_lead;
use crate::ai::model::mover::Mover;
use crate::ai::model::table::Table;
use crate::ai::model::threat::{Threat, Threats, When};
use crate::battle::{Fig, How, Menace, Mode, Side, Target};
use crate::board::{Space, Spaces};
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell};

/// What an opponent of a level considers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// The threats of enemies.
    pub threats: bool,
    /// Damage of attacks that are already planned.
    pub chaining: bool,
    /// Exact sight at the best places.
    pub exact: bool,
}

/// Everything that is needed to score a place or an act.
pub struct Evaluator<'a> {
    pub table: Table<'a>,
    pub threats: Threats,
    pub goals: Goals<'a>,
    pub profile: &'a Profile,
    pub depth: Depth,
    noise: Noise,
    /// How a weaker opponent errs in this round.
    pub errors: Errors,
    stance: Stance,
    /// What the nerve of the own force changes.
    pub temper: Temper,
    pub deterrence: Deterrence,
    /// The spaces of figures that block a side's sight; filled when first used.
    pub blockers: SmallVec<[OnceCell<Spaces>; 4]>,
    /// Probability (0–1) that each figure is still alive after the attacks already planned. Attacks
    /// within a group count only while the group is scored.
    remaining: Vec<Cell<f64>>,
}

/// Discount for overkill: expected damage counts this share when later attackers plan, because their
/// spare attacks can fall on other targets.
pub const SPENT: f64 = 0.5;

/// How a figure comes to be at a place.
#[derive(Copy, Clone, Debug)]
pub struct Approach {
    /// It would move there now.
    pub moving: bool,
    /// Figures in the way of sight are seen.
    pub exact: bool,
    /// Attacks it may still make there; `None`: as many as the rules allow.
    pub strikes: Option<u8>,
    /// It leaves what carries it.
    pub leaving: bool,
    /// Factor of the harm there: below or above 1 as the figure is on guard or leaves it.
    pub open: f64,
}

impl Approach {
    /// By moving there.
    pub const GO: Approach = Approach {
        moving: true,
        exact: false,
        strikes: None,
        leaving: false,
        open: 1.0,
    };
    /// By having stood there.
    pub const STAY: Approach = Approach {
        moving: false,
        ..Approach::GO
    };
    /// How many attacks of a kind it may make there.
    pub fn times(self, mode: &Mode) -> u8 {
        match self.strikes {
            Some(strikes) => strikes.min(mode.times),
            None => times(mode, self.moving),
        }
    }
    /// The same with an exact look.
    pub fn exactly(self) -> Self {
        Self {
            exact: true,
            ..self
        }
    }
}

impl<'a> Evaluator<'a> {
    /// Reads what is needed for a decision; what enemies can do in the next round only where
    /// somebody may move (`moving`).
    pub fn new(
        mut table: Table<'a>,
        profile: &'a Profile,
        depth: Depth,
        moving: bool,
        cache: &mut Cache,
    ) -> Self {
        if depth.chaining {
            scale_by_lead(&mut table);
        }
        let later =
            moving && depth.threats && profile.weight(Part::Later) > 0.0 && table.rounds_left > 0;
        let threats = Threats::read(&table, cache, later);
        let goals = Goals::read(&table, cache);
        let remaining = vec![Cell::new(1.0); table.figures.len()];
        let blockers = table.game.all_sides().map(|_| OnceCell::new()).collect();
        let mut stance = Stance::of(&table, cache, later, threats.own_side_first);
        if profile.weight(Part::Engage) > 0.0 {
            stance.press(&table);
        }
        let temper = Temper::of(profile.nerve_of(&View::new(table.game, table.side)));
        temper.colour(&mut stance);
        // Of several rivals others may strike back, or nobody.
        let alone = table.rivals == 1;
        let deters = profile.judgement.deterrence > 0.0 && depth.chaining && alone;
        let deterrence = if moving && deters && table.rounds_left > 0 {
            Deterrence::read(&table, cache)
        } else {
            Deterrence::default()
        };
        Self {
            stance,
            temper,
            deterrence,
            noise: Noise::NONE,
            errors: Errors::NONE,
            table,
            threats,
            goals,
            profile,
            depth,
            blockers,
            remaining,
        }
    }

    /// The spaces of those who stand in the way of a side's sight.
    pub fn blockers(&self, side: Side) -> &Spaces {
        self.blockers[side.index()].get_or_init(|| self.table.game.blockers(side))
    }

    /// The same with a weaker opponent's misjudgements and errors.
    pub fn with_noise(self, source: NoiseSource) -> Self {
        let noise = source.now(&self.table);
        Self { noise, ..self }.with_errors(source.seed)
    }

    /// The same with the errors that its habits lead to.
    fn with_errors(mut self, seed: u64) -> Self {
        self.errors = self.profile.habits.now(seed, self.table.game);
        if self.errors.may_overlook() {
            for threat in &mut self.threats.all {
                if self.errors.overlooks(&self.table, threat.foe) {
                    threat.overlook();
                }
            }
        }
        self
    }

    /// Adds how far a weaker opponent misjudges a figure's going to a space.
    #[inline]
    pub fn count_noise(&self, score: &mut impl Tally, who: Fig, to: Space) {
        self.noise.count(score, who, u64::from(to.0));
    }

    /// Adds how far a weaker opponent misjudges a figure's act.
    pub fn count_noise_of_act(&self, score: &mut Score, who: Fig, how: How, at: Target) {
        let at = match at {
            Target::Figure(foe) => foe.index() as u64,
            Target::Space(space) => 0x1_0000 + u64::from(space.0),
            Target::Device(device) => 0x10_0000 + u64::from(device),
            _ => 0x20_0000,
        };
        self.noise.count(score, who, (1 + how as u64) << 32 | at);
    }

    /// Probability that a figure is still alive after the attacks already planned.
    #[inline]
    pub fn remaining(&self, who: Fig) -> f64 {
        self.remaining[who.index()].get()
    }

    /// Counts on an attack that destroys a figure with this probability.
    pub fn reduce(&self, who: Fig, gone: f64) {
        let left = &self.remaining[who.index()];
        left.set(left.get() * (1.0 - gone));
    }

    /// Sets the probability that a figure is still alive.
    pub fn restore(&self, who: Fig, left: f64) {
        self.remaining[who.index()].set(left);
    }

    pub fn worth(&self, foe: Fig) -> f64 {
        self.table.figure(foe).worth + self.goals.bounty[foe.index()]
    }

    /// Share of the harm that comes through: if the figure acts, and if it goes on guard where it can.
    pub fn shelter(&self, who: Fig) -> (f64, Option<f64>) {
        let shelter = self.table.game.shelter(who);
        let stays = to_f64(shelter.stays);
        if stays == 0.0 {
            return (1.0, None);
        }
        let taken = shelter.taken.map(|taken| to_f64(taken) / stays);
        (to_f64(shelter.acting) / stays, taken)
    }

    /// Adds the expected losses.
    #[inline]
    pub fn count_danger(&self, score: &mut impl Tally, loss: f64, later: f64, approach: Approach) {
        let loss = self.stance.loss * loss * approach.open;
        let later = self.stance.later * later * approach.open;
        score.add(Part::Loss, -self.profile.weight(Part::Loss) * loss);
        score.add(Part::Later, -self.profile.weight(Part::Later) * later);
    }

    /// Whether what all enemies take in reply counts, where a side shares its actions.
    pub fn reckons_with_reply(&self) -> bool {
        let shared = self.table.game.shared_actions().is_some();
        shared && self.depth.chaining && self.profile.judgement.reply > 0.0
    }

    /// Whether later attacks count at all.
    pub fn counts_tempo(&self) -> bool {
        self.stance.tempo > 0.0
    }

    /// Adds the value of the next attack.
    #[inline]
    pub fn count_tempo(&self, score: &mut impl Tally, tempo: f64) {
        score.add(
            Part::Tempo,
            self.profile.weight(Part::Tempo) * self.stance.tempo * tempo,
        );
    }

    /// Adds what it is worth to be near the fight.
    #[inline]
    pub fn count_engagement(&self, score: &mut impl Tally, engagement: f64) {
        let weight = self.profile.weight(Part::Engage);
        if weight > 0.0 {
            score.add(Part::Engage, weight * self.stance.engage * engagement);
        }
    }

    /// The enemies that a group reckons with: one that fixates sees only the nearest.
    pub fn watched(&self, mover: &Mover) -> impl Fn(Fig) -> bool {
        let table = &self.table;
        let figure = table.figure(mover.lead);
        let fixates = self.errors.fixates(mover.lead);
        let near = fixates.then(|| nearest_enemy(table, &figure.spaces));
        move |foe| {
            near.is_none_or(|near| {
                let foe = table.figure(foe);
                foe.on && figure.gap(&foe.spaces) == near
            })
        }
    }

    /// Whether places differ by what they bring a group towards the goals.
    pub fn has_goals(&self, mover: &Mover) -> bool {
        let any = self.goals.any || !self.goals.objects.is_empty();
        any && !self.errors.forgets(mover.lead)
    }

    /// Whether it misjudges places.
    pub fn has_noise(&self) -> bool {
        self.noise != Noise::NONE
    }

    /// Adds what a place brings towards the goals.
    pub fn count_goals(
        &self,
        score: &mut impl Tally,
        mover: &Mover,
        anchor: Space,
        spaces: &[Space],
    ) {
        if self.errors.forgets(mover.lead) {
            return;
        }
        let weight = self.profile.weight(Part::Objective);
        if !self.goals.objects.is_empty() {
            for (i, who) in mover.members.iter().enumerate() {
                let at = mover.stand(i, anchor);
                let apart =
                    (at != anchor).then(|| self.table.spaces_at(self.table.figure(*who), at));
                let own = apart.as_deref().unwrap_or(spaces);
                let siege = self.goals.siege(&self.table, *who, at, own);
                score.add(Part::Objective, weight * siege);
            }
        }
        if self.goals.any {
            let pull = self.goals.at(&self.table, mover.lead, anchor, mover.pace);
            score.add(Part::Objective, weight * pull);
        }
    }

    /// Whether an enemy can do nothing then.
    pub fn idle(&self, threat: &Threat, when: When) -> bool {
        match when {
            When::Now => threat.menace == Menace::None,
            When::Next => threat.menace == Menace::Moving || self.table.rounds_left == 0,
        }
    }
}
