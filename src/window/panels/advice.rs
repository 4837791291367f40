//! What a newcomer to the rules is told at a question.

use super::super::session::Legal;
use crate::battle::{Ask, Topic};

/// A short instruction for a newcomer to the rules.
pub(super) fn advice(ask: &Ask, legal: &Legal) -> &'static str {
    match ask {
        Ask::Act { only: Some(_) } => match (legal.moves.is_empty(), legal.strikes.is_empty()) {
            (true, true) => "",
            (true, false) if legal.aims() => {
                "Click an enemy to attack it. Point at one to see the odds."
            }
            (true, false) => {
                "No enemy can be attacked now. This figure can only attack walls and other objects. \"Done\" skips the attack."
            }
            (false, true) => {
                "Click a lit space to move there. Its number is the cost. Drag from it to choose the facing too. Point at a space to see the danger there."
            }
            (false, false) => {
                "Click a lit space to move there, or an enemy to attack it. Drag from a lit space to choose the facing too. Point at a space or an enemy to see the odds."
            }
        },
        Ask::Act { .. } if legal.moves.is_empty() && !legal.aims() => {
            "Figures with a faint ring can attack walls and other objects. \"End step\" skips these attacks."
        }
        Ask::Act { .. } if legal.moves.is_empty() => {
            "Click a figure with a ring, then an enemy. Point at an enemy to see the odds."
        }
        Ask::Act { .. } if legal.strikes.is_empty() => {
            "Click a figure with a ring, then a lit space to move there. Its number is the cost. Drag from a lit space to choose the facing too. Point at a space to see the danger there."
        }
        Ask::Act { .. } => {
            "Click a figure, then a lit space to move there, or an enemy to attack it. Drag from a lit space to choose the facing too. Point at a space or an enemy to see the odds."
        }
        Ask::Face { .. } => {
            "Click or drag around the figure to turn it. Enter takes the white arrow."
        }
        Ask::Lay { .. } => {
            "Click a green space. Enter lets the computer choose the space. You may choose the space of another side's last piece: then a roll decides whether you get it."
        }
        Ask::Deploy => "Click a space in your zone. Enter lets the computer choose the space.",
        Ask::Choose {
            topic: Topic::Support,
            ..
        } => {
            "For the whole battle, the figure helps itself and friends near it with rolls of this kind."
        }
        Ask::First => {
            "You choose. The side that goes first acts first in every step of this round."
        }
        Ask::Reroll { success: true, .. } => {
            "This roll is a success. If you reroll, the new result counts, even if it is worse."
        }
        Ask::Reroll { success: false, .. } => {
            "This roll is a failure. If you reroll, the new result counts."
        }
        Ask::Again { .. } => "Click another enemy, or press \"Finish\".",
        Ask::Roll { .. } => "Roll your dice, then click or type the results.",
        _ => "",
    }
}
