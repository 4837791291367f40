//! The set pieces are measured: the table in `docs/measurements.md` holds what they are made of now.

use skirmish::arena::set_pieces::{EVEN, fingerprint, names};
use skirmish::battle::{Effect, HalfPoints};
use skirmish::scenario::{SHIPPED, Scenario};
use skirmish::source::Source;
use skirmish::store::options::BattleOptions;

/// Fewest battles of a measurement.
const LEAST: f64 = 400.0;

/// The cells of the row of a set piece.
fn row(name: &str) -> Vec<&'static str> {
    let page = include_str!("../../../docs/measurements.md");
    let begin = format!("| {name} |");
    let line = page.lines().find(|line| line.starts_with(&begin));
    let line = line.unwrap_or_else(|| panic!("docs/measurements.md has no row for {name}"));
    line.split('|')
        .map(str::trim)
        .filter(|cell| !cell.is_empty())
        .collect()
}

/// The number before a word or sign.
fn number(cell: &str) -> f64 {
    let first = cell.split_whitespace().next().unwrap();
    first.parse().unwrap_or_else(|_| panic!("{cell}"))
}

#[test]
fn c7_every_set_piece_is_measured_as_it_is_now() {
    assert!(names().len() >= 13);
    for name in names() {
        let cells = row(name);
        assert_eq!(
            cells[6],
            fingerprint(name).unwrap(),
            "{name} has changed; run: skirmish map check --scenarios={name} --seed 1 --table docs/measurements.md"
        );
        assert!(number(cells[5]) >= LEAST, "{name}: too few battles");
    }
}

#[test]
fn c7_both_sides_can_win_a_set_piece_or_its_notes_call_it_a_challenge() {
    for name in names() {
        let cells = row(name);
        let share = number(cells[2]) / 100.0;
        let (rounds, last) = cells[4].split_once(" of ").unwrap();
        let lasts = 2.0 * number(rounds) >= number(last);
        let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name).unwrap();
        let scenario = Scenario::read(&Source::new(name, *text)).unwrap();
        let notes = scenario.notes().unwrap();
        let told = format!("{:.0} battles in 100", 100.0 * share);
        assert!(
            EVEN.contains(&share) && lasts || notes.contains("challenge") && notes.contains(&told),
            "{name}: {cells:?}; its notes do not call it a challenge with \"{told}\""
        );
    }
}

#[test]
fn c7_a_fingerprint_names_one_set_piece() {
    let mut all: Vec<String> = names().into_iter().filter_map(fingerprint).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), names().len());
    assert_eq!(fingerprint("battle"), None);
}

#[test]
fn c7_no_side_of_a_set_piece_gains_by_what_is_its_own() {
    let mut prizes = 0;
    for name in names() {
        let options = BattleOptions {
            scenario: Some(name.to_owned()),
            ..BattleOptions::default()
        };
        let game = options.setup("utility").unwrap().begin().unwrap();
        let brief = game.brief();
        for item in brief
            .items
            .iter()
            .filter(|item| item.points > HalfPoints::ZERO)
        {
            assert!(item.guard.is_some(), "{name}: nobody guards {}", item.name);
            prizes += 1;
        }
        for device in &brief.devices {
            let scores = matches!(device.effect, Effect::Score(_) | Effect::Win);
            assert!(
                !scores || device.side.is_some(),
                "{name}: all can use {}",
                device.name
            );
            if let (Some(user), Some(guard)) = (device.side, device.guard) {
                assert_ne!(user, guard, "{name}: {}", device.name);
                prizes += 1;
            }
        }
    }
    assert!(prizes >= 2, "{prizes} prizes and guarded devices");
}
