// The recipes under examples/, each built by its framework, or put into the form that its framework writes, and looked at
// in a real browser.
import assert from "node:assert/strict";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { startBrowser } from "../../../tests/e2e/helpers/browser.mjs";
import { open, shows } from "./helpers/page.mjs";
import { node, packageFolder, published, tool } from "./helpers/project.mjs";
import { serveSite } from "./helpers/site.mjs";

const [shipped, browser] = await Promise.all([published(after), startBrowser(after)]);
for (const one of ["react", "react-dom", "scheduler", "vitepress", "vue"]) {
  await symlink(tool(one), join(shipped.project, "node_modules", one), "junction");
}

const example = (path) => readFile(join(packageFolder, "examples", path), "utf8");

/** Sees every element of a page at work, and returns the page. */
async function works(t, url, elements = 1) {
  const { page } = await open(browser, t, url);
  const found = page.locator("kube-loupe");
  assert.equal(await found.count(), elements);
  for (let number = 0; number < elements; number += 1) {
    await found.nth(number).scrollIntoViewIfNeeded();
    await found.nth(number).locator(".source b").filter({ hasNotText: "Open a cluster" }).waitFor();
  }
  return page;
}

/** Markdown of the recipes as CommonMark writes it: headings and paragraphs are, and blocks of HTML stay as they are. */
function rendered(markdown) {
  return markdown
    .replace(/^---\n[\s\S]*?---\n/, "")
    .split(/\n{2,}/)
    .map((block) => {
      const heading = /^# (.*)/.exec(block);
      return heading ? `<h1>${heading[1]}</h1>` : block.startsWith("<") ? block : `<p>${block}</p>`;
    })
    .join("\n");
}

const written = (body, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Our cluster</title>${head}</head><body><main>${body}</main></body></html>`;

test("a page of its own, from an address with a version in it", async (t) => {
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const page = await example("cdn/index.html");
  assert.ok(page.includes(`/npm/kubeloupe@${version}/dist/`), `the page does not name version ${version}`);
  const folders = { [`/npm/kubeloupe@${version}/dist/`]: join(packageFolder, "dist/") };
  const site = await serveSite(t, { "/": page }, { folders });
  await works(t, `${site.url}/`);
});

test("React, built by Vite", async (t) => {
  const folder = await shipped.example("react");
  await node([tool("vite/bin/vite.js"), "build", "--logLevel", "warn"], { cwd: folder });
  const site = await serveSite(t, {}, { folders: { "/": join(folder, "dist/") } });
  await shows(await works(t, `${site.url}/index.html`), "#counts", "7 objects go.");
});

test("VitePress", async (t) => {
  const folder = await shipped.example("vitepress");
  await node([tool("vitepress/bin/vitepress.js"), "build", "docs"], { cwd: folder });
  // VitePress writes scripts and styles into its pages, so a policy as strict as ours would need their hashes.
  const folders = { "/": join(folder, "docs/.vitepress/dist/") };
  const site = await serveSite(t, {}, { folders, policy: false });
  await works(t, `${site.url}/index.html`);
});

test("Docusaurus: its MDX, compiled and rendered as it does", async (t) => {
  const { evaluate } = await import("@mdx-js/mdx");
  const runtime = await import("react/jsx-runtime");
  const { createElement } = await import("react");
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { default: Content } = await evaluate(await example("docusaurus/docs/deletion.mdx"), runtime);
  const body = renderToStaticMarkup(createElement(Content));
  assert.match(await example("docusaurus/src/kubeloupe.mjs"), /^import "kubeloupe\/define";$/m);
  const site = await serveSite(t, { "/": written(body, '<script type="module" src="/kubeloupe/define.js"></script>') });
  await works(t, `${site.url}/`, 2);
});

test("MkDocs: the page that it writes", async (t) => {
  const script = /path: (\S+)\n\s+type: (\S+)/.exec(await example("mkdocs/mkdocs.yml"));
  const head = `<script src="${script[1]}" type="${script[2]}"></script>`;
  const site = await serveSite(t, { "/": written(rendered(await example("mkdocs/docs/index.md")), head) });
  await works(t, `${site.url}/`);
});

test("mdBook: the page that it writes, in a folder below the first one", async (t) => {
  const body = rendered(await example("mdbook/src/deletion.md"));
  const pages = {
    "/part/deletion.html": written(`${body}<script src="path.js"></script><script src="../kubeloupe.js"></script>`),
    "/part/path.js": 'var path_to_root = "../";',
    "/kubeloupe.js": await example("mdbook/kubeloupe.js"),
  };
  const site = await serveSite(t, pages);
  await works(t, `${site.url}/part/deletion.html`);
});

test("Hugo: the page that its shortcode writes", async (t) => {
  const shortcode = await example("hugo/layouts/shortcodes/kube-loupe.html");
  const [, attributes] = /\{\{< kube-loupe (.*?) \/>\}\}/.exec(await example("hugo/content/deletion.md"));
  const element = shortcode
    .replace(/\{\{- \/\*[\s\S]*?\*\/ -\}\}\s*/, "")
    .replace(/\{\{- (?:if|end|\.Page)[\s\S]*?-\}\}\s*/g, "")
    .replace(/\{\{ "(.*?)" \| relURL \}\}/, "/$1")
    .replace(/\{\{ range[\s\S]*?\{\{ end \}\}/, ` ${attributes}`)
    .replace(/\{\{ with \.Inner \}\}[\s\S]*?\{\{ end \}\}/, "");
  assert.doesNotMatch(element, /\{\{/);
  const site = await serveSite(t, { "/": written(element) });
  await works(t, `${site.url}/`);
});
