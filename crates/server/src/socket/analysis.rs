//! The WebSocket for analyses and reviews.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use axum::extract::ws::WebSocket;
use cornerwise_engine::Stop;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::envelope::{self, Envelope};
use super::line::{Closed, Counted, Line, house_ends};
use crate::analysis::{Deepening, Effort, Review};
use crate::house::House;
use crate::place::Place;
use crate::refusal::{Code, Refusal};
use crate::visitor::Visitor;

/// How many candidates may be asked for, and how many are told unless somebody says.
const MOST_TOP: usize = 100;
const TOP: usize = 5;
/// How many reports may wait.
const MOST_WAITING: usize = 16;

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum AnalysisRequest {
    /// To search a position until it is enough.
    Analyse {
        /// Which.
        position: Place,
        /// How many candidates to tell.
        #[serde(default)]
        top: Option<usize>,
        /// Who searches.
        #[serde(default)]
        agent: Option<String>,
        /// For how long.
        #[serde(default)]
        seconds: Option<f64>,
    },
    /// To grade every move of a game.
    Review {
        /// Which.
        position: Place,
        /// How thoroughly.
        #[serde(default)]
        effort: Effort,
    },
    /// To end what has the same id, or all.
    Stop {},
    /// Nothing.
    Ping {},
}

/// Something that is under way on a socket.
struct Task {
    id: Value,
    is_review: bool,
    stop: Stop,
}

/// Answers questions about positions.
pub async fn serve_analysis(
    house: Arc<House>,
    visitor: Option<Visitor>,
    socket: WebSocket,
    counted: Counted,
) {
    let mut line = Line::new(socket, &house.limits);
    let mut session = Session { whose: whose(visitor), house, tasks: Vec::new() };
    // Ends when either side hangs up; there is nobody to tell.
    let _ = session.talk(&mut line).await;
    for task in session.tasks {
        task.stop.raise();
    }
    drop(counted);
}

/// In whose line the work waits: the visitor's, however many sockets they have.
fn whose(visitor: Option<Visitor>) -> u64 {
    match visitor {
        Some(visitor) => u64::from_be_bytes(visitor.bytes()[..8].try_into().expect("there are 32")),
        None => RandomState::new().build_hasher().finish(),
    }
}

struct Session {
    house: Arc<House>,
    whose: u64,
    tasks: Vec<Task>,
}

impl Session {
    async fn talk(&mut self, line: &mut Line) -> Result<(), Closed> {
        let mut ending = self.house.ending();
        let (tell, mut told) = mpsc::channel::<String>(MOST_WAITING);
        loop {
            tokio::select! {
                Some(text) = told.recv() => line.send(text).await?,
                text = line.next() => {
                    let (id, done) = match Envelope::read(&text?) {
                        Err(unread) => (unread.id, Err(unread.refusal)),
                        Ok(Envelope { id, content }) => {
                            let done = self.handle(&id, content, &tell);
                            (id, done)
                        }
                    };
                    match done {
                        Ok(None) => {}
                        Ok(Some(text)) => line.send(text).await?,
                        Err(refusal) => line.refuse(&id, &refusal).await?,
                    }
                }
                () = house_ends(&mut ending) => {
                    line.close(1001, "the server ends").await;
                    return Ok(());
                }
            }
        }
    }

    fn handle(
        &mut self,
        id: &Value,
        request: AnalysisRequest,
        tell: &mpsc::Sender<String>,
    ) -> Result<Option<String>, Refusal> {
        match request {
            AnalysisRequest::Ping {} => Ok(Some(json!({"type": "ack", "id": id}).to_string())),
            AnalysisRequest::Stop {} => {
                self.end(|task| id.is_null() || task.id == *id);
                Ok(None)
            }
            AnalysisRequest::Analyse { position, top, agent, seconds } => {
                let top = top.unwrap_or(TOP);
                if !(1..=MOST_TOP).contains(&top) {
                    return Err(Refusal::new(
                        Code::Malformed,
                        format!("top is {top}; it can be 1 to {MOST_TOP}"),
                    ));
                }
                if seconds.is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0) {
                    return Err(Refusal::new(Code::Malformed, "seconds must be more than 0"));
                }
                let game = position.game(&self.house.shelf)?;
                let stop = self.house.stop();
                let search = Deepening::new(
                    &self.house,
                    self.whose,
                    game,
                    agent.as_deref(),
                    top,
                    seconds,
                    stop.clone(),
                )?;
                self.end(|task| !task.is_review);
                self.tasks.push(Task { id: id.clone(), is_review: false, stop });
                tokio::spawn(analyse(id.clone(), search, tell.clone()));
                Ok(None)
            }
            AnalysisRequest::Review { position, effort } => {
                let game = position.game(&self.house.shelf)?;
                let stop = self.house.stop();
                self.end(|task| task.is_review);
                let review = Review::new(&self.house, self.whose, game, effort, stop.clone());
                self.tasks.push(Task { id: id.clone(), is_review: true, stop });
                tokio::spawn(grade(id.clone(), review, tell.clone()));
                Ok(None)
            }
        }
    }

    fn end(&mut self, is_meant: impl Fn(&Task) -> bool) {
        self.tasks.retain(|task| {
            if is_meant(task) {
                task.stop.raise();
            }
            !task.stop.is_raised()
        });
    }
}

async fn analyse(id: Value, search: Deepening, tell: mpsc::Sender<String>) {
    let (report, mut reports) = mpsc::channel(2);
    let search = tokio::spawn(search.run(report));
    while let Some(report) = reports.recv().await {
        let mut message = json!({"type": "analysis", "id": id});
        if let (Value::Object(fields), Ok(Value::Object(report))) =
            (&mut message, serde_json::to_value(&report))
        {
            fields.extend(report);
        }
        if tell.send(message.to_string()).await.is_err() {
            break;
        }
    }
    drop(reports);
    let _ = search.await;
}

async fn grade(id: Value, review: Review, tell: mpsc::Sender<String>) {
    let of = review.positions();
    let (entry, mut entries) = mpsc::channel(2);
    let review = tokio::spawn(review.run(entry));
    while let Some((done, entry)) = entries.recv().await {
        let message = json!({"type": "review", "id": id, "done": done, "of": of, "entry": entry});
        if tell.send(message.to_string()).await.is_err() {
            return;
        }
    }
    let message = match review.await {
        Ok(Ok(Some(players))) => {
            json!({"type": "review-done", "id": id, "players": players}).to_string()
        }
        Ok(Ok(None)) => {
            json!({"type": "review-done", "id": id, "stopped": true, "players": []}).to_string()
        }
        Ok(Err(refusal)) => envelope::error(&id, &refusal),
        Err(error) => envelope::error(&id, &crate::house::internal(&error)),
    };
    let _ = tell.send(message).await;
}
