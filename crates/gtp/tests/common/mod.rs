//! What the tests of the engine share.

use cornerwise_engine::{Registry, Stop};
use cornerwise_gtp::engine::{Engine, Options, Reply};
use cornerwise_gtp::protocol::{Command, Response};

/// An engine with a seed.
pub fn engine(variant: &str, agent: &str) -> Engine {
    make_engine(variant, agent, false)
}

/// One that ponders.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub fn pondering_engine(variant: &str, agent: &str) -> Engine {
    make_engine(variant, agent, true)
}

fn make_engine(variant: &str, agent: &str, ponder: bool) -> Engine {
    let (variant, agent) = (variant.parse().unwrap(), agent.to_owned());
    let options = Options { variant, agent, seed: Some(1), time: None, ponder };
    Engine::new(Registry::default(), options).unwrap()
}

/// The response to a line; of an analysis, its lines when another command is there already.
pub fn respond(engine: &mut Engine, line: &str) -> Option<Response> {
    match engine.execute(&Command::read(line)?) {
        Reply::Response(response) | Reply::Move(response) | Reply::Last(response) => Some(response),
        Reply::Analysis { id, analysis } => {
            let stop = Stop::default();
            stop.raise();
            let mut text = String::new();
            let mut tell = |line: &str| text = format!("{text}\n{line}");
            engine.analyse(&analysis, &stop, &mut tell).unwrap();
            Some(Response { id, result: Ok(text) })
        }
    }
}

/// The answer to a command that is done.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub fn ask(engine: &mut Engine, line: &str) -> String {
    let result = respond(engine, line).unwrap().result;
    result.unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// What is wrong with a command.
#[allow(dead_code, reason = "not every file of tests needs it")]
pub fn refusal(engine: &mut Engine, line: &str) -> String {
    let error = respond(engine, line).unwrap().result.expect_err(line);
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}
