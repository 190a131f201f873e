import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

test("versions lists the switches, for people and for programs", async () => {
  const people = await kubeloupe(["versions"]);
  assert.equal(people.code, 0, people.stderr);
  assert.match(people.stdout, /Since 1\.34\n.*gc_delete_uses_resource_version \(garbagecollector\)/s);
  const programs = await kubeloupe(["versions", "--json"]);
  const rows = JSON.parse(programs.stdout);
  const row = rows.find(({ switch: name }) => name === "namespace_pods_first");
  assert.deepEqual(
    { since: row.since, gate: row.gate, priority: row.priority, rules: row.rules },
    { since: "1.33", gate: "OrderedNamespaceDeletion", priority: 1, rules: ["NS-12", "NS-13", "NS-15"] },
  );
});

test("versions compares two", async () => {
  const { code, stdout } = await kubeloupe(["versions", "1.32", "1.33", "--json"]);
  assert.equal(code, 0);
  const names = JSON.parse(stdout).map(({ switch: name }) => name);
  assert.ok(names.includes("namespace_pods_first") && !names.includes("gc_delete_uses_resource_version"), names);
  const chinese = await kubeloupe(["versions", "1.32", "1.33", "--lang", "zh"]);
  assert.match(chinese.stdout, /从 Kubernetes 1\.32 到 1\.33/);
  const one = await kubeloupe(["versions", "1.32"]);
  assert.equal(one.code, 2);
  const future = await kubeloupe(["versions", "1.32", "1.38"]);
  assert.equal(future.code, 2);
  assert.match(future.stderr, /1\.38.*nearest.*1\.37/s);
});

test("a forecast is made for a version", async () => {
  const dump = fixture("dumps/shop-cluster/everything.json");
  const ask = (...options) =>
    kubeloupe(["forecast", dump, "--delete", "deploy/web", "--cascade", "background", "--json", ...options]);
  const old = JSON.parse((await ask("--kubernetes", "1.29", "--switch", "namespace_pods_first=on")).stdout);
  assert.equal(old.kubernetes, "1.29");
  assert.deepEqual(old.switches, { namespace_pods_first: true });
  const locked = await ask("--kubernetes", "1.34", "--feature-gate", "OrderedNamespaceDeletion=false");
  assert.equal(locked.code, 2);
  assert.match(locked.stderr, /locked.*namespace_pods_first/s);
  const unknown = await ask("--switch", "namespace_pod_first=on");
  assert.match(unknown.stderr, /Did you mean `namespace_pods_first`/);
});
