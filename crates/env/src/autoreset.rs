//! When a game of a batch begins anew.

use crate::options::words;

words! {
    /// When a game of a batch that is over begins anew; the modes are those of Gymnasium's vector environments.
    Autoreset, "autoreset mode" {
        /// With the step after the last one, whose action is not looked at.
        NextStep = "next_step",
        /// With the last step itself: what is observed is the new game, and the end is told apart.
        SameStep = "same_step",
        /// When it is asked for.
        Disabled = "disabled",
    }
}
