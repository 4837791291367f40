//! Exact rays from centre to centre: `Through(space)` and `Between(space, space)` steps.
