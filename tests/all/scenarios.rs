//! Deployment, the six scenarios and the solo table, played out (R7, R8, C1–C6, O1–O4).

mod sweep;
