/** The bar above all views. */
import { svg } from "../board/svg.js";
import { announce } from "./announcer.js";
import { button } from "./button.js";
import { h } from "./dom.js";
import { openHelp } from "./help.js";
import { bindKeys } from "./keys.js";
import { openPreferences } from "./preferences.js";
import { prefer, settings } from "./settings.js";

export function header() {
  bindKeys({
    help: openHelp,
    sounds: () => {
      prefer("sounds", !settings.sounds);
      announce(`Sounds ${settings.sounds ? "on" : "off"}`);
    },
    theme: () => prefer("theme", isDark() ? "light" : "dark"),
    patterns: () => prefer("patterns", !settings.patterns),
  });
  const mark = svg("svg", { viewBox: "0 0 20 20", class: "logo", "aria-hidden": "true" }, svg("path", { class: "first", d: "M1 1h9v9H1z" }), svg("path", { class: "second", d: "M10 10h9v9h-9z" }));
  return h(
    "header",
    { class: "top" },
    h("a", { href: "/", class: "brand", "aria-label": "Cornerwise, to the start" }, mark, h("span", {}, "Cornerwise")),
    h("nav", { "aria-label": "Main" }, h("a", { href: "/new" }, "New game"), h("a", { href: "/analysis" }, "Analyse")),
    h("span", { class: "spring" }),
    button({ label: "Preferences", icon: "settings", press: openPreferences }),
    button({ label: "Keys and help", icon: "help", key: "?", press: openHelp }),
  );
}

const isDark = () => settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
