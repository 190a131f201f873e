import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

// The digests of everything that is left at the end, as the native build computes them (tests/tests/digest.rs).
const expected = (await readFile(fixture("digests/expected.txt"), "utf8")).trim().split("\n");

const forecasts = new Map();
const runs = [];
for (const line of expected) {
  const [what, file, ...rest] = line.split(" ");
  if (what === "run") {
    runs.push([file, ...rest]);
  } else {
    const [target, cascade, digest] = rest;
    const key = `${file} ${target}`;
    forecasts.set(key, { ...forecasts.get(key), [cascade]: digest });
  }
}

for (const [key, digests] of forecasts) {
  test(`the forecast of ${key} is the same in WebAssembly`, async () => {
    const [file, target] = key.split(" ");
    const { code, stdout, stderr } = await kubeloupe(["forecast", fixture(file), "--delete", target, "--json"]);
    assert.equal(code, 0, stderr);
    const computed = JSON.parse(stdout).forecasts.map(({ cascade, digest }) => [cascade, digest]);
    assert.deepEqual(Object.fromEntries(computed), digests);
  });
}

for (const [file, schedule, seed, digest] of runs) {
  test(`the run of ${file}, ${schedule} with seed ${seed}, is the same in WebAssembly`, async () => {
    const args = ["run", fixture(file), "--schedule", schedule, "--seed", seed, "--any-files"];
    const { stdout, stderr } = await kubeloupe(args);
    assert.equal(JSON.parse(stdout).digest, digest, stderr);
  });
}
