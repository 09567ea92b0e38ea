//! Drawings of positions: a played game as people see it, and every position as well-formed SVG.

use cornerwise_core::draw::{self, Ink, Size, Style, Theme};
use cornerwise_core::{Colour, Move, Position, Variant, game_rng};
use proptest::prelude::*;

type Played = (Position, Option<(Colour, Move)>);

/// The position after some random moves, and the last of them.
fn random_position(variant: &str, moves: usize, seed: u64) -> Played {
    let mut position = Position::start(variant.parse().unwrap());
    let mut rng = game_rng(seed, 0);
    let mut last = None;
    for _ in 0..moves {
        let Some(mv) = position.sample_move(&mut rng) else { break };
        last = position.to_play().map(|colour| (colour, mv));
        position.play(mv).unwrap();
    }
    (position, last)
}

fn after(variant: &str, moves: &[&str]) -> Played {
    let mut position = Position::start(variant.parse().unwrap());
    let mut last = None;
    for word in moves {
        let mv = word.parse().unwrap();
        last = position.to_play().map(|colour| (colour, mv));
        position.play(mv).unwrap();
    }
    (position, last)
}

#[test]
fn text_of_the_start() {
    let (position, _) = random_position("classic-3", 0, 0);
    insta::assert_snapshot!(draw::text(&position, &[], Ink::Plain));
}

#[test]
fn text_of_a_game() {
    let moves = ["d10,e10,d11,d12,d13", "j3,j4,j5,j6,j7", "f11,g11,h11,f12"];
    let (position, last) = after("duo", &moves);
    insta::assert_snapshot!(draw::text(&position, last.as_slice(), Ink::Plain));
}

#[test]
fn text_of_a_finished_game() {
    // Always the move in the middle of the list: a game that does not depend on random numbers.
    let mut position = Position::start("classic-2".parse().unwrap());
    let mut last = None;
    while let Some(colour) = position.to_play() {
        let moves = position.legal_moves();
        last = Some((colour, moves[moves.len() / 2]));
        position.play(moves[moves.len() / 2]).unwrap();
    }
    insta::assert_snapshot!(draw::text(&position, last.as_slice(), Ink::Plain));
}

#[test]
fn text_in_colours() {
    let (position, last) = after("5x5", &["a5,b5,a4", "e1,d1"]);
    let text = draw::text(&position, last.as_slice(), Ink::Ansi);
    insta::assert_snapshot!(text.replace('\x1b', "␛"));
}

#[test]
fn a_suggested_move_is_drawn_and_hides_nothing() {
    let (position, _) = after("5x5", &["a5,b5,a4", "e1,d1"]);
    let black = Colour::from_index(0);
    let highlights = ["c4,d4,c3", "b5,c5"].map(|mv| (black, mv.parse().unwrap()));
    insta::assert_snapshot!(draw::text(&position, &highlights, Ink::Plain));
    let picture = draw::svg(&position, &highlights[..1], &Style::default());
    assert_eq!(picture.matches("stroke-dasharray").count(), 1);
}

#[test]
fn svg_of_a_small_game() {
    let (position, last) = after("5x5", &["a5,b5,a4", "e1,d1"]);
    insta::assert_snapshot!(draw::svg(&position, last.as_slice(), &Style::default()));
}

#[test]
fn every_option_of_a_picture_does_something() {
    let (position, last) = after("5x5", &["a5,b5,a4"]);
    let usual = draw::svg(&position, last.as_slice(), &Style::default());
    let others = [
        Style { theme: Theme::Dark, ..Style::default() },
        Style { size: Size::Edge(99), ..Style::default() },
        Style { coordinates: false, ..Style::default() },
        Style { corner_dots: false, ..Style::default() },
        Style { highlights: false, ..Style::default() },
    ];
    for style in others {
        assert_ne!(draw::svg(&position, last.as_slice(), &style), usual, "{style:?}");
    }
}

/// A preset that is easy to draw in words: `NxN` with 2 to 4 colours, or one of the named ones.
fn presets() -> impl Strategy<Value = String> {
    let squares = (2..=20_usize, 2..=4_usize).prop_map(|(size, colours)| match colours {
        2 => format!("{size}x{size}"),
        _ => format!("{size}x{size}-{colours}"),
    });
    prop_oneof![
        squares,
        prop::sample::select(vec!["duo", "classic", "classic-2", "classic-3"])
            .prop_map(String::from)
    ]
}

fn styles() -> impl Strategy<Value = Style> {
    let theme = prop::sample::select(Theme::ALL.to_vec());
    let size = prop_oneof![(1..100_u32).prop_map(Size::Cell), Size::EDGES.prop_map(Size::Edge)];
    (theme, size, any::<[bool; 3]>()).prop_map(
        |(theme, size, [coordinates, corner_dots, highlights])| Style {
            theme,
            size,
            coordinates,
            corner_dots,
            highlights,
        },
    )
}

proptest! {
    #[test]
    fn every_position_is_drawn(
        variant in presets(),
        moves in 0..90_usize,
        seed: u64,
        style in styles(),
        highlights in prop::collection::vec((0..4_usize, 0..Move::INDICES), 0..4),
    ) {
        let (position, last) = random_position(&variant, moves, seed);
        let colours = position.variant().colour_count();
        let others = highlights.into_iter().filter_map(|(colour, index)| {
            Some((Colour::from_index(colour % colours), Move::from_index(index)?))
        });
        let highlights: Vec<_> = last.into_iter().chain(others).collect();

        let picture = draw::svg(&position, &highlights, &style);
        let document = roxmltree::Document::parse(&picture).unwrap();
        let outlines = document.descendants().filter(|node| {
            node.attribute("d").is_some_and(|path| path.ends_with('Z'))
        });
        prop_assert!(outlines.count() >= position.moves_played());

        let plain = draw::text(&position, &highlights, Ink::Plain);
        prop_assert!(plain.is_ascii());
        prop_assert!(plain.lines().all(|line| line.len() <= 90));
        draw::text(&position, &highlights, Ink::Ansi);
    }

    /// The board can be read back from the plain drawing.
    #[test]
    fn plain_text_is_unambiguous(variant in presets(), moves in 0..90_usize, seed: u64) {
        let (position, last) = random_position(&variant, moves, seed);
        let text = draw::text(&position, last.as_slice(), Ink::Plain);
        let size = position.variant().size();
        for (i, line) in text.lines().skip(1).take(size).enumerate() {
            for column in 0..size {
                let cell = cornerwise_core::Cell::new(column, size - 1 - i);
                let sign = line.as_bytes().get(3 + 2 * column).map_or(' ', |&byte| byte as char);
                let read = occupant(position.variant(), sign);
                prop_assert_eq!(read, position.occupant(cell), "{}", cell);
            }
        }
    }
}

/// Whose piece a sign of the plain drawing stands for.
fn occupant(variant: &Variant, sign: char) -> Option<Colour> {
    let signs =
        if variant.colour_count() == 2 { ["#B", "oW", "", ""] } else { ["#B", "+Y", "xR", "oG"] };
    signs.iter().position(|own| own.contains(sign)).map(Colour::from_index)
}

#[cfg(feature = "png")]
mod png {
    use super::*;

    /// Width and height as the header of a PNG file tells them.
    fn dimensions(png: &[u8]) -> (u32, u32) {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    #[test]
    fn a_png_has_the_size_that_was_asked_for() {
        let (position, last) = after("5x5", &["a5,b5,a4"]);
        for edge in [16, 97, 600] {
            let style = Style { size: Size::Edge(edge), ..Style::default() };
            let png = draw::png(&position, last.as_slice(), &style).unwrap();
            assert_eq!(dimensions(&png), (edge, edge));
        }
        let style = Style { size: Size::Cell(10), coordinates: false, ..Style::default() };
        let png = draw::png(&position, &[], &style).unwrap();
        assert_eq!(dimensions(&png), (58, 58));
    }

    #[test]
    fn a_png_is_the_same_each_time_and_shows_the_position() {
        let (position, last) = after("5x5", &["a5,b5,a4"]);
        let draw = |position: &Position| draw::png(position, &[], &Style::default()).unwrap();
        assert_eq!(draw(&position), draw(&position.clone()));
        assert!(last.is_some());
        assert_ne!(draw(&position), draw(&Position::new(position.tables())));
    }

    #[test]
    fn absurd_sizes_are_refused() {
        let position = Position::start("2x2".parse().unwrap());
        for size in [Size::Edge(0), Size::Edge(4097), Size::Cell(0), Size::Cell(u32::MAX)] {
            let style = Style { size, ..Style::default() };
            assert!(draw::png(&position, &[], &style).is_err(), "{size:?}");
        }
    }
}
