//! Assumptions about fights: numbers that an opponent cannot compute from the position.

/// Assumptions about fights, each from 0 to 1. The usual ones are too hopeful: the warlord moves last
/// and expects to be attacked wherever it can be, and wins more often.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Mean damage of a blow from which it wants to act first in the round; 1: it never does.
    pub strike_first: f64,
    /// How far the certainty of being struck back at keeps enemies from an attack.
    pub deterrence: f64,
    /// How much of what the enemies take in reply counts, where a side shares its actions; 0: each
    /// figure is weighed by itself.
    pub reply: f64,
}

impl Judgement {
    /// Of a profile that says nothing else.
    pub const USUAL: Judgement = Judgement {
        strike_first: 0.435,
        deterrence: 0.5,
        reply: 0.0,
    };

    /// Whether blows that do so much damage on average are reason enough to act first.
    pub fn strikes_first(&self, blows: impl FnOnce() -> f64) -> bool {
        self.strike_first < 1.0 && blows() >= self.strike_first
    }

    /// As in a profile file; empty if it is the usual one.
    pub fn text(&self) -> String {
        if *self == Self::USUAL {
            return String::new();
        }
        format!(
            "\n[judgement]\nstrike_first = {:?}\ndeterrence = {:?}\nreply = {:?}\n",
            self.strike_first, self.deterrence, self.reply
        )
    }
}
