//! What is answered for a position.

use cornerwise_core::{Move, Player, Position};
use cornerwise_engine::{Candidate, Decision};
use serde_json::{Map, Value, json};

use super::job::Job;

/// What an agent thinks of a position.
pub(super) fn thoughts(
    job: &Job,
    position: &Position,
    decision: &Decision,
    is_during_search: bool,
) -> Value {
    let mover = position.player_to_play().expect("a finished game is not analysed");
    let chosen = Candidate::valued(decision.mv, 1, 0.0);
    // An agent without candidates still has its move.
    let mut tried: Vec<&Candidate> = if decision.candidates.is_empty() {
        vec![&chosen]
    } else {
        let is_told = |known: &&Candidate| known.visits > 0 || known.mv == decision.mv;
        decision.candidates.iter().filter(is_told).collect()
    };
    tried.sort_by_key(|known| known.mv != decision.mv);
    let visits: u64 = tried.iter().map(|known| known.visits).sum();
    let infos = tried.iter().enumerate();
    let infos: Vec<Value> =
        infos.map(|(order, known)| move_info(order, known, decision, mover)).collect();
    let mut root = Map::new();
    root.insert("visits".to_owned(), visits.into());
    put(&mut root, "winrate", of_player(decision.values.as_deref(), mover));
    put(&mut root, "score", of_player(decision.scores.as_deref(), mover));
    put_list(&mut root, "values", decision.values.as_deref());
    put_list(&mut root, "scores", decision.scores.as_deref());
    answer(job, position, is_during_search, &infos, root)
}

/// The result of a game that is over.
pub(super) fn finished(job: &Job, position: &Position) -> Value {
    let mut root = Map::new();
    root.insert("visits".to_owned(), 0.into());
    let scores: Vec<f64> = position.player_scores().into_iter().map(f64::from).collect();
    put_list(&mut root, "values", Some(&position.win_shares()));
    put_list(&mut root, "scores", Some(&scores));
    answer(job, position, false, &[], root)
}

/// What is said of a position that was terminated before anybody looked at it.
pub(super) fn nothing(job: &Job) -> Value {
    json!({
        "id": job.query.id,
        "turnNumber": job.turn,
        "isDuringSearch": false,
        "noResults": true,
    })
}

fn answer(
    job: &Job,
    position: &Position,
    is_during_search: bool,
    infos: &[Value],
    mut root: Map<String, Value>,
) -> Value {
    let variant = position.variant();
    let colour = position.to_play().map(|colour| variant.colour_name(colour));
    let player = position.player_to_play().map(|player| player.index() + 1);
    root.insert("currentPlayer".to_owned(), colour.into());
    root.insert("player".to_owned(), player.into());
    root.insert("legalMoves".to_owned(), position.count_moves().into());
    root.insert("gameOver".to_owned(), position.is_over().into());
    root.insert("thisHash".to_owned(), format!("{:016X}", position.hash()).into());
    json!({
        "id": job.query.id,
        "turnNumber": job.turn,
        "isDuringSearch": is_during_search,
        "moveInfos": infos,
        "rootInfo": root,
    })
}

fn move_info(order: usize, known: &Candidate, decision: &Decision, mover: Player) -> Value {
    let is_chosen = known.mv == decision.mv;
    let line = if is_chosen { decision.line.as_slice() } else { &[] };
    let line = if line.is_empty() { std::slice::from_ref(&known.mv) } else { line };
    // What the agent thinks of the position is what it thinks of its choice.
    let of_choice = |values: &Option<Vec<f64>>| {
        if is_chosen { of_player(values.as_deref(), mover) } else { None }
    };
    let mut info = Map::new();
    info.insert("move".to_owned(), known.mv.to_string().into());
    info.insert("piece".to_owned(), known.mv.piece().name().into());
    info.insert("order".to_owned(), order.into());
    info.insert("visits".to_owned(), known.visits.into());
    put(&mut info, "winrate", known.win_share.or_else(|| of_choice(&decision.values)));
    put(&mut info, "score", known.score.or_else(|| of_choice(&decision.scores)));
    if !decision.candidates.is_empty() {
        put(&mut info, "utility", Some(known.value));
    }
    put(&mut info, "prior", known.prior);
    let line = line.iter().map(Move::to_string);
    info.insert("pv".to_owned(), line.collect::<Vec<_>>().into());
    info.into()
}

fn of_player(values: Option<&[f64]>, player: Player) -> Option<f64> {
    values?.get(player.index()).copied()
}

fn put(object: &mut Map<String, Value>, name: &str, number: Option<f64>) {
    if let Some(number) = number {
        object.insert(name.to_owned(), rounded(number));
    }
}

fn put_list(object: &mut Map<String, Value>, name: &str, numbers: Option<&[f64]>) {
    if let Some(numbers) = numbers {
        object.insert(name.to_owned(), numbers.iter().map(|&number| rounded(number)).collect());
    }
}

/// More digits would be noise.
fn rounded(number: f64) -> Value {
    ((number * 1e6).round() / 1e6).into()
}
