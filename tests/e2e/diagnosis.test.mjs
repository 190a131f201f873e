import assert from "node:assert/strict";
import { after, test } from "node:test";
import { copied, openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };

const atRest = (page) =>
  page.waitForFunction(
    () => document.querySelector(".deck:not(.empty)") !== null && document.querySelector(".busy").dataset.busy === "false",
  );

/** Opens the sample in which deletions do not end. */
async function openStuck(page) {
  await atRest(page);
  await page.locator(".source").click();
  await page.getByRole("button", { name: /stuck-cluster/ }).click();
  await page.locator(".source b", { hasText: "stuck-cluster" }).waitFor();
  await atRest(page);
}

test("what is stuck is the first thing to see, with its cause and the least that frees it", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await openStuck(page);
  assert.match(await page.locator(".stage-tools [aria-checked=true]").first().innerText(), /^Findings/);
  assert.match(await page.locator(".findings h3").first().innerText(), /stuck/i);
  const finding = page.locator(".finding", { hasText: /Database\s*data\/\s*orders/ }).first();
  if ((await finding.getAttribute("aria-expanded")) === "false") {
    await finding.click();
  }
  const details = page.locator(".finding-details");
  // Down the chain to what has to be dealt with.
  await details.locator(".hold.cause", { hasText: "locks.example.com/held" }).waitFor();
  assert.match(await details.locator(".fix pre").first().innerText(), /kubectl /);
  assert.match(await page.locator(".inspector .title").innerText(), /orders/);
  await assertAccessible(page);
});

test("a fix is applied to the simulation and watched", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await openStuck(page);
  await page.locator(".finding", { hasText: /ConfigMap\s*team-x\/\s*held/ }).first().click();
  await page.locator(".finding-details").getByRole("button", { name: "Apply and watch" }).first().click();
  await page.waitForFunction(() => Number(document.querySelector(".transport").dataset.steps) > 1);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator('.node[data-live="gone"]', { hasText: "held" }).waitFor();
});

test("command and report can be copied, and other things are reached by their names", async (t) => {
  const page = await openApp(browser, t, { ...WIDE, permissions: ["clipboard-read", "clipboard-write"] });
  await openStuck(page);
  await page.getByRole("button", { name: "Copy the report (Markdown)" }).click();
  await copied(page, /^# /);
  await page.locator(".finding", { hasText: /ConfigMap\s*team-x\/\s*held/ }).first().click();
  await page.locator(".finding-details").getByRole("button", { name: "Copy the command" }).first().click();
  await copied(page, /^kubectl /);
  // From an object back to what is found about it.
  await page.keyboard.press("g");
  await page.getByRole("button", { name: /finding.* about it/ }).click();
  await page.locator(".finding-details").waitFor();
});

test("a healthy cluster shows its question first", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  assert.equal(await page.getByRole("radio", { name: "Owner graph" }).getAttribute("aria-checked"), "true");
  await page.keyboard.press("d");
  await page.locator(".findings-head").waitFor();
  await assertAccessible(page);
});

for (const [what, options] of [
  ["dark", { ...WIDE, colorScheme: "dark" }],
  ["narrow", { viewport: { width: 360, height: 740 } }],
  ["Chinese", { ...WIDE, locale: "zh-CN" }],
]) {
  test(`the rules of accessibility hold for findings: ${what}`, async (t) => {
    const page = await openApp(browser, t, options);
    await openStuck(page);
    await page.locator(".finding-details").waitFor();
    await assertAccessible(page);
    // Nothing is wider than the page.
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  });
}
