//! Colours of the sides, and colours made from others.

use ecolor::Color32;

/// Colours of the sides; chosen to differ for colour-blind eyes as well, and each has a shape
/// of its own.
const SIDES: [Color32; 8] = [
    Color32::from_rgb(0x2f, 0x7f, 0xc4),
    Color32::from_rgb(0xd6, 0x5f, 0x2b),
    Color32::from_rgb(0x1f, 0x9c, 0x7a),
    Color32::from_rgb(0xb8, 0x6a, 0xa6),
    Color32::from_rgb(0xd9, 0xb4, 0x2a),
    Color32::from_rgb(0x6a, 0xb9, 0xe0),
    Color32::from_rgb(0x8a, 0x8a, 0x8a),
    Color32::from_rgb(0x9a, 0x5a, 0x3a),
];

/// The colour of a side.
pub fn side(index: usize) -> Color32 {
    SIDES[index % SIDES.len()]
}

/// A colour between two.
pub fn mix(a: Color32, b: Color32, t: f32) -> Color32 {
    let part = |x: u8, y: u8| (f32::from(x) + (f32::from(y) - f32::from(x)) * t).round() as u8;
    Color32::from_rgba_premultiplied(
        part(a.r(), b.r()),
        part(a.g(), b.g()),
        part(a.b(), b.b()),
        part(a.a(), b.a()),
    )
}

/// A lighter (above 1) or darker colour.
pub fn shade(c: Color32, by: f32) -> Color32 {
    let part = |x: u8| (f32::from(x) * by).clamp(0.0, 255.0) as u8;
    Color32::from_rgb(part(c.r()), part(c.g()), part(c.b()))
}

/// A see-through colour.
pub fn glass(c: Color32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied(c.r(), c.g(), c.b(), alpha)
}
