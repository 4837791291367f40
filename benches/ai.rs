//! How fast the opponents think: figure-turns a second, ten a side on 36 by 24 spaces, one
//! core. A figure-turn is one living figure in one round, all its steps.
//!
//! A plain program: `cargo bench --bench ai`.

use skirmish::ai::{Agent, View, agent};
use skirmish::battle::{Aim, Answer, Ask, Brief, BriefSide, Role, Scale, Side, Start, Who};
use skirmish::board::{Board, Use};
use skirmish::dice;
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Figures a side.
const FIGURES: usize = 10;
/// Battles played for each pair of opponents.
const BATTLES: u64 = 40;
/// What `utility` must reach.
const WANTED: f64 = 5000.0;
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
    let sides = (1..=2)
        .map(|seat| BriefSide {
            force: force(),
            seat,
            team: seat,
            role: Role::Equal,
            budget: None,
            zone: board.zone(Use::Deployment, seat).cloned(),
            computer: true,
        })
        .collect();
    let brief = Brief {
        board: board.clone(),
        sides,
        rules: None,
        aim: Aim::Battle,
        scenario: Source::new("scenario", ""),
        scale: Scale::default(),
        rounds: None,
        victory: None,
        deploy: None,
        solo: None,
        exits: false,
        items: Vec::new(),
        devices: Vec::new(),
        placed: Vec::new(),
        start: Start::default(),
    };
    Rules::ALL[0].begin(brief).expect("the battle can begin")
}

/// Plays a battle to the end; figure-turns, and the time of everything in it.
fn play(mut game: Game, names: [&str; 2], seed: u64) -> (u64, Duration) {
    let mut agents: Vec<Box<dyn Agent>> = (0..2u8)
        .map(|i| agent(names[usize::from(i)], seed, Side(i)).expect("the opponent is known"))
        .collect();
    let begun = Instant::now();
    let (mut turns, mut round) = (0, 0);
    for number in 1.. {
        let decision = game.decision();
        let now = game.status().round;
        if now != round {
            round = now;
            turns += game.on_board().count() as u64;
        }
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => break,
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number, dice))
            }
            (Who::Side(side), _) => {
                agents[side.index()]
                    .decide(&View::new(&game, side), number)
                    .answer
            }
            (Who::Chance, _) => unreachable!("chance only rolls"),
        };
        game.answer(&answer, &mut ())
            .expect("opponents answer legally");
    }
    (turns, begun.elapsed())
}

fn main() {
    let board = board();
    // Once without the clock: tables of sight are made on first use.
    for seed in 0..3 {
        play(battle(&board), ["utility", "utility"], seed);
    }
    // `cargo bench --bench ai -- utility` measures one of them.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    for name in ["random", "charge", "greedy", "utility", "search"] {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        let (mut turns, mut time) = (0, Duration::ZERO);
        let battles = if name == "search" { SEARCHED } else { BATTLES };
        for seed in 0..battles {
            let (t, d) = play(battle(&board), [name, name], seed);
            turns += t;
            time += d;
        }
        let speed = turns as f64 / time.as_secs_f64();
        println!("{name:8} {speed:9.0} figure-turns a second ({turns} in {time:.2?})");
        if name == "utility" && speed < WANTED {
            println!("         slower than the {WANTED:.0} wanted");
        }
    }
}
