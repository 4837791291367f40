//! The walls and doors of a Universal VTT file onto the sides of squares.

use super::super::builtin;
use super::super::chain::{self, Ends};
use super::super::mapping::{Mapping, Part};
use super::super::sketch::Sketch;
use super::super::snap::{CLOSE, Effort, Lattice, Point, distance, extent};
use super::portals::{Door, Hung, cut_off};
use super::{Lines, openings};
use crate::board::{BorderKind, Space};
use std::collections::BTreeSet;

/// What is said of lines beyond what one map may have.
const TOO_MUCH: &str = "lines beyond the limit on their total length were left out";

/// How far from where it is said to be a door may be hung in a wall, in squares.
const NEAR: f64 = 0.8;

/// Whether a line lies wholly beside the map, and whether a part of it does.
fn beside(line: &[Point], lattice: &Lattice) -> (bool, bool) {
    let (low, high) = extent(line);
    let far = lattice.extent();
    let out = low.0 > far.0 || low.1 > far.1 || high.0 < 0.0 || high.1 < 0.0;
    let part = low.0 < -1.0 || low.1 < -1.0 || high.0 > far.0 + 1.0 || high.1 > far.1 + 1.0;
    (out && !line.is_empty(), part)
}

/// A place in the file's own units.
fn at(point: Point) -> String {
    let short = |n: f64| match n.abs() < 1e7 {
        true => format!("{n:.2}"),
        false => format!("{n:.1e}"),
    };
    format!("({}, {})", short(point.0), short(point.1))
}

/// Walls and doors on their way onto a map.
pub(super) struct Laying<'a> {
    pub(super) sketch: &'a mut Sketch,
    pub(super) mapping: &'a Mapping,
    pub(super) effort: Effort,
    lattice: Lattice,
    /// Where walls and doors end.
    ends: Ends,
    doors: Ends,
    /// The windows of the file, each with what it is said to be.
    windows: Vec<Window>,
}

/// A window that may have to be an opening.
pub(super) struct Window {
    /// The sides that it fills.
    pub sides: BTreeSet<(Space, Space)>,
    /// How good an opening it would be: the best first.
    pub rank: (bool, i64),
    pub place: String,
}

impl<'a> Laying<'a> {
    pub(super) fn new(sketch: &'a mut Sketch, mapping: &'a Mapping) -> Self {
        let lattice = Lattice::squares(sketch.grid);
        Self {
            sketch,
            mapping,
            effort: Effort::default(),
            lattice,
            ends: Ends::new(CLOSE),
            doors: Ends::new(CLOSE),
            windows: Vec::new(),
        }
    }

    /// Lays walls, outlines of things that stand about, and doors.
    pub(super) fn lay(&mut self, walls: Lines, things: Lines, doors: &[Door]) {
        let grounds: Vec<_> = walls.of.into_iter().chain(things.of).collect();
        let walls = chain::join(walls.plain, CLOSE);
        let things = chain::join(things.plain, CLOSE);
        for (name, lines) in &grounds {
            self.grow(name, lines);
        }
        for door in doors {
            for end in door.ends.first().into_iter().chain(door.ends.last()) {
                self.doors.add(*end);
            }
        }
        for line in walls.iter().filter(|line| line.len() > 1) {
            self.ends.add(line[0]);
            self.ends.add(line[line.len() - 1]);
        }
        for line in &walls {
            self.line(line, "walls");
        }
        for line in &things {
            if !self.fill(line) {
                self.line(line, "outlines of objects");
            }
        }
        for door in doors {
            self.door(door);
        }
        let instead = cut_off(self.mapping);
        let mut windows = std::mem::take(&mut self.windows);
        windows.sort_by_key(|window| std::cmp::Reverse(window.rank));
        for window in openings(self.sketch, &windows) {
            for side in &window.sides {
                self.put_door(*side, instead);
            }
            if instead != Hung::Border(BorderKind::Window) {
                let what =
                    "windows became openings, as no other way leads to the ground behind them";
                let line = "[portal] \"cut off\" = \"window\"";
                let notes = &mut self.sketch.notes;
                notes.guessed(what, 1, window.place.clone(), line);
            }
        }
    }

    /// Fills what the outlines of one kind of ground surround, as the file says what it is.
    fn grow(&mut self, name: &str, lines: &[Vec<Point>]) {
        let mut spaces: BTreeSet<Space> = BTreeSet::new();
        for line in lines {
            let place = at(line.first().copied().unwrap_or_default());
            if !self.effort.take(self.lattice.effort_within(line)) {
                self.sketch.notes.lost(TOO_MUCH, place);
                continue;
            }
            // a line inside another bounds a clearing
            for space in self.lattice.within(line) {
                if !spaces.remove(&space) {
                    spaces.insert(space);
                }
            }
        }
        let kind = self.sketch.kind(name, self.mapping);
        for space in spaces {
            self.sketch.ground[space.index()] = kind;
        }
    }

    /// Puts what a portal is onto a side.
    fn put_door(&mut self, side: (Space, Space), hung: Hung) {
        match hung.border(side) {
            Some(border) => self.sketch.border(border),
            None => self.sketch.clear(side),
        }
    }

    /// The terrain that outlines of objects become.
    fn thing(&mut self, word: &str) -> u8 {
        let target = self.mapping.find(Part::Object, word);
        let name = target.map_or("wall", |target| target.is.as_str());
        self.sketch.kind(name, self.mapping)
    }

    /// Whether a side is the tip of a wall that a door reaches over and back: nothing goes on from
    /// one of its ends, so it closes nothing.
    fn tip(&mut self, side: (Space, Space)) -> bool {
        let wall = self.sketch.side(side).map(|b| b.kind) == Some(BorderKind::Wall);
        if !wall || !self.effort.take(100) {
            return false;
        }
        let goes_on = |end: &Point| {
            let around: Vec<Space> = self.lattice.around(*end).collect();
            let pairs = around
                .iter()
                .flat_map(|a| around.iter().map(move |b| (*a, *b)));
            let mut others = pairs.filter(|other| *other != side);
            others.any(|other| {
                let (a, b) = match self.sketch.side(other) {
                    Some(_) => self.lattice.side(other.0, other.1),
                    None => return false,
                };
                distance(a, *end) <= CLOSE || distance(b, *end) <= CLOSE
            })
        };
        let (a, b) = self.lattice.side(side.0, side.1);
        ![a, b]
            .iter()
            .all(|end| self.lattice.at_edge(*end) || goes_on(end))
    }

    /// A small closed line fills the square round whose middle it lies; whether it is one.
    fn pillar(&mut self, line: &[Point]) -> bool {
        let Some((space, middle)) = self.lattice.standing(line) else {
            return false;
        };
        let place = self.sketch.place(space);
        if middle {
            self.sketch.ground[space.index()] = self.thing("pillar");
            let what = "small outlines around the middle of a square became walls that fill it";
            self.sketch.notes.changed(what, place);
        } else {
            let what = "outlines smaller than a square and away from its middle were left out";
            self.sketch.notes.lost(what, place);
        }
        true
    }

    /// A closed outline of a thing fills all squares whose middle it surrounds; whether it does.
    /// What surrounds more than a quarter of the map is no thing that stands on it.
    fn fill(&mut self, line: &[Point]) -> bool {
        let (Some(first), Some(last)) = (line.first(), line.last()) else {
            return false;
        };
        let closed = line.len() >= 4 && distance(*first, *last) <= CLOSE;
        if !closed || self.lattice.standing(line).is_some() {
            return false;
        }
        if !self.effort.take(self.lattice.effort_within(line)) {
            return false;
        }
        let spaces = self.lattice.within(line);
        if spaces.is_empty() || spaces.len() * 4 > self.sketch.ground.len() {
            return false;
        }
        let kind = self.thing("outline");
        for space in &spaces {
            self.sketch.ground[space.index()] = kind;
        }
        let what = "outlines of objects became walls that fill the squares they surround";
        self.sketch.notes.changed(what, at(*first));
        true
    }

    fn line(&mut self, line: &[Point], what: &str) {
        let place = at(line.first().copied().unwrap_or_default());
        if self.pillar(line) {
            return;
        }
        if !self.effort.take(self.lattice.steps(line)) {
            return self.sketch.notes.lost(TOO_MUCH, place);
        }
        let (out, part) = beside(line, &self.lattice);
        if out {
            let what = format!("{what} outside the map were left out");
            return self.sketch.notes.lost(what, place);
        }
        if part {
            let what = format!("parts of {what} outside the map were cut off");
            self.sketch.notes.lost(what, place.clone());
        }
        let mut snapped = self.lattice.snap(line);
        if snapped.edge {
            let what = format!("{what} along the edge of the map are not needed");
            return self.sketch.notes.changed(what, place);
        }
        if snapped.sides.is_empty() && !self.held(line) {
            snapped.sides.extend(self.lattice.stand_in(line));
            snapped.moved = true;
        }
        if snapped.sides.is_empty() {
            let touches = self.beside_something(line);
            let notes = &mut self.sketch.notes;
            return match touches {
                true => notes.changed(
                    format!("{what} shorter than a square were merged with the walls or doors they touch"),
                    place,
                ),
                false => notes.lost(
                    format!("{what} too short to separate two squares were left out"),
                    place,
                ),
            };
        }
        if snapped.moved {
            let what =
                format!("{what} that do not follow the sides of squares were snapped to them");
            self.sketch.notes.changed(what, place);
        }
        for between in snapped.sides {
            self.sketch
                .border(builtin::border(BorderKind::Wall, between));
        }
        for between in snapped.bends {
            self.sketch.bend(builtin::border(BorderKind::Wall, between));
        }
    }

    /// Whether a short line needs no side of its own: something else goes on from both of its ends,
    /// or a door from one, and who could pass it could pass beside it.
    fn held(&self, line: &[Point]) -> bool {
        let door = |p: &Point| self.doors.at(*p) > 0;
        let goes_on = |p: &Point| self.ends.at(*p) > 1;
        let (Some(first), Some(last)) = (line.first(), line.last()) else {
            return false;
        };
        door(first) || door(last) || (goes_on(first) && goes_on(last))
    }

    fn beside_something(&self, line: &[Point]) -> bool {
        let mut ends = line.first().into_iter().chain(line.last());
        ends.any(|p| self.ends.at(*p) > 1 || self.doors.at(*p) > 0)
    }

    fn door(&mut self, door: &Door) {
        let place = door.middle.map_or(String::new(), at);
        let Some(middle) = door.middle else {
            let what = "doors without a position were left out";
            return self.sketch.notes.lost(what, place);
        };
        if !self.effort.take(self.lattice.steps(&door.ends) + 4) {
            return self.sketch.notes.lost(TOO_MUCH, place);
        }
        let mut snapped = self.lattice.snap(&door.ends);
        if !door.freestanding {
            let tips: Vec<_> = snapped.sides.iter().copied().collect();
            for side in tips {
                if self.tip(side) {
                    snapped.sides.remove(&side);
                    self.sketch.clear(side);
                }
            }
        }
        if snapped.sides.is_empty() {
            snapped.sides.extend(self.hinge(door, middle));
            snapped.moved = true;
        }
        if snapped.sides.is_empty() {
            let what = "doors outside the map were left out";
            return self.sketch.notes.lost(what, place);
        }
        if snapped.moved {
            let what = "doors that do not fill a side of a square were snapped to one";
            self.sketch.notes.changed(what, place.clone());
        }
        let (hung, word) = door.hung(self.mapping);
        for between in &snapped.sides {
            self.put_door(*between, hung);
        }
        if hung == Hung::Border(BorderKind::Window)
            && let Some(word) = word
        {
            let what = match word {
                "narrow" => "portals narrower than 0.85 squares became windows",
                "open" => "portals with closed: false became windows",
                _ => "portals became windows, as the mapping says",
            };
            self.sketch.notes.changed(what, place.clone());
            let width = door.width().unwrap_or(1.0).clamp(0.0, 1e6);
            self.windows.push(Window {
                sides: snapped.sides,
                rank: (!door.closed, (width * 1000.0) as i64),
                place,
            });
        }
    }

    /// The side for a door that lies across no way between two squares: of the wall it stands in,
    /// else the nearest as it runs, where it is said to be.
    fn hinge(&self, door: &Door, middle: Point) -> Option<(Space, Space)> {
        let far = self.lattice.extent();
        let near =
            middle.0 > -1.0 && middle.1 > -1.0 && middle.0 < far.0 + 1.0 && middle.1 < far.1 + 1.0;
        if !near {
            return None;
        }
        let ends = door.ends.first().zip(door.ends.last());
        let ends = ends.filter(|_| door.ends.len() > 1);
        let half = match ends {
            Some((p, q)) => ((q.0 - p.0) / 2.0, (q.1 - p.1) / 2.0),
            None => door.along.unwrap_or((0.0, 0.0)),
        };
        let (p, q) = (
            (middle.0 - half.0, middle.1 - half.1),
            (middle.0 + half.0, middle.1 + half.1),
        );
        let wall = |between: (Space, Space)| {
            let (a, b) = self.lattice.side(between.0, between.1);
            let close = distance(((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), middle) <= NEAR;
            let there = self.sketch.side(between);
            close && there.is_some_and(|b| b.kind == BorderKind::Wall)
        };
        let in_wall = || {
            let as_it_runs = self.lattice.nearest_of(p, q, wall);
            as_it_runs.or_else(|| self.lattice.nearest_of(middle, middle, wall))
        };
        let standing = (!door.freestanding).then(in_wall).flatten();
        standing.or_else(|| self.lattice.nearest_side(p, q))
    }
}
