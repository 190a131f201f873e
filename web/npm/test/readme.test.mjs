import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { startBrowser } from "../../../tests/e2e/helpers/browser.mjs";
import { fixture, program } from "./helpers/cli.mjs";
import { node, packageFolder } from "./helpers/project.mjs";
import { serveSite } from "./helpers/site.mjs";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const all = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text }));

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
  // As npm installs it.
  await mkdir(join(folder, "node_modules"));
  await symlink(packageFolder, join(folder, "node_modules/kubeloupe"), "junction");
});
after(() => rm(folder, { recursive: true }));

function shell(commands) {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  return spawnSync("sh", ["-eu"], { input: commands, cwd: folder, env, encoding: "utf8" });
}

test("every command, program and page of the README works, and prints what the README shows", async (t) => {
  const printed = [];
  for (const { language, text } of all) {
    if (language === "sh") {
      const { status, stdout, stderr } = shell(text);
      assert.equal(status, 0, `${text}\n${stderr}`);
      printed.push(stdout);
    } else if (language === "js") {
      await writeFile(join(folder, "program.mjs"), text);
      printed.push(await node(["program.mjs"], { cwd: folder }));
    } else if (language === "html") {
      await answers(t, text);
    } else {
      assert.equal(language, "text");
      assert.ok(printed.some((shown) => shown.startsWith(text)), `nothing prints\n${text}\nbut\n${printed.join("\n")}`);
    }
  }
  const programs = all.filter(({ language }) => language === "js");
  assert.equal(programs.length, 3);
  assert.equal(programs[0].text.trim().split("\n").length, 3, "the quick start is three lines");
});

/** Opens a page of nothing but this, and waits until its element has an answer. */
async function answers(t, html) {
  const browser = await startBrowser(after);
  const site = await serveSite(t, { "/": `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>${html}</html>` });
  const page = await browser.newPage();
  await page.addInitScript(() => {
    document.addEventListener("verdict", () => (globalThis.answered = true), true);
  });
  await page.goto(`${site.url}/`);
  await page.waitForFunction(() => globalThis.answered);
  await page.close();
}
