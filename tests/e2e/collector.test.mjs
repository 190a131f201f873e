import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };

const atRest = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector(".deck:not(.empty)") !== null &&
      document.querySelector(".busy").dataset.busy === "false" &&
      document.querySelector(".source b") !== null,
  );

test("the collector's metrics are shown, and its graph is saved and compared", async (t) => {
  const page = await openApp(browser, t, WIDE);
  await atRest(page);
  await page.getByRole("button", { name: "Metrics" }).click();
  const sheet = page.getByRole("dialog", { name: "The collector: metrics and graph" });
  await sheet.waitFor();
  await assertAccessible(page);
  const queues = await sheet.locator("tbody th").allInnerTexts();
  assert.ok(queues.includes("garbage_collector_attempt_to_delete"), queues.join());
  assert.match(await sheet.locator("dl").innerText(), /\d+ nodes, \d+ of them virtual/);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    sheet.getByRole("button", { name: "Save as DOT, corrected" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "graph-corrected.dot");
  const text = await readFile(await download.path(), "utf8");
  assert.match(text, /^strict digraph full \{/);

  const compare = async (name, content) => {
    await sheet.getByLabel("Compare with a real one").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  };
  const lines = text.split("\n");
  const edge = lines.findIndex((line) => line.includes("->"));
  await compare("other.dot", lines.toSpliced(edge, 1).join("\n"));
  await sheet.getByText(/Only in the simulated graph .* depends on /).waitFor();
  await compare("same.dot", text);
  await sheet.getByText(/Only in the simulated graph/).waitFor({ state: "detached" });
  assert.equal(await sheet.locator("[role=status] li").count(), 1, "it says that they are the same");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
});
