//! A batch plays the games that its environments would play alone.

use std::sync::Arc;

use cornerwise_core::{Colour, Move};
use cornerwise_env::{
    Autoreset, Batch, EnvError, Environment, Illegal, Masks, Observation, Options, Outputs, Reward,
    SeatChoice, Setup,
};

const GAMES: usize = 13;

fn setup(name: &str, opponents: &[&str]) -> Arc<Setup> {
    let options = Options {
        opponents: opponents.iter().map(ToString::to_string).collect(),
        seat: SeatChoice::Random,
        reward: Reward::Squares,
        observation: Observation::Flat,
        ..Options::new(name.parse().unwrap())
    };
    Setup::new(options).unwrap()
}

/// Arrays for everything that a batch can write.
struct Arrays {
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    to_play: Vec<i8>,
    observation: Vec<u8>,
    masks: Vec<u8>,
    sampled: Vec<i64>,
    final_observation: Vec<u8>,
    final_scores: Vec<i32>,
}

impl Arrays {
    fn new(setup: &Setup) -> Arrays {
        let bytes = setup.observer().byte_count();
        Arrays {
            rewards: vec![9.0; GAMES * setup.player_count()],
            terminated: vec![9; GAMES],
            to_play: vec![9; GAMES],
            observation: vec![9; GAMES * bytes],
            masks: vec![9; GAMES * setup.actions().count()],
            sampled: vec![-1; GAMES],
            final_observation: vec![9; GAMES * bytes],
            final_scores: vec![999; GAMES * setup.player_count()],
        }
    }

    fn outputs(&mut self) -> Outputs<'_> {
        Outputs {
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            to_play: &mut self.to_play,
            observation: &mut self.observation,
            masks: Masks::Dense(&mut self.masks),
            sampled: &mut self.sampled,
            final_observation: &mut self.final_observation,
            final_scores: &mut self.final_scores,
            ..Outputs::default()
        }
    }
}

/// An environment that is driven as one of a batch with this autoreset mode.
struct Alone {
    game: Environment,
    is_over: bool,
}

#[test]
fn every_game_is_as_if_it_were_alone() {
    for (name, opponents) in
        [("duo", &[][..]), ("7x7", &["mcts:sims=4"]), ("classic", &["largest"]), ("5x5-3", &[])]
    {
        for &(mode, _) in Autoreset::ALL {
            for threads in [1, 3] {
                let setup = setup(name, opponents);
                let mut batch = Batch::new(&setup, GAMES, threads, mode).unwrap();
                compare(&setup, &mut batch, mode);
            }
        }
    }
}

fn compare(setup: &Arc<Setup>, batch: &mut Batch, mode: Autoreset) {
    let mut team = setup.opponents().unwrap();
    let mut alone: Vec<Alone> = (0..GAMES as u64)
        .map(|number| {
            let mut game = Environment::new(setup);
            game.reset(Some(40 + number), &mut team);
            Alone { game, is_over: false }
        })
        .collect();
    let mut arrays = Arrays::new(setup);
    batch.reset_all(40, &mut arrays.outputs()).unwrap();
    let mut ended = 0;
    for _ in 0..40 {
        let actions = arrays.sampled.clone();
        let before = arrays.final_scores.clone();
        batch.step(&actions, &mut arrays.outputs()).unwrap();
        for (number, one) in alone.iter_mut().enumerate() {
            let players = setup.player_count();
            let row = number * players..(number + 1) * players;
            let rewards = &arrays.rewards[row.clone()];
            if one.is_over && mode != Autoreset::Disabled {
                one.game.reset(None, &mut team);
                one.is_over = false;
                assert!(rewards.iter().all(|&reward| reward == 0.0));
                assert_eq!(arrays.terminated[number], 0);
            } else if one.is_over {
                assert!(rewards.iter().all(|&reward| reward == 0.0));
                assert_eq!(arrays.terminated[number], 1);
            } else {
                assert_eq!(one.game.sample_action(), Some(actions[number]));
                one.game.step(actions[number], &mut team).unwrap();
                one.is_over = one.game.ending().is_some();
                assert_eq!(rewards, &one.game.rewards()[..players]);
                assert_eq!(arrays.terminated[number] == 1, one.is_over);
                if one.is_over {
                    ended += 1;
                    assert_eq!(arrays.final_scores[row.clone()], one.game.scores());
                    check_bytes(&one.game, &arrays.final_observation, number);
                } else {
                    assert_eq!(arrays.final_scores[row.clone()], before[row]);
                }
                if one.is_over && mode == Autoreset::SameStep {
                    one.game.reset(None, &mut team);
                    one.is_over = false;
                }
            }
            assert_eq!(batch.games()[number].placed(), one.game.placed());
            check_bytes(&one.game, &arrays.observation, number);
            let player = one.game.player_to_play().map_or(-1, |player| player.index() as i8);
            assert_eq!(arrays.to_play[number], player);
            let count = setup.actions().count();
            let mut mask = vec![0; count];
            one.game.write_mask(&mut Vec::new(), &mut mask);
            assert_eq!(mask, arrays.masks[number * count..][..count]);
        }
    }
    assert!(ended >= GAMES);
}

fn check_bytes(game: &Environment, rows: &[u8], number: usize) {
    let mut bytes = vec![0; rows.len() / GAMES];
    game.observe(game.viewer(), &mut bytes, &mut []);
    assert_eq!(bytes, rows[number * bytes.len()..][..bytes.len()]);
}

#[test]
fn lists_bits_and_bytes_of_legal_actions_agree() {
    let setup = setup("duo", &[]);
    let mut batch = Batch::new(&setup, GAMES, 2, Autoreset::Disabled).unwrap();
    let count = setup.actions().count();
    let mut actions = vec![0; GAMES];
    batch.reset_all(3, &mut Outputs { sampled: &mut actions, ..Outputs::default() }).unwrap();
    for _ in 0..30 {
        let played = actions.clone();
        batch.step(&played, &mut Outputs { sampled: &mut actions, ..Outputs::default() }).unwrap();
        let mut dense = vec![7; GAMES * count];
        let masks = Masks::Dense(&mut dense);
        batch.look(&mut Outputs { masks, ..Outputs::default() }).unwrap();
        let mut packed = vec![7; GAMES * count.div_ceil(8)];
        let masks = Masks::Packed(&mut packed);
        batch.look(&mut Outputs { masks, ..Outputs::default() }).unwrap();
        let (offsets, listed) = batch.legal_actions();
        for game in 0..GAMES {
            let mut own = listed[offsets[game] as usize..offsets[game + 1] as usize].to_vec();
            own.sort_unstable();
            let bytes = &dense[game * count..][..count];
            let bits = &packed[game * count.div_ceil(8)..];
            let of_bytes: Vec<i32> =
                (0..count as i32).filter(|&a| bytes[a as usize] == 1).collect();
            assert_eq!(own, of_bytes);
            assert!((0..count).all(|at| bits[at / 8] >> (at % 8) & 1 == bytes[at]));
            assert!(own.is_empty() || own.contains(&(actions[game] as i32)));
        }
    }
    // Games that are over stay so until they are reset, one by one.
    let over: Vec<bool> = batch.games().iter().map(|game| game.ending().is_some()).collect();
    assert!(over.iter().any(|&is_over| is_over));
    batch.reset_some(&over, &mut Outputs::default()).unwrap();
    for (game, was_over) in batch.games().iter().zip(over) {
        assert_eq!(game.placed().is_empty(), was_over);
        assert_eq!(game.series().1, Some(u64::from(was_over)));
    }
}

#[test]
fn wrong_arrays_and_actions_are_refused_before_anything_is_played() {
    let options = Options { illegal: Illegal::Raise, ..Options::new("duo".parse().unwrap()) };
    let setup = Setup::new(options).unwrap();
    assert!(matches!(Batch::new(&setup, 0, 1, Autoreset::Disabled), Err(EnvError::NoGames)));
    let mut batch = Batch::new(&setup, GAMES, 2, Autoreset::Disabled).unwrap();
    let mut actions = vec![0; GAMES];
    batch.reset_all(3, &mut Outputs { sampled: &mut actions, ..Outputs::default() }).unwrap();
    let before: Vec<Vec<(Colour, Move)>> =
        batch.games().iter().map(|game| game.placed().to_vec()).collect();
    actions[GAMES - 1] = 0;
    let wrong = batch.step(&actions, &mut Outputs::default()).unwrap_err();
    assert!(matches!(wrong, EnvError::Illegal { action: 0, .. }), "{wrong}");
    assert!(batch.step(&actions[1..], &mut Outputs::default()).is_err());
    let mut short = vec![0; GAMES - 1];
    let outputs = &mut Outputs { terminated: &mut short, ..Outputs::default() };
    let wrong = batch.step(&actions, outputs).unwrap_err().to_string();
    assert_eq!(wrong, "terminated has 12 elements; it must have 13");
    assert!(batch.reset(Some(&[1]), &mut Outputs::default()).is_err());
    let after: Vec<Vec<(Colour, Move)>> =
        batch.games().iter().map(|game| game.placed().to_vec()).collect();
    assert_eq!(before, after);
}
