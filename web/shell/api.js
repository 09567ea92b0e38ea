/**
 * Requests to the server.
 *
 * @import { AgentCatalogue, Drawing, GameToWrite, NewRoom, PositionRequest, PositionState, ReadGame, RoomState, RoomSummary, VariantInfo, Why } from "./types.js"
 */

/** What the server refused, with its one line for people. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ cells?: string[], touching?: string[] }} [details]
   */
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.cells = details.cells ?? [];
    this.touching = details.touching ?? [];
  }
}

/**
 * @param {string} path below `/api`
 * @param {unknown} [body] sent with POST
 * @returns {Promise<Response>}
 */
async function request(path, body) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`/api${path}`, body === undefined ? {} : post).catch(() => {
    throw new Refusal("unreachable", "The server does not answer.");
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  const { code = "internal", message = response.statusText, ...details } = answer?.error ?? {};
  throw new Refusal(code, message, details);
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
const json = async (path, body) => (await request(path, body)).json();

/**
 * Asks once and keeps the answer; a refusal is forgotten, so that the next one who needs it asks again.
 *
 * @template T
 * @param {() => Promise<T>} ask
 */
function once(ask) {
  /** @type {Promise<T> | null} */
  let answer = null;
  return () =>
    (answer ??= ask().catch((error) => {
      answer = null;
      throw error;
    }));
}

export const api = {
  /** Makes this browser a visitor who can sit down. */
  session: () => json("/session", {}),

  variants: once(async () => new Map((await json("/variants")).variants.map((/** @type {VariantInfo} */ info) => /** @type {[string, VariantInfo]} */ ([info.name, info])))),

  /**
   * @param {string} name
   * @returns {Promise<VariantInfo>}
   */
  async variant(name) {
    return (await api.variants()).get(name) ?? json(`/variants/${encodeURIComponent(name)}`);
  },

  /** @type {() => Promise<AgentCatalogue>} */
  offer: once(() => json("/agents")),

  /** @returns {Promise<RoomSummary[]>} */
  rooms: async () => (await json("/rooms")).rooms,

  /**
   * @param {string} id
   * @returns {Promise<RoomState>}
   */
  room: (id) => json(`/rooms/${encodeURIComponent(id)}`),

  /**
   * @param {NewRoom} wish
   * @returns {Promise<RoomState>}
   */
  async makeRoom(wish) {
    await api.session();
    return json("/rooms", wish);
  },

  /**
   * Takes a room out of this visitor's list.
   *
   * @param {string} id
   */
  forget: (id) => json(`/rooms/${encodeURIComponent(id)}/actions`, { type: "forget" }),

  /**
   * @param {PositionRequest} position
   * @returns {Promise<PositionState>}
   */
  position: (position) => json("/position", position),

  /**
   * @param {PositionRequest} position
   * @param {string} move
   * @returns {Promise<Why>}
   */
  why: (position, move) => json("/why", { ...position, move }),

  /**
   * @param {string} text
   * @returns {Promise<ReadGame[]>}
   */
  read: async (text) => (await json("/games/read", { text })).games,

  /**
   * @param {GameToWrite} game
   * @returns {Promise<string>}
   */
  write: async (game) => (await json("/games/write", game)).text,

  /**
   * @param {Drawing} position
   * @returns {Promise<string>}
   */
  picture: async (position) => (await request("/picture", position)).text(),
};
