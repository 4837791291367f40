//! Where a figure can go.

use super::shape::Shape;
use super::step::Onward;
use super::{Board, Footprint, Space, Spaces};
use std::borrow::Cow;

/// How a figure moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Gait {
    /// On foot, hoof or wheel.
    #[default]
    Walk,
    /// Walks, and swims in water at cost 1.
    Swim,
    /// Over everything at cost 1; may end only where nothing stands in the way (T7).
    Fly,
    /// On water alone, deep or not, at cost 1 (D9).
    Sail,
}

/// A figure about to move.
#[derive(Copy, Clone, Debug)]
pub struct Mover<'a> {
    /// Footprint size (B10).
    pub size: u8,
    /// How it moves.
    pub gait: Gait,
    /// Movement in spaces.
    pub budget: u32,
    /// Spaces it may not move through (opposing figures).
    pub closed: &'a Spaces,
    /// Spaces it may pass but not end on (any figure but itself).
    pub taken: &'a Spaces,
}

/// What a figure can reach: costs a space (of its anchor), kept for reuse.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Cost of each space, `Reach::FAR` where the figure cannot end.
    cost: Vec<u32>,
    /// Spaces that have been entered.
    seen: Spaces,
    ends: Vec<(Space, u32)>,
    /// Spaces entered where it cannot end only because somebody is there.
    passed: Vec<(Space, u32)>,
    /// Spaces entered at the cost now looked at, at one more and at two more.
    buckets: [Vec<u32>; 3],
    /// Where the spaces of each cost begin in `ends`.
    starts: Vec<u32>,
    /// What it came from, where that is remembered.
    origin: Option<Box<Origin>>,
}

/// What a reach came from, as far as it matters.
#[derive(Clone, Debug, Default)]
struct Origin {
    starts: Footprint,
    size: u8,
    gait: Gait,
    budget: u32,
    /// The spaces entered, and all beside them.
    around: Spaces,
    closed: Spaces,
    taken: Spaces,
}

impl Origin {
    /// Whether the same spaces would be entered from these; who else is there may differ. What is
    /// closed now and has not been entered before makes no difference, what is opened does.
    fn same(
        &self,
        starts: &[Space],
        mover: &Mover,
        (closed, taken): (&Spaces, &Spaces),
        seen: &Spaces,
    ) -> bool {
        let (old, new) = (self.closed.words(), closed.words());
        let places = self.around.words().iter().zip(seen.words());
        let mut words = old.iter().zip(new).zip(places);
        (self.size, self.gait, self.budget) == (mover.size, mover.gait, mover.budget)
            && self.starts[..] == *starts
            && (old.len(), self.taken.words().len()) == (new.len(), taken.words().len())
            && words
                .all(|((old, new), (around, seen))| old & !new & around | new & !old & seen == 0)
    }
}

impl Reach {
    const FAR: u32 = u32::MAX;

    /// A reach for one board alone that remembers what it came from: asked for again, it is not
    /// worked out again unless something has changed around it.
    pub fn remembering() -> Self {
        Self {
            origin: Some(Box::default()),
            ..Self::default()
        }
    }
    /// Cost to stand at this space, if the figure can end there. The start costs 0.
    pub fn cost(&self, space: Space) -> Option<u32> {
        self.cost
            .get(space.index())
            .copied()
            .filter(|cost| *cost != Self::FAR)
    }
    /// Spaces it can end on with their costs, the start first, by cost, then reading order.
    pub fn ends(&self) -> &[(Space, u32)] {
        &self.ends
    }
    /// Forgets everything, at the price of what was found.
    fn clear(&mut self, len: usize) {
        if self.cost.len() == len {
            for space in self.seen.iter() {
                self.cost[space.index()] = Self::FAR;
            }
            self.seen.clear();
        } else {
            self.cost = vec![Self::FAR; len];
            self.seen = Spaces::new(len);
        }
        self.ends.clear();
        self.passed.clear();
        self.starts.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
    }
    /// Sorts what was entered by cost and drops where the figure cannot end.
    fn sort(&mut self, from: Space, taken: &Spaces, rest: Option<&Spaces>) {
        let (start, start_bit) = (from.index() / 64, 1u64 << (from.index() % 64));
        let Self {
            cost,
            seen,
            ends,
            passed,
            starts,
            ..
        } = self;
        let none = |words: Option<&Spaces>, i: usize, other| {
            words
                .and_then(|set| set.words().get(i).copied())
                .unwrap_or(other)
        };
        // twice over the same spaces: count each cost, then put each space in its place
        for pass in 0..2 {
            for (i, &word) in seen.words().iter().enumerate() {
                if word == 0 {
                    continue;
                }
                let may = word & none(rest, i, u64::MAX);
                let mut keep = may & !none(Some(taken), i, 0);
                if i == start {
                    keep |= start_bit;
                }
                let mut bits = if pass == 0 { word } else { keep };
                while bits != 0 {
                    let index = i * 64 + bits.trailing_zeros() as usize;
                    let bit = bits & bits.wrapping_neg();
                    bits ^= bit;
                    if keep & bit == 0 {
                        if may & bit != 0 {
                            passed.push((Space(index as u32), cost[index]));
                        }
                        cost[index] = Self::FAR;
                        continue;
                    }
                    let place = &mut starts[cost[index] as usize + 1 - pass];
                    if pass == 1 {
                        ends[*place as usize] = (Space(index as u32), cost[index]);
                    }
                    *place += 1;
                }
            }
            if pass == 0 {
                let mut sum = 0;
                for start in starts.iter_mut() {
                    sum += *start;
                    *start = sum;
                }
                ends.resize(sum as usize, (from, 0));
            }
        }
    }
    /// Makes up for others having come or gone where it passes.
    fn mend(&mut self, from: Space, taken: &Spaces) {
        let Some(origin) = &mut self.origin else {
            return;
        };
        let changes = origin.taken.words().iter().zip(taken.words());
        for (i, ((old, new), seen)) in changes.zip(self.seen.words()).enumerate() {
            let mut bits = (old ^ new) & seen;
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                let space = Space(i as u32 * 64 + bit);
                let place = |(at, cost): (Space, u32)| (cost, at);
                if space == from {
                    continue;
                }
                if new >> bit & 1 == 0 {
                    if let Some(at) = self.passed.iter().position(|(s, _)| *s == space) {
                        let end = self.passed.swap_remove(at);
                        self.cost[space.index()] = end.1;
                        let at = self.ends.partition_point(|e| place(*e) < place(end));
                        self.ends.insert(at, end);
                    }
                } else if self.cost[space.index()] != Self::FAR {
                    let end = (space, self.cost[space.index()]);
                    self.cost[space.index()] = Self::FAR;
                    let at = self.ends.partition_point(|e| place(*e) < place(end));
                    self.ends.remove(at);
                    self.passed.push(end);
                }
            }
        }
        origin.taken.clone_from(taken);
    }
}

impl Board {
    /// Fills `out` with what the mover can reach from its anchor (B6–B8): a step costs 2 into
    /// difficult ground, over a hedge or to another level, else 1; the first step may overspend
    /// and ends the move. Staying costs 0 and is always possible; with a budget of 0 nothing
    /// else is.
    pub fn reach(&self, from: Space, mover: &Mover, out: &mut Reach) {
        self.reach_from(&[from], mover, out);
    }
    /// As `reach`, for a figure that may set out from any of these anchors, at no cost (M4);
    /// the first of them counts as the start.
    pub fn reach_from(&self, starts: &[Space], mover: &Mover, out: &mut Reach) {
        let (closed, taken) = self.hindrances(mover);
        let known = out.origin.as_ref();
        if known.is_some_and(|origin| origin.same(starts, mover, (&closed, &taken), &out.seen))
            && let Some(&from) = starts.first()
        {
            out.mend(from, &taken);
            return;
        }
        if let Some(origin) = &mut out.origin {
            origin.size = 0;
        }
        out.clear(self.len());
        let Some(&from) = starts.first() else {
            return;
        };
        let Some(steps) = self.step_table(mover.size, mover.gait) else {
            return;
        };
        let (onward, strides) = (&steps.onward[..], &self.shape.strides);
        let Reach {
            cost: costs,
            seen,
            buckets,
            ..
        } = out;
        let (costs, seen) = (&mut costs[..], seen.words_mut());
        // nothing gets cheaper than what is closed, so the search leaves it alone
        closed.iter().for_each(|space| costs[space.index()] = 0);
        for start in starts {
            costs[start.index()] = 0;
            seen[start.index() / 64] |= 1 << (start.index() % 64);
            buckets[0].push(start.0);
        }
        let mut now = 0u32;
        loop {
            let first = now == 0 && mover.budget > 0;
            let limit = if first {
                mover.budget.max(2)
            } else {
                mover.budget
            };
            let affords_double = now.saturating_add(2) <= limit;
            let [bucket, plain, double] = buckets;
            for &space in bucket.iter().take_while(|_| now < mover.budget) {
                if costs[space as usize] != now {
                    continue;
                }
                let Onward {
                    mut open,
                    hard,
                    stagger,
                } = onward[space as usize];
                let strides = &strides[usize::from(stagger & 1)];
                open &= if affords_double { u8::MAX } else { !hard };
                while open != 0 {
                    let d = open.trailing_zeros() as usize & 7;
                    open &= open - 1;
                    let extra = u32::from(hard >> d & 1);
                    let (next, cost) = (space.wrapping_add_signed(strides[d]), now + 1 + extra);
                    let known = &mut costs[next as usize];
                    if cost < *known {
                        *known = cost;
                        seen[next as usize / 64] |= 1 << (next % 64);
                        if extra == 0 {
                            plain.push(next)
                        } else {
                            double.push(next)
                        }
                    }
                }
            }
            bucket.clear();
            if plain.is_empty() && double.is_empty() {
                break;
            }
            buckets.rotate_left(1);
            now += 1;
        }
        closed
            .iter()
            .filter(|space| !starts.contains(space))
            .for_each(|space| costs[space.index()] = Reach::FAR);
        out.starts.resize(now as usize + 2, 0);
        out.sort(from, &taken, steps.rest.as_ref());
        if let Some(origin) = &mut out.origin {
            origin.starts.clear();
            origin.starts.extend_from_slice(starts);
            (origin.size, origin.gait, origin.budget) = (mover.size, mover.gait, mover.budget);
            origin.around.clone_from(&out.seen);
            self.shape.grow(&mut origin.around);
            origin.closed.clone_from(&closed);
            origin.taken.clone_from(&taken);
        }
    }
    /// The anchors that the mover may not enter, and those where it may not end.
    pub(super) fn hindrances<'a>(&self, mover: &Mover<'a>) -> (Cow<'a, Spaces>, Cow<'a, Spaces>) {
        if mover.size == 1 {
            return (Cow::Borrowed(mover.closed), Cow::Borrowed(mover.taken));
        }
        let wide = |set| Cow::Owned(self.anchors(mover.size, set));
        (wide(mover.closed), wide(mover.taken))
    }
    /// Where to go to get at some spaces: onto them; or, where nobody can stand on any, onto the
    /// nearest around them, at most two spaces off.
    pub fn approach(&self, to: &[Space]) -> Spaces {
        let mut around = Spaces::of(self.len(), to.iter().copied());
        for _ in 0..2 {
            if around.iter().any(|space| self.standable().contains(space)) {
                break;
            }
            for space in around.clone().iter() {
                for (_, beside) in self.grid().neighbours(space) {
                    around.insert(beside);
                }
            }
        }
        around.keep(self.standable());
        if around.is_empty() {
            around = Spaces::of(self.len(), to.iter().copied());
        }
        around
    }
    /// Path cost from every space to the nearest of `goals` (u32::MAX: no way), for a figure of
    /// this size and gait that nobody hinders. Costs as in `reach`. A goal is reached when one
    /// of the figure's spaces lies on it.
    pub fn field(&self, goals: &Spaces, size: u8, gait: Gait) -> Vec<u32> {
        let mut field = vec![u32::MAX; self.len()];
        let Some(steps) = self.step_table(size, gait) else {
            return field;
        };
        let goals = if size == 1 {
            Cow::Borrowed(goals)
        } else {
            Cow::Owned(self.anchors(size, goals))
        };
        let mut buckets: [Vec<u32>; 3] = Default::default();
        for goal in goals.iter() {
            field[goal.index()] = 0;
            buckets[0].push(goal.0);
        }
        let directions = usize::from(self.grid().directions());
        let opposite: [usize; 8] = std::array::from_fn(|d| (d + directions / 2) % directions);
        let mut now = 0;
        let mut bucket = Vec::new();
        while buckets.iter().any(|bucket| !bucket.is_empty()) {
            std::mem::swap(&mut bucket, &mut buckets[0]);
            for space in bucket.drain(..) {
                if field[space as usize] != now {
                    continue;
                }
                // backwards: over all neighbours whose step leads here
                for (d, &before) in self.shape.neighbours[space as usize].iter().enumerate() {
                    if before == Shape::NONE {
                        continue;
                    }
                    let Onward { open, hard, .. } = steps.onward[before as usize];
                    let forward = opposite[d];
                    let extra = usize::from(hard >> forward & 1);
                    let cost = now + 1 + extra as u32;
                    if open >> forward & 1 == 1 && cost < field[before as usize] {
                        field[before as usize] = cost;
                        buckets[1 + extra].push(before);
                    }
                }
            }
            buckets.rotate_left(1);
            now += 1;
        }
        field
    }
}
