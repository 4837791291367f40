//! Clock, threads and display: what the window needs from the machine besides files, which come
//! from [`crate::store`].

#[cfg(all(unix, not(target_os = "macos"), not(target_arch = "wasm32")))]
mod screen;
mod task;

use crate::store::output;
#[cfg(all(unix, not(target_os = "macos"), not(target_arch = "wasm32")))]
pub use screen::{Screen, screen};
#[cfg(target_arch = "wasm32")]
pub use task::serve;
pub use task::{Task, Work};

/// Why no window can be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DisplayError {
    /// The environment names no display.
    #[error("there is no display (DISPLAY is not set)")]
    NoDisplay,
    /// No window is to be opened, for this reason.
    #[error("{0}")]
    Forbidden(String),
    /// The window system or the graphics driver gave up with these words.
    #[error("{0}")]
    GaveUp(String),
    /// The graphics driver cannot draw.
    #[error("the graphics driver refuses a simple shader: {0}")]
    Shader(String),
    /// The window was closed before it was asked for its driver.
    #[error("the window closed before the driver answered")]
    Closed,
}

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

/// How many things can be worked out at once, one of them the window.
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

/// Dots of the screen for a point.
pub fn dots() -> f32 {
    #[cfg(target_arch = "wasm32")]
    let dots = crate::store::page::dots();
    #[cfg(not(target_arch = "wasm32"))]
    let dots = macroquad::miniquad::window::dpi_scale();
    dots.max(0.5)
}

/// Whether fingers point at the screen, not a mouse: then controls are larger.
pub fn is_touched() -> bool {
    #[cfg(target_arch = "wasm32")]
    let touched = crate::store::page::is_touched();
    #[cfg(not(target_arch = "wasm32"))]
    let touched = false;
    touched
}

/// The screen, in dots.
#[cfg(not(all(unix, not(target_os = "macos"), not(target_arch = "wasm32"))))]
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Screen {
    /// Width and height.
    pub size: (u32, u32),
    /// Dots for a point.
    pub dots: f32,
}

/// The screen before a window is opened, where the system tells.
#[cfg(not(all(unix, not(target_os = "macos"), not(target_arch = "wasm32"))))]
pub fn screen() -> Option<Screen> {
    None
}

/// The place of the window on the screen, in dots, where the system tells.
pub fn place() -> Option<(i32, i32)> {
    #[cfg(any(target_os = "windows", target_os = "linux"))]
    {
        let (x, y) = macroquad::miniquad::window::get_window_position();
        // places left of the screen or above it come as large numbers
        Some((x as i32, y as i32))
    }
    #[cfg(not(any(target_os = "windows", target_os = "linux")))]
    None
}

/// Moves the window to a place on the screen, in dots.
pub fn move_to((x, y): (i32, i32)) {
    #[cfg(not(target_arch = "wasm32"))]
    macroquad::miniquad::window::set_window_position(x.max(0) as u32, y.max(0) as u32);
    #[cfg(target_arch = "wasm32")]
    let _ = (x, y);
}

/// Fills the screen with the window. Where no window manager does it, its size must be known.
pub fn fill_screen(size: Option<(u32, u32)>) {
    macroquad::miniquad::window::set_fullscreen(true);
    if let Some((wide, high)) = size {
        move_to((0, 0));
        macroquad::miniquad::window::set_window_size(wide, high);
    }
}

/// Gives the window that filled the screen a size and place, in dots.
pub fn leave_full((wide, high): (u32, u32), place: (i32, i32)) {
    macroquad::miniquad::window::set_fullscreen(false);
    macroquad::miniquad::window::set_window_size(wide, high);
    move_to(place);
}

/// Whether the program runs in the page of a browser: files are taken in and handed out by the page,
/// and nobody quits.
pub const ON_A_PAGE: bool = cfg!(target_arch = "wasm32");

/// Opens the system's choice of a file, if it has one.
pub fn ask_for_file() {
    #[cfg(target_arch = "wasm32")]
    crate::store::page::ask_for_file();
}

/// Hands a file of the program out to the person at the page.
pub fn hand_out(path: &std::path::Path) {
    #[cfg(target_arch = "wasm32")]
    {
        const MOST: u64 = 1 << 30;
        if let Ok(bytes) = crate::store::disk::bytes(path, MOST, "a file") {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            crate::store::page::download(&name, &bytes);
        }
    }
    #[cfg(not(target_arch = "wasm32"))]
    let _ = path;
}

/// Hands a file out that was written for this alone; a page does not keep it.
pub fn hand_over(path: &std::path::Path) {
    hand_out(path);
    #[cfg(target_arch = "wasm32")]
    let _ = crate::store::disk::remove(path);
}

/// Makes a link the address of the page and puts it on the clipboard.
pub fn take_link(link: &str) {
    #[cfg(target_arch = "wasm32")]
    crate::store::page::send(crate::store::page::Message::Address, link);
    #[cfg(not(target_arch = "wasm32"))]
    copy(link);
}

/// Puts a text on the system's clipboard.
pub fn copy(text: &str) {
    macroquad::miniquad::window::clipboard_set(text);
    #[cfg(target_arch = "wasm32")]
    crate::store::page::send(crate::store::page::Message::Copy, text);
}

/// Says a line to whoever started the program.
pub fn say(line: &str) {
    // a closed pipe is no reason to stop
    let _ = output::line(line);
}

/// Set: no window is opened, and why not.
const NO_WINDOW: &str = "SKIRMISH_NO_WINDOW";

/// Whether there seems to be a display.
///
/// # Errors
/// Why there is none.
pub fn display() -> Result<(), DisplayError> {
    if let Some(why) = std::env::var_os(NO_WINDOW).filter(|why| !why.is_empty()) {
        return Err(DisplayError::Forbidden(why.to_string_lossy().into_owned()));
    }
    #[cfg(all(unix, not(target_os = "macos"), not(target_arch = "wasm32")))]
    {
        let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        if !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
            return Err(DisplayError::NoDisplay);
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
        output::note(
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

/// Runs something that may give up in its own way, and says what it said.
///
/// # Errors
/// The words with which it gave up.
pub fn quietly(run: impl FnOnce()) -> Result<(), DisplayError> {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    std::panic::set_hook(before);
    ran.map_err(|gave_up| {
        let words = gave_up
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| gave_up.downcast_ref::<&str>().map(|s| (*s).to_owned()))
            .unwrap_or_else(|| "the graphics driver failed".to_owned());
        DisplayError::GaveUp(words)
    })
}
