//! Ctrl-C: the line being written is finished, the terminal restored, the record named.

use super::output;
use crate::store::interrupt::record;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

pub use crate::store::interrupt::writing;

/// Set by the first Ctrl-C instead of ending.
static ASK: Mutex<Option<&'static AtomicBool>> = Mutex::new(None);
/// Whether this program has changed the mode of the terminal.
static SCREEN: AtomicBool = AtomicBool::new(false);

/// Called before Ctrl-C ends the program.
static BEFORE_EXIT: OnceLock<fn()> = OnceLock::new();

/// Catches Ctrl-C from now on; on Unix also SIGTERM, SIGHUP, and the signal for files that grow
/// too long. `end` is called before they end the program.
pub fn install(end: fn()) {
    let _ = BEFORE_EXIT.set(end);
    // Without a handler Ctrl-C still ends the program; only less tidily.
    let _ = ctrlc::set_handler(stop);
    // A file that grows over a limit of the system is an error of the write, not the end of the
    // program: any handler does that.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
    #[cfg(unix)]
    std::thread::spawn(|| {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        // A program that was started with nohup goes on when its terminal is closed.
        let wanted: &[i32] = match hangup_is_ignored() {
            true => &[SIGTERM],
            false => &[SIGTERM, SIGHUP],
        };
        if let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) {
            for _ in signals.forever() {
                stop();
            }
        }
    });
}

/// Whether this program was told to ignore SIGHUP; where the system does not say, it was.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok())
        .is_none_or(|bits| bits & 1 == 1)
}

/// The first Ctrl-C from now on only sets this flag, so that the caller can finish its work; the
/// next one ends the program.
pub fn ask_first(flag: &'static AtomicBool) {
    *ASK.lock().unwrap_or_else(PoisonError::into_inner) = Some(flag);
}

/// Ends the program as Ctrl-C does.
pub fn stop() {
    if let Some(flag) = *ASK.lock().unwrap_or_else(PoisonError::into_inner)
        && !flag.swap(true, Ordering::SeqCst)
    {
        return;
    }
    let _line = writing();
    restore();
    if let Some(end) = BEFORE_EXIT.get() {
        end();
    }
    match record() {
        Some(name) => {
            output::note(format!(
                "\ninterrupted; the battle is saved in {name}\nresume it with: skirmish play --resume {name}"
            ));
        }
        None => {
            output::note("\ninterrupted");
        }
    }
    std::process::exit(130);
}

/// Takes the whole terminal: another screen, no echo, keys at once.
///
/// # Errors
/// When the terminal cannot do that.
pub fn take_screen() -> std::io::Result<()> {
    crossterm::terminal::enable_raw_mode()?;
    SCREEN.store(true, Ordering::SeqCst);
    output::enter_screen()
}

/// Restores the terminal; does nothing if it was not taken.
pub fn restore() {
    if SCREEN.swap(false, Ordering::SeqCst) {
        let _ = output::leave_screen();
        let _ = crossterm::terminal::disable_raw_mode();
    }
}
