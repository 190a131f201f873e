import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };

/** Opens the lens and waits until the sample's hashes are there. */
async function openLens(t, options = WIDE) {
  const page = await openApp(browser, t, { hash: "#/hash", ...options });
  await page.locator(".hash-row").first().waitFor();
  await settled(page);
  return page;
}

const settled = (page) =>
  page.waitForFunction(() => document.querySelector(".hash-versions ol")?.getAttribute("aria-busy") === "false");

const stage = (page, name) => page.getByRole("radio", { name }).click();
const subject = (page) => page.locator(".hash-subject select");
const answer = (page) => page.locator(".hash-answer p");

/** Chooses the template whose name ends so. */
async function choose(page, name) {
  const options = await subject(page).locator("option").allInnerTexts();
  const label = options.find((option) => option.endsWith(name));
  assert.ok(label, `${name} is not among ${options.join(", ")}`);
  await subject(page).selectOption({ label });
  await settled(page);
}

test("a template's name is answered for one version and for all", async (t) => {
  const page = await openLens(t);
  assert.match(await answer(page).innerText(), /names the ReplicaSet of Deployment nginx nginx-\w+; from 1\.8 to 1\.37 .* different hashes/);
  // Hashes that real clusters gave to `kubectl create deployment nginx --image=nginx`.
  const row = page.locator(".hash-row", { hasText: "6799fc88d8" });
  assert.match(await row.innerText(), /1\.19 – 1\.22/);
  await row.click();
  assert.match(await answer(page).innerText(), /Kubernetes 1\.22 names .* nginx-6799fc88d8/);
  assert.equal(await row.getAttribute("aria-current"), "true");
  await page.locator(".hash-lens h2").first().click();
  await page.keyboard.press("ArrowRight");
  assert.match(await answer(page).innerText(), /Kubernetes 1\.23 names .* nginx-85b98978db/);
  await page.locator(".hash-count input").fill("0");
  assert.doesNotMatch(await answer(page).innerText(), /nginx-85b98978db/);
  await assertAccessible(page);
});

test("what is pointed at or chosen in the list is marked in the text, and the other way round", async (t) => {
  const page = await openLens(t);
  const image = page.locator(".hash-fields li", { hasText: "spec.containers[0].image" }).first();
  await image.hover();
  const pointed = page.locator(".dump .pointed");
  assert.equal(await pointed.innerText(), "Image:(string)nginx");
  await page.locator(".dump .default", { hasText: /^RestartPolicy:/ }).hover();
  await page.locator(".hash-fields li.pointed", { hasText: "spec.restartPolicy" }).waitFor();
  await page.getByRole("listbox").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const part = await page.locator(".hash-fields [aria-selected=true]").getAttribute("data-part");
  assert.equal(await page.locator(".dump .chosen").getAttribute("data-part"), part);
  assert.match(await page.locator(".hash-part").innerText(), /bytes \d+ to \d+/);
});

test("an edit is compared with what it was; what cannot be read changes nothing", async (t) => {
  const page = await openLens(t);
  const text = page.locator("#hash-text");
  const before = await text.inputValue();
  // While the hashes of all versions are computed anew, the answer is said to be busy, and dim.
  await page.evaluate(() => {
    window.busy = [];
    const answer = document.querySelector(".hash-answer");
    new MutationObserver(() => window.busy.push(answer.getAttribute("aria-busy"))).observe(answer, { attributeFilter: ["aria-busy"] });
  });
  await text.fill(before.replace("image: nginx", "image: nginx:1.27"));
  await page.locator(".dump .changed", { hasText: "nginx:1.27" }).waitFor();
  await page.waitForFunction(() => window.busy.at(-1) === "false");
  assert.ok(await page.evaluate(() => window.busy.includes("true")));
  await stage(page, "Compare");
  // With another tag, the API server sets another pull policy.
  await page.locator(".hash-differences tbody tr").nth(1).waitFor();
  assert.match(await page.locator(".hash-differences tbody").innerText(), /\.image\s[^]*\.imagePullPolicy/);
  assert.match(await answer(page).innerText(), /2 fields make .* differ/);
  const said = await answer(page).innerText();
  await text.fill("kind: [");
  await page.locator(".hash-text-foot .hash-wrong").waitFor();
  assert.match(await page.locator(".hash-text-foot").innerText(), /line 1/);
  assert.equal(await answer(page).innerText(), said);
  await page.getByRole("button", { name: "Take the change back" }).click();
  await page.waitForFunction((before) => document.querySelector("#hash-text").value === before, before);
  const refused = async (what, hasText) => {
    await text.fill(what);
    await page.locator(".hash-text-foot .hash-wrong", { hasText }).waitFor();
  };
  // A quantity with which Kubernetes' own parser does not come back is refused at once; each message has place and remedy.
  await refused(before.replace("resources: {}", 'resources: {limits: {cpu: "1e2147483648"}}'), /limits\[cpu\]: `1e2147483648` .*write one like 500m/);
  await refused(before.replace("resources: {}", "resources: {limits: {cpu: 1e2147483648}}"), /line 18.*limits\.cpu .*Put it in quotes/);
  await refused(before.replace("resources: {}", "ports: [{containerPort: http}]"), /ports\[0\]\.containerPort .*write a number like 8080/);
  await refused(bomb(before), /nodes expanded from aliases\. Write the values out/);
  await text.fill(before.replace("resources: {}", "resorces: {}"));
  await page.locator(".hash-text-foot .hash-wrong", { hasText: "spec.containers[0].resorces" }).waitFor();
});

/** The template with a list of lists of lists … in its annotations. */
function bomb(text) {
  const letters = [..."abcdefgh"];
  const lines = letters.map((letter, place) => {
    const before = letters[place - 1];
    return `${letter}: &${letter} [${Array(9).fill(before === undefined ? "x" : `*${before}`).join(", ")}]`;
  });
  return `${lines.join("\n")}\n${text.replace("resources: {}", "args: *h")}`;
}

const paste = (page, text) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);

test("what is too much is refused at once, and what was open stays", async (t) => {
  const page = await openLens(t);
  const said = await answer(page).innerText();
  const before = await page.locator("#hash-text").inputValue();
  const env = Array.from({ length: 9_000 }, (_, number) => ({ name: `VARIABLE_${number}`, value: "a value of some length, to fill the room" }));
  const large = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "large", namespace: "a" }, spec: { template: { spec: { containers: [{ name: "c", env }] } } } };
  for (const [text, why] of [
    [bomb(before), /nodes expanded from aliases\. Write the values out/],
    [JSON.stringify(large), /at most 20000 values in one object/],
    [`kind: Deployment\nmetadata: {name: large}\nspec:\n  template:\n    spec:\n      containers:\n      - env:\n${env.map(({ name, value }) => `        - name: ${name}\n          value: ${value}\n`).join("")}`, /at most 20000 values in one object/],
  ]) {
    await paste(page, text);
    await page.locator(".hash-problem", { hasText: why }).waitFor();
    assert.equal(await page.locator(".hash-busy").count(), 0);
    assert.equal(await answer(page).innerText(), said);
    assert.equal(await page.locator(".hash-answer").getAttribute("aria-busy"), "false");
    await page.keyboard.press("Escape");
    await page.locator(".hash-problem").waitFor({ state: "detached" });
  }
});

test("templates of the open cluster are those of what is drawn", async (t) => {
  const page = await openLens(t);
  await page.getByRole("link", { name: "Deletion" }).click();
  await page.locator(".question .pill").waitFor();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator("#edit-name").fill("front");
  await page.locator("#edit-name").press("Enter");
  await page.locator(".inspector .title", { hasText: "front" }).waitFor();
  await page.getByRole("link", { name: "Template hash" }).click();
  await page.getByRole("button", { name: "From the open cluster" }).click();
  await page.locator(".hash-subject option", { hasText: "Deployment shop/front" }).waitFor({ state: "attached" });
  const options = await subject(page).locator("option").allInnerTexts();
  assert.ok(!options.includes("Deployment shop/web"), options.join(", "));
  await choose(page, "Deployment shop/front");
  await page.waitForFunction(() => /name: front/.test(document.querySelector("#hash-text").value));
  assert.match(await answer(page).innerText(), /names the ReplicaSet of Deployment shop\/front front-\w+/);
});

test("one number in two spellings hashes differently and is equal for the API", async (t) => {
  const page = await openLens(t);
  await choose(page, "shop/web");
  const others = page.getByLabel("Compare with");
  await others.selectOption({ label: "Deployment shop/web-1e9" });
  await stage(page, "Compare");
  assert.match(await answer(page).innerText(), /the API calls both templates equal: no rollout/);
  assert.equal(await page.locator(".hash-differences tbody tr").count(), 2);
  await page.getByRole("button", { name: /limits\[memory\]/ }).click();
  await page.locator(".dump .changed.chosen, .dump .chosen .changed, .dump .changed .chosen").first().waitFor();
  await assertAccessible(page);
});

test("labels of ReplicaSets tell the versions and counts that made them", async (t) => {
  const page = await openLens(t);
  await stage(page, "Who made it");
  const row = (label) => page.locator(".hash-makers tr", { hasText: label });
  await row("6799fc88d8").waitFor();
  assert.match(await row("6799fc88d8").innerText(), /1\.19 – 1\.22\s+none/);
  assert.match(await row("5dbdb99998").innerText(), /1\.32 – 1\.33\s+1/);
  assert.match(await row("nginx-7c4b556f5d").innerText(), /no version/);
  assert.match(await answer(page).innerText(), /of 5 labels/);
  await page.locator(".hash-form input").fill("86c57db685");
  await page.locator("#hash-label-answer", { hasText: "1.16 – 1.17" }).waitFor();
  await assertAccessible(page);
});

test("a collision is found in slices and got around by collisionCount", async (t) => {
  const page = await openLens(t);
  await stage(page, "Collide");
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        globalThis.longest = Math.max(globalThis.longest, entry.duration);
      }
    }).observe({ entryTypes: ["longtask"] });
  });
  await page.getByRole("button", { name: "Find a collision" }).click();
  await page.locator(".hash-rounds li").nth(3).waitFor();
  // Only tasks of more than 50 ms are told. On a machine that is busy with other tests, one may be.
  const longest = await page.evaluate(() => globalThis.longest);
  assert.ok(longest < 250, `the page stood still for ${longest} ms`);
  const rounds = await page.locator(".hash-rounds li").allInnerTexts();
  const names = rounds.map((round) => /nginx-\w+/.exec(round)[0]);
  assert.equal(names[0], names[1]);
  assert.notEqual(names[2], names[0]);
  assert.equal(names[3], names[0]);
  assert.match(rounds[1], /AlreadyExists.*collisionCount 1/s);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Compare both" }).click();
  assert.match(await answer(page).innerText(), /a collision, which collisionCount gets around/);
});

test("sums are written as hashes and read back", async (t) => {
  const page = await openLens(t);
  await stage(page, "Alphabet");
  await page.locator("#hash-sum").fill("2355974484");
  assert.equal(await page.locator("#hash-written").inputValue(), "6799fc88d8");
  await page.locator("#hash-written").fill("7c4b556f5d");
  assert.equal(await page.locator("#hash-sum").inputValue(), "3706112918");
  await page.locator("#hash-written").fill("hello");
  await page.locator("#hash-code-problem", { hasText: "No sum is written like this" }).waitFor();
  assert.equal(await page.locator("#hash-sum").inputValue(), "3706112918");
  await assertAccessible(page);
});

test("templates are pasted, dropped, and read of the open cluster", async (t) => {
  const page = await openLens(t);
  const pasted = JSON.stringify({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "agent", namespace: "kube-system" },
    spec: { template: { spec: { containers: [{ name: "agent", image: "agent:1" }] } } },
  });
  await paste(page, pasted);
  await page.locator(".hash-answer p", { hasText: "ControllerRevision of DaemonSet kube-system/agent" }).waitFor();
  // What cannot be opened leaves what was open.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["kind: Pod\n"], "pod.yaml"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.locator(".hash-problem", { hasText: "pod.yaml" }).waitFor();
  assert.match(await answer(page).innerText(), /kube-system\/agent/);
  await page.keyboard.press("Escape");
  await page.locator(".hash-problem").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "From the open cluster" }).click();
  await page.locator(".hash-subject option", { hasText: "Deployment shop/web" }).waitFor({ state: "attached" });
  await choose(page, "Deployment shop/web");
  await page.locator(".hash-stage .dump", { hasText: "PodTemplateSpec" }).waitFor();
  // And back to the lens of deletions, which still has its cluster.
  await page.getByRole("link", { name: "Deletion" }).click();
  await page.locator(".source b", { hasText: "shop-cluster" }).waitFor();
});

test("a StatefulSet is named by the data of its revision", async (t) => {
  const page = await openLens(t);
  await choose(page, "data/orders");
  assert.match(await answer(page).innerText(), /names the ControllerRevision of StatefulSet data\/orders orders-\w+/);
  await page.locator(".dump", { hasText: '"$patch":"replace"' }).waitFor();
});

for (const [what, options] of [
  ["dark", { ...WIDE, colorScheme: "dark" }],
  ["narrow", { viewport: { width: 360, height: 740 } }],
  ["Chinese", { ...WIDE, locale: "zh-CN" }],
]) {
  test(`the lens is accessible and fits: ${what}`, async (t) => {
    const page = await openLens(t, options);
    for (let number = 0; number < 5; number += 1) {
      await page.locator(".hash-stage-tools [role=radio]").nth(number).click();
      await assertAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${overflow} px too wide`);
    }
  });
}

test("a collisionCount that is none is refused, and the hash stays that of the last one", async (t) => {
  const page = await openLens(t);
  const count = page.locator(".hash-count input");
  await count.fill("3");
  await page.getByText("with collisionCount 3").first().waitFor();
  await count.fill("1.5");
  await page.getByText("A collisionCount is a whole number").waitFor();
  await page.getByText("with collisionCount 3").first().waitFor();
});
