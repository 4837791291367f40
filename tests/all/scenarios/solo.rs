//! The solo table (O1–O4).
