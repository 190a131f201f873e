// How fast pictures of the owner graph are moved and made: `cargo xtask serve` in one terminal, then
// `node tests/e2e/painters.mjs [BOXES…]`. Prints, for each number of boxes and each painter, the times of frames while
// everything is seen and the picture is zoomed and panned, and on a canvas while boxes glide, then how long layered and tidy layouts take. The thresholds in
// www/src/components/owner_graph.rs and www/src/graph/arrange.rs come from here.
import { chromium } from "playwright-core";
import { APP_URL } from "./helpers/app.mjs";
import { ARGS, executable } from "./helpers/browser.mjs";
import { dropCluster, opened } from "./helpers/clusters.mjs";

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [300, 600, 1_200, 2_500, 5_000, 10_000, 19_000];
/** Elements of the page for more boxes than this take minutes. */
const SVG_AT_MOST = 5_000;
const FRAMES = 90;

const browser = await chromium.launch({ executablePath: executable(), args: ARGS });

/** Opens a cluster whose picture has about so many boxes when everything is open. */
async function picture(boxes, limits) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${APP_URL}/`, { waitUntil: "load" });
  await opened(page, "shop-cluster");
  await page.evaluate((limits) => Object.assign(document.documentElement.dataset, limits), limits);
  await dropCluster(page, { objects: Math.round(boxes * 0.97) });
  await opened(page);
  await page.evaluate(() => {
    window.slowest = 0;
    let last = performance.now();
    const tick = (now) => {
      window.slowest = Math.max(window.slowest, now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    window.begun = performance.now();
  });
  await page.getByRole("button", { name: "Open all groups" }).click();
  await page.waitForFunction(
    (boxes) => Number(document.querySelector(".canvas").dataset.boxes) >= boxes * 0.9 && document.querySelector(".arranging") === null,
    boxes,
    { timeout: 120_000, polling: 20 },
  );
  const made = await page.evaluate(() => ({ ms: performance.now() - window.begun, slowest: window.slowest }));
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.waitForTimeout(600);
  return { page, made };
}

/** The times between frames while the picture moves in each of them. */
function frames(page, kind) {
  return page.evaluate(
    ({ kind, count }) =>
      new Promise((done) => {
        const host = document.querySelector(".canvas");
        const { left, top, width, height } = host.getBoundingClientRect();
        const at = { clientX: left + width / 2, clientY: top + height / 2, pointerId: 1, button: 0, buttons: 1, bubbles: true, cancelable: true };
        const times = [];
        let last;
        if (kind === "pan") host.dispatchEvent(new PointerEvent("pointerdown", at));
        const tick = (now) => {
          if (last !== undefined) times.push(now - last);
          last = now;
          if (times.length >= count) {
            if (kind === "pan") host.dispatchEvent(new PointerEvent("pointerup", { ...at, clientX: at.clientX + 40 }));
            return done(times);
          }
          const swing = Math.sin(times.length / 7);
          if (kind === "pan") host.dispatchEvent(new PointerEvent("pointermove", { ...at, clientX: at.clientX + 40 * swing, clientY: at.clientY + 20 * swing }));
          else host.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: 24 * swing }));
          requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      }),
    { kind, count: FRAMES },
  );
}

/** The times between frames while boxes glide, after a group was closed or opened; the first is that of the new picture. */
async function glides(page) {
  const said = page.locator(".graph [aria-live]");
  await page.locator(".canvas").focus();
  for (let presses = 0; presses < 40 && !/group, (open|closed)/.test(await said.innerText()); presses += 1) {
    await page.keyboard.press(presses % 4 === 3 ? "ArrowRight" : "ArrowDown");
    await page.waitForTimeout(50);
  }
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.waitForTimeout(600);
  const times = [];
  for (const _ of [1, 2, 3, 4]) {
    const before = await page.locator(".canvas").getAttribute("data-boxes");
    await page.locator(".canvas").focus();
    const gliding = page.evaluate(
      (before) =>
        new Promise((done) => {
          const times = [];
          let last;
          let begun;
          const tick = (now) => {
            if (begun === undefined && document.querySelector(".canvas").dataset.boxes !== before) begun = now;
            if (begun !== undefined && last !== undefined) times.push(now - last);
            last = now;
            if (begun !== undefined && now - begun > 180) return done(times.slice(1));
            requestAnimationFrame(tick);
          };
          requestAnimationFrame(tick);
        }),
      before,
    );
    await page.keyboard.press("Enter");
    times.push(...(await gliding));
    await page.waitForTimeout(400);
  }
  return times;
}

const told = (times) => {
  const sorted = times.toSorted((one, other) => one - other);
  const share = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(1).padStart(6);
  return `p50 ${share(0.5)}  p95 ${share(0.95)}  max ${share(1)}`;
};

console.log("frames in ms while everything is seen");
for (const boxes of sizes) {
  for (const painter of boxes <= SVG_AT_MOST ? ["svg", "canvas"] : ["canvas"]) {
    const { page, made } = await picture(boxes, { svgMost: painter === "svg" ? 1e6 : 0 });
    const count = await page.locator(".canvas").getAttribute("data-boxes");
    for (const kind of ["pan", "zoom"]) {
      console.log(`${count.padStart(6)} boxes  ${painter.padEnd(6)} ${kind.padEnd(4)}  ${told(await frames(page, kind))}`);
    }
    if (painter === "canvas") {
      console.log(`${count.padStart(6)} boxes  canvas glide ${told(await glides(page))}`);
    }
    console.log(`${count.padStart(6)} boxes  ${painter.padEnd(6)} opened ${made.ms.toFixed(0)} ms, slowest frame ${made.slowest.toFixed(0)} ms`);
    await page.context().close();
  }
}
console.log("\nlayouts in ms: from the press to the picture, and the slowest frame");
for (const boxes of [60, 120, 160, 240, 320, 480, 640]) {
  for (const layout of ["layered", "tidy"]) {
    const { page, made } = await picture(boxes, { layeredMost: layout === "layered" ? 1e6 : 0 });
    console.log(`${String(boxes).padStart(6)} boxes  ${layout.padEnd(7)} ${made.ms.toFixed(0).padStart(5)}  slowest frame ${made.slowest.toFixed(0)}`);
    await page.context().close();
  }
}
await browser.close();
