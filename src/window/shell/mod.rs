//! The shell around the app: macroquad's loop, egui's input and output, triangles on the screen.
//!
//! With a blocking event loop nothing runs until something happens: a frame is drawn for input,
//! and again at once only while the app or egui asks for it.

mod damage;
mod driver;
mod input;
mod open;
#[cfg(target_arch = "wasm32")]
pub mod page;
mod painter;
mod placing;
mod present;
mod sheets;
mod touch;

use super::app::App;
use super::error::WindowError;
#[cfg(target_arch = "wasm32")]
use super::menu::WRITTEN_LARGE;
use super::message::Message;
use super::platform::{self, DisplayError};
use super::script::{Driver, FRAME_RATE, Stop};
use crate::store::disk;
pub use damage::{apart, changes, marks};
pub use driver::driver;
use egui::{Pos2, Rect, vec2};
use input::{Input, cursor};
pub use input::{at_once, next_frame};
use macroquad::miniquad;
pub use open::{Ended, OpenError, open};
use painter::Painter;
use placing::Placing;
use std::path::PathBuf;
use std::time::Duration;

/// How long frames are drawn after the last input, in seconds. miniquad waits for one event more
/// than have come while a frame was drawn, so whoever clicks while the last one is drawn would
/// have to move the mouse before the click is seen.
const AWAKE: f64 = 0.3;

/// How many frames windows and tables take to find their size.
const SETTLE: u32 = 2;

/// Runs the app frame by frame until it ends; the driver, if there is one, is at the mouse.
async fn run(
    app: &mut App,
    scale: Option<f32>,
    mut placing: Placing,
    mut driver: Option<Driver>,
) -> Ended {
    let (ctx, mut painter) = match opened(app, driver.is_some()) {
        Ok(opened) => opened,
        Err(error) => return Ended::Failed(error),
    };
    if let Some(place) = placing.place {
        platform::move_to(place);
    }
    #[cfg(target_arch = "wasm32")]
    draw_letters(&ctx, &mut painter, scale).await;
    macroquad::input::prevent_quit();
    let subscriber = macroquad::input::utils::register_input_subscriber();
    let mut input = Input::default();
    let began = platform::now();
    let mut scripted_time = 0.0;
    #[cfg(target_arch = "wasm32")]
    let mut page = page::Page::default();
    let mut last = began;
    let mut pace = Pace::default();
    loop {
        let started = platform::now();
        if let Some(driver) = &mut driver {
            driver.took(started - last);
        }
        last = started;
        let (width, height) = miniquad::window::screen_size();
        let size = (width.max(1.0) as u32, height.max(1.0) as u32);
        let dots = scale.unwrap_or_else(platform::dots);
        input.ppp = dots * ctx.zoom_factor();
        macroquad::input::utils::repeat_all_miniquad_input(&mut input, subscriber);
        let mut events = next_frame(&mut input.events);
        let mut time = started - began;
        if let Some(driver) = &mut driver {
            // a script sees a clock of its own, so that it never depends on the machine
            scripted_time += 1.0 / f64::from(FRAME_RATE);
            time = scripted_time;
            driver.sees(vec2(width, height) / input.ppp);
            events = driver.events(app);
        }
        if app.is_still() {
            events = at_once(events, ctx.options(|o| o.input_options.line_scroll_speed));
        }
        pace.begins(started, !events.is_empty());
        let raw = input_of(vec2(width, height) / input.ppp, dots, time, events);
        let mut output = ctx.run_ui(raw, |ui| app.frame(ui));
        let frame = draw(app, &ctx, &mut painter, &mut output, size, started);
        let delays = output.viewport_output.values().map(|v| v.repaint_delay);
        let soon = delays.min().unwrap_or(Duration::MAX);
        let mut failed = None;
        if let Some(driver) = &mut driver {
            let done = driver.after(app, &output.platform_output, || soon.is_zero());
            failed = kept(driver, done, &mut painter, &frame).err();
        }
        keep_photo(app, &ctx, &mut painter, frame.ppp);
        painter.tidy(&output.textures_delta);
        output.textures_delta.clear();
        tell_system(&output.platform_output);
        #[cfg(target_arch = "wasm32")]
        page.exchange(app);
        #[cfg(not(target_arch = "wasm32"))]
        take_dropped(app);
        if macroquad::input::is_quit_requested() {
            app.close();
        }
        if let Some(error) = failed {
            return Ended::Script(error);
        }
        if !platform::ON_A_PAGE && ctx.input(|i| i.key_pressed(egui::Key::F11)) {
            placing.switch_full(size);
        }
        if app.is_closed() || driver.as_ref().is_some_and(Driver::is_over) {
            placing.keep((width / dots, height / dots), dots);
            return Ended::Closed;
        }
        match driver.is_some() {
            true => miniquad::window::schedule_update(),
            false => pace.schedule(&ctx, started, soon),
        }
        macroquad::window::next_frame().await;
    }
}

/// What draws the app, once the window is open.
fn opened(app: &mut App, scripted: bool) -> Result<(egui::Context, Painter), DisplayError> {
    let ctx = egui::Context::default();
    let mut painter = Painter::new()?;
    app.opened(&ctx);
    // a size of text takes hold in the pass after it was set, and that one has no true size yet
    let mut first = ctx.run_ui(egui::RawInput::default(), |_| {});
    painter.take_textures(&first.textures_delta);
    first.textures_delta.clear();
    if scripted {
        ctx.enable_accesskit();
    }
    Ok((ctx, painter))
}

/// Whether frames follow each other without input.
#[derive(Default)]
struct Pace {
    /// Frames still to be drawn after the last input: what is laid out anew settles in two.
    settling: u32,
    /// Until when input is looked for.
    awake: f64,
}

impl Pace {
    /// A frame begins, with input or without.
    fn begins(&mut self, now: f64, input: bool) {
        match input {
            true => (self.settling, self.awake) = (SETTLE, now + AWAKE),
            false => self.settling -= self.settling.min(1),
        }
    }
    /// Has the next frame drawn without input, if it is needed; `soon`: when egui wants it.
    fn schedule(&self, ctx: &egui::Context, started: f64, soon: Duration) {
        let goes_on = self.settling > 0
            || started < self.awake
            || ctx.input(|i| i.pointer.any_down())
            || soon < Duration::from_secs(2);
        if goes_on {
            miniquad::window::schedule_update();
            platform::rest((1.0 / 60.0 - (platform::now() - started)).max(0.0));
        }
    }
}

/// A frame that was drawn.
struct Shown {
    primitives: Vec<egui::ClippedPrimitive>,
    ground: egui::Color32,
    /// Its size in dots.
    size: (u32, u32),
    ppp: f32,
}

/// Draws a frame of the app, which began at this time, in the window.
fn draw(
    app: &mut App,
    ctx: &egui::Context,
    painter: &mut Painter,
    output: &mut egui::FullOutput,
    size: (u32, u32),
    started: f64,
) -> Shown {
    let ppp = output.pixels_per_point;
    let primitives = ctx.tessellate(std::mem::take(&mut output.shapes), ppp);
    painter.next = 0;
    painter.take_textures(&output.textures_delta);
    let took = painter.draw_pictures(ctx, &app.pictures(), ppp);
    draw_thumbs(app, ctx, painter, ppp);
    // panels need no ground of their own on this one
    let ground = ctx.global_style().visuals.panel_fill;
    painter.present(&primitives, ground, size, ppp);
    let took = took.unwrap_or(0.0);
    app.drew(took, platform::now() - started - took);
    Shown {
        primitives,
        ground,
        size,
        ppp,
    }
}

/// Keeps the picture for which the line of a script asks, and the one for its film.
fn kept(
    driver: &mut Driver,
    done: Result<Option<PathBuf>, Stop>,
    painter: &mut Painter,
    frame: &Shown,
) -> Result<(), Stop> {
    let (primitives, ground) = (&frame.primitives, frame.ground);
    let (size, ppp) = (frame.size, frame.ppp);
    let done = done.and_then(|shot| match shot {
        Some(path) => {
            let written = painter.shot(primitives, ground, size, ppp, &path);
            written.map_err(Stop::wrong)
        }
        None => Ok(()),
    });
    let filmed = match driver.film() {
        Some(film) => {
            let dots = painter.dots(primitives, ground, size, ppp);
            film.take(size, dots).map_err(Stop::wrong)
        }
        None => Ok(()),
    };
    done.and(filmed)
}

/// The input of a frame, for egui.
fn input_of(size: egui::Vec2, dots: f32, time: f64, events: Vec<egui::Event>) -> egui::RawInput {
    let mut raw = egui::RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
        time: Some(time),
        predicted_dt: 1.0 / 60.0,
        max_texture_side: Some(4096),
        events,
        focused: true,
        ..egui::RawInput::default()
    };
    raw.viewports
        .entry(egui::ViewportId::ROOT)
        .or_default()
        .native_pixels_per_point = Some(dots);
    raw
}

/// Draws the letters of usual sizes and those of the menu, some in each frame: drawing them takes
/// long when they are first shown, and a page may not stand still for that.
#[cfg(target_arch = "wasm32")]
async fn draw_letters(ctx: &egui::Context, painter: &mut Painter, scale: Option<f32>) {
    const AT_ONCE: usize = 12;
    let letters: Vec<char> = (' '..='~').collect();
    let parts = |size| {
        letters
            .chunks(AT_ONCE)
            .map(move |part| (part.iter().collect(), size))
    };
    let mut all: Vec<(String, f32)> = [14.0, 16.0].into_iter().flat_map(parts).collect();
    all.extend(WRITTEN_LARGE.map(|(text, size)| (text.to_owned(), size)));
    // what comes before and after takes frames of its own
    miniquad::window::schedule_update();
    macroquad::window::next_frame().await;
    for (text, size) in all {
        let dots = scale.unwrap_or_else(platform::dots);
        let raw = input_of(vec2(1.0, 1.0), dots, 0.0, Vec::new());
        let mut output = ctx.run_ui(raw, |ui| {
            let font = egui::FontId::proportional(size);
            let ink = egui::Color32::WHITE;
            let _laid_out = ui.painter().layout_no_wrap(text.clone(), font, ink);
        });
        painter.take_textures(&output.textures_delta);
        output.textures_delta.clear();
        miniquad::window::schedule_update();
        macroquad::window::next_frame().await;
    }
}

/// Draws small pictures of maps: a few a frame, so that lists of maps open at once.
fn draw_thumbs(app: &mut App, ctx: &egui::Context, painter: &mut Painter, ppp: f32) {
    let most = if platform::ON_A_PAGE { 1 } else { 3 };
    let mut thumbs = 0;
    while thumbs < most
        && let Some(thumb) = app.thumbs.next(ctx)
    {
        painter.draw_thumb(ctx, &thumb, ppp);
        thumbs += 1;
        ctx.request_repaint();
    }
}

/// Writes the picture that was asked for.
fn keep_photo(app: &mut App, ctx: &egui::Context, painter: &mut Painter, ppp: f32) {
    if let Some(photo) = app.take_photo() {
        let path = disk::home().map(|h| h.join(&photo.file));
        app.say(match path {
            None => Message::refused(WindowError::NoDataFolder),
            Some(path) => {
                let kept = painter.photo(ctx, &photo, ppp, &path);
                let said = kept.map(|()| {
                    platform::hand_over(&path);
                    match platform::ON_A_PAGE {
                        true => "The picture is downloaded.".to_owned(),
                        false => format!("The picture is in {}.", path.display()),
                    }
                });
                said.into()
            }
        });
        ctx.request_repaint();
    }
}

/// Takes in files that were dropped on the window.
#[cfg(not(target_arch = "wasm32"))]
fn take_dropped(app: &mut App) {
    for file in macroquad::input::get_dropped_files() {
        let path = file.path.unwrap_or_default();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(bytes) = &file.bytes {
            app.take_in(&name, bytes);
        }
    }
}

/// Hands the clipboard and the cursor to the system.
fn tell_system(output: &egui::PlatformOutput) {
    for command in &output.commands {
        if let egui::OutputCommand::CopyText(text) = command {
            platform::copy(text);
        }
    }
    miniquad::window::set_mouse_cursor(cursor(output.cursor_icon));
}
