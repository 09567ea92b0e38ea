//! Who stands up and sits down again to gain time.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::address;
use crate::common::client::{Client, a_move};
use crate::common::process::Process;
use crate::table::Figure;

/// The clock of each player, in seconds.
const CLOCK: u64 = 3;
/// How often somebody stands up within it.
const TIMES: u32 = 5;

pub fn run(binary: &Path) -> Vec<Figure> {
    let directory = tempfile::tempdir().unwrap();
    let server = Process::serve(binary, &[], directory.path());
    let ada = Client::from(address(10, 0), server.address).with_session();
    let bob = Client::from(address(10, 1), server.address).with_session();
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let room = json!({"variant": "duo", "seats": seats, "clock": {"main": CLOCK}});
    let begun = || {
        let id = ada.make_room(&room);
        assert_eq!(bob.act(&id, &json!({"type": "sit", "seat": 2})).0, 200);
        (id, Instant::now())
    };
    let stand_up = |id: &str| {
        for action in ["leave", "sit"] {
            let (status, answer) = ada.act(id, &json!({"type": action, "seat": 1}));
            assert_eq!(status, 200, "{action}: {answer}");
        }
    };
    let play = |id: &str| ada.act(id, &a_move(&ada.state(id), 0)).0;

    let (id, _) = begun();
    stand_up(&id);
    let early = play(&id);

    let (id, begin) = begun();
    let action = a_move(&ada.state(&id), 0);
    let all = Duration::from_secs(CLOCK);
    for _ in 0..TIMES {
        thread::sleep(all / (TIMES + 1));
        stand_up(&id);
    }
    thread::sleep((all + Duration::from_millis(200)).saturating_sub(begin.elapsed()));
    let (late, answer) = ada.act(&id, &action);
    let reason = answer["error"]["code"].as_str().unwrap_or("none").to_owned();
    let state = ada.state(&id);
    vec![
        Figure::count(
            "status of a move within the time, after standing up once",
            early as usize,
            200..=200,
        ),
        Figure::count(
            format!("status of a move after {CLOCK} s, after standing up {TIMES} times"),
            late as usize,
            400..=499,
        ),
        Figure::told("why it is refused", reason),
        Figure::fact("the game is lost on time", state["phase"] == "over"),
    ]
}
