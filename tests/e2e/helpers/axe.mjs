// Accessibility rules, checked by axe-core inside the page.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with each violated rule and the elements that violate it. */
export async function assertAccessible(page, { exclude = [] } = {}) {
  // What fades in has its contrast when it has faded in.
  await page.evaluate(() => {
    const ends = (animation) => animation.effect.getComputedTiming().endTime !== Infinity;
    return Promise.allSettled(document.getAnimations().filter(ends).map((animation) => animation.finished));
  });
  // The debugger evaluates this, so the page's content security policy stays as it is.
  await page.evaluate(source);
  const violations = await page.evaluate(async (exclude) => {
    const { violations } = await globalThis.axe.run({ exclude });
    return violations.map(({ id, help, nodes }) => ({ id, help, elements: nodes.map(({ html }) => html) }));
  }, exclude);
  assert.deepEqual(violations, []);
}
