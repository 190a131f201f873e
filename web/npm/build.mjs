// Bundles the package. `cargo xtask dist` has written the modules and their bindings into dist/wasm before.
//
// The entry points are what package.json exports and runs: dist/NAME.js is bundled from src/NAME.ts.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const manifest = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

const sources = (targets) =>
  [...new Set(targets)]
    .map((target) => /^(?:\.\/)?dist\/([\w-]+)\.js$/.exec(target)?.[1])
    .filter((name) => name !== undefined)
    .map((name) => `src/${name}.ts`);

const exported = sources(Object.values(manifest.exports).map((entry) => entry.default ?? entry));
const programs = sources(Object.values(manifest.bin ?? {}));

const options = {
  absWorkingDir: folder,
  bundle: true,
  charset: "utf8",
  format: "esm",
  legalComments: "none",
  logLevel: "warning",
  minifySyntax: true,
  minifyWhitespace: true,
  outdir: "dist",
  target: "es2022",
  loader: { ".wasm": "base64", ".css": "text" },
};

// What is loaded when it is needed is a file of its own: the bindings of the parser of YAML, and the player, which the
// element loads when it comes into view.
const lazy = { ...options, external: ["./player.js", "./yaml.js"] };

await build({ ...lazy, entryPoints: [...exported, "src/player.ts", "src/yaml.ts"], platform: "neutral" });
await build({ ...lazy, entryPoints: programs, platform: "node" });
// But for the worker's, since some bundlers cannot split a worker.
await build({ ...options, entryPoints: ["src/worker-thread.ts"], platform: "neutral" });
execFileSync(process.execPath, [fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url))], {
  cwd: folder,
  stdio: "inherit",
});
shipReachableTypes();

/** Removes the declarations that no exported one leads to. */
function shipReachableTypes() {
  const out = join(folder, "dist");
  const reached = new Set();
  const reach = (name) => {
    if (reached.has(name)) {
      return;
    }
    reached.add(name);
    for (const [, next] of readFileSync(join(out, name), "utf8").matchAll(/(?:from|import\() ?"\.\/([\w-]+)\.js"/g)) {
      reach(`${next}.d.ts`);
    }
  };
  exported.forEach((source) => reach(source.replace(/^src\/(.*)\.ts$/, "$1.d.ts")));
  for (const name of readdirSync(out)) {
    if (name.endsWith(".d.ts") && !reached.has(name)) {
      rmSync(join(out, name));
    }
  }
  rmSync(join(out, "cli"), { recursive: true });
}
