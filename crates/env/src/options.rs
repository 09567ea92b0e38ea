//! What an environment is made of, as its user says it.

use cornerwise_core::Variant;
use cornerwise_net::Layout;

use crate::illegal::Illegal;
use crate::observation::Observation;
use crate::reward::Reward;
use crate::shaping::Shaping;

/// Declares a choice between words.
macro_rules! words {
    (
        $(#[$doc:meta])* $name:ident, $what:literal {
            $($(#[$case_doc:meta])* $case:ident = $word:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$case_doc])* $case,)*
        }

        impl $name {
            /// All of them with their names.
            pub const ALL: &[($name, &'static str)] = &[$(($name::$case, $word)),*];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $($name::$case => $word),* })
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::EnvError;

            fn from_str(word: &str) -> Result<$name, $crate::EnvError> {
                $crate::options::choose($name::ALL, $what, word)
            }
        }
    };
}

pub(crate) use words;

/// The choice that a word names.
pub(crate) fn choose<T: Copy>(
    all: &[(T, &'static str)],
    what: &'static str,
    word: &str,
) -> Result<T, crate::EnvError> {
    let named = all.iter().find(|(_, name)| *name == word);
    named.map(|(choice, _)| *choice).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|(_, name)| *name).collect();
        let word = cornerwise_core::excerpt(word);
        crate::EnvError::Word { what, word, allowed: names.join(", ") }
    })
}

words! {
    /// How the board lies for a learner.
    Perspective, "perspective" {
        /// Turned so that the mover's start cell lies where the first colour's does, with the mover's colours first.
        Mover = "mover",
        /// As it is.
        Board = "board",
    }
}

/// Where the learner sits when there are opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatChoice {
    /// Always on the same seat, counted from 0.
    Fixed(usize),
    /// On a seat that is drawn anew for each game.
    Random,
}

/// What is played, what a learner is given, and what it is rewarded for.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The rules.
    pub variant: Variant,
    /// How actions are numbered.
    pub layout: Layout,
    /// How the board lies, for actions and observations.
    pub perspective: Perspective,
    /// What a position looks like.
    pub observation: Observation,
    /// What learners are rewarded for.
    pub reward: Reward,
    /// A potential whose changes are rewarded too.
    pub shaping: Option<Shaping>,
    /// What an illegal action does.
    pub illegal: Illegal,
    /// The specs of hidden opponents: none, so that learners play all seats; one for all other seats; or one for each, in turn
    /// order after the learner.
    pub opponents: Vec<String>,
    /// Where the learner sits when there are opponents.
    pub seat: SeatChoice,
}

impl Options {
    /// Learners play all seats of a variant, see planes in the mover's frame, number placements, and are rewarded for winning.
    #[must_use]
    pub fn new(variant: Variant) -> Options {
        Options {
            variant,
            layout: Layout::Placements,
            perspective: Perspective::Mover,
            observation: Observation::Planes,
            reward: Reward::Win,
            shaping: None,
            illegal: Illegal::Lose,
            opponents: Vec::new(),
            seat: SeatChoice::Fixed(0),
        }
    }
}
