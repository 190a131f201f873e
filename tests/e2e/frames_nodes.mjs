// How long the page is held up while the lens of nodes and zones simulates a large cluster: `cargo xtask serve` in one
// terminal, then `node tests/e2e/frames_nodes.mjs [NODES-PER-ZONE] [PODS-PER-NODE] [--profile]`. One zone of three goes
// down for an hour that is watched. Prints the time that it took (on the clock and of the processor, which others may
// share), the frames and tasks meanwhile, the memory of the module, and with --profile what took the time and the longest
// stretches without a pause.
import { chromium } from "playwright-core";
import { APP_URL } from "./helpers/app.mjs";
import { ARGS, executable } from "./helpers/browser.mjs";

const BUDGET_MS = 50;
const [nodes = 1_667, pods = 30] = process.argv.slice(2).filter((word) => !word.startsWith("-")).map(Number);
const profiles = process.argv.includes("--profile");
/** Functions that only carry others. */
const RUNTIME = /^$|^\(root\)|js_sys|wasm_bindgen|wasm-to-js|js-to-wasm|__wbg|^cb\d|^run$/;

const browser = await chromium.launch({ executablePath: executable(), args: ARGS });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" })).newPage();
await page.addInitScript(() => {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const real = WebAssembly[name];
    WebAssembly[name] = async (...all) => {
      const made = await real.apply(WebAssembly, all);
      window.memory_ = (made.instance ?? made).exports.memory;
      return made;
    };
  }
});
await page.goto(`${APP_URL}/#/nodes`, { waitUntil: "load" });
const done = () => page.waitForSelector('main.nodes-lens .outcome[data-side="A"][data-complete="true"]', { timeout: 600_000 });
await done();
const lens = page.locator("main.nodes-lens");
await lens.locator('[data-preset="one-zone"]').click();
await done();
await lens.locator(".until select").selectOption({ index: 4 });
await done();
const numbers = lens.locator(".plan-form .numbers input");
await numbers.nth(1).fill(String(nodes));
await numbers.nth(2).fill(String(pods));
const cdp = await page.context().newCDPSession(page);
if (profiles) {
  await cdp.send("Profiler.enable");
  await cdp.send("Profiler.setSamplingInterval", { interval: 1000 });
  await cdp.send("Profiler.start");
}
const spent = async () => (await cdp.send("Performance.getMetrics")).metrics.find((one) => one.name === "ProcessTime").value;
await cdp.send("Performance.enable");
await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
const before = await spent();
await page.evaluate(() => {
  window.frames_ = { all: [], slow: [], last: performance.now(), begin: performance.now(), on: true };
  const tick = (now) => {
    const state = window.frames_;
    const took = now - state.last;
    state.all.push(took);
    if (took > 50) {
      const label = document.querySelector(".outcome .running")?.textContent ?? "";
      state.slow.push([Math.round(now - state.begin), Math.round(took), label]);
    }
    state.last = now;
    if (state.on) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
});
await lens.locator(".plan-form button[type=submit]").click();
const begin = Date.now();
// What is said of the old nodes is gone at once; a run of few nodes may be over before anybody looks.
const total = `${3 * nodes}nodes`;
await page.waitForFunction((total) => document.querySelector(".plan-size").textContent.replaceAll(/[\s,]/g, "").includes(total), total, { timeout: 60_000 });
await done();
const took = Date.now() - begin;
const processor = (await spent()) - before;
const trace = JSON.parse((await browser.stopTracing()).toString());
// How long the page was held up had nobody else wanted the processor.
const tasks = trace.traceEvents.filter((event) => event.name === "RunTask" && event.tdur !== undefined).map((event) => event.tdur / 1000);
tasks.sort((left, right) => right - left);
const profile = profiles ? (await cdp.send("Profiler.stop")).profile : undefined;
const seen = await page.evaluate(() => {
  window.frames_.on = false;
  const size = document.querySelector(".plan-size").textContent;
  const outcome = [...document.querySelectorAll(".outcome dd b")].map((one) => one.textContent).join(", ");
  return { ...window.frames_, size, outcome, bytes: window.memory_?.buffer.byteLength ?? 0 };
});
seen.all.sort((left, right) => left - right);
const share = (part) => seen.all[Math.min(seen.all.length - 1, Math.floor(seen.all.length * part))].toFixed(0);
console.log(`${seen.size}: ${(took / 1000).toFixed(1)} s, ${processor.toFixed(1)} s of the processor (${seen.outcome})`);
console.log(`frames: ${seen.all.length}, p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms, max ${share(1)} ms`);
console.log(`frames above ${BUDGET_MS} ms: ${seen.slow.length}; memory of the module: ${(seen.bytes / 2 ** 20).toFixed(0)} MiB`);
console.log(`tasks above ${BUDGET_MS} ms of the processor: ${tasks.filter((ms) => ms > BUDGET_MS).length}; longest ${tasks.slice(0, 8).map((ms) => ms.toFixed(0)).join(", ")} ms`);
for (const [at, ms, label] of seen.slow.sort((left, right) => right[1] - left[1]).slice(0, 12)) {
  console.log(`  ${ms} ms at ${at} ms ${label}`);
}
if (profile !== undefined) {
  tell(profile);
}
await browser.close();

/** Self and total shares, then the longest stretches without the idle node between. */
function tell(profile) {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const own = new Map();
  const total = new Map();
  const stretches = [];
  let open;
  profile.samples.forEach((id, index) => {
    const ms = profile.timeDeltas[index] / 1000;
    const { functionName } = byId.get(id).callFrame;
    own.set(functionName, (own.get(functionName) ?? 0) + ms);
    const seen = new Set();
    for (let at = id; at !== undefined; at = parents.get(at)) {
      seen.add(byId.get(at).callFrame.functionName);
    }
    for (const name of seen) {
      total.set(name, (total.get(name) ?? 0) + ms);
    }
    if (functionName === "(idle)" || functionName === "(program)") {
      open = undefined;
      return;
    }
    if (open === undefined) {
      open = { ms: 0, shares: new Map() };
      stretches.push(open);
    }
    open.ms += ms;
    for (const name of seen) {
      if (!RUNTIME.test(name)) {
        open.shares.set(name, (open.shares.get(name) ?? 0) + ms);
      }
    }
  });
  const top = (shares, count) => [...shares].sort((left, right) => right[1] - left[1]).slice(0, count);
  console.log("self:");
  top(own, 30).forEach(([name, ms]) => console.log(`  ${ms.toFixed(0).padStart(7)} ms ${name.slice(0, 150)}`));
  console.log("total:");
  top(total, 60).forEach(([name, ms]) => console.log(`  ${ms.toFixed(0).padStart(7)} ms ${name.slice(0, 150)}`));
  console.log("longest:");
  for (const { ms, shares } of stretches.sort((left, right) => right.ms - left.ms).slice(0, 12)) {
    const names = top(shares, 16).filter(([, share]) => share > ms / 6);
    console.log(`  ${ms.toFixed(0)} ms: ${names.map(([name, share]) => `${name.slice(0, 80)} ${share.toFixed(0)}`).join(", ")}`);
  }
}
