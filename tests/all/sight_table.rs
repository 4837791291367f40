//! The table of sight, which is filled for all spaces together, beside single lines.

use crate::drawn::{Chance, KINDS, random_of_size};
use skirmish::board::{Board, Sight, Space};

fn spaces(board: &Board) -> impl Iterator<Item = Space> + use<> {
    (0..board.len() as u32).map(Space)
}

/// Compares rows of the table with single lines, for every target or for one of so many.
fn compare(board: &Board, from: impl Iterator<Item = Space>, one_of: usize) {
    for (i, from) in from.enumerate() {
        let lines = board.lines(from).expect("a board with a table");
        for to in spaces(board).skip(i % one_of).step_by(one_of) {
            let pair = || (board.grid().name(from), board.grid().name(to));
            assert_eq!(
                lines.line(to),
                board.walk(from, to),
                "{:?} {:?}",
                pair(),
                board.map()
            );
        }
    }
}

#[test]
#[ignore = "slow"]
fn s7_all_rows_equal_single_lines_on_boards_of_every_shape() {
    let mut chance = Chance(91);
    let sizes = [
        (1, 1),
        (1, 40),
        (40, 1),
        (23, 17),
        (63, 5),
        (64, 5),
        (65, 5),
        (70, 6),
    ];
    for kind in KINDS {
        for hilly in [false, true] {
            for size in sizes {
                let board = Board::new(random_of_size(kind, hilly, size, &mut chance));
                compare(&board, spaces(&board), 1);
            }
        }
    }
}

#[test]
#[ignore = "slow"]
fn s7_all_rows_equal_single_lines_on_boards_of_more_than_126_columns() {
    let mut chance = Chance(92);
    for kind in KINDS {
        for (hilly, size) in [
            (false, (127, 4)),
            (true, (131, 3)),
            (false, (200, 2)),
            (true, (4, 190)),
        ] {
            let board = Board::new(random_of_size(kind, hilly, size, &mut chance));
            // single lines that span so many columns are slow
            compare(&board, spaces(&board), 17);
        }
    }
}

#[test]
fn s7_a_large_table_is_filled_part_by_part_and_right_all_the_time() {
    let mut chance = Chance(93);
    for (kind, hilly) in KINDS.into_iter().zip([false, true, false]) {
        let board = Board::new(random_of_size(kind, hilly, (64, 64), &mut chance));
        let scattered = spaces(&board).map(|space| Space(space.0 * 1237 % 4096));
        compare(&board, scattered.take(200), 61);
    }
}

#[test]
fn s7_a_board_of_many_levels_makes_its_rows_one_by_one() {
    let mut map = random_of_size(KINDS[1], false, (20, 12), &mut Chance(94));
    for (i, level) in map.elevation.iter_mut().enumerate() {
        *level = (i % 20) as i8;
    }
    let board = Board::new(map);
    compare(&board, spaces(&board), 1);
}

#[test]
fn s7_a_space_sees_itself_unless_it_is_void() {
    let board = Board::new(random_of_size(KINDS[0], true, (12, 12), &mut Chance(95)));
    for space in spaces(&board) {
        let sees = board.line(space, space) != Sight::Blocked;
        assert_eq!(sees, board.exists(space));
    }
}
