//! Answers and events in the table's words: what is written is read again as it was.

use skirmish::ai::{self, Agent};
use skirmish::battle::{Answer, Side, Target};
use skirmish::play::matches::{Match, Seat, Step};
use skirmish::play::{DiceSource, Setup, words};
use skirmish::rules::Rules;
use skirmish::scenario::{SHIPPED, Scenario};
use skirmish::source::Source;

/// A battle of sample forces on a shipped map.
pub fn setup(rules: Rules, map: &str, scenario: &str, seed: u64) -> Setup {
    let (name, text) = skirmish::files::shipped::map(map).expect("a shipped map");
    let (_, aim) = SHIPPED
        .iter()
        .find(|(n, _)| *n == scenario)
        .expect("a shipped scenario");
    let source = Source::new(scenario, *aim);
    let budget = |side| Scenario::read(&source).expect("well written").budget(side);
    let forces = (0..2)
        .map(|side| {
            rules
                .forces()
                .iter()
                .map(|(n, t)| Source::new(*n, *t))
                .find(|f| {
                    budget(side).is_none_or(|most| {
                        rules.force(f, None).expect("a sample force").points <= most
                    })
                })
                .expect("a force within the budget")
        })
        .collect();
    Setup {
        rules,
        config: None,
        map: Source::new(name, text),
        scenario: source,
        forces,
        agents: vec!["random".into(), "charge".into()],
        solo: None,
        rounds: None,
        scale: None,
        dice: DiceSource::Seeded,
        seed,
        conditions: skirmish::play::Conditions::default(),
    }
}

fn seats(setup: &Setup) -> Vec<Seat> {
    setup
        .agents
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let agent: Box<dyn Agent> =
                ai::agent(&name.to_string(), setup.seed, Side(i as u8)).expect("an opponent");
            Seat::Agent(agent)
        })
        .collect()
}

/// A match of agents.
pub fn begun(setup: &Setup) -> Match {
    let game = setup.begin().expect("the battle begins");
    Match::new(game, seats(setup), Some(setup.seed))
}

#[test]
fn every_answer_and_event_of_a_battle_is_read_as_it_was_written() {
    let mut battles = vec![
        (Rules::Violence, "ford", "battle"),
        (Rules::Vsgmr, "ford", "battle"),
        (Rules::Vsgmr, "village", "transport"),
        (Rules::Vsgmr, "castle", "battle"),
    ];
    for (seed, (rules, map, scenario)) in battles.drain(..).enumerate() {
        let mut battle = begun(&setup(rules, map, scenario, seed as u64 + 1));
        let mut answers = 0;
        loop {
            if answers % 40 == 0 {
                for answer in battle.game().answers().into_iter().take(300) {
                    let value = words::answer(battle.game(), &answer).into();
                    assert_eq!(words::read_answer(battle.game(), &value), Ok(answer));
                }
            }
            match battle.step(u32::MAX) {
                Step::Applied(applied) => {
                    answers += 1;
                    let game = battle.game();
                    let value = words::answer(game, &applied.answer).into();
                    assert_eq!(words::read_answer(game, &value), Ok(applied.answer));
                    for event in &applied.events {
                        let value = words::event(game, event);
                        assert_eq!(words::read_event(game, &value).as_ref(), Ok(event));
                    }
                }
                Step::Over(_) => break,
                other => panic!("agents and seeded dice answer everything: {other:?}"),
            }
        }
        assert!(answers > 20, "{answers} answers on {map}");
    }
}

#[test]
fn words_are_never_indices_and_wrong_ones_are_said() {
    let game = setup(Rules::Violence, "ford", "battle", 1).begin().unwrap();
    let read = |text: &str| words::read_answer(&game, &serde_json::from_str(text).unwrap());
    let first = game.all().next().unwrap();
    assert_eq!(
        read(r#"{"do":"defend","figure":"1.1"}"#),
        Ok(Answer::Strike {
            who: first,
            how: skirmish::battle::How::Defend,
            at: Target::Nothing
        })
    );
    for (text, said) in [
        (
            r#"{"do":"move","figure":"9.9","to":"A1"}"#,
            "unknown figure",
        ),
        (
            r#"{"do":"move","figure":"1.1","to":"ZZ999"}"#,
            "unknown space",
        ),
        (r#"{"do":"move","figure":1.1,"to":"A1"}"#, "in quotes"),
        (r#"{"do":"dance"}"#, "\"do\" must be one of"),
        (r#"{"figure":"1.1"}"#, "\"do\" is missing"),
        (r#"{"do":"roll","faces":[300]}"#, "\"faces\""),
        (r#"[1]"#, "an answer must be a JSON object"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn what_is_taken_back_and_done_again_meets_the_same_dice() {
    let setup = setup(Rules::Violence, "ford", "battle", 5);
    let mut battle = begun(&setup);
    battle.reseat(Side(0), Seat::External);
    let mut undone = 0;
    loop {
        match battle.step(u32::MAX) {
            Step::Waiting(_) => {
                let (number, before) = (battle.number(), battle.game().digest());
                let preset = battle.game().preset();
                battle
                    .answer(preset.clone(), None)
                    .expect("the preset is legal");
                let after = battle.game().digest();
                if undone < 10 {
                    assert_eq!(battle.undo(), Some(number));
                    assert_eq!(battle.game().digest(), before);
                    battle.answer(preset, None).unwrap();
                    assert_eq!(battle.game().digest(), after);
                    undone += 1;
                }
            }
            Step::Over(_) => break,
            Step::Applied(_) | Step::Thinking { .. } => {}
        }
    }
    assert_eq!(undone, 10);
}
