import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { fixture, program } from "./helpers/cli.mjs";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const blocks = (language) =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language).map(([, , text]) => text);

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeloupe-readme-"));
  // The programs that the README calls: this package, a cluster that was recorded, and an installation that was done.
  const programs = {
    kubeloupe: `exec "${process.execPath}" "${program}" "$@"`,
    kubectl: `exec cat "${fixture("dumps/shop-cluster/apps.json")}"`,
    npm: "exit 0",
  };
  for (const [name, body] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`);
    await chmod(join(folder, name), 0o755);
  }
});
after(() => rm(folder, { recursive: true }));

function shell(commands) {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  return spawnSync("sh", ["-eu"], { input: commands, cwd: folder, env, encoding: "utf8" });
}

test("every command of the README works, and prints what the README shows", () => {
  const printed = [];
  for (const commands of blocks("sh")) {
    const { status, stdout, stderr } = shell(commands);
    assert.equal(status, 0, `${commands}\n${stderr}`);
    printed.push(stdout);
  }
  const shown = blocks("text");
  assert.equal(shown.length, 1);
  assert.ok(printed.some((text) => text.startsWith(shown[0])), `nothing prints\n${shown[0]}\nbut\n${printed.join("\n")}`);
});
