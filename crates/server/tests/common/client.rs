//! A visitor who talks to a server over real HTTP and sockets.

#[path = "source.rs"]
mod source;

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::task::Poll;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};
use ureq::unversioned::resolver::DefaultResolver;

pub use source::connect;

/// How long an answer may take before a test gives up.
const PATIENCE: Duration = Duration::from_mins(2);

/// Somebody with a cookie, or without one.
#[derive(Clone)]
pub struct Client {
    agent: ureq::Agent,
    source: Ipv4Addr,
    address: SocketAddr,
    cookie: Option<String>,
}

impl Client {
    /// Somebody without a session.
    pub fn new(address: SocketAddr) -> Client {
        Client::from(Ipv4Addr::LOCALHOST, address)
    }

    /// Somebody without a session, at an address of this machine.
    pub fn from(source: Ipv4Addr, address: SocketAddr) -> Client {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build();
        let agent =
            ureq::Agent::with_parts(config, source::From(source), DefaultResolver::default());
        Client { agent, source, address, cookie: None }
    }

    /// Somebody with a session of their own.
    pub fn visitor(address: SocketAddr) -> Client {
        Client::new(address).with_session()
    }

    /// The same person with a session, if they had none.
    pub fn with_session(&self) -> Client {
        let mut request = self.agent.post(self.url("/api/session"));
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        let answer = request.send_json(json!({})).unwrap();
        assert_eq!(answer.status().as_u16(), 200);
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        self.with_cookie(cookie.split(';').next().unwrap())
    }

    /// The same person, let in by the address with the key that a local server prints.
    pub fn with_key(&self, url: &str) -> Client {
        let request = self.agent.get(url).config().max_redirects(0).build();
        let answer = request.call().unwrap();
        assert_eq!(answer.status().as_u16(), 303);
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        self.with_cookie(cookie.split(';').next().unwrap())
    }

    /// The same person with one more cookie.
    pub fn with_cookie(&self, cookie: &str) -> Client {
        let all: Vec<&str> = self.cookie().into_iter().chain([cookie]).collect();
        Client { cookie: Some(all.join("; ")), ..self.clone() }
    }

    /// The same person, at another address of the same server.
    pub fn at(&self, address: SocketAddr) -> Client {
        Client { address, ..self.clone() }
    }

    /// The pair of the cookie's name and value.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The status and body of an answer.
    pub fn get(&self, path: &str) -> (u16, Value) {
        let mut request = self.agent.get(self.url(path));
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        read(request.call().unwrap())
    }

    /// The status and body of an answer to a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_text(path, &body.to_string(), &[("content-type", "application/json")])
    }

    /// The same with any text, and these headers.
    pub fn post_text(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> (u16, Value) {
        let mut request = self.agent.post(self.url(path));
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.send(body).unwrap())
    }

    /// Makes a room, and answers its name.
    pub fn make_room(&self, body: &Value) -> String {
        let (status, state) = self.post("/api/rooms", body);
        assert_eq!(status, 201, "{state}");
        state["id"].as_str().unwrap().to_owned()
    }

    /// Does something in a room.
    pub fn act(&self, room: &str, action: &Value) -> (u16, Value) {
        self.post(&format!("/api/rooms/{room}/actions"), action)
    }

    /// The state of a room.
    pub fn state(&self, room: &str) -> Value {
        let (status, state) = self.get(&format!("/api/rooms/{room}"));
        assert_eq!(status, 200, "{state}");
        state
    }

    /// The WebSocket of a room.
    pub fn enter(&self, room: &str) -> Socket {
        self.socket(&format!("/api/rooms/{room}/socket"), &[]).unwrap()
    }

    /// A WebSocket, or the status with which it is refused.
    pub fn socket(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
        let stream = connect(self.source, self.address).unwrap();
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        let cookie = self.cookie.as_deref().map(|cookie| ("cookie", cookie));
        for (name, value) in cookie.iter().chain(headers) {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match tungstenite::client(request, stream) {
            Ok((line, _)) => Ok(Socket::new(line)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

fn read(mut answer: ureq::http::Response<ureq::Body>) -> (u16, Value) {
    let text = answer.body_mut().read_to_string().unwrap();
    let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
    (answer.status().as_u16(), value)
}

/// A WebSocket that remembers the latest state it was told.
pub struct Socket {
    line: WebSocket<TcpStream>,
    /// The latest state of the room.
    pub state: Value,
    asked: u64,
}

impl Socket {
    fn new(line: WebSocket<TcpStream>) -> Socket {
        Socket { line, state: Value::Null, asked: 0 }
    }

    /// The next text, if it is there already; `None` when the socket was closed.
    pub fn poll(&mut self) -> Poll<Option<String>> {
        let is_blocking = |line: &WebSocket<TcpStream>, is_so: bool| {
            line.get_ref().set_nonblocking(!is_so).unwrap();
        };
        is_blocking(&self.line, false);
        let read = loop {
            match self.line.read() {
                Ok(Message::Text(text)) => break Poll::Ready(Some(text.to_string())),
                Ok(Message::Close(_)) => break Poll::Ready(None),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    break Poll::Pending;
                }
                Err(_) => break Poll::Ready(None),
            }
        };
        is_blocking(&self.line, true);
        read
    }

    /// Sends any text.
    pub fn send_text(&mut self, text: &str) {
        self.line.send(Message::text(text)).unwrap();
    }

    /// Sends something without waiting; `false` when the socket is gone.
    pub fn try_send(&mut self, text: &str) -> bool {
        self.line.send(Message::text(text)).is_ok()
    }

    /// The next message, without the state that it brings; `None` when the socket was closed.
    pub fn receive(&mut self) -> Option<Value> {
        loop {
            match self.line.read() {
                Ok(Message::Text(text)) => {
                    let mut value: Value = serde_json::from_str(&text).unwrap();
                    if value["type"] == "state" {
                        self.state = value["state"].take();
                    } else if value["type"] == "crowd" && !self.state.is_null() {
                        self.gather(&value);
                    }
                    return Some(value);
                }
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    panic!("no message within {PATIENCE:?}")
                }
                Err(_) => return None,
            }
        }
    }

    /// Who is there is told apart from the game.
    fn gather(&mut self, crowd: &Value) {
        self.state["spectators"] = crowd["spectators"].clone();
        for (seat, connected) in crowd["connected"].as_array().into_iter().flatten().enumerate() {
            self.state["seats"][seat]["connected"] = connected.clone();
        }
    }

    /// Asks something, and waits for its answer.
    pub fn ask(&mut self, mut message: Value) -> Value {
        self.asked += 1;
        message["id"] = self.asked.into();
        self.send_text(&message.to_string());
        loop {
            let answer = self.receive().expect("the socket stays open");
            if answer["id"] == self.asked {
                return answer;
            }
        }
    }

    /// The latest state once it is as it should be.
    pub fn until(&mut self, is_right: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        while self.state.is_null() || !is_right(&self.state) {
            assert!(begin.elapsed() < PATIENCE, "the state stays {}", self.state);
            self.receive().expect("the socket stays open");
        }
        self.state.clone()
    }

    /// Plays any legal move of the latest state, and waits until it is seen; answers how it was answered.
    pub fn move_somehow(&mut self, choice: usize) -> Value {
        let message = a_move(&self.state, choice);
        let answer = self.ask(message);
        self.settle(&answer);
        answer
    }

    /// Waits for the state that an acknowledgement is about.
    pub fn settle(&mut self, answer: &Value) {
        if let Some(version) = answer["version"].as_u64() {
            self.until(|state| state["version"].as_u64() >= Some(version));
        }
    }
}

/// One of the legal moves of a state, as an action.
pub fn a_move(state: &Value, choice: usize) -> Value {
    let legal = state["position"]["legal"].as_object().unwrap();
    let moves: Vec<&Value> = legal.values().flat_map(|moves| moves.as_array().unwrap()).collect();
    json!({"type": "move", "number": state["position"]["number"], "move": moves[choice % moves.len()]})
}
