//! The answer of a series in a sentence or two, to be read before the numbers.

use super::super::stats::{Spread, Sprt, Verdict, wilson};
use super::super::{Report, Stopped, Tally};
use crate::scenario::Scenario;

/// Two are called equal if the 95 % interval of the score lies this close to one half.
pub const EVEN: f64 = 0.05;

/// A map is called fair if the 95 % interval of each seat lies this close to an even share.
pub const FAIR: f64 = 0.1;

/// The conclusion that an interval allows about a score.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// All of it above one half.
    Better,
    /// All of it below one half.
    Worse,
    /// Around one half, and narrow.
    Even,
    /// Around one half, and too wide to tell.
    Open,
}

/// The conclusion that an interval allows about a score.
///
/// ```
/// use skirmish::arena::report::{Judged, judged};
/// assert_eq!(judged((0.59, 0.77)), Judged::Better);
/// assert_eq!(judged((0.46, 0.54)), Judged::Even);
/// assert_eq!(judged((0.30, 0.60)), Judged::Open);
/// ```
pub fn judged((low, high): (f64, f64)) -> Judged {
    if low > 0.5 {
        Judged::Better
    } else if high < 0.5 {
        Judged::Worse
    } else if low >= 0.5 - EVEN && high <= 0.5 + EVEN {
        Judged::Even
    } else {
        Judged::Open
    }
}

/// A share with its interval: `69 % (59–77)`.
pub fn percent(share: f64, (low, high): (f64, f64)) -> String {
    format!(
        "{:.0} % ({:.0}–{:.0})",
        100.0 * share,
        100.0 * low,
        100.0 * high
    )
}

/// About how many more battles would decide: enough to tell a difference from `even` as large as
/// the one seen, or to narrow the interval to `near` on both sides. Rounded up to two figures.
pub fn battles_wanted(games: u64, share: f64, interval: (f64, f64), even: f64, near: f64) -> u64 {
    let half = (interval.1 - interval.0) / 2.0;
    let wanted = games as f64 * (half / (share - even).abs().max(near)).powi(2);
    let more = (wanted - games as f64).max(games as f64 / 10.0).max(10.0);
    let step = 10f64.powf(more.log10().floor() - 1.0).max(10.0);
    // Noise of the last digit is not worth another step.
    ((more / step - 1e-6).ceil() * step) as u64
}

/// How one kind of entrant is spoken of.
struct Kind {
    /// Several of them: `forces`.
    many: &'static str,
    /// The verb of one: `win` (a force is a group) or `wins`.
    wins: &'static str,
    /// The pronoun of one.
    it: &'static str,
    /// Its possessive.
    its: &'static str,
    /// The verb for the better of two.
    better: fn(&str, &str) -> String,
    /// The verb for the best of several.
    best: &'static str,
    /// The verb for the worst of several.
    worst: &'static str,
    /// What two equal ones do.
    equal: &'static str,
    /// What the first of several does if nothing is certain.
    leads: &'static str,
}

const AGENTS: Kind = Kind {
    many: "agents",
    wins: "wins",
    it: "it",
    its: "its",
    better: |one, other| format!("{one} plays better than {other}"),
    best: "plays best",
    worst: "plays worst",
    equal: "play about equally well",
    leads: "leads",
};

const FORCES: Kind = Kind {
    many: "forces",
    wins: "win",
    it: "they",
    its: "their",
    better: |one, _| format!("{one} are stronger"),
    best: "are the strongest",
    worst: "are the weakest",
    equal: "are about equally strong",
    leads: "lead",
};

/// The answer of a series: what is stronger, how sure that is, and whatever stands out. `report`
/// has titles, see [`Report::titled`].
pub fn headline(report: &Report) -> String {
    let mut sentences = Vec::new();
    if report.agents.len() > 1 {
        sentences.push(compared(&AGENTS, &report.agents, report));
    }
    if report.forces.len() > 1 {
        sentences.push(compared(&FORCES, &report.forces, report));
    }
    if sentences.is_empty() {
        sentences.push(seats(report));
    }
    if let (Some((verdict, _)), Some(asked)) = (report.sprt, report.asked) {
        let first = report.agents.first().map_or("", |(name, _)| name.as_str());
        sentences.push(tested(first, verdict, asked));
    }
    sentences.extend(undecided(report));
    if report.stopped == Stopped::Interrupted {
        sentences.push("The series was interrupted: this is the result so far.".to_owned());
    }
    sentences.join(" ")
}

/// What was compared, as a title: `Elves, Orcs`.
pub fn title(report: &Report) -> String {
    let list = match (report.agents.len(), report.forces.len()) {
        (0 | 1, 2..) => &report.forces,
        _ => &report.agents,
    };
    let names: Vec<&str> = list.iter().map(|(name, _)| name.as_str()).collect();
    match names.as_slice() {
        [one, other] => format!("{one} against {other}"),
        names if names.len() > 8 => format!("{} …", names[..8].join(", ")),
        names => names.join(", "),
    }
}

/// Where the battles were: `, all on Ford` or ` on 6 maps`.
fn place(report: &Report) -> String {
    let scenario = match report.scenarios.as_slice() {
        [(one, _)] if one != Scenario::plain().name() && !one.is_empty() => format!(" ({one})"),
        _ => String::new(),
    };
    match report.maps.as_slice() {
        [(one, _)] => format!(", all on {one}{scenario}"),
        many => format!(" on {} maps{scenario}", many.len()),
    }
}

/// `; other maps may differ` where that is worth saying.
fn hint(kind: &Kind, report: &Report) -> &'static str {
    let plain = report.scenarios.len() == 1 && !place(report).ends_with(')');
    if kind.many == FORCES.many && report.maps.len() == 1 && plain {
        "; other maps may differ (--maps all)"
    } else {
        ""
    }
}

/// `, draws counted as half` where there are draws.
fn halves(tally: &Tally) -> &'static str {
    if tally.draws > 0 {
        ", draws counted as half"
    } else {
        ""
    }
}

/// Games of an entrant: not counted twice where it has several seats.
fn games(tally: &Tally, report: &Report) -> u64 {
    tally.games().min(report.all.games)
}

fn score(tally: &Tally) -> String {
    percent(tally.pairs.mean(), tally.pairs.interval())
}

fn compared(kind: &Kind, list: &[(String, Tally)], report: &Report) -> String {
    match list {
        [one, other] => two(kind, one, other, report),
        many => several(kind, many, report),
    }
}

fn two(kind: &Kind, one: &(String, Tally), other: &(String, Tally), report: &Report) -> String {
    let judged = judged(one.1.pairs.interval());
    let (first, second) = match judged {
        Judged::Worse => (other, one),
        _ => (one, other),
    };
    let (name, tally) = first;
    let battles = games(tally, report);
    let Kind { it, wins, .. } = kind;
    let result = format!(
        "{wins} {} of {battles} battles{}{}",
        score(tally),
        place(report),
        halves(tally)
    );
    let hint = hint(kind, report);
    match judged {
        Judged::Better | Judged::Worse => {
            format!("{}: {it} {result}{hint}.", (kind.better)(name, &second.0))
        }
        Judged::Even => {
            format!(
                "{name} and {} {}: {name} {result}{hint}.",
                second.0, kind.equal
            )
        }
        Judged::Open => format!(
            "Not enough battles to tell: {name} {result}; about {} more would do.",
            wanted(battles, &tally.pairs)
        ),
    }
}

fn wanted(games: u64, pairs: &Spread) -> u64 {
    battles_wanted(games, pairs.mean(), pairs.interval(), 0.5, EVEN)
}

fn several(kind: &Kind, list: &[(String, Tally)], report: &Report) -> String {
    let mut order: Vec<&(String, Tally)> = list.iter().collect();
    order.sort_by(|a, b| b.1.pairs.mean().total_cmp(&a.1.pairs.mean()));
    let (best, second, last) = (order[0], order[1], order[order.len() - 1]);
    let Kind {
        many,
        it,
        its,
        wins,
        ..
    } = kind;
    let count = list.len();
    if list
        .iter()
        .all(|(_, t)| judged(t.pairs.interval()) == Judged::Even)
    {
        return format!(
            "All {count} {many} {}: between {} ({}) and {} ({}).",
            kind.equal,
            score(&last.1),
            last.0,
            score(&best.1),
            best.0
        );
    }
    let result = format!(
        "{wins} {} of {its} {} battles{}{}",
        score(&best.1),
        games(&best.1, report),
        place(report),
        halves(&best.1)
    );
    if best.1.pairs.interval().0 > second.1.pairs.interval().1 {
        format!(
            "{} {} of {count} {many}: {it} {result}; {} {} with {}.",
            best.0,
            kind.best,
            last.0,
            kind.worst,
            score(&last.1)
        )
    } else {
        let low = second.1.pairs.mean();
        let half = (best.1.pairs.mean() - low) / 2.0;
        let battles = games(&best.1, report);
        let share = 0.5 + half;
        let more = battles_wanted(battles, share, best.1.pairs.interval(), 0.5, EVEN);
        format!(
            "{} {} the {count} {many}, but that is not certain: {it} {result}; {} {wins} {}. About {more} more battles of each would do. {} {} with {}.",
            best.0,
            kind.leads,
            second.0,
            score(&second.1),
            last.0,
            kind.worst,
            score(&last.1)
        )
    }
}

/// One force against another, seen from the first: `Bandits lose to Elves: they win …`.
pub fn against(force: &str, other: &str, report: &Report) -> String {
    let tally = report.forces.iter().find(|(name, _)| name == force);
    let Some((_, tally)) = tally else {
        return format!("{force} and {other} have not met in any battle.");
    };
    let battles = games(tally, report);
    let result = format!(
        "win {} of {battles} battles{}{}",
        score(tally),
        place(report),
        halves(tally)
    );
    match judged(tally.pairs.interval()) {
        Judged::Better => format!("{force} beat {other}: they {result}."),
        Judged::Worse => format!("{force} lose to {other}: they {result}."),
        Judged::Even => format!("{force} and {other} are about equally strong: {force} {result}."),
        Judged::Open => format!(
            "Not enough battles to tell: {force} {result}; about {} more would do.",
            wanted(battles, &tally.pairs)
        ),
    }
}

/// Score of a seat.
#[derive(Clone, Debug)]
pub struct Seat<'a> {
    /// Its number.
    pub name: &'a str,
    /// Share of games won; a draw counts as half.
    pub share: f64,
    /// 95 % interval of the share.
    pub interval: (f64, f64),
    /// Whether there were draws.
    pub draws: bool,
}

/// Whether the seats have equal chances. `fair` is the beginning of the sentence if they have:
/// `The map is fair`.
pub fn fairness(fair: &str, seats: &[Seat], games: u64) -> String {
    let even = 1.0 / seats.len().max(1) as f64;
    let by_share = |a: &&Seat, b: &&Seat| a.share.total_cmp(&b.share);
    let favoured = seats.iter().filter(|seat| seat.interval.0 > even);
    let favoured = favoured.max_by(by_share);
    let Some(shown) = favoured.or(seats.first()) else {
        return "There are no seats to compare.".to_owned();
    };
    let mut result = format!(
        "wins {} of {games} battles",
        percent(shown.share, shown.interval)
    );
    if shown.draws {
        result += ", draws counted as half";
    }
    if seats.len() > 2 {
        result += &format!("; an even share is {:.0} %", 100.0 * even);
    }
    let near = |seat: &Seat| {
        let (low, high) = seat.interval;
        low >= even - FAIR && high <= even + FAIR
    };
    let name = shown.name;
    if favoured.is_some() {
        format!("Seat {name} is favoured: it {result}.")
    } else if seats.iter().all(near) {
        format!("{fair}: seat {name} {result}.")
    } else {
        let more = battles_wanted(games, shown.share, shown.interval, even, FAIR);
        format!("Not enough battles yet: seat {name} {result}; about {more} more would do.")
    }
}

/// What the seats tell where agents and forces are equal.
fn seats(report: &Report) -> String {
    let seats: Vec<Seat> = report
        .seats
        .iter()
        .map(|(name, tally)| Seat {
            name,
            share: tally.share(),
            interval: tally.wilson(),
            draws: tally.draws > 0,
        })
        .collect();
    let fair = match report.maps.as_slice() {
        [(one, _)] => format!("{one} is fair"),
        many => format!("The {} maps together are fair", many.len()),
    };
    format!(
        "Both sides have the same agent and force, so only the seats differ. {}",
        fairness(&fair, &seats, report.all.games)
    )
}

fn tested(first: &str, verdict: Verdict, asked: Sprt) -> String {
    let Sprt { elo0, elo1 } = asked;
    match verdict {
        Verdict::Higher => format!(
            "The sequential test has decided: {first} is nearer to {elo1:+} Elo than to {elo0:+} (H1)."
        ),
        Verdict::Lower => format!(
            "The sequential test has decided: {first} is nearer to {elo0:+} Elo than to {elo1:+} (H0)."
        ),
        Verdict::Open => format!(
            "The sequential test has not decided yet between {elo0:+} and {elo1:+} Elo for {first}."
        ),
    }
}

/// A sentence about draws, and about battles without a point, if they are many.
fn undecided(report: &Report) -> Option<String> {
    let all = &report.all;
    let many = |count: u64| wilson(count as f64, all.games as f64).0 > 0.1;
    let draws = all.games - all.decided;
    if !many(draws) {
        return None;
    }
    let pointless = match all.pointless {
        some if many(some) => format!(", {some} of them without a point for any side"),
        _ => String::new(),
    };
    Some(format!(
        "{draws} of {} battles end in a draw{pointless}.",
        all.games
    ))
}
