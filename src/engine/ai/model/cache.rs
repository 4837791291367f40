//! Caches kept from one decision to the next.

use super::figure::{Chance, FigureInfo, Splash};
use super::row::Row;
use super::zone::{Stood, Zones};
use crate::battle::{Fig, How, Mode, OddsState, Range, Reaches, Side, Stand, Target};
use crate::board::{Board, Reach, Sight, Space};
use crate::rules::Game;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// The figures that one can strike from somewhere, how, and what it sees of them.
pub type Strikes = Arc<[(How, Fig, Sight)]>;

/// Caches, each keyed by all it depends on, so that they never change an answer.
#[derive(Default)]
pub struct Cache {
    /// For each way, sight and distance of each pair when it was asked for, and which of `chances`
    /// it is.
    asked: Vec<(u32, u32)>,
    chances: Vec<Chance>,
    stamp: u32,
    /// What chances depend on besides their battle.
    odds: Option<OddsState>,
    /// How far each space is from where each side was placed.
    deployment_distances: Vec<Arc<Vec<u16>>>,
    /// The battle that chances and zones are of; held, so that it is no other's.
    battle: Option<Game>,
    fields: FxHashMap<Space, Arc<Vec<u32>>>,
    approaches: FxHashMap<(Space, u8, u32, bool), Arc<Vec<u32>>>,
    distances: FxHashMap<(Space, u8), Arc<Vec<u16>>>,
    zones: Vec<Option<Known>>,
    stood: Vec<Option<Stood>>,
    pub reaches: Reaches,
    /// How far figures go whose reach has been asked for in this decision.
    paces: Vec<Option<u32>>,
    splashes: FxHashMap<(Fig, How, Target), Splash>,
    strikes: FxHashMap<(Fig, Stand), Strikes>,
    /// The board that fields and discs are of; held, so that its address stays its own.
    board: Option<Arc<Board>>,
    /// The work done with it so far: each place that is weighed counts by the threats to it, and each
    /// question for odds as several threats.
    pub weighed: u64,
}

impl Cache {
    /// Drops what belongs to another board, to other odds or to the last decision; `cells`: how many
    /// odds can be asked for in this one.
    pub fn begin(&mut self, game: &Game, cells: usize) {
        let board = game.board();
        if self.board.as_ref().is_none_or(|b| !Arc::ptr_eq(b, board)) {
            self.fields.clear();
            self.approaches.clear();
            self.distances.clear();
            self.zones.clear();
            self.stood.clear();
            self.reaches = Reaches::remembering();
            self.board = Some(board.clone());
        }
        if self.fields.len() > 512 {
            self.fields.clear();
        }
        if self.approaches.len() * board.len() > 4_000_000 {
            self.approaches.clear();
        }
        if self.distances.len() * board.len() > 4_000_000 {
            self.distances.clear();
        }
        self.splashes.clear();
        self.paces.clear();
        self.strikes.clear();
        self.begin_odds(game, cells);
    }
    /// Forgets chances if they are of another battle, or what they depend on has changed.
    fn begin_odds(&mut self, game: &Game, cells: usize) {
        let same = self.battle.as_ref().is_some_and(|b| b.same_battle(game));
        if !same {
            self.battle = Some(game.clone());
            self.deployment_distances.clear();
        }
        let odds = game.odds_state();
        if same && odds.is_some() && odds == self.odds && self.asked.len() == cells {
            return;
        }
        self.odds = odds;
        self.stamp = self.stamp.wrapping_add(1);
        self.chances.clear();
        if self.asked.len() != cells || self.stamp == 0 {
            self.asked.clear();
            self.asked.resize(cells, (0, 0));
            self.stamp = 1;
        }
    }
    /// What an attack may do, if it was asked for since the odds have changed.
    #[inline]
    pub fn recall(&self, cell: usize) -> Option<Chance> {
        let (stamp, index) = self.asked[cell];
        (stamp == self.stamp).then(|| self.chances[index as usize])
    }
    /// Remembers it.
    pub fn keep_chance(&mut self, cell: usize, chance: Chance) {
        self.asked[cell] = (self.stamp, self.chances.len() as u32);
        self.chances.push(chance);
    }
    /// Path cost from everywhere to a space, for a figure of one space on foot.
    pub fn field<'a>(&mut self, board: &'a Board, to: Space) -> Row<'a, u32> {
        if let Some(row) = board.ways(to) {
            return Row::Board(row);
        }
        let row = self.fields.entry(to).or_insert_with(|| {
            let goal = board.approach(&[to]);
            Arc::new(board.field(&goal, 1, crate::board::Gait::Walk))
        });
        Row::Own(row.clone())
    }
    /// Path cost from everywhere to where a way of attacking reaches a figure, for an attacker of
    /// one space on foot.
    pub fn approach_costs<'a>(
        &mut self,
        board: &'a Board,
        at: &FigureInfo,
        mode: &Mode,
    ) -> Row<'a, u32> {
        let reach = match mode.range {
            Range::Touch => return self.field(board, at.at),
            Range::Spaces(reach) => reach,
        };
        if at.size == 1
            && let Some(row) = board.stands(at.at, reach, mode.sight)
        {
            return Row::Board(row);
        }
        let key = (at.at, at.size, reach, mode.sight);
        let row = self
            .approaches
            .entry(key)
            .or_insert_with(|| Arc::new(board.ways_within(&at.spaces, reach, mode.sight)));
        Row::Own(row.clone())
    }
    /// How far each space is from the nearest of a figure's.
    pub fn far<'a>(&mut self, board: &'a Board, figure: &FigureInfo) -> Row<'a, u16> {
        if figure.size == 1
            && let Some(row) = board.distances(figure.at)
        {
            return Row::Board(row);
        }
        let row = self
            .distances
            .entry((figure.at, figure.size))
            .or_insert_with(|| {
                let grid = board.grid();
                let all = (0..grid.len() as u32)
                    .map(|space| grid.gap(&figure.spaces, &[Space(space)]) as u16);
                Arc::new(all.collect())
            });
        Row::Own(row.clone())
    }
    /// Looks at where a figure can go.
    pub fn with_reach<T>(
        &mut self,
        game: &Game,
        who: Fig,
        look: impl FnOnce(&mut Self, &Reach) -> T,
    ) -> T {
        let mut reaches = std::mem::take(&mut self.reaches);
        let reach = reaches.of(who);
        let moves = game.reach(who, reach);
        if game.pace_by_reach() {
            let farthest = reach.ends().last().map_or(0, |(_, cost)| *cost);
            if self.paces.len() <= who.index() {
                self.paces.resize(who.index() + 1, None);
            }
            self.paces[who.index()] = Some(if moves { farthest } else { 0 });
        }
        let seen = look(self, reach);
        self.reaches = reaches;
        seen
    }
    /// How far each space is from where a side was placed.
    pub fn distances_from_deployment(&mut self, game: &Game, side: Side) -> &[u16] {
        if self.deployment_distances.is_empty() {
            let zones = game.sides().iter().map(|side| &side.zone);
            self.deployment_distances = zones.map(|zone| game.board().kept_gaps(zone)).collect();
        }
        &self.deployment_distances[side.index()]
    }
    /// How far a figure goes in a move of its own.
    pub fn pace(&mut self, game: &Game, who: Fig) -> u32 {
        let known = self.paces.get(who.index()).copied().flatten();
        known.unwrap_or_else(|| game.pace(who, self.reaches.of(who)))
    }
    /// What an act does to others than its target, if it was asked for in this decision.
    pub fn splash(&self, who: Fig, how: How, at: Target) -> Option<Splash> {
        self.splashes.get(&(who, how, at)).copied()
    }
    /// The figures that one can strike from a stand, looked up once a decision.
    pub fn strikes(&mut self, game: &Game, who: Fig, stand: Stand) -> Strikes {
        let known = self.strikes.entry((who, stand)).or_insert_with(|| {
            let mut all: SmallVec<[_; 16]> = SmallVec::new();
            game.strikes(who, stand, &mut |how, at, sight| {
                if let Target::Figure(foe) = at {
                    all.push((how, foe, sight));
                }
                true
            });
            all.as_slice().into()
        });
        known.clone()
    }
    /// Remembers it.
    pub fn keep_splash(&mut self, who: Fig, how: How, at: Target, splash: Splash) {
        self.splashes.insert((who, how, at), splash);
    }
    /// What an enemy can hit, if it is remembered of the same place, ways and reach.
    pub fn zones(
        &self,
        foe: Fig,
        figure: &FigureInfo,
        modes: &[Mode],
        ends: &[(Space, u32)],
    ) -> Option<Zones> {
        let known = self.zones.get(foe.index())?.as_ref()?;
        let same = known.at == figure.at
            && known.size == figure.size
            && known.modes == modes
            && known.ends == ends;
        same.then(|| known.zones.clone())
    }
    /// The memory of an enemy that attacks from where it stands.
    pub fn stood(&mut self, foe: Fig) -> &mut Option<Stood> {
        if self.stood.len() <= foe.index() {
            self.stood.resize_with(foe.index() + 1, || None);
        }
        &mut self.stood[foe.index()]
    }
    /// Remembers what an enemy can hit.
    pub fn keep_zones(
        &mut self,
        foe: Fig,
        figure: &FigureInfo,
        modes: &[Mode],
        ends: &[(Space, u32)],
        zones: Zones,
    ) {
        if self.zones.len() <= foe.index() {
            self.zones.resize_with(foe.index() + 1, || None);
        }
        let (mut its_modes, mut its_ends) = (Vec::new(), Vec::new());
        if let Some(old) = self.zones[foe.index()].take() {
            (its_modes, its_ends) = (old.modes, old.ends);
            its_modes.clear();
            its_ends.clear();
        }
        its_modes.extend_from_slice(modes);
        its_ends.extend_from_slice(ends);
        self.zones[foe.index()] = Some(Known {
            at: figure.at,
            size: figure.size,
            modes: its_modes,
            ends: its_ends,
            zones,
        });
    }
}

/// What an enemy can hit, and what that came from.
#[derive(Debug)]
struct Known {
    at: Space,
    size: u8,
    modes: Vec<Mode>,
    ends: Vec<(Space, u32)>,
    zones: Zones,
}
