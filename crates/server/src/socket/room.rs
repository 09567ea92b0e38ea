//! The WebSocket of a room.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocket;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::envelope::{self, Envelope};
use super::line::{Closed, Line};
use crate::house::{CrowdView, Done, House, Live, house_ends, internal};
use crate::pool::Origin;
use crate::refusal::Refusal;
use crate::room::{Action, StateView};
use crate::shares::Share;
use crate::visitor::Visitor;

/// How many answers may wait that took longer.
const MOST_LATER: usize = 16;
/// For how long comings and goings are gathered before they are told.
const GATHER: Duration = Duration::from_secs(1);

/// Shows a room to somebody, and does what they want.
pub async fn serve_room(
    house: Arc<House>,
    live: Arc<Live>,
    visitor: Option<Visitor>,
    socket: WebSocket,
    counted: Share<Origin>,
) {
    let mut line = Line::new(socket, &house.limits);
    // Ends when either side hangs up; there is nobody to tell.
    let _ = talk(&house, &live, visitor, &mut line).await;
    drop(counted);
}

async fn talk(
    house: &Arc<House>,
    live: &Arc<Live>,
    visitor: Option<Visitor>,
    line: &mut Line,
) -> Result<(), Closed> {
    let (mut changes, mut movements) = (live.changes(), live.movements());
    let mut gathered: Option<Instant> = None;
    let _present = live.enter(visitor).await;
    let mut ending = house.ending();
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
                match live.view(visitor.as_ref()).await.and_then(|state| told(&state)) {
                    Ok(text) => line.send(text).await?,
                    Err(refusal) => line.refuse(&Value::Null, &refusal).await?,
                }
            }
            moved = movements.changed(), if gathered.is_none() => {
                moved.map_err(|_| Closed)?;
                gathered = Some(Instant::now() + GATHER);
            }
            () = sleep_until(gathered.unwrap_or_else(Instant::now)), if gathered.is_some() => {
                gathered = None;
                movements.mark_unchanged();
                line.send(told_crowd(&live.crowd_view().await)).await?;
            }
            Some(answer) = answers.recv() => line.send(answer).await?,
            text = line.next() => {
                let text = text?;
                match Envelope::<Action>::read(&text) {
                    Err(unread) => line.refuse(&unread.id, &unread.refusal).await?,
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
                        line.send(answer(&id, &done)).await?;
                    }
                }
            }
            () = house_ends(&mut ending) => {
                line.close(1001, "the server ends").await;
                return Ok(());
            }
        }
    }
}

/// A message with the state. The position in it is text already, and is not read again.
fn told(state: &StateView) -> Result<String, Refusal> {
    #[derive(Serialize)]
    struct Told<'a> {
        r#type: &'static str,
        state: &'a StateView,
    }
    serde_json::to_string(&Told { r#type: "state", state }).map_err(|error| internal(&error))
}

/// A message with who is there.
fn told_crowd(crowd: &CrowdView) -> String {
    let CrowdView { spectators, connected } = crowd;
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
