//! `skirmish ai check`: plays battles with an external bot and reports its mistakes.

use super::super::bot::{Bot, Conduct, Late};
use super::super::force::finding_line;
use super::super::{Ended, Exit, Failure, drive, output};
use crate::ai::Agent;
use crate::battle::{Finding, Severity, Side};
use crate::play::AgentName;
use crate::play::matches::{Seat, run as play};
use crate::rules::Rules;
use crate::store::options::{BattleOptions, Rounds};
use clap::Args;
use serde_json::json;
use std::sync::PoisonError;
use std::time::Duration;

/// Play battles with your own bot and report mistakes in its protocol
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// The bot, such as cmd:"python3 bot.py"
    #[arg(value_name = "cmd:COMMAND")]
    pub agent: String,
    /// Time limit for one answer in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub bot_time: f64,
    /// Print JSON, one finding a line
    #[arg(long)]
    pub json: bool,
}

/// A battle in which the bot is tested.
struct Situation {
    name: String,
    options: BattleOptions,
    /// The side of the bot.
    side: usize,
    /// Whether the bot also gets unexpected lines.
    trial: bool,
}

/// The battles: every ruleset from both sides, and scenarios that ask special questions.
fn situations() -> Vec<Situation> {
    let options = |ruleset: Option<&str>, scenario: Option<&str>, seed: u64| BattleOptions {
        ruleset: ruleset.map(str::to_owned),
        scenario: scenario.map(str::to_owned),
        map: scenario.is_none().then(|| "duel-ground".to_owned()),
        rounds: Some(Rounds(Some(3))),
        seed: Some(seed),
        ..BattleOptions::default()
    };
    let mut all = Vec::new();
    for rules in Rules::ALL {
        for side in 0..2 {
            all.push(Situation {
                name: format!("{} as side {}", rules.name(), side + 1),
                options: options(Some(rules.name()), None, 1 + side as u64),
                side,
                trial: all.is_empty(),
            });
        }
    }
    for (scenario, side) in [("transport", 0), ("spawning", 0), ("escape", 1)] {
        all.push(Situation {
            name: format!("{scenario} as side {}", side + 1),
            options: options(None, Some(scenario), 3),
            side,
            trial: false,
        });
    }
    all
}

/// Plays one battle. Returns the conduct of the bot, and the digest of the battle at its end.
fn tried(command: &str, situation: &Situation, limit: Duration) -> Result<(Conduct, u64), Failure> {
    let mut options = situation.options.clone();
    let setup = options.setup("charge")?;
    options.agents = vec!["charge".into(); setup.forces.len()];
    options.agents[situation.side] = AgentName::Command(command.to_owned());
    let setup = options.setup("charge")?;
    let mut agents: Vec<Box<dyn Agent>> = Vec::new();
    let mut watched = None;
    for (i, name) in setup.agents.iter().enumerate() {
        let side = Side(i as u8);
        if i == situation.side {
            let bot = Bot::start(command, &setup, side, limit)?;
            watched = Some(bot.watched());
            let bot = bot.checked();
            agents.push(Box::new(if situation.trial { bot.tried() } else { bot }));
        } else if let Seat::Agent(agent) = drive::seat(&setup, name, side, limit)? {
            agents.push(agent);
        }
    }
    let played = play(setup.begin()?, &mut agents, setup.seed);
    let conduct = watched.expect("it has a side");
    let conduct = conduct.lock().unwrap_or_else(PoisonError::into_inner);
    Ok((conduct.clone(), played.game.digest()))
}

/// The likely cause of a late answer, and its remedy.
fn cause(why: Late) -> (&'static str, &'static str) {
    match why {
        Late::Silent => (
            "it wrote nothing in time",
            "write one line for every \"ask\" line, end it with a newline, and flush the output",
        ),
        Late::Asking => (
            "it made requests until the time was over",
            "answer before the time is over; requests do not make it longer",
        ),
        Late::AfterRefusal => (
            "its answer was refused, and it did not answer again",
            "after a \"refused\" line the same \"ask\" line comes again: answer it",
        ),
        Late::Unread => (
            "it does not read its input",
            "read every line of the input, also those that need no answer",
        ),
    }
}

/// Adds the findings of one battle.
fn judged(place: &str, conduct: &Conduct, limit: Duration, findings: &mut Vec<Finding>) {
    let mut found = |severity, what: String, mend: &str| {
        findings.push(Finding {
            severity,
            place: place.to_owned(),
            what,
            mend: mend.to_owned(),
        });
    };
    let unread = conduct.late.iter().any(|(_, why)| *why == Late::Unread);
    // The cause of a late answer says more than that it was given up for it.
    if let Some(gone) = conduct.gone.as_ref().filter(|_| !unread) {
        found(
            Severity::Error,
            format!("it got no more questions because {gone}"),
            "read lines until the input ends, and answer every \"ask\" line",
        );
    }
    if let Some(number) = conduct.requests {
        found(
            Severity::Error,
            format!("n={number}: it made too many requests about one question"),
            "ask for several odds, reaches or sights on one line, then answer the question",
        );
    }
    let worst = conduct.late.iter().find(|(_, why)| *why == Late::Unread);
    if let Some((first, _)) = conduct.late.first()
        && let Some((_, why)) = worst.or(conduct.late.first())
    {
        let times = match conduct.late.len() {
            1 => format!("it was late for question n={first}"),
            many => format!("it was late for {many} questions; the first was n={first}"),
        };
        let (cause, mend) = cause(*why);
        found(Severity::Error, format!("{times}: {cause}"), mend);
    } else if conduct.slowest > limit / 2 {
        found(
            Severity::Warning,
            format!(
                "its slowest answer took {:.1} s; the limit is {:.1} s",
                conduct.slowest.as_secs_f64(),
                limit.as_secs_f64()
            ),
            "answer faster, or raise --bot-time",
        );
    }
    if let Some((number, words, error)) = conduct.refused.first() {
        let more = match conduct.refused.len() {
            1 => String::new(),
            many => format!(" (the first of {many})"),
        };
        found(
            Severity::Error,
            format!("n={number}: {words:?} was refused: {error}{more}"),
            "answer with a line that {\"do\":\"list\"} returns, or with the preset of the \"ask\" line",
        );
    }
    let ignored = conduct
        .late
        .iter()
        .any(|(_, why)| *why == Late::AfterRefusal);
    if conduct.again == Some(false) && !ignored && conduct.gone.is_none() {
        found(
            Severity::Error,
            "it did not answer again after an answer was refused".into(),
            "after a \"refused\" line the same \"ask\" line comes again: answer it",
        );
    }
    if conduct.ended == Some(false) {
        found(
            Severity::Warning,
            "it was still running after the end of the battle".into(),
            "exit at the \"end\" line, or when the input ends",
        );
    }
}

/// Runs `skirmish ai check`.
///
/// # Errors
/// If the program cannot be started.
pub fn run(args: &CheckArgs) -> Ended {
    let AgentName::Command(command) = AgentName::from(args.agent.as_str()) else {
        return Err(Failure::message(format!(
            "{:?} is not an external program; give one such as cmd:\"python3 bot.py\"",
            args.agent
        )));
    };
    let limit = Duration::try_from_secs_f64(args.bot_time)
        .ok()
        .filter(|limit| !limit.is_zero())
        .ok_or_else(|| Failure::message("--bot-time must be a number of seconds above 0"))?;
    let mut findings = Vec::new();
    let (mut asked, mut slowest, mut battles) = (0, Duration::ZERO, 0);
    let mut seen = Vec::new();
    let situations = situations();
    for situation in &situations {
        let (conduct, digest) = tried(&command, situation, limit)?;
        judged(&situation.name, &conduct, limit, &mut findings);
        battles += 1;
        asked += conduct.asked;
        slowest = slowest.max(conduct.slowest);
        seen.push(digest);
        // A program that hangs or has ended needs no further battles.
        if conduct.gone.is_some() {
            break;
        }
    }
    if let (Some(second), Some(before)) = (situations.get(1), seen.get(1))
        && findings.iter().all(|f| f.severity != Severity::Error)
    {
        let (_, again) = tried(&command, second, limit)?;
        if again != *before {
            findings.push(Finding {
                severity: Severity::Warning,
                place: second.name.clone(),
                what: "the same battle had another result the second time".into(),
                mend: "seed the random generator with the seed of the \"hello\" line and n".into(),
            });
        }
    }
    let errors = findings.iter().any(|f| f.severity == Severity::Error);
    let mut text = String::new();
    for finding in &findings {
        if args.json {
            text.push_str(&format!("{}\n", json!(finding)));
        } else {
            text.push_str(&finding_line(finding));
        }
    }
    if !args.json {
        let verdict = if findings.is_empty() {
            "no mistakes found"
        } else {
            "mistakes found, see above"
        };
        text.push_str(&format!(
            "{battles} {}, {asked} questions, slowest answer {:.0} ms: {verdict}\n",
            if battles == 1 { "battle" } else { "battles" },
            1000.0 * slowest.as_secs_f64()
        ));
    }
    output::print(&text)?;
    Ok(if errors { Exit::No } else { Exit::Done })
}
