//! What holds for environments of every kind: rules, rewards, turns.

use std::sync::Arc;

use cornerwise_core::{Colour, Player, Position};
use cornerwise_env::{
    Ending, EnvError, Environment, Illegal, Options, Perspective, Reward, SeatChoice, Setup,
    Shaping,
};
use cornerwise_net::Layout;

const VARIANTS: [&str; 7] = ["duo", "classic", "classic-2", "classic-3", "7x7", "5x5-3", "2x2"];

fn options(name: &str) -> Options {
    Options::new(name.parse().unwrap())
}

fn setup(options: Options) -> Arc<Setup> {
    Setup::new(options).unwrap()
}

/// Plays a game with drawn actions and shows it after the reset and after every step.
fn play(setup: &Arc<Setup>, seed: u64, mut show: impl FnMut(&Environment)) -> Environment {
    let mut opponents = setup.opponents().unwrap();
    let mut game = Environment::new(setup);
    game.reset(Some(seed), &mut opponents);
    show(&game);
    while let Some(action) = game.sample_action() {
        game.step(action, &mut opponents).unwrap();
        assert!(!game.was_illegal());
        show(&game);
    }
    assert_eq!(game.ending(), Some(&Ending::Over));
    assert!(game.position().is_over());
    game
}

/// The rewards of a whole game, by player.
fn returns(setup: &Arc<Setup>, seed: u64) -> (Vec<f32>, Environment) {
    let mut sum = vec![0.0; setup.player_count()];
    let mut is_first = true;
    let game = play(setup, seed, |game| {
        if !std::mem::take(&mut is_first) {
            for (sum, reward) in sum.iter_mut().zip(game.rewards()) {
                *sum += reward;
            }
        }
    });
    (sum, game)
}

#[test]
fn the_legal_actions_are_those_of_the_mask_in_every_layout() {
    for name in VARIANTS {
        for (layout, _) in Layout::ALL {
            for &(perspective, _) in Perspective::ALL {
                let setup = setup(Options { layout, perspective, ..options(name) });
                let count = setup.actions().count();
                let (mut mask, mut bits) = (vec![7; count], vec![7; count.div_ceil(8)]);
                let mut list = Vec::new();
                play(&setup, 3, |game| {
                    game.write_mask(&mut list, &mut mask);
                    game.write_bits(&mut list, &mut bits);
                    let mut listed: Vec<usize> = game.actions(&mut list).collect();
                    listed.sort_unstable();
                    let of_mask: Vec<usize> = (0..count).filter(|&at| mask[at] == 1).collect();
                    assert_eq!(listed, of_mask, "{name} {layout} {perspective}");
                    assert!(mask.iter().all(|&flag| flag <= 1));
                    assert!((0..count).all(|at| bits[at / 8] >> (at % 8) & 1 == mask[at]));
                    assert_eq!(listed.len(), game.position().count_moves());
                    let Some(colour) = game.to_play() else { return };
                    for &action in listed.iter().step_by(17) {
                        let mv = game.find(colour, action as i64).unwrap();
                        assert!(game.position().is_legal(mv));
                        assert_eq!(setup.actions().action(colour, mv), action);
                    }
                });
            }
        }
    }
}

#[test]
fn rewards_of_the_end_are_those_of_the_scores() {
    for name in VARIANTS {
        for seed in 0..4 {
            let of = |reward| returns(&setup(Options { reward, ..options(name) }), seed);
            let (score, game) = of(Reward::Score);
            let position = game.position();
            let scores: Vec<f32> = position.player_scores().iter().map(|&s| s as f32).collect();
            assert_eq!(score, scores);
            assert!(of(Reward::Nothing).0.iter().all(|&reward| reward == 0.0));
            let (win, rank, margin) = (of(Reward::Win).0, of(Reward::Rank).0, of(Reward::Margin).0);
            for zero_sum in [&win, &rank] {
                assert!(zero_sum.iter().sum::<f32>().abs() < 1e-5, "{name}: {zero_sum:?}");
            }
            for (player, share) in position.win_shares().iter().enumerate() {
                let others = (0..scores.len()).filter(|&other| other != player);
                let best = others.map(|other| scores[other]).fold(f32::MIN, f32::max);
                assert_eq!(margin[player], scores[player] - best);
                assert_eq!(*share == 1.0, win[player] == 1.0);
                assert_eq!(position.ranks()[player] == 1, rank[player] >= rank_of_best(&rank));
                if scores.len() == 2 {
                    assert_eq!(win[player], 2.0 * *share as f32 - 1.0);
                    assert_eq!(rank, win);
                }
            }
        }
    }
}

fn rank_of_best(ranks: &[f32]) -> f32 {
    ranks.iter().copied().fold(f32::MIN, f32::max)
}

/// The sum of a game is the difference of the squares, whoever moves and whoever plays.
#[test]
fn squares_add_up_to_the_difference_of_the_areas() {
    for name in VARIANTS {
        for opponents in [vec![], vec!["random".to_owned()]] {
            let players = options(name).variant.player_count();
            for seat in 0..players {
                let setup = setup(Options {
                    reward: Reward::Squares,
                    opponents: opponents.clone(),
                    seat: SeatChoice::Fixed(seat),
                    ..options(name)
                });
                let (sums, game) = returns(&setup, seat as u64);
                let (position, variant) = (game.position(), game.position().variant());
                let area = |player: Player| -> i32 {
                    variant.colours_of(player).map(|colour| position.area(colour)).sum()
                };
                let all: i32 = variant.players().map(area).sum();
                for player in variant.players() {
                    let expected = 2 * area(player) - all;
                    assert_eq!(sums[player.index()], expected as f32, "{name} seat {seat}");
                }
            }
        }
    }
}

#[test]
fn changes_of_a_potential_add_up_to_its_end() {
    for (name, opponents) in
        [("duo", vec![]), ("duo", vec!["largest".to_owned()]), ("7x7-3", vec![])]
    {
        for seat in 0..2 {
            let shaping =
                Shaping { ends: [20.0, 5.0, -20.0], ..Shaping::named("moves", 0.125).unwrap() };
            let setup = setup(Options {
                reward: Reward::Nothing,
                shaping: Some(shaping),
                opponents: opponents.clone(),
                seat: SeatChoice::Fixed(seat),
                ..options(name)
            });
            for seed in 0..3 {
                let (sums, game) = returns(&setup, seed);
                for (player, (&sum, &share)) in sums.iter().zip(&game.shares()).enumerate() {
                    if game.seat().is_some_and(|own| own.index() != player) {
                        continue;
                    }
                    let expected = match share {
                        1.0 => 20.0,
                        0.0 => -20.0,
                        _ => 5.0,
                    };
                    assert_eq!(sum, expected, "{name} {seed}");
                }
            }
        }
    }
}

#[test]
fn opponents_move_until_it_is_the_learners_turn() {
    for name in VARIANTS {
        let players = options(name).variant.player_count();
        for seat in 0..players {
            let setup = setup(Options {
                opponents: vec!["largest".to_owned()],
                seat: SeatChoice::Fixed(seat),
                ..options(name)
            });
            let mut opened = None;
            let game = play(&setup, 5, |game| {
                opened.get_or_insert(game.placed().len());
                assert_eq!(game.seat(), Some(Player::from_index(seat)));
                if let Some(player) = game.player_to_play() {
                    assert_eq!(player.index(), seat);
                    assert_eq!(Some(game.viewer()), game.to_play());
                }
            });
            // They also open the game when their turns come first, unless the board is full by then.
            assert_eq!(opened, Some(seat), "{name}");
            let mut replayed = Position::new(setup.tables());
            for &(colour, mv) in game.placed() {
                assert_eq!(replayed.to_play(), Some(colour));
                replayed.play(mv).unwrap();
            }
            assert_eq!(replayed, *game.position());
        }
    }
}

#[test]
fn one_opponent_may_sit_on_each_other_seat() {
    let specs = ["largest", "corners", "random"].map(str::to_owned).to_vec();
    let setup = setup(Options { opponents: specs, seat: SeatChoice::Random, ..options("classic") });
    let mut seats = [false; 4];
    for seed in 0..16 {
        let game = play(&setup, seed, |_| ());
        seats[game.seat().unwrap().index()] = true;
    }
    assert_eq!(seats, [true; 4]);
    let wrong = |opponents: &[&str], seat| {
        let opponents = opponents.iter().map(ToString::to_string).collect();
        Setup::new(Options { opponents, seat, ..options("classic") }).err().unwrap().to_string()
    };
    let two = wrong(&["random", "random"], SeatChoice::Random);
    assert_eq!(two, "2 opponents for 4 players; there can be none, 1 or 3");
    assert_eq!(wrong(&["random"], SeatChoice::Fixed(4)), "seat 4 of 4; seats count from 0");
    assert!(wrong(&["randon"], SeatChoice::Random).contains("unknown name"));
}

#[test]
fn the_policy_says_what_an_illegal_action_does() {
    for opponents in [vec![], vec!["random".to_owned()]] {
        let with = |illegal, reward| {
            let opponents = opponents.clone();
            setup(Options { illegal, reward, opponents, ..options("duo") })
        };
        // A placement that does not cover the start cell, numbers that are no action.
        for action in [0, -1, i64::MAX, 13_729] {
            for (reward, own, other) in [
                (Reward::Win, -1.0, 1.0),
                (Reward::Rank, -1.0, 1.0),
                (Reward::Score, -89.0, -89.0),
                (Reward::Margin, 0.0, 0.0),
                (Reward::Squares, 0.0, 0.0),
            ] {
                let setup = with(Illegal::Lose, reward);
                let mut team = setup.opponents().unwrap();
                let mut game = Environment::new(&setup);
                game.reset(Some(1), &mut team);
                game.step(action, &mut team).unwrap();
                assert_eq!(game.ending(), Some(&Ending::Illegal(Player::from_index(0))));
                assert!(game.was_illegal() && game.to_play().is_none());
                assert_eq!(game.rewards()[..2], [own, other], "{reward}");
                assert_eq!(game.step(action, &mut team), Err(EnvError::Over));
                assert_eq!(game.sample_action(), None);
            }
            let setup = with(Illegal::Raise, Reward::Win);
            let mut team = setup.opponents().unwrap();
            let mut game = Environment::new(&setup);
            game.reset(Some(1), &mut team);
            assert!(game.step(action, &mut team).is_err());
            assert!(game.ending().is_none() && game.placed().is_empty());
            let setup = with(Illegal::Random, Reward::Win);
            let mut team = setup.opponents().unwrap();
            let mut game = Environment::new(&setup);
            game.reset(Some(1), &mut team);
            game.step(action, &mut team).unwrap();
            assert!(game.was_illegal() && !game.placed().is_empty());
        }
    }
    let setup = setup(Options { illegal: Illegal::Raise, ..options("duo") });
    let mut team = setup.opponents().unwrap();
    let mut game = Environment::new(&setup);
    game.reset(Some(1), &mut team);
    let error = game.step(0, &mut team).unwrap_err().to_string();
    assert!(error.starts_with("action 0, ") && error.contains("must cover e10"), "{error}");
}

/// A squares learner that breaks a rule in the middle of a game gets what it would have with nothing on the board.
#[test]
fn who_plays_an_illegal_action_has_placed_nothing() {
    let setup = setup(Options { reward: Reward::Squares, ..options("duo") });
    let mut team = setup.opponents().unwrap();
    let mut game = Environment::new(&setup);
    game.reset(Some(1), &mut team);
    let mut sums = [0.0; 2];
    for step in 0..7 {
        let action = if step < 6 { game.sample_action().unwrap() } else { -1 };
        game.step(action, &mut team).unwrap();
        for (sum, reward) in sums.iter_mut().zip(game.rewards()) {
            *sum += reward;
        }
    }
    let others = game.position().area(Colour::from_index(1)) as f32;
    assert_eq!(sums[0], -others);
    assert_eq!(game.shares(), [0.0, 1.0]);
    assert_eq!(game.scores()[0], -89);
}

#[test]
fn games_depend_on_the_seed_and_their_number_alone() {
    let setup = setup(Options {
        opponents: vec!["mcts:sims=8".to_owned()],
        seat: SeatChoice::Random,
        ..options("7x7")
    });
    let mut team = setup.opponents().unwrap();
    let mut one = Environment::new(&setup);
    let mut finish = |game: &mut Environment| {
        while let Some(action) = game.sample_action() {
            game.step(action, &mut team).unwrap();
        }
        game.placed().to_vec()
    };
    let mut fresh = setup.opponents().unwrap();
    one.reset(Some(4), &mut fresh);
    let first = finish(&mut one);
    one.reset(None, &mut fresh);
    // A copy in the middle goes on as the game itself does.
    let mut copy = one.clone();
    let second = finish(&mut one);
    assert_ne!(first, second);
    assert_eq!(finish(&mut copy), second);
    assert_eq!(one.series(), (4, Some(1)));
    one.reset(Some(4), &mut fresh);
    assert_eq!(finish(&mut one), first);
}

#[test]
fn saved_games_go_on_as_they_would() {
    for name in VARIANTS {
        let shaping = Some(Shaping::named("corners", 0.5).unwrap());
        let opponents = vec!["random".to_owned()];
        let reward = Reward::Squares;
        let setup = setup(Options { shaping, opponents, reward, ..options(name) });
        let mut team = setup.opponents().unwrap();
        play(&setup, 11, |game| {
            let bytes = game.save();
            let mut copy = Environment::restore(&setup, &bytes).unwrap();
            assert_eq!(copy.save(), bytes);
            assert_eq!(copy.placed(), game.placed());
            let mut game = game.clone();
            if let Some(action) = game.sample_action() {
                assert_eq!(copy.sample_action(), Some(action));
                game.step(action, &mut team).unwrap();
                copy.step(action, &mut team).unwrap();
                assert_eq!(copy.rewards(), game.rewards());
                assert_eq!(copy.save(), game.save());
            }
        });
    }
    let setup = setup(options("duo"));
    let mut game = Environment::new(&setup);
    game.reset(None, &mut setup.opponents().unwrap());
    let bytes = game.save();
    for end in 0..bytes.len() {
        assert!(Environment::restore(&setup, &bytes[..end]).is_err());
    }
    assert!(Environment::restore(&setup, &[&bytes[..], &[0, 0]].concat()).is_err());
}
