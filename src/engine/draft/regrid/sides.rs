//! Borders onto the sides of another grid.

use super::{Over, Point, distance, is_ground, nearest, sides_of};
use crate::board::{Border, BorderKind, Opacity, Space};
use crate::draft::Barrier;
use crate::draft::Sheet;
use crate::files::notes::{Fate, Notes};
use std::collections::{BTreeMap, BTreeSet};

/// The two spaces of a side, the lower first.
pub(super) type Between = (Space, Space);

/// How far a door may move, in spaces.
const FAR: f64 = 1.2;
/// How far a window or a short piece of wall may move.
const NEAR: f64 = 0.8;

/// An old border and the new sides it comes to stand on.
struct Line<'a> {
    border: &'a Border,
    place: String,
    ends: (Point, Point),
    /// The sides it crosses.
    crosses: BTreeSet<Between>,
    /// The one side that is nearest, where it needs one of its own.
    own: Option<Between>,
}

/// All old borders.
pub(super) struct Lines<'a>(Vec<Line<'a>>);

impl<'a> Lines<'a> {
    /// The old borders and where they lie.
    pub fn of(over: &Over<'a>, now: &Sheet) -> Self {
        let mut lines: Vec<Line> = Vec::new();
        for border in over.old.borders.values() {
            let (a, b) = border.between;
            let (p, q) = over.from.side(a, b);
            let ends = (over.there(p), over.there(q));
            let matters = |side: &Between| matters(now, *side, border);
            lines.push(Line {
                border,
                place: over.old.grid.side_name(border.between),
                ends,
                crosses: over
                    .to
                    .crossed(ends.0, ends.1)
                    .into_iter()
                    .filter(matters)
                    .collect(),
                own: None,
            });
        }
        let mut lines = Lines(lines);
        lines.find_doors(over, now);
        lines
    }

    /// Every door gets one side: the nearest between what it led from and to.
    fn find_doors(&mut self, over: &Over, now: &Sheet) {
        let mut taken = BTreeSet::new();
        for line in self
            .0
            .iter_mut()
            .filter(|l| l.border.kind == BorderKind::Door)
        {
            let pair = |a: u32, b: u32| (a.min(b), a.max(b));
            let (a, b) = line.border.between;
            let led = pair(over.group[a.index()], over.group[b.index()]);
            let middle = line.middle();
            let fits = |side: &Between| {
                is_ground(now, side.0)
                    && is_ground(now, side.1)
                    && !taken.contains(side)
                    && (led.0 == 0 || pair(over.group(side.0), over.group(side.1)) == led)
            };
            let far = |side: &Between| distance(over.middle(*side), middle);
            let around = over.to.around(middle);
            let all: BTreeSet<Between> = around
                .flat_map(|s| sides_of(&now.grid, s))
                .filter(fits)
                .collect();
            // where walls do not tell inside from outside, the door stands in its line
            let strict = led.0 != led.1;
            let all = all
                .into_iter()
                .filter(|side| far(side) <= FAR && (strict || line.crosses.contains(side)));
            let all = all.map(|side| (side, over.middle(side)));
            let best = nearest(all, middle, over.to.extent());
            line.own = best;
            taken.extend(best);
        }
    }

    /// Puts them up; of several on one side the one stands that stops more.
    pub fn put(&mut self, over: &Over, now: &mut Sheet) {
        let put = |now: &mut Sheet, side: Between, barrier: Barrier| {
            now.borders.insert(side, barrier.between(side));
        };
        for line in &self.0 {
            // a door's frame is wall
            let barrier = match line.border.kind {
                BorderKind::Door => Barrier {
                    height: line.border.height.max(1),
                    ..Barrier::of(BorderKind::Wall, false)
                },
                _ => Barrier::from(line.border),
            };
            for side in &line.crosses {
                let old = now.borders.get(side).map(Barrier::from);
                if old.is_none_or(|old| weight(&old) < weight(&barrier)) {
                    put(now, *side, barrier);
                }
            }
        }
        for line in &self.0 {
            if let Some(side) = line.own {
                put(now, side, Barrier::from(line.border));
            }
        }
        self.put_short(over, now);
    }

    /// Pieces too short to cross any way get the side next to them: out of the wall they are in,
    /// or a free one if they stand alone.
    fn put_short(&mut self, over: &Over, now: &mut Sheet) {
        let stands = self.stands(now);
        for line in &mut self.0 {
            let kind = line.border.kind;
            if kind == BorderKind::Door || line.held(now).next().is_some() {
                continue;
            }
            let alone = !BorderKind::ALL.iter().any(|kind| {
                line.corners()
                    .iter()
                    .any(|end| stands.contains(&(*kind, *end)))
            });
            let middle = line.middle();
            let fits = |side: &Between| match now.borders.get(side) {
                Some(there) => there.kind == BorderKind::Wall && kind != BorderKind::Wall,
                None => alone && matters(now, *side, line.border),
            };
            let around = over.to.around(middle).flat_map(|s| sides_of(&now.grid, s));
            let all = around.filter(fits).map(|side| (side, over.middle(side)));
            let all = all.filter(|(_, at)| distance(*at, middle) <= NEAR);
            if let Some(side) = nearest(all, middle, over.to.extent()) {
                line.own = Some(side);
                now.borders
                    .insert(side, Barrier::from(line.border).between(side));
            }
        }
    }

    /// Where borders of each kind that have a side end.
    fn stands(&self, now: &Sheet) -> BTreeSet<(BorderKind, (i64, i64))> {
        let held = self.0.iter().filter(|l| l.held(now).next().is_some());
        held.flat_map(|l| l.corners().map(|end| (l.border.kind, end)))
            .collect()
    }

    /// The side an old border stands on now, best the one nearest to its middle.
    pub fn now(&self, over: &Over, now: &Sheet, old: Between) -> Option<Between> {
        let line = self.0.iter().find(|l| l.border.between == old)?;
        let far = |side: &&Between| distance(over.middle(**side), line.middle());
        let near = |a: &&Between, b: &&Between| far(a).total_cmp(&far(b));
        line.own.or(line.held(now).min_by(near).copied())
    }

    /// Notes what became of each kind.
    pub fn note(&self, now: &Sheet, notes: &mut Notes) {
        let stands = self.stands(now);
        let mut counts: BTreeMap<BorderKind, usize> = BTreeMap::new();
        for line in &self.0 {
            let kind = line.border.kind;
            *counts.entry(kind).or_default() += 1;
            let name = crate::files::builtin::border_name(kind);
            if line.held(now).next().is_none() {
                if line
                    .corners()
                    .iter()
                    .any(|end| stands.contains(&(kind, *end)))
                {
                    let what = format!("sides of {name} that were merged with their neighbours");
                    notes.changed(what, line.place.clone());
                } else {
                    let what = format!("sides of {name} that have no place on the new grid");
                    notes.lost(what, line.place.clone());
                }
            }
        }
        for kind in BorderKind::ALL {
            let had = counts.get(&kind).copied().unwrap_or(0);
            let has = now.borders.values().filter(|b| b.kind == kind).count();
            if had != has {
                let name = crate::files::builtin::border_name(kind);
                notes.count(
                    Fate::Changed,
                    format!("the map has {has} sides of {name} instead of {had}"),
                    1,
                    String::new(),
                );
            }
        }
    }
}

impl Line<'_> {
    /// Its ends, as whole numbers, so that those of two lines can be the same.
    fn corners(&self) -> [(i64, i64); 2] {
        let whole = |x: f64| (x * 1e6).round() as i64;
        [self.ends.0, self.ends.1].map(|(x, y)| (whole(x), whole(y)))
    }
    fn middle(&self) -> Point {
        let (p, q) = self.ends;
        ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0)
    }
    /// The new sides on which it stands after all; a door on no other's.
    fn held<'b>(&'b self, now: &'b Sheet) -> impl Iterator<Item = &'b Between> {
        let is_door = self.border.kind == BorderKind::Door;
        let crosses = self.crosses.iter().filter(move |_| !is_door);
        let sides = crosses.chain(self.own.as_ref());
        sides.filter(|side| is(now, **side, self.border))
    }
}

impl Over<'_> {
    /// The middle of a new side.
    fn middle(&self, (a, b): Between) -> Point {
        let (p, q) = (self.to.centre(a), self.to.centre(b));
        ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0)
    }
}

/// Whether this stands on a side.
fn is(now: &Sheet, side: Between, border: &Border) -> bool {
    let there = now.borders.get(&side).map(Barrier::from);
    there == Some(Barrier::from(border))
}

/// What stops more weighs more.
fn weight(barrier: &Barrier) -> (bool, u8, bool, u8) {
    let sight = match barrier.sight {
        Opacity::Clear => 0,
        Opacity::Partial => 1,
        Opacity::Blocking => 2,
    };
    (barrier.closed, sight, barrier.hard, barrier.height)
}

/// Whether a border on a side does anything: not at the edge of the board, nor inside what nobody
/// enters and is as high.
fn matters(now: &Sheet, (a, b): Between, border: &Border) -> bool {
    let high = |s: Space| !is_ground(now, s) && now.kind(s).height >= border.height;
    now.exists(a) && now.exists(b) && !(high(a) && high(b))
}
