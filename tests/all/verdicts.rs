//! The answer of a series in a sentence, and titles instead of file names.

use crate::arena::{cell, duel, loaded, played, report};
use skirmish::arena::report::{
    Seat, against, battles_wanted, fairness, headline, markdown, page, summary, table,
};
use skirmish::arena::stats::{Sprt, wilson};
use skirmish::arena::{Counter, Plan, Report, Row, Stopped, Titles};

/// The report of `games` games of two forces with titles; the first wins `wins` of ten.
fn forces(games: u64, wins: u64, draws: u64) -> Report {
    let plan = Plan::new(vec![cell(&[0, 0], &[0, 1])], games, 7);
    let mut counter = Counter::new(None);
    for pair in 0..plan.pairs() {
        let rows: Vec<Row> = plan
            .pair(pair)
            .iter()
            .map(|job| {
                let mut row = loaded(job);
                let first = job.forces.iter().position(|f| *f == 0).unwrap();
                let winner = if pair % 10 < wins { first } else { 1 - first };
                row.winners = vec![winner + 1];
                if pair % 10 >= 10 - draws {
                    (row.winners, row.points) = (Vec::new(), vec![0.0; 2]);
                }
                let title = |force: &usize| ["Elves", "Orcs"][*force].to_owned();
                row.titles = Some(Titles {
                    map: "Ford".into(),
                    scenario: "Battle".into(),
                    forces: job.forces.iter().map(title).collect(),
                });
                row
            })
            .collect();
        counter.add(&rows);
    }
    counter.report(Stopped::Games)
}

#[test]
fn a_report_begins_with_the_answer() {
    let said = |games, wins, draws| headline(&forces(games, wins, draws).titled());
    let sure = said(200, 7, 0);
    assert!(
        sure.starts_with("Elves are stronger: they win 70 % (6"),
        "{sure}"
    );
    assert!(
        sure.ends_with(" of 200 battles, all on Ford; other maps may differ (--maps all)."),
        "{sure}"
    );
    assert!(said(200, 3, 0).starts_with("Orcs are stronger: they win 70 %"));
    let open = said(20, 6, 0);
    assert!(
        open.starts_with("Not enough battles to tell: Elves win 60 % ("),
        "{open}"
    );
    assert!(
        open.contains(") of 20 battles, all on Ford; about "),
        "{open}"
    );
    assert!(open.ends_with(" more would do."), "{open}");
    let even = said(4_000, 5, 0);
    assert!(
        even.starts_with("Elves and Orcs are about equally strong: Elves win 50 %"),
        "{even}"
    );
    let drawn = said(200, 6, 3);
    assert!(drawn.contains("draws counted as half"), "{drawn}");
    assert!(
        drawn
            .ends_with("60 of 200 battles end in a draw, 60 of them without a point for any side."),
        "{drawn}"
    );
    let seen = against("Orcs", "Elves", &forces(200, 7, 0).titled());
    assert!(
        seen.starts_with("Orcs lose to Elves: they win 30 %"),
        "{seen}"
    );
    assert!(against("Elves", "Orcs", &forces(200, 7, 0).titled()).starts_with("Elves beat Orcs: "));
}

#[test]
fn people_read_titles_and_programs_file_names() {
    let report = forces(20, 7, 0);
    let object = summary(&report);
    assert_eq!(object["forces"][0]["force"], "force0");
    assert_eq!(object["maps"][0]["map"], "map0");
    assert_eq!(object["titles"]["forces"]["force0"], "Elves");
    assert_eq!(object["titles"]["maps"]["map0"], "Ford");
    for text in [
        table("", &report),
        markdown(&report),
        page("Arena", &[], &report),
    ] {
        assert!(text.contains("Elves") && !text.contains("force0"), "{text}");
    }
    // Two forces of one title are told apart by their files.
    let mut counter = Counter::new(None);
    let mut row = loaded(&duel(2).pair(0)[0]);
    row.titles = Some(Titles {
        map: "Ford".into(),
        scenario: String::new(),
        forces: vec!["Elves".into(); 2],
    });
    counter.add(&[row]);
    let shown = counter.report(Stopped::Games).titled();
    assert_eq!(shown.forces[0].0, "Elves (force0)");
}

#[test]
fn of_several_the_best_and_the_worst_are_named() {
    let said = |games: u64| {
        let cells = [[0, 1], [0, 2], [1, 2]].map(|agents| cell(&agents, &[0, 0]));
        let plan = Plan::new(cells.to_vec(), games, 3);
        let mut counter = Counter::new(None);
        for pair in 0..plan.pairs() {
            let rows = plan.pair(pair).into_iter().map(|job| {
                let mut row = loaded(&duel(2).pair(0)[0]);
                row.agents = job.agents.iter().map(|a| format!("agent{a}")).collect();
                row.forces = vec!["force0".into(); 2];
                // The lower number wins, but for one pair in eight.
                let best = job.agents.iter().min().unwrap();
                let best = job.agents.iter().position(|a| a == best).unwrap();
                let upset = pair / 3 % 8 == 0;
                row.winners = vec![if upset { 2 - best } else { best + 1 }];
                row
            });
            counter.add(&rows.collect::<Vec<_>>());
        }
        headline(&counter.report(Stopped::Games).titled())
    };
    let sure = said(900);
    assert!(
        sure.starts_with("agent0 plays best of 3 agents: it wins 8"),
        "{sure}"
    );
    assert!(sure.contains("agent2 plays worst with 1"), "{sure}");
    let open = said(12);
    assert!(
        open.starts_with("agent0 leads the 3 agents, but that is not certain"),
        "{open}"
    );
}

#[test]
fn a_sequential_test_says_what_it_decided() {
    let sprt = |elo0, elo1| Some(Sprt { elo0, elo1 });
    let said = |games, test| headline(&played(&duel(games), 1, test).0.titled());
    let higher = said(5_000, sprt(0.0, 60.0));
    let decided = "The sequential test has decided: agent0 is nearer to +60 Elo than to +0 (H1).";
    assert!(higher.ends_with(decided), "{higher}");
    let open = said(4, sprt(0.0, 60.0));
    assert!(
        open.contains("has not decided yet between +0 and +60 Elo"),
        "{open}"
    );
}

#[test]
fn a_map_is_fair_unfair_or_not_yet_known() {
    let said = |share: f64, games: u64| {
        let seat = |name: &'static str, share: f64| Seat {
            name,
            share,
            interval: wilson(share * games as f64, games as f64),
            draws: false,
        };
        let seats = [seat("1", share), seat("2", 1.0 - share)];
        fairness("The map is fair", &seats, games)
    };
    assert_eq!(
        said(0.49, 400),
        "The map is fair: seat 1 wins 49 % (44–54) of 400 battles."
    );
    assert_eq!(
        said(0.3, 100),
        "Seat 2 is favoured: it wins 70 % (60–78) of 100 battles."
    );
    assert_eq!(
        said(0.45, 20),
        "Not enough battles yet: seat 1 wins 45 % (26–66) of 20 battles; about 60 more would do."
    );
}

#[test]
fn the_battles_still_wanted_shrink_the_interval_as_far_as_needed() {
    // Half a width of 0.2 at a difference of 0.1: four times as many.
    assert_eq!(battles_wanted(100, 0.6, (0.4, 0.8), 0.5, 0.05), 300);
    // No difference: until the interval is narrow enough to call them equal.
    assert_eq!(battles_wanted(100, 0.5, (0.4, 0.6), 0.5, 0.05), 300);
    assert!(battles_wanted(10, 0.7, (0.49, 0.9), 0.5, 0.05) >= 10);
}

#[test]
fn the_markdown_of_a_report_is_a_sentence_and_tables() {
    let text = markdown(&report());
    assert!(
        text.starts_with("agent0 plays better than agent1"),
        "{text}"
    );
    let tables = text.lines().filter(|line| line.starts_with("| ---"));
    assert_eq!(tables.count(), 4, "{text}");
    for line in text.lines().filter(|line| line.starts_with('|')) {
        assert!(line.ends_with(" |"), "{line}");
    }
}
