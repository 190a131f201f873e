import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };

const dump = (path) => new URL(`../dumps/${path}`, import.meta.url);

/** Waits until nothing is computed any more. */
const atRest = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector(".deck:not(.empty)") !== null &&
      document.querySelector(".busy").dataset.busy === "false" &&
      document.querySelectorAll(".count").length > 0,
  );

/** What the transport says of the present step. */
const step = (page) => page.locator(".transport").evaluate(({ dataset }) => ({ ...dataset }));

/** Watches the deletion that is asked about, stopped at its first step once the way to its end is known. */
async function watch(page) {
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Home");
  await page.locator('.transport[data-step="0"][data-digest][data-complete="true"]').waitFor();
}

/** The counts of one policy, as `{ deleted: 6, stuck: 1 }`. */
const counts = (page, policy) =>
  page.locator(`[data-policy="${policy}"] .count`).evaluateAll((counts) =>
    Object.fromEntries(counts.map((count) => [count.classList[1], Number.parseInt(count.textContent, 10)])),
  );

async function open(page, ...paths) {
  await page.getByRole("button", { name: /Open another cluster|shop-cluster/ }).click();
  await page.getByLabel("Choose files").setInputFiles(paths.map((path) => dump(path).pathname));
  await page.locator(".source b", { hasText: paths[0].split("/").pop() }).waitFor();
}

async function ask(page, name) {
  const field = page.getByRole("combobox", { name: "Find an object by kind, name, namespace or uid" });
  await field.fill(name);
  await page.locator("#find-list [role=option]").first().waitFor();
  await field.press("Enter");
  await page.getByRole("button", { name: "What if I delete this?" }).click();
  await atRest(page);
}

test("the page opens on a cluster with a question that is answered", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  assert.match(await page.locator(".pill").innerText(), /Deployment\s*shop\/\s*web/);
  assert.deepEqual(await page.getByRole("radiogroup", { name: "Propagation policy" }).getByRole("radio").count(), 4);
  await page.waitForFunction(() => document.querySelectorAll("[data-policy] .count").length >= 4);
  assert.deepEqual(await counts(page, "background"), { deleted: 6 });
  assert.deepEqual(await counts(page, "foreground"), { deleted: 6 });
  assert.deepEqual(await counts(page, "orphan"), { deleted: 1, orphaned: 3 });
  assert.deepEqual(await counts(page, "default"), { deleted: 6 });
  await page.getByText("is Background here").waitFor();
});

for (const [what, paths, name] of [
  ["the shop as JSON", ["shop-cluster/everything.json"], "deploy web"],
  ["the stuck cluster", ["stuck-cluster/everything.json"], "kind:deployment ns:shop web"],
  ["a smaller dump as YAML", ["shop-cluster/shop.yaml"], "kind:deployment web"],
]) {
  test(`${what}: a deletion is watched to its end and rewound to the same state`, async (t) => {
    const page = await openApp(browser, t, WIDE);
    await atRest(page);
    await open(page, ...paths);
    await ask(page, name);
    await watch(page);
    const start = await step(page);
    await page.getByRole("button", { name: "To the end" }).click();
    await page.locator(`.transport[data-step="${start.steps}"][data-digest]`).waitFor();
    const end = await step(page);
    assert.equal(end.complete, "true");
    assert.notEqual(end.digest, start.digest);
    assert.match(await page.locator(".say p").innerText(), /at rest/);
    await page.getByRole("button", { name: "Rewind" }).click();
    await page.locator('.transport[data-step="0"][data-digest]').waitFor();
    assert.equal((await step(page)).digest, start.digest);
    await page.getByRole("button", { name: "To the end" }).click();
    await page.locator(`.transport[data-step="${start.steps}"][data-digest]`).waitFor();
    assert.equal((await step(page)).digest, end.digest);
  });
}

test("the picture follows the steps", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await watch(page);
  assert.equal(await page.locator('.node:has-text("Pod")').count(), 3);
  // The collector had work before anything was asked: a child in another namespace than its owner.
  assert.deepEqual(await page.locator(".node.gone .node-name").allTextContents(), ["web-dashboard"]);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.locator('.transport[data-step="1"]').waitFor();
  await page.locator('.node[data-live="waiting"]', { hasText: "Deployment" }).waitFor();
  assert.match(await page.locator(".calls").innerText(), /DELETE\s+deployments\/web/);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator('.node[data-live="gone"]').nth(6).waitFor();
});

test("a random order ends in the same fates, and branches the history", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await watch(page);
  // Steps that nobody has seen leave no branch behind.
  await page.getByRole("radio", { name: "Random" }).click();
  await page.getByRole("radio", { name: "Fair" }).click();
  await page.locator('.schedule [aria-checked="true"]', { hasText: "Fair" }).waitFor();
  await page.locator('.transport[data-complete="true"]').waitFor();
  await atRest(page);
  assert.equal(await page.getByRole("combobox", { name: "Branch" }).count(), 0);
  const { steps } = await step(page);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator(`.transport[data-step="${steps}"]`).waitFor();
  await page.keyboard.press("Home");
  await page.locator('.transport[data-step="0"]').waitFor();
  await page.getByRole("radio", { name: "Random" }).click();
  await page.getByRole("combobox", { name: "Branch" }).waitFor();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator('.node[data-live="gone"]').nth(6).waitFor();
});

test("in manual mode each step is chosen, faults too", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await watch(page);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("radio", { name: "I choose" }).click();
  const choices = page.getByRole("list", { name: "What happens next?" }).getByRole("button");
  await choices.filter({ hasText: "The controllers crash" }).click();
  await page.locator('.transport[data-step="2"]').waitFor();
});

test("a file can be dropped, and text pasted", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  const text = readFileSync(dump("shop-cluster/shop.yaml"), "utf8");
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.yaml"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
  }, text);
  await page.locator(".source b", { hasText: "dropped.yaml" }).waitFor();
  await page.locator(".source").click();
  await page.getByLabel("Or paste it here").fill(text);
  await page.getByRole("button", { name: "Open what was pasted" }).click();
  await page.locator(".source b", { hasText: "pasted" }).waitFor();
});

/** Drops files on the page. */
const drop = (page, files) =>
  page.evaluate((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) {
      transfer.items.add(new File([text], name));
    }
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
  }, files);

const CONFIG_MAP = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"n","uid":"u"}}';

test("several files open together, packed ones too, and what is left out is told per file", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await drop(page, [["one.json", CONFIG_MAP], ["two.json", "{"], ["three.txt", "just words\n"]]);
  await page.locator(".source b", { hasText: "one.json +2" }).waitFor();
  await page.locator(".notes-button").click();
  const told = await page.locator("[role=dialog] .facts").first().innerText();
  assert.match(told, /two\.json/);
  assert.match(told, /three\.txt/);
  await assertAccessible(page);
  const packed = gzipSync(readFileSync(dump("shop-cluster/shop.yaml")));
  await page.locator(".source").click();
  await page.getByLabel("Choose files").setInputFiles({ name: "shop.yaml.gz", mimeType: "application/gzip", buffer: packed });
  await page.locator(".source b", { hasText: "shop.yaml.gz" }).waitFor();
});

test("a folder can be chosen, or dropped with folders in it", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kubeloupe-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "dump/inner"), { recursive: true });
  writeFileSync(join(folder, "dump/inner/a.json"), CONFIG_MAP);
  writeFileSync(join(folder, "dump/pod.log"), "log\n");
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await page.locator(".source").click();
  await page.getByLabel("Choose a folder").setInputFiles(join(folder, "dump"));
  await page.locator(".source", { hasText: "1 object" }).waitFor();
  assert.equal(await page.locator(".source b").innerText(), "dump");
  await page.locator(".notes-button").click();
  assert.match(await page.locator("[role=dialog] .facts").first().innerText(), /dump\/pod\.log/);
  // A drop cannot be played by hand, so its entries stand in for what the browser hands out.
  await page.evaluate((text) => {
    const file = (name, text) => ({ name, isDirectory: false, isFile: true, file: (done) => done(new File([text], name)) });
    const folder = (name, ...children) => ({
      name,
      isDirectory: true,
      isFile: false,
      createReader: () => ({ readEntries: (done) => done(children.splice(0, 1)) }),
    });
    const entry = folder("gathered", folder("deep", file("a.json", text)), file("b.yaml", text.replace('"u"', '"v"').replace('"a"', '"b"')));
    const event = new DragEvent("drop", { cancelable: true });
    const items = { length: 1, 0: { kind: "file", webkitGetAsEntry: () => entry } };
    Object.defineProperty(event, "dataTransfer", { value: { items } });
    window.dispatchEvent(event);
  }, CONFIG_MAP);
  await page.locator(".source b", { hasText: "gathered" }).waitFor();
  assert.match(await page.locator(".source").innerText(), /2 objects/);
});

test("a large dump is read in slices, with progress, and can be cancelled", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  const size = await page.evaluate(() => {
    const filler = "x".repeat(1500);
    const pods = Array.from({ length: 12_000 }, (_, number) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: `p-${number}`, namespace: "n", uid: `u${number}`, annotations: { filler } },
    }));
    const text = JSON.stringify({ apiVersion: "v1", kind: "List", items: pods });
    // The page itself cancels as soon as it shows progress: a fast machine has read everything before a driver clicks.
    window.cancelled = 0;
    new MutationObserver((_, observer) => {
      const cancel = document.querySelector(".busy button");
      if (document.querySelector(".busy progress") !== null && cancel !== null) {
        observer.disconnect();
        cancel.click();
        window.cancelled += 1;
      }
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
    window.slowest = 0;
    let before = performance.now();
    const tick = () => {
      const now = performance.now();
      window.slowest = Math.max(window.slowest, now - before);
      before = now;
      window.ticking = requestAnimationFrame(tick);
    };
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "large.json"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
    window.ticking = requestAnimationFrame(tick);
    return text.length;
  });
  assert.ok(size > 15_000_000);
  await page.waitForFunction(() => window.cancelled === 1);
  await page.locator('.busy[data-busy="false"]').waitFor({ state: "attached" });
  assert.equal(await page.locator(".source b").innerText(), "shop-cluster");
  t.diagnostic(`slowest frame while reading: ${Math.round(await page.evaluate(() => window.slowest))} ms`);
});

test("what the question's picker proposes is seen and can be clicked, on small screens too", async (t) => {
  for (const viewport of [WIDE.viewport, { width: 900, height: 600 }, { width: 360, height: 740 }]) {
    const page = await openApp(browser, t, { viewport });
    await atRest(page);
    for (const field of ["asked already", "nothing asked"]) {
      if (field === "asked already") {
        await page.locator(".subjects .add").click();
      } else {
        await page.keyboard.press("Escape");
        await page.locator(".pill button").first().click();
      }
      await page.locator("#pick").fill("api");
      const proposal = page.locator("#pick-list [role=option]").last();
      await proposal.waitFor();
      const covered = await proposal.evaluate((option) => {
        const { left, top, width, height } = option.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return option.contains(seen) ? undefined : `${seen?.tagName}.${seen?.className} at ${left},${top}`;
      });
      assert.equal(covered, undefined, `${field}, ${viewport.width}`);
    }
    await page.context().close();
  }
});

test("another version answers the same question, says what is different, and is remembered", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await page.getByRole("button", { name: /Version of Kubernetes|Kubernetes 1\./ }).click();
  await page.getByText("Choose another version to see what it does differently.").waitFor();
  await page.getByRole("radio", { name: "1.32" }).click();
  await page.getByText("Coming from 1.37, 1.32 does this differently").waitFor();
  assert.match(await page.locator(".changes").first().innerText(), /pods/i);
  await atRest(page);
  await assertAccessible(page);
  assert.match(await page.locator(".pill").innerText(), /Deployment\s*shop\/\s*web/);
  await page.waitForFunction(() => document.querySelectorAll("[data-policy] .count").length >= 4);
  assert.deepEqual(await counts(page, "foreground"), { deleted: 6 });
  await page.reload();
  await atRest(page);
  assert.match(await page.locator(".version-button").innerText(), /1\.32/);
});

test("forecasts that are cancelled are no longer announced, and can be gone on with", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  const owner = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "top", namespace: "n", uid: "u" } };
  const items = Array.from({ length: 12_000 }, (_, number) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: `child-${number}`,
      namespace: "n",
      uid: `u${number}`,
      ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "top", uid: "u" }],
    },
  }));
  await drop(page, [["many.json", JSON.stringify({ kind: "List", apiVersion: "v1", items: [owner, ...items] })]]);
  await page.locator(".source b", { hasText: "many.json" }).waitFor();
  const field = page.getByRole("combobox", { name: "Find an object by kind, name, namespace or uid" });
  await field.fill("top");
  await page.locator("#find-list [role=option]").first().waitFor();
  await field.press("Enter");
  // The page itself cancels: a fast machine has made all forecasts before a driver clicks.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const busy = document.querySelector(".busy");
      const cancel = busy.querySelector("button");
      if (/Forecasting/.test(busy.innerText) && cancel !== null) {
        observer.disconnect();
        cancel.click();
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole("button", { name: "What if I delete this?" }).click();
  await page.locator(".policies small", { hasText: "cancelled" }).first().waitFor();
  assert.equal(await page.locator(".policies small", { hasText: "computing" }).count(), 0);
  await page.locator(".policies [role=radio]", { hasText: "cancelled" }).first().click();
  await page.waitForFunction(() => document.querySelectorAll("[data-policy] .count").length >= 4);
  await atRest(page);
  assert.deepEqual(await counts(page, "background"), { deleted: 12_001 });
});

test("names that turn the direction of writing are shown as what they are", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a\u202Efdp.exe", namespace: "n" } };
  await drop(page, [["odd.json", JSON.stringify(object)]]);
  await page.locator(".source b", { hasText: "odd.json" }).waitFor();
  await page.locator(".objects .row", { hasText: "a⟨U+202E⟩fdp.exe" }).waitFor();
  assert.equal((await page.locator("body").innerText()).includes("\u202E"), false);
});

test("what cannot be read is told with its place, and what was open stays", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  const broken = '{"apiVersion": "v1", "kind": "ConfigMap",\n "metadata": {"name": 7}}';
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "broken.json"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
  }, broken);
  const alert = page.locator(".problem");
  await alert.waitFor();
  assert.match(await alert.innerText(), /broken\.json.*line 2.*metadata\.name/s);
  assert.equal(await page.locator(".source b").innerText(), "shop-cluster");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await alert.waitFor({ state: "detached" });
});

test("the objects are filtered and walked by keyboard", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await page.keyboard.press("f");
  await page.keyboard.type("kind:pod fate:deleted");
  await page.waitForFunction(() => document.querySelectorAll(".row .mark.deleted").length >= 3);
  assert.equal(await page.locator(".objects footer").innerText(), "3 of 139 objects");
  await page.getByRole("button", { name: "Clear the filter" }).click();
  const tree = page.getByRole("tree", { name: "Objects" });
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  const active = () =>
    page.evaluate(() => {
      const id = document.querySelector("[role=tree]").getAttribute("aria-activedescendant");
      const row = document.getElementById(id);
      return { text: row.innerText, expanded: row.getAttribute("aria-expanded"), level: row.getAttribute("aria-level") };
    });
  const first = await active();
  assert.equal(first.level, "1");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(
    () => document.getElementById(document.querySelector("[role=tree]").getAttribute("aria-activedescendant")).ariaExpanded === "true",
  );
  await page.keyboard.press("ArrowDown");
  assert.equal((await active()).level, "2");
  await page.keyboard.press("Enter");
  const chosen = page.locator("[role=treeitem][aria-selected=true]");
  await chosen.waitFor();
  const name = (await chosen.innerText()).split("\n").pop();
  assert.ok((await page.locator(".inspector .title").innerText()).length > 0, name);
});

test("keys go through the history and choose the policy", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await page.keyboard.press("3");
  await page.locator('[role=radio][aria-checked=true]', { hasText: "Orphan" }).waitFor();
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.keyboard.press("Home");
  await page.locator('.transport[data-step="0"]').waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator('.transport[data-step="1"]').waitFor();
  await page.keyboard.press("End");
  await page.locator(".say p", { hasText: "at rest" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys and shapes" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

for (const [what, options] of [
  ["light", { ...WIDE, colorScheme: "light" }],
  ["dark", { ...WIDE, colorScheme: "dark" }],
  ["narrow", { viewport: { width: 390, height: 844 } }],
]) {
  test(`the rules of accessibility hold: ${what}`, async (t) => {
    const page = await openApp(browser, t, options);
    await atRest(page);
    await assertAccessible(page);
    await watch(page);
    await page.locator(".scrub input").fill("12");
    await assertAccessible(page);
    await page.keyboard.press("l");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await assertAccessible(page);
  });
}

test("everything is said in Chinese too", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("button", { name: "观看过程" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-Hans");
});
