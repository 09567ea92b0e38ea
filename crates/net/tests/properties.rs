//! What holds for positions of random games on every kind of board.

use std::sync::Arc;

use cornerwise_core::{CellSet, Colour, Move, Position, Symmetry, Tables, game_rng};
use cornerwise_net::{ActionError, Actions, Encoder, Layout};

const VARIANTS: [&str; 8] =
    ["duo", "classic", "classic-2", "classic-3", "7x7", "5x5-3", "10x10-4", "2x2"];

fn tables(name: &str) -> Arc<Tables> {
    Tables::new(name.parse().unwrap())
}

/// Plays random games and shows their positions with the moves before.
fn positions(tables: &Arc<Tables>, games: u64, mut show: impl FnMut(&Position, &[(Colour, Move)])) {
    for game in 0..games {
        let (mut position, mut before) = (Position::new(tables), Vec::new());
        let mut rng = game_rng(7, game);
        while let Some(colour) = position.to_play() {
            show(&position, &before);
            let mv = position.sample_move(&mut rng).unwrap();
            position.play(mv).unwrap();
            before.push((colour, mv));
        }
    }
}

#[test]
fn every_legal_move_has_an_action_of_its_own_and_is_found_again() {
    for name in VARIANTS {
        let tables = tables(name);
        let encoder = Encoder::new(tables.variant());
        for (layout, _) in Layout::ALL {
            let actions = Actions::new(&tables, layout);
            positions(&tables, 2, |position, _| {
                let frame = encoder.frame(position.to_play().unwrap());
                let mut seen = Vec::new();
                for mv in position.legal_moves() {
                    let action = actions.action(frame, mv).unwrap();
                    assert!(action < actions.count());
                    assert_eq!(actions.mv(frame, action), Ok(mv), "{name} {layout:?} {action}");
                    seen.push(action);
                }
                seen.sort_unstable();
                assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
            });
        }
    }
}

#[test]
fn actions_that_are_none_are_refused() {
    let (duo, small) = (tables("duo"), tables("7x7"));
    let encoder = Encoder::new(duo.variant());
    let frame = encoder.frame(Colour::from_index(0));
    for (layout, name) in Layout::ALL {
        let actions = Actions::new(&duo, layout);
        let count = actions.count();
        assert_eq!(actions.mv(frame, count), Err(ActionError::Range { action: count, count }));
        let fitting = (0..count).filter(|&action| actions.mv(frame, action).is_ok()).count();
        assert_eq!(fitting, 13_729, "{layout}");
        assert_eq!(name.parse(), Ok(layout));
    }
    assert_eq!(Actions::new(&duo, Layout::Pieces).count(), 32_928);
    assert!("plane".parse::<Layout>().is_err());
    let far: Move = "n14".parse().unwrap();
    let small_encoder = Encoder::new(small.variant());
    for colour in small.variant().colours() {
        let frame = small_encoder.frame(colour);
        let small = Actions::new(&small, Layout::Planes);
        assert_eq!(small.action(frame, far), Err(ActionError::Move(far)));
    }
}

/// Planes are what the position says of cells, moved into the frame.
#[test]
fn planes_are_the_sets_of_the_position() {
    for name in VARIANTS {
        let tables = tables(name);
        let encoder = Encoder::new(tables.variant());
        let size = tables.variant().size();
        let mut out = vec![0.0; encoder.plane_count() * size * size];
        positions(&tables, 2, |position, before| {
            let encoding = encoder.encode(position, before).unwrap();
            assert_eq!(encoding.planes().len(), encoder.plane_count());
            assert_eq!(encoding.globals().len(), encoder.global_count());
            encoding.write_planes(&mut out);
            let sum: f32 = out.iter().sum();
            let cells: usize = encoding.planes().iter().map(CellSet::len).sum();
            assert_eq!(sum, cells as f32);
            let frame = encoder.frame(position.to_play().unwrap());
            for (at, &colour) in frame.colours().iter().enumerate() {
                let of = |plane: usize| &out[(8 * at + plane) * size * size..][..size * size];
                for cell in CellSet::board(size).iter() {
                    let seen = frame.cell(cell);
                    let place = seen.row() * size + seen.column();
                    let is = |plane| of(plane)[place] == 1.0;
                    assert_eq!(is(0), position.cells(colour).contains(cell));
                    assert_eq!(is(2), position.corner_cells(colour).contains(cell));
                    let locked = position.locked_cells(colour).contains(cell);
                    assert_eq!(is(3), locked && !position.occupied().contains(cell));
                    assert_eq!(is(4), position.coverable_cells(colour).contains(cell));
                    assert!(!is(2) || is(5));
                    assert!(!is(5) || is(6) && !locked);
                    assert!(!is(6) || is(7));
                }
                let last = before.iter().rev().find(|(other, _)| *other == colour);
                let squares = last.map_or(0, |(_, mv)| mv.piece().size());
                assert_eq!(of(1).iter().sum::<f32>(), squares as f32);
            }
        });
        let mut over = Position::new(&tables);
        while let Some(mv) = over.sample_move(&mut game_rng(1, 1)) {
            over.play(mv).unwrap();
        }
        assert_eq!(encoder.encode(&over, &[]), None);
    }
}

/// In a position that looks the same from every seat, all colours see the same planes.
#[test]
fn colours_see_a_symmetric_position_alike() {
    for (name, turns) in [("duo", vec![0, 2]), ("7x7", vec![0, 2]), ("classic", vec![0, 1, 2, 3])] {
        let tables = tables(name);
        let encoder = Encoder::new(tables.variant());
        let size = tables.variant().size();
        let mut position = Position::new(&tables);
        let mut before = Vec::new();
        let first = position.legal_moves()[3];
        for colour in tables.variant().colours() {
            assert_eq!(position.to_play(), Some(colour));
            let home = tables.variant().start(Colour::from_index(0));
            let own = tables.variant().start(colour);
            let symmetry = turns
                .iter()
                .map(|&turn| Symmetry::from_index(turn))
                .find(|symmetry| symmetry.cell(home, size) == own)
                .unwrap();
            let mv = symmetry.placement(first, size);
            position.play(mv).unwrap();
            before.push((colour, mv));
        }
        let views: Vec<_> =
            tables.variant().colours().map(|c| encoder.encode_for(&position, &before, c)).collect();
        for view in &views[1..] {
            assert_eq!(view, &views[0], "{name}");
        }
        let frame = encoder.frame(Colour::from_index(0));
        assert_eq!(frame.to_frame(first), first);
    }
}
