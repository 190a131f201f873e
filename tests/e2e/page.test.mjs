import assert from "node:assert/strict";
import { after, test } from "node:test";
import { APP_URL, openApp } from "./helpers/app.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);

test("the page starts without errors and asks only its own server", async (t) => {
  const page = await openApp(browser, t);
  assert.match(await page.title(), /^kubeloupe/);
  assert.equal(await page.getByRole("alert").filter({ hasText: "could not start" }).count(), 0);
});

test("the content security policy refuses inline scripts and eval", async (t) => {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(APP_URL);
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "globalThis.inlineRan = true";
    document.head.append(script);
    // The policy does not bind the debugger, which runs this function; it does bind what the page runs later.
    const evalRan = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          resolve((0, eval)("true"));
        } catch {
          resolve(false);
        }
      });
    });
    return { inline: globalThis.inlineRan === true, eval: evalRan };
  });
  assert.deepEqual(ran, { inline: false, eval: false });
});
