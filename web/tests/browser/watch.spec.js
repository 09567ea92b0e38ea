import { expect, openRoom, placed, test } from "./fixture.js";

const agents = (more = {}) => ({ variant: "duo", seats: [{ kind: "agent", agent: "largest" }, { kind: "agent", agent: "largest" }], ...more });

test("agents that are watched can be followed, stopped, stepped through and hurried", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /watch/i }).click();
  await expect.poll(() => placed(page)).toBeGreaterThan(0);
  await expect(page.locator(".own")).toBeHidden();
  const speed = page.getByLabel("Speed of the agents");
  await expect(speed).toHaveValue("1");

  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.locator(".status")).toContainText("Paused");
  const stopped = await page.locator(".moves .move").count();
  await page.waitForTimeout(1500);
  await expect(page.locator(".moves .move")).toHaveCount(stopped);
  await page.getByRole("button", { name: "One move" }).click();
  await expect(page.locator(".moves .move")).toHaveCount(stopped + 1);
  await expect(page.locator(".status")).toContainText("Paused");
  await page.keyboard.press("j");
  await expect(page.locator(".moves .move")).toHaveCount(stopped + 2);
  await speed.selectOption("Instant");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.locator(".ending")).toBeVisible();
  await expect(speed).toBeHidden();
});

test("keys stop agents and change their speed, which stays after a reload", async ({ page }) => {
  await openRoom(page, agents({ pace: 2.5 }));
  const speed = page.getByLabel("Speed of the agents");
  await expect(speed).toHaveValue("2.5");
  await expect.poll(() => placed(page)).toBeGreaterThan(0);
  await page.keyboard.press("c");
  await expect(page.locator(".status")).toContainText("Paused");
  await page.keyboard.press(">");
  await expect(speed).toHaveValue("1");
  await page.keyboard.press(">");
  await expect(speed).toHaveValue("0.4");
  await page.keyboard.press("<");
  await expect(speed).toHaveValue("1");
  await page.reload();
  await expect(speed).toHaveValue("1");
  // A button that goes away hands the focus to the one that comes in its place.
  await page.getByRole("button", { name: "Go on" }).press("Enter");
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Go on" })).toBeFocused();
  await expect(page.locator(".status")).toContainText("Paused");
  const stopped = await page.locator(".moves .move").count();
  await page.keyboard.press("c");
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(stopped);
});

test("buttons stay where they are pressed while moves come in", async ({ page }) => {
  await openRoom(page, agents({ pace: 2 }));
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  await pause.hover();
  await page.mouse.down();
  // A press that begins before a move and ends after it is a press.
  const before = await page.locator(".moves .move").count();
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(before);
  await page.mouse.up();
  await expect(page.locator(".status")).toContainText("Paused");
});

test("agents among people move one after the other", async ({ page }) => {
  await openRoom(page, { variant: "classic", seats: [{ kind: "me" }, ...Array(3).fill({ kind: "agent", agent: "largest" })] });
  await expect(page.locator(".own .tray:not(.inactive)")).toBeVisible();
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => window.seen.push([document.querySelectorAll(".moves .move").length, performance.now()])).observe(document.querySelector(".moves"), { childList: true });
  });
  for (const key of [".", "g", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator(".moves .move")).toHaveCount(4);
  const seen = await page.evaluate(() => window.seen);
  // Two delays are between the first agent's move and the third one's; a busy machine may tell of two moves at once.
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.at(-1)[1] - seen[0][1]).toBeGreaterThan(400);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("agents are stopped and stepped through with a finger, and nothing sticks out", async ({ page }) => {
    await openRoom(page, agents({ pace: 2.5 }));
    await expect.poll(() => placed(page)).toBeGreaterThan(0);
    const board = await page.locator(".board").boundingBox();
    await page.getByRole("button", { name: "Pause", exact: true }).tap();
    await expect(page.locator(".status")).toContainText("Paused");
    const stopped = await page.locator(".moves .move").count();
    await page.getByRole("button", { name: "One move" }).tap();
    await expect(page.locator(".moves .move")).toHaveCount(stopped + 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // The board stays where it was.
    expect(await page.locator(".board").boundingBox()).toEqual(board);
  });
});
