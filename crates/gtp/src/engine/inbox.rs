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
    /// The number of the line that was taken last.
    taken: usize,
    search: Search,
}

/// The search that the next line ends, and the number of the line before it.
#[derive(Clone, Default)]
struct Search(Arc<Mutex<Option<(Stop, usize)>>>);

impl Search {
    fn set(&self, search: Option<(Stop, usize)>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = search;
    }

    /// The line with this number is there. It may have been taken already, and have begun the search.
    fn end(&self, line: usize) {
        let search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((stop, before)) = &*search
            && line > *before
        {
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
    (Inbox { lines, early: None, taken: 0, search: search.clone() }, Reader { to, search })
}

impl Reader {
    /// Reads to the end of the input, or until nobody wants more.
    pub fn run(self, input: impl BufRead) {
        let Reader { to, search } = self;
        let mut lines = Lines::new(input);
        loop {
            let line = lines.next().transpose();
            let number = line.as_ref().and_then(|line| line.as_ref().ok()).map(|line| line.number);
            let is_wanted = line.is_none_or(|line| to.send(line).is_ok());
            match number {
                Some(number) if is_wanted => search.end(number),
                _ => break,
            }
        }
        drop(to);
        search.end(usize::MAX);
    }
}

impl Inbox {
    /// The next line; `None` at the end of the input.
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        match self.early.take().unwrap_or_else(|| self.lines.recv()) {
            Ok(line) => {
                let line = line?;
                self.taken = line.number;
                Ok(Some(line))
            }
            Err(RecvError) => Ok(None),
        }
    }

    /// A switch that is raised when there is another line, or no other will come.
    pub fn stop_at_next(&mut self) -> Stop {
        use std::sync::mpsc::TryRecvError;
        let stop = Stop::default();
        // The reader raises it after it has sent a line. A line that was sent before is found here, so that
        // none goes unnoticed.
        self.search.set(Some((stop.clone(), self.taken)));
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
