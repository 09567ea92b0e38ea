//! The report of contests with made-up players: real moves, results by chance.

use cornerwise_arena::report::{Head, html, markdown};
use cornerwise_arena::{End, GameResult, MoveStats};
use cornerwise_core::{Position, Variant, game_rng};
use rand::RngExt;

const LONG: &str = "uct:select=ucb1-tuned,fpu=heuristic,sims=100000,playouts=(mixed:0.9*alphabeta+0.1*random),time=1500ms,threads=4";
const HOSTILE: &str = "gtp:\"run <b>&'| `x` \"#00C000\"\"";

/// Games of everybody against everybody, or of everybody at one table, on a board of this variant. Players
/// take the largest of some random moves, the stronger ones of more, and guess their chances.
fn contest(variant: &str, entrants: usize, rounds: u64) -> Vec<GameResult> {
    let variant: Variant = variant.parse().unwrap();
    let players = variant.player_count();
    let tables: Vec<Vec<usize>> = if players == 2 {
        (0..entrants).flat_map(|a| (a + 1..entrants).map(move |b| vec![a, b])).collect()
    } else {
        vec![(0..players).map(|player| player % entrants).collect()]
    };
    let mut games = Vec::new();
    for round in 0..rounds * tables.len() as u64 {
        for turn in 0..players {
            let mut seats = tables[(round / rounds) as usize].clone();
            seats.rotate_left(turn);
            games.push(game(&variant, games.len() as u64, round, seats));
        }
    }
    games
}

fn game(variant: &Variant, number: u64, round: u64, seats: Vec<usize>) -> GameResult {
    let mut rng = game_rng(5, number);
    let opening = 2;
    let mut position = Position::start(variant.clone());
    let (mut moves, mut turns) = (Vec::new(), Vec::new());
    while let Some(player) = position.player_to_play() {
        let legal = position.legal_moves();
        let tries = 1 + 2 * seats[player.index()];
        let draw = |_| legal[rng.random_range(0..legal.len())];
        let best = (0..tries).map(draw).max_by_key(|mv| mv.cells().len()).unwrap();
        moves.push(best);
        if moves.len() > opening {
            let scores = position.player_scores();
            let own = scores[player.index()];
            let others: i32 = scores.iter().sum::<i32>() - own;
            let ahead = f64::from(own) - f64::from(others) / (scores.len() - 1) as f64;
            let value = 1.0 / (1.0 + (-ahead / 8.0).exp());
            let has_opinion = seats[player.index()] != 1;
            let millis = (1.0 + rng.random::<f64>()) * tries as f64;
            turns.push(MoveStats { millis, value: has_opinion.then_some(value) });
        }
        position.play(best).unwrap();
    }
    let remaining = |player| {
        let own = variant.colours().filter(|&colour| position.player_of(colour) == player);
        own.map(|colour| 89 - position.area(colour) as u32).sum()
    };
    GameResult {
        game: number,
        round,
        seed: number as u32,
        opening,
        moves,
        ranks: position.ranks(),
        scores: position.player_scores(),
        remaining: variant.players().map(remaining).collect(),
        end: End::Played,
        turns,
        seats,
    }
}

fn head(variant: &str, entrants: &[&str]) -> Head {
    Head {
        title: "Round robin <of made-up players>".to_owned(),
        variant: variant.to_owned(),
        entrants: entrants.iter().map(|&name| name.to_owned()).collect(),
        conditions: vec![
            ("openings".to_owned(), "random:2".to_owned()),
            ("seed".to_owned(), "5".to_owned()),
        ],
    }
}

fn forfeit(games: &mut [GameResult]) {
    let reason = "illegal move <a1 & a2>".to_owned();
    games[1].end = End::Forfeit { player: 1, reason };
    (games[1].ranks[0], games[1].ranks[1]) = (1, 2);
}

fn duo() -> (Head, Vec<GameResult>) {
    let mut games = contest("8x8", 4, 6);
    forfeit(&mut games);
    (head("8x8", &["random", LONG, HOSTILE, "largest"]), games)
}

#[test]
fn a_page_is_whole_and_loads_nothing() {
    let (head, games) = duo();
    let page = html(&head, &games);
    for part in ["Standings", "Cross table", "Heat map", "Scores", "Win rate over plies", "Games"] {
        assert!(page.contains(&format!("<h2>{part}</h2>")), "{part}");
    }
    for outside in ["http:", "https:", "<script", "<link", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    // Two plots of all, one of scores, and values of the three who have them.
    assert_eq!(page.matches("<svg ").count(), 6);
    assert_eq!(page.matches("</svg>").count(), 6);
    assert_eq!(html(&head, &games), page, "the same results are the same page");
}

#[test]
fn whatever_names_hold_is_text() {
    let (head, games) = duo();
    let page = html(&head, &games);
    assert!(page.contains("<h1>Round robin &lt;of made-up players&gt;</h1>"));
    assert!(page.contains("gtp:&quot;run &lt;b&gt;&amp;&#39;| `x` &quot;#00C000&quot;&quot;"));
    assert!(page.contains("forfeits: illegal move &lt;a1 &amp; a2&gt;"));
    for raw in ["<b>", "<of", "<a1"] {
        assert!(!page.contains(raw), "{raw}");
    }
}

/// Every colour is the page's to choose, so that plots are legible in light and in dark.
#[test]
fn plots_have_no_colours_of_their_own() {
    let (head, games) = duo();
    let page = html(&head, &games);
    for attribute in ["fill=\"", "stroke=\""] {
        for (at, _) in page.match_indices(attribute) {
            let value = page[at + attribute.len()..].split('"').next().unwrap();
            let own = value == "none" || value == "currentColor" || value.starts_with("var(--");
            assert!(own, "{attribute}{value}");
        }
    }
}

#[test]
fn tables_are_full_in_markdown_too() {
    let (head, games) = duo();
    let text = markdown(&head, &games);
    assert!(text.contains("| variant | 8x8 |"));
    assert!(text.contains("| openings | random:2 |"));
    let standings: Vec<&str> = text.lines().filter(|line| line.contains(LONG)).collect();
    assert_eq!(standings.len(), 2, "a row in the standings and one in the cross table");
    // The bar in a name does not end its cell.
    for line in text.lines().filter(|line| line.contains("gtp:")) {
        assert!(line.contains("``` gtp:\"run <b>&'\\| `x` \"#00C000\"\" ```"), "{line}");
    }
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let table: Vec<usize> = text.lines().filter(|l| l.starts_with('|')).map(columns).collect();
    assert_eq!(table[..7], [3; 7], "conditions");
    assert_eq!(table[7..13], [16; 6], "standings");
    assert_eq!(table[13..], [7; 6], "cross table");
    assert!(!text.contains("NaN") && !text.contains("inf"));
}

#[test]
fn two_players_are_compared_in_a_sentence() {
    let games = contest("6x6", 2, 10);
    let text = markdown(&head("6x6", &["a", "b"]), &games);
    let line = text.lines().find(|line| line.starts_with("1 scores")).unwrap();
    assert!(line.contains("in 20 games: Elo ") && line.contains("over 10 rounds"), "{line}");
}

#[test]
fn every_variant_has_a_report() {
    for (variant, entrants) in [("classic-2", 2), ("classic-3", 3), ("classic", 2), ("5x5-4", 4)] {
        let games = contest(variant, entrants, 2);
        let head = head(variant, &["a", "b", "c", "d"][..entrants]);
        let page = html(&head, &games);
        assert!(page.contains("<h2>Win rate over plies</h2>"), "{variant}");
        assert!(!page.contains("NaN"), "{variant}");
    }
}

/// A variant that a user has defined is given as its file.
#[test]
fn a_defined_variant_has_times_and_a_name() {
    let games = contest("6x6", 2, 2);
    let mut head = head("6x6", &["a", "b"]);
    let preset: Variant = "6x6".parse().unwrap();
    head.variant = preset.to_toml().replace("6x6", "ours");
    let text = markdown(&head, &games);
    assert!(text.contains("| variant | ours |"), "{text}");
    let first = text.lines().find(|line| line.starts_with("| 1 |")).unwrap();
    assert!(!first.ends_with("– | – |"), "times are known: {first}");

    head.variant = "of another world".to_owned();
    let text = markdown(&head, &games);
    let first = text.lines().find(|line| line.starts_with("| 1 |")).unwrap();
    assert!(first.ends_with("– | – |"), "times are not known: {first}");
}

#[test]
fn nothing_played_is_a_report_too() {
    let head = head("duo", &["a", "b"]);
    let page = html(&head, &[]);
    assert!(page.contains("0 games") && !page.contains("NaN"));
    assert!(!html(&Head::default(), &[]).contains("NaN"));
}
