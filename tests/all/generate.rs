//! Maps drawn up by chance, and symmetries.

use skirmish::battle::Scale;
use skirmish::board::{
    Board, BorderKind, Grid, GridKind, Images, Map, Space, Stagger, Symmetry, Use,
};
use skirmish::files::{map, write};
use skirmish::source::Source;
use skirmish::survey::generate::{EDITION, EDITIONS};
use skirmish::survey::{Pace, Recipe, Theme, check, generate};

const GRIDS: [GridKind; 3] = [GridKind::Square, GridKind::HexFlat, GridKind::HexPointy];

fn recipe(theme: Theme, kind: GridKind, seed: u64) -> Recipe {
    Recipe {
        theme,
        kind,
        stagger: Stagger::Even,
        columns: 36,
        rows: 24,
        symmetry: Symmetry::HalfTurn,
        scale: Scale::Mm28,
        rounds: 5,
        seed,
        edition: EDITION,
    }
}

/// The symmetry a word means on a board.
fn named(word: &str, kind: GridKind, columns: u32, rows: u32) -> Symmetry {
    let grid = Grid {
        kind,
        stagger: Stagger::Even,
        columns,
        rows,
    };
    Symmetry::named(word, &grid).expect("a symmetry")
}

/// The same in every part: ground, levels, borders, and zones that change seats.
fn assert_symmetric(recipe: &Recipe) {
    let made = generate(recipe).unwrap_or_else(|what| panic!("{}: {what}", recipe.text()));
    let board = Board::new(made.map);
    let images = Images::new(recipe.grid(), recipe.symmetry);
    let title = recipe.text();
    assert!(images.holds(|s| board.map().terrain[s.index()]), "{title}");
    assert!(images.holds(|s| board.level(s)), "{title}");
    for border in board.borders() {
        for part in 1..images.parts() {
            let [a, b] = [border.between.0, border.between.1]
                .map(|space| images.image(space, part).expect("a partner"));
            let other = board.border(a, b).unwrap_or_else(|| panic!("{title}"));
            assert_eq!((other.kind, other.open), (border.kind, border.open));
        }
    }
    for part in 0..images.parts() {
        let seat = board.zone(Use::Deployment, part as u8 + 1);
        let first = board.zone(Use::Deployment, 1).expect("a first seat");
        let turned: Vec<Space> = first.iter().filter_map(|s| images.image(s, part)).collect();
        let seat = seat.unwrap_or_else(|| panic!("{title}: no seat {}", part + 1));
        assert!(turned.iter().all(|s| seat.contains(*s)), "{title}");
        assert_eq!(turned.len(), seat.count(), "{title}");
    }
}

/// How many seeds a theme and grid are tried with: six, or what SKIRMISH_SEEDS says.
fn seeds() -> u64 {
    let told = std::env::var("SKIRMISH_SEEDS").ok();
    told.and_then(|n| n.parse().ok()).unwrap_or(6)
}

#[test]
#[ignore = "slow"]
fn every_theme_on_every_grid_passes_the_check() {
    for theme in Theme::ALL {
        for kind in GRIDS {
            for seed in 1..=seeds() {
                let recipe = recipe(theme, kind, seed);
                let made = generate(&recipe).unwrap_or_else(|what| panic!("{recipe:?}: {what}"));
                let board = Board::new(made.map);
                let found = check(&board, Pace::of(Scale::Mm28));
                assert!(found.is_empty(), "{recipe:?}: {found:#?}");
                let zone = |seat| board.zone(Use::Deployment, seat).expect("two seats");
                let [a, b] = [zone(1), zone(2)].map(|z| z.iter().collect::<Vec<_>>());
                assert!(a.len() >= 20 && b.len() >= 20);
                assert!(board.grid().gap(&a, &b) <= 18);
            }
        }
    }
}

#[test]
#[ignore = "slow"]
fn maps_are_the_same_in_every_part() {
    for word in ["mirror", "half-turn", "fourfold"] {
        for kind in GRIDS {
            for (columns, rows) in [(36, 24), (25, 27), (24, 24)] {
                let symmetry = named(word, kind, columns, rows);
                for theme in [Theme::Village, Theme::Hills, Theme::River] {
                    assert_symmetric(&Recipe {
                        columns,
                        rows,
                        symmetry,
                        ..recipe(theme, kind, 5)
                    });
                }
            }
        }
    }
}

#[test]
fn the_same_recipe_gives_the_same_map_and_its_file_keeps_it() {
    for theme in Theme::ALL {
        let recipe = recipe(theme, GridKind::HexFlat, 77);
        let (once, twice) = (generate(&recipe).unwrap(), generate(&recipe).unwrap());
        assert_eq!(once.map, twice.map);
        let text = write(&once.map);
        assert!(text.contains(&format!("recipe = \"{}\"", recipe.text())));
        let again = map::read(&Source::new("again", text.clone())).unwrap();
        assert_eq!(again, once.map);
        assert_eq!(write(&again), text);
        let other = generate(&Recipe { seed: 78, ..recipe }).unwrap();
        assert_ne!(other.map.terrain, once.map.terrain);
    }
}

#[test]
fn what_a_theme_is_about_is_there() {
    let has = |theme: Theme, what: &dyn Fn(&Board) -> bool| {
        for kind in GRIDS {
            let board = Board::new(generate(&recipe(theme, kind, 3)).unwrap().map);
            assert!(what(&board), "{theme:?} {kind:?}");
        }
    };
    let count = |board: &Board, name: &str| {
        let all = board.spaces().iter();
        all.filter(|s| board.terrain(*s).name == name).count()
    };
    let borders =
        |board: &Board, kind: BorderKind| board.borders().iter().filter(|b| b.kind == kind).count();
    has(Theme::Forest, &|b| count(b, "wood") > 150);
    has(Theme::River, &|b| {
        count(b, "deep") > 8 && count(b, "water") > 20
    });
    has(Theme::Hills, &|b| {
        b.spaces().iter().any(|s| b.level(s) >= 2)
    });
    has(Theme::Village, &|b| borders(b, BorderKind::Wall) > 40);
    has(Theme::Village, &|b| borders(b, BorderKind::Door) >= 4);
    has(Theme::Ruins, &|b| {
        count(b, "wall") > 30 && count(b, "rubble") > 15
    });
    has(Theme::Dungeon, &|b| count(b, "wall") > 150);
    has(Theme::Deck, &|b| b.spaces().count() < b.len());
    has(Theme::Countryside, &|b| {
        borders(b, BorderKind::Hedge) + borders(b, BorderKind::Fence) > 20
    });
}

#[test]
#[ignore = "slow"]
fn large_and_small_boards_can_be_had_and_others_are_refused() {
    for (columns, rows) in [(16, 16), (20, 44), (128, 96)] {
        for kind in GRIDS {
            let recipe = Recipe {
                columns,
                rows,
                ..recipe(Theme::Countryside, kind, 1)
            };
            let made = generate(&recipe).unwrap_or_else(|what| panic!("{recipe:?}: {what}"));
            assert_eq!(made.map.grid.len() as u32, columns * rows);
        }
    }
    let small = Recipe {
        columns: 7,
        ..recipe(Theme::Forest, GridKind::Square, 1)
    };
    assert!(
        generate(&small)
            .unwrap_err()
            .to_string()
            .contains("8 to 256")
    );
}

#[test]
#[ignore = "slow"]
fn doors_that_open_nothing_are_taken_out_not_thrown_away_with_the_map() {
    let village = |edition, seed| Recipe {
        columns: 160,
        rows: 160,
        edition,
        ..recipe(Theme::Village, GridKind::Square, seed)
    };
    let [before, now] = [*EDITIONS.start(), 3].map(|edition| {
        let recipe = village(edition, 2);
        let made = generate(&recipe).unwrap_or_else(|what| panic!("{}: {what}", recipe.text()));
        made.thrown_away
    });
    assert_eq!((before, now), (2, 0));
    assert_symmetric(&village(EDITION, 2));
    // as large as maps can be, and full of houses
    let large = Recipe {
        columns: 256,
        rows: 256,
        ..recipe(Theme::Village, GridKind::Square, 1)
    };
    let made = generate(&large).expect("a map");
    let doors = |map: &Map| {
        let doors = map.borders.iter().filter(|b| b.kind == BorderKind::Door);
        doors.count()
    };
    assert!(doors(&made.map) > 100 && made.thrown_away < 3);
}

#[test]
fn an_older_edition_gives_what_it_gave() {
    // where nothing had to be taken out, only the recipe tells editions 2 and 3 apart
    for theme in Theme::ALL {
        let now = Recipe {
            edition: 3,
            ..recipe(theme, GridKind::HexFlat, 5)
        };
        let before = Recipe { edition: 2, ..now };
        let [mut now, before] = [now, before].map(|recipe| generate(&recipe).expect("a map"));
        assert!(before.thrown_away >= now.thrown_away);
        if before.thrown_away == 0 {
            now.map.credit.recipe = before.map.credit.recipe.clone();
            assert_eq!(now.map, before.map, "{}", theme.name());
        }
    }
    let strange = Recipe {
        edition: EDITION + 1,
        ..recipe(Theme::Hills, GridKind::Square, 1)
    };
    assert!(
        generate(&strange)
            .unwrap_err()
            .to_string()
            .contains("editions 2 to")
    );
}

#[test]
fn symmetries_are_exact_where_the_board_allows() {
    let exact = |kind, columns, rows, word| {
        let grid = Grid {
            kind,
            stagger: Stagger::Even,
            columns,
            rows,
        };
        Images::new(grid, named(word, kind, columns, rows)).exact()
    };
    use GridKind::{HexFlat, HexPointy, Square};
    for (columns, rows) in [(20, 20), (21, 20), (20, 21), (21, 21)] {
        for word in ["mirror", "half-turn", "fourfold"] {
            assert!(exact(Square, columns, rows, word));
        }
        assert_eq!(exact(HexFlat, columns, rows, "mirror"), columns % 2 == 1);
        assert_eq!(exact(HexFlat, columns, rows, "half-turn"), columns % 2 == 0);
        assert_eq!(exact(HexPointy, columns, rows, "mirror"), rows % 2 == 1);
        assert_eq!(exact(HexPointy, columns, rows, "half-turn"), rows % 2 == 0);
    }
}

#[test]
fn a_symmetry_keeps_neighbours_and_can_be_undone() {
    for kind in GRIDS {
        for stagger in [Stagger::Even, Stagger::Odd] {
            for (columns, rows) in [(9, 8), (8, 9), (8, 8), (9, 9)] {
                for symmetry in Symmetry::ALL.into_iter().filter(|s| s.suits(kind)) {
                    let grid = Grid {
                        kind,
                        stagger,
                        columns,
                        rows,
                    };
                    let images = Images::new(grid, symmetry);
                    let inner = (0..grid.len() as u32).map(Space).filter(|s| {
                        let many = (0..images.parts()).filter_map(|p| images.image(*s, p));
                        many.count() == images.parts()
                    });
                    if symmetry == Symmetry::ThirdTurn {
                        // in two steps to the third part and back to the first
                        for space in inner {
                            let next = images.image(space, 1).expect("a partner");
                            assert_eq!(images.image(next, 1), images.image(space, 2));
                        }
                    }
                    let whole = |s: &Space| !images.partnerless().contains(*s);
                    let all: Vec<Space> = (0..grid.len() as u32).map(Space).filter(whole).collect();
                    let most = grid.len().min(usize::pow(columns.min(rows) as usize, 2));
                    // sixths of a turn leave a hexagon of a square
                    assert!(all.len() * 2 > most, "{kind:?} {symmetry:?}");
                    for part in 0..images.parts() {
                        let mut seen: Vec<Space> = all
                            .iter()
                            .map(|s| images.image(*s, part).expect("a partner"))
                            .collect();
                        for (a, b) in all.iter().zip(&seen).step_by(7) {
                            for (c, d) in all.iter().zip(&seen) {
                                assert_eq!(grid.distance(*a, *c), grid.distance(*b, *d));
                            }
                        }
                        seen.sort_unstable();
                        assert_eq!(seen, all, "{kind:?} {symmetry:?} {columns}×{rows}");
                    }
                }
            }
        }
    }
}

/// The zones of a use on a generated map.
fn zones_of(map: &Map, kind: Use) -> Vec<Vec<u32>> {
    let zones = map.zones.iter().filter(|zone| zone.kind == kind);
    zones
        .map(|zone| zone.spaces.iter().map(|s| s.0).collect())
        .collect()
}

/// How many of these differ.
fn different<T: Ord>(all: impl IntoIterator<Item = T>) -> usize {
    all.into_iter()
        .collect::<std::collections::BTreeSet<T>>()
        .len()
}

#[test]
#[ignore = "slow"]
fn another_seed_gives_another_plan() {
    for theme in Theme::ALL {
        let maps: Vec<Map> = (1..=10)
            .map(|seed| {
                generate(&recipe(theme, GridKind::Square, seed))
                    .expect("a map")
                    .map
            })
            .collect();
        let homes = different(maps.iter().map(|map| zones_of(map, Use::Deployment)));
        let goals = different(maps.iter().map(|map| zones_of(map, Use::Objective)));
        assert!(homes >= 8 && goals >= 5, "{theme:?}: {homes} {goals}");
        let of = |map: &Map, name: &str| {
            let named = map.terrains.iter().position(|t| t.name == name);
            let all = (0..map.terrain.len())
                .filter(|i| named.is_some_and(|n| usize::from(map.terrain[*i].0) == n));
            all.collect::<Vec<usize>>()
        };
        if matches!(theme, Theme::River | Theme::Countryside) {
            assert!(different(maps.iter().map(|map| of(map, "floor"))) == 10);
        }
        if theme == Theme::River {
            assert!(different(maps.iter().map(|map| of(map, "deep"))) == 10);
            // it begins at many places of the edge
            let mouths = maps.iter().map(|map| {
                let wet = of(map, "deep");
                wet.into_iter()
                    .find(|i| i % 36 == 0 || i % 36 == 35 || i / 36 == 0)
            });
            assert!(different(mouths) >= 6);
        }
    }
}

/// Whether two doors stand side by side.
fn side_by_side(grid: &Grid, a: (Space, Space), b: (Space, Space)) -> bool {
    let near = |s, t| grid.distance(s, t) <= 1;
    near(a.0, b.0) && near(a.1, b.1) || near(a.0, b.1) && near(a.1, b.0)
}

#[test]
#[ignore = "slow"]
fn doors_stand_apart_and_on_dry_ground() {
    let (mut doors, mut open, mut locked) = (0, 0, 0);
    for theme in Theme::ALL {
        for kind in GRIDS {
            for seed in 1..=4 {
                let recipe = recipe(theme, kind, seed);
                let board = Board::new(generate(&recipe).expect("a map").map);
                let all = board.borders().iter();
                let all: Vec<_> = all.filter(|b| b.kind == BorderKind::Door).collect();
                doors += all.len();
                open += all.iter().filter(|door| door.open).count();
                locked += all.iter().filter(|door| door.locked).count();
                for (i, door) in all.iter().enumerate() {
                    let (a, b) = door.between;
                    let wet = |s| board.terrain(s).water;
                    assert!(!wet(a) && !wet(b), "{}", recipe.text());
                    for other in &all[i + 1..] {
                        let beside = side_by_side(board.grid(), door.between, other.between);
                        let name = board.grid().name(a);
                        assert!(!beside, "{name}: {}", recipe.text());
                    }
                }
            }
        }
    }
    assert!(
        doors > 200 && open * 10 < doors * 7 && locked > 20,
        "{open} of {doors} are open, {locked} locked"
    );
}

#[test]
fn a_bridge_is_a_paved_way_over_water() {
    for kind in GRIDS {
        for seed in 1..=6 {
            let recipe = recipe(Theme::River, kind, seed);
            let board = Board::new(generate(&recipe).expect("a map").map);
            let named = |s: Space| board.terrain(s).name.as_str();
            let deck = |s: Space| {
                let rails = board.grid().neighbours(s).filter(|(_, next)| {
                    let rail = board.border(s, *next);
                    rail.is_some_and(|rail| rail.kind == BorderKind::Fence)
                        && board.terrain(*next).water
                });
                named(s) == "floor" && rails.count() > 0
            };
            let decks: Vec<Space> = board.spaces().iter().filter(|s| deck(*s)).collect();
            assert!(decks.len() >= 2, "{}", recipe.text());
            // nowhere does water lie on both sides of meadow that leads across
            for space in board.spaces().iter().filter(|s| named(*s) == "open") {
                let sides = board.grid().neighbours(space);
                let wet = sides.filter(|(_, next)| named(*next) == "deep").count();
                assert!(wet < 4, "{}: {}", board.grid().name(space), recipe.text());
            }
        }
    }
}

#[test]
#[ignore = "slow"]
fn every_scale_has_maps() {
    for (scale, columns, rows) in [
        (Scale::Mm4, 72, 48),
        (Scale::Mm15, 72, 48),
        (Scale::Mm54, 36, 24),
        (Scale::Mm90, 24, 16),
        (Scale::Mm180, 24, 16),
        (Scale::Mm300, 12, 8),
    ] {
        for theme in [
            Theme::Countryside,
            Theme::Village,
            Theme::River,
            Theme::Dungeon,
        ] {
            let recipe = Recipe {
                columns,
                rows,
                scale,
                ..recipe(theme, GridKind::Square, 1)
            };
            let made = generate(&recipe).unwrap_or_else(|what| panic!("{}: {what}", recipe.text()));
            let found = check(&Board::new(made.map.clone()), recipe.pace());
            assert!(found.is_empty(), "{}: {found:#?}", recipe.text());
            assert_eq!(made.map.space_size, scale.space() * 254 / 10);
            assert_eq!(
                skirmish::survey::pace_of_recipe(&made.map),
                Some(recipe.pace())
            );
        }
    }
}

#[test]
fn longer_battles_spread_over_a_large_board() {
    let large = |rounds| {
        let recipe = Recipe {
            columns: 96,
            rows: 72,
            rounds,
            ..recipe(Theme::Village, GridKind::Square, 3)
        };
        let map = generate(&recipe)
            .unwrap_or_else(|what| panic!("{}: {what}", recipe.text()))
            .map;
        let board = Board::new(map);
        let zone = |seat| board.zone(Use::Deployment, seat).expect("two seats");
        let [a, b] = [zone(1), zone(2)].map(|z| z.iter().collect::<Vec<_>>());
        let goals = zones_of(board.map(), Use::Objective).len();
        (board.grid().gap(&a, &b), goals)
    };
    let (short, few) = large(5);
    let (long, many) = large(12);
    assert!(short <= 18 && long > 30, "{short} {long}");
    assert!(many > few && many >= 3, "{few} {many}");
}

#[test]
#[ignore = "slow"]
fn buildings_of_a_large_board_are_not_all_alike() {
    for theme in [Theme::Village, Theme::Deck, Theme::Ruins] {
        let recipe = Recipe {
            columns: 96,
            rows: 72,
            ..recipe(theme, GridKind::Square, 2)
        };
        let board = Board::new(generate(&recipe).expect("a map").map);
        // areas of floor within walls
        let grid = board.grid();
        let mut seen = skirmish::board::Spaces::new(board.len());
        let mut sizes = Vec::new();
        for first in board.spaces().iter() {
            if board.terrain(first).name != "floor" || !seen.insert(first) {
                continue;
            }
            let mut area = vec![first];
            let mut next = 0;
            while next < area.len() {
                for (_, beside) in grid.neighbours(area[next]) {
                    let inside = map::share_a_side(grid, area[next], beside)
                        && board.border(area[next], beside).is_none()
                        && board.terrain(beside).name == "floor";
                    if inside && seen.insert(beside) {
                        area.push(beside);
                    }
                }
                next += 1;
            }
            let of = |at: &dyn Fn(Space) -> u32| {
                let all = || area.iter().map(|s| at(*s));
                all().max().unwrap() - all().min().unwrap() + 1
            };
            if (6..=100).contains(&area.len()) {
                sizes.push((of(&|s| grid.column(s)), of(&|s| grid.row(s)), area.len()));
            }
        }
        let most = sizes
            .iter()
            .map(|size| sizes.iter().filter(|s| *s == size).count())
            .max();
        let kinds = different(sizes.iter().copied());
        assert!(sizes.len() >= 8 && kinds >= 6, "{theme:?}: {sizes:?}");
        assert!(most.unwrap() * 4 <= sizes.len() + 4, "{theme:?}: {sizes:?}");
    }
}
