// Scenarios that are played: what a file does and when, what it comes to, and everything that can be done meanwhile.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] };

/** A Deployment makes its Pods, is paused in no way, and goes with all it has made; one request comes too early. */
const ROLLOUT = `kubeloupe: v1
title: a rollout and its end
controllers: [garbagecollector, namespace, deployment, replicaset]
objects:
- apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web, namespace: shop, uid: u-web }
  spec:
    replicas: 2
    selector: { matchLabels: { app: web } }
    template:
      metadata: { labels: { app: web } }
      spec: { containers: [{ name: web, image: nginx }] }
actions:
- { at: 5s, delete: { kind: Pod, namespace: shop, name: early } }
- { at: 20s, delete: { kind: Deployment, apiVersion: apps/v1, namespace: shop, name: web, propagationPolicy: Foreground } }
expect:
  objects:
  - { ref: Deployment shop/web, fate: deleted, at: ">= 20s" }
`;

const bar = (page) => page.locator("section.script");
const acts = (page) => bar(page).locator(".acts button");
const shown = async (page) => Number(await page.locator(".transport").getAttribute("data-step"));

async function openFiles(page, files) {
  await page.locator(".source").click();
  const list = files.map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));
  await page.locator('input[type="file"]').first().setInputFiles(list);
}

/** Opens a scenario in a new page, and waits until the way through it is known. */
async function play(t, text = ROLLOUT, options = WIDE) {
  const page = await openApp(browser, t, options);
  await page.locator(".deck:not(.empty)").waitFor();
  await openFiles(page, [["rollout.yaml", text]]);
  await page.locator('section.script .acts button:not([disabled])').last().waitFor();
  await page.locator('.transport[data-complete="true"]').waitFor();
  return page;
}

test("a scenario is told before it is played: what is done and when, and what it comes to", async (t) => {
  const page = await play(t);
  assert.equal(await bar(page).locator("h2").innerText(), "a rollout and its end");
  assert.deepEqual(
    (await acts(page).allInnerTexts()).map((text) => text.replace(/\s+/g, " ")),
    ["5 s DELETE pods/early", "20 s DELETE deployments/web, Foreground"],
  );
  assert.equal(await bar(page).locator(".outcome").innerText(), "as expected");
  assert.equal(await shown(page), 0);
  // What its controllers will make has its place, and is not there yet.
  await page.locator('#picture [data-live="later"]').nth(2).waitFor();
  assert.match(await page.locator(".objects footer").innerText(), /1 object, 3 more come into being/);
  await assertAccessible(page);
});

test("what is done can be gone to, forwards and back", async (t) => {
  const page = await play(t);
  await acts(page).nth(1).click();
  await page.waitForFunction(() => document.querySelector(".acts button[aria-current]")?.textContent.includes("deployments/web"));
  const after = await shown(page);
  assert.ok(after > 2, `step ${after}`);
  await acts(page).nth(0).click();
  await page.waitForFunction((before) => Number(document.querySelector(".transport").dataset.step) < before, after);
  assert.match(await page.locator(".acts .ahead").innerText(), /deployments\/web/);
  await bar(page).getByRole("button", { name: "Play from the start" }).click();
  await page.locator(".transport").getByRole("button", { name: "Pause" }).click();
});

test("what is expected is compared with what there is", async (t) => {
  const page = await play(t, ROLLOUT.replace("fate: deleted", "fate: orphaned"));
  const outcome = bar(page).locator(".outcome");
  assert.equal(await outcome.innerText(), "not as expected");
  await outcome.click();
  const row = page.getByRole("dialog").locator("tbody tr");
  assert.match(await row.innerText(), /Deployment shop\/web[^]*orphaned[^]*deleted[^]*not so/);
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("dialog").count(), 0);
});

test("a link shows the same step of the same scenario in a fresh profile", async (t) => {
  const page = await play(t);
  await acts(page).nth(1).click();
  await page.locator('.acts button[aria-current]', { hasText: "deployments" }).waitFor();
  await page.keyboard.press("ArrowRight");
  const there = await page.locator(".transport").evaluate(({ dataset }) => ({ step: dataset.step, digest: dataset.digest }));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const { hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const fresh = await openApp(browser, t, { ...WIDE, hash });
  await fresh.locator(`.transport[data-step="${there.step}"][data-digest="${there.digest}"]`).waitFor();
  assert.equal(await bar(fresh).locator("h2").innerText(), "a rollout and its end");
});

test("something else can be asked of its objects, and the scenario is still there", async (t) => {
  const page = await play(t);
  await bar(page).getByRole("button", { name: "Ask something else" }).click();
  await page.locator("#pick").fill("web");
  await page.locator("#pick-list [role=option]", { hasText: "deploy" }).first().click();
  await page.locator(".pill", { hasText: "web" }).waitFor();
  await page.locator('[data-policy="foreground"] .count').first().waitFor();
  await page.getByRole("button", { name: "Back to the scenario" }).click();
  await page.locator('.transport[data-complete="true"]').waitFor();
  await page.locator(".acts button:not([disabled])").last().waitFor();
  // Another version plays the same file by its own rules.
  await page.locator(".version-button").click();
  await page.getByRole("dialog").getByRole("radio", { name: "1.30" }).click();
  await page.locator('.transport[data-complete="true"]').waitFor();
  await page.locator(".acts button:not([disabled])").last().waitFor();
  assert.equal(await bar(page).locator(".outcome.ok").count(), 1);
});

test("a scenario takes the files that it names; one that cannot be read leaves what is open", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await page.locator(".deck:not(.empty)").waitFor();
  const before = await page.locator(".source b").innerText();
  const named = "kubeloupe: v1\ntitle: with a file\nfiles: [one.yaml]\nactions:\n- { at: 1s, delete: { kind: ConfigMap, namespace: a, name: one } }\n";
  await openFiles(page, [["s.yaml", named]]);
  await page.locator(".problem", { hasText: "files[0]" }).waitFor();
  assert.match(await page.locator(".problem").innerText(), /together with the files that it names/);
  assert.equal(await page.locator(".source b").innerText(), before);
  await page.locator(".problem button").first().click();
  await openFiles(page, [
    ["s.yaml", named],
    ["one.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one, namespace: a, uid: u-1 }\n"],
  ]);
  await bar(page).locator("h2", { hasText: "with a file" }).waitFor();
  await acts(page).first().waitFor();
  await page.locator('.transport[data-complete="true"]').waitFor();
  assert.match(await acts(page).first().innerText(), /configmaps\/one/);
});

test("on a phone, in Chinese and in the dark it is all there", async (t) => {
  const page = await play(t, ROLLOUT, { locale: "zh-CN", colorScheme: "dark", viewport: { width: 360, height: 780 } });
  assert.equal(await bar(page).locator(".outcome").innerText(), "符合预期");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await acts(page).last().scrollIntoViewIfNeeded();
  await acts(page).last().click();
  await page.waitForFunction(() => document.querySelector(".acts button[aria-current]")?.textContent.includes("deployments"));
  await assertAccessible(page);
});

test("the scenarios to learn from come to what they say", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await page.locator(".deck:not(.empty)").waitFor();
  const sheet = page.getByRole("dialog");
  await page.locator(".source").click();
  const lessons = await sheet.locator(".lessons button b").allInnerTexts();
  assert.ok(lessons.length >= 6, lessons.join());
  for (const [number, title] of lessons.entries()) {
    if (number > 0) {
      await page.locator(".source").click();
    }
    await sheet.locator(".lessons button").nth(number).click();
    await bar(page).locator("h2", { hasText: title }).waitFor();
    await page.locator('.transport[data-complete="true"]').waitFor();
    assert.equal(await bar(page).locator(".outcome.ok").count(), 1, title);
  }
});

test("every case of the project's own opens in the page", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await page.locator(".deck:not(.empty)").waitFor();
  for (const name of ["34-five-of-eight-unreachable.b", "09-second-foreground-delete.a"]) {
    const at = (file) => new URL(`../cases/${file}`, import.meta.url);
    const text = readFileSync(at(`${name}.scenario.yaml`), "utf8");
    const files = [...text.matchAll(/^files: \[(.*)\]$/gm)].flatMap(([, list]) => list.split(", "));
    await openFiles(page, [[`${name}.yaml`, text], ...files.map((file) => [file, readFileSync(at(file), "utf8")])]);
    await page.locator(`.source b`, { hasText: /./ }).waitFor();
    await page.locator('.transport[data-complete="true"]').waitFor();
    assert.equal(await bar(page).locator(".outcome.ok").count(), 1, name);
  }
});
