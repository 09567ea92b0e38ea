//! `cornerwise show`

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::cornerwise;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn data(name: &str) -> String {
    root().join("data").join(name).to_str().unwrap().to_owned()
}

fn shown(args: &[&str]) -> String {
    let output = cornerwise().arg("show").args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

/// The one line that a mistake is answered with.
fn refused(args: &[&str]) -> String {
    let output = cornerwise().arg("show").args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    message
}

const MOVES: &str = "d10,e10,d11,d12,d13; j3,j4,j5,j6,j7; f11,g11,h11,f12";

/// One picture would replace the other.
#[test]
fn two_pictures_are_two_files() {
    let desk = tempfile::tempdir().unwrap();
    let at = |name: &str| desk.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(at("inner")).unwrap();
    for other in ["x", "./x", "inner/../x"] {
        let message = refused(&["duo", "--svg", &at("x"), "--png", &at(other)]);
        assert!(message.contains("--svg and --png are the same file"), "{message}");
        assert!(!desk.path().join("x").exists());
    }
    shown(&["5x5", "--svg", &at("x"), "--png", &at("inner/x")]);
    assert!(desk.path().join("x").exists() && desk.path().join("inner/x").exists());
}

#[test]
fn a_piped_drawing_has_no_colours() {
    let text = shown(&["duo", "--moves", MOVES]);
    assert!(text.is_ascii() && !text.contains('\x1b'));
    assert!(text.contains("13 . . . ##."), "{text}");
    assert!(text.contains("11 . . . ##. BBBBBB"), "{text}");
    assert!(text.ends_with("White to play, 3 pieces on the board.\n"), "{text}");
}

#[test]
fn a_ply_of_typed_moves_is_the_game_so_far() {
    let (first, _) = MOVES.rsplit_once(';').unwrap();
    assert_eq!(shown(&["duo", "--moves", MOVES, "--ply", "2"]), shown(&["duo", "--moves", first]));
    assert_eq!(shown(&["duo", "--moves", MOVES, "--ply", "0"]), shown(&["duo"]));
}

#[test]
fn a_file_shows_what_its_moves_show() {
    let text = fs::read_to_string(data("games_duo.jsonl")).unwrap();
    let game: serde_json::Value = serde_json::from_str(text.lines().nth(2).unwrap()).unwrap();
    let moves: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let moves = moves.join(";");
    let file = data("games_duo.jsonl");
    assert_eq!(shown(&[&file, "--game", "3"]), shown(&["duo", "--moves", &moves]));
    assert_eq!(
        shown(&[&file, "--game", "3", "--ply", "7"]),
        shown(&["duo", "--moves", &moves, "--ply", "7"])
    );
    assert_ne!(shown(&[&file]), shown(&[&file, "--game", "2"]));
    assert_eq!(shown(&[&file]), shown(&[&file, "--game", "1"]));
}

#[test]
fn a_record_is_shown_up_to_where_it_breaks() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.blksgf");
    fs::write(&path, "(;GM[Blokus Duo];B[d10,e10,d11,d12,d13];W[j3,j4,j5,j6,j7];B[a1])").unwrap();
    let path = path.to_str().unwrap();
    let so_far = shown(&[path, "--ply", "2"]);
    assert_eq!(so_far, shown(&["duo", "--moves", MOVES, "--ply", "2"]));
    assert!(refused(&[path]).contains("node 3"));
}

#[test]
fn a_record_with_set_up_pieces_has_no_last_move() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("problem.blksgf");
    fs::write(&path, "(;GM[Blokus Duo]AB[d10,e10,d11,d12,d13]PL[W])").unwrap();
    let text = shown(&[path.to_str().unwrap()]);
    assert!(text.contains("13 . . . ##."), "{text}");
    assert!(text.contains("White to play"), "{text}");
}

#[test]
fn pictures_are_written_in_the_size_and_theme_that_were_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (svg, png, dark) = (path("a.svg"), path("a.png"), path("dark.svg"));
    let both = ["duo", "--moves", MOVES, "--svg", &svg, "--png", &png, "--size", "300"];
    assert_eq!(shown(&both), "");
    let light = fs::read_to_string(&svg).unwrap();
    assert!(light.starts_with("<svg") && light.contains(r#"width="300" height="300""#));
    let png = fs::read(&png).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(png[16..24], [0, 0, 1, 44, 0, 0, 1, 44]);
    shown(&["duo", "--moves", MOVES, "--svg", &dark, "--theme", "dark", "--size", "300"]);
    assert_ne!(fs::read_to_string(&dark).unwrap(), light);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3, "no temporary file is left");
}

#[test]
fn mistakes_are_told_in_one_line_and_write_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let picture = directory.path().join("picture").to_str().unwrap().to_owned();
    let duo = data("games_duo.jsonl");
    let cases: &[(&[&str], &str)] = &[
        (&["duo", "--moves", MOVES, "--ply", "4"], "the game has 3 moves"),
        (&[&duo, "--ply", "1000"], "beyond the end"),
        (&[&duo, "--ply", "-1"], "--ply -1"),
        (&[&duo, "--ply", "x"], "--ply x"),
        (&[&duo, "--game", "31"], "there is no game 31; it has 30"),
        (&[&duo, "--game", "0"], "there is no game 0"),
        (&[&duo, "--game", "-2"], "--game -2"),
        (&[&duo, "--moves", "a1"], "--moves goes with a variant"),
        (&["duo", "--game", "1"], "--game goes with a file"),
        (&["nowhere.blksgf"], "cannot read nowhere.blksgf"),
        (&["nowhere/duo"], "nowhere/duo"),
        (&["game.txt"], ".blksgf or .jsonl"),
        (&["21x21"], "21"),
        (&["duo", "--moves", "a1"], "move 1 (a1)"),
        (&["duo", "--theme", "dark"], "--theme goes with"),
        (&["duo", "--size", "100"], "--size goes with"),
        (&["duo", "--png", &picture, "--size", "9999"], "16 to 4096"),
        (&["duo", "--svg", &picture, "--size", "-5"], "16 to 4096"),
        (&["duo", "--svg", &picture, "--theme", "pink"], "there are light and dark"),
        (&["duo", "--svg", "no/such/directory/a.svg"], "cannot write"),
        (&["duo", "--png", directory.path().to_str().unwrap()], "cannot write"),
    ];
    for (args, what) in cases {
        let message = refused(args);
        assert!(message.contains(what), "{args:?}: {message}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// The commands in the documentation that draw its pictures still draw them.
#[test]
fn the_pictures_of_the_documentation_are_up_to_date() {
    let page = fs::read_to_string(root().join("docs/2-drawing.md")).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let drawn = directory.path().join("drawn.svg");
    let mut pictures = 0;
    for line in page.lines().filter(|line| line.contains("--svg docs/images/")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], "cornerwise", "{line}");
        let kept = words.iter().find(|word| word.starts_with("docs/images/")).unwrap();
        let arguments =
            words[1..].iter().map(|word| if word == kept { drawn.to_str().unwrap() } else { word });
        cornerwise().current_dir(root()).args(arguments).assert().success();
        let kept = fs::read_to_string(root().join(kept)).unwrap();
        assert!(fs::read_to_string(&drawn).unwrap() == kept, "run again: {line}");
        pictures += 1;
    }
    assert!(pictures >= 3);
}
