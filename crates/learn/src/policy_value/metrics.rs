//! What is told of a run.

use serde::Serialize;

use crate::network::Losses;

/// A line of the metrics.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Report {
    /// What the linear model is worth on the positions held out.
    Linear {
        /// Always 0: it was before the first step.
        step: u64,
        /// Its figures.
        #[serde(flatten)]
        scores: Scores,
    },
    /// Some steps of training, with the weights of these steps.
    Training {
        /// The steps so far.
        step: u64,
        /// How often every position was learnt from.
        epoch: f64,
        /// The learning rate.
        rate: f64,
        /// The norm of the last gradient.
        norm: f64,
        /// Whether weights and activations are rounded.
        quantised: bool,
        /// Positions of a second.
        speed: f64,
        /// The figures.
        #[serde(flatten)]
        scores: Scores,
    },
    /// The positions held out, with the averaged weights.
    Validation {
        /// The steps so far.
        step: u64,
        /// How often every position was learnt from.
        epoch: f64,
        /// Whether weights and activations are rounded.
        quantised: bool,
        /// The figures.
        #[serde(flatten)]
        scores: Scores,
    },
}

/// Means over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Scores {
    /// How many positions, each as much as it counts.
    pub positions: f64,
    /// The whole loss, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The cross-entropy of the policy in nats.
    pub policy: f64,
    /// The least that it can be.
    pub least: f64,
    /// How often the most visited move is the most probable one, from 0 to 1.
    pub first: f64,
    /// How often it is among the five most probable ones.
    pub first_five: f64,
    /// The mean square by which the mover's share of the win is missed.
    pub brier: f64,
    /// By how many points a player's score is missed.
    pub score_error: f64,
    /// The cross-entropy of the outcome to result and root value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The cross-entropy of the mover's margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The cross-entropy of the owner of a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ownership: Option<f64>,
    /// The cross-entropy of the reply on a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<f64>,
}

impl Scores {
    /// The means of a network.
    pub fn of_network(losses: &Losses) -> Scores {
        let mean = |sum| Some(losses.mean(sum));
        Scores {
            loss: mean(losses.loss),
            value: mean(losses.value),
            margin: mean(losses.margin),
            ownership: mean(losses.ownership),
            reply: mean(losses.reply),
            ..Scores::of_model(losses)
        }
    }

    /// The means of a model that has no more than a policy and a value.
    pub fn of_model(losses: &Losses) -> Scores {
        Scores {
            positions: losses.positions,
            policy: losses.policy_mean(losses.policy),
            least: losses.policy_mean(losses.entropy),
            first: losses.policy_mean(losses.first),
            first_five: losses.policy_mean(losses.first_five),
            brier: losses.mean(losses.brier),
            score_error: losses.mean(losses.score_error),
            ..Scores::default()
        }
    }
}
