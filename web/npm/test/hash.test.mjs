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
