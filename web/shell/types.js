/**
 * What the server sends; docs/17-api.md says what each field means.
 *
 * @typedef {object} VariantInfo
 * @property {string} name
 * @property {string} title
 * @property {number} size
 * @property {string} scoring
 * @property {{ player: number, colours: number[] }[]} players
 * @property {{ colour: number, name: string, owner: number | null, start: string }[]} colours
 * @property {string[]} pieces
 * @property {boolean} [usual]
 *
 * @typedef {object} ColourState
 * @property {number} colour
 * @property {string} name
 * @property {number | null} owner
 * @property {number} score
 * @property {number} squares
 * @property {number} placed
 * @property {boolean} can_move
 * @property {number} moves
 * @property {string[]} left
 * @property {string[]} playable
 * @property {string[]} corners
 *
 * @typedef {object} PlayedMove
 * @property {number} number
 * @property {number} colour
 * @property {number} player
 * @property {string} move
 * @property {string} piece
 * @property {number[]} passed
 * @property {string} [by]
 * @property {number} [seconds]
 *
 * @typedef {object} Result
 * @property {string} text
 * @property {"played-out" | "resigned" | "time" | "failed"} reason
 * @property {{ player: number, rank: number, score: number, share: number }[]} players
 * @property {{ colour: number, score: number, squares: number, all_placed: boolean, single_last: boolean, bonus: number }[]} colours
 *
 * @typedef {object} PositionState
 * @property {string} variant
 * @property {number} number
 * @property {number} round
 * @property {boolean} over
 * @property {string[]} board
 * @property {{ colour: number, player: number } | null} turn
 * @property {number[]} passed
 * @property {ColourState[]} colours
 * @property {{ player: number, colours: number[], score: number, rank: number }[]} players
 * @property {Record<string, string[]>} legal
 * @property {number} legal_count
 * @property {PlayedMove[]} moves
 * @property {Result | null} [result]
 *
 * @typedef {object} SetUp
 * @property {string[]} board
 * @property {number} to_play
 *
 * @typedef {object} PositionRequest
 * @property {string} variant
 * @property {SetUp | null} [setup]
 * @property {string[]} moves
 *
 * @typedef {object} Seat
 * @property {number} player
 * @property {number[]} colours
 * @property {"open" | "person" | "agent"} kind
 * @property {string} [name]
 * @property {string} [agent]
 * @property {boolean} yours
 * @property {boolean} connected
 * @property {boolean} resigned
 * @property {"resigned" | "time" | "failed"} [dropped]
 * @property {number | null} [clock]
 *
 * @typedef {object} RoomState
 * @property {string} id
 * @property {number} version
 * @property {string} variant
 * @property {number} now
 * @property {"waiting" | "playing" | "over"} phase
 * @property {{ hints: boolean, chat: boolean, clock?: { main: number, increment: number } | null }} options
 * @property {Seat[]} seats
 * @property {{ made: boolean, seats: number[], to_move: boolean, can_move: boolean, can_undo: boolean, can_redo: boolean, can_control: boolean, can_hint: boolean }} you
 * @property {number} spectators
 * @property {PositionState} position
 * @property {PlayedMove[]} moves
 * @property {SetUp | null} [setup]
 * @property {number} redo
 * @property {{ player: number, since: number, waiting?: boolean } | null} [thinking]
 * @property {boolean} paused
 * @property {number} pace
 * @property {{ player: number, since: number } | null} [running]
 * @property {{ player: number, to: number, agreed: number[], needs: number[] } | null} [undo]
 * @property {string | null} [next]
 * @property {{ name: string, player: number | null, text: string, at: number }[]} chat
 *
 * @typedef {object} Hint
 * @property {number} number
 * @property {number} strength
 * @property {string} piece
 * @property {string[] | null} [area]
 * @property {string | null} [move]
 * @property {number | null} [share]
 *
 * @typedef {object} Why
 * @property {boolean} legal
 * @property {string} rule
 * @property {string} message
 * @property {string[]} cells
 * @property {string[]} touching
 *
 * @typedef {object} CandidateInfo
 * @property {string} move
 * @property {string} piece
 * @property {number} visits
 * @property {number | null} [share]
 * @property {number | null} [score]
 * @property {string[]} line
 *
 * @typedef {object} AnalysisReport
 * @property {boolean} running
 * @property {boolean} [queued]
 * @property {number} seconds
 * @property {number} visits
 * @property {number[] | null} [values]
 * @property {number[] | null} [scores]
 * @property {CandidateInfo[]} candidates
 *
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Grade
 *
 * @typedef {object} ReviewEntry
 * @property {number} number
 * @property {number[] | null} [values]
 * @property {number[] | null} [scores]
 * @property {string} [move]
 * @property {Grade} [grade]
 * @property {number} [loss]
 * @property {CandidateInfo[]} best
 *
 * @typedef {object} ReadGame
 * @property {string} variant
 * @property {SetUp | null} [setup]
 * @property {(string | null)[]} players
 * @property {string | null} [comment]
 * @property {{ parent: number | null, colour: number, move: string, comment?: string | null }[]} nodes
 * @property {string[]} moves
 *
 * @typedef {object} SeatWish
 * @property {"me" | "open" | "agent"} kind
 * @property {string} [name]
 * @property {string} [agent]
 * @property {number} [time]
 *
 * @typedef {object} RoomWish
 * @property {string} variant
 * @property {SeatWish[]} seats
 * @property {boolean} [random_seats]
 * @property {{ main: number, increment: number } | null} [clock]
 * @property {boolean} [hints]
 * @property {boolean} [chat]
 * @property {SetUp | null} [setup]
 * @property {string[]} [moves]
 *
 * @typedef {object} Offer
 * @property {{ spec: string, title: string, summary: string }[]} levels
 * @property {{ name: string, summary: string }[]} agents
 * @property {{ name: string, title: string, summary: string, room: RoomWish }[]} presets
 * @property {{ thinking: number, message: number, local: boolean }} limits
 *
 * @typedef {object} RoomSummary
 * @property {string} id
 * @property {string} variant
 * @property {"waiting" | "playing" | "over"} phase
 * @property {number} created
 * @property {number} touched
 * @property {number} number
 * @property {Seat[]} seats
 * @property {boolean} your_turn
 */
export {};
