//! The window: play, watch, replay. It holds no rule: it shows decisions, answers, events, odds
//! and reasons, and every answer it gives is one that the battle has found legal.
//!
//! `shell` alone touches macroquad; `platform` alone touches clock, files and environment. All
//! the rest draws through egui and runs without a window.

mod app;
mod backdrop;
mod battle;
mod battle_screen;
mod board_view;
mod board_words;
mod book;
mod builder;
mod chances;
mod choice;
mod dialog;
mod driver;
mod editor;
mod error;
mod export_map;
mod forces;
mod history;
pub mod keys;
pub mod link;
mod maps;
mod menu;
mod message;
mod new_battle;
mod open_file;
mod panels;
mod picture;
mod placing;
mod platform;
mod saved;
pub mod script;
mod session;
mod settings;
mod shell;
mod signs;
mod stop;
mod table;
pub mod taken_in;
mod theme;
mod thumbs;
mod titles;
#[cfg(target_arch = "wasm32")]
pub mod web;
mod work;

use crate::look::layout;
pub use app::{App, Ended};
pub use driver::driver;
pub use error::{Differs, DisplayError, OpenError, WindowError};
pub use picture::{FIGURES, OVERVIEW};
use placing::Placing;
pub use platform::display;
pub use shell::{apart, at_once, changes, marks, next_frame};
use stop::Stop;
pub use table::{Piece, Sprites};
pub use theme::Looks;

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// Carries a script out on an app without a window or a display.
///
/// # Errors
/// A line that cannot be read or done.
pub fn rehearse(app: &mut App, script: &str) -> Result<(), Stop> {
    let lines = script::read("script", script)?;
    let driver = script::Driver::new("script", lines, PathBuf::new());
    script::without_window(app, driver, (1280.0, 800.0))
}

/// How the window opens.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Its size in points; without it, the window opens as it was left, and fits the screen.
    pub size: Option<(u32, u32)>,
    /// Dots a point, where the display is not to decide.
    pub scale: Option<f32>,
    /// A script with its name, and the folder for its shots.
    pub script: Option<(String, String, PathBuf)>,
}

/// Errors in the window's own files in the data folder: keys and settings.
pub fn damaged_files() -> Vec<String> {
    let found = [keys::Keys::load().1, settings::load().1];
    found.into_iter().flatten().collect()
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// A script that cannot be read.
pub fn open(app: App, options: &Options) -> Result<Ended, OpenError> {
    let driver = match &options.script {
        None => None,
        Some((name, text, folder)) => Some(script::Driver::new(
            name,
            script::read(name, text)?,
            folder.clone(),
        )),
    };
    if let Err(why) = platform::display() {
        return Ok(Ended::Failed(why));
    }
    let ended = Rc::new(RefCell::new(None));
    let driver = Rc::new(RefCell::new(driver));
    let app = Rc::new(RefCell::new(Some(app)));
    let scale = options.scale;
    let placing = Placing::of(options);
    let ran = with_window(placing.size, || {
        let (told, app, driver) = (ended.clone(), app.clone(), driver.clone());
        async move {
            let Some(mut app) = app.take() else { return };
            platform::opening(false);
            #[cfg(target_arch = "wasm32")]
            web::watch_faults();
            let driver = driver.take();
            #[cfg(target_arch = "wasm32")]
            let scripted = driver.is_some();
            let end = shell::run(&mut app, scale, placing, driver).await;
            #[cfg(target_arch = "wasm32")]
            web::ended(&end, scripted);
            *told.borrow_mut() = Some(end);
            macroquad::miniquad::window::order_quit();
        }
    });
    match (ran, app.borrow().is_none()) {
        (Err(why), false) => Ok(Ended::Failed(why)),
        (Err(why), true) => Err(OpenError::Failed(why)),
        (Ok(()), _) => Ok(ended.take().unwrap_or(Ended::Closed)),
    }
}

/// Opens a window of so many dots and stays until it is closed; what is `inside` runs as soon as it is open.
///
/// # Errors
/// Why it cannot be opened, or how it failed.
fn with_window<F>(size: (u32, u32), inside: impl Fn() -> F) -> Result<(), DisplayError>
where
    F: Future<Output = ()> + 'static,
{
    platform::opening(true);
    let mut tries = 0;
    let ran = loop {
        let inside = inside();
        let ran = platform::quietly(|| macroquad::Window::from_config(conf(size), inside));
        match ran {
            Err(DisplayError::GaveUp(why)) if why.contains(HUNG_UP) && tries < TRIES => {
                tries += 1;
                platform::rest(0.02 * f64::from(1 << tries));
            }
            ran => break ran,
        }
    };
    platform::opening(false);
    ran
}

/// The configuration of a window of so many dots.
fn conf((wide, high): (u32, u32)) -> macroquad::conf::Conf {
    macroquad::conf::Conf {
        miniquad_conf: macroquad::miniquad::conf::Conf {
            window_title: "skirmish".to_owned(),
            window_width: wide as i32,
            window_height: high as i32,
            high_dpi: true,
            sample_count: 1,
            window_resizable: true,
            platform: macroquad::miniquad::conf::Platform {
                blocking_event_loop: true,
                linux_wm_class: "skirmish",
                ..Default::default()
            },
            ..Default::default()
        },
        update_on: Some(macroquad::conf::UpdateTrigger {
            key_down: true,
            mouse_down: true,
            mouse_up: true,
            mouse_motion: true,
            mouse_wheel: true,
            specific_key: None,
            touch: true,
        }),
        ..Default::default()
    }
}

/// What is said where an X server does not answer. One that begins anew, as it does when the last
/// of its windows has gone, hangs up on who comes meanwhile: it is asked again.
const HUNG_UP: &str = "XOpenDisplay";

/// How often a display is asked again, each time after twice the time, 0.6 s in all.
const TRIES: u32 = 4;
