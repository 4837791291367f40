//! The process group of a program: the program and everything it starts, ended together.
//!
//! On Unix each program leads a process group of its own, on Windows it runs in a job object of its
//! own, which the system closes when this program ends, in whatever way. Elsewhere only the program
//! itself is ended.

use std::io;
use std::process::{Child, Command};
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

/// How long a group may take to end after it was asked, before it is killed.
#[cfg(unix)]
const GRACE: Duration = Duration::from_millis(300);
/// Time between two looks at a group that is ending.
const LOOK: Duration = Duration::from_millis(5);
/// How long a program that still computes is waited for at most, as a multiple of the patience with
/// one that does nothing.
const LONGEST: u32 = 10;

/// A command to start, and where its process goes.
type Order = (Command, SyncSender<io::Result<Child>>);

/// Starts a command as the leader of a group.
///
/// A thread that lasts as long as this program starts it, because Linux ends the process when the
/// thread that started it ends.
///
/// # Errors
/// If the command cannot be started.
#[cfg_attr(not(unix), allow(unused_mut))]
pub fn start(mut command: Command) -> io::Result<Child> {
    static STARTER: OnceLock<Sender<Order>> = OnceLock::new();
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(target_os = "linux")]
    die_with_parent::arm(&mut command);
    let starter = STARTER.get_or_init(|| {
        let (orders, to_start) = channel::<Order>();
        std::thread::spawn(move || {
            for (mut command, reply) in to_start {
                let _ = reply.send(command.spawn());
            }
        });
        orders
    });
    let (reply, started) = sync_channel(1);
    let gone = |_| io::Error::other("the thread that starts programs has ended");
    starter
        .send((command, reply))
        .map_err(|_| io::Error::other("the thread that starts programs has ended"))?;
    let child = started.recv().map_err(gone)??;
    #[cfg(unix)]
    unix::add(&child);
    #[cfg(windows)]
    let child = windows::add(child)?;
    Ok(child)
}

/// Ends a program and its group: first it may end by itself ([`ends_within`]), then it is asked
/// (SIGTERM), then killed. Returns whether the program ended by itself.
pub fn end(child: &mut Child, patience: Duration) -> bool {
    let by_itself = ends_within(child, patience);
    #[cfg(unix)]
    unix::end(child);
    #[cfg(not(unix))]
    {
        let _ = child.kill();
        let _ = child.wait();
    }
    #[cfg(windows)]
    windows::end(child);
    by_itself
}

/// Whether a program ends before it has done nothing for some time. While it computes, or would if a
/// processor were free, this clock stands still, so that a busy machine makes no program late. It
/// stays a zombie on Unix, so that its number is not given to another process.
pub fn ends_within(child: &mut Child, patience: Duration) -> bool {
    let until = Instant::now() + LONGEST * patience;
    let mut idle = Duration::ZERO;
    loop {
        if has_ended(child) {
            return true;
        }
        if idle >= patience || Instant::now() >= until {
            return false;
        }
        std::thread::sleep(LOOK);
        if !computes(child) {
            idle += LOOK;
        }
    }
}

/// Whether a program uses a processor or waits for one. Where the system does not tell, it does not.
fn computes(child: &Child) -> bool {
    let file = format!("/proc/{}/stat", child.id());
    let told = std::fs::read_to_string(file).unwrap_or_default();
    // the name in brackets may hold anything; the state follows it
    let state = told.rsplit_once(") ").map_or("", |(_, state)| state);
    state.starts_with(['R', 'D'])
}

#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    unix::has_ended(child)
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Ends all groups at once, before this program ends.
pub fn end_all() {
    #[cfg(unix)]
    unix::end_all();
    #[cfg(windows)]
    windows::end_all();
}

#[cfg(unix)]
mod unix {
    use super::{GRACE, LOOK};
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process_group,
        test_kill_process_group, waitid, waitpid,
    };
    use std::process::Child;
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::time::Instant;

    /// The leaders of all groups that have not been ended.
    static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn groups() -> MutexGuard<'static, Vec<Pid>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(child: &Child) {
        groups().push(Pid::from_child(child));
    }

    pub fn has_ended(child: &Child) -> bool {
        let ways = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error means that it has been waited for already.
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), ways), Ok(None))
    }

    pub fn end(child: &mut Child) {
        let group = Pid::from_child(child);
        if !groups().contains(&group) {
            return;
        }
        // The leader has not been waited for, so this number still means this group.
        let _ = kill_process_group(group, Signal::TERM);
        let until = Instant::now() + GRACE;
        loop {
            let reaped = !matches!(child.try_wait(), Ok(None));
            if reaped && test_kill_process_group(group).is_err() {
                break;
            }
            if Instant::now() >= until {
                let _ = kill_process_group(group, Signal::KILL);
                let _ = child.wait();
                break;
            }
            std::thread::sleep(LOOK);
        }
        groups().retain(|known| *known != group);
    }

    pub fn end_all() {
        let mut left = groups().clone();
        for group in &left {
            let _ = kill_process_group(*group, Signal::TERM);
        }
        let until = Instant::now() + GRACE;
        loop {
            left.retain(|group| {
                let _ = waitpid(Some(*group), WaitOptions::NOHANG);
                test_kill_process_group(*group).is_ok()
            });
            if left.is_empty() {
                return;
            }
            if Instant::now() >= until {
                break;
            }
            std::thread::sleep(LOOK);
        }
        for group in left {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

#[cfg(windows)]
mod windows {
    use std::io;
    use std::os::windows::io::AsRawHandle;
    use std::process::Child;
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use win32job::Job;

    /// The job of every program that has not been ended, with the number of its process.
    static JOBS: Mutex<Vec<(u32, Job)>> = Mutex::new(Vec::new());

    fn jobs() -> MutexGuard<'static, Vec<(u32, Job)>> {
        JOBS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a program into a job that kills all its processes when it is closed.
    pub fn add(mut child: Child) -> io::Result<Child> {
        let into_job = || {
            let job = Job::create()?;
            let mut limits = job.query_extended_limit_info()?;
            limits.limit_kill_on_job_close();
            job.set_extended_limit_info(&limits)?;
            job.assign_process(child.as_raw_handle() as isize)?;
            Ok::<_, win32job::JobError>(job)
        };
        match into_job() {
            Ok(job) => jobs().push((child.id(), job)),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(io::Error::other(error));
            }
        }
        Ok(child)
    }

    pub fn end(child: &Child) {
        // A job that is dropped is closed.
        jobs().retain(|(process, _)| *process != child.id());
    }

    pub fn end_all() {
        jobs().clear();
    }
}

/// The kernel kills the program when this program is killed. Setting that needs code that runs in
/// the new process before the command, which the standard library can only offer as unsafe: there
/// the code may use nothing but system calls, and it uses two.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod die_with_parent {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    pub fn arm(command: &mut Command) {
        let parent = getpid();
        let set = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            match getppid() == Some(parent) {
                true => Ok(()),
                // It has been killed in between.
                false => Err(io::ErrorKind::BrokenPipe.into()),
            }
        };
        // SAFETY: the closure makes two system calls; it neither allocates nor takes a lock.
        unsafe {
            command.pre_exec(set);
        }
    }
}
