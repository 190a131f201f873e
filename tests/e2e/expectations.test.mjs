import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };

/** Opens the lens, and waits until its story is known to its end. */
async function open(t, options = WIDE) {
  const page = await openApp(browser, t, { hash: "#/expectations", ...options });
  await told(page);
  return page;
}

const lens = (page) => page.locator(".expectations-lens");
const transport = (page) => lens(page).locator(".transport");

const told = (page) =>
  page.waitForFunction(() => {
    const transport = document.querySelector(".expectations-lens .transport");
    return transport !== null && transport.dataset.running === "false" && Number(transport.dataset.length) > 0;
  });

async function story(page, slug) {
  await page.locator("#ex-story").selectOption(slug);
  await page.locator(`.expectations-lens[data-story="${slug}"]`).waitFor();
  await told(page);
  await begin(page);
}

/** Goes to the beginning: a story opens where it has something to tell. */
async function begin(page) {
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".expectations-lens .transport").dataset.step === "0");
}

/** Active pods at the API server and in the cache, of the real world and of the one without expectations. */
const pods = (page) =>
  page.locator(".ex-world").evaluateAll((worlds) =>
    worlds.map(({ dataset }) => [Number(dataset.active), Number(dataset.observed)]),
  );

/** Both counters of the real world. */
const counters = (page) =>
  page.locator(".ex-world").first().locator(".ex-counter > p > b").allInnerTexts();

const gate = (page) => page.locator(".ex-world").first().locator(".ex-gate b").innerText();

/** Goes on, step by step, until `found` says so. */
async function walk(page, found, most = 400) {
  for (let step = 0; step < most; step += 1) {
    if (await found()) {
      return;
    }
    const before = await transport(page).getAttribute("data-step");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (before) => document.querySelector(".expectations-lens .transport").dataset.step !== before,
      before,
    );
  }
  assert.fail(`not found within ${most} steps`);
}

test("an old cache: expectations hold the gate, and without them the pods are made twice", async (t) => {
  const page = await open(t);
  await assertAccessible(page);
  // It opens where it has something to tell.
  assert.deepEqual(await pods(page), [[3, 0], [6, 0]]);
  await begin(page);
  await assertAccessible(page);
  assert.deepEqual(await pods(page), [[0, 0], [0, 0]]);
  await walk(page, async () => (await counters(page))[0] === "3");
  // Expected before the first call is answered.
  assert.ok((await pods(page))[0][0] < 3);
  await walk(page, async () => (await pods(page))[1][0] === 6);
  assert.deepEqual((await pods(page))[0], [3, 0], "the real controller waits");
  assert.equal(await gate(page), "closed: waiting");
  assert.match(await lens(page).locator(".ex-say p").innerText(), /The gate is closed: 3 of its creations not seen yet/);
  assert.match(await page.locator(".ex-world.other .ex-over").innerText(), /3 pods too many/);
  await assertAccessible(page);
  // The gap shows: three pods at the API server, none in the cache.
  const lane = (name) => page.locator(`.ex-world`).first().locator(`.ex-lane.${name} .ex-pod:not(.absent)`);
  assert.deepEqual([await lane("api").count(), await lane("way").count(), await lane("cache").count()], [3, 3, 0]);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".ex-world").dataset.observed === "3");
  assert.deepEqual(await pods(page), [[3, 3], [3, 3]]);
  assert.deepEqual(await counters(page), ["0", "0"]);
  // Backwards it is the same story.
  await walkBack(page, async () => (await pods(page))[1][0] === 6);
  assert.deepEqual((await pods(page))[0][0], 3);
});

async function walkBack(page, found) {
  for (let step = 0; step < 400; step += 1) {
    if (await found()) {
      return;
    }
    await page.keyboard.press("ArrowLeft");
  }
  assert.fail("not found on the way back");
}

test("a quota: batches double, the first failure ends the sync, and doomed calls are counted against the bound", async (t) => {
  const page = await open(t);
  await story(page, "quota");
  const world = page.locator(".ex-world").first();
  await walk(page, async () => (await world.locator(".ex-doomed").count()) === 1);
  assert.deepEqual(
    await world.locator(".ex-batch > small").allInnerTexts(),
    ["1", "2", "4", "8"],
  );
  assert.match(await world.locator(".ex-doomed").innerText(), /5 doomed calls.*up to 8.*All at once it would have been 90/s);
  await walk(page, async () => /1 doomed call /.test(await world.locator(".ex-doomed").innerText()));
  assert.match(await world.locator(".ex-doomed").innerText(), /at most min\(N, 1\) = 1/);
  await assertAccessible(page);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".ex-world").dataset.observed === "100");
  assert.equal(await page.locator(".ex-world .ex-dense").count(), 6, "many pods are drawn small");
  await assertAccessible(page);
});

test("a lost event stalls the gate until it expires and somebody asks", async (t) => {
  const page = await open(t);
  await story(page, "lost-add");
  await walk(page, async () => (await gate(page)) === "closed: waiting" && /no event is on its way/.test(await lens(page).locator(".ex-say p").innerText()));
  assert.equal((await counters(page))[0], "1");
  await walk(page, async () => (await pods(page))[0][0] === 4);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".ex-world").dataset.active === "3");
});

test("deeds happen in both worlds, at the moment that is shown", async (t) => {
  const page = await open(t);
  await story(page, "label-away");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".ex-world").dataset.observed === "3");
  const replicas = page.getByLabel("Replicas web", { exact: true });
  await replicas.fill("5");
  await replicas.press("Enter");
  await told(page);
  await page.locator("body").click({ position: { x: 2, y: 300 } });
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".ex-world").dataset.observed === "5");
  assert.deepEqual(await pods(page), [[5, 5], [5, 5]]);
  await page.locator(".ex-lane.api .ex-pod.set0").first().click();
  await page.getByRole("button", { name: "Kill a pod" }).click();
  assert.deepEqual((await pods(page)).map(([active]) => active), [4, 4]);
  await page.getByRole("button", { name: "Second ReplicaSet, same selector" }).click();
  await told(page);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelectorAll(".ex-world .ex-set").length === 4);
  await assertAccessible(page);
  await page.getByLabel("Beside it, without expectations").uncheck();
  await page.waitForFunction(() => document.querySelectorAll(".ex-world").length === 1);
  await assertAccessible(page);
});

test("replicas that are typed while the story plays are the user's", async (t) => {
  const page = await open(t);
  await story(page, "label-away");
  const replicas = page.getByLabel("Replicas web", { exact: true });
  await page.getByRole("radio", { name: "½×" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await replicas.fill("7");
  const typed = Number(await transport(page).getAttribute("data-step"));
  await page.waitForFunction((typed) => Number(document.querySelector(".expectations-lens .transport").dataset.step) > typed, typed);
  assert.equal(await replicas.inputValue(), "7", "the story goes on and leaves the field alone");
  await replicas.press("Enter");
  await told(page);
  await page.locator(".ex-lane.api").first().waitFor();
  assert.equal(await replicas.inputValue(), "7");
  // Left without a change it says what the story says.
  await replicas.fill("");
  await replicas.blur();
  await page.waitForFunction(() => document.querySelector(".ex-replicas input").value === "7");
});

test("the tracked key counts once, though a deletion has two events", async (t) => {
  const page = await open(t);
  await story(page, "scale-down");
  await walk(page, async () => (await counters(page))[1] === "3");
  assert.equal(await page.locator(".ex-world").first().locator(".ex-tracked code").count(), 3);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".ex-world").dataset.observed === "3");
  assert.deepEqual(await counters(page), ["0", "0"]);
  const ledger = await page.locator(".ex-world").first().locator(".ex-counter").nth(1).innerText();
  assert.match(ledger, /±0/, "the removal is seen, and not counted again");
});

for (const [name, options] of [
  ["narrow", { viewport: { width: 360, height: 740 } }],
  ["dark", { ...WIDE, colorScheme: "dark" }],
]) {
  test(`the lens is accessible and fits: ${name}`, async (t) => {
    const page = await open(t, options);
    await walk(page, async () => (await pods(page))[0][0] === 3);
    await assertAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${overflow} px too wide`);
  });
}

test("the lens speaks Chinese", async (t) => {
  const page = await open(t);
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("heading", { name: "有预期", exact: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await assertAccessible(page);
});
