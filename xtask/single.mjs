// Packs the hosted app into one page that runs from a disk, where browsers load no modules: everything it needs is in it.
// `node single.mjs FOLDER FILE`; `cargo xtask dist` runs it on what it has built.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

/** The page; `read(name)` gives the bytes of one of the app's files, and `level` is how hard the module is compressed. */
export async function single(read, level = 9) {
  const text = async (name) => (await read(name)).toString("utf8");
  let page = await text("index.html");
  const hashes = { script: [], style: [] };
  const hashed = (sort, content) => {
    hashes[sort].push(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
    return content;
  };
  const boot = named(page, /<script type="module" src="\.\/(boot[^"]*)"><\/script>/);
  const bindings = named(page, /<link rel="modulepreload" href="\.\/([^"]*)">/);
  const yaml = named(await text(boot.name), /import initYaml, \* as yaml from "\.\/([^"]*)";/);
  const yamlModule = named(await text(boot.name), /"\.\/([^"]*yaml[^"]*\.wasm)"/);
  const module = named(page, /<link rel="preload" href="\.\/([^"]*\.wasm)"[^>]*>/);
  const icon = named(page, /<link rel="icon" href="\.\/([^"]*)">/);
  const glue = await text(bindings.name);
  const yamlGlue = await text(yaml.name);
  if (/^import\b/m.test(glue) || /^import\b/m.test(yamlGlue)) {
    throw new Error(`${bindings.name} or ${yaml.name} imports other files, which one page cannot hold`);
  }
  // The bindings come first, and the program that starts them stands in a block of its own beside their names. Those of the
  // parser have the same names, and so a function of their own.
  const start = (await text(boot.name))
    .replace(/^import init, .*$/m, 'const init = async () => __wbg_init({ module_or_path: await unpacked("program") });')
    .replace(yaml.tag, 'const initYaml = async () => yaml.init({ module_or_path: await unpacked("yaml") });');
  if (start.split("unpacked(").length !== 3) {
    throw new Error(`${boot.name} no longer imports the program as this expects`);
  }
  const inside = yamlGlue.replace(/^export \{.*\};?$/gm, "").replace(/^export /gm, "");
  const parser = `const yaml = (() => {\n${inside}\nreturn { events, init: __wbg_init };\n})();`;
  const script = `\n${glue}\n{\n${UNPACK}\n${parser}\n${start}\n}\n`;
  if (/<\/script/i.test(script)) {
    throw new Error("the program would end the element that it stands in");
  }
  const packed = async (id, name) =>
    `<script type="application/octet-stream" id="${id}">${gzipSync(await read(name), { level }).toString("base64")}</script>\n    `;
  const modules = (await packed("program", module.name)) + (await packed("yaml", yamlModule.name));
  const replaced = [
    [boot.tag, () => `${modules}<script type="module">${hashed("script", script)}</script>`],
    [bindings.tag, () => ""],
    [module.tag, () => ""],
    [icon.tag, null],
  ];
  const picture = `<link rel="icon" href="data:image/svg+xml;base64,${(await read(icon.name)).toString("base64")}">`;
  for (const [tag, content] of replaced) {
    page = page.replace(tag, content ?? (() => picture));
  }
  page = page.replace(/\s*<script type="module" src="\.\/register[^"]*"><\/script>/, "");
  for (const [tag, name] of [...page.matchAll(/<link rel="stylesheet" href="\.\/([^"]*)">/g)].map(([tag, name]) => [tag, name])) {
    const style = await text(name);
    page = page.replace(tag, () => `<style>${hashed("style", style)}</style>`);
  }
  const policy = `default-src 'none'; script-src 'wasm-unsafe-eval' ${hashes.script.join(" ")}; style-src ${hashes.style.join(" ")}; img-src data: blob:`;
  return page.replace(/(http-equiv="Content-Security-Policy" content=")[^"]*/, (_, before) => before + policy);
}

const UNPACK = `async function unpacked(id) {
  const text = atob(document.getElementById(id).textContent);
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}`;

function named(text, pattern) {
  const found = pattern.exec(text);
  if (found === null) {
    throw new Error(`there is nothing like ${pattern}`);
  }
  return { tag: found[0], name: found[1] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, file] = process.argv.slice(2);
  await writeFile(file, await single((name) => readFile(join(folder, name))));
}
