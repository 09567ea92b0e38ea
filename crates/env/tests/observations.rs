//! What learners see is what the position says.

use std::sync::Arc;

use cornerwise_core::{Cell, CellSet, Colour, Piece};
use cornerwise_env::{Environment, Observation, Options, Perspective, Setup};
use cornerwise_net::Encoder;

const VARIANTS: [&str; 6] = ["duo", "classic", "classic-2", "classic-3", "7x7", "5x5-3"];

fn setup(name: &str, observation: Observation, perspective: Perspective) -> Arc<Setup> {
    let variant = name.parse().unwrap();
    Setup::new(Options { observation, perspective, ..Options::new(variant) }).unwrap()
}

/// Plays a game and shows what each colour sees after every move, with the colours and the place of cells in its frame.
fn watch(
    setup: &Arc<Setup>,
    mut show: impl FnMut(&Environment, Colour, &dyn Fn(Cell) -> usize, &[u8], &[f32]),
) {
    let observer = setup.observer();
    let mut bytes = vec![9; observer.byte_count()];
    let mut numbers = vec![9.0; observer.number_count()];
    let mut opponents = setup.opponents().unwrap();
    let mut game = Environment::new(setup);
    game.reset(Some(2), &mut opponents);
    let size = setup.options().variant.size();
    loop {
        for viewer in setup.options().variant.colours() {
            game.observe(viewer, &mut bytes, &mut numbers);
            let place = |cell| {
                let seen = observer.frame(viewer).cell(cell);
                seen.row() * size + seen.column()
            };
            show(&game, viewer, &place, &bytes, &numbers);
        }
        let Some(action) = game.sample_action() else { return };
        game.step(action, &mut opponents).unwrap();
    }
}

#[test]
fn planes_are_those_of_the_encoder() {
    for name in VARIANTS {
        let setup = setup(name, Observation::Planes, Perspective::Mover);
        let encoder = Encoder::new(&setup.options().variant);
        watch(&setup, |game, viewer, _, bytes, numbers| {
            let encoding = encoder.encode_for(game.position(), game.placed(), viewer);
            let mut planes = vec![0.0; bytes.len()];
            encoding.write_planes(&mut planes);
            assert!(planes.iter().zip(bytes).all(|(&plane, &byte)| plane == f32::from(byte)));
            assert_eq!(encoding.globals(), numbers);
        });
    }
}

#[test]
fn shapes_lie_where_they_were_placed() {
    for name in VARIANTS {
        for &(perspective, _) in Perspective::ALL {
            let setup = setup(name, Observation::Shapes, perspective);
            let variant = &setup.options().variant;
            let area = variant.size() * variant.size();
            assert_eq!(setup.observer().shape()[0], 21 * variant.colour_count());
            watch(&setup, |game, viewer, place, bytes, _| {
                let colours = setup.observer().frame(viewer).colours().to_vec();
                for (number, &colour) in colours.iter().enumerate() {
                    for piece in Piece::all() {
                        let plane = &bytes[(number * 21 + piece.index()) * area..][..area];
                        let ones: usize = plane.iter().copied().map(usize::from).sum();
                        let is_left = game.position().pieces(colour).contains(piece);
                        assert_eq!(ones, if is_left { 0 } else { piece.size() });
                        for cell in game.position().cells(colour).iter() {
                            let moves = game.placed().iter();
                            let mut of_cell = moves.filter(|(_, mv)| mv.cell_set().contains(cell));
                            let is_piece = of_cell.next().unwrap().1.piece() == piece;
                            assert_eq!(plane[place(cell)] == 1, is_piece);
                        }
                    }
                }
            });
        }
    }
    assert_eq!(
        setup("duo", Observation::Shapes, Perspective::Mover).observer().shape(),
        [42, 14, 14]
    );
}

#[test]
fn flat_observations_have_the_board_and_the_pieces_left() {
    for name in VARIANTS {
        let setup = setup(name, Observation::Flat, Perspective::Mover);
        let size = setup.options().variant.size();
        watch(&setup, |game, viewer, place, bytes, _| {
            let colours = setup.observer().frame(viewer).colours().to_vec();
            assert_eq!(colours[0], viewer);
            let (board, flags) = bytes.split_at(size * size);
            for cell in CellSet::board(size).iter() {
                let occupant = game.position().occupant(cell);
                let number = colours.iter().position(|&colour| Some(colour) == occupant);
                assert_eq!(usize::from(board[place(cell)]), number.map_or(0, |at| at + 1));
            }
            for (at, &flag) in flags.iter().enumerate() {
                let left = game.position().pieces(colours[at / 21]);
                assert_eq!(flag == 1, left.contains(Piece::from_index(at % 21)));
            }
        });
    }
    assert_eq!(setup("duo", Observation::Flat, Perspective::Mover).observer().shape(), [238]);
}

#[test]
fn boards_have_corners_and_locked_cells_of_every_colour() {
    for name in VARIANTS {
        let setup = setup(name, Observation::Board, Perspective::Board);
        let variant = &setup.options().variant;
        let (size, count) = (variant.size(), variant.colour_count());
        watch(&setup, |game, _, place, bytes, numbers| {
            let position = game.position();
            let plane = |number: usize| &bytes[number * size * size..][..size * size];
            for cell in CellSet::board(size).iter() {
                assert_eq!(place(cell), cell.row() * size + cell.column());
                let occupant = position.occupant(cell).map_or(0, Colour::number);
                assert_eq!(usize::from(plane(0)[place(cell)]), occupant);
                for colour in variant.colours() {
                    let is_corner = position.corner_cells(colour).contains(cell);
                    assert_eq!(plane(1 + colour.index())[place(cell)] == 1, is_corner);
                    let is_locked = occupant == 0 && position.locked_cells(colour).contains(cell);
                    assert_eq!(plane(1 + count + colour.index())[place(cell)] == 1, is_locked);
                }
            }
            let (flags, rest) = numbers.split_at(21 * count);
            let left: usize = variant.colours().map(|colour| position.pieces(colour).len()).sum();
            assert_eq!(flags.iter().sum::<f32>(), left as f32);
            for colour in variant.colours() {
                assert_eq!(rest[colour.index()], position.score(colour) as f32);
            }
            let mover = position.to_play().map_or(0, Colour::index);
            assert_eq!(rest[count..], [position.moves_played() as f32, mover as f32]);
        });
    }
}
