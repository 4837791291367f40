//! How large the window opens and where: as it was left, else so that it fits the screen.

use crate::store::own;
use crate::window::options::Options;
use crate::window::platform::{self, Screen};
use serde::{Deserialize, Serialize};

/// The file in the data folder.
const FILE: &str = "window-place.toml";

/// The size of a window that nobody has asked for, in points.
const USUAL: (u32, u32) = (1280, 800);

/// The smallest window that is remembered, in points.
const LEAST: (u32, u32) = (320, 240);

/// The height of a title bar and of the desktop's own bar, in points.
const BARS: f32 = 64.0;

/// How the window was left.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Left {
    /// Its size in points.
    size: (u32, u32),
    /// Its place in dots, where the system tells.
    place: Option<(i32, i32)>,
}

/// Size and place of the window.
#[derive(Copy, Clone, Debug)]
pub struct Placing {
    /// Its size in dots.
    pub size: (u32, u32),
    /// Its place in dots.
    pub place: Option<(i32, i32)>,
    /// Whether it is remembered for the next time.
    remembers: bool,
    screen: Option<Screen>,
    /// Size and place before the window filled the screen.
    before: Option<((u32, u32), (i32, i32))>,
}

impl Placing {
    /// How a window with these options opens.
    pub fn of(options: &Options) -> Self {
        let screen = platform::screen();
        let remembers = options.size.is_none() && options.script.is_none();
        let left = match remembers {
            // what cannot be read is as good as nothing: the window opens anyway
            true => own::recall::<Left>(FILE).ok().flatten(),
            false => None,
        };
        let dots = options.scale.or(screen.map(|s| s.dots)).unwrap_or(1.0);
        let wanted = options.size.or(left.map(|left| left.size));
        let (wide, high) = wanted.unwrap_or(USUAL);
        let in_dots = |points: u32| (points as f32 * dots).round() as u32;
        let mut size = (in_dots(wide), in_dots(high));
        let mut place = left.and_then(|left| left.place);
        if let Some(screen) = screen.filter(|_| options.size.is_none()) {
            let room = (
                screen.size.0,
                screen.size.1.saturating_sub(in_dots(BARS as u32)),
            );
            size = (size.0.min(room.0), size.1.min(room.1));
            place = place.map(|(x, y)| {
                let most = |all: u32, part: u32| all.saturating_sub(part) as i32;
                (
                    x.clamp(0, most(screen.size.0, size.0)),
                    y.clamp(0, most(screen.size.1, size.1)),
                )
            });
        }
        Self {
            size,
            place,
            remembers,
            screen,
            before: None,
        }
    }

    /// Keeps how the window is left: its size in points.
    pub fn keep(&self, size: (f32, f32), dots: f32) {
        if !self.remembers {
            return;
        }
        let (size, place) = match self.before {
            Some(((wide, high), place)) => ((wide as f32 / dots, high as f32 / dots), Some(place)),
            None => (size, platform::place()),
        };
        let size = (size.0.round() as u32, size.1.round() as u32);
        if size.0 < LEAST.0 || size.1 < LEAST.1 {
            return;
        }
        // only a convenience for next time
        let _ = own::keep(FILE, &Left { size, place });
    }

    /// Fills the screen with the window, or gives it back its size and place.
    pub fn switch_full(&mut self, size: (u32, u32)) {
        match self.before.take() {
            None => {
                self.before = Some((size, platform::place().unwrap_or_default()));
                platform::fill_screen(self.screen.map(|screen| screen.size));
            }
            Some((size, place)) => platform::leave_full(size, place),
        }
    }
}
