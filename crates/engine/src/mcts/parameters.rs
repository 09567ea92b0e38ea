//! The parameters of the player.

use std::str::FromStr;
use std::sync::Arc;

use crate::agent::Agent;
use crate::book::{BOOK, Opening};
use crate::evaluator::Model;
use crate::evaluator::linear::{LinearModel, PolicyWeights, ValueWeights, WeightsError};
use crate::evaluator::network::NetworkModel;
use crate::exact::{ENDGAME, Endgame};
use crate::parameter::{Parameter, ParameterKind, Settings};
use crate::registry::{AgentKind, Registry};
use crate::shared_files::SharedFiles;
use crate::spec::SpecError;

use crate::mcts::agent::Mcts;
use crate::mcts::models::{Models, NetworkChoice};
use crate::mcts::options::Options;

pub(crate) const KINDS: &[AgentKind] = &[AgentKind {
    name: "mcts",
    summary: "the strongest: tree search with a learnt policy and value, RAVE and playouts that answer locally",
    parameters: &[
        Parameter::SIMS,
        Parameter::TIME,
        Parameter {
            name: "c",
            kind: ParameterKind::Real(0.0, 10.0),
            default: "3",
            meaning: "PUCT: how much probable and rarely tried moves are preferred, in deviations of the results",
        },
        Parameter {
            name: "policy",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether moves have priors by the policy; otherwise all are equal",
        },
        Parameter {
            name: "policy-weights",
            kind: ParameterKind::File(&[]),
            default: "",
            meaning: "a file of linear policy weights instead of those that come with the program",
        },
        Parameter {
            name: "value-weights",
            kind: ParameterKind::File(&[]),
            default: "",
            meaning: "a file of linear value weights instead of those that come with the program",
        },
        Parameter {
            name: "net",
            kind: ParameterKind::File(&["yes", "none"]),
            default: "yes",
            meaning: "a file of weights of a network, yes for that of the variant if one comes with the program, or none",
        },
        Parameter {
            name: "net-visits",
            kind: ParameterKind::Int(0, 1_000_000),
            default: "8",
            meaning: "the visit of a position at which the network is asked, after the linear model; 0 or 1 for the network alone",
        },
        Parameter {
            name: "net-weight",
            kind: ParameterKind::Int(1, 1000),
            default: "8",
            meaning: "as how many visits the network's value of a position counts",
        },
        Parameter {
            name: "net-width",
            kind: ParameterKind::Int(1, 10_000),
            default: "64",
            meaning: "width instead, when the network is asked after the linear model: it may like what that one did not",
        },
        Parameter {
            name: "sharpness",
            kind: ParameterKind::Real(0.0, 4.0),
            default: "1",
            meaning: "what the policy's logits are multiplied with; more is surer of the probable moves",
        },
        Parameter {
            name: "fpu",
            kind: ParameterKind::Real(-2.0, 2.0),
            default: "0",
            meaning: "FPU reduction: what an untried move is worse than the mean of the tried ones",
        },
        Parameter {
            name: "rave",
            kind: ParameterKind::Real(0.0, 1_000_000.0),
            default: "100",
            meaning: "RAVE: the visits up to which games with the move at a later time tell more; 0 for never",
        },
        Parameter {
            name: "expand",
            kind: ParameterKind::Int(1, 1_000_000),
            default: "2",
            meaning: "how many visits a position needs before its moves join the tree",
        },
        Parameter {
            name: "width",
            kind: ParameterKind::Int(1, 10_000),
            default: "32",
            meaning: "the most moves of a position below the root, the most probable ones",
        },
        Parameter {
            name: "look",
            kind: ParameterKind::Int(0, 10_000),
            default: "64",
            meaning: "how many moves of a position below the root get a second look at what they lead to; 0 for none",
        },
        Parameter {
            name: "schedule",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether the first moves are with large pieces only",
        },
        Parameter {
            name: "symmetry",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether point-symmetric positions between two that cannot be broken are draws",
        },
        Parameter {
            name: "prove",
            kind: ParameterKind::Int(0, 1_000_000),
            default: "200",
            meaning: "nodes for solving late positions of the tree exactly; 0 for not trying",
        },
        Parameter {
            name: "local",
            kind: ParameterKind::Int(0, 8),
            default: "3",
            meaning: "simulated games answer the last so many moves near them; 0 for anywhere",
        },
        Parameter {
            name: "sizes",
            kind: ParameterKind::Real(1.0, 100.0),
            default: "3",
            meaning: "how much likelier each square makes a move of simulated games",
        },
        Parameter {
            name: "corners",
            kind: ParameterKind::Real(1.0, 100.0),
            default: "1.8",
            meaning: "how much likelier each corner cell gained makes a move of simulated games",
        },
        Parameter {
            name: "tries",
            kind: ParameterKind::Int(1, 100),
            default: "1",
            meaning: "among how many random moves the corners decide",
        },
        Parameter {
            name: "last-good-reply",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether simulated games repeat replies that won the last time",
        },
        Parameter {
            name: "early-end",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether a simulated game between two ends when its winner is known",
        },
        Parameter {
            name: "evaluate",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether simulated games end with an evaluation by the model; otherwise they are played to their end",
        },
        Parameter {
            name: "playout-turns",
            kind: ParameterKind::Real(0.0, 100.0),
            default: "1",
            meaning: "plies per player before the evaluation; 0 evaluates the leaf itself",
        },
        Parameter {
            name: "rank",
            kind: ParameterKind::Real(0.0, 1.0),
            default: "0.5",
            meaning: "what the rank among several players counts beside the win",
        },
        Parameter {
            name: "score",
            kind: ParameterKind::Real(0.0, 1.0),
            default: "0.1",
            meaning: "what the margin counts in the result of a simulated game",
        },
        Parameter {
            name: "length",
            kind: ParameterKind::Real(0.0, 1.0),
            default: "0.05",
            meaning: "what a short game counts in the result of a simulated game",
        },
        Parameter {
            name: "reuse",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether what was found out in the turn before is kept",
        },
        Parameter {
            name: "threads",
            kind: ParameterKind::Int(1, 256),
            default: "1",
            meaning: "how many threads search the tree",
        },
        Parameter {
            name: "virtual-loss",
            kind: ParameterKind::Real(0.0, 10.0),
            default: "1",
            meaning: "what a simulation under way counts against a move, so that threads part",
        },
        Parameter {
            name: "tree-mib",
            kind: ParameterKind::Int(1, 65_536),
            default: "256",
            meaning: "the memory of the tree; what was visited least makes room when it is full",
        },
        Parameter {
            name: "settle",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether a search ends when its move cannot change any more",
        },
        Parameter {
            name: "unsettled",
            kind: ParameterKind::Flag,
            default: "yes",
            meaning: "whether a move that is not settled gets more time when a clock runs",
        },
        ENDGAME,
        BOOK,
    ],
    aliases: &[
        ("priors", "policy"),
        ("weights", "policy-weights"),
        ("prospects", "value-weights"),
        ("urgency", "fpu"),
        ("replies", "last-good-reply"),
        ("turns=0", "evaluate=no"),
        ("turns", "playout-turns"),
    ],
    build,
    ..AgentKind::PLAIN
}];

fn build(settings: &Settings) -> Result<Box<dyn Agent>, String> {
    static POLICY: SharedFiles<PolicyWeights> = SharedFiles::new();
    static VALUE: SharedFiles<ValueWeights> = SharedFiles::new();
    static NETWORKS: SharedFiles<NetworkModel> = SharedFiles::new();
    let options = Options::read(settings);
    let network = match settings.word("net") {
        "none" => NetworkChoice::None,
        "yes" => NetworkChoice::Shipped,
        file => {
            let read =
                |bytes: &[u8]| NetworkModel::from_bytes(bytes).map_err(|error| error.to_string());
            NetworkChoice::Model(NETWORKS.get(file.as_ref(), || settings.file("net", read))?)
        }
    };
    let model = LinearModel {
        policy: weights(settings, "policy-weights", &POLICY)?,
        value: weights(settings, "value-weights", &VALUE)?,
        look: options.tree.look,
    };
    with_model(settings, options, Models { first: Arc::new(model), network })
}

fn with_model(
    settings: &Settings,
    options: Options,
    models: Models,
) -> Result<Box<dyn Agent>, String> {
    let agent = Mcts::new(options, models)?;
    Opening::before(Endgame::before(Box::new(agent), settings), settings)
}

/// The agent `mcts` with a model of one's own and these parameters, written as in a spec: `sims=1000,c=2`. No network guides it
/// besides.
///
/// # Errors
/// Names the key that is wrong and what is allowed.
pub fn mcts_with_model(
    parameters: &str,
    model: Arc<dyn Model>,
) -> Result<Box<dyn Agent>, SpecError> {
    let spec = if parameters.is_empty() { "mcts".to_owned() } else { format!("mcts:{parameters}") };
    let settings = Registry::default().settings(&spec)?;
    let options = Options::read(&settings);
    let models = Models { first: model, network: NetworkChoice::None };
    with_model(&settings, options, models).map_err(|reason| SpecError::new(spec, reason))
}

/// The weights in the file that a parameter names, if it names one.
fn weights<T: FromStr<Err = WeightsError>>(
    settings: &Settings,
    name: &str,
    files: &SharedFiles<T>,
) -> Result<Option<Arc<T>>, String> {
    let file = settings.word(name);
    if file.is_empty() {
        return Ok(None);
    }
    let parse = |text: &str| text.parse().map_err(|error: WeightsError| error.to_string());
    files.get(file.as_ref(), || settings.text_file(name, parse)).map(Some)
}
