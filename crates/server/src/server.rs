//! The server: a listener, the state behind it, and its end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cornerwise_engine::Registry;
use tokio::net::TcpListener;

use crate::api::{AccessKey, ApiState, Hosts};
use crate::app_state::AppState;
use crate::connections;
use crate::limits::Limits;
use crate::shares::Shares;
use crate::store::{Store, StoreError};

/// How often rooms that nobody is in are put to sleep.
const TIDY: Duration = Duration::from_mins(1);
/// How long requests under way may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// How a server is to be.
pub struct Settings {
    /// Where it listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// The file with the games.
    pub database: PathBuf,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// By which names it is known.
    pub hosts: Hosts,
    /// The agents that there are, where programs are allowed.
    pub registry: Registry,
    /// Whether only whoever has the key in the server's address is let in.
    pub needs_key: bool,
}

/// Why a server cannot start, or ended.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has not enough of something.
    #[error("{0}")]
    System(#[from] std::io::Error),
}

/// A server that listens, and serves when it is run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    api: ApiState,
    most: connections::Most,
}

impl Server {
    /// Opens the database and begins to listen.
    ///
    /// # Errors
    /// When one of them is not possible.
    pub async fn start(settings: Settings) -> Result<Server, ServerError> {
        let listen = |error| ServerError::Listen { address: settings.listen, error };
        let listener = TcpListener::bind(settings.listen).await.map_err(listen)?;
        let address = listener.local_addr()?;
        let store = Store::open(&settings.database)?;
        let limits = settings.limits;
        let most = connections::Most::within(&limits);
        let sockets = Shares::new(most.sockets, limits.sockets_of_address);
        let app = AppState::new(limits, settings.registry, store)?;
        let access = if settings.needs_key {
            Some(Arc::new(AccessKey::new(address.port()).map_err(std::io::Error::other)?))
        } else {
            None
        };
        let api = ApiState { app, hosts: Arc::new(settings.hosts), sockets, access };
        Ok(Server { listener, address, api, most })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What to open in a browser, with the key of a server that has one.
    pub fn url(&self) -> String {
        let query = self.api.access.as_ref().map(|access| access.query()).unwrap_or_default();
        format!("http://{}/{query}", self.address)
    }

    /// Serves until the future is ready, then lets everybody finish what is under way.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) {
        let (app, sockets) = (Arc::clone(&self.api.app), Arc::clone(&self.api.sockets));
        let tidy = tokio::spawn({
            let app = Arc::clone(&app);
            async move {
                let mut ticks = tokio::time::interval(TIDY);
                loop {
                    ticks.tick().await;
                    app.tidy().await;
                }
            }
        });
        let mut ending = app.ending();
        let mut serving = tokio::spawn(connections::accept(self.listener, self.api, self.most));
        until.await;
        app.end();
        tokio::select! {
            _ = &mut serving => {}
            // Whoever keeps a connection open does not keep the server.
            () = async {
                let _ = ending.wait_for(|ends| *ends).await;
                tokio::time::sleep(FAREWELL).await;
            } => serving.abort(),
        }
        tidy.abort();
        // Sockets say farewell by themselves, which takes a moment.
        let begin = Instant::now();
        while sockets.count() > 0 && begin.elapsed() < FAREWELL {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Starts a server, says what to open in a browser, and serves until Ctrl-C or a signal to terminate.
///
/// # Errors
/// When it cannot start.
pub fn serve(settings: Settings, started: impl FnOnce(&str)) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let server = Server::start(settings).await?;
        started(&server.url());
        server.run(asked_to_end()?).await;
        Ok(())
    });
    // Searches have been told to stop; threads that hang do not keep the process.
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// Ready at the first Ctrl-C or signal to terminate.
#[cfg(unix)]
fn asked_to_end() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "other systems can fail")]
fn asked_to_end() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
