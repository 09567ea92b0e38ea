//! `cornerwise match`

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use cornerwise_arena::{
    EloEstimate, GameResult, Movers, Plan, Rounds, SequentialTest, Sprt, SprtState, Standings,
    Verdict,
};
use serde_json::{Value, json};

use crate::matches::{Conditions, Session, Watcher, standings_table};
use crate::output::Outcome;

#[derive(ClapArgs)]
#[command(after_help = "\
The games come in rounds that begin with the same opening, in which everybody takes every seat: with two \
players, pairs with swapped colours. With fewer agents than players the last one takes the other seats, so that \
`match A B --variant classic` is one against three. Intervals are 95 % ones over rounds.

With --sprt the match ends as soon as the sequential test has decided; the exit code is then 0 for elo1, and 1 for \
elo0 or if the games did not suffice.

Ctrl-C ends the match and tells what was played so far. With --out nothing is lost, and the same command goes on.

Examples:
  cornerwise match largest corners --games 200
  cornerwise match uct:sims=1000 alphabeta:depth=2 --games 100 --concurrency 2 --out duel
  cornerwise match \"uct:c=0.7,sims=500\" uct:sims=500 --games 5000 --sprt elo0=0,elo1=20
  cornerwise match alphabeta 'gtp:\"other-engine --level 3\"' --variant classic --clock 60s+1s")]
pub struct Args {
    /// Who plays: two agents up to as many as there are players (`cornerwise agents` lists them)
    #[arg(required = true, num_args = 2.., value_name = "SPEC")]
    agents: Vec<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Stop as soon as it is clear whether the first agent is elo1 or only elo0 better than the second, such
    /// as elo0=0,elo1=10; also alpha and beta, the error rates [default: 0.05]
    #[arg(long, value_name = "BOUNDS")]
    sprt: Option<String>,
    #[command(flatten)]
    conditions: Conditions,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<Outcome> {
    let variant = args.conditions.variant()?;
    let mut plan = Plan::of_match(&variant, &args.agents, args.games)?;
    args.conditions.apply(&mut plan)?;
    let sprt = args.sprt.as_deref().map(Sprt::parse).transpose()?;
    ensure!(
        sprt.is_none() || plan.entrants.len() == 2,
        "--sprt compares two agents; here are {}",
        plan.entrants.len()
    );
    let mut session = Session::new(plan, args.conditions.out())?;
    let mut spectator = Spectator {
        test: sprt.map(|sprt| SequentialTest::new(sprt, (0, 1), session.round_length())),
    };
    session.play(args.conditions.concurrency()?, &mut spectator)?;

    let rounds = Rounds::between(session.results(), 0, 1);
    let answer = Answer {
        standings: session.standings()?,
        elo: EloEstimate::of(&rounds),
        pairs: rounds.histogram(session.round_length() as u32),
        sprt: spectator.test.map(|test| test.state()),
        session,
    };
    if args.json {
        writeln!(out, "{}", answer.json())?;
    } else {
        answer.write(variant.player_count(), out)?;
    }
    let refuted = answer.sprt.is_some_and(|state| state.verdict != Verdict::Elo1);
    Ok(if refuted { Outcome::Negative } else { Outcome::Success })
}

/// Follows the first agent against the second.
struct Spectator {
    test: Option<SequentialTest>,
}

impl Watcher for Spectator {
    fn see(&mut self, game: &GameResult) -> ControlFlow<()> {
        let Some(test) = &mut self.test else { return ControlFlow::Continue(()) };
        test.add(game);
        match test.state().verdict {
            Verdict::Open => ControlFlow::Continue(()),
            Verdict::Elo0 | Verdict::Elo1 => ControlFlow::Break(()),
        }
    }

    fn sum_up(&self, games: &[GameResult]) -> String {
        let names = vec![String::new(); games[0].seats.iter().max().map_or(1, |most| most + 1)];
        let row = Standings::new(&names, games, &Movers::default()).rows.swap_remove(0);
        let mut parts = vec![format!("{}-{}-{}", row.wins, row.draws, row.losses)];
        let elo = EloEstimate::of(&Rounds::between(games, 0, 1));
        parts.extend(elo.map(|elo| format!("Elo {elo}")));
        parts.extend(row.margin.get().map(|margin| format!("margin {margin:+.1}")));
        parts.extend(self.test.as_ref().map(|test| {
            let SprtState { llr, lower, upper, .. } = test.state();
            format!("LLR {llr:.2} ({lower:.2} to {upper:.2})")
        }));
        parts.join(", ")
    }
}

/// What there is to say of a match.
struct Answer {
    session: Session,
    standings: Standings,
    /// The first agent against the second.
    elo: Option<EloEstimate>,
    /// Whole rounds by the half points of the first agent.
    pairs: Vec<u64>,
    sprt: Option<SprtState>,
}

impl Answer {
    fn write(&self, players: usize, out: &mut impl Write) -> Result<()> {
        self.session.write_head(out)?;
        write!(out, "\n{}", standings_table(&self.standings, players))?;
        if let Some(elo) = &self.elo {
            let [first, second] = [0, 1].map(|entrant| &self.standings.rows[entrant].name);
            writeln!(out, "\n{first} against {second}: {:.1}% of the points", 100.0 * elo.score)?;
            writeln!(
                out,
                "Elo {elo}, superior with a likelihood of {:.1}%",
                100.0 * elo.superiority
            )?;
            if players == 2 {
                let counts: Vec<String> = self.pairs.iter().map(u64::to_string).collect();
                writeln!(out, "pairs with 0, ½, 1, 1½ and 2 points: {}", counts.join(" "))?;
            }
        }
        if let Some(SprtState { llr, lower, upper, verdict }) = self.sprt {
            let verdict = match verdict {
                Verdict::Open => "the games did not suffice",
                Verdict::Elo0 => "elo0 is accepted",
                Verdict::Elo1 => "elo1 is accepted",
            };
            writeln!(out, "SPRT: LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}")?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let mut answer = self.session.json(&self.standings);
        answer["elo"] = json!(self.elo);
        answer["rounds"] = json!(self.pairs);
        answer["sprt"] = json!(self.sprt);
        answer
    }
}
