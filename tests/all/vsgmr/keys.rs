//! Keys of the configuration do what they say: each gives another number, or the other reading of
//! the text (R11).

use super::{Scene, fenced_lane, lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Answer, Deploy, Effect, Event, How, Target};
use skirmish::board::GridKind;
use skirmish::rules::Rules;
use skirmish::source::Source;

/// One figure of each side, six spaces of a row; the first acts.
fn facing(row: &str, one: &str, other: &str, at: &str) -> Scene {
    lane(GridKind::Square, row)
        .figure(1, "a", one, "A1")
        .figure(2, "b", other, at)
        .rule("facing = false")
}

/// What the die must show for an attack of the first figure on the other, under these rules.
fn needed(how: How, row: &str, one: &str, other: &str, rule: &str) -> i8 {
    let (step, at) = match how {
        How::Fight => ("fight", "B1"),
        _ => ("shoot", "F1"),
    };
    let mut play = facing(row, one, other, at).rule(rule).step(step).begin(&[]);
    let at = Target::Figure(play.fig("b"));
    play.act(how, "a", at);
    play.need()
}

#[test]
fn r11_numbers_of_attacks_are_keys() {
    let open = "......";
    for (how, row, one, other, rule, need) in [
        (
            How::Shoot,
            open,
            "troop, distance",
            "troop",
            "shoot_need = 4",
            4,
        ),
        (
            How::Shoot,
            "...T..",
            "troop, distance",
            "troop",
            "cover_need = 5",
            5,
        ),
        (
            How::Shoot,
            "...T..",
            "troop, distance",
            "troop, Stealth",
            "stealth_cover_need = 6",
            6,
        ),
        (
            How::Shoot,
            open,
            "hero, distance",
            "troop",
            "hero_bonus = 2",
            3,
        ),
        (
            How::Shoot,
            open,
            "mook, distance",
            "troop",
            "mook_bonus = 1",
            4,
        ),
        (
            How::Shoot,
            open,
            "troop, distance, Sharpshooter",
            "troop",
            "trait_bonus = 2",
            3,
        ),
        (
            How::Fight,
            open,
            "troop, Combat Master",
            "troop",
            "trait_bonus = 2",
            2,
        ),
        (How::Fight, open, "hero", "troop", "fight_need = 6", 5),
        (
            How::Disable,
            open,
            "troop, distance, Disable",
            "troop",
            "disable_need = 2",
            2,
        ),
    ] {
        assert_eq!(needed(how, row, one, other, rule), need, "{one}: {rule}");
    }
}

#[test]
fn r11_dice_of_automatic_fire_and_the_bonus_of_vehicles_are_keys() {
    let open = "......";
    let mut play = facing(open, "troop, distance, automatic fire", "troop", "F1")
        .rule("automatic_dice = 3")
        .step("shoot")
        .begin(&[]);
    play.shoot("a", "b");
    assert_eq!(play.asked_dice(), [6, 6, 6]);
    let mut play = lane(GridKind::Square, "......")
        .figure(1, "car", "vehicle, distance", "A1")
        .with("size = 1")
        .figure(1, "driver", "troop", "on car")
        .figure(2, "b", "troop", "F1")
        .rule("facing = false")
        .rule("vehicle_bonus = 3")
        .step("shoot")
        .begin(&[]);
    play.shoot("car", "b");
    assert_eq!(play.need(), 2);
}

#[test]
fn r11_numbers_of_armour_skills_and_traits_are_keys() {
    for (target, rule, need) in [
        ("troop, light armour", "light_need = 5", 5),
        ("troop, heavy armour", "heavy_need = 3", 3),
    ] {
        let mut play = facing("......", "troop, distance", target, "F1")
            .rule(rule)
            .step("shoot")
            .begin(&[6]);
        play.shoot("a", "b");
        assert_eq!(play.need(), need, "{rule}");
    }
    let mut play = facing("...T..", "troop, distance", "troop", "F1")
        .rule("terrain_need = 5")
        .step("shoot")
        .begin(&[6]);
    let wood = Target::Space(play.space("D1"));
    play.act(How::Shoot, "a", wood);
    assert_eq!(play.need(), 5);
    let mut play = facing("......", "troop", "troop", "F1")
        .device("B1", Effect::Win)
        .rule("skill_need = 5")
        .step("skill")
        .begin(&[]);
    play.act(How::Skill, "a", Target::Device(0));
    assert_eq!(play.need(), 5);
    let mut play = facing("......", "troop, Recruit", "troop", "B1")
        .figure(2, "c", "troop", "F1")
        .rule("recruit_need = 3")
        .step("fight")
        .begin(&[4]);
    play.fight("a", "b");
    assert_eq!(play.need(), 3);
    let mut play = facing("......", "troop, Summon", "troop", "F1")
        .figure(1, "c", "troop", "E1")
        .rule("summon_need = 3")
        .step("shoot")
        .begin(&[]);
    play.act(How::Summon, "a", Target::Nothing);
    assert_eq!(play.need(), 3);
}

#[test]
fn r11_fear_and_knockback_begin_at_the_numbers_of_their_keys() {
    for (rule, flees) in [("", true), ("fear_up_to = 0", false)] {
        let mut play = facing("......", "troop", "troop, Cause Fear", "B1")
            .rule(rule)
            .step("fight")
            .begin(&[1]);
        play.fight("a", "b");
        let fled = play.log.iter().any(|e| matches!(e, Event::Fled { .. }));
        assert_eq!(fled, flees, "{rule}");
    }
    for (rule, pushed) in [("", true), ("knockback_from = 9", false)] {
        let mut play = facing(
            "......",
            "troop, super-fight superior",
            "troop, light armour",
            "B1",
        )
        .figure(2, "c", "troop", "F1")
        .rule(rule)
        .step("fight")
        .begin(&[8, 6]);
        play.fight("a", "b");
        let back = play.log.iter().any(|e| matches!(e, Event::Pushed { .. }));
        assert_eq!(back, pushed, "{rule}");
    }
}

#[test]
fn a9_prising_is_a_toggle() {
    for kind in KINDS {
        let play = fenced_lane(kind, ".....", &["B1|C1 fence"])
            .device("A1", Effect::Win)
            .figure(1, "a", "hero", "B1")
            .figure(2, "b", "troop", "E1")
            .rule("prising = false")
            .step("skill")
            .begin(&[]);
        let (x, y) = (play.space("B1"), play.space("C1"));
        let border = Target::Border(x.min(y), x.max(y));
        let why = play.refused(play.on(How::Skill, "a", border));
        assert!(why.contains("a skill roll cannot open that"), "{why}");
    }
}

// ---- the edition of 2017 ----

#[test]
fn e8_mounts_without_riders_fight_or_not_by_the_toggle() {
    for (rule, fights) in [("", true), ("idle_mounts_fight = false", false)] {
        let mut play = lane(GridKind::Square, "......")
            .of_2017()
            .figure(1, "a", "hero", "A1")
            .figure(1, "horse", "cavalry", "C1")
            .figure(2, "b", "hero", "D1")
            .rule(rule)
            .step("move")
            .begin(&[]);
        play.until("fight", 1);
        let blow = play.striking(How::Fight, "horse", "b");
        assert_eq!(play.game.check(&blow).is_ok(), fights, "{rule}");
    }
}

#[test]
fn e3_hits_of_each_size_and_armour_of_terrain_are_keys() {
    for (size, key) in [
        ("small", "small_hits"),
        ("medium", "medium_hits"),
        ("large", "large_hits"),
    ] {
        let rows = ["..............."; 7].join(" ");
        let play = scene(GridKind::Square, &rows)
            .of_2017()
            .figure(1, "a", "hero, distance", "A4")
            .figure(2, "fort", &format!("building, {size}"), "F4")
            .figure(2, "b", "hero", "O1")
            .rule(&format!("{key} = 7"))
            .step("shoot")
            .begin(&[]);
        let shown = play.game.shown(play.fig("fort"));
        assert_eq!(shown.health, Some((7, 7)), "{key}");
    }
    // a wood of one space falls at the first hit, unless terrain rolls for armour
    for (rule, asks) in [("", false), ("terrain_armour = true", true)] {
        let mut play = facing("...T..", "hero, distance", "hero", "F1")
            .of_2017()
            .rule(rule)
            .step("shoot")
            .begin(&[6]);
        let wood = play.space("D1");
        play.act(How::Shoot, "a", Target::Space(wood));
        let falls = play.game.board().terrain(wood).name == "open";
        assert_eq!(falls, !asks, "{rule}");
    }
}

#[test]
fn e2_the_bonus_of_buildings_is_a_key() {
    let mut play = scene(GridKind::Square, "........ ........")
        .of_2017()
        .figure(1, "hut", "building, small, distance", "A1")
        .figure(1, "a", "hero", "A2")
        .figure(2, "b", "hero", "F1")
        .rule("facing = false")
        .rule("building_bonus = 2")
        .step("shoot")
        .begin(&[]);
    play.shoot("hut", "b");
    assert_eq!(play.need(), 3);
}

#[test]
fn e5_disputes_about_terrain_are_a_toggle() {
    let rows = vec!["........................"; 24].join(" ");
    let mut scene = scene(GridKind::Square, &rows)
        .of_2017()
        .figure(1, "a", "hero", "")
        .figure(2, "b", "hero", "")
        .rule("terrain_first = true")
        .rule("terrain_disputes = false");
    scene.brief.deploy = Some(Deploy::AllAtOnce);
    let mut play = scene.begin(&[5, 2, 1]);
    let answer = play.game.preset();
    play.answer(answer);
    let answer = play.game.preset();
    let Answer::Lay { to } = answer else {
        panic!("{answer:?}")
    };
    play.answer(answer);
    assert_eq!(play.asked(), 2);
    let answer = play.game.preset();
    play.answer(answer);
    play.refused(Answer::Lay { to });
}

#[test]
fn e4_the_usual_numbers_of_figures_are_keys() {
    let found = |config: &str| {
        let figure = |name: &str, count: u8, words: &str| {
            format!("[[figure]]\nname = \"{name}\"\ncount = {count}\nis = \"{words}\"\n")
        };
        let head = "format = \"skirmish-force/1\"\nruleset = \"vsgmr2017\"\nname = \"Three\"\n";
        let text = format!(
            "{head}{}{}",
            figure("h", 1, "hero"),
            figure("t", 2, "troop")
        );
        let rules = format!("format = \"skirmish-rules/1\"\nruleset = \"vsgmr2017\"\n{config}\n");
        let rules = Source::new("rules.toml", rules);
        let force = Rules::Vsgmr2017.force(&Source::new("force.toml", text), Some(&rules));
        force.unwrap().findings.len()
    };
    assert_eq!(found(""), 1, "three are fewer than usual");
    assert_eq!(found("figures_least = 3"), 0);
    assert_eq!(found("figures_least = 1\nfigures_most = 2"), 1);
}
