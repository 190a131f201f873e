// The element in pages of other people, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { assertAccessible } from "../../../tests/e2e/helpers/axe.mjs";
import { startBrowser } from "../../../tests/e2e/helpers/browser.mjs";
import { serveSite } from "./helpers/site.mjs";

const browser = await startBrowser(after);

const PAIR = `
    apiVersion: v1
    kind: List
    items:
      - apiVersion: apps/v1
        kind: ReplicaSet
        metadata: { name: web, namespace: a, uid: u1 }
      - apiVersion: v1
        kind: Pod
        metadata:
          name: web-1
          namespace: a
          uid: u2
          ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u1, controller: true }]
`;

const page = (body, head = "") => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>${head}</head><body><main><h1>A page</h1>${body}</main></body></html>`;

const SCRIPT = `import { configure } from "/kubeloupe/define.js";
window.configure = configure;
window.heard = [];
for (const type of ["step", "verdict", "error"]) {
  document.addEventListener(type, (event) => heard.push({ id: event.target.id, type, detail: event.detail }), true);
}`;

/** Opens a page whose body is `body`; the test fails if the page throws, or logs an error that is not `expected`. */
async function open(t, body, { files = {}, expected, ...context } = {}) {
  const site = await serveSite(t, { "/": page(body), "/page.js": SCRIPT, "/page.css": "kube-loupe { margin: 1em 0 }", ...files });
  const opened = await (await browser.newContext({ viewport: { width: 1200, height: 800 }, ...context })).newPage();
  const faults = [];
  opened.on("pageerror", ({ message }) => expected?.test(message) || faults.push(message));
  opened.on("console", (message) => {
    if (message.type() === "error" && !expected?.test(message.text())) {
      faults.push(message.text());
    }
  });
  opened.on("request", (request) => {
    if (!request.url().startsWith(site.url)) {
      faults.push(`asked for ${request.url()}`);
    }
  });
  t.after(async () => {
    await opened.context().close();
    assert.deepEqual(faults, []);
  });
  await opened.goto(`${site.url}/`);
  return { page: opened, site };
}

/** Waits until something was heard of an element, and returns its detail. */
async function heard(page, id, type) {
  const found = await page.waitForFunction(
    ([id, type]) => globalThis.heard?.find((one) => one.id === id && one.type === type),
    [id, type],
  );
  return (await found.jsonValue()).detail;
}

test("an element shows a sample with its answer, and its events and methods work", async (t) => {
  const { page } = await open(t, '<kube-loupe id="one" scenario="shop"><p>Fallback</p></kube-loupe>');
  const verdict = await heard(page, "one", "verdict");
  assert.equal(verdict.cascade, "foreground");
  assert.equal(verdict.counts.deleted, 7);
  assert.equal(verdict.objects.find(({ ref }) => ref === "Deployment shop/web").fate, "deleted");
  await page.evaluate(() => document.querySelector("#one").play());
  const step = await heard(page, "one", "step");
  assert.ok(step.steps > 100 && step.complete, JSON.stringify(step));
  await page.evaluate(() => {
    document.querySelector("#one").pause();
    document.querySelector("#one").seek(20);
    document.querySelector("#one").step(-2);
  });
  await page.waitForFunction(() => globalThis.heard.at(-1).detail.step === 18);
  assert.equal(await page.locator("#one > p", { hasText: "Fallback" }).isVisible(), false);
});

test("what stands in the element is opened: YAML with its indentation, under a strict policy", async (t) => {
  const { page, site } = await open(
    t,
    `<kube-loupe id="one" lang="zh" theme="dark"><script type="application/yaml" title="pair.yaml">${PAIR}</script></kube-loupe>`,
  );
  await page.locator(".source b", { hasText: "pair.yaml" }).waitFor();
  // The sample that needs no YAML goes without its parser: see below.
  const modules = site.requests.filter((path) => path.endsWith(".wasm"));
  assert.deepEqual(modules, ["/kubeloupe/wasm/player_bg.wasm", "/kubeloupe/wasm/yaml_bg.wasm"]);
  assert.equal(await page.locator(".loupe-frame").getAttribute("lang"), "zh-Hans");
  const scheme = await page.locator(".loupe-frame").evaluate((frame) => getComputedStyle(frame).colorScheme);
  assert.equal(scheme, "dark");
  await page.evaluate(() => document.querySelector("#one").setAttribute("lang", "en"));
  await page.locator(".loupe-frame[lang=en]").waitFor();
});

test("a file is fetched, and a step is shown by its number or by a link", async (t) => {
  const files = { "/pair.yaml": PAIR.replaceAll(/^ {4}/gm, "") };
  const { page } = await open(
    t,
    '<kube-loupe id="one" src="pair.yaml"></kube-loupe><kube-loupe id="two" scenario="shop" step="12"></kube-loupe>',
    { files },
  );
  await page.locator("#one .source b", { hasText: "pair.yaml" }).waitFor();
  await page.locator("#two").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => globalThis.heard?.some(({ id, type, detail }) => id === "two" && type === "step" && detail.step === 12));
});

test("a scenario is played, whether it stands inside, is fetched, or comes with the package", async (t) => {
  const inside = `<script type="application/yaml">
    kubeloupe: v1
    title: one owner, one dependent
    objects:
    - { apiVersion: v1, kind: ConfigMap, metadata: { name: owner, namespace: a, uid: u-1 } }
    actions:
    - { at: 10s, delete: { kind: ConfigMap, namespace: a, name: owner } }
    expect: { objects: [{ ref: ConfigMap a/owner, fate: deleted }] }
  </script>`;
  const { page } = await open(
    t,
    `<kube-loupe id="one">${inside}</kube-loupe><kube-loupe id="two" scenario="finalizer" step="3"></kube-loupe>`,
  );
  await page.locator("#one .script h2", { hasText: "one owner, one dependent" }).waitFor();
  const { objects } = await heard(page, "one", "verdict");
  assert.deepEqual(objects.map(({ fate }) => fate), ["deleted"]);
  assert.equal(await page.locator("#one .script .outcome").innerText(), "as expected");
  await page.locator("#two").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => globalThis.heard?.some(({ id, type, detail }) => id === "two" && type === "step" && detail.step === 3));
  assert.match(await page.locator("#two .script .acts").innerText(), /PATCH configmaps\/ledger/);
});

test("what is wrong is said in an event and in the element", async (t) => {
  const { page } = await open(
    t,
    `<kube-loupe id="gone" src="gone.yaml"></kube-loupe>
     <kube-loupe id="none" scenario="nonsense"></kube-loupe>
     <kube-loupe id="broken"><script type="application/yaml">kind: [</script></kube-loupe>`,
    { expected: /404/ },
  );
  for (const id of ["gone", "none", "broken"]) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  }
  assert.match((await heard(page, "gone", "error")).message, /gone\.yaml answered 404/);
  assert.match((await heard(page, "none", "error")).message, /nonsense.*shop.*stuck/);
  assert.match((await heard(page, "broken", "error")).message, /kube-loupe\.yaml/);
});

test("elements share one module, and load nothing before they come into view", async (t) => {
  const { page, site } = await open(
    t,
    `<p>Before</p><div class="far"></div><kube-loupe id="one"></kube-loupe><kube-loupe id="two" scenario="stuck"></kube-loupe>`,
    { files: { "/page.css": ".far { height: 4000px } kube-loupe { height: 300px }" } },
  );
  await page.waitForFunction(() => customElements.get("kube-loupe"));
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  assert.deepEqual(site.requests.filter((path) => path.endsWith(".wasm")), []);
  await page.locator("#two").scrollIntoViewIfNeeded();
  await heard(page, "one", "verdict");
  await heard(page, "two", "verdict");
  assert.deepEqual(site.requests.filter((path) => path.endsWith(".wasm")), ["/kubeloupe/wasm/player_bg.wasm"]);
});

test("an element takes keys only while it has the focus, and leaves the page's address alone", async (t) => {
  const { page } = await open(t, '<button id="other">other</button><kube-loupe id="one" scenario="shop"></kube-loupe>');
  await heard(page, "one", "verdict");
  await page.locator("#other").focus();
  await page.keyboard.press("?");
  assert.equal(await page.locator("[role=dialog]").count(), 0);
  await page.locator(".stage").focus();
  await page.keyboard.press("?");
  await page.locator("[role=dialog]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[role=dialog]").waitFor({ state: "detached" });
  await page.evaluate(() => document.querySelector("#one").setAttribute("lens", "nodes"));
  await page.locator(".nodes-lens").waitFor();
  assert.equal(new URL(page.url()).hash, "");
});

test("fewer controls, other colours, a narrow column: nothing is left out that was asked for", async (t) => {
  const { page } = await open(
    t,
    '<div class="column"><kube-loupe id="one" scenario="shop" controls="steps"></kube-loupe></div>',
    { files: { "/page.css": ".column { width: 380px } kube-loupe { height: 420px; --accent: #b00060 }" } },
  );
  await heard(page, "one", "verdict");
  assert.equal(await page.locator(".top").isVisible(), false);
  assert.equal(await page.locator(".transport").isVisible(), true);
  const accent = await page.locator(".app").evaluate((app) => getComputedStyle(app).getPropertyValue("--accent").trim());
  assert.equal(accent, "#b00060");
  const overflow = await page.locator(".app").evaluate((app) => app.scrollWidth - app.clientWidth);
  assert.equal(overflow, 0);
});

test("without scripts and on paper the fallback is shown", async (t) => {
  const body = '<kube-loupe id="one"><p>What a deletion does.</p></kube-loupe>';
  const { page: still } = await open(t, body, { javaScriptEnabled: false });
  assert.equal(await still.locator("#one > p").isVisible(), true);
  const { page } = await open(t, body);
  await heard(page, "one", "verdict");
  assert.equal(await page.locator("#one > p").isVisible(), false);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#one > p").isVisible(), true);
});

test("axe finds nothing in an element", async (t) => {
  const { page } = await open(t, '<kube-loupe id="one" scenario="stuck"></kube-loupe>');
  await heard(page, "one", "verdict");
  await assertAccessible(page);
});

/** Lets the program itself trap, as no page can: one of its methods is called on what is no object of it. */
const trap = (page) =>
  page.evaluate(async () => {
    const { Player } = await import("/kubeloupe/player.js");
    setTimeout(() => Player.prototype.pause.call({ __wbg_ptr: 0xffff_fff0 }));
  });

test("after a failure of the program each element says so, saves what was open, and starts again with it", async (t) => {
  const { page } = await open(
    t,
    `<p><button id="own" type="button">0</button></p>
     <kube-loupe id="one" scenario="shop" lang="en"></kube-loupe>
     <kube-loupe id="two" lang="zh" theme="dark"><script type="application/yaml" title="pair.yaml">${PAIR}</script></kube-loupe>`,
    { expected: /memory access|unreachable|out of bounds/i },
  );
  await heard(page, "one", "verdict");
  await page.locator("#two").scrollIntoViewIfNeeded();
  await page.locator("#two .source b", { hasText: "pair.yaml" }).waitFor();
  await trap(page);
  const box = (id) => page.locator(`#${id} .loupe-crash`);
  await box("one").waitFor();
  await box("two").getByText("kubeloupe 出了错").waitFor();
  const { message } = await heard(page, "one", "error");
  assert.match(message, /memory|unreachable/);
  assert.match(await box("one").getByLabel("Report").inputValue(), /delete Deployment web with Foreground/);
  const [download] = await Promise.all([page.waitForEvent("download"), box("one").getByRole("button", { name: "Save the scenario" }).click()]);
  const scenario = JSON.parse(readFileSync(await download.path()));
  assert.equal(scenario.objects.length, 139);
  await assertAccessible(page);
  // The page around is as it was.
  await page.evaluate(() => own.addEventListener("click", () => (own.textContent = Number(own.textContent) + 1)));
  await page.locator("#own").click();
  assert.equal(await page.locator("#own").innerText(), "1");

  await page.evaluate(() => (heard.length = 0));
  await box("one").getByRole("button", { name: "Start again with it" }).click();
  await heard(page, "one", "verdict");
  assert.match(await page.locator("#one .pill").innerText(), /Deployment\s*shop\/\s*web/);
  await page.evaluate(() => document.querySelector("#one").play());
  await heard(page, "one", "step");
  // The other one waits for its own reader, and it works beside the first.
  assert.equal(await box("two").count(), 1);
  await box("two").getByRole("button", { name: "带着它重新开始" }).click();
  await page.locator("#two .loupe-frame[lang=zh-Hans] .objects .row", { hasText: "web" }).first().waitFor();
  assert.equal(await page.locator(".loupe-crash").count(), 0);
  // It may fail again.
  await trap(page);
  await box("one").waitFor();
  await box("two").waitFor();
});

test("two hundred elements that come and go leave nothing behind", async (t) => {
  const files = { "/pair.yaml": PAIR.replaceAll(/^ {4}/gm, "") };
  const { page } = await open(t, '<div id="place"></div>', { files });
  await page.waitForFunction(() => customElements.get("kube-loupe"));
  const rounds = (count) =>
    page.evaluate(async (count) => {
      const place = document.querySelector("#place");
      for (let round = 0; round < count; round += 1) {
        const element = document.createElement("kube-loupe");
        element.id = `e${round}`;
        element.setAttribute("src", "/pair.yaml");
        place.append(element);
        await element.begin();
        while (element.shadowRoot.querySelector(".source b")?.textContent !== "pair.yaml") {
          await new Promise((painted) => requestAnimationFrame(painted));
        }
        element.remove();
        await new Promise((done) => setTimeout(done));
        globalThis.heard.length = 0;
      }
      const { memoryBytes } = await import("/kubeloupe/player.js");
      return memoryBytes();
    }, count);
  const client = await page.context().newCDPSession(page);
  const nodes = async () => {
    await client.send("HeapProfiler.collectGarbage");
    return (await client.send("Memory.getDOMCounters")).nodes;
  };
  const before = [await rounds(20), await nodes()];
  const afterwards = [await rounds(180), await nodes()];
  assert.ok(afterwards[0] <= before[0] * 1.05, `wasm memory grew from ${before[0]} to ${afterwards[0]} bytes`);
  assert.ok(afterwards[1] <= before[1] * 1.2 + 200, `nodes grew from ${before[1]} to ${afterwards[1]}`);
});
