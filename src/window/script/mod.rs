//! Scripts that drive the window, one command a line, over the same input as a person's.
//!
//! `click C4` · `hover C4` · `rightclick C4` · `button "End step"` · `key N` · `type TEXT` ·
//! `see "TEXT"` · `large 40` (fails unless controls have so many points) · `drag C4 H4` · `wheel 3` · `wait idle` · `wait 10` (frames) · `shot NAME` · `frames begin` ·
//! `frames NAME` (says how long the frames since then took) · `film begin` · `film NAME` ·
//! `speed 40 utility` (plays so many battles without drawing and says how fast) · `quit`. Empty lines and
//! lines that begin with `#` are passed over.
//!
//! `film begin` starts a film of the window and `film NAME` writes it as an animated PNG, NAME.png, beside
//! the shots. `film begin every 200 ms` takes a picture every 200 ms (33 to 10000, default 100). Time is
//! that of the script, 30 frames a second, so a slow machine makes the same film. A film holds at most
//! 600 different pictures and 64 MB; then the script ends with an error.

mod film;
mod lines;
mod speed;

use super::app::App;
pub use super::stop::Stop;
use crate::store::disk;
pub use film::{FRAME_RATE, Film, FilmError};
pub use lines::{Command, Line, LineError, ScriptError, read};

use egui::accesskit;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};

/// The longest a script waits for something, in frames.
const PATIENCE: u32 = 6_000;

/// A control that was drawn.
struct Control {
    label: String,
    /// The label before it, if it has one.
    before: Option<String>,
    at: Pos2,
    /// Its width and height in points.
    size: egui::Vec2,
    /// Whether it is switched off.
    off: bool,
    node: accesskit::NodeId,
}

/// A script at work.
pub struct Driver {
    file: String,
    lines: VecDeque<Line>,
    folder: PathBuf,
    /// Events to come, a frame each.
    pending: VecDeque<Vec<Event>>,
    waited: u32,
    quiet: u32,
    over: bool,
    error: Option<Stop>,
    /// Texts of the last frame.
    texts: Vec<String>,
    /// How long frames took, while they are measured, and the processor time taken before.
    times: Option<(Vec<f64>, Option<f64>)>,
    /// The film that is being taken.
    film: Option<Film>,
    /// Controls of the last frame.
    controls: Vec<Control>,
    /// The size of the window in points.
    room: egui::Vec2,
    /// Where the control was that is being scrolled into view.
    brought: Option<Pos2>,
}

impl Driver {
    /// A script, and where its shots go.
    pub fn new(file: &str, lines: Vec<Line>, folder: PathBuf) -> Self {
        Self {
            file: file.to_owned(),
            lines: lines.into(),
            folder,
            pending: VecDeque::new(),
            waited: 0,
            quiet: 0,
            over: false,
            error: None,
            texts: Vec::new(),
            times: None,
            film: None,
            controls: Vec::new(),
            room: egui::Vec2::INFINITY,
            brought: None,
        }
    }

    /// The window is so large, in points.
    pub fn sees(&mut self, room: egui::Vec2) {
        self.room = room;
    }

    /// Scrolls a control into view, for it may lie beyond the edge of a list or the window.
    fn bring(&mut self, node: accesskit::NodeId) -> Vec<Event> {
        self.pending.extend([Vec::new(), Vec::new()]);
        vec![Event::AccessKitActionRequest(accesskit::ActionRequest {
            action: accesskit::Action::ScrollIntoView,
            target_tree: accesskit::TreeId::ROOT,
            target_node: node,
            data: None,
        })]
    }

    /// Whether the script is at its end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    fn click(&mut self, at: Pos2, button: PointerButton) {
        let press = |pressed| Event::PointerButton {
            pos: at,
            button,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.pending.push_back(vec![Event::PointerMoved(at)]);
        self.pending.push_back(vec![press(true)]);
        self.pending.push_back(vec![press(false)]);
        self.pending.push_back(Vec::new());
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        const STEPS: u8 = 30;
        let press = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.pending.push_back(vec![Event::PointerMoved(from)]);
        self.pending.push_back(vec![press(from, true)]);
        for i in 1..=STEPS {
            let at = from + (to - from) * (f32::from(i) / f32::from(STEPS));
            self.pending.push_back(vec![Event::PointerMoved(at)]);
        }
        self.pending.push_back(vec![press(to, false)]);
        self.pending.push_back(Vec::new());
    }

    /// Turns the wheel in the middle of the window.
    fn wheel(&mut self, notches: f32) {
        if self.room.is_finite() {
            let middle = (self.room / 2.0).to_pos2();
            self.pending.push_back(vec![Event::PointerMoved(middle)]);
        }
        self.pending.push_back(vec![Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: egui::vec2(0.0, notches),
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::NONE,
            source: egui::MouseWheelSource::Wheel,
        }]);
        self.pending.push_back(Vec::new());
    }

    /// Presses a key and lets it go.
    fn key(&mut self, key: Key, held: Modifiers) {
        for pressed in [true, false] {
            let now = if pressed { held } else { Modifiers::NONE };
            let mut events = vec![
                Event::ModifiersChanged(now),
                Event::Key {
                    key,
                    physical_key: None,
                    pressed,
                    repeat: false,
                    modifiers: held,
                },
            ];
            if pressed && key == Key::Questionmark {
                events.push(Event::Text("?".to_owned()));
            }
            self.pending.push_back(events);
        }
        self.pending.push_back(Vec::new());
    }

    /// A frame took so long, in seconds.
    pub fn took(&mut self, seconds: f64) {
        if let Some((times, _)) = &mut self.times {
            times.push(seconds);
        }
    }

    /// The input of the next frame.
    pub fn events(&mut self, app: &App) -> Vec<Event> {
        if let Some(events) = self.pending.pop_front() {
            return events;
        }
        let Some(line) = self.lines.front().cloned() else {
            self.over = true;
            return Vec::new();
        };
        let outcome = match &line.command {
            Command::Click(space) => app
                .place_of(space)
                .map(|at| self.click(at, PointerButton::Primary)),
            Command::RightClick(space) => app
                .place_of(space)
                .map(|at| self.click(at, PointerButton::Secondary)),
            Command::Hover(space) => app.place_of(space).map(|at| {
                self.pending.push_back(vec![Event::PointerMoved(at)]);
                self.pending.push_back(Vec::new());
            }),
            Command::Button(label) => match self.find(label) {
                Ok((at, node)) => match self.brought.replace(at) {
                    None => return self.bring(node),
                    // a list takes a few frames to scroll
                    Some(before) if before != at => return Vec::new(),
                    Some(_) => {
                        self.brought = None;
                        self.click(at, PointerButton::Primary);
                        Ok(())
                    }
                },
                // the screen may still be on its way
                Err(_) if self.waited < 20 => {
                    self.waited += 1;
                    return Vec::new();
                }
                Err(error) => Err(error),
            },
            Command::Drag(from, to) => app
                .place_of(from)
                .and_then(|a| Ok((a, app.place_of(to)?)))
                .map(|(from, to)| self.drag(from, to)),
            Command::Wheel(notches) => {
                self.wheel(*notches as f32);
                Ok(())
            }
            Command::Key(key, held) => {
                self.key(*key, *held);
                Ok(())
            }
            Command::Type(text) => {
                self.pending.push_back(vec![Event::Text(text.clone())]);
                self.pending.push_back(Vec::new());
                Ok(())
            }
            // these are looked at after the frame
            Command::WaitIdle
            | Command::Wait(_)
            | Command::Shot(_)
            | Command::See(_)
            | Command::Large(_)
            | Command::FramesBegin
            | Command::Frames(_)
            | Command::FilmBegin(_)
            | Command::Film(_)
            | Command::Speed(..)
            | Command::Quit => return Vec::new(),
        };
        match outcome {
            Ok(()) => {
                self.waited = 0;
                self.lines.pop_front();
                self.pending.pop_front().unwrap_or_default()
            }
            Err(error) => {
                self.error = Some(error.at(&self.place(&line)));
                Vec::new()
            }
        }
    }

    /// The film that is to have this frame, if there is one.
    pub fn film(&mut self) -> Option<&mut Film> {
        self.film
            .as_mut()
            .and_then(|film| film.is_due().then_some(film))
    }

    fn place(&self, line: &Line) -> String {
        format!("{}:{}:{}", self.file, line.number, line.argument)
    }

    fn not_so(&self, line: &Line, error: &str) -> Stop {
        Stop::NotSo(error.to_owned()).at(&self.place(line))
    }

    fn find(&self, label: &str) -> Result<(Pos2, accesskit::NodeId), Stop> {
        let named = |whole: bool| {
            self.controls.iter().find(|c| {
                if whole {
                    c.label.eq_ignore_ascii_case(label)
                } else {
                    c.label.to_lowercase().starts_with(&label.to_lowercase())
                }
            })
        };
        let before = || {
            let is = |b: &String| b.eq_ignore_ascii_case(label);
            self.controls
                .iter()
                .find(|c| c.before.as_ref().is_some_and(is))
        };
        match named(true).or_else(before).or_else(|| named(false)) {
            Some(c) if c.off => Err(Stop::NotSo(format!("{:?} cannot be used now", c.label))),
            Some(c) => Ok((c.at, c.node)),
            None => {
                let mut known: Vec<&str> = self.controls.iter().map(|c| c.label.as_str()).collect();
                known.sort_unstable();
                known.dedup();
                Err(Stop::NotSo(format!(
                    "there is no control {label:?}; there are: {}",
                    known.join(", ")
                )))
            }
        }
    }

    /// Reads controls and texts from what egui tells of a frame.
    fn read_controls(&mut self, output: &egui::PlatformOutput) {
        if let Some(update) = &output.accesskit_update {
            let all: HashMap<_, _> = update.nodes.iter().map(|(id, n)| (*id, n)).collect();
            let controls = update.nodes.iter().filter_map(|(id, n)| {
                let before = n.labelled_by().first().and_then(|id| text(all.get(id)?));
                seen(*id, n, before)
            });
            self.controls = controls.collect();
            self.texts = update.nodes.iter().filter_map(|(_, n)| text(n)).collect();
        }
    }

    /// Whether a text is on the screen, in capitals or not.
    fn is_on_screen(&self, text: &str) -> bool {
        let sought = text.to_lowercase();
        let mut texts = self.texts.iter();
        texts.any(|t| t.to_lowercase().contains(&sought))
    }

    /// Says how long the frames took that were measured.
    fn tell_frames(&mut self, name: &str) {
        let (times, before) = self.times.take().unwrap_or_default();
        let worked = super::platform::worked()
            .zip(before)
            .map(|(now, then)| now - then);
        super::platform::say(&format!("{name}: {}", frame_times(times, worked)));
    }

    /// The controls that are smaller than this, in words. `None` if there are none.
    fn small_controls(&self, least: u32) -> Option<String> {
        let small = self.controls.iter().filter(|c| {
            // what scrolls may be cut off at the edge of its list
            !c.off && c.size.min_elem() < least as f32 - 0.5
        });
        let small: Vec<String> = small
            .map(|c| format!("{:?} has {:.0} × {:.0}", c.label, c.size.x, c.size.y))
            .collect();
        let small = (!small.is_empty()).then(|| small.join(", "))?;
        Some(format!("controls smaller than {least} points: {small}"))
    }

    /// Looks at the frame that was drawn; the file in which to keep it, if it is to be kept.
    ///
    /// # Errors
    /// A line could not be done.
    pub fn after(
        &mut self,
        app: &App,
        output: &egui::PlatformOutput,
        restless: impl FnOnce() -> bool,
    ) -> Result<Option<PathBuf>, Stop> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        self.read_controls(output);
        if !self.pending.is_empty() {
            return Ok(None);
        }
        let Some(line) = self.lines.front().cloned() else {
            return Ok(None);
        };
        match &line.command {
            Command::Quit => self.over = true,
            Command::See(text) => {
                if !self.is_on_screen(text) {
                    self.waited += 1;
                    if self.waited < 20 {
                        return Ok(None);
                    }
                    return Err(self.not_so(&line, &format!("nothing on the screen says {text:?}")));
                }
            }
            Command::Large(least) => {
                if let Some(what) = self.small_controls(*least) {
                    return Err(self.not_so(&line, &what));
                }
            }
            Command::FramesBegin => self.times = Some((Vec::new(), super::platform::worked())),
            Command::Frames(name) => self.tell_frames(name),
            Command::Speed(battles, agent) => {
                let speed = speed::measured(*battles, agent);
                let speed = speed.map_err(|why| self.not_so(&line, &why.to_string()))?;
                super::platform::say(&speed.to_string());
            }
            Command::FilmBegin(every) => self.film = Some(Film::new(*every)),
            Command::Film(name) => {
                let path = self.folder.join(format!("{name}.png"));
                let film = self.film.take();
                let kept = film.map_or(Ok(()), |film| keep(&film, &path));
                kept.map_err(|why| why.at(&self.place(&line)))?;
            }
            Command::Wait(frames) => {
                self.waited += 1;
                if self.waited < *frames {
                    return Ok(None);
                }
            }
            Command::WaitIdle => {
                self.waited += 1;
                if self.waited > PATIENCE {
                    return Err(self.not_so(&line, "the window never came to rest"));
                }
                self.quiet = if app.is_idle() && !restless() {
                    self.quiet + 1
                } else {
                    0
                };
                if self.quiet < 2 && !(app.is_idle() && self.waited > 200) {
                    return Ok(None);
                }
                self.quiet = 0;
            }
            Command::Shot(name) => {
                // one frame more, so that everything stands where it belongs
                if self.waited < 2 {
                    self.waited += 1;
                    return Ok(None);
                }
                self.waited = 0;
                self.lines.pop_front();
                return Ok(Some(self.folder.join(format!("{name}.png"))));
            }
            _ => return Ok(None),
        }
        self.waited = 0;
        self.lines.pop_front();
        Ok(None)
    }
}

/// Writes a film; without a window there are no pictures, and then nothing is written.
fn keep(film: &Film, path: &Path) -> Result<(), Stop> {
    match film.png().map_err(Stop::wrong)? {
        Some(bytes) => disk::write(path, &bytes).map_err(Stop::wrong),
        None => Ok(()),
    }
}

/// Times of frames in words: the median, the 99th of 100, the longest, and the processor time of all
/// threads for each.
fn frame_times(mut times: Vec<f64>, worked: Option<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |part: f64| -> f64 {
        let last = times.len().saturating_sub(1);
        times
            .get((last as f64 * part).round() as usize)
            .map_or(0.0, |t| t * 1000.0)
    };
    let mut text = format!(
        "{} frames, median {:.1} ms, 99 of 100 within {:.1} ms, longest {:.1} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    if let Some(worked) = worked {
        let each = worked * 1000.0 / times.len().max(1) as f64;
        text.push_str(&format!("; processor {each:.1} ms each"));
    }
    text
}

/// The control that a node stands for, if it is one.
fn seen(node: accesskit::NodeId, of: &accesskit::Node, before: Option<String>) -> Option<Control> {
    use accesskit::Role;
    let usable = matches!(
        of.role(),
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Link
            | Role::TextInput
            | Role::Slider
            | Role::SpinButton
            | Role::DisclosureTriangle
    );
    if !usable {
        return None;
    }
    let said = text(of);
    let at = of.bounds()?;
    Some(Control {
        label: said.or_else(|| before.clone())?,
        before,
        at: Pos2::new(
            ((at.x0 + at.x1) / 2.0) as f32,
            ((at.y0 + at.y1) / 2.0) as f32,
        ),
        size: egui::vec2((at.x1 - at.x0) as f32, (at.y1 - at.y0) as f32),
        off: of.is_disabled(),
        node,
    })
}

/// The text of a part of the screen.
fn text(node: &accesskit::Node) -> Option<String> {
    node.label().or_else(|| node.value()).map(str::to_owned)
}

/// Carries a script out on an app without any window: the same input, the same frames, only
/// nothing is drawn, so shots and films are passed over.
///
/// # Errors
/// A line that could not be done.
pub fn without_window(app: &mut App, mut driver: Driver, size: (f32, f32)) -> Result<(), Stop> {
    let ctx = egui::Context::default();
    app.opened(&ctx);
    ctx.enable_accesskit();
    let mut time = 0.0;
    while !driver.is_over() && !app.is_closed() {
        time += 1.0 / f64::from(FRAME_RATE);
        driver.sees(size.into());
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, size.into())),
            time: Some(time),
            events: driver.events(app),
            focused: true,
            ..egui::RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| app.frame(ui));
        output.textures_delta.clear();
        driver.after(app, &output.platform_output, || {
            output
                .viewport_output
                .values()
                .any(|v| v.repaint_delay.is_zero())
        })?;
    }
    Ok(())
}

/// Carries a script out on an app without a window or a display.
///
/// # Errors
/// A line that cannot be read or done.
pub fn rehearse(app: &mut App, script: &str) -> Result<(), Stop> {
    let lines = read("script", script)?;
    let driver = Driver::new("script", lines, PathBuf::new());
    without_window(app, driver, (1280.0, 800.0))
}
