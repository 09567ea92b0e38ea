//! Networks for Blokus: what they see, their weight files, and inference on a CPU.
//!
//! Everything is in the mover's frame: the board is turned so that the mover's start cell lies where that of the first colour does, and
//! colours come in the order in which they move, the mover first ([`Frame`]). So a network learns one game instead of one for each
//! colour. The [`Encoder`] writes what is known of a position, and [`Actions`] numbers the moves.
//!
//! An [`Architecture`] says what a network is made of, and [`Weights`] are what one has learnt. [`Network`] and
//! [`Inference`] compute it in 8 bits with the best instructions of the processor, and [`Reference`] in plain floating-point
//! arithmetic.
//!
//! ```
//! use cornerwise_core::{Position, Tables};
//! use cornerwise_net::{Actions, Encoder, Frame, Layout};
//! let tables = Tables::new("duo".parse().unwrap());
//! let position = Position::new(&tables);
//! let encoder = Encoder::new(tables.variant());
//! let encoding = encoder.encode(&position, &[]).unwrap();
//! let mut planes = vec![0.0; encoder.plane_count() * 14 * 14];
//! encoding.write_planes(&mut planes);
//! assert_eq!(encoding.globals().len(), encoder.global_count());
//!
//! let actions = Actions::new(&tables, Layout::Placements);
//! assert_eq!(actions.count(), 13_729);
//! let (mover, mv) = (position.to_play().unwrap(), position.legal_moves()[0]);
//! let frame = Frame::new(tables.variant(), mover);
//! let action = actions.action(&frame, mv).unwrap();
//! assert_eq!(actions.mv(&frame, action), Ok(mv));
//! ```

mod actions;
mod architecture;
mod convolution;
mod dense;
mod encoder;
mod frame;
mod move_cells;
mod network;
mod reference;
mod value_head;
mod weights;

pub use actions::{ActionError, Actions, Layout, UnknownLayout};
pub use architecture::{Architecture, ArchitectureError, Residual};
pub use encoder::{ENCODER_VERSION, Encoder, Encoding};
pub use frame::Frame;
pub use network::{Inference, Network};
pub use reference::{Output, Reference};
pub use value_head::Forecast;
pub use weights::{About, Tensor, Weights, WeightsError};
