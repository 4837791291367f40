//! How fast the opponents think: figure-turns a second, ten a side on 36 by 24 spaces, one
//! core. A figure-turn is one living figure in one round, all its steps; the time is that of the
//! whole battle. Besides, how long a single decision takes: the median, and 99 of 100.
//!
//! A plain program: `cargo bench --bench ai`. With the word `maps` it says instead how long `search`
//! thinks about its longest question on every shipped map, with the largest forces that ship.

use skirmish::ai::{Agent, View, agent};
use skirmish::battle::{Answer, Ask, Brief, Side, Who};
use skirmish::board::Board;
use skirmish::dice;
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The program's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Figures a side.
const FIGURES: usize = 10;
/// Battles played for each pair of opponents.
const BATTLES: u64 = 40;
/// What `utility` must reach.
const WANTED: f64 = 20_000.0;
/// Battles of the opponent that looks ahead, which thinks long.
const SEARCHED: u64 = 2;

fn board() -> Arc<Board> {
    let shipped = skirmish::files::shipped::MAPS
        .iter()
        .find_map(|(name, text)| {
            let map = skirmish::files::map::read(&Source::new(*name, *text)).ok()?;
            (map.grid.columns == 36 && map.grid.rows == 24).then_some(map)
        });
    Arc::new(Board::new(shipped.expect("a map of 36 by 24 ships")))
}

fn force() -> Source {
    let mut text = String::from(
        "format = \"skirmish-force/1\"\nruleset = \"vsgmr\"\nname = \"Company\"\n\
         [[figure]]\nname = \"Captain\"\nis = \"hero, commander, distance\"\n",
    );
    for (name, words, count) in [
        ("Rifle", "troop, distance, light armour", FIGURES / 2),
        ("Guard", "troop, heavy armour", FIGURES - 1 - FIGURES / 2),
    ] {
        text += &format!("[[figure]]\nname = \"{name}\"\ncount = {count}\nis = \"{words}\"\n");
    }
    Source::new("company.toml", text)
}

fn battle(board: &Arc<Board>) -> Game {
    let brief = Brief::new(board.clone(), [force(), force()]);
    Rules::ALL[0].begin(brief).expect("the battle can begin")
}

/// What was measured.
#[derive(Default)]
struct Measured {
    turns: u64,
    time: Duration,
    /// How long each decision took.
    decisions: Vec<Duration>,
}

impl Measured {
    /// Figure-turns a second.
    fn speed(&self) -> f64 {
        self.turns as f64 / self.time.as_secs_f64()
    }
    /// The decision that so many of a hundred do not outlast.
    fn of_hundred(&mut self, percent: usize) -> Duration {
        let at = self.decisions.len() * percent / 100;
        *self.decisions.select_nth_unstable(at).1
    }
}

/// Plays a battle to the end; the time is that of everything in it.
fn play(mut game: Game, names: [&str; 2], seed: u64, measured: &mut Measured) {
    let mut agents: Vec<Box<dyn Agent>> = (0..2u8)
        .map(|i| agent(names[usize::from(i)], seed, Side(i)).expect("the opponent is known"))
        .collect();
    let begun = Instant::now();
    let mut round = 0;
    for number in 1.. {
        let decision = game.decision();
        let now = game.status().round;
        if now != round {
            round = now;
            measured.turns += game.on_board().count() as u64;
        }
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => break,
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number, dice))
            }
            (Who::Side(side), _) => {
                let asked = Instant::now();
                let thought = agents[side.index()].decide(&View::new(&game, side), number);
                measured.decisions.push(asked.elapsed());
                thought.answer
            }
            (Who::Chance, _) => unreachable!("chance only rolls"),
        };
        game.answer(&answer, &mut ())
            .expect("opponents answer legally");
    }
    measured.time += begun.elapsed();
}

/// The force of a ruleset that ships with most figures, with their number.
fn largest(rules: Rules) -> Option<(usize, Source)> {
    let forces = rules.forces().iter().filter_map(|(name, text)| {
        let source = Source::new(*name, *text);
        let read = rules.force(&source, None).ok()?;
        Some((read.figures.len(), source))
    });
    forces.max_by_key(|(figures, _)| *figures)
}

/// How long `search` thinks on every map about its longest question in the first two rounds.
fn longest_on_maps() {
    let mut all: Vec<(Duration, String)> = Vec::new();
    for (name, text) in skirmish::files::shipped::MAPS {
        let map = skirmish::files::map::read(&Source::new(*name, *text)).expect("it ships");
        let board = Arc::new(Board::new(map));
        for rules in Rules::ALL {
            let (figures, force) = largest(rules).expect("forces ship");
            let mut brief = Brief::new(board.clone(), [force.clone(), force]);
            brief.rounds = Some(Some(2));
            let Ok(game) = rules.begin(brief) else {
                continue;
            };
            let mut measured = Measured::default();
            play(game, ["search", "search"], 1, &mut measured);
            let longest = measured.decisions.iter().max().copied().unwrap_or_default();
            let what = format!("{name}, {}, {figures} figures a side", rules.name());
            println!("{longest:9.2?} {what}");
            all.push((longest, what));
        }
    }
    if let Some((time, what)) = all.iter().max() {
        println!("the longest: {time:.2?} on {what}");
    }
}

fn main() {
    if std::env::args().any(|word| word == "maps") {
        return longest_on_maps();
    }
    let board = board();
    // Once without the clock: tables of sight are made on first use.
    for seed in 0..3 {
        let clock = &mut Measured::default();
        play(battle(&board), ["utility", "utility"], seed, clock);
    }
    // `cargo bench --bench ai -- utility 200` measures one of them over so many battles.
    let (numbers, wanted): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .partition(|a| a.parse::<u64>().is_ok());
    let asked = numbers.first().and_then(|n| n.parse::<u64>().ok());
    for name in ["random", "charge", "greedy", "utility", "search"] {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        let mut measured = Measured::default();
        let battles = if name == "search" { SEARCHED } else { BATTLES };
        for seed in 0..asked.unwrap_or(battles) {
            play(battle(&board), [name, name], seed, &mut measured);
        }
        let speed = measured.speed();
        let [median, most] = [50, 99].map(|percent| measured.of_hundred(percent));
        println!(
            "{name:8} {speed:9.0} figure-turns a second ({} in {:.2?}), {:.3} ms a figure; \
             a decision {median:.1?}, 99 of 100 {most:.1?}",
            measured.turns,
            measured.time,
            1000.0 / speed,
        );
        if name == "utility" && speed < WANTED {
            println!("         slower than the {WANTED:.0} wanted");
        }
    }
}
