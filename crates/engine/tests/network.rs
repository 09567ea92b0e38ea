//! Networks as evaluators and in searches, with random weights.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use cornerwise_core::{Game, Position, Tables, game_rng};
use cornerwise_engine::evaluator::linear::LinearModel;
use cornerwise_engine::evaluator::network::NetworkModel;
use cornerwise_engine::evaluator::{Evaluator, Model, RecentMoves};
use cornerwise_engine::{Budget, Forfeit, Guard, Registry, Stop, Turn, agent};
use cornerwise_net::{About, Architecture, Inference, Network, Weights};

fn weights(variant: &str, linear: bool) -> Weights {
    let mut architecture = Architecture::residual(&variant.parse().unwrap(), 16, 2);
    let Architecture::Residual(residual) = &mut architecture;
    residual.linear = linear;
    let about = About { architecture, variant: variant.to_owned(), run: String::new() };
    Weights::random(about, 5).unwrap()
}

fn model(variant: &str, linear: bool) -> NetworkModel {
    NetworkModel::new(Network::new(&weights(variant, linear)))
}

/// A file of random weights that is gone after the test.
struct File(PathBuf);

impl File {
    fn new(variant: &str, test: &str) -> File {
        let name = format!("cornerwise-{test}-{variant}-{}.safetensors", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, weights(variant, false).to_bytes()).unwrap();
        File(path)
    }

    fn spec(&self, settings: &str) -> String {
        format!("mcts:net={},{settings}", self.0.display())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A whole game of an agent against itself, as text.
fn play(spec: &str, tables: &Arc<Tables>, simulations: u64) -> String {
    let mut agent = agent(spec).unwrap_or_else(|error| panic!("{error}"));
    let stop = Stop::default();
    agent.new_game(3);
    let mut game = Game::new(Position::new(tables));
    while !game.position().is_over() {
        let budget = Budget { simulations: Some(simulations), ..Budget::default() };
        let turn = Turn { budget, ..Turn::new(&game, 3, &stop) };
        let decision = turn.ask(agent.as_mut()).unwrap_or_else(|error| panic!("{spec}: {error}"));
        for values in decision.values.iter().chain(&decision.scores) {
            assert!(values.iter().all(|value| value.is_finite()), "{spec}");
        }
        game.play(decision.mv).unwrap();
    }
    game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn whole_games_are_played_with_a_network_from_a_file() {
    for variant in ["duo", "classic", "classic-2", "classic-3", "7x7-3"] {
        let file = File::new(variant, "games");
        let tables = Tables::new(variant.parse().unwrap());
        let own = play("mcts:net=none", &tables, 30);
        let mut games = vec![own];
        for settings in ["net-visits=0,playout-turns=0", "net-visits=4", "net-visits=2,expand=5"] {
            let spec = file.spec(settings);
            let game = play(&spec, &tables, 30);
            assert_eq!(play(&spec, &tables, 30), game, "{spec}");
            games.push(game);
        }
        play(&file.spec("net-visits=2,threads=3,tree-mib=1"), &tables, 60);
        games.sort();
        games.dedup();
        assert!(games.len() > 2, "{variant}: the network changes nothing");
    }
}

/// A search that a network guides ends with visits that add up: of a position, those of its moves and those that found it a leaf.
#[test]
fn the_weight_of_the_network_counts_as_visits() {
    let file = File::new("duo", "weight");
    let game = Game::new(Position::start("duo".parse().unwrap()));
    let visits = |weight: u32| {
        let spec = file.spec(&format!("net-visits=2,net-weight={weight},settle=no,sims=2000"));
        let mut agent = agent(&spec).unwrap();
        let decision = Turn::new(&game, 1, &Stop::default()).ask(agent.as_mut()).unwrap();
        assert_eq!(decision.counters.simulations, 2000);
        decision.candidates.iter().map(|candidate| candidate.visits).sum::<u64>()
    };
    assert_eq!(visits(1), 2000);
    let more = visits(8) - 2000;
    assert!(more > 7 * 100 && more % 7 == 0, "{more}");
}

#[test]
fn files_that_are_no_network_of_the_game_are_refused_in_a_line() {
    let path = std::env::temp_dir().join(format!("cornerwise-no-net-{}", std::process::id()));
    fs::write(&path, "no network").unwrap();
    let error = agent(&format!("mcts:net={}", path.display())).err().unwrap().to_string();
    assert!(error.contains("not a whole safetensors file"), "{error}");
    assert_eq!(error.lines().count(), 1);
    fs::remove_file(&path).unwrap();
    assert!(agent("mcts:net=/nowhere/network").is_err());
    assert!(Registry::default().check("mcts:net=/nowhere/network").is_ok(), "nothing is read");

    let file = File::new("classic", "wrong");
    let game = Game::new(Position::start("duo".parse().unwrap()));
    for settings in ["net-visits=0", "net-visits=8"] {
        let mut agent = agent(&file.spec(settings)).unwrap();
        let forfeit = Turn::new(&game, 1, &Stop::default()).ask(agent.as_mut()).unwrap_err();
        let Forfeit::Failed(reason) = forfeit else { panic!("{forfeit:?}") };
        let expected = "the network of classic is for 4 colours of 4 players, not for 2 of 2";
        assert_eq!(reason, expected);
    }
}

#[test]
fn strangers_may_not_name_files() {
    let file = File::new("duo", "guard");
    let guarded = Registry::default().guarded(Guard { threads: 2, mib: 2000 });
    assert!(guarded.agent(&file.spec("threads=1")).is_err());
    for word in ["yes", "none"] {
        assert!(guarded.agent(&format!("mcts:net={word}")).is_ok(), "{word}");
    }
}

/// Shows the positions of some random games with what was played last.
fn positions(variant: &str, mut show: impl FnMut(&Position, &RecentMoves)) {
    let tables = Tables::new(variant.parse().unwrap());
    for game in 0..2 {
        let (mut position, mut recent) = (Position::new(&tables), RecentMoves::default());
        let mut rng = game_rng(9, game);
        while let Some(colour) = position.to_play() {
            show(&position, &recent);
            let mv = position.sample_move(&mut rng).unwrap();
            position.play(mv).unwrap();
            recent.add(colour, mv);
        }
    }
}

#[test]
fn evaluators_say_what_the_network_says() {
    for variant in ["duo", "classic-2", "classic-3", "7x7-3"] {
        let model = model(variant, false);
        let about = variant.parse().unwrap();
        let mut inference = Inference::new(model.network(), &about);
        let mut evaluator = model.evaluator(&about);
        positions(variant, |position, recent| {
            let legal = position.legal_moves();
            let evaluated = evaluator.evaluate(position, recent, &legal);
            // In another order of questions, and again, it is the same.
            let mut fresh = model.evaluator(&about);
            assert_eq!(fresh.value(position, recent), evaluated.value);
            assert_eq!(fresh.evaluate(position, recent, &legal), evaluated);
            assert_eq!(evaluator.evaluate(position, recent, &legal), evaluated);

            inference.run(position, |colour| recent.of(colour));
            let mut logits = Vec::new();
            inference.logits(&legal, &mut logits);
            assert_eq!(evaluated.logits, logits);
            // Players count from the mover's.
            let players = about.player_count();
            let mover = position.player_to_play().unwrap().index();
            let forecast = inference.forecast();
            for (turn, share) in forecast.shares().into_iter().enumerate() {
                let player = (mover + turn) % players;
                assert_eq!(evaluated.value.shares[player], f64::from(share));
                assert_eq!(evaluated.value.scores[player], f64::from(forecast.scores[turn]));
            }
            assert!((evaluated.value.shares.iter().sum::<f64>() - 1.0).abs() < 1e-5);
        });
    }
}

#[test]
fn ownership_is_a_distribution_for_each_cell() {
    let model = model("classic", false);
    let classic = "classic".parse().unwrap();
    let mut evaluator = model.evaluator(&classic);
    positions("classic", |position, recent| {
        let ownership = evaluator.ownership(position, recent).unwrap();
        assert_eq!((ownership.nobody.len(), ownership.colours.len()), (400, 4));
        for cell in 0..400 {
            let all = ownership.colours.iter().map(|colour| colour[cell]);
            let sum = all.sum::<f32>() + ownership.nobody[cell];
            assert!((sum - 1.0).abs() < 1e-5);
        }
    });
    let linear = LinearModel::default();
    let start = Position::start(classic.clone());
    assert_eq!(linear.evaluator(&classic).ownership(&start, &RecentMoves::default()), None);
}

/// A network that corrects the linear model adds its own logits to those of that model.
#[test]
fn a_network_may_correct_the_linear_model() {
    let with = weights("duo", true);
    let mut tensors = with.tensors().clone();
    for name in ["policy.linear", "value.linear"] {
        tensors.remove(name);
    }
    let mut about = with.about().clone();
    let Architecture::Residual(residual) = &mut about.architecture;
    residual.linear = false;
    let without = NetworkModel::new(Network::new(&Weights::new(about, tensors).unwrap()));
    let with = NetworkModel::new(Network::new(&with));
    let linear = LinearModel::default();
    let duo = "duo".parse().unwrap();
    let mut inference = Inference::new(without.network(), &duo);
    let [mut with, mut without, mut linear]: [Box<dyn Evaluator + '_>; 3] =
        [with.evaluator(&duo), without.evaluator(&duo), linear.evaluator(&duo)];
    positions("duo", |position, recent| {
        let legal = position.legal_moves();
        let [with, without, linear] = [&mut with, &mut without, &mut linear]
            .map(|evaluator| evaluator.evaluate(position, recent, &legal));
        for (number, logit) in with.logits.iter().enumerate() {
            let sum = without.logits[number] + linear.logits[number];
            assert!((logit - sum).abs() < 1e-4, "{logit} {sum}");
        }
        // Players count from the mover's there.
        inference.run(position, |colour| recent.of(colour));
        let mover = position.player_to_play().unwrap().index();
        let logs = [0, 1].map(|turn| linear.value.shares[(mover + turn) % 2].ln() as f32);
        let shares = inference.forecast().corrected_shares(&logs);
        for turn in [0, 1] {
            let share = with.value.shares[(mover + turn) % 2] as f32;
            assert!((share - shares[turn]).abs() < 1e-5, "{share} {shares:?}");
        }
        assert_eq!(with.value.scores, without.value.scores);
    });
}
