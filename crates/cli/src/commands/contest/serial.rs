//! Serial lines.

use std::fs::File;
use std::path::Path;

use anyhow::Result;

/// Opens a serial line and sets it up: bytes as they are, eight bits, no parity, 115200 baud.
#[cfg(unix)]
pub fn open(device: &Path) -> Result<File> {
    use anyhow::Context;
    use rustix::fs::{Mode, OFlags};
    use rustix::termios::{ControlModes, OptionalActions, SpecialCodeIndex};
    use rustix::termios::{tcgetattr, tcsetattr};

    const BAUD: u32 = 115_200;

    let name = device.display();
    // The line must not become the terminal that can interrupt us.
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let line = rustix::fs::open(device, flags, Mode::empty())
        .with_context(|| format!("cannot open {name}"))?;
    let mut modes = tcgetattr(&line).with_context(|| format!("{name} is not a serial line"))?;
    modes.make_raw();
    modes.control_modes |= ControlModes::CLOCAL | ControlModes::CREAD;
    modes.control_modes -= ControlModes::CSTOPB | ControlModes::CRTSCTS;
    // A read waits for a byte, however long that takes.
    modes.special_codes[SpecialCodeIndex::VMIN] = 1;
    modes.special_codes[SpecialCodeIndex::VTIME] = 0;
    let set = modes.set_speed(BAUD).and_then(|()| tcsetattr(&line, OptionalActions::Now, &modes));
    set.with_context(|| format!("cannot set {name} to {BAUD} baud"))?;
    Ok(File::from(line))
}

/// Other systems have other ways that nobody has written yet.
#[cfg(not(unix))]
pub fn open(device: &Path) -> Result<File> {
    anyhow::bail!("{}: serial lines are known on Unix systems only", device.display())
}
