//! Rewards on the way: the changes of a potential.

use cornerwise_core::{Player, Position};
use cornerwise_engine::{EVALUATIONS, Evaluation, Feature, Term};

use crate::error::EnvError;

/// A potential h of positions, whose changes are rewarded: discount · h(s′) − h(s) from one own turn to the next, where h is 0 before
/// the first turn and one of three numbers at the end.
///
/// ```
/// use cornerwise_env::Shaping;
/// let shaping = Shaping { ends: [20.0, 5.0, -20.0], ..Shaping::named("moves", 0.1).unwrap() };
/// assert_eq!(shaping.discount, 1.0);
/// assert!(Shaping::named("beauty", 1.0).is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shaping {
    /// What a position is worth to a player.
    pub evaluation: Evaluation,
    /// A factor of the evaluation.
    pub weight: f32,
    /// A factor of the potential after the move.
    pub discount: f32,
    /// The potential at the end of a game that was won, drawn or shared, or lost.
    pub ends: [f32; 3],
}

impl Shaping {
    /// A potential that is 0 at the end, of an evaluation or a feature with this name: own less the mean of the opponents'.
    ///
    /// # Errors
    /// When there is none with this name, or the weight is not finite.
    pub fn named(name: &str, weight: f32) -> Result<Shaping, EnvError> {
        let feature = Feature::ALL.iter().find(|(_, known, _)| *known == name);
        let of_feature =
            feature.map(|&(feature, ..)| Evaluation::new(vec![Term::difference(feature, 1.0)]));
        let evaluation = Evaluation::named(name).or(of_feature).ok_or_else(|| {
            let evaluations = EVALUATIONS.iter().map(|named| named.name);
            let names: Vec<_> = evaluations.chain(Feature::ALL.map(|(_, name, _)| name)).collect();
            let word = cornerwise_core::excerpt(name);
            EnvError::Word { what: "potential", word, allowed: names.join(", ") }
        })?;
        let shaping = Shaping { evaluation, weight, discount: 1.0, ends: [0.0; 3] };
        shaping.check()?;
        Ok(shaping)
    }

    pub(crate) fn check(&self) -> Result<(), EnvError> {
        let bound = |what, value: f32, is_allowed: bool, allowed| {
            let value = f64::from(value);
            if is_allowed { Ok(()) } else { Err(EnvError::Number { what, value, allowed }) }
        };
        bound("the potential's weight", self.weight, self.weight.is_finite(), "any finite number")?;
        let is_share = (0.0..=1.0).contains(&self.discount);
        bound("the potential's discount", self.discount, is_share, "0 to 1")?;
        for end in self.ends {
            bound("the potential at the end", end, end.is_finite(), "any finite number")?;
        }
        Ok(())
    }

    pub(crate) fn potential(&self, position: &Position, player: Player) -> f32 {
        self.weight * self.evaluation.of(position, player) as f32
    }

    /// The potential at the end, for a share of the win.
    pub(crate) fn end(&self, share: f32) -> f32 {
        let [won, shared, lost] = self.ends;
        match share {
            1.0 => won,
            0.0 => lost,
            _ => shared,
        }
    }
}
