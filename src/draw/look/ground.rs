//! The ground itself: colours that run into each other, heights, and the lines of the grid.

use super::brush::{Brush, Look, noise};
use super::colour::{glass, mix, shade};
use super::shape::{Shape, Stroke};
use crate::board::Space;
use ecolor::Color32;
use emath::{Pos2, Vec2};

/// Whether the ground of this kind runs into that of its neighbours.
fn soft(look: Look) -> bool {
    matches!(
        look,
        Look::Open | Look::Scrub | Look::Rocks | Look::Wood | Look::Thicket | Look::Rubble
    )
}

/// The colour of the ground under whatever stands there.
fn base(brush: &Brush, space: Space) -> Color32 {
    let colour = brush.colour(space);
    let grass = Color32::from_rgb(0x8f, 0xae, 0x5d);
    let plain = match brush.look(space) {
        Look::Open => mix(colour, Color32::from_rgb(0x9c, 0xa8, 0x62), 0.25),
        Look::Scrub => mix(colour, grass, 0.45),
        Look::Wood => mix(colour, Color32::from_rgb(0x6c, 0x86, 0x45), 0.5),
        Look::Thicket => mix(colour, Color32::from_rgb(0x4a, 0x66, 0x35), 0.5),
        Look::Rocks | Look::Rubble if is_paved(brush, space) => Color32::from_rgb(0xae, 0xa7, 0x99),
        Look::Rocks => Color32::from_rgb(0x9b, 0x9a, 0x85),
        Look::Rubble => Color32::from_rgb(0xa3, 0x9a, 0x86),
        Look::Water => wet(brush, space, Color32::from_rgb(0x6a, 0xa2, 0xbf)),
        Look::Deep => wet(brush, space, Color32::from_rgb(0x37, 0x6c, 0x96)),
        Look::Things => Color32::from_rgb(0xae, 0xa6, 0x90),
        Look::Building | Look::Wall => shade(colour, 0.72),
        _ => colour,
    };
    height_tint(plain, brush.board.level(space))
}

/// Whether what lies on a space lies on pavement: there is some beside it, and no meadow.
fn is_paved(brush: &Brush, space: Space) -> bool {
    let around = brush.board.grid().neighbours(space);
    let looks: Vec<Look> = around.map(|(_, next)| brush.look(next)).collect();
    looks.contains(&Look::Floor) && !looks.contains(&Look::Open)
}

/// The colour of water; a swamp or a ford of the map's own keeps the colour it has there, if it has
/// a hue.
fn wet(brush: &Brush, space: Space, water: Color32) -> Color32 {
    let own = brush.colour(space);
    match brush.is_plain_water(space) || (own.r() == own.g() && own.g() == own.b()) {
        true => water,
        false => mix(own, water, 0.2),
    }
}

/// Higher ground is lighter and warmer, lower ground darker and cooler.
fn height_tint(colour: Color32, level: i8) -> Color32 {
    let level = f32::from(level);
    if level > 0.0 {
        let warm = Color32::from_rgb(0xdc, 0xc6, 0x8e);
        mix(colour, warm, (level * 0.17).min(0.6))
    } else if level < 0.0 {
        mix(
            colour,
            Color32::from_rgb(0x2e, 0x38, 0x40),
            (-level * 0.16).min(0.6),
        )
    } else {
        colour
    }
}

fn grain(colour: Color32, at: Pos2) -> Color32 {
    let broad = noise(Pos2::new(at.x * 0.31, at.y * 0.31), 11) - 0.5;
    let fine = noise(Pos2::new(at.x * 1.7, at.y * 1.7), 12) - 0.5;
    shade(colour, 1.0 + broad * 0.15 + fine * 0.09)
}

/// Fills every space.
pub fn draw(brush: &mut Brush) {
    let spaces = brush.seen.clone();
    let corners = brush.layout.corners();
    let sides: Vec<_> = brush.layout.sides().collect();
    let mut all: Vec<(Pos2, Color32)> = Vec::new();
    let mut triangles = Vec::new();
    let put = |all: &mut Vec<(Pos2, Color32)>, at: Pos2, colour| {
        all.push((at, colour));
        all.len() as u32 - 1
    };
    for space in spaces.iter().copied().filter(|s| brush.board.exists(*s)) {
        let (own, is_soft) = (base(brush, space), soft(brush.look(space)));
        let centre = brush.centre(space);
        // the colour towards each side: halfway to the neighbour's, where grounds run together
        let toward: Vec<Color32> = sides
            .iter()
            .map(|(d, ..)| match brush.beyond(space, *d) {
                Some(next)
                    if is_soft
                        && soft(brush.look(next))
                        && brush.board.level(next) == brush.board.level(space) =>
                {
                    mix(own, base(brush, next), 0.5)
                }
                _ => own,
            })
            .collect();
        let (at, colour) = (brush.at(centre), grain(own, centre));
        let middle = put(&mut all, at, colour);
        let n = corners.len();
        let mut ring = Vec::with_capacity(2 * n);
        for (i, (_, from, to)) in sides.iter().enumerate() {
            let before = toward[(i + n - 1) % n];
            let corner = mix(before, toward[i], 0.5);
            // one tenth of a point over the edge, so that no seam shows
            let grown = 1.0 + 0.3 / brush.zoom();
            for (v, c) in [(*from, corner), ((*from + *to) * 0.5, toward[i])] {
                let p = centre + v;
                let screen = brush.at(centre + v * grown);
                ring.push(put(&mut all, screen, grain(c, p)));
            }
        }
        for i in 0..ring.len() {
            triangles.push([middle, ring[i], ring[(i + 1) % ring.len()]]);
        }
    }
    brush.add(Shape::Mesh {
        corners: all,
        triangles,
    });
    // what has a sharp edge needs one at every size
    let hard = spaces.iter().copied().filter(|s| !soft(brush.look(*s)));
    tiles(brush, hard.collect(), base);
    heights(brush, &spaces);
    edges(brush, &spaces);
}

/// Fills spaces with one colour each.
fn tiles(brush: &mut Brush, spaces: Vec<Space>, tone: fn(&Brush, Space) -> Color32) {
    let outline = brush.layout.corners();
    // a little over the edge, so that no seam shows
    let grown = 1.0 + 0.3 / brush.zoom();
    let there = spaces.into_iter().filter(|s| brush.board.exists(*s));
    let tiles: Vec<(Vec<Pos2>, Color32)> = there
        .map(|space| {
            let centre = brush.centre(space);
            let corners = outline.iter().map(|c| brush.at(centre + *c * grown));
            (corners.collect(), grain(tone(brush, space), centre))
        })
        .collect();
    brush.add(Shape::Tiles { tiles });
}

/// Fills every space with the one colour it has from far away.
pub fn far(brush: &mut Brush) {
    let spaces = brush.seen.clone();
    tiles(brush, spaces.clone(), distant);
    heights(brush, &spaces);
}

fn distant(brush: &Brush, space: Space) -> Color32 {
    let ground = base(brush, space);
    let tone = brush.colour(space);
    match brush.look(space) {
        Look::Wood => mix(ground, shade(tone, 0.55), 0.75),
        Look::Thicket => mix(ground, shade(tone, 0.5), 0.85),
        Look::Scrub => mix(ground, shade(tone, 0.6), 0.45),
        Look::Rocks | Look::Rubble | Look::Things => mix(ground, shade(tone, 0.8), 0.5),
        Look::Wall | Look::Building => tone,
        _ => ground,
    }
}

/// Slopes: shadow below an edge to the south and east, light to the north and west, and the
/// contour itself.
fn heights(brush: &mut Brush, spaces: &[Space]) {
    if brush.board.map().elevation.iter().all(|l| *l == 0) {
        return;
    }
    let light = Vec2::new(-0.55, -0.83);
    let sides: Vec<_> = brush.layout.sides().collect();
    for space in spaces.iter().copied() {
        if !brush.board.exists(space) {
            continue;
        }
        let level = brush.board.level(space);
        for (d, from, to) in &sides {
            let Some(next) = brush.beyond(space, *d) else {
                continue;
            };
            let drop = level - brush.board.level(next);
            if drop <= 0 {
                continue;
            }
            // drawn in the lower space, along the shared side
            let centre = brush.centre(space);
            let (a, b) = (centre + *from, centre + *to);
            let out = brush.layout.direction(*d);
            let steep = f32::from(drop).min(3.0);
            let facing_light = out.dot(light);
            let deep = 0.16 + 0.11 * steep;
            let strong = (58.0 + 40.0 * steep).min(170.0);
            let (near, far) = if facing_light > 0.15 {
                (
                    glass(
                        Color32::from_rgb(255, 246, 214),
                        (strong * 0.55 * facing_light) as u8,
                    ),
                    Color32::TRANSPARENT,
                )
            } else {
                let alpha = strong * (0.55 - 0.55 * facing_light);
                (
                    glass(Color32::from_rgb(36, 26, 12), alpha as u8),
                    Color32::TRANSPARENT,
                )
            };
            let inset = (b - a) * 0.12;
            brush.blend(&[
                (a, near),
                (b, near),
                (b - inset + out * deep, far),
                (a + inset + out * deep, far),
            ]);
            // hachures, as on an old map
            if brush.zoom() >= 22.0 {
                let ticks = 4;
                for i in 0..ticks {
                    let t = (i as f32 + 0.5) / ticks as f32;
                    let p = a + (b - a) * t;
                    let long = 0.07 + 0.05 * steep * brush.chance(space, 40 + i);
                    brush.line(
                        p,
                        p + out * long,
                        0.022,
                        glass(Color32::from_rgb(70, 48, 24), 120),
                    );
                }
            }
            let width = 0.035 + 0.018 * (steep - 1.0);
            brush.line(a, b, width, glass(Color32::from_rgb(84, 58, 30), 190));
            let lift = out * -0.035;
            brush.line(
                a + lift,
                b + lift,
                0.02,
                glass(Color32::from_rgb(255, 244, 210), 80),
            );
        }
    }
}

/// Shores, pavements' edges, and the rim of the board.
fn edges(brush: &mut Brush, spaces: &[Space]) {
    let sides: Vec<_> = brush.layout.sides().collect();
    let wet = |l: Look| matches!(l, Look::Water | Look::Deep);
    for space in spaces.iter().copied() {
        if !brush.board.exists(space) {
            continue;
        }
        let look = brush.look(space);
        let centre = brush.centre(space);
        for (d, from, to) in &sides {
            let (a, b) = (centre + *from, centre + *to);
            let inward = brush.layout.direction(*d) * -1.0;
            match brush.beyond(space, *d) {
                None => {
                    // the table's edge
                    let dark = glass(Color32::from_rgb(10, 10, 14), 120);
                    brush.blend(&[
                        (a, dark),
                        (b, dark),
                        (b + inward * 0.1, Color32::TRANSPARENT),
                        (a + inward * 0.1, Color32::TRANSPARENT),
                    ]);
                    brush.line(a, b, 0.05, Color32::from_rgb(0x3a, 0x33, 0x2a));
                }
                Some(next) => {
                    let other = brush.look(next);
                    if wet(look) && !wet(other) {
                        let bank = glass(Color32::from_rgb(0x4c, 0x3d, 0x22), 130);
                        let foam = glass(Color32::from_rgb(0xe4, 0xf2, 0xf2), 120);
                        brush.blend(&[
                            (a, foam),
                            (b, foam),
                            (b + inward * 0.22, Color32::TRANSPARENT),
                            (a + inward * 0.22, Color32::TRANSPARENT),
                        ]);
                        brush.line(a, b, 0.04, bank);
                    } else if look == Look::Deep && other == Look::Water {
                        let pale = glass(Color32::from_rgb(0x6a, 0xa2, 0xbf), 120);
                        brush.blend(&[
                            (a, pale),
                            (b, pale),
                            (b + inward * 0.35, Color32::TRANSPARENT),
                            (a + inward * 0.35, Color32::TRANSPARENT),
                        ]);
                    } else if look == Look::Pit && other != Look::Pit {
                        let dark = glass(Color32::from_rgb(0x14, 0x10, 0x0c), 150);
                        brush.blend(&[
                            (a, dark),
                            (b, dark),
                            (b + inward * 0.3, Color32::TRANSPARENT),
                            (a + inward * 0.3, Color32::TRANSPARENT),
                        ]);
                        brush.line(a, b, 0.05, Color32::from_rgb(0x3a, 0x30, 0x28));
                    } else if look == Look::Dark && other != Look::Dark {
                        let out = inward * -1.0;
                        let dark = glass(Color32::from_rgb(0x1a, 0x16, 0x24), 200);
                        brush.blend(&[
                            (a, dark),
                            (b, dark),
                            (b + out * 0.2, Color32::TRANSPARENT),
                            (a + out * 0.2, Color32::TRANSPARENT),
                        ]);
                    } else if look == Look::Floor && soft(other) {
                        brush.line(a, b, 0.045, glass(Color32::from_rgb(0x57, 0x51, 0x46), 170));
                    }
                }
            }
        }
    }
}

/// Thin lines between the spaces.
pub fn grid_lines(brush: &mut Brush) {
    let zoom = brush.zoom();
    if zoom < 7.0 {
        return;
    }
    let alpha = ((zoom - 4.0) * 3.0).clamp(14.0, 62.0) as u8;
    let ink = glass(Color32::from_rgb(0x1c, 0x1c, 0x14), alpha);
    let sides: Vec<_> = brush.layout.sides().collect();
    let half = sides.len() / 2;
    for space in brush.seen.clone() {
        if !brush.board.exists(space) {
            continue;
        }
        let centre = brush.centre(space);
        for (i, (d, from, to)) in sides.iter().enumerate() {
            // each side once
            if i >= half && brush.beyond(space, *d).is_some() {
                continue;
            }
            let (from, to) = (brush.at(centre + *from), brush.at(centre + *to));
            brush.add(Shape::Line {
                points: vec![from, to],
                stroke: Stroke::new(1.0, ink),
            });
        }
    }
}
