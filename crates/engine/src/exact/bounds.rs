//! What a search has proven of a position.

/// How much more the side to move will gain than the other, and the move that proved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub lower: i8,
    pub upper: i8,
    /// The number of a placement.
    pub best: u16,
}

impl Bounds {
    pub const NO_MOVE: u16 = u16::MAX;
    pub const UNKNOWN: Bounds = Bounds { lower: i8::MIN, upper: i8::MAX, best: Bounds::NO_MOVE };

    pub fn pack(self) -> u32 {
        let [lower, upper] = [self.lower, self.upper].map(|bound| u32::from(bound as u8));
        lower | upper << 8 | u32::from(self.best) << 16
    }

    pub fn unpack(word: u32) -> Bounds {
        Bounds { lower: word as i8, upper: (word >> 8) as i8, best: (word >> 16) as u16 }
    }
}
