//! Reach and sight beside the crates one would take instead, on the same boards: answers are
//! checked first, then timed, and the ratios are printed at the end.

use divan::{Bencher, black_box};
use hexx::{Hex, HexOrientation, OffsetHexMode};
use line_drawing::Supercover;
use pathfinding::prelude::dijkstra_reach;
use skirmish::board::{
    Board, Cost, Gait, Grid, GridKind, Look, Map, Mover, Opacity, Reach, Sight, Space, Spaces,
    Stagger, Terrain, TerrainId,
};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

const SIDE: u32 = 60;
const RADIUS: u32 = 12;

/// Numbers that look random and are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

/// 60×60 spaces: a few walls, a quarter of it difficult, 30 figures in the way.
struct Field {
    board: Board,
    walls: Vec<bool>,
    figures: Spaces,
    starts: Vec<Space>,
    pairs: Vec<(Space, Space)>,
    /// What one would make for a search of one's own: the steps of each space with their costs.
    steps: Vec<Vec<(u32, u32)>>,
}

fn field(kind: GridKind, walls: u64) -> Field {
    let grid = Grid {
        kind,
        stagger: Stagger::Even,
        columns: SIDE,
        rows: SIDE,
    };
    let terrain = |name: &str, sign, cost, sight, height| Terrain {
        name: name.to_string(),
        sign,
        cost,
        water: false,
        void: false,
        sight,
        height,
        cover: false,
        hits: None,
        becomes: None,
        colour: 0,
    };
    let terrains = vec![
        terrain("open", '.', Cost::Plain, Opacity::Clear, 0),
        terrain("mud", ',', Cost::Hard, Opacity::Clear, 0),
        terrain("wall", '#', Cost::No, Opacity::Blocking, 3),
    ];
    let mut chance = Chance(60);
    let kinds = (0..grid.len()).map(|_| match chance.below(100) {
        n if n < walls => TerrainId(2),
        n if n < walls + 25 => TerrainId(1),
        _ => TerrainId(0),
    });
    let kinds: Vec<TerrainId> = kinds.collect();
    let walls: Vec<bool> = kinds.iter().map(|k| *k == TerrainId(2)).collect();
    let free = |space: &Space| !walls[space.index()];
    let some = |chance: &mut Chance| Space(chance.below(grid.len() as u64) as u32);
    let figures: Vec<Space> = (0..30).map(|_| some(&mut chance)).filter(free).collect();
    let figures = Spaces::of(grid.len(), figures);
    let starts: Vec<Space> = (0..400).map(|_| some(&mut chance)).filter(free).collect();
    let mut pairs = Vec::new();
    while pairs.len() < 4000 {
        let (a, b) = (some(&mut chance), some(&mut chance));
        if (1..=RADIUS).contains(&grid.distance(a, b)) {
            pairs.push((a, b));
        }
    }
    let map = Map {
        name: "field".to_string(),
        grid,
        credit: Default::default(),
        space_size: 2540,
        terrains,
        terrain: kinds,
        elevation: vec![0; grid.len()],
        borders: vec![],
        zones: vec![],
    };
    let board = Board::new(map);
    let onward = |space: u32| {
        let all = grid.neighbours(Space(space));
        let cost = |facing| board.step_cost(Space(space), facing, 1, Gait::Walk);
        all.filter_map(|(facing, next)| Some((next.0, cost(facing)?)))
            .collect()
    };
    let steps = (0..grid.len() as u32).map(onward).collect();
    Field {
        board,
        walls,
        figures,
        starts,
        pairs,
        steps,
    }
}

static REACH: LazyLock<Field> = LazyLock::new(|| field(GridKind::HexFlat, 10));
static HEX: LazyLock<Field> = LazyLock::new(|| field(GridKind::HexFlat, 4));
static SQUARE: LazyLock<Field> = LazyLock::new(|| field(GridKind::Square, 4));

impl Field {
    fn reach(&self, from: Space, out: &mut Reach) -> usize {
        let (closed, taken) = (&self.figures, &self.figures);
        let mover = Mover {
            size: 1,
            gait: Gait::Walk,
            budget: RADIUS,
            closed,
            taken,
        };
        self.board.reach(from, &mover, out);
        out.ends().len()
    }
    fn dijkstra(&self, from: Space) -> Vec<(u32, u32)> {
        let open = |step: &(u32, u32)| !self.figures.contains(Space(step.0));
        let onward = |space: &u32| self.steps[*space as usize].iter().copied().filter(open);
        let all = dijkstra_reach(&from.0, |space| onward(space).collect::<Vec<_>>());
        let near = all.take_while(|item| item.total_cost <= RADIUS);
        near.map(|item| (item.node, item.total_cost)).collect()
    }
    /// The look of a table of terrain: is there a wall on hexx's line?
    fn hexx_line(&self, a: Space, b: Space) -> bool {
        let hex = |space: Space| {
            let place = [(space.0 % SIDE) as i32, (space.0 / SIDE) as i32];
            Hex::from_offset_coordinates(place, OffsetHexMode::Odd, HexOrientation::Flat)
        };
        let (a, b) = (hex(a), hex(b));
        a.line_to(b).all(|at| {
            let [column, row] = at.to_offset_coordinates(OffsetHexMode::Odd, HexOrientation::Flat);
            let inside = (0..SIDE as i32).contains(&column) && (0..SIDE as i32).contains(&row);
            at == a || at == b || !inside || !self.walls[(row * SIDE as i32 + column) as usize]
        })
    }
    fn supercover(&self, a: Space, b: Space) -> bool {
        let place = |space: Space| ((space.0 % SIDE) as i32, (space.0 / SIDE) as i32);
        let (a, b) = (place(a), place(b));
        Supercover::new(a, b)
            .all(|at| at == a || at == b || !self.walls[(at.1 * SIDE as i32 + at.0) as usize])
    }
    fn look(&self, a: Space, b: Space) -> bool {
        let look = Look {
            from: &[a],
            to: &[b],
            eyes: (1, 1),
            figures: Some(&self.figures),
        };
        self.board
            .look(&look, |_, _| true)
            .is_some_and(|seen| seen.sight != Sight::Blocked)
    }
    fn sees(&self, (a, b): (Space, Space)) -> bool {
        self.board.walk(a, b) != Sight::Blocked
    }
    fn all_pairs(&self, sees: impl Fn(Space, Space) -> bool) -> usize {
        self.pairs
            .iter()
            .filter(|(a, b)| sees(black_box(*a), black_box(*b)))
            .count()
    }
}

/// Checks that what will be timed gives the same answers.
fn check() {
    let mut out = Reach::default();
    for &from in &REACH.starts {
        let mut theirs: Vec<_> = REACH.dijkstra(from);
        theirs.retain(|(space, _)| *space == from.0 || !REACH.figures.contains(Space(*space)));
        theirs.sort_unstable_by_key(|(space, cost)| (*cost, *space));
        REACH.reach(from, &mut out);
        let ours: Vec<_> = out
            .ends()
            .iter()
            .map(|(space, cost)| (space.0, *cost))
            .collect();
        assert_eq!(ours, theirs, "reach");
    }
    for (field, theirs) in [
        (&*HEX, Field::hexx_line as fn(&Field, Space, Space) -> bool),
        (&*SQUARE, Field::supercover),
    ] {
        let mut same = 0;
        for &(a, b) in &field.pairs {
            assert_eq!(
                field.board.walk(a, b),
                field.board.line(a, b),
                "table and ray"
            );
            assert_eq!(field.board.walk(a, b), field.board.walk(b, a), "symmetry");
            same += usize::from(field.sees((a, b)) == theirs(field, a, b));
        }
        // theirs know no ways round corners and sides, ours are checked in the tests
        assert!(
            same * 100 > field.pairs.len() * 85,
            "{same} of {}",
            field.pairs.len()
        );
    }
}

/// The quickest of many runs.
fn quickest(mut run: impl FnMut() -> usize) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..60 {
        let start = Instant::now();
        black_box(run());
        best = best.min(start.elapsed());
    }
    best
}

fn ratios() {
    let mut out = Reach::default();
    let nanos = |time: Duration, n: usize| time.as_nanos() as f64 / n as f64;
    let n = REACH.starts.len();
    let ours = quickest(|| REACH.starts.iter().map(|s| REACH.reach(*s, &mut out)).sum());
    let theirs = quickest(|| REACH.starts.iter().map(|s| REACH.dijkstra(*s).len()).sum());
    let line = |what: &str, peer: &str, ours: Duration, theirs: Duration, n: usize| {
        let (ours, theirs) = (nanos(ours, n), nanos(theirs, n));
        println!(
            "{what:34} {ours:9.1} ns   {peer:28} {theirs:9.1} ns   ratio {:.1}",
            theirs / ours
        );
    };
    println!("\nquickest of 60 runs, a query:");
    line(
        "reach 12 on 60x60 hexes",
        "pathfinding dijkstra_reach",
        ours,
        theirs,
        n,
    );
    let n = HEX.pairs.len();
    let theirs = quickest(|| HEX.all_pairs(|a, b| HEX.hexx_line(a, b)));
    let table = quickest(|| HEX.all_pairs(|a, b| HEX.board.line(a, b) != Sight::Blocked));
    let ray = quickest(|| HEX.all_pairs(|a, b| HEX.sees((a, b))));
    let look = quickest(|| HEX.all_pairs(|a, b| HEX.look(a, b)));
    line(
        "sight of a hex pair, table",
        "hexx line_to",
        table,
        theirs,
        n,
    );
    line(
        "sight of a hex pair, kept ray",
        "hexx line_to",
        ray,
        theirs,
        n,
    );
    line(
        "look at a hex pair, 30 figures",
        "hexx line_to",
        look,
        theirs,
        n,
    );
    let theirs = quickest(|| SQUARE.all_pairs(|a, b| SQUARE.supercover(a, b)));
    let table = quickest(|| SQUARE.all_pairs(|a, b| SQUARE.board.line(a, b) != Sight::Blocked));
    let ray = quickest(|| SQUARE.all_pairs(|a, b| SQUARE.sees((a, b))));
    let look = quickest(|| SQUARE.all_pairs(|a, b| SQUARE.look(a, b)));
    line(
        "sight of a square pair, table",
        "line_drawing supercover",
        table,
        theirs,
        n,
    );
    line(
        "sight of a square pair, kept ray",
        "line_drawing supercover",
        ray,
        theirs,
        n,
    );
    line(
        "look at a square pair, 30 figures",
        "line_drawing supercover",
        look,
        theirs,
        n,
    );
}

fn main() {
    check();
    divan::main();
    ratios();
}

#[divan::bench]
fn reach_12(bencher: Bencher) {
    let mut out = Reach::default();
    let mut starts = REACH.starts.iter().cycle();
    bencher.bench_local(|| starts.next().map(|from| REACH.reach(*from, &mut out)));
}

#[divan::bench]
fn reach_12_pathfinding(bencher: Bencher) {
    let mut starts = REACH.starts.iter().cycle();
    bencher.bench_local(|| starts.next().map(|from| REACH.dijkstra(*from)));
}

#[divan::bench]
fn view_of_a_hex(bencher: Bencher) {
    let mut starts = HEX.starts.iter().cycle();
    bencher.bench_local(|| starts.next().map(|from| HEX.board.view(*from)));
}

#[divan::bench]
fn sight_of_4000_hex_pairs_table(bencher: Bencher) {
    bencher.bench_local(|| HEX.all_pairs(|a, b| HEX.board.line(a, b) != Sight::Blocked));
}

#[divan::bench]
fn sight_of_4000_hex_pairs_ray(bencher: Bencher) {
    bencher.bench_local(|| HEX.all_pairs(|a, b| HEX.sees((a, b))));
}

#[divan::bench]
fn sight_of_4000_hex_pairs_figures(bencher: Bencher) {
    bencher.bench_local(|| HEX.all_pairs(|a, b| HEX.look(a, b)));
}

#[divan::bench]
fn sight_of_4000_hex_pairs_hexx(bencher: Bencher) {
    bencher.bench_local(|| HEX.all_pairs(|a, b| HEX.hexx_line(a, b)));
}

#[divan::bench]
fn sight_of_4000_square_pairs_ray(bencher: Bencher) {
    bencher.bench_local(|| SQUARE.all_pairs(|a, b| SQUARE.sees((a, b))));
}

#[divan::bench]
fn sight_of_4000_square_pairs_supercover(bencher: Bencher) {
    bencher.bench_local(|| SQUARE.all_pairs(|a, b| SQUARE.supercover(a, b)));
}

/// A whole new board after a wall has fallen, with one row of its table.
#[divan::bench]
fn board_after_damage(bencher: Bencher) {
    let mut damage = skirmish::board::Damage::default();
    damage.add(skirmish::board::Change::Ruined(Space(0)));
    bencher.bench_local(|| HEX.board.damaged(&damage).view(Space(100)));
}
