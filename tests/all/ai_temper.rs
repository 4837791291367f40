//! The default opponent is never passive and leads with its best figures: it wins against a side that
//! does nothing, and figures that fight hand to hand get to fight, the dear ones too.

use crate::battles::{opponents, play};
use skirmish::ai::DEFAULT;
use skirmish::battle::{Answer, Bands, Brief, Fig, Range, Side, Target, Who};
use skirmish::board::Board;
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Rounds after which a battle against a side that does nothing has to be won.
const ROUNDS: u16 = 30;

/// The maps of the table.
const MAPS: [&str; 4] = ["duel-ground", "hedgerows", "village", "crater"];

/// A battle between equal forces: `rounds` as in [`Brief`].
fn equal(rules: Rules, map: &str, force: usize, rounds: Option<u16>) -> Option<Game> {
    let (name, text) = skirmish::files::shipped::map(map).expect("the map is shipped");
    let map = skirmish::files::map::read(&Source::new(name, text)).expect("the map is right");
    let (name, text) = rules.forces()[force % rules.forces().len()];
    let force = Source::new(name, text);
    let mut brief = Brief::new(Arc::new(Board::new(map)), [force.clone(), force]);
    brief.rounds = Some(rounds);
    rules.begin(brief).ok()
}

/// The first battle on a map whose force can be placed there.
fn first_equal(rules: Rules, map: &str, from: usize, rounds: Option<u16>) -> Game {
    (from..from + rules.forces().len())
        .find_map(|force| equal(rules, map, force, rounds))
        .expect("a force can be placed")
}

/// The round in which an opponent on a side wins against one that does nothing; none: it does not
/// within the rounds.
fn won(game: Game, name: &str, side: Side, seed: u64) -> Option<u16> {
    let mut names = ["passer"; 2];
    names[side.index()] = name;
    let end = play(
        game,
        opponents(names, seed),
        seed,
        ROUNDS,
        &mut |_, _, _| {},
    );
    let won = end.outcome().is_some_and(|outcome| outcome.won(side));
    won.then(|| end.status().round)
}

#[test]
fn wins_without_a_limit_of_rounds_against_a_side_that_does_nothing() {
    for (i, rules) in Rules::ALL.into_iter().enumerate() {
        let game = first_equal(rules, MAPS[0], i, None);
        let side = Side((i % 2) as u8);
        assert!(
            won(game, DEFAULT, side, i as u64).is_some(),
            "{} is not won in {ROUNDS} rounds",
            rules.name()
        );
    }
}

/// The whole table: all rulesets on four maps, both sides, three forces.
#[test]
#[ignore = "takes minutes; prints a table with --nocapture"]
fn table_of_battles_against_a_side_that_does_nothing() {
    println!("| ruleset | map | won | latest round |\n|---|---|---|---|");
    let mut lost = Vec::new();
    for rules in Rules::ALL {
        for map in MAPS {
            let (mut wins, mut all, mut latest) = (0, 0, 0);
            for (force, side) in [(0, 0), (1, 1), (2, 0), (3, 1), (4, 0), (5, 1)] {
                let Some(game) = equal(rules, map, force, None) else {
                    continue;
                };
                all += 1;
                match won(game, DEFAULT, Side(side), u64::from(side) + force as u64) {
                    Some(round) => {
                        wins += 1;
                        latest = latest.max(round);
                    }
                    None => lost.push(format!("{} {map} force {force} side {side}", rules.name())),
                }
            }
            println!("| {} | {map} | {wins} of {all} | {latest} |", rules.name());
        }
    }
    assert!(lost.is_empty(), "not won: {lost:#?}");
}

/// Figures that can only attack by touching, with the class of their points: cheap, middle, dear.
fn class(game: &Game, who: Fig) -> Option<usize> {
    let modes = game.modes(who, true);
    let touch = !modes.is_empty() && modes.iter().all(|mode| mode.range == Range::Touch);
    touch.then(|| match game.facts(who).worth.0 {
        ..2_500 => 0,
        2_500..4_500 => 1,
        _ => 2,
    })
}

/// Figures that fight hand to hand and those of them that strike at least once, by class of points.
fn strikers(name: &str, battles: u64) -> [(u32, u32); 3] {
    let rules = Rules::ALL[0];
    let mut count = [(0, 0); 3];
    for seed in 0..battles {
        let map = MAPS[seed as usize % MAPS.len()];
        let game = first_equal(rules, map, seed as usize / MAPS.len(), Some(5));
        let (mut melee, mut struck) = (BTreeMap::new(), BTreeSet::new());
        let agents = opponents([name; 2], seed);
        play(game, agents, seed, u16::MAX, &mut |game, answer, _| {
            if melee.is_empty() && game.status().round > 0 {
                let all = game.on_board();
                melee.extend(all.filter_map(|who| Some((who.index(), class(game, who)?))));
            }
            if let Answer::Strike {
                who,
                at: Target::Figure(_),
                ..
            } = answer
            {
                struck.insert(who.index());
            }
        });
        for (who, class) in melee {
            count[class].0 += 1;
            count[class].1 += u32::from(struck.contains(&who));
        }
    }
    count
}

/// The share of figures that strike, by class of points.
#[test]
#[ignore = "takes minutes; prints a table with --nocapture"]
fn table_of_figures_that_strike_hand_to_hand() {
    println!("| opponent | 1–2 points | 3–4 | 5 and more |\n|---|---|---|---|");
    for name in ["utility", "bold", DEFAULT, "charge"] {
        let count = strikers(name, 56);
        let cell = |(all, struck): (u32, u32)| {
            format!(
                "{:.0} % of {all}",
                100.0 * f64::from(struck) / f64::from(all.max(1))
            )
        };
        let cells: Vec<String> = count.into_iter().map(cell).collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
}

/// The median of some shares, in percent.
fn median(mut shares: Vec<f64>) -> f64 {
    shares.sort_by(f64::total_cmp);
    100.0 * shares.get(shares.len() / 2).copied().unwrap_or(0.0)
}

/// What the first rounds of a battle between equal forces are like.
struct Opening {
    /// Share of the figures that move in the first three rounds, or are carried.
    moved: f64,
    /// The share that could have moved: a side has two actions a round, for attacks too.
    possible: f64,
    /// Share of its points that the side that acts second loses in the first round.
    lost: f64,
}

/// Whether a figure is aboard of another, or of something aboard of that.
fn carries(game: &Game, vehicle: Fig, rider: Fig) -> bool {
    let on = |rider: &Fig| game.aboard(*rider);
    std::iter::successors(on(&rider), on).any(|mount| mount == vehicle)
}

/// Plays the first three rounds.
fn opening(game: Game, name: &str, seed: u64) -> Opening {
    let (mut first, mut moved, mut figures) = (None, BTreeSet::new(), 0);
    let points = |game: &Game, side: Side| -> i64 {
        let own = game.on_board().filter(|who| game.side(*who) == side);
        own.map(|who| game.facts(who).worth.0).sum()
    };
    let (mut whole, mut left) = (0, None);
    let agents = opponents([name; 2], seed);
    let end = play(game, agents, seed, 3, &mut |game, answer, _| {
        let status = game.status();
        let (round, acts) = (
            status.round,
            matches!(answer, Answer::Move { .. } | Answer::Strike { .. }),
        );
        if let Who::Side(side) = game.decision().who
            && round == 1
            && acts
            && first.is_none()
        {
            first = Some(side);
            whole = points(game, Side(1 - side.0));
            figures = game.on_board().count();
        }
        if let Answer::Move { who, .. } = *answer {
            moved.insert(who.index());
            let carried = game.on_board().filter(|rider| carries(game, who, *rider));
            moved.extend(carried.map(Fig::index));
        }
        if round == 2 && left.is_none() {
            left = first.map(|first| points(game, Side(1 - first.0)));
        }
    });
    let left = left.or(first.map(|first| points(&end, Side(1 - first.0))));
    Opening {
        moved: moved.len() as f64 / figures.max(1) as f64,
        possible: (12.0 / figures.max(1) as f64).min(1.0),
        lost: 1.0 - left.unwrap_or(0) as f64 / whole.max(1) as f64,
    }
}

/// Opponents look at all places together by what a ruleset says of its distances.
#[test]
fn distances_change_odds_as_the_ruleset_says() {
    for rules in Rules::ALL {
        let game = first_equal(rules, MAPS[0], 0, None);
        for who in game.all() {
            for mode in game.modes(who, true) {
                let band = |gap: u32| game.band(who, mode.how, gap);
                let farther = (3..40).all(|gap| band(gap) == band(2));
                let same = match game.bands() {
                    Bands::None => farther && band(0) == band(1) && band(1) == band(2),
                    Bands::Beside => farther && band(0) == band(1),
                    Bands::Many => true,
                };
                assert!(same, "{}: {:?}", rules.name(), mode.how);
            }
        }
    }
}

#[test]
fn half_of_the_figures_of_d8_move_in_three_rounds_and_few_fall_in_the_first() {
    let battles = ["village", "hedgerows"].into_iter().flat_map(|map| {
        (0..Rules::D8.forces().len() as u64).filter_map(move |seed| {
            let game = equal(Rules::D8, map, seed as usize, Some(6))?;
            Some(opening(game, DEFAULT, seed))
        })
    });
    let battles: Vec<Opening> = battles.collect();
    let moved: f64 = battles.iter().map(|battle| battle.moved).sum();
    let moved = moved / battles.len() as f64;
    assert!(moved >= 0.5, "only {:.0} % move", 100.0 * moved);
    let lost = median(battles.iter().map(|battle| battle.lost).collect());
    assert!(lost <= 25.0, "{lost:.0} % fall in the first round");
}

/// How many figures move in the first three rounds of d8, and what the first side takes in the first.
#[test]
#[ignore = "takes minutes; prints a table with --nocapture"]
fn table_of_the_first_rounds_of_d8() {
    println!(
        "| map | battles | figures that move (mean) | at most | taken in round 1 (median) | (mean) |\n|---|---|---|---|---|---|"
    );
    for map in ["crater", "village", "hedgerows", "farmstead"] {
        let battles = (0..200).filter_map(|seed| {
            let game = equal(Rules::D8, map, seed as usize, Some(6))?;
            Some(opening(game, DEFAULT, seed))
        });
        let battles: Vec<Opening> = battles.collect();
        let mean = |share: &dyn Fn(&Opening) -> f64| {
            100.0 * battles.iter().map(share).sum::<f64>() / battles.len().max(1) as f64
        };
        let (moved, possible) = (mean(&|b| b.moved), mean(&|b| b.possible));
        let (half, lost) = (
            median(battles.iter().map(|battle| battle.lost).collect()),
            mean(&|battle| battle.lost),
        );
        let all = battles.len();
        println!("| {map} | {all} | {moved:.0} % | {possible:.0} % | {half:.0} % | {lost:.0} % |");
    }
}

/// Moves of the side that acts first and of the other in some rounds: those that end farther from the
/// nearest enemy, and all.
type Turned = BTreeMap<(u16, bool), (u32, u32)>;

fn turned(name: &str, battles: u64) -> Turned {
    let gap = |game: &Game, who: Fig| {
        let foes = game.on_board().filter(|foe| !game.allied(*foe, who));
        let gaps = foes.map(|foe| game.board().gap(&game.spaces(who), &game.spaces(foe)));
        gaps.min().unwrap_or(0)
    };
    let mut turned = Turned::new();
    for seed in 0..battles {
        let map = MAPS[seed as usize % MAPS.len()];
        let game = first_equal(Rules::ALL[0], map, seed as usize / MAPS.len(), Some(5));
        let mut first = (0, Side(0));
        let agents = opponents([name; 2], seed);
        play(game, agents, seed, u16::MAX, &mut |game, answer, _| {
            let Answer::Move { who, .. } = *answer else {
                return;
            };
            let round = game.status().round;
            if first.0 != round {
                first = (round, game.side(who));
            }
            let mut then = game.clone();
            then.answer(answer, &mut ()).expect("it is legal");
            let key = (round, game.side(who) == first.1);
            let (away, all) = turned.entry(key).or_default();
            *away += u32::from(gap(&then, who) > gap(game, who));
            *all += 1;
        });
    }
    turned
}

/// The share of moves away from the nearest enemy.
#[test]
#[ignore = "takes minutes; prints a table with --nocapture"]
fn table_of_moves_away_from_the_enemy() {
    println!("| opponent | round | first to move | second |\n|---|---|---|---|");
    for name in ["utility", DEFAULT] {
        let turned = turned(name, 40);
        for round in [1, 3, 5] {
            let cell = |first: bool| {
                let (away, all) = turned.get(&(round, first)).copied().unwrap_or_default();
                format!(
                    "{:.0} % of {all}",
                    100.0 * f64::from(away) / f64::from(all.max(1))
                )
            };
            println!("| {name} | {round} | {} | {} |", cell(true), cell(false));
        }
    }
}
