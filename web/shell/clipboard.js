import { note } from "./announcer.js";

/**
 * Copies a text and says so.
 *
 * @param {string} text
 * @param {string} what it is
 */
export async function copied(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    note(`${what} was copied.`);
  } catch {
    // Without a secure context there is no clipboard; then the text can at least be taken by hand.
    prompt(`${what}:`, text);
  }
}

/**
 * Saves a file.
 *
 * @param {string} name
 * @param {Blob} content
 */
export function saved(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
