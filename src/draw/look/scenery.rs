//! What stands on the ground: tufts, stones, trees, roofs, waves.

use super::brush::{Brush, Look, chance};
use super::colour::{glass, mix, shade};
use super::shape::{StampKey, Stroke};
use crate::board::{Opacity, Space};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, pos2, vec2};

const BLACK: Color32 = Color32::BLACK;

/// Pictures of one kind that differ.
const VARIANTS: u32 = 16;

/// Draws the picture of a space: one of a few for its terrain, each drawn once.
fn picture(brush: &mut Brush, space: Space, layer: u8, draw: fn(&mut Brush, &Spot)) {
    let variant = (chance(space.0, 977) * (VARIANTS - 1) as f32).round() as u32;
    let key = StampKey {
        terrain: brush.kind(space),
        layer,
        variant: variant as u8,
    };
    let spot = Spot {
        seed: variant,
        colour: brush.colour(space),
        look: brush.look(space),
        dense: brush.board.terrain(space).sight == Opacity::Blocking,
        pattern: brush.kind(space),
    };
    brush.stamp(key, space, |brush| draw(brush, &spot));
}

/// Where a picture is drawn: around the origin.
struct Spot {
    /// What its chance depends on.
    seed: u32,
    colour: Color32,
    look: Look,
    dense: bool,
    pattern: u8,
}

impl Spot {
    fn chance(&self, salt: u32) -> f32 {
        chance(self.seed, salt)
    }
    /// A point by chance, at most `spread` from the middle.
    fn somewhere(&self, salt: u32, spread: f32) -> Pos2 {
        let angle = self.chance(salt) * std::f32::consts::TAU;
        let away = self.chance(salt + 1).sqrt() * spread;
        Pos2::ZERO + Vec2::angled(angle) * away
    }
}

/// What lies flat, under the lines of the grid.
pub fn low(brush: &mut Brush) {
    let fine = brush.zoom() >= 15.0;
    for space in brush.seen.clone() {
        match brush.look(space) {
            Look::Open if fine => picture(brush, space, 0, tufts),
            Look::Own | Look::Pit => picture(brush, space, 0, hatching),
            Look::Floor if fine => picture(brush, space, 0, slabs),
            Look::Water | Look::Deep if fine => picture(brush, space, 0, waves),
            Look::Dark => picture(brush, space, 0, gloom),
            Look::Scrub if fine => picture(brush, space, 0, grass),
            _ => {}
        }
    }
}

/// What stands up, over the lines of the grid, from the back to the front.
pub fn high(brush: &mut Brush) {
    for space in brush.seen.clone() {
        match brush.look(space) {
            Look::Rubble => picture(brush, space, 1, |brush, spot| stones(brush, spot, false)),
            Look::Rocks => picture(brush, space, 1, |brush, spot| stones(brush, spot, true)),
            Look::Scrub => picture(brush, space, 1, bushes),
            Look::Wood => picture(brush, space, 1, |brush, spot| trees(brush, spot, 4, false)),
            Look::Thicket => picture(brush, space, 1, |brush, spot| trees(brush, spot, 6, true)),
            Look::Wall | Look::Building => block(brush, space),
            Look::Things => picture(brush, space, 1, boxes),
            _ => {}
        }
    }
}

/// Marks of a terrain of the map's own: each kind has a pattern, which is seen without colour too.
fn hatching(brush: &mut Brush, spot: &Spot) {
    let ink = glass(shade(spot.colour, 0.62), 150);
    let wide = 0.024;
    let dash = |brush: &mut Brush, at: Pos2, by: Vec2| {
        brush.line(at - by * 0.5, at + by * 0.5, wide, ink);
    };
    let at = |i: u32| {
        let (column, row) = ((i % 3) as f32 - 1.0, (i / 3) as f32 - 1.0);
        let shift = vec2(spot.chance(10 + i) - 0.5, spot.chance(30 + i) - 0.5) * 0.09;
        pos2(column * 0.27, row * 0.27) + shift
    };
    for i in 0..9 {
        let place = at(i);
        match (spot.look, spot.pattern % 5) {
            (Look::Pit, _) => {
                dash(brush, place, vec2(0.15, 0.15));
                dash(brush, place, vec2(0.15, -0.15));
            }
            (_, 0) => dash(brush, place, vec2(0.14, -0.14)),
            (_, 1) => dash(brush, place, vec2(0.17, 0.0)),
            (_, 2) => brush.disc(place, 0.028, ink),
            (_, 3) => dash(brush, place, vec2(0.0, 0.15)),
            _ => {
                dash(brush, place, vec2(0.11, 0.0));
                dash(brush, place, vec2(0.0, 0.11));
            }
        }
    }
}

fn tufts(brush: &mut Brush, spot: &Spot) {
    let kind = spot.chance(1);
    let ground = spot.colour;
    if kind < 0.34 {
        for i in 0..2 {
            let at = spot.somewhere(10 + i * 7, 0.36);
            let ink = glass(shade(ground, 0.62), 150);
            for lean in [-0.05, 0.0, 0.05] {
                brush.line(at, at + vec2(lean, -0.085), 0.018, ink);
            }
        }
    } else if kind < 0.42 {
        let at = spot.somewhere(20, 0.34);
        brush.blob(
            at,
            0.05,
            spot.seed,
            glass(Color32::from_rgb(0xc9, 0xc3, 0xa8), 200),
            Stroke::new(0.7, glass(BLACK, 60)),
        );
    } else if kind < 0.47 {
        let colours = [
            Color32::from_rgb(0xf0, 0xe6, 0xb0),
            Color32::from_rgb(0xd9, 0xd2, 0xee),
        ];
        for i in 0..3 {
            let at = spot.somewhere(30 + i * 5, 0.36);
            let pick = colours[usize::from(spot.chance(3) > 0.5)];
            brush.disc(at, 0.026, glass(pick, 210));
        }
    }
}

fn grass(brush: &mut Brush, spot: &Spot) {
    let ink = glass(shade(spot.colour, 0.6), 170);
    for i in 0..5 {
        let at = spot.somewhere(50 + i * 3, 0.42);
        for lean in [-0.05, 0.02, 0.06] {
            brush.line(at, at + vec2(lean, -0.12), 0.02, ink);
        }
    }
}

fn slabs(brush: &mut Brush, spot: &Spot) {
    let ground = spot.colour;
    let centre = Pos2::ZERO;
    let square = brush.board.grid().kind.is_square();
    if square {
        for (i, (x, y)) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)]
            .into_iter()
            .enumerate()
        {
            let tint = 0.93 + 0.12 * spot.chance(60 + i as u32);
            let rect = Rect::from_center_size(centre + vec2(x, y), Vec2::splat(0.475));
            let corners = [
                rect.left_top(),
                rect.right_top(),
                rect.right_bottom(),
                rect.left_bottom(),
            ];
            brush.patch(&corners, glass(shade(ground, tint), 210), Stroke::NONE);
        }
        let joint = glass(shade(ground, 0.62), 110);
        brush.line(
            centre - vec2(0.5, 0.0),
            centre + vec2(0.5, 0.0),
            0.018,
            joint,
        );
        brush.line(
            centre - vec2(0.0, 0.5),
            centre + vec2(0.0, 0.5),
            0.018,
            joint,
        );
    } else {
        // cobbles
        let corners = brush.layout.corners();
        let n = corners.len();
        let stone = |i: u32| glass(shade(ground, 0.9 + 0.17 * spot.chance(70 + i)), 220);
        let edge = Stroke::new(0.8, glass(shade(ground, 0.55), 110));
        let inner: Vec<Pos2> = corners.iter().map(|c| centre + *c * 0.42).collect();
        let fill = stone(0);
        brush.patch(&inner, fill, edge);
        for i in 0..n {
            let (a, b) = (corners[i], corners[(i + 1) % n]);
            let quad = [
                centre + a * 0.46,
                centre + b * 0.46,
                centre + b * 0.95,
                centre + a * 0.95,
            ];
            let fill = stone(i as u32 + 1);
            brush.patch(&quad, fill, edge);
        }
    }
}

fn waves(brush: &mut Brush, spot: &Spot) {
    let deep = spot.look == Look::Deep;
    let ink = glass(
        Color32::from_rgb(0xe9, 0xf6, 0xfb),
        if deep { 70 } else { 115 },
    );
    for i in 0..2 {
        let at = spot.somewhere(80 + i * 3, 0.3);
        let w = 0.09 + 0.05 * spot.chance(90 + i);
        let points: Vec<Pos2> = (0..=8)
            .map(|k| {
                let t = k as f32 / 8.0 * 2.0 - 1.0;
                at + vec2(
                    t * w * 1.6,
                    -(t * std::f32::consts::PI * 1.5).cos() * w * 0.22,
                )
            })
            .collect();
        brush.stroke(&points, 0.022, ink);
    }
}

fn gloom(brush: &mut Brush, spot: &Spot) {
    for i in 0..4 {
        let at = spot.somewhere(100 + i * 5, 0.4);
        let size = 0.2 + 0.16 * spot.chance(110 + i);
        let tone = if i % 2 == 0 {
            Color32::from_rgb(0x3c, 0x34, 0x50)
        } else {
            Color32::from_rgb(0x14, 0x11, 0x1c)
        };
        brush.disc(at, size, glass(tone, 46));
    }
}

fn stones(brush: &mut Brush, spot: &Spot, large: bool) {
    let fine = brush.zoom() >= 13.0;
    let n = match (large, fine) {
        (true, _) => 3,
        (false, true) => 8,
        (false, false) => 3,
    };
    let tone = spot.colour;
    let edge = Stroke::new((brush.zoom() * 0.018).clamp(0.4, 1.3), shade(tone, 0.42));
    let mut all: Vec<(Pos2, f32, u32)> = (0..n)
        .map(|i| {
            let at = spot.somewhere(120 + i * 11, if large { 0.27 } else { 0.37 });
            let size = if large {
                0.14 + 0.1 * spot.chance(121 + i * 7)
            } else {
                0.055 + 0.075 * spot.chance(121 + i * 7)
            };
            (at, size, i)
        })
        .collect();
    all.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, size, i) in all {
        let tint = 0.86 + 0.3 * spot.chance(140 + i);
        brush.disc(at + vec2(0.03, 0.045), size, glass(BLACK, 70));
        let seed = spot.seed * 31 + i;
        brush.blob(at, size, seed, shade(tone, tint), edge);
        if fine {
            brush.blob(
                at + vec2(-0.2, -0.25) * size,
                size * 0.52,
                seed + 7,
                glass(shade(tone, tint * 1.24), 190),
                Stroke::NONE,
            );
        }
    }
}

fn bushes(brush: &mut Brush, spot: &Spot) {
    let tone = spot.colour;
    for i in 0..3 {
        let at = spot.somewhere(160 + i * 9, 0.32);
        let size = 0.1 + 0.05 * spot.chance(161 + i * 9);
        brush.disc(at + vec2(0.03, 0.05), size, glass(BLACK, 55));
        let seed = spot.seed * 17 + i;
        brush.blob(
            at,
            size,
            seed,
            shade(tone, 0.74),
            Stroke::new((brush.zoom() * 0.014).clamp(0.3, 1.0), shade(tone, 0.42)),
        );
        if brush.zoom() >= 13.0 {
            brush.disc(
                at + vec2(-0.025, -0.035),
                size * 0.55,
                glass(shade(tone, 1.0), 220),
            );
        }
    }
}

fn trees(brush: &mut Brush, spot: &Spot, n: u32, dense: bool) {
    let tone = spot.colour;
    let fine = brush.zoom() >= 13.0;
    let n = if fine { n } else { n.min(3) };
    let mut all: Vec<(Pos2, f32, u32)> = (0..n)
        .map(|i| {
            // spread around the middle, so that the space is covered
            let angle = (i as f32 / n as f32 + 0.12 * spot.chance(180 + i)) * std::f32::consts::TAU
                + spot.chance(179) * 6.0;
            let away = if i == 0 && n > 3 {
                0.05
            } else {
                0.24 + 0.1 * spot.chance(190 + i)
            };
            let size = if dense { 0.2 } else { 0.165 } + 0.06 * spot.chance(200 + i);
            (Pos2::ZERO + Vec2::angled(angle) * away, size, i)
        })
        .collect();
    all.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, size, _) in &all {
        brush.shadow(*at + vec2(0.03, 0.05), *size);
    }
    for (at, size, i) in all {
        let tint = 0.85 + 0.35 * spot.chance(210 + i);
        let warm = mix(
            tone,
            Color32::from_rgb(0x7c, 0x8c, 0x30),
            0.22 * spot.chance(220 + i),
        );
        let seed = spot.seed * 13 + i;
        let edge = Stroke::new((brush.zoom() * 0.02).clamp(0.4, 1.4), shade(tone, 0.4));
        brush.blob(at, size, seed, shade(warm, tint * 0.82), edge);
        if fine {
            brush.blob(
                at + vec2(-0.16, -0.2) * size,
                size * 0.74,
                seed + 3,
                shade(warm, tint),
                Stroke::NONE,
            );
            brush.blob(
                at + vec2(-0.3, -0.38) * size,
                size * 0.4,
                seed + 5,
                glass(shade(warm, tint * 1.28), 210),
                Stroke::NONE,
            );
        }
    }
}

/// A space filled by a wall or a building, with the outline of the whole.
fn block(brush: &mut Brush, space: Space) {
    let tone = brush.colour(space);
    let look = brush.look(space);
    let same = |brush: &Brush, other: Space| {
        brush.look(other) == look && brush.board.terrain(other) == brush.board.terrain(space)
    };
    let centre = brush.centre(space);
    let corners: Vec<Pos2> = brush.layout.corners().iter().map(|c| centre + *c).collect();
    let sides: Vec<_> = brush.layout.sides().collect();
    // a long shadow to the south-east, where the ground is open
    for (d, from, to) in &sides {
        let out = brush.layout.direction(*d);
        if out.y < -0.1 && out.x < 0.6 {
            continue;
        }
        let Some(next) = brush.beyond(space, *d) else {
            continue;
        };
        if same(brush, next) || matches!(brush.look(next), Look::Wall | Look::Building) {
            continue;
        }
        let (a, b) = (centre + *from, centre + *to);
        let cast = vec2(0.2, 0.3) * 0.9;
        let dark = glass(BLACK, 105);
        brush.blend(&[
            (a, dark),
            (b, dark),
            (b + cast, Color32::TRANSPARENT),
            (a + cast, Color32::TRANSPARENT),
        ]);
    }
    let tint = 0.95 + 0.1 * brush.chance(space, 230);
    let grown: Vec<Pos2> = corners
        .iter()
        .map(|c| centre + (*c - centre) * (1.0 + 0.4 / brush.zoom()))
        .collect();
    brush.patch(&grown, shade(tone, tint), Stroke::NONE);
    if brush.zoom() >= 13.0 {
        picture(brush, space, 1, courses);
    }
    // parapet: dark to the south and east, light to the north and west
    for (d, from, to) in &sides {
        let next = brush.beyond(space, *d);
        if next.is_some_and(|n| same(brush, n)) {
            continue;
        }
        let out = brush.layout.direction(*d);
        let (a, b) = (centre + *from, centre + *to);
        let lit = -out.y * 0.8 - out.x * 0.5;
        let rim = if lit > 0.0 {
            shade(tone, 1.0 + 0.4 * lit)
        } else {
            shade(tone, 1.0 + 0.5 * lit)
        };
        let inset = out * -0.07;
        let along = (b - a).normalized() * 0.05;
        brush.patch(
            &[a, b, b + inset - along, a + inset + along],
            rim,
            Stroke::NONE,
        );
        if out.y > 0.3 {
            // the face of the wall below the edge
            let face = 0.13;
            let dark = shade(tone, 0.38);
            brush.patch(
                &[a, b, b + vec2(0.0, face), a + vec2(0.0, face)],
                dark,
                Stroke::NONE,
            );
        }
        brush.line(a, b, 0.045, shade(tone, 0.3));
    }
}

/// The tiles of a roof, or the stones of a wall.
fn courses(brush: &mut Brush, spot: &Spot) {
    let tone = spot.colour;
    let square = brush.board.grid().kind.is_square();
    if spot.look == Look::Building {
        // courses of tiles
        let ink = glass(shade(tone, 0.62), 150);
        let rows = 4;
        for i in 0..rows {
            let y = -0.42 + 0.84 * (i as f32 + 0.5) / rows as f32;
            let w = if square { 0.5 } else { 0.5 - 0.28 * y.abs() };
            brush.line(
                Pos2::ZERO + vec2(-w, y),
                Pos2::ZERO + vec2(w, y),
                0.022,
                ink,
            );
            for k in 0..3 {
                let x = -w + 2.0 * w * (k as f32 + 0.5 + 0.5 * (i % 2) as f32) / 3.3;
                brush.line(
                    Pos2::ZERO + vec2(x, y),
                    Pos2::ZERO + vec2(x, y - 0.2),
                    0.014,
                    ink,
                );
            }
        }
    } else {
        // stones in courses
        let ink = glass(shade(tone, 0.5), 150);
        for i in 0..3 {
            let y = -0.5 + (i as f32 + 0.5) / 3.0;
            let w = if square { 0.5 } else { 0.44 };
            brush.line(
                Pos2::ZERO + vec2(-w, y + 0.16),
                Pos2::ZERO + vec2(w, y + 0.16),
                0.02,
                ink,
            );
            let x = if i % 2 == 0 { -0.17 } else { 0.2 };
            brush.line(
                Pos2::ZERO + vec2(x, y - 0.16),
                Pos2::ZERO + vec2(x, y + 0.16),
                0.02,
                ink,
            );
            brush.disc(
                spot.somewhere(240 + i * 3, 0.34),
                0.035,
                glass(shade(tone, 1.3), 60),
            );
        }
    }
}

fn boxes(brush: &mut Brush, spot: &Spot) {
    let tone = spot.colour;
    let dense = spot.dense;
    let spots: &[(f32, f32, f32)] = if dense {
        &[
            (-0.2, -0.2, 0.34),
            (0.22, -0.14, 0.3),
            (-0.08, 0.2, 0.36),
            (0.3, 0.26, 0.22),
        ]
    } else {
        &[(-0.2, -0.16, 0.3), (0.2, -0.02, 0.34), (-0.12, 0.24, 0.26)]
    };
    for (i, (x, y, size)) in spots.iter().enumerate() {
        let at = Pos2::ZERO + vec2(*x, *y);
        let tint = 0.9 + 0.22 * spot.chance(250 + i as u32);
        brush.disc(at + vec2(0.06, 0.1), size * 0.6, glass(BLACK, 50));
        let rect = Rect::from_center_size(at, vec2(*size, size * 0.8));
        let top = shade(tone, tint);
        brush.slab(rect, size * 0.28, top);
        if brush.zoom() >= 16.0 {
            let ink = shade(top, 0.62);
            brush.line(
                pos2(rect.left() + 0.03, rect.top() + 0.03),
                pos2(rect.right() - 0.03, rect.bottom() - 0.03),
                0.02,
                ink,
            );
            brush.line(
                pos2(rect.right() - 0.03, rect.top() + 0.03),
                pos2(rect.left() + 0.03, rect.bottom() - 0.03),
                0.02,
                ink,
            );
        }
    }
}
