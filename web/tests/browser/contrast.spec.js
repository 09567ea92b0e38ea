import { MOVES } from "../../start/showcase-game.js";
import { expect, myTurn, openRoom, test } from "./fixture.js";

/** What WCAG asks of graphics that one has to see. */
const LEAST = 3;

const me = { kind: "me" };
const open = { kind: "open" };
const agent = { kind: "agent", agent: "level:1" };
const moves = MOVES.slice(0, 16);

/** Rooms whose trays are active: it is the visitor's turn. */
const ACTIVE = {
  "Duo, black": { variant: "duo", seats: [me, agent], moves },
  "Duo, white": { variant: "duo", seats: [agent, me], moves },
  Classic: { variant: "classic", seats: [me, agent, agent, agent] },
  "Classic, last": { variant: "classic", seats: [agent, agent, agent, me] },
};
/** Rooms whose trays are not: somebody is awaited. */
const INACTIVE = {
  "Duo, black": { variant: "duo", seats: [me, open], moves },
  "Duo, white": { variant: "duo", seats: [open, me], moves },
  Classic: { variant: "classic", seats: [me, agent, agent, open] },
};

/**
 * The pieces and swatches that are hard to see on what they lie on, and how many were looked at.
 *
 * @param {import("@playwright/test").Page} page
 */
const faint = (page) =>
  page.evaluate((least) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    /** Whatever way a colour is written, as red, green, blue and opacity. */
    const read = (/** @type {string} */ colour) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      return { rgb: [red, green, blue], alpha: alpha / 255 };
    };
    const luminance = (/** @type {number[]} */ rgb) => {
      const [red, green, blue] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
      const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other);
      return (light + 0.05) / (dark + 0.05);
    };
    /** A colour that is seen through, on what is behind it. */
    const over = (/** @type {number[]} */ behind, /** @type {string} */ colour, /** @type {number} */ opacity) => {
      const { rgb, alpha } = read(colour);
      return rgb.map((value, i) => value * alpha * opacity + behind[i] * (1 - alpha * opacity));
    };
    const around = function* (/** @type {Element | null} */ element) {
      for (; element; element = element.parentElement) yield element;
    };
    /** @param {Element} element */
    const ground = (element) => {
      const board = element.closest(".board");
      if (board) return read(getComputedStyle(/** @type {Element} */ (board.querySelector(".cells"))).fill).rgb;
      const layers = [...around(element.parentElement)].map((each) => getComputedStyle(each).backgroundColor);
      return layers.reverse().reduce((behind, colour) => over(behind, colour, 1), [255, 255, 255]);
    };
    const seen = [...document.querySelectorAll(".tray .body, .pieces .body, .moves .body, .swatch, .origin")].filter((element) => element.checkVisibility());
    const wrong = seen.flatMap((element) => {
      const style = getComputedStyle(element);
      const behind = ground(element);
      const opacity = [...around(element)].reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
      const drawn = element instanceof SVGGraphicsElement;
      const scale = drawn && style.vectorEffect !== "non-scaling-stroke" ? (element.getScreenCTM()?.a ?? 1) : 1;
      const line = parseFloat(drawn ? style.strokeWidth : style.borderTopWidth) * scale;
      const fill = contrast(over(behind, drawn ? style.fill : style.backgroundColor, opacity), behind);
      // An outline counts if there is enough of it to be seen.
      const edge = line >= 1 ? contrast(over(behind, drawn ? style.stroke : style.borderTopColor, opacity), behind) : 1;
      const place = [...around(element)].map((each) => each.getAttribute("class")).filter(Boolean).slice(0, 4).join(" < ");
      return Math.max(fill, edge) >= least ? [] : [`${place}: fill ${fill.toFixed(2)}, edge ${edge.toFixed(2)}`];
    });
    return { wrong: [...new Set(wrong)], looked: seen.length };
  }, LEAST);

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [size, viewport] of Object.entries({ "a desk": { width: 1280, height: 800 }, "a phone": { width: 360, height: 640 } })) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport, reducedMotion: "reduce" });
      test("pieces stand out from what they lie on while one can play", async ({ page }) => {
        for (const [name, room] of Object.entries(ACTIVE)) {
          await openRoom(page, room);
          expect(await myTurn(page)).toBe(true);
          // One of them is taken, which has another ground.
          await page.keyboard.press(".");
          const { wrong, looked } = await faint(page);
          expect(wrong, name).toEqual([]);
          expect(looked, name).toBeGreaterThan(25);
        }
      });
      test("pieces stand out from what they lie on while others play", async ({ page }) => {
        for (const [name, room] of Object.entries(INACTIVE)) {
          await openRoom(page, room);
          await expect(page.locator(".own .tray.inactive .slot:not(.gap)").first()).toBeVisible();
          const { wrong, looked } = await faint(page);
          expect(wrong, name).toEqual([]);
          expect(looked, name).toBeGreaterThan(25);
        }
      });
    });
  }
}

test("a piece on its way from the tray has the colour that it has there", async ({ page }) => {
  await openRoom(page, ACTIVE.Classic);
  expect(await myTurn(page)).toBe(true);
  const slot = page.locator(".own .slot").first();
  const fill = (/** @type {Element} */ body) => getComputedStyle(body).fill;
  await slot.hover();
  await page.mouse.down();
  const { x, y } = await slot.boundingBox();
  await page.mouse.move(x + 60, y + 60, { steps: 4 });
  const carried = page.locator("#carried .body");
  await expect(carried).toBeVisible();
  expect(await carried.evaluate(fill)).toBe(await slot.locator(".body").evaluate(fill));
  await page.mouse.up();
});
