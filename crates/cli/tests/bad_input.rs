//! Bad input gets one clear line on stderr and exit code 2.

mod common;

use std::fs;

use common::{cornerwise, refusal};

const UNKNOWN: &str = "the presets are duo, classic, classic-2, classic-3, and 2x2 to 20x20, \
                       with -3 or -4 for more colours";

#[test]
fn wrong_variants_are_refused_by_every_command() {
    for command in [
        &["legal", "VARIANT"][..],
        &["perft", "VARIANT", "1"],
        &["playouts", "VARIANT", "--games", "1"],
        &["solve", "VARIANT"],
        &["play", "--terminal", "VARIANT"],
        &["variants", "VARIANT"],
        &["variants", "VARIANT", "--toml"],
    ] {
        let refusal_of = |variant: &str| {
            let args: Vec<&str> =
                command.iter().map(|&arg| if arg == "VARIANT" { variant } else { arg }).collect();
            refusal(&args)
        };
        let unknown = |name: &str| format!("error: unknown variant \"{name}\"; {UNKNOWN}");
        assert_eq!(refusal_of("dou"), unknown("dou"));
        assert_eq!(refusal_of(""), unknown(""));
        assert_eq!(refusal_of("a\nb"), unknown("a\u{fffd}b"));
        assert_eq!(refusal_of("1x1"), "error: the board's size is 1; it can be 2 to 20");
        assert_eq!(refusal_of("21x21"), "error: the board's size is 21; it can be 2 to 20");
        assert!(refusal_of("none.toml").starts_with("error: cannot read none.toml: "));
    }
}

/// What is wrong with a seed is told, and not that there is no option -1.
#[test]
fn a_seed_is_a_whole_number() {
    for command in [
        &["playouts", "duo"][..],
        &["move", "duo"],
        &["gtp"],
        &["openings", "duo"],
        &["contest"],
        &["contest", "host"],
        &["analysis"],
        &["play", "--terminal", "duo"],
        &["book", "make", "duo"],
        &["learn", "play", "duo"],
        &["learn", "linear", "policy"],
        &["match", "random", "largest"],
        &["tournament", "random", "largest"],
    ] {
        for seed in ["-1", "x", "1.5", "18446744073709551616"] {
            let error = refusal(&[command, &["--seed", seed]].concat());
            let says = format!(
                "error: invalid value '{seed}' for '--seed <SEED>': not a whole number from 0 to {}",
                u64::MAX
            );
            assert!(error.starts_with(&says), "{command:?}: {error}");
        }
    }
    let error = refusal(&["playouts", "duo", "--games", "-5"]);
    assert!(error.contains("invalid value '-5' for '--games"), "{error}");
}

/// Answers that cannot be written are errors, whoever writes them.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["solve", "--help"],
        &["help", "solve"],
        &["completions", "bash"],
        &["variants"],
        &["show", "duo"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cornerwise"));
        let output = command.args(args).stdout(full).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.starts_with("error: ") && error.lines().count() == 1, "{args:?}: {error}");
    }
}

#[test]
fn agents_without_end_are_refused() {
    let deep = "mixed:1*(".repeat(3000) + "random" + &")".repeat(3000);
    let error = refusal(&["move", "duo", "--agent", &deep]);
    assert!(error.ends_with(": more than 32 agents inside of each other"), "{error}");
    let error = refusal(&["move", "duo", "--agent", "uct:=5"]);
    assert_eq!(error, "error: agent \"uct:=5\": there is no key before a \"=\"");
}

#[test]
fn illegal_moves_name_the_rule_and_the_cell() {
    let cases = [
        ("duo", "e10,e11;p1", "move 2 (p1): p1 is off the 14x14 board"),
        ("duo", "e15", "move 1 (e15): e15 is off the 14x14 board"),
        ("duo", "z3", "move 1: \"z3\" is not a cell; cells are a1 to t20"),
        ("duo", "e10,e12", "move 1: the cells e10,e12 do not form a piece"),
        ("duo", "e10,e10", "move 1: cell e10 is named twice"),
        ("duo", "a1,a2,a3,a4,a5,a6", "move 1: the cells a1,a2,a3,a4,a5,a6 do not form a piece"),
        ("duo", "a1", "move 1 (a1): colour 1's first piece must cover e10"),
        ("7x7", "a7;g1;f1", "move 3 (f1): colour 1 has already used piece 1"),
        ("7x7", "a7;g1;f1,g1", "move 3 (f1,g1): g1 is occupied by colour 2"),
        ("7x7", "a7;g1;b7,c7", "move 3 (b7,c7): b7 shares an edge with colour 1's own piece"),
        (
            "7x7",
            "a7;g1;d4,e4",
            "move 3 (d4,e4): at d4 the piece touches no piece of colour 1 at a corner",
        ),
        ("7x7", "a7;pass", "move 2 (pass): colour 2 has a legal move and may not pass"),
        ("2x2", "a1,a2,b2;b1;a1", "move 3 (a1): the game is over"),
    ];
    for (variant, moves, error) in cases {
        let line = refusal(&["legal", variant, "--moves", moves]);
        assert_eq!(line, format!("error: {error}"), "{moves}");
    }
}

#[test]
fn a_piece_that_the_variant_lacks_is_wrong() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mini.toml");
    let text = "name = \"mini\"\nboard = 5\nscoring = \"area\"\npieces = [\"1\", \"2\"]\n\
                colours = [{ start = \"a1\" }, { start = \"e5\" }]\n";
    fs::write(&path, text).unwrap();
    let line = refusal(&["legal", path.to_str().unwrap(), "--moves", "a1,b1,c1"]);
    assert_eq!(line, "error: move 1 (a1,b1,c1): piece I3 is not in this variant");
}

#[test]
fn contradicting_files_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("broken.toml");
    let name = path.to_str().unwrap();
    let refusal_of = |contents: &[u8]| {
        fs::write(&path, contents).unwrap();
        let line = refusal(&["legal", name]);
        line.strip_prefix(&format!("error: {name}: ")).unwrap_or(&line).to_owned()
    };
    let of = |board: usize, rest: &str, second: &str| {
        let text = format!(
            "name = \"x\"\nboard = {board}\nscoring = \"area\"\n{rest}\n\
             colours = [{{ start = \"a1\" }}, {{ start = \"{second}\" }}]\n"
        );
        refusal_of(text.as_bytes())
    };
    assert_eq!(of(21, "", "b2"), "the board's size is 21; it can be 2 to 20");
    assert_eq!(of(1, "", "b2"), "the board's size is 1; it can be 2 to 20");
    assert_eq!(of(5, "", "a1"), "colours 1 and 2 both start on a1");
    assert_eq!(of(5, "", "f1"), "colour 2 starts on f1, which is off the 5x5 board");
    assert_eq!(of(5, "pieces = []", "b2"), "the piece set is empty");
    assert_eq!(of(5, "pieces = [\"X\", \"x\"]", "b2"), "piece X is listed twice");
    assert!(of(5, "pieces = [\"Q\"]", "b2").starts_with("unknown piece \"Q\""));
    assert!(of(5, "what = 1", "b2").starts_with("line 4: unknown field `what`"));
    assert!(refusal_of(b"board = ").starts_with("line 1: "));
    assert_eq!(refusal_of(b"\xff\xfe\x00"), "not UTF-8 text");
    assert!(refusal_of(b"").starts_with("line 1: missing field"));
}

#[test]
fn numbers_out_of_range_are_refused() {
    let cases = [
        (&["playouts", "duo", "--games", "0"][..], "--games is 0; it can be 1 to 281474976710656"),
        (
            &["playouts", "duo", "--games", "5", "--threads", "0"],
            "--threads is 0; it can be 1 to 1024",
        ),
        (&["perft", "duo", "201"], "depth 201 is more than 200"),
        (
            &["play", "--terminal", "duo", "--colour", "red"],
            "duo has no colour \"red\"; it has black, white",
        ),
        (
            &["play", "--terminal", "classic-3", "--colour", "4"],
            "green is played by everyone in turn in classic-3; choose another colour",
        ),
    ];
    for (args, error) in cases {
        assert_eq!(refusal(args), format!("error: {error}"));
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    for args in [
        &["nonsense"][..],
        &["legal"],
        &["legal", "duo", "--batch", "--moves", "e10"],
        &["playouts", "duo"],
        &["playouts", "duo", "--games", "-1"],
        &["playouts", "duo", "--games", "many"],
        &["variants", "--toml"],
        &["completions", "perl"],
        &["play", "--terminal", "duo", "--opponent", "nobody"],
    ] {
        let output = cornerwise().args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("error: ") && stderr.lines().count() == 1, "{args:?}: {stderr}");
    }
}
