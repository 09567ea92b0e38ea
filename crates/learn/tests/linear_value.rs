//! Fitting the linear value to the ends of games.

mod common;

use common::{game, imagined};
use cornerwise_core::{Position, game_rng};
use cornerwise_engine::evaluator::linear::{VALUE_FEATURES, ValueFeatures, value_features};
use cornerwise_learn::GameSample;
use cornerwise_learn::linear::value::Fit;
use cornerwise_learn::linear::{Coefficients, Quadratic};
use rand::RngExt;

const NUMBERS: usize = VALUE_FEATURES.len();

/// Random games, in which every position was searched somehow.
fn samples(variant: &str, games: u64) -> Vec<GameSample> {
    (0..games).map(|number| imagined(variant, number, |_, _| vec![(0, 1)])).collect()
}

/// The features of a position in the middle of a random game.
fn middle(variant: &str) -> Vec<ValueFeatures> {
    let mut position = Position::start(variant.parse().unwrap());
    let mut rng = game_rng(7, 0);
    for _ in 0..3 * position.variant().colour_count() {
        position.play(position.sample_move(&mut rng).unwrap()).unwrap();
    }
    value_features(&position)[..position.variant().player_count()].to_vec()
}

/// Compares derivatives with small differences.
fn check(name: &str, of: impl Fn(&Coefficients<NUMBERS>) -> Quadratic<NUMBERS>) {
    const SHIFT: f64 = 1e-5;
    let mut rng = game_rng(8, 0);
    let weights: Coefficients<NUMBERS> =
        Coefficients::from_fn(|_, _| 0.05 * (rng.random::<f64>() - 0.5));
    let exact = of(&weights);
    let mut steep = 0;
    for feature in 0..VALUE_FEATURES.len() {
        let at = |shift: f64| {
            let mut weights = weights;
            weights[feature] += shift;
            of(&weights)
        };
        let (less, more) = (at(-SHIFT), at(SHIFT));
        let close = |derivative: f64, less: f64, more: f64| {
            let difference = (more - less) / (2.0 * SHIFT);
            let bound = 1e-4 * (1.0 + derivative.abs());
            assert!((derivative - difference).abs() < bound, "{name}: {derivative} {difference}");
        };
        close(exact.gradient[feature], less.loss, more.loss);
        for other in 0..VALUE_FEATURES.len() {
            close(exact.hessian[(other, feature)], less.gradient[other], more.gradient[other]);
        }
        steep += usize::from(exact.gradient[feature].abs() > 0.01);
    }
    assert!(steep > 8, "{name}: only {steep} features matter");
}

#[test]
fn derivatives_are_those_of_small_differences() {
    for variant in ["duo", "classic", "classic-2", "classic-3"] {
        let players = middle(variant);
        let shares: Vec<f64> = [0.5, 0.3, 0.15, 0.05][..players.len()].to_vec();
        let total: f64 = shares.iter().sum();
        let shares: Vec<f64> = shares.iter().map(|share| share / total).collect();
        check(variant, |weights| {
            let mut sum = Quadratic::default();
            sum.add_cross_entropy(&players, weights, &shares);
            sum
        });
        check(variant, |weights| {
            let mut sum = Quadratic::default();
            for own in &players {
                sum.add_squared_error(own, weights, 30.0);
            }
            sum
        });
    }
}

#[test]
fn predictions_of_games_held_out_beat_the_baseline() {
    for variant in ["duo", "7x7", "8x8-3", "10x10-4", "classic-2", "classic-3"] {
        let samples = samples(variant, 120);
        // So few games know little of most features.
        let fit = Fit { holdout: 0.25, soft: 3.0, decay: 0.1, ..Fit::default() };
        let fitted = fit.run(&samples, || ()).unwrap();
        assert_eq!((fitted.training_games, fitted.held_out_games), (90, 30), "{variant}");
        let (baseline, model) = (fitted.baseline[1].total(), fitted.metrics[1].total());
        assert_eq!(baseline.positions, model.positions, "{variant}");
        assert!(model.brier() < 0.9 * baseline.brier(), "{variant}: {baseline:?} {model:?}");
        assert!(model.winner() > baseline.winner() + 0.05, "{variant}: {baseline:?} {model:?}");
        assert!(
            model.score_error() < 0.95 * baseline.score_error(),
            "{variant}: {baseline:?} {model:?}"
        );
        // Of random games little is known at first, but much when they are nearly over.
        let phases = fitted.baseline[1].phases.iter().zip(&fitted.metrics[1].phases);
        let (baseline, model) = phases.rev().find(|(_, model)| model.positions > 30).unwrap();
        assert!(model.brier() < 0.5 * baseline.brier(), "{variant}: {baseline:?} {model:?}");
        assert!(
            model.score_error() < 0.6 * baseline.score_error(),
            "{variant}: {baseline:?} {model:?}"
        );
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let samples = samples("6x6", 30);
    let fitted = |threads: usize, seed: u64| {
        Fit { threads, seed, ..Fit::default() }.run(&samples, || ()).unwrap()
    };
    let (one, three) = (fitted(1, 1), fitted(3, 1));
    assert_eq!(one.model, three.model);
    assert_eq!((&one.baseline, &one.metrics), (&three.baseline, &three.metrics));
    assert_ne!(one.model, fitted(1, 2).model);
}

#[test]
fn decay_keeps_weights_small_and_so_does_softness() {
    let samples = samples("7x7", 40);
    let size = |fit: Fit| {
        let fitted = fit.run(&samples, || ()).unwrap();
        let weights = fitted.model.phases().iter().flat_map(|phase| phase.win);
        weights.map(|weight| weight * weight).sum::<f32>()
    };
    let free = size(Fit { decay: 1e-6, ..Fit::default() });
    assert!(size(Fit { decay: 10.0, ..Fit::default() }) < free / 10.0);
    assert!(size(Fit { soft: 100.0, decay: 1e-6, ..Fit::default() }) < free / 10.0);
}

#[test]
fn moves_drawn_by_chance_are_not_learnt_from() {
    let (tables, game) = game("5x5", 0, |_, _| Vec::new());
    let positions = |opening: usize| {
        let mut game = game.clone();
        game.opening = opening;
        let samples = [GameSample::new(&tables, &game).unwrap()];
        let fitted = Fit { holdout: 0.0, ..Fit::default() }.run(&samples, || ()).unwrap();
        fitted.metrics[0].total().positions as usize
    };
    let moves = game.turns.len();
    assert_eq!((positions(0), positions(2)), (moves, moves - 2));
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let error = |fit: Fit| {
        let fitted = fit.checked().and_then(|fit| fit.run(&[], || ()));
        fitted.unwrap_err().to_string()
    };
    let fit = Fit::default();
    assert_eq!(error(fit), "there is no position to learn from in 0 games");
    assert_eq!(
        error(Fit { soft: f64::NAN, ..fit }),
        "the softness is NaN; it can be 0.001 to 1000000"
    );
    assert_eq!(
        error(Fit { decay: 0.0, ..fit }),
        "the decay is 0; it can be 0.000000001 to 1000000"
    );
    assert_eq!(
        error(Fit { holdout: -0.1, ..fit }),
        "the share held out is -0.1; it can be 0 to 0.9"
    );
}
