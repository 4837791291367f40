//! The opponents: laws that hold for all of them, and that the better ones are better.

mod fears;
mod profiles;

use skirmish::ai::{Action, Agent, BASELINES, Profile, Thought, View, agent, profiled, profiles};
use skirmish::battle::{
    Answer, Ask, Brief, Fig, HalfPoints, How, Milli, Purpose, Range, Side, Solo, Target, Who,
};
use skirmish::board::{Board, GridKind, Sight, Space};
use skirmish::dice;
use skirmish::rules::{Game, Rules};
use skirmish::source::Source;
use std::sync::Arc;

/// A battle on a shipped map between two shipped forces, or the next two that fit there: boats
/// need water.
pub fn battle(rules: Rules, map: &str, forces: [usize; 2], solo: Option<Solo>) -> Game {
    (0..rules.forces().len())
        .find_map(|i| begin(rules, map, forces.map(|f| f + i), solo))
        .expect("a battle can begin")
}

fn begin(rules: Rules, map: &str, forces: [usize; 2], solo: Option<Solo>) -> Option<Game> {
    let (name, text) = skirmish::files::shipped::map(map).expect("the map is shipped");
    begin_on(rules, &Source::new(name, text), forces, solo)
}

/// The same on a map of its own.
fn begin_on(rules: Rules, map: &Source, forces: [usize; 2], solo: Option<Solo>) -> Option<Game> {
    let map = skirmish::files::map::read(map).expect("the map is right");
    let board = Arc::new(Board::new(map));
    let shipped = rules.forces();
    let force = |i: usize| {
        let (name, text) = shipped[i % shipped.len()];
        Source::new(name, text)
    };
    let mut brief = Brief::new(board, forces.map(force));
    // Only the first ruleset has a solo table.
    brief.solo = solo.filter(|_| rules == Rules::ALL[0]);
    rules.begin(brief).ok()
}

/// Plays to the end; `think` answers for the sides.
fn play(
    game: Game,
    seed: u64,
    think: &mut dyn FnMut(&Game, Side, u64) -> Thought,
) -> (Game, Vec<Answer>) {
    play_on(game, 1, seed, &mut |game, side, number| {
        think(game, side, number).answer
    })
}

/// Plays from the question of a number on to the end.
pub fn play_on(
    mut game: Game,
    first: u64,
    seed: u64,
    choose: &mut dyn FnMut(&Game, Side, u64) -> Answer,
) -> (Game, Vec<Answer>) {
    let mut answers = Vec::new();
    for number in first.. {
        assert!(number < 20_000, "the battle does not end");
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => break,
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number, dice))
            }
            (Who::Side(side), _) => choose(&game, side, number),
            other => panic!("{other:?}"),
        };
        if let Err(refused) = game.answer(&answer, &mut ()) {
            panic!("{answer:?} to {:?}: {refused}", decision.ask);
        }
        answers.push(answer);
    }
    (game, answers)
}

/// All opponents there are.
fn everybody() -> Vec<String> {
    BASELINES
        .iter()
        .map(|(name, _)| name.to_string())
        .chain(profiles().iter().map(|p| p.name.clone()))
        .collect()
}

/// The battles of one ruleset: three grids, one of them with the solo table.
fn battles_of(rules: Rules) -> Vec<Game> {
    let maps = ["duel-ground", "crater", "castle"];
    let battle = |(i, map): (usize, &&str)| {
        let solo = (i == 1).then_some(Solo::Both);
        battle(rules, map, [2 * i, 2 * i + 3], solo)
    };
    maps.iter().enumerate().map(battle).collect()
}

/// A few battles of every ruleset.
fn battles() -> Vec<Game> {
    Rules::ALL.into_iter().flat_map(battles_of).collect()
}

/// A battle of every force against itself.
fn battles_of_every_force() -> Vec<Game> {
    let of = |rules: Rules| {
        (0..rules.forces().len()).filter_map(move |force| {
            let mut maps = ["duel-ground", "crater", "inlet"].into_iter();
            maps.find_map(|map| begin(rules, map, [force; 2], None))
        })
    };
    Rules::ALL.into_iter().flat_map(of).collect()
}

/// Two agents of a name.
fn pair(names: [&str; 2], seed: u64) -> [Box<dyn Agent>; 2] {
    [0, 1].map(|side| agent(names[usize::from(side)], seed, Side(side)).expect("it is known"))
}

/// Plays each battle to its end against `random`; every answer is checked on the way.
fn answers_legally(name: &str, battles: Vec<Game>) {
    for (seed, game) in battles.into_iter().enumerate() {
        let seed = seed as u64;
        let mut agents = pair([name, "random"], seed);
        play(game, seed, &mut |game, side, number| {
            agents[side.index()].decide(&View::new(game, side), number)
        });
    }
}

/// Plays each battle twice: with the same agents throughout, and with new ones at every decision.
fn remembers_nothing(name: &str, battles: Vec<Game>) {
    for (seed, game) in battles.into_iter().enumerate() {
        let seed = seed as u64;
        let mut kept = pair([name, name], seed);
        let (one, answers) = play(game.clone(), seed, &mut |game, side, number| {
            kept[side.index()].decide(&View::new(game, side), number)
        });
        let (other, again) = play(game, seed, &mut |game, side, number| {
            agent(name, seed, side)
                .unwrap()
                .decide(&View::new(game, side), number)
        });
        assert_eq!(answers, again, "{name}");
        assert!(one.same_state(&other));
    }
}

/// A test an opponent, so that they run side by side; `search`, which thinks long, one a ruleset.
macro_rules! for_each_opponent {
    ($check:ident, $($(#[$mark:meta])* $test:ident: $name:literal, $battles:expr;)*) => {
        const NAMES: &[&str] = &[$($name),*];
        $(
            #[test]
            $(#[$mark])*
            fn $test() {
                $check($name, $battles);
            }
        )*
    };
}

/// One battle of a ruleset, over after three rounds, for an opponent that thinks long.
fn one_of(rules: &str) -> Vec<Game> {
    let rules = Rules::named(rules).expect("it ships");
    let (name, text) = skirmish::files::shipped::map("duel-ground").expect("the map is shipped");
    let map = skirmish::files::map::read(&Source::new(name, text)).expect("the map is right");
    let force = |i: usize| {
        let (name, text) = rules.forces()[i];
        Source::new(name, text)
    };
    let mut brief = Brief::new(Arc::new(Board::new(map)), [force(0), force(3)]);
    brief.rounds = Some(Some(3));
    vec![rules.begin(brief).expect("a battle can begin")]
}

mod every_opponent_answers_legally_to_the_end {
    use super::*;

    for_each_opponent! { answers_legally,
        random: "random", battles();
        charge: "charge", battles();
        greedy: "greedy", battles();
        utility: "utility", battles();
        #[ignore = "slow"]
        bold: "bold", battles();
        #[ignore = "slow"]
        cautious: "cautious", battles();
        #[ignore = "slow"]
        guardian: "guardian", battles();
        #[ignore = "slow"]
        marksman: "marksman", battles();
        #[ignore = "slow"]
        raider: "raider", battles();
        passer: "passer", battles();
        newcomer: "newcomer", battles();
        #[ignore = "slow"]
        recruit: "recruit", battles();
        #[ignore = "slow"]
        veteran: "veteran", battles();
        captain: "captain", battles();
        #[ignore = "slow"]
        warlord: "warlord", battles();
        #[ignore = "slow"]
        search_vsgmr: "search", one_of("vsgmr");
        #[ignore = "slow"]
        search_vsgmr2017: "search", one_of("vsgmr2017");
        search_violence: "search", one_of("violence");
        #[ignore = "slow"]
        search_d8: "search", one_of("d8");
        #[ignore = "slow"]
        search_plastic: "search", one_of("plastic");
    }

    #[test]
    fn nobody_is_missing() {
        let missing: Vec<_> = everybody()
            .into_iter()
            .filter(|name| !NAMES.contains(&name.as_str()))
            .collect();
        assert!(missing.is_empty(), "without a test: {missing:?}");
    }
}

mod an_answer_depends_only_on_state_seed_and_number {
    use super::*;

    for_each_opponent! { remembers_nothing,
        random: "random", battles();
        charge: "charge", battles();
        #[ignore = "slow"]
        greedy: "greedy", battles();
        #[ignore = "slow"]
        utility: "utility", battles();
        #[ignore = "slow"]
        utility_of_every_force: "utility", battles_of_every_force();
        #[ignore = "slow"]
        captain_of_every_force: "captain", battles_of_every_force();
        #[ignore = "slow"]
        cautious: "cautious:3", battles();
        #[ignore = "slow"]
        recruit: "recruit", battles();
        newcomer: "newcomer", battles();
        #[ignore = "slow"]
        search: "search", one_of("violence");
    }

    #[test]
    fn the_ones_that_remember_are_among_them() {
        assert!(NAMES.contains(&"utility") && NAMES.contains(&"search"));
    }
}

#[test]
#[ignore = "slow"]
fn reasons_add_up_and_the_best_is_chosen() {
    for name in ["greedy", "utility", "bold:2"] {
        for (seed, game) in battles().into_iter().enumerate() {
            let seed = seed as u64;
            let mut agents: Vec<Box<dyn Agent>> = (0..2)
                .map(|i| agent(name, seed, Side(i)).unwrap())
                .collect();
            let mut reasons = 0;
            play(game, seed, &mut |game, side, number| {
                let thought = agents[side.index()].decide(&View::new(game, side), number);
                if let Some(why) = &thought.why {
                    reasons += 1;
                    for weighed in std::iter::once(&why.chosen).chain(&why.runner_up) {
                        let sum: Milli = weighed.terms.iter().map(|t| t.points).sum();
                        assert_eq!(sum, weighed.score());
                        assert!(weighed.terms.iter().all(|t| t.points != Milli::ZERO));
                    }
                    if let Some(second) = &why.runner_up {
                        assert!(why.chosen.score() >= second.score(), "{why:?}");
                    }
                    let (what, label) = (&why.chosen.action, |f: Fig| game.label(f));
                    let words = match (what, &thought.answer) {
                        (Action::Go(..), Answer::Move { who, to }) => {
                            format!("{} to {}", label(*who), game.board().grid().name(*to))
                        }
                        (
                            Action::Act(..),
                            Answer::Strike {
                                who,
                                how,
                                at: Target::Figure(at),
                            },
                        ) => format!("{} {} {}", label(*who), how.name(), label(*at)),
                        _ => what.to_string(),
                    };
                    assert_eq!(what.to_string(), words);
                } else {
                    assert!(
                        !matches!(game.decision().ask, Ask::Act { .. }),
                        "an act without reasons: {:?}",
                        thought.answer
                    );
                }
                thought
            });
            assert!(reasons > 5, "{name}, battle {seed}: {reasons} reasons");
        }
    }
}

#[test]
#[ignore = "slow"]
fn in_the_last_round_no_attack_to_come_counts() {
    let (mut hasty, mut last) = (0, 0);
    for (seed, game) in battles().into_iter().enumerate() {
        let seed = seed as u64;
        let mut agents = [0, 1].map(|i| agent("utility", seed, Side(i)).unwrap());
        play(game, seed, &mut |game, side, number| {
            let thought = agents[side.index()].decide(&View::new(game, side), number);
            let status = game.status();
            if let Some(why) = &thought.why
                && matches!(game.decision().ask, Ask::Act { .. })
            {
                let tempo = why.chosen.terms.iter().any(|term| term.name == "tempo");
                let over = status.rounds.is_some_and(|all| status.round >= all);
                assert!(!(tempo && over), "{why:?}");
                hasty += u32::from(tempo);
                last += u32::from(over);
            }
            thought
        });
    }
    assert!(hasty > 100 && last > 10, "{hasty}, {last}");
}

/// Who is ahead has less to gain by one more, and the less the fewer rounds are to come.
#[test]
fn the_nearer_the_end_the_less_one_more_counts_for_who_is_ahead() {
    let kept = |rounds: &str| {
        let mut play = crate::vsgmr::scene(GridKind::Square, "......")
            .figure(1, "a", "hero", "B1")
            .figure(1, "b", "hero", "E1")
            .figure(2, "first", "hero", "A1")
            .figure(2, "second", "hero", "F1")
            .rule("facing = false")
            .rule(rounds)
            .step("fight")
            .begin(&[6]);
        let mut utility = agent("utility", 1, Side(0)).unwrap();
        let mut kill = |play: &crate::vsgmr::Play| {
            let answer = play.striking(How::Fight, "b", "second");
            let weighed = utility.weigh(&View::new(&play.game, Side(0)), &answer);
            let terms = weighed.expect("it has terms").terms;
            let kill = terms.iter().find(|term| term.name == "kill");
            kill.expect("it may fell it").points.0 as f64
        };
        let level = kill(&play);
        play.fight("a", "first");
        assert!(play.game.scores()[0] > HalfPoints::ZERO);
        kill(&play) / level
    };
    let (soon, late) = (kept("rounds = 9"), kept("rounds = 1"));
    assert!(soon > 0.8 && soon < 1.0, "{soon}");
    assert!(late > 0.0 && late < 0.6, "{late}");
}

/// Who only lends its luck (T9) does so from anywhere; who supports (T16) has to be near.
#[test]
fn only_who_helps_from_near_holds_friends_together() {
    let rules = Rules::named("vsgmr").expect("it ships");
    for (name, inspires, supports) in [("medieval-infantry", true, false), ("elves", false, true)] {
        let at = rules
            .forces()
            .iter()
            .position(|(force, _)| force.starts_with(name));
        let game = battle(rules, "ford", [at.expect("it ships"); 2], None);
        let with = |word| game.all().any(|f| game.shown(f).words.contains(word));
        assert_eq!((with("Inspiration"), with("Support")), (inspires, supports));
        assert_eq!(
            game.all().any(|f| game.facts(f).aura > 0),
            supports,
            "{name}"
        );
    }
}

/// The largest misjudgement of an opponent in a few battles, in thousandths of the dearest figure.
fn worst_noise(name: &str) -> i64 {
    let mut worst = 0;
    for (seed, game) in battles().into_iter().enumerate() {
        let seed = seed as u64;
        let mut agents: Vec<Box<dyn Agent>> = (0..2)
            .map(|i| agent(name, seed, Side(i)).unwrap())
            .collect();
        let dearest = |game: &Game| {
            let all = game.on_board().map(|f| game.facts(f).worth.0);
            all.max().unwrap_or(1).max(1)
        };
        play(game, seed, &mut |game, side, number| {
            let thought = agents[side.index()].decide(&View::new(game, side), number);
            for weighed in thought.why.iter().map(|why| &why.chosen) {
                for term in weighed.terms.iter().filter(|term| term.name == "noise") {
                    worst = worst.max(term.points.0.abs() * 1000 / dearest(game));
                }
            }
            thought
        });
    }
    worst
}

#[test]
#[ignore = "slow"]
fn the_lower_a_level_the_more_it_misjudges() {
    let (first, third) = (worst_noise("utility:1"), worst_noise("utility:3"));
    assert!(third > 0 && third < first, "{third} and {first}");
}

#[test]
#[ignore = "slow"]
fn level_4_misjudges_nothing() {
    assert_eq!(worst_noise("utility:4"), 0);
}

/// A field with a wall before the left half of the near side's zone.
fn behind_a_wall() -> Source {
    let open = ".".repeat(20);
    let rows: Vec<String> = (1..=20)
        .map(|row| match row {
            5 => format!("{}{}", "#".repeat(11), ".".repeat(9)),
            _ => open.clone(),
        })
        .collect();
    let zone = |seat: u8, spaces: &str| {
        format!("[[zone]]\nkind = \"deployment\"\nseat = {seat}\nspaces = [\"{spaces}\"]\n")
    };
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Wall\"\ngrid = \"square\"\nterrain = \"\"\"\n{}\"\"\"\n{}{}",
        rows.join("\n"),
        zone(1, "A1:T4"),
        zone(2, "A17:T20")
    );
    Source::new("wall.map.toml", text)
}

#[test]
fn who_is_shot_at_deploys_where_few_see_it() {
    let rules = Rules::ALL[0];
    let number = |name: &str| {
        let forces = rules.forces().iter();
        forces.clone().position(|(known, _)| *known == name)
    };
    // How many pairs of enemies see each other after that, in a thousand.
    let seen = |force: &str, name: &str| {
        let force = number(force).expect("the force is shipped");
        let mut game = begin_on(rules, &behind_a_wall(), [force, force], None).unwrap();
        let mut agents = [Side(0), Side(1)].map(|side| agent(name, 3, side).unwrap());
        for number in 1.. {
            let decision = game.decision();
            let answer = match (decision.who, &decision.ask) {
                (Who::Chance, Ask::Roll { purpose, dice, .. })
                    if *purpose == Purpose::Deployment =>
                {
                    Answer::Faces(dice::seeded(3, number, dice))
                }
                (Who::Side(side), Ask::Deploy) => {
                    agents[side.index()]
                        .decide(&View::new(&game, side), number)
                        .answer
                }
                _ => break,
            };
            game.answer(&answer, &mut ()).unwrap();
        }
        let game = &game;
        let of = |side| game.on_board().filter(move |f| game.side(*f) == side);
        let pairs: Vec<(Space, Space)> = of(Side(0))
            .flat_map(|a| of(Side(1)).map(move |b| (game.at(a), game.at(b))))
            .collect();
        let sees = |(a, b): &&(Space, Space)| game.board().sight(*a, *b) != Sight::Blocked;
        assert!(!pairs.is_empty(), "nobody is placed");
        1000 * pairs.iter().filter(sees).count() / pairs.len()
    };
    let shooters = "modern-infantry";
    let (utility, greedy) = (seen(shooters, "utility"), seen(shooters, "greedy"));
    assert!(utility < greedy, "{utility} and {greedy}");
    // Those who only strike blows would lose time for nothing.
    let blows = seen("undead", "utility");
    assert!(utility < blows, "{utility} and {blows}");
}

/// Whether a figure attacks without coming nearer, all over the board.
fn sees_far(game: &Game, who: Fig) -> bool {
    let grid = game.board().grid();
    let all = grid.columns.max(grid.rows);
    let far = |range| matches!(range, Range::Spaces(n) if n >= all);
    game.modes(who, true).iter().any(|mode| far(mode.range))
}

/// Runs at the enemy, and weighs all, against random answers.
fn wins_more(rules: Rules) {
    for (better, worse) in [("charge", "random"), ("utility", "random")] {
        // Running at the enemy gains little where all shoot as far as they see: 57 % of the
        // points in 60 battles. There it only must not be a good deal worse.
        let open = battle(rules, "duel-ground", [0, 0], None);
        let far = open.all().all(|who| sees_far(&open, who));
        let least = if better == "charge" && far { 3 } else { 7 };
        let mut halves = 0;
        let mut games = 0;
        for seed in 0..6u64 {
            for swapped in [0u8, 1] {
                let map = ["duel-ground", "crater", "castle"][seed as usize % 3];
                let force = seed as usize;
                let game = battle(rules, map, [force, force], None);
                let names = [better, worse];
                let mut agents: Vec<Box<dyn Agent>> = (0..2u8)
                    .map(|i| agent(names[usize::from(i ^ swapped)], seed, Side(i)).unwrap())
                    .collect();
                let (end, _) = play(game, seed, &mut |game, side, number| {
                    agents[side.index()].decide(&View::new(game, side), number)
                });
                let outcome = end.outcome().unwrap();
                games += 2;
                halves += match outcome.winners.bits() {
                    0 => 1,
                    _ if outcome.won(Side(swapped)) => 2,
                    _ => 0,
                };
            }
        }
        assert!(
            halves * 10 >= games * least,
            "{better} has only {halves} of {games} half points against {worse} in {}",
            rules.name()
        );
    }
}

mod better_opponents_win_more {
    for_each_ruleset!(super::wins_more:
        vsgmr
        #[ignore = "slow"] vsgmr2017
        violence
        #[ignore = "slow"] plastic
        #[ignore = "slow"] d8
    );
}

#[test]
fn who_fells_most_it_strikes_goes_first_and_who_shoots_moves_last() {
    let rules = Rules::ALL[0];
    let own_first = |force: &str, name: &str| {
        let number = |(file, _): &(&str, &str)| file.starts_with(force);
        let number = rules.forces().iter().position(number).expect("a force");
        let game = begin(rules, "ford", [number; 2], None).expect("it fits");
        let mut agents = [0, 1].map(|i| agent(name, 7, Side(i)).unwrap());
        let mut own = Vec::new();
        play(game, 7, &mut |game, side, number| {
            let thought = agents[side.index()].decide(&View::new(game, side), number);
            // Later who is left may be of another kind.
            if game.decision().ask == Ask::First && game.status().round <= 1 {
                own.push(thought.answer == Answer::Side(side));
            }
            thought
        });
        own
    };
    assert_eq!(own_first("bug-aliens", "utility"), [true]);
    assert_eq!(own_first("modern-infantry", "utility"), [false]);
    assert_eq!(own_first("modern-infantry", "greedy"), [true]);
}

#[test]
#[ignore = "slow"]
fn who_is_ahead_moves_last_and_so_does_who_is_level_in_the_last_round() {
    let rules = Rules::ALL[0];
    let orcs = rules.forces().iter().position(|(name, _)| *name == "orcs");
    let (mut ahead, mut level, mut others) = (0, 0, 0);
    for seed in 0..40 {
        let game = begin(rules, "castle", [orcs.expect("they ship"); 2], None);
        let mut agents = [0, 1].map(|i| agent("utility", seed, Side(i)).unwrap());
        play(game.expect("it fits"), seed, &mut |game, side, number| {
            let thought = agents[side.index()].decide(&View::new(game, side), number);
            if game.decision().ask == Ask::First {
                let lead = game.scores()[side.index()] - game.scores()[1 - side.index()];
                let last = Some(game.status().round) == game.status().rounds;
                let first = thought.answer == Answer::Side(side);
                ahead += u32::from(lead > HalfPoints::ZERO);
                level += u32::from(lead == HalfPoints::ZERO && last);
                assert!(!first || lead < HalfPoints::ZERO || lead == HalfPoints::ZERO && !last);
                others += u32::from(first);
            }
            thought
        });
    }
    assert!(
        ahead > 5 && level > 0 && others > 5,
        "{ahead}, {level}, {others}"
    );
}
