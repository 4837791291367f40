//! Differences between two frames, so that only these parts are drawn again.

use super::super::picture::without;
use super::painter::key_of;
use egui::Rect;
use egui::epaint::{ClippedPrimitive, Mesh, Primitive};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// Something that a frame shows: triangles that hang together.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Mark {
    /// Stands for its looks, its place and what it is cut off by.
    looks: u64,
    /// Where it is, in points.
    bounds: Rect,
}

/// At so many places at most a frame is mended.
const PLACES: usize = 4;

/// All that a frame shows, from the back to the front. `looks`: a number for what a texture shows,
/// another one when it shows something else.
pub fn marks(primitives: &[ClippedPrimitive], looks: impl Fn(egui::TextureId) -> u64) -> Vec<Mark> {
    let mut all = Vec::new();
    for primitive in primitives {
        let Primitive::Mesh(mesh) = &primitive.primitive else {
            continue;
        };
        let shows = looks(mesh.texture_id);
        let triangles = mesh.indices.as_chunks::<3>().0;
        let mut begin = 0;
        let mut corners: Option<(u32, u32)> = None;
        for (i, triangle) in triangles.iter().enumerate() {
            let low = triangle[0].min(triangle[1]).min(triangle[2]);
            let high = triangle[0].max(triangle[1]).max(triangle[2]);
            corners = match corners {
                // it has no corner in common with those before it
                Some(before) if low > before.1 => {
                    let part = &triangles[begin..i];
                    all.push(mark(mesh, part, before, (primitive.clip_rect, shows)));
                    begin = i;
                    Some((low, high))
                }
                Some((first, last)) => Some((first.min(low), last.max(high))),
                None => Some((low, high)),
            };
        }
        if let Some(corners) = corners {
            let part = &triangles[begin..];
            all.push(mark(mesh, part, corners, (primitive.clip_rect, shows)));
        }
    }
    all
}

fn mark(
    mesh: &Mesh,
    triangles: &[[u32; 3]],
    (first, last): (u32, u32),
    (clip, shows): (Rect, u64),
) -> Mark {
    let pair = |a: f32, b: f32| u64::from(a.to_bits()) << 32 | u64::from(b.to_bits());
    let mut looks = FxHasher::default();
    looks.write_u64(key_of(mesh.texture_id));
    looks.write_u64(shows);
    looks.write_u64(pair(clip.min.x, clip.min.y));
    looks.write_u64(pair(clip.max.x, clip.max.y));
    let mut bounds = Rect::NOTHING;
    for corner in &mesh.vertices[first as usize..=last as usize] {
        bounds.extend_with(corner.pos);
        looks.write_u64(pair(corner.pos.x, corner.pos.y));
        looks.write_u64(pair(corner.uv.x, corner.uv.y));
        looks.write_u32(u32::from_le_bytes(corner.color.to_array()));
    }
    for [a, b, c] in triangles {
        looks.write_u64(
            u64::from(a - first) << 40 | u64::from(b - first) << 20 | u64::from(c - first),
        );
    }
    Mark {
        looks: looks.finish(),
        bounds: bounds.intersect(clip),
    }
}

/// The places at which a frame differs from the one before it.
pub fn changes(before: &[Mark], after: &[Mark]) -> Vec<Rect> {
    let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (before, after) = (&before[same..], &after[same..]);
    let back = before.iter().rev().zip(after.iter().rev());
    let same = back.take_while(|(a, b)| a == b).count();
    let before = &before[..before.len() - same];
    let after = &after[..after.len() - same];
    let mut places = Vec::new();
    // how often each is in both
    let mut common: FxHashMap<u64, (u32, u32)> = FxHashMap::default();
    for mark in before {
        common.entry(mark.looks).or_default().0 += 1;
    }
    for mark in after {
        common.entry(mark.looks).or_default().1 += 1;
    }
    let stays = |mark: &&Mark| common[&mark.looks].0 == common[&mark.looks].1;
    for mark in before.iter().chain(after).filter(|mark| !stays(mark)) {
        add(&mut places, mark.bounds);
    }
    // what lies over the other now lay under it before
    let (old, new) = (before.iter().filter(stays), after.iter().filter(stays));
    for (a, b) in old.zip(new).filter(|(a, b)| a.looks != b.looks) {
        add(&mut places, a.bounds);
        add(&mut places, b.bounds);
    }
    places
}

/// The same places with nothing in common: what lets something through is drawn once everywhere.
pub fn apart(places: &[Rect]) -> Vec<Rect> {
    let mut all: Vec<Rect> = Vec::new();
    for place in places {
        let mut rest = vec![*place];
        for there in &all {
            rest = rest.iter().flat_map(|r| without(*r, *there)).collect();
        }
        all.extend(rest);
    }
    all
}

/// One more place, together with one there is where that is hardly more to draw.
fn add(places: &mut Vec<Rect>, place: Rect) {
    if !place.is_positive() || places.iter().any(|there| there.contains_rect(place)) {
        return;
    }
    let growth = |there: &Rect| there.union(place).area() - there.area();
    let nearest =
        (0..places.len()).min_by(|a, b| growth(&places[*a]).total_cmp(&growth(&places[*b])));
    match nearest {
        Some(i) if places.len() >= PLACES || growth(&places[i]) < place.area() * 2.0 + 400.0 => {
            let whole = places.swap_remove(i).union(place);
            // it may reach others now
            add(places, whole);
        }
        _ => places.push(place),
    }
}
