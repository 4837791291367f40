//! What can be asked.

use super::{Fig, How, Piece, Side};
use crate::dice::Dice;

/// Who must answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// A player.
    Side(Side),
    /// The dice.
    Chance,
}

/// What dice are rolled for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// Who chooses who goes first.
    Initiative,
    /// Who deploys first.
    Deployment,
    /// A distance attack.
    Shoot,
    /// A hand to hand attack.
    Fight,
    /// Opposed dice: the attacker's first, the target's second.
    Attack,
    /// An attack with pooled dice: each that shows what is needed is a hit (L3).
    Volley,
    /// Armour.
    Armour,
    /// Defence of any kind: armour, agility and cover together (D4).
    Defence,
    /// Armour of terrain and buildings (A8).
    Terrain,
    /// A skill.
    Skill,
    /// Disabling (T4).
    Disable,
    /// Summoning (T15).
    Summon,
    /// Recruiting (T10).
    Recruit,
    /// Where a reserve comes in (C6).
    Spawn,
    /// How many figures of a solo side act (O2).
    Solo,
    /// Where a shot that misses comes down: the direction, clockwise from the first, and how
    /// far (D6).
    Scatter,
    /// How many pieces of terrain each player places (E5).
    Pieces,
    /// Whose piece of terrain stands at a disputed place (E5).
    Dispute,
    /// Where an object lies that belongs to the middle of the board (C4).
    Object,
    /// Something that only one ruleset rolls for, as it is said after "rolls": `to swim`. See
    /// [`Ruleset::PURPOSES`](super::Ruleset::PURPOSES).
    Own(&'static str),
}

impl Purpose {
    /// All purposes that several rulesets may have.
    pub const ALL: [Purpose; 19] = [
        Purpose::Initiative,
        Purpose::Deployment,
        Purpose::Shoot,
        Purpose::Fight,
        Purpose::Attack,
        Purpose::Volley,
        Purpose::Armour,
        Purpose::Defence,
        Purpose::Terrain,
        Purpose::Skill,
        Purpose::Disable,
        Purpose::Summon,
        Purpose::Recruit,
        Purpose::Spawn,
        Purpose::Solo,
        Purpose::Scatter,
        Purpose::Pieces,
        Purpose::Dispute,
        Purpose::Object,
    ];
    /// Whether high dice are luck for the side that rolls them: not where terrain holds, nor where a
    /// die only says where or how many.
    pub fn is_luck(self) -> bool {
        !matches!(
            self,
            Purpose::Terrain
                | Purpose::Spawn
                | Purpose::Scatter
                | Purpose::Pieces
                | Purpose::Object
        )
    }
    /// A number for it, that keys dice: its place among [`Purpose::ALL`].
    pub fn number(self) -> u64 {
        match self {
            Purpose::Own(word) => 64 + word.len() as u64,
            _ => Purpose::ALL.iter().take_while(|p| **p != self).count() as u64,
        }
    }
    /// The word used in records and logs.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Initiative => "initiative",
            Purpose::Deployment => "deployment",
            Purpose::Shoot => "shoot",
            Purpose::Fight => "fight",
            Purpose::Attack => "attack",
            Purpose::Volley => "volley",
            Purpose::Armour => "armour",
            Purpose::Defence => "defence",
            Purpose::Terrain => "terrain",
            Purpose::Skill => "skill",
            Purpose::Disable => "disable",
            Purpose::Summon => "summon",
            Purpose::Recruit => "recruit",
            Purpose::Spawn => "spawn",
            Purpose::Solo => "solo",
            Purpose::Scatter => "scatter",
            Purpose::Pieces => "pieces",
            Purpose::Dispute => "dispute",
            Purpose::Object => "object",
            Purpose::Own(word) => word,
        }
    }
}

/// What a [`super::Choice`] is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The kind of roll a supporter supports (T16).
    Support,
    /// The edge a reserve comes in from (C6).
    Edge,
    /// The piece of terrain to be placed next (E5).
    Piece,
}

/// A question. Answering is described by the answers each takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Dice, answered with [`super::Answer::Faces`]. Where there are as many `sides` as `dice`, each
    /// die is of the side at its place.
    Roll {
        /// What for.
        purpose: Purpose,
        /// The dice.
        dice: Dice,
        /// The figure that rolls, if it is one.
        by: Option<Fig>,
        /// The sides that roll a die each (roll-offs, opposed dice), or the one side that rolls.
        sides: Vec<Side>,
        /// The unmodified result that is needed on the die used, where there is one.
        need: Option<i8>,
    },
    /// Who goes first? `Side`.
    First,
    /// `Choose`.
    Choose {
        /// About what.
        topic: Topic,
        /// For which figure.
        who: Option<Fig>,
    },
    /// Lay a piece of terrain on the board (`Lay`) (E5).
    Lay {
        /// The piece.
        piece: Piece,
    },
    /// Deploy a figure (`Place`), or stop deploying where everything is placed (`Done`).
    Deploy,
    /// Act with a figure: `Move`, `Leave`, `Strike`; `Done` ends the step, turn or activation.
    /// `only`: the one figure that may act now (an activation under way, a summoned figure).
    Act {
        /// The only figure that may act, if it is one.
        only: Option<Fig>,
    },
    /// Where does it face? `Face`.
    Face {
        /// The figure.
        who: Fig,
    },
    /// Does it land (`Yes`) or stay in the air (`No`)? (T7)
    Land {
        /// The figure.
        who: Fig,
    },
    /// Does it pick up what lies here? `Yes`, `No` (M7).
    PickUp {
        /// The figure.
        who: Fig,
        /// The item's index.
        item: u8,
    },
    /// A further attack: `Strike`, or `Done` (T1, T5).
    Again {
        /// The figure.
        who: Fig,
        /// The way.
        how: How,
    },
    /// Roll again? `Yes`, `No` (T9). The dice are in the log.
    Reroll {
        /// The figure that rolled.
        who: Fig,
        /// What for.
        purpose: Purpose,
        /// Whether the roll, as it stands, is a success for who rolled.
        success: bool,
    },
    /// One last attack, `Yes` or `No` (T11).
    Revenge {
        /// The figure about to go.
        who: Fig,
        /// Whom it would attack.
        at: Fig,
    },
    /// Bring in a reserve: `Place`, or `Done` for none (C6).
    Spawn,
    /// Bring back a defeated figure: `Place`, or `Done` for none (O2).
    Return,
    /// Call an allied figure: `Place`, or `Done` for none (T15).
    Summon {
        /// The summoner.
        who: Fig,
    },
    /// Nothing: the battle is over.
    Over,
}

impl Ask {
    /// The one figure that it is about, if it is about one.
    pub fn about(&self) -> Option<Fig> {
        match self {
            Ask::Act { only } => *only,
            Ask::Face { who }
            | Ask::Land { who }
            | Ask::PickUp { who, .. }
            | Ask::Again { who, .. }
            | Ask::Reroll { who, .. }
            | Ask::Revenge { who, .. }
            | Ask::Summon { who } => Some(*who),
            _ => None,
        }
    }
    /// The word used in records and in the protocol.
    pub fn name(&self) -> &'static str {
        match self {
            Ask::Roll { .. } => "roll",
            Ask::First => "first",
            Ask::Choose { .. } => "choose",
            Ask::Lay { .. } => "lay",
            Ask::Deploy => "deploy",
            Ask::Act { .. } => "act",
            Ask::Face { .. } => "face",
            Ask::Land { .. } => "land",
            Ask::PickUp { .. } => "pick-up",
            Ask::Again { .. } => "again",
            Ask::Reroll { .. } => "reroll",
            Ask::Revenge { .. } => "revenge",
            Ask::Spawn => "spawn",
            Ask::Return => "return",
            Ask::Summon { .. } => "summon",
            Ask::Over => "over",
        }
    }
}

/// Who must decide what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// Who.
    pub who: Who,
    /// What.
    pub ask: Ask,
}

impl Decision {
    /// The unmodified result that is needed on a die, if dice are asked for and one is.
    pub fn needed(&self) -> Option<i8> {
        match &self.ask {
            Ask::Roll { need, .. } => *need,
            _ => None,
        }
    }
}
