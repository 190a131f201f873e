import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { copied, openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] };

const atRest = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector(".deck:not(.empty)") !== null &&
      document.querySelector(".busy").dataset.busy === "false" &&
      document.querySelectorAll(".count").length > 0,
  );

const step = (page) => page.locator(".transport").evaluate(({ dataset }) => ({ ...dataset }));

/** Opens the sheet and copies the link. */
async function link(page) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy the link" }).click();
  const address = await copied(page, /#v1\//);
  await page.keyboard.press("Escape");
  return new URL(address);
}

/** What is saved when something is clicked. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("a link shows the same step in a fresh profile, on a branch too", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Home");
  for (let steps = 1; steps <= 5; steps += 1) {
    await page.keyboard.press("ArrowRight");
    await page.locator(`.transport[data-step="${steps}"]`).waitFor();
  }
  // A choice that the schedule would not make begins a branch.
  await page.getByRole("radio", { name: "I choose" }).click();
  const choices = page.locator(".choices button");
  await choices.last().click();
  await page.locator('.transport[data-step="6"][data-digest]').waitFor();
  const there = await step(page);
  const address = await link(page);
  assert.match(address.hash, /^#v1\/[\w-]+$/);
  const fresh = await openApp(browser, t, { ...WIDE, hash: address.hash });
  await fresh.locator(`.transport[data-step="6"][data-digest="${there.digest}"]`).waitFor();
  await atRest(fresh);
  assert.match(await fresh.locator(".pill").innerText(), /Deployment\s*shop\/\s*web/);
});

test("a damaged link is said to be damaged, and the page is usable", async (t) => {
  const page = await openApp(browser, t, { ...WIDE, hash: "#v1/notalink" });
  await page.getByText("This link is cut off or damaged.").waitFor();
  await atRest(page);
  // Opening the sample in its place does not take the message away.
  assert.equal(await page.getByText("This link is cut off or damaged.").isVisible(), true);
});

test("a link that is followed on another lens leads to what it shows", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  const address = await link(page);
  await page.getByRole("link", { name: "Template hash" }).click();
  await page.locator(".hash-lens").waitFor();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address.hash);
  await page.locator(".question .pill").waitFor();
  assert.equal(await page.getByRole("link", { name: "Deletion" }).getAttribute("aria-current"), "page");
});

test("picture, graph, report, scenario and trace can be saved", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  const share = () => page.getByRole("button", { name: "Share", exact: true }).click();
  await share();
  await assertAccessible(page);
  const row = (name) => page.locator(".shares dd").filter({ has: page.getByRole("button", { name, exact: true }) });

  const svg = await saved(page, page.getByRole("button", { name: "SVG" }));
  assert.equal(svg.name, "kubeloupe.svg");
  assert.match(svg.bytes.toString(), /^<svg[^>]* viewBox="[^"]+"[\s\S]*>web<\/text>[\s\S]*<\/svg>$/);
  await share();
  const png = await saved(page, page.getByRole("button", { name: "PNG" }));
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(png.bytes.readUInt32BE(16) > 800, "the picture is two pixels a unit wide");
  await share();
  const mermaid = await saved(page, page.getByRole("button", { name: "Mermaid" }));
  assert.match(mermaid.bytes.toString(), /^flowchart BT\n[\s\S]*"✕ Deployment web"/);
  const report = await saved(page, page.getByRole("button", { name: "Markdown" }));
  assert.match(report.bytes.toString(), /^## Deletion of Deployment shop\/web in Kubernetes 1\.37\n/);
  await row("Markdown").getByRole("button", { name: "Copy" }).click();
  assert.equal(await copied(page, /^## Deletion of/), report.bytes.toString());
  const scenario = JSON.parse((await saved(page, row("JSON").first().getByRole("button"))).bytes);
  assert.equal(scenario.kubeloupe, "v1");
  assert.equal(scenario.objects.length, 139);
  assert.deepEqual(scenario.actions[0].delete.propagationPolicy, "Foreground");
  assert.equal(await row("JSON").last().getByRole("button").isDisabled(), true);

  await page.keyboard.press("Escape");
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("End");
  await page.locator('.transport[data-complete="true"]').waitFor();
  const { step: steps } = await step(page);
  await share();
  const trace = JSON.parse((await saved(page, row("JSON").last().getByRole("button"))).bytes);
  assert.equal(trace.trace.length, Number(steps));
});
