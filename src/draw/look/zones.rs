//! Zones in the colours of their seats.

use super::brush::Brush;
use super::colour::{glass, side};
use super::shape::Stroke;
use crate::board::Use;
use ecolor::Color32;
use emath::{Pos2, Vec2};

/// Which zones are shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Zones {
    /// None.
    Hidden,
    /// What counts in a battle.
    Battle {
        /// The seats whose sides deploy in the map's zones.
        starts: Seats,
        /// Whether walking off the board through an exit is worth anything.
        exits: bool,
    },
    /// All of them.
    All,
}

impl Zones {
    fn show(self, kind: Use, seat: Option<u8>) -> bool {
        match (self, kind) {
            (Self::Hidden, _) | (Self::Battle { .. }, Use::Objective) => false,
            (Self::Battle { starts, .. }, Use::Deployment) => {
                seat.map_or(starts != Seats::default(), |seat| starts.contains(seat))
            }
            (Self::Battle { exits, .. }, Use::Exit) => exits,
            (Self::All, _) => true,
        }
    }
}

/// Some seats of a map, the first 32 at most.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats(u32);

impl Seats {
    /// Whether a seat is among them.
    pub fn contains(self, seat: u8) -> bool {
        self.0 & Self::bit(seat) != 0
    }
    fn bit(seat: u8) -> u32 {
        let place = u32::from(seat).checked_sub(1);
        place.and_then(|place| 1u32.checked_shl(place)).unwrap_or(0)
    }
}

impl FromIterator<u8> for Seats {
    fn from_iter<I: IntoIterator<Item = u8>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |all, seat| all | Self::bit(seat)))
    }
}

/// Deployment zones in their seats' colours, objectives, exits.
pub fn zones(brush: &mut Brush, which: Zones) {
    let zones = brush.board.map().zones.clone();
    for zone in zones.iter().filter(|zone| which.show(zone.kind, zone.seat)) {
        let colour = match (zone.kind, zone.seat) {
            (Use::Deployment, Some(seat)) => side(usize::from(seat) - 1),
            (Use::Deployment, None) => Color32::from_gray(220),
            (Use::Objective, _) => Color32::from_rgb(0xff, 0xd2, 0x4a),
            (Use::Exit, _) => Color32::from_rgb(0xf4, 0xf1, 0xe4),
        };
        let sides: Vec<_> = brush.layout.sides().collect();
        let fill = if zone.kind == Use::Deployment { 20 } else { 36 };
        for space in zone.spaces.iter() {
            let centre = brush.centre(space);
            if !brush.camera.seen().expand(1.0).contains(centre) {
                continue;
            }
            let corners: Vec<Pos2> = brush.layout.corners().iter().map(|c| centre + *c).collect();
            brush.patch(&corners, glass(colour, fill), Stroke::NONE);
            for (d, from, to) in &sides {
                let inside = brush
                    .board
                    .grid()
                    .neighbour(space, *d)
                    .is_some_and(|n| zone.spaces.contains(n));
                if inside {
                    continue;
                }
                let inward = brush.layout.direction(*d) * -0.06;
                let (a, b) = (centre + *from + inward, centre + *to + inward);
                let wide = (0.06 * brush.zoom()).clamp(1.2, 3.0) / brush.zoom();
                if zone.kind == Use::Deployment && !brush.is_far() {
                    // dashes
                    for i in 0..3 {
                        let t = i as f32 / 3.0 + 0.08;
                        brush.line(
                            a + (b - a) * t,
                            a + (b - a) * (t + 0.18),
                            wide,
                            glass(colour, 200),
                        );
                    }
                } else {
                    brush.line(a, b, wide, glass(colour, 225));
                }
            }
            if zone.kind == Use::Objective && brush.zoom() >= 12.0 {
                star(brush, centre, 0.2, glass(colour, 150));
            }
        }
    }
}

fn star(brush: &mut Brush, at: Pos2, size: f32, fill: Color32) {
    for i in 0..5 {
        let angle =
            |k: f32| (i as f32 + k) / 5.0 * std::f32::consts::TAU - std::f32::consts::FRAC_PI_2;
        let tip = at + Vec2::angled(angle(0.0)) * size;
        let left = at + Vec2::angled(angle(-0.5)) * size * 0.42;
        let right = at + Vec2::angled(angle(0.5)) * size * 0.42;
        brush.patch(&[at, left, tip, right], fill, Stroke::NONE);
    }
}
