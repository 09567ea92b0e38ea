//! Figures that others have published.

use cornerwise_arena::{EloEstimate, Ratings, Rounds, Sprt, Verdict, elo, expected_score};

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{assert_near, game};

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
}

/// Half the interval, as others print it.
fn margin(estimate: &EloEstimate) -> f64 {
    (estimate.high.unwrap() - estimate.low.unwrap()) / 2.0
}

/// "Match Statistics" in the Chess Programming Wiki: the win probability is 1 / (10^(−difference / 400) + 1).
#[test]
fn ten_to_one_is_400_points() {
    assert_near(elo(10.0 / 11.0).unwrap(), 400.0, 1e-9);
    for difference in [-300.0, -7.5, 0.0, 12.0, 800.0] {
        assert_near(elo(expected_score(difference)).unwrap(), difference, 1e-9);
        let wiki = 1.0 / (10_f64.powf(-difference / 400.0) + 1.0);
        assert_near(expected_score(difference), wiki, 1e-12);
    }
}

/// Cutechess's output in its issue 543, "Wrong LLR calculation in SPRT matches" (2019): `880 - 759 - 1863
/// [0.517] 3502, Elo difference: 12.0 +/- 7.9, LOS: 99.9 %`, and `llr 2.95` for the bounds 0 and 5.
#[test]
fn a_match_that_cutechess_printed() {
    let games = [759, 1863, 880];
    let estimate = EloEstimate::of(&Rounds::from_counts(&games)).unwrap();
    assert_near(estimate.score, 0.517, 0.0005);
    assert_eq!(estimate.to_string(), "+12.0 ± 7.9");
    assert_near(estimate.superiority, 0.999, 0.0005);
    let state = sprt(0.0, 5.0).state(&games);
    assert_near(state.llr, 2.95, 0.005);
    assert_eq!(state.verdict, Verdict::Elo1);
}

/// The match of 38,946 games in the thread "Calculating the LOS (likelihood of superiority) from results" on
/// talkchess.com (2014): 5975 won, 6077 lost, and an LOS of 0.1764.
#[test]
fn the_likelihood_of_superiority_of_a_long_match() {
    let estimate = EloEstimate::of(&Rounds::from_counts(&[6077, 26894, 5975])).unwrap();
    assert_near(estimate.superiority, 0.1764, 0.0002);
}

/// One win and no loss are an LOS of 0.75, from "Likelihood Of Success (LOS) in the real world" on talkchess.com.
#[test]
fn the_likelihood_of_superiority_after_one_win() {
    let estimate = EloEstimate::of(&Rounds::from_counts(&[0, 0, 1])).unwrap();
    assert_near(estimate.superiority, 0.75, 1e-12);
}

/// The examples in fastchess's tests (`elo_test.cpp`): pentanomial counts, with pairs of a win and a loss and of
/// two draws taken together; Elo, its error, and the LOS in per cent. They are stated within 1 %. Errors are
/// those of the normal distribution; Student's is wider by half a per cent with the shortest of these matches.
#[test]
fn pentanomial_matches_of_fastchess() {
    let table = [
        ([34, 54, 63, 64, 75], 55.58, 27.65, 100.0),
        ([332, 433, 498, 333, 334], -8.64, 10.33, 5.05),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
    ];
    for (counts, elo, error, superiority) in table {
        let estimate = EloEstimate::of(&Rounds::from_counts(&counts)).unwrap();
        assert_near(estimate.elo.unwrap(), elo, 0.01);
        assert_near(margin(&estimate), error, 0.01 * error);
        assert_near(100.0 * estimate.superiority, superiority, 0.02);
    }
    let games = EloEstimate::of(&Rounds::from_counts(&[96, 111, 136])).unwrap();
    assert_near(games.elo.unwrap(), 40.70, 0.01);
    assert_near(margin(&games), 30.43, 0.01 * 30.43);
    assert_near(100.0 * games.superiority, 99.60, 0.03);
}

/// The examples with logistic bounds in fastchess's tests (`sprt_test.cpp`), whose figures agree with those of
/// fishtest; they have two decimals.
#[test]
fn sequential_tests_of_fastchess() {
    let single_games =
        [([21184, 40708, 21404], (0.5, 2.5), -1.57), ([57030, 106_593, 57433], (0.0, 2.0), -2.59)];
    for (counts, (elo0, elo1), llr) in single_games {
        assert_near(sprt(elo0, elo1).state(&counts).llr, llr, 0.01);
    }
    let pairs = [
        ([223, 9863, 21279, 10037, 246], (0.5, 2.5), -3.07),
        ([871, 26175, 55983, 26678, 821], (0.0, 2.0), -4.98),
    ];
    for (counts, (elo0, elo1), llr) in pairs {
        let state = sprt(elo0, elo1).state(&counts);
        assert_near(state.llr, llr, 0.01);
        assert_eq!(state.verdict, Verdict::Elo0);
    }
}

/// Wald's bounds for error rates of 5 %, as all the programs print them.
#[test]
fn the_bounds_of_a_sequential_test() {
    let state = sprt(0.0, 10.0).state(&[]);
    assert_near(state.lower, -2.944, 0.0005);
    assert_near(state.upper, 2.944, 0.0005);
    assert_eq!((state.llr, state.verdict), (0.0, Verdict::Open));
}

/// The baseball season of 1987 in Agresti, Categorical Data Analysis (2002), section 10.6: wins of the row's
/// team over the column's. Table 10.11 has the strengths above Baltimore's: 1.58, 1.44, 1.29, 1.25, 1.11
/// and 0.68, and the text says that their standard errors are about 0.3.
#[test]
fn ratings_of_baseball_teams() {
    const WINS: [[usize; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut games = Vec::new();
    for (winner, row) in WINS.iter().enumerate() {
        for (loser, &wins) in row.iter().enumerate() {
            for _ in 0..wins {
                games.push(game(games.len() as u64, &[winner, loser], &[1, 2]));
            }
        }
    }
    let ratings = Ratings::fit(&games, 7, 0.0).unwrap();
    let natural = 10_f64.ln() / 400.0;
    let above = |team| (ratings.of(team).elo - ratings.of(6).elo) * natural;
    for (team, strength) in [1.58, 1.44, 1.29, 1.25, 1.11, 0.68].into_iter().enumerate() {
        assert_near(above(team), strength, 0.005);
        // The standard error of the difference, read back from the likelihood of superiority. A team's
        // 78 games are single rounds.
        let student = StudentsT::new(0.0, 1.0, 77.0).unwrap();
        let errors = student.inverse_cdf(ratings.superiority(team, 6));
        assert_near(above(team) / errors, 0.3, 0.05);
    }
    let mean = (0..7).map(|team| ratings.of(team).elo).sum::<f64>() / 7.0;
    assert_near(mean, 0.0, 1e-9);
}
