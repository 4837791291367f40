//! How each scenario begins and is won (C2–C6).
