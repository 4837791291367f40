//! The last strokes: pockets opened, puddles drained, and the map made of it.

use super::super::doors;
use super::canvas::{Canvas, Ground, pair};
use crate::board::{Board, Border, BorderKind, Map, Space, Spaces, Terrain, TerrainId, Use, Zone};
use crate::files::builtin::{self, Builtin, TERRAINS};
use crate::files::map::{INCH, share_a_side};
use std::collections::VecDeque;

impl Canvas<'_> {
    pub(super) fn closed(&self, a: Space, b: Space, doors: bool) -> bool {
        match self.borders.get(&pair(a, b)) {
            None | Some((BorderKind::Hedge, _)) => false,
            Some((BorderKind::Door, open)) => !open && !doors,
            Some(_) => true,
        }
    }
    /// Everywhere one gets to from a space over whole sides, through shut doors too.
    pub(super) fn reached(&self, from: Space) -> Spaces {
        let mut seen = Spaces::of(self.grid.len(), [from]);
        let mut open = VecDeque::from([from]);
        while let Some(space) = open.pop_front() {
            for (_, next) in self.grid.neighbours(space) {
                let goes = self.at(next).walkable()
                    && share_a_side(&self.grid, space, next)
                    && !self.closed(space, next, true);
                if goes && seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
        seen
    }
    /// No ground that nobody can get to: a wall around it gets a door, else it is filled.
    fn open_pockets(&mut self, fill: Ground) {
        for _ in 0..12 {
            let reached = self.reached(self.centre());
            let all = (0..self.grid.len() as u32).map(Space);
            let lost: Vec<Space> = all
                .filter(|s| self.at(*s).walkable() && !reached.contains(*s))
                .collect();
            if lost.is_empty() {
                return;
            }
            let walls = lost.iter().flat_map(|space| {
                let next = self.grid.neighbours(*space).map(|(_, next)| next);
                let wall = next.filter(|next| self.closed(*space, *next, true));
                wall.map(|next| (*space, next)).collect::<Vec<_>>()
            });
            let mut walls: Vec<(Space, Space)> =
                walls.filter(|(_, next)| reached.contains(*next)).collect();
            if walls.is_empty() {
                for space in lost {
                    if self.in_zone(space) || self.kept.contains(space) {
                        continue;
                    }
                    self.paint(space, fill);
                }
                continue;
            }
            // One way into each, found again and again until all are open.
            let at = self.below(walls.len() as i64) as usize;
            let (a, b) = walls.swap_remove(at);
            match self.borders.get(&pair(a, b)) {
                Some((BorderKind::Fence, _)) => self.clear(a, b),
                _ => self.border(a, b, BorderKind::Door, true),
            }
            if let Some((BorderKind::Wall | BorderKind::Window, _)) = self.borders.get(&pair(a, b))
            {
                self.clear(a, b);
            }
        }
    }
    /// No puddles: water of one or two spaces becomes what lies around it.
    pub(super) fn drain(&mut self) {
        let wet = |canvas: &Self, s: Space| matches!(canvas.at(s), Ground::Water | Ground::Deep);
        let mut seen = Spaces::new(self.grid.len());
        for first in (0..self.grid.len() as u32).map(Space) {
            if !wet(self, first) || !seen.insert(first) {
                continue;
            }
            let mut pool = vec![first];
            let mut next = 0;
            while next < pool.len() {
                let around = self.grid.neighbours(pool[next]).map(|(_, s)| s);
                let joined: Vec<Space> = around
                    .filter(|s| wet(self, *s) && share_a_side(&self.grid, pool[next], *s))
                    .filter(|s| seen.insert(*s))
                    .collect();
                pool.extend(joined);
                next += 1;
            }
            if pool.len() > 2 {
                continue;
            }
            let open = |s: &Space| {
                let mut around = self.grid.neighbours(*s).map(|(_, s)| self.at(s));
                around.any(|ground| ground == Ground::Open)
            };
            let left = match pool.iter().any(open) {
                true => Ground::Open,
                false => Ground::Floor,
            };
            for space in pool {
                self.ground[space.index()] = left;
            }
        }
    }
    /// Takes borders away that nothing ever crosses.
    pub(super) fn tidy(&mut self) {
        let ground = &self.ground;
        let at = |space: Space| ground[space.index()];
        self.borders.retain(|(a, b), (kind, _)| {
            let stands = (at(*a).walkable(), at(*b).walkable());
            let void = at(*a) == Ground::Void || at(*b) == Ground::Void;
            match stands {
                _ if void => false,
                (true, true) => true,
                (false, false) => false,
                _ => *kind != BorderKind::Door,
            }
        });
    }

    /// The finished map, with an objective for each of these groups of spaces and its images.
    pub fn finish(mut self, name: String, fill: Ground, goals: &[Vec<Space>]) -> Map {
        self.drain();
        for _ in 0..3 {
            self.open_pockets(fill);
        }
        self.tidy();
        self.into_map(name, INCH, goals)
    }

    /// The map as it is painted; `space_size` in hundredths of a millimetre.
    pub fn into_map(mut self, name: String, space_size: u32, goals: &[Vec<Space>]) -> Map {
        let stands = |canvas: &Self, space: &Space| canvas.at(*space).walkable();
        let len = self.grid.len();
        let mut zones: Vec<Zone> = Vec::new();
        for (seat, spaces) in (1..).zip(&self.zones) {
            zones.push(Zone {
                kind: Use::Deployment,
                seat: Some(seat),
                spaces: Spaces::of(len, spaces.iter().filter(|s| stands(&self, s))),
            });
        }
        for goal in goals {
            let all = goal.iter().flat_map(|s| self.images.all(*s));
            zones.push(Zone {
                kind: Use::Objective,
                seat: None,
                spaces: Spaces::of(len, all.filter(|s| stands(&self, s))),
            });
        }
        let (terrains, terrain) = listed(&self.ground);
        for (level, ground) in self.level.iter_mut().zip(&self.ground) {
            if *ground == Ground::Void {
                *level = 0;
            }
        }
        let borders = self.borders.iter().map(|(between, (kind, open))| {
            if *open {
                builtin::open_door(*between)
            } else {
                builtin::border(*kind, *between)
            }
        });
        Map {
            name,
            credit: Default::default(),
            grid: self.grid,
            space_size,
            terrains,
            terrain,
            elevation: self.level,
            borders: borders.collect(),
            zones,
        }
    }
}

/// A map without the doors that open nothing: of those that stand free at one end, and of those
/// that do so once these are gone. Where they stood was a way round already.
pub fn without_idle_doors(mut map: Map) -> Map {
    loop {
        let board = Board::new(map.clone());
        let idle = doors::idle(&board);
        if idle.is_empty() {
            return map;
        }
        let stays = |border: &Border| idle.binary_search(&border.between).is_err();
        map.borders.retain(stays);
    }
}

/// The terrains in use, each with what it leaves, and which of them each space has.
fn listed(ground: &[Ground]) -> (Vec<Terrain>, Vec<TerrainId>) {
    let mut used = [false; TERRAINS.len()];
    for ground in ground {
        used[*ground as usize] = true;
    }
    let leaves = |i: usize| TERRAINS[i].becomes.and_then(Builtin::named);
    for i in 0..TERRAINS.len() {
        if let Some(left) = leaves(i).filter(|_| used[i]) {
            used[left] = true;
        }
    }
    let mut ids = [0u8; TERRAINS.len()];
    for i in 1..TERRAINS.len() {
        ids[i] = ids[i - 1] + u8::from(used[i - 1]);
    }
    let terrains = (0..TERRAINS.len()).filter(|i| used[*i]);
    let terrains = terrains.map(|i| {
        let left = leaves(i).map(|left| TerrainId(ids[left]));
        TERRAINS[i].terrain(TERRAINS[i].sign, left)
    });
    let terrain = ground.iter().map(|g| TerrainId(ids[*g as usize]));
    (terrains.collect(), terrain.collect())
}
