//! What pages and programs see of a game: everything that the rules say, as data.

mod catalogue;
mod names;
mod outcome;
mod position;

pub use catalogue::{
    AgentView, Agents, LevelView, LimitsView, OrientationView, ParameterView, PieceView, Pieces,
    PlayerColours, Preset, VariantColour, VariantView, Variants,
};
pub use names::{agent_title, player_name};
pub use outcome::{ColourResult, PlayerResult, Reason, ResultView, placing};
pub use position::{ColourView, MoveView, PlayerView, PositionView, Turn, passed_after};
