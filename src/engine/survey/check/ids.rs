//! The ids of findings: what a map file lists under `accept`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Which property of a map a finding is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingId {
    /// A seat has no deployment zone.
    ZoneMissing,
    /// A deployment zone has too few spaces to stand on.
    ZoneSmall,
    /// Spaces of a zone on which no figure can stand.
    ZoneBlocked,
    /// A zone that seat 1 cannot reach.
    ZoneUnreachable,
    /// A zone that seat 1 reaches only through shut doors.
    ZoneBehindDoors,
    /// Parts of a deployment zone that are cut off from the rest of it.
    ZoneSplit,
    /// Deployment zones that share spaces.
    ZonesOverlap,
    /// Deployment zones that begin nearer than two moves.
    ZonesClose,
    /// Deployment zones too far apart for the rounds of a battle.
    ZonesFar,
    /// The slowest figures reach the other side too late.
    ContactLate,
    /// Sides that see each other before the first move.
    StartExposed,
    /// Walkable ground that no figure can reach.
    GroundLost,
    /// Ground that only locked doors lead to.
    GroundLocked,
    /// A border at the edge of the board.
    BorderOutside,
    /// A border between two spaces that no figure can enter.
    BorderNeedless,
    /// A door to a space where no figure can stand.
    DoorBlocked,
    /// A door that stands free at one end.
    DoorFree,
    /// Objectives that are much nearer to one side.
    ObjectiveOneSide,
    /// An objective that covers a large part of the board.
    ObjectiveLarge,
    /// All paths between two seats lead through one space.
    PathSingle,
    /// Paths or zones too narrow for large figures.
    PathNarrow,
    /// One side has much more cover on its ground.
    CoverOneSide,
    /// Neither side has cover.
    CoverLittle,
    /// One side begins on much higher ground.
    HeightOneSide,
    /// Darkness over most of the middle.
    DarknessMiddle,
    /// A board that is larger than a table at its scale.
    ScaleLarge,
    /// An id under `accept` that no finding has.
    AcceptUnknown,
    /// A zone of a scenario without room for its figures.
    SideCrowded,
    /// Sides of a scenario between which there is no path.
    SideCutOff,
    /// A scenario that cannot be set up.
    ScenarioBroken,
}

impl FindingId {
    /// All ids, with the name that files and JSON use.
    pub const ALL: [(FindingId, &'static str); 30] = [
        (Self::ZoneMissing, "zone-missing"),
        (Self::ZoneSmall, "zone-small"),
        (Self::ZoneBlocked, "zone-blocked"),
        (Self::ZoneUnreachable, "zone-unreachable"),
        (Self::ZoneBehindDoors, "zone-behind-doors"),
        (Self::ZoneSplit, "zone-split"),
        (Self::ZonesOverlap, "zones-overlap"),
        (Self::ZonesClose, "zones-close"),
        (Self::ZonesFar, "zones-far"),
        (Self::ContactLate, "contact-late"),
        (Self::StartExposed, "start-exposed"),
        (Self::GroundLost, "ground-lost"),
        (Self::GroundLocked, "ground-locked"),
        (Self::BorderOutside, "border-outside"),
        (Self::BorderNeedless, "border-needless"),
        (Self::DoorBlocked, "door-blocked"),
        (Self::DoorFree, "door-free"),
        (Self::ObjectiveOneSide, "objective-one-side"),
        (Self::ObjectiveLarge, "objective-large"),
        (Self::PathSingle, "path-single"),
        (Self::PathNarrow, "path-narrow"),
        (Self::CoverOneSide, "cover-one-side"),
        (Self::CoverLittle, "cover-little"),
        (Self::HeightOneSide, "height-one-side"),
        (Self::DarknessMiddle, "darkness-middle"),
        (Self::ScaleLarge, "scale-large"),
        (Self::AcceptUnknown, "accept-unknown"),
        (Self::SideCrowded, "side-crowded"),
        (Self::SideCutOff, "side-cut-off"),
        (Self::ScenarioBroken, "scenario-broken"),
    ];

    /// Its name in files and JSON.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(id, _)| *id == self).map_or("", |(_, name)| name)
    }
    /// The id of a name.
    pub fn named(name: &str) -> Option<FindingId> {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, known)| *known == name).map(|(id, _)| id)
    }
}

impl Serialize for FindingId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'a> Deserialize<'a> for FindingId {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let unknown = || D::Error::custom(format!("there is no finding {name:?}"));
        FindingId::named(&name).ok_or_else(unknown)
    }
}
