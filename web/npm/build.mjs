// Bundles the package. `cargo xtask dist` has written the modules and their bindings into dist/wasm before.
//
// The entry points are what package.json exports: dist/NAME.js is bundled from src/NAME.ts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
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

// The element loads the player when it comes into view, so the two stay apart.
const playerApart = {
  name: "player-apart",
  setup(build) {
    build.onResolve({ filter: /^\.\/player\.js$/ }, () => ({ path: "./player.js", external: true }));
  },
};

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
  // The bundles of the entry points are used one at a time, and a module's base64 must not end up in another entry's file.
  loader: { ".wasm": "binary", ".css": "text" },
  plugins: [playerApart],
};

await build({ ...options, entryPoints: [...exported, "src/player.ts"], platform: "neutral" });
if (programs.length > 0) {
  await build({ ...options, entryPoints: programs, platform: "node" });
}
execFileSync(process.execPath, [fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url))], {
  cwd: folder,
  stdio: "inherit",
});
