//! Inputs that once failed under the fuzzer, one file each in `tests/findings/TARGET`.

#[path = "../fuzz/src/lib.rs"]
#[allow(dead_code)]
mod inputs;

use std::fs;
use std::path::Path;

#[test]
fn what_the_fuzzer_found_is_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings");
    for target in fs::read_dir(folder).expect("a folder of findings") {
        let target = target.expect("an entry");
        let name = target.file_name().to_string_lossy().into_owned();
        for finding in fs::read_dir(target.path()).expect("a folder of a target") {
            let path = finding.expect("an entry").path();
            let data = fs::read(&path).expect("a finding");
            let done = std::panic::catch_unwind(|| inputs::run(&name, &data));
            assert!(done.is_ok(), "{} fails again", path.display());
        }
    }
}

/// Signs and words that mean something in the files of the window.
#[cfg(feature = "window")]
const PIECES: &[&str] = &[
    "=",
    "[",
    "]",
    "\"",
    "'",
    "\"\"\"",
    "\n",
    "#",
    ",",
    ".",
    "{",
    "}",
    "+",
    "-",
    "0",
    "1e99",
    "true",
    "4294967296",
    "-1",
    "nan",
    "Ctrl+",
    "Shift+",
    "Alt+Alt+",
    "F1",
    "[keys]",
    "format",
    "size",
    "speed",
    "still",
    "follow",
    "\u{feff}",
    "\u{202e}",
    "ß",
    "\0",
    "\r\n",
];

/// Damages a text a little: bytes changed, pieces put in, taken out and doubled.
#[cfg(feature = "window")]
fn damaged(text: &[u8], random: &mut rand_pcg::Pcg64) -> Vec<u8> {
    use rand::RngExt;
    use rand::seq::IndexedRandom;
    let mut bytes = text.to_vec();
    for _ in 0..random.random_range(1..=6) {
        let at = random.random_range(0..=bytes.len());
        let to = (at + random.random_range(0..12)).min(bytes.len());
        match random.random_range(0..4) {
            0 if at < bytes.len() => bytes[at] = random.random(),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let again = bytes[at..to].to_vec();
                bytes.splice(to..to, again).for_each(drop);
            }
            _ => {
                let piece = PIECES.choose(random).expect("pieces").bytes();
                bytes.splice(at..at, piece).for_each(drop);
            }
        }
    }
    bytes
}

/// Reads damaged files of the window, so many; returns how many of them were text.
#[cfg(feature = "window")]
fn window_files(times: u64, seed: u64) -> u64 {
    use rand::SeedableRng;
    let mut random = rand_pcg::Pcg64::seed_from_u64(seed);
    let keys = skirmish::window::keys::Keys::default().text();
    let seeds = [
        ("keys", keys.as_str()),
        (
            "keys",
            "format = \"skirmish-keys/1\"\n[keys]\nlog = \"L\"\nundo = [\"Ctrl+Z\"]\n",
        ),
        (
            "settings",
            "size = 125\ncontrast = true\nstill = false\nspeed = 200\n",
        ),
        (
            "settings",
            "format = \"skirmish-ladder/1\"\nstrength = \"recruit\"\nwins = 2\n",
        ),
    ];
    let mut texts = 0;
    for number in 0..times {
        let (target, text) = seeds[number as usize % seeds.len()];
        let data = damaged(text.as_bytes(), &mut random);
        let done = std::panic::catch_unwind(|| inputs::run(target, &data));
        assert!(
            done.is_ok(),
            "{target}: {:?}",
            String::from_utf8_lossy(&data)
        );
        texts += u64::from(std::str::from_utf8(&data).is_ok());
    }
    texts
}

#[cfg(feature = "window")]
#[test]
fn damaged_files_of_the_window_are_read_or_refused() {
    assert!(window_files(400, 1) > 200);
}

#[cfg(feature = "window")]
#[test]
#[ignore = "runs for a minute: a hundred thousand damaged files"]
fn a_hundred_thousand_damaged_files_of_the_window_are_read_or_refused() {
    assert!(window_files(100_000, 2) > 50_000);
}
