//! Map files: read, written, and what is wrong with them.

use skirmish::board::Board;
use skirmish::files::{map, shipped, write};
use skirmish::source::{Fault, Source};

fn read(text: &str) -> Result<skirmish::board::Map, Fault> {
    map::read(&Source::new("test.toml", text))
}

#[test]
fn every_file_in_maps_is_shipped_and_reads() {
    let mut files: Vec<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/maps"))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
        .filter(|name| !name.ends_with(".scenario"))
        .collect();
    files.sort();
    let names: Vec<&str> = shipped::MAPS.iter().map(|(name, _)| *name).collect();
    assert_eq!(files, names);
    for (name, text) in shipped::MAPS {
        let map = map::read(&Source::new(*name, *text)).unwrap_or_else(|fault| panic!("{fault}"));
        Board::new(map);
    }
}

#[test]
fn writing_and_reading_gives_the_same_map() {
    for (name, text) in shipped::MAPS {
        let once = map::read(&Source::new(*name, *text)).unwrap();
        let written = write(&once);
        let twice = map::read(&Source::new(format!("{name}, written"), written.clone()))
            .unwrap_or_else(|fault| panic!("{fault}\n{written}"));
        assert_eq!(once, twice, "{name}\n{written}");
        assert_eq!(written, write(&twice), "{name}");
    }
}
