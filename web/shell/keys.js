/**
 * The one table of keys. Views say what they do at a key's name; the help shows the rows that somebody listens to.
 *
 * Letters choose pieces, so commands have the letters that no piece begins with, or other keys.
 */

/**
 * @typedef {object} KeyRow
 * @property {string} name what views bind to
 * @property {string} group
 * @property {string[]} keys as `KeyboardEvent.key`, with `Ctrl+` or `Shift+` before it
 * @property {string} does
 */

/** @type {readonly KeyRow[]} */
export const KEYS = [
  { name: "piece", group: "Piece", keys: ["1", "2", "f", "i", "l", "n", "o", "p", "t", "u", "v", "w", "x", "y", "z"], does: "take the piece; again for the next one of that letter" },
  { name: "nextPiece", group: "Piece", keys: ["."], does: "take the next piece that fits" },
  { name: "previousPiece", group: "Piece", keys: [","], does: "take the previous piece that fits" },
  { name: "rotateRight", group: "Piece", keys: ["r", "]"], does: "turn right" },
  { name: "rotateLeft", group: "Piece", keys: ["e", "["], does: "turn left" },
  { name: "flip", group: "Piece", keys: ["m"], does: "mirror" },
  { name: "up", group: "Piece", keys: ["ArrowUp"], does: "move up" },
  { name: "down", group: "Piece", keys: ["ArrowDown"], does: "move down" },
  { name: "left", group: "Piece", keys: ["ArrowLeft"], does: "move left" },
  { name: "right", group: "Piece", keys: ["ArrowRight"], does: "move right" },
  { name: "nextPlace", group: "Piece", keys: ["g"], does: "go to the next place where it fits, in any form" },
  { name: "previousPlace", group: "Piece", keys: ["Shift+G"], does: "go to the previous place where it fits" },
  { name: "place", group: "Piece", keys: ["Enter", " "], does: "place it" },
  { name: "drop", group: "Piece", keys: ["Escape"], does: "put it back" },
  { name: "hint", group: "Game", keys: ["h"], does: "ask for a hint; again for a stronger one" },
  { name: "undo", group: "Game", keys: ["Ctrl+z", "Backspace"], does: "take the move back" },
  { name: "redo", group: "Game", keys: ["Ctrl+y", "Ctrl+Shift+Z"], does: "play it again" },
  { name: "now", group: "Game", keys: ["q"], does: "let the agent move now" },
  { name: "pause", group: "Game", keys: ["c"], does: "let agents wait, or go on" },
  { name: "step", group: "Game", keys: ["j"], does: "let one agent move in a paused game" },
  { name: "slower", group: "Game", keys: ["<"], does: "let agents play slower" },
  { name: "faster", group: "Game", keys: [">"], does: "let agents play faster" },
  { name: "status", group: "Game", keys: ["s"], does: "read out scores and whose turn it is" },
  { name: "previous", group: "Moves", keys: ["ArrowLeft"], does: "one move back" },
  { name: "next", group: "Moves", keys: ["ArrowRight"], does: "one move on" },
  { name: "first", group: "Moves", keys: ["Home"], does: "to the start" },
  { name: "last", group: "Moves", keys: ["End"], does: "to the end" },
  { name: "search", group: "Moves", keys: ["a"], does: "start or stop the search" },
  { name: "sounds", group: "Everywhere", keys: ["b"], does: "sounds on or off" },
  { name: "theme", group: "Everywhere", keys: ["d"], does: "light or dark" },
  { name: "patterns", group: "Everywhere", keys: ["k"], does: "patterns on or off" },
  { name: "help", group: "Everywhere", keys: ["?"], does: "show these keys" },
];

/**
 * What is done at a key. Whoever answers `false` did not want it, and it goes to the next one.
 *
 * @typedef {(event: KeyboardEvent) => boolean | void} Action
 * @typedef {Record<string, Action>} Bindings
 */

/** @type {Bindings[]} */
const bound = [];

/**
 * Binds names of rows to actions; later bindings are asked first.
 *
 * @param {Bindings} bindings
 * @returns {() => void} which ends it
 */
export function bindKeys(bindings) {
  bound.unshift(bindings);
  return () => {
    const at = bound.indexOf(bindings);
    if (at >= 0) bound.splice(at, 1);
  };
}

/** The rows that do something now. */
export const boundKeys = () => KEYS.filter(({ name }) => bound.some((bindings) => name in bindings));

/**
 * How a key is written in the table.
 *
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey">} event
 */
export function keyName(event) {
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  // Shift is part of what signs are, but not of letters and named keys.
  const shift = event.shiftKey && (event.key.length > 1 || event.key !== event.key.toLowerCase()) ? "Shift+" : "";
  // With Caps Lock, letters are large without Shift.
  const key = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
  return control + shift + key;
}

/** @param {KeyboardEvent} event */
export function handleKey(event) {
  if (event.altKey || event.defaultPrevented || isTyping(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  const key = keyName(event);
  for (const bindings of bound) {
    for (const { name, keys } of KEYS) {
      if (!keys.includes(key) || !(name in bindings)) continue;
      if (isPressing(event)) continue;
      if (bindings[name](event) === false) continue;
      event.preventDefault();
      return;
    }
  }
}

/**
 * Whether the key belongs to the element with the focus: Enter on a button presses that button.
 *
 * @param {KeyboardEvent} event
 */
const isPressing = ({ key, target }) =>
  (key === "Enter" || key === " ") && target instanceof HTMLElement && target.matches("button, a, summary");

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range])"));
