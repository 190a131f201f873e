import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, kubeloupe } from "./helpers/cli.mjs";

const dumps = ["everything.json", "shop.yaml"].map((name) => fixture(`dumps/shop-cluster/${name}`));
const scenarios = ["# A comment.\n---\nkubeloupe: v1\ntitle: x\nobjects: []\n", '{"kubeloupe":"v1","title":"x","objects":[]}'];

for (const dump of dumps) {
  test(`run leads from ${dump.split("/").at(-1)} to forecast`, async () => {
    const { code, stderr } = await kubeloupe(["run", dump]);
    assert.equal(code, 2);
    assert.ok(stderr.includes(`looks like a dump: try \`kubeloupe forecast ${dump} --delete KIND/`), stderr);
  });
}

for (const input of scenarios) {
  test(`forecast leads from ${JSON.stringify(input)} to run`, async () => {
    const { code, stderr } = await kubeloupe(["forecast", "-", "--delete", "po/x"], { input });
    assert.equal(code, 2);
    assert.match(stderr, /standard input looks like a scenario: try `kubeloupe run -`\./);
  });
}

test("what the right command refuses leads nowhere else", async () => {
  const refused = [
    await kubeloupe(["forecast", dumps[0], "--delete", "po/no-such-pod"]),
    await kubeloupe(["run", "-"], { input: '{"kubeloupe":"v1","objcets":[]}' }),
  ];
  for (const { code, stderr } of refused) {
    assert.equal(code, 2);
    assert.doesNotMatch(stderr, /looks like/);
  }
});
