//! Squads: who belongs together, who stands with whom, and where followers go (L2).

use super::{Plastic, ground};
use crate::battle::{Battle, Fig, Side};
use crate::board::{Mover, Reach, Space, Spaces};
use smallvec::SmallVec;

/// Figures with the spaces they stand on, or would.
pub type Places = SmallVec<[(Fig, Space); 12]>;

/// Whether two figures act together: the same figure, or of one squad of one side.
pub fn together(b: &Battle<Plastic>, one: Fig, other: Fig) -> bool {
    let squad = b.unit(one).squad;
    one == other
        || squad.is_some()
            && squad == b.unit(other).squad
            && b.figure(one).side == b.figure(other).side
}

/// The figures on the board that act with this one, itself among them, in roster order.
pub fn mates(b: &Battle<Plastic>, who: Fig) -> SmallVec<[Fig; 12]> {
    if b.unit(who).squad.is_none() {
        return SmallVec::from_slice(&[who]);
    }
    b.on_board().filter(|f| together(b, who, *f)).collect()
}

/// The first figure of each squad of a side on the board, in roster order.
pub fn heads(b: &Battle<Plastic>, side: Side) -> Vec<Fig> {
    let mut heads: Vec<Fig> = Vec::new();
    for who in b.on_board().filter(|f| b.figure(*f).side == side) {
        let known = b.unit(who).squad.is_some() && heads.iter().any(|h| together(b, *h, who));
        if !known {
            heads.push(who);
        }
    }
    heads
}

/// The front figure: of those who stand nearest to the enemy, the first.
pub fn front(b: &Battle<Plastic>, mates: &[Fig]) -> Fig {
    let foes: SmallVec<[Space; 32]> = b
        .on_board()
        .filter(|f| !b.allied(*f, mates[0]))
        .map(|f| b.figure(f).at)
        .collect();
    let grid = b.board.grid();
    let away = |who: &Fig| {
        let at = b.figure(*who).at;
        foes.iter().map(|foe| grid.distance(at, *foe)).min()
    };
    *mates.iter().min_by_key(|f| away(f)).unwrap_or(&mates[0])
}

/// Those who hang together with the first of some places, each a step of cohesion from the next.
pub fn connected(b: &Battle<Plastic>, places: &[(Fig, Space)]) -> SmallVec<[bool; 12]> {
    let far = u32::from(b.setup.config.cohesion.get());
    let grid = b.board.grid();
    let mut with: SmallVec<[bool; 12]> = SmallVec::from_elem(false, places.len());
    let mut open: SmallVec<[usize; 12]> = SmallVec::new();
    if let Some(first) = with.first_mut() {
        *first = true;
        open.push(0);
    }
    while let Some(i) = open.pop() {
        for j in 0..places.len() {
            if !with[j] && grid.distance(places[i].1, places[j].1) <= far {
                with[j] = true;
                open.push(j);
            }
        }
    }
    with
}

/// How many of some places hang together with the first.
pub fn joined(b: &Battle<Plastic>, places: &[(Fig, Space)]) -> usize {
    connected(b, places).iter().filter(|with| **with).count()
}

/// Where figures stand now.
pub fn now(b: &Battle<Plastic>, figures: &[Fig]) -> Places {
    figures.iter().map(|f| (*f, b.figure(*f).at)).collect()
}

/// Whether some of a figure's squad do not hang together with the others.
pub fn has_gaps(b: &Battle<Plastic>, who: Fig) -> bool {
    let places = now(b, &mates(b, who));
    joined(b, &places) < places.len()
}

/// The spaces of those who fight against a side: nobody goes through them (B7).
pub fn enemies(b: &Battle<Plastic>, side: Side) -> Spaces {
    let team = b.team(side);
    let foes = b.on_board().filter(|f| b.team(b.figure(*f).side) != team);
    Spaces::of(b.board.len(), foes.map(|f| b.figure(f).at))
}

/// The spaces of everybody who does not act together with a figure.
pub fn strangers(b: &Battle<Plastic>, who: Fig) -> Spaces {
    let others = b.on_board().filter(|f| !together(b, who, *f));
    Spaces::of(b.board.len(), others.map(|f| b.figure(f).at))
}

/// Whether somebody at a space would be ahead of a leader who has gone from one space to
/// another: on the far side of the line through where it stands, square to its way.
pub fn ahead(b: &Battle<Plastic>, from: Space, to: Space, at: Space) -> bool {
    let square = |x, y| b.board.grid().squared_distance(x, y);
    from != to && square(from, at) > square(to, at) + square(from, to)
}

/// The ground on which a squad can follow its leader: all that can be walked to from where the
/// leader stands, and nobody else stands on.
pub struct Ground {
    walk: Spaces,
    free: Spaces,
    mates: SmallVec<[Fig; 12]>,
}

impl Ground {
    /// The ground for a leader's squad.
    pub fn of(b: &Battle<Plastic>, lead: Fig) -> Self {
        let figure = b.figure(lead);
        let closed = enemies(b, figure.side);
        let none = Spaces::new(b.board.len());
        let mover = Mover {
            size: 1,
            gait: ground::gait(&b.setup.config),
            budget: u32::MAX / 4,
            closed: &closed,
            taken: &none,
        };
        let mut reach = Reach::default();
        let going = ground::going(&b.setup.config);
        b.board.reach_going(&[figure.at], &mover, going, &mut reach);
        let walk = Spaces::of(b.board.len(), reach.ends().iter().map(|(space, _)| *space));
        let mut free = walk.clone();
        free.subtract(&strangers(b, lead));
        let mates = mates(b, lead);
        for mate in &mates {
            let at = b.figure(*mate).at;
            if !walk.contains(at) {
                free.remove(at);
            }
        }
        Self { walk, free, mates }
    }

    /// Whether a figure of the squad could stand on a space.
    pub fn has(&self, space: Space) -> bool {
        self.free.contains(space)
    }

    /// Where everybody of the squad stands when its leader has gone to a space, the leader
    /// first. Each follower keeps its place beside the leader as well as it can: on hanging
    /// together, behind or beside the leader rather than ahead. Who finds no way stays.
    pub fn follow(&self, b: &Battle<Plastic>, lead: Fig, to: Space) -> Places {
        let grid = b.board.grid();
        let from = b.figure(lead).at;
        let mut fixed: Places = SmallVec::from_slice(&[(lead, to)]);
        let mut moving: Places = SmallVec::new();
        let shift = |at: Space| grid.alongside(from, to, at).unwrap_or(to);
        for mate in self.mates.iter().filter(|f| **f != lead) {
            let at = b.figure(*mate).at;
            if self.walk.contains(at) {
                moving.push((*mate, shift(at)));
            } else {
                fixed.push((*mate, at));
            }
        }
        self.settle(b, (from, to), fixed, moving)
    }

    /// Where everybody of the squad stands when gaps are closed around a figure: those who hang
    /// together with it stay, the others come to them. That figure first.
    pub fn close(&self, b: &Battle<Plastic>, lead: Fig) -> Places {
        let at = b.figure(lead).at;
        let mut order: SmallVec<[Fig; 12]> = SmallVec::from_slice(&[lead]);
        order.extend(self.mates.iter().copied().filter(|f| *f != lead));
        let places = now(b, &order);
        let (mut fixed, mut moving) = (Places::new(), Places::new());
        for (place, with) in places.iter().zip(connected(b, &places)) {
            if with || !self.walk.contains(place.1) {
                fixed.push(*place);
            } else {
                moving.push(*place);
            }
        }
        self.settle(b, (at, at), fixed, moving)
    }

    /// Finds places for those who move, each with where it would like to be: next to those who
    /// have one, whoever gets nearest to its wish first.
    fn settle(
        &self,
        b: &Battle<Plastic>,
        way: (Space, Space),
        mut done: Places,
        mut moving: Places,
    ) -> Places {
        let grid = b.board.grid();
        let far = u32::from(b.setup.config.cohesion.get());
        let mut free = self.free.clone();
        let mut seen = Spaces::new(b.board.len());
        let mut open: Vec<(bool, Space)> = Vec::new();
        let mut widen = |free: &Spaces, open: &mut Vec<(bool, Space)>, around: Space| {
            let mut ring: SmallVec<[Space; 16]> = SmallVec::from_slice(&[around]);
            let mut begun = 0;
            for _ in 0..far {
                let end = ring.len();
                for i in begun..end {
                    for (_, next) in grid.neighbours(ring[i]) {
                        if !ring.contains(&next) {
                            ring.push(next);
                        }
                    }
                }
                begun = end;
            }
            for space in ring {
                if seen.insert(space) && free.contains(space) {
                    open.push((ahead(b, way.0, way.1, space), space));
                }
            }
        };
        // Only those who hang together with the leader are joined.
        let with = connected(b, &done);
        for ((_, at), with) in done.clone().iter().zip(with) {
            free.remove(*at);
            open.retain(|(_, s)| s != at);
            if with {
                widen(&free, &mut open, *at);
            }
        }
        open.retain(|(_, s)| free.contains(*s));
        while !moving.is_empty() && !open.is_empty() {
            let mut best = None;
            for (i, (_, wish)) in moving.iter().enumerate() {
                for (j, (ahead, space)) in open.iter().enumerate() {
                    let off = grid.squared_distance(*wish, *space);
                    let key = (*ahead, off, *space, i, j);
                    if best.is_none_or(|least| key < least) {
                        best = Some(key);
                    }
                }
            }
            let Some((_, _, space, i, j)) = best else {
                break;
            };
            let (who, _) = moving.remove(i);
            open.swap_remove(j);
            free.remove(space);
            done.push((who, space));
            widen(&free, &mut open, space);
        }
        // No room beside the others: as near as can be to where they are.
        for (who, _) in moving {
            let at = b.figure(who).at;
            let nearest = free.iter().min_by_key(|s| (grid.distance(at, *s), *s));
            let space = nearest.unwrap_or(at);
            free.remove(space);
            done.push((who, space));
        }
        done
    }
}
