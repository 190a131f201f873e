import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { load } from "kubeloupe";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

const dump = fixture("dumps/shop-cluster/everything.json");
const yaml = fixture("dumps/shop-cluster/shop.yaml");

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeloupe-"));
});
after(() => rm(folder, { recursive: true }));

/** The fates that a forecast gives to objects which the deletion moves. */
function fates(forecast) {
  const moved = forecast.objects.filter(({ fate, anyway }) => !anyway && fate !== "kept" && fate !== "uncollectable");
  return Object.fromEntries(moved.map(({ ref, fate }) => [ref, fate]));
}

async function forecast(args, options) {
  const { code, stdout, stderr } = await kubeloupe(["forecast", ...args, "--json"], options);
  assert.equal(code, 0, stderr);
  assert.equal(stdout.trimEnd().split("\n").length, 1, "JSON is one line");
  return JSON.parse(stdout);
}

test("without a policy all four are answered", async () => {
  const report = await forecast([dump, "--delete", "deploy/web"]);
  assert.equal(report.kubeloupe, "v1");
  assert.equal(report.kubernetes, "1.37");
  assert.deepEqual(report.delete, ["Deployment shop/web"]);
  assert.deepEqual(
    report.forecasts.map(({ cascade }) => cascade),
    ["background", "foreground", "orphan", "default"],
  );
  const [background, , orphan] = report.forecasts;
  assert.equal(Object.values(fates(background)).filter((fate) => fate === "deleted").length, 6);
  assert.equal(fates(orphan)["ReplicaSet shop/web-58c44d967"], "orphaned");
});

test("the forecast is what happened on a real cluster", async () => {
  const outcomes = JSON.parse(await readFile(fixture("dumps/shop-cluster/outcomes.json"), "utf8"));
  const anyway = new Set(outcomes.none.map(({ ref }) => ref));
  const objects = await load({ name: "everything.json", data: await readFile(dump) });
  for (const [key, entries] of Object.entries(outcomes)) {
    const [, target, namespace, cascade] = /^(\S+\/\S+)(?: -n (\S+))? (background|foreground|orphan)$/.exec(key) ?? [];
    if (target === undefined) {
      continue;
    }
    const targets = [target.replace("OLD", "web-c77b46694")];
    const report = await objects.forecast({ delete: targets, namespace, cascade });
    const expected = entries.filter(({ ref }) => !anyway.has(ref)).map(({ ref, fate }) => [ref, fate]);
    assert.deepEqual(fates(report.forecasts[0]), Object.fromEntries(expected), key);
  }
});

test("every object has its reasons, and says what is taken for granted", async () => {
  const report = await forecast([dump, "--delete", "database/orders", "--cascade", "foreground"]);
  const objects = new Map(report.forecasts[0].objects.map((object) => [object.ref, object]));
  const pod = objects.get("Pod data/pg-0");
  assert.equal(pod.fate, "deleted");
  assert.match(pod.why[0].rule, /^GC-/);
  assert.deepEqual(pod.why[0].refs, ["StatefulSet data/pg"]);
  assert.ok(pod.assumes.some((line) => line.includes("60")));
  const lock = objects.get("ConfigMap data/orders-lock");
  assert.equal(lock.fate, "stuck");
  assert.deepEqual(lock.waitsFor, ["finalizer locks.example.com/held"]);
});

test("a dump is read from the standard input, from gzip, from YAML and from a folder", async () => {
  const args = ["--delete", "rs/web-58c44d967", "--cascade", "background"];
  const expected = fates((await forecast([yaml, ...args])).forecasts[0]);
  assert.equal(Object.keys(expected).length, 4);

  const text = await readFile(yaml);
  const piped = await forecast(["-", ...args], { input: text });
  assert.deepEqual(fates(piped.forecasts[0]), expected, "YAML is recognised without a name");
  const packed = await forecast(["-", ...args], { input: gzipSync(text) });
  assert.deepEqual(fates(packed.forecasts[0]), expected);

  const gathered = join(folder, "must-gather");
  await mkdir(join(gathered, "namespaces/shop"), { recursive: true });
  await writeFile(join(gathered, "namespaces/shop/all.yaml.gz"), gzipSync(text));
  await writeFile(join(gathered, "settings.json"), '{"theme":"dark"}');
  await writeFile(join(gathered, "kubelet.log"), "I1130 nothing of interest\n");
  const { code, stdout, stderr } = await kubeloupe(["forecast", gathered, ...args, "--json"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(fates(JSON.parse(stdout).forecasts[0]), expected);
  assert.match(stderr, /settings\.json/, "what was left out is said");
  assert.match(stderr, /Files left out .*: 1, such as .*kubelet\.log/);
});

test("what was not read of a folder is told, folded for people and whole in JSON", async () => {
  const tree = join(folder, "tree");
  await mkdir(join(tree, "namespaces/shop"), { recursive: true });
  await writeFile(join(tree, "namespaces/shop/all.yaml"), await readFile(yaml));
  for (let index = 0; index < 9; index++) {
    await writeFile(join(tree, `settings-${index}.json`), '{"theme":"dark"}');
    await writeFile(join(tree, `${index}.log`), "nothing\n");
  }
  await writeFile(join(tree, "picture.yaml"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff]));
  // A circle, a way out, and nowhere: none is followed.
  await symlink(tree, join(tree, "namespaces/circle"));
  await symlink(dump, join(tree, "out.json"));
  await symlink("nowhere", join(tree, "dangling.json"));
  const args = ["forecast", tree, "--delete", "rs/web-58c44d967", "--cascade", "background", "--json"];
  const { code, stdout, stderr } = await kubeloupe(args);
  assert.equal(code, 0, stderr);
  const { leftOut } = JSON.parse(stdout);
  assert.equal(leftOut.filter(({ reason }) => reason === "file").length, 10);
  const counts = Object.fromEntries(leftOut.map(({ reason, count }) => [reason, count]));
  assert.deepEqual([counts.name, counts.link], [9, 3]);
  assert.match(stderr, /7 more files were left out/);
  assert.ok(stderr.trimEnd().split("\n").length < 10, stderr);
  assert.equal((await kubeloupe(args)).stdout, stdout, "the order of files is that of their names");
  const few = await kubeloupe(args, { env: { KUBELOUPE_MOST_FILES: "5" } });
  assert.equal(few.code, 2);
  assert.match(few.stderr, /more than 5 files in the folders\.\n.*Name the folder/);
  const small = await kubeloupe(args, { env: { KUBELOUPE_MOST_BYTES: "1000" } });
  assert.equal(small.code, 2);
  assert.match(small.stderr, /larger than 1000 bytes/);
});

test("a folder as a tar archive, compressed, gives what the folder gives", async () => {
  const tree = join(folder, "packed");
  await mkdir(join(tree, "namespaces/shop"), { recursive: true });
  await writeFile(join(tree, "namespaces/shop/all.yaml"), await readFile(yaml));
  await writeFile(join(tree, "kubelet.log"), "nothing\n");
  const { spawnSync } = await import("node:child_process");
  const archive = join(folder, "packed.tar.gz");
  assert.equal(spawnSync("tar", ["-czf", archive, "-C", folder, "packed"]).status, 0);
  const args = ["--delete", "rs/web-58c44d967", "--cascade", "background"];
  const expected = fates((await forecast([yaml, ...args])).forecasts[0]);
  const report = await forecast([archive, ...args]);
  assert.deepEqual(fates(report.forecasts[0]), expected);
  assert.deepEqual(report.leftOut.map(({ reason, count }) => [reason, count]), [["name", 1]]);
});

test("several dumps are one cluster", async () => {
  const { items } = JSON.parse(await readFile(dump, "utf8"));
  const isPod = ({ kind }) => kind === "Pod";
  const parts = { "pods.json": items.filter(isPod), "others.json": items.filter((item) => !isPod(item)) };
  for (const [name, part] of Object.entries(parts)) {
    await writeFile(join(folder, name), JSON.stringify({ apiVersion: "v1", kind: "List", items: part }));
  }
  const args = ["--delete", "deploy/web", "--cascade", "background"];
  const both = await forecast([join(folder, "others.json"), join(folder, "pods.json"), ...args]);
  const whole = await forecast([dump, ...args]);
  assert.deepEqual(fates(both.forecasts[0]), fates(whole.forecasts[0]));
});

test("several objects are deleted, one after the other", async () => {
  const after = ["--delete", "deploy/web", "job/migrate", "--cascade", "background"];
  const repeated = ["--delete", "deploy/web", "--cascade=background", "--delete=job/migrate"];
  const report = await forecast([dump, ...after]);
  assert.deepEqual(report.delete, ["Deployment shop/web", "Job shop/migrate"]);
  assert.deepEqual(await forecast([dump, ...repeated]), report);
});

test("a kind is named as kubectl takes it", async () => {
  const objects = await load({ name: "everything.json", data: await readFile(dump) });
  const named = async (name) => (await objects.forecast({ delete: name, cascade: "orphan" })).delete;
  for (const name of ["deploy/web", "Deployment/shop/web", "deployments.apps/web", "DEPLOYMENT.v1.apps/web", "Deployment shop/web"]) {
    assert.deepEqual(await named(name), ["Deployment shop/web"], name);
  }
  assert.deepEqual(await named("dbs/orders"), ["Database data/orders"]);
  assert.deepEqual(await named("database.db.example.com/data/orders"), ["Database data/orders"]);
  assert.deepEqual(await named("Tenant/acme"), ["Tenant acme"]);
  assert.deepEqual(await named("no/node-1"), ["Node node-1"]);
});

const refused = [
  ["deploy/wep", /holds no deploy\/wep; did you mean deployments\.apps\/shop\/web\?/],
  ["deploy/data/web", /deployments\.apps\/shop\/web/],
  ["deploymnt/web", /no kind is called `deploymnt`; did you mean .*deployment/i],
  ["node/shop/node-1", /Node has no namespace/],
  ["web", /names no object: write KIND\/NAME/],
];

for (const [target, message] of refused) {
  test(`--delete ${target} is refused with what was perhaps meant`, async () => {
    const { code, stdout, stderr } = await kubeloupe(["forecast", dump, `--delete=${target}`]);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  });
}

test("a broken dump is refused with its place", async () => {
  const broken = join(folder, "broken.json");
  await writeFile(broken, '{"apiVersion":"v1","kind":"List","items":[\n{"kind":"Pod","metadata":{"name":7}}]}');
  const { code, stderr } = await kubeloupe(["forecast", broken, "--delete", "po/x"]);
  assert.equal(code, 2);
  assert.match(stderr, /broken\.json/);
  const damaged = join(folder, "damaged.json.gz");
  await writeFile(damaged, gzipSync("{}").subarray(0, 12));
  const unpacked = await kubeloupe(["forecast", damaged, "--delete", "po/x"]);
  assert.equal(unpacked.code, 2);
  assert.match(unpacked.stderr, /damaged\.json\.gz: this is a damaged gzip file/);
});

test("what the API server refuses is said", async () => {
  const report = await forecast([dump, "--delete", "ns/default", "--cascade", "background"]);
  assert.deepEqual(report.forecasts[0].refused, ["Namespace default"]);
  const { stdout } = await kubeloupe(["forecast", dump, "--delete", "ns/default"]);
  assert.match(stdout, /^The API server refuses to delete Namespace default\.$/m);
});

test("people get a table with the reasons", async () => {
  const { code, stdout } = await kubeloupe(["forecast", dump, "--delete", "deploy/web"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Deletion of Deployment shop\/web in Kubernetes 1\.37\n/);
  assert.match(stdout, /^object +background +foreground +orphan +default$/m);
  assert.match(stdout, /^ReplicaSet shop\/web-58c44d967 +✕ \S+ +✕ \S+ +◆ \S+ +✕ \S+$/m);
  assert.match(stdout, /all owners absent: Deployment shop\/web \(GC-41\)/);
  assert.doesNotMatch(stdout, /\u001b/, "colours are for terminals");
  const chinese = await kubeloupe(["forecast", dump, "--delete", "deploy/web", "--lang", "zh"]);
  assert.match(chinese.stdout, /删除 Deployment shop\/web/);
});

test("what a dump holds cannot drive the terminal", async () => {
  const hostile = join(folder, "hostile.json");
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a\u001b[2J", uid: "u1" };
  const items = [
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a\u001b[2J", namespace: "x", uid: "u1" } },
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "b", namespace: "x", uid: "u2", ownerReferences: [owner] } },
  ];
  await writeFile(hostile, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  const { code, stdout } = await kubeloupe(["forecast", hostile, "--delete", "cm/a\u001b[2J"]);
  assert.equal(code, 0);
  assert.doesNotMatch(stdout, /\u001b/);
  assert.match(stdout, /ConfigMap x\/b/);
});

test("the small engine is enough for JSON", async () => {
  const copy = join(folder, "package");
  await mkdir(join(copy, "dist/wasm"), { recursive: true });
  for (const file of ["package.json", "dist/cli.js", "dist/wasm/engine_bg.wasm"]) {
    await copyFile(new URL(`../${file}`, import.meta.url), join(copy, file));
  }
  const { spawnSync } = await import("node:child_process");
  const without = (path) =>
    spawnSync(process.execPath, [join(copy, "dist/cli.js"), "forecast", path, "--delete", "rs/web-58c44d967"]);
  assert.equal(without(dump).status, 0);
  assert.equal(without(yaml).status, 2, "YAML needs the other module");
});
