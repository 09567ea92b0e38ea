//! Small contests that can be summed up by hand.

use cornerwise_arena::{
    EloEstimate, End, GameResult, MoveStats, Movers, Ratings, Rounds, SequentialTest, Sprt,
    Standings, Verdict, elo,
};
use cornerwise_core::{Position, Variant, game_rng};
use rand::seq::SliceRandom;

use super::simulation::pair;
use super::{assert_near, game};

#[test]
fn a_perfect_score_has_no_elo_but_a_bound() {
    let estimate = EloEstimate::of(&Rounds::from_counts(&[0, 0, 0, 0, 20])).unwrap();
    assert_eq!((estimate.elo, estimate.high), (None, None));
    // Twenty wins in a row have a chance of 5 % when a win has 0.861.
    assert_near(estimate.low.unwrap(), elo(0.05_f64.powf(1.0 / 20.0)).unwrap(), 1e-9);
    assert_eq!(estimate.to_string(), "over +317");
    assert!(estimate.superiority > 0.999_999);

    let estimate = EloEstimate::of(&Rounds::from_counts(&[20, 0, 0, 0, 0])).unwrap();
    assert_eq!((estimate.elo, estimate.low), (None, None));
    assert_eq!(estimate.to_string(), "under -317");
    assert_eq!(EloEstimate::of(&Rounds::default()), None);
}

#[test]
fn rounds_that_all_ended_alike_leave_an_interval() {
    let estimate = EloEstimate::of(&Rounds::from_counts(&[0, 0, 10, 0, 0])).unwrap();
    assert_eq!((estimate.elo, estimate.superiority), (Some(0.0), 0.5));
    assert!(estimate.high.unwrap() > 20.0 && estimate.high.unwrap() < 200.0);
    assert_near(estimate.low.unwrap(), -estimate.high.unwrap(), 1e-9);
}

#[test]
fn a_sequential_test_sees_rounds_in_their_order() {
    let sprt = Sprt::parse("elo0=0,elo1=60").unwrap();
    let mut rng = game_rng(11, 0);
    let mut games: Vec<GameResult> =
        (0..400).flat_map(|round| pair(&mut rng, round, (0, 1), 60.0)).collect();
    let mut in_order = SequentialTest::new(sprt, (0, 1), 2);
    for game in &games {
        in_order.add(game);
    }
    assert_eq!(in_order.state().verdict, Verdict::Elo1);
    let decided_after = in_order.rounds().len();
    assert!(decided_after < 400);
    for shuffle in 0..5 {
        games.shuffle(&mut game_rng(12, shuffle));
        let mut test = SequentialTest::new(sprt, (0, 1), 2);
        for game in &games {
            test.add(game);
        }
        assert_eq!(test.state(), in_order.state());
        assert_eq!(test.rounds().len(), decided_after);
    }
}

#[test]
fn a_test_of_the_other_side_is_the_mirror_image() {
    let there = Sprt::parse("elo0=0,elo1=10").unwrap().state(&[3, 10, 40, 20, 9]);
    let back = Sprt::parse("elo0=-10,elo1=0").unwrap().state(&[9, 20, 40, 10, 3]);
    assert_near(there.llr, -back.llr, 1e-9);
}

#[test]
fn a_wrong_test_is_one_clear_line() {
    let table = [
        ("elo=1", "sprt \"elo=1\": unknown key \"elo\"; there are elo0, elo1, alpha, beta"),
        ("elo0=x", "sprt \"elo0=x\": elo0=x is not a number from -2000 to 2000"),
        ("elo0=5,elo1=5", "sprt \"elo0=5,elo1=5\": elo0=5 is not below elo1=5"),
        ("alpha=0", "sprt \"alpha=0\": alpha=0 is not a number from 0.000001 to 0.49"),
        ("elo1=nan", "sprt \"elo1=nan\": elo1=nan is not a number from -2000 to 2000"),
        ("10", "sprt \"10\": \"10\" is not key=value"),
        ("", "sprt \"\": an argument is empty"),
        ("elo0=0,elo0=1", "sprt \"elo0=0,elo0=1\": elo0 is given twice"),
        (
            "a\nb=1",
            "sprt \"a\u{fffd}b=1\": unknown key \"a\u{fffd}b\"; there are elo0, elo1, alpha, beta",
        ),
    ];
    for (text, line) in table {
        assert_eq!(Sprt::parse(text).unwrap_err().to_string(), line);
    }
}

#[test]
fn the_rating_of_two_is_their_elo() {
    let mut rng = game_rng(13, 0);
    let games: Vec<GameResult> =
        (0..100).flat_map(|round| pair(&mut rng, round, (0, 1), 80.0)).collect();
    let ratings = Ratings::fit(&games, 2, 0.0).unwrap();
    let estimate = EloEstimate::of(&Rounds::between(&games, 0, 1)).unwrap();
    assert_near(ratings.of(0).elo - ratings.of(1).elo, estimate.elo.unwrap(), 1e-6);
    // Each of two is half the difference from their mean, and so is the margin, but for the curve of the
    // logistic function and a correction of half a per cent.
    let margin = (estimate.high.unwrap() - estimate.low.unwrap()) / 2.0;
    assert_near(2.0 * ratings.of(0).margin, margin, 0.02 * margin);
    assert_near(ratings.superiority(0, 1), estimate.superiority, 0.01);
}

#[test]
fn who_won_everything_has_a_rating_by_the_prior_only() {
    let games: Vec<GameResult> = (0..20)
        .flat_map(|round| [game(round, &[0, 1], &[1, 2]), game(round, &[1, 0], &[2, 1])])
        .collect();
    let error = Ratings::fit(&games, 2, 0.0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "without virtual draws there are no ratings: no chain of points leads from entrant 1 to 0"
    );
    let rating = Ratings::fit(&games, 2, 1.0).unwrap().of(0);
    assert!(rating.elo > 200.0 && rating.elo < 1000.0, "{rating:?}");
    // The rating cannot be sure: its interval reaches down to the bound for the difference, and far up.
    assert!(rating.margin > 100.0, "{rating:?}");
    // Somebody who did not play is average, and nothing is known of them.
    let idle = Ratings::fit(&games, 3, 1.0).unwrap().of(2);
    assert_near(idle.elo, 0.0, 1e-6);
    assert!(idle.margin > 300.0, "{idle:?}");
}

#[test]
fn standings_by_hand() {
    let names = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let mut forfeit = game(1, &[2, 0], &[2, 1]);
    forfeit.end = End::Forfeit { player: 0, reason: "no answer".to_owned() };
    let games =
        [game(0, &[0, 1], &[1, 2]), game(0, &[1, 0], &[1, 1]), forfeit, game(2, &[1, 2], &[2, 1])];
    let standings = Standings::new(&names, &games, &Movers::default());
    let [a, b, c] = standings.rows.as_slice() else { panic!("three rows") };
    assert_eq!((a.games, a.wins, a.draws, a.losses, a.points), (3, 2, 1, 0, 2.5));
    assert_eq!((b.games, b.wins, b.draws, b.losses, b.points), (3, 0, 1, 2, 0.5));
    assert_eq!((c.forfeits, a.forfeits), (1, 0));
    // The forfeited game has no final score.
    assert_eq!((a.score.get(), a.margin.get()), (Some(-10.0), Some(5.0)));
    assert_eq!((c.score.get(), c.remaining.get()), (Some(-10.0), Some(10.0)));
    assert_eq!((a.rank.get(), b.rank.get()), (Some(1.0), Some(5.0 / 3.0)));
    assert_eq!(a.millis.get(), None);
    assert_eq!(standings.order, [0, 2, 1]);
    let meeting = standings.cross.meeting(0, 1);
    assert_eq!(
        (meeting.before.to_string(), meeting.after.to_string()),
        ("1-0-0".into(), "0-1-0".into())
    );
    assert_eq!(standings.cross.meeting(1, 0).all().to_string(), "0-1-1");
    assert_eq!(standings.cross.meeting(1, 0).all().score(), Some(0.25));
}

#[test]
fn one_against_three_is_compared_with_each() {
    let games = [game(0, &[0, 1, 1, 1], &[2, 1, 3, 3]), game(0, &[1, 0, 1, 1], &[2, 1, 3, 3])];
    let standings = Standings::new(&["one".into(), "three".into()], &games, &Movers::default());
    let meeting = standings.cross.meeting(0, 1);
    assert_eq!(meeting.before.to_string(), "4-0-1");
    assert_eq!(meeting.after.to_string(), "1-0-0");
    let three = &standings.rows[1];
    assert_eq!((three.games, three.wins, three.losses), (6, 1, 5));
    let rounds = Rounds::between(&games, 0, 1);
    assert_eq!((rounds.len(), rounds.score()), (1, Some(5.0 / 6.0)));
}

/// Times belong to whoever moved, by the rules of each variant, and not to every n-th player.
#[test]
fn times_belong_to_the_mover() {
    for name in ["duo", "classic", "classic-2", "classic-3", "8x8-3"] {
        let variant: Variant = name.parse().unwrap();
        let mut position = Position::start(variant.clone());
        let (mut moves, mut movers) = (Vec::new(), Vec::new());
        let mut rng = game_rng(17, 0);
        while let Some(player) = position.player_to_play() {
            let legal = position.legal_moves();
            let mv = legal[rand::RngExt::random_range(&mut rng, 0..legal.len())];
            movers.push(player.index());
            moves.push(mv);
            position.play(mv).unwrap();
        }
        let players = variant.player_count();
        let opening = 3;
        let turn = |&player: &usize| MoveStats { millis: (player + 1) as f64, value: None };
        let turns: Vec<MoveStats> = movers[opening..].iter().map(turn).collect();
        let seats: Vec<usize> = (0..players).rev().collect();
        let mut played = game(0, &seats, &position.ranks());
        (played.moves, played.turns, played.opening) = (moves, turns, opening);
        let names: Vec<String> = (0..players).map(|entrant| entrant.to_string()).collect();
        let games = [played];
        let standings = Standings::new(&names, &games, &Movers::replay(&variant, &games));
        for (player, &entrant) in seats.iter().enumerate() {
            let row = &standings.rows[entrant];
            assert_eq!(row.millis.get(), Some((player + 1) as f64), "{name}");
            assert_eq!(row.longest, Some((player + 1) as f64), "{name}");
        }
    }
}

#[test]
fn a_result_is_a_line_and_is_checked() {
    let mut result = game(3, &[0, 1], &[1, 2]);
    result.turns =
        vec![MoveStats { millis: 1.5, value: None }, MoveStats { millis: 2.0, value: Some(0.25) }];
    result.end = End::Forfeit { player: 1, reason: "illegal move \"a1\"".to_owned() };
    let line = serde_json::to_string(&result).unwrap();
    assert!(line.ends_with(
        r#""end":{"kind":"forfeit","player":1,"reason":"illegal move \"a1\""},"turns":[{"millis":1.5},{"millis":2.0,"value":0.25}]}"#
    ));
    assert_eq!(serde_json::from_str::<GameResult>(&line).unwrap(), result);

    assert_eq!(result.check(2), Ok(()));
    let error = |result: &GameResult| result.check(2).unwrap_err().to_string();
    result.end = End::Forfeit { player: 2, reason: String::new() };
    assert_eq!(error(&result), "end names player 2, but there are 2");
    result.scores.push(0);
    assert_eq!(error(&result), "scores has 3 entries for 2 players");
    result.scores.pop();
    result.seats[0] = 2;
    assert_eq!(error(&result), "seats names entrant 2, but there are 2");
}
