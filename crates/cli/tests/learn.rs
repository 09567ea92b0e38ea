//! Learning through the binary.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::kill::{interrupt, kill_until_it_ends};
use common::{cornerwise, refusal};

const AGENT: &str = "mcts:sims=40,tree-mib=1";

fn play(path: &Path, games: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cornerwise"));
    command.args(["learn", "play", "6x6", "--agent", AGENT, "--games", games, "--out"]).arg(path);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

#[test]
fn games_that_were_killed_end_as_if_they_had_not_been() {
    let desk = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole.jsonl", "killed.jsonl"].map(|name| desk.path().join(name));
    assert!(play(&whole, "150").status().unwrap().success());
    kill_until_it_ends(|| {
        let mut command = play(&killed, "150");
        command.args(["--concurrency", "2"]);
        command
    });
    assert_eq!(fs::read_to_string(&killed).unwrap(), fs::read_to_string(&whole).unwrap());
    assert_eq!(fs::read_to_string(&whole).unwrap().lines().count(), 151);
}

/// Killed again and again, also while the journal becomes a Parquet file.
#[test]
fn parquet_files_that_were_killed_end_as_if_they_had_not_been() {
    let desk = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole.parquet", "killed.parquet"].map(|name| desk.path().join(name));
    assert!(play(&whole, "150").status().unwrap().success());
    kill_until_it_ends(|| play(&killed, "150"));
    assert!(fs::read(&killed).unwrap() == fs::read(&whole).unwrap());
    assert!(!desk.path().join("killed.parquet.jsonl").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_how_to_go_on() {
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("the games.jsonl");
    let output = interrupt(&mut play(&path, "1000000"), || {
        fs::read_to_string(&path).is_ok_and(|games| games.lines().count() >= 4)
    });
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let games = fs::read_to_string(&path).unwrap().lines().count() - 1;
    assert_eq!(lines[0], format!("interrupted after {games} of 1000000 games"));
    assert!(
        lines[1].starts_with("to go on: ") && lines[1].ends_with("/the games.jsonl'"),
        "{text}"
    );
}

#[test]
fn policy_weights_say_how_they_were_made_and_can_be_played_with() {
    let desk = tempfile::tempdir().unwrap();
    let data = desk.path().join("games.jsonl");
    assert!(play(&data, "20").status().unwrap().success());
    let fit = |name: &str, more: &[&str]| {
        let out = desk.path().join(name);
        let output = cornerwise()
            .args(["learn", "linear", "policy"])
            .arg(&data)
            .args(["--epochs", "4", "--out"])
            .arg(&out)
            .args(more)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (fs::read_to_string(out).unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let (text, table) = fit("weights.txt", &[]);
    assert!(table.contains("18 training") && table.contains("2 held out"), "{table}");
    assert_eq!(fit("weights.txt", &["--threads", "2"]), (text.clone(), table));

    let comment: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(
        comment[1],
        "# cornerwise learn linear policy games.jsonl --epochs 4 --rate 0.05 --decay 0.0001 --batch 32 --holdout 0.1 --seed 1 \
         --out weights.txt"
    );
    assert_eq!(
        comment[2],
        format!("# games.jsonl: 20 games of 6x6, agent {AGENT}, seed 1, up to 2 random plies")
    );
    assert!(comment[3].starts_with("# training: 18 games, ") && comment.len() == 5, "{comment:?}");

    let weights = desk.path().join("weights.txt");
    let start = weights.display().to_string();
    let (_, table) = fit("again.txt", &["--start", &start, "--holdout", "0"]);
    assert!(table.contains("20 training") && !table.contains("held out"), "{table}");
    let spec = format!("{AGENT},policy-weights={start}");
    cornerwise().args(["move", "6x6", "--agent", &spec]).assert().success();
}

#[test]
fn value_weights_say_how_they_were_made_and_can_be_played_with() {
    let desk = tempfile::tempdir().unwrap();
    let data = desk.path().join("games.jsonl");
    assert!(play(&data, "30").status().unwrap().success());
    let value_weights = desk.path().join("value.txt");
    let fit = |more: &[&str]| {
        let output =
            cornerwise().args(["learn", "linear", "value"]).arg(&data).args(more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    // Without a file, only the table.
    let table = fit(&["--soft", "4"]);
    assert!(table.contains("27 training") && table.contains("3 held out"), "{table}");
    assert!(!value_weights.exists());
    let file = value_weights.display().to_string();
    assert_eq!(fit(&["--soft", "4", "--threads", "2", "--out", &file]), table);

    let text = fs::read_to_string(&value_weights).unwrap();
    let comment: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(
        comment[1],
        "# cornerwise learn linear value games.jsonl --soft 4 --decay 0.0001 --holdout 0.1 --seed 1 --out value.txt"
    );
    assert!(comment[3].starts_with("# training: 27 games, ") && comment.len() == 5, "{comment:?}");

    let answer = |spec: &str| {
        let output = cornerwise().args(["move", "6x6", "--agent", spec]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_ne!(answer(AGENT), answer(&format!("{AGENT},value-weights={file}")));
    fs::write(&value_weights, text.replacen("0 score", "0 scope", 1)).unwrap();
    let told = refusal(&["move", "6x6", "--agent", &format!("{AGENT},value-weights={file}")]);
    assert!(told.contains("value.txt: line 7: expected the weights of \"0 score\""), "{told}");
}

#[test]
fn the_old_names_of_the_fits_and_of_their_files_still_work() {
    let desk = tempfile::tempdir().unwrap();
    let data = desk.path().join("games.jsonl");
    assert!(play(&data, "10").status().unwrap().success());
    let fit = |words: &[&str]| {
        let out = desk.path().join("weights.txt");
        cornerwise().arg("learn").args(words).arg(&data).arg("--out").arg(&out).assert().success();
        fs::read_to_string(out).unwrap()
    };
    let policy = fit(&["linear", "policy"]);
    assert_eq!(fit(&["priors"]), policy);
    let value = fit(&["linear", "value"]);
    assert_eq!(fit(&["prospects"]), value);

    // Today's files with today's keys, and a file with the old name of a row with the old keys.
    let spec = |keys: [&str; 2], policy: &str| {
        let files = [("policy.txt", policy), ("value.txt", &value)].map(|(name, text)| {
            let path = desk.path().join(name);
            fs::write(&path, text).unwrap();
            path.display().to_string()
        });
        format!("{AGENT},{}={},{}={}", keys[0], files[0], keys[1], files[1])
    };
    let answer = |spec: String| {
        let output = cornerwise().args(["move", "6x6", "--agent", &spec]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        // The last line has the speed.
        text.trim_end().rsplit_once('\n').unwrap().0.to_owned()
    };
    let old = policy.replace("afterstate", "sequel");
    assert_ne!(old, policy);
    assert_eq!(
        answer(spec(["weights", "prospects"], &old)),
        answer(spec(["policy-weights", "value-weights"], &policy))
    );
}

#[test]
fn wrong_input_is_one_line() {
    let desk = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = desk.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let out = desk.path().join("out").display().to_string();
    let plan = r#"{"variant":"2x2","agent":"mcts","seed":1,"random_plies":0}"#;
    let game = r#"{"game":0,"seed":1,"opening":0,"moves":["a1,a2,b2","b1"],"visits":[[[0,5]],[]]}"#;
    let good = file("good.jsonl", &format!("{plan}\n{game}\n"));
    let three = r#"{"game":0,"seed":1,"opening":0,"moves":["a2","b2","b1"],"visits":[[],[],[]]}"#;
    let three = file("three.jsonl", &format!("{}\n{}\n", plan.replace("2x2", "2x2-3"), three));
    let bad = file("bad.jsonl", &format!("{plan}\n{}\n", game.replace("a1,a2,b2", "b9")));
    let cut =
        file("cut.jsonl", &format!("{plan}\n{}\n", game.replace(",\"b1\"", "").replace(",[]", "")));
    let weights = file("weights.txt", "0 piece 1\n");
    let fit =
        |args: &[&str]| refusal(&[&["learn", "linear", "policy"], args, &["--out", &out]].concat());
    let ends =
        |args: &[&str]| refusal(&[&["learn", "linear", "value"], args, &["--out", &out]].concat());
    let play = |args: &[&str]| refusal(&[&["learn", "play"], args, &["--out", &out]].concat());
    for (says, told) in [
        ("bad.jsonl:2: move 1 (b9): ", fit(&[&bad])),
        ("weights.txt:1: ", fit(&[&weights])),
        ("no.jsonl: ", fit(&["no.jsonl"])),
        (
            "three.jsonl: games of more than two players, after games of two colours",
            fit(&[&good, &three]),
        ),
        ("weights.txt: line 1: 1 weights where 21 are needed", fit(&[&good, "--start", &weights])),
        ("cannot read no.txt", fit(&[&good, "--start", "no.txt"])),
        ("the share held out is 2; it can be 0 to 0.9", fit(&[&good, "--holdout", "2"])),
        ("--threads is 0", fit(&[&good, "--threads", "0"])),
        ("<DATA>", fit(&[])),
        ("bad.jsonl:2: move 1 (b9): ", ends(&[&bad])),
        (
            "three.jsonl: games of more than two players, after games of two colours",
            ends(&[&good, &three]),
        ),
        ("cut.jsonl:2: the game is not over after 1 moves", ends(&[&cut])),
        ("the softness is 0; it can be 0.001 to 1000000", ends(&[&good, "--soft", "0"])),
        ("the decay is 0; it can be 0.000000001 to 1000000", ends(&[&good, "--decay", "0"])),
        ("--threads is 0", ends(&[&good, "--threads", "0"])),
        ("<DATA>", ends(&[])),
        ("unknown variant", play(&["3x4"])),
        ("unknown name", play(&["5x5", "--agent", "nobody"])),
        ("--games is 0; it can be 1 to", play(&["5x5", "--games", "0"])),
        ("--random-plies is 85; it can be 0 to 84", play(&["5x5", "--random-plies", "85"])),
        ("--concurrency is 0", play(&["5x5", "--concurrency", "0"])),
    ] {
        assert!(told.contains(says), "{says}: {told}");
    }
    // What is there is not overwritten by other games.
    assert!(refusal(&["learn", "play", "5x5", "--out", &good]).contains("it holds other games"));
    assert!(refusal(&["learn", "play", "5x5", "--out", &weights]).contains("weights.txt:1: "));
    assert_eq!(fs::read_to_string(weights).unwrap(), "0 piece 1\n");
}
