//! Parts of a map that are carried elsewhere: turned, flipped, put down, into other maps too.

use super::{KINDS, any};
use rand::SeedableRng;
use rand_pcg::Pcg32;
use skirmish::board::{BorderKind, Cost, Opacity, Space, Symmetry};
use skirmish::draft::{Barrier, Clip, Draft, Kind, Op, Sheet, Turn, area};

#[test]
fn turns_and_flips_of_a_clip_go_together_like_those_of_paper() {
    for kind in KINDS {
        let mut draft = Draft::new(Sheet::fresh("A map", kind, 12, 12).map());
        let mut chance = Pcg32::seed_from_u64(6);
        for _ in 0..20 {
            let op = any(draft.sheet(), &mut chance);
            if !matches!(op, Op::Size { .. }) {
                let _ = draft.gesture(&[op]);
            }
        }
        let part = area::around(&draft.sheet().grid, Space(12 * 6 + 6), 3);
        let clip = Clip::copy(draft.sheet(), &part).expect("a clip");
        let done = |turns: &[Turn]| turns.iter().fold(clip.clone(), |c, turn| c.turned(*turn));
        let half = if kind.is_square() { 2 } else { 3 };
        let half = vec![Turn::Clockwise; half];
        assert_eq!(done(&[Turn::Flip, Turn::Upend]), done(&half));
        assert_eq!(done(&[Turn::Upend, Turn::Flip]), done(&half));
        for flip in [Turn::Flip, Turn::Upend] {
            let there = done(&[flip, Turn::Clockwise]);
            assert_eq!(there, done(&[Turn::Back, flip]), "{kind:?}");
        }
    }
}

#[test]
fn turning_a_clip_all_the_way_round_changes_nothing() {
    for kind in KINDS {
        let mut draft = Draft::new(Sheet::fresh("A map", kind, 12, 12).map());
        let mut chance = Pcg32::seed_from_u64(5);
        for _ in 0..20 {
            let op = any(draft.sheet(), &mut chance);
            if !matches!(op, Op::Size { .. }) {
                let _ = draft.gesture(&[op]);
            }
        }
        let grid = draft.sheet().grid;
        let part = area::around(&grid, Space(12 * 6 + 6), 3);
        let clip = Clip::copy(draft.sheet(), &part).expect("a clip");
        let turns = if kind.is_square() { 4 } else { 6 };
        let same = clip.turned(Turn::Clockwise).turned(Turn::Back);
        let round = (0..turns).fold(same.clone(), |c, _| c.turned(Turn::Clockwise));
        assert_eq!(round, same);
        for flip in [Turn::Flip, Turn::Upend] {
            assert_eq!(same.turned(flip).turned(flip), same);
        }
        // put down where it was taken up it changes nothing
        let before = draft.sheet().clone();
        draft
            .gesture(&round.paste(&before, Space(12 * 6 + 6), Symmetry::None))
            .expect("pasted");
        assert_eq!(draft.sheet().map(), before.map());
    }
}

#[test]
fn a_clip_takes_its_own_kinds_along_to_another_map() {
    for kind in KINDS {
        let mut draft = Draft::new(Sheet::fresh("From", kind, 12, 12).map());
        let grid = draft.sheet().grid;
        let part = area::around(&grid, Space(12 * 6 + 6), 1);
        let crystal = Kind {
            name: "crystal".into(),
            sign: 'a',
            cost: Cost::Hard,
            water: false,
            sight: Opacity::Partial,
            height: 1,
            cover: true,
            hits: None,
            becomes: None,
            colour: 0xaa_44_cc,
        };
        let ground = Op::Ground {
            kind: "crystal".into(),
            on: part.clone(),
        };
        draft.gesture(&[Op::Kind(crystal), ground]).expect("drawn");
        let clip = Clip::copy(draft.sheet(), &part).expect("a clip");
        let mut other = Draft::new(Sheet::fresh("To", kind, 9, 7).map());
        let ops = clip.paste(other.sheet(), Space(9 * 3 + 4), Symmetry::None);
        other.gesture(&ops).expect("pasted");
        let sheet = other.sheet();
        let there = sheet.spaces().filter(|s| sheet.kind(*s).name == "crystal");
        assert_eq!(there.count(), part.count());
        assert!(other.sheet().kind(Space(9 * 3 + 4)).cover);
    }
}

#[test]
fn a_room_is_copied_with_the_walls_around_it() {
    for kind in KINDS {
        let mut draft = Draft::new(Sheet::fresh("House", kind, 14, 12).map());
        let grid = draft.sheet().grid;
        let room = area::around(&grid, Space(14 * 6 + 3), 1);
        let walls = Op::Side {
            barrier: Some(Barrier::of(BorderKind::Wall, false)),
            on: area::outline(&grid, &room).into_iter().collect(),
        };
        draft.gesture(&[walls]).expect("drawn");
        let count = draft.sheet().borders.len();
        let clip = Clip::copy(draft.sheet(), &room).expect("a clip");
        let to = Space(14 * 5 + 10);
        let ops = clip
            .turned(Turn::Clockwise)
            .paste(draft.sheet(), to, Symmetry::None);
        draft.gesture(&ops).expect("pasted");
        let there = area::outline(&grid, &area::around(&grid, to, 1));
        let borders = &draft.sheet().borders;
        assert_eq!(borders.len(), 2 * count);
        assert!(
            there
                .iter()
                .all(|(a, b)| borders.contains_key(&(Space(*a), Space(*b))))
        );
    }
}
