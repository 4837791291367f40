//! Opening the window from the command line.

use super::{Ended, Exit, Failure, ValueError, output};
use crate::store::text;
use crate::window::script::Stop;
use crate::window::{App, Ended as Closed, Options, open};
use clap::Args;
use std::path::PathBuf;

/// How the window opens.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Window")]
pub struct WindowArgs {
    /// Run a script in the window: click C4, hover C4, button "End step", key N, wait idle,
    /// shot NAME, quit; one command a line
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Folder for the screenshots of a script [default: shots]
    #[arg(long, value_name = "DIR", requires = "script")]
    pub shots: Option<PathBuf>,
    /// Size of the window in points, such as 1280x800
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// Pixels per point (display scale); without it, the display decides
    #[arg(long, value_name = "N", value_parser = scale)]
    pub dots: Option<f32>,
}

impl WindowArgs {
    /// Whether the window is asked for: by `--window`, or by an option that only it has. `others` are
    /// the options that exclude the window, and whether they were given.
    ///
    /// # Errors
    /// Both were given.
    pub fn is_asked(&self, window: bool, others: &[(&str, bool)]) -> Result<bool, Failure> {
        let options = [
            ("--script", self.script.is_some()),
            ("--size", self.size.is_some()),
            ("--dots", self.dots.is_some()),
        ];
        let Some((option, _)) = options.into_iter().find(|option| option.1) else {
            return Ok(window);
        };
        match others.iter().find(|other| other.1) {
            None => Ok(true),
            Some((other, _)) => Err(Failure::message(format!(
                "{option} needs the window, but {other} does not use it; leave one of them out"
            ))),
        }
    }
}

fn size(text: &str) -> Result<(u32, u32), ValueError> {
    let sides = text.split_once('x');
    match sides.map(|(width, height)| (width.parse(), height.parse())) {
        Some((Ok(w @ 320..=8192), Ok(h @ 240..=8192))) => Ok((w, h)),
        _ => Err(ValueError::Expected(
            "width and height in points, such as 1280x800, from 320x240 to 8192x8192",
        )),
    }
}

/// Reads a number of pixels per point.
///
/// # Errors
/// The text is not a number in range.
pub fn scale(text: &str) -> Result<f32, ValueError> {
    match text.parse() {
        Ok(n) if (0.5..=4.0).contains(&n) => Ok(n),
        _ => Err(ValueError::Expected("a number from 0.5 to 4")),
    }
}

/// `skirmish` without a verb: the window if there is a display, else what there is without one.
///
/// # Errors
/// The window, or the program without it, failed.
pub fn alone(
    args: &WindowArgs,
    dots: Option<f32>,
    seed: Option<u64>,
    without: impl FnOnce(&str) -> Ended,
) -> Ended {
    let args = WindowArgs {
        dots: args.dots.or(dots),
        ..args.clone()
    };
    if args.script.is_none() {
        if let Err(why) = crate::window::display() {
            return without(&why.to_string());
        }
        output::note("window: there is a display");
    }
    let app = App::new(seed);
    if args.script.is_some() {
        return run(app, &args, "skirmish play --terminal");
    }
    match show(app, &args)? {
        // a display that is named but not there
        Closed::Failed(why) => without(&why.to_string()),
        _ => Ok(Exit::Done),
    }
}

/// Whether a battle is to be shown in the window: asked for, or played at a terminal with a
/// display beside it.
pub fn is_wanted(asked: bool, terminal: bool) -> bool {
    asked || (!terminal && super::input::on_terminal() && crate::window::display().is_ok())
}

/// Opens the window with a battle.
///
/// # Errors
/// The battle or the window cannot be opened.
pub fn battle(
    setup: crate::play::Setup,
    record: Option<&std::path::Path>,
    args: &WindowArgs,
    instead: &str,
) -> Ended {
    let app = match record {
        Some(path) => App::recorded(setup, path),
        None => App::battle(setup),
    };
    run(app?, args, instead)
}

/// Opens the window and stays until it is closed. `instead`: what to do without a window.
///
/// # Errors
/// There is no display, or a script could not be carried out.
pub fn run(app: App, args: &WindowArgs, instead: &str) -> Ended {
    match show(app, args)? {
        Closed::Closed => Ok(Exit::Done),
        Closed::Script(Stop::Wrong(error)) => Err(Failure::message(error)),
        Closed::Script(Stop::NotSo(error)) => {
            output::note(format!("skirmish: {error}"));
            Ok(Exit::No)
        }
        Closed::Failed(why) => Err(Failure::message(format!(
            "cannot open the window: {why}; in a terminal: {instead}"
        ))),
    }
}

/// Opens the window and stays until it is closed; how that ended.
fn show(app: App, args: &WindowArgs) -> Result<Closed, Failure> {
    let script = match &args.script {
        None => None,
        Some(path) => {
            let text = text::read_text(path)?;
            let shots = args.shots.clone().unwrap_or_else(|| "shots".into());
            Some((path.display().to_string(), text, shots))
        }
    };
    let options = Options {
        size: args.size,
        scale: args.dots,
        script,
    };
    Ok(open(app, &options)?)
}
