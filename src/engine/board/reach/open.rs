//! Where figures can go that nobody hinders, kept with the board. Most figures have few others around
//! them: their reach is that of a figure that is alone, repaired where others stand.

use super::Reach;
use super::repair::{Changed, MOST_CLOSED_OR_OPENED};
use crate::board::mover::{Going, Mover};
use crate::board::open_reach::OpenReach;
use crate::board::step::Steps;
use crate::board::{Board, Space, Spaces};

/// The largest board that keeps them.
const LARGEST: usize = 1024;

impl Board {
    /// Where a figure can go from a start if nobody hinders it; none if that is not kept.
    fn open_reach<'a>(
        &self,
        start: Space,
        (mover, going): (&Mover, Going),
        steps: &'a Steps,
    ) -> Option<&'a OpenReach> {
        // Below a budget of 2 the first step may overspend; fliers pass where they cannot end.
        let simple = mover.budget >= 2 && steps.rest.is_none();
        let kept = simple && self.len() <= LARGEST && self.sights.lasting;
        let make = || {
            let nobody = Spaces::new(self.len());
            let others = (&nobody, &nobody);
            let mut reach = Reach::remembering();
            reach.clear(self.len());
            self.flood(&[start], (mover, going), others, steps, &mut reach);
            let left = reach.origin.map(|origin| origin.left);
            OpenReach {
                ends: reach.ends.into(),
                seen: reach.seen,
                left: left.unwrap_or_default(),
            }
        };
        let reaches = kept.then_some(&steps.open)?;
        reaches.of((mover.budget, start), self.len(), make)
    }

    /// Fills a remembering reach, which is empty, from that of a figure that nobody hinders. False:
    /// it is empty still, for too much stands in the way.
    pub(super) fn fill_from_open(
        &self,
        start: Space,
        (mover, going): (&Mover, Going),
        (closed, taken): (&Spaces, &Spaces),
        steps: &Steps,
        out: &mut Reach,
    ) -> bool {
        if out.origin.is_none() || closed.contains(start) {
            return false;
        }
        let Some(open) = self.open_reach(start, (mover, going), steps) else {
            return false;
        };
        let mut shut = open.seen.clone();
        shut.keep(closed);
        let shut = if closed.words().is_empty() {
            0
        } else {
            shut.count()
        };
        if shut > MOST_CLOSED_OR_OPENED {
            return false;
        }
        for (space, cost) in &open.ends {
            out.entered[space.index()] = *cost;
        }
        out.seen.clone_from(&open.seen);
        if let Some(origin) = &mut out.origin {
            origin.set(&[start], (mover, going), (closed, taken));
            origin.left.clone_from(&open.left);
            if shut > 0 {
                origin.closed.clear();
            }
        }
        let changed = match shut {
            0 => Some(Changed::new()),
            _ => out.repair_costs(self, steps, closed),
        };
        if let Some(changed) = changed {
            for (space, cost) in &open.ends {
                if out.entered[space.index()] != *cost {
                    continue;
                }
                if taken.contains(*space) && *space != start {
                    out.passed.push((*space, *cost));
                } else {
                    out.cost[space.index()] = *cost;
                    out.ends.push((*space, *cost));
                }
            }
            out.follow(changed, taken);
            return true;
        }
        if let Some(origin) = &mut out.origin {
            origin.size = 0;
        }
        out.clear(self.len());
        false
    }
}
