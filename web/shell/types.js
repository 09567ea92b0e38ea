/**
 * The types of the API that the page uses. They are made from its document; docs/17-api.md says what each field means.
 *
 * @typedef {import("./api-types.d.ts").AgentCatalogue} AgentCatalogue
 * @typedef {import("./api-types.d.ts").AnalysisReport} AnalysisReport
 * @typedef {import("./api-types.d.ts").CandidateInfo} CandidateInfo
 * @typedef {import("./api-types.d.ts").ColourState} ColourState
 * @typedef {import("./api-types.d.ts").Drawing} Drawing
 * @typedef {import("./api-types.d.ts").GameToWrite} GameToWrite
 * @typedef {import("./api-types.d.ts").Grade} Grade
 * @typedef {import("./api-types.d.ts").Hint} Hint
 * @typedef {import("./api-types.d.ts").NewRoom} NewRoom
 * @typedef {import("./api-types.d.ts").NewSeat} NewSeat
 * @typedef {import("./api-types.d.ts").PlayedMove} PlayedMove
 * @typedef {import("./api-types.d.ts").PositionState} PositionState
 * @typedef {import("./api-types.d.ts").ReadGame} ReadGame
 * @typedef {import("./api-types.d.ts").Reason} Reason
 * @typedef {import("./api-types.d.ts").ReviewEntry} ReviewEntry
 * @typedef {import("./api-types.d.ts").RoomState} RoomState
 * @typedef {import("./api-types.d.ts").RoomSummary} RoomSummary
 * @typedef {import("./api-types.d.ts").SeatState} SeatState
 * @typedef {import("./api-types.d.ts").Setup} Setup
 * @typedef {import("./api-types.d.ts").VariantInfo} VariantInfo
 * @typedef {import("./api-types.d.ts").Why} Why
 */

/**
 * A position as the page keeps it, always with its moves.
 *
 * @typedef {import("./api-types.d.ts").PositionRequest & { moves: string[] }} PositionRequest
 */
export {};
