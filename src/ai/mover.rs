//! Who can move, and where to; and what else can be done now.

use super::table::Table;
use crate::battle::{Answer, Fig, How};
use crate::board::Space;
use crate::rules::Game;
use smallvec::SmallVec;

/// A figure or group that can move, with where it can go.
pub(super) struct Mover {
    /// Who moves.
    pub lead: Fig,
    /// Everyone who goes along, the lead first.
    pub members: SmallVec<[Fig; 4]>,
    /// Spaces it may move to.
    pub ends: Vec<Space>,
    /// How far it goes.
    pub pace: u32,
}

/// What can be done now.
pub(super) struct Options {
    /// Who can move, and where.
    pub movers: Vec<Mover>,
    /// Whether moves, attacks and guards compete for the same actions.
    pub competing: bool,
    /// Who can walk off the board.
    pub leaves: Vec<Fig>,
    /// Whether nothing more may be done.
    pub done: bool,
}

impl Options {
    /// Reads the legal answers. Where figures only strike, they are looked up one by one later.
    pub(super) fn read(table: &Table, game: &Game) -> Self {
        let mut options = Options {
            movers: Vec::new(),
            competing: false,
            leaves: Vec::new(),
            done: false,
        };
        game.legal(&mut |answer| {
            match answer {
                Answer::Move { who, to } => {
                    match options.movers.last_mut() {
                        Some(mover) if mover.lead == who => mover.ends.push(to),
                        _ => options.movers.push(Mover {
                            lead: who,
                            members: members(table, who),
                            ends: vec![to],
                            pace: 0,
                        }),
                    };
                }
                Answer::Strike { how, .. } => {
                    // In a step of shots, blows or skills nothing moves.
                    if !matches!(how, How::Attack | How::Defend) {
                        return false;
                    }
                    options.competing = true;
                }
                Answer::Leave { who } => options.leaves.push(who),
                Answer::Done => options.done = true,
                _ => {}
            }
            true
        });
        let attacks = |mover: &Mover| {
            let modes = &table.man(mover.lead).modes;
            modes.iter().any(|mode| mode.how == How::Attack)
        };
        options.competing |= options.movers.iter().any(attacks);
        for mover in &mut options.movers {
            let at = table.man(mover.lead).at;
            let far = mover.ends.iter().map(|to| table.grid.distance(at, *to));
            mover.pace = far.max().unwrap_or(0);
        }
        if !options.done {
            options.done = game.check(&Answer::Done).is_ok();
        }
        options
    }
}

/// Everyone who goes where a figure goes, that figure first.
fn members(table: &Table, lead: Fig) -> SmallVec<[Fig; 4]> {
    let mut members: SmallVec<[Fig; 4]> = SmallVec::new();
    members.push(lead);
    if table.man(lead).lead == lead {
        for fig in &table.friends {
            if *fig != lead && table.man(*fig).lead == lead {
                members.push(*fig);
            }
        }
    }
    members
}
