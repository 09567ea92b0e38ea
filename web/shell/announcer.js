/** What happens, told to everyone: as a short note on the screen, and to screen readers. */
import { h } from "./dom.js";

const spoken = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
const notes = h("div", { class: "notes" });

export const announcer = h("div", {}, spoken, notes);

/** Puts the announcer where it is seen and heard: what is behind a dialog is dimmed, and silent for screen readers. */
export function bringUp() {
  const dialogs = document.querySelectorAll("dialog[open]");
  const top = dialogs[dialogs.length - 1] ?? document.body;
  if (announcer.parentElement !== top) top.append(announcer);
}

/**
 * Tells screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
  bringUp();
  // The same words twice are news too.
  spoken.textContent = spoken.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Tells everyone.
 *
 * @param {string} text
 * @param {"news" | "wrong"} [kind]
 */
export function note(text, kind = "news") {
  announce(text);
  const box = h("div", { class: `note ${kind}` }, text);
  notes.replaceChildren(box);
  setTimeout(() => box.classList.add("going"), 3600);
  setTimeout(() => box.remove(), 4000);
}
