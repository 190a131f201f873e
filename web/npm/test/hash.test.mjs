import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { kubeloupe } from "./helpers/cli.mjs";

const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata: { name: nginx, namespace: shop }
spec:
  template:
    metadata: { labels: { app: nginx } }
    spec: { containers: [{ name: nginx, image: nginx }] }
`;

const defaults = {
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 30,
  dnsPolicy: "ClusterFirst",
  securityContext: {},
  schedulerName: "default-scheduler",
};

/** A ReplicaSet as a cluster of 1.19 to 1.22 stores it. */
function replicaSet(image) {
  const labels = { app: "nginx", "pod-template-hash": "6799fc88d8" };
  const container = {
    name: "nginx",
    image,
    imagePullPolicy: "Always",
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    resources: {},
  };
  const template = { metadata: { labels }, spec: { containers: [container], ...defaults } };
  const metadata = { name: "nginx-6799fc88d8", namespace: "shop", uid: "u-1", labels };
  return { apiVersion: "apps/v1", kind: "ReplicaSet", metadata, spec: { template } };
}

let folder;
const file = (name) => join(folder, name);
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeloupe-hash-"));
  await writeFile(file("nginx.yaml"), MANIFEST);
  await writeFile(file("newer.yaml"), MANIFEST.replace("image: nginx", "image: nginx:2"));
  await writeFile(file("absurd.yaml"), MANIFEST.replace("image: nginx", "image: nginx, resources: { limits: { cpu: '1e2147483648' } }"));
  await writeFile(file("made.json"), JSON.stringify(replicaSet("nginx")));
  await writeFile(file("changed.json"), JSON.stringify(replicaSet("nginx:2")));
});
after(() => rm(folder, { recursive: true }));

test("hash computes the hash of one version, and of all", async () => {
  const one = await kubeloupe(["hash", file("nginx.yaml")]);
  assert.equal(one.code, 0, one.stderr);
  assert.match(one.stdout, /Deployment shop\/nginx \(a manifest\)\n {2}1\.37 +69b9cdbbdd +nginx-69b9cdbbdd\n/);
  const all = await kubeloupe(["hash", file("nginx.yaml"), "--kubernetes", "all", "--json"]);
  const { templates } = JSON.parse(all.stdout);
  assert.equal(templates[0].hashes.length, 30);
  const known = { 1.16: "86c57db685", 1.22: "6799fc88d8", "1.30": "bf5d5cf98", 1.34: "66686b6766" };
  for (const [version, hash] of Object.entries(known)) {
    const row = templates[0].hashes.find(({ kubernetes }) => kubernetes === version);
    assert.equal(row.hash, hash, version);
  }
  assert.match(all.stderr, /1\.8 – 1\.28, 1\.31/);
  const counted = await kubeloupe(["hash", file("nginx.yaml"), "--collision-count", "1", "--json"]);
  assert.notEqual(JSON.parse(counted.stdout).templates[0].hashes[0].hash, "69b9cdbbdd");
});

test("hash tells who made a ReplicaSet's label, and fails when nobody did", async () => {
  const made = await kubeloupe(["hash", file("made.json")]);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /label 6799fc88d8: made by the controller-manager of 1\.19 – 1\.22, without a collisionCount/);
  const changed = await kubeloupe(["hash", file("changed.json"), "--lang", "zh"]);
  assert.equal(changed.code, 1);
  assert.match(changed.stdout, /标签 6799fc88d8：从 1\.8 到 1\.37/);
});

test("hash explains what makes two hashes differ", async () => {
  const { code, stdout } = await kubeloupe(["hash", file("nginx.yaml"), file("newer.yaml"), "--explain", "--json"]);
  assert.equal(code, 0);
  const { comparison, templates } = JSON.parse(stdout);
  assert.deepEqual(
    comparison.differences.map(({ field }) => field),
    ["spec.containers[0].image", "spec.containers[0].imagePullPolicy"],
  );
  assert.deepEqual([comparison.sameHash, comparison.equalForApi], [false, false]);
  const { text, parts } = templates[0].dump;
  const image = parts.find(({ field }) => field === "spec.containers[0].image");
  assert.equal(text.slice(image.start, image.end), "Image:(string)nginx");
  assert.equal(image.origin, "given");
});

test("hash refuses what it cannot hash right", async () => {
  const absurd = await kubeloupe(["hash", file("absurd.yaml")]);
  assert.equal(absurd.code, 2);
  assert.match(absurd.stdout, /spec\.containers\[0\]\.resources\.limits\[cpu\].*parser does not come back/);
  const unknown = await kubeloupe(["hash", file("nginx.yaml"), "--kubernetes", "1.38"]);
  assert.equal(unknown.code, 2);
  const negative = await kubeloupe(["hash", file("nginx.yaml"), "--collision-count", "x"]);
  assert.match(negative.stderr, /--collision-count cannot be x/);
  const none = await kubeloupe(["hash"]);
  assert.equal(none.code, 2);
});

test("hash finds a template that collides, and what its ReplicaSet is called then", async () => {
  const found = await kubeloupe(["hash", file("nginx.yaml"), "--find-collision", "nginx:2", "--json"]);
  assert.equal(found.code, 0, found.stderr);
  const { hash, first, second, value, template } = JSON.parse(found.stdout);
  assert.deepEqual([hash, first], ["69b9cdbbdd", "nginx-69b9cdbbdd"]);
  assert.equal(template.metadata.annotations["kubeloupe/collides"], value);
  assert.equal(template.spec.containers[0].image, "nginx:2");
  // The template that was found is hashed like any other.
  const metadata = { name: "nginx", namespace: "shop" };
  await writeFile(file("collides.json"), JSON.stringify({ apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { template } }));
  const hashes = async (...more) => JSON.parse((await kubeloupe(["hash", file("collides.json"), "--json", ...more])).stdout).templates[0].hashes[0];
  assert.equal((await hashes()).hash, hash);
  assert.equal((await hashes("--collision-count", "1")).name, second);
  const both = await kubeloupe(["hash", file("nginx.yaml"), file("collides.json"), "--explain", "--json"]);
  const { comparison } = JSON.parse(both.stdout);
  assert.deepEqual([comparison.sameHash, comparison.equalForApi], [true, false]);
  const told = await kubeloupe(["hash", file("nginx.yaml"), "--find-collision", "nginx:2", "--lang", "zh"]);
  assert.match(told.stdout, /collisionCount 变为 1/);
});

test("hash writes sums as hashes and reads them back", async () => {
  const written = await kubeloupe(["hash", "--encode", "2355974484"]);
  assert.deepEqual([written.code, written.stdout.trim()], [0, "6799fc88d8"]);
  const read = await kubeloupe(["hash", "--decode", "7c4b556f5d", "--json"]);
  assert.deepEqual(JSON.parse(read.stdout), { kubeloupe: "v1", sum: 3706112918, hash: "7c4b556f5d" });
  for (const wrong of [["--decode", "hello"], ["--encode", "4294967296"]]) {
    const { code, stderr } = await kubeloupe(["hash", ...wrong]);
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`${wrong[0]} cannot be ${wrong[1]}`));
  }
});

test("hash says what it leaves out of a folder", async () => {
  const inside = await mkdtemp(join(folder, "dump-"));
  await writeFile(join(inside, "nginx.yaml"), MANIFEST);
  await writeFile(join(inside, "service.yaml"), "apiVersion: v1\nkind: Service\nmetadata: { name: a }\n");
  await writeFile(join(inside, "broken.yaml"), "kind: [");
  await writeFile(join(inside, "notes.txt"), "hello");
  const { code, stdout, stderr } = await kubeloupe(["hash", inside]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /nginx-69b9cdbbdd/);
  assert.match(stderr, /broken\.yaml/);
  assert.match(stderr, /notes\.txt/);
  assert.doesNotMatch(stderr, /service\.yaml/);
});

test("hash names a StatefulSet's revision", async () => {
  await writeFile(file("set.yaml"), MANIFEST.replace("Deployment", "StatefulSet"));
  const { stdout } = await kubeloupe(["hash", file("set.yaml"), "--kubernetes", "all", "--json"]);
  const names = new Map(JSON.parse(stdout).templates[0].hashes.map(({ kubernetes, name }) => [kubernetes, name]));
  // The zero creation time is no longer written from 1.34 on.
  assert.match(names.get("1.37"), /^nginx-[4-9bcdf]+$/);
  assert.equal(names.get("1.34"), names.get("1.37"));
  assert.notEqual(names.get("1.33"), names.get("1.34"));
});

test("hash prints Markdown, in both languages, with who made a label and what differs", async () => {
  const one = await kubeloupe(["hash", file("nginx.yaml"), file("made.json"), "--markdown"]);
  assert.equal(one.code, 0, one.stderr);
  assert.match(one.stdout, /^# Template hashes\n\n\| object \| Kubernetes \| hash \| ReplicaSet \|\n\| --- \| --- \| --- \| --- \|\n\| Deployment shop\/nginx \| 1\.37 \| 69b9cdbbdd \| nginx-69b9cdbbdd \|\n/);
  assert.match(one.stdout, /- ReplicaSet shop\/nginx-6799fc88d8: The label 6799fc88d8 is made by Kubernetes 1\.22, .*Kubernetes 1\.19\./);
  const two = await kubeloupe(["hash", file("made.json"), file("changed.json"), "--explain", "--markdown", "--lang", "zh"]);
  assert.equal(two.code, 1);
  assert.match(two.stdout, /^# 模板哈希\n/);
  assert.match(two.stdout, /没有任何版本会由此模板生成标签 6799fc88d8/);
  assert.match(two.stdout, /\n## .* 与 .*\n\n\| 字段 \| 前者 \| 后者 \|\n/);
  assert.match(two.stdout, /image \| .*nginx.* \| .*nginx:2/);
  assert.equal((await kubeloupe(["hash", file("nginx.yaml"), "--markdown", "--json"])).code, 2);
});
