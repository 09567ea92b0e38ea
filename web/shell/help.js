/** The help: the table of keys as a dialog. */
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { boundKeys } from "./keys.js";

const SIGNS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "Space", Escape: "Esc", Backspace: "⌫" };

/** @param {string} key */
function written(key) {
  const parts = key.split("+");
  return parts.map((part) => SIGNS[/** @type {keyof typeof SIGNS} */ (part)] ?? (part.length === 1 ? part.toUpperCase() : part)).join(" ");
}

export function openHelp() {
  const groups = Map.groupBy(boundKeys(), ({ group }) => group);
  const sections = [...groups].map(([group, rows]) =>
    h(
      "section",
      {},
      h("h3", {}, group),
      h(
        "dl",
        { class: "keys" },
        rows.map(({ keys, does }) =>
          h("div", {}, h("dt", {}, keys.map((key) => h("kbd", {}, written(key)))), h("dd", {}, does)),
        ),
      ),
    ),
  );
  openDialog("Keys", [
    ...sections,
    h("p", { class: "quiet" }, "With a mouse: the wheel turns the piece in hand, the right button mirrors it. A press on the board places it."),
  ]);
}
