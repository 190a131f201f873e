import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openApp } from "./helpers/app.mjs";
import { assertAccessible } from "./helpers/axe.mjs";
import { startBrowser } from "./helpers/browser.mjs";
import { startCluster } from "./helpers/cluster.mjs";

const browser = await startBrowser(after);
const WIDE = { viewport: { width: 1440, height: 900 } };
const SHOP = { dump: "shop-cluster/everything.json" };

const atRest = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector(".deck:not(.empty)") !== null &&
      document.querySelector(".busy").dataset.busy === "false" &&
      document.querySelector(".source b") !== null,
  );

const readButton = (page) => page.getByRole("button", { name: "Read this cluster" });

/** Reads the cluster, waits for it, and opens the sheet with the notes. */
async function read(page, host) {
  await readButton(page).click();
  await page.locator(".source b", { hasText: host }).waitFor();
  await atRest(page);
}

const notes = async (page) => {
  await page.locator(".notes-button").click();
  return (await page.locator("[role=dialog] .facts").allInnerTexts()).join("\n");
};

async function forecast(page, name) {
  const field = page.getByRole("combobox", { name: "Find an object by kind, name, namespace or uid" });
  await field.fill(name);
  await page.locator("#find-list [role=option]").first().waitFor();
  await field.press("Enter");
  await page.getByRole("button", { name: "What if I delete this?" }).click();
  await page.waitForFunction(() => document.querySelector('[data-policy="background"] .count') !== null);
  await atRest(page);
  return page.locator('[data-policy="background"] .count').allInnerTexts();
}

test("the cluster behind the page is read when asked for, page by page, and metadata alone", async (t) => {
  const cluster = await startCluster(t, { ...SHOP, page: 5 });
  const page = await openApp(browser, t, { url: cluster.url, ...WIDE });
  await page.getByText("kubectl proxy seems to serve this page.").waitFor();
  await atRest(page);
  assert.deepEqual(cluster.requests, [], "nothing is asked of the cluster before the button is pressed");
  await assertAccessible(page);
  await read(page, cluster.host);
  assert.match(await page.locator(".source").innerText(), /139 objects/);
  assert.match(await page.locator(".version-button").innerText(), /1\.37/);
  assert.ok(cluster.requests.every(({ method }) => method === "GET"));
  const lists = cluster.requests.filter(({ url }) => url.includes("limit="));
  assert.ok(lists.length > 40, `${lists.length} pages`);
  assert.ok(lists.every(({ accept }) => accept === "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"));
  assert.match(await notes(page), /metadata was read of the pods \(17\)/);
  await page.keyboard.press("Escape");
  // The very forecast that the whole dump gives.
  assert.deepEqual((await forecast(page, "kind:deployment ns:shop web")).map((text) => Number.parseInt(text, 10)), [6]);
});

test("whole pods are asked for only when that is ticked", async (t) => {
  const cluster = await startCluster(t, SHOP);
  const page = await openApp(browser, t, { url: cluster.url, ...WIDE });
  await page.getByLabel("Read pods, nodes, namespaces and leases whole").check();
  await read(page, cluster.host);
  const whole = cluster.requests.filter(({ url, accept }) => url.includes("limit=") && accept === "application/json");
  assert.deepEqual(
    whole.map(({ url }) => url.split("?")[0]).sort(),
    ["/api/v1/namespaces", "/api/v1/nodes", "/api/v1/pods", "/apis/coordination.k8s.io/v1/leases"],
  );
});

test("an older server, another path, an expired page, and what may not be read", async (t) => {
  const cluster = await startCluster(t, {
    ...SHOP,
    prefix: "/loupe/",
    base: "/k8s/clusters/c-1",
    page: 5,
    aggregated: false,
    meddle: (url, count) => {
      if (url.includes("/secrets?")) {
        return { status: 403, body: { kind: "Status", code: 403 } };
      }
      if (url.endsWith("/apis/policy/v1")) {
        return { status: 503, body: "service unavailable" };
      }
      if (url.includes("/jobs?")) {
        return { status: 500, body: "" };
      }
      if (url.includes("/configmaps?") && url.includes("continue=from-5") && count === 1) {
        return { status: 410, body: { kind: "Status", code: 410, reason: "Expired" } };
      }
      if (url.includes("/nodes?") && count === 1) {
        return { status: 429, body: "", headers: { "Retry-After": "0" } };
      }
      return undefined;
    },
  });
  const page = await openApp(browser, t, { url: cluster.url, expected: /status of (403|410|429|500|503)/, ...WIDE });
  await atRest(page);
  await page.locator(".source").click();
  await page.getByLabel("Path of the API").fill("k8s/clusters/c-1/");
  await read(page, cluster.host);
  // 2 secrets, 3 jobs and 1 disruption budget are missing.
  assert.match(await page.locator(".source").innerText(), /133 objects/);
  const told = await notes(page);
  for (const note of [/secrets was not read: .*403/, /jobs\.batch was not read: .*500/, /policy\/v1 was not read: .*503/]) {
    assert.match(told, note);
  }
  const first = cluster.requests.filter(({ url }) => url.endsWith("/api/v1/configmaps?limit=500"));
  assert.equal(first.length, 2, "an expired page begins the list anew");
  // The place of the API is remembered.
  await page.locator(".source").click();
  assert.equal(await page.getByLabel("Path of the API").inputValue(), "k8s/clusters/c-1/");
});

test("reading can be cancelled, and what was open stays", async (t) => {
  const cluster = await startCluster(t, {
    ...SHOP,
    meddle: (url) => (url.includes("/pods?") ? { hold: true } : undefined),
  });
  const page = await openApp(browser, t, { url: cluster.url, ...WIDE });
  await readButton(page).click();
  await page.locator(".busy progress").waitFor();
  await page.waitForFunction(() => /2[0-9] of 30 resources/.test(document.querySelector(".busy").innerText));
  await assertAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator('.busy[data-busy="false"]').waitFor({ state: "attached" });
  while (cluster.aborted.length === 0) {
    await page.waitForTimeout(10);
  }
  assert.deepEqual(cluster.aborted, ["/api/v1/pods?limit=500"]);
  assert.equal(await page.locator(".source b").innerText(), "shop-cluster");
  // Nothing of it comes back later.
  assert.equal(await page.locator(".problem").count(), 0);
});

test("a place without an API says so", async (t) => {
  const cluster = await startCluster(t, { ...SHOP, base: "/elsewhere" });
  const page = await openApp(browser, t, { url: cluster.url, expected: /status of 404/, ...WIDE });
  await atRest(page);
  await readButton(page).click();
  await page.getByText("There is no Kubernetes API at that path").waitFor();
  await page.locator(".source").click();
  await page.getByLabel("Path of the API").fill("https://other.example/");
  await readButton(page).click();
  await page.getByText("has to be a plain path at this address").waitFor();
  assert.equal(cluster.requests.length, 1);
});

test("whoever may read one namespace reads that one, and is told what is not known", async (t) => {
  const cluster = await startCluster(t, { ...SHOP, role: "shop" });
  const page = await openApp(browser, t, { url: cluster.url, ...WIDE });
  await atRest(page);
  await page.getByLabel("Namespace", { exact: true }).fill("Shop/..");
  await readButton(page).click();
  await page.getByText("That cannot be the name of a namespace").waitFor();
  assert.deepEqual(cluster.requests, []);
  await page.getByLabel("Namespace", { exact: true }).fill("shop");
  await assertAccessible(page);
  await read(page, cluster.host);
  const lists = cluster.requests.filter(({ url }) => url.includes("limit="));
  assert.ok(lists.length > 10, `${lists.length} lists`);
  assert.ok(lists.every(({ url }) => url.includes("/namespaces/shop/")), "nothing else is asked for");
  const told = await notes(page);
  assert.match(told, /Only the namespace shop was read/);
  assert.doesNotMatch(told, /was not read: .*403/);
  await page.keyboard.press("Escape");
  // As many go as with the whole cluster, since all of them are in the namespace. What else they own may have owners that
  // were not read.
  assert.equal(Number.parseInt((await forecast(page, "kind:deployment web"))[0], 10), 6);
  await page.locator(".source").click();
  assert.equal(await page.getByLabel("Namespace", { exact: true }).inputValue(), "shop");
});
