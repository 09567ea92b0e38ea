/**
 * Addresses of games: all of a game is in the address, so that a link needs nothing kept.
 *
 * The main line is in the query. Branches and comments are in the fragment, which may be long since no server reads it.
 * Positions are numbered as `Tree.numbered` has them, so that `at` is the number of moves where there is one line.
 *
 * @import { PositionRequest } from "../shell/types.js"
 */
import { Tree } from "./tree.js";

/** What the fragment's layout is called in it. */
const LAYOUT = "1";

/**
 * The address of one line.
 *
 * @param {PositionRequest} position
 * @param {{ names?: readonly string[], review?: boolean, at?: number }} [about]
 */
export function analysisPath(position, about = {}) {
  const query = new URLSearchParams({ variant: position.variant });
  if (position.setup) query.set("setup", `${position.setup.board.join("/")} ${position.setup.to_play}`);
  if (position.moves.length) query.set("moves", position.moves.join(" "));
  if (about.names?.some(Boolean)) query.set("names", about.names.join("|"));
  if (about.at !== undefined) query.set("at", String(about.at));
  if (about.review) query.set("review", "1");
  return `/analysis?${written(query)}`;
}

/**
 * What the address of a tree has after `#`: nothing, if it is one line without comments.
 *
 * @param {Tree} tree
 */
export function treeFragment(tree) {
  const { nodes, lines } = tree.numbered();
  const comments = nodes.flatMap(({ comment }, number) => (comment ? [[number, comment]] : []));
  if (lines.length < 2 && !comments.length) return "";
  const fragment = new URLSearchParams({ layout: LAYOUT });
  if (lines.length > 1) fragment.set("branches", lines.slice(1).map(({ from, moves }) => `${from}:${moves.join(" ")}`).join("~"));
  if (comments.length) fragment.set("comments", JSON.stringify(Object.fromEntries(comments)));
  return written(fragment);
}

/**
 * What is allowed in an address stays as it is, and moves can be read in it.
 *
 * @param {URLSearchParams} values
 */
const written = (values) => values.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%7E", "~");

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

/**
 * A main line with the branches and comments of a fragment.
 *
 * @param {readonly string[]} moves
 * @param {string} fragment
 */
export function readTree(moves, fragment) {
  const tree = Tree.of(moves);
  const values = new URLSearchParams(fragment);
  const layout = values.get("layout");
  if (layout === null) return tree;
  if (layout !== LAYOUT) throw new Error("The branches of this link are written in a way that this page does not know.");
  const nodes = tree.main();
  for (const branch of (values.get("branches") ?? "").split("~").filter(Boolean)) {
    const [from, line = ""] = branch.split(":");
    let node = nodes[Number(from)];
    if (!node) throw damaged();
    for (const move of line.split(" ").filter(Boolean)) {
      node = tree.add(move, node);
      nodes.push(node);
    }
  }
  for (const [number, comment] of Object.entries(readComments(values.get("comments")))) {
    if (!nodes[Number(number)]) throw damaged();
    nodes[Number(number)].comment = String(comment);
  }
  return tree;
}

/**
 * @param {string | null} text
 * @returns {Record<string, unknown>}
 */
function readComments(text) {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    throw damaged();
  }
}

const damaged = () => new Error("The branches of this link are damaged.");
