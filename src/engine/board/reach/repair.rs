//! Repairs a remembered reach where a few spaces have been closed or opened, instead of working it
//! out again.

use super::Reach;
use crate::board::step::{Onward, Steps};
use crate::board::{Board, Space, Spaces};
use smallvec::SmallVec;

/// More closed and opened spaces than this are not worth a repair.
pub(super) const MOST_CLOSED_OR_OPENED: usize = 6;
/// Neither is it worth to change the costs of more spaces than this.
const MOST_CHANGED: usize = 24;

/// A few spaces.
type Few = SmallVec<[Space; MOST_CLOSED_OR_OPENED]>;

/// Spaces whose cost has changed, each with the cost before.
pub(super) type Changed = SmallVec<[(Space, u32); MOST_CHANGED]>;

/// The repair would cost more than working the reach out again.
struct TooMuch;

/// Changes to the costs at which spaces are entered.
struct Repair<'a> {
    onward: &'a [Onward],
    neighbours: &'a [[u32; 8]],
    directions: usize,
    closed: &'a Spaces,
    budget: u32,
    /// The costs, `Reach::FAR` for spaces that are not entered.
    entered: &'a mut [u32],
    changed: Changed,
}

impl<'a> Repair<'a> {
    /// Cost of the step in a direction; 0 if there is none.
    fn step(&self, from: usize, direction: usize) -> u32 {
        let Onward { open, hard, .. } = self.onward[from];
        u32::from(open >> direction & 1) + u32::from(hard >> direction & 1)
    }
    /// The spaces that steps lead to, each with what the step costs.
    #[inline]
    fn onward_from(&self, from: Space) -> impl Iterator<Item = (Space, u32)> + use<'a> {
        let Onward { mut open, hard, .. } = self.onward[from.index()];
        let beside = &self.neighbours[from.index()];
        std::iter::from_fn(move || {
            let direction = open.trailing_zeros();
            open &= open.wrapping_sub(1);
            (direction < 8).then(|| {
                let space = Space(beside[direction as usize]);
                (space, 1 + u32::from(hard >> direction & 1))
            })
        })
    }
    /// The least cost of entering a space from one beside it that is entered for less than `below`.
    fn cost_from_beside(&self, to: Space, below: u32) -> u32 {
        let half = self.directions / 2;
        let mut least = Reach::FAR;
        for direction in 0..self.directions {
            let before = self.neighbours[to.index()][direction] as usize;
            let Some(&cost) = self.entered.get(before).filter(|cost| **cost < below) else {
                continue;
            };
            let back = if direction < half {
                direction + half
            } else {
                direction - half
            };
            match self.step(before, back) {
                0 => {}
                step => least = least.min(cost + step),
            }
        }
        least
    }
    /// Whether a space can still be entered at this cost from one beside it, where it cannot for less.
    fn is_entered_at(&self, to: Space, cost: u32) -> bool {
        let half = self.directions / 2;
        for direction in 0..self.directions {
            let before = self.neighbours[to.index()][direction] as usize;
            let Some(&entered) = self.entered.get(before).filter(|entered| **entered < cost) else {
                continue;
            };
            let back = if direction < half {
                direction + half
            } else {
                direction - half
            };
            let step = self.step(before, back);
            if step > 0 && entered + step == cost {
                return true;
            }
        }
        false
    }
    /// Sets a cost and remembers the one before.
    fn set(&mut self, space: Space, cost: u32) -> Result<(), TooMuch> {
        if self.changed.iter().any(|(known, _)| *known == space) {
            self.entered[space.index()] = cost;
            return Ok(());
        }
        self.set_first(space, cost)
    }
    /// The same for a space whose cost has not changed yet.
    fn set_first(&mut self, space: Space, cost: u32) -> Result<(), TooMuch> {
        if self.changed.len() == MOST_CHANGED {
            return Err(TooMuch);
        }
        let old = std::mem::replace(&mut self.entered[space.index()], cost);
        self.changed.push((space, old));
        Ok(())
    }
    /// Takes away the closed spaces and all those whose cheapest ways all led through them.
    fn lose(&mut self, shut: &[Space]) -> Result<(), TooMuch> {
        for space in shut {
            self.set_first(*space, Reach::FAR)?;
        }
        let mut next = 0;
        while let Some(&(from, cost)) = self.changed.get(next) {
            next += 1;
            for (to, step) in self.onward_from(from) {
                let old = self.entered[to.index()];
                // Costs grow along a way, so a space that loses its last way later is found then.
                if old == cost + step && !self.is_entered_at(to, old) {
                    self.set_first(to, Reach::FAR)?;
                }
            }
        }
        Ok(())
    }
    /// Enters spaces again, or for less, and goes on from there: the cheapest first.
    fn enter(&mut self, spaces: impl Iterator<Item = Space>) -> Result<(), TooMuch> {
        let mut queue: SmallVec<[(u32, Space); MOST_CHANGED]> = SmallVec::new();
        for space in spaces {
            let cost = self.cost_from_beside(space, self.budget);
            if cost <= self.budget {
                queue.push((cost, space));
            }
        }
        while !queue.is_empty() {
            let (mut first, waiting) = (0, &queue[..]);
            for (i, next) in waiting.iter().enumerate() {
                if *next < waiting[first] {
                    first = i;
                }
            }
            let (cost, space) = queue.swap_remove(first);
            if self.entered[space.index()] <= cost {
                continue;
            }
            self.set(space, cost)?;
            for (to, step) in self.onward_from(space) {
                let cost = cost + step;
                let better = cost <= self.budget && cost < self.entered[to.index()];
                if better && !self.closed.contains(to) {
                    queue.push((cost, to));
                }
            }
        }
        Ok(())
    }
    fn run(&mut self, shut: &[Space], opened: &[Space]) -> Result<(), TooMuch> {
        self.lose(shut)?;
        let lost = self
            .changed
            .iter()
            .skip(shut.len())
            .map(|(space, _)| *space);
        let again: SmallVec<[Space; MOST_CHANGED]> = lost.chain(opened.iter().copied()).collect();
        self.enter(again.into_iter())
    }
    fn undo(&mut self) {
        for (space, old) in &self.changed {
            self.entered[space.index()] = *old;
        }
    }
}

impl Reach {
    /// Spaces of the reach that have been closed, and spaces that have been opened, since it was
    /// worked out; none if they are many.
    fn closed_and_opened(&self, before: &Spaces, now: &Spaces) -> Option<(Few, Few)> {
        let (mut shut, mut opened) = (Few::new(), Few::new());
        let now_words = now.words();
        for (i, before) in before.words().iter().enumerate() {
            let now = now_words[i];
            let mut changed = before ^ now;
            while changed != 0 {
                let bit = changed.trailing_zeros();
                changed &= changed - 1;
                let space = Space(i as u32 * 64 + bit);
                if now >> bit & 1 == 0 {
                    opened.push(space);
                } else if self.seen.contains(space) {
                    shut.push(space);
                }
                if shut.len() + opened.len() > MOST_CLOSED_OR_OPENED {
                    return None;
                }
            }
        }
        Some((shut, opened))
    }
    /// Makes up for a few spaces having been closed or opened. False: nothing has changed, for
    /// working the reach out again is quicker.
    pub(super) fn repair(
        &mut self,
        board: &Board,
        steps: &Steps,
        closed: &Spaces,
        taken: &Spaces,
    ) -> bool {
        let Some(changed) = self.repair_costs(board, steps, closed) else {
            return false;
        };
        self.follow(changed, taken);
        true
    }
    /// Follows changes of costs.
    pub(super) fn follow(&mut self, changed: Changed, taken: &Spaces) {
        for (space, old) in changed {
            self.change(space, old, taken);
        }
    }
    /// Changes the costs at which spaces are entered where a few spaces have been closed or opened,
    /// and nothing else yet. None: nothing has changed, for working the reach out again is quicker.
    pub(super) fn repair_costs(
        &mut self,
        board: &Board,
        steps: &Steps,
        closed: &Spaces,
    ) -> Option<Changed> {
        let origin = self.origin.as_ref()?;
        // Below a budget of 2 the first step may overspend; fliers pass where they cannot end.
        let simple = origin.budget >= 2 && steps.rest.is_none();
        let (true, &[start]) = (simple, &origin.starts[..]) else {
            return None;
        };
        let budget = origin.budget;
        let (shut, opened) = self.closed_and_opened(&origin.closed, closed)?;
        if shut.contains(&start) || opened.contains(&start) {
            return None;
        }
        let mut repair = Repair {
            onward: &steps.onward,
            neighbours: &board.shape.neighbours,
            directions: usize::from(board.grid().directions()),
            closed,
            budget,
            entered: &mut self.entered,
            changed: SmallVec::new(),
        };
        if repair.run(&shut, &opened).is_err() {
            repair.undo();
            return None;
        }
        let changed = repair.changed;
        if let Some(origin) = &mut self.origin {
            origin.closed.clone_from(closed);
        }
        Some(changed)
    }
    /// Follows the cost of one space having changed from `old`.
    fn change(&mut self, space: Space, old: u32, taken: &Spaces) {
        let new = self.entered[space.index()];
        if old == new {
            return;
        }
        if self.cost[space.index()] != Self::FAR {
            self.remove_end((space, old));
        } else if let Some(at) = self.passed.iter().position(|(s, _)| *s == space) {
            self.passed.swap_remove(at);
        }
        let entered = new != Self::FAR;
        if !entered {
            self.seen.remove(space);
        } else {
            self.seen.insert(space);
            if taken.contains(space) {
                self.passed.push((space, new));
            } else {
                self.insert_end((space, new));
            }
        }
        let Some(origin) = &mut self.origin else {
            return;
        };
        if entered && new < origin.budget {
            origin.left.insert(space);
        } else {
            origin.left.remove(space);
        }
    }
}
