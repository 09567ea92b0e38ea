//! Lines that arrive while the engine thinks.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use cornerwise_engine::Stop;

use crate::lines::{Line, Lines};

/// So many lines may wait; who sends more waits too.
const MOST_WAITING: usize = 64;

/// The lines that another thread reads, in order.
pub(super) struct Inbox {
    lines: Receiver<io::Result<Line>>,
    /// A line that was looked for before its time, or what ended the lines.
    early: Option<Result<io::Result<Line>, RecvError>>,
    search: Search,
}

/// The search that the next line ends.
#[derive(Clone, Default)]
struct Search(Arc<Mutex<Option<Stop>>>);

impl Search {
    fn set(&self, stop: Option<Stop>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stop;
    }

    fn end(&self) {
        if let Some(stop) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            stop.raise();
        }
    }
}

/// What the reading thread does.
pub(super) struct Reader {
    to: SyncSender<io::Result<Line>>,
    search: Search,
}

/// An inbox, and what must run on another thread to fill it.
pub(super) fn inbox() -> (Inbox, Reader) {
    let (to, lines) = sync_channel(MOST_WAITING);
    let search = Search::default();
    (Inbox { lines, early: None, search: search.clone() }, Reader { to, search })
}

impl Reader {
    /// Reads to the end of the input, or until nobody wants more.
    pub fn run(self, input: impl BufRead) {
        let Reader { to, search } = self;
        let mut lines = Lines::new(input);
        loop {
            let line = lines.next().transpose();
            let is_last = !matches!(line, Some(Ok(_)));
            let is_wanted = line.is_none_or(|line| to.send(line).is_ok());
            if is_last || !is_wanted {
                break;
            }
            search.end();
        }
        drop(to);
        search.end();
    }
}

impl Inbox {
    /// The next line; `None` at the end of the input.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        match self.early.take().unwrap_or_else(|| self.lines.recv()) {
            Ok(line) => line.map(Some),
            Err(RecvError) => Ok(None),
        }
    }

    /// A switch that is raised when there is another line, or no other will come.
    pub fn stop_at_next(&mut self) -> Stop {
        use std::sync::mpsc::TryRecvError;
        let stop = Stop::default();
        // The reader raises it after it has sent a line. A line that was sent before is found here, so that
        // none goes unnoticed.
        self.search.set(Some(stop.clone()));
        if self.early.is_none() {
            self.early = match self.lines.try_recv() {
                Ok(line) => Some(Ok(line)),
                Err(TryRecvError::Disconnected) => Some(Err(RecvError)),
                Err(TryRecvError::Empty) => None,
            };
        }
        if self.early.is_some() {
            stop.raise();
        }
        stop
    }

    /// Waits for the next line, which is left where it is, and no search is to be ended any more.
    pub fn wait(&mut self) {
        if self.early.is_none() {
            self.early = Some(self.lines.recv());
        }
        self.search.set(None);
    }
}
