//! Findings about borders that do nothing.

use super::{FindingId, Survey};
use crate::board::BorderKind;
use crate::survey::doors::idle;

impl Survey<'_> {
    /// Borders beside void or between two spaces nobody can stand on, and doors that lead nowhere.
    pub(super) fn borders(&mut self) {
        let stand = self.board.standable();
        let idle = idle(self.board);
        let mut found = Vec::new();
        for border in self.board.borders() {
            let (a, b) = border.between;
            let dull = || {
                let mut sides = [a, b].into_iter().map(|s| self.board.terrain(s));
                sides.all(|t| t.height >= border.height)
            };
            let fault = if !self.board.exists(a) || !self.board.exists(b) {
                (
                    FindingId::BorderOutside,
                    "a border at the edge of the board has no effect",
                    "remove it",
                )
            } else if border.kind == BorderKind::Door && !(stand.contains(a) && stand.contains(b)) {
                (
                    FindingId::DoorBlocked,
                    "a door to a space where no figure can stand",
                    "move the door, or open the space behind it",
                )
            } else if idle.binary_search(&border.between).is_ok() {
                (
                    FindingId::DoorFree,
                    "a door that leads nowhere: one end stands free",
                    "close the gap beside it, or remove it",
                )
            } else if !stand.contains(a) && !stand.contains(b) && dull() {
                (
                    FindingId::BorderNeedless,
                    "a border between two spaces that no figure can enter",
                    "remove it",
                )
            } else {
                continue;
            };
            found.push((format!("{}|{}", self.name(a), self.name(b)), fault));
        }
        for (place, (id, what, mend)) in found {
            self.warn(id, place, what, mend);
        }
    }
}
