//! The server as a process of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// Everything that was started, for whoever has to end it from outside.
static STARTED: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

/// A server that ends with this.
pub struct Process {
    child: Arc<Mutex<Child>>,
    /// Where it listens.
    pub address: SocketAddr,
    /// What it says is to be opened in a browser.
    pub url: String,
}

impl Process {
    /// Starts the binary with these words, and its games in a directory.
    pub fn start(binary: &Path, words: &[&str], directory: &Path) -> Process {
        let mut child = Command::new(binary)
            .args(words)
            .arg("--data-dir")
            .arg(directory)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let output = child.stdout.take().expect("it is piped");
        // From here on it ends with us.
        let child = Arc::new(Mutex::new(child));
        STARTED.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&child));
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut process = Process { child, address, url: String::new() };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("the server says where it is");
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        url.unwrap_or_else(|| panic!("no address in {line:?}")).clone_into(&mut process.url);
        let address = process.url["http://".len()..].split('/').next().expect("there is a first");
        process.address = address.parse().expect("an address and a port");
        process
    }

    /// A server for strangers.
    pub fn serve(binary: &Path, words: &[&str], directory: &Path) -> Process {
        let serve = ["serve", "--listen", "127.0.0.1:0"];
        Process::start(binary, &[&serve, words].concat(), directory)
    }

    /// Its number in the system.
    #[allow(dead_code, reason = "one of the programs looks at its memory")]
    pub fn id(&self) -> u32 {
        self.child.lock().unwrap_or_else(PoisonError::into_inner).id()
    }
}

/// As if the machine's power had gone, but for what the system has to write.
impl Drop for Process {
    fn drop(&mut self) {
        kill(&self.child);
    }
}

fn kill(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    // One that has ended already needs no more.
    let _ = child.kill();
    let _ = child.wait();
}

/// Ends every server that is left.
#[allow(dead_code, reason = "one of the programs gives up on what hangs")]
pub fn end_all() {
    for child in STARTED.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        kill(&child);
    }
}
