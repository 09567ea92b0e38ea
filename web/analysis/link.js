/**
 * Addresses of positions: all of a game is in the address, so that a link needs nothing kept.
 *
 * @import { PositionRequest } from "../shell/types.js"
 */

/**
 * @param {PositionRequest} position
 * @param {{ names?: string[], review?: boolean, at?: number }} [about]
 */
export function analysisPath(position, about = {}) {
  const query = new URLSearchParams({ variant: position.variant });
  if (position.setup) query.set("setup", `${position.setup.board.join("/")} ${position.setup.to_play}`);
  if (position.moves.length) query.set("moves", position.moves.join(" "));
  if (about.names?.some(Boolean)) query.set("names", about.names.join("|"));
  if (about.at !== undefined) query.set("at", String(about.at));
  if (about.review) query.set("review", "1");
  // Commas are fine in a query, and moves are easier to read with them.
  return `/analysis?${query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/")}`;
}

/**
 * @param {URLSearchParams} query
 * @returns {{ position: PositionRequest, names: string[], review: boolean, at: number | null }}
 */
export function readAnalysis(query) {
  const [rows, turn] = (query.get("setup") ?? "").split(" ");
  const at = query.get("at");
  return {
    position: {
      variant: query.get("variant") ?? "duo",
      setup: rows ? { board: rows.split("/"), to_play: Number(turn) || 1 } : null,
      moves: (query.get("moves") ?? "").split(" ").filter(Boolean),
    },
    names: (query.get("names") ?? "").split("|").filter(Boolean),
    review: query.has("review"),
    at: at && /^\d+$/.test(at) ? Number(at) : null,
  };
}
