//! Intervals, Elo and the sequential test.

use super::*;

#[test]
fn wilson_matches_published_values() {
    // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for (r, n, low, high) in [
        (81.0, 263.0, 0.2553, 0.3662),
        (15.0, 148.0, 0.0624, 0.1605),
        (0.0, 20.0, 0.0, 0.1611),
        (1.0, 29.0, 0.0061, 0.1718),
    ] {
        let (l, h) = wilson(r, n);
        assert!(
            (l - low).abs() < 1e-4 && (h - high).abs() < 1e-4,
            "{r} of {n}: {l} {h}"
        );
    }
    assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
}

#[test]
fn wilson_is_the_root_of_the_score_equation() {
    for (score, games) in [(3.5, 9.0), (80.0, 100.0), (17.0, 17.0)] {
        let p = score / games;
        let (low, high) = wilson(score, games);
        for bound in [low, high] {
            let z2 = 1.959_963_984_540_054f64.powi(2);
            let left = (p - bound).powi(2);
            let right = z2 * bound * (1.0 - bound) / games;
            assert!((left - right).abs() < 1e-9, "{bound}");
        }
    }
}

#[test]
fn elo_and_share_are_inverse_and_have_the_known_values() {
    for difference in [-300.0, -15.0, 0.0, 64.0, 200.0] {
        assert!((elo(share(difference)) - difference).abs() < 1e-6);
    }
    // 10^(1/2) to 1 is 200 Elo, 10 to 1 is 400.
    assert!((elo(10f64.sqrt() / (10f64.sqrt() + 1.0)) - 200.0).abs() < 1e-9);
    assert!((share(400.0) - 10.0 / 11.0).abs() < 1e-12);
}

#[test]
fn a_spread_has_the_mean_and_variance_of_its_scores() {
    let mut spread = Spread::default();
    for score in [0.0, 0.5, 0.5, 1.0, 1.0] {
        spread.add(score);
    }
    assert!((spread.mean() - 0.6).abs() < 1e-12);
    assert!((spread.variance() - 0.175).abs() < 1e-12);
    let (low, high) = spread.interval();
    assert!((0.0..0.6).contains(&low) && (0.6..=1.0).contains(&high));
}

#[test]
fn a_sequential_test_has_walds_bounds_and_the_normal_ratio() {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 50.0,
    };
    let (mut strong, mut even) = (Spread::default(), Spread::default());
    assert_eq!(sprt.verdict(&strong), Verdict::Open);
    for i in 0..400 {
        strong.add(if i % 4 == 0 { 0.0 } else { 1.0 });
        even.add(if i % 2 == 0 { 0.0 } else { 1.0 });
    }
    assert_eq!(sprt.verdict(&strong), Verdict::Higher);
    assert_eq!(sprt.verdict(&even), Verdict::Lower);
    // The log-likelihood ratio of two normal means with known variance, in closed form.
    let (s0, s1, n) = (0.5, share(50.0), 400.0);
    let variance = strong.variance();
    let log = |mean: f64| -n * (strong.mean() - mean).powi(2) / (2.0 * variance);
    assert!((sprt.ratio(&strong) - (log(s1) - log(s0))).abs() < 1e-9);
}

#[test]
fn quantiles_of_times_are_right_within_five_percent_in_little_room() {
    let mut times = Times::default();
    for micros in 1..=100_000 {
        times.add(micros);
    }
    for (part, right) in [(0.5, 50_000.0), (0.99, 99_000.0)] {
        let found = times.quantile(part).unwrap();
        assert!((found / right - 1.0).abs() < 0.05, "{found} for {right}");
    }
    assert!(serde_json::to_string(&times).unwrap().len() < 2000);
    assert_eq!(Times::default().quantile(0.5), None);
}
