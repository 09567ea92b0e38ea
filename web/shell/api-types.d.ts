/**
 * The types of the API, made from its OpenAPI document by `crates/server/tests/api_types.rs`. CONTRIBUTING.md tells how
 * to make them anew.
 */

/** What came of an action. */
export type Acted = {
  /** What to play. */
  hint?: Hint | null;
  /** The room of the next game. */
  room?: string | null;
  /** The room after it. */
  state: RoomState;
  /** The room's version after it. */
  version: number;
  /** Why a placement is not legal. */
  why?: Why | null;
};

/** What somebody wants. Seats are the numbers of players, from 1; `number` is how many moves the game has. */
export type Action =
  /** To place a piece. */
  | {
    /** Its cells. */
    move: string;
    /** How many moves the game has before it. */
    number: number;
    type: "move";
  }
  /** To take an open seat. */
  | {
    /** What to be called. */
    name?: string | null;
    /** Which. */
    seat: number;
    type: "sit";
  }
  /** To open one's seat. */
  | {
    /** Which. */
    seat: number;
    type: "leave";
  }
  /** To be called otherwise. */
  | {
    /** The name. */
    name: string;
    /** On which seat. */
    seat: number;
    type: "rename";
  }
  /** To put an agent on a seat. */
  | {
    /** The agent's spec. */
    agent: string;
    /** Which. */
    seat: number;
    /** The longest time for a move, in seconds. */
    time?: number | null;
    type: "agent";
  }
  /** To go back to one's last turn. */
  | {
    /** How many moves the game has. */
    number: number;
    type: "undo";
  }
  /** To answer somebody's wish to take back. */
  | {
    /** Whether to agree. */
    agree: boolean;
    /** How many moves the game has. */
    number: number;
    type: "answer";
  }
  /** To play moves again that were taken back. */
  | {
    /** How many moves the game has. */
    number: number;
    type: "redo";
  }
  /** To give up. */
  | {
    /** For which seat. */
    seat: number;
    type: "resign";
  }
  /** To make the agent that thinks play what it knows so far. */
  | {
    /** How many moves the game has. */
    number: number;
    type: "move-now";
  }
  /** To make agents wait. */
  | {
    /** How many moves the game has; whenever agents are to move, if it is not said. */
    number?: number | null;
    type: "stop";
  }
  /** To let them go on. */
  | {
    type: "go";
  }
  /** To let the agent whose turn it is play one move, and make the others wait. */
  | {
    type: "step";
  }
  /** To set the least time between two moves of agents in a row. */
  | {
    /** In seconds. */
    pace: number;
    type: "pace";
  }
  /** To be told what to play. */
  | {
    /** How many moves the game has. */
    number: number;
    /** 1 for the piece, 2 for piece and area, 3 for the move. */
    strength: number;
    type: "hint";
  }
  /** To know why a placement is not legal. */
  | {
    /** Its cells. */
    move: string;
    type: "why";
  }
  /** To play again. */
  | {
    type: "rematch";
  }
  /** To have the room no longer in one's list of rooms. */
  | {
    type: "forget";
  }
  /** To say something. */
  | {
    /** What. */
    text: string;
    type: "chat";
  }
  /** Nothing. */
  | {
    type: "ping";
  };

/** Whom to play against, and how. */
export type AgentCatalogue = {
  /** All kinds of agents that seats may have. */
  agents: Array<AgentInfo>;
  /** Strengths for people, the weakest first. */
  levels: Array<LevelInfo>;
  /** What is allowed here. */
  limits: LimitsInfo;
  /** New games that are a click away. */
  presets: Array<RoomPreset>;
};

/** A kind of agents. */
export type AgentInfo = {
  /** The name in a spec. */
  name: string;
  /** What can be set, as `name:key=value,key=value`. */
  parameters: Array<ParameterInfo>;
  /** What it does. */
  summary: string;
};

/** What an analysis has found so far. */
export type AnalysisReport = {
  /** The moves that were considered, the best first. */
  candidates: Array<CandidateInfo>;
  /** What is expected to be played. */
  line: Array<string>;
  /** Whether it waits for others. */
  queued: boolean;
  /** Whether it goes on. */
  running: boolean;
  /** Every player's expected final score. */
  scores?: Array<number> | null;
  /** How long it has taken. */
  seconds: number;
  /** Every player's share of the win. */
  values?: Array<number> | null;
  /** How often all moves were tried. */
  visits: number;
};

/** What can be asked. */
export type AnalysisRequest =
  /** To search a position until it is enough. */
  | {
    /** Who searches. */
    agent?: string | null;
    /** Which. */
    position: PositionRequest;
    /** For how long. */
    seconds?: number | null;
    /** How many candidates to tell. */
    top?: number | null;
    type: "analyse";
  }
  /** To grade every move of a game. */
  | {
    /** How thoroughly. */
    effort?: Effort;
    /** Which. */
    position: PositionRequest;
    type: "review";
  }
  /** To end what has the same id, or all. */
  | {
    type: "stop";
  }
  /** Nothing. */
  | {
    type: "ping";
  };

/** A move that was considered. */
export type CandidateInfo = {
  /** What is expected to be played, as far as it is known. */
  line: Array<string>;
  /** The cells. */
  move: string;
  /** The piece. */
  piece: string;
  /** How probable it looked before it was tried. */
  prior?: number | null;
  /** The expected final score of the player to move. */
  score?: number | null;
  /** The expected share of the win of the player to move. */
  share?: number | null;
  /** How often it was tried. */
  visits: number;
};

/** A clock for each player. */
export type ClockRule = {
  /** Seconds that are added after every move. */
  increment?: number;
  /** Seconds for all moves. */
  main: number;
};

/** Why something was refused, for programs. */
export type Code = "malformed" | "illegal" | "agent" | "no-session" | "not-yours" | "foreign" | "no-access" | "not-found" | "out-of-turn" | "late" | "not-now" | "taken" | "too-large" | "too-slow" | "too-many" | "internal";

/** How a colour did. */
export type ColourResult = {
  /** Whether all pieces were placed. */
  all_placed: boolean;
  /** What both are worth by the variant's scoring. */
  bonus: number;
  /** The colour's number, from 1. */
  colour: number;
  /** By the variant's scoring, bonuses included. */
  score: number;
  /** Whether the single square came last of all. */
  single_last: boolean;
  /** The squares placed. */
  squares: number;
};

/** What a colour has placed and can still do. */
export type ColourState = {
  /** Whether it can place another piece. */
  can_move: boolean;
  /** Its number, from 1. */
  colour: number;
  /** The free cells where its next piece can connect. */
  corners: Array<string>;
  /** The piece placed last. */
  last?: string | null;
  /** The pieces that are left. */
  left: Array<string>;
  /** In how many ways, were it its turn. */
  moves: number;
  /** Its name. */
  name: string;
  /** The player who owns it; none for a colour that everybody plays. */
  owner?: number | null;
  /** The pieces placed. */
  placed: number;
  /** Those of them that fit somewhere. */
  playable: Array<string>;
  /** By the variant's scoring. */
  score: number;
  /** The squares placed. */
  squares: number;
};

/** Who is in a room, as it is told when somebody comes or goes. */
export type CrowdState = {
  /** For each seat, whether who sits there is connected. */
  connected: Array<boolean>;
  /** How many watch. */
  spectators: number;
};

/** How a picture is to be. */
export type Drawing = {
  /** Whether letters and numbers stand around the board. */
  coordinates?: boolean;
  /** Whether the last move is marked. */
  last?: boolean;
  /** The moves. */
  moves?: Array<string>;
  /** What is set up before the moves. */
  setup?: Setup | null;
  /** Light unless told otherwise. */
  theme?: DrawingTheme;
  /** The name of a preset. */
  variant: string;
};

/** A light or a dark picture. */
export type DrawingTheme = "light" | "dark";

/** How thoroughly a game is reviewed. */
export type Effort = "quick" | "normal" | "deep";

/** What an HTTP answer or a message about a refusal contains. */
export type ErrorBody = {
  /** What is wrong. */
  error: Refusal;
};

/** A move in a tree of moves. */
export type GameNode = {
  /** The colour's number. */
  colour: number;
  /** What is said about it. */
  comment?: string | null;
  /** The cells. */
  move: string;
  /** The place in the list of the move before; none for a first move. */
  parent?: number | null;
};

/** The end of a game. */
export type GameResult = {
  /** Every colour's score and bonuses. */
  colours: Array<ColourResult>;
  /** Every player's rank and score. */
  players: Array<PlayerResult>;
  /** Why it ended. */
  reason: Reason;
  /** In a line for people. */
  text: string;
};

/** A `.blksgf` text. */
export type GameText = {
  /** The text. */
  text: string;
};

/** A game to write. */
export type GameToWrite = {
  /** What is said about the game. */
  comment?: string | null;
  /** The moves, if there are no variations. */
  moves?: Array<string>;
  /** The moves with variations, each after the one that it answers. */
  nodes?: Array<NodeToWrite>;
  /** The players' names. */
  players?: Array<string>;
  /** What is set up before the moves. */
  setup?: Setup | null;
  /** The name of a preset. */
  variant: string;
};

/** How good a move was. */
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** How many moves of each grade there were. */
export type GradeCounts = {
  best: number;
  blunder: number;
  good: number;
  inaccuracy: number;
  mistake: number;
};

/** What to play, told by halves. */
export type Hint = {
  /** Cells around where it goes. */
  area?: Array<string> | null;
  /** Where exactly. */
  move?: string | null;
  /** How many moves the game had. */
  number: number;
  /** The piece to play. */
  piece: string;
  /** The player's expected share of the win. */
  share?: number | null;
  /** How much is told. */
  strength: number;
};

/** A strength for people. */
export type LevelInfo = {
  /** What a seat is given. */
  spec: string;
  /** What to expect. */
  summary: string;
  /** The name for people. */
  title: string;
};

/** What is allowed on this server. */
export type LimitsInfo = {
  /** The longest time for an analysis, in seconds. */
  analysis: number;
  /** Whether the server is for the people of its own machine. */
  local: boolean;
  /** The largest message, in bytes. */
  message: number;
  /** The longest time for a move of an agent, in seconds. */
  thinking: number;
};

/** What to post for a new room. */
export type NewRoom = {
  /** Whether players may talk. */
  chat?: boolean;
  /** A clock for each player. */
  clock?: ClockRule | null;
  /** Whether players may ask for hints. */
  hints?: boolean;
  /** Moves that the game goes on from. */
  moves?: Array<string>;
  /** The least time between two moves of agents in a row, in seconds. */
  pace?: number | null;
  /** Whether the seats are shuffled. */
  random_seats?: boolean;
  /** A seat for each player. */
  seats: Array<NewSeat>;
  /** What is set up before the moves. */
  setup?: Setup | null;
  /** The name of a preset. */
  variant: string;
};

/** Who is to sit on a seat. */
export type NewSeat =
  /** Whoever makes the room. */
  | {
    kind: "me";
    /** What to be called. */
    name?: string | null;
  }
  /** Whoever takes it. */
  | {
    kind: "open";
  }
  /** An agent. */
  | {
    /** Its spec, such as `level:3`. */
    agent: string;
    kind: "agent";
    /** The longest time for a move, in seconds. */
    time?: number | null;
  };

/** Nothing is asked. */
export type NewSession = Record<string, never>;

/** A move in a tree of moves that is to be written. */
export type NodeToWrite = {
  /** The colour's number; the one to play if it is not told. */
  colour?: number | null;
  /** What is said about it. */
  comment?: string | null;
  /** The cells. */
  move: string;
  /** The place in the list of the move before; none for a first move. */
  parent?: number | null;
};

/** One of the forms of a piece. */
export type OrientationInfo = {
  /** Columns and rows from the leftmost cell of the lowest row, rows counted upwards. */
  cells: Array<[number, number]>;
  /** Which one it becomes when it is mirrored left to right. */
  flipped: number;
  /** Which of the piece's orientations it becomes by a quarter turn clockwise. */
  rotated: number;
};

/** A parameter of an agent. */
export type ParameterInfo = {
  /** The value when the spec does not say. */
  default: string;
  /** What values are allowed. */
  kind: string;
  /** What it does. */
  meaning: string;
  /** The key in a spec. */
  name: string;
};

/** Where a game stands. */
export type Phase = "waiting" | "playing" | "over";

/** A piece with its orientations. */
export type PieceInfo = {
  /** The name. */
  name: string;
  /** All different ones; the first is the one to show. */
  orientations: Array<OrientationInfo>;
  /** The number of squares. */
  size: number;
};

/** All pieces. */
export type Pieces = {
  /** By size, then name. */
  pieces: Array<PieceInfo>;
};

/** A move that was played. */
export type PlacedMove = {
  /** Whose piece it is. */
  colour: number;
  /** Its cells. */
  move: string;
  /** Which move it is, from 1. */
  number: number;
  /** The colours that had to pass after it. */
  passed: Array<number>;
  /** The piece. */
  piece: string;
  /** Who placed it. */
  player: number;
};

/** A placement in a position. */
export type Placement = {
  /** The number of the colour; the one to play if it is not told. */
  colour?: number | null;
  /** The cells of the piece. */
  move: string;
  /** The moves. */
  moves?: Array<string>;
  /** What is set up before the moves. */
  setup?: Setup | null;
  /** The name of a preset. */
  variant: string;
};

/** A move with who played it. */
export type PlayedMove = PlacedMove & {
  /** The name of who played it. */
  by: string;
  /** How long it took. */
  seconds: number;
};

/** A player's colours. */
export type PlayerColours = {
  /** The colours that belong to the player alone. */
  colours: Array<number>;
  /** The player's number, from 1. */
  player: number;
};

/** How a player did. */
export type PlayerResult = {
  /** The player's number, from 1. */
  player: number;
  /** 1 for the best; equal ones share a rank. */
  rank: number;
  /** The sum over the player's colours. */
  score: number;
  /** The share of the win. */
  share: number;
};

/** How a player did in a game. */
export type PlayerReview = {
  /** How many of each grade. */
  grades: GradeCounts;
  /** What they lost on average. */
  loss: number;
  /** How many moves. */
  moves: number;
  /** The player's number, from 1. */
  player: number;
};

/** How a player stands. */
export type PlayerState = {
  /** The colours that belong to the player alone. */
  colours: Array<number>;
  /** The number, from 1. */
  player: number;
  /** 1 for the best; equal ones share a rank. */
  rank: number;
  /** The sum over these. */
  score: number;
};

/** A position as somebody sends it: what the moves lead to, from the start or from a board that is set up. */
export type PositionRequest = {
  /** The moves; forced passes may be written as `pass` or left out. */
  moves?: Array<string>;
  /** What is set up before the moves. */
  setup?: Setup | null;
  /** The name of a preset. */
  variant: string;
};

/** A position with all that the rules say of it. */
export type PositionState = {
  /** The rows from the top: `.` or the number of a colour. */
  board: Array<string>;
  /** Every colour. */
  colours: Array<ColourState>;
  /** The legal moves of the colour to play, by piece. */
  legal: Record<string, Array<string>>;
  /** How many these are. */
  legal_count: number;
  /** The moves that led here. */
  moves: Array<PlacedMove>;
  /** How many pieces have been placed. */
  number: number;
  /** Whether no colour can move any more. */
  over: boolean;
  /** The colours that had to pass since the last move. */
  passed: Array<number>;
  /** Every player. */
  players: Array<PlayerState>;
  /** How the game ended, if it has. */
  result?: GameResult | null;
  /** Which turn it is of the colour to play, from 1. */
  round: number;
  /** Whose turn it is. */
  turn?: ToPlay | null;
  /** The variant's name. */
  variant: string;
};

/** A game of a text. */
export type ReadGame = {
  /** What is said about the game. */
  comment?: string | null;
  /** The main line. */
  moves: Array<string>;
  /** All moves, variations too. */
  nodes: Array<GameNode>;
  /** The players' names, where they are known. */
  players: Array<string | null>;
  /** What is set up before the first move. */
  setup?: Setup | null;
  /** The variant's name. */
  variant: string;
};

/** The games of a text. */
export type ReadGames = {
  /** In order. */
  games: Array<ReadGame>;
};

/** Why a game ended, or somebody left it. */
export type Reason = "played-out" | "resigned" | "time" | "failed";

/** Why something was not done; everything is as it was. */
export type Refusal = {
  /** The cells that break it. */
  cells?: Array<string>;
  /** For programs. */
  code: Code;
  /** One line for people. */
  message: string;
  /** The rule that a move breaks. */
  rule?: Rule | null;
  /** What they collide with. */
  touching?: Array<string>;
};

/** What is known of a position of a game, and of the move that was played there. */
export type ReviewEntry = {
  /** What the search would play. */
  best: Array<CandidateInfo>;
  /** How good it was. */
  grade?: Grade | null;
  /** What it lost of the mover's share of the win. */
  loss?: number | null;
  /** The move that was played. */
  move?: string | null;
  /** How many moves were played before. */
  number: number;
  /** Who played it. */
  player?: number | null;
  /** Every player's expected final score. */
  scores?: Array<number> | null;
  /** Every player's share of the win. */
  values: Array<number>;
  /** How often moves were tried. */
  visits: number;
};

/** What is agreed on for a game. */
export type RoomOptions = {
  /** Whether players may talk. */
  chat: boolean;
  /** The clock of each player, if there is one. */
  clock?: ClockRule | null;
  /** Whether players may ask for hints. */
  hints: boolean;
};

/** A new game that is a click away. */
export type RoomPreset = {
  /** For programs. */
  name: string;
  /** What to post to `/api/rooms`. */
  room: NewRoom;
  /** What it is. */
  summary: string;
  /** For people. */
  title: string;
};

/** A room as one of its visitors sees it. */
export type RoomState = {
  /** What was said. */
  chat: Array<Said>;
  /** When it was made. */
  created: number;
  /** The room's name. */
  id: string;
  /** The moves. */
  moves: Array<PlayedMove>;
  /** The room of the next game. */
  next?: string | null;
  /** The server's time. */
  now: number;
  /** What was agreed on. */
  options: RoomOptions;
  /** The least time between two moves of agents in a row, in seconds. */
  pace: number;
  /** Whether agents wait. */
  paused: boolean;
  /** Where the game stands. */
  phase: Phase;
  /** What is on the board. */
  position: PositionState;
  /** How many moves can be played again. */
  redo: number;
  /** Whose clock runs. */
  running?: Running | null;
  /** A seat for each player. */
  seats: Array<SeatState>;
  /** What was set up before the first move. */
  setup?: Setup | null;
  /** How many watch. */
  spectators: number;
  /** The agent that thinks. */
  thinking?: Thinking | null;
  /** A wish to take back. */
  undo?: UndoWish | null;
  /** The variant's name. */
  variant: string;
  /** Grows with every change. */
  version: number;
  /** What you may do. */
  you: You;
};

/** A room in a list. */
export type RoomSummary = {
  /** When it was made. */
  created: number;
  /** The room's name. */
  id: string;
  /** How many moves the game has. */
  number: number;
  /** Where the game stands. */
  phase: Phase;
  /** Who plays. */
  seats: Array<SeatSummary>;
  /** When something happened last. */
  touched: number;
  /** The variant's name. */
  variant: string;
  /** Whether it is your turn. */
  your_turn: boolean;
};

/** Somebody's rooms. */
export type Rooms = {
  /** The latest first. */
  rooms: Array<RoomSummary>;
};

/** The rules that a placement can break. */
export type Rule = "piece" | "board" | "used" | "occupied" | "edge" | "start" | "corner" | "turn" | "over";

/** Whose clock runs. */
export type Running = {
  /** The player. */
  player: number;
  /** Since when, in milliseconds since 1970. */
  since: number;
};

/** What somebody said. */
export type Said = {
  /** When, in milliseconds since 1970. */
  at: number;
  /** What they were called then. */
  name: string;
  /** Who, from 1. */
  player: number;
  /** What they said. */
  text: string;
};

/** What kind of somebody sits on a seat. */
export type SeatKind = "open" | "person" | "agent";

/** A seat as everybody sees it. */
export type SeatState = {
  /** The agent's spec. */
  agent?: string | null;
  /** The seconds left when the turn began. */
  clock?: number | null;
  /** The colours that belong to the player alone. */
  colours: Array<number>;
  /** Whether they are there. */
  connected: boolean;
  /** Why. */
  dropped?: Reason | null;
  /** What kind of somebody sits there. */
  kind: SeatKind;
  /** What they are called. */
  name: string;
  /** The player's number, from 1. */
  player: number;
  /** Whether the player has left the game. */
  resigned: boolean;
  /** The longest time for a move of the agent, in seconds. */
  time?: number | null;
  /** Whether it is yours. */
  yours: boolean;
};

/** A seat of a room in a list. */
export type SeatSummary = {
  /** What kind of somebody sits there. */
  kind: SeatKind;
  /** What they are called. */
  name: string;
};

/** That there is a session. */
export type Session = {
  /** Always true. */
  visitor: boolean;
};

/** A board with pieces on it. */
export type Setup = {
  /** The rows from the top: `.` for a free cell, `1` to `4` for a colour. */
  board: Array<string>;
  /** The number of the colour to play; if it cannot move, it is the next one that can. */
  to_play: number;
};

/** An agent that thinks. */
export type Thinking = {
  /** For which player. */
  player: number;
  /** Since when, in milliseconds since 1970. */
  since: number;
  /** Whether it has not begun yet: other searches come first. */
  waiting: boolean;
};

/** Whose turn it is. */
export type ToPlay = {
  /** The colour's number, from 1. */
  colour: number;
  /** The player's number, from 1. */
  player: number;
};

/** A wish to take back. */
export type UndoWish = {
  /** Who has agreed. */
  agreed: Array<number>;
  /** Who has not answered yet. */
  needs: Array<number>;
  /** Whose it is. */
  player: number;
  /** How many moves would be left. */
  to: number;
};

/** A colour of a variant. */
export type VariantColour = {
  /** Its number, from 1. */
  colour: number;
  /** Its name. */
  name: string;
  /** The player who owns it; none for a colour that everybody plays. */
  owner?: number | null;
  /** The cell that its first piece covers. */
  start: string;
};

/** A variant, with everything to draw it. */
export type VariantInfo = {
  /** The colours in the order of play. */
  colours: Array<VariantColour>;
  /** The name by which it is asked for. */
  name: string;
  /** The pieces of each colour. */
  pieces: Array<string>;
  /** The players in order. */
  players: Array<PlayerColours>;
  /** `area` or `advanced`. */
  scoring: string;
  /** The number of rows and of columns. */
  size: number;
  /** The name for people. */
  title: string;
  /** Whether it is worth a button. */
  usual: boolean;
};

/** All presets. */
export type Variants = {
  /** The usual ones first. */
  variants: Array<VariantInfo>;
};

/** Whether a placement is legal, and which rule it breaks where. */
export type Why = {
  /** The cells that break the rule. */
  cells: Array<string>;
  /** Whether the colour may place the piece so. */
  legal: boolean;
  /** The rule in a line for people. */
  message?: string | null;
  /** The rule that forbids it. */
  rule?: Rule | null;
  /** What they collide with, or where they could connect. */
  touching: Array<string>;
};

/** What you may do. */
export type You = {
  /** Whether you may stop agents and take back without asking. */
  can_control: boolean;
  /** Whether you may ask for a hint now. */
  can_hint: boolean;
  /** The same, for those who ask whether a piece may be placed. */
  can_move: boolean;
  /** Whether there are moves to play again. */
  can_redo: boolean;
  /** Whether there is a move of yours to take back. */
  can_undo: boolean;
  /** Whether you made the room. */
  made: boolean;
  /** The seats that are yours. */
  seats: Array<number>;
  /** Whether it is the turn of one of them. */
  to_move: boolean;
};
