//! Connections: so many in all and from one address, and none that only waits.

use std::pin::pin;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::Service;

use crate::api::{ApiState, router};
use crate::app_state::server_ends;
use crate::limits::Limits;
use crate::pool::Origin;
use crate::shares::Shares;

/// How long the other end may let us wait in the middle of something. A socket that is silent is asked for a sign of life
/// more often than this.
const STALL: Duration = Duration::from_secs(75);
/// How long to wait when the system has no connection for us.
const PAUSE: Duration = Duration::from_millis(100);
/// How often an end looks whether all have gone.
const MOMENT: Duration = Duration::from_millis(10);
/// Open files that are for everything but connections.
const HEADROOM: usize = 64;

/// How many connections there may be, within what the system allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// Those that are `WebSocket`s.
    pub sockets: usize,
    connections: usize,
    connections_of_address: usize,
}

impl Most {
    /// What the limits say, or less where the system has not so many open files even after it was asked for more.
    pub fn within(limits: &Limits) -> Most {
        Most::of(limits, raised_file_limit())
    }

    fn of(limits: &Limits, files: usize) -> Most {
        let Limits { sockets, connections, connections_of_address, .. } = *limits;
        let room = files.saturating_sub(HEADROOM).max(2);
        let wanted = sockets + connections;
        if wanted <= room {
            return Most { sockets, connections, connections_of_address };
        }
        eprintln!(
            "warning: {files} open files are allowed, which is too few for {wanted} connections"
        );
        let sockets = (sockets * room / wanted).max(1);
        Most { sockets, connections: (room - sockets).max(1), connections_of_address }
    }
}

/// Raises the limit of open files as far as it goes; answers what it is.
#[cfg(target_os = "linux")]
fn raised_file_limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // What cannot be raised stays as it is.
    let is_raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
    let limit = if is_raised { maximum } else { current };
    limit.map_or(usize::MAX, |files| files as usize)
}

#[cfg(not(target_os = "linux"))]
fn raised_file_limit() -> usize {
    usize::MAX
}

/// Accepts connections until the server ends, and waits for those that are in the middle of an answer.
pub async fn accept(listener: TcpListener, api: ApiState, most: Most) {
    // Behind a proxy all of them come from one address, and the proxy counts for itself.
    let each = if api.hosts.behind_proxy { usize::MAX } else { most.connections_of_address };
    let shares = Shares::new(most.connections, each);
    let head = api.app.limits.request;
    let mut ending = api.app.ending();
    let router = router(api);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = server_ends(&mut ending) => break,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Whoever has too many is hung up on.
        let Ok(share) = shares.take(Origin::of(peer.ip())) else { continue };
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head)
            .serve_connection(TokioIo::new(Box::pin(patient(stream))), service)
            .with_upgrades();
        let mut ending = ending.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // How it ends is the other end's affair.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = server_ends(&mut ending) => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(share);
        });
    }
    while shares.count() > 0 {
        tokio::time::sleep(MOMENT).await;
    }
}

/// A stream that fails when nothing gets across for too long.
fn patient(stream: TcpStream) -> TimeoutStream<TcpStream> {
    // Answers are small, and somebody waits for each.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(STALL));
    stream.set_write_timeout(Some(STALL));
    stream
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_room_for_other_files() {
        let limits = Limits::hosted();
        let plenty = Most::of(&limits, 1 << 20);
        assert_eq!(plenty.sockets, limits.sockets);
        for files in [0, 100, 1024, 4096] {
            let Most { sockets, connections, .. } = Most::of(&limits, files);
            assert!(sockets > 0 && connections > 0);
            assert!(files < 100 || sockets + connections + HEADROOM <= files, "{files}");
        }
    }
}
