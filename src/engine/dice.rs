//! Dice: which are to be rolled, what they showed, and where seeded faces come from.
//!
//! A battle never rolls: it asks, and faces are the answer of chance. Seeded faces are keyed by
//! (seed, stream, number), never drawn from a running stream, so the same question of the same
//! battle always meets the same die, after an undo as well.

use rand::RngExt;
use rand_pcg::Pcg64;
use smallvec::SmallVec;

/// The dice of one roll: the number of sides of each.
pub type Dice = SmallVec<[u8; 8]>;

/// What the dice of one roll showed, in the order of [`Dice`].
pub type Faces = SmallVec<[u8; 8]>;

/// What a stream of chance is for; each is independent of the others.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// The dice on the table.
    Table,
    /// The choices of the agent of a side.
    Agent(u8),
    /// Battles that an opponent simulates (playouts).
    Imagined,
    /// Which battle of a series this is.
    Series,
    /// A map that is drawn up.
    Ground,
}

impl Stream {
    fn number(self) -> u64 {
        match self {
            Stream::Table => 0,
            Stream::Imagined => 1,
            Stream::Series => 2,
            Stream::Ground => 3,
            Stream::Agent(side) => 16 + u64::from(side),
        }
    }
}

/// A number that looks unrelated to its neighbours' (the finaliser of SplitMix64).
pub fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A generator for (seed, stream, number): equal keys give equal numbers on every machine.
/// The key is mixed first: generators begun at neighbouring numbers would run alike.
pub fn keyed(seed: u64, stream: Stream, number: u64) -> Pcg64 {
    let low = mixed(mixed(mixed(seed) ^ stream.number()) ^ number);
    Pcg64::new(
        u128::from(mixed(low)) << 64 | u128::from(low),
        u128::from(stream.number()),
    )
}

/// The faces that the seeded table dice show for the question of this number.
pub fn seeded(seed: u64, number: u64, dice: &[u8]) -> Faces {
    faces(seed, Stream::Table, number, dice)
}

/// The faces for the question of this number in a battle that an opponent simulates.
pub fn imagined(seed: u64, number: u64, dice: &[u8]) -> Faces {
    faces(seed, Stream::Imagined, number, dice)
}

fn faces(seed: u64, stream: Stream, number: u64, dice: &[u8]) -> Faces {
    let mut rng = keyed(seed, stream, number);
    dice.iter()
        .map(|sides| rng.random_range(1..=*sides))
        .collect()
}

/// Whether these faces can have been shown by these dice.
pub fn fit(dice: &[u8], faces: &[u8]) -> bool {
    dice.len() == faces.len() && dice.iter().zip(faces).all(|(d, f)| (1..=*d).contains(f))
}

/// Faces written down beforehand; running out of them is a mistake of whoever wrote them.
#[derive(Clone, Debug)]
pub struct Script {
    faces: Vec<u8>,
    next: usize,
}

impl Script {
    /// Will show these faces, one after the other.
    pub fn new(faces: impl Into<Vec<u8>>) -> Self {
        Self {
            faces: faces.into(),
            next: 0,
        }
    }
    /// The next faces for these dice.
    ///
    /// # Panics
    /// When the script is used up, or its next face does not fit the die.
    pub fn roll(&mut self, dice: &[u8]) -> Faces {
        let faces: Faces = dice
            .iter()
            .map(|_| {
                let face = *self
                    .faces
                    .get(self.next)
                    .expect("the script has no dice left");
                self.next += 1;
                face
            })
            .collect();
        assert!(
            fit(dice, &faces),
            "scripted {faces:?} cannot be shown by dice with {dice:?} sides"
        );
        faces
    }
    /// How many faces are left.
    pub fn left(&self) -> usize {
        self.faces.len() - self.next
    }
    /// # Panics
    /// Unless every face was rolled.
    pub fn assert_spent(&self) {
        assert_eq!(
            self.left(),
            0,
            "unrolled dice: {:?}",
            &self.faces[self.next..]
        );
    }
}
