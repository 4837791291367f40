//! A figure as an opponent sees it, and what one attack may do.

use super::row::Row;
use crate::battle::{Bands, Fig, How, Mode, Odds, Range, Ratio, Target};
use crate::board::{Board, Facing, Footprint, Sight, Space};
use crate::rules::Game;
use smallvec::SmallVec;

/// Probability that a follow-up attack finds a target.
pub const FOLLOWED: f64 = 0.8;

/// The ways in which a figure can attack that count for an opponent.
pub type Modes = SmallVec<[Mode; 3]>;

/// A figure as an opponent sees it.
#[derive(Clone, Debug)]
pub struct FigureInfo<'a> {
    /// Of the own team.
    pub friend: bool,
    /// Of the own side.
    pub own: bool,
    /// On the board.
    pub on: bool,
    /// Points.
    pub worth: f64,
    /// Anchor.
    pub at: Space,
    /// Its spaces.
    pub spaces: Footprint,
    /// Footprint size.
    pub size: u8,
    /// In the air.
    pub aloft: bool,
    /// Where it looks, if it shoots only at what lies ahead.
    pub arc: Option<Facing>,
    /// How it can attack this round.
    pub modes: Modes,
    /// How it can attack in a fresh round.
    pub fresh: Modes,
    /// How it can attack this round, and in a fresh one, once it has left what carries it, if
    /// anything does.
    pub on_foot: Option<Box<[Modes; 2]>>,
    /// How it matters for its attacks how far away their target is.
    pub bands: Bands,
    /// Whether it may still move this round.
    pub moves: bool,
    /// How far it helps.
    pub aura: u32,
    /// The figure that moves it: itself, or what carries it.
    pub lead: Fig,
    /// How far each space is from the nearest of its spaces; empty when it is not on the board.
    pub far: Row<'a, u16>,
}

impl FigureInfo<'_> {
    /// How it can attack, this round or in a fresh one, once it has left what carries it.
    pub fn modes_on_foot(&self, fresh: bool) -> &[Mode] {
        let both = self.on_foot.as_deref();
        both.map_or(&[], |both| &both[usize::from(fresh)])
    }
    /// How many actions it may use this round in which it can attack.
    pub fn actions(&self) -> u8 {
        let acting = self.modes.iter().filter(|mode| mode.how.takes_action());
        acting.map(|mode| mode.times).max().unwrap_or(0)
    }
    /// Whether one of its spaces is this.
    #[inline]
    pub fn covers(&self, space: Space) -> bool {
        match &self.spaces[..] {
            [own] => *own == space,
            all => all.contains(&space),
        }
    }
    /// The distance of the nearest pair of its spaces and these; off the board: 0.
    #[inline]
    pub fn gap(&self, spaces: &[Space]) -> u32 {
        if !self.on {
            return 0;
        }
        if let [space] = spaces {
            return u32::from(self.far[space.index()]);
        }
        spaces
            .iter()
            .map(|s| u32::from(self.far[s.index()]))
            .min()
            .unwrap_or(0)
    }
}

/// What one attack may do, as shares of its target.
#[derive(Copy, Clone, Debug, Default)]
pub struct Chance {
    /// The attack roll succeeds.
    pub hit: f64,
    /// The target is gone.
    pub defeat: f64,
    /// The share of it that wounds take.
    pub wound: f64,
    /// The attacker is gone.
    pub lost: f64,
    /// The attacker runs.
    pub flee: f64,
    /// How many more attacks a success allows.
    pub again: u8,
    /// Those must be within this many spaces of the target.
    pub within: u32,
    /// Expected number of other figures that fall with the target.
    pub more: f64,
}

impl Chance {
    /// The share of the target that is destroyed.
    #[inline]
    pub fn harm(&self) -> f64 {
        self.defeat + self.wound
    }
    /// How many attacks on others follow a success, on average.
    #[inline]
    pub fn following(&self) -> f64 {
        FOLLOWED * self.hit * f64::from(self.again)
    }
    pub fn of(odds: &Odds) -> Self {
        Self {
            hit: to_f64(odds.hit),
            defeat: to_f64(odds.defeat),
            wound: to_f64(odds.wound) * to_f64(odds.part),
            lost: to_f64(odds.lost),
            flee: to_f64(odds.flee),
            again: odds.again.min(3),
            within: odds.again_within.unwrap_or(1),
            more: to_f64(odds.more),
        }
    }
}

pub fn to_f64(ratio: Ratio) -> f64 {
    *ratio.numer() as f64 / *ratio.denom() as f64
}

/// How far a mode goes, in spaces.
pub fn reach_of(mode: &Mode) -> u32 {
    match mode.range {
        Range::Touch => 1,
        Range::Spaces(range) => range,
    }
}

/// How many attacks a mode allows, if the figure has to move first.
pub fn times(mode: &Mode, moving: bool) -> u8 {
    match moving {
        true if mode.still => 0,
        true if mode.how.takes_action() => mode.times.saturating_sub(1),
        _ => mode.times,
    }
}

/// The share of a target that `times` attacks destroy.
pub fn repeated(harm: f64, times: u8) -> f64 {
    let mut left = 1.0;
    for _ in 0..times {
        left *= 1.0 - harm;
    }
    1.0 - left
}
/// When in a round an attack comes: 0 for shots, 1 for blows.
pub fn rank(how: How) -> u8 {
    match how {
        How::Fight => 1,
        _ => 0,
    }
}

/// What an attacker on these spaces sees of a target on those, so far apart, by terrain
/// alone, if the way of attacking goes so far. With a facing, the target must lie in its arc.
pub fn sees(
    board: &Board,
    mode: &Mode,
    from: &[Space],
    to: &[Space],
    gap: u32,
    facing: Option<Facing>,
) -> Option<Sight> {
    let Range::Spaces(range) = mode.range else {
        let near = gap <= 1 && board.touching(from, to);
        return near.then_some(Sight::Clear);
    };
    if gap > range {
        return None;
    }
    if !mode.sight {
        return Some(Sight::Clear);
    }
    let facing = facing.filter(|_| mode.how == How::Shoot);
    let mut best = Sight::Blocked;
    for a in from {
        for b in to {
            let sight = board.sight(*a, *b);
            if sight > best && facing.is_none_or(|f| board.grid().in_arc(f, *a, *b)) {
                best = sight;
            }
        }
    }
    (best != Sight::Blocked).then_some(best)
}

/// What a figure sees of what it can strike.
pub fn sight_of(game: &Game, who: Fig, how: How, at: Target) -> Sight {
    let mut found = Sight::Clear;
    game.strikes(who, game.stand(who), &mut |h, a, sight| {
        if h == how && a == at {
            found = sight;
            return false;
        }
        true
    });
    found
}

/// What an act does to others than its target, in points.
#[derive(Copy, Clone, Debug, Default)]
pub struct Splash {
    /// Of enemies.
    pub kill: f64,
    /// Of friends.
    pub own: f64,
}

impl Splash {
    /// So much of it.
    pub fn times(&self, factor: f64) -> Self {
        Self {
            kill: self.kill * factor,
            own: self.own * factor,
        }
    }
}
