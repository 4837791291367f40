//! What the objects of a Tiled map mean: walls, zones and patches of ground.

use super::super::builtin;
use super::super::mapping::{Part, Target};
use super::super::snap::{Point, extent};
use super::doc::{Doc, Layer, Object, Props, Shape};
use super::meaning::{ID, Work};
use crate::board::{Border, BorderKind, Cost, Opacity, Space, Use};
use std::collections::BTreeSet;

impl Work<'_> {
    pub(super) fn object(&mut self, doc: &Doc, layer: &Layer, object: &Object) {
        let called = [&object.class, &object.name, &object.id]
            .into_iter()
            .find(|n| !n.is_empty());
        let place = called.cloned().unwrap_or_default();
        let names = [
            object.props.get("terrain"),
            Some(&object.class),
            Some(&object.name),
            Some(&layer.class),
            Some(&layer.name),
        ];
        let mut names = names.into_iter().flatten().filter(|n| !n.is_empty());
        let mut target = names.find_map(|name| self.called(name));
        if target.is_none() {
            target = object.gid.and_then(|gid| self.meaning(doc, gid & ID));
        }
        let Some(target) = target else {
            let what = match (&object.shape, object.gid, object.template.is_some()) {
                (Shape::Text, ..) => "text objects are not supported".to_owned(),
                (_, Some(_), _) => format!("unknown tile objects in layer {:?}", layer.name),
                (_, _, true) => format!("unknown objects from templates in layer {:?}", layer.name),
                _ => format!("unknown objects in layer {:?}", layer.name),
            };
            self.sketch.notes.lost(what, place);
            return;
        };
        if target.ignored() {
            let what = format!("objects of layer {:?} that are only decoration", layer.name);
            return self.sketch.notes.lost(what, place);
        }
        let at = (object.at.0 + layer.offset.0, object.at.1 + layer.offset.1);
        let outline = outline(object, at);
        let outline: Vec<Point> = outline.into_iter().map(|p| self.frame.point(p)).collect();
        if target.is_door() && object.gid.is_some() {
            let open = object.props.get("open").is_some_and(|v| v == "true");
            for space in self.covered(&outline) {
                self.put(space, &target, open);
            }
            return;
        }
        if !self.effort.take(self.effort_of(object, &outline)) {
            let what = "objects beyond the limits on number and size were left out";
            return self.sketch.notes.lost(what, place);
        }
        if let Some(kind) = use_named(&target.is) {
            self.place_zone(kind, &target, object, &outline, place);
        } else if let Some((kind, _)) = builtin::BORDERS.iter().find(|(_, n)| *n == target.is) {
            self.place_border(*kind, object, &outline, place);
        } else {
            self.fill(&target, &outline, place);
        }
    }

    /// What an object of this name means.
    fn called(&mut self, name: &str) -> Option<Target> {
        if let Some(known) = self.called.get(name) {
            return known.clone();
        }
        let found = self.mapping.find(Part::Object, name).cloned();
        self.called.insert(name.to_owned(), found.clone());
        found
    }

    /// What it takes to lay an object: its line, and its spaces held against its corners.
    fn effort_of(&self, object: &Object, outline: &[Point]) -> u64 {
        let lattice = &self.frame.lattice;
        let spaces = match object.shape {
            Shape::Polyline(_) | Shape::Point | Shape::Text => 0,
            _ => lattice.effort_within(outline),
        };
        let lines = match object.shape {
            Shape::Polyline(_) => lattice.steps(outline),
            _ => 4,
        };
        spaces + lines
    }

    /// The spaces an outline covers; a small or open one the nearest.
    fn covered(&self, outline: &[Point]) -> BTreeSet<Space> {
        let lattice = &self.frame.lattice;
        let mut all = lattice.within(outline);
        if all.is_empty() && !outline.is_empty() {
            let (low, high) = extent(outline);
            let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
            all.extend(lattice.nearest(middle));
        }
        all
    }

    pub(super) fn place_zone(
        &mut self,
        kind: Use,
        target: &Target,
        object: &Object,
        outline: &[Point],
        place: String,
    ) {
        let mut spaces = self.covered(outline);
        if spaces.is_empty() {
            return self
                .sketch
                .notes
                .lost("zones outside the map were left out", place);
        }
        let seat = object.props.get("seat").and_then(|s| s.parse().ok());
        let seat = seat.or(target.seat).or_else(|| digits(&object.name));
        if kind == Use::Deployment && spaces.len() == 1 {
            let what = "start positions became deployment zones of all spaces within 2";
            self.sketch.notes.changed(what, place);
            let grid = self.frame.grid;
            let start = *spaces.first().expect("one");
            let (column, row) = (i64::from(grid.column(start)), i64::from(grid.row(start)));
            for r in row - 3..=row + 3 {
                let near = (column - 3..=column + 3).filter_map(|c| grid.at(c, r));
                spaces.extend(near.filter(|s| {
                    let t = self.sketch.terrain(self.sketch.ground[s.index()]);
                    grid.distance(*s, start) <= 2 && t.cost != Cost::No
                }));
            }
        }
        self.sketch.zone(kind, seat, spaces);
    }

    fn place_border(
        &mut self,
        kind: BorderKind,
        object: &Object,
        outline: &[Point],
        place: String,
    ) {
        let closed = !matches!(object.shape, Shape::Polyline(_) | Shape::Point);
        if closed && kind == BorderKind::Wall {
            // a box that things bump into fills the spaces whose middle it covers
            let filled = self.frame.lattice.within(outline);
            if !filled.is_empty() {
                let wall = self.sketch.kind("wall", self.mapping);
                filled
                    .into_iter()
                    .for_each(|s| self.sketch.ground[s.index()] = wall);
                return;
            }
        }
        let line = match (closed, kind) {
            // what fills a gap lies along its longer side
            (true, BorderKind::Door | BorderKind::Window | BorderKind::Wall) => long_axis(outline),
            (true, _) => outline.iter().chain(outline.first()).copied().collect(),
            (false, _) => outline.to_vec(),
        };
        let mut snapped = self.frame.lattice.snap(&line);
        if snapped.sides.is_empty() && !snapped.edge {
            let ends = line.first().zip(line.last());
            let lattice = &self.frame.lattice;
            let side = match object.shape {
                Shape::Polyline(_) => lattice.stand_in(&line),
                _ => ends.and_then(|(p, q)| lattice.nearest_side(*p, *q)),
            };
            snapped.sides.extend(side);
            snapped.moved = true;
        }
        if snapped.sides.is_empty() {
            let what = match snapped.edge {
                true => "lines along the edge of the map are not needed",
                false => "lines too short to separate two spaces were left out",
            };
            return self.sketch.notes.lost(what, place);
        }
        if snapped.moved {
            let what = "lines that do not follow the sides of spaces were snapped to them";
            self.sketch.notes.changed(what, place);
        }
        for between in snapped.sides {
            self.sketch.border(with_props(kind, between, &object.props));
        }
        for between in snapped.bends {
            self.sketch.bend(with_props(kind, between, &object.props));
        }
    }

    fn fill(&mut self, target: &Target, outline: &[Point], place: String) {
        let spaces = self.covered(outline);
        if spaces.is_empty() {
            return self
                .sketch
                .notes
                .lost("objects outside the map were left out", place);
        }
        let kind = self.sketch.kind(&target.is, self.mapping);
        for space in spaces {
            self.sketch.ground[space.index()] = kind;
        }
    }
}

/// A border with what an object says of it.
pub(super) fn with_props(kind: BorderKind, between: (Space, Space), props: &Props) -> Border {
    let is = |key: &str, value: &str| props.get(key).is_some_and(|v| v == value);
    let mut border = match kind {
        BorderKind::Door if is("open", "true") => builtin::open_door(between),
        BorderKind::Door if is("locked", "true") => builtin::locked_door(between),
        kind => builtin::border(kind, between),
    };
    if let Some(height) = props.get("height").and_then(|h| h.parse().ok()) {
        border.height = height;
    }
    if border.open {
        return border;
    }
    match props.get("move").map(String::as_str) {
        Some("1") => (border.closed, border.hard) = (false, false),
        Some("2") => (border.closed, border.hard) = (false, true),
        Some("no") => (border.closed, border.hard) = (true, false),
        _ => {}
    }
    if let Some(sight) = props.get("sight").and_then(|s| opacity(s)) {
        border.sight = sight;
    }
    border
}

pub(super) fn opacity(word: &str) -> Option<Opacity> {
    match word {
        "clear" => Some(Opacity::Clear),
        "partial" => Some(Opacity::Partial),
        "blocking" => Some(Opacity::Blocking),
        _ => None,
    }
}
pub(super) fn use_named(name: &str) -> Option<Use> {
    [Use::Deployment, Use::Objective, Use::Exit]
        .into_iter()
        .find(|u| super::super::map_text::use_name(*u) == name)
}

/// The number in a name: `spawn 2`.
pub(super) fn digits(name: &str) -> Option<u8> {
    let digits: String = name
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// The corners of an object, in pixels, turned about where it is.
pub(super) fn outline(object: &Object, at: Point) -> Vec<Point> {
    let mut corners = unturned(object, at);
    if object.turn.is_finite() && object.turn.rem_euclid(360.0) != 0.0 {
        let (sin, cos) = object.turn.rem_euclid(360.0).to_radians().sin_cos();
        for p in &mut corners {
            let (x, y) = (p.0 - at.0, p.1 - at.1);
            *p = (at.0 + x * cos - y * sin, at.1 + x * sin + y * cos);
        }
    }
    corners
}

fn unturned(object: &Object, at: Point) -> Vec<Point> {
    let (w, h) = object.size;
    match &object.shape {
        Shape::Polygon(points) | Shape::Polyline(points) => {
            points.iter().map(|p| (at.0 + p.0, at.1 + p.1)).collect()
        }
        Shape::Point | Shape::Text => vec![at],
        Shape::Ellipse => (0..24)
            .map(|i| {
                let angle = f64::from(i) / 24.0 * std::f64::consts::TAU;
                (
                    at.0 + w / 2.0 * (1.0 + angle.cos()),
                    at.1 + h / 2.0 * (1.0 + angle.sin()),
                )
            })
            .collect(),
        // pictures stand on where they are
        Shape::Rect if object.gid.is_some() => vec![(at.0 + w / 2.0, at.1 - h.min(w) / 2.0)],
        Shape::Rect if w == 0.0 && h == 0.0 => vec![at],
        Shape::Rect => vec![at, (at.0 + w, at.1), (at.0 + w, at.1 + h), (at.0, at.1 + h)],
    }
}

/// The middle line of a shape along its longer side.
fn long_axis(outline: &[Point]) -> Vec<Point> {
    let (low, high) = extent(outline);
    let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
    if high.0 - low.0 >= high.1 - low.1 {
        vec![(low.0, middle.1), (high.0, middle.1)]
    } else {
        vec![(middle.0, low.1), (middle.0, high.1)]
    }
}
