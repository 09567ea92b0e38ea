//! Environments for reinforcement learning: Blokus as learners see it, without Python and without a training framework.
//!
//! [`Options`] say what is played, what a learner is given and what it is rewarded for. A [`Setup`] is what all games of the same
//! options share. An [`Environment`] is one game: the learner plays actions, hidden opponents answer. A [`Batch`] is thousands of games
//! that are stepped together, on several threads, and write what learners need into arrays of the caller.
//!
//! ```
//! use cornerwise_env::{Environment, Options, Setup};
//! let options = Options { opponents: vec!["largest".to_owned()], ..Options::new("duo".parse().unwrap()) };
//! let setup = Setup::new(options).unwrap();
//! let mut opponents = setup.opponents().unwrap();
//! let mut environment = Environment::new(&setup);
//! environment.reset(Some(1), &mut opponents);
//! while let Some(action) = environment.sample_action() {
//!     environment.step(action, &mut opponents).unwrap();
//! }
//! assert_eq!(environment.rewards()[0], -environment.rewards()[1]);
//! ```

mod action_table;
mod autoreset;
mod batch;
mod environment;
mod error;
mod illegal;
mod observation;
mod opponents;
mod options;
mod outputs;
mod reward;
mod saved;
mod setup;
mod shaping;

pub use action_table::ActionTable;
pub use autoreset::Autoreset;
pub use batch::Batch;
pub use environment::{Ending, Environment};
pub use error::EnvError;
pub use illegal::Illegal;
pub use observation::{Observation, Observer};
pub use opponents::Opponents;
pub use options::{Options, Perspective, SeatChoice};
pub use outputs::{Masks, Outputs};
pub use reward::{Reward, Rewards};
pub use setup::Setup;
pub use shaping::Shaping;
