// The recipes under examples/, each built by its framework, or put into the form that its framework writes, and looked at
// in a real browser.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../../../tests/e2e/helpers/browser.mjs";
import { serveSite } from "./helpers/site.mjs";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const browser = await startBrowser(after);

const example = (path) => readFile(join(PACKAGE, "examples", path), "utf8");

/** A copy of a recipe in an empty folder, with the packages that it needs; this one is as it would be installed. */
async function installed(t, name, packages) {
  const folder = await mkdtemp(join(tmpdir(), "kubeloupe-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await cp(join(PACKAGE, "examples", name), folder, { recursive: true });
  await mkdir(join(folder, "node_modules"));
  await symlink(PACKAGE, join(folder, "node_modules/kubeloupe"), "dir");
  for (const one of packages) {
    await symlink(join(PACKAGE, "node_modules", one), join(folder, "node_modules", one), "dir");
  }
  return folder;
}

/** Sees every element of the page at work, and returns the page. */
async function works(t, url, { elements = 1 } = {}) {
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin)) {
      faults.push(`asked for ${request.url()}`);
    }
  });
  t.after(async () => {
    await page.context().close();
    assert.deepEqual(faults, []);
  });
  await page.goto(url);
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
  const { version } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  const page = await example("cdn/index.html");
  assert.ok(page.includes(`/npm/kubeloupe@${version}/dist/`), `the page does not name version ${version}`);
  const folders = { [`/npm/kubeloupe@${version}/dist/`]: join(PACKAGE, "dist/") };
  const site = await serveSite(t, { "/": page }, { folders });
  await works(t, `${site.url}/`);
});

test("React, built by Vite", async (t) => {
  const { build } = await import("vite");
  const root = await installed(t, "react", ["react", "react-dom", "scheduler"]);
  await build({ root, logLevel: "error", esbuild: { jsx: "automatic" }, resolve: { preserveSymlinks: true } });
  const site = await serveSite(t, {}, { folders: { "/": join(root, "dist/") } });
  const page = await works(t, `${site.url}/index.html`);
  await page.locator("#counts", { hasText: "7 objects go." }).waitFor();
});

test("VitePress", async (t) => {
  const { build } = await import("vitepress");
  const root = await installed(t, "vitepress", ["vitepress", "vue"]);
  await build(join(root, "docs"), { logLevel: "error" });
  // VitePress writes scripts into its pages, so a policy as strict as ours would need their hashes.
  const folders = { "/": join(root, "docs/.vitepress/dist/") };
  const site = await serveSite(t, {}, { folders, policy: undefined });
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
  await works(t, `${site.url}/`, { elements: 2 });
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
