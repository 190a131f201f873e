// The served visualizer, opened in a page of its own.
import assert from "node:assert/strict";

/** The address of the app: what `cargo xtask test` serves, or `cargo xtask serve` by default. */
export const APP_URL = process.env.KUBELOUPE_URL ?? "http://127.0.0.1:8080";

/**
 * Opens the app and returns its page. When the test ends, the page is closed, and the test fails if the page has thrown,
 * logged an error other than an `expected` one, or asked any other server for anything.
 */
export async function openApp(browser, t, { hash = "", url = `${APP_URL}/`, expected, ...context } = {}) {
  // Keeping the app for visits without a network would cost each page time; robust.test.mjs is about that.
  const page = await (await browser.newContext({ serviceWorkers: "block", ...context })).newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected?.test(message.text())) {
      faults.push(`logged: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(new URL(url).origin) && !asked.startsWith("blob:") && !asked.startsWith("data:")) {
      faults.push(`asked for ${asked}`);
    }
  });
  t.after(async () => {
    await page.context().close();
    assert.deepEqual(faults, []);
  });
  await page.goto(`${url}${hash}`, { waitUntil: "load" });
  return page;
}

/** What was copied, once it is in the clipboard; `pattern` tells it from what was there before. */
export async function copied(page, pattern) {
  await page.waitForFunction(async (source) => new RegExp(source, "m").test(await navigator.clipboard.readText()), pattern.source);
  return page.evaluate(() => navigator.clipboard.readText());
}
