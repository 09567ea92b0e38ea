//! What there is to play: variants, pieces, agents.

use cornerwise_core::{Cell, Colour, Move, Orientation, Piece, Symmetry, Variant};
use cornerwise_engine::Registry;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::names::agent_title;
use crate::limits::Limits;

/// All presets.
#[derive(Serialize, ToSchema)]
pub struct Variants {
    /// The usual ones first.
    pub variants: Vec<VariantInfo>,
}

/// A variant, with everything to draw it.
#[derive(Serialize, ToSchema)]
pub struct VariantInfo {
    /// The name by which it is asked for.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The number of rows and of columns.
    pub size: usize,
    /// `area` or `advanced`.
    pub scoring: String,
    /// Whether it is worth a button.
    pub usual: bool,
    /// The players in order.
    pub players: Vec<PlayerColours>,
    /// The colours in the order of play.
    pub colours: Vec<VariantColour>,
    /// The pieces of each colour.
    pub pieces: Vec<&'static str>,
}

/// A player's colours.
#[derive(Serialize, ToSchema)]
pub struct PlayerColours {
    /// The player's number, from 1.
    pub player: usize,
    /// The colours that belong to the player alone.
    pub colours: Vec<usize>,
}

/// A colour of a variant.
#[derive(Serialize, ToSchema)]
pub struct VariantColour {
    /// Its number, from 1.
    pub colour: usize,
    /// Its name.
    pub name: &'static str,
    /// The player who owns it; none for a colour that everybody plays.
    pub owner: Option<usize>,
    /// The cell that its first piece covers.
    pub start: String,
}

impl VariantInfo {
    /// What there is to know of a variant.
    pub fn of(variant: &Variant) -> VariantInfo {
        let colours = variant.colours().map(|colour| VariantColour {
            colour: colour.number(),
            name: variant.colour_name(colour),
            owner: variant.owner(colour).player().map(|player| player.index() + 1),
            start: variant.start(colour).to_string(),
        });
        let players = variant.players().map(|player| {
            let colours = variant.colours_of(player).map(Colour::number).collect();
            PlayerColours { player: player.index() + 1, colours }
        });
        VariantInfo {
            name: variant.name().to_owned(),
            title: title(variant.name()),
            size: variant.size(),
            scoring: variant.scoring().to_string(),
            usual: USUAL.contains(&variant.name()),
            players: players.collect(),
            colours: colours.collect(),
            pieces: variant.pieces().iter().map(Piece::name).collect(),
        }
    }
}

impl Variants {
    /// All presets.
    pub fn all() -> Variants {
        let presets = Variant::preset_names().filter_map(|name| name.parse().ok());
        let mut variants: Vec<_> = presets.map(|variant| VariantInfo::of(&variant)).collect();
        let place = |info: &VariantInfo| USUAL.iter().position(|&name| name == info.name);
        variants.sort_by_key(|info| place(info).unwrap_or(USUAL.len()));
        Variants { variants }
    }
}

/// What most people want to play.
const USUAL: [&str; 6] = ["duo", "classic", "classic-2", "classic-3", "8x8", "5x5"];

fn title(name: &str) -> String {
    match name {
        "duo" => "Duo".to_owned(),
        "classic" => "Classic".to_owned(),
        "classic-2" => "Classic for two".to_owned(),
        "classic-3" => "Classic for three".to_owned(),
        _ => {
            let (board, colours) = name.split_once('-').unwrap_or((name, "2"));
            let board = board.replace('x', "×");
            if colours == "2" { board } else { format!("{board}, {colours} colours") }
        }
    }
}

/// All pieces.
#[derive(Serialize, ToSchema)]
pub struct Pieces {
    /// By size, then name.
    pub pieces: Vec<PieceInfo>,
}

/// A piece with its orientations.
#[derive(Serialize, ToSchema)]
pub struct PieceInfo {
    /// The name.
    pub name: &'static str,
    /// The number of squares.
    pub size: usize,
    /// All different ones; the first is the one to show.
    pub orientations: Vec<OrientationInfo>,
}

/// One of the forms of a piece.
#[derive(Serialize, ToSchema)]
pub struct OrientationInfo {
    /// Columns and rows from the leftmost cell of the lowest row, rows counted upwards.
    pub cells: Vec<(i8, i8)>,
    /// Which of the piece's orientations it becomes by a quarter turn clockwise.
    pub rotated: usize,
    /// Which one it becomes when it is mirrored left to right.
    pub flipped: usize,
}

impl Pieces {
    /// All pieces.
    pub fn all() -> Pieces {
        Pieces { pieces: Piece::all().map(PieceInfo::of).collect() }
    }
}

impl PieceInfo {
    fn of(piece: Piece) -> PieceInfo {
        let forms: Vec<Orientation> =
            Orientation::all().filter(|orientation| orientation.piece() == piece).collect();
        // In the middle of a large board every form fits.
        let image = |form: Orientation, symmetry: Symmetry| {
            let turned = symmetry.placement(Move::new(Cell::new(10, 10), form), 20).orientation();
            forms.iter().position(|&other| other == turned).expect("turned pieces stay the same")
        };
        // Three quarters counter-clockwise are one clockwise.
        let (clockwise, mirror) = (Symmetry::from_index(3), Symmetry::from_index(4));
        let orientations = forms.iter().map(|&form| OrientationInfo {
            cells: form.offsets().to_vec(),
            rotated: image(form, clockwise),
            flipped: image(form, mirror),
        });
        PieceInfo { name: piece.name(), size: piece.size(), orientations: orientations.collect() }
    }
}

/// Whom to play against, and how.
#[derive(Serialize, ToSchema)]
pub struct AgentCatalogue {
    /// Strengths for people, the weakest first.
    pub levels: Vec<LevelInfo>,
    /// All kinds of agents that seats may have.
    pub agents: Vec<AgentInfo>,
    /// New games that are a click away.
    pub presets: Vec<RoomPreset>,
    /// What is allowed here.
    pub limits: LimitsInfo,
}

/// A strength for people.
#[derive(Serialize, ToSchema)]
pub struct LevelInfo {
    /// What a seat is given.
    pub spec: String,
    /// The name for people.
    pub title: String,
    /// What to expect.
    pub summary: &'static str,
}

/// A kind of agents.
#[derive(Serialize, ToSchema)]
pub struct AgentInfo {
    /// The name in a spec.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// What can be set, as `name:key=value,key=value`.
    pub parameters: Vec<ParameterInfo>,
}

/// A parameter of an agent.
#[derive(Serialize, ToSchema)]
pub struct ParameterInfo {
    /// The key in a spec.
    pub name: &'static str,
    /// What values are allowed.
    pub kind: String,
    /// The value when the spec does not say.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// A new game that is a click away.
#[derive(Serialize, ToSchema)]
pub struct RoomPreset {
    /// For programs.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// What it is.
    pub summary: &'static str,
    /// What to post to `/api/rooms`.
    #[schema(value_type = crate::room::NewRoom)]
    pub room: Value,
}

/// What is allowed on this server.
#[derive(Serialize, ToSchema)]
pub struct LimitsInfo {
    /// The longest time for a move of an agent, in seconds.
    pub thinking: f64,
    /// The longest time for an analysis, in seconds.
    pub analysis: f64,
    /// The largest message, in bytes.
    pub message: usize,
    /// Whether the server is for the people of its own machine.
    pub local: bool,
}

const SUMMARIES: [(&str, &str); 10] = [
    ("novice", "for a first game"),
    ("1", "friendly"),
    ("2", "easy"),
    ("3", "thinks a little ahead"),
    ("4", "a fair opponent"),
    ("5", "knows openings"),
    ("6", "strong"),
    ("7", "very strong"),
    ("8", "a second for each move"),
    ("9", "the strongest: five seconds for each move"),
];

impl AgentCatalogue {
    /// The kinds of a registry.
    pub fn of(registry: &Registry, limits: &Limits) -> AgentCatalogue {
        let levels = SUMMARIES.iter().map(|&(level, summary)| {
            let spec = format!("level:{level}");
            LevelInfo { title: agent_title(&spec), spec, summary }
        });
        let agents = registry.kinds().map(|kind| AgentInfo {
            name: kind.name,
            summary: kind.summary,
            parameters: kind
                .parameters
                .iter()
                .map(|row| ParameterInfo {
                    name: row.name,
                    kind: row.kind.to_string(),
                    default: row.default,
                    meaning: row.meaning,
                })
                .collect(),
        });
        AgentCatalogue {
            levels: levels.collect(),
            agents: agents.collect(),
            presets: presets(),
            limits: LimitsInfo {
                thinking: limits.thinking.as_secs_f64(),
                analysis: limits.analysis.as_secs_f64(),
                message: limits.message,
                local: limits.local,
            },
        }
    }
}

fn presets() -> Vec<RoomPreset> {
    let agent = |level: &str| json!({"kind": "agent", "agent": format!("level:{level}")});
    let me = || json!({"kind": "me"});
    vec![
        RoomPreset {
            name: "quick-duo",
            title: "Quick Duo",
            summary: "You against a friendly level",
            room: json!({"variant": "duo", "seats": [me(), agent("1")]}),
        },
        RoomPreset {
            name: "classic-agents",
            title: "Classic with three agents",
            summary: "Four colours on the large board",
            room: json!({"variant": "classic", "seats": [me(), agent("2"), agent("2"), agent("2")]}),
        },
        RoomPreset {
            name: "two-people",
            title: "Two at one screen",
            summary: "Duo for two people who take turns here",
            room: json!({"variant": "duo", "seats": [me(), me()]}),
        },
        RoomPreset {
            name: "with-a-friend",
            title: "Duo with a friend",
            summary: "A room with a link to share",
            room: json!({"variant": "duo", "seats": [me(), {"kind": "open"}], "random_seats": true}),
        },
        RoomPreset {
            name: "watch",
            title: "Watch agents play",
            summary: "Two strong levels play Duo",
            room: json!({"variant": "duo", "seats": [agent("6"), agent("5")]}),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_four_times_and_mirroring_twice_change_nothing() {
        let pieces = Pieces::all().pieces;
        assert_eq!(pieces.iter().map(|piece| piece.orientations.len()).sum::<usize>(), 91);
        for piece in &pieces {
            for at in 0..piece.orientations.len() {
                let turned = (0..4).fold(at, |at, _| piece.orientations[at].rotated);
                assert_eq!(turned, at, "{}", piece.name);
                let mirrored = piece.orientations[piece.orientations[at].flipped].flipped;
                assert_eq!(mirrored, at, "{}", piece.name);
            }
        }
        // A standing L with its foot to the right lies on its back after a quarter turn.
        let l4 = pieces.iter().find(|piece| piece.name == "L4").unwrap();
        let form =
            |cells: &[(i8, i8)]| l4.orientations.iter().position(|o| o.cells == cells).unwrap();
        let standing = form(&[(0, 0), (1, 0), (0, 1), (0, 2)]);
        assert_eq!(l4.orientations[standing].rotated, form(&[(0, 0), (0, 1), (1, 1), (2, 1)]));
        assert_eq!(l4.orientations[standing].flipped, form(&[(0, 0), (1, 0), (1, 1), (1, 2)]));
    }

    #[test]
    fn every_level_and_preset_can_be_played() {
        let registry = Registry::default();
        for level in AgentCatalogue::of(&registry, &Limits::default()).levels {
            assert!(registry.agent(&level.spec).is_ok(), "{}", level.spec);
        }
        let variants = Variants::all().variants;
        assert_eq!(variants[0].name, "duo");
        assert_eq!(variants.iter().filter(|info| info.usual).count(), USUAL.len());
        for preset in presets() {
            let variant = variants.iter().find(|info| info.name == preset.room["variant"]).unwrap();
            assert_eq!(preset.room["seats"].as_array().unwrap().len(), variant.players.len());
        }
    }
}
