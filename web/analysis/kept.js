/** Branches of games that are too large for an address, kept in this tab under a key that the address has. */

/** How long the part of an address after `#` may be; what browsers and other programs take differs. */
const LONGEST = 30_000;

const name = (/** @type {string} */ key) => `cornerwise.branches.${key}`;

/** A key that no other game in this tab has. */
export const newKey = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/**
 * What to write after `#`: the fragment itself, or where it is kept.
 *
 * @param {string} fragment
 * @param {string} key
 */
export function kept(fragment, key) {
  if (fragment.length <= LONGEST) return fragment;
  try {
    sessionStorage.setItem(name(key), fragment);
  } catch {
    // A browser that keeps nothing loses the branches at a reload.
  }
  return `kept=${key}`;
}

/** @param {string} fragment */
export const isKept = (fragment) => fragment.startsWith("kept=");

/**
 * The fragment behind what is written after `#`.
 *
 * @param {string} fragment
 */
export function found(fragment) {
  if (!isKept(fragment)) return fragment;
  let text = null;
  try {
    text = sessionStorage.getItem(name(fragment.slice("kept=".length)));
  } catch {
    // As if it had been forgotten.
  }
  if (text === null) throw new Error("The branches of this game were kept in another tab, and are not here.");
  return text;
}
