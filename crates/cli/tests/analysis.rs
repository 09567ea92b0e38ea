//! `cornerwise analysis`

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use common::{cornerwise, refusal};
use serde_json::{Value, json};

fn written(requests: &[Value]) -> String {
    requests.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

/// The answers to lines that are all sent at once.
fn lines(args: &[&str], requests: &str) -> Vec<String> {
    let output = cornerwise().arg("analysis").args(args).write_stdin(requests).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn answers(args: &[&str], requests: &[Value]) -> Vec<Value> {
    let text = written(requests);
    lines(args, &text).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answer(request: Value) -> Value {
    let mut answers = answers(&[], &[request]);
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

/// An engine to talk with.
struct Session {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Session {
    fn start(args: &[&str]) -> Session {
        let mut child = Command::new(cornerwise().get_program())
            .arg("analysis")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take(), child.stdout.take().unwrap());
        Session { child, to, from: BufReader::new(from) }
    }

    fn send(&mut self, request: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{request}").unwrap();
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    fn end(mut self) {
        self.to = None;
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

/// The sessions on the page are golden transcripts. `TRYCMD=overwrite` writes them anew, as for the other pages.
#[test]
fn the_page_shows_what_is_answered() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/9-analysis.md");
    let text = fs::read_to_string(&page).unwrap();
    let mut parts = text.split("```analysis\n");
    let mut page_now = parts.next().unwrap().to_owned();
    let mut sessions = 0;
    for part in parts {
        let (session, rest) = part.split_once("```").unwrap();
        let requests: Vec<&str> =
            session.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        page_now += "```analysis\n";
        for request in &requests {
            page_now += &["> ", request, "\n"].concat();
        }
        for answer in lines(&[], &requests.join("\n")) {
            page_now += &["< ", &answer, "\n"].concat();
        }
        page_now += "```";
        page_now += rest;
        sessions += 1;
    }
    assert!(sessions > 1, "the page has sessions");
    if env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::write(page, page_now).unwrap();
    } else {
        assert_eq!(text, page_now);
    }
}

/// Games of several variants and agents, with every turn.
fn many() -> Vec<Value> {
    let mut requests = Vec::new();
    let specs =
        ["uct-enhanced", "uct", "alphabeta:depth=2", "largest", "mc:sims=50", "minimax:depth=1"];
    for (number, spec) in specs.into_iter().enumerate() {
        for (variant, moves) in [
            ("7x7", json!(["a7,b7,a6,b6,a5", "g1,g2,f2,f3,e3", "c5"])),
            ("5x5-3", json!([["blue", "a5,b5"], ["yellow", "e5"]])),
            ("classic-3", json!(["a20", "t20", "t1", "a1", "b19,c19"])),
            ("2x2", json!(["a1,a2,b2", "b1"])),
        ] {
            let turns: Vec<usize> = (0..=moves.as_array().unwrap().len()).collect();
            requests.push(json!({
                "id": format!("{variant} {spec}"), "variant": variant, "moves": moves,
                "analyzeTurns": turns, "maxVisits": 40, "agent": spec, "priority": number % 3,
            }));
        }
    }
    requests
}

#[test]
fn the_answers_depend_on_nothing_but_the_requests() {
    let sorted = |args: &[&str], requests: &[Value]| {
        let text = written(requests);
        let mut lines = lines(args, &text);
        lines.sort();
        lines
    };
    let mut requests = many();
    let one = sorted(&[], &requests);
    let turns = |request: &Value| request["analyzeTurns"].as_array().unwrap().len();
    assert_eq!(one.len(), requests.iter().map(turns).sum::<usize>());
    assert!(one.iter().all(|line| !line.contains("\"error\"")));
    assert_eq!(sorted(&["--threads", "2"], &requests), one);
    requests.reverse();
    requests.insert(7, json!({"id": "x", "action": "clear_cache"}));
    let mut turned = sorted(&["--threads", "2"], &requests);
    turned.retain(|line| !line.contains("clear_cache"));
    assert_eq!(turned, one);
    assert_ne!(sorted(&["--seed", "2"], &many()), one);
}

#[test]
fn an_answer_has_what_the_page_says() {
    let request = json!({"id": "a", "variant": "classic-2", "maxVisits": 60, "agent": "uct",
        "moves": ["a20", ["yellow", "t20"]], "analyzeTurns": [2]});
    let told = answer(request);
    let (infos, root) = (told["moveInfos"].as_array().unwrap(), &told["rootInfo"]);
    assert_eq!(
        (told["turnNumber"].as_u64(), told["isDuringSearch"].as_bool()),
        (Some(2), Some(false))
    );
    assert_eq!((root["currentPlayer"].as_str(), root["player"].as_u64()), (Some("red"), Some(1)));
    assert_eq!((root["visits"].as_u64(), root["legalMoves"].as_u64()), (Some(60), Some(58)));
    assert_eq!(root["gameOver"], false);
    let values: Vec<f64> =
        root["values"].as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect();
    assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-5 && values.len() == 2);
    assert_eq!(root["winrate"], root["values"][0]);
    assert_eq!(root["score"], root["scores"][0]);
    assert_eq!(infos[0]["winrate"], root["winrate"]);
    assert_eq!(infos[0]["pv"][0], infos[0]["move"]);
    for (order, info) in infos.iter().enumerate() {
        assert_eq!(info["order"], order);
        let rate = info["winrate"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&rate) && info["visits"].as_u64() > Some(0));
        assert!(info["score"].is_f64() && info["utility"].is_f64());
    }
    // Equal positions have equal hashes; written passes do not matter but for the number of the turn.
    let end = |moves: Value| answer(json!({"id": "e", "variant": "2x2", "moves": moves}));
    let (bare, full) =
        (end(json!(["a1,a2,b2", "b1"])), end(json!(["a1,a2,b2", "b1", "pass", "pass"])));
    assert_eq!((bare["turnNumber"].as_u64(), full["turnNumber"].as_u64()), (Some(2), Some(4)));
    assert_eq!(bare["rootInfo"], full["rootInfo"]);
    assert_eq!((&bare["moveInfos"], &bare["rootInfo"]["gameOver"]), (&json!([]), &json!(true)));
    // The exact solver has one candidate, with its value.
    let told = answer(json!({"id": "x", "variant": "3x3", "agent": "exact"}));
    assert_eq!(told["moveInfos"][0]["winrate"], told["rootInfo"]["winrate"]);
    // A greedy agent has no opinion on the end.
    let told = answer(json!({"id": "g", "variant": "3x3", "agent": "largest"}));
    assert!(
        told["rootInfo"].get("winrate").is_none() && told["moveInfos"][0].get("score").is_none()
    );
}

#[test]
fn what_is_wrong_names_the_id_and_the_field() {
    let cases = [
        (json!({"id": 3}), json!({"error": "expected a string, found 3", "field": "id"})),
        (json!({"moves": []}), json!({"error": "the request has no id", "field": "id"})),
        (json!([1]), json!({"error": "a request is a JSON object, not [1]"})),
        (json!({"id": "a", "variant": 5}), wrong("variant", "expected a string, found 5")),
        (json!({"id": "a", "moves": "a1"}), wrong("moves", "expected a list, found \"a1\"")),
        (
            json!({"id": "a", "moves": [3]}),
            wrong("moves", "move 1: not a string, nor a pair of a colour and a move"),
        ),
        (
            json!({"id": "a", "moves": [["b"]]}),
            wrong("moves", "move 1: a pair is a colour and a move"),
        ),
        (json!({"id": "a", "moves": [["x", "e10"]]}), wrong("moves", "move 1: no colour \"x\"")),
        (
            json!({"id": "a", "moves": ["e10", "zz"]}),
            wrong("moves", "move 2: \"zz\" is not a cell; cells are a1 to t20"),
        ),
        (
            json!({"id": "a", "moves": ["pass"]}),
            wrong("moves", "move 1 (pass): colour 1 has a legal move and may not pass"),
        ),
        (
            json!({"id": "a", "moves": [["w", "e10"]]}),
            wrong("moves", "move 1 (e10): it is colour 1's turn, not colour 2's"),
        ),
        (
            json!({"id": "a", "analyzeTurns": [1]}),
            wrong("analyzeTurns", "expected turns from 0 to 0, found 1"),
        ),
        (
            json!({"id": "a", "analyzeTurns": [-1]}),
            wrong("analyzeTurns", "expected turns from 0 to 0, found -1"),
        ),
        (
            json!({"id": "a", "analyzeTurns": [0, 0]}),
            wrong("analyzeTurns", "turn 0 is named twice"),
        ),
        (json!({"id": "a", "priorities": [1, 2]}), wrong("priorities", "2 priorities for 1 turns")),
        (
            json!({"id": "a", "priority": 0.5}),
            wrong("priority", "expected a whole number, found 0.5"),
        ),
        (
            json!({"id": "a", "maxVisits": -1}),
            wrong("maxVisits", "expected a whole number from 1 on, found -1"),
        ),
        (
            json!({"id": "a", "maxTime": "1s"}),
            wrong("maxTime", "expected seconds, more than 0, found \"1s\""),
        ),
        (
            json!({"id": "a", "maxTime": 1e300}),
            wrong("maxTime", "expected seconds, more than 0, found 1e+300"),
        ),
        (
            json!({"id": "a", "reportDuringSearchEvery": 0}),
            wrong("reportDuringSearchEvery", "expected seconds, more than 0, found 0"),
        ),
        (json!({"id": "a", "agent": "uct:x=1"}), Value::Null),
        (
            json!({"id": "a", "action": "dance"}),
            wrong(
                "action",
                "unknown; there are terminate, terminate_all, query_version and clear_cache",
            ),
        ),
        (json!({"id": "a", "action": "terminate"}), wrong("terminateId", "not given")),
    ];
    let requests: Vec<Value> = cases.iter().map(|case| case.0.clone()).collect();
    let answers = answers(&[], &requests);
    assert_eq!(answers.len(), cases.len());
    for ((request, expected), answer) in cases.iter().zip(&answers) {
        if expected.is_null() {
            assert_eq!(
                (answer["id"].as_str(), answer["field"].as_str()),
                (Some("a"), Some("agent"))
            );
            assert!(answer["error"].as_str().unwrap().contains("unknown key \"x\""), "{answer}");
        } else {
            assert_eq!(answer, expected, "{request}");
        }
    }
}

fn wrong(field: &str, text: &str) -> Value {
    json!({"error": text, "field": field, "id": "a"})
}

#[test]
fn lines_that_are_no_json_are_told_and_passed_over() {
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(2 << 20));
    let text = format!("\n{{\n\u{0}\n{long}\n{{\"id\":\"a\",\"action\":\"query_version\"}}\nnull");
    let told = lines(&[], &text);
    let error = |text: &str| json!({ "error": text }).to_string();
    assert_eq!(told[0], error("line 2, column 1: EOF while parsing an object"));
    assert_eq!(told[1], error("line 3, column 1: expected value"));
    assert_eq!(told[2], error("line 4, the line is too long"));
    assert!(told[3].contains("\"version\""));
    assert_eq!(told[4], error("a request is a JSON object, not null"));
    assert_eq!(told.len(), 5);
}

#[test]
fn a_search_is_terminated_in_its_midst() {
    let mut session = Session::start(&[]);
    let forever = |id: &str, turns: Value| {
        json!({"id": id, "moves": ["e10"], "analyzeTurns": turns, "agent": "uct",
            "maxTime": 600, "reportDuringSearchEvery": 0.05})
    };
    session.send(&forever("long", json!([0, 1])));
    session.send(&forever("later", json!([1])));
    let begin = Instant::now();
    let partial = session.next();
    assert_eq!(
        (partial["id"].as_str(), partial["isDuringSearch"].as_bool()),
        (Some("long"), Some(true))
    );
    assert!(partial["rootInfo"]["visits"].as_u64() > Some(0));
    // What waits has no results; what runs has those so far.
    session.send(
        &json!({"id": "t", "action": "terminate", "terminateId": "long", "turnNumbers": [1]}),
    );
    let mut waiting = session.next();
    while waiting["isDuringSearch"] == true {
        waiting = session.next();
    }
    assert_eq!(
        waiting,
        json!({"id": "long", "turnNumber": 1, "isDuringSearch": false, "noResults": true})
    );
    session.send(&json!({"id": "all", "action": "terminate_all"}));
    let (mut ended, mut echoes) = (Vec::new(), 0);
    while ended.len() < 2 || echoes < 2 {
        let told = session.next();
        if told.get("action").is_some() {
            echoes += 1;
        } else if told["isDuringSearch"] == false {
            ended.push(told);
        }
    }
    ended.sort_by_key(|told| told["id"].as_str() == Some("later"));
    assert!(ended[0]["rootInfo"]["visits"].as_u64() > Some(0));
    assert_eq!(ended[1]["noResults"], true);
    assert!(begin.elapsed() < Duration::from_mins(1));
    session.end();
}

#[test]
fn the_urgent_come_first() {
    let mut session = Session::start(&[]);
    // The worker is busy until all the others have arrived.
    session.send(&json!({"id": "busy", "agent": "uct", "maxTime": 600}));
    for (id, priority) in [("low", -1), ("first", 5), ("second", 5), ("usual", 0)] {
        session
            .send(&json!({"id": id, "variant": "5x5", "agent": "largest", "priority": priority}));
    }
    session.send(&json!({"id": "x", "action": "terminate", "terminateId": "busy"}));
    let mut order: Vec<String> =
        (0..6).map(|_| session.next()["id"].as_str().unwrap().to_owned()).collect();
    order.retain(|id| id != "x");
    assert_eq!(order, ["busy", "first", "second", "usual", "low"]);
    session.end();
}

#[test]
fn bad_options_are_refused() {
    let line = refusal(&["analysis", "--agent", "nobody"]);
    assert!(line.starts_with("error: agent \"nobody\": unknown name"), "{line}");
    let line = refusal(&["analysis", "--threads", "0"]);
    assert_eq!(line, "error: --threads is 0; it can be 1 to 256");
}
