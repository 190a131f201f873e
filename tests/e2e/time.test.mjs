import assert from "node:assert/strict";
import { after, test } from "node:test";
import { copied, openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] };

const atRest = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector(".deck:not(.empty)") !== null &&
      document.querySelector(".busy").dataset.busy === "false" &&
      document.querySelectorAll(".count").length > 0,
  );

const transport = (page) => page.locator(".transport");
const step = (page) => transport(page).evaluate(({ dataset }) => ({ ...dataset, step: Number(dataset.step), steps: Number(dataset.steps) }));
const at = (page, position) => page.locator(`.transport[data-step="${position}"][data-digest]`).waitFor();

/** Opens the sample and watches its deletion, stopped at its first step once the way to its end is known. */
async function watch(t, options = WIDE) {
  const page = await openApp(browser, t, options);
  await atRest(page);
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Home");
  await at(page, 0);
  await page.locator('.transport[data-complete="true"]').waitFor();
  return page;
}

async function forward(page, steps) {
  const { step: from } = await step(page);
  for (let taken = 1; taken <= steps; taken += 1) {
    await page.keyboard.press("ArrowRight");
    await at(page, from + taken);
  }
}

/** Presses a key that goes somewhere else, and says where. */
async function moved(page, key) {
  const { step: before } = await step(page);
  await page.keyboard.press(key);
  await page.waitForFunction(
    (before) => {
      const { step, digest } = document.querySelector(".transport").dataset;
      return Number(step) !== before && digest !== undefined;
    },
    before,
  );
  return (await step(page)).step;
}

const sheet = (page, name) => page.getByRole("dialog", { name });
const named = (page, name) => page.getByRole("button", { name, exact: true });

test("a breakpoint on an object stops running and playing, forwards and backwards, and says why", async (t) => {
  const page = await watch(t);
  // The one that was asked about is chosen.
  await page.locator(".inspector").getByRole("button", { name: "Set a breakpoint on Deployment web" }).click();
  const first = await moved(page, "End");
  assert.ok(first > 0 && first < (await step(page)).steps);
  assert.match(await page.locator(".stopped").innerText(), /breakpoint: Deployment web/);
  assert.match(await page.locator(".read-out").innerText(), /breakpoint: Deployment web/);
  const second = await moved(page, "End");
  assert.ok(second > first);
  assert.equal(await moved(page, "Home"), first);
  assert.equal(await moved(page, "Home"), 0);
  assert.equal(await page.locator(".stopped").count(), 0);
  // Playing stops there too, at every speed.
  const slider = page.getByRole("slider", { name: "Speed" });
  for (const [notch, expected] of [["25", first], ["12", second]]) {
    await slider.fill(notch);
    await named(page, "Play").click();
    await at(page, expected);
    await named(page, "Play").waitFor();
    assert.equal((await step(page)).step, expected);
  }
});

test("rules, queues and kinds of effects have breakpoints too, in one list", async (t) => {
  const page = await watch(t);
  await page.locator('.card[data-queue="attemptToDelete"]').getByRole("button", { name: "Set a breakpoint on attemptToDelete" }).click();
  const queued = await moved(page, "End");
  assert.match(await page.locator(".stopped").innerText(), /attemptToDelete/);
  // The rule of a decision, from beside its sentence.
  await moved(page, "j");
  const rule = page.locator(".say .rule").first();
  const id = await rule.innerText();
  await rule.click();
  await page.getByRole("dialog", { name: `Rule ${id}` }).getByRole("button", { name: "Set a breakpoint on Breakpoint" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("b");
  const list = page.getByRole("list", { name: "Breakpoints" }).getByRole("listitem");
  assert.deepEqual((await list.allInnerTexts()).map((text) => text.replace(/\s+/g, " ")), ["Queue attemptToDelete", `Rule Rule ${id}`]);
  await sheet(page, "Breakpoints").getByRole("button", { name: "Set a breakpoint on an object goes" }).click();
  await page.getByLabel("A rule, such as GC-41").fill("gc-41");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Breakpoint on Rule GC-41 counts" }).waitFor();
  assert.equal(await list.count(), 4);
  await page.getByLabel("A rule, such as GC-41").fill("GC-4711");
  await page.keyboard.press("Enter");
  await page.getByText("There is no rule GC-4711.").waitFor();
  await assertAccessible(page);
  // Only what an object's end hits counts from here on.
  await named(page, "All off").click();
  await page.getByRole("checkbox", { name: "Breakpoint on an object goes counts" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const gone = await moved(page, "End");
  assert.ok(gone > queued);
  assert.match(await page.locator(".stopped").innerText(), /^breakpoint: an object goes$/);
  await page.keyboard.press("b");
  await named(page, "Remove all").click();
  await page.keyboard.press("Escape");
  const end = await moved(page, "End");
  assert.equal(end, (await step(page)).steps);
});

test("decisions of an object, attempts from outside and from inside, and the next due thing", async (t) => {
  const page = await watch(t);
  await page.keyboard.press("m");
  const ways = sheet(page, "Ways through time");
  await ways.getByRole("button", { name: /^To the next decision about Deployment web/ }).waitFor();
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  const decided = await moved(page, "j");
  assert.ok((await page.locator(".say p").innerText()).includes("web"), "the sentence is about it");
  const later = await moved(page, "j");
  assert.equal(await moved(page, "Shift+J"), decided);
  assert.ok(later > decided);
  // Where the next step is an attempt, its calls are steps once it is gone into.
  await page.keyboard.press("m");
  const into = ways.getByRole("button", { name: /^Into the attempt/ });
  while (await into.isDisabled()) {
    await forward(page, 1);
  }
  const before = await step(page);
  await into.click();
  await at(page, before.step + 1);
  await atRest(page);
  assert.match(await page.locator(".calls").innerText(), /none/);
  assert.ok((await step(page)).steps > before.step + 1);
  const over = await moved(page, "v");
  assert.ok(over > before.step + 1, "the attempt is several steps");
  // The last of them is a call.
  assert.match(await page.locator(".calls").innerText(), /GET|DELETE|PATCH|LIST/);
  // What is left of the way that was asked for is still there.
  assert.equal(await page.getByRole("combobox", { name: "Branch" }).locator("option").count(), 2);
  // The clock says where it goes and why.
  const due = await ways.getByRole("button", { name: /^Until the clock moves/ }).innerText();
  assert.match(due, /To [\d.]+ s: .*(event|worker|kubelet|collector)/);
  const time = Number((await step(page)).time);
  await ways.getByRole("button", { name: /^Until the clock moves/ }).click();
  await page.waitForFunction((time) => Number(document.querySelector(".transport").dataset.time) > time, time);
});

test("acting in the past begins a branch with a name; it is renamed, compared, linked to and deleted", async (t) => {
  const page = await watch(t);
  await forward(page, 1);
  // Past the random order, which leaves nothing behind.
  await page.keyboard.press("r");
  await page.keyboard.press("r");
  await page.locator('.schedule [aria-checked="true"]', { hasText: "I choose" }).waitFor();
  await at(page, 1);
  const choices = page.getByRole("list", { name: "What happens next?" }).getByRole("button");
  const lost = choices.filter({ hasText: "never hears of Deployment web" });
  while ((await lost.count()) === 0) {
    await forward(page, 1);
  }
  const { step: left } = await step(page);
  // Every choice has its reason, and one is what the fair order would take.
  const told = await choices.locator("small").allInnerTexts();
  assert.ok(told.length > 2 && told.every((text) => text.length > 8), told.join("|"));
  assert.equal(await choices.locator("em").count(), 1);
  await assertAccessible(page);
  await lost.first().click();
  await at(page, left + 1);
  await page.getByRole("radio", { name: "Fair" }).click();
  await atRest(page);
  await page.locator('.transport[data-complete="true"]').waitFor();
  const there = await step(page);

  await page.keyboard.press("y");
  const rows = page.getByRole("list", { name: "Branches" }).getByRole("listitem");
  assert.equal(await rows.count(), 2);
  assert.match(await rows.nth(0).innerText(), /As it was asked/);
  assert.match(await rows.nth(1).innerText(), new RegExp(`never hears of[\\s\\S]*leaves at step ${left},`));
  await assertAccessible(page);
  await rows.nth(1).getByRole("button", { name: /^Rename/ }).click();
  await page.getByLabel("Name of the branch").fill("event lost");
  await page.keyboard.press("Enter");
  await rows.filter({ hasText: "event lost" }).waitFor();
  assert.equal(await page.getByRole("combobox", { name: "Branch" }).locator("option:checked").innerText(), "event lost");

  await rows.nth(0).getByRole("button", { name: /^Compare/ }).click();
  await page.getByRole("heading", { name: "What ends differently on “As it was asked”" }).waitFor();
  const web = page.locator(".differences li").filter({ has: page.getByRole("button", { name: "Deployment web", exact: true }) });
  const [here, other] = await web.locator(".end").allInnerTexts();
  assert.match(other, /is gone/);
  assert.doesNotMatch(here, /is gone/);
  // Each side has its reasons with rules.
  assert.ok((await web.locator(".end").nth(1).locator(".because .rule").count()) > 0);
  await assertAccessible(page);
  await named(page, "Back to the tree").click();
  await rows.first().waitFor();

  await rows.nth(0).getByRole("button", { name: /^As it was asked/ }).click();
  await page.locator(".branch-tree li.shown").filter({ hasText: "As it was asked" }).waitFor();
  await rows.nth(1).getByRole("button", { name: /^event lost/ }).click();
  await page.locator(".branch-tree li.shown").filter({ hasText: "event lost" }).waitFor();
  assert.equal((await step(page)).digest, there.digest);
  await page.keyboard.press("Escape");

  // The address of the branch opens at the same step.
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Copy the link" }).click();
  const { hash } = new URL(await copied(page, /#v1\//));
  await page.keyboard.press("Escape");
  const fresh = await openApp(browser, t, { ...WIDE, hash });
  await fresh.locator(`.transport[data-step="${there.step}"][data-digest="${there.digest}"]`).waitFor();

  await page.keyboard.press("y");
  await rows.nth(1).getByRole("button", { name: "Delete “event lost”" }).click();
  await rows.nth(1).getByRole("button", { name: "Keep" }).click();
  await rows.nth(1).getByRole("button", { name: "Delete “event lost”" }).click();
  await rows.nth(1).getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".branch-tree li").length === 1);
  await at(page, left);
  assert.equal(await page.getByRole("combobox", { name: "Branch" }).count(), 0);
});

test("every way through time has a key, and the sheet of keys names it", async (t) => {
  const page = await watch(t);
  await page.keyboard.press("?");
  const keys = await page.locator(".keys kbd").allInnerTexts();
  for (const key of ["Space", "←", "→", "Home", "End", "N", "I", "V", "J", "X", "B", "Y", "M", "R", ",", ".", "C", "Q"]) {
    assert.ok(keys.includes(key), key);
  }
  await assertAccessible(page);
  await page.keyboard.press("?");
  await page.keyboard.press("x");
  await page.getByRole("button", { name: "Breakpoints: 1" }).waitFor();
  const slider = page.getByRole("slider", { name: "Speed" });
  assert.equal(await slider.getAttribute("aria-valuetext"), "2.5 a second");
  await page.keyboard.press(".");
  await page.keyboard.press(".");
  await page.waitForFunction(() => document.querySelector(".speed input").getAttribute("aria-valuetext") === "7.9 a second");
  await page.keyboard.press(",");
  await page.waitForFunction(() => document.querySelector(".speed input").getAttribute("aria-valuetext") === "4.4 a second");
  await page.keyboard.press("r");
  await page.locator('.schedule [aria-checked="true"]', { hasText: "Random" }).waitFor();
  await page.keyboard.press("r");
  await page.locator('.schedule [aria-checked="true"]', { hasText: "I choose" }).waitFor();
  await page.keyboard.press("q");
  await page.locator(".time.folded").waitFor();
  await page.keyboard.press("c");
  await page.locator(".sheet.collector").waitFor();
  // What has the focus is seen to have it.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none");
});

test("while playing fast, only now and then a step is read out; when it stops, the last one is", async (t) => {
  const page = await watch(t);
  await page.evaluate(() => {
    globalThis.readOut = 0;
    new MutationObserver(() => (globalThis.readOut += 1)).observe(document.querySelector(".read-out"), {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  const isReadOut = () => document.querySelector(".read-out").textContent === document.querySelector(".say p").textContent;
  for (const _ of [1, 2, 3]) {
    await forward(page, 1);
    await page.waitForFunction(isReadOut);
  }
  const before = await page.evaluate(() => globalThis.readOut);
  await page.getByRole("slider", { name: "Speed" }).fill("9");
  await named(page, "Play").click();
  const { steps } = await step(page);
  await at(page, steps);
  await page.waitForFunction(isReadOut);
  const told = (await page.evaluate(() => globalThis.readOut)) - before;
  assert.ok(told >= 1 && told < steps / 4, `${told} of ${steps}`);
});
