//! The WebSocket for analyses and reviews.

use std::sync::Arc;

use axum::extract::ws::WebSocket;
use cornerwise_engine::Stop;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use utoipa::ToSchema;

use super::bounded_socket::{BoundedSocket, Closed};
use super::envelope::{self, Envelope};
use crate::analysis::{Deepening, Effort, Review};
use crate::app_state::{AppState, server_ends};
use crate::pool::{Origin, Owner};
use crate::position_spec::PositionRequest;
use crate::refusal::{Code, Refusal};
use crate::shares::Share;

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
        position: PositionRequest,
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
        position: PositionRequest,
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
    end: JoinHandle<()>,
}

/// Answers questions about positions.
pub async fn serve_analysis(
    app: Arc<AppState>,
    owner: Owner,
    socket: WebSocket,
    counted: Share<Origin>,
) {
    let mut socket = BoundedSocket::new(socket, &app.limits);
    let mut session = AnalysisSession { owner, app, tasks: Vec::new() };
    // Ends when either side hangs up; there is nobody to tell.
    let _ = session.talk(&mut socket).await;
    for task in session.tasks {
        task.stop.raise();
    }
    drop(counted);
}

struct AnalysisSession {
    app: Arc<AppState>,
    owner: Owner,
    tasks: Vec<Task>,
}

impl AnalysisSession {
    async fn talk(&mut self, socket: &mut BoundedSocket) -> Result<(), Closed> {
        let mut ending = self.app.ending();
        let (tell, mut told) = mpsc::channel::<String>(MOST_WAITING);
        loop {
            tokio::select! {
                Some(text) = told.recv() => socket.send(text).await?,
                text = socket.next() => {
                    let (id, done) = match Envelope::read(&text?) {
                        Err(unread) => (unread.id, Err(unread.refusal)),
                        Ok(Envelope { id, content }) => {
                            let done = self.handle(&id, content, &tell);
                            (id, done)
                        }
                    };
                    match done {
                        Ok(None) => {}
                        Ok(Some(text)) => socket.send(text).await?,
                        Err(refusal) => socket.refuse(&id, &refusal).await?,
                    }
                }
                () = server_ends(&mut ending) => {
                    socket.close(1001, "the server ends").await;
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
                self.tasks.retain(|task| !task.end.is_finished());
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
                let game = position.game(&self.app.tables_cache)?;
                let stop = self.app.stop();
                let search = Deepening::new(
                    &self.app,
                    self.owner,
                    game,
                    agent.as_deref(),
                    top,
                    seconds,
                    stop.clone(),
                )?;
                let work = analyse(id.clone(), search, tell.clone());
                self.begin(id, false, stop, work, tell);
                Ok(None)
            }
            AnalysisRequest::Review { position, effort } => {
                let game = position.game(&self.app.tables_cache)?;
                let stop = self.app.stop();
                let review = Review::new(&self.app, self.owner, game, effort, stop.clone());
                let work = grade(id.clone(), review, tell.clone());
                self.begin(id, true, stop, work, tell);
                Ok(None)
            }
        }
    }

    fn end(&mut self, is_meant: impl Fn(&Task) -> bool) {
        for task in self.tasks.iter().filter(|task| is_meant(task)) {
            task.stop.raise();
        }
    }

    /// Begins work in the place of what of its kind is under way on this socket, which ends first.
    fn begin(
        &mut self,
        id: &Value,
        is_review: bool,
        stop: Stop,
        work: impl Future<Output = ()> + Send + 'static,
        tell: &mpsc::Sender<String>,
    ) {
        self.end(|task| task.is_review == is_review);
        let (ending, others) = self.tasks.drain(..).partition(|task| task.is_review == is_review);
        self.tasks = others;
        let ending: Vec<Task> = ending;
        let (app, owner, tell, name) =
            (Arc::clone(&self.app), self.owner, tell.clone(), id.clone());
        let end = tokio::spawn(async move {
            for task in ending {
                // Only a search that broke down is not joined, and has ended too.
                let _ = task.end.await;
            }
            match app.begin_analysis(&owner) {
                Ok(_share) => work.await,
                Err(refusal) => drop(tell.send(envelope::error(&name, &refusal)).await),
            }
        });
        self.tasks.push(Task { id: id.clone(), is_review, stop, end });
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
        Err(error) => envelope::error(&id, &crate::app_state::internal(&error)),
    };
    let _ = tell.send(message).await;
}
