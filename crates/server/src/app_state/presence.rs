//! Who is in a room at the moment.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::live::Live;
use crate::room::{Room, Seat};
use crate::visitor::Visitor;

/// The sockets of a room, by who is behind them.
#[derive(Default)]
pub(super) struct Crowd(Vec<Option<Visitor>>);

impl Crowd {
    pub fn add(&mut self, visitor: Option<Visitor>) {
        self.0.push(visitor);
    }

    pub fn remove(&mut self, visitor: Option<Visitor>) {
        if let Some(at) = self.0.iter().position(|other| *other == visitor) {
            self.0.swap_remove(at);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn has(&self, visitor: &Visitor) -> bool {
        self.0.iter().any(|other| other.as_ref() == Some(visitor))
    }

    /// How many sockets belong to nobody who is at the table.
    pub fn spectators(&self, room: &Room) -> usize {
        let holders: Vec<&Visitor> = room.seats().iter().filter_map(Seat::holder).collect();
        let is_seated = |visitor: &Visitor| holders.contains(&visitor);
        self.0.iter().filter(|visitor| !visitor.as_ref().is_some_and(is_seated)).count()
    }
}

/// Who is in a room, as it is told when somebody comes or goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CrowdState {
    /// How many watch.
    pub spectators: usize,
    /// For each seat, whether who sits there is connected.
    pub connected: Vec<bool>,
}

/// Somebody is in a room, until this is dropped.
pub struct Present {
    pub(super) live: Arc<Live>,
    pub(super) visitor: Option<Visitor>,
}

impl Drop for Present {
    fn drop(&mut self) {
        self.live.left(self.visitor);
    }
}
