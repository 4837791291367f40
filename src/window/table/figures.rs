//! Figures as miniatures on bases: a silhouette for every kind, the side's colour and shape.

use super::super::theme::{self, glass, mix, shade};
use super::silhouettes::{
    Part, Part::Area, Part::Bar, Part::Disc, SHIELD, WINGS, parts, weapon_parts,
};
use crate::battle::{Appearance, Silhouette, Weapon};
use crate::look::layout::Camera;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

/// A figure as it is drawn.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The middle of its spaces.
    pub at: Pos2,
    /// Half the width of its base, in spaces.
    pub radius: f32,
    /// The side it fights for.
    pub side: usize,
    /// What it looks like.
    pub appearance: Appearance,
    /// Its letter.
    pub letter: char,
    /// Where it looks.
    pub facing: Option<Vec2>,
    /// In the air.
    pub aloft: bool,
    /// Damage points left and at most.
    pub health: Option<(u8, u8)>,
    /// Nothing more to do for now.
    pub spent: bool,
    /// Out of action for a while.
    pub disabled: bool,
    /// How much of it is there, from 0 to 1.
    pub presence: f32,
    /// Those who ride it.
    pub riders: Vec<Piece>,
}

impl Piece {
    /// A figure that is all there and unharmed, on a base of one space.
    pub fn new(at: Pos2, side: usize, appearance: Appearance, letter: char) -> Self {
        Self {
            at,
            radius: 1.0,
            side,
            appearance,
            letter,
            facing: None,
            aloft: false,
            health: None,
            spent: false,
            disabled: false,
            presence: 1.0,
            riders: Vec::new(),
        }
    }
}

struct Pen<'a> {
    painter: &'a Painter,
    at: Pos2,
    unit: f32,
    fade: f32,
}

impl Pen<'_> {
    fn place(&self, p: (f32, f32)) -> Pos2 {
        self.at + vec2(p.0, p.1) * self.unit
    }
    fn ink(&self, c: Color32) -> Color32 {
        c.gamma_multiply(self.fade)
    }
    fn parts(&self, parts: &[Part], grow: f32, ink: Color32) {
        let ink = self.ink(ink);
        for part in parts {
            match part {
                Disc(x, y, r) => {
                    self.painter
                        .circle_filled(self.place((*x, *y)), r * self.unit + grow, ink);
                }
                Area(points) => {
                    let points = points.iter().map(|p| self.place(*p)).collect();
                    let stroke = if grow > 0.0 {
                        Stroke::new(2.0 * grow, ink)
                    } else {
                        Stroke::NONE
                    };
                    self.painter.add(Shape::convex_polygon(points, ink, stroke));
                }
                Bar(a, b, wide) => {
                    let (a, b) = (self.place(*a), self.place(*b));
                    let wide = wide * self.unit + 2.0 * grow;
                    self.painter.line_segment([a, b], Stroke::new(wide, ink));
                    self.painter.circle_filled(a, wide / 2.0, ink);
                    self.painter.circle_filled(b, wide / 2.0, ink);
                }
            }
        }
    }
}

/// The outline of a base: every side has its own.
fn base(side: usize, at: Pos2, radius: f32) -> Vec<Pos2> {
    let ring = |n: usize, turn: f32, r: f32| -> Vec<Pos2> {
        (0..n)
            .map(|i| {
                let angle = (i as f32 + turn) / n as f32 * std::f32::consts::TAU;
                at + vec2(angle.sin(), -angle.cos()) * r
            })
            .collect()
    };
    match side % 4 {
        0 => ring(28, 0.0, radius),
        1 => {
            // a square with cut corners
            let (r, c) = (radius * 0.92, radius * 0.6);
            [
                (-c, -r),
                (c, -r),
                (r, -c),
                (r, c),
                (c, r),
                (-c, r),
                (-r, c),
                (-r, -c),
            ]
            .map(|(x, y)| at + vec2(x, y))
            .to_vec()
        }
        2 => ring(6, 0.0, radius * 1.07),
        _ => ring(4, 0.0, radius * 1.2),
    }
}

/// Of a figure with fewer dots than this from the middle to the rim only its letter can be made out.
pub(super) const LETTER: f32 = 8.5;

/// Smallest size in dots with room for a letter beside the figure.
const BADGE: f32 = 10.0;

/// Draws a figure.
pub fn figure(painter: &Painter, camera: &Camera, piece: &Piece) {
    let unit = piece.radius * camera.zoom;
    let ground = camera.screen(piece.at);
    let colour = theme::side(piece.side);
    let lift = if piece.aloft { unit * 0.55 } else { 0.0 };
    let pen = Pen {
        painter,
        at: ground - vec2(0.0, lift),
        unit,
        fade: piece.presence.clamp(0.0, 1.0),
    };
    shadow(&pen, piece, ground);
    notch(&pen, piece, colour);
    let rim = (unit * 0.11).clamp(1.0, 3.5);
    let top = if piece.spent {
        mix(colour, Color32::from_gray(70), 0.6)
    } else {
        colour
    };
    painter.add(Shape::convex_polygon(
        base(piece.side, pen.at, unit),
        pen.ink(shade(top, 0.72)),
        Stroke::new(rim, pen.ink(shade(colour, 0.26))),
    ));
    painter.add(Shape::convex_polygon(
        base(piece.side, pen.at, unit * 0.8),
        pen.ink(top),
        inner_ring(piece.appearance.silhouette, unit, &pen),
    ));
    // what can be made out depends on dots, not on points
    let dots = unit * painter.ctx().pixels_per_point();
    if dots < LETTER {
        if dots >= 4.0 {
            painter.text(
                pen.at,
                Align2::CENTER_CENTER,
                piece.letter,
                letters(unit * 1.5),
                pen.ink(Color32::WHITE),
            );
        }
        return;
    }
    let figure = Pen {
        at: pen.at + vec2(0.0, 0.05) * unit,
        unit: unit * TALL,
        ..pen
    };
    silhouette(&figure, piece, colour);
    // however many there are, they stand on the base
    let gaps = piece.riders.len().saturating_sub(1) as f32;
    let apart = (1.5 / gaps.max(1.0)).min(0.62);
    let small = if gaps > 2.0 { 0.5 } else { 0.62 };
    for (i, rider) in piece.riders.iter().enumerate() {
        let spread = (i as f32 - gaps / 2.0) * apart;
        let rider_pen = Pen {
            painter,
            at: figure.at + vec2(spread - 0.05, -0.52) * figure.unit,
            unit: figure.unit * small,
            fade: pen.fade,
        };
        silhouette(&rider_pen, rider, theme::side(rider.side));
    }
    badge(&pen, piece, colour);
}

/// The shadow, and a line up to a figure in the air.
fn shadow(pen: &Pen, piece: &Piece, ground: Pos2) {
    let shadow = if piece.aloft { 0.75 } else { 1.05 };
    pen.painter.circle_filled(
        ground + vec2(0.07, 0.1) * pen.unit * if piece.aloft { 2.2 } else { 1.0 },
        pen.unit * shadow,
        pen.ink(glass(Color32::BLACK, 80)),
    );
    if piece.aloft {
        pen.painter.line_segment(
            [ground, pen.at],
            Stroke::new(
                (pen.unit * 0.06).max(1.0),
                pen.ink(glass(Color32::WHITE, 110)),
            ),
        );
    }
}

/// Where it looks: a notch that sticks out of the base, wide enough to be seen beside a head.
fn notch(pen: &Pen, piece: &Piece, colour: Color32) {
    if let Some(facing) = piece.facing {
        let tip = pen.at + facing * pen.unit * 1.4;
        let across = facing.rot90() * pen.unit * 0.5;
        let root = pen.at + facing * pen.unit * 0.84;
        pen.painter.add(Shape::convex_polygon(
            vec![tip, root + across, root - across],
            pen.ink(mix(colour, Color32::WHITE, 0.5)),
            Stroke::new(
                (pen.unit * 0.07).clamp(0.8, 2.0),
                pen.ink(shade(colour, 0.3)),
            ),
        ));
    }
}

/// Letters of whole points: each size has its own place among the letters that are kept drawn.
fn letters(size: f32) -> FontId {
    FontId::proportional(size.round())
}

/// How much larger than its base a figure is: heads stand over the rim, as on a table.
const TALL: f32 = 1.24;

/// The line inside the rim of a base: gold for those who count for more than others.
fn inner_ring(silhouette: Silhouette, unit: f32, pen: &Pen) -> Stroke {
    match silhouette {
        Silhouette::Hero | Silhouette::Commander => {
            let gold = Color32::from_rgb(0xf4, 0xca, 0x58);
            Stroke::new((unit * 0.12).clamp(1.3, 4.0), pen.ink(gold))
        }
        _ => Stroke::new(1.0, pen.ink(glass(Color32::WHITE, 70))),
    }
}

fn silhouette(pen: &Pen, piece: &Piece, colour: Color32) {
    let Appearance { silhouette, gear } = piece.appearance;
    let (body, dress) = parts(silhouette, !piece.riders.is_empty());
    let dark = Color32::from_rgb(0x17, 0x14, 0x12);
    let skin = if piece.spent {
        Color32::from_rgb(0xb9, 0xb4, 0xa8)
    } else {
        Color32::from_rgb(0xf6, 0xee, 0xda)
    };
    let person = silhouette.is_person();
    let steel = Color32::from_rgb(0xc9, 0xd2, 0xda);
    let mut carried: Vec<(&[Part], Color32)> = Vec::new();
    if let Some(weapon) = gear.weapon.filter(|_| person) {
        let ink = match weapon {
            Weapon::Sword => steel,
            Weapon::Bow => Color32::from_rgb(0xd0, 0x9a, 0x54),
            Weapon::Gun | Weapon::LongGun | Weapon::Launcher => Color32::from_rgb(0x6a, 0x70, 0x78),
        };
        carried.push((weapon_parts(weapon), ink));
    }
    if gear.shield && person {
        carried.push((SHIELD, steel));
    }
    let grow = (pen.unit * 0.075).clamp(0.8, 2.6);
    if gear.wings && person {
        pen.parts(WINGS, grow, dark);
        pen.parts(WINGS, 0.0, mix(skin, colour, 0.45));
    }
    pen.parts(body, grow, dark);
    for (parts, _) in &carried {
        pen.parts(parts, grow, dark);
    }
    pen.parts(body, 0.0, skin);
    pen.parts(dress, 0.0, shade(colour, 0.92));
    for (parts, ink) in carried {
        pen.parts(parts, 0.0, ink);
    }
}

fn badge(pen: &Pen, piece: &Piece, colour: Color32) {
    let painter = pen.painter;
    if pen.unit * painter.ctx().pixels_per_point() >= BADGE {
        let at = pen.at + vec2(-0.74, 0.62) * pen.unit;
        let size = (pen.unit * 0.34).clamp(5.5, 13.0);
        painter.circle(
            at,
            size,
            pen.ink(shade(colour, 0.32)),
            Stroke::new(1.0, pen.ink(glass(Color32::WHITE, 150))),
        );
        painter.text(
            at,
            Align2::CENTER_CENTER,
            piece.letter,
            letters(size * 1.45),
            pen.ink(Color32::WHITE),
        );
    }
    if let Some((left, most)) = piece.health {
        let size = (pen.unit * 0.13).clamp(2.0, 5.0);
        let most = most.min(10);
        for i in 0..most {
            let x = (f32::from(i) - (f32::from(most) - 1.0) / 2.0) * size * 2.4;
            let fill = if i < left {
                Color32::from_rgb(0xe9, 0x4f, 0x4a)
            } else {
                Color32::from_rgb(0x2a, 0x24, 0x24)
            };
            painter.circle(
                pen.at + vec2(x + size, pen.unit * 0.92),
                size,
                pen.ink(fill),
                Stroke::new(0.9, pen.ink(Color32::from_rgb(0xff, 0xea, 0xe4))),
            );
        }
    }
    if piece.disabled {
        let r = pen.unit * 0.7;
        let ink = Stroke::new(
            (pen.unit * 0.16).max(2.0),
            pen.ink(Color32::from_rgb(0xff, 0xd0, 0x40)),
        );
        for (a, b) in [(vec2(-r, -r), vec2(r, r)), (vec2(-r, r), vec2(r, -r))] {
            painter.line_segment([pen.at + a, pen.at + b], ink);
        }
    }
}

/// A figure in a box of a panel.
pub fn portrait(painter: &Painter, rect: Rect, piece: &Piece) {
    let camera = Camera {
        centre: pos2(0.0, 0.0),
        zoom: rect.height() * 0.37,
        view: rect.translate(vec2(0.0, rect.height() * 0.13)),
    };
    let piece = Piece {
        at: pos2(0.0, 0.0),
        radius: 1.0,
        ..piece.clone()
    };
    figure(painter, &camera, &piece);
}
