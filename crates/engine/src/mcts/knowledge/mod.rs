//! What a move looks like before it is searched: a log-linear model of the moves that a search prefers.
//!
//! The cells of the board fall into classes for the colour to move ([`View`]): an opponent's corner cell, a
//! cell next to one, a cell that no opponent can use any more … A move has a weight for its piece and one for
//! every cell that it covers, borders on or touches at a corner ([`Weights`]), and the probabilities of the moves
//! are the softmax of the sums. Those that are promising get a second look at what they lead to ([`Sequel`]). The weights
//! are learnt from games and stand in `data/priors`.
//!
//! And what a position looks like before the game is over: [`Aspects`] are counted for every player, and
//! [`Prospects`] make shares of the win and scores of them. Their weights stand in `data/prospects`.

mod aspects;
mod footprint;
mod kind;
mod openness;
mod prospects;
mod race;
mod rows;
mod sequel;
mod view;
mod weights;

pub use aspects::{ASPECTS, Aspects, CAN_MOVE, aspects};
pub use kind::Kind;
pub use prospects::{Forecast, Outlook, PROSPECT_PHASES, Prospects, prospect_phase, softmax};
pub use rows::WeightsError;
pub use sequel::{SEQUELS, Sequel, added, sequel};
pub(super) use view::CellWeights;
pub use view::{Recent, View};
pub use weights::{FEATURES, Feature, PHASES, Weights};
