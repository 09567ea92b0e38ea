//! The WebSocket of a room.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocket;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::bounded_socket::{BoundedSocket, Closed};
use super::envelope::{self, Envelope};
use crate::app_state::{AppState, CrowdState, Done, Live, internal, server_ends};
use crate::pool::Origin;
use crate::refusal::Refusal;
use crate::room::{Action, RoomState};
use crate::shares::Share;
use crate::visitor::Visitor;

/// How many answers may wait that took longer.
const MOST_LATER: usize = 16;
/// For how long comings and goings are gathered before they are told.
const GATHER: Duration = Duration::from_secs(1);

/// Shows a room to somebody, and does what they want.
pub async fn serve_room(
    app: Arc<AppState>,
    live: Arc<Live>,
    visitor: Option<Visitor>,
    socket: WebSocket,
    counted: Share<Origin>,
) {
    let mut socket = BoundedSocket::new(socket, &app.limits);
    // Ends when either side hangs up; there is nobody to tell.
    let _ = talk(&app, &live, visitor, &mut socket).await;
    drop(counted);
}

async fn talk(
    app: &Arc<AppState>,
    live: &Arc<Live>,
    visitor: Option<Visitor>,
    socket: &mut BoundedSocket,
) -> Result<(), Closed> {
    let (mut changes, mut movements) = (live.changes(), live.movements());
    let mut gathered: Option<Instant> = None;
    let _present = live.enter(visitor).await;
    let mut ending = app.ending();
    let (later, mut answers) = mpsc::channel(MOST_LATER);
    changes.mark_changed();
    loop {
        tokio::select! {
            changed = changes.changed() => {
                changed.map_err(|_| Closed)?;
                changes.mark_unchanged();
                // The state has it all.
                movements.mark_unchanged();
                gathered = None;
                match live.state(visitor.as_ref()).await.and_then(|state| told(&state)) {
                    Ok(text) => socket.send(text).await?,
                    Err(refusal) => socket.refuse(&Value::Null, &refusal).await?,
                }
            }
            moved = movements.changed(), if gathered.is_none() => {
                moved.map_err(|_| Closed)?;
                gathered = Some(Instant::now() + GATHER);
            }
            () = sleep_until(gathered.unwrap_or_else(Instant::now)), if gathered.is_some() => {
                gathered = None;
                movements.mark_unchanged();
                socket.send(told_crowd(&live.crowd_state().await)).await?;
            }
            Some(answer) = answers.recv() => socket.send(answer).await?,
            text = socket.next() => {
                let text = text?;
                match Envelope::<Action>::read(&text) {
                    Err(unread) => socket.refuse(&unread.id, &unread.refusal).await?,
                    Ok(Envelope { id, content: action @ Action::Hint { .. } }) => {
                        // Hints take their time; the game goes on meanwhile.
                        let (live, later) = (Arc::clone(live), later.clone());
                        tokio::spawn(async move {
                            let done = live.act(visitor, action).await;
                            let _ = later.send(answer(&id, &done)).await;
                        });
                    }
                    Ok(Envelope { id, content: action }) => {
                        let done = live.act(visitor, action).await;
                        socket.send(answer(&id, &done)).await?;
                    }
                }
            }
            () = server_ends(&mut ending) => {
                socket.close(1001, "the server ends").await;
                return Ok(());
            }
        }
    }
}

/// A message with the state. The position in it is text already, and is not read again.
fn told(state: &RoomState) -> Result<String, Refusal> {
    #[derive(Serialize)]
    struct Told<'a> {
        r#type: &'static str,
        state: &'a RoomState,
    }
    serde_json::to_string(&Told { r#type: "state", state }).map_err(|error| internal(&error))
}

/// A message with who is there.
fn told_crowd(crowd: &CrowdState) -> String {
    let CrowdState { spectators, connected } = crowd;
    json!({"type": "crowd", "spectators": spectators, "connected": connected}).to_string()
}

/// What is answered to an action.
fn answer(id: &Value, done: &Result<Done, Refusal>) -> String {
    match done {
        Err(refusal) => envelope::error(id, refusal),
        Ok(Done { hint: Some(hint), .. }) => {
            json!({"type": "hint", "id": id, "hint": hint}).to_string()
        }
        Ok(Done { why: Some(why), .. }) => json!({"type": "why", "id": id, "why": why}).to_string(),
        Ok(Done { version, room, .. }) => {
            let mut ack = json!({"type": "ack", "id": id, "version": version});
            if let Some(room) = room {
                ack["room"] = room.as_str().into();
            }
            ack.to_string()
        }
    }
}
