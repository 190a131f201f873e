import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { kubeloupe } from "./helpers/cli.mjs";

test("the help tells about every command", async () => {
  for (const args of [["--help"], ["-h"], ["help"]]) {
    const { code, stdout, stderr } = await kubeloupe(args);
    assert.equal(code, 0);
    assert.match(stdout, /kubeloupe run SCENARIO/);
    assert.match(stdout, /kubeloupe forecast DUMP/);
    assert.match(stdout, /kubeloupe diagnose DUMP/);
    assert.equal(stderr, "");
  }
});

test("each command has a help of its own", async () => {
  for (const command of ["run", "forecast", "diagnose", "graph", "hash", "versions"]) {
    const asked = await kubeloupe([command, "--help"]);
    assert.equal(asked.code, 0);
    assert.match(asked.stdout, new RegExp(`^kubeloupe ${command} `));
    assert.match(asked.stdout, /--json/);
    assert.equal((await kubeloupe(["help", command])).stdout, asked.stdout);
  }
});

test("the version is the package's", async () => {
  const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  for (const flag of ["--version", "-V"]) {
    const { code, stdout } = await kubeloupe([flag]);
    assert.equal(code, 0);
    assert.equal(stdout, `kubeloupe ${manifest.version}\n`);
  }
});

test("without a command the help goes to the errors", async () => {
  const { code, stdout, stderr } = await kubeloupe([]);
  assert.equal(code, 2);
  assert.equal(stdout, "");
  assert.match(stderr, /kubeloupe run SCENARIO/);
});

const refused = [
  [["forcast"], /there is no command forcast\.\n.*Did you mean forecast\?/],
  [["--frobnicate"], /there is no command --frobnicate/],
  [["forecast", "--cascad=orphan"], /forecast has no option --cascad\.\n.*Did you mean --cascade\?/],
  [["forecast", "x.json", "--delete"], /--delete needs a value: --delete KIND\/NAME/],
  [["forecast", "x.json", "--delete", "po/x", "--cascade", "backgroud"], /--cascade cannot be backgroud\.\n.*Did you mean background\?/],
  [["forecast", "x.json", "--delete", "po/x", "--json=yes"], /--json takes no value/],
  [["forecast", "x.json"], /forecast needs to know what to delete\.\n.*--delete/],
  [["forecast", "--delete", "po/x"], /forecast needs a dump/],
  [["forecast", "no-such-file.json", "--delete", "po/x"], /there is no file no-such-file\.json/],
  [["run"], /run needs a scenario/],
  [["run", "--seed", "-1", "x.yaml"], /--seed/],
  [["run", "--schedule", "unfair", "x.yaml"], /--schedule cannot be unfair\.\n.*fair, random/],
  [["run", "no-such-file.yaml"], /there is no file no-such-file\.yaml/],
];

for (const [args, message] of refused) {
  test(`kubeloupe ${args.join(" ")} is refused with a remedy`, async () => {
    const { code, stderr } = await kubeloupe(args);
    assert.equal(code, 2);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\n +at /, "a mistake of the caller comes without a stack");
  });
}
