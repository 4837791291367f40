//! Playing a series on many threads, in order.

use super::{Job, Plan};
use std::ops::ControlFlow;

#[cfg(not(target_arch = "wasm32"))]
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::atomic::{AtomicBool, Ordering},
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
};

/// Why a series ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// All games are played.
    Games,
    /// The sequential test has decided.
    Sprt,
    /// The user stopped it.
    Interrupted,
}

impl Stopped {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Stopped::Games => "games",
            Stopped::Sprt => "sprt",
            Stopped::Interrupted => "interrupted",
        }
    }
}

/// Games a thread that may be running or waiting for an earlier game.
#[cfg(not(target_arch = "wasm32"))]
const AHEAD: usize = 8;

/// Plays the pairs of `plan` with `jobs` threads, starting with its pair number `from`. `play` plays
/// one game. `each` gets every whole pair in order and may end the series. `go_on` is called at
/// least ten times a second; false stops the series. The result does not depend on the number of
/// threads, and memory does not depend on the number of games.
///
/// # Errors
/// The first error of `play` or `each`, in order of games.
///
/// # Panics
/// If threads cannot be started, or a game panics.
#[cfg(not(target_arch = "wasm32"))]
pub fn run<T: Send, E: Send>(
    plan: &Plan,
    from: u64,
    jobs: usize,
    play: impl Fn(&Job) -> Result<T, E> + Sync,
    mut each: impl FnMut(Vec<(Job, T)>) -> Result<ControlFlow<()>, E>,
    mut go_on: impl FnMut() -> bool,
) -> Result<Stopped, E> {
    let jobs = jobs.max(1);
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .expect("threads can be started");
    let given_up = AtomicBool::new(false);
    let (play, given_up) = (&play, &given_up);
    threads.in_place_scope_fifo(|scope| {
        let (done, results) = channel();
        let mut queue = plan
            .own_pairs()
            .skip(from as usize)
            .flat_map(|pair| plan.pair(pair))
            .enumerate();
        let mut begun = 0;
        let mut next = 0;
        let mut early = BTreeMap::new();
        let mut pair: Vec<(Job, T)> = Vec::new();
        let ended = 'series: loop {
            while begun < next + AHEAD * jobs
                && let Some((at, job)) = queue.next()
            {
                let done = done.clone();
                begun = at + 1;
                scope.spawn_fifo(move |_| {
                    let play = AssertUnwindSafe(|| play(&job));
                    let played = (!given_up.load(Ordering::Relaxed)).then(|| catch_unwind(play));
                    // The receiver is gone once the series has ended.
                    let _ = done.send((at, job, played));
                });
            }
            if next == begun {
                break Ok(Stopped::Games);
            }
            if !go_on() {
                break Ok(Stopped::Interrupted);
            }
            match results.recv_timeout(Duration::from_millis(100)) {
                Ok((at, job, Some(Ok(played)))) => {
                    early.insert(at, (job, played));
                }
                Ok((_, _, Some(Err(panic)))) => resume_unwind(panic),
                Ok((_, _, None)) | Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => unreachable!("this end sends too"),
            }
            while let Some((job, played)) = early.remove(&next) {
                next += 1;
                let whole = pair.len() as u64 + 1 == plan.size(job.pair);
                match played {
                    Ok(played) => pair.push((job, played)),
                    Err(error) => break 'series Err(error),
                }
                if whole {
                    match each(std::mem::take(&mut pair)) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => break 'series Ok(Stopped::Sprt),
                        Err(error) => break 'series Err(error),
                    }
                }
            }
        };
        given_up.store(true, Ordering::Relaxed);
        ended
    })
}

/// Plays the pairs of `plan` one game after the other, where there are no threads. It is called like the
/// one above and returns the same.
///
/// # Errors
/// The first error of `play` or `each`, in order of games.
#[cfg(target_arch = "wasm32")]
pub fn run<T: Send, E: Send>(
    plan: &Plan,
    from: u64,
    _jobs: usize,
    play: impl Fn(&Job) -> Result<T, E> + Sync,
    mut each: impl FnMut(Vec<(Job, T)>) -> Result<ControlFlow<()>, E>,
    mut go_on: impl FnMut() -> bool,
) -> Result<Stopped, E> {
    for pair in plan.own_pairs().skip(from as usize) {
        let mut games = Vec::new();
        for job in plan.pair(pair) {
            if !go_on() {
                return Ok(Stopped::Interrupted);
            }
            let played = play(&job)?;
            games.push((job, played));
        }
        if each(games)?.is_break() {
            return Ok(Stopped::Sprt);
        }
    }
    Ok(Stopped::Games)
}
