//! Where one enemy can strike after a move.

use super::cache::Cache;
use super::figure::{FigureInfo, reach_of, times};
use super::table::Table;
use super::zone::{Reached, Zone, Zones};
use crate::battle::{Fig, Mode, Range};
use crate::board::{Reach, Space, Spaces};

/// From how many of the spaces an enemy can reach its shots are looked at.
const SAMPLES: usize = 10;

/// The zones of an enemy's ways of attacking, after a move to any space of its reach.
pub fn zones(table: &Table, cache: &mut Cache, foe: Fig, modes: &[Mode], reach: &Reach) -> Zones {
    let figure = table.figure(foe);
    if let Some(known) = cache.zones(foe, figure, modes, reach.ends()) {
        return known;
    }
    let mut zones: Vec<Zone> = Vec::with_capacity(modes.len());
    for mode in modes {
        let times = times(mode, !mode.still);
        zones.push(Zone {
            mode: *mode,
            spaces: hit(table, figure, mode, reach),
            times,
        });
        // With more actions it comes farther, and attacks less.
        let pace = reach.ends().last().map_or(0, |(_, cost)| *cost);
        for moves in 2..=u32::from(times) {
            if !mode.how.takes_action() || pace == 0 {
                break;
            }
            let field = cache.field(table.board, figure.at);
            let near = |space: &Space| field[space.index()] <= moves * pace;
            let ends = table.board.spaces().iter().filter(near);
            let mut spaces = Spaces::of(table.board.len(), ends);
            table.board.grow(&mut spaces, reach_of(mode));
            zones.push(Zone {
                mode: *mode,
                spaces,
                times: times + 1 - moves as u8,
            });
        }
    }
    let zones = Reached::of(zones);
    cache.keep_zones(foe, figure, modes, reach.ends(), zones.clone());
    zones
}

/// What is hit from off the board: everything.
pub fn everywhere(table: &Table, modes: &[Mode]) -> Zones {
    let zone = |mode: &Mode| Zone {
        mode: *mode,
        spaces: table.board.spaces().clone(),
        times: mode.times,
    };
    Reached::of(modes.iter().map(zone).collect())
}

/// What one way of attacking can hit after one move.
fn hit(table: &Table, figure: &FigureInfo, mode: &Mode, reach: &Reach) -> Spaces {
    let mut spaces = Spaces::new(table.board.len());
    match mode.range {
        Range::Touch => {
            let ends = reach.ends().iter().map(|(end, _)| *end);
            if figure.size == 1 {
                spaces.extend(ends);
            } else {
                ends.for_each(|end| spaces.extend(table.spaces_at(figure, end)));
            }
            table.board.grow(&mut spaces, 1);
        }
        Range::Spaces(range) if !mode.sight && figure.size == 1 => {
            spaces.insert(figure.at);
            spaces.extend(reach.ends().iter().map(|(end, _)| *end));
            table.board.grow(&mut spaces, range);
        }
        Range::Spaces(range) => {
            // Where it is, and evenly from the far half of where it can go.
            let ends = if mode.still { &[] } else { reach.ends() };
            let far = &ends[ends.len() / 2..];
            let stride = far.len().div_ceil(SAMPLES).max(1);
            let sampled = far.iter().step_by(stride).map(|(end, _)| *end);
            for from in std::iter::once(figure.at).chain(sampled) {
                table.board.add_within(from, range, mode.sight, &mut spaces);
            }
        }
    }
    spaces
}
