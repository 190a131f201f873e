import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

const stuck = fixture("dumps/stuck-cluster/everything.json");
const shop = fixture("dumps/shop-cluster/apps.json");

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeloupe-"));
});
after(() => rm(folder, { recursive: true }));

async function diagnose(args, options) {
  const { code, stdout, stderr } = await kubeloupe(["diagnose", ...args, "--json"], options);
  assert.ok(code < 2, stderr);
  assert.equal(stdout.trimEnd().split("\n").length, 1, "JSON is one line");
  return { code, report: JSON.parse(stdout) };
}

async function write(name, ...items) {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  return path;
}

const configMap = (name, metadata = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "a", uid: name, ...metadata },
});
const owner = (name, uid) => [{ apiVersion: "v1", kind: "ConfigMap", name, uid }];

test("what is stuck is found, with its cause and the least edit that frees it", async () => {
  const { code, report } = await diagnose([stuck]);
  assert.equal(code, 1);
  assert.equal(report.kubeloupe, "v1");
  assert.equal(report.kubernetes, "1.37");
  assert.equal(report.counts.stuck, report.findings.filter(({ outcome }) => outcome === "stuck").length);
  const namespace = report.findings.find(({ ref, outcome }) => ref.startsWith("Namespace ") && outcome === "stuck");
  assert.ok(namespace.waitsFor.some(({ cause }) => cause));
  for (const { ref, fixes, waitsFor } of report.findings.filter(({ outcome }) => outcome === "stuck")) {
    assert.ok(waitsFor.length > 0, ref);
    assert.ok(fixes.every(({ edits }) => edits.every(({ command }) => command !== "")), ref);
  }
});

test("nothing that is wrong ends with 0, findings with 1, and what cannot be verified alone with 0", async () => {
  const sound = await write("sound.json", configMap("owner"), configMap("child", { ownerReferences: owner("owner", "owner") }));
  assert.deepEqual(await diagnose([sound]).then(({ code, report }) => [code, report.findings]), [0, []]);
  const absent = await write("absent.json", configMap("other"), configMap("child", { ownerReferences: owner("gone", "x") }));
  const { code, report } = await diagnose([absent]);
  assert.deepEqual([code, report.findings.map(({ id, outcome }) => [id, outcome])], [1, [["owner-absent", "will be deleted"]]]);
  const secret = [{ apiVersion: "v1", kind: "Secret", name: "s", uid: "x" }];
  const unknown = await write("unknown.json", configMap("child", { ownerReferences: secret }));
  const unsure = await diagnose([unknown]);
  assert.deepEqual([unsure.code, unsure.report.findings.map(({ outcome }) => outcome)], [0, ["cannot verify"]]);
  assert.ok(unsure.report.findings[0].missing);
});

test("a dump comes from the standard input too", async () => {
  const { report } = await diagnose(["-"], { input: await readFile(shop) });
  assert.deepEqual(report, (await diagnose([shop])).report);
});

test("people get text, and a ticket Markdown, in both languages", async () => {
  const text = await kubeloupe(["diagnose", shop]);
  assert.equal(text.code, 1);
  assert.match(text.stdout, /ConfigMap monitoring\/web-dashboard/);
  assert.doesNotMatch(text.stdout, /\u001b/);
  const markdown = await kubeloupe(["diagnose", shop, "--markdown"]);
  assert.equal(markdown.code, 1);
  assert.match(markdown.stdout, /^#/);
  const chinese = await kubeloupe(["diagnose", shop, "--lang", "zh"]);
  assert.match(chinese.stdout, /[\u4e00-\u9fff]/);
});

test("equal findings are told once", async () => {
  const children = Array.from({ length: 300 }, (_, index) => configMap(`c${index}`, { ownerReferences: owner("gone", "x") }));
  const { stdout } = await kubeloupe(["diagnose", await write("many.json", configMap("other"), ...children)]);
  assert.match(stdout, /300/);
  assert.ok(stdout.split("\n").length < 60);
});

test("what a dump holds cannot drive the terminal", async () => {
  const hostile = await write("hostile.json", configMap("a\u001b[2J", { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["x/\u001b[2J"] }));
  for (const form of [[], ["--markdown"], ["--json"]]) {
    const { code, stdout } = await kubeloupe(["diagnose", hostile, ...form]);
    assert.equal(code, 1);
    assert.doesNotMatch(stdout, /\u001b/);
  }
});

test("another version is diagnosed", async () => {
  const { report } = await diagnose([stuck, "--kubernetes", "1.33"]);
  assert.equal(report.kubernetes, "1.33");
});

test("bad input ends with 2", async () => {
  for (const [args, message] of [
    [[], /diagnose needs a dump/],
    [["no-such-file.json"], /there is no file no-such-file\.json/],
    [[stuck, "--json", "--markdown"], /not both/],
    [[stuck, "--kubernetes", "banana"], /banana/],
  ]) {
    const { code, stdout, stderr } = await kubeloupe(["diagnose", ...args]);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
});
