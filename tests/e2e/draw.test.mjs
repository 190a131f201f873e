// Drawing and editing: from nothing to a forecast, by pointer and by keyboard, with the API server's refusals.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };

const node = (page, name) => page.locator(".nodes .node").filter({ has: page.locator(`title:text-is("${name}")`) });
const inspector = (page) => page.locator(".inspector");
const undo = (page) => page.getByRole("button", { name: /^Undo/ });
const redo = (page) => page.getByRole("button", { name: /^Redo/ });

async function drawBlank(page) {
  await page.locator(".question .pill").waitFor();
  await page.locator("button.source").click();
  await page.locator(".draw-blank").click();
  await page.locator(".source b", { hasText: "drawn-cluster" }).waitFor();
}

/** Adds an object by the sheet; the kind is searched for. */
async function add(page, kind, name, { namespace, own } = {}) {
  await page.getByRole("button", { name: "Add object" }).click();
  const sheet = page.locator(".add-sheet");
  if (own === undefined) {
    await page.getByRole("combobox", { name: /Search kinds/ }).fill(kind);
    await page.keyboard.press("Enter");
  } else {
    await sheet.getByRole("button", { name: "Another kind…" }).click();
    await sheet.getByLabel("apiVersion").fill(own);
    await sheet.getByLabel("Kind", { exact: true }).fill(kind);
  }
  await sheet.getByLabel("Name", { exact: true }).fill(name);
  if (namespace !== undefined) {
    await sheet.getByLabel("Namespace", { exact: true }).fill(namespace);
  }
  await sheet.getByRole("button", { name: "Add", exact: true }).click();
}

async function added(page, name) {
  await page.locator(".add-sheet").waitFor({ state: "detached" });
  await node(page, name).waitFor();
}

/** Nodes have come to where they stay. */
async function settled(page) {
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== "running"));
}

async function drag(page, from, to) {
  await settled(page);
  const thing = await node(page, from).getAttribute("data-thing");
  const handle = await page.locator(`.handle[data-handle="${thing}"] .dot`).boundingBox();
  const target = await node(page, to).locator(".box").boundingBox();
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + 20, target.y + target.height / 2, { steps: 4 });
  await page.locator(".link-layer .target").waitFor();
  await page.mouse.up();
}

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("a cluster is drawn from nothing, asked about, and saved", async (t) => {
  const page = await openApp(browser, t, { ...WIDE, acceptDownloads: true });
  await drawBlank(page);
  await assertAccessible(page);
  await add(page, "Deployment", "web");
  await added(page, "web");
  await add(page, "Pod", "web-1");
  await added(page, "web-1");

  // A reference by the pointer: from the dependent's handle to its owner.
  await drag(page, "web-1", "web");
  await page.locator(".edge.blocking").waitFor({ state: "attached" });
  await node(page, "web-1").click();
  const owners = inspector(page).locator(".owner-editor .references li");
  await owners.filter({ hasText: "Deploymentweb" }).waitFor();
  assert.equal(await owners.getByLabel("controller").isChecked(), true);
  await assertAccessible(page);
  await owners.getByLabel("blockOwnerDeletion").click();
  await page.locator(".edge:not(.blocking)").waitFor({ state: "attached" });
  assert.equal(await undo(page).getAttribute("aria-label"), "Undo: blockOwnerDeletion of Pod default/web-1");

  // Undo and redo by keys and by buttons.
  await page.locator(".canvas").focus();
  await page.keyboard.press("Control+z");
  await page.locator(".edge.blocking").waitFor({ state: "attached" });
  await page.keyboard.press("Control+Shift+z");
  await page.locator(".edge:not(.blocking)").waitFor({ state: "attached" });
  await undo(page).click();
  await page.locator(".edge.blocking").waitFor({ state: "attached" });
  assert.equal(await redo(page).getAttribute("aria-label"), "Redo: blockOwnerDeletion of Pod default/web-1");

  // What becomes of it is told like of anything that was opened.
  await node(page, "web").click();
  await inspector(page).getByRole("button", { name: "What if I delete this?" }).click();
  await page.locator('.counts[data-policy="background"] .count.deleted', { hasText: "2" }).waitFor();

  const scenario = await saved(page, page.getByRole("button", { name: "Scenario" }));
  assert.equal(scenario.name, "drawn-cluster.scenario.json");
  assert.equal(JSON.parse(scenario.text).objects.length, 3);
  await page.locator('.save-state[data-unsaved="false"]').waitFor();
  const manifest = await saved(page, page.getByRole("button", { name: "kubectl YAML" }));
  assert.equal(manifest.name, "drawn-cluster.yaml");
  assert.match(manifest.text, /^# Drawn with kubeloupe[\s\S]*kind: Namespace[\s\S]*kind: Deployment[\s\S]*kind: Pod/);
  assert.doesNotMatch(manifest.text, /resourceVersion|creationTimestamp/);

  // What was saved is opened again as the same cluster, with its question.
  await page.locator("button.source").click();
  await page.locator("#paste").fill(scenario.text);
  await page.getByRole("button", { name: "Open what was pasted" }).click();
  await page.locator(".sheet.open").waitFor({ state: "detached" });
  await page.locator(".source span", { hasText: "3 objects" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".steps button").disabled);
  await page.locator(".question .pill", { hasText: "web" }).waitFor();
  await page.locator('.counts[data-policy="background"] .count.deleted', { hasText: "2" }).waitFor();
});

test("what the API server refuses is told at the field and changes nothing", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await drawBlank(page);
  await add(page, "ConfigMap", "Not_a_name");
  const sheet = page.locator(".add-sheet");
  const refusal = sheet.locator(".refusal");
  await refusal.filter({ hasText: 'ConfigMap "Not_a_name" is invalid: metadata.name: Invalid value' }).waitFor();
  assert.equal(await sheet.getByLabel("Name", { exact: true }).getAttribute("aria-invalid"), "true");
  await assertAccessible(page);
  await sheet.getByLabel("Name", { exact: true }).fill("a");
  await sheet.getByLabel("Namespace", { exact: true }).fill("shop");
  await page.keyboard.press("Enter");
  await refusal.filter({ hasText: 'namespaces "shop" not found' }).waitFor();
  await sheet.getByRole("button", { name: "Make this namespace too" }).click();
  await added(page, "a");
  await node(page, "shop").waitFor();

  // A kind of one's own, whose scope is told.
  await add(page, "Database", "orders", { own: "db.example.com/v1" });
  await added(page, "orders");
  // By the keyboard alone: the picker of owners.
  await page.locator("#add-owner").fill("orders");
  await page.keyboard.press("Enter");
  await inspector(page).locator(".owner-editor .references li", { hasText: "Database" }).waitFor();

  const owner = inspector(page).locator(".by-hand");
  await owner.locator("summary").click();
  await owner.getByLabel("apiVersion").fill("v1");
  await owner.getByLabel("kind").fill("ConfigMap");
  await owner.getByLabel("name").fill("x");
  await page.keyboard.press("Enter");
  await inspector(page).locator(".refusal", { hasText: "metadata.ownerReferences[1].uid: Required value" }).waitFor();
  assert.equal(await inspector(page).locator(".owner-editor .references li").count(), 1);

  const finalizers = inspector(page).getByLabel("Finalizers");
  await finalizers.fill("-");
  await finalizers.blur();
  await inspector(page).locator(".refusal", { hasText: "name is neither a standard finalizer name" }).waitFor();
  assert.equal(await finalizers.inputValue(), "-");
  await finalizers.fill("example.com/hold");
  await finalizers.blur();
  await page.getByRole("button", { name: "Undo: finalizers of Database shop/orders" }).waitFor();
  const labels = inspector(page).getByLabel("Labels");
  await labels.fill("app=a b");
  await labels.blur();
  await inspector(page).locator(".refusal", { hasText: "a valid label must be" }).waitFor();
});

test("at a step of what is watched a change is a request, and the page says so", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await drawBlank(page);
  await add(page, "ConfigMap", "a");
  await added(page, "a");
  await inspector(page).getByLabel("Finalizers").fill("example.com/hold");
  await inspector(page).getByLabel("Finalizers").blur();
  await page.getByRole("button", { name: /Undo: finalizers/ }).waitFor();

  const deeds = inspector(page).locator(".deed-panel");
  await deeds.getByRole("button", { name: "Delete" }).click();
  await page.locator('.draw-bar[data-watching="true"]').waitFor();
  await page.locator('.node[data-live="held"]').waitFor();
  await assertAccessible(page);
  await deeds.getByRole("button", { name: "Force off: example.com/hold" }).click();
  await page.locator('.node[data-live="gone"]').waitFor();
  await deeds.getByRole("button", { name: "Recreate under the same name" }).click();
  await page.locator('.node[data-live="here"]').filter({ has: page.locator('title:text-is("a")') }).waitFor();
  assert.equal(await page.locator(".nodes .node").filter({ has: page.locator('title:text-is("a")') }).count(), 2);
  await page.getByRole("button", { name: "Edit the start instead" }).click();
  await page.locator('.draw-bar[data-watching="false"]').waitFor();
  assert.equal(await page.locator(".nodes .node").filter({ has: page.locator('title:text-is("a")') }).count(), 1);
});

test("an unsaved drawing survives a reload, another file, and is asked about", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await drawBlank(page);
  await add(page, "ConfigMap", "precious");
  await added(page, "precious");
  const dialogs = [];
  page.on("dialog", async (dialog) => {
    dialogs.push(dialog.type());
    await dialog.accept();
  });
  await page.reload();
  await node(page, "precious").waitFor();
  assert.deepEqual(dialogs, ["beforeunload"]);
  await page.locator('.save-state[data-unsaved="true"]').waitFor();

  await page.locator("button.source").click();
  await page.locator(".samples button", { hasText: "shop-cluster" }).click();
  await page.locator(".question .pill", { hasText: "web" }).waitFor();
  await page.getByRole("button", { name: "Undo: open shop-cluster" }).click();
  await node(page, "precious").waitFor();
  await page.getByRole("button", { name: "Redo: open shop-cluster" }).waitFor();
});

test("what is open can be edited where it stands, on a phone and in Chinese too", async (t) => {
  const page = await openApp(browser, t, { viewport: { width: 390, height: 844 }, hasTouch: true, locale: "zh-CN" });
  await page.locator(".question .pill").waitFor();
  await page.getByRole("button", { name: "编辑" }).tap();
  await page.getByRole("button", { name: "添加对象" }).tap();
  await page.locator(".add-sheet").waitFor();
  await assertAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width}`);
  await page.locator(".add-sheet input#new-name").fill("late");
  await page.locator(".add-sheet button[type=submit]").tap();
  await page.getByRole("button", { name: /^撤销：添加 Deployment/ }).waitFor();
});

test("a reference is drawn by touch, and Escape lets go of one", async (t) => {
  const page = await openApp(browser, t, { viewport: { width: 820, height: 1180 }, hasTouch: true });
  await drawBlank(page);
  for (const name of ["one", "two"]) {
    await add(page, "ConfigMap", name);
    await added(page, name);
  }
  await settled(page);
  const thing = await node(page, "two").getAttribute("data-thing");
  const at = async (locator) => {
    const box = await locator.boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await at(page.locator(`.handle[data-handle="${thing}"] .dot`)), await at(node(page, "one").locator(".box"))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.locator(".link-layer .target").waitFor();
  await page.keyboard.press("Escape");
  await page.locator('.link-layer[data-dragging="false"]').waitFor({ state: "attached" });
  await page.mouse.up();
  assert.equal(await page.locator(".edge").count(), 0);

  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  for (const share of [0.3, 0.7, 1]) {
    await touch("touchMove", [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  await page.locator(".link-layer .target").waitFor();
  await touch("touchEnd", []);
  await page.locator(".edge.blocking").waitFor({ state: "attached" });
});
