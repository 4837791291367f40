//! Positions in which opponents of this kind are known to blunder, as scenario files: freezing
//! out of reach, charging alone into many, forgetting what is fought for. No shipped profile may.

use skirmish::ai::{LADDER, View, profiles};
use skirmish::battle::{Answer, Ask, Fig, Holder, How, Place, Side, Target, Who};
use skirmish::board::{Board, Gait, Sight, Space, Spaces};
use skirmish::dice;
use skirmish::rules::{Game, Rules};
use skirmish::scenario::{Overrides, Scenario};
use skirmish::source::Source;
use skirmish::store::opponents::agent;
use std::path::Path;
use std::sync::Arc;

/// What was seen of a battle: side 1 plays well or blunders.
struct Seen {
    /// At the beginning.
    begun: Game,
    /// After each turn of its own in which it could move: one a round.
    moved: Vec<Game>,
    /// What it struck at.
    strikes: Vec<(Fig, How, Target)>,
    /// In the end.
    end: Game,
}

impl Seen {
    fn first(&self) -> &Game {
        self.moved.first().unwrap_or(&self.end)
    }
}

/// A position: the file, the rounds it is watched for, and what has to be so.
type Position = (&'static str, u16, fn(&Seen) -> bool);

const POSITIONS: [Position; 25] = [
    ("far-away", 1, |seen| nearer(seen, "Blade")),
    ("far-away-flat", 1, |seen| nearer(seen, "Blade")),
    ("around-the-wall", 1, |seen| {
        way(&seen.begun, "Blade") > way(seen.first(), "Blade")
    }),
    ("no-way-over", 3, |seen| {
        let steps: Vec<Space> = std::iter::once(&seen.begun)
            .chain(&seen.moved)
            .map(|game| game.at(own(game, "Blade")))
            .collect();
        !steps.windows(3).any(|w| w[0] == w[2] && w[0] != w[1])
    }),
    ("across-the-water", 1, |seen| {
        way(&seen.begun, "Knife") > way(seen.first(), "Knife")
    }),
    ("suicide-charge", 1, |seen| {
        touched(seen.first(), "Blade") <= 1
    }),
    ("suicide-charge-pointy", 1, |seen| {
        touched(seen.first(), "Blade") <= 1
    }),
    ("home-with-it", 2, |seen| {
        let holds = |game: &Game| {
            let blade = own(game, "Blade");
            matches!(game.item(0), Holder::Figure(who) if who == blade)
        };
        let rows = |game: &Game| row(game, own(game, "Blade"));
        seen.end.outcome().is_some_and(|won| won.won(Side(0)))
            || gone(&seen.end, "Blade")
            || (holds(seen.first()) && rows(&seen.end) < rows(seen.first()))
    }),
    ("the-prize", 1, |seen| {
        let blade = own(seen.first(), "Blade");
        matches!(seen.first().item(0), Holder::Figure(who) if who == blade)
    }),
    ("over-the-edge", 1, |seen| {
        ["Blade", "Second Blade"].iter().all(|name| {
            let game = seen.first();
            let who = own(game, name);
            game.place(who) == Place::Out || row(game, who) == 13
        })
    }),
    ("the-worthless-target", 1, |seen| {
        struck(seen, "Rifle").is_some_and(|(_, at)| at == theirs(&seen.begun, "Captain"))
    }),
    ("the-covered-target", 1, |seen| {
        struck(seen, "Rifle").is_some_and(|(_, at)| at == theirs(&seen.begun, "Second Blade"))
    }),
    ("out-of-cover", 1, |seen| {
        let game = seen.first();
        let [from, to] = [theirs(game, "Rifle"), own(game, "Rifle")].map(|who| game.at(who));
        game.board().sight(from, to) != Sight::Clear
    }),
    ("looking-away", 1, |seen| struck(seen, "Rifle").is_some()),
    ("seen-but-for-the-leader", 1, |seen| {
        own_places(seen.first()) != own_places(&seen.begun)
    }),
    ("in-each-others-way", 3, |seen| {
        ["Blade", "Second Blade", "Third Blade"].iter().all(|name| {
            let who = own(&seen.end, name);
            gone(&seen.end, name) || row(&seen.end, who) >= 7
        })
    }),
    ("the-captain-in-front", 1, |seen| {
        let game = seen.first();
        let others = ["Blade", "Second Blade", "Third Blade"];
        let least = others.iter().map(|name| gap(game, name)).min();
        least.is_some_and(|least| gap(game, "Captain") >= least)
    }),
    ("the-last-blow", 1, |seen| struck(seen, "Blade").is_some()),
    ("now-or-never", 1, |seen| {
        touched(seen.first(), "Blade") + touched(seen.first(), "Second Blade") > 0
    }),
    ("shot-or-blow", 1, |seen| {
        struck(seen, "Rifle").is_some_and(|(how, _)| how == How::Fight)
    }),
    ("at-the-door", 1, |seen| {
        ["Blade", "Second Blade"].iter().all(|name| {
            let who = own(&seen.begun, name);
            let house =
                |(by, _, at): &(Fig, How, Target)| *by == who && matches!(at, Target::Space(_));
            seen.strikes.iter().any(house)
        })
    }),
    ("the-one-in-reach", 1, |seen| !seen.strikes.is_empty()),
    ("shoulder-to-shoulder", 1, |seen| {
        let line = ["Blade", "Second Blade", "Third Blade", "Fourth Blade"];
        line.iter().all(|name| nearer(seen, name))
    }),
    ("among-friends", 1, |seen| {
        ["Rifleman", "Second Rifleman"]
            .iter()
            .all(|name| !gone(&seen.end, name))
    }),
    ("with-the-edge-behind", 1, |seen| {
        struck(seen, "Champion").is_some_and(|(_, foe)| foe == theirs(&seen.begun, "Blade"))
    }),
];

/// What whoever looks ahead may do instead in some of them: let the others come first, and not stay
/// away after that.
const PATIENT: [Position; 2] = [
    ("across-the-water", 3, |seen| {
        // By its own steps, not because they come.
        let from_there = |game: &Game, name: &str| way_to(&enemies_at(&seen.begun), game, name);
        let nearer = |game: &Game, name: &str| {
            !gone(game, name) && from_there(&seen.begun, name) > from_there(game, name)
        };
        let knives = ["Knife", "Second Knife"];
        let mut moved = seen.moved.iter();
        moved.any(|game| knives.iter().any(|name| nearer(game, name)))
    }),
    ("shoulder-to-shoulder", 2, |seen| {
        let line = ["Blade", "Second Blade", "Third Blade", "Fourth Blade"];
        line.iter().all(|name| nearer(seen, name)) || !seen.strikes.is_empty()
    }),
];

// ---- what can be asked of a game ----

fn named(game: &Game, side: Side, name: &str) -> Fig {
    let mut all = game.all();
    let found = all.find(|f| game.side(*f) == side && game.name(*f) == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}
fn own(game: &Game, name: &str) -> Fig {
    named(game, Side(0), name)
}
fn theirs(game: &Game, name: &str) -> Fig {
    named(game, Side(1), name)
}
fn gone(game: &Game, name: &str) -> bool {
    game.place(own(game, name)) == Place::Gone
}
fn row(game: &Game, who: Fig) -> u32 {
    game.board().grid().row(game.at(who))
}
fn enemies(game: &Game) -> Vec<Fig> {
    let theirs = |f: &Fig| game.side(*f) == Side(1);
    game.on_board().filter(theirs).collect()
}
/// Spaces to the nearest enemy, as the crow flies.
fn gap(game: &Game, name: &str) -> u32 {
    let at = game.at(own(game, name));
    let gaps = enemies(game).into_iter();
    let gaps = gaps.map(|foe| game.board().grid().distance(at, game.at(foe)));
    gaps.min().unwrap_or(0)
}
/// Where the enemies stand.
fn enemies_at(game: &Game) -> Vec<Space> {
    enemies(game).into_iter().map(|foe| game.at(foe)).collect()
}
/// The way to the nearest of some spaces, on foot.
fn way_to(goals: &[Space], game: &Game, name: &str) -> u32 {
    let board = game.board();
    let goals = Spaces::of(board.len(), goals.iter().copied());
    board.field(&goals, 1, Gait::Walk)[game.at(own(game, name)).index()]
}
/// The way to the nearest enemy's space, on foot.
fn way(game: &Game, name: &str) -> u32 {
    way_to(&enemies_at(game), game, name)
}
/// Where the figures of the own side stand.
fn own_places(game: &Game) -> Vec<Space> {
    let own = game.on_board().filter(|f| game.side(*f) == Side(0));
    own.map(|f| game.at(f)).collect()
}
fn nearer(seen: &Seen, name: &str) -> bool {
    gap(&seen.begun, name) > gap(seen.first(), name)
}
/// How many enemies stand beside a figure.
fn touched(game: &Game, name: &str) -> usize {
    let at = game.at(own(game, name));
    let beside = |foe: &Fig| game.board().touching(&[at], &[game.at(*foe)]);
    enemies(game).iter().filter(|foe| beside(foe)).count()
}
/// The first attack of a figure on another.
fn struck(seen: &Seen, name: &str) -> Option<(How, Fig)> {
    let who = own(&seen.begun, name);
    seen.strikes.iter().find_map(|(by, how, at)| match at {
        Target::Figure(foe) if *by == who => Some((*how, *foe)),
        _ => None,
    })
}

// ---- playing ----

fn read(file: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/blunders")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Source::new(file, text)
}

fn begun(name: &str) -> Game {
    let scenario = Scenario::read(&read(&format!("{name}.toml"))).unwrap_or_else(|e| panic!("{e}"));
    let map = read(scenario.map().expect("a map is named"));
    let map = skirmish::files::map::read(&map).unwrap_or_else(|e| panic!("{e}"));
    let forces: Vec<Source> = (0..2)
        .map(|side| read(scenario.force(side).expect("a force is named")))
        .collect();
    let rules: Option<Rules> = scenario.ruleset();
    let brief = scenario.brief(Arc::new(Board::new(map)), &forces, &Overrides::default());
    rules
        .expect("a ruleset is named")
        .begin(brief.unwrap_or_else(|e| panic!("{e}")))
        .unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Watches the first rounds of a position: the opponent that is tried against the usual one.
fn watch(position: &Position, name: &str, seed: u64) -> Seen {
    let (file, rounds, _) = position;
    let mut game = begun(file);
    let last = game.status().round + rounds;
    let mut agents = [(name, 0), ("utility:4", 1)]
        .map(|(name, side)| agent(&name.into(), seed, Side(side)).expect("an opponent"));
    let mut seen = Seen {
        begun: game.clone(),
        moved: Vec::new(),
        strikes: Vec::new(),
        end: game.clone(),
    };
    let mut of = 0;
    for number in 1..5_000 {
        let decision = game.decision();
        let round = game.status().round;
        if round >= last {
            break;
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
            other => panic!("{other:?}"),
        };
        let moving = matches!(game.status().step, "move" | "act" | "action");
        game.answer(&answer, &mut ()).expect("a legal answer");
        if decision.who == Who::Side(Side(0)) {
            if let Answer::Strike { who, how, at } = answer {
                seen.strikes.push((who, how, at));
            }
            if moving {
                if of == round {
                    seen.moved.pop();
                }
                of = round;
                seen.moved.push(game.clone());
            }
        }
    }
    seen.end = game;
    seen
}

/// What one does wrong in some positions, over so many seeds.
fn blunders(positions: &[Position], name: &str, seeds: u64) -> Vec<String> {
    let mut found = Vec::new();
    for position in positions {
        for seed in 0..seeds {
            if !(position.2)(&watch(position, name, seed)) {
                found.push(format!(
                    "{name} blunders in {} with seed {seed}",
                    position.0
                ));
            }
        }
    }
    found
}

/// Blunders of every profile without a level of its own, at a level.
fn at_level(level: u8, positions: &[Position]) -> Vec<String> {
    let usual = profiles().iter().filter(|p| p.level.is_none());
    let names = usual.map(|p| format!("{}:{level}", p.name));
    names
        .flat_map(|name| blunders(positions, &name, 3))
        .collect()
}

#[test]
#[ignore = "slow"]
fn no_profile_blunders_at_level_4() {
    let found = at_level(4, &POSITIONS);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Positions in which a weak opponent may forget what it fights for: that is how it errs.
const FORGETFUL: [&str; 3] = ["home-with-it", "the-prize", "across-the-water"];

#[test]
fn no_named_strength_blunders() {
    let remembered = |position: &&Position| !FORGETFUL.contains(&position.0);
    let some: Vec<Position> = POSITIONS.iter().filter(remembered).copied().collect();
    let weak = LADDER[..2].iter().flat_map(|name| blunders(&some, name, 3));
    let strong = LADDER[2..].iter();
    let strong = strong.flat_map(|name| blunders(&POSITIONS, name, 3));
    let found: Vec<String> = weak.chain(strong).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Profiles that are being made, before they ship.
#[test]
#[ignore = "needs PROFILES, files separated by commas"]
fn no_profile_of_a_file_blunders() {
    let remembered = |position: &&Position| !FORGETFUL.contains(&position.0);
    let some: Vec<Position> = POSITIONS.iter().filter(remembered).copied().collect();
    let Ok(files) = std::env::var("PROFILES") else {
        eprintln!("skipped: PROFILES names no files");
        return;
    };
    let found: Vec<String> = files
        .split(',')
        .flat_map(|name| match name.ends_with(":5") {
            true => blunders(&patient(&POSITIONS), name, 3),
            false => blunders(&some, name, 3),
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The same positions, with the patience that an opponent may have that looks ahead.
fn patient(positions: &[Position]) -> Vec<Position> {
    let of = |name: &str| PATIENT.iter().find(|position| position.0 == name);
    let held_to = |position: &Position| *of(position.0).unwrap_or(position);
    positions.iter().map(held_to).collect()
}

/// Level 5 in every fourth position, from one on.
fn looks_ahead(from: usize) {
    let some: Vec<Position> = POSITIONS.iter().skip(from).step_by(4).copied().collect();
    let held_to = patient(&some);
    let mut found = at_level(5, &held_to);
    found.extend(blunders(&held_to, "search", 3));
    found.extend(blunders(&some, "utility:5", 1));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
#[ignore = "slow: eight seconds"]
fn level_5_does_not_blunder_in_positions_1_5_9() {
    looks_ahead(0);
}

#[test]
#[ignore = "slow: eight seconds"]
fn level_5_does_not_blunder_in_positions_2_6_10() {
    looks_ahead(1);
}

#[test]
#[ignore = "slow: eight seconds"]
fn level_5_does_not_blunder_in_positions_3_7_11() {
    looks_ahead(2);
}

#[test]
#[ignore = "slow"]
fn level_5_does_not_blunder_in_positions_4_8_12() {
    looks_ahead(3);
}

#[test]
fn the_positions_are_all_tried() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blunders");
    let files = std::fs::read_dir(folder).expect("the positions are there");
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .filter(|name| !name.contains(".map.") && !name.contains(".force."))
        .collect();
    names.sort();
    let mut tried: Vec<String> = POSITIONS.iter().map(|p| format!("{}.toml", p.0)).collect();
    tried.sort();
    assert_eq!(names, tried);
}
