//! A network as a model.

use std::sync::Arc;

use cornerwise_core::Variant;
use cornerwise_net::{Network, Weights, WeightsError};

use crate::evaluator::linear::LinearModel;
use crate::evaluator::{Evaluator, Model};

use super::evaluator::NetworkEvaluator;

/// A network, shared by all agents that use it.
///
/// ```
/// use cornerwise_core::Position;
/// use cornerwise_engine::evaluator::{Model, RecentMoves, network::NetworkModel};
/// use cornerwise_net::{About, Architecture, Network, Weights};
/// let position = Position::start("duo".parse().unwrap());
/// let architecture = Architecture::residual(position.variant(), 16, 2);
/// let about = About { architecture, variant: "duo".to_owned(), run: String::new() };
/// let model = NetworkModel::new(Network::new(&Weights::random(about, 1).unwrap()));
/// assert!(model.check(&"classic".parse().unwrap()).is_err());
/// let mut evaluator = model.evaluator(position.variant());
/// let evaluated = evaluator.evaluate(&position, &RecentMoves::default(), &position.legal_moves());
/// assert_eq!(evaluated.logits.len(), 414);
/// assert!(evaluator.ownership(&position, &RecentMoves::default()).is_some());
/// ```
#[derive(Clone)]
pub struct NetworkModel {
    network: Arc<Network>,
    /// What the network corrects, if it has learnt to do so.
    linear: LinearModel,
}

impl NetworkModel {
    /// The model of a network.
    pub fn new(network: Network) -> NetworkModel {
        NetworkModel { network: Arc::new(network), linear: LinearModel::default() }
    }

    /// The model of a file of weights.
    ///
    /// # Errors
    /// Says why it is no network that this program can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<NetworkModel, WeightsError> {
        Ok(NetworkModel::new(Network::new(&Weights::from_bytes(bytes)?)))
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }
}

impl Model for NetworkModel {
    fn evaluator<'m>(&'m self, variant: &Variant) -> Box<dyn Evaluator + 'm> {
        Box::new(NetworkEvaluator::new(&self.network, &self.linear, variant))
    }

    fn check(&self, variant: &Variant) -> Result<(), String> {
        let architecture = &self.network.about().architecture;
        if architecture.suits(variant) {
            return Ok(());
        }
        let (colours, players) = architecture.seats();
        let name = &self.network.about().variant;
        let name: String = name.chars().filter(|sign| !sign.is_control()).take(40).collect();
        let (own_colours, own_players) = (variant.colour_count(), variant.player_count());
        Err(format!(
            "the network of {name} is for {colours} colours of {players} players, not for {own_colours} of {own_players}"
        ))
    }
}
