/**
 * What a visitor prefers, kept in this browser.
 *
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} patterns pieces have patterns besides colours
 * @property {boolean} sounds
 * @property {boolean} dots corner cells and places of the piece in hand are shown
 * @property {"auto" | "full" | "reduced"} motion
 * @property {string} name under which one plays with others
 */

const KEY = "cornerwise.settings";

/** @type {Settings} */
const DEFAULTS = { theme: "auto", patterns: false, sounds: true, dots: true, motion: "auto", name: "" };

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...stored() };

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function prefer(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  apply();
  for (const listener of listeners) listener();
}

/**
 * @param {() => void} listener
 * @returns {() => void} which ends it
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the style sheet. */
export function apply() {
  const root = document.documentElement.dataset;
  root.theme = settings.theme;
  root.patterns = settings.patterns ? "on" : "off";
  root.motion = settings.motion;
}

/** Whether things should not move by themselves. */
export const isCalm = () =>
  settings.motion === "reduced" || (settings.motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
