//! The terrains and borders every map file may use without saying more.

use crate::board::{Border, BorderKind, Cost, Opacity, Space, Terrain, TerrainId};

/// A built-in terrain: [`Terrain`] with `becomes` as a name.
#[derive(Copy, Clone, Debug)]
pub struct Builtin {
    /// Its name in legends.
    pub name: &'static str,
    /// The character that stands for it unless a legend says otherwise.
    pub sign: char,
    cost: Cost,
    sight: Opacity,
    height: u8,
    cover: bool,
    water: bool,
    /// What is left when it is destroyed.
    pub becomes: Option<&'static str>,
    colour: u32,
}

impl Builtin {
    /// The terrain, with the sign and the `becomes` it has on a map.
    pub fn terrain(&self, sign: char, becomes: Option<TerrainId>) -> Terrain {
        Terrain {
            name: self.name.to_owned(),
            sign,
            cost: self.cost,
            water: self.water,
            void: self.name == "void",
            sight: self.sight,
            height: self.height,
            cover: self.cover,
            hits: None,
            becomes,
            colour: self.colour,
        }
    }

    /// The built-in terrain of a name.
    pub fn named(name: &str) -> Option<usize> {
        TERRAINS.iter().position(|t| t.name == name)
    }
}

use Cost::{Hard, No, Plain};
use Opacity::{Blocking, Clear, Partial};

const fn ground(name: &'static str, sign: char, cost: Cost, cover: bool, colour: u32) -> Builtin {
    Builtin {
        name,
        sign,
        cost,
        sight: Clear,
        height: 0,
        cover,
        water: false,
        becomes: None,
        colour,
    }
}

/// Terrain that leaves something else when it is destroyed.
const fn leaving(becomes: &'static str, terrain: Builtin) -> Builtin {
    Builtin {
        becomes: Some(becomes),
        ..terrain
    }
}

const fn tall(
    name: &'static str,
    sign: char,
    cost: Cost,
    (sight, height): (Opacity, u8),
    cover: bool,
    colour: u32,
) -> Builtin {
    Builtin {
        name,
        sign,
        cost,
        sight,
        height,
        cover,
        water: false,
        becomes: None,
        colour,
    }
}

/// The built-in terrains, in the order in which maps list them.
pub const TERRAINS: [Builtin; 13] = [
    ground("open", '.', Plain, false, 0x8fae5d),
    ground("floor", '=', Plain, false, 0xb9b2a3),
    tall("rubble", ':', Hard, (Partial, 1), true, 0x9a8f80),
    leaving("open", ground("scrub", '"', Hard, true, 0x7c9143)),
    leaving(
        "rubble",
        tall("rocks", 'o', Hard, (Partial, 1), true, 0x8d8a84),
    ),
    leaving(
        "open",
        tall("wood", 'T', Hard, (Partial, 2), true, 0x4d7a36),
    ),
    leaving(
        "open",
        tall("thicket", 'F', Hard, (Blocking, 3), true, 0x2f5426),
    ),
    Builtin {
        water: true,
        ..ground("water", '~', Hard, false, 0x5e95bd)
    },
    Builtin {
        water: true,
        ..ground("deep", 'w', No, false, 0x33648f)
    },
    tall("darkness", '%', Hard, (Blocking, 9), true, 0x2b2735),
    leaving(
        "rubble",
        tall("wall", '#', No, (Blocking, 3), false, 0x5b5650),
    ),
    leaving(
        "rubble",
        tall("building", 'B', No, (Blocking, 4), false, 0x8a5a44),
    ),
    ground("void", ' ', No, false, 0x101014),
];

/// The kinds of border with their names.
pub const BORDERS: [(BorderKind, &str); 5] = [
    (BorderKind::Wall, "wall"),
    (BorderKind::Fence, "fence"),
    (BorderKind::Window, "window"),
    (BorderKind::Door, "door"),
    (BorderKind::Hedge, "hedge"),
];

/// The name of a kind of border.
pub fn border_name(kind: BorderKind) -> &'static str {
    BORDERS
        .iter()
        .find(|(k, _)| *k == kind)
        .expect("every kind is listed")
        .1
}

/// A border of a kind as it stands when a file says nothing more; doors are shut.
pub fn border(kind: BorderKind, between: (Space, Space)) -> Border {
    let (closed, hard, sight, height) = match kind {
        BorderKind::Wall | BorderKind::Door => (true, false, Blocking, 3),
        BorderKind::Fence => (true, false, Partial, 1),
        BorderKind::Window => (true, false, Partial, 3),
        BorderKind::Hedge => (false, true, Partial, 1),
    };
    Border {
        between,
        kind,
        closed,
        hard,
        sight,
        height,
        open: false,
        locked: false,
    }
}

/// A locked door.
pub fn locked_door(between: (Space, Space)) -> Border {
    Border {
        locked: true,
        ..border(BorderKind::Door, between)
    }
}

/// An open door: no effect until it is shut.
pub fn open_door(between: (Space, Space)) -> Border {
    Border {
        closed: false,
        sight: Clear,
        open: true,
        ..border(BorderKind::Door, between)
    }
}
