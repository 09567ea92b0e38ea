//! What happens to who plays an illegal action.

use crate::options::words;

words! {
    /// What an illegal action does.
    Illegal, "policy for illegal actions" {
        /// The game ends, and is lost: who played the action is last and scored as if it had placed nothing; all others share the win.
        Lose = "lose",
        /// An error, and the game stays as it was.
        Raise = "raise",
        /// A random legal move is played in its place.
        Random = "random",
    }
}
