//! The linear model: a log-linear policy, and values that are linear in counted features.
//!
//! **Policy.** The cells of the board fall into classes for the colour to move ([`PolicyEncoder`]): an opponent's corner cell, a
//! cell next to one, a cell that no opponent can use any more … A move has a weight for its piece and one for
//! every cell that it covers, borders on or touches at a corner ([`PolicyWeights`]); its logit is their sum. The most probable moves get
//! a second look at the position after them ([`AfterstateFeatures`]). The weights are learnt from games and stand in `data/linear/policy`.
//!
//! **Value.** [`ValueFeatures`] are counted for every player, and [`ValueWeights`] make shares of the win and scores of them.
//! They stand in `data/linear/value`.

mod afterstate;
mod footprint;
mod game_class;
mod model;
mod openness;
mod policy_features;
mod policy_weights;
mod race;
mod rows;
mod value_features;
mod value_weights;

pub use afterstate::{
    AFTERSTATE_FEATURES, AfterstateFeatures, afterstate_features, afterstate_logit,
};
pub use game_class::GameClass;
pub use model::LinearModel;
pub(crate) use model::{by_logit, keep_most_probable};
pub use policy_features::PolicyEncoder;
pub use policy_weights::{POLICY_FEATURES, POLICY_PHASES, PolicyFeature, PolicyWeights};
pub use rows::WeightsError;
pub use value_features::{CAN_MOVE, VALUE_FEATURES, ValueFeatures, value_features};
pub use value_weights::{PhaseWeights, VALUE_PHASES, ValueWeights, softmax, value_phase};
