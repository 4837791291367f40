//! A long proof, which only `.ci/soak` runs: random battles of every ruleset, map, scenario and
//! number of sides are recorded, verified and resumed from a cut record; and battles, the map
//! editor and the force builder are killed at a random moment. Every difference is reported with
//! the number that repeats it.

mod battles;
#[cfg(feature = "window")]
mod drawn;
mod kills;

use clap::Parser;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Play and kill random battles, and report every difference
#[derive(Parser)]
struct Args {
    /// Number of battles
    #[arg(long, default_value_t = 1000)]
    battles: u64,
    /// Number of kills: of battles, of the map editor and of the force builder in turn
    #[arg(long, default_value_t = 30)]
    kills: u64,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Stop after this many minutes
    #[arg(long, default_value_t = 600)]
    minutes: u64,
    /// The program that is killed; the one built with this test by default
    #[arg(long, value_name = "FILE", default_value = env!("CARGO_BIN_EXE_skirmish"))]
    program: PathBuf,
    /// Only the battle or kill of this number
    #[arg(long)]
    only: Option<u64>,
    /// What a child process does; for this program itself
    #[cfg(feature = "window")]
    #[arg(long, hide = true)]
    child: Option<String>,
}

/// What was done so far.
#[derive(Default)]
struct Figures {
    done: AtomicU64,
    answers: AtomicU64,
    unplayable: AtomicU64,
    landed: AtomicU64,
    differences: Mutex<Vec<String>>,
}

impl Figures {
    fn differs(&self, what: String) {
        say(&format!("DIFFERENCE {what}"));
        let mut all = self
            .differences
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        all.push(what);
    }
    fn count(&self) -> usize {
        self.differences.lock().map_or(1, |all| all.len())
    }
}

fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Runs numbered tasks on threads until all are done or the time is over; tells progress.
fn spread(
    args: &Args,
    name: &str,
    count: u64,
    until: Instant,
    task: impl Fn(u64, &Figures) + Sync,
) -> Figures {
    let figures = Figures::default();
    let (next, over) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.jobs.max(1))
            .map(|_| {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count || Instant::now() >= until {
                            return;
                        }
                        if args.only.is_none_or(|only| only == number) {
                            task(number, &figures);
                            figures.done.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                })
            })
            .collect();
        let telling = scope.spawn(|| {
            let mut told = Instant::now();
            while !over.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(100));
                if told.elapsed() >= Duration::from_secs(30) {
                    told = Instant::now();
                    tell(name, &figures);
                }
            }
        });
        for worker in workers {
            if worker.join().is_err() {
                figures.differs(format!("{name}: a thread panicked; its message is above"));
            }
        }
        over.store(true, Ordering::Relaxed);
        let _ = telling.join();
    });
    tell(name, &figures);
    figures
}

fn tell(name: &str, figures: &Figures) {
    let of = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
    say(&format!(
        "{name}: {} done, {} not playable, {} answers, {} kills landed, {} differences",
        of(&figures.done),
        of(&figures.unplayable),
        of(&figures.answers),
        of(&figures.landed),
        figures.count()
    ));
}

fn main() {
    let args = Args::parse();
    #[cfg(feature = "window")]
    if let Some(task) = &args.child {
        return drawn::child(task, args.seed);
    }
    let begun = Instant::now();
    let until = begun + Duration::from_secs(60 * args.minutes);
    let kills = spread(&args, "kills", args.kills, until, |number, figures| {
        kills::one(&args.program, args.seed, number, figures);
    });
    let battles = spread(&args, "battles", args.battles, until, |number, figures| {
        battles::one(args.seed, number, figures);
    });
    let differences = kills.count() + battles.count();
    say(&format!(
        "{differences} differences after {} minutes",
        begun.elapsed().as_secs() / 60
    ));
    if differences > 0 {
        std::process::exit(1);
    }
}
