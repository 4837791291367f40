//! Lines that another program wrote in pieces, joined again where one goes on from another.

use super::snap::{Point, distance};
use std::collections::BTreeMap;

/// Where lines end: points close to each other are one.
pub struct Ends {
    close: f64,
    points: Vec<Point>,
    lines: Vec<usize>,
    cells: BTreeMap<(i64, i64), Vec<usize>>,
}

impl Ends {
    /// No ends; points no further apart than `close` will be one.
    pub fn new(close: f64) -> Self {
        Self {
            close,
            points: Vec::new(),
            lines: Vec::new(),
            cells: BTreeMap::new(),
        }
    }

    /// Counts a line that ends here; which of the points it is.
    pub fn add(&mut self, point: Point) -> usize {
        let which = self.find(point).unwrap_or_else(|| {
            self.points.push(point);
            self.lines.push(0);
            let cell = self.cells.entry(self.cell(point)).or_default();
            cell.push(self.points.len() - 1);
            self.points.len() - 1
        });
        self.lines[which] += 1;
        which
    }

    /// How many lines end at a point.
    pub fn at(&self, point: Point) -> usize {
        self.find(point).map_or(0, |which| self.lines[which])
    }

    fn cell(&self, point: Point) -> (i64, i64) {
        let whole = |v: f64| (v / self.close).floor() as i64;
        (whole(point.0), whole(point.1))
    }

    fn find(&self, point: Point) -> Option<usize> {
        let (x, y) = self.cell(point);
        let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        near.filter_map(|(dx, dy)| {
            self.cells
                .get(&(x.saturating_add(dx), y.saturating_add(dy)))
        })
        .flatten()
        .copied()
        .find(|which| distance(self.points[*which], point) <= self.close)
    }
}

/// Joins lines where the ends of exactly two meet; each keeps the place of its first piece.
///
/// Lines of less than two points, and with points that are no numbers, stay as they are.
pub fn join(lines: Vec<Vec<Point>>, close: f64) -> Vec<Vec<Point>> {
    let sound =
        |line: &[Point]| line.len() > 1 && line.iter().all(|p| p.0.is_finite() && p.1.is_finite());
    let mut ends = Ends::new(close);
    let at: Vec<Option<[usize; 2]>> = lines
        .iter()
        .map(|line| sound(line).then(|| [ends.add(line[0]), ends.add(line[line.len() - 1])]))
        .collect();
    let mut meeting: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, both) in at.iter().enumerate() {
        for end in both.iter().flatten() {
            meeting.entry(*end).or_default().push(i);
        }
    }
    // the other line where exactly two end
    let beyond = |end: usize, line: usize| match meeting[&end].as_slice() {
        [a, b] if a != b => Some(if *a == line { *b } else { *a }),
        _ => None,
    };
    let mut pieces: Vec<Option<Vec<Point>>> = lines.into_iter().map(Some).collect();
    let mut out = Vec::new();
    for first in 0..pieces.len() {
        let Some(mut line) = pieces[first].take() else {
            continue;
        };
        // on from its last point, then, turned round, on from its first
        for (side, turned) in [(1, false), (0, true)] {
            let Some(both) = at[first] else { break };
            if turned {
                line.reverse();
            }
            let (mut from, mut end) = (first, both[side]);
            while let Some(next) = beyond(end, from) {
                let Some(mut piece) = pieces[next].take() else {
                    break;
                };
                let [start, stop] = at[next].expect("only sound lines meet");
                if start != end {
                    piece.reverse();
                }
                line.extend(piece.into_iter().skip(1));
                (from, end) = (next, if start == end { stop } else { start });
            }
            if turned {
                line.reverse();
            }
        }
        out.push(line);
    }
    out
}
