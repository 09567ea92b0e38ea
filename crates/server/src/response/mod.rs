//! What pages and programs see of a game: everything that the rules say, as data.

mod catalogue;
mod names;
mod outcome;
mod position;

pub use catalogue::{
    AgentCatalogue, AgentInfo, LevelInfo, LimitsInfo, OrientationInfo, ParameterInfo, PieceInfo,
    Pieces, PlayerColours, RoomPreset, VariantColour, VariantInfo, Variants,
};
pub use names::{agent_title, player_name};
pub use outcome::{ColourResult, GameResult, PlayerResult, Reason, placing};
pub use position::{ColourState, PlacedMove, PlayerState, PositionState, ToPlay, passed_after};
