//! Clock, files and display: everything the window needs from the machine, and nothing else does.

use crate::source::Source;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Seconds since some moment long ago.
pub fn now() -> f64 {
    macroquad::miniquad::date::now()
}

/// Rests, so that a window that draws needs no more than 60 pictures a second.
pub fn rest(seconds: f64) {
    #[cfg(not(target_arch = "wasm32"))]
    if seconds > 0.0 {
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    }
    #[cfg(target_arch = "wasm32")]
    let _ = seconds;
}

/// How much processor time the program has taken so far with all its threads, in seconds, where the
/// system tells.
pub fn worked() -> Option<f64> {
    #[cfg(target_os = "linux")]
    {
        // after the name in brackets; time of its own and of the system for it, in hundredths
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        let mut times = rest.split_whitespace().skip(11);
        let own: f64 = times.next()?.parse().ok()?;
        let system: f64 = times.next()?.parse().ok()?;
        Some((own + system) / 100.0)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Something that is worked out beside the window.
pub struct Task<T> {
    done: Arc<Mutex<Option<T>>>,
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> Task<T> {
    /// Begins it; the work asks every now and then whether it is to stop.
    pub fn begin(work: impl FnOnce(&AtomicBool) -> T + Send + 'static) -> Self {
        let task = Self {
            done: Arc::new(Mutex::new(None)),
            stop: Arc::new(AtomicBool::new(false)),
        };
        let (done, stop) = (task.done.clone(), task.stop.clone());
        let run = move || {
            let came = work(&stop);
            *done.lock().unwrap_or_else(PoisonError::into_inner) = Some(came);
        };
        // in a browser there are no threads: the window waits
        #[cfg(not(target_arch = "wasm32"))]
        std::thread::spawn(run);
        #[cfg(target_arch = "wasm32")]
        run();
        task
    }
    /// What came of it, once it is done.
    pub fn take(&self) -> Option<T> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.take()
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// How many things can be worked out at once, one of them the window.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub fn spare_threads() -> usize {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    (all - 1).max(1)
}

/// How long ago a file was written, in words.
pub fn ago(time: std::time::SystemTime) -> String {
    let now = std::time::UNIX_EPOCH + std::time::Duration::from_secs_f64(now().max(0.0));
    let seconds = now.duration_since(time).map_or(0, |d| d.as_secs());
    let some = |n: u64, unit: &str| match n {
        1 => format!("1 {unit} ago"),
        n => format!("{n} {unit}s ago"),
    };
    match seconds {
        0..60 => "just now".to_owned(),
        60..3_600 => some(seconds / 60, "minute"),
        3_600..86_400 => some(seconds / 3_600, "hour"),
        _ => some(seconds / 86_400, "day"),
    }
}

/// A random seed, for battles without a given one.
pub fn any_seed() -> u64 {
    let micros = (now() * 1e6) as u64;
    micros.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16 & 0xffff_ffff
}

/// Says a line to whoever started the program.
pub fn say(line: &str) {
    // a closed pipe is no reason to stop
    let _ = crate::cli::output::line(line);
}

/// Set: no window is opened, and why not.
const NO_WINDOW: &str = "SKIRMISH_NO_WINDOW";

/// Whether there seems to be a display.
///
/// # Errors
/// Why there is none.
pub fn display() -> Result<(), String> {
    if let Some(why) = std::env::var_os(NO_WINDOW).filter(|why| !why.is_empty()) {
        return Err(why.to_string_lossy().into_owned());
    }
    #[cfg(all(unix, not(target_os = "macos"), not(target_arch = "wasm32")))]
    {
        let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        if !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
            return Err("there is no display (DISPLAY is not set)".to_owned());
        }
    }
    Ok(())
}

/// Begins the program again, without a window, if it ends while this stands: libraries of graphics
/// may end it on their own, with words of theirs.
struct Opening(bool);

impl Drop for Opening {
    fn drop(&mut self) {
        if !self.0 {
            return;
        }
        #[cfg(unix)]
        if let Ok(program) = std::env::current_exe() {
            use std::os::unix::process::CommandExt;
            let mut again = std::process::Command::new(program);
            again.args(std::env::args_os().skip(1));
            again.env(NO_WINDOW, "the graphics driver failed (see above)");
            // it comes back only when that cannot be done
            let _ = again.exec();
        }
        crate::cli::output::note(
            "skirmish: the window cannot be opened, because the graphics driver failed (see above). To play in a terminal: skirmish play --terminal",
        );
    }
}

thread_local! {
    static OPENING: std::cell::RefCell<Opening> = const { std::cell::RefCell::new(Opening(false)) };
}

/// The window is being opened from now on, or no longer.
pub fn opening(now: bool) {
    OPENING.with_borrow_mut(|opening| opening.0 = now);
}

/// The folder for what the program keeps: `SKIRMISH_HOME`, or the platform's data folder.
pub fn home() -> Option<PathBuf> {
    crate::cli::open::home()
}

/// A file of ours under its whole name, if there is one.
///
/// # Errors
/// There is one that cannot be read as text.
pub fn read(name: &str) -> Result<Option<Source>, String> {
    let Some(path) = home().map(|home| home.join(name)) else {
        return Ok(None);
    };
    let about = path.symlink_metadata();
    if about.is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound) {
        return Ok(None);
    }
    let text = crate::cli::open::text(&path, 1 << 30, "a file").map_err(|e| e.to_string())?;
    Ok(Some(Source::new(path.display().to_string(), text)))
}

/// The text of a file of ours, if there is one that can be read.
pub fn load(name: &str) -> Option<String> {
    Some(read(name).ok()??.text)
}

/// What was kept in a file of ours, if there is one.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn recall<T: serde::de::DeserializeOwned>(name: &str) -> Result<Option<T>, String> {
    let parse = |source: Source| source.parse().map_err(|fault| fault.to_string());
    read(name)?.map(parse).transpose()
}

/// Keeps something in a file of ours. A file there that cannot be read is put aside first.
///
/// # Errors
/// What the system said, with the file's name.
pub fn keep<T: serde::Serialize + serde::de::DeserializeOwned>(
    name: &str,
    what: &T,
) -> Result<(), String> {
    let text = toml::to_string(what).map_err(|error| error.to_string())?;
    if recall::<T>(name).is_err()
        && let Some(path) = home().map(|home| home.join(name))
    {
        put_aside(&path, &path.with_file_name(aside(name)))?;
    }
    store(name, &text).map(|_| ())
}

/// The name under which a damaged file is put aside.
pub fn aside(name: &str) -> String {
    format!("{name}.damaged")
}

/// Moves a file, under a name with a number if there is one of that name already; where it is now.
///
/// # Errors
/// What the system said, with the file's name.
pub fn put_aside(from: &Path, to: &Path) -> Result<PathBuf, String> {
    let said = |error: std::io::Error| format!("{}: {error}", from.display());
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(said)?;
    }
    let free = free(to);
    std::fs::rename(from, &free).map_err(said)?;
    Ok(free)
}

/// A name that no file has: this one, or with a number.
fn free(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let numbered = |n: u32| path.with_file_name(format!("{stem}-{n}.{ending}"));
    let mut free = path.to_owned();
    let mut number = 1;
    while free.exists() {
        number += 1;
        free = numbered(number);
    }
    free
}

/// The path of a file in the data folder.
///
/// # Errors
/// If the system names no data folder.
pub fn in_home(name: &str) -> Result<PathBuf, String> {
    let home = home().ok_or("there is no folder for saved files: set SKIRMISH_HOME")?;
    Ok(home.join(name))
}

/// Keeps a text in a file of ours: whole, or not at all.
///
/// # Errors
/// What the system said, with the file's name.
pub fn store(name: &str, text: &str) -> Result<PathBuf, String> {
    let path = in_home(name)?;
    write(&path, text.as_bytes())?;
    Ok(path)
}

/// Writes a file: whole, or not at all.
///
/// # Errors
/// What the system said, with the file's name.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    crate::cli::open::write(path, bytes).map_err(|e| e.to_string())
}

/// Writes a file whole, or not at all, and keeps the file before beside it; where that is. What is
/// of others is kept under a name of its own, which nothing is written over.
///
/// # Errors
/// What the system said, with the file's name.
pub fn write_over(path: &Path, bytes: &[u8], others: bool) -> Result<Option<PathBuf>, String> {
    let mut backup = None;
    if path.is_file() {
        let mut name = path.as_os_str().to_owned();
        name.push(if others { ".others.bak" } else { ".bak" });
        let mut beside = PathBuf::from(name);
        if others {
            beside = free(&beside);
        }
        std::fs::copy(path, &beside)
            .map_err(|error| format!("{} cannot be written: {error}", beside.display()))?;
        backup = Some(beside);
    }
    write(path, bytes)?;
    Ok(backup)
}

/// Whether a file is there that says something else than it did.
pub fn has_changed(path: &Path, before: Option<&str>) -> bool {
    let now = crate::cli::open::text(path, 1 << 30, "a file").ok();
    before.is_some() && now.is_some() && now.as_deref() != before
}

/// A file's whole path as one word, for what is kept about it: its letters, and a number that
/// tells apart what they leave alike (`a-b` and `a_b`, and what has the same end).
pub fn flat(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let whole = whole.display().to_string();
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: Vec<char> = whole.chars().map(plain).collect();
    let end: String = name[name.len().saturating_sub(120)..].iter().collect();
    // FNV-1a: the same with every edition of the program
    let number = whole.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("{}-{number:08x}", end.trim_matches('-'))
}

/// Adds a text to the end of a file of ours.
///
/// # Errors
/// What the system said, with the file's name.
pub fn append(name: &str, text: &str) -> Result<(), String> {
    use std::io::Write;
    let path = in_home(name)?;
    let said = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(said)?;
    }
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(&path)
        .map_err(said)?;
    file.write_all(text.as_bytes()).map_err(said)
}

/// Whether there is a file of ours of this name.
pub fn is_there(name: &str) -> bool {
    home().is_some_and(|home| home.join(name).exists())
}

/// A file of ours that no other window has while this lives; it ends with the program, however that
/// ends.
pub struct Hold {
    _lock: Option<std::fs::File>,
}

impl Hold {
    /// The name of the file that is locked for another.
    pub fn file(name: &str) -> String {
        format!("{name}.lock")
    }
    /// Holds a file of ours; `None` if another window has it. Without file locks every window gets it.
    pub fn of(name: &str) -> Option<Self> {
        let Some(path) = home().map(|home| home.join(Self::file(name))) else {
            return Some(Self { _lock: None });
        };
        if let Some(folder) = path.parent() {
            // then it cannot be written in either, which is said when that is tried
            let _ = std::fs::create_dir_all(folder);
        }
        let mut open = std::fs::OpenOptions::new();
        let file = open.write(true).create(true).truncate(false).open(&path);
        match file {
            Err(_) => Some(Self { _lock: None }),
            Ok(file) => match file.try_lock() {
                Err(std::fs::TryLockError::WouldBlock) => None,
                Ok(()) | Err(std::fs::TryLockError::Error(_)) => Some(Self { _lock: Some(file) }),
            },
        }
    }
}

/// Takes a file of ours away, if there is one.
pub fn remove(name: &str) {
    if let Some(home) = home() {
        // nothing is lost if it stays
        let _ = std::fs::remove_file(home.join(name));
    }
}

/// Gives a file of ours another name.
pub fn rename(from: &str, to: &str) {
    if let Some(home) = home() {
        // nothing is lost if it stays
        let _ = std::fs::rename(home.join(from), home.join(to));
    }
}

/// Runs something that may give up in its own way, and says what it said.
///
/// # Errors
/// The words with which it gave up.
pub fn quietly(run: impl FnOnce()) -> Result<(), String> {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    std::panic::set_hook(before);
    ran.map_err(|gave_up| {
        gave_up
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| gave_up.downcast_ref::<&str>().map(|s| (*s).to_owned()))
            .unwrap_or_else(|| "the graphics driver failed".to_owned())
    })
}
