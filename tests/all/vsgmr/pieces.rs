//! Terrain that the sides lay before deployment (E5).

use super::{Play, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Answer, Ask, Choice, Deploy, Event, Piece, Place, Scenery, Topic};
use skirmish::board::GridKind;
use skirmish::dice::seeded;
use skirmish::rules::Game;

/// Two forces about to be laid out, sides 1 and 2 across the board.
fn table(kind: GridKind, pieces: u8) -> Play {
    let rows = vec!["........................"; 24].join(" ");
    let mut scene = scene(kind, &rows)
        .of_2017()
        .figure(1, "a", "hero", "")
        .figure(2, "b", "hero", "")
        .rule("terrain_first = true")
        .rule("wall_lines = false");
    scene.brief.deploy = Some(Deploy::AllAtOnce);
    // side 2 has rolled lower, then the number of pieces
    scene.begin(&[5, 2, pieces])
}

fn choose(play: &mut Play, of: Scenery, size: u8) {
    play.answer(Answer::Choose(Choice::Piece(Piece { of, size })));
}

fn lay(play: &mut Play, at: &str) {
    let to = play.space(at);
    play.answer(Answer::Lay { to });
}

/// Both place their one figure.
fn deploy_both(play: &mut Play) {
    for _ in 0..2 {
        let answer = play.game.preset();
        play.answer(answer);
    }
}

fn terrain(play: &Play, at: &str) -> String {
    let board = play.game.board();
    board.terrain(play.space(at)).name.clone()
}

#[test]
fn e5_a_die_says_how_many_pieces_each_lays_in_turn_before_deployment() {
    for kind in KINDS {
        let mut play = table(kind, 2);
        for (i, at) in ["C12", "H12", "M12", "R12"].into_iter().enumerate() {
            let piece = Ask::Choose {
                topic: Topic::Piece,
                who: None,
            };
            assert_eq!((play.asks(), play.game.status().step), (piece, "terrain"));
            assert_eq!(play.asked(), 1 + i as u8 % 2);
            choose(&mut play, Scenery::Wood, 1);
            assert!(matches!(play.asks(), Ask::Lay { .. }));
            lay(&mut play, at);
            assert_eq!(terrain(&play, at), "small wood");
        }
        assert_eq!(play.asks(), Ask::Deploy);
        play.spent();
    }
}

#[test]
fn e5_pieces_lie_in_the_middle_third_apart_on_open_ground() {
    for kind in KINDS {
        let mut play = table(kind, 3);
        choose(&mut play, Scenery::Rocks, 1);
        let lay_at = |play: &Play, at: &str| Answer::Lay { to: play.space(at) };
        for outside in ["H8", "H17", "A1"] {
            play.refused(lay_at(&play, outside));
        }
        for inside in ["H9", "H16"] {
            assert!(play.game.check(&lay_at(&play, inside)).is_ok());
        }
        lay(&mut play, "H12");
        // the next may be disputed at H12 itself; once it is settled, nobody touches it
        choose(&mut play, Scenery::Wall, 1);
        lay(&mut play, "D12");
        choose(&mut play, Scenery::Rocks, 1);
        play.refused(lay_at(&play, "H12"));
        play.refused(lay_at(&play, "H11"));
        assert!(play.game.check(&lay_at(&play, "H14")).is_ok());
    }
}

#[test]
fn e5_a_disputed_place_goes_to_the_higher_die() {
    for kind in KINDS {
        // side 1 lays, side 2 wants the same place: level dice are rolled again
        let mut play = table(kind, 1);
        choose(&mut play, Scenery::Wood, 2);
        lay(&mut play, "H12");
        assert_eq!(terrain(&play, "H12"), "medium wood");
        choose(&mut play, Scenery::Wall, 1);
        play.dice(&[3, 3, 2, 6]);
        lay(&mut play, "H12");
        assert_eq!(terrain(&play, "H12"), "small wall");
        // side 1 lays its own elsewhere, and cannot dispute what the dice have settled
        assert_eq!(play.asked(), 1);
        choose(&mut play, Scenery::Wood, 1);
        let to = play.space("H12");
        play.refused(Answer::Lay { to });
        lay(&mut play, "D12");
        assert_eq!(play.asks(), Ask::Deploy);
        play.spent();
        // and the other way: who asked loses and lays elsewhere
        let mut play = table(kind, 1);
        choose(&mut play, Scenery::Wood, 2);
        lay(&mut play, "H12");
        choose(&mut play, Scenery::Rocks, 1);
        play.dice(&[4, 1]);
        lay(&mut play, "H12");
        assert_eq!(
            (play.asked(), terrain(&play, "H12")),
            (2, "medium wood".into())
        );
        choose(&mut play, Scenery::Rocks, 1);
        let to = play.space("H12");
        play.refused(Answer::Lay { to });
        lay(&mut play, "M12");
        assert_eq!(play.asks(), Ask::Deploy);
        play.spent();
    }
}

#[test]
fn e5_a_laid_piece_takes_hits_by_size_and_leaves_the_ground_under_it() {
    for kind in KINDS {
        let mut play = table(kind, 1);
        choose(&mut play, Scenery::Wall, 2);
        lay(&mut play, "H12");
        choose(&mut play, Scenery::Wood, 1);
        lay(&mut play, "D12");
        let wall = play.space("H12");
        let object = play.game.board().object(wall);
        assert_eq!(object.len(), if kind == GridKind::Square { 4 } else { 3 });
        assert_eq!(play.game.board().terrain(wall).hits, Some(3));
        let laid = play.log.iter().filter(|e| matches!(e, Event::Laid { .. }));
        assert_eq!(laid.count(), 2);
    }
}

#[test]
fn e5_whatever_is_laid_a_way_is_left() {
    for kind in KINDS {
        for seed in 0..12 {
            let rows = vec!["........................"; 24].join(" ");
            let mut scene = scene(kind, &rows)
                .of_2017()
                .figure(1, "a", "hero", "")
                .figure(2, "b", "hero", "");
            scene.brief.deploy = Some(Deploy::Alternating);
            let mut play = scene.begin(&[]);
            through(&mut play.game, seed);
            assert_eq!(play.game.status().round, 1);
            let (a, b) = (play.fig("a"), play.fig("b"));
            let to = skirmish::board::Spaces::of(play.game.board().len(), [play.game.at(b)]);
            let field = play.game.board().field(&to, 1, skirmish::board::Gait::Walk);
            assert_ne!(field[play.game.at(a).index()], u32::MAX, "seed {seed}");
        }
    }
}

/// Answers at random until the first round has begun.
fn through(game: &mut Game, seed: u64) {
    for n in 0..2000u64 {
        let answer = match game.decision().ask {
            Ask::Act { .. } | Ask::First => return,
            Ask::Roll { dice, .. } => Answer::Faces(seeded(seed, n, &dice)),
            _ if n % 5 == 0 => game.preset(),
            _ => {
                let all = game.answers();
                let chance = seeded(seed + 100, n, &[250, 250]);
                let at = usize::from(chance[0]) * 250 + usize::from(chance[1]);
                all[at % all.len()].clone()
            }
        };
        game.answer(&answer, &mut ()).expect("a legal answer");
    }
    panic!("never done");
}

/// The pieces that have been laid: their spaces.
fn pieces(play: &Play) -> Vec<Vec<skirmish::board::Space>> {
    let laid = |event: &Event| match event {
        Event::Laid { spaces, .. } => Some(spaces.to_vec()),
        _ => None,
    };
    play.log.iter().filter_map(laid).collect()
}

#[test]
fn e5_the_program_lays_terrain_too_where_it_places_everybody() {
    for kind in KINDS {
        let rows = vec!["........................"; 24].join(" ");
        let mut scene = scene(kind, &rows)
            .of_2017()
            .figure(1, "a", "hero", "")
            .figure(2, "b", "hero", "");
        scene.brief.deploy = Some(Deploy::Auto);
        let play = scene.begin(&[3]);
        assert_eq!(pieces(&play).len(), 6);
        assert!(play.game.all().all(|who| play.game.place(who) == Place::On));
        play.spent();
    }
}

#[test]
fn e5_computers_lay_cover_where_they_come_to_it_first() {
    for kind in KINDS {
        let mut play = table_of(kind, 2, "troop, distance");
        while !matches!(play.asks(), Ask::Deploy) {
            let answer = play.game.preset();
            play.answer(answer);
        }
        let grid = play.game.board().grid();
        // Side 1 begins at the northern edge, side 2 at the southern one; they lay in turn.
        for (i, spaces) in pieces(&play).into_iter().enumerate() {
            let rows: Vec<u32> = spaces.iter().map(|s| grid.row(*s)).collect();
            let south = rows.iter().all(|row| *row >= grid.rows / 2);
            let north = rows.iter().all(|row| *row < grid.rows / 2);
            assert!(if i % 2 == 0 { north } else { south }, "{i}: {rows:?}");
            let name = terrain_at(&play, spaces[0]);
            assert!(
                !name.contains("wall"),
                "{name} stops nobody's shots at them"
            );
        }
    }
}

fn terrain_at(play: &Play, space: skirmish::board::Space) -> String {
    play.game.board().terrain(space).name.clone()
}

/// Two forces about to be laid out, with a shooter each.
fn table_of(kind: GridKind, pieces: u8, words: &str) -> Play {
    let rows = vec!["........................"; 24].join(" ");
    let mut scene = scene(kind, &rows)
        .of_2017()
        .figure(1, "a", "hero", "")
        .figure(1, "c", words, "")
        .figure(2, "b", "hero", "")
        .figure(2, "d", words, "");
    scene.brief.deploy = Some(Deploy::AllAtOnce);
    scene.begin(&[5, 2, pieces])
}

#[test]
fn e5_changed_figures_are_placed_first_then_the_terrain_around_them() {
    for kind in KINDS {
        let rows = ["............"; 12].join(" ");
        let mut scene = scene(kind, &rows)
            .of_2017()
            .figure(1, "a", "hero", "")
            .figure(2, "b", "hero", "");
        scene.brief.deploy = Some(Deploy::AllAtOnce);
        let mut play = scene.begin(&[5, 2]);
        assert_eq!(play.asks(), Ask::Deploy);
        deploy_both(&mut play);
        assert!(play.on_board("a") && play.on_board("b"));
        play.dice(&[1]);
        choose(&mut play, Scenery::Rocks, 1);
        let on_figure = Answer::Lay {
            to: play.game.at(play.fig("a")),
        };
        play.refused(on_figure);
        let to = play
            .game
            .answers()
            .into_iter()
            .find(|answer| matches!(answer, Answer::Lay { .. }))
            .expect("a place");
        play.answer(to);
        choose(&mut play, Scenery::Rocks, 1);
        let answer = play.game.preset();
        play.answer(answer);
        // the battle begins
        assert_eq!(play.game.status().step, "initiative");
    }
}

#[test]
fn e5_changed_a_laid_wall_is_a_line_one_space_wide() {
    for kind in KINDS {
        let rows = vec!["........................"; 24].join(" ");
        let mut scene = scene(kind, &rows)
            .of_2017()
            .figure(1, "a", "hero", "")
            .figure(2, "b", "hero", "");
        scene.brief.deploy = Some(Deploy::AllAtOnce);
        let mut play = scene.begin(&[5, 2]);
        deploy_both(&mut play);
        play.dice(&[1]);
        choose(&mut play, Scenery::Wall, 2);
        lay(&mut play, "F12");
        let laid = play.log.iter().find_map(|event| match event {
            Event::Laid { spaces, .. } => Some(spaces.clone()),
            _ => None,
        });
        let laid = laid.expect("a wall");
        assert_eq!(laid.len(), 4);
        let grid = play.game.board().grid();
        assert_eq!(grid.distance(laid[0], laid[3]), 3, "in a line");
    }
}
