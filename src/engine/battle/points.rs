//! Points: [`HalfPoints`], in which figures cost and sides score, and [`Milli`], thousandths, in which
//! figures are worth something to opponents.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Points in steps of one half. As text: `3`, `3.5`.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// No points.
    pub const ZERO: HalfPoints = HalfPoints(0);
    /// One point.
    pub const ONE: HalfPoints = HalfPoints(2);

    /// Whole points.
    pub fn whole(points: impl Into<i32>) -> Self {
        Self(2 * points.into())
    }
    /// How many whole points they are, without the half that may be left.
    pub const fn floor(self) -> i32 {
        self.0 / 2
    }
    /// Without their sign.
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }
    /// The same in thousandths.
    pub fn milli(self) -> Milli {
        Milli(500 * i64::from(self.0))
    }
    /// As people write them: `3`, `2½`, `½`.
    pub fn written(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        match (self.0.abs() / 2, self.0 % 2) {
            (0, half) if half != 0 => format!("{sign}½"),
            (whole, 0) => format!("{sign}{whole}"),
            (whole, _) => format!("{sign}{whole}½"),
        }
    }
    /// With their word: `1 point`, `3.5 points`.
    pub fn named(self) -> String {
        let word = if self == Self::ONE { "point" } else { "points" };
        format!("{self} {word}")
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        f.pad(&format!("{sign}{}{half}", self.0.abs() / 2))
    }
}

/// Thousandths of a point.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Milli(pub i64);

impl Milli {
    /// Nothing.
    pub const ZERO: Milli = Milli(0);
    /// One point.
    pub const ONE: Milli = Milli(1000);

    /// Without their sign.
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }
}

/// Adding, taking away and multiplying for a type that wraps a number.
macro_rules! counted {
    ($type:ident of $number:ty) => {
        impl Add for $type {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }
        impl AddAssign for $type {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                self.0 += other.0;
            }
        }
        impl Sub for $type {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }
        impl SubAssign for $type {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0 -= other.0;
            }
        }
        impl Neg for $type {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }
        impl Mul<$number> for $type {
            type Output = Self;
            #[inline]
            fn mul(self, times: $number) -> Self {
                Self(self.0 * times)
            }
        }
        impl Sum for $type {
            fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
                all.fold(Self(0), Add::add)
            }
        }
        impl<'a> Sum<&'a Self> for $type {
            fn sum<I: Iterator<Item = &'a Self>>(all: I) -> Self {
                all.copied().sum()
            }
        }
    };
}

counted!(HalfPoints of i32);
counted!(Milli of i64);
