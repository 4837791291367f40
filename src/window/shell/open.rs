//! Opening the window, and how it ended.

#[cfg(target_arch = "wasm32")]
use super::page;
use super::placing::Placing;
use super::run;
use crate::store::Failure;
use crate::window::app::App;
use crate::window::options::Options;
use crate::window::platform::{self, DisplayError};
use crate::window::script::{Driver, ScriptError, read};
use crate::window::stop::Stop;
use std::cell::RefCell;
use std::rc::Rc;

/// How the window ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was closed.
    Closed,
    /// A script's line could not be done.
    Script(Stop),
    /// It could not be opened.
    Failed(DisplayError),
}

/// Why the window was not opened, or did not stay open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The script cannot be read.
    #[error(transparent)]
    Script(#[from] Stop),
    /// The window was open, and failed.
    #[error("the window failed: {0}")]
    Failed(DisplayError),
}

impl From<ScriptError> for OpenError {
    fn from(error: ScriptError) -> Self {
        OpenError::Script(error.into())
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        Failure::of(error)
    }
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// A script that cannot be read.
pub fn open(app: App, options: &Options) -> Result<Ended, OpenError> {
    let driver = match &options.script {
        None => None,
        Some((name, text, folder)) => Some(Driver::new(name, read(name, text)?, folder.clone())),
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
        let (outcome, app, driver) = (ended.clone(), app.clone(), driver.clone());
        async move {
            let Some(mut app) = app.take() else { return };
            platform::opening(false);
            #[cfg(target_arch = "wasm32")]
            page::watch_faults();
            let driver = driver.take();
            #[cfg(target_arch = "wasm32")]
            let scripted = driver.is_some();
            let end = run(&mut app, scale, placing, driver).await;
            #[cfg(target_arch = "wasm32")]
            page::ended(&end, scripted);
            *outcome.borrow_mut() = Some(end);
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
pub fn with_window<F>(size: (u32, u32), inside: impl Fn() -> F) -> Result<(), DisplayError>
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
