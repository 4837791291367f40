//! Maps on another grid: what stays whole, and what is said to be lost.

use skirmish::battle::Scale;
use skirmish::board::{Board, BorderKind, Cost, Gait, GridKind, Map, Space};
use skirmish::draft::{Draft, Op, Plan, Scene, Sheet, area, regridded};
use skirmish::files::notes::Notes;
use skirmish::files::{self, map::read, shipped};
use skirmish::source::Source;
use skirmish::survey::{Pace, Severity, check, opened};

const KINDS: [GridKind; 3] = [GridKind::Square, GridKind::HexFlat, GridKind::HexPointy];

fn map(text: &str) -> Map {
    read(&Source::new("a map", text.to_owned())).unwrap()
}

/// Every shipped map on every other grid.
fn shipped_on_others() -> impl Iterator<Item = (String, Map, Sheet, Notes)> {
    shipped::MAPS.iter().flat_map(|(name, text)| {
        let old = map(text);
        let others = KINDS.into_iter().filter(move |k| *k != old.grid.kind);
        others.map(move |kind| {
            let old = map(text);
            let (now, notes) = regridded(&Sheet::of(old.clone()), kind).unwrap();
            (format!("{name} on {kind:?}"), old, now, notes)
        })
    })
}

fn said(notes: &Notes) -> Vec<String> {
    let all = notes.all().into_iter();
    all.map(|n| {
        format!(
            "{} {} × {} ({})",
            n.fate.name(),
            n.count,
            n.what,
            n.places.join(", ")
        )
    })
    .collect()
}

#[test]
fn every_shipped_map_passes_the_check_on_every_grid() {
    for (name, old, now, notes) in shipped_on_others() {
        let again = map(&files::write(&now.map()));
        assert_eq!(again, now.map(), "{name}");
        let pace = Pace::of(Scale::Mm28);
        let before = check(&Board::new(old), pace);
        let found = check(&Board::new(again), pace);
        if std::env::var("TELL").is_ok() {
            eprintln!("== {name}\n{}", said(&notes).join("\n"));
            for f in &found {
                eprintln!("   ! {:?} {} {}", f.severity, f.place, f.what);
            }
            eprintln!("   (before: {})", before.len());
        }
        let errors: Vec<_> = found
            .iter()
            .filter(|f| f.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
    }
}
