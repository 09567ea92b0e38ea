//! Memory for tables and trees: a size that the machine does not have is refused in words.

use std::hint::black_box;

use bytemuck::Zeroable;

use crate::decision::Forfeit;

/// There is not so much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for {mib} MiB")]
pub struct NoMemory {
    /// How much was asked for.
    pub mib: usize,
}

impl From<NoMemory> for String {
    fn from(error: NoMemory) -> String {
        error.to_string()
    }
}

impl From<NoMemory> for Forfeit {
    fn from(error: NoMemory) -> Forfeit {
        Forfeit::Failed(error.to_string())
    }
}

/// Checks that the machine can give so many MiB in all, once for a size that somebody has asked for.
///
/// A system that promises more than it has judges every piece alone. So all of it is asked for at once, and what is
/// more than the machine has is refused even where the system promises anything.
///
/// # Errors
/// When it cannot.
pub fn check(mib: usize) -> Result<(), NoMemory> {
    let error = NoMemory { mib };
    let bytes = mib.checked_mul(1 << 20).ok_or(error)?;
    if installed().is_some_and(|installed| bytes as u64 > installed) {
        return Err(error);
    }
    // An allocation that nobody looks at may be left out by the compiler.
    black_box(zeros::<u8>(bytes)).map(drop).ok_or(error)
}

/// So many zeros, or `None` when there is not so much memory. What is not used is not touched.
pub(crate) fn zeros<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    bytemuck::try_zeroed_slice_box(count).ok()
}

/// The bytes of memory and swap of this machine, where they are known.
fn installed() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    total(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// What the system says about its memory, such as `MemTotal: 16384 kB`, in bytes.
fn total(text: &str) -> Option<u64> {
    let kib = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.strip_prefix(':')?.trim().strip_suffix(" kB")?.parse().ok()
    };
    Some((kib("MemTotal")? + kib("SwapTotal").unwrap_or(0)) << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_machine_has_that_much() {
        assert_eq!(check(1), Ok(()));
        for mib in [1 << 32, 1 << 43, usize::MAX] {
            assert_eq!(check(mib), Err(NoMemory { mib }));
            assert_eq!(NoMemory { mib }.to_string(), format!("there is no memory for {mib} MiB"));
        }
    }

    #[test]
    fn the_memory_of_the_machine_is_read() {
        let text = "MemTotal:       16 kB\nMemFree: 3 kB\nSwapTotal:   4 kB\n";
        assert_eq!(total(text), Some(20 << 10));
        assert_eq!(total("MemTotal: 7 kB"), Some(7 << 10));
        assert_eq!(total("MemTotal: much"), None);
    }

    /// Whatever the size, an agent is made or a line says why not.
    #[test]
    fn agents_that_are_too_large_are_refused() {
        for (spec, mib) in [
            ("exact:table-mib=65536", 65_536),
            ("alphabeta:table-mib=1048576", 1 << 20),
            ("mcts:tree-mib=65536", 65_536),
            ("uct:tree-mib=65536", 65_536),
            ("uct:tree-mib=65536,threads=4,parallel=root", 65_536),
            ("exact:table-mib=8", 8),
            ("alphabeta:table-mib=8", 8),
        ] {
            let expected = check(mib).map_err(|error| format!("agent \"{spec}\": {error}"));
            let made = crate::agent(spec).map(drop).map_err(|error| error.to_string());
            assert_eq!(made, expected);
        }
        assert!(check(1 << 20).is_err(), "a machine with a TiB: the test needs a larger size");
    }
}
