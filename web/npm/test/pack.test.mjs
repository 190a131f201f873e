import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { build } from "esbuild";
import { publint } from "publint";
import { fixture } from "./helpers/cli.mjs";
import { node, packageFolder, published, tool } from "./helpers/project.mjs";

const manifest = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));

const shipped = await published(after);

test("what is published is what is needed", () => {
  const types = shipped.files.filter((file) => file.endsWith(".d.ts"));
  assert.ok(types.includes("dist/types.d.ts") && types.every((file) => !file.includes("cli")), types.join());
  assert.deepEqual(
    shipped.files.filter((file) => !types.includes(file)),
    [
      "LICENSE-APACHE",
      "LICENSE-MIT",
      "README.md",
      "dist/cli.js",
      "dist/define.js",
      "dist/index.js",
      "dist/inline.js",
      "dist/player.js",
      "dist/wasm/engine_bg.wasm",
      "dist/wasm/player_bg.wasm",
      "dist/wasm/yaml_bg.wasm",
      "dist/worker-thread.js",
      "dist/worker.js",
      "dist/yaml.js",
      "package.json",
    ],
  );
});

test("the manifest depends on nothing, and is ready for provenance", () => {
  for (const member of ["dependencies", "peerDependencies", "optionalDependencies", "bundleDependencies"]) {
    assert.ok(!(member in manifest), member);
  }
  assert.deepEqual(manifest.publishConfig, { access: "public", provenance: true });
  assert.match(manifest.repository.url, /^git\+https:\/\/github\.com\//);
  assert.equal(manifest.repository.directory, "web/npm");
  for (const script of ["preinstall", "install", "postinstall", "prepare"]) {
    assert.ok(!(script in manifest.scripts), `${script} would run where it is installed`);
  }
});

test("publint has nothing to say", async () => {
  const { messages } = await publint({ pkgDir: join(shipped.project, "node_modules/kubeloupe"), pack: false, strict: true, level: "suggestion" });
  assert.deepEqual(messages, []);
});

test("the types are right however they are resolved", async () => {
  const args = ["--profile", "esm-only", "--format", "json", "--exclude-entrypoints", "./engine.wasm", "./yaml.wasm", "./player.wasm"];
  const { analysis } = JSON.parse(await node([tool("@arethetypeswrong/cli/dist/index.js"), shipped.tarball, ...args]));
  assert.deepEqual(analysis.problems.filter(({ kind, resolutionKind }) => kind !== "CJSResolvesToESM" && resolutionKind !== "node10"), []);
  assert.deepEqual(Object.keys(analysis.entrypoints).filter((entry) => analysis.entrypoints[entry].hasTypes), [".", "./define", "./inline", "./worker"]);
});

test("an empty project in JavaScript uses every entry", async () => {
  const program = `
    import { load } from "kubeloupe";
    import { load as inline } from "kubeloupe/inline";
    import { load as inWorker, terminate } from "kubeloupe/worker";
    import { createRequire } from "node:module";
    const objects = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "b", uid: "u" } }];
    const yaml = "apiVersion: v1\\nkind: ConfigMap\\nmetadata: { name: a, namespace: b }\\n";
    const counts = [];
    for (const read of [load, inline]) {
      counts.push((await read(objects)).objects, (await read(yaml)).objects);
    }
    counts.push(await (await inWorker(objects)).objects(), await (await inWorker(yaml)).objects());
    // A program ends though a worker is there.
    const wasm = createRequire(import.meta.url).resolve("kubeloupe/engine.wasm");
    console.log(counts.join(), wasm.endsWith("engine_bg.wasm"));
  `;
  await writeFile(join(shipped.project, "main.mjs"), program);
  assert.equal(await node(["main.mjs"], { cwd: shipped.project }), "1,1,1,1,1,1 true\n");
});

// Every kind of effect is told apart, or the compiler says which is missing.
const typed = (effects) => `
import { type Action, type Effect, InputError, KubeloupeError, Simulation, forecast, load, run, simulate } from "kubeloupe";
import type { ForecastReport, Scenario, Step } from "kubeloupe";
import * as worker from "kubeloupe/worker";
import { init as inline } from "kubeloupe/inline";

export function told(effect: Effect): string {
  switch (effect.type) {
${effects.map((type) => `    case "${type}":`).join("\n")}
      return effect.text;
    default: {
      const missing: never = effect;
      return missing;
    }
  }
}

export async function all(signal: AbortSignal): Promise<number> {
  const scenario: Scenario = { kubeloupe: "v1", objects: [], actions: [{ at: "1s", delete: { kind: "Pod", namespace: "a", name: "b" } }] };
  using simulation = await simulate(scenario, { schedule: "random", seed: 7n });
  const step: Step | undefined = simulation.step();
  const rules = step?.effects.flatMap((effect) => ("rule" in effect ? [effect.rule] : [])) ?? [];
  const first: Action | undefined = simulation.enabled()[0];
  if (first?.type === "deliver") {
    const watcher: "garbagecollector" | "namespace" | "workloads" | "nodelifecycle" | "tainteviction" = first.informer.watcher;
    simulation.apply(first).effects.map(told).concat(watcher);
  }
  simulation.apply({ fault: { nodeOutage: { node: "n" } } });
  // @ts-expect-error there is no such verb
  simulation.apply({ remove: {} });
  // @ts-expect-error only the package makes simulations
  new Simulation();
  const report: ForecastReport = await forecast("{}", { delete: "pod/a/b", signal });
  const text: string = await forecast("{}", { delete: "pod/a/b", format: "text" });
  // @ts-expect-error there is no such policy
  await forecast("{}", { delete: "pod/a/b", cascade: "sideways" });
  const dump = await load(new Uint8Array(), { kubernetes: "1.30", switches: { namespace_pods_first: true } });
  const { queues }: { queues: number } = { queues: simulation.queues().length };
  const far = await (await worker.load([])).simulate();
  const graph: readonly worker.GraphNode[] = await far.graph();
  const result = await run(scenario, { trace: true, onProgress: ({ phase }) => console.log(phase) });
  await inline();
  try {
    dump.free();
  } catch (error) {
    if (error instanceof InputError || error instanceof KubeloupeError) {
      console.log(error.code, error.place?.line);
    }
  }
  return rules.length + report.forecasts.length + text.length + queues + graph.length + result.steps;
}
`;

for (const [module, resolution] of [
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
]) {
  test(`an empty project in strict TypeScript compiles with moduleResolution ${resolution}`, async () => {
    const types = await readFile(join(packageFolder, "src/types.ts"), "utf8");
    const [, union] = /export type EffectData =\n(.*?);\n\n/s.exec(types);
    const effects = [...union.matchAll(/^  \| \{ readonly type: "(\w+)"/gm)].map(([, type]) => type);
    assert.ok(effects.length >= 30, `${effects.length} effects`);
    await writeFile(join(shipped.project, "main.ts"), typed(effects));
    const compilerOptions = {
      target: "es2022",
      lib: ["es2022", "esnext.disposable", "dom"],
      module,
      moduleResolution: resolution,
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      noEmit: true,
    };
    await writeFile(join(shipped.project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    assert.equal(await node([tool("typescript/bin/tsc")], { cwd: shipped.project }), "");
    // One effect less, and it does not compile.
    await writeFile(join(shipped.project, "main.ts"), typed(effects.slice(1)));
    await assert.rejects(node([tool("typescript/bin/tsc")], { cwd: shipped.project }), /is not assignable to type 'never'/);
  });
}

test("whoever imports the package and uses nothing of it ships nothing of it", async () => {
  for (const entry of ["kubeloupe", "kubeloupe/inline", "kubeloupe/worker"]) {
    const { outputFiles } = await build({
      stdin: { contents: `import ${JSON.stringify(entry)}; import { load } from ${JSON.stringify(entry)};`, resolveDir: shipped.project },
      bundle: true,
      format: "esm",
      logLevel: "silent",
      write: false,
    });
    assert.equal(outputFiles[0].text.trim(), "", entry);
  }
});

test("npx runs the program from the tarball", async () => {
  const { promisify } = await import("node:util");
  const { execFile } = await import("node:child_process");
  const npx = (...args) =>
    promisify(execFile)("npm", ["exec", "--offline", "--yes", `--package=${shipped.tarball}`, "--", "kubeloupe", ...args], { cwd: shipped.folder });
  assert.equal((await npx("--version")).stdout, `kubeloupe ${manifest.version}\n`);
  const { stdout } = await npx("forecast", fixture("dumps/shop-cluster/everything.json"), "--delete", "deploy/web", "--json");
  assert.equal(JSON.parse(stdout).delete[0], "Deployment shop/web");
});
