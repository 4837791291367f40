//! Sequential halving finds the better plan, and leaves the baseline in place by default.

use skirmish::ai::race::Race;
use skirmish::dice::mixed;

/// A number between -1 and 1 that comes of others.
fn noise(numbers: [usize; 3]) -> f64 {
    let whole = numbers.iter().fold(7, |sum, n| mixed(sum ^ *n as u64));
    (whole >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Lets six ways race, and variants that are numbered on from there; a way is worth so much in
/// a battle of a number. Which is better than the plain opinion, and the battles that took.
fn race(of: u32, variants: usize, worth: impl Fn(usize, usize) -> f64) -> (Option<usize>, u32) {
    let mut race = Race::new((0..6).collect(), of);
    let mut more = 6..6 + variants;
    while let Some((course, way, battle)) = race.next(|_| more.next()) {
        let value = worth(*course, battle);
        race.played(way, value);
    }
    assert!(race.next(|_| None).is_none(), "what is decided stays so");
    let (done, all) = race.progress();
    assert!(done <= all && all == of);
    (race.better().map(|way| *way.plan), done)
}

#[test]
fn whatever_is_plainly_better_is_found_wherever_it_is() {
    for (best, variants) in [(1, 0), (5, 3), (6, 4), (9, 4)] {
        for seed in 0..50 {
            let worth = |way: usize, battle: usize| {
                2.0 * f64::from(way == best) + noise([seed, way, battle])
            };
            let (better, done) = race(200, variants, worth);
            assert_eq!(better, Some(best), "seed {seed}");
            assert!(done < 200, "it looks on where nothing is to be told");
        }
    }
}

#[test]
fn the_plain_opinion_stands_unless_another_way_is_better() {
    let even = |_: usize, battle: usize| noise([battle, 0, 0]);
    assert_eq!(race(200, 5, even).0, None);
    let worse = |way: usize, battle: usize| noise([way, battle, 1]) - way as f64;
    assert_eq!(race(200, 5, worse).0, None);
    // By chance alone it falls now and then, and not more often.
    let fallen = (0..400).filter(|seed| {
        let chance = |way: usize, battle: usize| noise([*seed, way, battle]);
        race(200, 5, chance).0.is_some()
    });
    let fallen = fallen.count();
    assert!((1..=120).contains(&fallen), "{fallen} of 400");
}

#[test]
fn one_way_alone_needs_no_battle() {
    let mut race = Race::new(vec![()], 100);
    assert!(race.next(|()| None).is_none());
    assert_eq!(race.progress(), (0, 0));
    assert!(race.better().is_none());
}

#[test]
fn of_ways_that_were_hardly_played_nothing_is_known() {
    let mut race = Race::new(vec![0, 1], 200);
    for _ in 0..6 {
        let (course, way, _) = race.next(|_| None).expect("it has just begun");
        let value = f64::from(*course);
        race.played(way, value);
    }
    race.stop();
    assert!(race.better().is_none());
}
