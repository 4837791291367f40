//! The portals of a Universal VTT file: doors, windows and arches.

use super::super::builtin::{self, BORDERS};
use super::super::mapping::{Mapping, Part};
use super::super::snap::{Point, distance};
use super::{Portal, Vtt, Xy, placed};
use crate::board::{Border, BorderKind, Space};

/// Portals narrower than this are windows, in squares.
const NARROW: f64 = 0.85;

/// A portal of the file, as it lies on the map.
pub(super) struct Door {
    /// Its ends.
    pub ends: Vec<Point>,
    /// Where it is said to be.
    pub middle: Option<Point>,
    /// The way it runs, if its ends are not said.
    pub along: Option<Point>,
    pub closed: bool,
    /// It stands in no wall.
    pub freestanding: bool,
    /// What it is, if the file says so.
    said: Option<Hung>,
}

/// What a portal becomes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Hung {
    /// A border; doors are shut.
    Border(BorderKind),
    OpenDoor,
    LockedDoor,
    /// Nothing stands there.
    Opening,
}

impl Hung {
    fn named(name: &str) -> Option<Hung> {
        match name {
            "open door" => Some(Hung::OpenDoor),
            "locked door" => Some(Hung::LockedDoor),
            "opening" => Some(Hung::Opening),
            _ => BORDERS
                .iter()
                .find(|(_, n)| *n == name)
                .map(|(kind, _)| Hung::Border(*kind)),
        }
    }

    /// The border on a side, if it is one.
    pub fn border(self, between: (Space, Space)) -> Option<Border> {
        match self {
            Hung::Border(kind) => Some(builtin::border(kind, between)),
            Hung::OpenDoor => Some(builtin::open_door(between)),
            Hung::LockedDoor => Some(builtin::locked_door(between)),
            Hung::Opening => None,
        }
    }
}

impl Door {
    /// How wide it is, if the file says so.
    pub fn width(&self) -> Option<f64> {
        let (first, last) = (self.ends.first()?, self.ends.last()?);
        (self.ends.len() > 1).then(|| distance(*first, *last))
    }

    /// What it becomes, and the word of the mapping that says so; no word if the file does.
    pub fn hung(&self, mapping: &Mapping) -> (Hung, Option<&'static str>) {
        if let Some(said) = self.said {
            return (said, None);
        }
        let narrow = self.width().is_some_and(|width| width < NARROW);
        let words = [
            ("narrow", narrow),
            ("open", !self.closed),
            ("closed", self.closed),
        ];
        let mut fit = words.into_iter().filter(|(_, fits)| *fits);
        let found = fit.find_map(|(word, _)| {
            let target = mapping.find(Part::Portal, word)?;
            Some((Hung::named(&target.is)?, Some(word)))
        });
        found.unwrap_or((Hung::Border(BorderKind::Door), Some("closed")))
    }
}

/// What a window becomes that would cut off ground.
pub(super) fn cut_off(mapping: &Mapping) -> Hung {
    let target = mapping.find(Part::Portal, "cut off");
    let found = target.and_then(|target| Hung::named(&target.is));
    found.unwrap_or(Hung::Opening)
}

/// All portals of a file.
pub(super) fn doors(vtt: &Vtt, origin: Point) -> Vec<Door> {
    let portals = vtt.portals.iter().flatten();
    portals.map(|p| door(p.as_ref(), origin)).collect()
}

fn door(portal: Option<&Portal>, origin: Point) -> Door {
    let ends = portal.and_then(|p| p.bounds.as_deref());
    let ends = placed(ends.unwrap_or_default(), origin);
    let middle = portal.and_then(|p| p.position.and_then(Xy::point));
    let middle = middle.map(|p| (p.0 - origin.0, p.1 - origin.1));
    let middle = middle.or_else(|| {
        let (p, q) = (ends.first()?, ends.last()?);
        Some(((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0))
    });
    let turn = portal.and_then(|p| p.rotation.0);
    let turn = turn.filter(|turn| turn.is_finite() && ends.len() < 2);
    // across or along the rows: nothing between is needed, and no sine is the same everywhere
    let quarter = std::f64::consts::FRAC_PI_2;
    let upright = turn.map(|turn| ((turn / quarter).round() as i64).rem_euclid(2) == 1);
    let kind = portal.and_then(|p| p.kind.as_str());
    let state = portal.and_then(|p| p.state.as_str());
    let said = kind.filter(|kind| BORDERS.iter().any(|(_, name)| name == kind));
    let closed = portal.and_then(|p| p.closed).unwrap_or(true);
    let said = match said {
        // ours are written as closed; another program may have opened it
        Some("door") if state == Some("open") || !closed => Some(Hung::OpenDoor),
        Some("door") if state == Some("locked") => Some(Hung::LockedDoor),
        said => said.and_then(Hung::named),
    };
    Door {
        ends,
        middle,
        along: upright.map(|upright| if upright { (0.0, 1.0) } else { (1.0, 0.0) }),
        closed,
        freestanding: portal
            .and_then(|p| p.freestanding.as_bool())
            .unwrap_or(false),
        said,
    }
}
