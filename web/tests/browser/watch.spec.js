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
  // It was not over before anybody could press.
  expect(stopped).toBeLessThan(15);
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
  await expect(page.locator(".status")).toContainText("Paused");
  const stopped = await page.locator(".moves .move").count();
  await page.keyboard.press("c");
  await expect.poll(() => page.locator(".moves .move").count()).toBeGreaterThan(stopped);
});

test("buttons stay where they are pressed while moves come in", async ({ page }) => {
  await openRoom(page, agents({ pace: 0.1 }));
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
  expect(seen.map(([count]) => count)).toEqual([1, 2, 3, 4].slice(-seen.length));
  const [second, third, fourth] = seen.slice(-3).map(([, time]) => time);
  expect(Math.min(third - second, fourth - third)).toBeGreaterThan(200);
});
