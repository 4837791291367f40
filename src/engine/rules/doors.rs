//! Doors, as several rulesets know them: how they are opened, and those on a figure's way (B8).

use crate::battle::{Battle, Event, Log, Ruleset};
use crate::board::{Board, Border, BorderKind, Change, Gait, Going, Space};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How doors are opened (B8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Doors {
    /// A figure on foot opens a shut door by walking through; a locked one takes a skill roll.
    #[default]
    Move,
    /// Shut and locked doors take a skill roll.
    Skill,
    /// Only devices of the scenario open doors.
    Scenario,
}

impl Doors {
    /// Whether a border is a door that walking does not open, but a skill roll does.
    pub fn takes_skill(self, border: &Border) -> bool {
        let shut = border.kind == BorderKind::Door && border.closed && !border.open;
        shut && match self {
            Doors::Move => border.locked,
            Doors::Skill => true,
            Doors::Scenario => false,
        }
    }
}

/// The shut doors that the way of a figure of one space leads through.
pub fn on(board: &Board, path: &[Space], gait: Gait, going: Going) -> Vec<(Space, Space)> {
    if !going.doors || !board.has_shut_doors() {
        return Vec::new();
    }
    let steps = path.windows(2);
    steps
        .flat_map(|step| board.doors_between(step[0], step[1], gait, going))
        .collect()
}

/// Opens the shut doors that the way of a figure of one space leads through.
pub fn open<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    path: &[Space],
    (gait, going): (Gait, Going),
    log: &mut L,
) {
    for (x, y) in on(&b.board, path, gait, going) {
        b.emit(Event::Changed(Change::Door(x, y, true)), log);
    }
}
