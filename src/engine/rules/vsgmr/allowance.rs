//! How many figures of a side that the solo table rules may be activated (O2, O3).

use super::table::Mark;
use super::toggles::SoloHalf;
use super::{Skirmish, Vsgmr, numbers};
use crate::battle::{Allowance, Fig, HalfPoints, Setup};

/// Whether the table rules a figure's side.
#[inline]
pub fn ruled(b: &Skirmish, who: Fig) -> bool {
    b.setup.sides[b.figure(who).side.index()].solo
}

/// What activating a figure takes of what its side has left: one, or its group's half points.
pub fn price(b: &Skirmish, who: Fig) -> u16 {
    match b.setup.config.solo_half {
        SoloHalf::Figures => 1,
        SoloHalf::Points => {
            let lead = b.carrier(who);
            let points: HalfPoints = std::iter::once(lead)
                .chain(b.load(lead))
                .map(|f| numbers::value(b, f))
                .sum();
            u16::try_from(points.0).unwrap_or(Allowance::MOST)
        }
    }
}

/// Whether a figure has been activated, or may yet be (O3).
#[inline]
pub fn may_act(b: &Skirmish, who: Fig) -> bool {
    if !ruled(b, who) || b.figure(who).mark.has(Mark::ACTIVATED) {
        return true;
    }
    let left = b.state.table.left[b.figure(who).side.index()];
    match left {
        Allowance::All | Allowance::One => true,
        Allowance::Figures(left) => left > 0 && price(b, who) <= left,
    }
}

/// What is left of a side's activations after one of a figure.
pub fn spent(b: &Setup<Vsgmr>, left: Allowance, group: HalfPoints) -> Allowance {
    match (left, b.config.solo_half) {
        (Allowance::All, _) => Allowance::All,
        (Allowance::One, _) => Allowance::Figures(0),
        (Allowance::Figures(left), half) => {
            let price = match half {
                SoloHalf::Figures => 1,
                SoloHalf::Points => u16::try_from(group.0).unwrap_or(Allowance::MOST),
            };
            Allowance::Figures(left.saturating_sub(price))
        }
    }
}
