//! Training of policy-and-value networks, from files of games to a network that can be read.

#[expect(dead_code, reason = "other tests use more of it")]
mod common;

use std::fs;
use std::path::{Path, PathBuf};

use cornerwise_core::{Move, Position, Tables};
use cornerwise_dataset::{Header, Series, Writer};
use cornerwise_engine::Stop;
use cornerwise_learn::policy_value::{End, NetworkSettings, Progress, Report, Settings, Training};
use cornerwise_learn::run::RunError;
use cornerwise_net::Weights;
use serde_json::Value;

const VARIANT: &str = "5x5";

/// Games in which the search always likes the largest pieces best.
fn games(directory: &Path, count: u64) -> PathBuf {
    let path = directory.join("games.jsonl");
    let tables = Tables::new(VARIANT.parse().unwrap());
    let series =
        Series { agents: vec!["nobody".to_owned()], seed: 0, settings: serde_json::Map::default() };
    let mut writer = Writer::create(&path, &Header::new(tables.variant(), vec![series])).unwrap();
    for number in 0..count {
        let visits = |position: &Position, _: &_| {
            let count = |mv: &Move| 4_u32.pow(mv.piece().size() as u32);
            (0..).zip(position.legal_moves().iter().map(count)).collect()
        };
        writer.add(&common::game(VARIANT, number, visits).1).unwrap();
    }
    writer.finish().unwrap();
    path
}

fn settings() -> Settings {
    let network = NetworkSettings { channels: 16, blocks: 2, linear: false, ..Default::default() };
    let mut settings = Settings {
        epochs: 6.0,
        batch: 32,
        holdout: 0.2,
        window: 100,
        network,
        ..Default::default()
    };
    settings.optimizer.warm_up = 10;
    settings.optimizer.average = 0.9;
    settings
}

fn open(out: &Path, data: &Path, settings: Settings, threads: usize) -> Result<Training, RunError> {
    Training::open(out, &VARIANT.parse().unwrap(), &[data.to_owned()], settings, threads)
}

fn run(out: &Path, data: &Path, settings: Settings, threads: usize) -> Result<End, RunError> {
    open(out, data, settings, threads)?.run(&Stop::default(), |_| {})
}

/// Runs and stops after so many steps.
fn run_until(step: u64, out: &Path, data: &Path) -> End {
    let stop = Stop::default();
    let mut steps = 0;
    let watch = |progress| {
        steps += u64::from(matches!(progress, Progress::Step { .. }));
        if steps == step {
            stop.raise();
        }
    };
    open(out, data, settings(), 1).unwrap().run(&stop, watch).unwrap()
}

/// The metrics but for the time that they took.
fn metrics(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("metrics.jsonl")).unwrap();
    let line = |line: &str| {
        let mut entry: Value = serde_json::from_str(line).unwrap();
        entry.as_object_mut().unwrap().remove("speed");
        entry
    };
    text.lines().map(line).collect()
}

#[test]
fn a_network_learns_what_searches_like() {
    let directory = tempfile::tempdir().unwrap();
    let data = games(directory.path(), 60);
    let out = directory.path().join("run");
    let mut reports = Vec::new();
    let end = open(&out, &data, settings(), 1)
        .unwrap()
        .run(&Stop::default(), |progress| {
            if let Progress::Report(Report::Validation { scores, .. }) = progress {
                reports.push(scores);
            }
        })
        .unwrap();
    assert_eq!((end.step, reports.len()), (end.steps, 6));
    let (first, last) = (reports[0], reports[5]);
    assert_eq!(end.validation, Some(last));
    let above = |scores: &cornerwise_learn::policy_value::Scores| scores.policy - scores.least;
    assert!(above(&last) < 0.6 * above(&first), "{first:?} {last:?}");
    assert!(last.loss < first.loss && above(&last) > 0.0);
    // It knows what the linear model does not: which moves these searches like.
    assert!(last.policy < end.linear.unwrap().policy);
    let bytes = fs::read(end.network.unwrap()).unwrap();
    let weights = Weights::from_bytes(&bytes).unwrap();
    assert_eq!(weights.about().variant, VARIANT);
    assert!(weights.tensors().contains_key("reply.weight"));
}

#[test]
fn a_run_that_was_stopped_or_killed_ends_as_if_it_had_not_been() {
    let directory = tempfile::tempdir().unwrap();
    let data = games(directory.path(), 40);
    let [whole, parts, threads] = ["whole", "parts", "threads"].map(|n| directory.path().join(n));
    let end = run(&whole, &data, settings(), 1).unwrap();
    let stopped = run_until(3, &parts, &data);
    assert_eq!((stopped.step, stopped.network), (3, None));
    // As if it had been killed before the first checkpoint.
    fs::remove_file(parts.join("checkpoint-00000003.safetensors")).unwrap();
    assert_eq!(run_until(7, &parts, &data).step, 7);
    // What is written after the last checkpoint is forgotten.
    let text = fs::read_to_string(parts.join("metrics.jsonl")).unwrap();
    let later = "{\"kind\":\"training\",\"step\":9}\n{\"kind\":\"trai";
    fs::write(parts.join("metrics.jsonl"), text + later).unwrap();
    // The files may grow meanwhile.
    let mut grown = fs::read_to_string(&data).unwrap();
    let added = grown.lines().last().unwrap().replace("\"game\":39", "\"game\":40") + "\n";
    grown += &added;
    fs::write(&data, grown).unwrap();
    run_until(30, &parts, &data);
    assert_eq!(run(&parts, &data, settings(), 1).unwrap().step, end.steps);
    assert_eq!(metrics(&whole), metrics(&parts));
    let file = |out: &Path| fs::read(out.join("network.safetensors")).unwrap();
    assert!(file(&whole) == file(&parts));
    // One that is finished stays so.
    assert_eq!(run(&parts, &data, settings(), 1).unwrap().step, end.steps);
    assert!(file(&whole) == file(&parts));
    let before = games(directory.path(), 40);
    run(&threads, &before, settings(), 3).unwrap();
    assert!(file(&whole) == file(&threads));
    let mut other = settings();
    other.seed = 2;
    let out = directory.path().join("other");
    run(&out, &before, other, 1).unwrap();
    assert!(file(&whole) != file(&out));
}

#[test]
fn what_cannot_be_is_refused_in_one_line_and_nothing_is_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    let data = games(directory.path(), 30);
    let out = directory.path().join("run");
    run_until(5, &out, &data);
    let refused = |out: &Path, settings: Settings| {
        let text = run(out, &data, settings, 1).unwrap_err().to_string();
        assert!(!text.contains('\n'), "{text}");
        text
    };
    let before = fs::read(out.join("run.toml")).unwrap();
    let mut other = settings();
    other.network.blocks = 3;
    let text = refused(&out, other);
    assert!(text.contains("settings.network.blocks 2, but 3 is asked for"), "{text}");
    let table = fs::read_to_string(out.join("run.toml")).unwrap();
    assert!(table.contains("ownership = 0.3\n"), "{table}");
    fs::write(out.join("run.toml"), table.replace("policy-value", "dqn")).unwrap();
    let text = refused(&out, settings());
    assert!(text.contains("algorithm \"dqn\""), "{text}");
    fs::write(out.join("run.toml"), &before).unwrap();

    let checkpoint = out.join("checkpoint-00000005.safetensors");
    let whole = fs::read(&checkpoint).unwrap();
    fs::write(&checkpoint, &whole[..whole.len() / 2]).unwrap();
    let text = refused(&out, settings());
    assert!(text.contains("no whole checkpoint; remove it"), "{text}");
    assert_eq!(fs::read(&checkpoint).unwrap().len(), whole.len() / 2);
    fs::write(&checkpoint, &whole).unwrap();
    run(&out, &data, settings(), 1).unwrap();

    let foreign = directory.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("letter.txt"), "dear").unwrap();
    assert!(refused(&foreign, settings()).contains("no run.toml"));

    let mut none = settings();
    none.batch = 0;
    assert!(refused(&out, none).contains("the batch is 0; it can be"));
    let missing = directory.path().join("missing.jsonl");
    assert!(matches!(run(&out, &missing, settings(), 1), Err(RunError::Source(_))));
    let other = Training::open(
        &directory.path().join("variant"),
        &"7x7".parse().unwrap(),
        std::slice::from_ref(&data),
        settings(),
        1,
    );
    assert!(matches!(other, Err(RunError::Variant { .. })));
}
