//! The API against its own description, by Schemathesis in a Python environment under the target directory.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::python;
use crate::shell::{self, Build, Failure};

/// Newer versions change their options.
const TESTER: &str = "schemathesis==4.32.5";
/// How many requests are made up for each operation.
const EXAMPLES: &str = "25";

/// A server in a process of its own, which ends with this.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends made-up requests to a real server, and holds its answers against the document.
pub fn check() -> Result<(), Failure> {
    let Some(tester) = tester()? else {
        println!(
            "there is no Python with venv here; the tests of the server have asked the API themselves"
        );
        return Ok(());
    };
    let binary = shell::build_binary(Build::Debug)?;
    let games = shell::target().join("api-test");
    let _ = std::fs::remove_dir_all(&games);
    let (server, address) = start(&binary, &games)?;
    let document = format!("{address}api/openapi.json");
    let mut command = Command::new(tester);
    command.current_dir(shell::target()).args(["run", &document, "--max-examples", EXAMPLES]);
    // A session, so that rooms can be made.
    command.args(["--header", &format!("Cookie: cornerwise={}", "5e".repeat(32))]);
    command.args(["--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"]);
    command.args([
        "--mode",
        "all",
        "--generation-database",
        "none",
        "--seed",
        "1",
        "--phases",
        "examples,coverage,fuzzing",
        "--warnings",
        "off",
    ]);
    let result = shell::run(&mut command);
    drop(server);
    result
}

/// The tester, installed if it is not there; `None` where there is no Python.
fn tester() -> Result<Option<PathBuf>, Failure> {
    let python = python::environment("schemathesis", &[TESTER], "import schemathesis")?;
    let name = format!("schemathesis{}", std::env::consts::EXE_SUFFIX);
    Ok(python.map(|python| python.with_file_name(name)))
}

/// A server, and its address with a slash at the end.
fn start(binary: &Path, games: &Path) -> Result<(Server, String), Failure> {
    let failed = |error| Failure::new(format!("cannot run {}: {error}", binary.display()));
    let mut child = Command::new(binary)
        .args(["serve", "--listen", "127.0.0.1:0", "--rate", "100000", "--data-dir"])
        .arg(games)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let output = child.stdout.take().expect("it is piped");
    let server = Server(child);
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).map_err(failed)?;
    let address = line.split_whitespace().find(|word| word.starts_with("http://"));
    let address = address.ok_or_else(|| Failure::new(format!("the server says {line:?}")))?;
    Ok((server, address.to_owned()))
}
