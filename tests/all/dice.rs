//! Dice: keyed faces are the same everywhere and fair, scripted ones must fit and be spent.

use rand::RngExt;
use skirmish::dice::{Script, Stream, fit, keyed, seeded};
use std::collections::BTreeSet;

#[test]
fn the_same_key_gives_the_same_faces_and_another_gives_others() {
    let roll = |seed, number| seeded(seed, number, &[6, 8, 20, 100, 100, 100]);
    assert_eq!(roll(7, 3), roll(7, 3));
    let all: BTreeSet<_> = (0..20)
        .flat_map(|seed| (0..50).map(move |number| roll(seed, number)))
        .collect();
    assert_eq!(all.len(), 1000);
}

#[test]
fn keyed_faces_are_what_they_have_always_been() {
    // A record's seed must roll the same dice for ever.
    let faces: Vec<u8> = (0..12).map(|n| seeded(1, n, &[6])[0]).collect();
    assert_eq!(faces, ALWAYS);
}

#[test]
fn every_face_comes_equally_often_over_neighbouring_questions_and_seeds() {
    for sides in [6u8, 8, 10] {
        let count = 12_000u64;
        for by_seed in [false, true] {
            let mut seen = vec![0u64; usize::from(sides)];
            let mut pairs = vec![0u64; usize::from(sides) * usize::from(sides)];
            for n in 0..count {
                let (seed, number) = if by_seed { (n, 5) } else { (5, n) };
                let faces = seeded(seed, number, &[sides, sides]);
                assert!(fit(&[sides, sides], &faces));
                seen[usize::from(faces[0]) - 1] += 1;
                pairs
                    [usize::from(faces[0] - 1) * usize::from(sides) + usize::from(faces[1] - 1)] +=
                    1;
            }
            let fair = |seen: &[u64]| {
                // Chi square, times the expected count; far beyond what chance gives is a fault.
                let expected = count / seen.len() as u64;
                let sum: u64 = seen.iter().map(|n| n.abs_diff(expected).pow(2)).sum();
                sum < expected * (2 * seen.len() as u64 + 20)
            };
            assert!(fair(&seen), "d{sides}: {seen:?}");
            assert!(fair(&pairs), "2d{sides}: {pairs:?}");
        }
    }
}

#[test]
fn one_question_s_dice_tell_nothing_of_the_next_one_s() {
    let mut pairs = [0u32; 36];
    for n in 0..7200 {
        let (a, b) = (seeded(9, n, &[6])[0], seeded(9, n + 1, &[6])[0]);
        pairs[usize::from(a - 1) * 6 + usize::from(b - 1)] += 1;
    }
    assert!(pairs.iter().all(|n| (130..=270).contains(n)), "{pairs:?}");
}

#[test]
fn streams_are_independent_of_each_other() {
    let streams = [
        Stream::Table,
        Stream::Imagined,
        Stream::Series,
        Stream::Agent(0),
        Stream::Agent(1),
        Stream::Agent(7),
    ];
    let firsts: BTreeSet<[u64; 3]> = streams
        .into_iter()
        .map(|stream| {
            let mut rng = keyed(42, stream, 0);
            [rng.random(), rng.random(), rng.random()]
        })
        .collect();
    assert_eq!(firsts.len(), streams.len());
}

#[test]
fn faces_fit_their_dice() {
    assert!(fit(&[6, 8], &[6, 8]) && fit(&[], &[]));
    for faces in [&[0u8, 1][..], &[7, 1], &[1], &[1, 1, 1]] {
        assert!(!fit(&[6, 8], faces), "{faces:?}");
    }
}

#[test]
fn a_script_shows_what_is_written() {
    let mut dice = Script::new([4, 6, 8]);
    assert_eq!(dice.roll(&[6]).as_slice(), [4]);
    assert_eq!(dice.left(), 2);
    assert_eq!(dice.roll(&[6, 8]).as_slice(), [6, 8]);
    dice.assert_spent();
}

#[test]
#[should_panic(expected = "no dice left")]
fn a_script_that_is_used_up_is_a_fault() {
    Script::new([4]).roll(&[6, 6]);
}

#[test]
#[should_panic(expected = "cannot be shown")]
fn a_script_that_does_not_fit_is_a_fault() {
    Script::new([7]).roll(&[6]);
}

#[test]
#[should_panic(expected = "unrolled dice: [2, 3]")]
fn a_script_must_be_spent() {
    let mut dice = Script::new([1, 2, 3]);
    dice.roll(&[6]);
    dice.assert_spent();
}

/// Seed 1, questions 0 to 11, a six-sided die.
const ALWAYS: [u8; 12] = [1, 6, 2, 4, 5, 6, 5, 6, 6, 1, 1, 2];
