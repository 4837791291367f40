//! The shell around the app: macroquad's loop, egui's input and output, triangles on the screen.
//!
//! With a blocking event loop nothing runs until something happens: a frame is drawn for input,
//! and again at once only while the app or egui asks for it.

mod damage;
mod input;
mod painter;
mod present;
mod sheets;
mod touch;

use super::app::{App, Ended};
use super::placing::Placing;
use super::platform;
use super::script::{Driver, FRAME_RATE, Stop};
use crate::store::disk;
pub use damage::{apart, changes, marks};
use egui::{Pos2, Rect, vec2};
use input::{Input, cursor};
pub use input::{at_once, next_frame};
use macroquad::miniquad;
use painter::Painter;

/// How long frames are drawn after the last input, in seconds. miniquad waits for one event more
/// than have come while a frame was drawn, so whoever clicks while the last one is drawn would
/// have to move the mouse before the click is seen.
const AWAKE: f64 = 0.3;

/// How many frames windows and tables take to find their size.
const SETTLE: u32 = 2;

/// How the graphics driver of the open window names itself.
pub fn driver() -> String {
    let about = painter::gl().info();
    format!("{:?} {}", about.backend, about.gl_version_string)
}

/// Runs the app frame by frame until it ends; the driver, if there is one, is at the mouse.
pub async fn run(
    app: &mut App,
    scale: Option<f32>,
    mut placing: Placing,
    mut driver: Option<Driver>,
) -> Ended {
    let ctx = egui::Context::default();
    let mut painter = match Painter::new() {
        Ok(painter) => painter,
        Err(error) => return Ended::Failed(error),
    };
    app.opened(&ctx);
    if let Some(place) = placing.place {
        platform::move_to(place);
    }
    // a size of text takes hold in the pass after it was set, and that one has no true size yet
    let mut first = ctx.run_ui(egui::RawInput::default(), |_| {});
    painter.take_textures(&first.textures_delta);
    first.textures_delta.clear();
    if driver.is_some() {
        ctx.enable_accesskit();
    }
    #[cfg(target_arch = "wasm32")]
    draw_letters(&ctx, &mut painter, scale).await;
    macroquad::input::prevent_quit();
    let subscriber = macroquad::input::utils::register_input_subscriber();
    let mut input = Input::default();
    let began = platform::now();
    let mut scripted_time = 0.0;
    #[cfg(target_arch = "wasm32")]
    let mut page = super::web::Page::default();
    let mut last = began;
    // frames still to be drawn after the last input: what is laid out anew settles in two
    let mut settling = 0;
    // until when input is looked for
    let mut awake = 0.0;
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
        settling = if events.is_empty() {
            settling - settling.min(1)
        } else {
            awake = started + AWAKE;
            SETTLE
        };
        let raw = input_of(vec2(width, height) / input.ppp, dots, time, events);
        let mut output = ctx.run_ui(raw, |ui| app.frame(ui));
        let ppp = output.pixels_per_point;
        let primitives = ctx.tessellate(std::mem::take(&mut output.shapes), ppp);
        painter.next = 0;
        painter.take_textures(&output.textures_delta);
        let took = painter.draw_pictures(&ctx, &app.pictures(), ppp);
        draw_thumbs(app, &ctx, &mut painter, ppp);
        // panels need no ground of their own on this one
        let ground = ctx.global_style().visuals.panel_fill;
        painter.present(&primitives, ground, size, ppp);
        let took = took.unwrap_or(0.0);
        app.drew(took, platform::now() - started - took);
        let mut failed = None;
        if let Some(driver) = &mut driver {
            let mut views = output.viewport_output.values();
            let restless = views.any(|v| v.repaint_delay.is_zero());
            failed = match driver.after(app, &output.platform_output, || restless) {
                Ok(Some(path)) => {
                    let shot = painter.shot(&primitives, ground, size, ppp, &path);
                    shot.err().map(Stop::Wrong)
                }
                Ok(None) => None,
                Err(error) => Some(error),
            };
            if let Some(film) = driver.film() {
                let dots = painter.dots(&primitives, ground, size, ppp);
                failed = failed.or(film.take(size, dots).err().map(Stop::Wrong));
            }
        }
        keep_photo(app, &ctx, &mut painter, ppp);
        painter.free_textures(&output.textures_delta);
        painter.tidy();
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
        let soon = output
            .viewport_output
            .values()
            .map(|v| v.repaint_delay)
            .min()
            .unwrap_or(std::time::Duration::MAX);
        if driver.is_some() {
            miniquad::window::schedule_update();
        } else if settling > 0
            || started < awake
            || ctx.input(|i| i.pointer.any_down())
            || soon < std::time::Duration::from_secs(2)
        {
            miniquad::window::schedule_update();
            platform::rest((1.0 / 60.0 - (platform::now() - started)).max(0.0));
        }
        macroquad::window::next_frame().await;
    }
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

/// Draws the letters of usual sizes, some in each frame: drawing them takes long when they are first
/// shown, and a page may not stand still for that.
#[cfg(target_arch = "wasm32")]
async fn draw_letters(ctx: &egui::Context, painter: &mut Painter, scale: Option<f32>) {
    const AT_ONCE: usize = 16;
    const SIZES: [f32; 2] = [14.0, 16.0];
    let letters: Vec<char> = (' '..='~').collect();
    for some in letters.chunks(AT_ONCE) {
        let dots = scale.unwrap_or_else(platform::dots);
        let text: String = some.iter().collect();
        let raw = input_of(vec2(1.0, 1.0), dots, 0.0, Vec::new());
        let mut output = ctx.run_ui(raw, |ui| {
            for size in SIZES {
                let font = egui::FontId::proportional(size);
                let ink = egui::Color32::WHITE;
                let _laid_out = ui.painter().layout_no_wrap(text.clone(), font, ink);
            }
        });
        painter.take_textures(&output.textures_delta);
        output.textures_delta.clear();
        miniquad::window::schedule_update();
        macroquad::window::next_frame().await;
    }
}

/// Draws small pictures of maps: a few a frame, so that lists of maps open at once.
fn draw_thumbs(app: &mut App, ctx: &egui::Context, painter: &mut Painter, ppp: f32) {
    let mut thumbs = 0;
    while thumbs < 3
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
            None => Err("There is no folder to keep files in.".to_owned()),
            Some(path) => painter.photo(ctx, &photo, ppp, &path).map(|()| {
                platform::hand_over(&path);
                match platform::ON_A_PAGE {
                    true => "The picture is downloaded.".to_owned(),
                    false => format!("The picture is in {}.", path.display()),
                }
            }),
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
