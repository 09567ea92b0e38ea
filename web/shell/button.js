/** @import { IconName } from "./icons.js" */
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * A button with a text, an icon or both. Without a text, the label is what is read out and shown as a tooltip.
 *
 * @param {{ text?: string, label?: string, icon?: IconName, class?: string, key?: string, press: (event: MouseEvent) => void }} about
 */
export function button({ text, label, icon: name, class: className = "", key, press }) {
  const properties = {
    type: "button",
    class: `button ${text ? "" : "bare"} ${className}`,
    onclick: press,
    "aria-label": label ?? (text ? undefined : ""),
    title: text ? undefined : `${label}${key ? ` (${key})` : ""}`,
  };
  return h("button", properties, name && icon(name), text && h("span", {}, text));
}
