import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import * as local from "kubeloupe";
import * as remote from "kubeloupe/worker";
import { fixture } from "./helpers/cli.mjs";

const shop = await readFile(fixture("dumps/shop-cluster/everything.json"), "utf8");
after(() => remote.terminate());

test("the worker gives the answers of the page", async () => {
  const dump = await remote.load(shop);
  assert.ok(dump instanceof remote.Dump);
  assert.equal(await dump.objects(), 139);
  const question = { delete: "deploy/web", cascade: "foreground" };
  const expected = await local.forecast(shop, question);
  assert.deepEqual(await dump.forecast(question), expected);
  assert.deepEqual(await remote.forecast(dump, question), expected);
  assert.deepEqual(await remote.forecast(shop, question), expected);
  assert.deepEqual(await remote.diagnose(shop), await local.diagnose(shop));
  assert.deepEqual(await remote.podTemplateHash(shop), await local.podTemplateHash(shop));
  dump.free();
});

test("a simulation in the worker takes the same steps", async () => {
  const [near, far] = [await (await local.load(shop)).simulate(), await (await remote.load(shop)).simulate()];
  const deletion = { delete: { kind: "Deployment", namespace: "shop", name: "web" } };
  assert.deepEqual(await far.enabled(), near.enabled());
  assert.deepEqual(await far.apply(deletion), near.apply(deletion));
  assert.deepEqual(await far.step(), near.step());
  const seen = [];
  const end = await far.run({ onProgress: (progress) => seen.push(progress) });
  assert.deepEqual(end, await near.run());
  assert.ok(seen.length > 0 && seen.every(({ phase }) => phase === "running"));
  assert.equal(await far.digest(), near.digest());
  for (const view of ["objects", "queues", "graph", "absentOwners", "informers", "zones", "nodes", "evictions", "expectations", "metrics", "calls", "events", "nextDue"]) {
    assert.deepEqual(await far[view](), near[view](), view);
  }
  assert.deepEqual(await far.object("Namespace shop"), near.object("Namespace shop"));
  for (const value of ["position", "length", "time", "title", "kubernetes", "remarks", "isAtRest"]) {
    assert.deepEqual(await far[value](), near[value], value);
  }
  const fork = await far.fork(3);
  assert.deepEqual([await fork.position(), await far.position()], [3, near.position]);
  await far.seek(3);
  assert.equal(await far.digest(), await fork.digest());
  [near, far, fork].forEach((one) => one.free());
});

test("errors keep their class, code and place on the way", async () => {
  await assert.rejects(remote.load('{ "a": [1,}'), (error) => {
    assert.ok(error instanceof remote.InputError && error instanceof remote.KubeloupeError);
    assert.deepEqual([error.code, error.place], ["input", { source: "input", field: "a", document: 1, line: 1, column: 11 }]);
    return true;
  });
  const simulation = await remote.simulate({ kubeloupe: "v1", objects: [] });
  await assert.rejects(simulation.apply("nothing"), (error) => {
    assert.ok(error instanceof remote.RejectedError);
    assert.equal(error.reason, "notEnabled");
    return true;
  });
  simulation.free();
  await assert.rejects(simulation.digest(), { reason: "freed" });
});

test("a call in the worker is aborted", async () => {
  const ghosts = Array.from({ length: 3000 }, (_, at) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `c${at}`, namespace: "a", uid: `u${at}`, ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "gone" }] },
  }));
  const controller = new AbortController();
  const reason = new Error("enough");
  const call = remote.load(ghosts, { signal: controller.signal, onProgress: () => controller.abort(reason) });
  await assert.rejects(call, reason);
  await assert.rejects(remote.load(ghosts, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal(await (await remote.load(ghosts.slice(0, 1))).objects(), 1, "the worker goes on");
});

test("a worker that was terminated is followed by another", async () => {
  const call = remote.load(shop);
  remote.terminate();
  await assert.rejects(call, { name: "AbortError" });
  assert.equal(await (await remote.load(shop)).objects(), 139);
});
