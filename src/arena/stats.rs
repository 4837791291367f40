//! Statistics of a series: intervals, Elo differences and the sequential test.

use serde::{Deserialize, Serialize};

/// The 95 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The Wilson 95 % interval of a share, from a score (draws as halves) out of `games`.
/// Without games: the whole of 0 to 1.
pub fn wilson(score: f64, games: f64) -> (f64, f64) {
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    let share = score / games;
    let square = Z * Z / games;
    let middle = (share + square / 2.0) / (1.0 + square);
    let half = Z / (1.0 + square) * (share * (1.0 - share) / games + square / (4.0 * games)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The Elo difference that belongs to a score, between −1200 and 1200.
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

/// The score expected at an Elo difference.
pub fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Running mean and variance of scores, one number a pair (0 to 1).
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Spread {
    /// Number of scores.
    pub count: u64,
    mean: f64,
    squares: f64,
}

impl Spread {
    /// Adds a score.
    pub fn add(&mut self, score: f64) {
        self.count += 1;
        let off = score - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (score - self.mean);
    }
    /// The mean; one half if there is no score.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.5 } else { self.mean }
    }
    /// The variance of one score.
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            0.25
        } else {
            self.squares / (self.count - 1) as f64
        }
    }
    /// The 95 % interval of the mean, within 0 to 1. The two games of a pair share seed and map, so
    /// the variance of pairs is the right one. It is kept above 0 as if one more pair had been
    /// won and lost.
    pub fn interval(&self) -> (f64, f64) {
        if self.count == 0 {
            return (0.0, 1.0);
        }
        let n = self.count as f64;
        let error = ((self.variance() * (n - 1.0).max(0.0) + 0.5) / (n + 1.0) / n).sqrt();
        (
            (self.mean() - Z * error).max(0.0),
            (self.mean() + Z * error).min(1.0),
        )
    }
}

/// Decision of a sequential test.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not enough pairs yet.
    Open,
    /// The lower Elo fits better.
    Lower,
    /// The higher Elo fits better.
    Higher,
}

impl Verdict {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Open => "open",
            Verdict::Lower => "H0",
            Verdict::Higher => "H1",
        }
    }
}

/// A sequential probability ratio test between two Elo differences on pair scores, errors 5 %
/// each (bounds ±2.94), with the normal approximation of the log-likelihood ratio.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Sprt {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative.
    pub elo1: f64,
}

impl Sprt {
    /// Pairs below which the test stays open.
    const LEAST: u64 = 8;

    /// The log-likelihood ratio of the scores.
    pub fn ratio(&self, scores: &Spread) -> f64 {
        let (s0, s1) = (share(self.elo0), share(self.elo1));
        let variance = scores.variance().max(1e-3);
        scores.count as f64 * (s1 - s0) * (2.0 * scores.mean() - s0 - s1) / (2.0 * variance)
    }
    /// The decision.
    pub fn verdict(&self, scores: &Spread) -> Verdict {
        let bound = (0.95f64 / 0.05).ln();
        match self.ratio(scores) {
            _ if scores.count < Self::LEAST => Verdict::Open,
            r if r >= bound => Verdict::Higher,
            r if r <= -bound => Verdict::Lower,
            _ => Verdict::Open,
        }
    }
}

/// A histogram of times with classes an eighth of an octave wide: its size does not depend on the
/// number of times, and quantiles are right within 5 %.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Counts of the classes that are not empty: (class, count).
    classes: std::collections::BTreeMap<u16, u64>,
}

impl Times {
    /// Adds a time in microseconds.
    pub fn add(&mut self, micros: u64) {
        let class = (8.0 * (micros.max(1) as f64).log2()).floor();
        *self.classes.entry(class as u16).or_default() += 1;
    }
    /// Adds the times of another.
    pub fn merge(&mut self, other: &Times) {
        for (class, count) in &other.classes {
            *self.classes.entry(*class).or_default() += count;
        }
    }
    /// Number of times.
    pub fn count(&self) -> u64 {
        self.classes.values().sum()
    }
    /// The time in microseconds that the given part (0 to 1) of all times does not exceed; none
    /// if there are no times.
    pub fn quantile(&self, part: f64) -> Option<f64> {
        let mut left = (part * self.count() as f64).ceil().max(1.0) as u64;
        for (class, count) in &self.classes {
            if left <= *count {
                return Some(((f64::from(*class) + 0.5) / 8.0).exp2());
            }
            left -= count;
        }
        None
    }
}
