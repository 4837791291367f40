//! What is done with an input of each format. A panic, an endless loop or too much memory is a
//! finding; so is a text that is written otherwise than it was read.

use skirmish::battle::Scale;
use skirmish::board::Board;
use skirmish::files::foreign::{self, Format, Input, Missing};
use skirmish::files::mapping::Mapping;
use skirmish::play::external;
use skirmish::play::record::{Record, verify};
use skirmish::play::{DiceSource, Setup};
use skirmish::rules::{Game, Rules};
use skirmish::scenario::Scenario;
use skirmish::source::Source;
use skirmish::survey::{self, Pace};
use std::cell::OnceCell;

/// Boards up to this size are also checked and played on, in spaces.
const SMALL: usize = 400;
/// Answers of a battle that is tried.
const ANSWERS: u64 = 40;

/// Does with an input what the target of this name does.
///
/// # Panics
/// There is no such target, or something is wrong.
pub fn run(target: &str, data: &[u8]) {
    let text = std::str::from_utf8(data);
    match target {
        "record" => record(data),
        "tmx" => foreign(Format::Tmx, data),
        "tmj" => foreign(Format::Tmj, data),
        "uvtt" => foreign(Format::Uvtt, data),
        "megamek" => foreign(Format::MegaMek, data),
        "wesnoth" => foreign(Format::Wesnoth, data),
        target => {
            let Ok(text) = text else { return };
            let source = Source::new("input", text);
            match target {
                "map" => map(&source),
                "scenario" => scenario(&source),
                "force" => force(&source),
                "rules" => rules(&source),
                "profile" => drop(skirmish::ai::Profile::read(&source)),
                "mapping" => drop(Mapping::new("tiled", Some(&source))),
                "results" => drop(skirmish::arena::Row::read(text).map(|_| {
                    skirmish::arena::report::csv_line(text, 2).expect("a row has a line")
                })),
                "protocol" => protocol(text),
                "journal" => drop(skirmish::draft::replay(text)),
                #[cfg(feature = "window")]
                "keys" => keys(&source),
                #[cfg(feature = "window")]
                "settings" => settings(&source),
                other => panic!("there is no target {other:?}"),
            }
        }
    }
}

/// A battle of the first sample forces of a ruleset on a small map.
pub fn setup(rules: Rules) -> Setup {
    let (name, map) = skirmish::files::shipped::map("duel-ground").expect("a shipped map");
    let scenario = skirmish::scenario::SHIPPED.iter().find(|s| s.0 == "battle");
    let (aim, scenario) = scenario.expect("a shipped scenario");
    let forces = rules.forces().iter().take(2);
    Setup {
        rules,
        config: None,
        map: Source::new(name, map),
        scenario: Source::new(*aim, *scenario),
        forces: forces.map(|(n, text)| Source::new(*n, *text)).collect(),
        agents: vec!["random".into(); 2],
        solo: None,
        rounds: Some(Some(3)),
        scale: None,
        dice: DiceSource::Seeded,
        seed: 7,
        conditions: skirmish::play::Conditions::default(),
    }
}

/// Gives default answers, which must be legal.
fn play(game: &mut Game, answers: u64) {
    for number in 1..=answers {
        let decision = game.decision();
        let Some(answer) = external::preset(game, &decision, 7, number) else {
            return;
        };
        external::check(game, &decision, &answer).expect("the default answer is legal");
        game.settle(&answer, &mut ());
    }
}

/// Begins a battle and plays a little of it.
fn tried(setup: &Setup) {
    if let Ok(mut game) = setup.begin() {
        play(&mut game, ANSWERS);
    }
}

fn map(source: &Source) {
    let Ok(map) = skirmish::files::map::read(source) else {
        return;
    };
    let written = Source::new("written", skirmish::files::write(&map));
    let again = skirmish::files::map::read(&written).expect("what was written can be read");
    assert_eq!(skirmish::files::write(&again), written.text);
    if map.terrain.len() > SMALL {
        return;
    }
    survey::check(&Board::new(map), Pace::of(Scale::default()));
    tried(&Setup {
        map: written,
        ..setup(Rules::Vsgmr)
    });
}

fn scenario(source: &Source) {
    if Scenario::read(source).is_err() {
        return;
    }
    for rules in Rules::ALL {
        tried(&Setup {
            scenario: source.clone(),
            ..setup(rules)
        });
    }
}

fn force(source: &Source) {
    let Ok(rules) = Rules::of_force(source) else {
        return;
    };
    if let Ok(muster) = skirmish::muster::Muster::read(source) {
        let text = muster.text();
        let again = skirmish::muster::Muster::read(&Source::new("written", text.clone()));
        assert_eq!(again.expect("it is read again").text(), text);
    }
    if rules.force(source, None).is_ok() {
        let mut setup = setup(rules);
        setup.forces[0] = source.clone();
        tried(&setup);
    }
}

fn rules(source: &Source) {
    for rules in Rules::ALL {
        if rules.config(Some(source)).is_ok() {
            tried(&Setup {
                config: Some(source.clone()),
                ..setup(rules)
            });
        }
    }
}

fn record(data: &[u8]) {
    if let Ok(record) = Record::read("input", data) {
        // a battle of a few answers says as much as a long one
        if record.answers.len() <= 200 {
            let _ = verify(&record);
        }
    }
    skirmish::play::Summary::read(data);
}

fn foreign(format: Format, data: &[u8]) {
    let mapping = Mapping::new(format.mapping(), None).expect("a built-in mapping");
    let read = foreign::read(
        format,
        &mut Input {
            file: "input",
            name: "input",
            bytes: data,
            mapping: &mapping,
            beside: &mut |_| Err(Missing::NotThere("nothing".into())),
        },
    );
    if let Ok(read) = read
        && read.map.terrain.len() <= SMALL
    {
        let written = Source::new("written", skirmish::files::write(&read.map));
        skirmish::files::map::read(&written).expect("what was written can be read");
    }
}

/// Keys of the window: what is read is written so that it is read again.
#[cfg(feature = "window")]
fn keys(source: &Source) {
    use skirmish::window::keys::Keys;
    let Ok(keys) = Keys::read(source) else {
        return;
    };
    let written = Source::new("written", keys.text());
    let again = Keys::read(&written).expect("what was written can be read");
    assert_eq!(again.text(), written.text);
}

/// Settings of the window, and what else it keeps in its data folder.
#[cfg(feature = "window")]
fn settings(source: &Source) {
    if let Ok(looks) = source.parse::<skirmish::window::Looks>() {
        let text = toml::to_string(&looks).expect("settings are text");
        let again: skirmish::window::Looks = Source::new("written", text)
            .parse()
            .expect("what was written can be read");
        assert_eq!(again, looks);
    }
    if let Ok(mut ladder) = source.parse::<skirmish::store::ladder::Ladder>() {
        ladder.proposed();
        ladder.count("recruit", true);
    }
}

thread_local! {
    /// A battle of each ruleset, begun.
    static GAMES: OnceCell<Vec<Game>> = const { OnceCell::new() };
}

/// The first letter chooses a ruleset; each further line is what a program says.
fn protocol(text: &str) {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return };
    let mut game = GAMES.with(|games| {
        let games: &Vec<Game> = games.get_or_init(|| Rules::ALL.map(begun).into());
        games[first as usize % games.len()].clone()
    });
    for (number, line) in (31..).zip(letters.as_str().lines().take(20)) {
        let decision = game.decision();
        external::number_of(line);
        match external::read(&game, line) {
            Ok(external::Input::Answer(answer)) => {
                if external::check(&game, &decision, &answer).is_ok() {
                    game.settle(&answer, &mut ());
                }
            }
            Ok(external::Input::Request(request)) => {
                let reply = external::reply(&game, &decision, number, &request, &|| true);
                let reply = reply.expect("the time is not over");
                serde_json::from_str::<serde_json::Value>(&reply).expect("a line of JSON");
            }
            Err(refusal) => assert!(!refusal.error.is_empty()),
        }
    }
}

/// A battle of a ruleset after its first answers.
pub fn begun(rules: Rules) -> Game {
    let mut game = setup(rules).begin().expect("a battle of sample forces");
    play(&mut game, 30);
    game
}
