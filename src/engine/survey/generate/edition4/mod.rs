//! Edition 4: the seed decides the plan of a map too, and the scale how large its parts are.

mod buildings;
mod country;
mod doors;
mod inside;
mod locks;
mod plan;

use super::canvas::{Canvas, Ground};
use super::{Recipe, Theme};
use crate::board::{Board, Images, Map};
use crate::dice::{Stream, keyed};
use crate::survey::Pace;
use crate::survey::check::{Finding, FindingId, check};

/// The first finding for which a candidate is rejected: all but those that follow from the size
/// that was asked for.
pub fn fault(board: &Board, pace: Pace) -> Option<String> {
    let rejected = |finding: &Finding| finding.id != FindingId::ScaleLarge;
    let found = check(board, pace).into_iter().find(rejected);
    found.map(|finding| format!("{}: {}", finding.place, finding.what))
}

/// One candidate, good or not.
pub fn candidate(recipe: &Recipe, images: &Images, number: u64) -> Map {
    let grid = recipe.grid();
    let pace = recipe.pace();
    // themes of one seed have plans of their own
    let number = number + 1000 * (recipe.theme as u64);
    let mut rng = keyed(recipe.seed, Stream::Ground, number);
    let zones = plan::zones(&grid, images, pace, &mut rng);
    let base = recipe.theme.base();
    let mut canvas = Canvas::new(grid, images, base, zones, rng);
    let road = match recipe.theme {
        Theme::Forest | Theme::Hills | Theme::Ruins => Ground::Open,
        _ => Ground::Floor,
    };
    let dry = match recipe.theme {
        Theme::Dungeon | Theme::Deck => Ground::Floor,
        _ => Ground::Open,
    };
    for zone in canvas.zones.clone() {
        zone.iter().for_each(|space| canvas.paint(space, dry));
    }
    // a river has one bridge in the middle
    let single = recipe.theme == Theme::River;
    let plan = plan::lay_out(&mut canvas, pace, (road, single));
    match recipe.theme {
        Theme::Countryside => country::countryside(&mut canvas),
        Theme::Forest => country::forest(&mut canvas),
        Theme::River => country::river(&mut canvas, plan.hub),
        Theme::Hills => country::hills(&mut canvas),
        Theme::Village => buildings::village(&mut canvas),
        Theme::Ruins => buildings::ruins(&mut canvas),
        Theme::Dungeon => inside::dungeon(&mut canvas, plan.hub),
        Theme::Deck => inside::deck(&mut canvas),
    }
    let fill = recipe.theme.fill();
    let start = plan.goals.first().and_then(|goal| goal.first());
    let start = start.copied().unwrap_or(plan.hub);
    canvas.drain();
    canvas.part_doors();
    canvas.open_up(fill, start);
    canvas.dry_doors(dry);
    canvas.tidy();
    let map = canvas.into_map(recipe.title(), space_size(recipe), &plan.goals);
    locks::lock_some(
        map,
        images,
        &mut keyed(recipe.seed, Stream::Ground, !number),
    )
}

/// The size of a space of the recipe's scale, in hundredths of a millimetre.
fn space_size(recipe: &Recipe) -> u32 {
    recipe.scale.space() * 254 / 10
}
