import { MOVES } from "../../start/showcase-game.js";
import { duo, expect, finger, holdByTouch, myTurn, openRoom, test } from "./fixture.js";

const PHONES = { "a small phone": [360, 640], "a phone": [390, 844], "a small phone, turned": [640, 360], "a phone, turned": [844, 390], "a tablet": [768, 1024] };
const DESKS = { "a desk enlarged to 200 %": [640, 400], "a desk": [1280, 800], "a large desk": [2560, 1440] };
const SCREENS = [
  ...Object.entries(PHONES).map(([name, size]) => ({ name, size, touch: true })),
  ...Object.entries(DESKS).map(([name, size]) => ({ name, size, touch: false })),
];

const classic = { variant: "classic", pace: 0, seats: [{ kind: "me" }, ...Array(3).fill({ kind: "agent", agent: "level:1" })] };
const GAMES = [
  { room: duo(), players: 2 },
  { room: classic, players: 4 },
  { room: { ...classic, clock: { main: 600, increment: 5 } }, players: 4 },
];

/** @param {{ size: number[], touch: boolean }} screen */
const device = ({ size: [width, height], touch }) => ({ viewport: { width, height }, hasTouch: touch, isMobile: touch });

/**
 * All of some elements is on the screen, and nothing lies over their middles.
 *
 * @param {import("@playwright/test").Locator} locator
 * @param {string} name
 */
async function expectOnScreen(locator, name) {
  await expect(locator.first(), name).toBeVisible();
  const wrong = await locator.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (width < 8 || height < 8) return `it is only ${width} × ${height}`;
      // Half a pixel is what rounding costs.
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return `it is at ${left} to ${right}, ${top} to ${bottom}`;
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      return over && (element.contains(over) || over.contains(element)) ? "" : `it is behind ${over?.outerHTML.slice(0, 100)}`;
    }),
  );
  expect(wrong.filter(Boolean), name).toEqual([]);
}

/**
 * @param {import("@playwright/test").Page} page
 * @param {boolean} down whether the page may go on below the screen
 */
async function expectNoScroll(page, down) {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { right: scrollWidth - innerWidth, down: scrollHeight - innerHeight };
  });
  expect(beyond.right).toBeLessThanOrEqual(0);
  if (!down) expect(beyond.down).toBeLessThanOrEqual(0);
}

/** @param {number[]} size */
const isUpright = ([width, height]) => width <= height;

for (const screen of SCREENS) {
  test.describe(screen.name, () => {
    test.use(device(screen));
    const [width, height] = screen.size;

    test("board, scores, tray and actions of a game are on one screen", async ({ page }) => {
      for (const { room, players } of GAMES) {
        await openRoom(page, room);
        expect(await myTurn(page)).toBe(true);
        const board = await page.locator(".board").boundingBox();
        // The rest is what is beside it, or above and below.
        if (isUpright(screen.size)) expect(board.width).toBeGreaterThan(Math.min(0.8 * width, 0.65 * height));
        else expect(board.height).toBeGreaterThan(Math.min(0.8 * height, 0.5 * width - 10));
        await expectOnScreen(page.locator(".board"), "the board");
        await expectOnScreen(page.locator(".own .slot"), "a piece");
        const who = page.locator(width > 900 && height > 640 ? ".player" : ".scores li");
        await expect(who).toHaveCount(players);
        await expectOnScreen(who, "a player");
        await expectOnScreen(who.locator("header .score, > strong"), "a score");
        await expectOnScreen(page.getByRole("toolbar", { name: "Game" }).locator(".button:visible"), "an action");
        await expectOnScreen(page.locator(".turners .button"), "a turner");
        await expectNoScroll(page, isUpright(screen.size));
      }
    });

    test("board, tray and steps of an analysis are on one screen, and a review is not wider", async ({ page }) => {
      for (const address of ["/analysis?variant=classic", `/analysis?variant=duo&moves=${MOVES.slice(0, 4).join("+")}&names=Somebody+with+a+long+name|Another+long+name`]) {
        await page.goto(address);
        await expect(page.locator(".own .slot").first()).toBeVisible();
        await expectOnScreen(page.locator(".board"), "the board");
        await expectOnScreen(page.locator(".own .slot"), "a piece");
        await expectOnScreen(page.locator(".steps .button"), "a step");
        await expectOnScreen(page.locator(".status .score"), "a score");
        await expectNoScroll(page, isUpright(screen.size));
      }
      await page.getByLabel("Effort of the review").selectOption("quick");
      await page.getByRole("button", { name: "Review" }).click();
      for (const part of [".grades", ".lines .move >> nth=0", ".graph", ".candidate-row >> nth=0"]) {
        await page.locator(part).scrollIntoViewIfNeeded();
        await expectOnScreen(page.locator(part), part);
      }
      const cells = await page.locator(".grades :is(th, td)").evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
      expect(cells).toBe(0);
      await expectNoScroll(page, isUpright(screen.size));
    });

    test("the button that starts a game covers nothing", async ({ page }) => {
      await page.goto("/new");
      await expect(page.locator(".seat").first()).toBeVisible();
      await page.getByText("Classic", { exact: true }).click();
      await expect(page.locator(".seat")).toHaveCount(4);
      for (const field of await page.locator("form").locator("select:visible, .switch, .choice").all()) {
        await field.scrollIntoViewIfNeeded();
        await expectOnScreen(field, "a field");
      }
      const submit = page.getByRole("button", { name: "Start the game" });
      await submit.scrollIntoViewIfNeeded();
      await expectOnScreen(submit, "the button");
      await expectNoScroll(page, height < 500);
    });

    test("the first page has its board and a game on the first screen", async ({ page }) => {
      await page.goto("/");
      await expectOnScreen(page.locator(".showcase .board"), "the board");
      await expectOnScreen(page.getByRole("button", { name: "Play", exact: true }), "the button");
      await expectNoScroll(page, true);
    });
  });
}

test.describe("a desk", () => {
  test.use(device({ size: [1280, 800], touch: false }));
  for (const address of ["/", "/new", "/analysis"]) {
    test(`${address} is not a pixel longer than the screen`, async ({ page }) => {
      await page.goto(address);
      await expect(page.locator("main")).toBeVisible();
      await expectNoScroll(page, false);
    });
  }
});

for (const [name, size] of Object.entries(PHONES)) {
  test.describe(`${name}, by touch`, () => {
    test.use(device({ size, touch: true }));

    test("what is tapped is large enough", async ({ page }) => {
      await openRoom(page, duo());
      expect(await myTurn(page)).toBe(true);
      const small = async () =>
        page.locator(".button:visible, .top a:visible, select:visible, .segments label:visible, .lines .move:visible, .candidate-row:visible").evaluateAll((elements) =>
          elements.flatMap((element) => {
            const { width, height } = element.getBoundingClientRect();
            // Seven in a row are all that a phone of 640 pixels has room for, beside its board.
            return width >= 40 && height >= 43.5 ? [] : [`${element.outerHTML.slice(0, 120)} is ${width} × ${height}`];
          }),
        );
      expect(await small()).toEqual([]);
      // Slots have no space between them, so that a finger hits the nearest one.
      for (const slot of await page.locator(".own .slot").all()) {
        const box = await slot.boundingBox();
        expect(box.width * box.height).toBeGreaterThanOrEqual(40 * 42);
      }
      await page.goto(`/analysis?variant=duo&moves=${MOVES.slice(0, 4).join("+")}`);
      await expect(page.locator(".own .slot").first()).toBeVisible();
      expect(await small()).toEqual([]);
    });

    test("a piece is held, turned and placed without scrolling", async ({ page }) => {
      await openRoom(page, duo());
      expect(await myTurn(page)).toBe(true);
      const before = await page.locator(".moves .move").count();
      const tools = await holdByTouch(page);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await expectOnScreen(tools.getByRole("button"), "a tool");
      await tools.getByRole("button", { name: "Place" }).tap();
      await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(before);
    });

    test("a finger carries a piece from the tray to the board", async ({ page }) => {
      await openRoom(page, duo());
      expect(await myTurn(page)).toBe(true);
      const slot = await page.locator('.own [data-piece="W"]').boundingBox();
      const board = await page.locator(".board").boundingBox();
      const touch = await finger(page);
      await touch.down(slot.x + slot.width / 2, slot.y + slot.height / 2);
      await touch.move(board.x + board.width / 2, board.y + 0.75 * board.height);
      await expect(page.locator(".ghost .piece")).toBeVisible();
      await touch.up();
      await expect(page.locator(".ghost .piece")).toBeVisible();
    });

    test("what is below or beside is swiped to, on the board and on the tray too", async ({ page }) => {
      await openRoom(page, { variant: "duo", seats: duo().seats, moves: MOVES.slice(0, 6), chat: true });
      expect(await myTurn(page)).toBe(true);
      const chat = page.getByRole("textbox", { name: "Message" });
      const { x, y, width, height } = await page.locator(isUpright(size) ? ".board" : ".own .tray").boundingBox();
      const { y: before } = await chat.boundingBox();
      const touch = await finger(page);
      await touch.down(x + width / 2, y + height / 2);
      await touch.move(x + width / 2, y + height / 2 - 100);
      await touch.up();
      await expect.poll(async () => (await chat.boundingBox()).y).toBeLessThan(before - 50);
      await chat.scrollIntoViewIfNeeded();
      await expectOnScreen(chat, "the end");
    });

    test("a hint is on the screen, and moves nothing", async ({ page }) => {
      await openRoom(page, duo());
      expect(await myTurn(page)).toBe(true);
      const tray = await page.locator(".own .tray").boundingBox();
      await page.getByRole("button", { name: "Hint", exact: true }).tap();
      for (let strength = 1; strength < 3; strength++) {
        const more = page.getByRole("button", { name: "Tell me more" });
        await expectOnScreen(more, "the next hint");
        await more.tap();
      }
      await expect(page.locator(".ghost .fits")).toBeVisible();
      await expectOnScreen(page.locator(".hint"), "the hint");
      const moved = await page.locator(".own .tray").boundingBox();
      expect(moved.y).toBeCloseTo(tray.y, 0);
      await page.getByRole("button", { name: "Hide the hint" }).tap();
      await expectOnScreen(page.getByRole("button", { name: "Hint", exact: true }), "the button");
    });

    test("the result and what one can do next are on the screen", async ({ page }) => {
      await openRoom(page, classic);
      expect(await myTurn(page)).toBe(true);
      await page.getByRole("button", { name: "Resign" }).tap();
      await page.locator("dialog").getByRole("button", { name: "Resign" }).tap();
      await expect(page.locator(".ending")).toBeVisible();
      await expectOnScreen(page.locator(".ending tr"), "a result");
      await expectOnScreen(page.locator(".ending .button"), "a button");
      await expectOnScreen(page.locator(".board"), "the board");
    });
  });
}
