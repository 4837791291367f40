//! Random battles: recorded, read, verified, written again, and resumed from a cut record.

use super::Figures;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use skirmish::board::Board;
use skirmish::cli::drive;
use skirmish::files;
use skirmish::files::shipped::{MAPS, Shipped};
use skirmish::play::AgentName;
use skirmish::play::Setup;
use skirmish::play::matches::{Applied, Match, Step};
use skirmish::play::record::{self, Record, Replay, Verdict, verify};
use skirmish::rules::Rules;
use skirmish::source::Source;
use skirmish::store::options::{BattleOptions, Rounds};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Every so many battles one is checked thoroughly.
const THOROUGH: u64 = 10;

/// A generator for the task of this number.
pub fn random(seed: u64, number: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(number))
}

/// The maps with few spaces.
fn small_maps() -> &'static [Shipped] {
    static SMALL: OnceLock<Vec<Shipped>> = OnceLock::new();
    SMALL.get_or_init(|| {
        let few = |(name, text): &Shipped| {
            let map = files::map::read(&Source::new(*name, *text)).expect("a shipped map");
            map.terrain.len() <= 700
        };
        MAPS.iter().copied().filter(few).collect()
    })
}

/// The options of a random battle; not all go together.
pub fn options(random: &mut Pcg64) -> BattleOptions {
    let rules = *Rules::ALL.choose(random).expect("rulesets");
    let sides = random.random_range(2..=4);
    let names: Vec<&str> = rules.forces().iter().map(|(name, _)| *name).collect();
    // quick ones for the most part: what happens matters here, not how well it is played
    let quick = ["random", "random", "random", "charge"];
    let slow = ["greedy", "utility"];
    let agents: &[&str] = if random.random_bool(0.95) {
        &quick
    } else {
        &slow
    };
    let scenarios = skirmish::scenario::SHIPPED;
    let scenario = match random.random_bool(0.4) {
        true => scenarios.choose(random).map(|(name, _)| *name),
        false => None,
    };
    // small boards for the most part: what can differ does so there too, and sooner
    let maps = match random.random_bool(0.7) {
        true => small_maps(),
        false => MAPS,
    };
    let map = match scenario {
        Some(_) if random.random_bool(0.5) => None,
        _ => maps.choose(random).map(|(name, _)| *name),
    };
    let solo = random
        .random_bool(0.1)
        .then(|| ["enemy", "both"].choose(random).copied());
    BattleOptions {
        ruleset: Some(rules.name().to_owned()),
        map: map.map(str::to_owned),
        scenario: scenario.map(str::to_owned),
        forces: (0..sides)
            .filter_map(|_| names.choose(random))
            .map(|name| (*name).to_owned())
            .collect(),
        agents: (0..sides)
            .filter_map(|_| agents.choose(random))
            .map(|name| AgentName::from(*name))
            .collect(),
        solo: solo.flatten().map(str::to_owned),
        rounds: random
            .random_bool(0.9)
            .then(|| Rounds(Some(random.random_range(1..=4)))),
        seed: Some(random.random_range(0..1 << 40)),
        bot_time: Some(std::time::Duration::from_secs(10)),
        ..BattleOptions::default()
    }
}

/// A battle of some options that can be played, with its options.
pub fn playable(random: &mut Pcg64, figures: &Figures) -> (BattleOptions, Setup) {
    loop {
        let mut options = options(random);
        let mut setup = options.setup("random");
        if setup.is_err() {
            // some scenarios have their own number of sides
            options.forces.truncate(2);
            options.agents.truncate(2);
            setup = options.setup("random");
        }
        if let Ok(setup) = setup
            && setup.begin_on(board(&setup)).is_ok()
        {
            return (options, setup);
        }
        figures.unplayable.fetch_add(1, Ordering::Relaxed);
    }
}

/// The board of a battle. Battles on the same map share it, with its table of sight lines: to fill one
/// takes longer than to play a short battle.
fn board(setup: &Setup) -> Arc<Board> {
    static BOARDS: Mutex<BTreeMap<String, Arc<Board>>> = Mutex::new(BTreeMap::new());
    let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = boards.get(&setup.map.text).cloned();
    known.unwrap_or_else(|| {
        let board = setup.board().expect("a shipped map");
        boards.insert(setup.map.text.clone(), board.clone());
        board
    })
}

fn begun(setup: &Setup) -> Match {
    let game = setup.begin_on(board(setup)).expect("it began before");
    let seats = drive::seats(setup, Duration::from_secs(10)).expect("opponents");
    Match::new(game, seats, Some(setup.seed))
}

/// Plays to the end and adds the lines to a text.
fn finished(battle: &mut Match, seed: u64, text: &mut String) {
    loop {
        match battle.step(u32::MAX) {
            Step::Applied(applied) => text.push_str(&record::lines(battle.game(), &applied)),
            Step::Over(outcome) => {
                text.push_str(&record::result_line(battle.game(), &outcome, seed));
                return;
            }
            other => panic!("nobody is asked here: {other:?}"),
        }
    }
}

/// The whole record of a battle.
pub fn recorded(setup: &Setup) -> String {
    let mut text = record::head_line(setup).expect("rules that were read before");
    finished(&mut begun(setup), setup.seed, &mut text);
    text
}

/// A record that is played again, to its end if it was cut off, and written again from its beginning.
fn played_again(record: &Record) -> String {
    let mut text = record::head_line(&record.setup).expect("rules that were read before");
    let mut battle = begun(&record.setup);
    let mut game = battle.game().clone();
    for (number, kept) in (1..).zip(&record.answers) {
        let decision = game.decision();
        let answer = record.answer(&game, kept).expect("words of this battle");
        let mut applied = Applied {
            number,
            by: decision.who,
            needed: decision.needed(),
            answer,
            events: Vec::new(),
            why: None,
        };
        game.settle(&applied.answer, &mut applied.events);
        text.push_str(&record::lines(&game, &applied));
        battle.replay(applied.answer);
    }
    finished(&mut battle, record.setup.seed, &mut text);
    text
}

/// A record that was cut off, with its missing events, played to its end by new opponents.
fn resumed(cut: &[u8]) -> String {
    let record = Record::read("cut", cut).expect("a cut record can be read");
    let mut text = String::from_utf8(cut[..record.whole].to_vec()).expect("whole lines");
    let mut battle = begun(&record.setup);
    let mut replay = Replay::new(&record).expect("it began before");
    let mut missing = String::new();
    while let Some(again) = replay.step() {
        let again = again.expect("words of this battle");
        assert_eq!(again.differs, None);
        let kept = record.answers[again.applied.number as usize - 1]
            .events
            .len();
        missing.clear();
        for event in again.applied.events.iter().skip(kept) {
            missing.push_str(&record::event_line(replay.game(), &again.applied, event));
        }
        battle.replay(again.applied.answer);
    }
    text.push_str(&missing);
    match record.result {
        Some(_) => text,
        None => {
            finished(&mut battle, record.setup.seed, &mut text);
            text
        }
    }
}

/// The first line in which two texts differ.
pub fn difference(was: &str, now: &str) -> Option<String> {
    if was == now {
        return None;
    }
    let lines = was.lines().zip(now.lines());
    let line = lines.take_while(|(a, b)| a == b).count() + 1;
    Some(format!(
        "line {line} of {} and {}",
        was.lines().count(),
        now.lines().count()
    ))
}

/// Plays a battle, cuts its record at random, and plays it again from what is left. A thorough check
/// also verifies the record and resumes it as the program does, each time with a board of its own.
fn checked(setup: &Setup, random: &mut Pcg64, thorough: bool) -> Result<u64, String> {
    let text = recorded(setup);
    let head = text.find('\n').map_or(0, |end| end + 1);
    let cut = random.random_range(head..=text.len());
    let part = &text.as_bytes()[..cut];
    let read = |bytes: &[u8]| Record::read("r", bytes).map_err(|damaged| damaged.to_string());
    if let Some(what) = difference(&text, &played_again(&read(part)?)) {
        return Err(format!("played again after {cut} bytes: {what}"));
    }
    let whole = read(text.as_bytes())?;
    if thorough {
        match verify(&whole) {
            Ok(Verdict::Same { .. }) => {}
            Ok(other) => return Err(format!("verify: {other:?}")),
            Err(error) => return Err(format!("verify: {error:?}")),
        }
        if let Some(what) = difference(&text, &resumed(part)) {
            return Err(format!("resumed after {cut} bytes: {what}"));
        }
    }
    Ok(whole.answers.len() as u64)
}

/// The battle of this number.
pub fn one(seed: u64, number: u64, figures: &Figures) {
    let mut random = random(seed, number);
    let (options, setup) = playable(&mut random, figures);
    let done = catch_unwind(AssertUnwindSafe(|| {
        checked(&setup, &mut random, number.is_multiple_of(THOROUGH))
    }));
    match done {
        Ok(Ok(answers)) => {
            figures.answers.fetch_add(answers, Ordering::Relaxed);
        }
        Ok(Err(what)) => figures.differs(format!("battle {number}: {what}: {options:?}")),
        Err(_) => figures.differs(format!("battle {number}: it panicked: {options:?}")),
    }
}
