//! Five simple opponents, each of which tries one thing that people try: the opponents of the program
//! have to beat them. They know the rules as everybody does, and nothing of the opponents' tables.

mod bait;
mod field;
mod kite;
mod nested;
mod rush;
mod turtle;

use crate::battles::{Opponents, play};
use crate::vsgmr::{Play, scene};
use field::{Field, touching};
use rayon::prelude::*;
use skirmish::ai::{Agent, Progress, Thought, View, agent};
use skirmish::arena::stats::wilson;
use skirmish::battle::{Answer, Ask, Brief, Fig, Side};
use skirmish::board::{Board, GridKind, Space};
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::sync::Arc;

/// A probe: where its figures go. All attack where a kill is likeliest.
#[derive(Copy, Clone)]
struct Probe {
    name: &'static str,
    /// Whether it goes first where it may choose.
    first: bool,
    /// Where a figure goes, among its ends; the first of those is where it is.
    place: fn(&Field, Fig, &[Space]) -> Space,
}

const PROBES: [Probe; 5] = [
    Probe {
        name: "rush",
        first: true,
        place: rush::place,
    },
    Probe {
        name: "kite",
        first: false,
        place: kite::place,
    },
    Probe {
        name: "bait",
        first: true,
        place: bait::place,
    },
    Probe {
        name: "nested greedy",
        first: true,
        place: nested::place,
    },
    Probe {
        name: "turtle",
        first: false,
        place: turtle::place,
    },
];

impl Probe {
    fn named(name: &str) -> Self {
        let found = PROBES.iter().find(|probe| probe.name == name);
        *found.expect("a probe")
    }

    /// An attack if there is one, else the next move, else nothing more.
    fn act(&self, view: &View) -> Answer {
        let field = Field::of(view);
        if let Some(strike) = field.likeliest_kill() {
            return strike;
        }
        for (who, ends) in field.movers() {
            let to = (self.place)(&field, who, &ends);
            if to != ends[0] {
                return Answer::Move { who, to };
            }
        }
        match view.game.check(&Answer::Done) {
            Ok(()) => Answer::Done,
            Err(_) => view.game.preset(),
        }
    }
}

impl Agent for Probe {
    fn name(&self) -> String {
        self.name.into()
    }

    fn think(&mut self, view: &View, _number: u64, _budget: u32) -> Progress {
        let game = view.game;
        let answer = match game.decision().ask {
            Ask::First => {
                let others = game.all_sides().filter(|side| *side != view.side);
                let wanted = if self.first {
                    view.side
                } else {
                    others.last().unwrap_or(view.side)
                };
                Answer::Side(wanted)
            }
            Ask::Act { .. } | Ask::Again { .. } => self.act(view),
            _ => game.preset(),
        };
        Progress::Decided(Thought { answer, why: None })
    }
}

/// The maps of the battles.
const MAPS: [&str; 6] = [
    "duel-ground",
    "hedgerows",
    "village",
    "crater",
    "farmstead",
    "ford",
];

/// A battle between equal forces on one of the boards, if they can be placed there.
fn battle(board: &Arc<Board>, force: usize) -> Option<Game> {
    let rules = Rules::Vsgmr;
    let (name, text) = rules.forces()[force % rules.forces().len()];
    let force = Source::new(name, text);
    rules
        .begin(Brief::new(board.clone(), [force.clone(), force]))
        .ok()
}

fn board(map: &str) -> Arc<Board> {
    let (name, text) = skirmish::files::shipped::map(map).expect("the map is shipped");
    let map = skirmish::files::map::read(&Source::new(name, text)).expect("the map is right");
    Arc::new(Board::new(map))
}

/// Plays to the end.
fn play_out(game: Game, agents: Opponents, seed: u64) -> Game {
    play(game, agents, seed, u16::MAX, &mut |_, _, _| {})
}

#[test]
fn probes_answer_legally_to_the_end() {
    for (i, probe) in PROBES.into_iter().enumerate() {
        let board = board(MAPS[i]);
        let game = (i..i + 14).find_map(|force| battle(&board, force));
        let others = PROBES[(i + 1) % PROBES.len()];
        let end = play_out(
            game.expect("a battle"),
            [Box::new(probe), Box::new(others)],
            3,
        );
        assert!(end.outcome().is_some(), "{}", probe.name);
    }
}

/// Where a probe sends a figure of side 1 in a position; none: it stays, or attacks.
fn sent(probe: &str, play: &Play, who: &str) -> Option<Space> {
    let view = View::new(&play.game, Side(0));
    let field = Field::of(&view);
    let movers = field.movers();
    let (fig, ends) = movers.iter().find(|(f, _)| *f == play.fig(who))?;
    let to = (Probe::named(probe).place)(&field, *fig, ends);
    (to != ends[0]).then_some(to)
}

/// An open field of 24 by 5 spaces with a wood at E3 and F3.
const OPEN: &str = "........................ ........................ ....TT.................. ........................ ........................";

/// Whether an enemy could strike a figure hand to hand on a space.
fn within_reach(play: &Play, who: &str, at: Space) -> bool {
    let view = View::new(&play.game, Side(0));
    let field = Field::of(&view);
    let zones = field.zones(play.fig(who), touching);
    zones.iter().any(|zone| zone.contains(at))
}

#[test]
fn rush_runs_at_the_nearest_enemy() {
    let play = scene(GridKind::Square, OPEN)
        .figure(1, "Axe", "troop", "A3")
        .figure(2, "Near", "troop", "A1")
        .figure(2, "Far", "troop", "X3")
        .step("move")
        .begin(&[]);
    let to = sent("rush", &play, "Axe").expect("it moves");
    assert!(play.game.board().grid().distance(to, play.space("A1")) == 1);
}

#[test]
fn kite_shoots_from_out_of_reach() {
    let play = scene(GridKind::Square, OPEN)
        .figure(1, "Bow", "troop, distance", "J3")
        .figure(2, "Axe", "troop", "M3")
        .step("move")
        .begin(&[]);
    assert!(within_reach(&play, "Bow", play.space("J3")));
    let to = sent("kite", &play, "Bow").expect("it moves");
    assert!(!within_reach(&play, "Bow", to));
    let view = View::new(&play.game, Side(0));
    assert!(!Field::of(&view).attacks(play.fig("Bow"), to).is_empty());
}

#[test]
fn bait_stands_within_reach_and_its_friends_do_not() {
    let play = scene(GridKind::Square, OPEN)
        .figure(1, "Boy", "troop", "H3")
        .figure(1, "Knight", "hero, heavy armour", "H2")
        .figure(2, "Axe", "troop", "T3")
        .step("move")
        .begin(&[]);
    let boy = sent("bait", &play, "Boy").expect("it moves");
    assert!(within_reach(&play, "Boy", boy));
    let knight = sent("bait", &play, "Knight").unwrap_or(play.space("H2"));
    assert!(!within_reach(&play, "Knight", knight));
}

#[test]
fn nested_greedy_attacks_only_where_the_reply_costs_less() {
    let gap = |own: &str, enemy: &str| {
        let play = scene(GridKind::Square, OPEN)
            .figure(1, "Axe", own, "H3")
            .figure(2, "Lone", enemy, "L3")
            .step("move")
            .begin(&[]);
        let to = sent("nested greedy", &play, "Axe").unwrap_or(play.space("H3"));
        play.game.board().grid().distance(to, play.space("L3"))
    };
    assert_eq!(gap("troop", "hero, commander"), 1);
    assert!(gap("hero, commander", "troop") > 1);
}

#[test]
fn turtle_goes_out_of_reach() {
    let play = scene(GridKind::Square, OPEN)
        .figure(1, "Axe", "troop", "J3")
        .figure(2, "Club", "troop", "P3")
        .step("move")
        .begin(&[]);
    assert!(within_reach(&play, "Axe", play.space("J3")));
    let at = sent("turtle", &play, "Axe").expect("it moves");
    assert!(!within_reach(&play, "Axe", at));
}

/// A number of the environment.
fn number(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A battle of an opponent against a probe.
struct Played {
    map: &'static str,
    force: &'static str,
    /// 1 if the opponent has won, one half for a draw.
    score: f64,
    /// Points of the opponent, and of the probe.
    points: [f64; 2],
}

/// Battles of an opponent against a probe: every second with the sides swapped.
fn battles(name: &str, probe: Probe, boards: &[Arc<Board>], count: u64) -> Vec<Played> {
    let one = |n: u64| -> Option<Played> {
        let pair = n / 2;
        let (map, number) = (pair as usize % boards.len(), pair as usize / boards.len());
        let game = battle(&boards[map], number)?;
        let side = Side((n % 2) as u8);
        let other = agent(name, pair, side).expect("it is known");
        let mut agents: Opponents = [other, Box::new(probe)];
        if side == Side(1) {
            agents.swap(0, 1);
        }
        let end = play_out(game, agents, pair);
        let outcome = end.outcome()?;
        let points = |side: usize| f64::from(end.scores()[side].0) / 2.0;
        let forces = Rules::Vsgmr.forces();
        Some(Played {
            map: MAPS[map],
            force: forces[number % forces.len()].0,
            score: match (outcome.won(side), outcome.winners.is_empty()) {
                (true, _) => 1.0,
                (false, true) => 0.5,
                (false, false) => 0.0,
            },
            points: [points(side.index()), points(1 - side.index())],
        })
    };
    let all: Vec<Option<Played>> = (0..count).into_par_iter().map(one).collect();
    all.into_iter().flatten().collect()
}

/// A row of the table: share, interval, draws, mean points.
fn row(name: &str, against: &str, all: &[&Played]) -> String {
    let count = all.len() as f64;
    let score: f64 = all.iter().map(|b| b.score).sum();
    let (low, high) = wilson(score, count);
    let drawn = all.iter().filter(|b| b.score == 0.5).count() as f64;
    let [own, theirs] = [0, 1].map(|i| all.iter().map(|b| b.points[i]).sum::<f64>() / count);
    format!(
        "| `{name}` | {against} | {:.1} % | {:.0} to {:.0} % | {:.0} % | {own:.1} : {theirs:.1} | {count} |",
        100.0 * score / count,
        100.0 * low,
        100.0 * high,
        100.0 * drawn / count,
    )
}

/// The whole table. `PROBED` names the opponents, `BATTLES` how many battles each (400), `ONLY` a
/// probe; with `DETAIL` there is a row for each map and force too.
#[test]
#[ignore = "takes minutes; prints a table with --nocapture"]
fn table_of_opponents_against_probes() {
    let said = |name: &str| std::env::var(name).ok();
    let opponents = said("PROBED").unwrap_or_else(|| "utility,captain".into());
    let only = said("ONLY").unwrap_or_default();
    let count = number("BATTLES", 400);
    let boards = MAPS.map(board);
    println!("| opponent | probe | share | 95 % | draws | points | battles |");
    println!("|---|---|---|---|---|---|---|");
    for name in opponents.split(',') {
        for probe in PROBES.into_iter().filter(|p| p.name.contains(&only)) {
            let all = battles(name, probe, &boards, count);
            println!("{}", row(name, probe.name, &all.iter().collect::<Vec<_>>()));
            let mut parts: Vec<&str> = Vec::new();
            if said("DETAIL").is_some() {
                parts = all.iter().flat_map(|b| [b.map, b.force]).collect();
                parts.sort_unstable();
                parts.dedup();
            }
            for part in parts {
                let of: Vec<&Played> = all
                    .iter()
                    .filter(|b| part == b.map || part == b.force)
                    .collect();
                println!("{}", row(name, &format!("{}, {part}", probe.name), &of));
            }
        }
    }
}
