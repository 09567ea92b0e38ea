//! The letters and digits of the coordinates as strokes, so that a picture needs no font.

/// A character as the strokes of a pen. The baseline is y = 0, y points down, capitals are 10 high.
pub(super) struct Glyph {
    pub width: f32,
    pub path: &'static str,
}

/// The room between two characters.
const GAP: f32 = 2.2;

const BOWL: &str = "M5-3.5A2.5 3.5 0 1 1 0-3.5A2.5 3.5 0 1 1 5-3.5";

/// The strokes that draw a text, each with its distance from the left, and the text's width.
pub(super) fn strokes(text: &str) -> (Vec<(f32, &'static str)>, f32) {
    let mut strokes = Vec::new();
    let mut x = 0.0;
    for character in text.chars() {
        let Glyph { width, path } = glyph(character);
        if has_bowl(character) {
            strokes.push((x, BOWL));
        }
        strokes.push((x, path));
        x += width + GAP;
    }
    (strokes, (x - GAP).max(0.0))
}

/// Letters that are a bowl with a stem.
fn has_bowl(character: char) -> bool {
    matches!(character, 'a' | 'b' | 'd' | 'g' | 'o' | 'p' | 'q')
}

fn glyph(character: char) -> Glyph {
    let (width, path) = match character {
        'a' => (5.0, "M5-7V0"),
        'b' => (5.0, "M0-10.5V0"),
        'c' => (4.7, "M4.7-5.16A2.5 3.5 0 1 0 4.7-1.84"),
        'd' => (5.0, "M5-10.5V0"),
        'e' => (5.0, "M0-3.5H5A2.5 3.5 0 1 0 4.4-1.22"),
        'f' => (4.0, "M4-10.5H3.5A2 2 0 0 0 1.5-8.5V0M0-7H3.7"),
        'g' => (5.0, "M5-7V.4A2.5 2.5 0 0 1 .4 1.7"),
        'h' => (5.0, "M0-10.5V0M0-4.5A2.5 2.5 0 0 1 5-4.5V0"),
        'i' => (0.0, "M0-7V0M0-9.9V-9.8"),
        'j' => (2.0, "M2-7V1A2 2 0 0 1 0 3M2-9.9V-9.8"),
        'k' => (4.6, "M0-10.5V0M4.3-7L0-2.8M1.7-4.4L4.6 0"),
        'l' => (1.8, "M0-10.5V-1.6A1.6 1.6 0 0 0 1.6 0H1.8"),
        'm' => (8.8, "M0-7V0M0-4.8A2.2 2.2 0 0 1 4.4-4.8V0M4.4-4.8A2.2 2.2 0 0 1 8.8-4.8V0"),
        'n' => (5.0, "M0-7V0M0-4.5A2.5 2.5 0 0 1 5-4.5V0"),
        'o' => (5.0, ""),
        'p' => (5.0, "M0-7V3"),
        'q' => (5.0, "M5-7V3"),
        'r' => (3.2, "M0-7V0M0-4.2A2.8 2.8 0 0 1 3.2-7"),
        's' => (
            4.7,
            "M4.4-5.8C4-6.6 3.3-7 2.4-7C1.1-7 .2-6.3 .2-5.3C.2-2.8 4.7-4.2 4.7-1.8C4.7-.7 3.8 0 2.4 0\
             C1.2 0 .4-.5 0-1.4",
        ),
        't' => (4.0, "M1.5-9.5V-1.8A1.8 1.8 0 0 0 3.3 0H4M0-7H4"),
        '0' => (5.2, "M5.2-5A2.6 5 0 1 1 0-5A2.6 5 0 1 1 5.2-5"),
        '1' => (2.4, "M0-8L2.4-10V0"),
        '2' => (5.0, "M0-7.5A2.5 2.5 0 1 1 4.5-6L0 0H5"),
        '3' => (5.0, "M.2-8.6A2.3 2.3 0 1 1 2.3-5.4A2.7 2.7 0 1 1-.2-1.7"),
        '4' => (5.2, "M3.8 0V-10L0-3H5.2"),
        '5' => (5.2, "M4.6-10H.8L.4-5.6A3 3 0 1 1 0-1.3"),
        '6' => (5.2, "M4-10C1.5-8.5 0-5.8 0-2.8A2.6 2.8 0 1 0 5.2-2.8A2.6 2.8 0 1 0 0-2.8"),
        '7' => (5.0, "M0-10H5L1.6 0"),
        '8' => (
            5.4,
            "M2.7-10A2.3 2.3 0 1 1 2.7-5.4A2.3 2.3 0 1 1 2.7-10\
             M2.7-5.4A2.7 2.7 0 1 1 2.7 0A2.7 2.7 0 1 1 2.7-5.4",
        ),
        '9' => (5.2, "M1.2 0C3.7-1.5 5.2-4.2 5.2-7.2A2.6 2.8 0 1 0 0-7.2A2.6 2.8 0 1 0 5.2-7.2"),
        _ => unreachable!("coordinates are made of a to t and digits"),
    };
    Glyph { width, path }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cell::{Cell, MAX_SIZE};

    #[test]
    fn every_coordinate_can_be_written_and_no_two_look_alike() {
        let mut seen = HashSet::new();
        for cell in (0..MAX_SIZE).map(|i| Cell::new(i, i)) {
            let name = cell.to_string();
            for label in [&name[..1], &name[1..]] {
                let (strokes, width) = strokes(label);
                assert!(seen.insert(format!("{strokes:?}")), "{label} looks like another label");
                assert!(width < 13.0, "{label} is too wide for a cell");
            }
        }
    }
}
