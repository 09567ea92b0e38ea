/**
 * Games and pictures to take home.
 *
 * @import { PositionRequest } from "../shell/types.js"
 */
import { note } from "../shell/announcer.js";
import { api } from "../shell/api.js";
import { button } from "../shell/button.js";
import { copied, saved } from "../shell/clipboard.js";
import { openDialog } from "../shell/dialog.js";
import { capital, h } from "../shell/dom.js";

/** Width of pictures in pixels. */
const PICTURE = 1200;

/**
 * Asks for a game file, or its text.
 *
 * @param {(text: string) => Promise<void>} read
 */
export function openLoad(read) {
  // A note would be behind the dialog.
  const wrong = h("p", { class: "wrong", role: "alert", hidden: true });
  const take = async (/** @type {string} */ text) => {
    wrong.hidden = true;
    try {
      await read(text);
      dialog.close();
    } catch (error) {
      wrong.textContent = capital(/** @type {Error} */ (error).message);
      wrong.hidden = false;
    }
  };
  const file = h("input", {
    type: "file",
    accept: ".blksgf,.sgf,text/plain",
    "aria-label": "Game file",
    onchange: async () => {
      const text = await file.files?.[0]?.text();
      if (text !== undefined) await take(text);
      // The same file may be chosen again, when it is mended.
      file.value = "";
    },
  });
  const text = h("textarea", { rows: 6, "aria-label": "Text of a game", placeholder: "(;GM[Blokus Duo] …" });
  const dialog = openDialog("Open a game", [
    h("p", {}, "A .blksgf file, as Cornerwise and Pentobi write it."),
    file,
    h("p", { class: "quiet" }, "Or its text:"),
    text,
    wrong,
    h("div", { class: "row end" }, button({ text: "Open", class: "main", press: () => take(text.value) })),
  ]);
}

/**
 * Offers what can be taken from a position.
 *
 * @param {object} about
 * @param {PositionRequest} about.position
 * @param {string | null} about.gameLink nothing if the game is too large for a link
 * @param {string} about.positionLink
 * @param {() => Promise<string>} about.write
 */
export function openShare({ position, gameLink, positionLink, write }) {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark" || document.documentElement.dataset.theme === "dark";
  const picture = () => api.picture({ ...position, theme: dark ? "dark" : "light", coordinates: true, last: true });
  const attempt = (/** @type {() => Promise<void>} */ action) => () => action().catch((error) => note(error.message, "wrong"));
  openDialog(
    "Share and save",
    [
      h(
        "div",
        { class: "menu" },
        button({ text: "Copy a link to this position", icon: "link", press: () => copied(new URL(positionLink, location.href).href, "The link") }),
        gameLink === null
          ? h("p", { class: "quiet" }, "The whole game is too large for a link; save it instead.")
          : button({ text: "Copy a link to the whole game", icon: "link", press: () => copied(new URL(gameLink, location.href).href, "The link") }),
        button({ text: "Save the game (.blksgf)", icon: "save", press: attempt(async () => saved("game.blksgf", new Blob([await write()]))) }),
        button({ text: "Save a picture (SVG)", icon: "picture", press: attempt(async () => saved("position.svg", new Blob([await picture()], { type: "image/svg+xml" }))) }),
        button({ text: "Save a picture (PNG)", icon: "picture", press: attempt(async () => saved("position.png", await png(await picture()))) }),
      ),
    ],
    { class: "small" },
  );
}

/**
 * Paints an SVG.
 *
 * @param {string} source
 * @returns {Promise<Blob>}
 */
export async function png(source) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE;
  canvas.height = Math.round((PICTURE * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made.")))));
}
