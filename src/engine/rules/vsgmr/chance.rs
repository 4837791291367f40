//! Exact chances of a roll and of two rolls after one another, looked up, never worked out twice.

use crate::battle::Ratio;
use std::sync::LazyLock;

/// A roll: so many like dice, the highest counts, and it succeeds from a natural face on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// Sides of each die: 6, 8, 10 or 12.
    pub die: u8,
    /// How many, 1 to 4.
    pub dice: u8,
    /// The natural face from which on it succeeds; 1 or less: always.
    pub from: i8,
}

/// The faces from which a roll of the table succeeds: 1 (always) to 13 (never).
const FROMS: usize = 13;
/// Kinds of dice.
const DICE: usize = 4;
/// Attack rolls of the table.
const ATTACKS: usize = DICE * 4 * FROMS;
/// What can follow: nothing; one or two armour rolls, not all or all of them successful.
const ANSWERS: usize = 1 + DICE * FROMS * 2 * 2;

/// Reduced (numerator, denominator) of attack × answer.
static TABLE: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let mut table = Vec::with_capacity(ATTACKS * ANSWERS);
    let froms = |n| 1..=n as i8;
    for die in [6, 8, 10, 12] {
        for dice in 1..=4 {
            for from in froms(FROMS) {
                let attack = Roll { die, dice, from }.exact();
                push(&mut table, attack);
                for die in [6, 8, 10, 12] {
                    for from in froms(FROMS) {
                        let one = Roll { die, dice: 1, from }.exact();
                        for rolls in 1..=2 {
                            let saved = one.pow(rolls);
                            push(&mut table, attack * (Ratio::from_integer(1) - saved));
                            push(&mut table, attack * saved);
                        }
                    }
                }
            }
        }
    }
    table
});

fn push(table: &mut Vec<(u32, u32)>, chance: Ratio) {
    table.push((*chance.numer() as u32, *chance.denom() as u32));
}

/// Row or column of a die and a face.
fn index(die: u8, from: i8) -> usize {
    usize::from((die - 6) / 2) * FROMS + (from.clamp(1, FROMS as i8) - 1) as usize
}

impl Roll {
    /// The chance, worked out.
    fn exact(self) -> Ratio {
        let die = u64::from(self.die);
        let failing = (i64::from(self.from) - 1).clamp(0, i64::from(self.die)) as u64;
        let one = Ratio::from_integer(1);
        one - Ratio::new(failing, die).pow(i32::from(self.dice))
    }

    fn row(self) -> usize {
        let (die, from) = (
            index(self.die, self.from) / FROMS,
            index(self.die, self.from) % FROMS,
        );
        (die * 4 + usize::from(self.dice - 1)) * FROMS + from
    }

    /// The chance that it succeeds.
    pub fn chance(self) -> Ratio {
        let (n, d) = TABLE[self.row() * ANSWERS];
        Ratio::new_raw(n.into(), d.into())
    }

    /// The chance that it succeeds and then so many armour rolls (1 or 2) of one die are not all
    /// successful, or (`saved`) are.
    pub fn then(self, armour: Roll, rolls: u8, saved: bool) -> Ratio {
        let column = 1
            + (index(armour.die, armour.from) * 2 + usize::from(rolls - 1)) * 2
            + usize::from(saved);
        let (n, d) = TABLE[self.row() * ANSWERS + column];
        Ratio::new_raw(n.into(), d.into())
    }
}
