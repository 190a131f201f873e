import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** The policy that the package has to do with. */
export const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

/** Serves a folder under a policy, and returns its address. */
export async function serve(after, folder, policy = POLICY) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    try {
      const body = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html", "content-security-policy": policy });
      response.end(body);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}

/**
 * Opens a page and returns it with the addresses that it asks for. When the test ends it fails if the page has thrown, logged
 * an error, broken its policy, or asked anybody else for anything.
 */
export async function open(browser, t, url) {
  const page = await browser.newPage();
  const [faults, asked] = [[], []];
  page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      faults.push(`logged: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    asked.push(request.url());
    if (new URL(request.url()).origin !== new URL(url).origin) {
      faults.push(`asked for ${request.url()}`);
    }
  });
  t.after(async () => {
    await page.close();
    assert.deepEqual(faults, []);
  });
  await page.goto(url, { waitUntil: "load" });
  return { page, asked };
}

/** Waits until an element has this text. */
export async function shows(page, selector, text) {
  await page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: 30_000 });
}
