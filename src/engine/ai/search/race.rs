//! Which of several ways to go on is best, in as few imagined battles as will tell.
//!
//! Two fifths of the battles are for sequential halving (Karnin, Koren and Somekh, 2013) of the
//! ways that are known; then the best of them meets variants of itself, one after the other, and
//! gives way to those that do better; as many of the last tenth as it takes tell how much better
//! it is than the plain opinion. All ways see the same imagined dice, and what is compared is how
//! they did with the same.

use smallvec::SmallVec;

/// How many standard errors an arm must be better by than the baseline.
const CLEARLY: f64 = 1.25;
/// How many standard errors are enough to stop.
const PLAINLY: f64 = 2.0;
/// An arm with fewer playouts is ignored when a thought is stopped: it may only be lucky.
const ENOUGH: usize = 6;
/// Battles of a variant before it is dropped if it does no better.
const GLANCE: usize = 4;
/// Battles of a variant that goes on doing better before it takes over.
const LOOK: usize = 12;
/// Index of the baseline.
const BASELINE: usize = 0;

/// One candidate plan.
struct Arm<C> {
    plan: C,
    /// The values of its playouts, in order.
    values: Vec<f64>,
}

/// Which arms are compared now.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Stage {
    /// All remaining arms, halved again and again.
    Halving,
    /// The best arm and a variant of it.
    Varying,
    /// The best arm and the baseline.
    Last,
}

/// Sequential halving over candidate plans; plans that lead to the same state compare equal.
pub struct Race<C> {
    /// The first is the baseline.
    arms: Vec<Arm<C>>,
    stage: Stage,
    best: usize,
    /// The arms still in the race: the baseline, then others.
    field: SmallVec<[usize; 16]>,
    /// Battles that each of those is to have before it goes on.
    until: usize,
    /// Battles done, and in all.
    done: u32,
    of: u32,
}

/// An arm that is better than the baseline.
pub struct Better<'a, C> {
    /// Where it leads.
    pub plan: &'a C,
    /// By how much, in points.
    pub gain: f64,
    /// The standard error of that.
    pub error: f64,
    /// In how many battles.
    pub battles: usize,
}

impl<C: PartialEq> Race<C> {
    /// A race between plans that differ; the first is the baseline. `of`: playouts in all.
    pub fn new(plans: Vec<C>, of: u32) -> Self {
        let arm = |plan| Arm {
            plan,
            values: Vec::new(),
        };
        let arms: Vec<Arm<C>> = plans.into_iter().map(arm).collect();
        let mut race = Self {
            stage: Stage::Halving,
            best: BASELINE,
            field: (0..arms.len()).collect(),
            until: 0,
            done: 0,
            of: if arms.len() > 1 { of } else { 0 },
            arms,
        };
        race.share();
        race
    }

    /// Battles done, and in all.
    pub fn progress(&self) -> (u32, u32) {
        (self.done, self.of)
    }

    /// The way of the plain opinion.
    pub fn baseline(&self) -> &C {
        &self.arms[BASELINE].plan
    }

    /// The next battle: the way it begins with, that way's number and the number of the battle
    /// among those of the way. None: it is decided.
    ///
    /// `vary` makes the next variant of the best way so far, as long as there are any.
    pub fn next(&mut self, mut vary: impl FnMut(&C) -> Option<C>) -> Option<(&C, usize, usize)> {
        while self.done < self.of {
            if let Some(index) = self.waiting() {
                let arm = &self.arms[index];
                return Some((&arm.plan, index, arm.values.len()));
            }
            if !self.go_on(&mut vary) {
                break;
            }
        }
        None
    }

    /// What the next battle of a way was worth.
    pub fn played(&mut self, arm: usize, value: f64) {
        self.arms[arm].values.push(value);
        self.done += 1;
    }

    /// Drops arms of which too little is known.
    pub fn stop(&mut self) {
        let arms = &self.arms;
        self.field
            .retain(|arm| *arm == BASELINE || arms[*arm].values.len() >= ENOUGH);
    }

    /// The arm in the race that is better than the baseline by most.
    pub fn better(&self) -> Option<Better<'_, C>> {
        let others = self.field.iter().filter(|arm| **arm != BASELINE);
        let margins = others.map(|index| {
            let (gain, error) = self.margin(*index, BASELINE);
            let arm = &self.arms[*index];
            Better {
                plan: &arm.plan,
                gain,
                error,
                battles: arm.values.len(),
            }
        });
        margins
            .filter(|arm| arm.gain > 0.0 && arm.gain > CLEARLY * arm.error)
            .max_by(|a, b| a.gain.total_cmp(&b.gain))
    }

    /// Of those that have had too few battles the one with the fewest.
    fn waiting(&self) -> Option<usize> {
        let battles = |arm: &usize| self.arms[*arm].values.len();
        let field = self.field.iter().copied();
        field
            .filter(|arm| battles(arm) < self.until)
            .min_by_key(battles)
    }

    /// Goes on to what is compared next. False: nothing is left to compare.
    fn go_on(&mut self, vary: &mut impl FnMut(&C) -> Option<C>) -> bool {
        match self.stage {
            Stage::Halving if self.field.len() > 2 => self.halve(),
            Stage::Halving => {
                let by_mean = |a: &usize, b: &usize| self.mean(*a).total_cmp(&self.mean(*b));
                // Of equals the plain opinion, which is the last of them here.
                let best = self.field.iter().rev().copied().max_by(by_mean);
                self.best = best.unwrap_or(BASELINE);
                self.field.clear();
                self.stage = Stage::Varying;
            }
            Stage::Varying => self.vary(vary),
            Stage::Last => return self.look_again(),
        }
        true
    }

    /// Leaves the better half in the race, the plain opinion always.
    fn halve(&mut self) {
        let mut others: Vec<usize> = self.field[1..].to_vec();
        others.sort_by(|a, b| self.mean(*b).total_cmp(&self.mean(*a)).then(a.cmp(b)));
        others.truncate(self.field.len().div_ceil(2) - 1);
        self.field.truncate(1);
        self.field.extend(others);
        self.share();
    }

    /// How many battles each in the race has before it is halved next: in every stage to come
    /// there are as many in all.
    fn share(&mut self) {
        let (mut stages, mut left) = (1, self.field.len());
        while left > 2 {
            left = left.div_ceil(2);
            stages += 1;
        }
        let whole = (self.of * 2 / 5).saturating_sub(self.done) as usize;
        self.until += (whole / (stages * self.field.len())).max(1);
    }

    /// Settles whether a variant takes over, and lets the next one in.
    fn vary(&mut self, vary: &mut impl FnMut(&C) -> Option<C>) {
        if let Some(variant) = self.field.get(2).copied()
            && self.margin(variant, self.best).0 > 0.0
        {
            if self.until < LOOK {
                self.until = LOOK;
                return;
            }
            self.best = variant;
        }
        self.field.clear();
        let enough = self.done >= self.of - self.of / 10;
        let next = if enough {
            None
        } else {
            vary(&self.arms[self.best].plan)
        };
        match next {
            Some(plan) if self.arms.iter().any(|known| known.plan == plan) => {}
            Some(plan) => {
                self.field.extend([BASELINE, self.best, self.arms.len()]);
                self.until = GLANCE;
                self.arms.push(Arm {
                    plan,
                    values: Vec::new(),
                });
            }
            None => {
                self.stage = Stage::Last;
                self.field.push(BASELINE);
                if self.best != BASELINE {
                    self.field.push(self.best);
                    self.until = self.arms[self.best].values.len();
                }
            }
        }
    }

    /// Lets the best and the plain opinion go on where that may still tell. False: it is plain
    /// which is better.
    fn look_again(&mut self) -> bool {
        let (gain, error) = self.margin(self.best, BASELINE);
        let open = gain > 0.0 && gain < PLAINLY * error;
        if open {
            self.until += GLANCE;
        }
        open
    }

    fn mean(&self, index: usize) -> f64 {
        let values = &self.arms[index].values;
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }

    /// How much better one way was than another in the same imagined battles, and the standard
    /// error of that.
    fn margin(&self, index: usize, than: usize) -> (f64, f64) {
        let pairs = self.arms[index].values.iter().zip(&self.arms[than].values);
        let gains: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
        let n = gains.len() as f64;
        if n < 2.0 {
            return (0.0, f64::INFINITY);
        }
        let mean = gains.iter().sum::<f64>() / n;
        let spread: f64 = gains.iter().map(|g| (g - mean) * (g - mean)).sum();
        (mean, (spread / (n - 1.0) / n).sqrt())
    }
}
