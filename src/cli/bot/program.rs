//! A running program with its three pipes. No call here waits for the program longer than it is
//! told to, and what is kept of its output is bounded.

use super::super::input::{self, Line};
use super::super::output;
use super::error::Gone;
use super::group;
use crate::play::external;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes that may wait for a program that does not read.
const MOST_WAITING: usize = 16 << 20;
/// Bytes that are written at once.
const CHUNK: usize = 4096;
/// Lines of a program that may wait for us.
const MOST_LINES: usize = 16;
/// Lines of the standard error that are kept.
const MOST_COMPLAINTS: usize = 8;
/// Longest line of the standard error, in bytes.
const LONGEST_COMPLAINT: u64 = 400;
/// How long it takes at most until the writer notices that a line was read.
const HANDOVER: Duration = Duration::from_millis(50);

/// A message from a program.
#[derive(Debug)]
pub enum Heard {
    /// A line.
    Line(String),
    /// A line that is longer than allowed.
    TooLong,
    /// A line that does not end.
    Endless,
    /// The end of its output.
    End,
    /// Nothing in time.
    Nothing,
}

/// Lines on their way to a program.
#[derive(Debug, Default)]
struct Queue {
    lines: VecDeque<String>,
    bytes: usize,
    /// All bytes that have been written.
    written: u64,
    /// Nothing more will come.
    closed: bool,
    /// Why writing failed.
    broken: Option<Gone>,
}

/// A queue that a thread empties into the input of a program.
#[derive(Debug, Default)]
struct Outbox {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_to(&self, mut input: ChildStdin) {
        loop {
            let mut queue = self.lock();
            while queue.lines.is_empty() && !queue.closed {
                queue = self
                    .changed
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            let Some(line) = queue.lines.pop_front() else {
                return;
            };
            drop(queue);
            let written = line.as_bytes().chunks(CHUNK).try_for_each(|part| {
                input.write_all(part)?;
                input.flush()?;
                self.lock().written += part.len() as u64;
                Ok::<_, std::io::Error>(())
            });
            let mut queue = self.lock();
            queue.bytes -= line.len();
            self.changed.notify_all();
            if let Err(error) = written {
                queue.broken = Some(Gone::ClosedInput(error.to_string()));
                queue.lines.clear();
                return;
            }
        }
    }
}

/// Lines of the standard error: shown once the program has answered, and the last ones kept.
#[derive(Debug, Default)]
struct Complaints {
    last: Mutex<VecDeque<String>>,
    shown: AtomicBool,
    ended: AtomicBool,
}

impl Complaints {
    fn last(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_from(&self, from: impl Read) {
        let mut from = BufReader::new(from);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let part = from.by_ref().take(LONGEST_COMPLAINT);
            if !matches!({ part }.read_until(b'\n', &mut bytes), Ok(read) if read > 0) {
                break;
            }
            let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
            let mut last = self.last();
            if self.shown.load(Ordering::SeqCst) {
                output::note(&line);
            }
            last.push_back(line);
            if last.len() > MOST_COMPLAINTS {
                last.pop_front();
            }
        }
        self.ended.store(true, Ordering::SeqCst);
    }

    /// From now on they are shown; so are those that were kept.
    fn show(&self) {
        let last = self.last();
        if !self.shown.swap(true, Ordering::SeqCst) {
            for line in last.iter() {
                output::note(line);
            }
        }
    }
}

/// What the thread that reads the output shares with us.
#[derive(Debug, Default)]
struct Inbox {
    /// A question is open; outside of questions lines are only counted.
    open: AtomicBool,
    /// Lines that came outside of questions.
    passed: AtomicU32,
    /// Nobody listens any more.
    gone: AtomicBool,
}

/// A running program.
#[derive(Debug)]
pub struct Program {
    child: Child,
    to: Arc<Outbox>,
    inbox: Arc<Inbox>,
    from: Receiver<Heard>,
    /// The end of its output, if that came outside of a question.
    last: Option<Heard>,
    complaints: Arc<Complaints>,
    done: bool,
}

impl Program {
    /// Starts a command.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(words: &[String]) -> std::io::Result<Self> {
        let (program, arguments) = words.split_first().expect("a command has words");
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = group::start(command)?;
        let input = child.stdin.take().expect("its input is a pipe");
        let output = child.stdout.take().expect("its output is a pipe");
        let errors = child.stderr.take().expect("its errors are a pipe");
        let (to, inbox) = (Arc::<Outbox>::default(), Arc::<Inbox>::default());
        let complaints = Arc::<Complaints>::default();
        let (lines, from) = sync_channel(MOST_LINES);
        let outbox = to.clone();
        std::thread::spawn(move || outbox.write_to(input));
        let shared = inbox.clone();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let heard = match input::line(&mut output, external::LONGEST_LINE) {
                    Ok(Line::Text(text)) => Heard::Line(text),
                    Ok(Line::TooLong) => Heard::TooLong,
                    Ok(Line::End) => Heard::End,
                    Err(error) if error.kind() == std::io::ErrorKind::InvalidData => Heard::Endless,
                    Err(_) => Heard::End,
                };
                let last = matches!(heard, Heard::End | Heard::Endless);
                if shared.gone.load(Ordering::SeqCst) {
                    return;
                }
                if !last && !shared.open.load(Ordering::SeqCst) {
                    shared.passed.fetch_add(1, Ordering::SeqCst);
                } else if lines.send(heard).is_err() || last {
                    return;
                }
            }
        });
        let copy = complaints.clone();
        std::thread::spawn(move || copy.read_from(errors));
        Ok(Self {
            child,
            to,
            inbox,
            from,
            last: None,
            complaints,
            done: false,
        })
    }

    /// Sends a line, without waiting until it is read.
    ///
    /// # Errors
    /// If the program does not read any more.
    pub fn say(&self, line: String) -> Result<(), Gone> {
        let mut queue = self.to.lock();
        if let Some(broken) = &queue.broken {
            return Err(broken.clone());
        }
        if queue.bytes > MOST_WAITING {
            return Err(Gone::Unread(queue.bytes));
        }
        queue.bytes += line.len();
        queue.lines.push_back(line);
        self.to.changed.notify_all();
        Ok(())
    }

    /// Whether all lines have reached the program's input; if not, why it is given up.
    ///
    /// # Errors
    /// How many bytes wait.
    pub fn delivered(&self) -> Result<(), Gone> {
        let until = Instant::now() + HANDOVER;
        let mut queue = self.to.lock();
        while queue.bytes > 0 && queue.broken.is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Gone::Unread(queue.bytes));
            }
            let (waited, _) = self
                .to
                .changed
                .wait_timeout(queue, left)
                .unwrap_or_else(PoisonError::into_inner);
            queue = waited;
        }
        Ok(())
    }

    /// How many bytes it has taken so far.
    pub fn taken(&self) -> u64 {
        self.to.lock().written
    }

    /// Begins to listen. Returns how many lines came since the last question; they are dropped.
    pub fn open(&mut self) -> u32 {
        let mut dropped = self.inbox.passed.swap(0, Ordering::SeqCst);
        while let Ok(heard) = self.from.try_recv() {
            match heard {
                Heard::Line(_) | Heard::TooLong => dropped += 1,
                last => self.last = Some(last),
            }
        }
        self.inbox.open.store(true, Ordering::SeqCst);
        dropped
    }

    /// Stops to listen: what comes from now on is only counted.
    pub fn close(&self) {
        self.inbox.open.store(false, Ordering::SeqCst);
    }

    /// The next line; waits at most until that time.
    pub fn hear(&mut self, until: Instant) -> Heard {
        if let Some(last) = self.last.take() {
            return last;
        }
        let left = until.saturating_duration_since(Instant::now());
        // Without this check lines that are there already would be read for ever.
        if left.is_zero() {
            return Heard::Nothing;
        }
        match self.from.recv_timeout(left) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Shows its standard error from now on.
    pub fn show_complaints(&self) {
        self.complaints.show();
    }

    /// Whether the program has ended, perhaps a moment from now.
    pub fn has_ended(&mut self) -> bool {
        group::ends_within(&mut self.child, 2 * HANDOVER)
    }

    /// How the program ended, and the last lines of its standard error.
    pub fn last_words(&mut self) -> String {
        let until = Instant::now() + 2 * HANDOVER;
        while !self.complaints.ended.load(Ordering::SeqCst) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
        let how = match self.child.try_wait() {
            Ok(Some(status)) => format!(" ({status})"),
            _ => String::new(),
        };
        let last = self.complaints.last();
        if last.is_empty() {
            return format!("{how}; it wrote nothing to its standard error");
        }
        let lines: Vec<String> = last.iter().map(|line| format!("\n  {line}")).collect();
        format!(
            "{how}; the last lines of its standard error:{}",
            lines.concat()
        )
    }

    /// Ends the program and all it has started. Its input ends first; then it may end by itself
    /// within `patience`. Returns whether it did.
    pub fn end(&mut self, patience: Duration) -> bool {
        if std::mem::replace(&mut self.done, true) {
            return false;
        }
        self.close();
        self.to.lock().closed = true;
        self.to.changed.notify_all();
        // Until it has ended its output is read, so that it does not complain about a closed pipe.
        let by_itself = group::end(&mut self.child, patience);
        self.inbox.gone.store(true, Ordering::SeqCst);
        by_itself
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}
