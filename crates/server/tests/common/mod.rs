//! A server in this process, and somebody to talk to it.

#![allow(dead_code, unused_imports, reason = "every test uses a part of it")]

mod client;

use std::net::SocketAddr;
use std::path::Path;
use std::thread::JoinHandle;

use cornerwise_engine::Registry;
use cornerwise_server::{Hosts, Limits, Server, Settings};
use tokio::sync::oneshot;

pub use client::{Client, a_move};

/// A server that ends with the test.
pub struct Host {
    pub address: SocketAddr,
    /// What to open in a browser.
    pub url: String,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Limits that do not hold up tests.
pub fn limits() -> Limits {
    Limits {
        rate: 100_000.0,
        threads: 2,
        rooms_of_visitor: 1000,
        rooms_of_address: 1000,
        ..Limits::hosted()
    }
}

impl Host {
    /// A server with its games in a directory.
    pub fn start(directory: &Path) -> Host {
        Host::with(directory, limits())
    }

    /// The same with other limits.
    pub fn with(directory: &Path, limits: Limits) -> Host {
        Host::run(directory, limits, false)
    }

    /// A server for whoever has its key.
    pub fn with_key(directory: &Path, limits: Limits) -> Host {
        Host::run(directory, limits, true)
    }

    fn run(directory: &Path, limits: Limits, needs_key: bool) -> Host {
        let settings = Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            database: directory.join("games.db"),
            hosts: Hosts { local: limits.local, ..Hosts::default() },
            limits,
            registry: Registry::default(),
            needs_key,
        };
        let (tell, address) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::start(settings).await.unwrap();
                tell.send((server.address(), server.url())).unwrap();
                let until = async {
                    let _ = ended.await;
                };
                server.run(until).await;
            });
        });
        let (address, url) = address.recv().unwrap();
        Host { address, url, end: Some(end), thread: Some(thread) }
    }

    pub fn visitor(&self) -> Client {
        Client::visitor(self.address)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}
