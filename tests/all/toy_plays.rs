//! The made-up ruleset of `toy.rs` in every driver of the program.

use super::toy::Water;
use skirmish::ai;
use skirmish::arena::grid::Grid;
use skirmish::arena::{Cell, Plan};
use skirmish::battle::{Answer, Ask, Event, Fig, How, Outcome, Place, Side, Target, Who};
use skirmish::cli::Failure;
use skirmish::cli::drive::{Driver, Driving, Ending, Show};
use skirmish::cli::table_text::{self, Picture};
use skirmish::play::matches::{Applied, Match, Seat, Step, run};
use skirmish::play::record::{self, Record, Verdict, verify};
use skirmish::play::tell::Teller;
use skirmish::play::{Setup, words};
use skirmish::rules::duel::Duel;
use skirmish::rules::{Game, Policy, Rules};
use skirmish::source::Source;
use skirmish::store::opponents;
use skirmish::store::options::BattleOptions;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// The ruleset, known by its name from now on.
fn rules() -> Rules {
    Rules::register::<Water>()
}

/// A battle of islanders between these agents.
fn setup(agents: [&str; 2], seed: u64) -> Setup {
    Setup {
        agents: agents.map(Into::into).to_vec(),
        ..super::words::setup(rules(), "duel-ground", "battle", seed)
    }
}

/// Plays a battle between agents to its end.
fn played(agents: [&str; 2], seed: u64) -> (Game, Outcome) {
    let setup = setup(agents, seed);
    let mut seats: Vec<_> = (0..2u8)
        .map(|side| ai::agent(agents[usize::from(side)], seed, Side(side)).expect("an agent"))
        .collect();
    let end = run(setup.begin().expect("a battle"), &mut seats, seed);
    (end.game, end.outcome)
}

/// What the terminal shows of a battle.
#[derive(Default)]
struct Screen {
    teller: Teller,
    lines: Rc<RefCell<Vec<String>>>,
}

impl Show for Screen {
    fn applied(&mut self, game: &Game, applied: &Applied, _: &str) -> Result<(), Failure> {
        let told = applied
            .events
            .iter()
            .flat_map(|event| self.teller.tell(game, event));
        self.lines.borrow_mut().extend(told);
        Ok(())
    }
    fn undone(&mut self, _: &str) -> Result<(), Failure> {
        Ok(())
    }
    fn over(&mut self, _: &Game, _: &Outcome, _: &str) -> Result<(), Failure> {
        self.lines.borrow_mut().extend(self.teller.flush());
        Ok(())
    }
}

#[test]
fn toy_terminal() {
    let setup = setup(["greedy", "random"], 3);
    let game = setup.begin().expect("a battle");
    let board = table_text::draw(&game, &Picture::default());
    assert!(
        board.contains("1.1"),
        "islanders stand on the board:\n{board}"
    );
    let screen = Screen::default();
    let lines = screen.lines.clone();
    let driving = Driving {
        show: Box::new(screen),
        why: false,
        timing: false,
        limit: Duration::from_secs(10),
    };
    let mut driver = Driver::new(setup, game, None, driving).expect("agents");
    assert!(matches!(driver.run(), Ok(Ending::Over(_))));
    let text = lines.borrow().join("\n");
    for told in ["Round 3", "Islander", "defeated"] {
        assert!(text.contains(told), "{told:?} in\n{text}");
    }
}

#[test]
fn toy_arena() {
    rules();
    let mut grid = Grid::empty(5);
    let venue = grid
        .venue(BattleOptions {
            ruleset: Some("water".into()),
            map: Some("duel-ground".into()),
            ..BattleOptions::default()
        })
        .expect("a map and a scenario");
    let agents = ["greedy", "random"]
        .map(|name| grid.agent(name.into()))
        .to_vec();
    let (_, text) = rules().forces()[0];
    let force = grid.force(Source::new("islanders", text));
    let cell = Cell {
        venue,
        agents,
        forces: vec![force, force],
        fixed_forces: false,
    };
    let plan = Plan::new(vec![cell], 8, grid.seed);
    let games: Vec<_> = plan.own_pairs().flat_map(|pair| plan.pair(pair)).collect();
    assert_eq!(games.len(), 8);
    let mut won = 0;
    for job in &games {
        let play = || {
            grid.play(job, |setup, name, side| {
                opponents::agent(name, setup.seed, side)
            })
        };
        let line = play().expect("a battle to its end");
        let again = play().expect("the same battle");
        assert_eq!(line, again, "same seed, same game");
        let row = skirmish::arena::Row::read(&line).expect("a line of a series");
        let greedy = row
            .agents
            .iter()
            .position(|a| a == "greedy")
            .expect("it plays");
        won += u32::from(row.winners.contains(&(greedy + 1)));
    }
    assert!(won >= 5, "greedy won {won} of 8 against random");
}

#[test]
fn toy_replay() {
    let setup = setup(["greedy", "random"], 4);
    let seats = (0..2u8).map(|side| {
        let name = &setup.agents[usize::from(side)].to_string();
        Seat::Agent(ai::agent(name, setup.seed, Side(side)).expect("an agent"))
    });
    let game = setup.begin().expect("a battle");
    let mut battle = Match::new(game, seats.collect(), Some(setup.seed));
    let mut text = record::head_line(&setup).expect("a first line");
    let outcome = loop {
        match battle.step(u32::MAX) {
            Step::Applied(applied) => text.push_str(&record::lines(battle.game(), &applied)),
            Step::Over(outcome) => break outcome,
            other => panic!("{other:?}"),
        }
    };
    text.push_str(&record::result_line(battle.game(), &outcome, setup.seed));
    let record = Record::read("toy.jsonl", text.as_bytes()).expect("a whole record");
    assert_eq!(record.setup.rules, rules());
    assert!(matches!(verify(&record), Ok(Verdict::Same { .. })));
    // a step that the ruleset does not have is told
    let siesta = serde_json::json!({"event": "step", "side": 1, "step": "siesta"});
    let siesta = siesta.as_object().expect("an object");
    let fault = words::read_event(battle.game(), siesta).expect_err("no such step");
    assert_eq!(
        fault.to_string(),
        "unknown step \"siesta\"; the steps are turn"
    );
}

#[test]
fn toy_odds() {
    let (a, b) = (Source::new("a", "islander"), Source::new("b", "islander"));
    let duel = |policy| Duel {
        attacker: &a,
        target: &b,
        hand_to_hand: true,
        cover: false,
        apart: 1,
        policy,
        rules: None,
    };
    let sheet = rules().duel(&duel(Policy::default())).expect("odds");
    assert_eq!(sheet["outcomes"][1]["outcome"], "defeated", "{sheet}");
    assert_eq!(sheet["outcomes"][1]["p"], "1/3");
    // In battle the quick odds are those of the rules, counted face by face.
    let mut game = setup(["greedy", "random"], 6).begin().expect("a battle");
    let mut agents = [0, 1].map(|side| ai::agent("greedy", 6, Side(side)).expect("an agent"));
    let mut compared = 0;
    for number in 1.. {
        let decision = game.decision();
        let answer = match (decision.who, decision.ask) {
            (_, Ask::Over) => break,
            (_, Ask::Roll { dice, .. }) => Answer::Faces(skirmish::dice::seeded(6, number, &dice)),
            (Who::Side(side), _) => {
                let view = ai::View::new(&game, side);
                agents[side.index()].decide(&view, number).answer
            }
            (Who::Chance, ask) => panic!("{ask:?}"),
        };
        if let Answer::Strike { who, how, at } = answer {
            let sight = skirmish::board::Sight::Clear;
            let quick = game.odds(&game.act(who, how, at, sight));
            let ends = game.outcomes(who, how, at, Policy::default());
            let defeated = ends.iter().find(|(what, _)| what == "defeated");
            assert_eq!(defeated.map(|(_, chance)| *chance), Some(quick.defeat));
            compared += 1;
        }
        game.settle(&answer, &mut ());
    }
    assert!(compared > 5, "{compared} strikes");
}

#[test]
fn toy_utility() {
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..6 {
        let (_, outcome) = played(["utility", "random"], seed);
        wins += u32::from(outcome.won(Side(0)));
        losses += u32::from(outcome.won(Side(1)));
    }
    assert!(
        wins > losses,
        "utility won {wins} and lost {losses} against random"
    );
}

#[test]
fn the_water_rises_and_drowns() {
    let mut game = setup(["random", "random"], 1).begin().expect("a battle");
    let mut events: Vec<Event> = Vec::new();
    while game.status().round < 4 && game.outcome().is_none() {
        let answer = match game.decision().ask {
            Ask::Roll { .. } => Answer::Faces([1].into_iter().collect()),
            _ => Answer::Done,
        };
        game.answer(&answer, &mut events)
            .expect("ending the turn is legal");
    }
    let grid = game.board().grid();
    let edge = |who: &Fig| {
        let (x, y) = (grid.column(game.at(*who)), grid.row(game.at(*who)));
        x.min(y).min(grid.columns - 1 - x).min(grid.rows - 1 - y)
    };
    assert!(game.on_board().all(|who| edge(&who) >= 2));
    let gone = game.all().filter(|who| game.place(*who) == Place::Gone);
    let drowned = events
        .iter()
        .filter(|e| matches!(e, Event::Defeated { by: None, .. }));
    assert_eq!(gone.count(), drowned.count());
    let far = Answer::Strike {
        who: Fig(0),
        how: How::Fight,
        at: Target::Figure(Fig(5)),
    };
    let refused = game.check(&far).expect_err("too far away").to_string();
    assert_eq!(refused, "it is not among what can be done now");
}

#[cfg(feature = "window")]
#[test]
fn toy_window() {
    use skirmish::window::{App, rehearse};
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("toy.jsonl");
    let mut app = App::recorded(setup(["human", "greedy"], 8), &path).expect("a battle");
    let mut script = String::from("wait idle\nsee \"Round 1\"\n");
    for _ in 0..40 {
        script.push_str("key Enter\nkey Space\nwait idle\n");
    }
    rehearse(&mut app, &script).unwrap_or_else(|e| panic!("{e}"));
    app.close();
    let bytes = std::fs::read(&path).expect("a record");
    let record = Record::read("toy.jsonl", &bytes).expect("a whole record");
    assert!(
        record.answers.len() > 20,
        "{} answers",
        record.answers.len()
    );
    let verdict = verify(&record).expect("a record that can be played");
    assert!(!matches!(verdict, Verdict::Differs { .. }), "{verdict:?}");
}
