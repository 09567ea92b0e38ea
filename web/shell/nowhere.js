/** The view of an address at which there is nothing. */
import { h } from "./dom.js";

export function nowhere() {
  document.title = "Not here · Cornerwise";
  const way = h("a", { class: "button main", href: "/" }, "To the start");
  return { element: h("main", { class: "nowhere" }, h("section", { class: "panel lost" }, h("h1", {}, "There is nothing here"), h("p", {}, "The address may be mistyped."), way)) };
}
