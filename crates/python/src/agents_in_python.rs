//! Python objects that choose moves, as agents like any other.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use cornerwise_core::{Game, Move, Position};
use cornerwise_engine::{
    Agent, AgentKind, Context, Decision, Forfeit, Parameter, ParameterKind, Settings,
};
use pyo3::intern;
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::budget::PyBudget;
use crate::moves::MoveLike;

/// The name in specs; what follows is the name under which an object was registered.
pub const NAME: &str = "python";

/// The kind of agents in Python.
pub const KINDS: &[AgentKind] = &[AgentKind {
    name: NAME,
    summary: "an object of this process that chooses moves",
    parameters: &[Parameter {
        name: "object",
        kind: ParameterKind::Text,
        default: "none",
        meaning: "the name under which it is registered",
    }],
    build,
    ..AgentKind::PLAIN
}];

/// An object, and the exception that it raised.
struct Registered {
    object: Py<PyAny>,
    raised: Option<PyErr>,
}

fn objects() -> MutexGuard<'static, HashMap<String, Registered>> {
    static OBJECTS: LazyLock<Mutex<HashMap<String, Registered>>> = LazyLock::new(Mutex::default);
    OBJECTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets specs name an object as `python:name`.
#[pyfunction]
pub fn register(name: String, object: Py<PyAny>) -> String {
    let spec = format!("{NAME}:{name}");
    objects().insert(name, Registered { object, raised: None });
    spec
}

/// Forgets an object. If it raised an exception that nobody has seen, that one is raised now.
#[pyfunction]
pub fn forget(name: &str) -> PyResult<()> {
    let registered = objects().remove(name);
    registered.and_then(|registered| registered.raised).map_or(Ok(()), Err)
}

/// Raises what an agent among these specs has raised and nobody has seen.
pub fn raise(specs: &[String]) -> PyResult<()> {
    for spec in specs {
        let Some(name) = spec.strip_prefix(NAME).and_then(|rest| rest.strip_prefix(':')) else {
            continue;
        };
        let raised = objects().get_mut(name).and_then(|registered| registered.raised.take());
        if let Some(error) = raised {
            return Err(error);
        }
    }
    Ok(())
}

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    let name = settings.word("object").to_owned();
    if objects().contains_key(&name) {
        return Ok(Box::new(InPython { name }));
    }
    Err(format!("no object is registered as {name}"))
}

/// An agent whose decisions are made in Python.
struct InPython {
    name: String,
}

impl InPython {
    fn object(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        objects().get(&self.name).map(|registered| registered.object.clone_ref(py))
    }

    fn choose(&self, py: Python<'_>, board: PyBoard, budget: PyBudget) -> PyResult<Move> {
        let object = self.object(py).ok_or_else(|| crate::error::wrong_option("it is gone"))?;
        let chosen = object.call_method1(py, intern!(py, "choose"), (board, budget))?;
        chosen.extract::<MoveLike>(py)?.mv()
    }
}

impl Agent for InPython {
    fn decide(
        &mut self,
        position: &Position,
        context: &mut Context<'_>,
    ) -> Result<Decision, Forfeit> {
        let board = PyBoard { game: game(position, context.history) };
        let budget = PyBudget(context.budget);
        Python::attach(|py| {
            self.choose(py, board, budget).map(Decision::of).map_err(|error| {
                let line = error.to_string().replace('\n', " ");
                if let Some(registered) = objects().get_mut(&self.name) {
                    registered.raised.get_or_insert(error);
                }
                // Who raises plays no further games.
                context.stop.raise();
                Forfeit::Failed(line)
            })
        })
    }

    fn new_game(&mut self, seed: u64) {
        Python::attach(|py| {
            let Some(object) = self.object(py) else { return };
            let object = object.bind(py);
            let asked = match object.getattr_opt(intern!(py, "new_game")) {
                Ok(None) => Ok(()),
                Ok(Some(new_game)) => new_game.call1((seed,)).map(drop),
                Err(error) => Err(error),
            };
            if let (Err(error), Some(registered)) = (asked, objects().get_mut(&self.name)) {
                registered.raised.get_or_insert(error);
            }
        });
    }
}

/// The game that led to a position, as far as it is known.
fn game(position: &Position, history: &[Move]) -> Game {
    let mut game = Game::new(Position::new(position.tables()));
    let is_told = history.iter().all(|&mv| game.play(mv).is_ok());
    if is_told && game.position().hash() == position.hash() {
        game
    } else {
        Game::new(position.clone())
    }
}
