//! A WebSocket with manners: bounded, paced, and closed when nobody is at the other end.

use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::Value;
use tokio::time::{Interval, interval};

use super::envelope;
use crate::limits::Limits;
use crate::rate::Bucket;
use crate::refusal::{Code, Refusal};

/// How often the other end is asked for a sign of life, and how long it may be silent.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(70);
/// How long it may take to get a message across.
const SLOW: Duration = Duration::from_secs(20);
/// How many messages may be refused unread before the socket is closed.
const MOST_BAD: usize = 200;

/// A WebSocket with manners.
pub(super) struct BoundedSocket {
    socket: WebSocket,
    bucket: Bucket,
    heard: Instant,
    ping: Interval,
    bad: usize,
}

/// The socket is to be closed.
pub(super) struct Closed;

impl BoundedSocket {
    pub fn new(socket: WebSocket, limits: &Limits) -> BoundedSocket {
        let mut ping = interval(PING);
        ping.reset();
        BoundedSocket {
            socket,
            bucket: Bucket::new(limits.rate),
            heard: Instant::now(),
            ping,
            bad: 0,
        }
    }

    /// The next text that somebody sends, within the rate. May be dropped while it waits.
    pub async fn next(&mut self) -> Result<String, Closed> {
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    self.heard = Instant::now();
                    let text = match message {
                        Some(Ok(Message::Text(text))) => text.to_string(),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Binary(_))) => {
                            let refusal = Refusal::new(Code::Malformed, "messages are texts");
                            self.refuse(&Value::Null, &refusal).await?;
                            continue;
                        }
                        Some(Ok(Message::Close(_))) | None => return Err(Closed),
                        Some(Err(error)) => {
                            let text = error.to_string();
                            let is_large = text.contains("too long") || text.contains("too large");
                            self.close(if is_large { 1009 } else { 1002 }, "message refused").await;
                            return Err(Closed);
                        }
                    };
                    if self.bucket.take(1.0) {
                        return Ok(text);
                    }
                    let refusal = Refusal::new(Code::TooMany, "too many messages; slow down");
                    self.refuse(&Value::Null, &refusal).await?;
                }
                _ = self.ping.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Err(Closed);
                    }
                    self.send_message(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    /// Says that something was not done. Who is refused without end is sent away.
    pub async fn refuse(&mut self, id: &Value, refusal: &Refusal) -> Result<(), Closed> {
        if matches!(refusal.code, Code::Malformed | Code::TooMany) {
            self.bad += 1;
            if self.bad > MOST_BAD {
                self.close(1008, "too many bad messages").await;
                return Err(Closed);
            }
        }
        self.send(envelope::error(id, refusal)).await
    }

    pub async fn send(&mut self, text: String) -> Result<(), Closed> {
        self.send_message(Message::Text(text.into())).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Closed> {
        match tokio::time::timeout(SLOW, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }

    /// Says farewell.
    pub async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code, reason: reason.into() };
        // Who has gone already does not hear it.
        let _ = self.send_message(Message::Close(Some(frame))).await;
    }
}
