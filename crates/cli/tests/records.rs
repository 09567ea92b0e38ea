//! `cornerwise verify` and `cornerwise convert`

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::cornerwise;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Exit code, stdout and stderr.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = cornerwise().args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs a command that must fail with one line; answers the line.
fn refusal(args: &[&str]) -> String {
    let (code, stdout, stderr) = run(args);
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{args:?}: {stderr}");
    stderr.trim_end().to_owned()
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name)
}

/// A directory for files, and a way to name them.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), contents).unwrap();
        self.path(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn the_ground_truth_verifies() {
    for (name, games) in [
        ("games_7x7.jsonl", 30),
        ("games_10x10-4.jsonl", 20),
        ("games_duo.jsonl", 30),
        ("games_classic.jsonl", 15),
    ] {
        let file = data(name);
        let (code, stdout, stderr) = run(&["verify", file.to_str().unwrap(), "--json"]);
        assert_eq!((code, stderr.as_str()), (0, ""));
        let summary: Value = serde_json::from_str(&stdout).unwrap();
        let report = &summary["files"][0];
        assert_eq!((&summary["ok"], &report["games"]), (&json!(true), &json!(games)));
        let text = fs::read_to_string(&file).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let counted: usize = lines.map(|line| line["moves"].as_array().unwrap().len()).sum();
        assert_eq!(report["plies"], json!(counted));
    }
}

#[test]
fn doctored_games_do_not_verify() {
    let desk = Desk::new();
    let text = fs::read_to_string(data("games_7x7.jsonl")).unwrap();
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The third game has a pass before its last move.
    let doctored = |tamper: &dyn Fn(&mut Value)| {
        let mut games = games.clone();
        tamper(&mut games[2]);
        let lines: Vec<String> = games.iter().map(|game| format!("{game}\n")).collect();
        let file = desk.file("doctored.jsonl", lines.concat());
        let (code, stdout, stderr) = run(&["verify", &file]);
        assert_eq!((code, stderr.as_str()), (1, ""));
        let first = stdout.lines().next().unwrap();
        first.strip_prefix(&file).unwrap().to_owned()
    };
    assert_eq!(
        doctored(&|game| game["legal_counts"][4] = json!(22)),
        ":3: ply 5: expected 22 legal moves of colour 1, found 23"
    );
    assert_eq!(
        doctored(&|game| game["area"] = json!([16, 16])),
        ":3: ply 10: expected area [16, 16], found [15, 16]"
    );
    assert_eq!(
        doctored(&|game| game["advanced"] = json!([-74])),
        ":3: ply 10: expected advanced score [-74], found [-74, -73]"
    );
    assert_eq!(
        doctored(&|game| drop(game["moves"].as_array_mut().unwrap().remove(6))),
        ":3: ply 7: expected a4,a5,b5,c5,b6, found that colour 1 must pass"
    );
    assert_eq!(
        doctored(&|game| game["moves"][0] = json!("pass")),
        ":3: ply 1: expected pass, found 58 legal moves of colour 1"
    );
}

#[test]
fn many_mismatches_are_counted_and_the_first_ones_told() {
    let desk = Desk::new();
    let text = fs::read_to_string(data("games_7x7.jsonl")).unwrap();
    let file =
        desk.file("wrong.jsonl", text.replace("\"legal_counts\":[58", "\"legal_counts\":[5"));
    let (code, stdout, _) = run(&["verify", &file]);
    assert_eq!((code, stdout.lines().count()), (1, 11));
    let last = stdout.lines().last().unwrap();
    assert!(last.ends_with(" plies, 30 mismatches, the first 10 above"), "{last}");
    let (code, stdout, _) = run(&["verify", "--json", &file]);
    let summary: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &summary["ok"]), (1, &json!(false)));
    assert_eq!(summary["files"][0]["mismatches"], json!(30));
    assert_eq!(
        summary["files"][0]["first"][1],
        json!({
            "line": 2,
            "ply": 1,
            "expected": "5 legal moves of colour 1",
            "found": "58",
            "generator": null
        })
    );
}

#[test]
fn ill_formed_lines_are_told_by_file_and_line() {
    let desk = Desk::new();
    let good = r#"{"variant":"7x7","moves":["a7"]}"#;
    for (line, message) in [
        ("{\"variant\":\"7x7\"", "column 16: EOF while parsing an object"),
        ("{\"variant\":\"7x7\"}", "column 17: missing field `moves`"),
        (
            r#"{"variant":"7x7","moves":[3]}"#,
            "column 27: invalid type: integer `3`, expected a string",
        ),
        (
            r#"{"variant":"7x7","moves":[],"a\nrea":[]}"#,
            "column 36: unknown field `a\u{fffd}rea`, expected",
        ),
        (r#"{"variant":"8x7","moves":[]}"#, "unknown variant \"8x7\";"),
        (r#"{"variant":"7x7","moves":["a7","x"]}"#, "ply 2: \"x\" is not a cell"),
        ("\u{1}\u{2}\u{3}", "column 1: expected value"),
    ] {
        let file = desk.file("bad.jsonl", format!("{good}\n\n{line}\n"));
        for args in [&["verify", &file][..], &["convert", &file, &desk.path("out.blksgf")]] {
            let error = refusal(args);
            assert!(error.starts_with(&format!("error: {file}:3: {message}")), "{error}");
        }
    }
    let long = format!(r#"{{"variant":"7x7","moves":[{}"a7"]}}"#, "\"pass\",".repeat(1_000_000));
    let file = desk.file("bad.jsonl", long);
    assert_eq!(refusal(&["verify", &file]), format!("error: {file}:1: the line is too long"));
    assert!(refusal(&["verify", &desk.path("none.jsonl")]).starts_with("error: cannot read "));
    assert!(refusal(&["verify", &desk.path("")]).starts_with("error: cannot read "));
    assert_eq!(desk.names(), ["bad.jsonl"]);
}

#[test]
fn games_survive_both_formats() {
    let desk = Desk::new();
    for name in ["games_7x7", "games_10x10-4", "games_duo", "games_classic"] {
        let original = data(&format!("{name}.jsonl"));
        let (sgf, back, again) =
            (desk.path("a.blksgf"), desk.path("b.jsonl"), desk.path("c.jsonl"));
        for (from, to) in [(original.to_str().unwrap(), &sgf), (&sgf, &back), (&back, &again)] {
            let (code, stdout, stderr) = run(&["convert", from, to]);
            assert_eq!((code, stderr.as_str()), (0, ""));
            assert!(stdout.starts_with(to.as_str()) && stdout.ends_with(" games\n"), "{stdout}");
        }
        let original = fs::read_to_string(original).unwrap();
        assert_eq!(fs::read_to_string(&back).unwrap(), original);
        assert_eq!(fs::read_to_string(&again).unwrap(), original);
    }
}

const ANNOTATED: &str = "(;GM[Blokus Duo]FF[4]PB[Ada]XY[1][2]\n;B[f9,e10,f10,g10,f11]C[a \\] b]\n\
                         (;W[j5])\n(;W[i4,h5,i5,j5,i6]))\n";

#[test]
fn the_same_format_is_put_in_order() {
    let desk = Desk::new();
    let untidy = ANNOTATED
        .replace("B[f9,e10,f10,g10,f11]", "BLUE[F11][e10]\r\n[f10] [g10][f9]")
        .replace("(;W[j5])", "  ( ;\tW[j5])");
    let file = desk.file("untidy.blksgf", untidy);
    let (code, stdout, stderr) = run(&["convert", &file, &file]);
    assert_eq!((code, stdout, stderr.as_str()), (0, format!("{file}: 1 game\n"), ""));
    assert_eq!(fs::read_to_string(&file).unwrap(), ANNOTATED);
}

#[test]
fn what_is_lost_is_said() {
    let desk = Desk::new();
    let (file, to) = (desk.file("in.blksgf", ANNOTATED), desk.path("out.jsonl"));
    let (code, _, stderr) = run(&["convert", &file, &to]);
    assert_eq!(code, 0);
    assert_eq!(
        stderr,
        format!(
            "note: {to} does not hold 1 variation, 1 comment, the properties PB, XY of {file}\n"
        )
    );
    assert_eq!(
        fs::read_to_string(&to).unwrap(),
        "{\"variant\":\"duo\",\"moves\":[\"f9,e10,f10,g10,f11\",\"j5\"],\"legal_counts\":[414,414],\
         \"area\":[5,1],\"advanced\":[-84,-88]}\n"
    );
}

#[test]
fn bad_records_are_refused_and_nothing_is_written() {
    let desk = Desk::new();
    let game = |rest: &str| format!("(;GM[Blokus Duo]\n{rest})").into_bytes();
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (
            b"".to_vec(),
            "line 1, column 1: expected ( at the beginning of a game, found the end of the file",
        ),
        (
            ANNOTATED.as_bytes()[..50].to_vec(),
            "line 2, column 3: the value that begins here has no closing ]",
        ),
        (vec![0x7f, b'E', b'L', b'F', 0, 0xff], "line 1, column 6: this is not UTF-8 text"),
        (vec![0; 1000], "line 1, column 1: expected ( at the beginning of a game, found '\\0'"),
        (
            "(".repeat(1_000_000).into_bytes(),
            "line 1, column 2: expected ; at the beginning of a node, found '('",
        ),
        (
            "(;GM[Blokus]".repeat(1_000_000).into_bytes(),
            "line 1, column 2400002: the game has more than 200000 nodes",
        ),
        (
            game(&";B[e10]".repeat(1_000_000)),
            "line 2, column 1399994: the game has more than 200000 nodes",
        ),
        (
            game(&";B[e10]".repeat(150_000)),
            "line 2, node 2: colour 1, e10: it is colour 2's turn, not colour 1's",
        ),
        (
            game(";B[e10];W[j6]"),
            "line 2, node 2: colour 2, j6: colour 2's first piece must cover j5",
        ),
        (game(";B[e10];W[j5,k6]"), "line 2, node 2: W: the cells j5,k6 do not form a piece"),
        (game("AB[e10]AW[e10]"), "line 1, node 0: set-up: e10 is occupied by colour 1"),
        (
            b"(;GM[Blokus 21x21])".to_vec(),
            "line 1, node 0: unknown game \"Blokus 21x21\"; GM can be",
        ),
    ];
    for (text, message) in cases {
        let file = desk.file("bad.blksgf", &text);
        let error = refusal(&["convert", &file, &desk.path("out.blksgf")]);
        assert!(error.starts_with(&format!("error: {file}: {message}")), "{error}");
    }
    let file = desk.file("bad.blksgf", game("AB[e10]"));
    assert_eq!(
        refusal(&["convert", &file, &desk.path("out.jsonl")]),
        format!(
            "error: {file}: line 1, node 0: the position is set up, which a list of moves cannot tell"
        )
    );
    let rules = "name=\"x\"\nboard=5\nscoring=\"area\"\ncolours=[{start=\"a1\"},{start=\"b2\"}\\]";
    let custom = format!("(;GM[Blokus Custom]VARIANT[{rules}])");
    let file = desk.file("bad.blksgf", custom);
    assert!(
        refusal(&["convert", &file, &desk.path("out.jsonl")]).contains("\"x\" is user-defined")
    );
    let error = refusal(&["convert", &file, &desk.path("out.txt")]);
    assert!(error.ends_with("the name of a file of games ends in .blksgf or .jsonl"), "{error}");
    let empty = desk.file("empty.jsonl", "\n\n");
    let error = refusal(&["convert", &empty, &desk.path("out.blksgf")]);
    assert!(error.ends_with("there is no game in it"), "{error}");
    let good = desk.file("good.blksgf", ANNOTATED);
    let error = refusal(&["convert", &good, &desk.path("nowhere/out.blksgf")]);
    assert!(error.starts_with("error: cannot write "), "{error}");
    assert_eq!(desk.names(), ["bad.blksgf", "empty.jsonl", "good.blksgf"]);
}
