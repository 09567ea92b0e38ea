//! What must hold for any lines that are said to the GTP engine.

use cornerwise_engine::{Registry, Stop};
use cornerwise_gtp::engine::{Engine, Options, Reply};
use cornerwise_gtp::protocol::Command;

/// Commands that reach files or make other agents, whatever their size.
const APART: [&str; 3] = ["loadsgf", "savesgf", "param"];

/// Every command has a response that can be read again, and the game is one that the rules allow.
pub fn gtp(data: &[u8]) {
    let variant = "5x5".parse().unwrap();
    let agent = "largest".to_owned();
    let options = Options { variant, agent, seed: Some(1), time: None, ponder: false };
    let mut engine = Engine::new(Registry::default(), options).unwrap();
    for line in String::from_utf8_lossy(data).lines().take(200) {
        let Some(command) = Command::read(line) else { continue };
        if APART.contains(&command.name.as_str()) {
            continue;
        }
        match engine.execute(&command) {
            Reply::Response(response) | Reply::Move(response) => {
                assert_eq!(response.id, command.id);
                let text = response.to_string();
                assert!(text.ends_with("\n\n") && text.matches("\n\n").count() == 1, "{text:?}");
                if let Err(error) = response.result {
                    assert!(error.lines().count() == 1 && error.len() < 1000, "{error}");
                }
            }
            Reply::Last(_) => break,
            Reply::Analysis { analysis, .. } => {
                let stop = Stop::default();
                stop.raise();
                let mut tell = |line: &str| assert!(line.starts_with("info move "), "{line}");
                engine.analyse(&analysis, &stop, &mut tell).unwrap();
            }
        }
    }
    let mut game = cornerwise_core::Game::new(engine.game().start().clone());
    for (colour, mv) in engine.game().placements() {
        game.play_as(colour, mv).unwrap();
    }
    assert!(*engine.game() == game);
}
