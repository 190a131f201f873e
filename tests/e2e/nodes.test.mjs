// Nodes and zones: presets, charts, faults, flags, comparison, keys, languages.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);

const SECOND = 1_000_000_000;
const PRESETS = ["one-node", "half-zone", "half-large-zone", "one-zone", "all-zones", "stale-breaker", "stale-no-breaker"];

async function openLens(t, context = {}) {
  const page = await openApp(browser, t, { hash: "#/nodes", viewport: { width: 1440, height: 900 }, locale: "en-US", ...context });
  await complete(page);
  return page;
}

const lens = (page) => page.locator("main.nodes-lens");
const complete = (page, side = "A") =>
  page.waitForSelector(`main.nodes-lens .outcome[data-side="${side}"][data-complete="true"]`, { timeout: 60_000 });
const sentence = (page) => lens(page).locator(".nodes-say p");
const cursor = async (page) => Number(await lens(page).locator(".nodes-time").getAttribute("data-cursor"));

async function choosePreset(page, preset) {
  await lens(page).locator(`[data-preset="${preset}"]`).click();
  await page.waitForSelector(`main.nodes-lens [data-preset="${preset}"][aria-pressed="true"]`);
  await complete(page);
}

/** The answer of a side as numbers: nodes not ready at most, nodes tainted, pods evicted; and the worst state. */
async function outcome(page, side = "A") {
  const values = await lens(page).locator(`.outcome[data-side="${side}"] dd b`).allInnerTexts();
  return { unready: Number(values[0]), tainted: Number(values[1]), evicted: Number(values[2]), worst: values[3] };
}

/** Sets a slider to its stop that reads `value`. */
async function setFlag(page, flag, value) {
  const slider = lens(page).locator(`[data-flag="${flag}"] input`);
  await slider.focus();
  await page.keyboard.press("Home");
  for (let stop = 0; (await slider.getAttribute("aria-valuetext")) !== value; stop += 1) {
    assert.ok(stop < 20, `${flag} has no stop ${value}`);
    await page.keyboard.press("ArrowRight");
  }
}

test("the lens starts with a preset, its answer and a reason", async (t) => {
  const page = await openLens(t);
  assert.match(await sentence(page).innerText(), /^zone-b is partially disrupted: 12 of 20 counted nodes are not ready, 60 % ≥ 55 %/);
  const rules = await lens(page).locator(".nodes-say .rule").allInnerTexts();
  assert.deepEqual(rules, ["ZN-3", "ZN-4"]);
  await lens(page).locator(".nodes-say .rule").last().click();
  assert.match(await page.getByRole("dialog").innerText(), /slowed if it is large, and stopped if not/);
  await page.keyboard.press("Escape");
  assert.equal(await lens(page).locator('.zone[data-zone="zone-b"]').getAttribute("data-state"), "PartialDisruption");
  assert.equal(await lens(page).locator('.zone[data-zone="zone-a"] .nd.ready').count(), 20);
  await assertAccessible(page);
});

test("each preset comes to what it is about", async (t) => {
  const page = await openLens(t);
  const found = {};
  for (const preset of PRESETS) {
    await choosePreset(page, preset);
    found[preset] = await outcome(page);
    assert.notEqual((await sentence(page).innerText()).trim(), "", preset);
  }
  assert.deepEqual(found["one-node"], { unready: 1, tainted: 1, evicted: 10, worst: "Normal" });
  assert.equal(found["half-zone"].worst, "Partial disruption");
  assert.equal(found["one-zone"].worst, "Full disruption");
  assert.ok(found["one-zone"].tainted >= 20);
  assert.equal(found["all-zones"].worst, "master disruption");
  assert.equal(found["all-zones"].unready, 60);
  assert.deepEqual(found["stale-breaker"].tainted, 0);
  assert.equal(found["stale-breaker"].unready, 0);
  assert.ok(found["stale-no-breaker"].tainted > 0, "live nodes are tainted without the breaker");
  assert.ok(found["half-large-zone"].tainted > 1);
});

test("what the charts draw is what the table says", async (t) => {
  const page = await openLens(t);
  await choosePreset(page, "one-zone");
  await lens(page).getByRole("button", { name: "Values as a table" }).click();
  const until = Number(await lens(page).locator(".nodes-time").getAttribute("data-until"));
  const { rows, lines } = await lens(page).evaluate((main) => ({
    rows: [...main.querySelectorAll(".values tbody tr")].map((row) => ({
      at: Number(row.dataset.at),
      cells: [...row.querySelectorAll("td")].map((cell) => cell.textContent),
    })),
    lines: Object.fromEntries(
      ["ready", "waiting", "tainted", "evicted"].map((scale) => {
        const chart = main.querySelector(`[data-scale="${scale}"]`);
        const top = Number.parseFloat(chart.querySelector(".plot .y-top").textContent) / (scale === "ready" ? 100 : 1);
        return [scale, { top, paths: [...chart.querySelectorAll("path.curve")].map((path) => path.getAttribute("d")) }];
      }),
    ),
  }));
  assert.ok(rows.length > 40, `${rows.length} rows`);
  const columns = { ready: 0, waiting: 3, tainted: 4, evicted: 5 };
  for (const [scale, { top, paths }] of Object.entries(lines)) {
    for (const [zone, path] of paths.entries()) {
      for (const { at, cells } of rows) {
        const drawn = top * (1 - heightAt(path, (at / until) * 1000 + 0.06) / 100);
        const told = Number.parseFloat(cells[zone * 6 + columns[scale]]) / (scale === "ready" ? 100 : 1);
        // A plot has a tenth of a hundredth of its height, and a tenth of a thousandth of its width.
        const near = rows.some((row) => row.at !== at && Math.abs(row.at - at) / until < 2e-4);
        assert.ok(near || Math.abs(drawn - told) <= 0.006 * top + 0.005, `${scale} of zone ${zone} at ${at / SECOND} s: ${drawn}, ${told}`);
      }
    }
  }
  // What the cursor reads is in the table too.
  const last = rows.at(-1);
  assert.equal((await outcome(page)).evicted, [0, 1, 2].reduce((sum, zone) => sum + Number(last.cells[zone * 6 + 5]), 0));
});

/** The height of a line of steps right of `x`. */
function heightAt(path, x) {
  let height = Number.NaN;
  let here = 0;
  for (const [, command, numbers] of path.matchAll(/([MHV])([^MHV]*)/g)) {
    const values = numbers.trim().split(/\s+/).map(Number);
    if (command === "M") {
      [here, height] = values;
    } else if (command === "H") {
      [here] = values;
    } else if (here <= x) {
      [height] = values;
    }
    if (here > x) {
      break;
    }
  }
  return height;
}

test("buttons make faults at the moment that is shown, and pills take them away", async (t) => {
  const page = await openLens(t);
  await choosePreset(page, "one-node");
  await page.keyboard.press("Home");
  const pills = lens(page).locator(".faults .fault");
  const before = await pills.count();
  await lens(page).locator(".to-whom select").selectOption({ label: "zone-c" });
  await lens(page).locator('[data-fault="down"]').click();
  await complete(page);
  assert.equal(await pills.count(), before + 1);
  assert.match(await pills.first().innerText(), /zone-c goes down at 0 s/);
  const worse = await outcome(page);
  assert.equal(worse.worst, "Full disruption");
  assert.ok(worse.tainted > 20);
  // Nodes can be chosen one by one.
  await lens(page).locator('.zone[data-zone="zone-a"] .nd').nth(3).click();
  await lens(page).locator('[data-fault="lease-stops"]').click();
  await complete(page);
  assert.match((await pills.allInnerTexts()).join("\n"), /zone-a-04 stops renewing leases/);
  for (const fault of ["status-stops", "not-ready", "clock-back", "cache-stalls", "cache-resumes", "lease-reads-fail", "restart", "recovers"]) {
    const count = await pills.count();
    await lens(page).locator(`[data-fault="${fault}"]`).click();
    assert.equal(await pills.count(), count + 1, fault);
  }
  await complete(page);
  while ((await pills.count()) > 0) {
    await pills.first().getByRole("button", { name: /^Remove/ }).click();
  }
  await complete(page);
  assert.deepEqual(await outcome(page), { unready: 0, tainted: 0, evicted: 0, worst: "Normal" });
});

test("a fault is given by its parts, with its end", async (t) => {
  const page = await openLens(t);
  await lens(page).locator(".add").click();
  const form = lens(page).locator(".fault-form");
  await form.locator("select").first().selectOption({ label: "Go down" });
  await form.locator("select").last().selectOption({ label: "zone-a" });
  await form.locator("input").nth(0).fill("4");
  await form.locator("input").nth(1).fill("120");
  await form.locator("input").nth(2).fill("60");
  await form.locator("button[type=submit]").click();
  const pills = (await lens(page).locator(".faults .fault").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
  assert.ok(pills.includes("4 nodes of zone-a go down at 2 min"), pills.join("; "));
  assert.ok(pills.includes("4 nodes of zone-a recover at 3 min"), pills.join("; "));
  assert.equal(await form.count(), 0);
  // It opens as it was at first, says what an empty time means, and knows how many nodes there are.
  await lens(page).locator(".add").click();
  assert.deepEqual(await form.locator("select").evaluateAll((all) => all.map((one) => one.selectedIndex)), [0, 0]);
  assert.match(await form.locator(".hint").innerText(), /Without a time it happens at the moment that is shown, 1 min 18 s/);
  const count = form.locator("input").nth(0);
  assert.ok(await count.isDisabled());
  await form.locator("select").last().selectOption({ label: "zone-b" });
  assert.match(await form.innerText(), /nodes \(1 to 20\)/);
  await count.fill("999");
  await form.locator("button[type=submit]").click();
  assert.equal(await count.evaluate((field) => field.validity.rangeOverflow), true);
  assert.equal((await lens(page).locator(".faults .fault").count()), pills.length);
  await count.fill("2");
  await form.locator("input").nth(1).fill("");
  await form.locator("button[type=submit]").click();
  await lens(page).locator(".faults .fault", { hasText: "2 nodes of zone-b go down at 1 min 18 s" }).waitFor();
});

test("the form of a fault is accessible, and everything can be reached by the keyboard and shows its focus", async (t) => {
  const page = await openLens(t);
  await lens(page).locator(".add").focus();
  await page.keyboard.press("Enter");
  await lens(page).locator(".fault-form").waitFor();
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  assert.equal(await lens(page).locator(".fault-form").count(), 0);
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("add")), "the focus goes back");
  const { unreached, unseen } = await page.evaluate(async () => {
    const main = document.querySelector("main.nodes-lens");
    const shown = (one) => one.getClientRects().length > 0 && !one.disabled;
    const all = [...main.querySelectorAll("button, input, select, [tabindex]")].filter(shown);
    // One of a group that arrows go through is enough.
    const unreached = all.filter((one) => one.tabIndex < 0 && one.closest(".node-grid, [role=radiogroup]") === null);
    const name = (one) => one.outerHTML.slice(0, 120);
    const unseen = [];
    for (const one of all.filter((one) => one.tabIndex >= 0)) {
      one.focus({ focusVisible: true });
      const style = getComputedStyle(one);
      // Ranges draw it around their thumb.
      const ring = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
      if (!ring && !(one.type === "range" && one.closest(".scrub") !== null)) unseen.push(name(one));
    }
    return { unreached: unreached.map(name), unseen };
  });
  assert.deepEqual(unreached, []);
  assert.deepEqual(unseen, []);
});

test("flags have upstream's names and defaults, and change the answer", async (t) => {
  const page = await openLens(t);
  const flags = await lens(page).locator(".flag").evaluateAll((all) =>
    all.map((flag) => [flag.querySelector("span").textContent, flag.querySelector("output").textContent]),
  );
  assert.deepEqual(flags, [
    ["--node-monitor-period", "5 s"],
    ["--node-monitor-grace-period", "50 s"],
    ["--node-startup-grace-period", "1 min"],
    ["--node-eviction-rate", "0.1"],
    ["--secondary-node-eviction-rate", "0.01"],
    ["--large-cluster-size-threshold", "50"],
    ["--unhealthy-zone-threshold", "0.55"],
  ]);
  assert.ok(await lens(page).locator(".gate input").isChecked());
  const stopped = await outcome(page);
  await setFlag(page, "unhealthy-zone-threshold", "0.8");
  await complete(page);
  const slow = await outcome(page);
  assert.equal(slow.worst, "Normal");
  assert.ok(slow.tainted > stopped.tainted, `${slow.tainted} > ${stopped.tainted}`);
  await lens(page).getByRole("button", { name: "Defaults" }).click();
  await complete(page);
  assert.deepEqual(await outcome(page), stopped);
});

test("two settings are compared on the same outage", async (t) => {
  const page = await openLens(t);
  await choosePreset(page, "one-zone");
  await lens(page).getByRole("button", { name: "Compare with other settings" }).click();
  await setFlag(page, "node-eviction-rate", "1");
  await complete(page, "B");
  const [a, b] = [await outcome(page, "A"), await outcome(page, "B")];
  // The zone is partially disrupted for a pass, so its limiter is stopped; a stopped one reads a rate of 1 and stays (RQ-6).
  assert.deepEqual([a.tainted, a.evicted], [20, 200]);
  assert.deepEqual([b.tainted, b.evicted], [0, 0]);
  assert.match(await sentence(page).innerText(), /its limiter lets nothing through/);
  assert.equal(await lens(page).locator('[data-scale="tainted"] path.curve.other').count(), 3);
  const paths = await lens(page).locator('[data-scale="tainted"] path.curve').evaluateAll((all) => all.map((path) => path.getAttribute("d")));
  assert.notEqual(paths[1], paths[4]);
  await assertAccessible(page);
  await lens(page).getByRole("button", { name: "End the comparison" }).click();
  assert.equal(await lens(page).locator(".outcome").count(), 1);
  assert.deepEqual(await outcome(page), a);
});

test("time is gone through by keys, by the charts and by playing", async (t) => {
  const page = await openLens(t);
  await page.keyboard.press("Home");
  assert.equal(await cursor(page), 0);
  assert.match(await sentence(page).innerText(), /^All 60 nodes are ready/);
  await page.keyboard.press("n");
  assert.equal(await cursor(page), 5 * SECOND);
  assert.match(await sentence(page).innerText(), /^12 nodes of zone-b are silent since 5 s/);
  await page.keyboard.press("ArrowRight");
  const next = await cursor(page);
  assert.ok(next > 5 * SECOND);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await cursor(page), 5 * SECOND);
  await page.keyboard.press("End");
  assert.equal(await cursor(page), 600 * SECOND);
  const plot = lens(page).locator('[data-scale="ready"] .plot');
  const box = await plot.boundingBox();
  await plot.click({ position: { x: box.width / 2, y: 20 } });
  assert.ok(Math.abs((await cursor(page)) - 300 * SECOND) < 2 * SECOND);
  await page.keyboard.press(" ");
  await page.waitForFunction(
    (from) => Number(document.querySelector(".nodes-time").dataset.cursor) > from,
    301 * SECOND,
  );
  await page.keyboard.press(" ");
  await lens(page).locator(".nodes-time").getByRole("button", { name: "Play", exact: true }).waitFor();
  const paused = await cursor(page);
  // Time passes with the frames, of which some go by.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
  assert.equal(await cursor(page), paused);
  await page.keyboard.press("?");
  assert.match(await page.getByRole("dialog").innerText(), /next turn: a fault/);
});

test("arrows go from node to node", async (t) => {
  const page = await openLens(t);
  const nodes = lens(page).locator('.zone[data-zone="zone-b"] .nd');
  await nodes.first().focus();
  await page.keyboard.press("ArrowDown");
  const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.match(label, /^zone-b-11: /);
  await page.keyboard.press("Enter");
  assert.equal(await nodes.nth(10).getAttribute("aria-pressed"), "true");
});

test("a cluster is built by its numbers, or refused with a reason", async (t) => {
  const page = await openLens(t);
  const form = lens(page).locator(".plan-form");
  const numbers = form.locator(".numbers input");
  await numbers.nth(0).fill("2");
  await numbers.nth(1).fill("70");
  await numbers.nth(2).fill("1");
  await form.getByRole("button", { name: "Build" }).click();
  await complete(page);
  await page.waitForFunction(() => document.querySelector(".plan-size").textContent.includes("140 nodes"));
  assert.equal(await lens(page).locator(".zone").count(), 2);
  assert.match(await lens(page).locator(".node-picture").nth(1).getAttribute("aria-label"), /^zone-b: /);
  await numbers.nth(1).fill("70000");
  await form.getByRole("button", { name: "Build" }).click();
  assert.match(await form.locator(".wrong").innerText(), /At most 6000 nodes/);
});

test("nodes and pods of what is open are taken", async (t) => {
  const page = await openLens(t);
  await lens(page).getByRole("button", { name: "Use the nodes of what is open" }).click();
  await page.waitForFunction(() => /\d+ zones?, \d+ nodes, \d+ pods/.test(document.querySelector(".plan-size").textContent));
  await complete(page);
  assert.ok((await lens(page).locator(".zone").count()) > 0);
  assert.match(await lens(page).locator(".dump-told").innerText(), /taken to have been running/);
  await assertAccessible(page);
});

/** A dump in which a node has been dead for two minutes, with a taint and a pod that tolerates it for half a minute more. */
function dumpOfNodes() {
  const at = (minute, second = 0) => `2026-01-31T09:${minute}:${String(second).padStart(2, "0")}Z`;
  const node = (name, status, taints) => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: `n-${name}`, labels: { "topology.kubernetes.io/zone": "west" } },
    spec: taints ? { taints } : {},
    status: { conditions: [{ type: "Ready", status, lastHeartbeatTime: at(58), lastTransitionTime: at(57) }] },
  });
  const lease = (name, renewTime) => ({
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name, namespace: "kube-node-lease", uid: `l-${name}` },
    spec: { renewTime },
  });
  const taint = { key: "node.kubernetes.io/unreachable", effect: "NoExecute", timeAdded: at(57) };
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "shop", uid: "p" },
    spec: { nodeName: "dead", tolerations: [{ key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute", tolerationSeconds: 150 }] },
    status: { phase: "Running", conditions: [{ type: "Ready", status: "False" }] },
  };
  const items = [
    node("dead", "Unknown", [taint]), node("b", "True"), node("c", "True"), node("d", "True"),
    lease("dead", at(55)), lease("b", at(59)), lease("c", at(58, 55)), lease("d", at(58, 57)), pod,
  ];
  return JSON.stringify({ apiVersion: "v1", kind: "List", items });
}

test("a dump with a dead node shows it so, and goes on from there", async (t) => {
  const page = await openLens(t);
  await page.locator(".source").click();
  await page.locator('input[type="file"]').first().setInputFiles({ name: "nodes.json", mimeType: "application/json", buffer: Buffer.from(dumpOfNodes()) });
  await page.locator(".source b", { hasText: "nodes.json" }).waitFor();
  await page.evaluate(() => { location.hash = "#/nodes"; });
  await lens(page).getByRole("button", { name: "Use the nodes of what is open" }).click();
  await page.waitForFunction(() => /1 zone, 4 nodes, 1 pod/.test(document.querySelector(".plan-size").textContent));
  await complete(page);
  assert.match(await lens(page).locator(".dump-told").innerText(), /4 leases[^]*Silent then: 1 node; with a NoExecute taint: 1\./);
  await lens(page).locator(".nodes-time").getByRole("button", { name: /start|Rewind/i }).first().click();
  assert.equal(await cursor(page), 0);
  assert.equal(await lens(page).locator(".nd.tainted").count(), 2, "the node, and the legend");
  assert.deepEqual(await outcome(page), { unready: 1, tainted: 0, evicted: 1, worst: "Normal" });
  assert.match(await lens(page).locator(".outcome").innerText(), /pods evicted\s*1\s*first at 30 s/);
});

test("evicted pods are replaced where that is switched on", async (t) => {
  const page = await openLens(t);
  await choosePreset(page, "one-node");
  const before = await outcome(page);
  await lens(page).getByLabel("Replace evicted pods").check();
  // Only the new run has replacements to tell, and it may be over before anybody looks.
  await lens(page).locator(".outcome dt", { hasText: "pods replaced" }).waitFor();
  await complete(page);
  const values = await lens(page).locator(".outcome dd b").allInnerTexts();
  assert.deepEqual([Number(values[2]), Number(values[3])], [before.evicted, before.evicted]);
});

test("the lens fits a phone and a page of twice its size", async (t) => {
  for (const viewport of [{ width: 360, height: 780 }, { width: 720, height: 450 }]) {
    const page = await openLens(t, { viewport });
    const { bar, wide, overlaps } = await page.evaluate(() => {
      const main = document.querySelector("main.nodes-lens");
      const box = (one) => one.getBoundingClientRect();
      const bar = box(main.querySelector(".nodes-time"));
      const running = box(main.querySelector(".outcome .running"));
      const overlaps = [...main.querySelectorAll(".presets .chip, .outcome dl")].some((one) => {
        const other = box(one);
        return running.top < other.bottom && other.top < running.bottom && running.left < other.right && other.left < running.right;
      });
      return { bar: bar.height / box(main).height, wide: document.documentElement.scrollWidth, overlaps };
    });
    assert.ok(wide <= viewport.width, `${wide} of ${viewport.width}`);
    assert.ok(bar < 0.3, `the bar takes ${bar} of the lens`);
    assert.equal(overlaps, false);
    await lens(page).locator(".copy-scenario").scrollIntoViewIfNeeded();
    await lens(page).locator('[data-fault="restart"]').click();
    await page.context().close();
  }
});

test("the lens speaks Chinese, in the dark, on a phone", async (t) => {
  const page = await openLens(t, { locale: "zh-CN", colorScheme: "dark", viewport: { width: 360, height: 780 }, reducedMotion: "reduce" });
  assert.match(await sentence(page).innerText(), /^zone-b 部分中断：计入的 20 个节点中有 12 个未就绪/);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await assertAccessible(page);
});

test("a cluster built again with the same numbers runs again, and what is no number builds none", async (t) => {
  const page = await openLens(t);
  const before = await outcome(page);
  await lens(page).getByRole("button", { name: "Build" }).click();
  await complete(page);
  assert.equal(await lens(page).locator('[data-preset][aria-pressed="true"]').count(), 0, "it is no preset any more");
  assert.deepEqual(await outcome(page), before);
  assert.equal(await lens(page).locator('.zone[data-zone="zone-a"] .nd').count(), 20);
  await choosePreset(page, "half-zone");
  const pods = lens(page).getByLabel("pods per node");
  await pods.fill("");
  await lens(page).getByRole("button", { name: "Build" }).click();
  assert.equal(await pods.evaluate((field) => field.validity.valueMissing), true);
  assert.equal(await lens(page).locator('[data-preset="half-zone"]').getAttribute("aria-pressed"), "true");
});
