//! Boards for tests, drawn as text or at random.

use skirmish::board::{
    Board, Border, BorderKind, Cost, Damage, Facing, Grid, GridKind, Map, Opacity, Space, Spaces,
    Stagger, Terrain, TerrainId,
};

/// All shapes of spaces.
pub const KINDS: [GridKind; 3] = [GridKind::Square, GridKind::HexFlat, GridKind::HexPointy];

fn kind(name: &str, sign: char, cost: Cost, sight: Opacity, height: u8, cover: bool) -> Terrain {
    let (name, becomes) = (name.to_string(), None);
    Terrain {
        name,
        sign,
        cost,
        water: false,
        void: false,
        sight,
        height,
        cover,
        hits: None,
        becomes,
        colour: 0,
    }
}

/// The built-in terrains, and a keep of three hits (`K`).
pub fn terrains() -> Vec<Terrain> {
    use Cost::{Hard, No, Plain};
    use Opacity::{Blocking, Clear, Partial};
    let (open, rubble) = (Some(TerrainId(0)), Some(TerrainId(1)));
    let leaving = |becomes, terrain| Terrain { becomes, ..terrain };
    let wet = |terrain| Terrain {
        water: true,
        ..terrain
    };
    vec![
        kind("open", '.', Plain, Clear, 0, false),
        kind("rubble", ':', Hard, Partial, 1, true),
        leaving(open, kind("scrub", '"', Hard, Clear, 0, true)),
        leaving(rubble, kind("rocks", 'o', Hard, Partial, 1, true)),
        leaving(open, kind("wood", 'T', Hard, Partial, 2, true)),
        leaving(open, kind("thicket", 'F', Hard, Blocking, 3, true)),
        wet(kind("water", '~', Hard, Clear, 0, false)),
        wet(kind("deep", 'w', No, Clear, 0, false)),
        Terrain {
            becomes: rubble,
            ..kind("wall", '#', No, Blocking, 3, false)
        },
        Terrain {
            becomes: rubble,
            ..kind("building", 'B', No, Blocking, 4, false)
        },
        Terrain {
            becomes: rubble,
            hits: Some(3),
            ..kind("keep", 'K', No, Blocking, 4, false)
        },
        Terrain {
            void: true,
            ..kind("void", '_', No, Opacity::Clear, 0, false)
        },
    ]
}

/// A border of a kind with its usual values.
pub fn border(kind: BorderKind, a: Space, b: Space) -> Border {
    let (closed, sight, height) = match kind {
        BorderKind::Wall | BorderKind::Door => (true, Opacity::Blocking, 3),
        BorderKind::Fence => (true, Opacity::Partial, 1),
        BorderKind::Window => (true, Opacity::Partial, 3),
        BorderKind::Hedge => (false, Opacity::Partial, 1),
    };
    let between = (a.min(b), a.max(b));
    Border {
        between,
        kind,
        closed,
        hard: kind == BorderKind::Hedge,
        sight,
        height,
        open: false,
        locked: false,
    }
}

/// The map of a drawing: a line a row, a sign a space (`_` for void), digits for open ground at
/// that level; borders as `"A1|A2 wall"`.
pub fn map(kind: GridKind, rows: &str, borders: &[&str]) -> Map {
    let rows: Vec<&str> = rows.split_whitespace().collect();
    let columns = rows[0].len() as u32;
    let grid = Grid {
        kind,
        stagger: Stagger::Even,
        columns,
        rows: rows.len() as u32,
    };
    let terrains = terrains();
    let (mut terrain, mut elevation) = (Vec::new(), Vec::new());
    for sign in rows.iter().flat_map(|row| row.chars()) {
        let level = sign.to_digit(10);
        elevation.push(level.unwrap_or(0) as i8);
        let sign = level.map_or(sign, |_| '.');
        let found = terrains
            .iter()
            .position(|t| t.sign == sign)
            .expect("a known sign");
        terrain.push(TerrainId(found as u8));
    }
    let mut all: Vec<Border> = borders
        .iter()
        .map(|text| {
            let (between, kind) = text.split_once(' ').expect("a side and a kind");
            let (a, b) = between.split_once('|').expect("two spaces");
            let (state, kind) = match kind {
                "locked" => ("locked", "door"),
                "open" => ("open", "door"),
                other => ("", other),
            };
            let kind = match kind {
                "wall" => BorderKind::Wall,
                "fence" => BorderKind::Fence,
                "window" => BorderKind::Window,
                "door" => BorderKind::Door,
                _ => BorderKind::Hedge,
            };
            let border = border(
                kind,
                grid.named(a).expect("a space"),
                grid.named(b).expect("a space"),
            );
            match state {
                "open" => Border {
                    open: true,
                    closed: false,
                    sight: Opacity::Clear,
                    ..border
                },
                state => Border {
                    locked: state == "locked",
                    ..border
                },
            }
        })
        .collect();
    all.sort_by_key(|b| b.between);
    let name = "drawn".to_string();
    Map {
        name,
        grid,
        credit: Default::default(),
        space_size: 2540,
        terrains,
        terrain,
        elevation,
        borders: all,
        zones: vec![],
    }
}

/// The board of a drawing.
pub fn board(kind: GridKind, rows: &str, borders: &[&str]) -> Board {
    Board::new(map(kind, rows, borders))
}

/// The spaces of names, separated by blanks.
pub fn spaces(board: &Board, names: &str) -> Vec<Space> {
    names
        .split_whitespace()
        .map(|n| board.grid().named(n).expect("a space"))
        .collect()
}

/// The set of the spaces of names.
pub fn set(board: &Board, names: &str) -> Spaces {
    Spaces::of(board.len(), spaces(board, names))
}

/// One space by name.
pub fn space(board: &Board, name: &str) -> Space {
    board.grid().named(name).expect("a space")
}

/// Damage made of these changes.
pub fn damage(changes: &[skirmish::board::Change]) -> Damage {
    let mut damage = Damage::default();
    changes.iter().for_each(|change| damage.add(*change));
    damage
}

/// Numbers that look random and are the same every time.
pub struct Chance(pub u64);

impl Chance {
    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
    /// True once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// A random map with obstacles, borders and, if `hilly`, levels.
pub fn random(kind: GridKind, hilly: bool, chance: &mut Chance) -> Map {
    let size = (2 + chance.below(10) as u32, 2 + chance.below(8) as u32);
    random_of_size(kind, hilly, size, chance)
}

/// The same of so many columns and rows.
pub fn random_of_size(
    kind: GridKind,
    hilly: bool,
    (columns, rows): (u32, u32),
    chance: &mut Chance,
) -> Map {
    let stagger = if chance.once_in(2) {
        Stagger::Even
    } else {
        Stagger::Odd
    };
    let grid = Grid {
        kind,
        stagger,
        columns,
        rows,
    };
    let terrains = terrains();
    let (density, len) = (2 + chance.below(8), grid.len());
    let terrain = (0..len).map(|_| {
        let some = chance.once_in(density);
        TerrainId(if some {
            chance.below(terrains.len() as u64) as u8
        } else {
            0
        })
    });
    let terrain = terrain.collect();
    let elevation = (0..len).map(|_| {
        if hilly && chance.once_in(3) {
            chance.below(5) as i8 - 2
        } else {
            0
        }
    });
    let elevation = elevation.collect();
    let density = 2 + chance.below(8);
    let mut borders = Vec::new();
    for a in (0..len as u32).map(Space) {
        for (Facing(d), b) in grid.neighbours(a) {
            let side = kind != GridKind::Square || d % 2 == 0;
            if side && a < b && chance.once_in(density) {
                let kinds = [
                    BorderKind::Wall,
                    BorderKind::Fence,
                    BorderKind::Window,
                    BorderKind::Door,
                    BorderKind::Hedge,
                ];
                let mut one = border(kinds[chance.below(5) as usize], a, b);
                if one.kind == BorderKind::Door && chance.once_in(2) {
                    one = Border {
                        open: true,
                        closed: false,
                        sight: Opacity::Clear,
                        ..one
                    };
                }
                borders.push(one);
            }
        }
    }
    borders.sort_by_key(|b| b.between);
    let name = "random".to_string();
    Map {
        name,
        grid,
        credit: Default::default(),
        space_size: 2540,
        terrains,
        terrain,
        elevation,
        borders,
        zones: vec![],
    }
}
