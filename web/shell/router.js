/**
 * Which view an address shows. A view is shown once it is whole: what is pressed in it counts, and nothing moves under the pointer.
 *
 * @typedef {{ element: HTMLElement, close?: () => void }} View
 * @typedef {{ pattern: RegExp, open: (match: RegExpMatchArray, query: URLSearchParams) => Promise<View> | View }} Route
 */
import { note } from "./announcer.js";

/** @type {Route[]} */
let routes = [];
/** @type {HTMLElement} */
let place;
/** @type {View | null} */
let current = null;
let asked = 0;

/**
 * @param {HTMLElement} element in which views are shown
 * @param {Route[]} table
 */
export function startRouter(element, table) {
  place = element;
  routes = table;
  addEventListener("popstate", show);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.hasAttribute("download") || event.ctrlKey || event.metaKey || event.shiftKey || link.pathname.startsWith("/api")) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
  return show();
}

/** @param {string} path */
export function navigate(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  return show();
}

async function show() {
  try {
    await change();
  } catch {
    note("This view cannot be loaded: is the server still running?", "wrong");
  }
}

async function change() {
  const turn = ++asked;
  const { pathname, search } = location;
  for (const { pattern, open } of routes) {
    const match = pathname.match(pattern);
    if (!match) continue;
    const view = await open(match, new URLSearchParams(search));
    if (turn !== asked) {
      view.close?.();
      return;
    }
    current?.close?.();
    current = view;
    place.replaceChildren(view.element);
    document.body.dataset.view = pathname.split("/")[1] || "start";
    return;
  }
}
