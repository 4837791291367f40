//! Locked doors: use for skill rolls on every map with doors (A9).

use crate::board::{Board, Images, Map, Space};
use crate::survey::check::paths::unlocked;
use crate::survey::ways::groups;
use rand::RngExt;
use rand_pcg::Pcg64;

/// How many doors are tried: each takes a look at the whole board.
const TRIED: usize = 12;

/// Locks some of the shut doors, in all parts; all ground can still be reached by other ways.
pub fn lock_some(mut map: Map, images: &Images, rng: &mut Pcg64) -> Map {
    let areas = |map: &Map| groups(&unlocked(&Board::new(map.clone()))).1.len();
    let before = areas(&map);
    let shut = map.borders.iter().filter(|border| border.opens());
    let mut shut: Vec<(Space, Space)> = shut.map(|border| border.between).collect();
    for _ in 0..TRIED {
        if shut.is_empty() {
            break;
        }
        let (a, b) = shut.swap_remove(rng.random_range(0..shut.len()));
        let parts = 0..images.parts();
        let all: Vec<(Space, Space)> = parts
            .filter_map(|part| {
                let (a, b) = (images.image(a, part)?, images.image(b, part)?);
                Some((a.min(b), a.max(b)))
            })
            .collect();
        shut.retain(|side| !all.contains(side));
        let lock = |map: &mut Map, locked: bool| {
            for border in map.borders.iter_mut().filter(|b| all.contains(&b.between)) {
                border.locked = locked;
            }
        };
        lock(&mut map, true);
        if areas(&map) != before {
            lock(&mut map, false);
        }
    }
    map
}
