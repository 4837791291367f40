//! Skill rolls (A9).

use super::scene;
use crate::drawn::KINDS;
use skirmish::battle::{Effect, HalfPoints, How, Place, Reason, Target};
use skirmish::board::{GridKind, Opacity};

const DEVICE: Target = Target::Device(0);

#[test]
fn a9_guys_on_foot_roll_four_or_more_beside_a_device() {
    for kind in KINDS {
        for (words, need) in [("troop", 4), ("hero", 3), ("mook", 5)] {
            let mut play = scene(kind, ".....")
                .figure(1, "a", words, "A1")
                .figure(1, "far", "troop", "D1")
                .figure(2, "b", "troop", "E1")
                .device("B1", Effect::Score(HalfPoints(4)))
                .step("skill")
                .begin(&[]);
            let why = play.refused(play.on(How::Skill, "far", DEVICE));
            assert!(why.contains("next to"), "{why}");
            play.act(How::Skill, "a", DEVICE);
            assert_eq!(play.need(), need);
            play.dice(&[need as u8]);
            assert_eq!(play.game.scores(), crate::halves([4, 0]));
            assert!(play.game.device_used(0));
            play.spent();
        }
    }
}

#[test]
fn a9_besides_moving_and_attacking_but_not_aboard_nor_walled_off() {
    let mut play = scene(GridKind::Square, "...")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "troop", "B1")
        .device("A1", Effect::Score(HalfPoints(2)))
        .step("move")
        .begin(&[]);
    play.go("a", "A1").until("fight", 1);
    play.dice(&[1]).fight("a", "b");
    play.until("skill", 1);
    play.dice(&[3]).act(How::Skill, "a", DEVICE);
    assert!(!play.game.device_used(0));
    play.spent();
    let aboard = scene(GridKind::Square, "...")
        .figure(1, "c", "cavalry", "A1")
        .figure(1, "a", "troop", "on c")
        .figure(2, "b", "troop", "C1")
        .device("A1", Effect::Score(HalfPoints(2)))
        .step("skill")
        .begin(&[]);
    assert!(!aboard.acts());
    let walled = super::walled(GridKind::Square, "...", &["A1|B1 wall"])
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "troop", "C1")
        .device("B1", Effect::Score(HalfPoints(2)))
        .step("skill")
        .begin(&[]);
    assert!(
        !walled
            .game
            .answers()
            .contains(&walled.on(How::Skill, "a", DEVICE))
    );
}

#[test]
fn a9_named_skills_help_where_they_are_switched_on() {
    for (on, need) in [(false, 4), (true, 3)] {
        let mut scene = scene(GridKind::Square, "...")
            .figure(1, "a", "troop", "A1")
            .with("skills = [\"Lockpicking\"]")
            .figure(2, "b", "troop", "C1")
            .device("A1", Effect::Score(HalfPoints(2)))
            .rule(&format!("specific_skills = {on}"))
            .step("skill");
        scene.brief.devices[0].skill = Some("lockpicking".into());
        let mut play = scene.begin(&[]);
        play.act(How::Skill, "a", DEVICE);
        assert_eq!(play.need(), need);
    }
}

#[test]
fn a9_every_effect_takes_place() {
    let begin = |effect: fn(&super::Scene) -> Effect, borders: &[&str]| {
        let scene = super::walled(GridKind::Square, "..#...", borders)
            .figure(1, "a", "troop", "A1")
            .figure(1, "prisoner", "troop", "reserve")
            .figure(2, "b", "troop", "F1")
            .step("skill");
        let effect = effect(&scene);
        let mut play = scene.device("B1", effect).begin(&[]);
        play.dice(&[4]).act(How::Skill, "a", DEVICE);
        play.spent();
        play
    };
    let door = begin(
        |s| Effect::Door(s.space("B1"), s.space("A1")),
        &["A1|B1 fence"],
    );
    assert!(door.game.device_used(0));
    let force = begin(
        |s| Effect::Force(s.space("E1"), s.space("D1")),
        &["D1|E1 wall"],
    );
    assert!(
        force
            .game
            .board()
            .border(force.space("D1"), force.space("E1"))
            .is_none()
    );
    let clear = begin(|s| Effect::Clear(s.space("C1")), &[]);
    assert_eq!(clear.game.board().terrain(clear.space("C1")).name, "rubble");
    let win = begin(|_| Effect::Win, &[]);
    let outcome = win.game.outcome().expect("an end");
    assert_eq!(
        (outcome.winners.bits(), outcome.reason),
        (1, Reason::Device)
    );
    let free = begin(|_| Effect::Free, &[]);
    assert_eq!(free.game.place(free.fig("prisoner")), Place::On);
    assert_eq!(free.at("prisoner"), "B1");
}

#[test]
fn a9_doors_open_and_shut() {
    let mut scene = super::walled(GridKind::Square, "....", &["B1|C1 door"])
        .figure(1, "a", "troop", "A1")
        .figure(1, "c", "troop", "B1")
        .figure(2, "b", "troop", "D1")
        .step("skill");
    let (x, y) = (scene.space("B1"), scene.space("C1"));
    scene = scene.device("B1", Effect::Door(x, y));
    scene.brief.devices[0].again = true;
    let mut play = scene.begin(&[]);
    play.dice(&[4]).act(How::Skill, "a", DEVICE);
    let door = |play: &super::Play| play.game.board().border(x, y).expect("a door").clone();
    assert!(door(&play).open && door(&play).sight == Opacity::Clear);
    play.dice(&[4]).act(How::Skill, "c", DEVICE);
    assert!(!door(&play).open);
    play.spent();
}

#[test]
fn a9_in_the_air_only_devices_that_allow_it() {
    for from_air in [false, true] {
        let mut scene = scene(GridKind::Square, "...")
            .figure(1, "a", "troop, Flight", "A1 aloft")
            .figure(2, "b", "troop", "C1")
            .device("B1", Effect::Score(HalfPoints(2)))
            .step("skill");
        scene.brief.devices[0].from_air = from_air;
        let play = scene.begin(&[]);
        let use_it = play.on(How::Skill, "a", DEVICE);
        assert_eq!(play.game.answers().contains(&use_it), from_air);
    }
}

#[test]
fn a9_a_door_that_was_broken_down_is_opened_by_nothing() {
    for (fate, left) in [(2, false), (3, true)] {
        let mut scene = super::walled(GridKind::Square, "....", &["B1|C1 door"])
            .figure(1, "a", "troop, distance", "A1 E")
            .figure(1, "c", "troop", "B1")
            .figure(2, "b", "troop", "D1")
            .step("shoot");
        let (x, y) = (scene.space("B1"), scene.space("C1"));
        scene = scene.device("B1", Effect::Door(x, y));
        scene.brief.devices[0].again = true;
        let mut play = scene.begin(&[]);
        play.dice(&[5, fate])
            .act(How::Shoot, "a", Target::Border(x, y));
        play.until("skill", 1);
        let pull = play.on(How::Skill, "c", DEVICE);
        assert_eq!(play.game.answers().contains(&pull), left);
        assert_eq!(play.game.board().border(x, y).is_some(), left);
    }
}
