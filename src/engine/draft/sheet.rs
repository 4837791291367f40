//! A map as plain data, to be changed.

use super::Scene;
use crate::board::{
    Border, Cost, Credit, Grid, GridKind, Map, Opacity, Picture, Space, Spaces, Stagger, Terrain,
    TerrainId, Use, Zone,
};
use crate::files::builtin::{Builtin, TERRAINS};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a map says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub author: Option<String>,
    /// What is to be said about it.
    pub notes: Option<String>,
    /// What it was drawn up from, if it was.
    #[serde(default)]
    pub recipe: Option<String>,
    /// Ids of the findings of the map check that are meant to be so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept: Vec<String>,
    /// Size of a space when printed, in hundredths of a millimetre.
    pub space_size: u32,
    /// The picture under the grid.
    #[serde(default)]
    pub picture: Option<Picture>,
}

/// A map as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What it says about itself.
    pub head: Head,
    /// Shape and size.
    pub grid: Grid,
    /// The kinds of terrain.
    pub terrains: Vec<Terrain>,
    /// Terrain of each space.
    pub ground: Vec<TerrainId>,
    /// Level of each space.
    pub levels: Vec<i8>,
    /// Borders by the two spaces they stand between, the lower first.
    pub borders: BTreeMap<(Space, Space), Border>,
    /// Zones, in the order of the file. They may be empty, and lie on void.
    pub zones: Vec<Zone>,
    /// The scenario that is made on it.
    pub scene: Option<Scene>,
}

impl Sheet {
    /// The sheet of a map.
    pub fn of(map: Map) -> Self {
        Self {
            head: Head {
                name: map.name,
                author: map.credit.author,
                notes: map.credit.notes,
                recipe: map.credit.recipe,
                accept: map.credit.accept,
                space_size: map.space_size,
                picture: map.credit.picture,
            },
            grid: map.grid,
            terrains: map.terrains,
            ground: map.terrain,
            levels: map.elevation,
            borders: map.borders.into_iter().map(|b| (b.between, b)).collect(),
            zones: map.zones,
            scene: None,
        }
    }

    /// A board of open ground with a deployment zone for each of two seats at its ends.
    pub fn fresh(name: &str, kind: GridKind, columns: u32, rows: u32) -> Self {
        let grid = Grid {
            kind,
            stagger: Stagger::Even,
            columns,
            rows,
        };
        let deep = (rows / 6).clamp(1, 3);
        let edge = |edge| grid.edge(edge, deep.min(rows / 2).max(1));
        let zone = |seat, spaces| Zone {
            kind: Use::Deployment,
            seat: Some(seat),
            spaces,
        };
        Self {
            head: Head {
                name: name.to_owned(),
                author: None,
                notes: None,
                recipe: None,
                accept: Vec::new(),
                space_size: crate::files::map::INCH,
                picture: None,
            },
            grid,
            terrains: vec![TERRAINS[0].terrain(TERRAINS[0].sign, None)],
            ground: vec![TerrainId(0); grid.len()],
            levels: vec![0; grid.len()],
            borders: BTreeMap::new(),
            zones: vec![
                zone(1, edge(crate::board::Edge::South)),
                zone(2, edge(crate::board::Edge::North)),
            ],
            scene: None,
        }
    }

    /// The kind of a space.
    pub fn kind(&self, space: Space) -> &Terrain {
        &self.terrains[usize::from(self.ground[space.index()].0)]
    }
    /// Whether a space is part of the board.
    pub fn exists(&self, space: Space) -> bool {
        !self.kind(space).void
    }
    /// All spaces of the rectangle.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + use<> {
        (0..self.grid.len() as u32).map(Space)
    }
    /// The kind of a name.
    pub fn named(&self, name: &str) -> Option<TerrainId> {
        let found = self.terrains.iter().position(|t| t.name == name)?;
        Some(TerrainId(found as u8))
    }
    /// A character that no kind has.
    pub fn free_sign(terrains: &[Terrain], wanted: char) -> char {
        let free = |c: &char| !terrains.iter().any(|t| t.sign == *c);
        let built_in = |c: &char| TERRAINS.iter().any(|t| t.sign == *c);
        std::iter::once(wanted)
            .filter(|c| !c.is_control() && *c != '\0')
            .chain(
                ('a'..='z')
                    .chain('A'..='Z')
                    .chain('\u{c0}'..='\u{24f}')
                    .filter(|c| !built_in(c)),
            )
            .find(free)
            .unwrap_or('?')
    }

    /// The map, as it would be read from its file: kinds nobody uses are left out, and so is what
    /// zones have on void.
    pub fn map(&self) -> Map {
        let mut used = vec![false; self.terrains.len()];
        self.ground
            .iter()
            .for_each(|id| used[usize::from(id.0)] = true);
        for (i, terrain) in self.terrains.iter().enumerate() {
            let plain = Builtin::named(&terrain.name)
                .is_some_and(|b| TERRAINS[b].sign == terrain.sign && is_builtin(terrain, b));
            used[i] |= !plain;
        }
        loop {
            let more: Vec<usize> = (0..used.len())
                .filter(|i| used[*i])
                .filter_map(|i| self.terrains[i].becomes.map(|id| usize::from(id.0)))
                .filter(|left| !used[*left])
                .collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|i| used[i] = true);
        }
        let place: Vec<u8> = used
            .iter()
            .scan(0u8, |next, used| {
                let at = *next;
                *next = next.saturating_add(u8::from(*used));
                Some(at)
            })
            .collect();
        let renumbered = |id: TerrainId| TerrainId(place[usize::from(id.0)]);
        let terrains = self.terrains.iter().zip(&used).filter(|(_, used)| **used);
        let exists = |s: &Space| self.exists(*s);
        let zones = self.zones.iter().map(|zone| Zone {
            spaces: Spaces::of(self.grid.len(), zone.spaces.iter().filter(exists)),
            ..zone.clone()
        });
        Map {
            name: self.head.name.clone(),
            credit: Credit {
                author: self.head.author.clone(),
                notes: self.head.notes.clone(),
                recipe: self.head.recipe.clone(),
                picture: self.head.picture.clone(),
                accept: self.head.accept.clone(),
            },
            grid: self.grid,
            space_size: self.head.space_size,
            terrains: terrains
                .map(|(t, _)| Terrain {
                    becomes: t.becomes.map(renumbered),
                    ..t.clone()
                })
                .collect(),
            terrain: self.ground.iter().map(|id| renumbered(*id)).collect(),
            elevation: self.levels.clone(),
            borders: self.borders.values().cloned().collect(),
            zones: zones.filter(|z| !z.spaces.is_empty()).collect(),
        }
    }
}

/// Whether a terrain has the values of a built-in.
fn is_builtin(terrain: &Terrain, i: usize) -> bool {
    TERRAINS[i].terrain(terrain.sign, terrain.becomes) == *terrain
}

/// A terrain in a few words.
pub(super) fn words(terrain: &Terrain) -> String {
    let mut words = match terrain.cost {
        Cost::Plain => "plain".to_owned(),
        Cost::Hard => "difficult".to_owned(),
        Cost::No => "impassable".to_owned(),
    };
    match terrain.sight {
        Opacity::Clear => {}
        Opacity::Partial => words += &format!(", partly blocks sight, height {}", terrain.height),
        Opacity::Blocking => words += &format!(", blocks sight, height {}", terrain.height),
    }
    if terrain.cover {
        words += ", cover";
    }
    if terrain.water {
        words += ", water";
    }
    words
}

impl Sheet {
    /// What a kind of terrain does, in a few words.
    pub fn about(terrain: &Terrain) -> String {
        words(terrain)
    }
}
