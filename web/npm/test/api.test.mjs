import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  Dump,
  InputError,
  KubeloupeError,
  OptionError,
  RejectedError,
  Simulation,
  TargetError,
  diagnose,
  filesNeeded,
  forecast,
  load,
  podTemplateHash,
  run,
  simulate,
} from "kubeloupe";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

const path = fixture("dumps/shop-cluster/everything.json");
const shop = await readFile(path, "utf8");
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "a" };
const objects = [
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "owner", namespace: "shop", uid: "a" } },
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "dependent", namespace: "shop", uid: "b", ownerReferences: [owner] } },
];
const deletion = { delete: { kind: "ConfigMap", namespace: "shop", name: "owner", propagationPolicy: "Background" } };
const scenario = {
  kubeloupe: "v1",
  title: "A dependent goes with its owner",
  objects,
  actions: [{ at: "1s", ...deletion }],
  expect: { objects: [{ ref: "ConfigMap shop/dependent", fate: "deleted", at: "<= 2s" }] },
};

/** Whether a value is made of nothing but plain data. */
function isPlain(value) {
  if (typeof value !== "object" || value === null) {
    return ["string", "number", "boolean"].includes(typeof value) || value === null;
  }
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === Array.prototype) && Object.values(value).every(isPlain);
}

test("a dump is text, bytes, gzip, objects, a list, or files with names", async () => {
  const list = { apiVersion: "v1", kind: "List", items: objects };
  const text = JSON.stringify(list);
  const forms = [
    text,
    new TextEncoder().encode(text),
    new TextEncoder().encode(text).buffer,
    gzipSync(text),
    list,
    objects,
    objects.map((object, at) => ({ name: `${at}.json`, data: JSON.stringify(object) })),
    objects.map((object) => `---\nkind: ${object.kind}\napiVersion: v1\nmetadata: ${JSON.stringify(object.metadata)}\n`).join(""),
  ];
  for (const form of forms) {
    const dump = await load(form);
    assert.ok(dump instanceof Dump);
    assert.equal(dump.objects, 2);
    const { forecasts } = await dump.forecast({ delete: "cm/owner", cascade: "background" });
    assert.equal(forecasts[0].counts.deleted, 2);
    dump.free();
  }
});

test("the answers are those of the command line", async () => {
  const asked = async (...args) => JSON.parse((await kubeloupe([...args, "--json"])).stdout);
  const input = { name: path, data: shop };
  assert.deepEqual(await forecast(input, { delete: "deploy/web" }), await asked("forecast", path, "--delete", "deploy/web"));
  assert.deepEqual(await diagnose(input), await asked("diagnose", path));
  const chinese = await diagnose(input, { lang: "zh", format: "text" });
  assert.equal(chinese, (await kubeloupe(["diagnose", path, "--lang", "zh"])).stdout);
  const hashes = await podTemplateHash({ name: fixture("dumps/shop-cluster/apps.json"), data: await readFile(fixture("dumps/shop-cluster/apps.json")) });
  assert.deepEqual(hashes, await asked("hash", fixture("dumps/shop-cluster/apps.json")));
  const old = await forecast(input, { delete: "deploy/web", kubernetes: "1.29", switches: { namespace_pods_first: true } });
  assert.deepEqual([old.kubernetes, old.switches], ["1.29", { namespace_pods_first: true }]);
});

test("a template's hash is the cluster's", async () => {
  const spec = { template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } } };
  const { templates } = await podTemplateHash({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec });
  assert.deepEqual([templates[0].hashes[0].hash, templates[0].hashes[0].name], ["69899ccd4", "web-69899ccd4"]);
});

test("a scenario is run, with its files and its trace", async () => {
  const result = await run(scenario, { trace: true });
  assert.equal(result.expectations[0].ok, true);
  assert.equal(result.trace.length, result.steps);
  const { objects: _, ...rest } = scenario;
  const split = { ...rest, files: ["objects.json"] };
  assert.deepEqual(await filesNeeded(split), ["objects.json"]);
  const files = { "objects.json": objects.map((object) => JSON.stringify(object)).join("\n") };
  assert.equal((await run(split, { files })).digest, result.digest);
  await assert.rejects(run(split), InputError);
});

test("a simulation takes the steps of the scenario, and its effects are typed and carry their rules", async () => {
  const simulation = await simulate(scenario);
  assert.ok(simulation instanceof Simulation);
  assert.deepEqual([simulation.title, simulation.kubernetes, simulation.position, simulation.time], [scenario.title, "1.37", 0, "0s"]);
  const steps = [];
  for (let step = simulation.step(); step !== undefined; step = simulation.step()) {
    steps.push(step);
  }
  const { trace, digest, calls, events, final } = await run(scenario, { trace: true });
  assert.equal(simulation.digest(), digest);
  assert.equal(simulation.isAtRest, true);
  assert.deepEqual(simulation.calls(), calls);
  assert.deepEqual(simulation.events(), events);
  assert.deepEqual(simulation.objects(), final);
  assert.equal(steps.length, trace.length);
  steps.forEach((step, at) => {
    assert.equal(step.step, at);
    assert.equal(step.at, trace[at].at);
    assert.deepEqual(
      step.effects.map(({ rule, text }) => [rule, text]),
      trace[at].effects.map(({ rule, text }) => [rule, text]),
    );
  });
  const effects = steps.flatMap((step) => step.effects);
  const written = effects.find(({ type, by }) => type === "written" && by === "garbagecollector");
  assert.deepEqual([written.rule, written.ref, written.change], ["API-13", "ConfigMap shop/dependent", "deleted"]);
  const classified = effects.find(({ type }) => type === "classified");
  assert.deepEqual([classified.class, classified.because, classified.reference.uid], ["dangling", "cachedAbsent", "a"]);
  assert.deepEqual(effects.find(({ type, decision }) => type === "decided" && decision.type === "delete").decision, { type: "delete", policy: "Background" });
  assert.ok(isPlain(steps));
});

test("every step that is possible can be taken, by itself or by its id", async () => {
  const simulation = await simulate(scenario);
  const enabled = simulation.enabled();
  assert.ok(enabled.length > 1);
  assert.equal(new Set(enabled.map(({ id }) => id)).size, enabled.length, "ids are unique");
  for (const action of enabled) {
    const [first, second] = [simulation.fork(), simulation.fork()];
    const step = first.apply(action);
    assert.deepEqual(step.action, action);
    assert.deepEqual(second.apply(action.id), step);
    assert.equal(first.digest(), second.digest());
  }
  assert.equal(simulation.position, 0);
  assert.throws(() => simulation.apply("deliver garbagecollector nothing"), (error) => {
    assert.ok(error instanceof RejectedError && error instanceof KubeloupeError && error instanceof Error);
    assert.deepEqual([error.code, error.reason, error.name], ["rejected", "notEnabled", "RejectedError"]);
    return true;
  });
});

test("events are lost and calls are refused by their ids", async () => {
  const simulation = await simulate({ ...scenario, actions: [] });
  await simulation.run();
  simulation.apply(deletion);
  const lost = simulation.fork();
  await lost.run({ until: "0.02s", maxSteps: 1 });
  const delivery = lost.enabled().find(({ type }) => type === "deliver");
  const dropped = lost.apply(delivery.id.replace("deliver", "drop"));
  assert.deepEqual([dropped.action.type, dropped.effects[0].type], ["drop", "dropped"]);
  await lost.run();
  assert.ok(lost.object("ConfigMap shop/dependent"), "the collector does not know that the owner is gone");

  // A worker stops before its first call.
  let take;
  while (take === undefined) {
    take = simulation.enabled().find(({ type, queue }) => type === "take" && queue === "attemptToDelete");
    if (take === undefined) {
      assert.ok(simulation.step());
    }
  }
  simulation.apply(take);
  const call = simulation.enabled().find(({ type }) => type === "call");
  const refused = simulation.apply(`${call.id} InternalError`);
  assert.equal(refused.action.answer, "InternalError");
  const answered = refused.effects.find(({ type }) => type === "call");
  assert.deepEqual([answered.injected, answered.call.code, answered.call.reason], [true, 500, "InternalError"]);
});

test("a line of steps is gone back and forth, and acting in the past forgets what came after", async () => {
  const simulation = await simulate(scenario);
  const digests = [simulation.digest()];
  while (simulation.step() !== undefined) {
    digests.push(simulation.digest());
  }
  const end = simulation.length;
  assert.equal(digests.length, end + 1);
  for (const position of [0, end, 3, end - 1, 1]) {
    simulation.seek(position);
    assert.deepEqual([simulation.position, simulation.length, simulation.digest()], [position, end, digests[position]]);
  }
  simulation.seek(end);
  const calls = simulation.calls().length;
  simulation.seek(0);
  assert.equal(simulation.calls().length, 0, "a call that was not made yet is not there");
  const kept = simulation.fork(end);
  simulation.apply({ delete: { kind: "ConfigMap", namespace: "shop", name: "dependent" } });
  assert.deepEqual([simulation.position, simulation.length], [1, 1]);
  await simulation.run();
  assert.notEqual(simulation.digest(), digests[end]);
  assert.deepEqual([kept.length, kept.digest(), kept.calls().length], [end, digests[end], calls]);
  for (const nowhere of [kept.length + 1, -1, 0.5, Infinity, NaN]) {
    assert.throws(() => kept.seek(nowhere), { code: "rejected", reason: "noSuchStep" });
  }
});

test("a run goes as far as it is told, and on from there", async () => {
  const simulation = await simulate({ ...scenario, until: "10s" });
  assert.deepEqual(await simulation.run({ maxSteps: 2 }), { steps: 2, time: "0s", atRest: false });
  assert.equal((await simulation.run({ until: "500ms" })).time, "0.5s");
  assert.ok(simulation.object("ConfigMap shop/owner"));
  const { time, atRest } = await simulation.run();
  assert.deepEqual([time, atRest], ["10s", true]);
  assert.equal((await run({ ...scenario, until: "10s" })).digest !== "", true);
  assert.equal(simulation.step(), undefined);
  assert.equal((await simulation.run({ until: "20s" })).time, "20s");
  await assert.rejects(simulation.run({ until: "soon" }), OptionError);
});

test("the views are plain data that stay as they are", async () => {
  const dump = await load(shop);
  const simulation = await dump.simulate();
  dump.free();
  await simulation.run();
  simulation.apply({ delete: { kind: "Deployment", namespace: "shop", name: "web", propagationPolicy: "Foreground" } });
  const views = () => ({
    objects: simulation.objects(),
    queues: simulation.queues(),
    graph: simulation.graph(),
    absentOwners: simulation.absentOwners(),
    informers: simulation.informers(),
    zones: simulation.zones(),
    nodes: simulation.nodes(),
    evictions: simulation.evictions(),
    expectations: simulation.expectations(),
    metrics: simulation.metrics(),
    calls: simulation.calls(),
    events: simulation.events(),
    nextDue: simulation.nextDue(),
    enabled: simulation.enabled(),
    object: simulation.object("Deployment shop/web"),
  });
  const before = views();
  const copy = structuredClone(before);
  assert.ok(isPlain(before));
  assert.equal(before.graph.length, 139);
  const web = before.graph.find(({ ref }) => ref === "Deployment shop/web");
  assert.ok(web.dependents.includes("ReplicaSet shop/web-58c44d967"));
  assert.equal(before.object.metadata.deletionTimestamp !== undefined, true);
  assert.deepEqual(before.queues.map(({ queue }) => queue), ["graphChanges", "attemptToDelete", "attemptToOrphan", "namespace"]);
  const pending = before.informers.flatMap((informer) => informer.pending);
  assert.deepEqual(pending.map(({ ref, change }) => [ref, change]), [["Deployment shop/web", "modified"]]);
  await simulation.run();
  assert.deepEqual(before, copy);
  assert.equal(simulation.object("Deployment shop/web"), undefined);
  assert.ok(simulation.absentOwners().length > 0);
  simulation.free();
  assert.deepEqual(before, copy);
});

test("nodes and zones, and expectations, are seen where their controllers run", async () => {
  const node = (name) => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: name, labels: { "topology.kubernetes.io/zone": "a" } },
    status: { conditions: [{ type: "Ready", status: "True" }] },
  });
  const fleet = await simulate({ kubeloupe: "v1", controllers: ["nodelifecycle", "tainteviction", "kubelet"], objects: ["n1", "n2", "n3"].map(node) });
  await fleet.run({ until: "10s" });
  fleet.apply({ fault: { nodeOutage: { node: "n1" } } });
  await fleet.run({ until: "2m" });
  const [zone] = fleet.zones();
  assert.deepEqual([zone.zone, zone.state, zone.metrics.size, zone.metrics.unhealthy], ["::a", "Normal", 3, 1]);
  const [down, up] = fleet.nodes();
  assert.deepEqual([down.node, down.ready, down.kubelet.down, up.ready], ["n1", "Unknown", true, "True"]);
  assert.ok(down.taints.some(({ key, effect }) => key === "node.kubernetes.io/unreachable" && effect === "NoExecute"));
  assert.throws(() => fleet.apply({ fault: { nodeOutage: { node: "n4" } } }), InputError);

  const text = await readFile(fixture("cases/45-expectations-expire-while-informer-lags.a.scenario.yaml"), "utf8");
  const [file] = await filesNeeded(text);
  const sets = await simulate(text, { files: { [file]: await readFile(fixture(`cases/${file}`)) } });
  const seen = new Set();
  for (let step = sets.step(); step !== undefined; step = sets.step()) {
    sets.expectations().forEach(({ ref, verdict }) => seen.add(`${ref} ${verdict}`));
  }
  assert.ok(seen.has("ReplicaSet prod/web waiting") && seen.has("ReplicaSet prod/web fulfilled"), [...seen].join());
});

test("errors are of this package, with a code and a place", async () => {
  await assert.rejects(load('{\n  "a": [1,}'), (error) => {
    assert.ok(error instanceof InputError && error instanceof KubeloupeError && error instanceof Error);
    assert.deepEqual([error.code, error.name, error.place], ["input", "InputError", { source: "input", field: "a", document: 1, line: 2, column: 11 }]);
    return true;
  });
  await assert.rejects(load("\u0000"), InputError);
  const dump = await load(objects);
  await assert.rejects(dump.forecast({ delete: "cm/ownr" }), (error) => {
    assert.ok(error instanceof TargetError);
    assert.equal(error.code, "target");
    assert.match(error.message, /owner/);
    return true;
  });
  await assert.rejects(dump.forecast({ delete: "cm/owner", cascade: "sideways" }), OptionError);
  await assert.rejects(load(objects, { kubernetes: "1.99" }), InputError);
  await assert.rejects(run(scenario, { schedule: "unfair" }), OptionError);
  for (const seed of [-1, 0.5, 2n ** 64n]) {
    await assert.rejects(run(scenario, { seed }), OptionError);
  }
  const simulation = await simulate(scenario);
  assert.throws(() => simulation.apply({ delete: { kind: "ConfigMapp", namespace: "shop", name: "owner" } }), (error) => {
    assert.deepEqual([error.code, error.place.field], ["input", "delete"]);
    return true;
  });
  assert.throws(() => simulation.apply({ at: "5s" }), InputError);
  simulation.free();
  dump.free();
});

test("long calls tell how far they are, leave time for others, and stop when they are told", async () => {
  const many = Array.from({ length: 3000 }, (_, at) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `c${at}`, namespace: "shop", uid: `u${at}`, ownerReferences: at === 0 ? [] : [{ ...owner, name: "c0", uid: "u0" }] },
  }));
  let turns = 0;
  let going = true;
  const turn = () => {
    turns += 1;
    if (going) {
      setImmediate(turn);
    }
  };
  turn();
  const phases = [];
  const onProgress = ({ phase, fraction, objects, steps }) => phases.push({ phase, fraction, objects, steps, turns });
  const dump = await load(many, { onProgress });
  await dump.forecast({ delete: "cm/c0", cascade: "background", onProgress });
  going = false;
  assert.deepEqual([...new Set(phases.map(({ phase }) => phase))], ["reading", "preparing", "running"]);
  assert.ok(new Set(phases.map(({ turns }) => turns)).size > 5, "others had their turns in between");
  const read = phases.filter(({ phase }) => phase === "reading").map(({ fraction }) => fraction);
  assert.deepEqual(read, [...read].sort((left, right) => left - right));

  const ghosts = await load(many.slice(1));
  for (const call of [
    (options) => load(many, options),
    (options) => dump.forecast({ delete: "cm/c0", ...options }),
    (options) => run({ kubeloupe: "v1", objects: many.slice(1) }, options),
    (options) => ghosts.diagnose(options),
  ]) {
    const controller = new AbortController();
    const answer = call({ signal: controller.signal, onProgress: () => controller.abort() });
    // Nothing is left to do for a diagnosis when the dump is ready, so it is over with its first slice.
    await (String(call).includes("diagnose") ? answer : assert.rejects(answer, { name: "AbortError" }));
    await assert.rejects(call({ signal: AbortSignal.abort() }), { name: "AbortError" });
    const reason = new Error("enough");
    await assert.rejects(call({ signal: AbortSignal.abort(reason) }), reason);
  }
  const simulation = await ghosts.simulate();
  const controller = new AbortController();
  await assert.rejects(simulation.run({ signal: controller.signal, onProgress: () => controller.abort() }), { name: "AbortError" });
  assert.ok(simulation.position > 0 && simulation.position === simulation.length, "it stays where it has come to");
  simulation.free();
  ghosts.free();
  dump.free();
});

test("what is freed is gone, and using frees it", async () => {
  const simulation = await simulate(scenario);
  simulation[Symbol.dispose]();
  assert.throws(() => simulation.digest());
  const dump = await load(objects);
  dump.free();
  await assert.rejects(dump.forecast({ delete: "cm/owner" }));
});
