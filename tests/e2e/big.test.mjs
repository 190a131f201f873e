// Pictures of large clusters: groups, canvas, map, keyboard, saving.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";
import { dropCluster, opened } from "./helpers/clusters.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };

const picture = (page) => page.locator("#picture .canvas");
const boxes = async (page) => Number(await picture(page).getAttribute("data-boxes"));
const manyBoxes = (page, least) =>
  page.waitForFunction((least) => Number(document.querySelector("#picture .canvas").dataset.boxes) >= least, least);

async function find(page, words) {
  const field = page.getByRole("combobox", { name: "Find an object by kind, name, namespace or uid" });
  await field.fill(words);
  await page.locator("#find-list [role=option]").first().waitFor();
  await field.press("Enter");
}

/** Waits until more than this share of the canvas, looked at in a coarse grid, is not empty. */
const painted = (page, share) =>
  page.waitForFunction((share) => {
    const canvas = document.querySelector("#picture .canvas > canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let spots = 0;
    for (let at = 3; at < data.length; at += 4 * 97) spots += data[at] > 0 ? 1 : 0;
    return spots / (data.length / (4 * 97)) > share;
  }, share);

test("20,000 objects: groups, a canvas, the map, the keyboard, and a jump into a closed group", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await opened(page, "shop-cluster");
  await dropCluster(page, { objects: 20_000 });
  await opened(page);
  // Nothing is asked yet, so everything is there to be seen, in few boxes.
  assert.equal(await page.getByRole("radio", { name: "Everything" }).getAttribute("aria-checked"), "true");
  const first = await boxes(page);
  assert.ok(first >= 8 && first <= 300, `${first} boxes`);
  await assertAccessible(page);

  // What is looked for is behind closed groups, which open.
  await find(page, "app-123-5d8f-7");
  await manyBoxes(page, first + 40);
  assert.match(await page.locator(".inspector .title").innerText(), /app-123-5d8f-7/);

  // All groups: more boxes than elements would bear.
  await page.getByRole("button", { name: "Open all groups" }).click();
  await manyBoxes(page, 10_000);
  await page.waitForFunction(() => document.querySelector(".arranging") === null);
  assert.equal(await picture(page).getAttribute("data-painter"), "canvas");
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.waitForFunction(() => document.querySelector(".map").hidden);
  await painted(page, 0.1);

  // The keyboard goes from box to box, the camera follows, and the map says where.
  await picture(page).focus();
  await page.keyboard.press("ArrowUp");
  const up = await page.locator(".inspector .title").innerText();
  assert.match(up, /app-123-5d8f/);
  await page.locator(".map:not([hidden])").waitFor();
  const said = page.locator(".graph [aria-live]");
  assert.match(await said.innerText(), /^ReplicaSet /);
  await page.keyboard.press("ArrowUp");
  assert.match(await said.innerText(), /^Deployment app-123/);
  const part = await page.locator(".map-part").evaluate(({ style }) => style.left);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("-");
  await page.waitForFunction((part) => document.querySelector(".map-part").style.left !== part, part);
  await assertAccessible(page);

  await page.getByRole("button", { name: "Close all groups" }).click();
  await page.waitForFunction(() => Number(document.querySelector("#picture .canvas").dataset.boxes) <= 8);
});

test("the picture on a canvas is saved as SVG, with what the boxes are like", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await opened(page, "shop-cluster");
  await dropCluster(page, { objects: 600, namespaces: 2 });
  await opened(page);
  await page.getByRole("button", { name: "Open all groups" }).click();
  await manyBoxes(page, 590);
  assert.equal(await picture(page).getAttribute("data-painter"), "canvas");
  await page.keyboard.press("s");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "SVG" }).click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const svg = Buffer.concat(chunks).toString();
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/);
  assert.match(svg, />app-11<\/text>/);
  assert.equal(svg.match(/<text /g).length > 590, true);
});

/** Goes down from the chosen Deployment to the group below its ReplicaSet. */
async function toGroup(page) {
  await picture(page).focus();
  for (const what of [/^ReplicaSet/, /198 × Pod/]) {
    await page.keyboard.press("ArrowDown");
    await page.locator(".graph [aria-live]").filter({ hasText: what }).waitFor();
  }
}

test("a group is a box with a count that opens in place and closes again", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await opened(page, "shop-cluster");
  await dropCluster(page, { objects: 600, pods: 198, namespaces: 1 });
  await opened(page);
  await find(page, "kind:deployment app-1");
  await page.getByRole("button", { name: "What if I delete this?" }).click();
  await page.waitForFunction(() => document.querySelectorAll("[data-policy] .count").length >= 4);
  const group = page.locator(".node.group", { hasText: "198 × Pod" });
  await group.waitFor();
  assert.equal(await page.locator(".node").count(), 3);
  // What will become of its things is counted on it.
  assert.equal(await group.locator(".count").textContent(), "198");
  assert.equal(await group.locator(".share.deleted").count(), 1);
  await group.click();
  await page.locator(".frame", { hasText: "198 × Pod" }).waitFor();
  assert.equal(await boxes(page), 201);
  // It is open still when the picture is come back to.
  await page.keyboard.press("t");
  await page.getByRole("radio", { name: "Tree", checked: true }).waitFor();
  await page.keyboard.press("g");
  await page.locator(".frame", { hasText: "198 × Pod" }).waitFor();
  assert.equal(await boxes(page), 201);
  await toGroup(page);
  // The keyboard is at the group, and closes it.
  await page.keyboard.press("Enter");
  await group.waitFor();
  assert.equal(await boxes(page), 3);
});

/** From now on small pictures are painted on a canvas, whose frames are noted, with a clock that can be held. */
const onCanvas = (page) =>
  page.evaluate(() => {
    document.documentElement.dataset.svgMost = 0;
    window.painted = [];
    const real = performance.now.bind(performance);
    performance.now = () => window.held ?? real();
    const { prototype } = CanvasRenderingContext2D;
    const note = (name, deed) => {
      const original = prototype[name];
      prototype[name] = function (...told) {
        if (this.canvas.parentElement.classList.contains("canvas")) deed(...told);
        return original.apply(this, told);
      };
    };
    note("clearRect", () => window.painted.push({ scale: 1, places: {} }));
    note("setTransform", (scale) => window.painted.length > 0 && (window.painted.at(-1).scale = scale));
    note("fillText", (text, x) => (window.painted.at(-1).places[text] ??= x));
  });

for (const reducedMotion of ["no-preference", "reduce"]) {
  test(`on a canvas boxes ${reducedMotion === "reduce" ? "do not glide for those who want no motion" : "glide to where they stand next"}`, async (t) => {
    const page = await openApp(browser, t, { ...WIDE, reducedMotion });
    await opened(page, "shop-cluster");
    await dropCluster(page, { objects: 600, pods: 198, namespaces: 1 });
    await opened(page);
    await onCanvas(page);
    await find(page, "kind:deployment app-1");
    await page.getByRole("button", { name: "What if I delete this?" }).click();
    await page.waitForFunction(() => document.querySelectorAll("[data-policy] .count").length >= 4);
    await page.locator('#picture .canvas[data-boxes="3"][data-painter="canvas"]').waitFor();
    await toGroup(page);
    /** Where the owner of the group is in the frame that was painted last; none where it is out of sight. */
    const owner = () => page.evaluate(() => window.painted.at(-1).places["app-1-5d8f"]);
    const outOfSight = () => page.waitForFunction(() => window.painted.at(-1).places["app-1-5d8f"] === undefined);
    const before = await owner();
    await page.evaluate(() => (window.held = performance.now() + 1_000));
    await page.keyboard.press("Enter");
    await manyBoxes(page, 201);
    // The group keeps its place and is wide, so that its owner goes far to the right.
    if (reducedMotion === "reduce") {
      await outOfSight();
      return;
    }
    // The clock stands, and so do the boxes, however often they are painted.
    const count = await page.evaluate(() => window.painted.length);
    await page.waitForFunction((count) => window.painted.length > count + 2, count);
    assert.ok(Math.abs((await owner()) - before) < 1);
    await page.evaluate(() => (window.held += 10));
    await page.waitForFunction((before) => window.painted.at(-1).places["app-1-5d8f"] > before + 10, before);
    await page.evaluate(() => (window.held += 200));
    await outOfSight();
  });
}

test("two fingers zoom and move the picture, on a screen and on a trackpad", async (t) => {
  const page = await openApp(browser, t, { viewport: { width: 820, height: 1180 }, hasTouch: true });
  await opened(page, "shop-cluster");
  const session = await page.context().newCDPSession(page);
  for (const painter of ["svg", "canvas"]) {
    if (painter === "canvas") {
      await onCanvas(page);
      await page.keyboard.press("t");
      await page.keyboard.press("g");
    }
    await page.locator(`#picture .canvas[data-painter="${painter}"]`).waitFor();
    await page.getByRole("button", { name: "Show everything" }).click();
    await page.waitForFunction(() => !(document.getAnimations().some(({ playState }) => playState === "running")));
    const { x, y, width, height } = await picture(page).boundingBox();
    const [left, top] = [x + width / 2, y + height / 2];
    const scale = () =>
      page.evaluate(() => {
        const layer = document.querySelector("#picture .canvas > svg > g");
        return layer === null ? window.painted.at(-1).scale / devicePixelRatio : Number(/scale\(([\d.]+)\)/.exec(layer.getAttribute("transform"))[1]);
      });
    /** The scale once it is `wanted`, to the last digits that are told. */
    const reaches = async (wanted) => {
      for (let tries = 0; Math.abs((await scale()) / wanted - 1) > 0.01; tries += 1) {
        assert.ok(tries < 200, `${await scale()} is not ${wanted}`);
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    };
    let before = Number.NaN;
    while (Math.abs((await scale()) - before) !== 0) {
      before = await scale();
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    }
    const touch = (type, ...points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await touch("touchStart", [left - 60, top]);
    await touch("touchStart", [left - 60, top], [left + 60, top]);
    await touch("touchMove", [left - 75, top], [left + 75, top]);
    await touch("touchMove", [left - 90, top], [left + 90, top]);
    await reaches(before * 1.5);
    await touch("touchEnd");
    await page.mouse.move(left, top);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, 40);
    await page.keyboard.up("Control");
    await reaches(before * 1.5 * Math.exp(-0.4));
  }
});

test("100,000 objects open, are cancelled and opened again, and are shown in groups", async (t) => {
  const page = await openApp(browser, t, { ...WIDE, reducedMotion: "reduce" });
  await opened(page, "shop-cluster");
  await page.evaluate(() => {
    window.cancelled = 0;
    new MutationObserver((_, observer) => {
      const cancel = document.querySelector(".busy button");
      if (document.querySelector(".busy progress") !== null && cancel !== null) {
        observer.disconnect();
        cancel.click();
        window.cancelled += 1;
      }
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await dropCluster(page, { objects: 100_000, pods: 98 });
  await page.waitForFunction(() => window.cancelled === 1);
  assert.equal(await page.locator(".source b").innerText(), "shop-cluster");
  await dropCluster(page, { objects: 100_000, pods: 98 });
  await opened(page);
  const first = await boxes(page);
  assert.ok(first >= 8 && first <= 300, `${first} boxes`);
  await page.getByRole("radio", { name: "Kind" }).last().click();
  await page.waitForFunction((first) => Number(document.querySelector("#picture .canvas").dataset.boxes) !== first, first);
  await page.locator("#picture .frame, #picture .node").first().waitFor();
  await find(page, "app-999-5d8f-7");
  await page.locator(".inspector .title", { hasText: "app-999-5d8f-7" }).waitFor();
  await assertAccessible(page);
});
