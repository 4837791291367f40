//! The brush: tools, and the kinds of things that they paint.

use super::Stroke;
use super::board::colour;
use crate::board::{BorderKind, Grid, GridKind, Space, Symmetry};
use crate::draft::{Barrier, Op, Sheet, Side};
use crate::window::theme;
use egui::Color32;

/// A tool of the editor.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Spaces that the mouse passes over.
    Brush,
    /// A straight line.
    Line,
    /// Columns and rows between two corners.
    Rectangle,
    /// All around a middle.
    Hexagon,
    /// A connected area of equal spaces.
    Fill,
    /// All equal spaces of the map.
    Replace,
    /// Takes spaces into the selection.
    Select,
    /// Puts down what was copied.
    Paste,
    /// Shows what is seen from a space.
    Sight,
    /// Shows how far a figure gets from a space.
    Walk,
    /// Puts figures, objects and devices of the scenario in their places.
    Place,
}

impl Tool {
    pub(super) const ALL: [(Tool, &str, &str); 11] = [
        (Tool::Brush, "Brush", "B"),
        (Tool::Line, "Line", "L"),
        (Tool::Rectangle, "Rectangle", "R"),
        (Tool::Hexagon, "Hexagon", "H"),
        (Tool::Fill, "Fill", "G"),
        (Tool::Replace, "Replace", "P"),
        (Tool::Select, "Select", "S"),
        (Tool::Paste, "Paste", "V"),
        (Tool::Sight, "Sight", "Q"),
        (Tool::Walk, "Walk", "O"),
        (Tool::Place, "Place", "Y"),
    ];
    /// Whether it changes the map as it is drawn with.
    pub(super) fn paints(self) -> bool {
        !matches!(
            self,
            Tool::Select | Tool::Paste | Tool::Sight | Tool::Walk | Tool::Place
        )
    }
}

/// The kind of thing that is painted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Ground,
    Level,
    Border,
    Zone,
}

impl Ink {
    pub(super) const ALL: [(Ink, &str, &str); 4] = [
        (Ink::Ground, "Terrain", "T"),
        (Ink::Level, "Level", "U"),
        (Ink::Border, "Border", "W"),
        (Ink::Zone, "Zone", "Z"),
    ];
}

/// Change of levels.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Rise {
    Up,
    Down,
    To,
}

/// Why zones cannot be painted: the map has none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("add a zone first (Paint: Zone)")]
pub(super) struct NoZone;

/// The tool in use, and what it paints with.
pub(super) struct Brush {
    pub tool: Tool,
    pub ink: Ink,
    /// The terrain.
    pub kind: String,
    pub size: u32,
    pub rise: Rise,
    pub level: i8,
    pub barrier: BorderKind,
    /// Whether a door is open.
    pub open: bool,
    /// The zone, by its place in the list.
    pub zone: usize,
    pub erase: bool,
    /// Whether zones of the mirror image belong to other seats.
    pub swap: bool,
    pub symmetry: Symmetry,
}

impl Default for Brush {
    fn default() -> Self {
        Self {
            tool: Tool::Brush,
            ink: Ink::Ground,
            kind: "wood".to_owned(),
            size: 1,
            rise: Rise::Up,
            level: 1,
            barrier: BorderKind::Wall,
            open: false,
            zone: 0,
            erase: false,
            swap: true,
            symmetry: Symmetry::None,
        }
    }
}

impl Brush {
    /// Whether two spaces are equal in what is painted.
    pub(super) fn alike(&self, sheet: &Sheet, a: Space, b: Space) -> bool {
        match self.ink {
            Ink::Level => {
                sheet.levels[a.index()] == sheet.levels[b.index()]
                    && sheet.exists(a) == sheet.exists(b)
            }
            Ink::Zone => {
                let within = |s: Space| {
                    sheet
                        .zones
                        .get(self.zone)
                        .is_some_and(|z| z.spaces.contains(s))
                };
                within(a) == within(b) && sheet.ground[a.index()] == sheet.ground[b.index()]
            }
            Ink::Ground | Ink::Border => sheet.ground[a.index()] == sheet.ground[b.index()],
        }
    }

    /// The changes that a gesture makes to the map.
    ///
    /// # Errors
    /// Why it does nothing.
    pub(super) fn ops(
        &self,
        sheet: &Sheet,
        grid: &Grid,
        stroke: &Stroke,
    ) -> Result<Vec<Op>, NoZone> {
        let on = self.symmetry.spread(grid, &stroke.spaces);
        let mut ops = match self.ink {
            Ink::Ground => vec![Op::Ground {
                kind: if stroke.erase { "open" } else { &self.kind }.to_owned(),
                on,
            }],
            Ink::Level if stroke.erase => vec![Op::Level { to: 0, on }],
            Ink::Level => vec![match self.rise {
                Rise::Up => Op::Raise { by: 1, on },
                Rise::Down => Op::Raise { by: -1, on },
                Rise::To => Op::Level { to: self.level, on },
            }],
            Ink::Border => {
                let barrier = Barrier::of(self.barrier, self.open);
                let sides = self.symmetry.spread_sides(grid, &stroke.sides);
                vec![Op::Side {
                    barrier: (!stroke.erase).then_some(barrier),
                    on: sides.into_iter().collect(),
                }]
            }
            Ink::Zone if sheet.zones.is_empty() => return Err(NoZone),
            Ink::Zone => {
                let join = !stroke.erase;
                self.symmetry
                    .zoned(sheet, self.zone, join, &stroke.spaces, self.swap)
            }
        };
        ops.retain(|op| !matches!(op, Op::Side { on, .. } if on.is_empty()));
        Ok(ops)
    }

    /// Paints from now on with the kind that lies on a space.
    pub(super) fn pick(&mut self, sheet: &Sheet, space: Space, side: Option<Side>) {
        match self.ink {
            Ink::Ground => self.kind = sheet.kind(space).name.clone(),
            Ink::Level => {
                self.level = sheet.levels[space.index()];
                self.rise = Rise::To;
            }
            Ink::Border => {
                let there = side.and_then(|(a, b)| sheet.borders.get(&(Space(a), Space(b))));
                if let Some(border) = there {
                    (self.barrier, self.open) = (border.kind, border.open);
                }
            }
            Ink::Zone => {
                let found = sheet.zones.iter().position(|z| z.spaces.contains(space));
                self.zone = found.unwrap_or(self.zone);
            }
        }
    }

    /// The colour in which it is shown before it is painted.
    pub(super) fn ghost_ink(&self, sheet: &Sheet, erase: bool) -> Color32 {
        match self.ink {
            _ if erase => Color32::from_rgb(0xd8, 0x60, 0x50),
            Ink::Ground => colour(super::panels::colour_of(sheet, &self.kind)),
            Ink::Level => Color32::from_rgb(0xdc, 0xc6, 0x8e),
            Ink::Border => barrier_ink(self.barrier),
            Ink::Zone => {
                let zone = sheet.zones.get(self.zone);
                let seat = zone.and_then(|z| z.seat).unwrap_or(1);
                theme::side(usize::from(seat.max(1) - 1))
            }
        }
    }

    /// Chooses the next symmetry that is exact on the map.
    pub(super) fn next_symmetry(&mut self, sheet: &Sheet, kind: GridKind) {
        let all: Vec<Symmetry> = Symmetry::ALL
            .into_iter()
            .filter(|s| s.suits(kind) && s.lacking(sheet).is_empty())
            .collect();
        let now = all.iter().position(|s| *s == self.symmetry).unwrap_or(0);
        self.symmetry = all[(now + 1) % all.len()];
    }

    /// Chooses the next kind of terrain, border or zone to paint.
    pub(super) fn next_kind(&mut self, sheet: &Sheet, back: bool) {
        fn next<T: PartialEq + Clone>(all: &[T], now: &T, back: bool) -> Option<T> {
            let n = all.len();
            let at = all.iter().position(|x| x == now).unwrap_or(0);
            let to = if back { at + n - 1 } else { at + 1 };
            all.get(to.checked_rem(n)?).cloned()
        }
        match self.ink {
            Ink::Ground => {
                let all = super::panels::kinds(sheet);
                self.kind = next(&all, &self.kind, back).unwrap_or_default();
            }
            Ink::Level => {
                let all = [Rise::Up, Rise::Down, Rise::To];
                self.rise = next(&all, &self.rise, back).unwrap_or(Rise::Up);
            }
            Ink::Border => {
                let all = super::panels::BARRIERS.map(|(kind, open, _)| (kind, open));
                if let Some(found) = next(&all, &(self.barrier, self.open), back) {
                    (self.barrier, self.open) = found;
                }
            }
            Ink::Zone => {
                let all: Vec<usize> = (0..sheet.zones.len()).collect();
                self.zone = next(&all, &self.zone, back).unwrap_or(0);
            }
        }
    }
}

/// The ink of a border in the making.
pub(super) fn barrier_ink(kind: BorderKind) -> Color32 {
    match kind {
        BorderKind::Wall => Color32::from_rgb(0x50, 0x50, 0x50),
        BorderKind::Window => Color32::from_rgb(0x70, 0xa8, 0xd8),
        BorderKind::Hedge => Color32::from_rgb(0x2f, 0x7a, 0x33),
        BorderKind::Fence | BorderKind::Door => Color32::from_rgb(0x5b, 0x40, 0x20),
    }
}
