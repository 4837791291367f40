//! The figures and groups that can move, their destinations, and what else can be done now.

use super::cache::Cache;
use super::company::Company;
use super::table::Table;
use crate::battle::{Answer, Fig, How};
use crate::board::Space;
use crate::rules::Game;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// Largest number of destinations that are looked at to guess what a mover will do.
const TELLING: usize = 24;

/// A figure or group that can move, with where it can go.
#[derive(Clone)]
pub struct Mover {
    /// The figure that is told to move.
    pub lead: Fig,
    /// All figures that go along, the lead first.
    pub members: SmallVec<[Fig; 4]>,
    /// Spaces it may move to.
    pub ends: Vec<Space>,
    /// How far it goes.
    pub pace: u32,
    /// For each destination the space of each member; a destination that is missing: the space of the
    /// lead.
    pub formations: FxHashMap<Space, SmallVec<[Space; 8]>>,
    /// The figures around it; filled when first used.
    company: OnceCell<Company>,
    /// Probability that friends strike back at each destination and at its place; filled when first
    /// used.
    pub retaliation: OnceCell<Vec<f64>>,
}

impl Mover {
    /// A figure that stays.
    pub fn staying(who: Fig) -> Self {
        Self {
            lead: who,
            members: SmallVec::from_slice(&[who]),
            ends: Vec::new(),
            pace: 0,
            formations: FxHashMap::default(),
            company: OnceCell::new(),
            retaliation: OnceCell::new(),
        }
    }
    /// Whether a figure goes along.
    #[inline]
    pub fn takes(&self, who: Fig) -> bool {
        match &self.members[..] {
            [lead] => *lead == who,
            all => all.contains(&who),
        }
    }
    /// Whether it is a figure that walks by itself.
    pub fn alone(&self, table: &Table) -> bool {
        self.members.len() == 1
            && self.formations.is_empty()
            && table.game.aboard(self.lead).is_none()
    }
    /// The same mover, as if it could go only to some of its many places, evenly chosen.
    pub fn thinned(&self) -> Self {
        let stride = self.ends.len().div_ceil(TELLING).max(1);
        let ends = self.ends.iter().copied();
        Self {
            ends: ends.step_by(stride).collect(),
            pace: self.pace,
            ..Self::staying(self.lead)
        }
    }
    /// How far the farthest of its places is, in spaces.
    pub fn farthest(&self, table: &Table) -> u32 {
        let at = table.figure(self.lead).at;
        let mut farthest = 0;
        match table.board.distances(at) {
            Some(row) => {
                for to in &self.ends {
                    farthest = farthest.max(u32::from(row[to.index()]));
                }
            }
            None => {
                for to in &self.ends {
                    farthest = farthest.max(table.grid.distance(at, *to));
                }
            }
        }
        farthest
    }
    /// The figures near it wherever it goes, and those that may be.
    pub fn company(&self, table: &Table) -> &Company {
        let around = || Company::around(table, self.lead, &self.members, self.pace);
        self.company.get_or_init(around)
    }
    /// Drops what depends on the figures around it.
    pub fn renew(&mut self) {
        self.company.take();
        self.retaliation.take();
    }
    /// Looks again at where it can go in this battle, and how far that is.
    pub fn look_again(&mut self, table: &Table, cache: &mut Cache, game: &Game) {
        self.ends.clear();
        game.moves_into(self.lead, &mut cache.reaches, &mut self.ends);
        self.pace = self.farthest(table);
    }
    /// Where the member of this number would stand if the lead stood at an anchor.
    pub fn stand(&self, member: usize, anchor: Space) -> Space {
        let all = self.formations.get(&anchor);
        all.and_then(|all| all.get(member).copied())
            .unwrap_or(anchor)
    }
}

/// What can be done now.
pub struct Options {
    /// Figures and groups that can move, with their destinations.
    pub movers: Vec<Mover>,
    /// Figures that came along with a lead and can be put elsewhere.
    pub placements: Vec<Mover>,
    /// Whether moves, attacks and guards compete for the same actions.
    pub competing: bool,
    /// Figures that can walk off the board.
    pub leaves: Vec<Fig>,
    /// Whether nothing more may be done.
    pub done: bool,
    /// Whether all that can be done is to get on or off something: moves of figures that have
    /// none.
    pub steps: bool,
}

impl Options {
    /// Whether moves are all that can be done now, or putting those elsewhere who have gone along.
    pub fn only_moves(&self) -> bool {
        let moves = !self.movers.is_empty() || !self.placements.is_empty();
        moves && !self.competing && !self.steps
    }

    /// Reads the legal answers. Where figures only strike, they are looked up one by one later.
    pub fn read(table: &Table, cache: &mut Cache, game: &Game) -> Self {
        let mut options = Options {
            movers: Vec::new(),
            placements: Vec::new(),
            competing: false,
            leaves: Vec::new(),
            done: false,
            steps: false,
        };
        let mut others = false;
        game.legal(&mut cache.reaches, &mut |answer| {
            if let Answer::Move { who, to } = answer
                && let Some(mover) = options.movers.last_mut()
                && mover.lead == who
            {
                mover.ends.push(to);
                return true;
            }
            match &answer {
                Answer::Move { who, .. } if !others => {
                    others = game.facts(*who).may_move;
                    options.steps = !others;
                }
                Answer::Move { .. } | Answer::MoveAndShut { .. } | Answer::Done => {}
                _ => (others, options.steps) = (true, false),
            }
            match answer {
                // A carried figure is moved by its carrier, unless it gets off.
                Answer::Move { who, .. }
                    if table.figure(who).lead != who && game.aboard(who).is_none() => {}
                Answer::Move { who, to } => {
                    // About as many as the mover before had.
                    let last = options.movers.last();
                    let most = last.map_or(96, |mover| mover.ends.len() + 16);
                    let mut ends = Vec::with_capacity(most);
                    ends.push(to);
                    options.movers.push(Mover {
                        members: members(table, who),
                        ends,
                        ..Mover::staying(who)
                    });
                }
                Answer::Strike { how, .. } => {
                    // In a step of shots, blows or skills nothing moves.
                    if !how.takes_action() && how != How::Defend {
                        return false;
                    }
                    options.competing = true;
                }
                Answer::Place { who, to } => match options.placements.last_mut() {
                    Some(mover) if mover.lead == who => mover.ends.push(to),
                    _ => options.placements.push(Mover {
                        ends: vec![to],
                        ..Mover::staying(who)
                    }),
                },
                Answer::Leave { who } => options.leaves.push(who),
                Answer::Done => options.done = true,
                _ => {}
            }
            true
        });
        let attacks = |mover: &Mover| {
            let modes = &table.figure(mover.lead).modes;
            modes.iter().any(|mode| mode.how.takes_action())
        };
        options.competing |= options.movers.iter().any(attacks);
        for mover in &mut options.movers {
            mover.pace = mover.farthest(table);
            mover.read_formations(table, game);
        }
        if !options.done {
            options.done = game.check(&Answer::Done).is_ok();
        }
        options
    }
}

impl Mover {
    /// Reads where its members stand after each move, where they walk together.
    fn read_formations(&mut self, table: &Table, game: &Game) {
        let walks = |who: &Fig| game.aboard(*who).is_none();
        if self.members.len() < 2 || !self.members.iter().all(walks) {
            return;
        }
        let mut ends = self.ends.clone();
        ends.push(table.figure(self.lead).at);
        let Mover {
            members,
            formations,
            ..
        } = self;
        game.formations(self.lead, &ends, &mut |to, all| {
            let of = |who: &Fig| all.iter().find(|(f, _)| f == who).map_or(to, |(_, s)| *s);
            formations.insert(to, members.iter().map(of).collect());
        });
    }
}

/// All figures that move with a figure, that figure first.
fn members(table: &Table, lead: Fig) -> SmallVec<[Fig; 4]> {
    let mut members: SmallVec<[Fig; 4]> = SmallVec::new();
    members.push(lead);
    if table.figure(lead).lead == lead {
        for fig in &table.friends {
            if *fig != lead && table.figure(*fig).lead == lead {
                members.push(*fig);
            }
        }
    }
    members
}
