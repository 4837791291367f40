//! The default opponent is never passive and leads with its best figures: it wins against a side that
//! does nothing, and figures that fight hand to hand get to fight, the dear ones too.

use skirmish::ai::{Agent, DEFAULT, View, agent};
use skirmish::battle::{Answer, Ask, Brief, Fig, Range, Side, Target, Who};
use skirmish::board::Board;
use skirmish::dice;
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

/// Plays to the end, or until the round after `last` begins; `see` is told all answers and where they are given.
fn play(
    mut game: Game,
    names: [&str; 2],
    seed: u64,
    last: u16,
    see: &mut dyn FnMut(&Game, &Answer),
) -> Game {
    let mut agents: Vec<Box<dyn Agent>> = (0..2)
        .map(|i| agent(names[usize::from(i)], seed, Side(i)).expect("it is known"))
        .collect();
    for number in 1..50_000 {
        let decision = game.decision();
        if game.status().round > last || matches!(decision.ask, Ask::Over) {
            return game;
        }
        let answer = match (decision.who, &decision.ask) {
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number, dice))
            }
            (Who::Side(side), _) => {
                let view = View::new(&game, side);
                agents[side.index()].decide(&view, number).answer
            }
            other => panic!("{other:?}"),
        };
        see(&game, &answer);
        game.answer(&answer, &mut ()).expect("it is legal");
    }
    panic!("the battle does not end");
}

/// The round in which an opponent on a side wins against one that does nothing; none: it does not
/// within the rounds.
fn won(game: Game, name: &str, side: Side, seed: u64) -> Option<u16> {
    let mut names = ["passer"; 2];
    names[side.index()] = name;
    let end = play(game, names, seed, ROUNDS, &mut |_, _| {});
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
        play(game, [name; 2], seed, u16::MAX, &mut |game, answer| {
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
