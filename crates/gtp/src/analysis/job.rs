//! A position that waits to be analysed.

use std::sync::Arc;

use cornerwise_engine::Stop;

use super::query::Query;

/// One turn of a query. Its copies share the switch that ends it.
#[derive(Clone)]
pub(super) struct Job {
    pub query: Arc<Query>,
    pub turn: usize,
    pub priority: i64,
    pub stop: Stop,
}

impl Job {
    /// The jobs of a query, one for each turn.
    pub fn all(query: Query) -> Vec<Job> {
        let query = Arc::new(query);
        let job = |&(turn, priority): &(usize, i64)| Job {
            query: Arc::clone(&query),
            turn,
            priority,
            stop: Stop::default(),
        };
        query.turns.iter().map(job).collect()
    }
}
