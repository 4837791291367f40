//! Simultaneous perturbation stochastic approximation (SPSA): optimisation by comparing two points.
//!
//! Every coordinate moves up or down at random by the same distance. The difference in value of the
//! two points, divided by the move of a coordinate, is on average its slope (Spall 1992). Gain and
//! radius shrink with the usual exponents.

use crate::dice::{Stream, keyed};
use rand::RngExt;

/// The exponent of the gain.
const ALPHA: f64 = 0.602;
/// The exponent of the radius.
const GAMMA: f64 = 0.101;

/// Settings of the optimisation.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Spsa {
    /// Seed of the random directions.
    pub seed: u64,
    /// Planned number of steps; a tenth of it is the stability constant of the gain.
    pub iterations: u64,
    /// Distance of the two points from the centre at the first step.
    pub radius: f64,
    /// Step size at the first step, as a factor of the slope.
    pub gain: f64,
}

impl Spsa {
    /// The direction of a step (counted from 0): 1 or −1 for each coordinate.
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
    /// Distance of the two points from the centre at a step.
    pub fn radius(&self, step: u64) -> f64 {
        self.radius / (step as f64 + 1.0).powf(GAMMA)
    }
    /// Step size at a step, as a factor of the slope.
    pub fn gain(&self, step: u64) -> f64 {
        let damp = self.iterations as f64 / 10.0;
        self.gain * ((damp + 1.0) / (damp + step as f64 + 1.0)).powf(ALPHA)
    }
    /// The two points that a step compares.
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
    /// The next centre; `difference` is the value of the first point minus that of the second.
    pub fn next(&self, step: u64, point: &[f64], difference: f64) -> Vec<f64> {
        let direction = self.direction(step, point.len());
        let slope = difference / (2.0 * self.radius(step));
        let pairs = point.iter().zip(direction);
        pairs
            .map(|(x, d)| x + self.gain(step) * slope * d)
            .collect()
    }
}
