//! How the window opens.

use std::path::PathBuf;

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
