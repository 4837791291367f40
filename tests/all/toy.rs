//! Rising Water: a made-up game, and its whole ruleset. It is not part of the program; it shows
//! what a new ruleset needs, and `toy_plays.rs` shows that every driver plays it as it is.
//!
//! # The game
//!
//! **Forces.** All figures are islanders. Each costs 1 point.
//!
//! **Rounds.** Side 1 acts with all its figures, in any order, then side 2, and so on. In a round a
//! figure may move once and strike once, in either order. It moves up to 5 spaces, not through enemies.
//!
//! **Strikes.** A figure strikes an enemy on a neighbouring space and rolls a six-sided die. A 5 or more
//! defeats the enemy. Each friend of the attacker beside the enemy lowers this number by 1, but a 1
//! always fails.
//!
//! **The water.** The first two rounds are dry. At the beginning of each further round one more ring of
//! spaces around the board is under water, from the edge inwards. Figures on these spaces drown at once.
//! Nobody can move there, and nobody scores for drowned figures.
//!
//! **The end.** The last team with a figure on the board wins. If all drown together, nobody wins.
//! After ten rounds the team that has defeated most points wins.

use skirmish::battle::*;
use skirmish::board::{Edge, Reach, Spaces};
use skirmish::rules::{kit, turns};
use skirmish::source::{Fault, Source};

/// The ruleset's name as a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Water;

kit::config! {
    /// What a rules file can change.
    pub struct Config of "water" {
        /// Number of rounds before the water rises.
        pub dry_rounds: u16 = 2,
        /// Number of rounds.
        pub rounds: u16 = 10,
    }
}

/// A strike that waits for its die: who strikes whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strike(Fig, Fig);

/// Spaces of a move.
const PACE: u32 = 5;

/// The spaces that are under water so many rounds from now.
fn water(b: &Battle<Water>, later: u16) -> Spaces {
    let round = b.state.table.round + later;
    let rings = round.saturating_sub(b.setup.config.dry_rounds);
    let mut under = Spaces::new(b.board.len());
    for edge in Edge::ALL {
        under.add(&b.board.grid().edge(edge, rings.into()));
    }
    under
}

/// What a figure needs on the die to defeat an enemy.
fn need(b: &Battle<Water>, who: Fig, enemy: Fig) -> i8 {
    let beside = |f: &Fig| *f != who && b.allied(*f, who) && b.gap(*f, enemy) == 1;
    (5 - b.on_board().filter(beside).count() as i8).max(2)
}

/// Begins a round: the water rises.
fn round<L: Log>(b: &mut Battle<Water>, number: u16, log: &mut L) {
    if number > b.setup.config.rounds {
        return kit::end(b, (b.leading(), Reason::Points), number - 1, log);
    }
    b.emit(Event::Round { number }, log);
    let water = water(b, 0);
    let under = |f: &Fig| water.contains(b.figure(*f).at);
    for who in b.on_board().filter(under).collect::<Vec<_>>() {
        b.emit(Event::Defeated { who, by: None }, log);
    }
    if !kit::end_if_won(b, number, log) {
        turns::begin(b, 0, log);
    }
}

impl Ruleset for Water {
    type Config = Config;
    type Unit = ();
    type Mark = turns::Done;
    type Table = turns::Turn;
    type Frame = Strike;
    const NAME: &'static str = "water";
    const ABOUT: &'static str = "Rising Water: islanders fight on an island that drowns";
    const SHORT: &'static str = "[turn]\nMove and strike once with each figure.\n\
        [always]\nThe water rises after round {dry_rounds}.\n[win]\nBe the last on dry land.\n";
    const FORCES: Samples = &[(
        "islanders",
        "format = \"skirmish-force/1\"\nruleset = \"water\"\nname = \"Islanders\"\n\
         [[figure]]\nname = \"Islander\"\ncount = 5\nis = \"islander\"\n",
    )];
    const STEP_WORDS: &'static [&'static str] = turns::STEP_WORDS;

    fn force(source: &Source, _: &Config) -> Result<Force<()>, Fault> {
        kit::force(source, Self::NAME, "figure", |words| match words {
            "islander" => Ok(ForceFigure::plain("islander", HalfPoints::ONE, ())),
            _ => Err(format!("unknown figure {words:?}; all are an islander")),
        })
    }
    fn begin(brief: Brief) -> Result<Battle<Self>, Fault> {
        kit::begin_plain(brief, "figure", round)
    }

    fn decision(b: &Battle<Self>) -> Decision {
        turns::decision(b, |Strike(who, enemy)| {
            let need = Some(need(b, *who, *enemy));
            Some(kit::roll_of(b, Purpose::Fight, kit::dice(&[6]), *who, need))
        })
    }
    fn resolve<L: Log>(b: &mut Battle<Self>, answer: &Answer, log: &mut L) {
        match (answer, b.state.frames.pop()) {
            (Answer::Faces(faces), Some(Strike(who, enemy))) => {
                let need = need(b, who, enemy);
                let hit = kit::rolled(b, Purpose::Fight, who, faces, (0, need), log);
                kit::hit_or_miss(b, hit, (who, Target::Figure(enemy)), log);
                if hit {
                    kit::defeat(b, (enemy, who), HalfPoints::ONE, log);
                    kit::end_if_won(b, b.state.table.round, log);
                }
            }
            (&Answer::Move { who, to }, _) => {
                let water = water(b, 0);
                kit::walk(b, (who, to), (PACE, &water), log);
            }
            (&Answer::Strike { who, how, at }, _) => {
                b.emit(Event::Struck { who, how, at }, log);
                b.state
                    .frames
                    .extend(at.figure().map(|enemy| Strike(who, enemy)));
            }
            _ => {
                if !turns::end(b, log) {
                    round(b, b.state.table.round + 1, log);
                }
            }
        }
    }
    fn apply(_: &Setup<Self>, state: &mut State<Self>, event: &Event) {
        turns::apply(state, event);
    }
    fn status(b: &Battle<Self>) -> Status {
        turns::status(b, b.setup.config.rounds)
    }

    fn facts(b: &Battle<Self>, who: Fig) -> Facts {
        Facts::plain(Milli::ONE, turns::may_move(b, who))
    }
    fn reach(b: &Battle<Self>, who: Fig, out: &mut Reach) -> bool {
        kit::walk_reach(b, who, (PACE, &water(b, 0)), out)
    }
    fn modes(b: &Battle<Self>, who: Fig, fresh: bool) -> Modes {
        turns::strike_once(b, who, fresh, Mode::hand_to_hand())
    }
    fn goals(b: &Battle<Self>, side: Side) -> Vec<Goal> {
        // To be on ground that stays dry in the next round.
        let mut dry = b.board.standable().clone();
        dry.subtract(&water(b, 1));
        let wet = |f: &Fig| b.figure(*f).side == side && !dry.contains(b.figure(*f).at);
        let need = b.on_board().filter(wet).count() as u16;
        vec![Goal::reach(dry, need)]
    }
    fn odds(b: &Battle<Self>, act: &Act) -> Odds {
        let enemy = act.at.figure();
        enemy.map_or(Odds::NONE, |enemy| Odds::of_die(6, need(b, act.who, enemy)))
    }
}

/// Nothing special for opponents.
impl Hints for Water {}
