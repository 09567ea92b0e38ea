//! Last good reply: what answered a move well the last time.

use cornerwise_core::{Colour, Move};

/// For each colour, the move with which it answered a move of the colour before it in a game that it won,
/// until it loses a game with it.
pub struct LastGoodReplies {
    /// The index of the reply plus one, by colour and the move answered; 0 is none.
    table: Vec<u16>,
}

impl LastGoodReplies {
    pub fn new() -> LastGoodReplies {
        LastGoodReplies { table: vec![0; Colour::MAX * Move::INDICES] }
    }

    #[inline]
    fn at(colour: Colour, to: Move) -> usize {
        colour.index() * Move::INDICES + to.index()
    }

    /// The reply of a colour to a move.
    #[inline]
    pub fn get(&self, colour: Colour, to: Move) -> Option<Move> {
        let known = self.table[LastGoodReplies::at(colour, to)].checked_sub(1)?;
        Some(bytemuck::cast(known))
    }

    /// Notes how a game went for a colour that replied so.
    #[inline]
    pub fn learn(&mut self, colour: Colour, to: Move, reply: Move, won: bool) {
        let known = &mut self.table[LastGoodReplies::at(colour, to)];
        let reply = reply.index() as u16 + 1;
        if won {
            *known = reply;
        } else if *known == reply {
            *known = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_kept_until_it_loses() {
        let mut replies = LastGoodReplies::new();
        let colour = Colour::from_index(1);
        let [to, reply, other] = ["a1", "b2", "t20"].map(|mv| mv.parse::<Move>().unwrap());
        replies.learn(colour, to, reply, true);
        assert_eq!(replies.get(colour, to), Some(reply));
        assert_eq!(replies.get(Colour::from_index(0), to), None);
        replies.learn(colour, to, other, false);
        assert_eq!(replies.get(colour, to), Some(reply));
        replies.learn(colour, to, reply, false);
        assert_eq!(replies.get(colour, to), None);
    }
}
