/**
 * Which view an address shows. A view is shown once it is whole: what is pressed in it counts, and nothing moves under the pointer.
 *
 * @typedef {{ element: HTMLElement, close?: () => void }} View
 * @typedef {{ pattern: RegExp, open: (match: RegExpMatchArray, query: URLSearchParams, fragment: string) => Promise<View> | View }} Route
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
    navigate(link.pathname + link.search + link.hash);
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
  const { pathname, search, hash } = location;
  for (const { pattern, open } of routes) {
    const match = pathname.match(pattern);
    if (!match) continue;
    const view = await open(match, new URLSearchParams(search), hash.slice(1));
    if (turn !== asked) {
      view.close?.();
      return;
    }
    const first = current === null;
    current?.close?.();
    current = view;
    place.replaceChildren(view.element);
    document.body.dataset.view = pathname.split("/")[1] || "start";
    // What had the focus is gone; the browser itself sees to the first view.
    if (!first) enter(view.element);
    return;
  }
}

/**
 * Moves the focus to a view's heading, so that it is read out and that Tab goes on from there.
 *
 * @param {HTMLElement} element
 */
function enter(element) {
  if (element.contains(document.activeElement)) return;
  const heading = element.querySelector("h1") ?? element;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
