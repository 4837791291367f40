//! [`Game`]: a battle of whichever ruleset it is.

use super::Rules;
use super::book::Registered;
use super::d8::D8;
use super::plastic::Plastic;
use super::violence::Violence;
use super::vsgmr::Vsgmr;
use crate::battle::{
    Act, Answer, AnyBattle, Battle, DeviceSpec, Event, Fig, How, ItemSpec, Log, Place, Reaches,
    Refused, Side, Stand, Target,
};
use crate::board::{Sight, Space};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A battle of any ruleset. What it answers is [`AnyBattle`]; this type adds what follows from
/// that.
#[derive(Debug)]
pub enum Game {
    /// VSGMR.
    Vsgmr(Battle<Vsgmr>),
    /// VSGMR of 2017: the same rules under another configuration.
    Vsgmr2017(Battle<Vsgmr>),
    /// Very Quick Violence.
    Violence(Battle<Violence>),
    /// Simple Plastic Wargame.
    Plastic(Battle<Plastic>),
    /// d8.
    D8(Battle<D8>),
    /// A ruleset from outside this package.
    Open(Registered, Box<dyn AnyBattle>),
}

/// A finished turn of a side: all its answers until dice were rolled or another side was asked.
#[derive(Debug)]
pub struct PastTurn {
    /// The side.
    pub side: Side,
    /// The battle in which it began, which keeps no turns.
    pub begun: Game,
    /// The answers of the side, in order.
    pub answers: Arc<[Answer]>,
}

/// Does the same with the battle inside. The compiler knows the type of those that ship with the
/// program, so what is asked very often costs no call.
macro_rules! each {
    ($game:expr, $battle:ident => $do:expr) => {
        match $game {
            Game::Vsgmr($battle) | Game::Vsgmr2017($battle) => $do,
            Game::Violence($battle) => $do,
            Game::Plastic($battle) => $do,
            Game::D8($battle) => $do,
            Game::Open(_, open) => {
                let $battle = &**open;
                $do
            }
        }
    };
}

/// Passes on what is asked very often.
macro_rules! often {
    ($($(#[$doc:meta])* fn $name:ident(&self $(, $arg:ident: $type:ty)*) -> $out:ty;)*) => {
        $($(#[$doc])*
        #[inline]
        pub fn $name(&self $(, $arg: $type)*) -> $out {
            each!(self, b => AnyBattle::$name(b $(, $arg)*))
        })*
    };
}

impl Deref for Game {
    type Target = dyn AnyBattle;
    fn deref(&self) -> &Self::Target {
        match self {
            Game::Vsgmr(b) | Game::Vsgmr2017(b) => b,
            Game::Violence(b) => b,
            Game::Plastic(b) => b,
            Game::D8(b) => b,
            Game::Open(_, b) => &**b,
        }
    }
}

impl DerefMut for Game {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Game::Vsgmr(b) | Game::Vsgmr2017(b) => b,
            Game::Violence(b) => b,
            Game::Plastic(b) => b,
            Game::D8(b) => b,
            Game::Open(_, b) => &mut **b,
        }
    }
}

impl Clone for Game {
    fn clone(&self) -> Self {
        match self {
            Game::Vsgmr(b) => Game::Vsgmr(b.clone()),
            Game::Vsgmr2017(b) => Game::Vsgmr2017(b.clone()),
            Game::Violence(b) => Game::Violence(b.clone()),
            Game::Plastic(b) => Game::Plastic(b.clone()),
            Game::D8(b) => Game::D8(b.clone()),
            Game::Open(rules, b) => Game::Open(*rules, b.copied()),
        }
    }
}

impl Game {
    /// The ruleset.
    pub fn rules(&self) -> Rules {
        match self {
            Game::Vsgmr(_) => Rules::Vsgmr,
            Game::Vsgmr2017(_) => Rules::Vsgmr2017,
            Game::Violence(_) => Rules::Violence,
            Game::Plastic(_) => Rules::Plastic,
            Game::D8(_) => Rules::D8,
            Game::Open(rules, _) => Rules::Open(*rules),
        }
    }

    // ---- answers ----

    /// Checks an answer and carries it out up to the next decision.
    ///
    /// # Errors
    /// Refused: the battle is unchanged, the reason completes a sentence.
    pub fn answer<L: Log>(&mut self, answer: &Answer, log: &mut L) -> Result<(), Refused> {
        self.check(answer)?;
        self.settle(answer, log);
        Ok(())
    }
    /// Carries out an answer known to be legal.
    pub fn settle<L: Log>(&mut self, answer: &Answer, log: &mut L) {
        match self {
            Game::Vsgmr(b) | Game::Vsgmr2017(b) => b.settle(answer, log),
            Game::Violence(b) => b.settle(answer, log),
            Game::Plastic(b) => b.settle(answer, log),
            Game::D8(b) => b.settle(answer, log),
            Game::Open(_, b) if L::IS_READ => {
                let mut events: Vec<Event> = Vec::new();
                b.settle_any(answer, Some(&mut events));
                events.iter().for_each(|event| log.event(event));
            }
            Game::Open(_, b) => b.settle_any(answer, None),
        }
    }
    /// All legal answers, as a list.
    pub fn answers(&self) -> Vec<Answer> {
        let mut all = Vec::new();
        self.legal(&mut Reaches::default(), &mut |answer| {
            all.push(answer);
            true
        });
        all
    }
    /// The battle in which the turn of the side that answers now began, if that was another one:
    /// the first question what to do since chance or another side answered.
    pub fn begun(&self) -> Option<Game> {
        let mut game = self.clone();
        game.rewind().then_some(game)
    }
    /// The last turns of each side in which somebody moved, oldest first.
    pub fn past_turns(&self) -> impl Iterator<Item = PastTurn> + '_ {
        (0..).map_while(|number| {
            let mut begun = self.clone();
            let (side, answers) = begun.recall(number)?;
            Some(PastTurn {
                side,
                begun,
                answers,
            })
        })
    }
    /// A copy to look ahead in, which does not keep turns.
    pub fn imagine(&self) -> Game {
        let mut game = self.clone();
        game.forget();
        game
    }
    /// Whether the turn of the side that answers now began in this battle, as far as that is
    /// kept: simulated battles may have begun anywhere.
    pub fn began_in(&self, begun: &Game) -> bool {
        AnyBattle::began_in(&**self, &**begun)
    }
    /// Whether two battles of one setup are in the same state but for where figures look.
    pub fn eq_ignoring_facing(&self, other: &Game) -> bool {
        AnyBattle::eq_ignoring_facing(&**self, &**other)
    }
    /// Whether two are states of one battle: they share what never changes in it.
    pub fn same_battle(&self, other: &Game) -> bool {
        AnyBattle::same_battle(&**self, &**other)
    }
    /// Whether two battles of one setup are in the same state.
    pub fn same_state(&self, other: &Game) -> bool {
        AnyBattle::same_state(&**self, &**other)
    }
    /// A figure's own part in an act from where it stands, looking wherever suits it best.
    pub fn act(&self, who: Fig, how: How, at: Target, sight: Sight) -> Act {
        let stand = Stand {
            at: self.at(who),
            facing: None,
            aloft: self.aloft(who) && how != How::Fight,
        };
        Act::new(who, stand, how, at, sight)
    }

    // ---- what is on the table ----

    often! {
        /// Whether a figure is in play.
        fn place(&self, who: Fig) -> Place;
        /// The side a figure fights for now.
        fn side(&self, who: Fig) -> Side;
        /// The anchor space of a figure.
        fn at(&self, who: Fig) -> Space;
        /// Whether a figure is in the air.
        fn aloft(&self, who: Fig) -> bool;
        /// What a figure is aboard of.
        fn aboard(&self, who: Fig) -> Option<Fig>;
        /// The number of figures, gone ones included.
        fn figures(&self) -> usize;
        /// The footprint size of a figure (B10).
        fn size(&self, who: Fig) -> u8;
        /// A number that is the same for equal states on every machine and build.
        fn digest(&self) -> u64;
    }
    /// All sides, in order.
    pub fn all_sides(&self) -> impl Iterator<Item = Side> + use<> {
        (0..self.sides().len() as u8).map(Side)
    }
    /// The items of the scenario.
    pub fn items(&self) -> &[ItemSpec] {
        &self.brief().items
    }
    /// The devices of the scenario.
    pub fn devices(&self) -> &[DeviceSpec] {
        &self.brief().devices
    }
    /// All figures, in roster order, gone ones included.
    pub fn all(&self) -> impl Iterator<Item = Fig> + use<> {
        (0..self.figures() as u16).map(Fig)
    }
    /// The figures on the board, in roster order.
    pub fn on_board(&self) -> impl Iterator<Item = Fig> + '_ {
        self.all().filter(|f| self.place(*f) == Place::On)
    }
    /// The team of a side.
    pub fn team(&self, side: Side) -> u8 {
        self.sides()[side.index()].team
    }
    /// Whether two figures fight for the same team now.
    pub fn allied(&self, a: Fig, b: Fig) -> bool {
        self.team(self.side(a)) == self.team(self.side(b))
    }
    /// A figure's lasting name, `"1.3"`.
    pub fn label(&self, who: Fig) -> String {
        self.named(who).to_string()
    }
    /// The figures of a squad that can still attack a target's squad, each with its target, those who
    /// need least first. Firing with the whole squad is attacking with the first of them until none
    /// is left. Empty where figures have no squads.
    pub fn fire_of_squad(&self, who: Fig, at: Fig) -> Vec<(Fig, Fig)> {
        match self {
            Game::Plastic(b) => super::plastic::volley::fire_of_squad(b, who, at),
            _ => Vec::new(),
        }
    }
}
