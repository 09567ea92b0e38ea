//! Parameters tuned by real games.

use std::fs;
use std::io::Write;
use std::path::Path;

use cornerwise_arena::tuning::{Iteration, Tuned, Tuner, TuningPlan};
use cornerwise_arena::{ArenaError, Openings, StoreError};
use cornerwise_engine::{AgentKind, Parameter, ParameterKind, Registry, Stop};

/// Plays sensibly as often as its skill says.
const SKILLED: &[AgentKind] = &[AgentKind {
    name: "skilled",
    summary: "for tests",
    parameters: &[
        Parameter {
            name: "skill",
            kind: ParameterKind::Real(0.0, 1.0),
            default: "0.3",
            meaning: "how good",
        },
        Parameter {
            name: "idle",
            kind: ParameterKind::Int(0, 9),
            default: "5",
            meaning: "nothing",
        },
    ],
    build: |settings| {
        let skill = settings.real("skill");
        settings.agent(&format!("mixed:{skill}*largest+{}*random", 1.0 - skill))
    },
    ..AgentKind::PLAIN
}];

fn registry() -> Registry {
    Registry::default().with(SKILLED)
}

fn plan(variant: &str, spec: &str, over: &str, against: Option<&str>) -> TuningPlan {
    let variant = variant.parse().unwrap();
    let mut plan = TuningPlan::new(&registry(), &variant, spec, over, against, 1).unwrap();
    plan.play.openings = Openings::Random(2);
    plan
}

/// Runs until so many iterations are there, or a stop after so many of them.
fn tune(
    plan: &TuningPlan,
    directory: Option<&Path>,
    concurrency: usize,
    count: u64,
    stop_after: u64,
) -> Vec<Iteration> {
    let mut tuner = Tuner::new(plan.clone(), &registry(), directory).unwrap();
    let stop = Stop::default();
    let watch = |iteration: &Iteration| {
        if iteration.iteration + 1 == stop_after {
            stop.raise();
        }
    };
    tuner.run(count, concurrency, &stop, watch).unwrap();
    tuner.iterations().to_vec()
}

#[test]
fn iterations_are_the_same_on_any_number_of_threads() {
    let uct = ("uct:sims=20", "c=0.2..2,expand=1..9");
    // With the same chance against the same opponent, all but the skill would make little difference.
    let skilled = ("skilled", "skill,idle");
    for (variant, (spec, over), against) in [
        ("5x5", uct, None),
        ("7x7", skilled, Some("largest")),
        ("5x5-3", uct, None),
        ("6x6-4", skilled, Some("uct:sims=20")),
    ] {
        let plan = plan(variant, spec, over, against);
        let alone = tune(&plan, None, 1, 12, 99);
        assert_eq!(alone.len(), 12, "{variant}");
        assert_eq!(alone, tune(&plan, None, 3, 12, 99), "{variant}");
        let is_decided = |iteration: &Iteration| iteration.scores[0] != iteration.scores[1];
        assert!(alone.iter().any(is_decided), "{variant} {against:?}");
    }
}

#[test]
fn everybody_takes_every_seat() {
    for (variant, against, games) in [
        ("duo", None, 2),
        ("duo", Some("random"), 4),
        ("classic-2", None, 2),
        ("classic-3", None, 3),
        ("classic", None, 2),
        ("classic", Some("random"), 8),
    ] {
        assert_eq!(plan(variant, "uct", "c", against).games(), games, "{variant} {against:?}");
    }
}

#[test]
fn an_interrupted_run_goes_on_as_if_nothing_had_happened() {
    let plan = plan("5x5", "uct:sims=20", "c=0.2..2", None);
    let whole = tune(&plan, None, 1, 20, 99);
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("tune.jsonl");
    let begun = tune(&plan, Some(directory.path()), 2, 20, 7);
    assert_eq!(begun[..], whole[..7]);
    // A killed process may leave half a line behind.
    let mut file = fs::OpenOptions::new().append(true).open(&log).unwrap();
    file.write_all(b"{\"iteration\":7,\"si").unwrap();
    assert_eq!(tune(&plan, Some(directory.path()), 1, 12, 99)[..], whole[..12]);
    assert_eq!(tune(&plan, Some(directory.path()), 1, 20, 99), whole);
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 21);
    // Fewer than there are change nothing.
    assert_eq!(tune(&plan, Some(directory.path()), 1, 5, 99), whole);
}

#[test]
fn skill_is_found_and_what_does_nothing_stays_inside() {
    for (variant, against) in [("7x7", None), ("7x7", Some("skilled:skill=0.6")), ("8x8-4", None)] {
        let plan = plan(variant, "skilled", "skill,idle", against);
        let iterations = tune(&plan, None, 2, 300, 999);
        let tuned = Tuned::of(&plan.knobs, &iterations);
        assert!(tuned[0].tuned > 0.6, "{variant} {against:?}: {tuned:?}");
        assert!((0.0..=9.0).contains(&tuned[1].tuned), "{tuned:?}");
        let spec = plan.spec_with(&registry(), &[tuned[0].tuned, tuned[1].tuned]).unwrap();
        assert!(registry().agent(&spec).is_ok(), "{spec}");
    }
}

#[test]
fn another_plan_and_damaged_logs_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let first = plan("5x5", "uct:sims=20", "c=0.2..2", None);
    tune(&first, Some(directory.path()), 1, 3, 99);
    let log = directory.path().join("tune.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let open = |plan: &TuningPlan| Tuner::new(plan.clone(), &registry(), Some(directory.path()));

    let mut others = vec![plan("5x5", "uct:sims=20", "c=0.2..3", None)];
    others.push(TuningPlan { spec: "uct:sims=21".to_owned(), ..first.clone() });
    let mut seeded = first.clone();
    seeded.play.seed = 2;
    others.push(seeded);
    for other in others {
        let error = open(&other).err().unwrap();
        assert!(matches!(error, ArenaError::Store(StoreError::AnotherPlan(_))), "{error}");
    }
    assert_eq!(fs::read_to_string(&log).unwrap(), text);

    for (from, to, says) in [
        ("\"iteration\":1,", "\"iteration\":2,", "tune.jsonl:3: it is not the next iteration"),
        ("\"signs\":[", "\"signs\":[1,", "tune.jsonl:2: it does not have one value for each"),
        ("\"theta\":[", "\"theta\":[9", "tune.jsonl:2: a value is out of its range"),
        ("\"scores\":[", "\"scores\":[7", "tune.jsonl:2: a score is not between 0 and 1"),
        ("{\"iteration\":2", "{\"iter\":2", "tune.jsonl:4: missing field"),
        ("{\"spec\"", "{\"specs\"", "tune.jsonl:1: unknown field"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&log, text.replacen(from, to, 1)).unwrap();
        let error = open(&first).err().unwrap().to_string();
        assert!(error.contains(says) && error.lines().count() == 1, "{error}");
    }
}
