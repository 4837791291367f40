//! Simultaneous perturbation stochastic approximation: climbing by comparing two neighbours.
//!
//! All coordinates are moved at once, by as much up or down, and the two points are compared;
//! their difference, divided by the way each coordinate was moved, is on average the slope
//! (Spall 1992). The usual exponents of the shrinking gain and radius are taken.

use crate::dice::{Stream, keyed};
use rand::RngExt;

/// The exponent of the gain.
const ALPHA: f64 = 0.602;
/// The exponent of the radius.
const GAMMA: f64 = 0.101;

/// How to climb.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Spsa {
    /// Directions come from this.
    pub seed: u64,
    /// How many steps are planned; a tenth of them dampens the first.
    pub iterations: u64,
    /// How far the two neighbours are off at first.
    pub radius: f64,
    /// How much of the slope is gone at first.
    pub gain: f64,
}

impl Spsa {
    /// The direction of this step, from 0: 1 or −1 a coordinate.
    pub fn direction(&self, step: u64, coordinates: usize) -> Vec<f64> {
        let mut rng = keyed(self.seed, Stream::Imagined, step);
        (0..coordinates)
            .map(|_| {
                if rng.random_range(0..2u8) == 0 {
                    -1.0
                } else {
                    1.0
                }
            })
            .collect()
    }
    /// How far the neighbours are off.
    pub fn radius(&self, step: u64) -> f64 {
        self.radius / (step as f64 + 1.0).powf(GAMMA)
    }
    /// How much of the slope is gone.
    pub fn gain(&self, step: u64) -> f64 {
        let damp = self.iterations as f64 / 10.0;
        self.gain * ((damp + 1.0) / (damp + step as f64 + 1.0)).powf(ALPHA)
    }
    /// The two neighbours of a point.
    pub fn neighbours(&self, step: u64, point: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let direction = self.direction(step, point.len());
        let off = |sign: f64| {
            let pairs = point.iter().zip(&direction);
            pairs
                .map(|(x, d)| x + sign * self.radius(step) * d)
                .collect()
        };
        (off(1.0), off(-1.0))
    }
    /// The next point, from what the first neighbour was worth more than the second.
    pub fn next(&self, step: u64, point: &[f64], difference: f64) -> Vec<f64> {
        let direction = self.direction(step, point.len());
        let slope = difference / (2.0 * self.radius(step));
        let pairs = point.iter().zip(direction);
        pairs
            .map(|(x, d)| x + self.gain(step) * slope * d)
            .collect()
    }
}
