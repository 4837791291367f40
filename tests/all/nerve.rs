//! The nerve of a force: read and kept everywhere, and heeded by opponents with temper alone.

use crate::battles::{See, opponents, play};
use skirmish::ai::{DEFAULT, Why};
use skirmish::battle::{Answer, Brief, Fig, Nerve};
use skirmish::board::{Board, Gait, Space};
use skirmish::muster::Muster;
use skirmish::play::tell;
use skirmish::rules::{Game, Rules};
use skirmish::source::{Fault, Source};
use std::sync::Arc;

/// The shipped force of a name, with another nerve.
fn force(rules: Rules, name: &str, nerve: Nerve) -> Source {
    let (_, text) = rules.forces().iter().find(|(n, _)| *n == name).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("nerve = "));
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.starts_with("name = "));
    lines.insert(at.unwrap() + 1, format!("nerve = {:?}", nerve.name()));
    Source::new(name, lines.join("\n"))
}

fn begin(rules: Rules, map: &str, forces: [Source; 2]) -> Result<Game, Fault> {
    let (name, text) = skirmish::files::shipped::map(map).expect("the map is shipped");
    let map = skirmish::files::map::read(&Source::new(name, text)).expect("the map is right");
    let brief = Brief::new(Arc::new(Board::new(map)), forces);
    rules.begin(brief)
}

fn begun(rules: Rules, map: &str, forces: [Source; 2]) -> Game {
    begin(rules, map, forces).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Plays a battle of an opponent against itself to the end.
fn played(game: Game, name: &str, seed: u64, see: See) {
    play(game, opponents([name; 2], seed), seed, u16::MAX, see);
}

/// All answers of a battle.
fn answers(game: Game, name: &str) -> Vec<Answer> {
    let mut all = Vec::new();
    played(game, name, 3, &mut |_, answer, _| all.push(answer.clone()));
    all
}

/// The enemies of a figure that are nearest to some spaces, all that are equally near, and how far they
/// are in spaces.
fn nearest(game: &Game, who: Fig, from: &[Space]) -> Option<(Vec<Fig>, u32)> {
    let foes = || game.on_board().filter(|foe| !game.allied(*foe, who));
    let gap = |foe: &Fig| game.board().gap(from, &game.spaces(*foe));
    let least = foes().map(|foe| gap(&foe)).min()?;
    Some((foes().filter(|foe| gap(foe) == least).collect(), least))
}

/// Steps back in a battle of a mindless force against itself: all moves, those after which the nearest
/// enemy is farther away, and of these the ones that do not lead round an obstacle.
fn steps_back(rules: Rules, map: &str, name: &str, seed: u64) -> (u32, u32, Vec<String>) {
    let own = force(rules, name, Nerve::Mindless);
    let (mut moves, mut back, mut wrong) = (0, 0, Vec::new());
    let game = begun(rules, map, [own.clone(), own]);
    played(game, DEFAULT, seed, &mut |game, answer, _| {
        let Answer::Move { who, .. } = *answer else {
            return;
        };
        // Whoever gets off stands beside what carried it, on whichever side there is room.
        let here = game.spaces(who);
        let under = |f: Fig| f != who && game.spaces(f).iter().any(|space| here.contains(space));
        if game.on_board().any(under) {
            return;
        }
        let mut then = game.clone();
        then.answer(answer, &mut ()).expect("it is legal");
        // From the enemies as they were: a mount that is taken is one no more.
        let ends = [game, &then].map(|at| nearest(game, who, &at.spaces(who)));
        let [Some((foes, before)), Some((_, after))] = ends else {
            return;
        };
        moves += 1;
        if after <= before {
            return;
        }
        back += 1;
        let board = game.board();
        let leads_on = |foe: &Fig| {
            let goal = board.approach(&[game.at(*foe)]);
            let ways = board.field(&goal, 1, Gait::Walk);
            ways[then.at(who).index()] < ways[game.at(who).index()]
        };
        if !foes.iter().any(leads_on) {
            let round = game.status().round;
            wrong.push(format!(
                "{map}, round {round}: {} {before} to {after}, {answer:?}, {:?}",
                game.label(who),
                game.facts(who)
            ));
        }
    });
    (moves, back, wrong)
}

#[test]
fn mindless_figures_never_step_back() {
    let (mut moves, mut back) = (0, 0);
    for (rules, name, map, seed) in [
        (Rules::Vsgmr, "zombies", "hedgerows", 1),
        (Rules::Vsgmr, "undead", "village", 2),
        (Rules::Vsgmr, "elves", "crater", 3),
        (Rules::Violence, "knives", "duel-ground", 4),
        (Rules::D8, "rifle-platoon", "crater", 5),
    ] {
        let (all, farther, wrong) = steps_back(rules, map, name, seed);
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
        moves += all;
        back += farther;
    }
    assert!(moves > 50, "{moves} moves");
    assert!(
        20 * back < moves,
        "{back} of {moves} moves lead round something"
    );
}

/// The law over battles of all forces.
#[test]
#[ignore = "slow"]
fn mindless_figures_of_every_force_never_step_back() {
    for rules in Rules::ALL {
        for (name, _) in rules.forces() {
            let (mut moves, mut back, mut wrong) = (0, 0, Vec::new());
            for (seed, map) in ["hedgerows", "village", "crater"].into_iter().enumerate() {
                // Boats have nowhere to go on most maps.
                let own = force(rules, name, Nerve::Mindless);
                if begin(rules, map, [own.clone(), own]).is_err() {
                    continue;
                }
                let (all, farther, more) = steps_back(rules, map, name, seed as u64);
                moves += all;
                back += farther;
                wrong.extend(more);
            }
            println!(
                "{} {name}: {moves} moves, {back} round an obstacle",
                rules.name()
            );
            assert!(wrong.is_empty(), "{name}: {wrong:#?}");
        }
    }
}

#[test]
fn only_opponents_with_temper_heed_it() {
    let battle = |nerve| {
        let own = force(Rules::Vsgmr, "elves", nerve);
        begun(Rules::Vsgmr, "hedgerows", [own.clone(), own])
    };
    let all = |name: &str| Nerve::ALL.map(|nerve| answers(battle(nerve), name));
    for cold in ["utility", "bold", "utility:2", "greedy"] {
        let all = all(cold);
        assert!(all.iter().all(|answers| *answers == all[0]), "{cold}");
    }
    let all = all(DEFAULT);
    assert!(all[1..].iter().all(|answers| *answers != all[0]));
}

#[test]
fn the_reasons_of_a_move_say_it() {
    for (nerve, words) in [
        (Nerve::Mindless, "mindless figures do not step back"),
        (
            Nerve::Reckless,
            "reckless figures press on and seldom step back",
        ),
        (Nerve::Cautious, "cautious figures keep their distance"),
    ] {
        let own = force(Rules::Vsgmr, "orcs", nerve);
        let game = begun(Rules::Vsgmr, "hedgerows", [own.clone(), own]);
        let (mut said, mut cold) = (0, 0);
        let lines = |game: &Game, why: Option<&Why>| why.map_or(vec![], |why| tell::why(game, why));
        played(game.clone(), DEFAULT, 1, &mut |game, answer, why| {
            let says = lines(game, why).iter().any(|line| line.contains(words));
            assert!(!says || matches!(answer, Answer::Move { .. }));
            said += u32::from(says);
        });
        played(game, "utility", 1, &mut |game, _, why| {
            cold += u32::from(lines(game, why).iter().any(|line| line.contains("figures")));
        });
        assert!(said > 3 && cold == 0, "{words}: {said}, {cold}");
    }
}

#[test]
fn every_ruleset_reads_it_and_says_what_would_be_right() {
    for rules in Rules::ALL {
        let (name, _) = rules.forces()[0];
        for nerve in Nerve::ALL {
            let read = rules.force(&force(rules, name, nerve), None).unwrap();
            assert_eq!(read.nerve, nerve, "{}", rules.name());
        }
        let own = force(rules, name, Nerve::Reckless);
        let without = Source::new(name, own.text.replace("nerve = \"reckless\"\n", ""));
        assert_eq!(rules.force(&without, None).unwrap().nerve, Nerve::Steady);
        let wrong = Source::new("f.toml", own.text.replace("reckless", "brave"));
        let line = 1 + wrong
            .text
            .lines()
            .position(|l| l.starts_with("nerve"))
            .unwrap();
        let fault = rules.force(&wrong, None).unwrap_err().to_string();
        let place = format!("f.toml:{line}:9: ");
        let right = "unknown value \"brave\"; expected steady, reckless, cautious, mindless";
        assert_eq!(fault, format!("{place}{right}"), "{}", rules.name());
    }
}

#[test]
fn shipped_forces_have_the_nerve_of_their_figures() {
    let all = Rules::ALL.into_iter().flat_map(|rules| {
        let forces = rules.forces().iter();
        forces.map(move |(name, text)| {
            let read = rules.force(&Source::new(*name, *text), None).unwrap();
            (*name, read.nerve)
        })
    });
    let mut marked: Vec<(&str, Nerve)> = all.filter(|(_, nerve)| *nerve != Nerve::Steady).collect();
    marked.sort_by_key(|(name, nerve)| (nerve.name(), *name));
    let expected = [
        ("blue-scouts", Nerve::Cautious),
        ("elves", Nerve::Cautious),
        ("bug-aliens", Nerve::Mindless),
        ("undead", Nerve::Mindless),
        ("zombies", Nerve::Mindless),
        ("brutes", Nerve::Reckless),
        ("orcs", Nerve::Reckless),
        ("red-horde", Nerve::Reckless),
    ];
    assert_eq!(marked, expected);
}

#[test]
fn changing_a_force_keeps_it_and_can_change_it() {
    for rules in Rules::ALL {
        let (name, _) = rules.forces()[0];
        let mut muster = Muster::read(&force(rules, name, Nerve::Cautious)).unwrap();
        let figure = muster.add();
        muster.set_count(figure, 2);
        muster.rename("Another name");
        let nerve = |muster: &Muster| {
            let text = muster.text();
            let line = text.lines().find_map(|line| line.strip_prefix("nerve = "));
            line.map(str::to_owned)
        };
        assert_eq!(nerve(&muster).as_deref(), Some("\"cautious\""));
        muster.set_head(&Nerve::KEY, Some("mindless".into()));
        assert_eq!(nerve(&muster).as_deref(), Some("\"mindless\""));
        muster.set_head(&Nerve::KEY, None);
        assert_eq!(nerve(&muster), None);
        let mut new = Muster::new(rules, "New force");
        new.add();
        new.set_head(&Nerve::KEY, Some("reckless".into()));
        let read = rules.force(&Source::new("new", new.text()), None);
        assert_eq!(read.unwrap().nerve, Nerve::Reckless, "{}", rules.name());
    }
}

#[test]
fn the_commands_show_it() {
    let home = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], input: &str| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_skirmish"));
        let output = command
            .args(arguments)
            .env("SKIRMISH_HOME", home.path())
            .write_stdin(input)
            .output()
            .expect("it runs");
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = run(&["force", "show", "zombies"], "");
    assert!(
        shown.contains("Nerve: mindless: they do not step back"),
        "{shown}"
    );
    let json = run(&["force", "show", "elves", "--json"], "");
    assert!(json.contains("\"nerve\":\"cautious\""), "{json}");
    let list = run(&["force", "list", "--json"], "");
    assert!(list.contains("\"nerve\":\"steady\""), "{list}");
    let lines = "add Ghoul: troop\nnerve mindless\nsave ghouls\nquit\n";
    run(&["force", "new", "--terminal"], lines);
    let shown = run(&["force", "show", "ghouls"], "");
    assert!(shown.contains("Nerve: mindless"), "{shown}");
}
