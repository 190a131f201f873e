import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

/** Lets the program take its pipes for a terminal. */
const env = {
  NODE_OPTIONS: "--import=data:text/javascript,process.stdout.isTTY=process.stderr.isTTY=true",
  NO_COLOR: "",
  TERM: "xterm",
};

/** A command of a terminal, a C1 control, DEL, a right-to-left override and isolate, and a mark. */
const WORD = "a\u001b[2J\u009b31m\u007f\u202eb\u2067\u200f";
const HARMLESS_WORD = "a\ufffd[2J\ufffd31m\ufffd\ufffdb\ufffd\ufffd";

/** And a line of its own, which no reference may hold. */
const HOSTILE = `${WORD}\r\nok    forged`;
const HARMLESS = `${HARMLESS_WORD}\ufffd\ufffdok    forged`;

const ACTS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeloupe-terminal-"));
});
after(() => rm(folder, { recursive: true }));

async function run(content, args = [], name = "one.json") {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(content));
  return kubeloupe(["run", path, ...args], { env });
}

const scenario = {
  kubeloupe: "v1",
  title: HOSTILE,
  objects: [],
  expect: { objects: [{ ref: `ConfigMap shop/${WORD}`, fate: "deleted" }] },
};

test("a title and the reference of an expectation cannot drive the terminal", async () => {
  const { code, stdout, stderr } = await run(scenario);
  assert.equal(code, 1, stderr);
  assert.doesNotMatch(stdout, ACTS);
  assert.ok(stdout.startsWith(`FAILED  ${HARMLESS}\n`), stdout);
  assert.ok(stdout.includes(`\n        ConfigMap shop/${HARMLESS_WORD}: expected deleted`), stdout);
});

test("an error cannot drive the terminal", async () => {
  const { code, stderr } = await run({ kubeloupe: "v1", [HOSTILE]: 1 });
  assert.equal(code, 2);
  assert.doesNotMatch(stderr, ACTS);
  assert.ok(stderr.includes(`\`${HARMLESS}\``), stderr);
  assert.equal(stderr.trimEnd().split("\n").length, 1);
});

test("an argument cannot drive the terminal", async () => {
  const { code, stderr } = await kubeloupe([HOSTILE], { env });
  assert.equal(code, 2);
  assert.ok(stderr.startsWith(`kubeloupe: there is no command ${HARMLESS}.\n`), stderr);
});

// Windows allows no control characters in the names of files.
test("the name of a file cannot drive the terminal", { skip: process.platform === "win32" }, async () => {
  const named = await run({ ...scenario, title: "" }, [], HOSTILE);
  assert.equal(named.code, 1, named.stderr);
  assert.doesNotMatch(named.stdout, ACTS);
  assert.ok(named.stdout.includes(HARMLESS), named.stdout);
  const missing = await kubeloupe(["run", `missing ${HOSTILE}`], { env });
  assert.ok(missing.stderr.startsWith(`kubeloupe: there is no file missing ${HARMLESS}.\n`), missing.stderr);
});

test("JSON keeps the data, and escapes it", async () => {
  const { stdout } = await run(scenario, ["--json"]);
  assert.doesNotMatch(stdout, ACTS);
  assert.equal(JSON.parse(stdout).title, HOSTILE);
  const refused = await run({ kubeloupe: "v1", [HOSTILE]: 1 }, ["--json"]);
  assert.doesNotMatch(refused.stdout, ACTS);
  assert.ok(JSON.parse(refused.stdout).error.includes(HOSTILE));
});

test("the colours of the marks are the program's own, and stay", async () => {
  const dump = fixture("dumps/shop-cluster/everything.json");
  const { code, stdout, stderr } = await kubeloupe(["forecast", dump, "--delete", "deploy/web"], { env });
  assert.equal(code, 0, stderr);
  assert.ok(stdout.includes("\u001b[31m✕\u001b[39m deleted"));
});

test("the help explains every mark of the table", async () => {
  const source = await readFile(new URL("../../../formats/src/forecast/mark.rs", import.meta.url), "utf8");
  const marks = [...source.matchAll(/Fate::(\w+) => "(.)"/gu)];
  assert.ok(marks.length > 0);
  const { stdout } = await kubeloupe(["forecast", "--help"]);
  for (const [, fate, mark] of marks) {
    assert.ok(stdout.includes(`\n  ${mark} ${fate.toLowerCase()} `), `${mark} ${fate}`);
  }
});

test("colours are for terminals, unless FORCE_COLOR or NO_COLOR say otherwise", async () => {
  const dump = fixture("dumps/shop-cluster/everything.json");
  const coloured = async (settings) => {
    const { code, stdout } = await kubeloupe(["forecast", dump, "--delete", "deploy/web"], { env: { FORCE_COLOR: "", ...settings } });
    assert.equal(code, 0);
    return stdout.includes("\u001b[");
  };
  assert.equal(await coloured({}), false);
  assert.equal(await coloured({ FORCE_COLOR: "1" }), true);
  assert.equal(await coloured({ FORCE_COLOR: "1", NO_COLOR: "1" }), true);
  assert.equal(await coloured(env), true);
  assert.equal(await coloured({ ...env, NO_COLOR: "1" }), false);
  assert.equal(await coloured({ ...env, FORCE_COLOR: "0" }), false);
  assert.equal(await coloured({ ...env, TERM: "dumb" }), false);
});

test("long work tells a terminal how far it is, and nobody else", async () => {
  const ghosts = Array.from({ length: 20_000 }, (_, at) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `c${at}`, namespace: "a", uid: `u${at}`, ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "gone" }] },
  }));
  const path = join(folder, "many.json");
  await writeFile(path, JSON.stringify({ apiVersion: "v1", kind: "List", items: ghosts }));
  const ask = (settings) => kubeloupe(["forecast", path, "--delete", "cm/a/c0", "--cascade", "orphan", "--json"], { env: settings });
  const [onTerminal, inPipe, dumb] = [await ask(env), await ask({}), await ask({ ...env, TERM: "dumb" })];
  assert.match(onTerminal.stderr, /\r\u001b\[K(reading: \d+ %|looking through 20000 objects: \d+ steps|simulating: \d+ steps)/);
  assert.ok(onTerminal.stderr.includes("\r\u001b[K"));
  const told = onTerminal.stderr.split("\r\u001b[K");
  assert.doesNotMatch(told.at(-1), /^(reading|looking|simulating)/, "it is taken away at the end");
  for (const quiet of [inPipe, dumb]) {
    assert.doesNotMatch(quiet.stderr, /\u001b|steps/);
    assert.equal(quiet.stdout, onTerminal.stdout);
  }
});
