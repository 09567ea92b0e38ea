//! The colours of pictures and terminals.
//!
//! Four colours are Okabe and Ito's blue, yellow, vermilion and green, moved apart in lightness, so that
//! they differ for every kind of colour vision and in grey. Two colours are what their names say.

use super::style::Theme;
use crate::variant::{Colour, Variant};

/// A colour in red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb(pub u32);

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// What a piece is painted with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub fill: Rgb,
    /// The outline of the piece.
    pub edge: Rgb,
    /// The seams between its squares.
    pub seam: Rgb,
    /// A mark on the piece.
    pub mark: Rgb,
    pub terminal: Terminal,
}

/// A colour's numbers among the 256 colours of terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terminal {
    pub fill: u8,
    pub mark: u8,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette {
    /// Around the board, behind the coordinates.
    pub frame: Rgb,
    /// The rim of the frame.
    pub rim: Rgb,
    /// Between the free cells.
    pub grid: Rgb,
    /// A free cell.
    pub cell: Rgb,
    /// The coordinates.
    pub ink: Rgb,
    /// The free cells of terminals, and faint signs on them.
    pub terminal_cell: u8,
    pub terminal_ink: u8,
    paints: [Paint; Colour::MAX],
}

const fn paint(fill: u32, edge: u32, seam: u32, mark: u32, terminal: (u8, u8)) -> Paint {
    Paint {
        fill: Rgb(fill),
        edge: Rgb(edge),
        seam: Rgb(seam),
        mark: Rgb(mark),
        terminal: Terminal { fill: terminal.0, mark: terminal.1 },
    }
}

impl Palette {
    pub(super) fn new(variant: &Variant, theme: Theme) -> Palette {
        match (variant.colour_count(), theme) {
            (2, Theme::Light) => TWO_LIGHT,
            (2, Theme::Dark) => TWO_DARK,
            (_, Theme::Light) => FOUR_LIGHT,
            (_, Theme::Dark) => FOUR_DARK,
        }
    }

    pub(super) fn paint(&self, colour: Colour) -> Paint {
        self.paints[colour.index()]
    }
}

const BLACK: (u8, u8) = (233, 215);
const WHITE: (u8, u8) = (231, 166);

const TWO_LIGHT: Palette = {
    let black = paint(0x2b_3240, 0x0e_131c, 0x49_5263, 0xf2_b134, BLACK);
    let white = paint(0xff_fdf7, 0x8d_8774, 0xdd_d8c9, 0xd5_5e00, WHITE);
    Palette {
        frame: Rgb(0xf7_f4ed),
        rim: Rgb(0xd8_d1c1),
        grid: Rgb(0xb9_b19d),
        cell: Rgb(0xcd_c6b4),
        ink: Rgb(0x6b_6555),
        terminal_cell: 246,
        terminal_ink: 240,
        paints: [black, white, black, white],
    }
};

const TWO_DARK: Palette = {
    let black = paint(0x10_141b, 0x00_0000, 0x2e_3644, 0xf2_b134, BLACK);
    let white = paint(0xec_e8dc, 0x6f_6b60, 0xc4_bfae, 0xd5_5e00, WHITE);
    Palette {
        frame: Rgb(0x1b_212b),
        rim: Rgb(0x33_3c4a),
        grid: Rgb(0x46_5061),
        cell: Rgb(0x59_6475),
        ink: Rgb(0xa3_aebf),
        ..TWO_LIGHT
    }
    .with([black, white, black, white])
};

const FOUR_LIGHT: Palette = {
    let blue = paint(0x00_5a9c, 0x00_3560, 0x3f_88bf, 0xff_ffff, (25, 231));
    let yellow = paint(0xf4_dc2e, 0x9b_8400, 0xff_f29a, 0x4a_3d00, (227, 16));
    let red = paint(0xd5_5e00, 0x84_3500, 0xf0_8f44, 0xff_ffff, (166, 231));
    let green = paint(0x35_b58c, 0x0a_6b4d, 0x83_d9bb, 0x00_3323, (79, 16));
    Palette {
        frame: Rgb(0xf6_f6f3),
        rim: Rgb(0xd6_d6d0),
        grid: Rgb(0xd5_d5cf),
        cell: Rgb(0xe8_e8e3),
        ink: Rgb(0x66_6660),
        terminal_cell: 236,
        terminal_ink: 244,
        paints: [blue, yellow, red, green],
    }
};

const FOUR_DARK: Palette = {
    let blue = paint(0x0a_72bd, 0x02_2b4b, 0x56_a5dd, 0xff_ffff, (25, 231));
    let yellow = paint(0xf0_dc4a, 0x5c_5000, 0xff_f5b0, 0x4a_3d00, (227, 16));
    let red = paint(0xe0_6a10, 0x5c_2600, 0xf7_a262, 0xff_ffff, (166, 231));
    let green = paint(0x4c_c79e, 0x04_4632, 0x98_e6cc, 0x00_3323, (79, 16));
    Palette {
        frame: Rgb(0x1b_212b),
        rim: Rgb(0x33_3c4a),
        grid: Rgb(0x22_2935),
        cell: Rgb(0x2e_3644),
        ink: Rgb(0xa3_aebf),
        ..FOUR_LIGHT
    }
    .with([blue, yellow, red, green])
};

impl Palette {
    const fn with(mut self, paints: [Paint; Colour::MAX]) -> Palette {
        self.paints = paints;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(Rgb(rgb): Rgb) -> [f64; 3] {
        [16, 8, 0].map(|shift| {
            let value = f64::from(rgb >> shift & 0xff) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// CIE 1976 lightness, 0 to 100.
    fn lightness(colour: Rgb) -> f64 {
        let [r, g, b] = linear(colour);
        let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        if luminance > 0.008_856 { 116.0 * luminance.cbrt() - 16.0 } else { 903.3 * luminance }
    }

    /// The colours as CIE L*a*b*, as seen by one of the three kinds of dichromats (after Machado, Oliveira
    /// and Fernandes, 2009) or by everyone else.
    fn seen(colour: Rgb, vision: [[f64; 3]; 3]) -> [f64; 3] {
        let light = linear(colour);
        let times = |rows: [[f64; 3]; 3], column: [f64; 3]| {
            rows.map(|row| row.iter().zip(column).map(|(a, b)| a * b).sum::<f64>())
        };
        let rgb = times(vision, light).map(|value| value.clamp(0.0, 1.0));
        let to_xyz = [
            [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
            [0.2126, 0.7152, 0.0722],
            [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
        ];
        let [x, y, z] = times(to_xyz, rgb).map(|value| {
            if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
        ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    fn palettes() -> impl Iterator<Item = (usize, Theme, Palette)> {
        ["2x2", "4x4-4"].into_iter().flat_map(|name| {
            let variant: Variant = name.parse().unwrap();
            Theme::ALL.map(|theme| (variant.colour_count(), theme, Palette::new(&variant, theme)))
        })
    }

    /// The fills of the pieces and the free cell, which all need to be told apart.
    fn surfaces(colours: usize, palette: &Palette) -> Vec<Rgb> {
        let fills = (0..colours).map(|colour| palette.paint(Colour::from_index(colour)).fill);
        fills.chain([palette.cell]).collect()
    }

    fn pairs(colours: &[Rgb]) -> impl Iterator<Item = (Rgb, Rgb)> {
        let after = move |i: usize| colours[i + 1..].iter().map(move |&other| (colours[i], other));
        (0..colours.len()).flat_map(after)
    }

    #[test]
    fn pieces_differ_in_lightness() {
        for (colours, theme, palette) in palettes() {
            for (a, b) in pairs(&surfaces(colours, &palette)[..colours]) {
                let difference = (lightness(a) - lightness(b)).abs();
                assert!(difference > 9.0, "{theme}: {a} and {b} differ by {difference:.1}");
            }
        }
    }

    #[test]
    fn pieces_and_board_differ_for_every_colour_vision() {
        for (colours, theme, palette) in palettes() {
            for (name, vision) in VISIONS {
                for (a, b) in pairs(&surfaces(colours, &palette)) {
                    let (p, q) = (seen(a, vision), seen(b, vision));
                    let squares = p.iter().zip(q).map(|(p, q)| (p - q) * (p - q));
                    let distance = squares.sum::<f64>().sqrt();
                    assert!(distance > 18.0, "{theme}, {name}: {a} and {b}: {distance:.1}");
                }
            }
        }
    }

    #[test]
    fn marks_stand_out_on_their_pieces() {
        for (colours, theme, palette) in palettes() {
            for colour in (0..colours).map(Colour::from_index) {
                let Paint { fill, mark, .. } = palette.paint(colour);
                let difference = (lightness(fill) - lightness(mark)).abs();
                assert!(difference > 35.0, "{theme}: {mark} on {fill} differs by {difference:.1}");
            }
        }
    }
}
