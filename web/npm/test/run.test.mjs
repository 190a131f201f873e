import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "a" };
const objects = [
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "owner", namespace: "shop", uid: "a" } },
  {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "dependent", namespace: "shop", uid: "b", ownerReferences: [owner] },
  },
];
const scenario = {
  kubeloupe: "v1",
  title: "A dependent goes with its owner",
  objects,
  actions: [{ at: "0s", delete: { kind: "ConfigMap", namespace: "shop", name: "owner", propagationPolicy: "Background" } }],
  expect: { objects: [{ ref: "ConfigMap shop/dependent", fate: "deleted", at: "<= 1s" }] },
};
const wrong = { ...scenario, expect: { objects: [{ ref: "ConfigMap shop/dependent", fate: "orphaned" }] } };

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeloupe-"));
  await writeFile(join(folder, "good.scenario.json"), JSON.stringify(scenario));
  await writeFile(join(folder, "wrong.scenario.json"), JSON.stringify(wrong));
  await writeFile(join(folder, "bad.scenario.json"), JSON.stringify({ ...scenario, actoins: [] }));
});
after(() => rm(folder, { recursive: true }));

const lines = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));
const file = (name) => join(folder, name);

test("a scenario gives one line of JSON, and 0 when its expectations hold", async () => {
  const { code, stdout, stderr } = await kubeloupe(["run", file("good.scenario.json")]);
  assert.equal(code, 0, stderr);
  const [result, ...more] = lines(stdout);
  assert.equal(more.length, 0);
  assert.equal(result.kubeloupe, "v1");
  assert.equal(result.quiescent, true);
  assert.deepEqual(
    result.objects.map(({ ref, fate }) => [ref, fate]),
    [
      ["ConfigMap shop/owner", "deleted"],
      ["ConfigMap shop/dependent", "deleted"],
    ],
  );
  assert.deepEqual(result.final, []);
  assert.ok(result.expectations.every(({ ok }) => ok));
  assert.ok(!("trace" in result));
});

test("an expectation that fails gives 1, and says what there is", async () => {
  const { code, stdout } = await kubeloupe(["run", file("wrong.scenario.json")]);
  assert.equal(code, 1);
  const [{ expectations }] = lines(stdout);
  assert.equal(expectations[0].ok, false);
  assert.match(expectations[0].actual, /deleted/);
});

test("many scenarios give a line each, and the worst decides how it ends", async () => {
  const names = ["good.scenario.json", "wrong.scenario.json", "bad.scenario.json", "good.scenario.json"].map(file);
  const { code, stdout, stderr } = await kubeloupe(["run", ...names]);
  assert.equal(code, 2);
  const results = lines(stdout);
  assert.equal(results.length, 4);
  assert.deepEqual(results.map((result) => "error" in result), [false, false, true, false]);
  assert.equal(results[2].scenario, names[2]);
  assert.match(stderr, /actoins/);
  assert.match(stderr, /actions/, "what was probably meant is said");
});

test("a scenario comes from the standard input, as JSON or YAML, compressed or not", async () => {
  const text = JSON.stringify(scenario);
  const asYaml = text.replace(/^\{/, "{kubernetes: '1.37',");
  for (const input of [text, gzipSync(text), asYaml]) {
    const { code, stdout, stderr } = await kubeloupe(["run", "-"], { input });
    assert.equal(code, 0, stderr);
    assert.equal(lines(stdout)[0].title, scenario.title);
  }
});

test("the files of a scenario are looked for beside it", async () => {
  await writeFile(file("objects.yaml"), objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(""));
  const { objects: _, ...rest } = scenario;
  await writeFile(file("with-file.json"), JSON.stringify({ ...rest, files: ["objects.yaml"] }));
  const found = await kubeloupe(["run", file("with-file.json")]);
  assert.equal(found.code, 0, found.stderr);
  await writeFile(file("without-file.json"), JSON.stringify({ ...rest, files: ["missing.yaml"] }));
  const missing = await kubeloupe(["run", file("without-file.json")]);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /there is no file .*missing\.yaml/);
});

test("a scenario gets at no files outside its folder, unless it may", async () => {
  const { objects: _, ...rest } = scenario;
  const inner = join(folder, "inner");
  await mkdir(inner);
  await writeFile(join(folder, "outside.yaml"), objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(""));
  await symlink(join(folder, "outside.yaml"), join(inner, "link.yaml"));
  for (const name of ["../outside.yaml", join(folder, "outside.yaml"), "link.yaml", "x/../../outside.yaml"]) {
    const path = join(inner, "reaching.json");
    await writeFile(path, JSON.stringify({ ...rest, files: [name] }));
    const refused = await kubeloupe(["run", path]);
    assert.equal(refused.code, 2, name);
    assert.match(refused.stderr, /is not in its folder|there is no file/, name);
    if (!name.startsWith("x/")) {
      const allowed = await kubeloupe(["run", path, "--any-files"]);
      assert.equal(allowed.code, 0, allowed.stderr);
    }
  }
});

test("a trace tells every step, and a seed repeats itself", async () => {
  const args = ["run", file("good.scenario.json"), "--schedule", "random", "--seed", "42", "--trace"];
  const first = await kubeloupe(args);
  const [result] = lines(first.stdout);
  assert.equal(result.trace.length, result.steps);
  assert.ok(result.trace.every(({ effects }) => Array.isArray(effects)));
  assert.equal((await kubeloupe(args)).stdout, first.stdout);
});

test("a trace of a ReplicaSet tells its calls, and how what it expects rises and falls", async () => {
  const path = fixture("cases/45-expectations-expire-while-informer-lags.a.scenario.yaml");
  const { code, stdout, stderr } = await kubeloupe(["run", path, "--trace"]);
  assert.equal(code, 0, stderr);
  const [{ trace }] = lines(stdout);
  const effects = trace.flatMap((step) => step.effects);
  const creations = effects.filter(({ type, text, by }) => type === "call" && by === "replicaset" && text.includes("POST pods"));
  assert.equal(creations.length, 6, "three, and three more when the expectation has expired");
  const told = effects.filter(({ type, ref }) => type === "workload" && ref === "ReplicaSet prod/web");
  const count = (pattern, rule) => told.filter((effect) => pattern.test(effect.text) && effect.rule === rule).length;
  assert.equal(count(/expects 3 creations from now on/, "RS-15"), 2);
  assert.equal(count(/a creation was observed/, "RS-5"), 6);
  assert.equal(count(/older than five minutes/, "EX-7"), 1);
  assert.equal(count(/expects 3 deletions from now on/, "RS-17"), 1);
});

test("the cases of the repository are run, one line each", async () => {
  const names = (await readdir(fixture("cases"))).filter((name) => /\.scenario\.(ya?ml|json)$/.test(name));
  assert.ok(names.length > 10);
  const { code, stdout, stderr } = await kubeloupe(["run", fixture("cases")]);
  const results = lines(stdout);
  assert.equal(results.length, names.length);
  assert.deepEqual(
    results.filter((result) => "error" in result).map(({ error }) => error),
    [],
    stderr,
  );
  const failed = results.filter(({ expectations }) => expectations.some(({ ok }) => !ok));
  assert.equal(code, failed.length === 0 ? 0 : 1);
});

test("a folder of scenarios is all scenarios in it", async () => {
  const { stdout } = await kubeloupe(["run", folder]);
  assert.equal(lines(stdout).length, 3);
});

test("a result is told in Markdown, in both languages, and names are no markup", async () => {
  await writeFile(file("markup.scenario.json"), JSON.stringify({ ...wrong, title: "a | <b> [c](d)\n# e" }));
  const { code, stdout } = await kubeloupe(["run", file("markup.scenario.json"), "--markdown"]);
  assert.equal(code, 1);
  assert.ok(stdout.startsWith("# a \\| \\<b\\> \\[c\\](d) \\# e\n\nKubernetes 1\\.37 ".replaceAll("\\.", ".")), stdout);
  assert.match(stdout, /## Expectations\n\n\|  \| object \| expected \| actual \|\n\| --- \| --- \| --- \| --- \|\n\| ✗ \| ConfigMap shop\/dependent \| orphaned \| deleted, at /);
  assert.match(stdout, /\| ConfigMap shop\/owner \| deleted \| .*API-\d+/);
  const chinese = await kubeloupe(["run", file("good.scenario.json"), "--markdown", "--lang", "zh"]);
  assert.equal(chinese.code, 0);
  assert.match(chinese.stdout, /## 期望\n/);
  assert.equal((await kubeloupe(["run", file("good.scenario.json"), "--markdown", "--json"])).code, 2);
});
