//! Everything that a report needs to know of the results.

use cornerwise_core::Variant;

use super::Head;
use crate::elo::EloEstimate;
use crate::movers::Movers;
use crate::result::GameResult;
use crate::rounds::Rounds;
use crate::standings::Standings;

/// The results and what follows from them.
pub struct Summary<'a> {
    pub head: &'a Head,
    pub games: &'a [GameResult],
    pub movers: Movers,
    pub standings: Standings,
    /// By entrant: its place in the standings, from 1, which is its short name in tables and plots.
    pub places: Vec<usize>,
    pub variant_name: String,
}

impl<'a> Summary<'a> {
    pub fn new(head: &'a Head, games: &'a [GameResult]) -> Summary<'a> {
        let variant = head.variant.parse().or_else(|_| Variant::from_toml(&head.variant)).ok();
        let movers = variant.as_ref().map(|v| Movers::replay(v, games)).unwrap_or_default();
        let standings = Standings::new(&head.entrants, games, &movers);
        let mut places = vec![0; head.entrants.len()];
        for (place, &entrant) in (1..).zip(&standings.order) {
            places[entrant] = place;
        }
        let variant_name = variant.map_or_else(|| head.variant.clone(), |v| v.name().to_owned());
        Summary { head, games, movers, standings, places, variant_name }
    }

    /// A name for plots that fits 24 letters: the place, and as much of the spec as there is room for. Specs
    /// tend to differ in their last parameter, so it is the middle that goes.
    pub fn label(&self, entrant: usize) -> String {
        const ROOM: usize = 21;
        let name: Vec<char> = self.head.entrants[entrant].chars().collect();
        let text: String = if name.len() <= ROOM {
            name.into_iter().collect()
        } else {
            let end = &name[name.len() - 8..];
            name[..ROOM - 9].iter().chain(&['…']).chain(end).collect()
        };
        format!("{} {text}", self.places[entrant])
    }

    /// What a contest of two says in a sentence.
    pub fn verdict(&self) -> Option<String> {
        let &[best, other] = self.standings.order.as_slice() else { return None };
        let rounds = Rounds::between(self.games, best, other);
        let estimate = EloEstimate::of(&rounds)?;
        let count = rounds.len();
        Some(format!(
            "1 scores {:.1} % against 2 in {} games: Elo {estimate} (95 % interval over {count} {}), \
             likelihood of superiority {}.",
            100.0 * estimate.score,
            self.games.len(),
            if count == 1 { "round" } else { "rounds" },
            percent(estimate.superiority),
        ))
    }
}

/// A probability in per cent; never certain, since nothing is.
pub fn percent(probability: f64) -> String {
    match 100.0 * probability {
        p if p > 99.9 => "> 99.9 %".to_owned(),
        p if p < 0.1 => "< 0.1 %".to_owned(),
        p => format!("{p:.1} %"),
    }
}
