//! Which graphics driver draws the window: for `skirmish doctor`.

use super::error::DisplayError;
use super::{platform, shell, with_window};
use std::cell::RefCell;
use std::rc::Rc;

/// Opens a small window for a moment and returns how the graphics driver names itself.
///
/// # Errors
/// There is no display, or the driver refuses.
pub fn driver() -> Result<String, DisplayError> {
    platform::display()?;
    let told = Rc::new(RefCell::new(None));
    with_window((320, 240), || {
        let told = told.clone();
        async move {
            platform::opening(false);
            *told.borrow_mut() = Some(shell::driver());
            macroquad::miniquad::window::order_quit();
        }
    })?;
    let driver = told.take();
    driver.ok_or(DisplayError::Closed)
}
