//! The rules of Blokus: positions, move generation, playouts, notation and game records.
//!
//! A [`Variant`] is data; its [`Tables`] are made once and shared; a [`Position`] is what is on the
//! board. This crate has no I/O, no threads and no clock, and randomness is passed in.
//!
//! ```
//! use cornerwise_core::{Move, Position};
//! let mut position = Position::start("duo".parse().unwrap());
//! assert_eq!(position.legal_moves().len(), 414);
//! let mv: Move = "f9,e10,f10,g10,f11".parse().unwrap();
//! position.play(mv).unwrap();
//! assert!(position.play(mv).is_err());
//! ```

mod cell;
mod corners;
mod cover;
pub mod draw;
mod game;
mod game_name;
mod generate;
mod hash;
mod kernel;
mod lanes;
mod legality;
mod moves;
mod notation;
mod perft;
mod piece;
mod playout;
mod position;
mod position_stack;
mod reach;
pub mod record;
mod rng;
mod sampler;
mod score;
mod shapes;
mod symmetries;
mod symmetry;
mod tables;
mod variant;
mod variant_file;

pub use cell::{Cell, CellSet, MAX_SIZE};
pub use game::Game;
pub use generate::{Generator, UnknownGenerator};
pub use kernel::{InstructionSet, Isa, instruction_set};
pub use legality::PlayError;
pub use moves::Move;
pub use notation::{ParseMoveError, Ply, excerpt};
pub use perft::{perft, perft_divide};
pub use piece::{Piece, PieceSet, UnknownPiece};
pub use playout::Step;
pub use position::Position;
pub use position_stack::PositionStack;
pub use reach::{REACH_STEPS, Reach, Reaches};
pub use rng::{GameRng, game_rng};
pub use sampler::{Sampler, SizeWeights};
pub use shapes::Orientation;
pub use symmetries::Symmetries;
pub use symmetry::Symmetry;
pub use tables::Tables;
pub use variant::{Colour, Owner, Player, Scoring, Seat, Variant, VariantError};
