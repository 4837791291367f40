//! Where the spaces of a grid lie, in units of one space; and the camera that looks at them.

use crate::board::{Facing, Grid, GridKind, Space, Stagger};
use emath::{Pos2, Rect, Vec2, pos2, vec2};

/// Half of √3.
pub const HALF_ROOT_3: f32 = 0.866_025_4;

/// Where spaces lie. A square, and a hex from side to side, is 1 wide.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Layout {
    grid: Grid,
}

impl Layout {
    /// The layout of a grid.
    pub fn new(grid: Grid) -> Self {
        Self { grid }
    }

    fn staggered(&self, number: u32) -> f32 {
        let further = match self.grid.stagger {
            Stagger::Even => number % 2 == 1,
            Stagger::Odd => number.is_multiple_of(2),
        };
        if further { 0.5 } else { 0.0 }
    }

    /// The centre of a column and row, inside or not.
    fn at(&self, column: u32, row: u32) -> Pos2 {
        let (x, y) = (column as f32, row as f32);
        match self.grid.kind {
            GridKind::Square => pos2(x + 0.5, y + 0.5),
            GridKind::HexFlat => pos2(
                x * HALF_ROOT_3 + 1.0 / (2.0 * HALF_ROOT_3),
                y + 0.5 + self.staggered(column),
            ),
            GridKind::HexPointy => pos2(
                x + 0.5 + self.staggered(row),
                y * HALF_ROOT_3 + 1.0 / (2.0 * HALF_ROOT_3),
            ),
        }
    }

    /// The centre of a space.
    pub fn centre(&self, space: Space) -> Pos2 {
        self.at(self.grid.column(space), self.grid.row(space))
    }

    /// The name of a column as it stands beside the board, and the centre of its first space.
    pub fn column(&self, column: u32) -> Option<(String, Pos2)> {
        let space = self.grid.at(column.into(), 0)?;
        let name = self.grid.name(space);
        let letters = name.chars().filter(char::is_ascii_alphabetic);
        Some((letters.collect(), self.centre(space)))
    }

    /// The corners of a space around its centre, clockwise from the first clockwise of north.
    pub fn corners(&self) -> &'static [Vec2] {
        const R: f32 = 1.0 / (2.0 * HALF_ROOT_3);
        const H: f32 = R / 2.0;
        const SQUARE: [Vec2; 4] = [
            vec2(0.5, -0.5),
            vec2(0.5, 0.5),
            vec2(-0.5, 0.5),
            vec2(-0.5, -0.5),
        ];
        const FLAT: [Vec2; 6] = [
            vec2(H, -0.5),
            vec2(R, 0.0),
            vec2(H, 0.5),
            vec2(-H, 0.5),
            vec2(-R, 0.0),
            vec2(-H, -0.5),
        ];
        const POINTY: [Vec2; 6] = [
            vec2(0.0, -R),
            vec2(0.5, -H),
            vec2(0.5, H),
            vec2(0.0, R),
            vec2(-0.5, H),
            vec2(-0.5, -H),
        ];
        match self.grid.kind {
            GridKind::Square => &SQUARE,
            GridKind::HexFlat => &FLAT,
            GridKind::HexPointy => &POINTY,
        }
    }

    /// The directions that lead over a side, not over a corner, with the two ends of the side
    /// (around the centre), clockwise.
    pub fn sides(&self) -> impl Iterator<Item = (Facing, Vec2, Vec2)> + use<> {
        let corners = self.corners();
        let n = corners.len();
        let (first, step) = match self.grid.kind {
            // direction 0 is north: the side from the last corner to the first
            GridKind::Square => (n - 1, 2),
            GridKind::HexFlat => (n - 1, 1),
            // direction 0 is north-east: from the first corner to the second
            GridKind::HexPointy => (0, 1),
        };
        (0..n).map(move |i| {
            (
                Facing((i * step) as u8),
                corners[(first + i) % n],
                corners[(first + i + 1) % n],
            )
        })
    }

    /// The unit vector of a direction.
    pub fn direction(&self, facing: Facing) -> Vec2 {
        let n = self.grid.directions();
        let turn = match self.grid.kind {
            GridKind::HexPointy => f32::from(facing.0) + 0.5,
            _ => f32::from(facing.0),
        };
        let angle = turn / f32::from(n) * std::f32::consts::TAU;
        vec2(angle.sin(), -angle.cos())
    }

    /// The direction nearest to a vector.
    pub fn facing(&self, v: Vec2) -> Facing {
        (0..self.grid.directions())
            .map(Facing)
            .max_by(|a, b| {
                let dot = |f: Facing| self.direction(f).dot(v);
                dot(*a).total_cmp(&dot(*b))
            })
            .unwrap_or_default()
    }

    /// The side shared by two neighbours: its two ends, clockwise seen from the first.
    pub fn side(&self, a: Space, b: Space) -> Option<(Pos2, Pos2)> {
        let direction = self.grid.direction(a, b)?;
        let centre = self.centre(a);
        self.sides()
            .find(|(d, ..)| *d == direction)
            .map(|(_, from, to)| (centre + from, centre + to))
    }

    /// The extent of the whole grid.
    pub fn bounds(&self) -> Rect {
        let mut all = Rect::NOTHING;
        let (columns, rows) = (self.grid.columns, self.grid.rows);
        for (column, row) in [
            (0, 0),
            (1.min(columns - 1), 0),
            (0, 1.min(rows - 1)),
            (columns - 1, rows - 1),
            (columns.max(2) - 2, rows - 1),
            (columns - 1, rows.max(2) - 2),
        ] {
            for corner in self.corners() {
                all.extend_with(self.at(column, row) + *corner);
            }
        }
        all
    }

    /// The spaces whose centres lie in a part of the board, in reading order.
    pub fn within(&self, part: Rect) -> Vec<Space> {
        let (wide, high) = match self.grid.kind {
            GridKind::Square => (1.0, 1.0),
            GridKind::HexFlat => (HALF_ROOT_3, 1.0),
            GridKind::HexPointy => (1.0, HALF_ROOT_3),
        };
        // a column and row more than there can be at each side
        let from = |low: f32, step: f32| (low / step - 2.0).max(0.0) as u32;
        let to = |high: f32, step: f32, all: u32| ((high / step + 2.0).max(0.0) as u32).min(all);
        let columns = from(part.left(), wide)..to(part.right(), wide, self.grid.columns);
        let rows = from(part.top(), high)..to(part.bottom(), high, self.grid.rows);
        let all = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        all.filter(|(column, row)| part.contains(self.at(*column, *row)))
            .filter_map(|(column, row)| self.grid.at(column.into(), row.into()))
            .collect()
    }

    /// The space at a point.
    pub fn space(&self, point: Pos2) -> Option<Space> {
        let (x, y) = match self.grid.kind {
            GridKind::Square => (point.x - 0.5, point.y - 0.5),
            GridKind::HexFlat => (point.x / HALF_ROOT_3 - 2.0 / 3.0, point.y - 0.75),
            GridKind::HexPointy => (point.x - 0.75, point.y / HALF_ROOT_3 - 2.0 / 3.0),
        };
        let near = (x.round() as i64, y.round() as i64);
        let mut best: Option<(f32, Space)> = None;
        for column in near.0 - 1..=near.0 + 1 {
            for row in near.1 - 1..=near.1 + 1 {
                let Some(space) = self.grid.at(column, row) else {
                    continue;
                };
                let v = point - self.centre(space);
                let away = if self.grid.kind.is_square() {
                    v.x.abs().max(v.y.abs())
                } else {
                    v.length()
                };
                if best.is_none_or(|(old, _)| away < old) {
                    best = Some((away, space));
                }
            }
        }
        let reach = if self.grid.kind.is_square() {
            0.5
        } else {
            0.56
        };
        best.filter(|(away, _)| *away <= reach).map(|(_, s)| s)
    }
}

/// What part of the board is seen, and how large.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Camera {
    /// The point of the board in the middle of the view.
    pub centre: Pos2,
    /// Points of the screen a space.
    pub zoom: f32,
    /// The view on the screen.
    pub view: Rect,
}

impl Camera {
    /// The smallest and largest zoom.
    pub const ZOOM: (f32, f32) = (0.5, 160.0);

    /// All of the board in the view, with room for its labels.
    pub fn fit(bounds: Rect, view: Rect) -> Self {
        let room = view.shrink(22.0);
        let zoom = (room.width() / bounds.width())
            .min(room.height() / bounds.height())
            .clamp(Self::ZOOM.0, 72.0);
        Self {
            centre: bounds.center(),
            zoom,
            view,
        }
    }
    /// Where a point of the board is on the screen.
    pub fn screen(&self, point: Pos2) -> Pos2 {
        self.view.center() + (point - self.centre) * self.zoom
    }
    /// The point of the board at a place of the screen.
    pub fn board(&self, at: Pos2) -> Pos2 {
        self.centre + (at - self.view.center()) / self.zoom
    }
    /// Nearer or further by a factor, with the point under `at` staying there.
    pub fn zoom_at(&mut self, at: Pos2, factor: f32) {
        let fixed = self.board(at);
        self.zoom = (self.zoom * factor).clamp(Self::ZOOM.0, Self::ZOOM.1);
        self.centre += fixed - self.board(at);
    }
    /// Moves the board by a number of points on the screen.
    pub fn pan(&mut self, by: Vec2) {
        self.centre -= by / self.zoom;
    }
    /// Keeps at least the middle of the view on the board.
    pub fn keep(&mut self, bounds: Rect) {
        self.centre = bounds.clamp(self.centre);
    }
    /// The part of the board that is seen.
    pub fn seen(&self) -> Rect {
        Rect::from_two_pos(self.board(self.view.min), self.board(self.view.max))
    }
}
