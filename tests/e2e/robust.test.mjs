import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { APP_URL, openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";
import { startSite } from "./helpers/site.mjs";
import { single } from "../../xtask/single.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };

const atRest = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector(".deck:not(.empty)") !== null &&
      document.querySelector(".busy").dataset.busy === "false" &&
      document.querySelectorAll(".count").length > 0,
  );

const step = (page) => page.locator(".transport").evaluate(({ dataset }) => ({ ...dataset }));
const YAML = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: b, uid: u }\n";
const dump = readFileSync(new URL("../dumps/shop-cluster/everything.json", import.meta.url));

async function watch(page) {
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Home");
  await page.locator('.transport[data-step="0"][data-digest][data-complete="true"]').waitFor();
}

async function choose(page, files) {
  await page.keyboard.press("o");
  await page.getByLabel("Choose files").setInputFiles(files);
}

const file = (name, content) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });

test("a broken file is refused with a message, and everything that was there stays", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await watch(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.locator('.transport[data-step="2"][data-digest]').waitFor();
  const before = await step(page);
  const counts = await page.locator(".policies").innerText();
  const broken = [
    file("cut.json", dump.subarray(0, dump.length >> 1)),
    file("empty.json", ""),
    file("picture.png", Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex")),
    file("cut.json.gz", gzipSync(dump).subarray(0, 400)),
    file("wrong.yaml", "kind: Pod\n\tmetadata: {"),
    file("number.json", "42"),
    file("page.html", "<!doctype html><title>404</title>"),
    file("deep.json", "[".repeat(200_000)),
    file("no-objects.json", '{"kind":"List","items":[]}'),
  ];
  for (const one of broken) {
    await choose(page, one);
    await page.locator(".problem").waitFor();
    const said = await page.locator(".problem p").innerText();
    assert.ok(said.length > 10, `${one.name}: ${said}`);
    await page.locator('.busy[data-busy="false"]').waitFor({ state: "attached" });
    assert.equal(await page.locator(".source b").innerText(), "shop-cluster", one.name);
    await page.locator(`.transport[data-step="2"][data-digest="${before.digest}"]`).waitFor();
    assert.equal(await page.locator(".policies").innerText(), counts, one.name);
    await page.keyboard.press("Escape");
    await page.locator(".problem").waitFor({ state: "detached" });
  }
  // What was there can still be gone through.
  await page.keyboard.press("End");
  await page.locator(`.transport[data-step="${before.steps}"][data-complete="true"]`).waitFor();
});

test("answers that a broken file interrupts come all the same", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await page.waitForFunction(() => document.querySelectorAll("[data-policy] .count").length >= 4);
  // Both happen before the page has its turn again.
  const field = page.getByRole("combobox", { name: "Find an object by kind, name, namespace or uid" });
  await field.fill("deploy api");
  await page.locator("#find-list [role=option]").first().waitFor();
  await field.press("Enter");
  await page.getByRole("button", { name: "What if I delete this?" }).waitFor();
  await page.locator(".source").click();
  const input = page.getByLabel("Choose files");
  await input.waitFor({ state: "attached" });
  await page.getByRole("button", { name: "What if I delete this?" }).click();
  await input.setInputFiles(file("broken.json", "{"));
  await page.locator(".problem").waitFor();
  await atRest(page);
  await page.waitForFunction(() => [...document.querySelectorAll("[data-policy]")].every((one) => one.querySelector(".count, .counts") !== null));
  assert.equal(await page.locator(".source b").innerText(), "shop-cluster");
});

test("what reads YAML is loaded once there is some; where it cannot be, that is said and can be tried again", async (t) => {
  const page = await openApp(browser, t, { ...WIDE, expected: /ERR_FAILED/ });
  const asked = [];
  page.on("request", (request) => /yaml.*\.wasm/.test(request.url()) && asked.push(request.url()));
  await atRest(page);
  await choose(page, file("mine.json", dump));
  await page.locator(".source b", { hasText: "mine.json" }).waitFor();
  assert.deepEqual(asked, []);
  await page.route(/yaml.*\.wasm/, (route) => route.abort());
  await choose(page, file("mine.yaml", YAML));
  await page.locator(".problem", { hasText: "What reads YAML could not be loaded." }).waitFor();
  assert.equal(await page.locator(".source b").innerText(), "mine.json");
  await page.unroute(/yaml.*\.wasm/);
  // YAML behind JSON, and compressed, is noticed on the way.
  await choose(page, file("both.gz", gzipSync(`${dump}\n---\n${YAML}`)));
  await page.locator(".source b", { hasText: "both.gz" }).waitFor();
  await choose(page, file("mine.yaml", YAML));
  await page.locator(".source b", { hasText: "mine.yaml" }).waitFor();
  assert.equal(asked.length, 2);
});

/** Lets the program itself trap, as no user can: its exports are called as it would never call them. */
const trap = (page) =>
  page.evaluate(async () => {
    const { href } = document.querySelector('link[rel="modulepreload"]');
    const { default: init } = await import(href);
    const program = await init();
    // There is no such memory to give back.
    setTimeout(() => program.__wbindgen_free(0xffff_fff0, 64, 4));
  });

for (const lens of ["deletion", "nodes", "expectations", "hash"]) {
  test(`${lens}: after a trap what was open is saved, and carried over a new start`, async (t) => {
    const context = await browser.newContext({ ...WIDE, serviceWorkers: "block" });
    t.after(() => context.close());
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(`${APP_URL}/`);
    await atRest(page);
    await page.getByRole("radio", { name: /^Orphan/ }).click();
    await page.evaluate((lens) => {
      location.hash = `#/${lens}`;
    }, lens);
    await page.locator(`.lenses [aria-current="page"][href="#/${lens}"]`).waitFor();
    await trap(page);
    const notice = page.getByRole("alertdialog");
    await notice.waitFor();
    assert.ok(errors.some((message) => /unreachable|memory|RuntimeError/i.test(message)), errors.join("; "));
    assert.match(await page.getByLabel("Report").inputValue(), new RegExp(`delete Deployment web with Orphan[\\s\\S]*lens ${lens}`));
    const [download] = await Promise.all([page.waitForEvent("download"), notice.getByRole("button", { name: "Save the scenario" }).click()]);
    const scenario = JSON.parse(readFileSync(await download.path()));
    assert.equal(scenario.kubeloupe, "v1");
    assert.equal(scenario.objects.length, 139);
    assert.equal(scenario.actions[0].delete.propagationPolicy, "Orphan");
    if (lens === "deletion") {
      await assertAccessible(page);
    }
    await notice.getByRole("button", { name: "Start again with it" }).click();
    await page.waitForFunction(() => document.getElementById("crash") === null);
    await atRest(page);
    assert.match(await page.locator(".pill").innerText(), /Deployment\s*shop\/\s*web/);
    await page.locator('[role="radio"][aria-checked="true"]:has([data-policy="orphan"])').waitFor();
    // It is carried over once.
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  });
}

test("links of newer versions and addresses of nothing are said to be that", async (t) => {
  const page = await openApp(browser, t, { ...WIDE, hash: "#v2/abc" });
  await page.getByText("This link was made by a newer kubeloupe (version 2 of links).").waitFor();
  await atRest(page);
  assert.equal(await page.locator(".source b").innerText(), "shop-cluster");
  const go = (hash) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, hash);
  await go("#/elsewhere");
  await page.getByText("There is nothing at #/elsewhere on this page.").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".problem").waitFor({ state: "detached" });
  // What names a lens or a part of the page is no mistake.
  await go("#/hash");
  await page.locator(".hash-lens").waitFor();
  await go("#/deletion");
  await page.locator("#picture").waitFor();
  await go("#picture");
  assert.equal(await page.locator(".problem").count(), 0);
});

test("pages in several tabs keep what is theirs, and do not set each other's settings back", async (t) => {
  const context = await browser.newContext({ ...WIDE, serviceWorkers: "block", locale: "en-GB" });
  t.after(() => context.close());
  const [one, two] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto(APP_URL), two.goto(APP_URL)]);
  await Promise.all([atRest(one), atRest(two)]);
  await one.getByRole("button", { name: "中文" }).click();
  await one.locator("html[lang='zh-Hans']").waitFor();
  // The other page does not know of that; its theme is its own change.
  assert.equal(await two.locator("html").getAttribute("lang"), "en");
  await two.getByRole("button", { name: /^Theme/ }).click();
  await two.locator("html[data-theme='light']").waitFor();
  await choose(two, file("two.json", dump));
  await two.locator(".source b", { hasText: "two.json" }).waitFor();
  assert.equal(await one.locator(".source b").innerText(), "shop-cluster");
  await one.reload();
  await atRest(one);
  assert.equal(await two.locator(".source b").innerText(), "two.json");
  const three = await context.newPage();
  await three.goto(APP_URL);
  await three.locator("html[lang='zh-Hans'][data-theme='light']").waitFor();
});

/** Whether what is served is the hosted app, which is kept, or that of a developer, which is not. */
const isHosted = async () => /const FILES/.test(await (await fetch(`${APP_URL}/offline.js`)).text());

const keptBy = (page) =>
  page.evaluate(async () => {
    const kept = {};
    for (const name of await caches.keys()) {
      kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => url).sort();
    }
    return kept;
  });

test("after the first visit the app works without a network, below any path, and keeps nothing else", async (t) => {
  if (!(await isHosted())) {
    const page = await openApp(browser, t, { ...WIDE, serviceWorkers: "allow" });
    await atRest(page);
    assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
    return;
  }
  const { url, state } = await startSite(t, { prefix: "/deep/in/a/site/" });
  const context = await browser.newContext({ ...WIDE, serviceWorkers: "allow" });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  await atRest(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const kept = await keptBy(page);
  const [files] = Object.values(kept);
  assert.equal(Object.keys(kept).length, 1);
  assert.ok(files.length > 10 && files.every((file) => file.startsWith(url)), files.join("\n"));
  for (const part of [/kubeloupe-www-[0-9a-f]+_bg\.wasm$/, /kubeloupe-yaml-[0-9a-f]+_bg\.wasm$/, /boot-[0-9a-f]+\.js$/, /time-[0-9a-f]+\.css$/]) {
    assert.ok(files.some((file) => part.test(file)), `${part}`);
  }
  state.down = true;
  await context.setOffline(true);
  await page.reload();
  await atRest(page);
  await choose(page, file("mine.json", dump));
  await page.locator(".source b", { hasText: "mine.json" }).waitFor();
  await choose(page, file("mine.yaml", YAML));
  await page.locator(".source b", { hasText: "mine.yaml" }).waitFor();
  await page.evaluate(() => {
    location.hash = "#/nodes";
  });
  await page.locator(`.lenses [aria-current="page"][href="#/nodes"]`).waitFor();
  // A link's address is the same page, and what else is asked for is not answered out of anything kept.
  const linked = await context.newPage();
  await linked.goto(`${url}index.html#/expectations`);
  await linked.locator(`.lenses [aria-current="page"][href="#/expectations"]`).waitFor();
  const asked = await page.evaluate(() => fetch("api/v1/pods").then(() => "answered", () => "failed"));
  assert.equal(asked, "failed");
  await linked.goto(`${url}?from=mail#/hash`);
  await linked.locator(".hash-lens").waitFor();
  assert.deepEqual(await keptBy(page), kept);
});

test("a newer version is shown at the next visit and takes nothing from a page that runs", async (t) => {
  if (!(await isHosted())) {
    t.skip("what a developer serves is not kept");
    return;
  }
  const { url, state } = await startSite(t);
  const context = await browser.newContext({ ...WIDE, serviceWorkers: "allow" });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  await atRest(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const [old] = Object.keys(await keptBy(page));
  state.alter = (path, text) => {
    if (path === "" || path === "index.html") {
      return text.replace(/<title>[^<]*/, "<title>newer");
    }
    return path === "offline.js" ? text.replace(/const VERSION = "[^"]*/, 'const VERSION = "newer') : text;
  };
  const other = await context.newPage();
  await other.goto(url);
  await atRest(other);
  assert.equal(await other.title(), "newer");
  // The newer worker is there and waits, since a page of the old one runs.
  await other.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.waiting === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  assert.ok(Object.keys(await keptBy(page)).includes(old));
  await watch(page);
  await page.keyboard.press("End");
  await page.locator('.transport[data-complete="true"]').waitFor();
  await page.close();
  await other.close();
  // With no page of the old version open, the new one takes its place.
  const last = await context.newPage();
  await last.goto(url);
  await last.waitForFunction(async (old) => !(await caches.keys()).includes(old), old);
  state.down = true;
  await context.setOffline(true);
  await last.reload();
  await atRest(last);
  assert.equal(await last.title(), "newer");
});

test("a developer's server rids a browser of what it kept from the same address", async (t) => {
  const text = (name) => readFileSync(new URL(`../../www/offline/${name}`, import.meta.url), "utf8");
  const { url, state } = await startSite(t);
  state.alter = (path, text_) => (path === "offline.js" ? `const VERSION = "old";\nconst FILES = ["./"];\n${text("worker.js")}` : text_);
  const context = await browser.newContext({ ...WIDE, serviceWorkers: "allow" });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("./offline.js");
    await navigator.serviceWorker.ready;
  });
  assert.equal(Object.keys(await keptBy(page)).length, 1);
  state.alter = (path, text_) => {
    // The page of a developer registers nothing.
    const html = text_.replace(/<script[^>]*register[^>]*><\/script>/, "");
    return path === "offline.js" ? text("none.js") : html;
  };
  await page.goto(url);
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0);
  await atRest(page);
});

test("the app in one page runs from a disk", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kubeloupe-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const page = join(folder, "kubeloupe.html");
  const read = async (name) => Buffer.from(await (await fetch(`${APP_URL}/${name}`)).arrayBuffer());
  writeFileSync(page, await single(read, 1));
  const context = await browser.newContext(WIDE);
  t.after(() => context.close());
  await context.setOffline(true);
  const opened = await context.newPage();
  const faults = [];
  opened.on("pageerror", ({ message }) => faults.push(message));
  opened.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await opened.goto(pathToFileURL(page).href);
  await atRest(opened);
  await watch(opened);
  await opened.keyboard.press("End");
  await opened.locator('.transport[data-complete="true"]').waitFor();
  await choose(opened, file("mine.json", dump));
  await opened.locator(".source b", { hasText: "mine.json" }).waitFor();
  await choose(opened, file("mine.yaml", YAML));
  await opened.locator(".source b", { hasText: "mine.yaml" }).waitFor();
  assert.deepEqual(faults, []);
});
