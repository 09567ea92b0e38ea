//! Fitting weights to visits.

mod common;

use common::imagined;
use cornerwise_core::{Position, game_rng};
use cornerwise_engine::evaluator::RecentMoves;
use cornerwise_engine::evaluator::linear::{AfterstateFeatures, POLICY_FEATURES, PolicyWeights};
use cornerwise_learn::Lesson;
use cornerwise_learn::priors::{Fit, Gradient, Sight, Stage, Tally, Theta};
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
fn lessons(variant: &str, weights: &PolicyWeights, games: u64) -> Vec<Lesson> {
    let theta = Theta::from(weights);
    let mut sight = Sight::default();
    let mut shares = |position: &Position, recent: &RecentMoves| {
        sight.look(position, recent, &theta);
        let visits = sight.logs().iter().map(|log| (1e6 * log.exp()).round() as u32);
        (0..).zip(visits).filter(|&(_, visits)| visits > 0).collect()
    };
    (0..games).map(|number| imagined(variant, number, &mut shares)).collect()
}

#[test]
fn slopes_are_those_of_small_differences() {
    let variants = ["7x7", "duo", "classic-2", "classic-3", "6x6-3"];
    for (number, variant) in variants.into_iter().enumerate() {
        let lessons = lessons(variant, &weights(1, 2.0), 1);
        let mut theta = Theta::from(&weights(2, 1.0));
        let mut sight = Sight::default();
        let exact = Gradient::of(&lessons, &theta, &mut sight);
        assert!(exact.positions > 0, "{variant}");
        let mut steep = 0;
        // A part of them, which is another one for each variant; few of those that the games do not have.
        let part = (number..POLICY_FEATURES).step_by(variants.len());
        for feature in part.filter(|&f| exact.slopes[f] != 0.0 || f % 32 == 0) {
            let mut at = |shift: f64| {
                theta.values_mut()[feature] += shift;
                let value = Gradient::of(&lessons, &theta, &mut sight).cross_entropy;
                theta.values_mut()[feature] -= shift;
                value
            };
            let difference = (at(1e-4) - at(-1e-4)) / 2e-4;
            let slope = exact.slopes[feature];
            assert!((slope - difference).abs() < 1e-4, "{variant} {feature}: {slope} {difference}");
            steep += usize::from(slope.abs() > 0.01);
        }
        assert!(steep > 10, "{variant}: only {steep} features matter");
    }
}

/// What is missing to the visits.
fn gap(tally: &Tally) -> f64 {
    tally.cross_entropy() - tally.entropy()
}

#[test]
fn the_weights_behind_the_visits_are_found() {
    for variant in ["7x7", "6x6-3"] {
        let truth = weights(3, 2.0);
        let lessons = lessons(variant, &truth, 300);
        let fit = Fit { decay: 0.0, ..Fit::default() };
        let mut curve = Vec::new();
        let fitted = fit
            .run(&lessons, &flat(), |stage| {
                if let Stage::Epoch { held_out, .. } = stage {
                    curve.push(held_out);
                }
            })
            .unwrap();
        assert_eq!((fitted.training_games, fitted.held_out_games), (270, 30));
        let (before, after) = (fitted.before[1].total(), fitted.after[1].total());
        // PolicyWeights that no probability depends on may be others, so that probabilities are what is compared.
        assert!(gap(&before) > 0.2, "{variant}: {}", gap(&before));
        assert!(gap(&after) < 0.005, "{variant}: {}", gap(&after));
        let known =
            Fit { epochs: 1, ..fit }.run(&lessons, &truth, |_| {}).unwrap().before[1].total();
        assert!(gap(&known).abs() < 1e-6 && known.first() > 0.8, "{variant}: {}", known.first());
        assert!((known.first() - after.first()).abs() < 0.05, "{variant}: {}", after.first());
        assert_eq!(curve.len(), 30);
        assert!((curve[29] - after.cross_entropy()).abs() < 1e-3, "{variant}: {curve:?}");
    }
}

#[test]
fn the_second_look_behind_the_visits_is_found() {
    for variant in ["7x7", "classic-2"] {
        let first_sight = weights(3, 0.4);
        let mut rng = game_rng(9, 0);
        let truth = first_sight.with_afterstate_weights(|_| {
            AfterstateFeatures::default().map(|_| 4.0 * (rng.random::<f32>() - 0.5))
        });
        let lessons = lessons(variant, &truth, 100);
        let fit = Fit { epochs: 0, decay: 0.0, ..Fit::default() };
        let mut passes = 0;
        let fitted = fit
            .run(&lessons, &first_sight, |stage| {
                assert_eq!(stage, Stage::SecondLook);
                passes += 1;
            })
            .unwrap();
        let (before, after) = (fitted.before[1].total(), fitted.after[1].total());
        assert!(gap(&before) > 0.1, "{variant}: {}", gap(&before));
        assert!(gap(&after) < 0.01, "{variant}: {}", gap(&after));
        assert!((2..20).contains(&passes), "{variant}: {passes}");
        // The first sight is what it was.
        assert_eq!(fitted.model.with_afterstate_weights(|_| AfterstateFeatures::default()), {
            let written: PolicyWeights = first_sight.to_string().parse().unwrap();
            written
        });
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let lessons = lessons("5x5", &weights(4, 2.0), 50);
    let fitted = |threads: usize, seed: u64| {
        let fit = Fit { threads, seed, epochs: 5, batch: 20, ..Fit::default() };
        fit.run(&lessons, &flat(), |_| {}).unwrap()
    };
    let (one, three) = (fitted(1, 1), fitted(3, 1));
    assert_eq!(one.model, three.model);
    assert_eq!((&one.before, &one.after), (&three.before, &three.after));
    assert_ne!(one.model, fitted(1, 2).model);
}

#[test]
fn decay_keeps_weights_small() {
    let lessons = lessons("5x5", &weights(5, 4.0), 40);
    let size = |decay: f64| {
        let fit = Fit { decay, ..Fit::default() };
        let fitted = fit.run(&lessons, &flat(), |_| {}).unwrap();
        let theta = Theta::from(&fitted.model);
        theta.values().iter().map(|weight| weight * weight).sum::<f64>()
    };
    let (free, held) = (size(0.0), size(0.1));
    assert!(held < free / 4.0, "{free} {held}");
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let error = |fit: Fit, lessons: &[Lesson]| {
        let fitted = fit.checked().and_then(|fit| fit.run(lessons, &flat(), |_| {}));
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
