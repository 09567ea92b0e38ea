//! Work without the interpreter's lock.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::thread;
use std::time::Duration;

use cornerwise_engine::Stop;
use pyo3::prelude::*;

use crate::error::{CornerwiseError, IntoException};

/// How often Ctrl-C is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(20);

fn broken(cause: &(dyn Any + Send)) -> PyErr {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no reason");
    CornerwiseError::new_err(format!("a mistake in Cornerwise itself: {}", text.replace('\n', " ")))
}

#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
fn look_for_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Does something while other Python threads run. A panic becomes an exception.
pub fn detached<T: Send, E: IntoException + Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T> {
    let done = py.detach(|| panic::catch_unwind(AssertUnwindSafe(work)));
    done.map_err(|cause| broken(&*cause))?.map_err(IntoException::exception)
}

/// Does something that may take long on a thread of its own, while this one looks for Ctrl-C, which raises the stop.
pub fn interruptible<T: Send, E: IntoException + Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T> {
    let (done, interrupted) = py.detach(|| {
        let waiting = thread::current();
        thread::scope(|scope| {
            let running = scope.spawn(move || {
                let done = panic::catch_unwind(AssertUnwindSafe(work));
                waiting.unpark();
                done
            });
            let mut interrupted = None;
            while !running.is_finished() {
                thread::park_timeout(LOOK_EVERY);
                if interrupted.is_none()
                    && let Err(error) = look_for_signals()
                {
                    stop.raise();
                    interrupted = Some(error);
                }
            }
            (running.join().and_then(|done| done), interrupted)
        })
    });
    match interrupted {
        Some(error) => Err(error),
        None => done.map_err(|cause| broken(&*cause))?.map_err(IntoException::exception),
    }
}
