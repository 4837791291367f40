//! How boards look (`look`), and their pictures and pages (`print`), without a window. A package of its
//! own, so that what paints every pixel is optimised whatever the program around it is.

use skirmish_engine::board;
#[cfg(feature = "draw")]
use skirmish_engine::{files, shown};

pub mod look;
#[cfg(feature = "draw")]
pub mod print;
