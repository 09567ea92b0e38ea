//! The table of commands, from which dispatch, the lists and the documentation come.

use super::Engine;
use super::call::Call;
use super::refusal::Refusal;

/// What the engine knows of a command.
pub struct Row {
    /// The first word of the line.
    pub name: &'static str,
    /// What follows it, optional parts in brackets.
    pub arguments: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    pub(super) handler: Handler,
}

/// What is to be done.
#[derive(Clone, Copy)]
pub(super) enum Handler {
    Answer(fn(&mut Engine, &Call<'_>) -> Result<String, Refusal>),
    /// Answers with a move that is played.
    Decide(fn(&mut Engine, &Call<'_>) -> Result<String, Refusal>),
    Quit,
    Analyse,
}

impl Row {
    /// The row of a command.
    pub fn of(name: &str) -> Option<&'static Row> {
        COMMANDS.iter().find(|row| row.name == name)
    }

    /// The command with its arguments.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

const fn row(
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    handler: fn(&mut Engine, &Call<'_>) -> Result<String, Refusal>,
) -> Row {
    Row { name, arguments, summary, handler: Handler::Answer(handler) }
}

/// All commands.
pub const COMMANDS: &[Row] = &[
    row("name", "", "the engine's name", Engine::name),
    row("version", "", "its version", Engine::version),
    row("protocol_version", "", "the version of GTP, 2", Engine::protocol_version),
    row("known_command", "NAME", "whether there is such a command", Engine::known_command),
    row("list_commands", "", "all commands, one a line", Engine::list_commands),
    Row { name: "quit", arguments: "", summary: "ends the session", handler: Handler::Quit },
    row(
        "set_game",
        "NAME",
        "begins a game such as Blokus Duo, classic-2 or 7x7",
        Engine::set_game_named,
    ),
    row("clear_board", "", "begins another game", Engine::clear_board),
    row(
        "play",
        "COLOUR MOVE",
        "plays a move, or a forced pass, which changes nothing",
        Engine::play,
    ),
    row("p", "MOVE", "plays a move of the colour whose turn it is", Engine::play_next),
    Row {
        name: "genmove",
        arguments: "COLOUR",
        summary: "decides and plays a move; pass when there is none",
        handler: Handler::Decide(Engine::genmove),
    },
    Row {
        name: "g",
        arguments: "",
        summary: "genmove for the colour whose turn it is",
        handler: Handler::Decide(Engine::genmove_next),
    },
    row(
        "reg_genmove",
        "COLOUR",
        "decides without playing, always the same with the same position",
        Engine::reg_genmove,
    ),
    row("undo", "", "takes the last move back", Engine::undo),
    row("all_legal", "COLOUR", "the legal moves of a colour, one a line", Engine::all_legal),
    row("showboard", "", "the board as text", Engine::showboard),
    row(
        "final_score",
        "",
        "B+n, W+n or 0 with two players, else the points of each colour",
        Engine::final_score,
    ),
    row(
        "loadsgf",
        "FILE [N]",
        "the game of a .blksgf file, up to before its Nth move",
        Engine::loadsgf,
    ),
    row("savesgf", "FILE", "writes the game as a .blksgf file", Engine::savesgf),
    row("set_random_seed", "SEED", "what chance depends on from now on", Engine::set_random_seed),
    row("param", "[KEY VALUE]", "what can be set and its values, or sets one", Engine::param),
    row("get_value", "", "the mover's share of the win, by the last decision", Engine::get_value),
    row(
        "move_values",
        "",
        "visits, value and move of the candidates of the last decision",
        Engine::move_values,
    ),
    row("cputime", "", "the seconds of processor time so far", Engine::cputime),
    row(
        "time_settings",
        "MAIN PERIOD STONES",
        "the clock of every player in seconds, with Canadian byo-yomi",
        Engine::time_settings,
    ),
    row(
        "time_left",
        "COLOUR TIME STONES",
        "what is left on the clock of the colour's player",
        Engine::time_left,
    ),
    Row {
        name: "analyze",
        arguments: "[COLOUR] [INTERVAL] [maxmoves N]",
        summary: "thinks aloud every INTERVAL hundredths of a second until the next command",
        handler: Handler::Analyse,
    },
    Row {
        name: "kata-analyze",
        arguments: "[COLOUR] [INTERVAL] [maxmoves N]",
        summary: "the same as analyze",
        handler: Handler::Analyse,
    },
];
