/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes elements.
 *
 * Properties that begin with `on` are listeners, `class` and names with a dash are attributes, others are set on the
 * element. Children that are `null` or `false` are left out.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class" || key === "role" || key === "for" || key.includes("-")) element.setAttribute(key, String(value));
    else Reflect.set(element, key, value);
  }
  element.append(...shown(children));
  return element;
}

/**
 * Puts other children into an element.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...shown(children));
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
const shown = (children) =>
  children.flat().flatMap((child) => (child === null || child === undefined || child === false ? [] : [typeof child === "number" ? String(child) : child]));

/**
 * Sets a text without touching the document when it is there already.
 *
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
