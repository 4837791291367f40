//! Series of battles, and what they tell.

mod stats;

use skirmish::arena::report::{csv_head, csv_line, page, summary, table};
use skirmish::arena::stats::{Spread, Sprt, Times, Verdict, elo, share, wilson};
use skirmish::arena::{Cell, Counter, Job, Made, Plan, Report, Row, Stopped, run};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

pub fn cell(agents: &[usize], forces: &[usize]) -> Cell {
    Cell {
        venue: 0,
        agents: agents.to_vec(),
        forces: forces.to_vec(),
        fixed_forces: false,
    }
}

pub fn duel(games: u64) -> Plan {
    Plan::new(vec![cell(&[0, 1], &[0, 1])], games, 7)
}

/// The first agent wins three games of four, by the seed alone.
pub fn loaded(job: &Job) -> Row {
    let first = job.agents.iter().position(|a| *a == 0).unwrap();
    let winner = if job.seed % 4 < 3 { first } else { 1 - first };
    Row {
        game: job.game,
        pair: job.pair,
        map: format!("map{}", job.venue),
        scenario: "battle".into(),
        agents: job.agents.iter().map(|a| format!("agent{a}")).collect(),
        forces: job.forces.iter().map(|f| format!("force{f}")).collect(),
        winners: vec![winner + 1],
        drew: Vec::new(),
        rounds: 5,
        points: vec![3.0, 1.5],
        lead_changes: 2,
        seed: job.seed,
        titles: None,
        thinking: None,
        replaced: None,
        styles: None,
    }
}

pub fn played(plan: &Plan, jobs: usize, sprt: Option<Sprt>) -> (Report, Vec<(u64, Vec<usize>)>) {
    let mut counter = Counter::new(sprt);
    let mut order = Vec::new();
    let stopped = run(
        plan,
        0,
        jobs,
        |job| Ok::<_, ()>(loaded(job)),
        |pair| {
            let rows: Vec<Row> = pair.into_iter().map(|(_, row)| row).collect();
            order.extend(rows.iter().map(|row| (row.game, row.winners.clone())));
            counter.add(&rows);
            Ok(match counter.decided() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        },
        || true,
    )
    .unwrap();
    (counter.report(stopped), order)
}

#[test]
fn a_pair_is_one_seed_with_sides_swapped() {
    let pair = duel(10).pair(3);
    assert_eq!(pair.len(), 2);
    assert_eq!(pair[0].seed, pair[1].seed);
    assert_eq!(
        (pair[0].agents.clone(), pair[1].agents.clone()),
        (vec![0, 1], vec![1, 0])
    );
    assert_eq!(pair[0].forces[0], pair[1].forces[1]);
}

#[test]
fn with_more_sides_seats_rotate() {
    let plan = Plan::new(vec![cell(&[0, 1, 2], &[5, 5, 5])], 3, 1);
    let seats: Vec<Vec<usize>> = plan.pair(0).into_iter().map(|j| j.agents).collect();
    assert_eq!(seats, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
}

#[test]
fn agents_change_forces_from_pair_to_pair() {
    let plan = duel(10);
    let first_force = |pair: u64| {
        let job = &plan.pair(pair)[0];
        job.forces[job.agents.iter().position(|a| *a == 0).unwrap()]
    };
    assert_ne!(first_force(0), first_force(1));
}

#[test]
fn forces_that_belong_to_seats_stay_there() {
    let fixed = Cell {
        fixed_forces: true,
        ..cell(&[0, 1], &[4, 9])
    };
    let plan = Plan::new(vec![fixed], 8, 1);
    for pair in 0..4 {
        assert!(plan.pair(pair).iter().all(|job| job.forces == [4, 9]));
    }
}

#[test]
fn between_equals_no_battle_is_played_twice() {
    let fixed = Cell {
        fixed_forces: true,
        ..cell(&[0, 0], &[4, 9])
    };
    for alike in [cell(&[0, 0], &[1, 1]), fixed] {
        let pair = Plan::new(vec![alike], 2, 1).pair(0);
        assert_ne!(pair[0].seed, pair[1].seed);
    }
}

#[test]
fn a_grid_is_played_round_by_round_and_numbers_every_game_once() {
    let cells = vec![
        cell(&[0, 1], &[0, 0]),
        cell(&[0, 1, 1], &[0, 0, 0]),
        cell(&[1, 2], &[0, 0]),
    ];
    let plan = Plan::new(cells, 10, 3);
    // A round of the grid has seven games; three more need two pairs of the next.
    assert_eq!((plan.pairs(), plan.own_games()), (5, 12));
    let games: Vec<u64> = (0..5)
        .flat_map(|p| plan.pair(p))
        .map(|job| job.game)
        .collect();
    assert!(games.iter().copied().eq(0..12));
    assert_eq!(plan.pair(4)[0].cell, 1);
}

#[test]
fn games_are_rounded_up_to_whole_pairs() {
    let (report, _) = played(&duel(7), 1, None);
    assert_eq!((report.all.games, report.pairs), (8, 4));
}

#[test]
fn any_number_of_threads_gives_the_same_report_in_the_same_order() {
    let plan = duel(500);
    let (one, order) = played(&plan, 1, None);
    for jobs in [2, 3, 5] {
        assert_eq!((one.clone(), order.clone()), played(&plan, jobs, None));
    }
    assert!(order.iter().map(|(game, _)| *game).eq(0..500));
    let first = &one.agents[0].1;
    assert!((first.share() - 0.75).abs() < 0.08);
    assert!((first.pairs.mean() - first.share()).abs() < 1e-9);
    assert!(first.wilson().0 > 0.5 && one.agents[1].1.wilson().1 < 0.5);
    assert_eq!(one.agent_matrix.cells[&(0, 1)].wins, first.wins);
    assert_eq!(one.seats_on_maps.cells.len(), 2);
}

#[test]
fn shards_together_play_what_the_whole_plays() {
    let (_, whole) = played(&duel(60), 1, None);
    let mut games = Vec::new();
    for i in 0..4 {
        let plan = duel(60).sharded(Some((i, 4)));
        let (report, part) = played(&plan, 2, None);
        assert_eq!(report.all.games, plan.own_games());
        games.extend(part);
    }
    games.sort();
    assert_eq!(games, whole);
}

#[test]
fn a_series_goes_on_where_it_stopped() {
    let plan = duel(100);
    let (_, whole) = played(&plan, 2, None);
    let mut rest = Vec::new();
    let each = |pair: Vec<(Job, Row)>| {
        rest.extend(pair.into_iter().map(|(_, row)| (row.game, row.winners)));
        Ok(ControlFlow::Continue(()))
    };
    run(&plan, 20, 2, |job| Ok::<_, ()>(loaded(job)), each, || true).unwrap();
    assert_eq!(rest, whole[40..]);
}

#[test]
fn a_series_stops_when_the_test_has_decided_at_the_same_pair_for_any_number_of_threads() {
    let sprt = Some(Sprt {
        elo0: 0.0,
        elo1: 60.0,
    });
    let (report, order) = played(&duel(5_000), 1, sprt);
    assert_eq!(
        (report.stopped, report.sprt.unwrap().0),
        (Stopped::Sprt, Verdict::Higher)
    );
    assert!(report.all.games < 5_000);
    assert_eq!((report, order), played(&duel(5_000), 3, sprt));
}

#[test]
fn a_series_ends_in_order_when_asked() {
    let asked = AtomicUsize::new(0);
    let mut seen = Vec::new();
    let stopped = run(
        &duel(5_000),
        0,
        2,
        |job| Ok::<_, ()>(loaded(job)),
        |pair| {
            seen.extend(pair.iter().map(|(job, _)| job.game));
            Ok(ControlFlow::Continue(()))
        },
        || asked.fetch_add(1, Ordering::Relaxed) < 300,
    )
    .unwrap();
    assert_eq!(stopped, Stopped::Interrupted);
    assert!(seen.len() < 5_000 && seen.iter().copied().eq(0..seen.len() as u64));
}

#[test]
fn an_error_in_a_game_ends_the_series() {
    let broken = |job: &Job| match job.game {
        31 => Err("broken"),
        _ => Ok(loaded(job)),
    };
    let ended = run(
        &duel(100),
        0,
        2,
        broken,
        |_| Ok(ControlFlow::Continue(())),
        || true,
    );
    assert_eq!(ended.unwrap_err(), "broken");
}

/// How many results are held at once.
static HELD: AtomicUsize = AtomicUsize::new(0);

struct Weight;

impl Weight {
    fn new() -> Self {
        HELD.fetch_add(1, Ordering::SeqCst);
        Weight
    }
}

impl Drop for Weight {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
#[ignore = "slow"]
fn memory_does_not_grow_with_the_number_of_games() {
    let mut most = 0;
    let mut each = |_: Vec<(Job, Weight)>| {
        most = most.max(HELD.load(Ordering::SeqCst));
        Ok(ControlFlow::Continue(()))
    };
    run(
        &duel(100_000),
        0,
        2,
        |_| Ok::<_, ()>(Weight::new()),
        &mut each,
        || true,
    )
    .unwrap();
    assert!(most <= 2 * 8 + 2, "{most} results were held at once");
    // What is counted grows with names, not with games.
    let size = |games| summary(&played(&duel(games), 2, None).0).to_string().len();
    assert!(size(20_000) < size(200) + 200);
}

#[test]
fn sides_that_win_together_draw_with_each_other() {
    let mut row = loaded(&duel(2).pair(0)[0]);
    row.winners = vec![1, 2];
    assert_eq!(
        (row.score(0, 1), row.won(0), row.drawn()),
        (0.5, true, false)
    );
}

#[test]
fn who_draws_at_the_top_is_better_than_who_does_not() {
    let mut row = loaded(&duel(2).pair(0)[0]);
    row.agents = ["agent0", "agent1", "agent0", "agent1"]
        .map(String::from)
        .to_vec();
    row.forces = vec!["force0".into(); 4];
    (row.points, row.winners) = (vec![8.0, 0.0, 8.0, 0.0], Vec::new());
    assert_eq!(row.score(0, 1), 0.5, "of a draw that is not told");
    row.drew = vec![1, 3];
    let made = [0, 1, 2, 3].map(|seat| row.made(seat));
    assert_eq!(made, [Made::Draw, Made::Loss, Made::Draw, Made::Loss]);
    assert_eq!(
        [row.score(0, 1), row.score(1, 0), row.score(0, 2)],
        [1.0, 0.0, 0.5]
    );
    let mut counter = Counter::new(None);
    counter.add(&[row]);
    let agents = counter.report(Stopped::Games).agents;
    assert_eq!([0, 1].map(|a| agents[a].1.pairs.mean()), [1.0, 0.0]);
    let counts = |a: usize| (agents[a].1.wins, agents[a].1.draws, agents[a].1.losses);
    assert_eq!([0, 1].map(counts), [(0, 2, 0), (0, 0, 2)]);
}

#[test]
fn between_three_sides_every_opponent_counts_by_itself() {
    let plan = Plan::new(vec![cell(&[0, 1, 1], &[0, 0, 0])], 3, 1);
    let mut counter = Counter::new(None);
    let rows: Vec<Row> = plan
        .pair(0)
        .iter()
        .map(|job| {
            let mut row = loaded(&duel(2).pair(0)[0]);
            row.agents = job.agents.iter().map(|a| format!("agent{a}")).collect();
            row.forces = vec!["force0".into(); 3];
            row.points = vec![0.0; 3];
            row.winners = vec![1 + job.agents.iter().position(|a| *a == 0).unwrap()];
            row
        })
        .collect();
    counter.add(&rows);
    let report = counter.report(Stopped::Games);
    assert_eq!(report.agents[0].1.pairs.mean(), 1.0);
    assert_eq!(report.agents[1].1.pairs.mean(), 0.0);
    assert_eq!((report.agents[1].1.wins, report.agents[1].1.losses), (0, 6));
}

/// A report with names that need care.
pub fn report() -> Report {
    let mut counter = Counter::new(None);
    let cells = vec![cell(&[0, 1], &[0, 1]), cell(&[0, 1], &[2, 2])];
    let plan = Plan::new(cells, 400, 3);
    for pair in 0..plan.pairs() {
        let rows: Vec<Row> = plan
            .pair(pair)
            .iter()
            .map(|job| {
                let mut row = loaded(job);
                row.map = ["a <b> & \"c\"", "plain"][job.cell].into();
                let mut times = Times::default();
                times.add(1500);
                row.thinking = Some(vec![times.clone(), times]);
                row
            })
            .collect();
        counter.add(&rows);
    }
    counter.report(Stopped::Games)
}

/// That tags close in order, and nothing is left unescaped.
fn check_markup(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.strip_prefix("<!DOCTYPE html>").unwrap();
    while let Some(at) = rest.find('<') {
        assert!(
            !rest[..at].contains('>'),
            "a stray > in {:?}",
            &rest[..at.min(80)]
        );
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_page_is_well_formed_and_needs_nothing_else() {
    let text = page("A & B", &["<fact>".into()], &report());
    check_markup(&text);
    for absent in [
        "http:", "https:", "<script", "<link", "src=", "@import", "url(",
    ] {
        assert!(!text.contains(absent), "{absent}");
    }
    for present in [
        "prefers-color-scheme:dark",
        "<svg",
        "a &lt;b&gt; &amp; &quot;c&quot;",
        "Seats on maps",
    ] {
        assert!(text.contains(present), "{present}");
    }
}

#[test]
fn the_table_and_the_summary_tell_the_same() {
    let report = report();
    let text = table("", &report);
    let object = summary(&report);
    assert_eq!(object["games"], 400);
    let verdict = object["verdict"].as_str().unwrap();
    assert!(
        verdict.starts_with("agent0 plays better than agent1: it wins 7"),
        "{verdict}"
    );
    assert!(text.starts_with(verdict), "{text}");
    assert!(text.contains("\n400 battles in 200 pairs"), "{text}");
    assert!(
        text.contains("agent agent0") && text.contains("seats on maps"),
        "{text}"
    );
    assert_eq!(object["agents"][0]["agent"], "agent0");
    assert_eq!(object["thinking"][0]["decisions"], 400);
    assert_eq!(object["maps"].as_array().unwrap().len(), 2);
    assert!(object["agents"][0].get("note").is_none());
    assert_eq!(object["seats"][0]["note"], "not enough battles");
}

/// The fields of a line of CSV by the names of the first line.
fn csv_fields(line: &str, seats: usize) -> BTreeMap<String, String> {
    let csv = csv_line(line, seats).unwrap();
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in csv.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().unwrap().push(c),
        }
    }
    assert!(!quoted && !csv.contains('\n'));
    let head = csv_head(seats);
    let names: Vec<&str> = head.split(',').collect();
    assert_eq!(fields.len(), names.len());
    let names = names.into_iter().map(str::to_owned);
    names.zip(fields).collect()
}

#[test]
fn a_csv_line_has_one_value_in_every_cell() {
    let line = r#"{"game":3,"pair":1,"map":"m.toml","scenario":"battle","agents":["x","cmd:\"a, b\""],"forces":["f.toml","g.toml"],"titles":{"map":"A \"B\"","scenario":"Battle","forces":["=1+1","Two\nlines\u001b[31m"]},"winners":[2],"reason":"points","rounds":5,"points":[0.5,14],"lost":[3,0],"digest":"00e1","lead_changes":2,"replaced":[0,7],"seed":9,"watch":"skirmish watch --seed 9"}"#;
    let fields = csv_fields(line, 3);
    let expected = [
        ("game", "3"),
        ("pair", "1"),
        ("map", "A B"),
        ("scenario", "Battle"),
        ("seats", "2"),
        ("seed", "9"),
        ("rounds", "5"),
        ("reason", "points"),
        ("lead_changes", "2"),
        ("digest", "00e1"),
        ("agent1", "x"),
        ("force1", "'=1+1"),
        ("result1", "loss"),
        ("points1", "0.5"),
        ("lost1", "3"),
        ("replaced1", "0"),
        ("agent2", "cmd:a, b"),
        ("force2", "Two\\nlines\\u{1b}[31m"),
        ("result2", "win"),
        ("points2", "14"),
        ("lost2", "0"),
        ("replaced2", "7"),
        ("agent3", ""),
        ("points3", ""),
        ("command", "skirmish watch --seed 9"),
    ];
    for (name, value) in expected {
        assert_eq!(fields[name], value, "{name}");
    }
    assert_eq!(fields.len(), 10 + 3 * 6 + 1);
}

#[test]
fn csv_of_a_line_of_an_older_version_uses_names_and_whole_numbers() {
    let line = r#"{"game":0,"pair":0,"map":"m","agents":["a","b"],"forces":["f","g"],"winners":[],"rounds":3,"points":[1.0,1.0],"seed":1}"#;
    let fields = csv_fields(line, 2);
    assert_eq!(
        (fields["map"].as_str(), fields["force2"].as_str()),
        ("m", "g")
    );
    assert_eq!(
        (fields["points1"].as_str(), fields["result1"].as_str()),
        ("1", "draw")
    );
    assert_eq!(
        (fields["replaced1"].as_str(), fields["lost2"].as_str()),
        ("0", "0")
    );
}

#[test]
fn a_row_that_cannot_be_is_refused() {
    let row = |winners: &str, points: &str| {
        Row::read(&format!(
            r#"{{"game":0,"pair":0,"map":"m","agents":["a","b"],"forces":["f","g"],"winners":{winners},"rounds":3,"points":{points},"seed":1}}"#
        ))
    };
    assert!(row(r#"[],"drew":[2]"#, "[1,2.5]").is_ok());
    assert!(row(r#"[],"drew":[0]"#, "[1,2.5]").is_err());
    assert!(row(r#"[1],"drew":[2]"#, "[1,2.5]").is_err());
    assert!(row("[1]", "[1,2.5]").is_ok());
    assert!(row("[3]", "[1,2.5]").is_err());
    assert!(row("[1]", "[1]").is_err());
}
