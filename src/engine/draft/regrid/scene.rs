//! A scenario's places on another grid.

use super::sides::{Between, Lines};
use super::{Over, distance, is_ground};
use crate::board::{Facing, Grid, GridKind, Space, Spaces};
use crate::draft::plan::{Device, Piece, Placed};
use crate::draft::{Scene, Sheet};
use crate::files::notes::Notes;
use crate::files::spans;

/// The scenario with all its places on the new board.
pub(super) fn carried(
    over: &Over,
    now: &Sheet,
    scene: &Scene,
    lines: &Lines,
    notes: &mut Notes,
) -> Scene {
    let grid = &over.old.grid;
    let mut plan = scene.plan.clone();
    let mut stood = Spaces::new(now.grid.len());
    let mut spot = |name: &str, what: &str, alone: bool, notes: &mut Notes| {
        let Some(old) = grid.named(name) else {
            return name.to_owned();
        };
        let at = over.spot(now, old, |s| alone && stood.contains(s));
        if alone {
            stood.insert(at);
        }
        if at != over.nearest(old) {
            let what = format!("{what} that moved to a space nearby");
            notes.changed(what, name.to_owned());
        }
        now.grid.name(at)
    };
    let places: Vec<(Placed, String)> = plan
        .placed()
        .map(|(what, at)| (what, at.to_owned()))
        .collect();
    for (what, at) in places {
        let (word, alone) = match what {
            // an aboard figure shares its mount's place
            Placed::Figure(i) => ("figures", plan.figure[i].mounted_on.is_none()),
            Placed::Item(_) => ("objects", false),
            Placed::Device(_) => ("devices", false),
        };
        let there = spot(&at, word, alone, notes);
        plan.put(what, there);
    }
    for piece in &mut plan.figure {
        face(over, now, piece, notes);
    }
    plan.device
        .retain_mut(|device| aim(over, now, device, lines, notes));
    for side in &mut plan.side {
        let Some(zone) = &mut side.zone else { continue };
        let old = named(grid, zone);
        let new = over.carried(now, &old);
        if old.count() != new.count() {
            let what = format!(
                "a side's zone in the scenario has {} spaces instead of {}",
                new.count(),
                old.count()
            );
            notes.changed(what, zone.join(", "));
        }
        *zone = spans(&now.grid, &new);
        if zone.is_empty() {
            *zone = old.iter().map(|s| now.grid.name(over.nearest(s))).collect();
            zone.dedup();
        }
    }
    Scene {
        file: scene.file.clone(),
        plan,
    }
}

/// The spaces of some spans.
fn named(grid: &Grid, all: &[String]) -> Spaces {
    let mut spaces = Spaces::new(grid.len());
    for span in all {
        let (a, b) = span.split_once(':').unwrap_or((span, span));
        if let (Some(a), Some(b)) = (grid.named(a.trim()), grid.named(b.trim())) {
            spaces.add(&crate::draft::area::rectangle(grid, a, b));
        }
    }
    spaces
}

impl Over<'_> {
    /// The new space nearest to an old one that hangs together with the same ground, or is as
    /// closed, and is not taken.
    fn spot(&self, now: &Sheet, old: Space, taken: impl Fn(Space) -> bool) -> Space {
        let centre = self.there(self.from.centre(old));
        let far = |s: &Space| distance(self.to.centre(*s), centre);
        let near = super::area::around(&now.grid, self.nearest(old), 5);
        let group = self.group[old.index()];
        let like = |s: &Space| {
            now.exists(*s) && self.group(*s) == group && is_ground(now, *s) == (group != 0)
        };
        near.iter()
            .filter(|s| like(s) && !taken(*s))
            .min_by(|a, b| far(a).total_cmp(&far(b)))
            .unwrap_or(self.nearest(old))
    }
}

/// Where a figure looks.
fn face(over: &Over, now: &Sheet, piece: &mut Piece, notes: &mut Notes) {
    let Some(word) = &piece.facing else { return };
    let (old, new) = (&over.old.grid, &now.grid);
    if let Some(space) = old.named(word) {
        piece.facing = Some(new.name(over.nearest(space)));
        return;
    }
    let Some(facing) = old.facing_named(word) else {
        return;
    };
    let turn = degrees(old.kind, facing);
    let apart = |f: &Facing| {
        let apart = degrees(new.kind, *f).abs_diff(turn);
        apart.min(360 - apart)
    };
    let Some(best) = (0..new.directions()).map(Facing).min_by_key(apart) else {
        return;
    };
    if apart(&best) != 0 {
        let what = "figures whose facing changed a little";
        notes.changed(what, format!("{} {word}", piece.unit.text()));
    }
    piece.facing = Some(new.facing_name(best).to_owned());
}

/// Degrees clockwise from straight up.
fn degrees(kind: GridKind, facing: Facing) -> u32 {
    let n = u32::from(facing.0);
    match kind {
        GridKind::Square => 45 * n,
        GridKind::HexFlat => 60 * n,
        GridKind::HexPointy => 60 * n + 30,
    }
}

/// Gives a device the new names of what it works on; false: that is gone.
fn aim(over: &Over, now: &Sheet, device: &mut Device, lines: &Lines, notes: &mut Notes) -> bool {
    let grid = &over.old.grid;
    let mut words = Vec::new();
    for (i, word) in device.effect.split_whitespace().enumerate() {
        let side: Option<Between> = word.split_once('|').and_then(|(a, b)| {
            let (a, b) = (grid.named(a)?, grid.named(b)?);
            Some((a.min(b), a.max(b)))
        });
        words.push(match (side, grid.named(word)) {
            (Some(side), _) => match lines.now(over, now, side) {
                Some(there) => now.grid.side_name(there),
                None => {
                    let what = "devices whose border is not on the new grid";
                    notes.lost(what, format!("{}: {word}", device.name));
                    return false;
                }
            },
            (None, Some(space)) if i > 0 && device.effect.starts_with("clear") => {
                now.grid.name(over.spot(now, space, |_| false))
            }
            _ => word.to_owned(),
        });
    }
    device.effect = words.join(" ");
    true
}
