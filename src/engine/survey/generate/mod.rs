//! Maps drawn up by chance from a recipe: the same recipe always gives the same map.
//!
//! A map is fair by construction: what is put down appears in every part of the symmetry at
//! once. Candidates in which the check finds anything are thrown away, and the next one of the
//! same seed is tried.

mod built;
mod canvas;
mod country;
mod finish;
mod inside;
mod zones;

use super::{Pace, check};
use crate::battle::Scale;
use crate::board::{Board, Grid, GridKind, Images, Map, Space, Stagger, Symmetry};
use crate::dice::{Stream, keyed};
use crate::files::{grid_name, map::read, write};
use crate::source::Source;
use canvas::{Canvas, Ground};

/// What a map is like.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Fields behind hedges, copses, a road, a farm.
    Countryside,
    /// Woods, thickets and clearings.
    Forest,
    /// Houses along a street, with gardens.
    Village,
    /// Broken walls and rubble.
    Ruins,
    /// Rooms and corridors in rock.
    Dungeon,
    /// Cabins and holds inside a hull.
    Deck,
    /// A river with bridge and fords.
    River,
    /// Hills with a valley between them.
    Hills,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 8] = [
        Theme::Countryside,
        Theme::Forest,
        Theme::Village,
        Theme::Ruins,
        Theme::Dungeon,
        Theme::Deck,
        Theme::River,
        Theme::Hills,
    ];
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Countryside => "countryside",
            Theme::Forest => "forest",
            Theme::Village => "village",
            Theme::Ruins => "ruins",
            Theme::Dungeon => "dungeon",
            Theme::Deck => "deck",
            Theme::River => "river",
            Theme::Hills => "hills",
        }
    }
    /// The theme of a name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|t| t.name() == name)
    }
    fn base(self) -> Ground {
        match self {
            Theme::Dungeon => Ground::Wall,
            Theme::Deck => Ground::Floor,
            _ => Ground::Open,
        }
    }
    /// The ground that replaces areas which no figure can reach.
    fn fill(self) -> Ground {
        match self {
            Theme::River => Ground::Deep,
            _ => Ground::Wall,
        }
    }
}

/// Shortest and longest edge of a map that can be drawn up.
pub const EDGES: std::ops::RangeInclusive<u32> = 16..=256;

/// Everything a map is drawn up from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What it is like.
    pub theme: Theme,
    /// Squares or hexes.
    pub kind: GridKind,
    /// Which columns or rows of hexes are further on.
    pub stagger: Stagger,
    /// Number of columns, within [`EDGES`].
    pub columns: u32,
    /// Number of rows, within [`EDGES`].
    pub rows: u32,
    /// Its symmetry.
    pub symmetry: Symmetry,
    /// The seed of its random numbers.
    pub seed: u64,
    /// Which edition of the generator draws it up, of [`EDITIONS`].
    pub edition: u32,
}

impl Recipe {
    /// The recipe in the words of `map new`.
    pub fn text(&self) -> String {
        let stagger = match self.stagger {
            Stagger::Even => "",
            Stagger::Odd => " --stagger odd",
        };
        format!(
            "--theme {} --grid {}{stagger} --size {}x{} --symmetry {} --seed {} --edition {}",
            self.theme.name(),
            grid_name(self.kind),
            self.columns,
            self.rows,
            self.symmetry.name(),
            self.seed,
            self.edition
        )
    }
    /// The board it asks for.
    pub fn grid(&self) -> Grid {
        Grid {
            kind: self.kind,
            stagger: self.stagger,
            columns: self.columns,
            rows: self.rows,
        }
    }
}

/// A generated map.
#[derive(Clone, Debug)]
pub struct Made {
    /// The map, as its file reads.
    pub map: Map,
    /// How many candidates were thrown away before it.
    pub thrown_away: u64,
    /// Spaces that are void because they have no mirror image on a board of this size.
    pub trimmed: Vec<Space>,
}

/// The symmetries that the generator supports.
pub const DRAWN: [Symmetry; 6] = [
    Symmetry::None,
    Symmetry::LeftRight,
    Symmetry::TopBottom,
    Symmetry::HalfTurn,
    Symmetry::Both,
    Symmetry::QuarterTurn,
];

/// The editions of the generator that are supported; the last is the default. There is a new
/// one whenever a recipe would begin to give another map than before; older editions still give
/// the same maps. From edition 3 on, doors that lead nowhere are removed from a candidate, which was
/// rejected for them before.
pub const EDITIONS: std::ops::RangeInclusive<u32> = 2..=3;
/// The edition of new maps.
pub const EDITION: u32 = *EDITIONS.end();
/// The first edition that removes doors that lead nowhere.
const WITHOUT_IDLE_DOORS: u32 = 3;

/// How many candidates are tried.
const TRIES: u64 = 200;

/// Generates a map.
///
/// # Errors
/// The size is out of bounds, the edition is not known, or no candidate passes the check.
pub fn generate(recipe: &Recipe) -> Result<Made, String> {
    if !EDITIONS.contains(&recipe.edition) {
        return Err(format!(
            "this version supports editions {} to {} of the map generator, not {}",
            EDITIONS.start(),
            EDITIONS.end(),
            recipe.edition
        ));
    }
    if !EDGES.contains(&recipe.columns) || !EDGES.contains(&recipe.rows) {
        return Err(format!(
            "cannot generate a map of {} × {} spaces; each edge must have {} to {}",
            recipe.columns,
            recipe.rows,
            EDGES.start(),
            EDGES.end()
        ));
    }
    if !DRAWN.contains(&recipe.symmetry) || !recipe.symmetry.suits(recipe.kind) {
        return Err(format!(
            "cannot generate a {} map with the symmetry {}",
            grid_name(recipe.kind),
            recipe.symmetry.words()
        ));
    }
    let grid = recipe.grid();
    let images = Images::new(grid, recipe.symmetry);
    let mut last = String::new();
    for number in 0..TRIES {
        let drawn = candidate(recipe, &images, number);
        let text = write(&drawn);
        let map = read(&Source::new("a new map", text)).map_err(|fault| fault.to_string())?;
        let found = check(&Board::new(map.clone()), Pace::of(Scale::Mm28));
        match found.first() {
            None => {
                return Ok(Made {
                    map,
                    thrown_away: number,
                    trimmed: images.partnerless().iter().collect(),
                });
            }
            Some(finding) => last = format!("{}: {}", finding.place, finding.what),
        }
    }
    Err(format!(
        "none of {TRIES} candidates passes the map check (finding in the last: {last}); try another seed, size or symmetry"
    ))
}

/// One candidate, good or not.
fn candidate(recipe: &Recipe, images: &Images, number: u64) -> Map {
    let grid = recipe.grid();
    let zones = zones::zones(&grid, images);
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
    let mut word = recipe.theme.name().to_owned();
    word[..1].make_ascii_uppercase();
    let mut map = canvas.finish(format!("{word} {}", recipe.seed), recipe.theme.fill());
    if recipe.edition >= WITHOUT_IDLE_DOORS {
        map = finish::without_idle_doors(map);
    }
    map.credit.recipe = Some(recipe.text());
    if !images.exact() {
        map.credit.notes = Some(format!(
            "{} spaces have no mirror image on a board of this size and are void.",
            images.partnerless().count()
        ));
    }
    map
}

/// Lays out the parts of every map: an open middle, and a path from each zone to it.
fn lay_out(canvas: &mut Canvas, theme: Theme, zones: &[crate::board::Spaces]) {
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
