// How long the page is held up while it opens a large file: `cargo xtask serve` in one terminal, then
// `node tests/e2e/frames.mjs [JSON-MB] [YAML-MB]`. Prints, per file, how long opening took, the slowest frame, and every
// task above the budget of 50 ms with the functions that took most of it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { APP_URL } from "./helpers/app.mjs";
import { ARGS, executable } from "./helpers/browser.mjs";

const BUDGET_MS = 50;
/** Functions that only carry others. */
const RUNTIME = /^$|^\(root\)|js_sys|wasm_bindgen|wasm-to-js|js-to-wasm|__wbg|^cb\d|^run$/;
const [jsonMb = 18, yamlMb = 5] = process.argv.slice(2).map(Number);

/** Deployments with a ReplicaSet and 98 pods each, about as wordy as kubectl prints them. */
function items(megabytes, bytesPerItem) {
  const count = Math.round((megabytes * 1e6) / bytesPerItem);
  const found = [];
  for (let number = 0; found.length < count; number += 1) {
    const meta = (name, uid, owner) => ({
      name,
      namespace: `team-${number % 7}`,
      uid,
      resourceVersion: String(1000 + found.length),
      creationTimestamp: "2026-01-31T10:00:00Z",
      labels: { app: `app-${number}`, "pod-template-hash": "7cc555f679" },
      ...(owner && { ownerReferences: [{ apiVersion: "apps/v1", blockOwnerDeletion: true, controller: true, ...owner }] }),
    });
    found.push({ apiVersion: "apps/v1", kind: "Deployment", metadata: meta(`app-${number}`, `d-${number}`), spec: { replicas: 98 } });
    const deployment = { kind: "Deployment", name: `app-${number}`, uid: `d-${number}` };
    found.push({ apiVersion: "apps/v1", kind: "ReplicaSet", metadata: meta(`app-${number}-1`, `r-${number}`, deployment), spec: { replicas: 98 } });
    for (let pod = 0; pod < 98; pod += 1) {
      const set = { kind: "ReplicaSet", name: `app-${number}-1`, uid: `r-${number}` };
      found.push({
        apiVersion: "v1",
        kind: "Pod",
        metadata: meta(`app-${number}-1-${pod}`, `p-${number}-${pod}`, set),
        spec: {
          nodeName: `node-${pod % 9}`,
          terminationGracePeriodSeconds: 30,
          containers: Array.from({ length: 3 }, (_, place) => ({
            name: `c${place}`,
            image: "registry.example.com/some/image:1.2.3",
            env: Array.from({ length: 10 }, (_, one) => ({ name: `VARIABLE_${one}`, value: "a value of some length" })),
            volumeMounts: Array.from({ length: 6 }, (_, one) => ({ mountPath: `/var/run/${one}`, name: `volume-${one}`, readOnly: true })),
          })),
        },
        status: { phase: "Running", conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-31T10:00:05Z" }] },
      });
    }
  }
  return found;
}

/** YAML as kubectl prints it, for what `items` makes. */
function yaml(value, indent = "") {
  if (Array.isArray(value)) {
    return value.map((one) => `${indent}- ${yaml(one, `${indent}  `).trimStart()}`).join("");
  }
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, one]) => {
        const nested = typeof one === "object";
        return nested ? `${indent}${key}:\n${yaml(one, Array.isArray(one) ? indent : `${indent}  `)}` : `${indent}${key}: ${JSON.stringify(one)}\n`;
      })
      .join("");
  }
  return `${JSON.stringify(value)}\n`;
}

const files = [
  ["cluster.json", JSON.stringify({ apiVersion: "v1", items: items(jsonMb, 11_400), kind: "List" }, null, 4)],
  ["cluster.yaml", yaml({ apiVersion: "v1", items: items(yamlMb, 4_300), kind: "List" })],
];

const folder = mkdtempSync(join(tmpdir(), "kubeloupe-"));
const browser = await chromium.launch({ executablePath: executable(), args: ARGS });
for (const [name, text] of files) {
  // By its path: what a test hands over as bytes holds the page up itself.
  const path = join(folder, name);
  writeFileSync(path, text);
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${APP_URL}/`, { waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector('.busy[data-busy="false"]') !== null && document.querySelector(".source b") !== null);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Profiler.enable");
  await cdp.send("Profiler.setSamplingInterval", { interval: 1000 });
  await page.evaluate(() => {
    window.frames_ = { slowest: 0, long: [], last: performance.now(), on: true };
    const tick = (now) => {
      const state = window.frames_;
      state.slowest = Math.max(state.slowest, now - state.last);
      state.last = now;
      if (state.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.frames_.long.push([entry.startTime, entry.duration]);
    }).observe({ type: "longtask" });
  });
  await cdp.send("Profiler.start");
  const begin = Date.now();
  await page.locator(".source").click();
  await page.locator('input[type="file"]').first().setInputFiles(path);
  await page.locator(".source b", { hasText: name }).waitFor({ timeout: 120_000 });
  await page.waitForFunction(() => document.querySelector('.busy[data-busy="false"]') !== null, undefined, { timeout: 120_000 });
  const took = Date.now() - begin;
  const { profile } = await cdp.send("Profiler.stop");
  const seen = await page.evaluate(() => {
    window.frames_.on = false;
    return { ...window.frames_, objects: document.querySelector(".source").innerText, clock: performance.timeOrigin };
  });
  console.log(`${name}: ${(text.length / 1e6).toFixed(1)} MB, ${seen.objects.replace(/\s+/g, " ")}: ${took} ms in all, slowest frame ${seen.slowest.toFixed(0)} ms`);
  // The profiler's times are the browser's own clock: what lasted longest without a pause is the same there.
  for (const { ms, functions } of longest(profile, seen.long.length)) {
    console.log(`  ${ms.toFixed(0)} ms${ms > BUDGET_MS ? " (over the budget)" : ""}: ${functions}`);
  }
  await page.context().close();
}
await browser.close();
rmSync(folder, { recursive: true });

/** The longest stretches of the profile without the idle node between, each with the functions that took most of it. */
function longest(profile, count) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const stretches = [];
  let open;
  profile.samples.forEach((id, index) => {
    const ms = profile.timeDeltas[index] / 1000;
    const { functionName } = nodes.get(id).callFrame;
    if (functionName === "(idle)" || functionName === "(program)") {
      open = undefined;
      return;
    }
    if (open === undefined) {
      open = { ms: 0, shares: new Map() };
      stretches.push(open);
    }
    open.ms += ms;
    const seen = new Set();
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const name = nodes.get(at).callFrame.functionName;
      if (!RUNTIME.test(name) && !seen.has(name)) {
        seen.add(name);
        open.shares.set(name, (open.shares.get(name) ?? 0) + ms);
      }
    }
  });
  return stretches
    .sort((left, right) => right.ms - left.ms)
    .slice(0, Math.min(8, count + 2))
    .map(({ ms, shares }) => {
      const top = [...shares].sort((left, right) => right[1] - left[1]).filter(([, share]) => share > ms / 5);
      return { ms, functions: top.slice(0, 14).map(([name, share]) => `${name.slice(0, 70)} ${share.toFixed(0)}`).join(", ") };
    });
}
