//! Fitting the linear policy to visits.

mod common;

use common::imagined;
use cornerwise_core::{Position, game_rng};
use cornerwise_engine::evaluator::RecentMoves;
use cornerwise_engine::evaluator::linear::{AfterstateFeatures, POLICY_FEATURES, PolicyWeights};
use cornerwise_learn::GameSample;
use cornerwise_learn::linear::policy::{Fit, Gradient, Metrics, Prediction, Stage, TrainedWeights};
use rand::RngExt;

/// Weights without any sense in them, and without a second look.
fn weights(seed: u64, scale: f32) -> PolicyWeights {
    let mut rng = game_rng(seed, 0);
    PolicyWeights::from_fn(|_| scale * (rng.random::<f32>() - 0.5))
        .with_afterstate_weights(|_| AfterstateFeatures::default())
}

fn flat() -> PolicyWeights {
    PolicyWeights::from_fn(|_| 0.0)
}

/// Random games, in which the visits are the probabilities by some weights.
fn samples(variant: &str, weights: &PolicyWeights, games: u64) -> Vec<GameSample> {
    let weights = TrainedWeights::from(weights);
    let mut prediction = Prediction::default();
    let mut shares = |position: &Position, recent: &RecentMoves| {
        prediction.predict(position, recent, &weights);
        let visits =
            prediction.log_probabilities().iter().map(|log| (1e6 * log.exp()).round() as u32);
        (0..).zip(visits).filter(|&(_, visits)| visits > 0).collect()
    };
    (0..games).map(|number| imagined(variant, number, &mut shares)).collect()
}

#[test]
fn slopes_are_those_of_small_differences() {
    let variants = ["7x7", "duo", "classic-2", "classic-3", "6x6-3"];
    for (number, variant) in variants.into_iter().enumerate() {
        let samples = samples(variant, &weights(1, 2.0), 1);
        let mut weights = TrainedWeights::from(&weights(2, 1.0));
        let mut prediction = Prediction::default();
        let exact = Gradient::of(&samples, &weights, &mut prediction);
        assert!(exact.positions > 0, "{variant}");
        let mut steep = 0;
        // A part of them, which is another one for each variant; few of those that the games do not have.
        let part = (number..POLICY_FEATURES).step_by(variants.len());
        for feature in part.filter(|&f| exact.derivatives[f] != 0.0 || f % 32 == 0) {
            let mut at = |shift: f64| {
                weights.values_mut()[feature] += shift;
                let value = Gradient::of(&samples, &weights, &mut prediction).cross_entropy;
                weights.values_mut()[feature] -= shift;
                value
            };
            let difference = (at(1e-4) - at(-1e-4)) / 2e-4;
            let slope = exact.derivatives[feature];
            assert!((slope - difference).abs() < 1e-4, "{variant} {feature}: {slope} {difference}");
            steep += usize::from(slope.abs() > 0.01);
        }
        assert!(steep > 10, "{variant}: only {steep} features matter");
    }
}

/// What is missing to the visits.
fn gap(metrics: &Metrics) -> f64 {
    metrics.cross_entropy() - metrics.entropy()
}

#[test]
fn the_weights_behind_the_visits_are_found() {
    for variant in ["7x7", "6x6-3"] {
        let truth = weights(3, 2.0);
        let samples = samples(variant, &truth, 300);
        let fit = Fit { decay: 0.0, ..Fit::default() };
        let mut curve = Vec::new();
        let fitted = fit
            .run(&samples, &flat(), |stage| {
                if let Stage::Epoch { held_out, .. } = stage {
                    curve.push(held_out);
                }
            })
            .unwrap();
        assert_eq!((fitted.training_games, fitted.held_out_games), (270, 30));
        let (before, after) = (fitted.baseline[1].total(), fitted.metrics[1].total());
        // Weights that no probability depends on may be others, so that probabilities are what is compared.
        assert!(gap(&before) > 0.2, "{variant}: {}", gap(&before));
        assert!(gap(&after) < 0.005, "{variant}: {}", gap(&after));
        let known =
            Fit { epochs: 1, ..fit }.run(&samples, &truth, |_| {}).unwrap().baseline[1].total();
        assert!(gap(&known).abs() < 1e-6 && known.first() > 0.8, "{variant}: {}", known.first());
        assert!((known.first() - after.first()).abs() < 0.05, "{variant}: {}", after.first());
        assert_eq!(curve.len(), 30);
        assert!((curve[29] - after.cross_entropy()).abs() < 1e-3, "{variant}: {curve:?}");
    }
}

#[test]
fn the_second_look_behind_the_visits_is_found() {
    for variant in ["7x7", "classic-2"] {
        let first_look = weights(3, 0.4);
        let mut rng = game_rng(9, 0);
        let truth = first_look.with_afterstate_weights(|_| {
            AfterstateFeatures::default().map(|_| 4.0 * (rng.random::<f32>() - 0.5))
        });
        let samples = samples(variant, &truth, 100);
        let fit = Fit { epochs: 0, decay: 0.0, ..Fit::default() };
        let mut passes = 0;
        let fitted = fit
            .run(&samples, &first_look, |stage| {
                assert_eq!(stage, Stage::Afterstate);
                passes += 1;
            })
            .unwrap();
        let (before, after) = (fitted.baseline[1].total(), fitted.metrics[1].total());
        assert!(gap(&before) > 0.1, "{variant}: {}", gap(&before));
        assert!(gap(&after) < 0.01, "{variant}: {}", gap(&after));
        assert!((2..20).contains(&passes), "{variant}: {passes}");
        // The first look is what it was.
        assert_eq!(fitted.model.with_afterstate_weights(|_| AfterstateFeatures::default()), {
            let written: PolicyWeights = first_look.to_string().parse().unwrap();
            written
        });
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let samples = samples("5x5", &weights(4, 2.0), 50);
    let fitted = |threads: usize, seed: u64| {
        let fit = Fit { threads, seed, epochs: 5, batch: 20, ..Fit::default() };
        fit.run(&samples, &flat(), |_| {}).unwrap()
    };
    let (one, three) = (fitted(1, 1), fitted(3, 1));
    assert_eq!(one.model, three.model);
    assert_eq!((&one.baseline, &one.metrics), (&three.baseline, &three.metrics));
    assert_ne!(one.model, fitted(1, 2).model);
}

#[test]
fn decay_keeps_weights_small() {
    let samples = samples("5x5", &weights(5, 4.0), 40);
    let size = |decay: f64| {
        let fit = Fit { decay, ..Fit::default() };
        let fitted = fit.run(&samples, &flat(), |_| {}).unwrap();
        let weights = TrainedWeights::from(&fitted.model);
        weights.values().iter().map(|weight| weight * weight).sum::<f64>()
    };
    let (free, held) = (size(0.0), size(0.1));
    assert!(held < free / 4.0, "{free} {held}");
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let error = |fit: Fit, samples: &[GameSample]| {
        let fitted = fit.checked().and_then(|fit| fit.run(samples, &flat(), |_| {}));
        fitted.unwrap_err().to_string()
    };
    let fit = Fit::default();
    assert_eq!(error(fit, &[]), "there is no position to learn from in 0 games");
    let unsearched = imagined("5x5", 0, |_, _| Vec::new());
    assert_eq!(error(fit, &[unsearched]), "there is no position to learn from in 1 games");
    assert_eq!(
        error(Fit { rate: f64::NAN, ..fit }, &[]),
        "the rate is NaN; it can be more than 0 and at most 100"
    );
    assert_eq!(
        error(Fit { holdout: 1.0, ..fit }, &[]),
        "the share held out is 1; it can be 0 to 0.9"
    );
    assert_eq!(
        error(Fit { batch: 0, ..fit }, &[]),
        "the batch is 0; it can be 1 to 1000000000 games"
    );
}
