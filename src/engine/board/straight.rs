//! Reach and routes in straight lines, over nothing but free ground.

use super::hop::Hop;
use super::{Board, Facing, Offset, Reach, Route, Space, Spaces};

impl Board {
    /// Whether a figure of one space can go along a straight line: every space under it can be stood
    /// on and is not closed, and no closed border lies across it. Ground beyond the edge of the
    /// board does not hinder.
    fn is_free(&self, from: Space, hop: &Hop, closed: &Spaces) -> bool {
        let grid = self.grid();
        let free = |at: &Offset| {
            let space = grid.shifted(from, *at);
            space.is_none_or(|s| self.standable().contains(s) && !closed.contains(s))
        };
        let open = |(at, direction): &(Offset, Facing)| {
            let border = grid
                .shifted(from, *at)
                .and_then(|space| self.border_towards(space, direction.0));
            border.is_none_or(|border| !border.closed)
        };
        hop.over.iter().all(free) && (self.borders().is_empty() || hop.sides.iter().all(open))
    }
    /// Fills `out` with what a figure of one space reaches in a straight line of at most `far`
    /// spaces, each at its distance; `closed` are the spaces of others. Staying costs 0.
    pub fn straight_reach(&self, from: Space, far: u32, closed: &Spaces, out: &mut Reach) {
        let grid = self.grid();
        let hops = self.shape.hops(far);
        let ends = hops
            .iter()
            .filter_map(|hop| Some((grid.shifted(from, hop.to)?, hop)))
            .filter(|(_, hop)| self.is_free(from, hop, closed))
            .map(|(to, hop)| (to, hop.distance));
        out.fill(self.len(), std::iter::once((from, 0)).chain(ends));
    }
    /// The straight way to a space; none if something is in the way. See [`Board::straight_reach`].
    pub fn straight_route(
        &self,
        from: Space,
        to: Space,
        far: u32,
        closed: &Spaces,
    ) -> Option<Route> {
        let by = self.grid().offset(from, to);
        let hops = self.shape.hops(far);
        let hop = hops.iter().find(|hop| hop.to == by)?;
        if !self.is_free(from, hop, closed) {
            return None;
        }
        let exists = |at: &Offset| self.grid().shifted(from, *at);
        let steps = hop
            .path
            .iter()
            .filter_map(|two| two.iter().find_map(exists));
        Some(Route {
            cost: hop.distance,
            path: std::iter::once(from).chain(steps).collect(),
        })
    }
}
