//! The examples in the comments of the engine, as tests: each stands here word for word. `examples`
//! has those outside the engine, and the test that none is missing.

use std::error::Error;

#[test]
fn agents_play() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::ai::{View, agent};
    use skirmish_engine::battle::{Answer, Ask, Brief, Side, Who};
    use skirmish_engine::board::Board;
    use skirmish_engine::dice;
    use skirmish_engine::files::{map, shipped};
    use skirmish_engine::rules::Rules;
    use skirmish_engine::source::Source;
    use std::sync::Arc;

    let (name, text) = shipped::map("ford").expect("it ships");
    let map = map::read(&Source::new(name, text)).expect("it is a map");
    let rules = Rules::named("vsgmr").expect("it ships");
    let force = |i: usize| Source::new(rules.forces()[i].0, rules.forces()[i].1);
    let brief = Brief::new(Arc::new(Board::new(map)), [force(0), force(1)]);
    let mut game = rules.begin(brief).expect("a battle can begin");

    let mut agents = [0, 1].map(|side| agent("captain", 1, Side(side)).expect("it is known"));
    for number in 1..=40 {
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (Who::Side(side), _) => {
                let view = View::new(&game, side);
                agents[usize::from(side.0)].decide(&view, number).answer
            }
            (_, Ask::Roll { dice, .. }) => Answer::Faces(dice::seeded(1, number, dice)),
            _ => break,
        };
        game.answer(&answer, &mut ())
            .expect("an agent's answer is legal");
    }
    Ok(())
}

#[test]
fn a_battle() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::battle::{Answer, Ask, Brief};
    use skirmish_engine::board::Board;
    use skirmish_engine::dice;
    use skirmish_engine::files::{map, shipped};
    use skirmish_engine::rules::Rules;
    use skirmish_engine::source::Source;
    use std::sync::Arc;

    let (name, text) = shipped::map("duel-ground").expect("a shipped map");
    let board = Board::new(map::read(&Source::new(name, text))?);
    let rules = Rules::named("violence").expect("a ruleset");
    let forces = rules.forces()[..2]
        .iter()
        .map(|(name, text)| Source::new(*name, *text));
    let mut game = rules.begin(Brief::new(Arc::new(board), forces))?;

    let mut events = Vec::new();
    for number in 1.. {
        let answer = match game.decision().ask {
            Ask::Over => break,
            Ask::Roll { dice, .. } => Answer::Faces(dice::seeded(7, number, &dice)),
            _ => game.preset(),
        };
        game.answer(&answer, &mut events)?;
    }
    assert!(game.outcome().is_some() && !events.is_empty());
    Ok::<(), Box<dyn std::error::Error>>(())
}

#[test]
fn a_board() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::board::Board;
    use skirmish_engine::files::{map, shipped};
    use skirmish_engine::source::Source;

    let (name, text) = shipped::map("duel-ground").expect("a shipped map");
    let board = Board::new(map::read(&Source::new(name, text))?);
    let space = |name| board.grid().named(name).expect("a space");
    assert_eq!(board.grid().distance(space("A1"), space("C1")), 2);
    assert!(board.standable().contains(space("A1")));
    assert_eq!(board.terrain(space("D6")).name, "wall");
    Ok::<(), Box<dyn std::error::Error>>(())
}

#[test]
fn reach() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::board::{Board, Mover, Reach, Spaces};
    use skirmish_engine::files::{map, shipped};
    use skirmish_engine::source::Source;

    let (name, text) = shipped::map("duel-ground").expect("a shipped map");
    let board = Board::new(map::read(&Source::new(name, text))?);
    let space = |name| board.grid().named(name).expect("a space");
    let nobody = Spaces::new(board.len());
    let walker = Mover::on_foot(3, &nobody, &nobody);
    let mut reach = Reach::default();
    board.reach(space("A1"), &walker, &mut reach);
    assert!(reach.ends().contains(&(space("D1"), 3)));
    assert!(reach.ends().iter().all(|(_, cost)| *cost <= 3));
    Ok::<(), Box<dyn std::error::Error>>(())
}

#[test]
fn sight() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::board::{Board, Sight};
    use skirmish_engine::files::{map, shipped};
    use skirmish_engine::source::Source;

    let (name, text) = shipped::map("duel-ground").expect("a shipped map");
    let board = Board::new(map::read(&Source::new(name, text))?);
    let space = |name| board.grid().named(name).expect("a space");
    assert_eq!(board.sight(space("A1"), space("C1")), Sight::Clear);
    // A wall on D6 stands between.
    assert_eq!(board.sight(space("A6"), space("G6")), Sight::Blocked);
    assert!(Sight::Clear > Sight::Cover && Sight::Cover > Sight::Blocked);
    Ok::<(), Box<dyn std::error::Error>>(())
}

#[test]
fn a_picture() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::files::{image, png};
    let about = image::about(&png::png(3, 2, &[[0; 4]; 6])).unwrap();
    assert_eq!((about.wide, about.high), (3, 2));
    assert!(image::about(b"<svg/>").is_err());
    Ok(())
}

#[test]
fn names_of_agents() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::play::AgentName;
    let bold = AgentName::from("bold:3");
    assert!(bold.is_computer());
    assert_eq!(bold.level(), Some("3"));
    assert_eq!(bold.to_string(), "bold:3");
    assert_eq!(AgentName::from("human"), AgentName::Human);
    Ok(())
}

#[test]
fn a_match() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::ai;
    use skirmish_engine::battle::{Brief, Side};
    use skirmish_engine::board::Board;
    use skirmish_engine::files::{map, shipped};
    use skirmish_engine::play::matches::{Match, Seat, Step};
    use skirmish_engine::rules::Rules;
    use skirmish_engine::source::Source;
    use std::sync::Arc;

    let (name, text) = shipped::map("duel-ground").expect("a shipped map");
    let board = Board::new(map::read(&Source::new(name, text))?);
    let rules = Rules::named("violence").expect("a ruleset");
    let forces = rules.forces()[..2]
        .iter()
        .map(|(name, text)| Source::new(*name, *text));
    let game = rules.begin(Brief::new(Arc::new(board), forces))?;

    let seats = [("greedy", Side(0)), ("random", Side(1))]
        .map(|(name, side)| Seat::Agent(ai::agent(name, 7, side).expect("an opponent")));
    let mut battle = Match::new(game, seats.into(), Some(7));
    let outcome = loop {
        match battle.step(1_000) {
            Step::Applied(applied) => assert!(applied.number > 0),
            Step::Thinking { .. } => {}
            Step::Waiting(decision) => panic!("nobody is asked: {decision:?}"),
            Step::Over(outcome) => break outcome,
        }
    };
    assert!(outcome.rounds > 0);
    Ok::<(), Box<dyn std::error::Error>>(())
}

#[test]
fn escapes() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::shown::escaped;
    assert_eq!(escaped("Ford"), "Ford");
    assert_eq!(
        escaped("\x1b[2J\u{9b}1m\u{202e}"),
        r"\u{1b}[2J\u{9b}1m\u{202e}"
    );
    Ok(())
}

#[test]
fn escapes_ends_of_lines() {
    assert_eq!(
        skirmish_engine::shown::on_one_line("two\nlines"),
        r"two\nlines"
    );
}

#[test]
fn escapes_for_pages() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::shown::markup;
    assert_eq!(
        markup("Tom & \"Jerry\" <3"),
        "Tom &amp; &quot;Jerry&quot; &lt;3"
    );
    assert_eq!(markup("a\tb\u{1}"), "a&#9;b ");
    Ok(())
}

#[test]
fn faults() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::source::Source;
    let source = Source::new("r.toml", "[kind]\ntank = { size = 9 }\n");
    assert_eq!(
        source
            .fault_under(&["kind", "tank", "size"], "too large")
            .at,
        Some((2, 10))
    );
    assert_eq!(
        source.fault_under(&["kind", "plane"], "missing").at,
        Some((1, 2))
    );
    assert_eq!(source.fault_under(&["aim"], "missing").at, Some((1, 1)));
    Ok(())
}

#[test]
fn a_draft() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::board::{Space, Spaces};
    use skirmish_engine::draft::{Draft, Op};
    use skirmish_engine::files::{map, shipped};
    use skirmish_engine::source::Source;

    let (name, text) = shipped::map("duel-ground").expect("a shipped map");
    let mut draft = Draft::new(map::read(&Source::new(name, text))?);
    let on = Spaces::of(draft.sheet().map().terrain.len(), [Space(0), Space(1)]);
    draft.gesture(&[Op::Raise { by: 2, on }])?;
    assert_eq!(draft.sheet().map().elevation[1], 2);
    draft.undo();
    assert_eq!(draft.sheet().map().elevation[1], 0);
    Ok(())
}

#[test]
fn a_map() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::files::map;
    use skirmish_engine::source::Source;

    let text = "format = \"skirmish-map/1\"\nname = \"Yard\"\ngrid = \"square\"\nterrain = \"\"\"\n..\n.#\"\"\"\n";
    let map = map::read(&Source::new("yard.toml", text)).unwrap();
    assert_eq!(
        (map.name.as_str(), map.grid.columns, map.grid.rows),
        ("Yard", 2, 2)
    );

    let fault = map::read(&Source::new("yard.toml", text.replace("square", "round"))).unwrap_err();
    assert_eq!(fault.at, Some((3, 8)));
    Ok(())
}

#[test]
fn a_scenario() -> Result<(), Box<dyn Error>> {
    use skirmish_engine::scenario::Scenario;
    use skirmish_engine::source::Source;

    let text = "format = \"skirmish-scenario/1\"\nname = \"Raid\"\nmap = \"ford\"\nrounds = 6\n";
    let raid = Scenario::read(&Source::new("raid.scenario.toml", text)).unwrap();
    assert_eq!(raid.map(), Some("ford"));
    Ok(())
}
