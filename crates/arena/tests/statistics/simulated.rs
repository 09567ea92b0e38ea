//! Stated error rates and intervals hold in simulated contests.

use cornerwise_arena::{
    EloEstimate, GameResult, PRIOR, Ratings, Rounds, SequentialTest, Sprt, Verdict,
};
use cornerwise_core::{GameRng, game_rng};

use super::simulation::{pair, rotation};

/// Whether a rate is a stated one within what chance does to this many trials, at three standard errors. What
/// was found is shown to those who run tests with `--nocapture`.
fn assert_rate(found: usize, trials: usize, stated: f64, slack: f64) {
    let rate = found as f64 / trials as f64;
    println!("{found} of {trials} are {rate:.4}, stated {stated}");
    let error = (stated * (1.0 - stated) / trials as f64).sqrt();
    assert!(
        (rate - stated).abs() <= 3.0 * error + slack,
        "{found} of {trials} are {rate:.4}, not {stated} ± {:.4}",
        3.0 * error + slack
    );
}

/// Plays until the test has an answer; the number of rounds is large enough for that.
fn verdict(test: &mut SequentialTest, mut round: impl FnMut(u64, &mut SequentialTest)) -> Verdict {
    for number in 0..100_000 {
        round(number, test);
        if test.state().verdict != Verdict::Open {
            break;
        }
    }
    test.state().verdict
}

/// How often a test between 0 and 40 points accepts 40, when the truth is `ahead`.
fn accepted(trials: usize, sprt: Sprt, ahead: f64, seed: u64) -> usize {
    let accepts = |trial: &usize| {
        let mut rng: GameRng = game_rng(seed, *trial as u64);
        let mut test = SequentialTest::new(sprt, (0, 1), 2);
        let verdict = verdict(&mut test, |number, test| {
            for game in pair(&mut rng, number, (0, 1), ahead) {
                test.add(&game);
            }
        });
        assert_ne!(verdict, Verdict::Open);
        verdict == Verdict::Elo1
    };
    (0..trials).filter(accepts).count()
}

/// Wald's bounds promise that the error rates are at most α and β, and nearly that, since the last step goes a
/// little beyond the bound.
#[test]
fn a_sequential_test_errs_as_often_as_stated() {
    let trials = 3000;
    for (alpha, beta) in [(0.05, 0.05), (0.1, 0.02)] {
        let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha, beta };
        let (wrong, right) = (accepted(trials, sprt, 0.0, 1), accepted(trials, sprt, 40.0, 2));
        assert_rate(wrong, trials, alpha, 0.2 * alpha);
        assert_rate(trials - right, trials, beta, 0.2 * beta);
    }
}

/// One against three: the comparisons within a game and a round depend on each other.
#[test]
fn a_sequential_test_at_a_table_of_four_errs_as_often_as_stated() {
    let trials = 1500;
    let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
    for (ahead, seed, stated) in [(0.0, 3, 0.05), (40.0, 4, 0.95)] {
        let accepts = |trial: &usize| {
            let mut rng = game_rng(seed, *trial as u64);
            let mut test = SequentialTest::new(sprt, (0, 1), 4);
            let verdict = verdict(&mut test, |number, test| {
                for game in rotation(&mut rng, number, &[0, 1, 1, 1], &[ahead, 0.0]) {
                    test.add(&game);
                }
            });
            verdict == Verdict::Elo1
        };
        let accepted = (0..trials).filter(accepts).count();
        assert_rate(accepted, trials, stated, 0.01);
    }
}

/// How many of many matches have the truth in their interval.
fn covered(trials: usize, rounds: u64, ahead: f64, unfinished: bool) -> usize {
    let covers = |trial: &usize| {
        let mut rng = game_rng(rounds + ahead.to_bits(), *trial as u64);
        let mut games = Vec::new();
        for number in 0..rounds {
            let [first, second] = pair(&mut rng, number, (0, 1), ahead);
            games.push(first);
            // Openings favour either seat alike, so that missing games do not shift the mean.
            if !unfinished || number % 3 > 0 {
                games.push(second);
            }
        }
        let estimate = EloEstimate::of(&Rounds::between(&games, 0, 1)).unwrap();
        estimate.low.is_none_or(|low| low <= ahead)
            && estimate.high.is_none_or(|high| ahead <= high)
    };
    (0..trials).filter(covers).count()
}

#[test]
fn intervals_of_a_match_hold_the_truth_as_often_as_stated() {
    let trials = 4000;
    for (rounds, ahead) in [(200, 0.0), (200, 100.0), (50, -200.0), (10, 60.0)] {
        let found = covered(trials, rounds, ahead, false);
        assert_rate(found, trials, 0.95, 0.01);
    }
    let found = covered(trials, 150, 50.0, true);
    assert_rate(found, trials, 0.95, 0.01);
}

/// Plays the games of entrants with these strengths.
type Contest = fn(&mut GameRng, &[f64]) -> Vec<GameResult>;

/// A round robin of pairs, and games at tables of three and four.
#[test]
fn intervals_of_ratings_hold_the_truth_as_often_as_stated() {
    let elo = [90.0, 40.0, -30.0, -100.0];
    let trials = 800;
    let round_robin: Contest = |rng, elo| {
        let pairs = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b)));
        let rounds = pairs.flat_map(|pair| (0..40).map(move |_| pair)).enumerate();
        rounds.flat_map(|(n, (a, b))| pair(rng, n as u64, (a, b), elo[a] - elo[b])).collect()
    };
    let four: Contest =
        |rng, elo| (0..60).flat_map(|n| rotation(rng, n, &[0, 1, 2, 3], elo)).collect();
    let four_in_short: Contest =
        |rng, elo| (0..10).flat_map(|n| rotation(rng, n, &[0, 1, 2, 3], elo)).collect();
    let three: Contest = |rng, elo| {
        let without = |n: u64| (0..4).filter(|&i| i as u64 != n % 4).collect::<Vec<_>>();
        (0..80).flat_map(|n| rotation(rng, n, &without(n), elo)).collect()
    };
    for (contest, seed) in [(round_robin, 5), (four, 6), (three, 7), (four_in_short, 8)] {
        let (mut covered, mut better) = (0, 0.0);
        for trial in 0..trials {
            let games = contest(&mut game_rng(seed, trial as u64), &elo);
            let ratings = Ratings::fit(&games, 4, PRIOR).unwrap();
            for (entrant, truth) in elo.iter().enumerate() {
                let rating = ratings.of(entrant);
                covered += usize::from((rating.elo - truth).abs() <= rating.margin);
            }
            better += ratings.superiority(0, 1);
        }
        // The four intervals of one contest are not independent, so this is a little generous.
        assert_rate(covered, 4 * trials, 0.95, 0.012);
        assert!(better / trials as f64 > 0.7, "the stronger one is mostly seen as such");
    }
}
