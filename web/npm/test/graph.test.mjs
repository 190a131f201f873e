import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

const shop = fixture("dumps/shop-cluster/everything.json");

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeloupe-"));
});
after(() => rm(folder, { recursive: true }));

async function graph(...args) {
  const { code, stdout, stderr } = await kubeloupe(["graph", shop, ...args]);
  return { code, stdout, stderr };
}

async function saved(name, text) {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test("the graph of a dump is printed in DOT, corrected or as upstream writes it", async () => {
  const corrected = await graph();
  assert.equal(corrected.code, 0, corrected.stderr);
  assert.match(corrected.stdout, /^strict digraph full \{/);
  assert.ok(corrected.stdout.split("->").length > 20);
  const upstream = await graph("--form", "upstream");
  assert.equal(upstream.code, 0, upstream.stderr);
  assert.match(upstream.stdout, /^strict digraph full \{/);
});

test("a graph is compared with itself, and with one that lost an edge", async () => {
  const { stdout } = await graph();
  const same = await graph("--compare", await saved("same.dot", stdout), "--json");
  assert.equal(same.code, 0, same.stderr);
  const piped = await kubeloupe(["graph", shop, "--compare", "-", "--json"], { input: stdout });
  assert.deepEqual([piped.code, piped.stdout], [0, same.stdout]);
  const lines = stdout.split("\n");
  const edge = lines.findIndex((line) => line.includes("->"));
  const other = await saved("other.dot", lines.toSpliced(edge, 1).join("\n"));
  const different = await graph("--compare", other);
  assert.equal(different.code, 1, different.stderr);
  assert.match(different.stdout, /Only in the simulated graph .* depends on /);
  const report = JSON.parse((await graph("--compare", other, "--json")).stdout);
  assert.equal(report.differences.length, 1);
});

test("what is no graph, or no comparison, is refused", async () => {
  const bad = await graph("--compare", await saved("bad.dot", "strict digraph full {\n  // nothing\n"));
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /bad\.dot/);
  const nothing = await graph("--json");
  assert.equal(nothing.code, 2);
  assert.match(nothing.stderr, /--json is for comparisons/);
  const { code, stderr } = await kubeloupe(["graph"]);
  assert.equal(code, 2);
  assert.match(stderr, /graph needs a dump/);
});
