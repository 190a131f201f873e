import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, test } from "node:test";
import { startBrowser } from "../../../tests/e2e/helpers/browser.mjs";
import { fixture } from "./helpers/cli.mjs";
import { open, serve, shows } from "./helpers/page.mjs";
import { node, published, tool } from "./helpers/project.mjs";

const [shipped, browser] = await Promise.all([published(after), startBrowser(after)]);

const files = (asked, url) => [...new Set(asked.map((address) => address.slice(url.length).split("/").at(-1)))].sort();

test("Node", async () => {
  const folder = await shipped.example("node");
  const ask = (target) => node(["forecast.mjs", fixture("dumps/shop-cluster/everything.json"), target], { cwd: folder });
  const lines = (await ask("deploy/shop/web")).trim().split("\n");
  assert.equal(lines.filter((line) => line.includes(" is deleted after ")).length, 6);
  assert.ok(lines.some((line) => /^ReplicaSet shop\/web-58c44d967 is deleted after .*: GC-\d+/.test(line)), lines.join("\n"));
  await assert.rejects(ask("deploy/shop/wbe"), /target: .*did you mean .*deployments\.apps\/shop\/web/);
});

test("a page under a strict policy, without a bundler", async (t) => {
  const url = await serve(after, await shipped.example("csp"));
  const { page, asked } = await open(browser, t, url);
  await shows(page, "#fates li", "ConfigMap shop/dependent: deleted");
  assert.deepEqual(files(asked, url), ["", "engine_bg.wasm", "index.js", "main.js"], "its own assets, and no YAML");
});

test("a worker", async (t) => {
  const url = await serve(after, await shipped.example("worker"));
  const { page } = await open(browser, t, url);
  await shows(page, "output", "0 objects are left after ");
  assert.match(await page.locator("progress").getAttribute("title"), /^\d+ steps$/);
  assert.equal(page.workers().length, 1);
});

test("a page that a server renders", async () => {
  const server = spawn(process.execPath, ["server.mjs"], { cwd: await shipped.example("ssr"), env: { ...process.env, PORT: "0" } });
  try {
    const [said] = await once(server.stdout, "data");
    const html = await (await fetch(String(said).trim())).text();
    assert.match(html, /<title>A dependent goes with its owner<\/title>.*<td>ConfigMap shop\/dependent<td>deleted/);
  } finally {
    server.kill();
    await once(server, "close");
  }
});

test("a page that Vite bundles", async (t) => {
  const folder = await shipped.example("vite");
  await node([tool("vite/bin/vite.js"), "build", "--logLevel", "warn"], { cwd: folder });
  const url = await serve(after, join(folder, "dist"));
  const { page, asked } = await open(browser, t, url);
  for (const id of ["#page", "#yaml", "#worker"]) {
    await shows(page, id, "web-69899ccd4");
  }
  assert.ok(asked.every((address) => address.startsWith(url)));
});
