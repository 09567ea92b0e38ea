//! The models of a search: one that is asked first, and a network that is asked where it matters.

use std::sync::Arc;

use cornerwise_core::Variant;

use crate::evaluator::Model;
use crate::evaluator::network::shipped;

use crate::mcts::options::NetworkOptions;

/// The models of a player.
pub(super) struct Models {
    /// The one that is asked first.
    pub first: Arc<dyn Model>,
    pub network: NetworkChoice,
}

/// Which network there is besides.
pub(super) enum NetworkChoice {
    None,
    /// The one that comes with the program for a variant, if there is one.
    Shipped,
    Model(Arc<dyn Model>),
}

/// The models of a search.
#[derive(Clone, Copy)]
pub(super) struct SearchModels<'a> {
    /// The one that expands and evaluates leaves.
    pub leaf: &'a dyn Model,
    /// The network that is asked about positions that have been visited often enough.
    pub guide: Option<&'a dyn Model>,
}

impl Models {
    /// Those for a variant. A network that is asked at the first visit leaves nothing to the other model.
    pub(super) fn of(&self, variant: &Variant, options: NetworkOptions) -> SearchModels<'_> {
        let network = match &self.network {
            NetworkChoice::None => None,
            NetworkChoice::Shipped => shipped(variant).map(|model| model as &dyn Model),
            NetworkChoice::Model(model) => Some(model.as_ref()),
        };
        match network {
            Some(network) if options.visits <= 1 => SearchModels { leaf: network, guide: None },
            guide => SearchModels { leaf: self.first.as_ref(), guide },
        }
    }
}

impl SearchModels<'_> {
    /// Whether they can look at positions of a variant.
    ///
    /// # Errors
    /// Says for which games one of them is.
    pub(super) fn check(&self, variant: &Variant) -> Result<(), String> {
        self.leaf.check(variant)?;
        self.guide.map_or(Ok(()), |guide| guide.check(variant))
    }
}
