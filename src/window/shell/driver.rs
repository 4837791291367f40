//! Which graphics driver draws the window: for `skirmish doctor`.

use super::open::with_window;
use super::painter::gl;
use crate::window::platform::{self, DisplayError};
use std::cell::RefCell;
use std::rc::Rc;

/// Opens a small window for a moment and returns how the graphics driver names itself.
///
/// # Errors
/// There is no display, or the driver refuses.
pub fn driver() -> Result<String, DisplayError> {
    platform::display()?;
    let outcome = Rc::new(RefCell::new(None));
    with_window((320, 240), || {
        let outcome = outcome.clone();
        async move {
            platform::opening(false);
            *outcome.borrow_mut() = Some(named());
            macroquad::miniquad::window::order_quit();
        }
    })?;
    let driver = outcome.take();
    driver.ok_or(DisplayError::Closed)
}

/// How the graphics driver of the open window names itself.
fn named() -> String {
    let about = gl().info();
    format!("{:?} {}", about.backend, about.gl_version_string)
}
