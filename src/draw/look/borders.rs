//! Walls, fences, windows, doors and hedges on the sides between spaces.

use super::brush::{Brush, chance};
use super::colour::{glass, shade};
use super::shape::Stroke;
use crate::board::{Border, BorderKind};
use ecolor::Color32;
use emath::{Pos2, Vec2, vec2};

const STONE: Color32 = Color32::from_rgb(0x8d, 0x87, 0x7c);
const TIMBER: Color32 = Color32::from_rgb(0x8a, 0x5e, 0x33);
const LEAF: Color32 = Color32::from_rgb(0x3f, 0x6b, 0x2c);

/// Every border in view, with its ends.
fn seen(brush: &Brush) -> Vec<(Border, Pos2, Pos2)> {
    let seen = brush.camera.seen().expand(1.0);
    // they are sorted by the first of their two spaces
    let all = brush.board.borders();
    let (Some(first), Some(last)) = (brush.seen.first(), brush.seen.last()) else {
        return Vec::new();
    };
    let from = all.partition_point(|border| border.between.0 < *first);
    let to = all.partition_point(|border| border.between.0 <= *last);
    let ends = all[from..to].iter().filter_map(|border| {
        let (a, b) = brush.layout.side(border.between.0, border.between.1)?;
        seen.contains(a).then(|| (border.clone(), a, b))
    });
    ends.collect()
}

/// Draws every border in view as a line of its colour, for a distant view.
pub fn far(brush: &mut Brush) {
    for (border, a, b) in seen(brush) {
        let ink = match border.kind {
            BorderKind::Wall => shade(STONE, 0.45),
            BorderKind::Window => shade(STONE, 0.75),
            BorderKind::Door | BorderKind::Fence => shade(TIMBER, 0.75),
            BorderKind::Hedge => shade(LEAF, 0.7),
        };
        brush.line(a, b, 0.3, ink);
    }
}

/// Draws every border in view: first the shadows, then the things.
pub fn draw(brush: &mut Brush) {
    let all = seen(brush);
    for (border, a, b) in &all {
        let tall = f32::from(border.height.min(3));
        if border.kind == BorderKind::Door && border.open {
            continue;
        }
        let cast = vec2(0.09, 0.13) * tall / 1.5;
        let dark = glass(Color32::BLACK, 90);
        brush.blend(&[
            (*a, dark),
            (*b, dark),
            (*b + cast, Color32::TRANSPARENT),
            (*a + cast, Color32::TRANSPARENT),
        ]);
    }
    for (border, a, b) in &all {
        match border.kind {
            BorderKind::Wall => wall(brush, *a, *b),
            BorderKind::Window => window(brush, *a, *b),
            BorderKind::Door => door(brush, *a, *b, border),
            BorderKind::Fence => fence(brush, *a, *b),
            BorderKind::Hedge => hedge(brush, *a, *b, border.between.0.0),
        }
    }
}

/// A bar with a dark edge, light on the side of the light.
fn bar(brush: &mut Brush, a: Pos2, b: Pos2, wide: f32, fill: Color32) {
    let along = (b - a).normalized();
    let (a, b) = (a - along * wide * 0.45, b + along * wide * 0.45);
    let across = along.rot90() * wide * 0.5;
    let dark = shade(fill, 0.36);
    let edge = Stroke::new((brush.zoom() * 0.035).clamp(0.7, 2.2), dark);
    brush.patch(
        &[a - across, b - across, b + across, a + across],
        fill,
        edge,
    );
    let light = if across.y + across.x * 0.6 > 0.0 {
        -1.0
    } else {
        1.0
    };
    let lift = across * light * 0.5;
    brush.line(
        a + lift,
        b + lift,
        wide * 0.26,
        glass(shade(fill, 1.35), 190),
    );
}

fn wall(brush: &mut Brush, a: Pos2, b: Pos2) {
    bar(brush, a, b, 0.15, STONE);
    if brush.zoom() >= 20.0 {
        let across = (b - a).normalized().rot90() * 0.07;
        for t in [0.22, 0.5, 0.78] {
            let p = a + (b - a) * t;
            brush.line(p - across, p + across, 0.016, glass(Color32::BLACK, 80));
        }
    }
}

fn window(brush: &mut Brush, a: Pos2, b: Pos2) {
    let v = b - a;
    bar(brush, a, a + v * 0.2, 0.15, STONE);
    bar(brush, b - v * 0.2, b, 0.15, STONE);
    let pane = Color32::from_rgb(0xa9, 0xd8, 0xea);
    let across = v.normalized().rot90() * 0.04;
    let (p, q) = (a + v * 0.22, b - v * 0.22);
    brush.patch(
        &[p - across, q - across, q + across, p + across],
        pane,
        Stroke::new(
            (brush.zoom() * 0.03).clamp(0.6, 1.8),
            Color32::from_rgb(0x3c, 0x58, 0x66),
        ),
    );
    let middle = a + v * 0.5;
    brush.line(
        middle - across * 1.3,
        middle + across * 1.3,
        0.035,
        Color32::from_rgb(0x3c, 0x58, 0x66),
    );
}

fn door(brush: &mut Brush, a: Pos2, b: Pos2, border: &Border) {
    let v = b - a;
    bar(brush, a, a + v * 0.12, 0.16, STONE);
    bar(brush, b - v * 0.12, b, 0.16, STONE);
    let hinge = a + v * 0.16;
    let leaf = v * 0.68;
    if border.open {
        // swung back, with the quarter circle of a plan
        let turned = turn(leaf, 1.15);
        let points: Vec<Pos2> = (0..=8)
            .map(|i| hinge + turn(leaf, 1.15 * i as f32 / 8.0))
            .collect();
        brush.stroke(&points, 0.015, glass(Color32::from_rgb(40, 24, 8), 110));
        bar(brush, hinge, hinge + turned, 0.08, TIMBER);
    } else {
        bar(brush, hinge, hinge + leaf, 0.1, TIMBER);
        let knob = hinge + leaf * 0.84;
        let brass = Color32::from_rgb(0xe8, 0xc3, 0x5a);
        if border.locked {
            // iron bands and a large lock
            let across = leaf.normalized().rot90() * 0.06;
            let iron = Color32::from_rgb(0x2b, 0x29, 0x2c);
            for t in [0.2, 0.5] {
                let band = hinge + leaf * t;
                brush.line(band - across, band + across, 0.05, iron);
            }
            brush.disc(knob, 0.075, iron);
            brush.disc(knob, 0.05, brass);
        } else {
            brush.disc(knob, 0.03, brass);
        }
    }
}

fn turn(v: Vec2, angle: f32) -> Vec2 {
    let (s, c) = angle.sin_cos();
    vec2(v.x * c - v.y * s, v.x * s + v.y * c)
}

fn fence(brush: &mut Brush, a: Pos2, b: Pos2) {
    let across = (b - a).normalized().rot90() * 0.03;
    brush.line(a, b, 0.075, shade(TIMBER, 0.4));
    brush.line(
        a - across * 0.3,
        b - across * 0.3,
        0.04,
        shade(TIMBER, 1.25),
    );
    for i in 0..4 {
        let p = a + (b - a) * (i as f32 + 0.5) / 4.0;
        brush.disc(p, 0.06, shade(TIMBER, 0.42));
        brush.disc(p, 0.04, shade(TIMBER, 1.3));
    }
}

fn hedge(brush: &mut Brush, a: Pos2, b: Pos2, seed: u32) {
    let n = 5;
    for i in 0..n {
        let p = a + (b - a) * (i as f32 + 0.5) / n as f32;
        let size = 0.105 + 0.03 * chance(seed, i);
        brush.disc(p, size + 0.02, shade(LEAF, 0.5));
    }
    for i in 0..n {
        let p = a + (b - a) * (i as f32 + 0.5) / n as f32;
        let size = 0.1 + 0.03 * chance(seed, i);
        brush.disc(p, size, shade(LEAF, 0.9 + 0.3 * chance(seed, 20 + i)));
        brush.disc(
            p + vec2(-0.03, -0.04),
            size * 0.45,
            glass(shade(LEAF, 1.6), 180),
        );
    }
}
