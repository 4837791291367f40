//! Editions 2 and 3: the plan of a map depends on its size and symmetry alone.

mod built;
mod country;
mod inside;
mod zones;

use super::canvas::{Canvas, Ground};
use super::{Recipe, Theme};
use crate::board::{Board, Images, Map, Space, Spaces};
use crate::dice::{Stream, keyed};
use crate::survey::Pace;
use crate::survey::check::{Finding, FindingId, check};
use crate::survey::measures::terrain_cover_differs;
pub use zones::zones;

/// The findings for which these editions reject a candidate; others came later.
const REJECTED: [FindingId; 16] = [
    FindingId::ZoneMissing,
    FindingId::ZoneSmall,
    FindingId::ZoneBlocked,
    FindingId::ZoneUnreachable,
    FindingId::ZoneBehindDoors,
    FindingId::ZoneSplit,
    FindingId::GroundLost,
    FindingId::BorderOutside,
    FindingId::DoorBlocked,
    FindingId::DoorFree,
    FindingId::BorderNeedless,
    FindingId::StartExposed,
    FindingId::ZonesFar,
    FindingId::ContactLate,
    FindingId::ObjectiveOneSide,
    FindingId::PathSingle,
];

/// The first finding for which a candidate is rejected. Cover counts by terrain alone.
pub fn fault(board: &Board, pace: Pace) -> Option<String> {
    let rejected = |finding: &Finding| REJECTED.contains(&finding.id);
    let found = check(board, pace).into_iter().find(rejected);
    let found = found.map(|finding| format!("{}: {}", finding.place, finding.what));
    found.or_else(|| {
        terrain_cover_differs(board, pace).then(|| "one side has much more cover".to_owned())
    })
}

/// One candidate, good or not.
pub fn candidate(recipe: &Recipe, images: &Images, number: u64) -> Map {
    let grid = recipe.grid();
    let zones = zones(&grid, images);
    let rng = keyed(recipe.seed, Stream::Ground, number);
    let base = recipe.theme.base();
    let mut canvas = Canvas::new(grid, images, base, zones.clone(), rng);
    lay_out(&mut canvas, recipe.theme, &zones);
    match recipe.theme {
        Theme::Countryside => country::countryside(&mut canvas),
        Theme::Forest => country::forest(&mut canvas),
        Theme::River => country::river(&mut canvas, images.across()),
        Theme::Hills => country::hills(&mut canvas),
        Theme::Village => built::village(&mut canvas, images.across()),
        Theme::Ruins => built::ruins(&mut canvas),
        Theme::Dungeon => inside::dungeon(&mut canvas),
        Theme::Deck => inside::deck(&mut canvas),
    }
    let centre = canvas.centre();
    let goal = canvas.disc(centre, 1);
    canvas.finish(recipe.title(), recipe.theme.fill(), &[goal])
}

/// Lays out the parts of every map: an open middle, and a path from each zone to it.
fn lay_out(canvas: &mut Canvas, theme: Theme, zones: &[Spaces]) {
    let ground = match theme {
        Theme::Dungeon | Theme::Deck => Ground::Floor,
        _ => Ground::Open,
    };
    let centre = canvas.centre();
    for space in canvas.disc(centre, 1) {
        canvas.keep(space, ground);
    }
    for zone in zones {
        for space in zone.iter() {
            canvas.paint(space, ground);
        }
    }
    for zone in zones {
        let far = |space: &Space| canvas.grid.distance(*space, centre);
        let Some(least) = zone.iter().map(|s| far(&s)).min() else {
            continue;
        };
        let near: Vec<Space> = zone.iter().filter(|s| far(s) <= least).collect();
        let from = near[canvas.below(near.len() as i64) as usize];
        canvas.road(from, centre, 30, ground);
    }
}
