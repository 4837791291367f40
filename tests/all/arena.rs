//! Series of battles, and what they tell.

use skirmish::arena::stats::{Spread, Sprt, Verdict, elo, share, wilson};
use skirmish::arena::{Job, Played, Series};

fn series(games: u64, jobs: usize) -> Series {
    Series {
        games,
        entrants: vec!["a".into(), "b".into()],
        forces: vec!["x".into(), "y".into()],
        fixed_forces: false,
        seed: 7,
        jobs,
        sprt: None,
        shard: None,
    }
}

/// The first entrant wins three games of four, by the seed alone.
fn loaded(job: &Job) -> Result<Played<()>, ()> {
    let first = job.seats.iter().position(|e| *e == 0).unwrap();
    let winner = if job.seed % 4 < 3 { first } else { 1 - first };
    Ok(Played {
        winners: vec![winner],
        rounds: 5,
        pointless: false,
        more: (),
    })
}

#[test]
fn wilson_matches_known_values() {
    let (low, high) = wilson(80.0, 100.0);
    assert!(
        (low - 0.7112).abs() < 1e-3 && (high - 0.8666).abs() < 1e-3,
        "{low} {high}"
    );
    assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
    assert!(wilson(10.0, 10.0).0 > 0.7);
}

#[test]
fn elo_and_share_are_inverse() {
    for difference in [-300.0, -15.0, 0.0, 64.0, 200.0] {
        assert!((elo(share(difference)) - difference).abs() < 1e-6);
    }
    assert!((elo(0.64) - 100.0).abs() < 1.0);
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
fn a_sequential_test_decides_for_the_side_the_scores_are_on() {
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
}

#[test]
fn a_pair_is_one_seed_with_sides_swapped() {
    let pair = series(10, 1).pair(3);
    assert_eq!(pair.len(), 2);
    assert_eq!(pair[0].seed, pair[1].seed);
    assert_eq!(
        (pair[0].seats.clone(), pair[1].seats.clone()),
        (vec![0, 1], vec![1, 0])
    );
    assert_eq!(pair[0].forces[0], pair[1].forces[1]);
}

#[test]
fn agents_change_forces_from_pair_to_pair() {
    let series = series(10, 1);
    let first_force = |pair: u64| {
        let job = &series.pair(pair)[0];
        job.forces[job.seats.iter().position(|e| *e == 0).unwrap()]
    };
    assert_ne!(first_force(0), first_force(1));
}

#[test]
fn games_are_rounded_up_to_whole_pairs() {
    let report = series(7, 1).run(loaded, |_, _| Ok(()), || true).unwrap();
    assert_eq!((report.games, report.pairs), (8, 4));
}

#[test]
fn any_number_of_threads_gives_the_same_report_in_the_same_order() {
    let run = |jobs| {
        let mut order = Vec::new();
        let report = series(500, jobs)
            .run(
                loaded,
                |job, played| {
                    order.push((job.game, played.winners.clone()));
                    Ok(())
                },
                || true,
            )
            .unwrap();
        (report, order)
    };
    let (one, order) = run(1);
    assert_eq!((one.clone(), order.clone()), run(2));
    assert_eq!((one.clone(), order.clone()), run(5));
    assert!(order.iter().map(|(game, _)| *game).eq(0..500));
    assert!((one.agents[0].share() - 0.75).abs() < 0.08);
    assert!(one.agents[0].wilson().0 > 0.5 && one.agents[1].wilson().1 < 0.5);
}

#[test]
fn shards_together_play_what_the_whole_plays() {
    let mut games = Vec::new();
    for i in 0..3 {
        let mut shard = series(60, 2);
        shard.shard = Some((i, 3));
        shard
            .run(
                loaded,
                |job, played| {
                    games.push((job.game, played.winners.clone()));
                    Ok(())
                },
                || true,
            )
            .unwrap();
    }
    games.sort();
    let mut whole = Vec::new();
    let keep = |job: &Job, played: &Played<()>| {
        whole.push((job.game, played.winners.clone()));
        Ok(())
    };
    series(60, 1).run(loaded, keep, || true).unwrap();
    assert_eq!(games, whole);
}

#[test]
fn a_series_stops_when_the_test_has_decided_or_when_asked() {
    let mut tested = series(5_000, 2);
    tested.sprt = Some(Sprt {
        elo0: 0.0,
        elo1: 60.0,
    });
    let report = tested.run(loaded, |_, _| Ok(()), || true).unwrap();
    assert_eq!(
        (report.stopped, report.sprt.unwrap().0),
        ("sprt", Verdict::Higher)
    );
    assert!(report.games < 5_000);
    let mut batches = 0;
    let stopped = series(5_000, 2)
        .run(
            loaded,
            |_, _| Ok(()),
            || {
                batches += 1;
                batches <= 2
            },
        )
        .unwrap();
    assert_eq!((stopped.stopped, stopped.pairs), ("interrupted", 128));
}

#[test]
fn an_error_in_a_game_ends_the_series() {
    let broken = |job: &Job| {
        if job.game == 31 {
            Err("broken")
        } else {
            loaded(job).map_err(|()| "")
        }
    };
    assert_eq!(
        series(100, 2)
            .run(broken, |_, _| Ok(()), || true)
            .unwrap_err(),
        "broken"
    );
}
