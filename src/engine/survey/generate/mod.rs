//! Maps drawn up by chance from a recipe: the same recipe always gives the same map.
//!
//! A map is fair by construction: what is put down appears in every part of the symmetry at
//! once. Candidates in which the check finds anything are thrown away, and the next one of the
//! same seed is tried.

mod canvas;
mod edition3;
mod edition4;
mod finish;

use super::Pace;
use crate::battle::Scale;
use crate::board::{Board, Grid, GridKind, Images, Map, Space, Stagger, Symmetry};
use crate::files::{grid_name, map::read, write};
use crate::source::{Fault, Source, as_text};
use canvas::Ground;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// What a map is like.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
pub const EDGES: std::ops::RangeInclusive<u32> = 8..=256;
/// The shortest edge of older editions.
const SHORTEST: u32 = 16;

/// Everything a map is drawn up from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The scale of the figures, for distances between zones.
    pub scale: Scale,
    /// Rounds of a battle, for the same.
    pub rounds: u32,
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
        let mut pace = String::new();
        if self.scale != Scale::default() {
            pace += &format!(" --scale {}", self.scale.name());
        }
        if self.rounds != ROUNDS {
            pace += &format!(" --rounds {}", self.rounds);
        }
        format!(
            "--theme {} --grid {}{stagger} --size {}x{} --symmetry {}{pace} --seed {} --edition {}",
            self.theme.name(),
            grid_name(self.kind),
            self.columns,
            self.rows,
            self.symmetry.name(),
            self.seed,
            self.edition
        )
    }
    /// How fast figures are, and how long the battle is.
    pub fn pace(&self) -> Pace {
        Pace {
            rounds: self.rounds,
            ..Pace::of(self.scale)
        }
    }
    /// The name of its map.
    fn title(&self) -> String {
        let mut word = self.theme.name().to_owned();
        word[..1].make_ascii_uppercase();
        format!("{word} {}", self.seed)
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

/// The scale that a map is meant for: the one of its recipe, or the usual one.
pub fn scale_of(map: &Map) -> Scale {
    scale_in(map.credit.recipe.as_deref().unwrap_or_default())
}

/// The scale in a recipe, or the usual one.
fn scale_in(recipe: &str) -> Scale {
    let after = |(_, rest): (&str, &str)| rest.split_whitespace().next().and_then(Scale::named);
    recipe
        .split_once("--scale ")
        .and_then(after)
        .unwrap_or_default()
}

/// The pace in the recipe of a map, if it has one.
pub fn pace_of_recipe(map: &Map) -> Option<Pace> {
    let recipe = map.credit.recipe.as_ref()?;
    let words: Vec<&str> = recipe.split_whitespace().collect();
    let after = |option: &str| {
        let at = words.iter().position(|word| *word == option)?;
        words.get(at + 1).copied()
    };
    let scale = scale_in(recipe);
    let rounds = after("--rounds").and_then(|n| n.parse().ok());
    Some(Pace {
        rounds: rounds.unwrap_or(ROUNDS),
        ..Pace::of(scale)
    })
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
/// rejected for them before. Edition 4 chooses zones, objectives, roads and rivers by the seed too.
pub const EDITIONS: std::ops::RangeInclusive<u32> = 2..=4;
/// The edition of new maps.
pub const EDITION: u32 = *EDITIONS.end();
/// The first edition that removes doors that lead nowhere.
const WITHOUT_IDLE_DOORS: u32 = 3;
/// The first edition whose seed decides the plan, and that knows scales and rounds.
const PLANNED: u32 = 4;
/// Rounds of a battle unless the recipe says otherwise.
pub const ROUNDS: u32 = 5;

/// How many candidates are tried.
const TRIES: u64 = 200;

/// Why no map is generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateFault {
    /// An edition that this version does not support.
    #[error(
        "this version supports editions {first} to {last} of the map generator, not {0}",
        first = EDITIONS.start(), last = EDITIONS.end()
    )]
    Edition(u32),
    /// A size that is out of bounds: columns, rows, and the bounds of both.
    #[error(
        "cannot generate a map of {0} × {1} spaces; each edge must have {least} to {most}",
        least = .2.start(), most = .2.end()
    )]
    Size(u32, u32, RangeInclusive<u32>),
    /// An edition that has no scales and rounds yet.
    #[error("edition {0} of the map generator knows neither --scale nor --rounds")]
    NoPace(u32),
    /// A symmetry that this grid does not have.
    #[error("cannot generate a {} map with the symmetry {}", grid_name(*.0), .1.words())]
    Symmetry(GridKind, Symmetry),
    /// A candidate that the reader of map files refuses.
    #[error("{0}")]
    Unreadable(#[from] Fault),
    /// All candidates fail the check; what is wrong with the last.
    #[error(
        "none of {TRIES} candidates passes the map check (finding in the last: {0}); try another \
         seed, size or symmetry"
    )]
    NonePasses(String),
}

as_text!(GenerateFault);

/// Generates a map.
///
/// # Errors
/// The size is out of bounds, the edition is not known, or no candidate passes the check.
pub fn generate(recipe: &Recipe) -> Result<Made, GenerateFault> {
    if !EDITIONS.contains(&recipe.edition) {
        return Err(GenerateFault::Edition(recipe.edition));
    }
    let edges = match recipe.edition >= PLANNED {
        true => EDGES,
        false => SHORTEST..=*EDGES.end(),
    };
    if !edges.contains(&recipe.columns) || !edges.contains(&recipe.rows) {
        return Err(GenerateFault::Size(recipe.columns, recipe.rows, edges));
    }
    if recipe.edition < PLANNED && (recipe.scale, recipe.rounds) != (Scale::default(), ROUNDS) {
        return Err(GenerateFault::NoPace(recipe.edition));
    }
    if !DRAWN.contains(&recipe.symmetry) || !recipe.symmetry.suits(recipe.kind) {
        return Err(GenerateFault::Symmetry(recipe.kind, recipe.symmetry));
    }
    let grid = recipe.grid();
    let images = Images::new(grid, recipe.symmetry);
    let mut last = String::new();
    for number in 0..TRIES {
        let drawn = candidate(recipe, &images, number);
        let text = write(&drawn);
        let map = read(&Source::new("a new map", text))?;
        let board = Board::new(map.clone());
        let fault = match recipe.edition >= PLANNED {
            true => edition4::fault(&board, recipe.pace()),
            false => edition3::fault(&board, recipe.pace()),
        };
        match fault {
            None => {
                return Ok(Made {
                    map,
                    thrown_away: number,
                    trimmed: images.partnerless().iter().collect(),
                });
            }
            Some(fault) => last = fault,
        }
    }
    Err(GenerateFault::NonePasses(last))
}

/// One candidate, good or not.
fn candidate(recipe: &Recipe, images: &Images, number: u64) -> Map {
    let mut map = match recipe.edition >= PLANNED {
        true => edition4::candidate(recipe, images, number),
        false => edition3::candidate(recipe, images, number),
    };
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
