//! What all games with the same options share.

use std::sync::Arc;

use cornerwise_core::{Position, Tables};
use cornerwise_engine::Registry;

use crate::action_table::ActionTable;
use crate::error::EnvError;
use crate::observation::Observer;
use crate::opponents::Opponents;
use crate::options::{Options, SeatChoice};

/// Options that were checked, with all that is made of them once.
pub struct Setup {
    pub(crate) options: Options,
    pub(crate) start: Position,
    pub(crate) actions: ActionTable,
    pub(crate) observer: Observer,
    registry: Registry,
}

impl Setup {
    /// Checks options and makes the tables; this takes some milliseconds.
    ///
    /// # Errors
    /// When the options contradict each other or the variant, or a spec names no agent.
    pub fn new(options: Options) -> Result<Arc<Setup>, EnvError> {
        Setup::with_registry(options, &Registry::default())
    }

    /// The same with further kinds of agents as opponents.
    ///
    /// # Errors
    /// As [`Setup::new`].
    pub fn with_registry(options: Options, registry: &Registry) -> Result<Arc<Setup>, EnvError> {
        let players = options.variant.player_count();
        let found = options.opponents.len();
        if ![0, 1, players - 1].contains(&found) {
            return Err(EnvError::Opponents { found, players });
        }
        if let SeatChoice::Fixed(seat) = options.seat
            && seat >= players
        {
            return Err(EnvError::Seat { seat, players });
        }
        if let Some(shaping) = &options.shaping {
            shaping.check()?;
        }
        for spec in &options.opponents {
            registry.check(spec)?;
        }
        let tables = Tables::new(options.variant.clone());
        Ok(Arc::new(Setup {
            start: Position::new(&tables),
            actions: ActionTable::new(&tables, options.layout, options.perspective),
            observer: Observer::new(&options.variant, options.observation, options.perspective),
            registry: registry.clone(),
            options,
        }))
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The tables of the variant.
    pub fn tables(&self) -> &Arc<Tables> {
        self.start.tables()
    }

    /// The actions.
    pub fn actions(&self) -> &ActionTable {
        &self.actions
    }

    /// What writes observations.
    pub fn observer(&self) -> &Observer {
        &self.observer
    }

    /// How many players there are.
    pub fn player_count(&self) -> usize {
        self.options.variant.player_count()
    }

    /// Whether one learner plays against hidden opponents, instead of learners on all seats.
    pub fn has_opponents(&self) -> bool {
        !self.options.opponents.is_empty()
    }

    /// Makes the opponents, for one thread.
    ///
    /// # Errors
    /// When an agent cannot be made, such as one whose file is not there.
    pub fn opponents(&self) -> Result<Opponents, EnvError> {
        Ok(Opponents::new(&self.registry, &self.options.opponents)?)
    }
}
