//! How many steps a batch makes with random actions in a second of one core's time: bare, and with masks and planes written.
//! With several threads also how many it makes in a second of the clock.
//!
//! `cargo run --release -p cornerwise-env --example throughput [VARIANT [GAMES [THREADS]]]`

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use cornerwise_env::{Autoreset, Batch, Masks, Observation, Options, Outputs, Setup};

/// How long each row is measured.
const TIME: Duration = Duration::from_secs(2);

/// What is written besides rewards, flags and the next action.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    Nothing,
    DenseMasks,
    PackedMasks,
    Planes,
    DenseMasksAndPlanes,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, default: &str| words.get(at).map_or(default, String::as_str).to_owned();
    let variant = word(0, "duo").parse().expect("the name of a preset");
    let games: usize = word(1, "1024").parse().expect("a number of games");
    let threads: usize = word(2, "1").parse().expect("a number of threads");
    let options = Options { observation: Observation::Planes, ..Options::new(variant) };
    let setup = Setup::new(options).expect("options that fit");
    println!("{}, {games} games, {threads} threads", setup.options().variant.name());
    for (name, written) in [
        ("bare", Written::Nothing),
        ("packed masks", Written::PackedMasks),
        ("dense masks", Written::DenseMasks),
        ("planes", Written::Planes),
        ("dense masks and planes", Written::DenseMasksAndPlanes),
    ] {
        let mut batch = Batch::new(&setup, games, threads, Autoreset::SameStep).expect("threads");
        let (per_core, per_second) = rate(&mut batch, written);
        println!("{name:<24}{per_core:>12.0} steps a core and second{per_second:>12.0} steps/s");
    }
}

fn rate(batch: &mut Batch, written: Written) -> (f64, f64) {
    let games = batch.games().len();
    let setup = batch.setup().clone();
    let (players, observer) = (setup.player_count(), setup.observer());
    let is_dense = matches!(written, Written::DenseMasks | Written::DenseMasksAndPlanes);
    let is_packed = written == Written::PackedMasks;
    let has_planes = matches!(written, Written::Planes | Written::DenseMasksAndPlanes);
    let actions = setup.actions().count();
    let mask = if is_dense {
        actions
    } else if is_packed {
        actions.div_ceil(8)
    } else {
        0
    };
    let mut masks = vec![0; games * mask];
    let planes = usize::from(has_planes) * games;
    let mut observation = vec![0; planes * observer.byte_count()];
    let mut numbers = vec![0.0; planes * observer.number_count()];
    let (mut rewards, mut terminated) = (vec![0.0; games * players], vec![0; games]);
    let (mut played, mut sampled) = (vec![0; games], vec![0; games]);
    batch.reset_all(1, &mut Outputs { sampled: &mut sampled, ..Outputs::default() }).expect("rows");
    let (begin, begin_cpu, mut steps) = (Instant::now(), ProcessTime::now(), 0);
    while begin.elapsed() < TIME {
        std::mem::swap(&mut played, &mut sampled);
        let mut outputs = Outputs {
            rewards: &mut rewards,
            terminated: &mut terminated,
            observation: &mut observation,
            numbers: &mut numbers,
            masks: match () {
                () if is_dense => Masks::Dense(&mut masks),
                () if is_packed => Masks::Packed(&mut masks),
                () => Masks::None,
            },
            sampled: &mut sampled,
            ..Outputs::default()
        };
        batch.step(&played, &mut outputs).expect("legal actions");
        steps += games;
    }
    black_box((&masks, &observation, &rewards));
    let of = |time: Duration| steps as f64 / time.as_secs_f64();
    (of(begin_cpu.elapsed()), of(begin.elapsed()))
}
