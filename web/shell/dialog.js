/** Dialogs: the browser's own element, which keeps the focus and closes with Escape. */
/** @import { Child } from "./dom.js" */
import { bringUp } from "./announcer.js";
import { button } from "./button.js";
import { h } from "./dom.js";

/**
 * Opens a dialog; it is gone when it is closed.
 *
 * @param {string} title
 * @param {Child[]} content
 * @param {{ class?: string, closed?: () => void }} [about]
 */
export function openDialog(title, content, about = {}) {
  const heading = `dialog-${Math.round(performance.now())}`;
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: `dialog ${about.class ?? ""}`, "aria-labelledby": heading },
    h(
      "header",
      {},
      h("h2", { id: heading }, title),
      button({ label: "Close", icon: "drop", press: () => dialog.close() }),
    ),
    h("div", { class: "dialog-body" }, ...content),
  );
  dialog.addEventListener("close", () => {
    // A note that is shown in it stays.
    bringUp();
    dialog.remove();
    about.closed?.();
  });
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks a question that is answered with yes or no.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog(
      title,
      [
        h("p", {}, text),
        h(
          "div",
          { class: "row end" },
          button({ text: "Cancel", press: () => dialog.close() }),
          button({
            text: yes,
            class: "main",
            press: () => {
              answer = true;
              dialog.close();
            },
          }),
        ),
      ],
      { class: "small", closed: () => resolve(answer) },
    );
  });
}
