//! Where a figure can go.

mod open;
mod repair;

use super::mover::{Gait, Going, Mover, Rough};
use super::shape::Shape;
use super::step::{Onward, Steps, Stride, Strides};
use super::{Board, Footprint, Space, Spaces};
use std::borrow::Cow;

/// What a figure can reach: the cost of each space (of its anchor). Keep it to use its memory again.
///
/// ```
/// use skirmish_engine::board::{Board, Mover, Reach, Spaces};
/// use skirmish_engine::files::{map, shipped};
/// use skirmish_engine::source::Source;
///
/// let (name, text) = shipped::map("duel-ground").expect("a shipped map");
/// let board = Board::new(map::read(&Source::new(name, text))?);
/// let space = |name| board.grid().named(name).expect("a space");
/// let nobody = Spaces::new(board.len());
/// let walker = Mover::on_foot(3, &nobody, &nobody);
/// let mut reach = Reach::default();
/// board.reach(space("A1"), &walker, &mut reach);
/// assert!(reach.ends().contains(&(space("D1"), 3)));
/// assert!(reach.ends().iter().all(|(_, cost)| *cost <= 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Cost of each space, `Reach::FAR` where the figure cannot end.
    cost: Vec<u32>,
    /// Spaces that have been entered.
    seen: Spaces,
    ends: Vec<(Space, u32)>,
    /// Spaces entered where it cannot end only because somebody is there.
    passed: Vec<(Space, u32)>,
    /// Cost of each space of `ends` and `passed`, `Reach::FAR` for all others.
    entered: Vec<u32>,
    /// Spaces to be entered at the cost now looked at, at one more and at two more, unless they
    /// are for less: each cost has the layer of its remainder by 3. Empty between two searches.
    layers: [Spaces; 3],
    /// What it came from, where that is remembered.
    origin: Option<Box<Origin>>,
}

/// What a reach came from, as far as it matters.
#[derive(Clone, Debug, Default)]
struct Origin {
    starts: Footprint,
    size: u8,
    gait: Gait,
    going: Going,
    budget: u32,
    closed: Spaces,
    taken: Spaces,
    /// Spaces from which it went on.
    left: Spaces,
}

impl Origin {
    /// Notes what a reach came from, but for the spaces from which it went on.
    fn set(
        &mut self,
        starts: &[Space],
        (mover, going): (&Mover, Going),
        (closed, taken): (&Spaces, &Spaces),
    ) {
        self.starts.clear();
        self.starts.extend_from_slice(starts);
        (self.size, self.gait, self.budget) = (mover.size, mover.gait, mover.budget);
        self.going = going;
        self.closed.clone_from(closed);
        self.taken.clone_from(taken);
    }
    /// Whether this is the same figure in the same place, with the same movement left, and the sets
    /// are of a board of the same size.
    fn same_figure(
        &self,
        starts: &[Space],
        (mover, going): (&Mover, Going),
        (closed, taken): (&Spaces, &Spaces),
    ) -> bool {
        let sizes = |closed: &Spaces, taken: &Spaces| (closed.words().len(), taken.words().len());
        (self.size, self.gait, self.budget) == (mover.size, mover.gait, mover.budget)
            && self.going == going
            && self.starts[..] == *starts
            && sizes(&self.closed, &self.taken) == sizes(closed, taken)
    }
    /// Whether the figure would go on from the same spaces from these, with the same movement left;
    /// who else is there may differ. What is closed or opened where it cannot go on, or cannot come
    /// to, makes no difference for that.
    fn same(
        &self,
        starts: &[Space],
        (mover, going): (&Mover, Going),
        (closed, taken): (&Spaces, &Spaces),
        seen: &Spaces,
        shape: &Shape,
    ) -> bool {
        if !self.same_figure(starts, (mover, going), (closed, taken)) {
            return false;
        }
        let (old, new) = (self.closed.words(), closed.words());
        let (left, seen, taken) = (self.left.words(), seen.words(), taken.words());
        let len = old.len().min(new.len()).min(left.len());
        let len = len.min(seen.len()).min(taken.len());
        let (new, left) = (&new[..len], &left[..len]);
        let (seen, taken) = (&seen[..len], &taken[..len]);
        let mut opened = 0;
        for (i, old) in old.iter().take(len).enumerate() {
            let shut = new[i] & !old;
            // where it could only end, nobody ends who finds somebody there
            if shut & (left[i] | seen[i] & !taken[i]) != 0 {
                return false;
            }
            opened |= old & !new[i];
        }
        if opened == 0 {
            return true;
        }
        let mut opened = self.closed.clone();
        opened.subtract(closed);
        shape.grow(&mut opened);
        !opened.meets(&self.left)
    }
}

/// What hinders a figure while it looks where it can go, 64 spaces a word. Missing words are empty.
struct Limits<'a> {
    /// Where it cannot go.
    barred: &'a [u64],
    /// Where somebody else is.
    taken: &'a [u64],
    /// Where it could end, if not everywhere.
    rest: Option<&'a [u64]>,
    /// The word and the bit of where it sets out from.
    home: (usize, u64),
}

impl Reach {
    const FAR: u32 = u32::MAX;
    /// Boards up to so many spaces are forgotten as a whole, which takes less than space by space.
    const SMALL: usize = 1024;
    /// As many ends as most figures have.
    const MANY: usize = 128;

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
    /// Takes these ends, the start first, instead of what was found before.
    pub(super) fn fill(&mut self, len: usize, ends: impl Iterator<Item = (Space, u32)>) {
        if let Some(origin) = &mut self.origin {
            origin.size = 0;
        }
        self.clear(len);
        for (space, cost) in ends {
            self.cost[space.index()] = cost;
            self.ends.push((space, cost));
        }
        self.ends
            .sort_unstable_by_key(|end| Self::place_in_order(*end));
    }
    /// Forgets everything, at the price of what was found.
    fn clear(&mut self, len: usize) {
        if self.cost.len() == len && len <= Self::SMALL {
            for costs in [&mut self.cost, &mut self.entered] {
                costs.chunks_mut(256).for_each(|part| part.fill(Self::FAR));
            }
            self.seen.clear();
        } else if self.cost.len() == len {
            for (space, _) in &self.ends {
                self.cost[space.index()] = Self::FAR;
            }
            for (space, _) in self.ends.iter().chain(&self.passed) {
                self.entered[space.index()] = Self::FAR;
            }
            self.seen.clear();
        } else {
            self.cost = vec![Self::FAR; len];
            self.entered = vec![Self::FAR; len];
            self.seen = Spaces::new(len);
            self.layers = std::array::from_fn(|_| Spaces::new(len));
        }
        self.ends.clear();
        self.ends.reserve(Self::MANY);
        self.passed.clear();
    }
    /// Enters the spaces of a cost's layer, among these words, that have not been entered and are
    /// not barred, and notes in which the figure can end; the layer is left with what was entered.
    /// Whether anything was.
    fn enter(&mut self, (first, last): (usize, usize), limits: &Limits, cost: u32) -> bool {
        let layer = &mut self.layers[cost as usize % 3].words_mut()[first..last];
        let seen = &mut self.seen.words_mut()[first..last];
        let mut any = 0;
        for (k, layer) in layer.iter_mut().enumerate() {
            if *layer == 0 {
                continue;
            }
            let i = first + k;
            let at_home = if i == limits.home.0 { limits.home.1 } else { 0 };
            // whoever stands somewhere sets out from there
            let barred = if cost == 0 {
                None
            } else {
                limits.barred.get(i)
            };
            let taken = limits.taken.get(i).copied().unwrap_or(0);
            let entered = *layer & !seen[k] & !barred.copied().unwrap_or(0);
            *layer = entered;
            seen[k] |= entered;
            any |= entered;
            let rest = limits.rest.map_or(u64::MAX, |rest| rest[i] | at_home);
            let (rest, free) = (entered & rest, !taken | at_home);
            let spaces = |mut bits: u64| {
                std::iter::from_fn(move || {
                    let bit = bits.trailing_zeros();
                    bits &= bits.wrapping_sub(1);
                    (bit < 64).then(|| Space((i * 64) as u32 + bit))
                })
            };
            for space in spaces(rest & free) {
                self.entered[space.index()] = cost;
                self.cost[space.index()] = cost;
                self.ends.push((space, cost));
            }
            for space in spaces(rest & !free) {
                self.entered[space.index()] = cost;
                self.passed.push((space, cost));
            }
        }
        any != 0
    }
    /// Takes every step from the spaces of a cost's layer, among these words; those of cost 2
    /// only if there is enough left for that.
    fn spread(
        &mut self,
        cost: u32,
        (first, last): (usize, usize),
        strides: &Strides,
        double: bool,
    ) {
        fn step(to: &mut [u64], i: usize, stride: &Stride, steps: u64) {
            let at = (i as i32 + stride.words) as usize;
            let (here, beyond) = (steps << stride.bits, steps.unbounded_shr(64 - stride.bits));
            if here != 0 {
                to[at] |= here;
            }
            if beyond != 0 {
                to[at.wrapping_add(1)] |= beyond;
            }
        }
        let [a, b, c] = &mut self.layers;
        let (now, plain, hard) = match cost % 3 {
            0 => (a, b, c),
            1 => (b, c, a),
            _ => (c, a, b),
        };
        let (plain, hard) = (plain.words_mut(), hard.words_mut());
        let count = strides.all.len();
        for (k, from) in now.words()[first..last].iter().enumerate() {
            if *from == 0 {
                continue;
            }
            let i = first + k;
            let costs = &strides.costs[i * count..][..count];
            for (s, stride) in strides.all.iter().enumerate() {
                let [one, two] = costs[s];
                if from & one != 0 {
                    step(plain, i, stride, from & one);
                }
                if double && from & two != 0 {
                    step(hard, i, stride, from & two);
                }
            }
        }
    }
    fn place_in_order((space, cost): (Space, u32)) -> (u32, Space) {
        (cost, space)
    }
    /// Takes in what a second reach of the same figure has found for less, or alone. It is not
    /// remembered what the whole came from.
    fn merge(&mut self, other: &Reach) {
        for end in &other.ends {
            let known = self.cost[end.0.index()];
            if known <= end.1 {
                continue;
            }
            if known != Self::FAR {
                self.remove_end((end.0, known));
            }
            self.insert_end(*end);
            self.entered[end.0.index()] = end.1;
        }
        if let Some(origin) = &mut self.origin {
            origin.size = 0;
        }
    }
    /// Adds a space where it can end.
    fn insert_end(&mut self, end: (Space, u32)) {
        let order = Self::place_in_order;
        let at = self.ends.partition_point(|e| order(*e) < order(end));
        self.ends.insert(at, end);
        self.cost[end.0.index()] = end.1;
    }
    /// Takes away a space where it could end.
    fn remove_end(&mut self, end: (Space, u32)) {
        let order = Self::place_in_order;
        let at = self.ends.partition_point(|e| order(*e) < order(end));
        self.ends.remove(at);
        self.cost[end.0.index()] = Self::FAR;
    }
    /// Makes up for others having come or gone where it passes.
    fn mend(&mut self, from: Space, taken: &Spaces) {
        let Some(mut origin) = self.origin.take() else {
            return;
        };
        let new_words = taken.words();
        for (i, old) in origin.taken.words().iter().enumerate() {
            let Some(new) = new_words.get(i) else {
                break;
            };
            if old == new {
                continue;
            }
            let mut bits = (old ^ new) & self.seen.words()[i];
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                let space = Space(i as u32 * 64 + bit);
                if space == from {
                    continue;
                }
                if new >> bit & 1 == 0 {
                    if let Some(at) = self.passed.iter().position(|(s, _)| *s == space) {
                        let end = self.passed.swap_remove(at);
                        self.insert_end(end);
                    }
                } else if self.cost[space.index()] != Self::FAR {
                    let end = (space, self.cost[space.index()]);
                    self.remove_end(end);
                    self.passed.push(end);
                }
            }
        }
        origin.taken.clone_from(taken);
        self.origin = Some(origin);
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
        self.reach_going(starts, mover, Going::default(), out);
    }
    /// As `reach_from`, for a figure that touches no rough ground, or goes at most `half` if it
    /// does: then each of its steps costs 1, and 1 more through a shut door (B5, E6).
    pub fn reach_by_halves(
        &self,
        starts: &[Space],
        (mover, half): (&Mover, u32),
        going: Going,
        out: &mut Reach,
    ) {
        let rough = |rough| Going { rough, ..going };
        let mut touching = Reach::default();
        let slow = Mover {
            budget: half.min(mover.budget),
            ..*mover
        };
        self.reach_going(starts, mover, rough(Rough::Avoid), out);
        self.reach_going(starts, &slow, rough(Rough::Even), &mut touching);
        out.merge(&touching);
    }
    /// As `reach_from`, for a figure that goes its way like this.
    pub fn reach_going(&self, starts: &[Space], mover: &Mover, going: Going, out: &mut Reach) {
        let (closed, taken) = self.hindrances(mover);
        if self.is_known(starts, (mover, going), (&closed, &taken), out)
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
        let Some(steps) = self.step_table(mover.size, mover.gait, going) else {
            return;
        };
        let (figure, others) = ((mover, going), (&*closed, &*taken));
        if starts.len() > 1 || !self.fill_from_open(from, figure, others, steps, out) {
            self.flood(starts, figure, others, steps, out);
        }
    }
    /// Works a reach out, which is empty, from the starts on.
    fn flood(
        &self,
        starts: &[Space],
        (mover, going): (&Mover, Going),
        (closed, taken): (&Spaces, &Spaces),
        steps: &Steps,
        out: &mut Reach,
    ) {
        let from = starts[0];
        let limits = Limits {
            barred: closed.words(),
            taken: taken.words(),
            rest: steps.rest.as_ref().map(Spaces::words),
            home: (from.index() / 64, 1u64 << (from.index() % 64)),
        };
        for start in starts {
            out.layers[0].insert(*start);
        }
        let widest = |stride: &Stride| stride.words.unsigned_abs() as usize + 1;
        let widest = steps.strides.all.iter().map(widest).max().unwrap_or(0);
        let indices = || starts.iter().map(|start| start.index() / 64);
        let mut words = (
            indices().min().unwrap_or(0),
            indices().max().unwrap_or(0) + 1,
        );
        let (mut now, mut empty) = (0u32, 0);
        // steps of cost 2 lead past a layer that may be empty
        while empty < 2 {
            if now == mover.budget.max(1)
                && let Some(origin) = &mut out.origin
            {
                origin.left.clone_from(&out.seen);
            }
            let any = out.enter(words, &limits, now);
            empty = if any { 0 } else { empty + 1 };
            if any && now < mover.budget {
                let first = now == 0 && mover.budget < 2;
                let double = first || now.saturating_add(2) <= mover.budget;
                let reached = (words.0.saturating_sub(widest), words.1 + widest);
                out.spread(now, words, &steps.strides, double);
                words = (reached.0, reached.1.min(out.seen.words().len()));
            }
            out.layers[now as usize % 3].words_mut()[words.0..words.1].fill(0);
            now += 1;
        }
        if let Some(origin) = &mut out.origin {
            origin.set(starts, (mover, going), (closed, taken));
            if now <= mover.budget.max(1) {
                origin.left.clone_from(&out.seen);
            }
        }
    }
    /// Whether a reach is that of the same figure already, or could be repaired to be it.
    fn is_known(
        &self,
        starts: &[Space],
        (mover, going): (&Mover, Going),
        (closed, taken): (&Spaces, &Spaces),
        out: &mut Reach,
    ) -> bool {
        let Some(known) = &out.origin else {
            return false;
        };
        let others = (closed, taken);
        known.same(starts, (mover, going), others, &out.seen, &self.shape)
            || known.same_figure(starts, (mover, going), others)
                && self
                    .step_table(mover.size, mover.gait, going)
                    .is_some_and(|steps| out.repair(self, steps, closed, taken))
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
    /// this size and gait that nobody hinders and that opens shut doors. Costs as in `reach`. A goal is
    /// reached when one of the figure's spaces lies on it.
    pub fn field(&self, goals: &Spaces, size: u8, gait: Gait) -> Vec<u32> {
        let mut field = vec![u32::MAX; self.len()];
        let Some(steps) = self.step_table(size, gait, Going::THROUGH_DOORS) else {
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
