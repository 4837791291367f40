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

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use skirmish::battle::*;
use skirmish::board::{Mover, Reach, Sight, Space, Spaces};
use skirmish::rules::kit;
use skirmish::source::{Fault, Source};

/// The ruleset's name as a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Water;

/// Number of rounds.
const LAST_ROUND: u16 = 10;

/// What a rules file can change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    format: String,
    ruleset: String,
    /// Number of rounds before the water rises.
    dry_rounds: u16,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            format: "skirmish-rules/1".into(),
            ruleset: Water::NAME.into(),
            dry_rounds: 2,
        }
    }
}

/// What a figure has done in this round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mark {
    moved: bool,
    struck: bool,
}

/// The round, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    round: u16,
    side: Side,
}

/// A strike that waits for its die: who strikes whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strike(Fig, Fig);

/// The spaces under water in a round.
fn water(b: &Battle<Water>, round: u16) -> Spaces {
    let grid = b.board.grid();
    let rings = u32::from(round.saturating_sub(b.setup.config.dry_rounds));
    let from_edge = |at: &Space| {
        let (x, y) = (grid.column(*at), grid.row(*at));
        x.min(y).min(grid.columns - 1 - x).min(grid.rows - 1 - y)
    };
    let under = b.board.spaces().iter().filter(|at| from_edge(at) < rings);
    Spaces::of(b.board.len(), under)
}

/// Calls `go` with a figure as it moves: not through enemies or water, and to a free space.
fn moving<T>(b: &Battle<Water>, who: Fig, go: impl FnOnce(&Mover) -> T) -> T {
    let others = b.on_board().filter(|f| *f != who);
    let (friends, enemies): (Vec<Fig>, Vec<Fig>) = others.partition(|f| b.allied(*f, who));
    let spaces = |all: &[Fig]| Spaces::of(b.board.len(), all.iter().map(|f| b.figure(*f).at));
    let mut closed = spaces(&enemies);
    closed.add(&water(b, b.state.table.round));
    let mut taken = spaces(&friends);
    taken.add(&closed);
    go(&Mover::on_foot(5, &closed, &taken))
}

/// What a figure needs on the die to defeat an enemy.
fn need(b: &Battle<Water>, who: Fig, enemy: Fig) -> i8 {
    let beside = |f: &Fig| *f != who && b.allied(*f, who) && b.gap(*f, enemy) == 1;
    (5 - b.on_board().filter(beside).count() as i8).max(2)
}

/// Lets the first side act that has a figure, from one on; after the last a new round begins.
fn turn<L: Log>(b: &mut Battle<Water>, from: u8, log: &mut L) {
    let mut sides = kit::sides(b).skip(from.into());
    match sides.find(|side| kit::stands(b, *side)) {
        None => round(b, b.state.table.round + 1, log),
        side => b.emit(Event::Step { side, step: "turn" }, log),
    }
}

/// Begins a round: the water rises.
fn round<L: Log>(b: &mut Battle<Water>, number: u16, log: &mut L) {
    if number > LAST_ROUND {
        return kit::end(b, (b.leading(), Reason::Points), number - 1, log);
    }
    b.emit(Event::Round { number }, log);
    let water = water(b, number);
    let under = |f: &Fig| water.contains(b.figure(*f).at);
    for who in b.on_board().filter(under).collect::<Vec<_>>() {
        b.emit(Event::Defeated { who, by: None }, log);
    }
    if !end_if_won(b, log) {
        turn(b, 0, log);
    }
}

/// Ends the battle if no more than one team is left.
fn end_if_won<L: Log>(b: &mut Battle<Water>, log: &mut L) -> bool {
    let ending = kit::ending(b, |side| kit::stands(b, side), Sides::NONE);
    if let Some(how) = ending {
        kit::end(b, how, b.state.table.round, log);
    }
    ending.is_some()
}

impl Ruleset for Water {
    type Config = Config;
    type Unit = ();
    type Mark = Mark;
    type Table = Table;
    type Frame = Strike;
    const NAME: &'static str = "water";
    const ABOUT: &'static str = "Rising Water: islanders fight on an island that drowns";
    const SHORT: &'static str = "[turn]\nMove and strike once with each figure.\n\
        [always]\nThe water rises after round {dry_rounds}.\n[win]\nBe the last on dry land.\n";
    const FORCES: &'static [(&'static str, &'static str)] = &[(
        "islanders",
        "format = \"skirmish-force/1\"\nruleset = \"water\"\nname = \"Islanders\"\n\
         [[figure]]\nname = \"Islander\"\ncount = 5\nis = \"islander\"\n",
    )];
    const STEP_WORDS: &'static [&'static str] = &["turn"];

    fn force(source: &Source, _: &Config) -> Result<Force<()>, Fault> {
        kit::force(source, Self::NAME, "figure", |words| match words {
            "islander" => Ok(ForceFigure::plain("islander", 2, ())),
            _ => Err(format!("unknown figure {words:?}; all are an islander")),
        })
    }
    fn begin(brief: Brief) -> Result<Battle<Self>, Fault> {
        let (start, side) = (brief.start.round.max(1), Side(0));
        let table = Table { round: 0, side };
        let mut b = kit::begin_plain(brief, "figure", Mark::default(), table)?;
        round(&mut b, start, &mut ());
        Ok(b)
    }

    fn decision(b: &Battle<Self>) -> Decision {
        kit::decision(b, (b.state.table.side, false), |Strike(who, enemy)| {
            let (need, sides) = (need(b, *who, *enemy), vec![b.figure(*who).side]);
            let dice = kit::dice(&[6]);
            Some(kit::roll(
                Purpose::Fight,
                dice,
                Some(*who),
                sides,
                Some(need),
            ))
        })
    }
    fn resolve<L: Log>(b: &mut Battle<Self>, answer: &Answer, log: &mut L) {
        match *answer {
            Answer::Move { who, to } => {
                let from = b.figure(who).at;
                if let Some(route) = moving(b, who, |mover| b.board.route(from, to, mover)) {
                    let (path, cost) = (route.path, route.cost);
                    b.emit(Event::Moved { who, path, cost }, log);
                }
            }
            Answer::Strike { who, how, at } => {
                b.emit(Event::Struck { who, how, at }, log);
                if let Target::Figure(enemy) = at {
                    b.state.frames.push(Strike(who, enemy));
                }
            }
            Answer::Faces(ref faces) => {
                let Some(Strike(who, enemy)) = b.state.frames.pop() else {
                    return;
                };
                let (side, at) = (b.figure(who).side, Target::Figure(enemy));
                let need = need(b, who, enemy);
                if !kit::rolled(b, Purpose::Fight, who, faces, (0, need), log) {
                    return b.emit(Event::Missed { who, at }, log);
                }
                b.emit(Event::Hit { who, at }, log);
                let by = Some(side);
                b.emit(Event::Defeated { who: enemy, by }, log);
                b.emit(Event::Scored { side, halves: 2 }, log);
                end_if_won(b, log);
            }
            _ => {
                let side = b.state.table.side;
                b.emit(Event::Passed { side }, log);
                turn(b, side.0 + 1, log);
            }
        }
    }
    fn apply(_: &Setup<Self>, state: &mut State<Self>, event: &Event) {
        match event {
            Event::Round { number } => {
                state.table.round = *number;
                let figures = state.figures.iter_mut();
                figures.for_each(|f| f.mark = Mark::default());
            }
            Event::Step { side, .. } => state.table.side = side.unwrap_or(Side(0)),
            Event::Moved { who, .. } => state.figures[who.index()].mark.moved = true,
            Event::Struck { who, .. } => state.figures[who.index()].mark.struck = true,
            _ => {}
        }
    }
    fn status(b: &Battle<Self>) -> Status {
        let Table { round, side } = b.state.table;
        Status::of((round, LAST_ROUND), ("turn", Some(side)), Some(Side(0)))
    }

    fn facts(b: &Battle<Self>, who: Fig) -> Facts {
        let figure = b.figure(who);
        Facts::plain(Milli(1000), figure.is_on() && !figure.mark.moved)
    }
    fn shown(b: &Battle<Self>, who: Fig) -> Shown {
        Shown::plain(&b.setup.roster[who.index()].name, "islander", 2)
    }
    fn reach(b: &Battle<Self>, who: Fig, out: &mut Reach) -> bool {
        moving(b, who, |mover| b.board.reach(b.figure(who).at, mover, out));
        b.figure(who).is_on()
    }
    fn modes(b: &Battle<Self>, who: Fig, fresh: bool) -> Modes {
        let able = fresh || !b.figure(who).mark.struck;
        able.then_some(Mode::hand_to_hand()).into_iter().collect()
    }
    fn strikes(b: &Battle<Self>, who: Fig, stand: Stand, each: &mut EachStrike) {
        let near = |f: &Fig| b.board.grid().distance(stand.at, b.figure(*f).at) == 1;
        for enemy in b.on_board().filter(|f| !b.allied(*f, who) && near(f)) {
            let at = Target::Figure(enemy);
            if b.figure(who).mark.struck || !each(How::Fight, at, Sight::Clear) {
                return;
            }
        }
    }
    fn goals(b: &Battle<Self>, side: Side) -> Vec<Goal> {
        // To be on ground that stays dry in the next round.
        let mut spaces = b.board.standable().clone();
        spaces.subtract(&water(b, b.state.table.round + 1));
        let wet = |f: &Fig| b.figure(*f).side == side && !spaces.contains(b.figure(*f).at);
        let need = b.on_board().filter(wet).count() as u16;
        vec![Goal::reach(spaces, need)]
    }
    fn odds(b: &Battle<Self>, act: &Act) -> Odds {
        let Target::Figure(enemy) = act.at else {
            return Odds::NONE;
        };
        Odds::of_defeat(Ratio::new((7 - need(b, act.who, enemy)) as u64, 6))
    }
}

/// Nothing special for opponents.
impl Hints for Water {}
