/** The dialog of what a visitor prefers. */
/** @import { Settings } from "./settings.js" */
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { prefer, settings } from "./settings.js";

/**
 * @param {"patterns" | "sounds" | "dots"} name
 * @param {string} label
 * @param {string} about
 */
function flag(name, label, about) {
  const input = h("input", { type: "checkbox", class: "switch", checked: settings[name], onchange: () => prefer(name, input.checked) });
  return h("label", { class: "preference" }, h("span", {}, h("strong", {}, label), h("span", { class: "quiet" }, about)), input);
}

/**
 * @template {"theme" | "motion"} Name
 * @param {Name} name
 * @param {string} label
 * @param {[Settings[Name], string][]} values
 */
function choice(name, label, values) {
  return h(
    "fieldset",
    { class: "preference" },
    h("legend", {}, label),
    h(
      "span",
      { class: "segments" },
      values.map(([value, text]) =>
        h("label", {}, h("input", { type: "radio", name, checked: settings[name] === value, onchange: () => prefer(name, value) }), h("span", {}, text)),
      ),
    ),
  );
}

export function openPreferences() {
  openDialog(
    "Preferences",
    [
      choice("theme", "Theme", [["auto", "Automatic"], ["light", "Light"], ["dark", "Dark"]]),
      flag("patterns", "Patterns", "Pieces have a pattern besides their colour."),
      flag("dots", "Dots", "Corner cells, and where the piece in hand can go."),
      flag("sounds", "Sounds", "A knock for each piece."),
      choice("motion", "Motion", [["auto", "Automatic"], ["full", "Full"], ["reduced", "Reduced"]]),
    ],
    { class: "small" },
  );
}
