/** Icons, drawn as lines on a field of 24 by 24. */
import { svg } from "../board/svg.js";

const PATHS = {
  play: "M8 5.5v13l10.5-6.5z",
  rotateRight: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4",
  rotateLeft: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4h4",
  flip: "M12 4v16M9 8l-5 8h5zM15 8l5 8h-5z",
  place: "M5 12.5l4.5 4.5L19 7.5",
  drop: "M6 6l12 12M18 6L6 18",
  undo: "M9 8H15a4.5 4.5 0 0 1 0 9H8M9 4.5L5.5 8 9 11.5",
  redo: "M15 8H9a4.5 4.5 0 0 0 0 9h7M15 4.5L18.5 8 15 11.5",
  hint: "M9.5 17.5h5M10.5 20.5h3M12 3.5a6 6 0 0 0-3.4 11c.6.5.9 1.1.9 1.8v1.2h5v-1.2c0-.7.3-1.3.9-1.8A6 6 0 0 0 12 3.5z",
  flag: "M6 21V4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  stop: "M7 7h10v10H7z",
  pause: "M8.5 6v12M15.5 6v12",
  step: "M6 6l9 6-9 6zM18.5 6v12",
  now: "M5 6l7 6-7 6zM13 6l7 6-7 6z",
  first: "M18 6l-7 6 7 6zM7 6v12",
  previous: "M15 6l-7 6 7 6z",
  next: "M9 6l7 6-7 6z",
  last: "M6 6l7 6-7 6zM17 6v12",
  analyse: "M4 19V9M10 19V5M16 19v-7M22 19H2",
  people: "M9 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19.5c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M16 5a3 3 0 0 1 0 5.8M17.5 14.4c2.1.7 3.5 2.6 3.5 5.1",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  help: "M9.2 9a2.8 2.8 0 1 1 4.2 2.5c-.9.5-1.4 1.1-1.4 2.2M12 17v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  link: "M10 14a4 4 0 0 0 6 .4l2.6-2.6a4 4 0 0 0-5.7-5.7L11.7 7.3M14 10a4 4 0 0 0-6-.4l-2.6 2.6a4 4 0 0 0 5.7 5.7l1.2-1.2",
  save: "M12 4v11M7.5 11l4.5 4.5L16.5 11M5 19.5h14",
  load: "M12 15.5V4.5M7.5 9L12 4.5 16.5 9M5 19.5h14",
  picture: "M4 5.5h16v13H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 4.5M15.5 9.5v.1",
  edit: "M5 19l.8-3.7L16 5.1a1.5 1.5 0 0 1 2.1 0l.8.8a1.5 1.5 0 0 1 0 2.1L8.7 18.2z",
  person: "M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM5 20c0-3.8 3.1-6.3 7-6.3s7 2.5 7 6.3",
  agent: "M7 9h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM12 9V5.5M12 5.5v-.1M9 13.5v1.2M15 13.5v1.2",
  again: "M5 12a7 7 0 0 1 12-4.9L19 9M19 4.5V9h-4.5M19 12a7 7 0 0 1-12 4.9L5 15M5 19.5V15h4.5",
  chat: "M4.5 5.5h15v10.5h-8L7 19.5V16H4.5z",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
